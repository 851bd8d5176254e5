package answer

import (
	"slices"
	"strings"
	"testing"

	"kernellab/exercises"
)

// TestBracketsHaveToMatch: no reader of several things takes a text whose
// brackets do not match, or in which nothing stands between two separators, and
// what it offers in place of it can be read.
func TestBracketsHaveToMatch(t *testing.T) {
	lo, hi := Int(1), Int(3)
	vector := VectorTask{Want: []Expr{Int(1), Int(3)}}
	kernel := WitnessTask{KernelTask: KernelTask{X: []string{"x"}, Z: []string{"z"}}, Kernel: "x z - 1"}
	readers := map[string]func(text string) Result{
		"set":      func(text string) Result { return JudgeSet(text, SetTask{Want: []int{1, 3}, Max: 4}) },
		"vector":   func(text string) Result { return JudgeVector(t.Context(), text, vector) },
		"interval": func(text string) Result { return JudgeInterval(t.Context(), text, IntervalTask{Lo: &lo, Hi: &hi}) },
		"matrix":   func(text string) Result { return JudgeMatrix(t.Context(), text, MatrixTask{Want: "[[1, 3]]"}) },
		"points":   func(text string) Result { return JudgeWitness(t.Context(), text+" | 1, 1", kernel) },
		"weights":  func(text string) Result { return JudgeWitness(t.Context(), "1, 2 | "+text, kernel) },
	}
	for name, judge := range readers {
		for _, text := range []string{"[1, 3", "1, 3]", "[1, 3}", "{1, 3)", "[1, 3]]", "[[1, 3]", "[1,, 3]", "[, 1, 3]", "[1, 3,,]", "[1; , 3]", "1, (3", "[](1, 3)"} {
			r := judge(text)
			if r.Verdict != exercises.Unreadable || len(r.Fact) == 0 {
				t.Errorf("%s: %q is %s %v", name, text, r.Verdict.Words(), r.Fact)
			}
			if r.Fix != "" && slices.Contains([]string{"points", "weights"}, name) && !strings.Contains(r.Fix, "|") {
				t.Errorf("%s: %q is mended to %q, which has no bar", name, text, r.Fix)
			}
		}
	}
	for _, name := range []string{"set", "vector", "points"} {
		if r := readers[name]("[1, 3]"); !r.Verdict.Counts() {
			t.Errorf("%s: [1, 3] is %s %v", name, r.Verdict.Words(), r.Fact)
		}
	}
}

// TestInside: what is offered for a part of a text is offered for the whole.
func TestInside(t *testing.T) {
	lo, hi := Int(0), Int(1)
	r := JudgeInterval(t.Context(), "[0, 1/2√(4)4]", IntervalTask{Lo: &lo, Hi: &hi})
	for _, other := range r.Readings {
		if again := JudgeInterval(t.Context(), other.Text, IntervalTask{Lo: &lo, Hi: &hi}); again.Verdict == exercises.Unreadable {
			t.Errorf("the reading %q cannot be read: %v", other.Text, again.Fact)
		}
	}
}
