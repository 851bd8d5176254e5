package kit

import (
	"math"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
)

// Bars to scale are as long as their sizes, and one that waits for an answer is not
// there before it.
func TestBarsToScale(t *testing.T) {
	const sheet = frontMatter + "## sizes: Sizes\n\n" + asking +
		"```fields\n- name: half\n  label: \"half of 4 =\"\n  judge: {number: 2}\n```\n\n" +
		"```scene\nbars: Sizes\nmost: 4\nrows: [{label: a, size: 2}, {label: b, size: 2, ink: 2, once: half}]\n```\n"
	step := openSheet(t, sheet).Tasks[0]
	for typed, want := range map[string]float64{"": math.NaN(), "2": 2} {
		plot := step.Scene(t.Context(), exercises.Answers{"half": typed}).Figures[0].Plot.(ascii.Bars)
		if got := plot.Bars[1].Value; plot.Bars[0].Value != 2 || plot.Range.Max != 4 ||
			got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%q: %v in %v", typed, plot.Bars, plot.Range)
		}
		if said := plot.Said(plot.Bars[1].Value); (said == "…") != math.IsNaN(want) {
			t.Errorf("%q: said %q", typed, said)
		}
	}
}
