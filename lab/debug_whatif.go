package lab

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
)

// whatIf is the step after the frame on the stage, taken otherwise: the
// choices stand in place of the scene's controls, the frame they would lead to
// in place of the run's. Nothing is kept until it is taken.
type whatIf struct {
	controls []exercises.Control
	answers  exercises.Answers
	selected int

	again  bool // the choices have changed since the preview under way began
	frame  exercises.Frame
	known  bool   // frame is that of the choices, or of those before
	refuse string // why the choice cannot be taken
}

// previewMsg brings the frame that the choices lead to, forkMsg the run that
// took them.
type (
	previewMsg struct {
		address
		controls []exercises.Control
		frame    exercises.Frame
		err      error
	}
	forkMsg struct {
		address
		run exercises.Run
		at  int
		err error
	}
)

func (m previewMsg) to() address { return m.address }
func (m forkMsg) to() address    { return m.address }

// openWhatIf asks what else the next step could be.
func (e *exercise) openWhatIf() tea.Cmd {
	e.debug.leaveGuests()
	e.player.stop()
	e.player.playing, e.player.line = false, 0
	e.debug.whatIf = &whatIf{answers: exercises.Answers{}}
	e.sheet.scroll = scroll{}
	e.drawn.drop()
	return e.preview()
}

// preview asks for the choices and the frame they lead to.
func (e *exercise) preview() tea.Cmd {
	w := e.debug.whatIf
	if w.again = e.debug.previews.busy; w.again {
		return nil
	}
	run := e.player.run.(exercises.Forker)
	_, gen := e.debug.previews.start(e.session.ctx)
	at, a, to := e.player.at, w.answers, address{e.owner, gen}
	return e.session.inTurn(func() tea.Msg {
		frame, err := run.Preview(at, a)
		return previewMsg{to, run.Options(at, a), frame, err}
	})
}

func (e *exercise) previewed(m previewMsg) tea.Cmd {
	w := e.debug.whatIf
	if !e.debug.previews.finish(m.gen) || w == nil {
		return nil
	}
	if w.again {
		return e.preview()
	}
	if len(m.controls) == 0 {
		e.leaveWhatIf()
		e.session.notice = "this run can go one way only"
		return nil
	}
	w.offer(m.controls)
	w.refuse = ""
	if m.err != nil {
		w.refuse = sentence(m.err)
	} else {
		w.frame, w.known = m.frame, true
	}
	e.drawn.drop()
	return nil
}

// offer puts new choices in place of the old ones; the one that was selected
// stays so, where it is still there.
func (w *whatIf) offer(controls []exercises.Control) {
	if w.selected < len(w.controls) {
		name := w.controls[w.selected].Name
		if i := slices.IndexFunc(controls, func(c exercises.Control) bool { return c.Name == name }); i >= 0 {
			w.selected = i
		}
	}
	w.controls = controls
	w.selected = min(w.selected, len(w.controls)-1)
}

// sentence is an error as a sentence for the student.
func sentence(err error) string {
	s := err.Error()
	r := []rune(s)
	if len(r) == 0 {
		return ""
	}
	if !strings.HasSuffix(s, ".") {
		s += "."
	}
	return s
}

// move goes to another choice, around the end.
func (w *whatIf) move(n int) {
	if k := len(w.controls); k > 0 {
		w.selected = (w.selected + n + k) % k
	}
}

func (e *exercise) choiceBy(n int) tea.Cmd {
	w := e.debug.whatIf
	if w.selected >= len(w.controls) {
		return nil
	}
	return e.choiceTo(w.selected, w.controls[w.selected].Nudge(n))
}

// choosePoint puts point i, counted from 0, into the choice that is selected,
// where that is one of points: its values are their numbers, counted from 1.
func (e *exercise) choosePoint(i int) tea.Cmd {
	w := e.debug.whatIf
	if i < 0 || w.selected >= len(w.controls) {
		return nil
	}
	number := strconv.Itoa(i + 1)
	if chosen(w.controls[w.selected].Choices, number) < 0 {
		return nil
	}
	return e.choiceTo(w.selected, number)
}

// choiceTo puts choice i at a value and asks what it leads to.
func (e *exercise) choiceTo(i int, value string) tea.Cmd {
	w := e.debug.whatIf
	c := w.controls[i]
	w.selected = i
	if e.debug.forks.busy || c.Value == value {
		return nil
	}
	w.controls = append([]exercises.Control(nil), w.controls...)
	w.controls[i].Value = value
	w.answers = w.answers.With(c.Name, value)
	return e.preview()
}

// takeFork forks the run by the choices.
func (e *exercise) takeFork() tea.Cmd {
	w := e.debug.whatIf
	if e.debug.forks.busy || w.refuse != "" && !e.debug.previews.busy {
		return nil
	}
	run := e.player.run.(exercises.Forker)
	ctx, gen := e.debug.forks.start(e.session.ctx)
	at, a, to := e.player.at, w.answers, address{e.owner, gen}
	return e.session.inTurn(func() tea.Msg {
		forked, err := run.Fork(ctx, at, a)
		return forkMsg{to, forked, at, err}
	})
}

func (e *exercise) forked(m forkMsg) {
	w := e.debug.whatIf
	if !e.debug.forks.finish(m.gen) || w == nil {
		return
	}
	if m.err != nil || m.run == nil {
		w.refuse = "This step cannot be taken."
		if m.err != nil {
			w.refuse = sentence(m.err)
		}
		return
	}
	e.debug.branches.add(&e.player, m.run, m.at+1)
	e.leaveWhatIf()
	b := &e.debug.branches
	e.session.notice = branchName(b.now) + " " + b.origin(b.now)
}

func (e *exercise) leaveWhatIf() {
	if e.debug.whatIf == nil {
		return
	}
	e.debug.previews.stop()
	e.debug.forks.stop()
	e.debug.whatIf = nil
	e.drawn.drop()
}

// shows reports that there is a frame to show, that of the choices.
func (w *whatIf) shows() bool { return w.known && w.refuse == "" }

// facts are those of the frame considered, or why there is none.
func (w *whatIf) facts() []ascii.Line {
	if w.refuse != "" {
		return []ascii.Line{line(w.refuse, ascii.Bad)}
	}
	return w.frame.Notes
}

// formula is that of the frame considered.
func (w *whatIf) formula() []ascii.Line {
	if w.refuse != "" {
		return nil
	}
	return w.frame.Formula
}

// status is the line below the timeline while a choice is considered.
func (w *whatIf) status(forking bool) ascii.Line {
	head := ascii.Span{Text: "what if  ", Ink: ascii.Warn}
	switch {
	case forking:
		return ascii.Line{head, {Text: "taking the step; esc stops", Ink: ascii.Dim}}
	case w.refuse != "":
		return ascii.Line{head, {Text: "no step", Ink: ascii.Bad}}
	case !w.known:
		return ascii.Line{head, {Text: "computing", Ink: ascii.Dim}}
	}
	return append(ascii.Line{head}, w.frame.Status...)
}

// figures are those of the frame considered, the first marked as such.
func (w *whatIf) figures() []exercises.Figure {
	out := append([]exercises.Figure(nil), w.frame.Figures...)
	if len(out) > 0 {
		out[0].Title = strings.TrimSuffix("What if: "+out[0].Title, ": ")
	}
	return out
}
