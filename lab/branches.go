package lab

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/job"
	"kernellab/lab/player"
)

// branchAnswer is a branch chosen on the page of branches, and what to do with it.
type branchAnswer struct {
	i  int
	do branchDeed
}

type branchDeed uint8

const (
	goToBranch branchDeed = iota
	compareBranch
	forgetBranch
)

// newBranchWindow is the page of branches: the tree of all, from which the student goes
// to one, lays one beside the one on the stage, or forgets one.
func newBranchWindow(s *session, b *player.Branches) *listWindow {
	w := newListWindow(s, "Branches", branchItems(b, s.view()))
	w.selected = slices.IndexFunc(w.items, func(it item) bool { return b.Other(it.value.(branchAnswer).i) })
	for _, it := range w.items {
		w.width = max(w.width, ascii.Width(it.label)+ascii.Width(it.detail)+10)
	}
	w.keys = []hint{{"↑ ↓", "choose"}, {"enter", "goes there"}, {"space", "compares"}, {"x", "forgets"}}
	w.other = func(name string) intent {
		a := w.items[w.selected].value.(branchAnswer)
		switch _, comparable := b.Run(b.Now()).(exercises.Comparer); {
		case name == "forget" && a.i > 0:
			return answerIntent{branchAnswer{a.i, forgetBranch}}
		case name == "compare" && !comparable:
			s.notice = "these runs cannot be compared"
		case name == "compare" && b.Other(a.i):
			return answerIntent{branchAnswer{a.i, compareBranch}}
		case name == "compare":
			s.notice = "this branch is on the stage: choose another one"
		}
		return nil
	}
	return w
}

// branchItems are the branches as a tree, each with what it did otherwise and how far it
// has come.
func branchItems(b *player.Branches, v ascii.View) []item {
	var out []item
	for _, t := range b.Tree() {
		it := item{label: b.Name(t.Index), value: branchAnswer{t.Index, goToBranch}}
		if t.Depth > 0 {
			it.label = strings.Repeat("  ", t.Depth-1) + string(v.Pick('└', '+')) + " " + it.label + "  " + b.Choice(t.Index)
		}
		it.detail = gauges(b.Run(t.Index))
		if t.Index == b.Now() {
			it.detail = "here  " + it.detail
		}
		out = append(out, it)
	}
	return out
}

// gauges say how far a run has come: its last step, and its numbers there.
func gauges(run exercises.Run) string {
	last := run.Len() - 1
	out := fmt.Sprintf("step %d", last)
	if g, ok := run.(exercises.Gauged); ok {
		out = strings.TrimSpace(out + "  " + g.Gauges(last))
	}
	return out
}

// comparing lays another branch beside the one on the stage, step by step.
type comparing struct {
	open   bool
	with   int    // the other branch
	name   string // what it is called
	shown  exercises.Comparison
	known  bool
	serial int // of the comparisons shown

	frame frameJob
}

// compareMsg brings a comparison, and the other run as far as it had to be
// computed for it.
type compareMsg struct {
	job.Address
	with  int
	other exercises.Run
	shown exercises.Comparison
	ok    bool
}

// begin lays branch i beside; what is to be shown is asked for after the message.
func (c *comparing) begin(i int, name string) {
	c.leave()
	c.open, c.with, c.name = true, i, name
}

func (c *comparing) leave() {
	c.frame.forget()
	*c = comparing{frame: c.frame, serial: c.serial}
}

// ask returns the command that compares a moment with the other run, or nil where
// that is known or nothing is compared.
func (c *comparing) ask(a job.Asker, now player.Moment, b *player.Branches) tea.Cmd {
	this, ok := now.Run.(exercises.Comparer)
	if !c.open || !ok {
		return nil
	}
	with, other := c.with, b.Run(c.with)
	return c.frame.ask(a, now, func(ctx context.Context, to job.Address) tea.Msg {
		other := exercises.Reach(ctx, other, now.At)
		shown, ok := this.Compare(other, now.At)
		return compareMsg{to, with, other, shown, ok}
	})
}

// compared takes a comparison in, and the other run as far as it goes now. It is
// not ok where the two have nothing to compare.
func (c *comparing) compared(m compareMsg, b *player.Branches) (ok bool) {
	if !c.frame.finish(m.Address) || !c.open {
		return true
	}
	b.Extend(m.with, m.other)
	if !m.ok {
		c.leave()
		return false
	}
	c.shown, c.known = m.shown, true
	c.serial++
	return true
}

// over lays the comparison over a sight.
func (c *comparing) over(v sight) sight {
	v.guest, v.facts, v.formula, v.towards = "Beside "+c.name, c.shown.Facts, nil, 0
	v.status = append(ascii.Line{{Text: "beside " + c.name + "  ", Ink: ascii.Warn}}, v.status...)
	if c.known {
		v.figures, v.inspect, v.key.compare = c.shown.Figures, nil, c.serial
	}
	return v
}
