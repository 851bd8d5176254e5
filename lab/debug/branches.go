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
	"kernellab/lab/core"
	"kernellab/lab/pictures"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// BranchAnswer is a branch chosen on the page of branches, with the operation to
// perform.
type BranchAnswer struct {
	branch int
	Op     branchOp
}

type branchOp uint8

const (
	goToBranch branchOp = iota
	compareBranch
	ForgetBranch
)

// NewBranchWindow returns the page of branches, with the tree of all. There the student
// switches to a branch, compares it with the one on the stage, or removes it.
func NewBranchWindow(s *session.Session, b *core.Branches) *session.Dialog {
	rows := branchRows(b, s.Terminal())
	p := ui.NewPicker(s.Theme, "Branches", rows...)
	p.Select(slices.IndexFunc(rows, func(r ui.Row) bool { return b.Other(r.Value.(BranchAnswer).branch) }))
	for _, r := range rows {
		p.Width = max(p.Width, ascii.Width(r.Label)+ascii.Width(r.Detail)+10)
	}
	p.Hints = []key.Binding{ui.Hint("↑ ↓", "choose"), ui.Hint("enter", "goes there"), ui.Hint("space", "compares"),
		ui.Hint("x", "forgets")}
	d := session.NewChooser(s, p)
	d.HandleKey = func(msg tea.KeyPressMsg) (session.Intent, tea.Cmd, bool) {
		r, _ := p.Selected()
		a := r.Value.(BranchAnswer)
		switch s.Keys.Match(session.ZoneOverlay, msg) {
		case "forget":
			if a.branch > 0 {
				return session.CloseWith{Answer: BranchAnswer{a.branch, ForgetBranch}}, nil, true
			}
		case "compare":
			if b.Other(a.branch) {
				return session.CloseWith{Answer: BranchAnswer{a.branch, compareBranch}}, nil, true
			}
			s.Notice = "this branch is on the stage: choose another one"
			return nil, nil, true
		}
		return nil, nil, false
	}
	return d
}

// branchRows returns the branches as a tree, each with its first choice and its
// progress.
func branchRows(b *core.Branches, v ascii.View) []ui.Row {
	var out []ui.Row
	for _, t := range b.Tree() {
		r := ui.Row{Label: b.Name(t.Index), Value: BranchAnswer{t.Index, goToBranch}}
		if t.Depth > 0 {
			r.Label = strings.Repeat("  ", t.Depth-1) + string(v.Pick('└',
				'+')) + " " + r.Label + "  " + b.Choice(t.Index)
		}
		r.Detail = progressWords(b.Run(t.Index))
		if t.Index == b.Now() {
			r.Detail = "here  " + r.Detail
		}
		out = append(out, r)
	}
	return out
}

// progressWords returns how far a run has been computed and its numbers at the last
// step.
func progressWords(run exercises.Run) string {
	last := run.Len() - 1
	out := fmt.Sprintf("step %d", last)
	if a := exercises.AbilitiesOf(run).Branching; a != nil {
		out = strings.TrimSpace(out + "  " + a.Gauges(last))
	}
	return out
}

// comparison shows the difference between another branch and the one on the stage, step
// by step.
type comparison struct {
	Open   bool
	other  int    // the other branch
	name   string // of the other branch
	shown  exercises.Comparison
	known  bool
	serial int // of the comparisons shown

	frame frameJob
}

// compareMsg carries a comparison, with the other run extended as far as needed.
type compareMsg struct {
	core.Address
	with  int
	other exercises.Run
	shown exercises.Comparison
	ok    bool
}

// open starts a comparison with branch i. The first request comes after the message.
func (c *comparison) open(i int, name string) {
	c.Close()
	c.Open, c.other, c.name = true, i, name
}

func (c *comparison) Close() {
	c.frame.forget()
	*c = comparison{frame: c.frame, serial: c.serial}
}

// request returns the command that compares a moment with the other run, or nil if the
// comparison is known or closed.
func (c *comparison) request(a core.Asker, now core.Moment, b *core.Branches) core.Work {
	this := exercises.AbilitiesOf(now.Run).Branching
	if !c.Open || this == nil {
		return nil
	}
	with, other := c.other, b.Run(c.other)
	return c.frame.request(a, now, func(ctx context.Context, to core.Address) any {
		other := exercises.Reach(ctx, other, now.At)
		shown, ok := this.Compare(other, now.At)
		return compareMsg{to, with, other, shown, ok}
	})
}

// receive stores a comparison and the extended other run. ok is false if the two runs
// have nothing to compare.
func (c *comparison) receive(m compareMsg, b *core.Branches) (ok bool) {
	if !c.frame.finish(m.Address) || !c.Open {
		return true
	}
	b.Extend(m.with, m.other)
	if !m.ok {
		c.Close()
		return false
	}
	c.shown, c.known = m.shown, true
	c.serial++
	return true
}

// applyTo returns a view with the comparison on top.
func (c *comparison) applyTo(v pictures.View) pictures.View {
	v.Override, v.Facts, v.Formula, v.ShownLines = "Beside "+c.name, c.shown.Facts, nil, 0
	v.Status = append(ascii.Line{{Text: "beside " + c.name + "  ", Ink: ascii.Warn}}, v.Status...)
	if c.known {
		v.Figures, v.Inspect, v.Key.Compare = c.shown.Figures, nil, c.serial
	}
	return v
}
