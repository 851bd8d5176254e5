package debug

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/job"
	"kernellab/lab/pictures"
	"kernellab/lab/player"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// BranchAnswer is a branch chosen on the page of branches, and what to do with it.
type BranchAnswer struct {
	i  int
	Do branchDeed
}

type branchDeed uint8

const (
	goToBranch branchDeed = iota
	compareBranch
	ForgetBranch
)

// NewBranchWindow is the page of branches: the tree of all, from which the student goes
// to one, lays one beside the one on the stage, or forgets one.
func NewBranchWindow(s *session.Session, b *player.Branches) *session.Dialog {
	rows := branchRows(b, s.Terminal())
	p := ui.NewPicker(s.Theme, "Branches", rows...)
	p.Select(slices.IndexFunc(rows, func(r ui.Row) bool { return b.Other(r.Value.(BranchAnswer).i) }))
	for _, r := range rows {
		p.Width = max(p.Width, ascii.Width(r.Label)+ascii.Width(r.Detail)+10)
	}
	p.Hints = []key.Binding{ui.Hint("↑ ↓", "choose"), ui.Hint("enter", "goes there"), ui.Hint("space", "compares"), ui.Hint("x", "forgets")}
	d := session.NewChooser(s, p)
	d.HandleKey = func(msg tea.KeyPressMsg) (session.Intent, tea.Cmd, bool) {
		r, _ := p.Selected()
		a := r.Value.(BranchAnswer)
		switch s.Keys.Match(session.ZoneOverlay, msg) {
		case "forget":
			if a.i > 0 {
				return session.CloseWith{Answer: BranchAnswer{a.i, ForgetBranch}}, nil, true
			}
		case "compare":
			if b.Other(a.i) {
				return session.CloseWith{Answer: BranchAnswer{a.i, compareBranch}}, nil, true
			}
			s.Notice = "this branch is on the stage: choose another one"
			return nil, nil, true
		}
		return nil, nil, false
	}
	return d
}

// branchRows are the branches as a tree, each with what it did otherwise and how far it
// has come.
func branchRows(b *player.Branches, v ascii.View) []ui.Row {
	var out []ui.Row
	for _, t := range b.Tree() {
		r := ui.Row{Label: b.Name(t.Index), Value: BranchAnswer{t.Index, goToBranch}}
		if t.Depth > 0 {
			r.Label = strings.Repeat("  ", t.Depth-1) + string(v.Pick('└', '+')) + " " + r.Label + "  " + b.Choice(t.Index)
		}
		r.Detail = gauges(b.Run(t.Index))
		if t.Index == b.Now() {
			r.Detail = "here  " + r.Detail
		}
		out = append(out, r)
	}
	return out
}

// gauges say how far a run has come: its last step, and its numbers there.
func gauges(run exercises.Run) string {
	last := run.Len() - 1
	out := fmt.Sprintf("step %d", last)
	if a := exercises.AbilitiesOf(run).Branching; a != nil {
		out = strings.TrimSpace(out + "  " + a.Gauges(last))
	}
	return out
}

// comparing lays another branch beside the one on the stage, step by step.
type comparing struct {
	Open   bool
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
	c.Leave()
	c.Open, c.with, c.name = true, i, name
}

func (c *comparing) Leave() {
	c.frame.forget()
	*c = comparing{frame: c.frame, serial: c.serial}
}

// request returns the command that compares a moment with the other run, or nil where
// that is known or nothing is compared.
func (c *comparing) request(a job.Asker, now player.Moment, b *player.Branches) tea.Cmd {
	this := exercises.AbilitiesOf(now.Run).Branching
	if !c.Open || this == nil {
		return nil
	}
	with, other := c.with, b.Run(c.with)
	return c.frame.request(a, now, func(ctx context.Context, to job.Address) tea.Msg {
		other := exercises.Reach(ctx, other, now.At)
		shown, ok := this.Compare(other, now.At)
		return compareMsg{to, with, other, shown, ok}
	})
}

// compared takes a comparison in, and the other run as far as it goes now. It is
// not ok where the two have nothing to compare.
func (c *comparing) compared(m compareMsg, b *player.Branches) (ok bool) {
	if !c.frame.finish(m.Address) || !c.Open {
		return true
	}
	b.Extend(m.with, m.other)
	if !m.ok {
		c.Leave()
		return false
	}
	c.shown, c.known = m.shown, true
	c.serial++
	return true
}

// over lays the comparison over a view.
func (c *comparing) over(v pictures.View) pictures.View {
	v.Override, v.Facts, v.Formula, v.ShownLines = "Beside "+c.name, c.shown.Facts, nil, 0
	v.Status = append(ascii.Line{{Text: "beside " + c.name + "  ", Ink: ascii.Warn}}, v.Status...)
	if c.known {
		v.Figures, v.Inspect, v.Key.Compare = c.shown.Figures, nil, c.serial
	}
	return v
}
