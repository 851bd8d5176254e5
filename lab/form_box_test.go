package lab

import (
	"strings"
	"testing"
)

// What is cut in the box of a cell has … at the end at which it is, but where the
// cursor stands.
func TestCutTextSaysSo(t *testing.T) {
	b := byHandBench(t, [2]int{120, 36})
	long := "0.123456789012345678901234567890"
	b.typed(long)
	b.sees("…")
	b.lacks(long)
	b.sees("567890 ")
	for l := range strings.SplitSeq(b.screen(), "\n") {
		if strings.Contains(l, "567890 ") && !strings.Contains(l, "…") {
			t.Errorf("with the cursor at the end %q", l)
		}
	}
	b.keys("home")
	b.sees("0.123")
	for l := range strings.SplitSeq(b.screen(), "\n") {
		if strings.Contains(l, " 0.123") && !strings.Contains(l, "…") {
			t.Errorf("with the cursor at the start %q", l)
		}
	}
}

// A key of the stage that is typed into a field is said to be one, where the answer
// could be read without it, and only there.
func TestStageKeyTypedIntoAField(t *testing.T) {
	b := derivationBench(t, [2]int{120, 48})
	b.keys("ctrl+n")
	for text, told := range map[string]bool{"∂f/∂w = φ →": true, "$": true, "∂f/∂w = ( →": false, "∂f/∂w = φ": false,
		"w ←": false} {
		b.keys("ctrl+e", "ctrl+u")
		b.typed(text)
		f := b.exercise().Task.Form
		if got := strings.Contains(f.Echoes[f.FieldName(f.At())].Problem, "leave the field first: esc"); got != told {
			t.Errorf("%q: %v", text, got)
		}
	}
}
