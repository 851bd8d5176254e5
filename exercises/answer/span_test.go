package answer

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"kernellab/exercises"
)

func vectorOf(text string) []Expr { return MustParse(text, Scope{}).List() }

func TestSpan(t *testing.T) {
	plane := [][]Expr{vectorOf("[1, 0, 2]"), vectorOf("[0, 1, -3]")}
	for _, c := range []struct {
		text    string
		outside bool
		want    exercises.Verdict
	}{
		{"[1, 1, -1]", false, exercises.Equal},
		{"[√2, 0, 2√2]", false, exercises.Equal},
		{"[1, 1, 0]", false, exercises.NotEqual},
		{"[1, 1, 0]", true, exercises.Equal},
		{"[0, 0, 1e-9]", true, exercises.Equal},
		{"[1, 1, -1]", true, exercises.NotEqual},
		{"[0, 0, 0]", true, exercises.NotEqual},
		{"[0, 0, 0]", false, exercises.Equal},
		{"[1, 1]", true, exercises.NotEqual},
		{"", true, exercises.Empty},
		{"[1, 1", true, exercises.Unreadable},
	} {
		r := JudgeSpan(t.Context(), c.text, SpanTask{Of: plane, Outside: c.outside})
		if r.Verdict != c.want {
			t.Errorf("%s, outside %v: %s, %v", c.text, c.outside, r.Verdict.Words(), r.Fact)
		}
	}
	if r := JudgeSpan(t.Context(), "[0,0,0]", SpanTask{Of: plane, NonZero: true}); r.Accepted {
		t.Error("the zero vector is accepted where it is refused")
	}
}

// Whole combinations lie in the span; with a multiple of the normal added they
// do not.
func TestSpanOfCombinations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(-5, 5)
		a, b, u, v, w := n.Draw(t, "a"), n.Draw(t, "b"), n.Draw(t, "u"), n.Draw(t, "v"), n.Draw(t, "w")
		task := SpanTask{Of: [][]Expr{vectorOf(fmt.Sprintf("[1, 0, %d]", a)), vectorOf(fmt.Sprintf("[0, 1, %d]", b))}}
		text := fmt.Sprintf("[%d, %d, %d]", u-a*w, v-b*w, u*a+v*b+w)
		if got, want := JudgeSpan(t.Context(), text, task).Accepted, w == 0; got != want {
			t.Fatalf("%s in the span of (1, 0, %d) and (0, 1, %d): %v", text, a, b, got)
		}
	})
}
