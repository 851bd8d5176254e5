package kit

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises/answer"
	"kernellab/kernels"
)

// A polynomial of degree p in x and in z is Σ Cᵢⱼ·mᵢ(x)·mⱼ(z) over the monomials
// m of degree ≤ p. With V the values of the monomials at as many points as there
// are monomials, its Gram matrix there is VCVᵀ, which gives C. The points are
// the powers of the monomials themselves, at which V can be inverted.

// powers are those of a monomial, one for each variable.
type powers []int

// degree is the sum of the powers.
func (p powers) degree() int {
	sum := 0
	for _, n := range p {
		sum += n
	}
	return sum
}

// at is the value of the monomial.
func (p powers) at(x []float64) float64 {
	v := 1.0
	for k, n := range p {
		v *= math.Pow(x[k], float64(n))
	}
	return v
}

// coefficients are C.
type coefficients struct {
	powers []powers
	v      *mat.Dense
}

func newCoefficients(d, degree int) coefficients {
	c := coefficients{powers: powersUpTo(d, degree)}
	n := len(c.powers)
	c.v = mat.NewDense(n, n, nil)
	for i := range n {
		for j, m := range c.powers {
			c.v.Set(i, j, m.at(c.at(i)))
		}
	}
	return c
}

// powersUpTo lists the powers of all monomials of degree at most p in d
// variables, those of lower degree first.
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
		if mixed := slices.Max(b) - slices.Max(a); mixed != 0 {
			return mixed // squares before products
		}
		return slices.Compare(b, a)
	})
	return out
}

// at is the i-th point of the Gram matrix.
func (c coefficients) at(i int) []float64 {
	x := make([]float64, len(c.powers[i]))
	for k, n := range c.powers[i] {
		x[k] = float64(n)
	}
	return x
}

// of is C of a function of two points; not ok where it has no finite value at
// one of them.
func (c coefficients) of(k func(x, z []float64) (float64, bool)) (*mat.Dense, bool) {
	n := len(c.powers)
	gram := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			v, ok := k(c.at(i), c.at(j))
			if !ok {
				return nil, false
			}
			gram.Set(i, j, v)
		}
	}
	var half, out mat.Dense
	if half.Solve(c.v, gram) != nil || out.Solve(c.v, half.T()) != nil {
		return nil, false
	}
	return mat.DenseCopyOf(out.T()), true
}

// ofOne is the coefficients of a polynomial in the variables alone, from its
// values at the points.
func (c coefficients) ofOne(values []float64) []float64 {
	var out mat.VecDense
	if out.SolveVec(c.v, mat.NewVecDense(len(values), values)) != nil {
		return nil
	}
	return out.RawVector().Data
}

// name writes mᵢ(x)·mᵢ(z), as x₁x₂z₁z₂; 1 for the constant.
func (c coefficients) name(i int, names ...string) string { return c.powers[i].named(names...) }

// named writes a monomial, as x₁x₂; 1 for the constant. With twice as many names
// it is that of x times that of z.
func (p powers) named(names ...string) string {
	var b strings.Builder
	for k, name := range names {
		switch n := p[k%len(p)]; n {
		case 0:
		case 1:
			b.WriteString(typeset(name))
		default:
			b.WriteString(typeset(fmt.Sprintf("%s^%d", name, n)))
		}
	}
	if b.Len() == 0 {
		return "1"
	}
	return b.String()
}

// typeset writes x1^2 as x₁².
func typeset(text string) string {
	name, _, _ := strings.Cut(text, "^")
	e, err := answer.ParseOwn(text, answer.Scope{Vars: []string{name}})
	if err != nil {
		return text
	}
	return e.String()
}

// terms is the table of the terms of a kernel, beside those of φ(x)·φ(z).
func (t trial) terms(kernel kernels.Kernel[[]float64], phi []entryOf) ascii.Table {
	c := newCoefficients(len(t.names), t.degree)
	want, _ := c.of(func(x, z []float64) (float64, bool) { return kernel.Eval(x, z), true })
	yours, ok := c.of(func(x, z []float64) (float64, bool) { return inner(phi, pair{x, z}) })
	ok = ok && t.fits(c, yours, phi)
	table := ascii.Table{Columns: []ascii.Column{
		{Title: "term"}, {Title: "the kernel has", Right: true}, {Title: "φ(x)·φ(z) gives", Right: true}, {Title: ""},
	}}
	for i := range c.powers {
		row := []ascii.Line{ascii.Plain(c.name(i, t.both...)), ascii.Plain(short(want.At(i, i))), ascii.Inked("–", ascii.Dim), nil}
		if ok {
			row[2], row[3] = ascii.Plain(short(yours.At(i, i))), agreement(yours.At(i, i), want.At(i, i))
		}
		table.Rows = append(table.Rows, row)
	}
	other := []ascii.Line{ascii.Plain("others"), ascii.Plain("0"), ascii.Inked("–", ascii.Dim), nil}
	switch n := others(yours); {
	case len(phi) > 0 && !ok:
		other[3] = ascii.Inked("some that are no such terms", ascii.Bad)
	case ok && n == 0:
		other[2], other[3] = ascii.Plain("0"), ascii.Inked("equal", ascii.Good)
	case ok:
		other[2], other[3] = ascii.Plain(fmt.Sprint(n)), ascii.Inked("too many", ascii.Bad)
	}
	table.Rows = append(table.Rows, other)
	return table
}

// others counts the terms that are made of two different monomials.
func others(c *mat.Dense) int {
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

// fits reports whether φ(x)·φ(z) is the sum of its terms at the trial's points:
// features of a higher degree, or that are no polynomials, are not.
func (t trial) fits(c coefficients, terms *mat.Dense, phi []entryOf) bool {
	for _, p := range t.pairs {
		var sum float64
		for i, mi := range c.powers {
			for j, mj := range c.powers {
				sum += terms.At(i, j) * mi.at(p.x) * mj.at(p.z)
			}
		}
		if v, ok := inner(phi, p); !ok || math.Abs(v-sum) > 1e-9*(1+math.Abs(v)) {
			return false
		}
	}
	return true
}
