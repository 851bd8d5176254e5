package lab

import (
	"fmt"
	"math"
	"slices"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
)

// forward steps the run, or asks about a step that the lesson has marked.
func (e *exercise) forward() tea.Cmd {
	if cmd, ok := e.askMarked(); ok {
		return cmd
	}
	e.player.playing = false
	e.player.step(1)
	return nil
}

// stepBy steps the run from a window above the screen.
func (e *exercise) stepBy(n int) tea.Cmd {
	if n > 0 {
		return tea.Batch(e.forward(), e.questioned())
	}
	e.player.backward()
	return e.questioned()
}

// play plays the run, or pauses it.
func play(e *exercise) tea.Cmd {
	e.player.toggle()
	return e.player.tick(e.owner)
}

// beat plays a frame on, or asks about a step that the lesson has marked.
func (e *exercise) beat(m tickMsg) tea.Cmd {
	if e.player.current(m) {
		if cmd, ok := e.askMarked(); ok {
			return cmd
		}
	}
	if !e.player.beat(m) {
		return nil
	}
	return e.player.tick(e.owner)
}

// askMarked asks for the step to come where the lesson has marked it: once, so
// that a student who closes the window can step on. It is not ok elsewhere.
func (e *exercise) askMarked() (cmd tea.Cmd, ok bool) {
	p := &e.player
	m, marks := p.run.(exercises.Marker)
	busy := e.compare.open || e.whatIf.open || p.goal.kind != goalNone || p.line > 0
	if !marks || busy || !m.Marked(p.at) || e.marked[p.at] {
		return nil, false
	}
	if e.marked == nil {
		e.marked = map[int]bool{}
	}
	e.marked[p.at] = true
	return e.askNext(predicting), true
}

// askNext asks for the questions on the step to come.
func (e *exercise) askNext(kind quizKind) tea.Cmd {
	e.leaveGuests()
	e.player.rest()
	return askNext(e.asker, &e.next, e.player.here(), kind)
}

// question opens the window of the questions, where the student still is at that
// frame.
func (e *exercise) question(m nextStepMsg) intent {
	if !e.next.finish(m.gen) || m.frame != e.player.here().key() {
		return nil
	}
	if len(m.next.steps) == 0 {
		e.session.notice = "there is nothing to ask about the step from here"
		return nil
	}
	return pushIntent{newQuizWindow(e.session, e.sheet.work, m.next, e.take)}
}

// take takes the step that was asked about.
func (e *exercise) take(n nextStep) tea.Cmd {
	if n.run.Len() > e.player.run.Len() {
		e.player.run = n.run
	}
	e.player.seek(n.at + 1)
	return e.questioned()
}

// openWhatIf asks what else the next step could be.
func openWhatIf(e *exercise) tea.Cmd {
	e.leaveGuests()
	e.player.rest()
	e.sheet.scroll = scroll{}
	return e.whatIf.begin(e.asker, e.player.here())
}

// forked puts the run on the stage that took the choices.
func (e *exercise) forked(m forkMsg) {
	run, at := e.whatIf.forked(m)
	if run == nil {
		return
	}
	e.player.fork(run, at)
	b := &e.player.branches
	e.session.notice = branchName(b.now) + " " + b.origin(b.now)
}

// askBranch asks for the branch to show.
func askBranch(e *exercise) intent {
	b := e.player.noted()
	return pushIntent{newListWindow(e.session, "Branches", b.items(func(i int) any { return branchAnswer{i} }))}
}

// openCompare compares with the only other branch, or asks with which.
func openCompare(e *exercise) intent {
	b := e.player.noted()
	switch {
	case e.compare.open:
		e.compare.leave()
		return nil
	case len(b.list) == 2:
		e.compareWith(1 - b.now)
		return nil
	}
	others := slices.Delete(b.items(func(i int) any { return compareAnswer{i} }), b.now, b.now+1)
	return pushIntent{newListWindow(e.session, "Compare "+branchName(b.now)+" with", others)}
}

// compareWith lays branch i beside the one on the stage.
func (e *exercise) compareWith(i int) {
	e.leaveGuests()
	if b := &e.player.branches; i < len(b.list) && i != b.now {
		e.compare.begin(i)
		e.sheet.scroll = scroll{}
	}
}

// askBreak asks for a condition to run to, runBack goes back to the last one.
func askBreak(e *exercise) intent {
	return pushIntent{newBreakWindow(e.session, e.player.run, &e.watches)}
}

func runBack(e *exercise) { e.player.seekBreak(e.watches.last, -1) }

// recording is what can be written down of the run, with the enlarged figure or
// the first; not ok where the run cannot.
func (e *exercise) recording() (r recording, ok bool) {
	v, ex := e.sight(), e.sheet.work.Exercise()
	r = recording{session: e.session, name: fmt.Sprintf("%s-seed%d", ex.ID, ex.Seed), at: e.player.at}
	if f, ok := e.stage.figure(v); ok {
		r.figure = &f
	}
	r.run, ok = e.player.run.(exercises.Recorder)
	return r, ok
}

func askRecord(e *exercise) intent {
	r, _ := e.recording()
	return r.window()
}

// toggleWhy opens or closes the panel, where there is room for it, else it opens
// the window.
func toggleWhy(e *exercise) intent {
	if !hasPanelRoom(e.session.width, e.session.height) {
		return openWhy(e)
	}
	e.inspector.toggleWhy()
	return nil
}

// openWhy explains the step in a window that scrolls.
func openWhy(e *exercise) intent {
	w := newTextWindow(e.session, "Why this step", func(p pen, w int) []ascii.Line { return p.wrapAll(e.player.why(), w) })
	w.step = e.stepBy
	return pushIntent{w}
}

// openLedger shows all laws in a window that scrolls.
func openLedger(e *exercise) intent {
	l := &e.inspector.ledger
	l.over = true
	l.forget()
	w := newTextWindow(e.session, "What must hold", func(p pen, w int) []ascii.Line { return l.lines(p, w, math.MaxInt) })
	w.step = e.stepBy
	w.closed = func() { l.over = false }
	return pushIntent{w}
}

// scrollPanels scrolls the panels by n lines, scrollBy the text.
func (e *exercise) scrollPanels(n int) {
	e.inspector.scroll(n, pen{view: e.session.view()}, e.layout(), e.player.why)
}

func (e *exercise) scrollBy(n int) {
	l := e.halves(textPane)
	d := e.document(l.text.W - 1)
	e.sheet.scroll.by(n, e.sheet.first(d, l.text.H), len(d.lines), l.text.H)
}
