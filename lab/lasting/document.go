package lasting

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"kernellab/exercises"
	"kernellab/lab/branches"
	"kernellab/lab/progress"
)

// Stamp tells whether something is to be noted: it changes with what was made and
// forgotten, not with how far a run is computed.
type Stamp struct{ made, branches, shown, changes, waiting int }

// StampOf is that of branches, conditions and what waits as they are.
func StampOf(b *branches.Set, c *Conditions, w *Waiting) Stamp {
	return Stamp{b.Made(), b.Len(), b.Now(), c.changes, w.changes}
}

// Document is what is to be kept of branches that are noted and of conditions, nil
// where that is nothing.
func Document(b *branches.Set, c *Conditions) *progress.Debug {
	out := branchesOf(b.Keep())
	if len(out.Branches)+len(c.kept) == 0 {
		return nil
	}
	for _, k := range c.kept {
		out.Conditions = append(out.Conditions, progress.Condition{Text: k.Name, Off: k.Off})
	}
	return out
}

// branchesOf are branches as a document has them.
func branchesOf(k branches.Keeping) *progress.Debug {
	out := &progress.Debug{Root: k.Root, Last: k.Last, Shown: k.Shown, Made: k.Made}
	for _, k := range k.Branches {
		b := progress.Branch{Number: k.Number, Left: k.Left, Last: k.Last}
		for _, f := range k.Forks {
			b.Forks = append(b.Forks, progress.Fork{At: f.At, Choose: maps.Clone(f.Choose), Name: f.Name})
		}
		out.Branches = append(out.Branches, b)
	}
	return out
}

// Brought is what a document had, made again beside a run.
type Brought struct {
	// Original is the run as far as it was computed; nil where the document is of
	// another one.
	Original   exercises.Run
	Conditions []Condition

	was      *progress.Debug
	branches []branches.Regrown
	gone     int // branches
	unread   []string
}

// Bring makes the branches of a document again and reads its conditions.
func Bring(ctx context.Context, run exercises.Run, was *progress.Debug) Brought {
	out := Brought{was: was}
	if root := branches.RootOf(run); root != "" && root == was.Root {
		out.Original, out.branches, out.gone = branches.Regrow(ctx, run, branches.Keeping{Last: was.Last, Branches: keptBranches(was.Branches)})
	} else {
		out.gone = len(was.Branches)
	}
	out.Conditions, out.unread = readAgain(run, was.Conditions)
	return out
}

// Graft puts the branches beside the original, which is noted; where others stand
// there they wait. It returns the branch that was on the stage, where nothing was
// made since; else 0.
func (m *Brought) Graft(b *branches.Set, w *Waiting) (shown int) {
	if !b.Graft(m.branches, m.was.Root, m.was.Made) {
		m.branches = nil
		m.gone += w.await(m.was)
	}
	if len(m.branches) == 0 || b.Now() != 0 {
		return 0
	}
	return max(0, b.Numbered(m.was.Shown))
}

// Branches is how many there are again.
func (m Brought) Branches() int { return len(m.branches) }

// Words say what could not be brought back, "" where all could.
func (m Brought) Words() string {
	var words []string
	if m.gone > 0 {
		words = append(words, GoneWords(m.gone))
	}
	if len(m.unread) > 0 {
		words = append(words, "asleep here: "+strings.Join(m.unread, ", "))
	}
	return strings.Join(words, "; ")
}

// GoneWords say that branches went with their run.
func GoneWords(n int) string {
	if n == 1 {
		return "a branch is gone: its run had other data or parameters"
	}
	return fmt.Sprintf("%d branches are gone: their run had other data or parameters", n)
}

// keptBranches are those of a document, as they are made again.
func keptBranches(all []progress.Branch) []branches.Kept {
	var out []branches.Kept
	for _, b := range all {
		k := branches.Kept{Number: b.Number, Left: b.Left, Last: b.Last}
		for _, f := range b.Forks {
			k.Forks = append(k.Forks, exercises.Fork{At: f.At, Choose: f.Choose, Name: f.Name})
		}
		out = append(out, k)
	}
	return out
}

// readAgain reads the conditions of a document in the words of a run. Those that it
// cannot be asked sleep, for another run may be; unread are their texts.
func readAgain(run exercises.Run, all []progress.Condition) (out []Condition, unread []string) {
	for _, c := range all {
		b, known := ReadCondition(run, c.Text)
		if !known {
			unread, b = append(unread, "“"+c.Text+"”"), exercises.Break{Name: c.Text, Label: c.Text}
		}
		out = append(out, Condition{Break: b, Off: c.Off, Asleep: !known})
	}
	return out, unread
}

// ReadCondition reads a condition by its name, of the kinds that a run lists or
// typed; not ok where the run cannot be asked.
func ReadCondition(run exercises.Run, name string) (b exercises.Break, ok bool) {
	listed := run.Breaks()
	if i := slices.IndexFunc(listed, func(b exercises.Break) bool { return b.Name == name }); i >= 0 {
		return listed[i], true
	}
	typed := run.Abilities().Breakpoints
	if typed == nil {
		return b, false
	}
	b, err := typed.Watch(name)
	return b, err == nil
}
