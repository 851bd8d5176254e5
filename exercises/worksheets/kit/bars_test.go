package kit

import (
	"math"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
)

// TestBars_areToScale checks that bars have the lengths of their numbers, and that a
// bar that waits for an answer is empty before it.
func TestBars_areToScale(t *testing.T) {
	const sheet = frontMatter + "## sizes: Sizes\n\n" + asking +
		"```fields\n- name: half\n  label: \"half of 4 =\"\n  judge: {number: 2}\n```\n\n" +
		"```scene\nbars: Sizes\nmost: 4\nrows: [{label: a, size: 2}, {label: b, size: 2, ink: 2, once: half}]\n```\n"
	step := openSheet(t, sheet).Tasks[0]
	for typed, want := range map[string]float64{"": math.NaN(), "2": 2} {
		plot := step.Scene(t.Context(), exercises.Answers{"half": typed}).Figures[0].Plot.(ascii.Bars)
		if got := plot.Bars[1].Value; plot.Bars[0].Value != 2 || plot.Range.Max != 4 ||
			got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("half = %q: got the bars %v in %v, want 2 and %v in 0 to 4", typed, plot.Bars, plot.Range, want)
		}
		if said := plot.Said(plot.Bars[1].Value); (said == "…") != math.IsNaN(want) {
			t.Errorf("half = %q: got %q in words, want … if there is no answer", typed, said)
		}
	}
}
