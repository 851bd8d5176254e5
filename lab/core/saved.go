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

// stateSaver restores and saves the branches and breakpoints that belong to the run of a task. They
// are part of the document in which the student's work on the exercise is saved. Until they are
// restored, they are saved again unchanged. The root of a branch is a name for the beginning of the
// run from which it was forked: a branch can be restored only for a run with the same root.
type stateSaver struct {
	job         Job
	pending     *progress.Debug // state to restore once there is a run
	frame       int             // where the student left the run
	savedCounts changeCounts
	waiting     waitingBranches
}

// changeCounts counts what has been changed. It differs whenever there is something new to save:
// when a branch or breakpoint is added, removed, shown, or switched on or off, but not when a run is
// computed further.
type changeCounts struct{ forks, branches, shown, breakpoints, waiting int }

func (d *Debugger) changeCounts() changeCounts {
	b := &d.Player.Branches
	return changeCounts{b.forks, len(b.list), b.current, d.Breakpoints.changes, d.saver.waiting.changes}
}

// ScheduleRestore schedules a saved state, which may be nil, to be restored as soon as there is
// a run. frame is where the student left the run.
func (d *Debugger) ScheduleRestore(saved *progress.Debug, frame int) {
	d.saver.job.Stop()
	d.saver = stateSaver{job: d.saver.job, frame: frame}
	if saved != nil {
		d.saver.waiting.runs = slices.DeleteFunc(slices.Clone(saved.OtherRuns),
			func(o *progress.Debug) bool { return o == nil || o.Root == "" })
		if len(saved.Branches)+len(saved.Conditions) > 0 {
			d.saver.pending = saved
		}
	}
	d.saver.savedCounts = d.changeCounts()
}

// restoredMsg contains the state that was restored from a document.
type restoredMsg struct {
	Address
	saved       *progress.Debug
	original    exercises.Run // original run with the saved number of frames; nil if the document is for another run
	branches    []restoredBranch
	lost        int // number of branches that could not be restored
	breakpoints []Breakpoint
	unparsed    []string // texts of conditions that the run could not parse
}

// restore returns the command that computes the branches and parses the breakpoints again, or nil
// if there is nothing to restore.
func (d *Debugger) restore(jobs JobStarter) Command {
	s, run := &d.saver, d.Player.run
	if s.pending == nil || run == nil || s.job.Busy() {
		return nil
	}
	saved := s.pending
	return jobs.StartJob(&s.job, func(ctx context.Context, to Address) any {
		m := restoredMsg{Address: to, saved: saved, lost: len(saved.Branches)}
		if root := rootOf(run); root != "" && root == saved.Root {
			m.original, m.branches, m.lost = recomputeBranches(ctx, run, saved)
		}
		m.breakpoints, m.unparsed = parseConditions(run, saved.Conditions)
		return m
	})
}

// applyRestored applies the restored state. It returns a message about what could not be
// restored.
func (d *Debugger) applyRestored(m restoredMsg) (notice string) {
	s, p := &d.saver, &d.Player
	if !s.job.Finish(m.Address) {
		return ""
	}
	s.pending = nil
	b := p.UpdatedBranches()
	if !b.addRestored(m.branches, m.saved.Root, m.saved.BranchesMade) {
		m.branches, m.lost = nil, m.lost+s.waiting.add(m.saved)
	}
	if at, _ := p.Position(); len(m.branches) > 0 && b.current == 0 && (at == s.frame || p.Finished()) {
		p.Halt() // a batch in progress would bring back the shorter run
		p.ExtendTo(m.original)
		if shown := b.indexOfNumber(m.saved.ShownBranch); shown > 0 {
			d.SwitchTo(shown)
		}
		p.Resume(s.frame)
	}
	d.Breakpoints.restore(m.breakpoints) // counts as a change, so that the new state is saved
	var words []string
	if m.lost > 0 {
		words = append(words, lostWords(m.lost))
	}
	if len(m.unparsed) > 0 {
		words = append(words, "without effect here: "+strings.Join(m.unparsed, ", "))
	}
	return strings.Join(words, "; ")
}

// parseConditions parses the conditions of a document for a run. Conditions that the run cannot
// parse become unsupported and stay in the list, because another run may be able to parse
// them. unparsed contains their texts.
func parseConditions(run exercises.Run, all []progress.Condition) (out []Breakpoint, unparsed []string) {
	for _, c := range all {
		condition, known := findCondition(run, c.Text)
		if !known {
			unparsed, condition = append(unparsed, "“"+c.Text+"”"), exercises.Condition{Name: c.Text, Label: c.Text}
		}
		out = append(out, Breakpoint{Condition: condition, Off: c.Off, Unsupported: !known})
	}
	return out, unparsed
}

// findCondition returns the condition with the given name if the run lists the condition or can
// parse the name. Otherwise ok is false.
func findCondition(run exercises.Run, name string) (condition exercises.Condition, ok bool) {
	listed := run.Conditions()
	if i := slices.IndexFunc(listed, func(c exercises.Condition) bool { return c.Name == name }); i >= 0 {
		return listed[i], true
	}
	ability := run.Abilities().ConditionParser
	if ability == nil {
		return condition, false
	}
	condition, err := ability.ParseCondition(name)
	return condition, err == nil
}

// WaitingBranches returns the number of branches that wait for their run.
func (d *Debugger) WaitingBranches() int { return d.saver.waiting.count() }

// Changes returns the state to save. changed is false if the state is the same as in the previous
// call, or still waits to be restored.
func (d *Debugger) Changes() (now *progress.Debug, changed bool) {
	s := d.changeCounts()
	if d.saver.pending != nil || s == d.saver.savedCounts {
		return nil, false
	}
	d.saver.savedCounts = s
	return d.Document(), true
}

// Document returns the state to save, or nil if it is empty. While a state waits to be restored,
// Document returns that state.
func (d *Debugger) Document() *progress.Debug {
	s := &d.saver
	if s.pending != nil {
		return s.waiting.addTo(s.pending)
	}
	if d.Player.run != nil {
		d.Player.UpdatedBranches()
	}
	out := d.Player.Branches.save()
	for _, b := range d.Breakpoints.list {
		out.Conditions = append(out.Conditions, progress.Condition{Text: b.Name, Off: b.Off})
	}
	if len(out.Branches)+len(out.Conditions) == 0 {
		out = nil
	}
	return s.waiting.addTo(out)
}

// leaveRun sets aside the branches that do not belong to a new run, including branches that
// have not been restored yet. It returns a message if branches are set aside or lost.
func (d *Debugger) leaveRun(run exercises.Run) (notice string) {
	s, waitCount, lostCount := &d.saver, 0, 0
	setAside := func(saved *progress.Debug) {
		waitCount += len(saved.Branches)
		lostCount += s.waiting.add(saved)
	}
	pending, root := s.pending, rootOf(run)
	if pending != nil && len(pending.Branches) > 0 && root != "" && root != pending.Root {
		setAside(pending)
		s.job.Stop()
		if s.pending = nil; len(pending.Conditions) > 0 {
			s.pending = &progress.Debug{Conditions: pending.Conditions}
		}
	}
	if b := &d.Player.Branches; b.mustDropForks(run) {
		saved := d.Player.UpdatedBranches().save()
		if len(saved.Branches) > 0 {
			setAside(saved)
		}
		lostCount += len(b.list) - 1 - len(saved.Branches)
		*b = Branches{}
	}
	var words []string
	if waitCount > 0 {
		words = append(words, WaitWords(waitCount))
	}
	if lostCount > 0 {
		words = append(words, lostWords(lostCount))
	}
	return strings.Join(words, "; ")
}

// enterRun schedules the waiting branches of a run to be restored.
func (d *Debugger) enterRun(run exercises.Run) {
	s := &d.saver
	if run == nil || s.pending != nil && len(s.pending.Branches) > 0 {
		return
	}
	if waiting := s.waiting.take(rootOf(run)); waiting != nil {
		if s.pending != nil {
			waiting.Conditions = s.pending.Conditions
		}
		s.pending = waiting
		s.frame, _ = d.Player.Position()
	}
}

// WaitWords returns the message that n branches are kept until their run is shown
// again.
func WaitWords(n int) string {
	if n == 1 {
		return "a branch waits until the data and parameters are the same again"
	}
	return fmt.Sprintf("%d branches wait until the data and parameters are the same again", n)
}

// lostWords returns the message that n branches were lost with their run.
func lostWords(n int) string {
	if n == 1 {
		return "a branch is gone: its run had different data or parameters"
	}
	return fmt.Sprintf("%d branches are gone: their run had different data or parameters", n)
}

// maxSavedBranches is the maximum number of branches that are saved; older ones are dropped.
// maxForks is the maximum number of forks that lead to a branch; a branch with more is not saved.
const maxSavedBranches, maxForks = 24, 48

// save returns the saved form of the branches, which must be up to date. If there are no forks,
// only BranchesMade is set.
func (b *Branches) save() *progress.Debug {
	out := &progress.Debug{BranchesMade: b.forks}
	if !b.Forked() {
		return out
	}
	if out.Root = rootOf(b.list[0].run); out.Root == "" {
		return out
	}
	out.LastFrame = b.list[0].run.Len() - 1
	for i, br := range b.list[1:] {
		forks := br.run.Abilities().Branching.Forks()
		if len(forks) > maxForks {
			continue
		}
		saved := progress.Branch{Number: br.number, Parent: b.list[br.parent].number, LastFrame: br.run.Len() - 1}
		for _, f := range forks {
			saved.Forks = append(saved.Forks,
				progress.Fork{Frame: f.Frame, Choices: maps.Clone(f.Answers), Name: f.Name})
		}
		out.Branches = append(out.Branches, saved)
		if i+1 == b.current {
			out.ShownBranch = br.number
		}
	}
	out.Branches = out.Branches[max(0, len(out.Branches)-maxSavedBranches):]
	if !slices.ContainsFunc(out.Branches, func(s progress.Branch) bool { return s.Number == out.ShownBranch }) {
		out.ShownBranch = 0
	}
	return out
}

// restoredBranch is a saved branch that was computed again.
type restoredBranch struct {
	progress.Branch
	run exercises.Run
}

// recomputeBranches computes a saved original and its branches again. It omits branches that cannot
// be computed, and returns their number as lost.
func recomputeBranches(ctx context.Context, run exercises.Run, saved *progress.Debug) (original exercises.Run,
	out []restoredBranch, lost int) {
	original = exercises.ExtendTo(ctx, run, min(saved.LastFrame, recomputeLimit))
	seen := map[int]bool{}
	for _, b := range saved.Branches {
		if b.Number < 1 || len(b.Forks) == 0 || seen[b.Number] {
			lost++
			continue
		}
		var forks []exercises.Fork
		for _, f := range b.Forks {
			forks = append(forks, exercises.Fork{Frame: f.Frame, Answers: f.Choices, Name: f.Name})
		}
		branchRun, err := exercises.ReplayForks(ctx, original, forks,
			min(b.LastFrame, forks[len(forks)-1].Frame+recomputeLimit))
		if err != nil {
			lost++
			continue
		}
		seen[b.Number] = true
		out = append(out, restoredBranch{b, branchRun})
	}
	return original, out, lost
}

// recomputeLimit is the maximum number of frames that are computed when a run is restored, from its
// last fork on. The others are computed when the student goes to them.
const recomputeLimit = 5000

// addRestored adds branches that were saved earlier, with their old numbers. New branches are
// numbered from forks + 1, because the numbers up to forks were used before. ok is false if the
// original has another root.
func (b *Branches) addRestored(all []restoredBranch, root string, forks int) (ok bool) {
	if len(all) > 0 && rootOf(b.list[0].run) != root {
		return false
	}
	b.forks = max(b.forks, forks)
	all = slices.DeleteFunc(slices.Clone(all), func(r restoredBranch) bool { return b.indexOfNumber(r.Number) >= 0 })
	for _, r := range all {
		b.list = append(b.list, branch{run: r.run, number: r.Number})
		b.forks = max(b.forks, r.Number)
	}
	for i, r := range all {
		at := len(b.list) - len(all) + i
		if parent := b.indexOfNumber(r.Parent); parent < at {
			b.list[at].parent = max(0, parent)
		}
	}
	return true
}

// indexOfNumber returns the index of the branch with a number, or −1.
func (b *Branches) indexOfNumber(number int) int {
	return slices.IndexFunc(b.list, func(o branch) bool { return number > 0 && o.number == number })
}

// mustDropForks reports whether the forks must be removed if run becomes the original. They
// must be removed if run is nil or is known to begin differently from the old original.
func (b *Branches) mustDropForks(run exercises.Run) bool {
	if !b.Forked() || run == nil {
		return b.Forked()
	}
	before, after := rootOf(b.list[0].run), rootOf(run)
	return before != "" && after != "" && before != after
}

// rootOf returns the root of a run, or "" if its branches cannot be computed again.
func rootOf(run exercises.Run) string {
	if a := exercises.AbilitiesOf(run).Branching; a != nil {
		return a.Root()
	}
	return ""
}

// waitingBranches holds the branches of earlier runs, which had other data or parameters. When
// the student returns to the data and parameters of one of these runs, its branches are computed
// again. The zero value is empty.
type waitingBranches struct {
	runs    []*progress.Debug // oldest first; each has the root of its run
	changes int
}

// maxWaitingRuns is the maximum number of runs whose branches wait. If there are more, the branches
// of the oldest run are dropped.
const maxWaitingRuns = 6

// addTo returns a copy of d, which may be nil, with the waiting branches. It returns nil if there
// is nothing to save.
func (w *waitingBranches) addTo(d *progress.Debug) *progress.Debug {
	if len(w.runs) == 0 && d == nil {
		return nil
	}
	var out progress.Debug
	if d != nil {
		out = *d
	}
	out.OtherRuns = w.runs
	return &out
}

// count returns the number of waiting branches.
func (w *waitingBranches) count() int {
	n := 0
	for _, d := range w.runs {
		n += len(d.Branches)
	}
	return n
}

// add adds the branches of a document, in place of those with the same root. It returns how many
// branches of older runs were dropped to make room.
func (w *waitingBranches) add(d *progress.Debug) (lost int) {
	w.take(d.Root)
	w.changes++
	w.runs = append(slices.Clone(w.runs),
		&progress.Debug{Root: d.Root, LastFrame: d.LastFrame, Branches: d.Branches, ShownBranch: d.ShownBranch,
			BranchesMade: d.BranchesMade})
	for len(w.runs) > maxWaitingRuns {
		lost += len(w.runs[0].Branches)
		w.runs = w.runs[1:]
	}
	return lost
}

// take removes and returns the branches that wait for the run with the given root, or nil.
func (w *waitingBranches) take(root string) *progress.Debug {
	i := slices.IndexFunc(w.runs, func(o *progress.Debug) bool { return o.Root == root })
	if i < 0 || root == "" {
		return nil
	}
	w.changes++
	out := w.runs[i]
	w.runs = slices.Delete(slices.Clone(w.runs), i, i+1)
	return out
}
