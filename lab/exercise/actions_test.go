package exercise

import (
	"cmp"
	"strings"
	"testing"

	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// Every key that a footer can show is one that can be clicked.
func TestKeysOfTheFooterHaveNames(t *testing.T) {
	all := Actions()
	for _, a := range all {
		if a.Rank == 0 {
			continue
		}
		name, _, _ := strings.Cut(cmp.Or(a.ShownKey, session.FirstKey(a.KeyBinding)), " ")
		k, ok := ui.KeyNamed(name)
		if !ok {
			t.Errorf("%q (%s) cannot be pressed", name, a.Name)
			continue
		}
		if all.Match(a.Zone, k) == nil {
			t.Errorf("%q, as %q, is no key of %q", name, k.String(), a.Zone.String())
		}
	}
}
