package ascii

import (
	"strings"
	"testing"

	"kernellab/testdata/support/check"
)

// Only the current line has a mark. It stays visible if there are fewer rows than lines.
func TestListing_marksTheCurrentLine(t *testing.T) {
	code := PlainLines("while it is not 0", "a ← a + 1", "b = the sum of a and c", "c ← c/2")
	for current := range code {
		for _, h := range []int{6, 3} {
			var marked []string
			for row := range strings.Lines(runes(drawFigure(Listing{Code: code, Current: current}, 16, h, TrueColor))) {
				if text, ok := strings.CutPrefix(row, "› "); ok {
					marked = append(marked, strings.TrimSpace(text))
				}
			}
			check.That(t, len(marked) == 1 && strings.HasPrefix(code[current].String(), marked[0]),
				"line %d in %d rows: marked %q, want %q", current, h, marked, code[current].String())
		}
	}
}

// In words, the entries of a matrix stay below each other, and the body of a loop is indented.
func TestFigure_wordsKeepIndents(t *testing.T) {
	matrix := TextBlock{Lines: PlainLines("K = ( 1  2 )", "    ( 2  1 )  ", "  ")}.Words()
	check.Equal(t, strings.Join(matrix, "\n"), "K = ( 1  2 )\n    ( 2  1 )", "matrix")
	loop := Listing{Code: PlainLines("while f > 0", "f = f/2")}.Words()
	check.Equal(t, strings.Join(loop, "\n"), "while f > 0\n  f = f/2", "loop")
}
