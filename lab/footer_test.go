package lab

import (
	"cmp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
)

// A click on a key of the footer is that key, in the contents and in an exercise,
// also on one of two that stand together.
func TestClicksOnTheFooter(t *testing.T) {
	b := newBench(t, 120, 36, Config{Background: Dark})
	click := func(text string) {
		t.Helper()
		rows := strings.Split(b.screen(), "\n")
		for y := len(rows) - 1; y >= 0; y-- {
			if i := strings.Index(rows[y], text); i >= 0 {
				b.send(tea.MouseClickMsg{X: ascii.Width(rows[y][:i]), Y: y, Button: tea.MouseLeft})
				return
			}
		}
		t.Fatalf("no %q on the screen:\n%s", text, b.screen())
	}
	click("↓ choose")
	b.sees("› ·  1.3")
	click("↑ ↓")
	b.sees("› ·  1.2")
	click("? help")
	b.sees("In a text field")
	b.keys("esc")
	click("enter start")
	b.sees("Look at the points")
	click("q back")
	b.sees("0 of 2", "enter resume")
}

// Every key that a footer can show is one that can be clicked.
func TestKeysOfTheFooterHaveNames(t *testing.T) {
	all := exerciseActs()
	for _, a := range all {
		if a.foot.rank == 0 {
			continue
		}
		name, _, _ := strings.Cut(cmp.Or(a.foot.keys, firstKey(a.binding)), " ")
		k, ok := keyNamed(name)
		if !ok {
			t.Errorf("%q (%s) cannot be pressed", name, a.name)
			continue
		}
		if all.match(a.zone, k) == nil {
			t.Errorf("%q, as %q, is no key of %q", name, k.String(), a.zone.String())
		}
	}
}
