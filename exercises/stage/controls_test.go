package stage_test

import (
	"slices"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/testdata/support/check"
)

func TestKernelControl_fallsBackToDefault(t *testing.T) {
	for _, tt := range []struct{ typed, want string }{{"", "rbf"}, {"nonsense", "rbf"}, {"linear", "linear"}} {
		if c := stage.KernelControl("k", exercises.Answers{"k": tt.typed}, "rbf"); c.Value != tt.want {
			t.Errorf("%q: got %q, want %q", tt.typed, c.Value, tt.want)
		}
	}
}

func TestOwnSet_thinsAndRefuses(t *testing.T) {
	big := dataset.Moons(1001, 0.1, 1)
	own, note, ok := stage.OwnSet(big, 200)
	if neg, pos := own.Set.ClassCounts(); !ok || note != "" || own.Set.Len() != 200 || neg != 100 || pos != 100 {
		t.Errorf("OwnSet of 1001 points: got %d (%d and %d), note %q, want 200 (100 and 100)", own.Set.Len(), neg, pos,
			note)
	}
	check.That(t, strings.Contains(own.Label, "200 of its 1001 points"),
		"got label %q, want one that says how many points are left out", own.Label)
	if _, note, ok := stage.OwnSet(dataset.MustBuiltin("sine_reg"), 200); ok || note == "" {
		t.Errorf("OwnSet of targets: got ok = %v, note %q, want a refusal with a reason", ok, note)
	}
	if _, note, ok := stage.OwnSet(nil, 200); ok || note != "" {
		t.Errorf("OwnSet(nil): got ok = %v, note %q, want false and no note", ok, note)
	}
}

func TestSigmaControl_followsScale(t *testing.T) {
	far := dataset.NewClassification("far", [][]float64{{0, 0}, {6000, 8000}}, []float64{1, -1})
	c := stage.SigmaControl("s", far, nil, 0.5)
	check.That(t, c.Min == 100 && c.Max == 1e5 && c.Number() == 5000,
		"points 10 000 apart: got σ from %v to %v, at %v, want 100 to 1e5, at 5000", c.Min, c.Max, c.Number())
	one := dataset.NewClassification("one place", [][]float64{{3}, {3}}, []float64{1, -1})
	if c := stage.SigmaControl("s", one, nil, 0.5); c.Min != 0.01 || c.Max != 10 {
		t.Errorf("points in one place: got σ from %v to %v, want 0.01 to 10", c.Min, c.Max)
	}
}

// The initial width for a student's set depends on the distances between its points and lies on the
// grid of the slider, for any number of columns.
func TestSigmaControl_medianDistance(t *testing.T) {
	for _, tt := range []struct {
		x    [][]float64
		want string
	}{
		{[][]float64{{0}, {1}, {2000}}, "2000"},
		{[][]float64{{0, 0, 0, 0, 0}, {2, 1, 1, 2, 0}, {4, 2, 2, 4, 0}}, "3.2"},
		{[][]float64{{0, 0}, {0, 2}, {2, 0}}, "2"},
		{[][]float64{{3}, {3}, {3}}, "0.5"},
		{[][]float64{{3}}, "0.5"},
		{[][]float64{{1e300}, {-1e300}, {0}}, "0.5"},
	} {
		own, _, _ := stage.OwnSet(dataset.NewClassification("own", tt.x, slices.Repeat([]float64{1}, len(tt.x))), 0)
		c := own.SigmaControl("s", nil)
		if c.Value != tt.want || c.Min > c.Number()/10 || c.Max < c.Number()*10 {
			t.Errorf("%v: got σ from %v to %v, at %s, want %s well inside", tt.x, c.Min, c.Max, c.Value, tt.want)
		}
		if c := own.SigmaControl("s", exercises.Answers{"s": "7"}); c.Value != "7" {
			t.Errorf("%v: a chosen σ of 7 becomes %s, want 7", tt.x, c.Value)
		}
	}
}

func TestColumnsControl_offersEveryPairOnce(t *testing.T) {
	x := [][]float64{{1, 2, 3, 4}, {4, 3, 2, 1}}
	set := dataset.NewClassification("four", x, []float64{1, -1})
	c, pair := stage.ColumnsControl("c", set, exercises.Answers{"c": "1,3"})
	check.That(t, len(c.Choices) == 6 && pair == [2]int{1, 3},
		"ColumnsControl(1,3): got %d pairs, %v chosen, want 6 and [1 3]", len(c.Choices), pair)
	if _, pair := stage.ColumnsControl("c", set, exercises.Answers{"c": "9,9"}); pair != [2]int{0, 1} {
		t.Errorf("ColumnsControl(9,9): got pair %v, want [0 1]", pair)
	}
}
