package lab

import (
	"strings"
	"testing"
)

// A text that is cut in the box of a cell has … at the end where it is cut, unless the
// cursor is there.
func TestBox_cutTextHasEllipsis(t *testing.T) {
	b := byHandBench(t, [2]int{120, 36})
	long := "0.123456789012345678901234567890"
	b.typed(long)
	b.sees("…")
	b.lacks(long)
	b.sees("567890 ")
	for l := range strings.SplitSeq(b.screen(), "\n") {
		if strings.Contains(l, "567890 ") && !strings.Contains(l, "…") {
			t.Errorf("with the cursor at the end got %q, want …", l)
		}
	}
	b.keys("home")
	b.sees("0.123")
	for l := range strings.SplitSeq(b.screen(), "\n") {
		if strings.Contains(l, " 0.123") && !strings.Contains(l, "…") {
			t.Errorf("with the cursor at the start got %q, want …", l)
		}
	}
}

// A stage key typed into a field is explained if, and only if, the answer would be
// readable without it.
func TestField_stageKeyIsExplained(t *testing.T) {
	b := derivationBench(t, [2]int{120, 48})
	b.keys("ctrl+n")
	for text, told := range map[string]bool{"∂f/∂w = φ →": true, "$": true, "∂f/∂w = ( →": false, "∂f/∂w = φ": false,
		"w ←": false} {
		b.keys("ctrl+e", "ctrl+u")
		b.typed(text)
		f := b.exercise().Task.Form
		if got := strings.Contains(f.Echoes[f.FieldName(f.At())].Problem, "leave the field first: esc"); got != told {
			t.Errorf("%q: explained = %v, want the opposite", text, got)
		}
	}
}
