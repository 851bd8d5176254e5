package stage

import (
	"strings"
	"testing"

	"kernellab/solvers"
)

// No name of a machine stands on the screen: not in a status, an event, a reason.
func TestNoNamesOfMachinesOnTheScreen(t *testing.T) {
	for name, r := range beginnings() {
		r = extended(t, r, 60)
		for i := range r.Len() {
			f := r.Frame(i)
			text := f.Status.String() + r.Event(i) + r.Summary(i)
			if f.Why != nil {
				for _, l := range f.Why() {
					text += l.String()
				}
			}
			for _, id := range []string{"iteration-limit", "max-violation", "max-error", "second-order"} {
				if strings.Contains(text, id) {
					t.Fatalf("%s, frame %d shows %q: %s", name, i, id, text)
				}
			}
		}
	}
	if solvers.IterationLimit.Words() == solvers.IterationLimit.String() {
		t.Error("the cap on steps has no words")
	}
}
