package stage_test

import (
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
)

func TestChoiceControlFallsBackToWhatIsOffered(t *testing.T) {
	for _, tt := range []struct{ typed, want string }{{"", "rbf"}, {"nonsense", "rbf"}, {"linear", "linear"}} {
		if c := stage.KernelControl("k", exercises.Answers{"k": tt.typed}, "rbf"); c.Value != tt.want {
			t.Errorf("%q: got %q, want %q", tt.typed, c.Value, tt.want)
		}
	}
}

func TestOwnSetThinsAndRefuses(t *testing.T) {
	big := dataset.Moons(1001, 0.1, 1)
	own, note, ok := stage.OwnSet(big, 200)
	if neg, pos := own.Set.Count(); !ok || note != "" || own.Set.Len() != 200 || neg != 100 || pos != 100 {
		t.Errorf("of 1001 points %d are taken (%d, %d): %q", own.Set.Len(), neg, pos, note)
	}
	if !strings.Contains(own.Label, "200 of its 1001 points") {
		t.Errorf("the label does not say what was left out: %q", own.Label)
	}
	if _, note, ok := stage.OwnSet(dataset.MustBuiltin("sine_reg"), 200); ok || note == "" {
		t.Errorf("targets are taken as classes, or refused without a word (%q)", note)
	}
	if _, note, ok := stage.OwnSet(nil, 200); ok || note != "" {
		t.Errorf("no data: %v, %q", ok, note)
	}
}

func TestSigmaControlFollowsTheSizeOfTheData(t *testing.T) {
	far := dataset.NewClassification("far", [][]float64{{0, 0}, {6000, 8000}}, []float64{1, -1})
	c := stage.SigmaControl("s", far, nil, 0.5)
	if c.Min != 100 || c.Max != 1e5 || c.Number() != 5000 {
		t.Errorf("σ from %v to %v, at %v", c.Min, c.Max, c.Number())
	}
	one := dataset.NewClassification("one place", [][]float64{{3}, {3}}, []float64{1, -1})
	if c := stage.SigmaControl("s", one, nil, 0.5); c.Min != 0.01 || c.Max != 10 {
		t.Errorf("at one place σ goes from %v to %v", c.Min, c.Max)
	}
}

func TestColumnsControlOffersEveryPairOnce(t *testing.T) {
	x := [][]float64{{1, 2, 3, 4}, {4, 3, 2, 1}}
	set := dataset.NewClassification("four", x, []float64{1, -1})
	c, pair := stage.ColumnsControl("c", set, exercises.Answers{"c": "1,3"})
	if len(c.Choices) != 6 || pair != [2]int{1, 3} {
		t.Errorf("%d pairs, %v in force", len(c.Choices), pair)
	}
	if _, pair := stage.ColumnsControl("c", set, exercises.Answers{"c": "9,9"}); pair != [2]int{0, 1} {
		t.Errorf("a pair that is not there gives %v", pair)
	}
}
