package anatomy

import (
	"fmt"

	"kernellab/solvers"
)

// Summary is a step in a few words: what it did, and what there is now.
type Summary struct{ Done, Now []string }

func (t *Summary) did(format string, a ...any) { t.Done = append(t.Done, fmt.Sprintf(format, a...)) }
func (t *Summary) is(format string, a ...any)  { t.Now = append(t.Now, fmt.Sprintf(format, a...)) }

// Summary is a step of the kind in a few words; stepped is false where none led to
// it.
func (k Kind) Summary(s solvers.Step, stepped bool) (t Summary) {
	if k.Describe != nil {
		return k.Describe(s, stepped)
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

// EntriesOf lists what a step of the kind itself says.
func (k Kind) EntriesOf(s solvers.Step) []Entry {
	if k.Entries == nil {
		return nil
	}
	return k.Entries(s)
}
