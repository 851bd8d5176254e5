package ascii

import (
	"strings"
	"testing"
)

// The current line alone has a mark, and stays in sight where there is too little room.
func TestListing_marksTheCurrentLine(t *testing.T) {
	code := PlainLines("while it is not 0", "a ← a + 1", "b = the sum of a and c", "c ← c/2")
	for current := range code {
		for _, h := range []int{6, 3} {
			g := NewGrid(16, h)
			Listing{Code: code, Current: current}.Draw(g, g.Bounds(), View{})
			var marked []string
			for y := range h {
				var row strings.Builder
				for x := range 16 {
					row.WriteRune(g.At(x, y).Rune)
				}
				if text, ok := strings.CutPrefix(row.String(), "› "); ok {
					marked = append(marked, strings.Trim(text, " \x00"))
				}
			}
			if len(marked) != 1 || !strings.HasPrefix(code[current].String(), marked[0]) {
				t.Errorf("line %d in %d rows: marked %q, want %q", current, h, marked, code[current].String())
			}
		}
	}
}
