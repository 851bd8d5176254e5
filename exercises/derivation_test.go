package exercises

import "testing"

func TestSplitReason(t *testing.T) {
	for line, want := range map[string]struct {
		sides, reason string
		at            int
	}{
		"f = K a by definition":     {"f = K a", "definition", 11},
		"f = K a  by  putting in  ": {"f = K a", "putting in", 13},
		"f = K a by ":               {"f = K a", "", 11},
		"f = K a by":                {"f = K a", "", 10},
		"f = K a":                   {"f = K a", "", -1},
		"f = b y":                   {"f = b y", "", -1},
		"f = byte":                  {"f = byte", "", -1},
		"by = 2":                    {"by = 2", "", -1},
	} {
		if sides, reason, at := SplitReason(line); sides != want.sides || reason != want.reason || at != want.at {
			t.Errorf("SplitReason(%q) = %q, %q, %d, want %q, %q, %d", line, sides, reason, at, want.sides, want.reason,
				want.at)
		}
	}
}

func TestWithReason_endsTheLineOfTheCursor(t *testing.T) {
	for _, c := range []struct {
		text     string
		at       int
		want     string
		cursorAt int
	}{
		{"a = b", 5, "a = b by R; ", 12},
		{"a = b; c = d", 2, "a = b by R; c = d", 10},
		{"a = b; c = d", 12, "a = b; c = d by R; ", 19},
		{"a = b by old one; c = d", 3, "a = b by R; c = d", 10},
		{"a = φ; ", 7, "a = φ by R; ", 12},
		{"a = φ by R; ", 12, "a = φ by R; ", 12},
		{"", 0, "", 0},
		{"a = b", 99, "a = b by R; ", 12},
	} {
		if got, at := WithReason(c.text, c.at, "R"); got != c.want || at != c.cursorAt {
			t.Errorf("WithReason(%q, %d) = %q, %d, want %q, %d", c.text, c.at, got, at, c.want, c.cursorAt)
		}
	}
}
