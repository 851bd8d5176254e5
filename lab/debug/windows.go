package debug

import (
	"errors"
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

// breakpointWindow asks to which breakpoint to run: a breakpoint of the student, a breakpoint
// that the run offers, or a typed condition, which can be completed.
type breakpointWindow struct {
	*session.Dialog
	debugger    *Debugger
	picker      *ui.Picker
	parser      exercises.ConditionParser
	breakpoints *core.Breakpoints
	offered     []exercises.Condition // the conditions that the run offers
}

// ownBreakpoint is the value of a row with one of the student's breakpoints, which can
// be removed. The value of a row is an exercises.Condition if the run offers the breakpoint, and an
// exercises.Completion if the row completes the typed text.
type ownBreakpoint exercises.Condition

// completionLimit is the maximum number of completions listed.
const completionLimit = 8

// breakpointScreen returns the window that asks for a breakpoint. If the run can parse conditions,
// the student can also type one.
func (d *Debugger) breakpointScreen() session.Screen {
	run := d.Player.Run()
	if parser := run.Abilities().ConditionParser; parser != nil {
		return d.newBreakpointWindow(parser, run.Conditions())
	}
	var rows []ui.Row
	for _, c := range run.Conditions() {
		rows = append(rows, ui.Row{Label: c.Label, Value: d.runChoice(c)})
	}
	return session.NewListWindow(d.Session, "Run until …", rows...)
}

// runChoice returns the choice that runs to a breakpoint.
func (d *Debugger) runChoice(condition exercises.Condition) session.Choice {
	return session.CallChoice(func() { d.RunTo(condition) })
}

func (d *Debugger) newBreakpointWindow(parser exercises.ConditionParser,
	offered []exercises.Condition) *session.Dialog {
	p := ui.NewSearch(d.Session.Theme, "Run until …", conditionPlaceholder(parser))
	p.Width, p.Filters, p.EmptyText = 76, false, ""
	p.Height = len(d.Breakpoints.All()) + 8
	w := &breakpointWindow{Dialog: session.NewDialog(d.Session, p), debugger: d, picker: p, parser: parser,
		breakpoints: &d.Breakpoints, offered: offered}
	w.HandleKey, w.OnChanged, w.Refresh = w.handleKey, w.updateRows, w.refreshHints
	w.OnChosen = func() (session.Intent, tea.Cmd) { return w.confirm(), nil }
	w.updateRows()
	return w.Dialog
}

// conditionPlaceholder returns the text of the empty input, with examples of conditions from the
// run.
func conditionPlaceholder(parser exercises.ConditionParser) string {
	if examples := parser.Examples(); len(examples) > 0 {
		return "choose one, or type one as " + strings.Join(examples, "   ")
	}
	return "type a condition, or choose one"
}

// updateRows updates the rows for the typed text. Without text they are the student's
// breakpoints and those that the run offers; with text they are the completions and the
// offered breakpoints that contain it.
func (w *breakpointWindow) updateRows() {
	var rows []ui.Row
	text := strings.TrimSpace(w.picker.Text())
	if text == "" {
		for _, b := range w.breakpoints.All() {
			rows = append(rows, ui.Row{Label: b.Label, Detail: strings.TrimSpace(w.breakpoints.Value(b) + "  " +
				b.StateWords()), Value: ownBreakpoint(b.Condition)})
		}
	} else {
		rows = w.completions()
	}
	if completion, ok := w.changeCompletion(); ok && text == "" {
		rows = append(rows, ui.Row{Label: "α of point … changes", Detail: "type its number", Value: completion})
	}
	for _, condition := range w.offered {
		if text == "" && (w.breakpoints.Find(condition.Name) >= 0 || condition.OfOnePoint()) {
			continue
		}
		if strings.Contains(strings.ToLower(condition.Label), strings.ToLower(text)) {
			rows = append(rows, ui.Row{Label: condition.Label, Value: condition})
		}
	}
	w.picker.SetRows(rows...)
}

// changeCompletion returns the completion for a condition that is true when the α of a point
// changes. It has no index yet: the cursor is where the student types it. ok is false if the points
// of the run have no α.
func (w *breakpointWindow) changeCompletion() (completion exercises.Completion, ok bool) {
	first, ok := w.parser.ChangeCondition(0)
	before, after, found := strings.Cut(first.Name, "1]")
	return exercises.Completion{Text: before + "]" + after, Cursor: len([]rune(before))}, ok && found
}

// completions returns rows with the completions of the text.
func (w *breakpointWindow) completions() (rows []ui.Row) {
	text := w.picker.Text()
	for _, completion := range w.parser.Complete(text, w.picker.Input.Cursor()) {
		if completion.Text != text && len(rows) < completionLimit {
			rows = append(rows, ui.Row{Label: completion.Text, Detail: completion.Help, Value: completion})
		}
	}
	return rows
}

// BreakpointKeys returns the keys of the window of breakpoints.
func BreakpointKeys() session.KeyMap {
	bind := session.ZoneBreakpoints.Bind
	return session.KeyMap{
		bind("up", "up", "condition or completion above"),
		bind("down", "down", "condition or completion below"),
		bind("accept", "tab", "accept the completion or the suggested correction"),
		bind("answer", "enter", "run until the condition holds"),
		bind("turn", "ctrl+o",
			"switch the selected condition off or on again; while it is off, it does not stop the run"),
		bind("forget", "ctrl+x", "remove the selected condition"),
	}
}

func (w *breakpointWindow) handleKey(msg tea.KeyPressMsg) (session.Intent, tea.Cmd, bool) {
	switch w.Session.Keys.Match(session.ZoneBreakpoints, msg) {
	case "accept":
		if w.picker.Remark.Fix != "" {
			return nil, nil, false
		}
		w.acceptCompletion()
		return nil, nil, true
	case "turn":
		w.changeSelected(w.breakpoints.Toggle)
		return nil, nil, true
	case "forget":
		w.changeSelected(w.breakpoints.Remove)
		return nil, nil, true
	}
	return nil, nil, false
}

// refreshHints shows the keys for the selected row.
func (w *breakpointWindow) refreshHints() {
	w.picker.Hints = []key.Binding{ui.Hint("enter", "runs on")}
	own, isOwn := w.selected().(ownBreakpoint)
	if !isOwn {
		return
	}
	state := "off"
	if i := w.breakpoints.Find(own.Name); i >= 0 && w.breakpoints.All()[i].Off {
		state = "on"
	}
	w.picker.Hints = append(w.picker.Hints, ui.Hint("ctrl+o", state), ui.Hint("ctrl+x", "removes it"))
}

// selected returns the value of the selected row, or nil if the typed text is selected.
func (w *breakpointWindow) selected() any {
	r, _ := w.picker.Selected()
	return r.Value
}

// acceptCompletion inserts the selected completion, or the first one if the text is selected.
func (w *breakpointWindow) acceptCompletion() {
	completion, ok := w.selected().(exercises.Completion)
	if all := w.completions(); !ok && w.selected() == nil && len(all) > 0 {
		completion, ok = all[0].Value.(exercises.Completion)
	}
	if ok {
		w.picker.Input.SetValue(completion.Text)
		w.picker.Input.SetCursor(completion.Cursor)
		w.picker.Remark = ui.Remark{}
		w.updateRows()
	}
}

// confirm closes the window and runs to the selected or the typed breakpoint. If a
// completion is selected, it inserts that instead. If the run cannot parse a text or a
// saved condition, it shows what is wrong, with the condition in the input.
func (w *breakpointWindow) confirm() session.Intent {
	switch v := w.selected().(type) {
	case exercises.Completion:
		w.acceptCompletion()
		return nil
	case ownBreakpoint:
		if i := w.breakpoints.Find(v.Name); i < 0 || !w.breakpoints.All()[i].Unsupported {
			return w.debugger.runChoice(exercises.Condition(v))
		}
		w.picker.Input.SetValue(v.Name)
		w.updateRows()
	case exercises.Condition:
		return w.debugger.runChoice(v)
	}
	if strings.TrimSpace(w.picker.Text()) == "" {
		return nil
	}
	condition, err := w.parser.ParseCondition(w.picker.Text())
	if err != nil {
		e := asConditionError(err)
		w.picker.Remark = ui.Remark{Text: ascii.Inked(e.Problem, ascii.Warn), WrongRune: e.At + 1, Fix: e.Fix}
		return nil
	}
	return w.debugger.runChoice(condition)
}

// asConditionError returns err as a ConditionError. If err has no position in the text, the
// position is −1.
func asConditionError(err error) *exercises.ConditionError {
	var e *exercises.ConditionError
	if errors.As(err, &e) {
		return e
	}
	return &exercises.ConditionError{At: -1, Problem: err.Error()}
}

// changeSelected applies f to the selected breakpoint and lists the rows again. f is given the name
// of the breakpoint.
func (w *breakpointWindow) changeSelected(f func(name string)) {
	own, isOwn := w.selected().(ownBreakpoint)
	if !isOwn {
		w.Session.Notice = "select one of your own conditions; the others are only suggestions"
		return
	}
	index := w.picker.Index()
	f(own.Name)
	w.updateRows()
	w.picker.Select(index)
}

// newBranchWindow returns the window with the tree of branches. There the student switches to a
// branch, compares it with the one that is shown, or removes it.
func (d *Debugger) newBranchWindow() *session.Dialog {
	s, b := d.Session, d.Player.UpdatedBranches()
	rows := branchRows(b, s.Terminal())
	p := ui.NewPicker(s.Theme, "Branches", rows...)
	p.Select(slices.IndexFunc(rows, func(r ui.Row) bool { return b.IsOther(r.Value.(int)) }))
	for _, r := range rows {
		p.Width = max(p.Width, ascii.Width(r.Label)+ascii.Width(r.Detail)+10)
	}
	p.Hints = []key.Binding{ui.Hint("↑ ↓", "choose"), ui.Hint("enter", "goes there"), ui.Hint("space", "compares"),
		ui.Hint("x", "forgets")}
	selected := func() int {
		r, _ := p.Selected()
		return r.Value.(int)
	}
	w := session.NewDialog(s, p)
	w.OnChosen = func() (session.Intent, tea.Cmd) {
		i := selected()
		return session.CallChoice(func() { d.SwitchTo(i) }), nil
	}
	w.HandleKey = func(msg tea.KeyPressMsg) (session.Intent, tea.Cmd, bool) {
		i := selected()
		switch s.Keys.Match(session.ZoneOverlay, msg) {
		case "forget":
			if i > 0 {
				return session.Choice(func() (session.Intent, tea.Cmd) { return d.removeBranch(i), nil }), nil, true
			}
		case "compare":
			if b.IsOther(i) {
				return session.CallChoice(func() { d.CompareWith(i) }), nil, true
			}
			s.Notice = "this branch is on the stage: select another one"
			return nil, nil, true
		}
		return nil, nil, false
	}
	return w
}

// removeBranch removes a branch, and opens the window again if others remain.
func (d *Debugger) removeBranch(branch int) session.Intent {
	d.RemoveBranch(branch)
	if d.Player.Branches.Forked() {
		return d.OpenBranches()
	}
	return nil
}

// branchRows returns the branches as a tree, each with the choice by which it was forked, and with
// its progress. The value of a row is the index of its branch.
func branchRows(b *core.Branches, v ascii.View) []ui.Row {
	var out []ui.Row
	for _, t := range b.Tree() {
		r := ui.Row{Label: b.Name(t.Index), Value: t.Index}
		if t.Depth > 0 {
			r.Label = strings.Repeat("  ", t.Depth-1) + string(v.Rune('└',
				'+')) + " " + r.Label + "  " + b.ChoiceWords(t.Index)
		}
		r.Detail = progressWords(b.Run(t.Index))
		if t.Index == b.CurrentIndex() {
			r.Detail = "here  " + r.Detail
		}
		out = append(out, r)
	}
	return out
}

// progressWords returns the number of the last step of a run, and the objective at that step if the
// run has one.
func progressWords(run exercises.Run) string {
	last := run.Len() - 1
	out := fmt.Sprintf("step %d", last)
	if a := exercises.AbilitiesOf(run).Branching; a != nil {
		out = strings.TrimSpace(out + "  " + a.ObjectiveText(last))
	}
	return out
}
