// Package lab is the Bubble Tea program that a student sees: the contents, the exercise
// screen and the windows in front of them. It knows no mathematics: an exercise is a
// list of tasks, a run is a sequence of frames, and a figure is something that can be
// drawn.
//
// One [Model] serves one student on one terminal. It has no global state, so an SSH
// server can run any number of them in one process.
//
// The model has a stack of screens and routes messages. The model itself handles the messages
// that concern the whole lab: about the size and the background colour of the terminal, about saves,
// and about the class. It also pushes and pops screens and quits when a screen asks for it. Keys, mouse and paste
// go only to the top screen. The result of a screen's computation has an address: the number of the
// screen, and a number that increases whenever the computation is started or cancelled. The result
// is ignored if that screen has been closed, or if the computation has been started again or
// cancelled since.
// Computations run in commands with a context.
//
//   - package session: what the screens of one student share, the interface of a
//     screen, the table of actions (what keys do), and windows
//   - package contents: the list of exercises
//   - package board: what a class does, for its teachers
//   - package exercise: the task with its form, and the stage, the part of the screen with
//     the pictures
//   - package pictures: the figures on the stage
//   - package core: what a student does with the run: steps, breakpoints, branches and questions.
//     It draws nothing
//   - package debug: the windows, panels and overlays that show package core
//   - package ui: components that know nothing of exercises
//
// After every message the model calls Layout on the visible screens. It draws their
// layers in order and caches the result until the next message. The layers also
// determine what is under the mouse. Text and everything that takes keys comes from
// package ui. The stage is a single layer. It draws figures on a grid of cells, and draws
// again only figures that have changed. If the mouse is on a figure, the figure computes
// from the position what is there, such as a point of a map or a row of a table.
//
// The screen is built from Bubbles and Lip Gloss. Where neither has what we need,
// we have a component of our own:
//
//   - Field draws what textinput edits: textinput has one row, cannot highlight a rune,
//     and its Cursor ignores the offset of a text that is scrolled sideways.
//   - A derivation is a Field too: textarea cannot highlight a rune, and a saved
//     derivation separates its lines by semicolons, not by line breaks.
//   - Choices: the rows of the list in Bubbles all have the same height.
//   - Table: the tables of both libraries contain only text, no fields.
//   - Document: Lip Gloss wraps words, but formulas break at relations.
//   - WriteHelp: the help in Bubbles does not wrap, and does not say why a key is disabled.
//   - Control, Timeline: the progress bar in Bubbles has no knob and cannot mark positions.
//   - Figures of package ascii (decision maps, charts, heat maps, number lines): neither
//     library has them.
package lab

import (
	"fmt"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/board"
	"kernellab/lab/contents"
	"kernellab/lab/debug"
	"kernellab/lab/exercise"
	"kernellab/lab/follow"
	"kernellab/lab/session"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// warnings returns a function that writes the given warnings, one paragraph each.
func warnings(all []string) func(*ui.Document) {
	return func(d *ui.Document) {
		for _, text := range all {
			d.AddGap()
			d.Write(ascii.Inked(text, ascii.Text))
		}
	}
}

// updateFooter shows the keys of the top screen in the footer, or a notice instead of them.
func (m *Model) updateFooter() {
	f := m.top().Footer()
	if m.board != nil && m.board.ID() != m.top().ID() && !m.top().Overlay() {
		f.Pinned = append([]key.Binding{m.Hint(session.ZoneEverywhere, "class", "board")}, f.Pinned...)
	}
	if m.Classroom != nil && !m.Classroom.Owns(m.top()) && !m.showsLeader() {
		f.Keys = slices.Insert(slices.Clone(f.Keys), min(1, len(f.Keys)), m.Classroom.Footer())
	}
	m.footerArea = f.Area
	m.Session.Footer.Keys, m.Session.Footer.Pinned, m.Session.Footer.Notice = f.Keys, f.Pinned, m.Notice
}

// Model is the lab as a Bubble Tea model, for one student and terminal. It has a stack of screens
// and passes messages to them.
type Model struct {
	*session.Session
	screens []session.Screen // the last one is on top; never empty

	rows           int            // rows of the terminal; Session.Height excludes the rows of the banner
	banner         []ascii.Line   // message about unsaved work, below the screens; nil if all is saved
	footerArea     ascii.Rect     // area of the footer
	board          *board.Screen  // the board of a teacher; nil for others
	leader         *follow.Leader // while the member leads the class, shows this lab to the followers
	mistakesWindow session.Screen // window with the mistakes in the author's worksheet, or nil

	// frame is the whole screen as it was last drawn. The next drawing takes the rows that stay the
	// same from it. It is empty if the theme has changed since.
	frame          ui.Frame
	frameIsCurrent bool // whether frame is up to date

	leaving    leaveQuestion
	typedAhead typeAhead

	dark bool // whether the current theme is for a dark screen; Session.Dark says which theme is wanted
}

// New returns a lab that shows the contents or, for a teacher, the board. If c.Start is set, that
// exercise is on top, and warnings are above everything. New panics without a Student.
func New(c session.Config) *Model {
	s := session.New(c, newKeyMap(c.Class != nil))
	m := &Model{Session: s, dark: s.Dark, leader: follow.NewLeader(s)}
	s.Work, m.screens = m.work, []session.Screen{contents.New(s)}
	if c.Start != "" {
		m.show(session.Open{Exercise: c.Start})
	}
	if c.Class != nil && c.Class.Teacher {
		m.board = board.New(s)
		m.screens = slices.Insert(m.screens, 1, session.Screen(m.board))
	}
	if len(c.Warnings) > 0 {
		m.screens = append(m.screens, session.NewTextWindow(s, "Before you begin", warnings(c.Warnings)))
	}
	return m
}

// Init starts what the top screen needs, and waits for changes in the class and in worksheets. If the
// terminal has colours, it also requests the background colour.
func (m *Model) Init() tea.Cmd {
	cmd := tea.Batch(m.top().Resume(), m.AwaitRoom(), m.awaitReload())
	if m.Terminal().Profile <= ascii.ANSI16 {
		return tea.Batch(tea.RequestBackgroundColor, cmd)
	}
	return cmd
}

// Update passes input to the top screen, and addressed messages to the screen that
// requested them. It handles all other messages itself.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := m.route(msg)
	if _, busy := msg.(session.BusyMsg); busy && cmd == nil {
		return m, nil // the work ended before it was time to show the spinner
	}
	cmd = tea.Batch(cmd, m.releaseTyped(), m.postExercise())
	m.Layout()
	return m, cmd
}

// Layout lays out the visible screens. Drawing them afterwards does not change their state.
func (m *Model) Layout() {
	m.frameIsCurrent = false
	m.fitBanner()
	if m.dark != m.Dark {
		m.dark = m.Dark
		*m.Theme, m.frame = *theme.New(m.Terminal().Profile, m.dark), ui.Frame{}
	}
	if ui.TooSmall(m.Width, m.Height) {
		return
	}
	for _, s := range m.visible() {
		s.Layout()
	}
	m.updateFooter()
}

func (m *Model) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.Width, m.rows = max(0, msg.Width), max(0, msg.Height)
		return nil
	case tea.BackgroundColorMsg:
		return m.background(msg)
	case session.SavedMsg:
		return m.Session.FinishSave(msg)
	case session.SlowMsg:
		return m.Session.NoteSlowSave(msg)
	case session.RetryMsg:
		return m.Session.Retry(msg)
	case session.NoticeMsg:
		m.ShowNotice(msg)
		return nil
	case follow.PostMsg:
		return m.leader.FinishPost(msg)
	case reloadedMsg:
		return tea.Batch(m.reload(msg), m.awaitReload())
	case session.RoomMsg:
		return m.updateRoom(msg.Room)
	case session.Addressed:
		return m.deliver(msg)
	case tea.MouseClickMsg:
		return m.click(msg)
	case tea.KeyPressMsg, tea.PasteMsg, tea.MouseMotionMsg, tea.MouseReleaseMsg, tea.MouseWheelMsg:
		return m.input(msg)
	}
	return nil
}

// click passes a left click to the top screen. If the click is on a key in the footer,
// it passes that key.
func (m *Model) click(msg tea.MouseClickMsg) tea.Cmd {
	if msg.Button != tea.MouseLeft {
		return nil
	}
	if k, ok := m.Session.Footer.Click(m.Hit(msg)); ok {
		return m.input(k)
	}
	return m.input(msg)
}

// Err returns the error of the last save, or nil. The caller can report it after the
// program has ended.
func (m *Model) Err() error { return m.Saves.Err }

// Close cancels every computation of the lab. If the program ends without the student
// quitting, for example because a connection breaks, the caller calls Close and then
// saves with the student's Leave.
func (m *Model) Close() {
	for _, s := range m.screens {
		s.Close()
	}
}

// visible returns the topmost full screen and the overlays above it.
func (m *Model) visible() []session.Screen {
	first := len(m.screens) - 1
	for first > 0 && m.screens[first].Overlay() {
		first--
	}
	return m.screens[first:]
}

func (m *Model) top() session.Screen { return m.screens[len(m.screens)-1] }

func (m *Model) background(msg tea.BackgroundColorMsg) tea.Cmd {
	if m.Settings.Background == "" {
		m.Dark = msg.IsDark()
	}
	return nil
}

// input passes keys, mouse and paste to the top screen. On a terminal that is too
// small, the student can only quit.
func (m *Model) input(msg tea.Msg) tea.Cmd {
	if m.top().KeysMustWait() && !m.isQuitKey(msg) && m.typedAhead.holdBack(msg) {
		return nil
	}
	m.ExpireNotice(msg)
	if m.Saves.Err != nil {
		m.leaving.key(msg)
	}
	if m.isQuitKey(msg) {
		return m.quit()
	}
	if ui.TooSmall(m.Width, m.Height) {
		return nil
	}
	if intent, ok := m.classKey(msg); ok {
		return m.perform(intent)
	}
	intent, cmd := m.top().Update(msg)
	return tea.Batch(cmd, m.perform(intent))
}

// isQuitKey reports whether a message is the key that quits from everywhere.
func (m *Model) isQuitKey(msg tea.Msg) bool {
	k, ok := msg.(tea.KeyPressMsg)
	return ok && m.Keys.Match(session.ZoneEverywhere, k) == "quit"
}

// deliver passes a message to the screen to which it is addressed, wherever that is in
// the stack. A message for a closed screen is dropped.
func (m *Model) deliver(msg session.Addressed) tea.Cmd {
	for _, s := range m.screens {
		if s.ID() == msg.To().Owner {
			intent, cmd := s.Update(msg)
			return tea.Batch(cmd, m.perform(intent))
		}
	}
	return nil
}

// perform does what a screen requests. A nil intent requests nothing.
func (m *Model) perform(intent session.Intent) tea.Cmd {
	switch intent := intent.(type) {
	case session.Push:
		return m.push(intent.Top)
	case session.ShowTask:
		return tea.Batch(m.push(exercise.ForTask(m.Session, intent.Work)), m.Save())
	case session.Pop:
		return tea.Batch(m.pop(), m.Save())
	case session.Choice:
		return m.choose(intent)
	case session.Restart:
		return m.restart(intent)
	case session.Open:
		return m.open(intent)
	case session.ToContents:
		m.popAll()
		return m.top().Resume()
	case session.ToLead:
		return m.lead()
	case session.ToBoard:
		return tea.Batch(m.toggleBoard(), m.Save())
	case session.Quit:
		return m.quit()
	}
	return nil
}

func (m *Model) push(top session.Screen) tea.Cmd {
	m.screens = append(m.screens, top)
	return top.Resume()
}

// pop closes the top screen, unless it is the contents.
func (m *Model) pop() tea.Cmd {
	if len(m.screens) == 1 {
		return nil
	}
	m.top().Close()
	m.screens = m.screens[:len(m.screens)-1]
	return m.top().Resume()
}

// choose closes the top screen and passes what was chosen in it to the screen below.
func (m *Model) choose(choice session.Choice) tea.Cmd {
	resumeCmd := m.pop()
	intent, cmd := m.top().Update(choice)
	return tea.Batch(resumeCmd, cmd, m.perform(intent))
}

// popAll closes all screens above the contents.
func (m *Model) popAll() {
	for len(m.screens) > 1 {
		m.pop()
	}
}

// open replaces the screens above the contents by an exercise.
func (m *Model) open(intent session.Open) tea.Cmd {
	if m.Classroom.HoldsExercise(intent.Exercise) {
		m.Notice = fmt.Sprintf("Your class pauses in %s. Exercise %s opens when it goes on.",
			m.Room.Gate.Exercise, intent.Exercise)
		return nil
	}
	if !m.show(intent) {
		return nil
	}
	return tea.Batch(m.top().Resume(), m.Save())
}

// restart replaces the screens above the contents by another attempt at an exercise.
func (m *Model) restart(intent session.Restart) tea.Cmd {
	m.popAll()
	if err := intent.Begin(); err != nil {
		m.Notice = err.Error()
		return m.top().Resume()
	}
	return m.open(session.Open{Exercise: intent.Exercise})
}

// show puts an exercise above the contents, and closes all other screens. It returns false
// if the exercise cannot be opened.
func (m *Model) show(intent session.Open) bool {
	e, err := exercise.New(m.Session, intent.Exercise, intent.Task)
	if err != nil {
		m.Notice = err.Error()
		return false
	}
	m.popAll()
	m.screens = append(m.screens, e)
	m.Notice = m.OtherAttemptsNotice(e.Task.Work)
	return true
}

// newKeyMap returns the bindings of all screens and windows, at home or in a class.
func newKeyMap(inClass bool) session.KeyMap {
	keys := slices.Concat(exercise.Actions().Bindings(), contents.Keys(), exercise.QuestionKeys(),
		debug.BreakpointKeys(), session.OverlayKeys())
	if inClass {
		keys = slices.Concat(keys, session.ClassKeys(), board.Keys())
	}
	return keys
}

// quit stops unfinished work, saves and ends the program. If the last save failed, it first asks
// whether to leave, and tries to save again.
func (m *Model) quit() tea.Cmd {
	if m.Saves.Err != nil && !m.leaving.answered {
		m.leaving.visible = true
		return m.Save()
	}
	m.Close()
	return m.Session.Quit()
}

// leaveQuestion is the question whether to leave although saving fails. It replaces the other text
// of the banner, and the next key answers it.
type leaveQuestion struct {
	visible  bool // whether the question is visible
	answered bool // whether the current key answers it, because it was visible before the key
}

// key records a key press, which answers the question if it is visible.
func (l *leaveQuestion) key(msg tea.Msg) {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg, exercise.RepeatedAction:
		l.answered, l.visible = l.visible, false
	}
}
