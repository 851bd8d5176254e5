package debug

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/core"
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
