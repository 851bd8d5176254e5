package contents

import (
	"testing"

	"kernellab/ascii"
)

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
