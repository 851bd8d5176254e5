package contents

import (
	"strings"
	"testing"

	"kernellab/ascii"
)

func TestHours(t *testing.T) {
	for minutes, want := range map[int]string{5: "5 min", 60: "1 h", 72: "1 h 12", 330: "6 h", 305: "5 h"} {
		if got := hours(minutes); got != want {
			t.Errorf("hours(%d) = %q, want %q", minutes, got, want)
		}
	}
	if strings.Contains(hours(59), "h") {
		t.Errorf("hours(59) = %q, want minutes", hours(59))
	}
}

func TestLayoutContents_noOverlap(t *testing.T) {
	for w := 0; w < 220; w += 7 {
		for h := 0; h < 70; h += 3 {
			c := LayoutContents(w, h)
			parts := []ascii.Rect{c.header, c.List, c.detail, c.footer}
			for i, a := range parts {
				if !a.Empty() && a.Intersect(ascii.Rect{W: w, H: h}) != a {
					t.Fatalf("part %d = %+v, want it inside %d×%d", i, a, w, h)
				}
				for _, b := range parts[:i] {
					if !a.Empty() && !b.Empty() && !a.Intersect(b).Empty() {
						t.Fatalf("%+v and %+v overlap, want none to in %d×%d", b, a, w, h)
					}
				}
			}
		}
	}
}
