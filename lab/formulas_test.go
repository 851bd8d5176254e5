package lab

import (
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises/catalogue"
)

// While the student fills in the blanks of 7.6, everything needed stays visible: the
// formulas, their numbers, the question, and the remark on the blank.
func TestTable_formulasStayVisible(t *testing.T) {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		b := newLessonBench(t, library, "7.6", size, ascii.TrueColor)
		b.toTaskAt(3)
		for range b.exercise().Task.Info().Fields {
			b.keys("1")
			name := b.exercise().Task.Info().Fields[b.exercise().Task.Form.At()].Name
			for _, words := range []string{"H = min(C, αₖ + αₗ)", "L = max(0, αₗ − αₖ)", "κ = Kₖₖ + Kₗₗ − 2Kₖₗ",
				"αₗ* clipped to [L, H]", "s(αₗ − αₗ new)", "Fill in the update", "K₁", "is a sign here"} {
				if n := strings.Count(b.screen(), onScreen(words)); n != 1 {
					t.Errorf("%v, at %s: %q is visible %d times, want once", size, name, words, n)
				}
			}
			b.keys("tab")
		}
	}
}
