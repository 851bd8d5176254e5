package unit1

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/lessontest"
	"kernellab/testdata/support/must"
)

// TestThresholdScene_countsErrors moves the threshold to every position, with either class on its
// right. The scene must show the right number of errors. It is never 0, and its minimum is the
// reference.
func TestThresholdScene_countsErrors(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		set := dataset.Worksheet1D(seed)
		task := lessontest.OpenTask(t, Unit(), "1.2", "threshold", seed)
		slider, _ := cutControls(set, nil)
		fewest := set.Len()
		for i := 0; float64(i) <= (slider.Max-slider.Min)/slider.Step; i++ {
			for _, side := range []string{"right", "left"} {
				a := exercises.Answers{"t": slider.ValueAtFraction(float64(i) * slider.Step / (slider.Max - slider.Min)),
					"side": side}
				at := must.Value(strconv.ParseFloat(a["t"], 64))
				wrong := 0
				for j := range set.Len() {
					x, plus := set.Point(j)[0], set.Label(j) > 0
					if x == at || (x > at) != (plus == (side == "right")) {
						wrong++
					}
				}
				note := lessontest.Text(task.Scene(context.Background(), a).Notes)
				check.Must(t, strings.Contains(note, fmt.Sprintf(": %d errors of 9", wrong)),
					"seed %d, t = %s: got the note %q, want %d errors", seed, a["t"], note, wrong)
				fewest = min(fewest, wrong)
			}
		}
		start := lessontest.NumbersIn(lessontest.Text(task.Scene(context.Background(), nil).Notes))
		if errors := int(start[len(start)-2]); errors <= fewest {
			t.Errorf("seed %d: got %v errors at the start of the slider, want more than the fewest, %d", seed, errors,
				fewest)
		}
		check.That(t, fewest != 0 && task.Info().Reference["fewest"] == strconv.Itoa(fewest),
			"seed %d: fewest = %s, want %d as by the slider, above 0", seed, task.Info().Reference["fewest"], fewest)
	}
}

// TestBestCut_isOnTheSlider checks that the slider can be set to the cut of the solution,
// which lies among the points and makes the fewest errors.
func TestBestCut_isOnTheSlider(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		set := dataset.Worksheet1D(seed)
		best, fewest := bestCut(set)
		slider, _ := cutControls(set, nil)
		steps := (best.threshold - slider.Min) / slider.Step
		if best.threshold <= set.Point(0)[0] || best.threshold >= set.Point(8)[0] ||
			math.Abs(steps-math.Round(steps)) > 1e-9 {
			t.Errorf("seed %d: got the cut %v, want a position of the slider among the points", seed, best.threshold)
		}
		a := exercises.Answers{"t": fmt.Sprintf("%.1f", best.threshold), "side": best.plusSide()}
		note := lessontest.Text(lessontest.OpenTask(t, Unit(), "1.2", "threshold", seed).Scene(t.Context(), a).Notes)
		check.That(t, strings.Contains(note, fmt.Sprintf(": %d errors", fewest)),
			"seed %d: %v: got the note %s, want %d errors", seed, a, note, fewest)
	}
}

// TestPlaceLineScene_countsErrors moves the horizontal line up. The line makes no error exactly at the
// heights that are accepted. The initial line makes errors.
func TestPlaceLineScene_countsErrors(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		task := lessontest.OpenTask(t, Unit(), "1.2", "place", seed)
		errors := func(a exercises.Answers) string { return lessontest.Text(task.Scene(t.Context(), a).Notes) }
		if got := errors(nil); strings.Contains(got, " 0 errors") {
			t.Errorf("seed %d: got %q at the start, want errors", seed, got)
		}
		separates := 0
		for h := -2.0; h <= 6; h += 0.25 {
			text := strconv.FormatFloat(h, 'g', -1, 64)
			none := strings.Contains(errors(exercises.Answers{"slope": "0", "height": text}), " 0 errors")
			check.Equal(t, task.Check(t.Context(), exercises.Answers{"level": text, "above": "plus"}).Accepted, none,
				"seed %d: h = %s: accepted", seed, text)
			if none {
				separates++
			}
		}
		if separates < 2 {
			t.Errorf("seed %d: got %d heights of the slider that separate, want two or more", seed, separates)
		}
	}
}

func TestLiftTask_judgesWiderMargins(t *testing.T) {
	tests := []struct {
		text  string
		wider bool
		id    string
	}{
		{"10(x1+1)^2", true, ""}, {"(2x1+2)^2", true, ""}, {"(x1+1)^2", false, ""},
		{"x1^2+2x1", false, ""}, {"0.1(x1+1)^2", false, "shrunk"}, {"-(x1+1)^2/3", false, "shrunk"},
		{"7x1", false, "affine"}, {"x1^2", false, "slanted"}, {"1000x1^2", false, "slanted"},
		{"-1e5 x1^2", false, "slanted"},
	}
	for seed := range uint64(lessontest.Seeds / 10) {
		task := lessontest.OpenTask(t, Unit(), "1.2", "beat", seed)
		for _, tt := range tests {
			if r := lessontest.Report(task, exercises.Answers{"wider": tt.text}); r.Accepted != tt.wider ||
				r.Misconception != tt.id {
				t.Errorf("seed %d, %s: got accepted %v, misconception %q (%s), want %v, %q", seed, tt.text,
					r.Accepted, r.Misconception, lessontest.Text(r.Fact), tt.wider, tt.id)
			}
		}
	}
}

// TestLineAndParabola_numbersAreShort checks that the quadratic separates the classes,
// and that the roots of the reference are short decimals.
func TestLineAndParabola_numbersAreShort(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		set := dataset.Worksheet1D(seed)
		e := lessontest.Open(t, lineAndParabola, "1.3", seed)
		c := value(t, lessontest.Task(t, e, "write").Info().Reference["c"])
		for i := range set.Len() {
			x := set.Point(i)[0]
			if f := x*x + 2*x + c; f*set.Label(i) < 0.05 {
				t.Errorf("seed %d: the quadratic is %v at %v, want the sign of class %v and at least 0.05", seed, f,
					x, set.Label(i))
			}
		}
		for _, field := range []string{"left", "right"} {
			typed := lessontest.Task(t, e, "roots").Info().Reference[field]
			if x := value(t, typed); math.Abs(x*x+2*x+c) > 1e-12 || len(typed) > 4 {
				t.Errorf("seed %d: %s = %s, want a root of at most 4 characters", seed, field, typed)
			}
		}
	}
}

func value(t *testing.T, text string) float64 {
	return must.Value(strconv.ParseFloat(text, 64))
}

func TestWeightsTask_judgesAQuadratic(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		task := lessontest.OpenTask(t, Unit(), "1.3", "write", seed)
		c := task.Info().Reference["c"]
		tests := []struct {
			a, b, c string
			right   bool
			id      string
			fact    string
		}{
			{"1", "2", c, true, "", ""},
			{"2", "4", "2*(" + c + ")", true, "", "2 times"},
			{"√2", "2√2", "√2*(" + c + ")", true, "", "√2 times"},
			{"1", "2", "(" + c + ")+0.001", true, "", "asks for the line x₂ = "},
			{"-3", "-6", "-3*(" + c + ")-0.001", false, "sign-flip", ""},
			{"0", "0", "0", false, "", "9 of 9"},
		}
		for _, tt := range tests {
			r := lessontest.Report(task, exercises.Answers{"a": tt.a, "b": tt.b, "c": tt.c})
			if r.Accepted != tt.right || r.Misconception != tt.id ||
				!strings.Contains(lessontest.Text(r.Fact), tt.fact) {
				t.Errorf("seed %d, %s, %s, %s: got accepted %v, misconception %q (%s), want %v, %q", seed, tt.a, tt.b,
					tt.c, r.Accepted, r.Misconception, lessontest.Text(r.Fact), tt.right, tt.id)
			}
		}
	}
}

func TestWeightsTask_judgesABoundary(t *testing.T) {
	task := lessontest.OpenTask(t, Unit(), "1.4", "weights", 0)
	tests := []struct {
		v     string
		right bool
		id    string
		fact  string
	}{
		{"1 0 0 -1 0 -5", true, "", ""},
		{"√2 0 0 -√2 0 -5√2", true, "", "√2 times"},
		{"1 0.001 0 -1 0 -5", true, "",
			"so it is accepted. But other boundaries do this too: the question asks for the curve x₁ = x₂² + 5."},
		{"2 0 0 -2.001 0 -10", true, "", "asks for the curve"},
		{"-2 0 0 2.001 0 10", false, "sign-flip", ""},
		{"0 0 0 0 0 0", false, "", "your f is 0"},
	}
	for _, tt := range tests {
		a := exercises.Answers{}
		for i, v := range strings.Fields(tt.v) {
			a[task.Info().Fields[i].Name] = v
		}
		if r := lessontest.Report(task, a); r.Accepted != tt.right || r.Misconception != tt.id ||
			!strings.Contains(lessontest.Text(r.Fact), tt.fact) {
			t.Errorf("%s: got accepted %v, misconception %q (%s), want %v, %q", tt.v, r.Accepted, r.Misconception,
				lessontest.Text(r.Fact), tt.right, tt.id)
		}
	}
}
