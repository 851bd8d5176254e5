package exercise

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/debug"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// leave cancels a computation, or closes a comparison or, if the focus is not in a field, the panel
// of the explanation. If there is none of these, it moves the focus from a field to the stage, the
// half of the screen with the pictures, or to its first slider, and from there back to the fields.
func leave(e *Screen) {
	p, checkJob := &e.Stage.Debug.Player, &e.Task.Jobs.Check
	switch {
	case p.Moving() || checkJob.Busy():
		p.Halt()
		checkJob.Stop()
	case e.Stage.Export.Job.Busy():
		e.Stage.Export.Job.Stop()
		e.Session.Notice = "export cancelled"
	case e.Stage.Debug.Compare.Open:
		e.Stage.Debug.Compare.Close()
	case e.Keyboard.Focus().Kind != FieldFocus && !e.Regions().Panels[debug.WhyPanel].Empty():
		e.Stage.setPanelOpen(debug.WhyPanel, false)
	default:
		e.Keyboard.leave(e.Session.Narrow(), e.Stage.Debug.Player.Run() != nil)
		e.Task.showField()
	}
}

// focusBy returns a handler that moves the focus by n stops of the tab key. While what-if offers
// alternatives to the next step, it moves to another choice instead.
func focusBy(n int) func(*Screen) {
	return func(e *Screen) {
		if w := &e.Stage.Debug.WhatIf; w.Open {
			w.MoveSelection(n)
			return
		}
		e.Keyboard.moveByTab(n, e.screenInfo())
		e.Task.showField()
	}
}

// formOrFocusBy returns a handler that passes a key to the form. If the focus is in a text field
// outside tables and the field ignores the key, the handler moves the focus by n places, as the tab
// key does. With n = 0 the focus stays.
func formOrFocusBy(n int) func(*Screen, tea.KeyPressMsg) (session.Intent, tea.Cmd) {
	return func(e *Screen, msg tea.KeyPressMsg) (session.Intent, tea.Cmd) {
		f := e.Task.Form
		event, cmd := e.editField(msg)
		if event == ui.Ignored && f.textField(f.FocusIndex()) != nil && !f.inTable(f.FocusIndex()) {
			focusBy(n)(e)
		}
		return nil, cmd
	}
}

// answerSigns are the characters that begin an answer even if they are typed outside a text field.
// Therefore they should not be keys of actions there, as most letters are.
const answerSigns = "0123456789-−√.,([{"

// focusAnswer handles a key press or pasted text that does nothing where the focus is. It moves the
// focus to the field for which the text must be meant. The text replaces a number in that field,
// and continues a formula.
func (e *Screen) focusAnswer(msg tea.Msg) {
	typedText := ""
	switch msg := msg.(type) {
	case tea.PasteMsg:
		typedText = msg.Content
	case tea.KeyPressMsg:
		if typedText = msg.Text; !strings.Contains(answerSigns, typedText) && !e.isUnused(msg) {
			return
		}
	}
	z, f := e.Zone(), e.Task.Form
	if typedText == "" || z == session.ZoneField || z == session.ZoneWhatIf || !e.Task.needsAnswer() ||
		z == session.ZoneChoice && acceptsText(f.Info.Fields[f.FocusIndex()], typedText) {
		return
	}
	i := f.nextField(typedText)
	name := f.FieldName(i)
	input := f.textField(i)
	replaces := input != nil && strings.Trim(input.Value(), "0123456789-−.,") == ""
	finished := f.Answers[name] != "" && !f.fieldReports[name].IsSlip()
	if finished && (z == session.ZoneChoice || typedText == "-" && !replaces) {
		return // the text is a number that no choice has, or a minus that would be added to a finished answer
	}
	if i >= 0 {
		e.SetFocus(Focus{FieldFocus, i})
	}
	if replaces {
		input.ReplaceNext()
	}
}

// isUnused reports whether a key is a letter that does nothing where the focus is. If there is a
// run, it returns false for every letter. It also returns false for the letters that step a run or
// move a slider, such as h and l, even while they are disabled.
func (e *Screen) isUnused(msg tea.KeyPressMsg) bool {
	a := e.Actions.Match(e.Zone(), msg)
	return isLetter(msg.Text) && e.Stage.Debug.Player.Run() == nil &&
		(a == nil || a.Delta == 0 && a.DisabledReason(e) != "")
}

// namesKey reports whether a letter that is typed into a field for a number is a key that the text
// of the task names. This happens in tasks that are done on the stage.
func (s *taskView) namesKey(msg tea.KeyPressMsg) bool {
	info, at := s.Info(), s.Form.FocusIndex()
	if !info.FocusesStage || at < 0 || info.Fields[at].Judge != exercises.NumberJudge || !isLetter(msg.Text) {
		return false
	}
	keySpan := ascii.Span{Text: msg.Text, Ink: ascii.Accent}
	return slices.ContainsFunc(info.Text, func(b exercises.Block) bool { return slices.Contains(b.Text, keySpan) })
}

// awaitsText reports whether a text field still needs an answer.
func (s *taskView) awaitsText() bool { return s.needsAnswer() && s.Form.nextField("(") >= 0 }

// noNextTaskReason returns why the key ] does not go on to the next task, or "".
func noNextTaskReason(e *Screen) string {
	return cmp.Or(e.Task.noSkipReason(), session.TextIf(e.Task.awaitsText(),
		"this task needs an answer; ctrl+n skips it"))
}

// outsideTableReason returns why keys for cells are disabled outside tables, and names
// keys for what the student probably wants to do.
func outsideTableReason(e *Screen) string {
	advice := ""
	switch {
	case e.Stage.Debug.Player.Run() != nil:
		advice = "; esc leads to the stage, where ← → step"
	case len(e.Stage.Scene.Controls) > 0:
		advice = "; esc leads to the sliders"
	}
	return session.TextIf(!e.Task.Form.inTable(e.Task.Form.FocusIndex()), "↑ ↓ or a number choose in a list"+advice)
}

// acceptCorrection accepts the suggested correction, or goes to the next field.
func acceptCorrection(e *Screen, msg tea.KeyPressMsg) (session.Intent, tea.Cmd) {
	event, cmd := e.editField(msg)
	if event == ui.Ignored {
		focusBy(1)(e)
	}
	return nil, cmd
}

// moveFromEmptyField handles arrow keys in an empty field, where the cursor cannot move.
// If there is a run, ← and → step it, but only on a wide screen, where it is visible. Otherwise the
// arrows move the first slider, ten steps with shift. A narrow screen then shows the slider and gives
// it the focus.
func moveFromEmptyField(e *Screen, msg tea.KeyPressMsg) tea.Cmd {
	steps, isArrow := map[string]int{"left": -1, "right": 1, "shift+left": -10, "shift+right": 10}[msg.String()]
	if !isArrow || e.Task.Form.focusedAnswer() != "" || e.Stage.Debug.WhatIf.Open {
		return nil
	}
	if e.Stage.Debug.Player.Run() != nil {
		if e.Session.Narrow() || steps*steps != 1 {
			return nil
		}
		return e.Stage.Debug.StepBy(steps)
	}
	i := slices.IndexFunc(e.Stage.Scene.Controls, func(c exercises.Control) bool { return c.IsSlider() })
	if i < 0 {
		return nil
	}
	if e.Session.Narrow() {
		e.Keyboard.SetFocus(Focus{ControlFocus, i}, true)
	}
	return e.Stage.SetControlIfChanged(i, e.Stage.Scene.Controls[i].Nudge(steps))
}

// scrollText scrolls the text by a page.
func scrollText(e *Screen, msg tea.KeyPressMsg) (session.Intent, tea.Cmd) {
	e.Task.Pane.Update(msg)
	return nil, nil
}

// takeHint shows the next hint. After the last hint it offers to show the worked solution, and
// after that it offers to fill the solution in. A narrow screen switches to the text, and the focus
// leaves the controls, which are then hidden.
func takeHint(e *Screen) (session.Intent, tea.Cmd) {
	if e.Session.Narrow() && e.Keyboard.Pane != textPane {
		e.SetFocus(Focus{FieldFocus, e.Task.Form.nextField("")})
	}
	s := &e.Task
	switch {
	case s.Work.RevealHint():
		s.hintRequested = true
		s.Pane.Follow()
		return nil, s.Session.Save()
	case !s.Work.SolutionShown() && len(s.Info().Solution) > 0:
		return session.Push{Top: session.NewConfirmWindow(s.Session, "Show the worked solution?",
			func() (session.Intent, tea.Cmd) { return nil, s.revealSolution() })}, nil
	case study.CanFillReference(s.Work) && len(s.Info().Fields) > 0:
		return session.Push{Top: session.NewConfirmWindow(s.Session, "Fill the solution into the fields?",
			func() (session.Intent, tea.Cmd) {
				s.fillReference()
				return nil, e.Stage.refresh()
			})}, nil
	}
	return nil, nil
}

// back leaves an exercise for the contents, and a round (a review, a warm-up or a test-out) for the
// screen below it.
func back(e *Screen) (session.Intent, tea.Cmd) {
	if e.Task.Work.Round() != nil {
		return session.Pop{}, e.Session.Save()
	}
	e.Close()
	if e.Session.Selection = e.Task.Work.ID(); e.Task.Work.Finished() {
		e.Session.Selection = e.Session.Student.Suggest()
	}
	return session.ToContents{}, e.Session.Save()
}

func openPalette(e *Screen) session.Intent { return e.Session.ShowPalette(PaletteRows(e)) }

// help lists the keys that work now.
func help(e *Screen) session.Intent {
	return session.Push{Top: session.NewHelp(e.Session, e.Zone(), func(b session.KeyBinding) bool {
		a := e.Actions.Find(b.Zone, b.Name)
		open := b.Zone != session.ZonePanel || len(e.Regions().Panels.OpenPanels()) > 0
		return a != nil && open && e.Task.hasZone(b.Zone) && e.Stage.hasZone(b.Zone) && a.DisabledReason(e) == ""
	})}
}

// These messages each replace several others: repeated keys of an action, and turns of the wheel at
// one place. Typed characters are merged into one pasted text.
type (
	RepeatedAction struct {
		action *session.Action[*Screen]
		times  int
	}
	WheelTurns struct {
		Msg   tea.MouseWheelMsg
		Times int
	}
)

// MergeKeys merges the leading keys of the input that run the same action. It returns
// the message to handle and how many keys it replaces.
func (e *Screen) MergeKeys(first tea.KeyPressMsg, input []tea.Msg) (tea.Msg, int) {
	if e.Task.namesKey(first) {
		return first, 1
	}
	z := e.Zone()
	a := e.Actions.Match(z, first)
	count := func(same func(tea.KeyPressMsg) bool) int {
		n := slices.IndexFunc(input, func(msg tea.Msg) bool {
			k, ok := msg.(tea.KeyPressMsg)
			return !ok || !same(k)
		})
		if n < 0 {
			return len(input)
		}
		return n
	}
	switch {
	case a == nil && z == session.ZoneField && first.Text != "":
		n := count(func(k tea.KeyPressMsg) bool { return k.Text != "" && e.Actions.Match(z, k) == nil })
		var text strings.Builder
		for _, k := range input[:n] {
			text.WriteString(k.(tea.KeyPressMsg).Text)
		}
		return tea.PasteMsg{Content: text.String()}, n
	case a != nil && a.Delta != 0 && a.DisabledReason(e) == "":
		n := count(func(k tea.KeyPressMsg) bool { return e.Actions.Match(z, k) == a })
		if z == session.ZoneControl || e.Stage.Debug.Player.AtWholeFrame() {
			return RepeatedAction{a, n}, n
		}
	}
	return first, 1
}

// repeat runs an action several times at once.
func (e *Screen) repeat(m RepeatedAction) tea.Cmd {
	e.Task.Work.RecordAction(time.Now())
	e.Session.Notice = ""
	if m.action.Zone == session.ZoneControl {
		return e.Stage.nudgeControl(m.action.Delta * m.times)
	}
	e.Stage.Debug.Player.Repeat(m.action.Delta, m.times)
	e.Keyboard.Pane = StagePane
	return nil
}

// PaletteRows returns what the palette finds in the exercise: attempts and actions.
func PaletteRows(e *Screen) []ui.Row {
	z := e.Zone()
	if z != session.ZoneWhatIf {
		z = session.ZoneStage
	}
	var out []ui.Row
	if v, ok := e.Session.Student.View(e.Task.Work.ID()); ok && e.Task.Work.Round() == nil {
		out = e.Session.AttemptRows(v)
	}
	return append(out, e.Actions.PaletteRows(e, z, e.Session)...)
}

// nextTask opens the next task of a round, which asks single tasks of several exercises. After the
// last task it leaves the round.
func (e *Screen) nextTask() (session.Intent, tea.Cmd) {
	r := e.Task.Work.Round()
	more, err := r.Next()
	if err != nil {
		e.Session.Notice = err.Error()
	}
	if !more {
		return session.Pop{}, e.Session.Save()
	}
	e.Close()
	e.Task.Work, e.Task.forms = r.Work(), map[int]*Form{}
	e.SetUpTask()
	return nil, e.Stage.refresh()
}

// taskBy returns a handler that opens the task that is n tasks further on, or back if n is
// negative, whether or not the current task is done. In a round of tasks, such as a review, it opens
// the next one. After the keys ] and [ the stage keeps the focus that the student gave it, so that the
// same keys work again.
func taskBy(n int) func(*Screen, tea.KeyPressMsg) (session.Intent, tea.Cmd) {
	return func(e *Screen, msg tea.KeyPressMsg) (session.Intent, tea.Cmd) {
		if e.Task.Work.Round() != nil {
			return e.nextTask()
		}
		onStage := e.Zone() == session.ZoneStage && msg.Text != "" && len(e.Task.Info().Fields) > 0
		cmd := e.goToTask(e.Task.Work.Index() + n)
		if onStage {
			e.Task.Form.focus(-1)
		}
		return nil, cmd
	}
}

// roundTitle returns the title of a round.
func roundTitle(r *study.Round) string {
	if id, title := r.Unit(); r.Kind() == study.TestingOut {
		return fmt.Sprintf("%s of unit %s, %s", r.Kind().Words(), id, title)
	}
	return r.Kind().Words()
}

// roundNextWords returns where the enter key leads when a task of a round is done.
func roundNextWords(r *study.Round) string {
	switch {
	case r.Kind() == study.WarmingUp:
		return "to the exercise"
	case r.IsLast():
		return "to the contents"
	}
	return "next task"
}

// writeRoundEnd writes where the enter key leads from a task of a round, if the task is done.
func (s *taskWriter) writeRoundEnd() {
	if s.canGoOn() && s.Work.Finished() {
		s.d.AddGap()
		s.writeKey("enter", s.nextWords())
	}
}

// warmUp opens the task that is due before the exercise.
func (s *taskView) warmUp() session.Intent {
	r, err := s.Session.Student.BeginWarmUp(s.Work)
	return s.Session.ShowRound(r, err, "nothing is due")
}

// writeWarmUp offers a task before the exercise, until the student goes to the second
// task.
func (s *taskWriter) writeWarmUp() {
	t, ok := s.Session.Student.WarmUpTask(s.Work)
	if !ok {
		return
	}
	s.writeKey(s.firstKey("warm up"), fmt.Sprintf("first a warm-up, if you like: a task from %s", t.Exercise))
	s.d.AddGap()
}

// taskDot returns the dot of a task in the header.
func taskDot(t *theme.Theme, s study.TaskState, isCurrent bool) ascii.Span {
	out := ascii.Span{Text: t.Glyph('○', '.'), Ink: ascii.Dim}
	switch {
	case s == study.TaskDone || s == study.TaskDoneWithHints:
		out = ascii.Span{Text: t.Glyph('●', '*'), Ink: ascii.Good}
	case isCurrent:
		out.Text = t.Glyph('◉', 'o')
	}
	if isCurrent {
		out.Ink = ascii.Accent
	}
	return out
}
