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

// In words, the entries of a matrix stay below each other.
func TestTextBlock_keepsIndents(t *testing.T) {
	got := strings.Join(TextBlock{Lines: PlainLines("K = ( 1  2 )", "    ( 2  1 )  ", "  ")}.Words(), "\n")
	if want := "K = ( 1  2 )\n    ( 2  1 )"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// In words, the body of the loop is indented below its head.
func TestListing_indentsItsBody(t *testing.T) {
	got := strings.Join(Listing{Code: PlainLines("while f > 0", "f = f/2")}.Words(), "\n")
	if want := "while f > 0\n  f = f/2"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
