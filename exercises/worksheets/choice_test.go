package worksheets

import (
	"context"
	"testing"

	"kernellab/exercises"
)

func TestPredictionJudgesNothing(t *testing.T) {
	check := Prediction("a", "b")
	for _, c := range []struct {
		a        exercises.Answers
		verdict  exercises.Verdict
		accepted bool
	}{
		{nil, exercises.Empty, false},
		{exercises.Answers{"a": "1"}, exercises.Empty, false},
		{exercises.Answers{"a": "1", "b": "anything"}, exercises.Noted, true},
	} {
		if r := check(context.Background(), c.a); r.Verdict != c.verdict || r.Accepted != c.accepted {
			t.Errorf("%v: %q accepted %v", c.a, r.FirstLine(), r.Accepted)
		}
	}
}

func TestChoice(t *testing.T) {
	check := Choice("pick", "b")
	for value, want := range map[string]exercises.Verdict{"": exercises.Empty, "a": exercises.NotEqual, "b": exercises.Equal} {
		if r := check(context.Background(), exercises.Answers{"pick": value}); r.Verdict != want || r.Accepted != (value == "b") {
			t.Errorf("%q: %q accepted %v", value, r.FirstLine(), r.Accepted)
		}
	}
}
