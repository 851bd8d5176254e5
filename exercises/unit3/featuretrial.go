package unit3

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
)

// splitKernel builds the Go part of exercise 3.2, in which the student splits (xᵀz + 1)²
// into φ(x)·φ(z). A scene is what a task shows next to its text.
func splitKernel(input worksheets.LessonInput) worksheets.LessonOutput {
	t := featureTrial{field: "phi", kernelTitle: "(xᵀz+1)²", c: 1, pairs: testPairs(input.Seed, 32)}
	return worksheets.LessonOutput{Tasks: worksheets.Tasks{"phi": {Scene: t.scene}}}
}

// pair is two points at which a feature map is tried.
type pair struct{ x, z []float64 }

// featureTrial compares (xᵀz + c)² with φ(x)·φ(z), where φ is the feature map that the student types
// into a field. It compares them in tables: term by term, and at a few pairs of points of the plane.
type featureTrial struct {
	field       string
	kernelTitle string // the kernel in the head of the table
	pairs       []pair
	c           float64
	hasSlider   bool // φ may contain the letter c, and a slider chooses its value
}

// testPairs returns five random pairs of points with small whole coordinates. No coordinate and no
// inner product is 0, because many wrong features agree with the kernel there.
func testPairs(seed, stream uint64) []pair {
	r := lesson.Rand(seed, stream)
	draw := func() []float64 { return []float64{float64(r.IntN(7) - 3), float64(r.IntN(7) - 3)} }
	var pairs []pair
	for len(pairs) < 5 {
		p := pair{x: draw(), z: draw()}
		if u, v := p.x[0]*p.z[0], p.x[1]*p.z[1]; u*v*(u+v) != 0 {
			pairs = append(pairs, p)
		}
	}
	return pairs
}

// scene shows both tables, with dashes for φ as long as the field cannot be read.
func (t featureTrial) scene(ctx context.Context, a exercises.Answers) (scene exercises.Scene) {
	scope := answer.Scope{Vars: []string{"x1", "x2", "z1", "z2"}}
	if t.hasSlider {
		slider := stage.Slider("c", "c", 1, 5, 0.5, a, "3")
		t.c, scene.Controls = slider.Number(), []exercises.Control{slider}
		scope.Vars, scope.Positive = append(scope.Vars, "c"), []string{"c"}
	}
	kernel, phi := kernels.Poly{Degree: 2, C: t.c}, parseFeatures(ctx, a[t.field], scope, t.c)
	table := ascii.Table{Columns: []ascii.Column{
		{Title: "x"}, {Title: "z"}, {Title: t.kernelTitle, Right: true}, {Title: "φ(x)·φ(z)", Right: true}, {},
	}}
	for _, p := range t.pairs {
		want := kernel.Eval(p.x, p.z)
		got, verdict := ascii.Inked("–", ascii.Dim), ascii.Line{}
		if v, ok := innerProduct(phi, p); ok {
			got, verdict = ascii.Plain(shortNumber(v)), agreementLine(v, want)
		}
		table.Add(ascii.Plain(lesson.Coordinates(p.x)), ascii.Plain(lesson.Coordinates(p.z)),
			ascii.Plain(shortNumber(want)), got, verdict)
	}
	scene.Figures = []exercises.Figure{stage.Main("Term by term", t.termTable(kernel, phi)),
		stage.Table("Tried at a few points", table)}
	return scene
}

// featureFunc computes one entry of φ at a point.
type featureFunc func(x []float64) float64

// parseFeatures returns the entries of the typed φ as functions of x, or nil if the text cannot be
// read.
func parseFeatures(ctx context.Context, text string, scope answer.Scope, c float64) []featureFunc {
	e, err := answer.Parse(ctx, text, scope)
	if err != nil {
		return nil
	}
	var out []featureFunc
	for _, f := range e.List() {
		fn, err := f.Compile("x1", "x2", "c")
		if err != nil {
			return nil
		}
		out = append(out, func(x []float64) float64 { return fn.Value(x[0], x[1], c) })
	}
	return out
}

// innerProduct returns φ(x)·φ(z), or false if there is no finite value.
func innerProduct(phi []featureFunc, p pair) (float64, bool) {
	if len(phi) == 0 {
		return 0, false
	}
	var sum float64
	for _, f := range phi {
		sum += f(p.x) * f(p.z)
	}
	return sum, !math.IsNaN(sum) && !math.IsInf(sum, 0)
}

// agreementLine compares a value with the correct one, up to rounding.
func agreementLine(got, want float64) ascii.Line {
	if math.Abs(got-want) <= 1e-9*(1+math.Abs(want)) {
		return ascii.Inked("equal", ascii.Good)
	}
	return ascii.Inked("off by "+anatomy.Num(got-want), ascii.Bad)
}

// shortNumber formats a number with at most four decimals.
func shortNumber(v float64) string { return answer.DisplayDecimal(math.Round(v*1e4) / 1e4) }

// A polynomial k(x, z) of degree p in x and in z is Σ Cᵢⱼ·mᵢ(x)·mⱼ(z), where m₁, …, mₙ are the
// monomials of degree ≤ p. Let V be the matrix of the values of the monomials at n points, the nodes.
// The matrix of the values of k at all pairs of nodes is VCVᵀ, which determines C if V is invertible.
// V is invertible if the coordinates of the nodes are the exponents of the monomials.

// powers are the exponents of a monomial, one for each variable.
type powers []int

// degree returns the sum of the exponents.
func (p powers) degree() int {
	sum := 0
	for _, n := range p {
		sum += n
	}
	return sum
}

// value returns the value of the monomial.
func (p powers) value(x []float64) float64 {
	v := 1.0
	for k, n := range p {
		v *= math.Pow(x[k], float64(n))
	}
	return v
}

// interpolator computes the coefficients of a polynomial from its values at the nodes. vandermonde
// holds the value of each monomial at each node.
type interpolator struct {
	monomials   []powers
	vandermonde *mat.Dense
}

func newInterpolator(d, degree int) interpolator {
	c := interpolator{monomials: powersUpTo(d, degree)}
	n := len(c.monomials)
	c.vandermonde = mat.NewDense(n, n, nil)
	for i := range n {
		for j, m := range c.monomials {
			c.vandermonde.Set(i, j, m.value(c.node(i)))
		}
	}
	return c
}

// powersUpTo returns the exponents of all monomials of degree at most p in d variables, by rising
// degree. Monomials of the same degree are sorted by falling largest exponent.
func powersUpTo(d, p int) []powers {
	out := []powers{nil}
	for range d {
		var longer []powers
		for _, head := range out {
			for n := range p + 1 - head.degree() {
				longer = append(longer, append(slices.Clone(head), n))
			}
		}
		out = longer
	}
	slices.SortStableFunc(out, func(a, b powers) int {
		if da, db := a.degree(), b.degree(); da != db {
			return da - db
		}
		if byMaxExponent := slices.Max(b) - slices.Max(a); byMaxExponent != 0 {
			return byMaxExponent // squares before products
		}
		return slices.Compare(b, a)
	})
	return out
}

// node returns the i-th node, whose coordinates are the exponents of the i-th monomial.
func (p interpolator) node(i int) []float64 {
	x := make([]float64, len(p.monomials[i]))
	for k, n := range p.monomials[i] {
		x[k] = float64(n)
	}
	return x
}

// fromKernel returns the coefficients C of a function k of two points, as if it were a polynomial, or
// false if k has no value at some nodes.
func (p interpolator) fromKernel(k func(x, z []float64) (float64, bool)) (*mat.Dense, bool) {
	n := len(p.monomials)
	gram := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			v, ok := k(p.node(i), p.node(j))
			if !ok {
				return nil, false
			}
			gram.Set(i, j, v)
		}
	}
	var partial, out mat.Dense
	if partial.Solve(p.vandermonde, gram) != nil || out.Solve(p.vandermonde, partial.T()) != nil {
		return nil, false
	}
	return mat.DenseCopyOf(out.T()), true
}

// fromValues returns the coefficients of a polynomial of one point. values are its values at the
// nodes.
func (p interpolator) fromValues(values []float64) []float64 {
	var out mat.VecDense
	if out.SolveVec(p.vandermonde, mat.NewVecDense(len(values), values)) != nil {
		return nil
	}
	return out.RawVector().Data
}

// text formats a monomial as x₁x₂, and the constant as 1. names are the names of the variables. If
// there are twice as many names as exponents, it formats the product of the monomials of x and of z.
func (p powers) text(names ...string) string {
	var b strings.Builder
	for k, name := range names {
		switch n := p[k%len(p)]; n {
		case 0:
		case 1:
			b.WriteString(formatPower(name))
		default:
			b.WriteString(formatPower(fmt.Sprintf("%s^%d", name, n)))
		}
	}
	if b.Len() == 0 {
		return "1"
	}
	return b.String()
}

// formatPower formats x1^2 as x₁².
func formatPower(text string) string {
	name, _, _ := strings.Cut(text, "^")
	e, err := answer.ParseTrusted(text, answer.Scope{Vars: []string{name}})
	if err != nil {
		return text
	}
	return e.String()
}

// termTable returns a table that compares the coefficients of a kernel with those of φ(x)·φ(z).
func (t featureTrial) termTable(kernel kernels.Kernel[[]float64], phi []featureFunc) ascii.Table {
	c := newInterpolator(2, 2)
	kernelCoef, _ := c.fromKernel(func(x, z []float64) (float64, bool) { return kernel.Eval(x, z), true })
	phiCoef, ok := c.fromKernel(func(x, z []float64) (float64, bool) { return innerProduct(phi, pair{x, z}) })
	ok = ok && t.isSumOfTerms(c, phiCoef, phi)
	table := ascii.Table{Columns: []ascii.Column{
		{Title: "term"}, {Title: "the kernel has", Right: true}, {Title: "φ(x)·φ(z) gives", Right: true}, {},
	}}
	for i, m := range c.monomials {
		row := []ascii.Line{ascii.Plain(m.text("x1", "x2", "z1", "z2")), ascii.Plain(shortNumber(kernelCoef.At(i, i))),
			ascii.Inked("–", ascii.Dim), nil}
		if ok {
			row[2], row[3] = ascii.Plain(shortNumber(phiCoef.At(i, i))),
				agreementLine(phiCoef.At(i, i), kernelCoef.At(i, i))
		}
		table.Add(row...)
	}
	othersRow := []ascii.Line{ascii.Plain("others"), ascii.Plain("0"), ascii.Inked("–", ascii.Dim), nil}
	switch n := countMixedTerms(phiCoef); {
	case len(phi) > 0 && !ok:
		othersRow[3] = ascii.Inked("terms of other kinds", ascii.Bad)
	case ok && n == 0:
		othersRow[2], othersRow[3] = ascii.Plain("0"), ascii.Inked("equal", ascii.Good)
	case ok:
		othersRow[2], othersRow[3] = ascii.Plain(strconv.Itoa(n)), ascii.Inked("too many", ascii.Bad)
	}
	table.Add(othersRow...)
	return table
}

// countMixedTerms returns the number of terms made of two different monomials.
func countMixedTerms(c *mat.Dense) int {
	if c == nil {
		return 0
	}
	n, count := c.RawMatrix().Rows, 0
	for i := range n {
		for j := range n {
			if i != j && math.Abs(c.At(i, j)) > 1e-9 {
				count++
			}
		}
	}
	return count
}

// isSumOfTerms reports whether φ(x)·φ(z) equals the polynomial with the given coefficients at the
// pairs of the trial. It returns false if a feature has a higher degree or is not a polynomial.
func (t featureTrial) isSumOfTerms(c interpolator, coef *mat.Dense, phi []featureFunc) bool {
	for _, p := range t.pairs {
		var sum float64
		for i, mi := range c.monomials {
			for j, mj := range c.monomials {
				sum += coef.At(i, j) * mi.value(p.x) * mj.value(p.z)
			}
		}
		if v, ok := innerProduct(phi, p); !ok || math.Abs(v-sum) > 1e-9*(1+math.Abs(v)) {
			return false
		}
	}
	return true
}
