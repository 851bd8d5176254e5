package stage

import (
	"slices"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/testdata/support/check"
)

// Each line of the pseudo-code after the choice of points is a law of the step's derivation, with i
// for the number of the point. The numbers next to a line are numbers of the same quantity.
func TestCode_linesAreLawsOfTheStep(t *testing.T) {
	codes := 0
	specimens(t, func(k anatomy.Kind, r Run) {
		if k.Code == nil {
			return
		}
		codes++
		for i := 1; i < r.Len(); i++ {
			code := r.Frame(i).Code
			a, _ := r.segmentAt(i).account(r.traces, i, false)
			numbers, laws := code.LineResults(), map[string]bool{}
			for _, q := range a.Derivation.Formulas() {
				laws[general(a.Derivation.Definition(q.Name).String())] = true
			}
			check.Must(t, len(numbers) == len(code.Lines)-1,
				"%s: %d lines have numbers, want %d", k.Name, len(numbers), len(code.Lines)-1)
			for j := 1 + len(a.Chosen()); j < len(code.Lines); j++ {
				law := code.Lines[j].String()
				symbol, _, _ := strings.Cut(law, " ")
				check.That(t, laws[general(law)],
					"%s: %q is no law of step %d, which has %v", k.Name, law, i, laws)
				if got := numbers[j-1].String(); !strings.HasPrefix(general(got), general(symbol)) {
					t.Errorf("%s: the numbers of %q are %q", k.Name, law, got)
				}
			}
		}
	})
	if codes < 4 {
		t.Errorf("%d kinds have pseudo-code, want at least 4", codes)
	}
}

// general replaces the numbers of points by i.
func general(law string) string {
	for _, digit := range "₀₁₂₃₄₅₆₇₈₉" {
		law = strings.ReplaceAll(law, string(digit), "ᵢ")
	}
	return strings.ReplaceAll(law, "ᵢᵢ", "ᵢ")
}

// Every frame shows the pseudo-code as a figure, also at the start. A run that withholds its
// reasons does not.
func TestCode_isAFigure(t *testing.T) {
	specimens(t, func(k anatomy.Kind, r Run) {
		listing := func(f exercises.Frame) int {
			return slices.IndexFunc(f.Figures, func(f exercises.Figure) bool {
				_,
					ok := f.Plot.(ascii.Listing)
				return ok
			})
		}
		for i := range 2 {
			if got := listing(r.Frame(i)) >= 0; got != (k.Code != nil) {
				t.Errorf("%s: frame %d has a listing: %v", k.Name, i, got)
			}
		}
		if listing(WithoutExplanations(r, "not now", "").Frame(1)) >= 0 {
			t.Errorf("%s: a run without reasons has pseudo-code", k.Name)
		}
	})
}
