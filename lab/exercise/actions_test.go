package exercise

import (
	"cmp"
	"strings"
	"testing"

	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// Every key that a footer can show can also be clicked.
func TestActions_footerKeysCanBePressed(t *testing.T) {
	all := Actions()
	for _, a := range all {
		if a.Rank == 0 {
			continue
		}
		name, _, _ := strings.Cut(cmp.Or(a.ShownKey, session.FirstKey(a.KeyBinding)), " ")
		k, ok := ui.KeyNamed(name)
		if !ok {
			t.Errorf("KeyNamed(%q) of %s is not ok, want a key", name, a.Name)
			continue
		}
		if all.Match(a.Zone, k) == nil {
			t.Errorf("Match(%q, %q) for %q = nil, want an action", a.Zone.String(), k.String(), name)
		}
	}
}
