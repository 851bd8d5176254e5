package anatomy

import (
	"fmt"

	"kernellab/solvers"
)

// Told is a step in a few words: what it did, and what there is now.
type Told struct{ Did, Is []string }

func (t *Told) did(format string, a ...any) { t.Did = append(t.Did, fmt.Sprintf(format, a...)) }
func (t *Told) is(format string, a ...any)  { t.Is = append(t.Is, fmt.Sprintf(format, a...)) }

// Told is a step of the kind in a few words; stepped is false where none led to
// it.
func (k Kind) Told(s solvers.Step, stepped bool) (t Told) {
	if k.Tell != nil {
		return k.Tell(s, stepped)
	}
	t.is("%s %s", k.Objective, Num(s.Objective))
	return t
}

// Entry is a number, a word or a yes of a step under its name in files for
// other programs. Points count from 1.
type Entry struct {
	Name  string
	Value any // int, float64, bool or string
}

// Says lists what a step of the kind itself says.
func (k Kind) Says(s solvers.Step) []Entry {
	if k.Entries == nil {
		return nil
	}
	return k.Entries(s)
}
