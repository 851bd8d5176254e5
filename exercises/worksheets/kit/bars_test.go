package kit

import (
	"context"
	"math"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
)

// Bars to scale are as long as their sizes, and one that waits for an answer is not
// there before it.
func TestBarsToScale(t *testing.T) {
	e, err := answer.Parse(context.Background(), "2", answer.Scope{})
	if err != nil {
		t.Fatal(err)
	}
	two, _ := e.Compile()
	b := bars{title: func(exercises.Answers) string { return "" }, most: 4, rows: []row{{"a", two, "1", nil}, {"b", two, "2", []string{"f"}}}}
	b.right = func(_ context.Context, a exercises.Answers, fields ...string) bool {
		return len(fields) == 0 || a["f"] == "7"
	}
	for typed, want := range map[string]float64{"": math.NaN(), "7": 2} {
		plot := b.scene(context.Background(), exercises.Answers{"f": typed}).Figures[0].Plot.(ascii.Bars)
		if got := plot.Bars[1].Value; plot.Bars[0].Value != 2 || plot.Range.Max != 4 || got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%q: %v in %v", typed, plot.Bars, plot.Range)
		}
		if said := plot.Said(plot.Bars[1].Value); (said == "…") != math.IsNaN(want) {
			t.Errorf("%q: said %q", typed, said)
		}
	}
}
