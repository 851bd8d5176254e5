package kit

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
)

// The shortest least squares answer gives two equal points one share each, and solves
// K⁺: KᵀK a = Kᵀy, with nothing of what K cannot see.
func TestShortestAnswer(t *testing.T) {
	for name, c := range map[string]struct{ k, y, want []float64 }{
		"regular":  {[]float64{2, 0, 0, 4}, []float64{2, 4}, []float64{1, 1}},
		"twice":    {[]float64{1, 1, 1, 1}, []float64{2, 2}, []float64{1, 1}},
		"disagree": {[]float64{1, 1, 1, 1}, []float64{3, 1}, []float64{1, 1}},
	} {
		got := shortest(mat.NewSymDense(2, c.k), c.y)
		if floats.Distance(got, c.want, 2) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// A kernel of degree p in the plane takes (p + 1)(p + 2)/2 points and no more, by
// whatever letters the worksheet has; λ lifts what is left out.
func TestSpectrumOfAnyKernel(t *testing.T) {
	show := shownBy(t, "spectrum: \"degree {= p}\"\nkernel: \"poly(degree={= p},c=1)\"\npoints: n\nlambda: l - 1e-9\ndrawn: 12\nstream: 3\n"+
		"sliders: [{name: p, from: 1, to: 3}, {name: n, from: 2, to: 12}, {name: l, from: 1e-9, to: 1, step: 1, log: true}]\n")
	singular := func(a exercises.Answers) bool { return strings.Contains(show(a).Notes[0].String(), "singular") }
	for p, most := range map[string]string{"1": "3", "2": "6", "3": "10"} {
		for n, want := range map[string]bool{most: false, "11": true} {
			if got := singular(exercises.Answers{"p": p, "n": n}); got != want {
				t.Errorf("degree %s, %s points: singular %v", p, n, got)
			}
		}
		if singular(exercises.Answers{"p": p, "n": "11", "l": "1"}) {
			t.Errorf("degree %s is singular in spite of λ", p)
		}
	}
	if bars := show(exercises.Answers{"n": "4"}).Figures[0]; bars.Title != "degree 1" || len(bars.Plot.(ascii.Bars).Bars) != 4 {
		t.Errorf("%q has %d bars", bars.Title, len(bars.Plot.(ascii.Bars).Bars))
	}
}

// A point that is moved to the first is as near as it is told, and the weights of the
// two are told under its number.
func TestSpectrumOfTwoNearPoints(t *testing.T) {
	show := shownBy(t, "spectrum: near\nkernel: rbf(sigma=1)\npoints: 4\nnear: d\nlambda: 0.5\nweights: true\ndrawn: 9\nstream: 3\nsliders: [{name: d, from: 0.001, to: 1, log: true}]\n")
	s := show(exercises.Answers{"d": "0.001"})
	if len(s.Notes) != 3 || !strings.Contains(s.Notes[1].String(), "a₄") || !strings.Contains(s.Notes[0].String(), "All 4") {
		t.Errorf("notes %v", s.Notes)
	}
	least := func(d string) float64 {
		bars := show(exercises.Answers{"d": d}).Figures[0].Plot.(ascii.Bars).Bars
		return math.Pow(10, bars[len(bars)-1].Value-19)
	}
	if near, far := least("0.001"), least("1"); math.Abs(near-0.5) > 1e-5 || far < near {
		t.Errorf("smallest eigenvalues %v near, %v apart", near, far)
	}
}

// The second scene comes once its fields are right, and not while a check is owed.
func TestBeforeAndAfter(t *testing.T) {
	src := frontMatter + "## s: Step\n\n" + asking + "```fields\n- {name: f, label: f, judge: {number: 7}}\n```\n\n```scene\nbefore: {table: First, columns: [a], rows: [[\"1\"]]}\nonce: f\nafter: {table: Second, columns: [a], rows: [[\"2\"]]}\n```\n"
	step := openSheet(t, src).Steps[0]
	for typed, want := range map[string]string{"": "First", "6": "First", "7": "Second", "14/2": "Second"} {
		if got := step.Scene(t.Context(), exercises.Answers{"f": typed}).Figures[0].Title; got != want {
			t.Errorf("%q: %s", typed, got)
		}
	}
}
