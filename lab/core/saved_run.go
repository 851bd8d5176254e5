package core

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

// Stamp changes whenever there is something new to save: when branches or conditions
// are added or removed, but not when a run is computed further.
type Stamp struct{ made, branches, shown, changes, waiting int }

// StampOf returns the current stamp of branches, conditions and waiting branches.
func StampOf(b *Branches, c *Breakpoints, w *Waiting) Stamp {
	return Stamp{b.Made(), b.Len(), b.Now(), c.changes, w.changes}
}

// Document returns what to save of branches and conditions, or nil if there is nothing
// to save. The branches must be up to date; see [Branches.Note].
func Document(b *Branches, c *Breakpoints) *progress.Debug {
	out := branchesOf(b.Keep())
	if len(out.Branches)+len(c.kept) == 0 {
		return nil
	}
	for _, k := range c.kept {
		out.Conditions = append(out.Conditions, progress.Condition{Text: k.Name, Off: k.Off})
	}
	return out
}

// branchesOf converts branches to the form of a document.
func branchesOf(k Keeping) *progress.Debug {
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

// Brought is the content of a document, rebuilt for a run.
type Brought struct {
	// Original is the run, computed as far as it was when the document was saved. It is
	// nil if the document belongs to another run.
	Original    exercises.Run
	Breakpoints []Breakpoint

	was      *progress.Debug
	branches []Regrown
	gone     int // branches
	unread   []string
}

// Bring computes the branches of a document again and reads its conditions.
func Bring(ctx context.Context, run exercises.Run, was *progress.Debug) Brought {
	out := Brought{was: was}
	if root := RootOf(run); root != "" && root == was.Root {
		out.Original, out.branches, out.gone = Regrow(ctx, run,
			Keeping{Last: was.Last, Branches: keptBranches(was.Branches)})
	} else {
		out.gone = len(was.Branches)
	}
	out.Breakpoints, out.unread = readAgain(run, was.Conditions)
	return out
}

// Graft adds the branches to a set whose original is up to date. If the set already has
// other branches, those of the document wait. Graft returns the index of the branch
// that was on the stage, or 0 if the student has made a new branch since.
func (m *Brought) Graft(b *Branches, w *Waiting) (shown int) {
	if !b.Graft(m.branches, m.was.Root, m.was.Made) {
		m.branches = nil
		m.gone += w.await(m.was)
	}
	if len(m.branches) == 0 || b.Now() != 0 {
		return 0
	}
	return max(0, b.Numbered(m.was.Shown))
}

// Branches returns the number of branches that were restored.
func (m Brought) Branches() int { return len(m.branches) }

// Words describes what could not be restored. It returns "" if everything was.
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

// GoneWords returns the message that n branches were lost with their run.
func GoneWords(n int) string {
	if n == 1 {
		return "a branch is gone: its run had other data or parameters"
	}
	return fmt.Sprintf("%d branches are gone: their run had other data or parameters", n)
}

// keptBranches converts the branches of a document to the form that is computed again.
func keptBranches(all []progress.Branch) []Kept {
	var out []Kept
	for _, b := range all {
		k := Kept{Number: b.Number, Left: b.Left, Last: b.Last}
		for _, f := range b.Forks {
			k.Forks = append(k.Forks, exercises.Fork{At: f.At, Choose: f.Choose, Name: f.Name})
		}
		out = append(out, k)
	}
	return out
}

// readAgain has a run read the conditions of a document. Conditions that it cannot read
// fall asleep, since another run may be able to; unread contains their texts.
func readAgain(run exercises.Run, all []progress.Condition) (out []Breakpoint, unread []string) {
	for _, c := range all {
		b, known := readBreak(run, c.Text)
		if !known {
			unread, b = append(unread, "“"+c.Text+"”"), exercises.Break{Name: c.Text, Label: c.Text}
		}
		out = append(out, Breakpoint{Break: b, Off: c.Off, Asleep: !known})
	}
	return out, unread
}

// readBreak returns the condition with a name: one that the run lists, or one that
// it can parse. ok is false if the run can do neither.
func readBreak(run exercises.Run, name string) (b exercises.Break, ok bool) {
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

// savedRun is what outlives the lab: the branches and the breakpoints in the saved
// document of the exercise. Until the document is restored, it is saved
// again unchanged.
type savedRun struct {
	job      Job
	pending  *progress.Debug // to be restored once there is a run
	frame    int             // where the student left the run
	recorded Stamp

	Waiting
}

// restoredMsg carries what was restored from a document.
type restoredMsg struct {
	Address
	Brought
}

func (d *Debugger) stamp() Stamp {
	return StampOf(&d.Player.Branches, &d.Breakpoints, &d.saved.Waiting)
}

// Recall schedules the saved state of a run to be restored once there is one.
func (d *Debugger) Recall(saved *progress.Debug, frame int) {
	d.saved.job.Stop()
	d.saved = savedRun{job: d.saved.job, frame: frame}
	d.saved.pending, d.saved.Waiting = Split(saved)
	d.saved.recorded = d.stamp()
}

// restore returns the work that recomputes the branches and parses the breakpoints,
// or nil if there is nothing to restore.
func (d *Debugger) restore(a Asker) Work {
	m, run := &d.saved, d.Player.Run()
	if m.pending == nil || run == nil || m.job.Busy() {
		return nil
	}
	pending := m.pending
	return a.Ask(&m.job, func(ctx context.Context, to Address) any {
		return restoredMsg{to, Bring(ctx, run, pending)}
	})
}

// restored applies the restored state. It returns a message about what could not be
// restored.
func (d *Debugger) restored(m restoredMsg) (notice string) {
	if !d.saved.job.Finish(m.Address) {
		return ""
	}
	d.saved.pending = nil
	p := &d.Player
	shown := m.Graft(p.Noted(), &d.saved.Waiting)
	if at, _ := p.Place(); m.Branches() > 0 && p.Branches.Now() == 0 && (at == d.saved.frame || p.Finished()) {
		p.Halt() // the run being computed is shorter
		p.Grown(m.Original)
		if shown > 0 {
			p.SwitchTo(shown)
		}
		p.Resume(d.saved.frame)
	}
	d.Breakpoints.Restore(m.Breakpoints) // counts as a change, so that the new state is saved
	return m.Words()
}

// WaitingBranches returns the number of branches that wait for their run.
func (d *Debugger) WaitingBranches() int { return d.saved.Count() }

// Changes returns the state to save. changed is false if it is the same as last time.
func (d *Debugger) Changes() (now *progress.Debug, changed bool) {
	s := d.stamp()
	if d.saved.pending != nil || s == d.saved.recorded {
		return nil, false
	}
	d.saved.recorded = s
	return d.Document(), true
}

// Document returns the state to save, or nil if it is empty. While a state waits to be
// restored, it returns that one.
func (d *Debugger) Document() *progress.Debug {
	if d.saved.pending != nil {
		return d.saved.With(d.saved.pending)
	}
	if d.Player.Run() != nil {
		d.Player.Noted()
	}
	return d.saved.With(Document(&d.Player.Branches, &d.Breakpoints))
}

// leaveRun sets the branches aside that do not belong to a new run, including those
// that wait to be restored. It returns a message if branches wait or were lost.
func (d *Debugger) leaveRun(run exercises.Run) (notice string) {
	m, p := &d.saved, &d.Player
	due := m.pending
	if p.Branches.Leaves(run) {
		p.Noted()
	}
	left, notice := m.SetAside(&p.Branches, due, run)
	if m.pending = left; left != due {
		m.job.Stop()
	}
	return notice
}

// enterRun schedules the branches of a run that has come back.
func (d *Debugger) enterRun(run exercises.Run) {
	m := &d.saved
	if m.pending != nil || run == nil {
		return
	}
	if m.pending = m.Return(run); m.pending != nil {
		m.frame, _ = d.Player.Place()
	}
}
