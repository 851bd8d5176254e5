package kit

import (
	"context"
	"math"
	"slices"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// squareScene is a square with the sides u + v + 1, cut into a cell for each
// product. A cell is named once the sum that is typed counts it: a term with the
// coefficient 2 counts two cells.
func squareScene(p *worksheets.Params) worksheets.SceneFunc {
	s := square{title: p.Needed("square"), letters: p.Texts("of"), typed: p.Field("typed")}
	if n := len(s.letters); n < 1 || n > 3 {
		p.Fail("of", "give one to three letters, of: [u, v]", "%d letters", n)
		return nil
	}
	s.c = newCoefficients(len(s.letters), namedDegree)
	return s.scene
}

// namedDegree is up to which degree a term that has no cell is named. The cells
// have degree 2 at most.
const namedDegree = 4

// square is (u + v + 1)², and the field in which it is multiplied out.
type square struct {
	title   string
	letters []string
	typed   string
	c       coefficients
}

func (s square) name(m powers) string { return m.named(s.letters...) }

func (s square) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	counted, strange := s.counted(ctx, a)
	figure := squareFigure{s, counted, strange}
	return exercises.Scene{Figures: []exercises.Figure{stage.Main(s.title, figure)}}
}

// counted is how often each term is counted, in the order of the coefficients;
// nil where nothing that is typed can be read as such a sum without brackets. It is
// strange where it can be read, and has a term that cannot be named here.
func (s square) counted(ctx context.Context, a exercises.Answers) (terms []float64, strange bool) {
	e, err := answer.Parse(ctx, a[s.typed], answer.Scope{Vars: s.letters})
	if err != nil || !e.Has(answer.Opened) {
		return nil, false
	}
	terms = s.typedTerms(e)
	return terms, terms == nil
}

// typedTerms are the coefficients of a polynomial in the letters; nil where it is
// none of this degree.
func (s square) typedTerms(e answer.Expr) []float64 {
	c := s.c
	f, err := e.Compile(s.letters...)
	if err != nil {
		return nil
	}
	values := make([]float64, len(c.powers))
	for i := range values {
		values[i] = f.Value(c.at(i)...)
	}
	out := c.ofOne(values)
	for i, v := range out {
		out[i] = math.Round(v*1e6) / 1e6
	}
	for i := range out { // a point beyond those that gave the coefficients
		x, sum := c.at(i), 0.0
		for k := range x {
			x[k] = 2*x[k] + 3
		}
		for j, m := range c.powers {
			sum += out[j] * m.at(x)
		}
		if v := f.Value(x...); !(math.Abs(v-sum) <= 1e-9*(1+math.Abs(v))) {
			return nil
		}
	}
	return out
}

// squareCell is a product of two terms of the bracket.
type squareCell struct {
	term    int // of the coefficients
	counted bool
}

// cells cuts the square: row by row, the letters and then the 1. The cells of a
// term are counted from the first on.
func (s square) cells(counted []float64) [][]squareCell {
	n := len(s.letters) + 1
	left := slices.Clone(counted)
	out := make([][]squareCell, n)
	for i := range n {
		for j := range n {
			at := s.termOf(i, j)
			one := squareCell{term: at}
			if left != nil && left[at] >= 1-1e-9 {
				one.counted = true
				left[at]--
			}
			out[i] = append(out[i], one)
		}
	}
	return out
}

// termOf is the term that row i and column j make.
func (s square) termOf(i, j int) int {
	m := make(powers, len(s.letters))
	for _, k := range []int{i, j} {
		if k < len(m) {
			m[k]++
		}
	}
	return slices.IndexFunc(s.c.powers, func(q powers) bool { return slices.Equal(q, m) })
}
