package lab

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/branches"
	"kernellab/lab/job"
	"kernellab/lab/progress"
)

// memory is what of a debugger outlives the lab: the branches and the conditions,
// as the document of the exercise has them. Until what was there is brought back it
// is what is kept.
type memory struct {
	job   job.Job
	due   *progress.Debug // to be brought back, once there is a run
	frame int             // at which the student left it
	noted stamp

	waiting []*progress.Debug // branches of other runs, the oldest first
	changes int               // of what waits
}

// stamp tells whether something is to be noted: it changes with what was made and
// forgotten, not with how far a run is computed.
type stamp struct{ made, branches, shown, conditions, waiting int }

// broughtMsg brings back what a document had: branches that have been made again,
// the conditions that the run can read, and what could not be.
type broughtMsg struct {
	job.Address
	was        *progress.Debug
	original   exercises.Run // as far as it was computed
	branches   []branches.Regrown
	gone       int // branches
	conditions []watched
	unread     []string
}

func (d *debugger) stamp() stamp {
	b := &d.player.Branches
	return stamp{b.Made(), b.Len(), b.Now(), d.watches.changes, d.memory.changes}
}

// recall has what a document says of a run brought back once there is one.
func (d *debugger) recall(was *progress.Debug, frame int) {
	d.memory.job.Stop()
	d.memory = memory{job: d.memory.job, frame: frame, changes: d.memory.changes}
	if was != nil {
		d.memory.waiting = slices.DeleteFunc(slices.Clone(was.Waiting), func(o *progress.Debug) bool { return o == nil || o.Root == "" })
	}
	if was != nil && len(was.Branches)+len(was.Conditions) > 0 {
		d.memory.due = was
	}
	d.memory.noted = d.stamp()
}

// bring returns the command that makes the branches again and reads the conditions,
// or nil where there is nothing to bring back.
func (d *debugger) bring() tea.Cmd {
	m, run := &d.memory, d.player.Run()
	if m.due == nil || run == nil || m.job.Busy() {
		return nil
	}
	was := m.due
	return d.Ask(&m.job, func(ctx context.Context, to job.Address) tea.Msg {
		out := broughtMsg{Address: to, was: was}
		root, lasting := run.(exercises.Lasting)
		if lasting && root.Root() == was.Root {
			out.original, out.branches, out.gone = branches.Regrow(ctx, run, branches.Keeping{Last: was.Last, Branches: keptBranches(was.Branches)})
		} else {
			out.gone = len(was.Branches)
		}
		out.conditions, out.unread = readAgain(run, was.Conditions)
		return out
	})
}

// brought puts in place what was made again, and says what could not be.
func (d *debugger) brought(m broughtMsg) {
	if !d.memory.job.Finish(m.Address) {
		return
	}
	d.memory.due = nil
	p := &d.player
	if !p.Noted().Graft(m.branches, m.was.Root, m.was.Made) {
		m.branches = nil
		m.gone += d.memory.await(m.was)
	}
	if at, _ := p.Place(); len(m.branches) > 0 && p.Branches.Now() == 0 && (at == d.memory.frame || p.Finished()) {
		p.Halt() // what is under way is shorter
		p.Grown(m.original)
		if i := p.Branches.Numbered(m.was.Shown); i > 0 {
			p.SwitchTo(i)
		}
		p.Resume(d.memory.frame)
	}
	d.watches.bring(m.conditions) // a change: what is there now is noted
	var words []string
	if m.gone > 0 {
		words = append(words, goneWords(m.gone))
	}
	if len(m.unread) > 0 {
		words = append(words, "not read: "+strings.Join(m.unread, ", "))
	}
	d.session.complain(len(words) == 0, strings.Join(words, "; "))
}

// goneWords say that branches went with their run.
func goneWords(n int) string {
	if n == 1 {
		return "a branch is gone: its run had other data or parameters"
	}
	return fmt.Sprintf("%d branches are gone: their run had other data or parameters", n)
}

// note returns what is to be noted now, where something has changed since it was
// noted last.
func (d *debugger) note() (now *progress.Debug, changed bool) {
	s := d.stamp()
	if d.memory.due != nil || s == d.memory.noted {
		return nil, false
	}
	d.memory.noted = s
	return d.kept(), true
}

// kept is what is to be kept: what is there, or what is still to be brought back;
// nil where that is nothing.
func (d *debugger) kept() *progress.Debug {
	if d.memory.due != nil {
		out := *d.memory.due
		out.Waiting = d.memory.waiting
		return &out
	}
	if d.player.Run() != nil {
		d.player.Noted()
	}
	out := keptDebug(d.player.Branches.Keep())
	for _, k := range d.watches.kept {
		out.Conditions = append(out.Conditions, progress.Condition{Text: k.Name, Off: k.off})
	}
	if out.Waiting = d.memory.waiting; len(out.Branches)+len(out.Conditions)+len(out.Waiting) == 0 {
		return nil
	}
	return out
}

// keptDebug are branches as a document has them.
func keptDebug(k branches.Keeping) *progress.Debug {
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

// keptBranches are those of a document, as a player takes them.
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

// readAgain reads the conditions of a document in the words of a run; unread are
// those that it cannot be asked.
func readAgain(run exercises.Run, all []progress.Condition) (out []watched, unread []string) {
	watcher, types := run.(exercises.Watcher)
	listed := run.Breaks()
	for _, c := range all {
		i := slices.IndexFunc(listed, func(b exercises.Break) bool { return b.Name == c.Text })
		b, known := exercises.Break{}, i >= 0
		if known {
			b = listed[i]
		} else if types {
			read, err := watcher.Watch(c.Text)
			b, known = read, err == nil
		}
		if !known {
			unread = append(unread, "“"+c.Text+"”")
			continue
		}
		out = append(out, watched{Break: b, off: c.Off})
	}
	return out, unread
}
