package lab

import (
	"testing"

	"kernellab/ascii"
)

// TestAStatusThatWouldBeCut is set tighter where it fits then, and is left as
// it is where it does not.
func TestAStatusThatWouldBeCut(t *testing.T) {
	l := ascii.Line{{Text: "update 3  "}, {Text: "W = 1  gap 2"}}
	for _, c := range []struct {
		w    int
		want string
	}{
		{22, "update 3  W = 1  gap 2"}, {20, "update 3 W = 1 gap 2"}, {19, "update 3  W = 1  gap 2"},
	} {
		if got := tight(ascii.View{}, l, c.w).String(); got != c.want {
			t.Errorf("in %d columns %q, want %q", c.w, got, c.want)
		}
	}
	if l.String() != "update 3  W = 1  gap 2" {
		t.Error("the line itself has changed")
	}
}
