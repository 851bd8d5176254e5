package pictures

import (
	"testing"

	"kernellab/ascii"
)

// A line is condensed only if it fits then.
func TestCondense(t *testing.T) {
	l := ascii.Line{{Text: "update 3  "}, {Text: "g = 1  gap 2"}}
	for _, c := range []struct {
		w    int
		want string
	}{
		{22, "update 3  g = 1  gap 2"}, {20, "update 3 g = 1 gap 2"}, {19, "update 3  g = 1  gap 2"},
	} {
		if got := condense(ascii.View{}, l, c.w).String(); got != c.want {
			t.Errorf("condense to %d columns = %q, want %q", c.w, got, c.want)
		}
	}
	if l.String() != "update 3  g = 1  gap 2" {
		t.Errorf("condense changed its argument to %q", l)
	}
}

// dropTail drops parts from the end, but never the first one.
func TestDropTail(t *testing.T) {
	whole := "update 3  pair (21, 1)  g = 0.2176  gap 60"
	for w, want := range map[int]string{
		80: whole, len(whole): whole, len(whole) - 1: "update 3  pair (21, 1)  g = 0.2176",
		34: "update 3  pair (21, 1)  g = " +
			"0.2176", 33: "update 3  pair (21, 1)", 10: "update 3", 3: "update 3", -5: "update 3",
	} {
		if got := dropTail(ascii.Plain(whole), w).String(); got != want {
			t.Errorf("dropTail to %d columns = %q, want %q", w, got, want)
		}
	}
}
