package session

import (
	"fmt"
	"slices"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/class"
	"kernellab/lab/progress"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// RoomMsg reports that something has changed in the class.
type RoomMsg struct{ Room class.Room }

// ToLead is the intent of the key for leading. Depending on the member, it leads the class, stops
// leading, or follows the leader, the member whose exercise the class sees.
type ToLead struct{}

// ToBoard shows the board of a teacher. If the board is on top, it shows the screen below the
// board.
type ToBoard struct{}

// OpenClass opens the window of the class for a student, or the board for a teacher.
func (s *Session) OpenClass() Intent {
	if s.Classroom == nil {
		return ToBoard{}
	}
	return s.Classroom.openMessage()
}

// NotTeacherReason returns why the student cannot lead the class, or "".
func (s *Session) NotTeacherReason() string {
	return TextIf(s.Classroom != nil, "a teacher leads the class")
}

// SetFollowing records whether the student has opened the screen that follows the leader of the
// class. While it is open, the student receives every step of the leader.
func (s *Session) SetFollowing(following bool) {
	if s.Following == following {
		return // the screen was closed before
	}
	s.Following = following
	s.Config.Class.SetFollowing(following)
	kind := progress.FollowEnded
	if following {
		kind = progress.FollowBegun
	}
	s.Student.Log(nil, kind, "", nil)
	if s.Classroom != nil {
		s.Classroom.Update()
	}
}

// AwaitRoom returns the command that waits until something changes in the class. It returns nil if
// there is no class.
func (s *Session) AwaitRoom() tea.Cmd {
	m := s.Config.Class
	if m == nil {
		return nil
	}
	return func() tea.Msg {
		room, ok := m.Next(s.Ctx)
		if !ok {
			return nil
		}
		if !m.Teacher {
			room = m.AwaitTurn(s.Ctx)
		}
		return RoomMsg{room}
	}
}

// Send returns the command that calls post to send something to the class. It then shows
// confirmation, unless it is empty, or the error of post.
func Send(confirmation string, post func() error) tea.Cmd { return SendText("", confirmation, post) }

// SendText is like [Send], for a text that somebody has typed. If it cannot be sent, the notice of
// the error keeps it for [Session.Unsent].
func SendText(text, confirmation string, post func() error) tea.Cmd {
	return func() tea.Msg {
		if err := post(); err != nil {
			return NoticeMsg{"Not sent, please try again: " + progress.Cause(err) + ".", text}
		}
		if confirmation == "" {
			return nil
		}
		return NoticeMsg{Text: confirmation}
	}
}

// ClassKeys returns the keys that a lab has only in a class. They work on every screen and
// in every window.
func ClassKeys() KeyMap {
	bind := ZoneEverywhere.Bind
	return KeyMap{
		bind("class", "f7", "in a class: ask for help, ask to go faster or slower, vote, follow; for a teacher: the board"),
		bind("read", "f8", "in a class: dismiss the teacher's message"),
		bind("lead", "f9", "for a teacher: lead the class through your exercise, or stop leading"),
	}
}

// Classroom holds what a student sees of the class. A message of the teacher is one line below the
// screen until the student puts it away. A message opens no window unless the student asks for it,
// so the keys that the student types always reach the answer.
type Classroom struct {
	session     *Session
	messages    []message               // messages that are not put away, the newest first
	latest      [numKinds]message       // the newest message of each kind
	lastNotice  string                  // the last notice about the vote or the gate
	waitingGate class.Gate              // the gate, a stop for the whole class, at which the student waits; or zero
	ownVotes    map[class.VoteRound]int // numbers of the options that the student chose, from 1
	windowID    int                     // ID of the newest class window, see makeClassWindow
}

// messageKind is the kind of a message. A newer message replaces an older one of its kind.
type messageKind uint8

const (
	kindAnnouncement messageKind = iota
	kindHint
	kindVote
	kindGate
	kindLead
	numKinds
)

// message is a message of the teacher.
type message struct {
	kind      messageKind
	id        string // distinguishes messages of the same kind
	text      string
	openLabel string // label of f7 in the footer while the message is visible; "" if f7 opens nothing
}

// Update shows what is new in the room.
func (c *Classroom) Update() {
	room := c.session.Room
	a, h := room.Announcement, room.Hint(c.session.Config.Class.ID)
	c.show(message{kindAnnouncement, fmt.Sprint(a.At), a.Text, ""})
	if m := (message{kindHint, fmt.Sprint(h.At), "", ""}); c.latest[kindHint].id != m.id {
		if h.IsFresh(time.Now()) {
			m.text = "A hint from your teacher: " + c.hintWords(h)
		}
		c.show(m)
	}
	c.show(c.voteMessage())
	c.show(message{kindGate, fmt.Sprint(room.Gate), c.gateWords(), ""})
	c.show(c.leadMessage())
	if c.waitingGate != room.Gate {
		c.waitingGate = class.Gate{}
	}
}

// hintWords returns the text of a hint. A hint of the worksheet contains the numbers of this
// student's exercise.
func (c *Classroom) hintWords(h class.Hint) string {
	lines := study.HintLines(c.session.Student, h.Exercise, h.Task)
	if h.Level < 1 || h.Level > len(lines) {
		return h.Text
	}
	return lines[h.Level-1]
}

// leadMessage describes the leader of the class and the exercise that the leader shows, which a
// student can follow.
func (c *Classroom) leadMessage() message {
	l := c.session.Room.Lead
	m := message{kindLead, fmt.Sprint(l.LeaderID, l.Document.ID, c.session.Following), "", "follow"}
	switch {
	case c.session.Following:
	case l.LeaderID == c.session.Config.Class.ID:
		m.id, m.text, m.openLabel = l.LeaderID, "You lead. Your class can follow the exercise that you open.", "stop"
	case l.Document.ID != "" && l.Document.ID == study.SandboxOf(c.session.Student).ID:
		m.text = l.Name + " shows the sandbox."
	case l.Document.ID != "":
		m.text = fmt.Sprintf("%s shows exercise %s.", l.Name, l.Document.ID)
	}
	return m
}

// show shows a message, unless it has been shown already. It replaces the previous message of the
// same kind. If its text is empty, the previous message is only removed.
func (c *Classroom) show(m message) {
	if c.latest[m.kind].id == m.id {
		return
	}
	c.latest[m.kind] = m
	if (m.kind == kindVote || m.kind == kindGate) && c.session.Notice == c.lastNotice {
		c.session.Notice = ""
	}
	c.messages = slices.DeleteFunc(c.messages, func(old message) bool { return old.kind == m.kind })
	if m.text != "" {
		c.messages = slices.Insert(c.messages, 0, m)
	}
}

// ShowsVote reports whether the visible message is about a vote.
func (c *Classroom) ShowsVote() bool { return c.visible().kind == kindVote }

// showNotice shows a notice until the vote or the gate changes.
func (c *Classroom) showNotice(words string) { c.session.Notice, c.lastNotice = words, words }

// DismissMessage puts the visible message away.
func (c *Classroom) DismissMessage() {
	if c.Rows() > 0 {
		c.messages = c.messages[1:]
	}
}

// Rows returns the number of rows that the visible message takes below the screen.
func (c *Classroom) Rows() int {
	if c == nil {
		return 0
	}
	return min(len(c.messages), 1)
}

// visible returns the visible message, or the zero message. If the text is too long for the row, f7
// opens all of it.
func (c *Classroom) visible() (m message) {
	if c.Rows() == 0 {
		return m
	}
	if m = c.messages[0]; m.openLabel == "" && ascii.Width(m.text) > c.session.Width-18 {
		m.openLabel = "all of it"
	}
	return m
}

// Layers returns the layers of the visible message in row y of the screen.
func (c *Classroom) Layers(y int) []*lipgloss.Layer {
	if c.Rows() == 0 {
		return nil
	}
	s, f, m := c.session, ui.NewFooter(c.session.Theme), c.visible()
	dismissLabel := "got it"
	if n := len(c.messages) - 1; n > 0 {
		dismissLabel = fmt.Sprintf("next (%d)", n)
	}
	f.Notice, f.Pinned = m.text, []key.Binding{ui.Hint("f7", m.openLabel), ui.Hint("f8", dismissLabel)}
	f.Pinned[0].SetEnabled(m.openLabel != "")
	row := ui.NewLayer("", s.Theme.Block("", s.Width, 1, ascii.Paper), 0, y)
	return append([]*lipgloss.Layer{row}, f.Layers(s.screenRow(y))...)
}

// gateWords describes the gate in a line, or returns "". If the gate at which the student waited is
// open now, gateWords reports that.
func (c *Classroom) gateWords() string {
	g := c.session.Room.Gate
	v, _ := c.session.Student.View(g.Exercise)
	task, ok := v.Summary.TaskIndex(g.Task)
	switch {
	case !ok && c.waitingGate.IsSet():
		return fmt.Sprintf("Your class goes on in %s.", c.waitingGate.Exercise)
	case !ok:
		return ""
	case g.Holds:
		return fmt.Sprintf("Your class pauses after task %d of %s. Please wait there.", task+1, v.ID)
	}
	return fmt.Sprintf("Please stop after task %d of %s and look up.", task+1, v.ID)
}

// HoldsTask reports whether the class pauses before task i of an exercise. If i is the number of
// tasks, it reports whether the class pauses after the exercise and the student has done all its
// tasks. A task that the student has opened stays open. At home and for teachers, c is nil and
// nothing is held.
func (c *Classroom) HoldsTask(w *study.Work, i int) bool {
	if c == nil {
		return false
	}
	g := c.session.Room.Gate
	if !g.Holds || g.Exercise != w.ID() || w.Round() != nil {
		return false
	}
	at, ok := w.Exercise().TaskIndex(g.Task)
	if i == w.Len() {
		return ok && at == i-1 && w.Finished()
	}
	return ok && at < i && w.TaskState(i) == study.TaskUntouched
}

// Pauses reports whether a gate holds the class.
func (c *Classroom) Pauses() bool { return c != nil && c.session.Room.Gate.Holds }

// HoldsExercise reports whether the student must not begin an exercise because the class pauses in
// an earlier one. The result is false for an exercise that the student has begun and for the
// exercise that the teacher has chosen for early finishers.
func (c *Classroom) HoldsExercise(id string) bool {
	if !c.Pauses() {
		return false
	}
	g, afterGate := c.session.Room.Gate, false
	if id == g.EarlyExercise {
		return false
	}
	for _, u := range c.session.Student.Units() {
		for _, v := range u.Exercises {
			if v.ID == id {
				return afterGate && v.State == study.Untouched
			}
			afterGate = afterGate || v.ID == g.Exercise
		}
	}
	return false
}

// RecordWaiting records that the student waits at a task at which the class pauses. It logs this once for
// each gate.
func (c *Classroom) RecordWaiting(w *study.Work) tea.Cmd {
	c.showNotice("Your class pauses here.")
	if g := c.session.Room.Gate; c.waitingGate != g {
		c.waitingGate = g
		c.session.Student.Log(w, progress.GateReached, "", nil)
	}
	return c.session.Save()
}

// IsWaiting reports whether the student waits at the gate.
func (c *Classroom) IsWaiting() bool { return c != nil && c.waitingGate.Holds }

// EarlyExercise returns the exercise to work on while waiting at the gate. ok is false if the student does
// not wait, or if the teacher has chosen no exercise.
func (c *Classroom) EarlyExercise() (v study.ExerciseView, ok bool) {
	if c.IsWaiting() {
		v, ok = c.session.Student.View(c.waitingGate.EarlyExercise)
	}
	return v, ok
}

// Footer returns the entry for f7 in the footer: the student's place in the queue for help, or the
// purpose of the key. The purpose is disabled if f7 opens the visible message, which then has its
// own entry for the key.
func (c *Classroom) Footer() key.Binding {
	if n := c.helpQueuePlace(); n > 0 {
		return ui.Hint("f7", fmt.Sprintf("number %d in the queue", n))
	}
	hint := ui.Hint("f7", "ask for help")
	hint.SetEnabled(c.visible().openLabel == "")
	return hint
}

// helpQueuePlace returns the student's place in the queue for help, from 1, or 0.
func (c *Classroom) helpQueuePlace() int {
	return c.session.Room.PlaceInQueue(c.session.Config.Class.ID)
}
