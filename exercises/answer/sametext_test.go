package answer

import "testing"

func TestSameText(t *testing.T) {
	same := SameText(Scope{Vars: []string{"x1"}})
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"(x1+1)^2", "x1² + 2x1 + 1", true},
		{"√8", "2√2", true},
		{"1.414", "√2", false},
		{"x1", "x1 + 1", false},
		{"x1 +", "x1", false},
		{"x1", "y", false},
	} {
		if got := same(t.Context(), "f", c.a, c.b); got != c.want {
			t.Errorf("%q, %q: %v", c.a, c.b, got)
		}
	}
}
