package plain

import (
	"testing"

	"kernellab/ascii"
)

// TestControlIsNoKey: where the stage has a control of that name, a letter in a
// text is the control and no key.
func TestControlIsNoKey(t *testing.T) {
	text := ascii.Line{{Text: "Move ", Ink: ascii.Text}, {Text: "n", Ink: ascii.Accent}}
	if said := (&voice{controls: []string{"n"}}).heard(text); said != "Move n" {
		t.Errorf("with a control n: %s", said)
	}
	if said := (&voice{}).heard(text); said != "Move “event”" {
		t.Errorf("without one: %s", said)
	}
}
