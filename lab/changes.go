package lab

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/class"
	"kernellab/lab/exercise"
	"kernellab/lab/follow"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// updateRoom stores the new state of the class (who leads it, its votes and messages) and shows it.
func (m *Model) updateRoom(r class.Room) tea.Cmd {
	previousLead := m.Room.Lead
	m.Room = r
	if m.Classroom != nil {
		m.Classroom.Update()
	}
	words := m.leader.ChangeWords(previousLead)
	if m.Following && r.Lead.LeaderID != previousLead.LeaderID {
		m.Notice = "" // it may name the former leader
	}
	cmd := tea.Batch(m.updateFollowScreen(), m.AwaitRoom())
	m.Notify(words)
	if slices.Contains(m.screens, session.Screen(m.board)) {
		return tea.Batch(m.board.Refresh(), cmd)
	}
	return cmd
}

// lead handles the key with which the member leads or follows, see [follow.Leader.HandleKey].
func (m *Model) lead() tea.Cmd {
	intent, cmd := m.leader.HandleKey()
	return tea.Batch(cmd, m.perform(intent), m.Save())
}

// postExercise returns the command that shows the open exercise to the class if the member leads.
func (m *Model) postExercise() tea.Cmd {
	var shared class.SharedExercise
	if m.leader.Leads() {
		if e := m.currentExercise(); e != nil {
			d := &e.Stage.Debug
			shared = class.SharedExercise{Document: e.Stage.Document(), Judged: e.Task.Report() != nil,
				Why: d.Panels.WhyOpen, Ledger: d.Ledger.Open}
		}
	}
	return m.leader.Post(shared)
}

// currentExercise returns the member's open exercise, or nil. A [follow.Screen], which shows the
// exercise of the leader, does not count.
func (m *Model) currentExercise() *exercise.Screen {
	for _, s := range slices.Backward(m.screens) {
		if e, ok := s.(*exercise.Screen); ok {
			return e
		}
	}
	return nil
}

// showsLeader reports whether the screen on top shows the exercise of the leader.
func (m *Model) showsLeader() bool {
	_, ok := m.top().(*follow.Screen)
	return ok
}

// updateFollowScreen updates the screen that shows the exercise of the leader, if it is open. It
// closes that screen if it cannot show the exercise, if nobody leads the class any more, or if the
// member has become the leader.
func (m *Model) updateFollowScreen() tea.Cmd {
	for i, s := range m.screens {
		f, ok := s.(*follow.Screen)
		if !ok {
			continue
		}
		cmd, err := f.Receive(m.Room.Lead)
		if err == nil && m.Room.Lead.LeaderID != "" && !m.leader.Leads() {
			return cmd
		}
		f.Close()
		if err != nil {
			m.Notice = err.Error()
		}
		m.screens = slices.Delete(m.screens, i, i+1)
		return tea.Batch(m.top().Resume(), m.Save())
	}
	return nil
}

// classKey handles the keys of the class, which work on every screen and in every window. ok
// is false for other keys, and for keys that a window of the class on top handles itself.
func (m *Model) classKey(msg tea.Msg) (intent session.Intent, ok bool) {
	k, _ := msg.(tea.KeyPressMsg)
	switch name := m.Keys.Match(session.ZoneEverywhere, k); {
	case name == "class" && m.showsLeader() && !m.Classroom.ShowsVote():
		return session.Pop{}, true
	case name == "class" && !m.Classroom.Owns(m.top()):
		return m.OpenClass(), true
	case name == "read":
		m.Classroom.DismissMessage()
		return nil, true
	}
	return nil, false
}

// work returns the student's work on the open exercise, or nil if none is open.
func (m *Model) work() *study.Work {
	if e := m.currentExercise(); e != nil {
		return e.Task.Work
	}
	return nil
}

// toggleBoard shows the board and closes the windows in front of it. If the board is on top
// already, toggleBoard closes it.
func (m *Model) toggleBoard() tea.Cmd {
	index := slices.Index(m.screens, session.Screen(m.board))
	if index < 0 {
		return m.push(m.board)
	}
	remainingScreens := min(index+1, len(m.screens)-1)
	var cmd tea.Cmd
	for len(m.screens) > remainingScreens {
		cmd = m.pop()
	}
	return cmd
}

// reloadPause is the time between two checks whether the author's worksheets have changed.
const reloadPause = 500 * time.Millisecond

// reloadedMsg contains the new exercises if a worksheet has changed, or the mistakes in it if it
// cannot be read. If nothing has changed, both fields are nil.
type reloadedMsg struct {
	library exercises.Library
	err     error
}

// awaitReload returns a command that calls Config.Reload after a pause.
func (m *Model) awaitReload() tea.Cmd {
	if m.Config.Reload == nil {
		return nil
	}
	return m.Tick(reloadPause, func(time.Time) tea.Msg {
		library, err := m.Config.Reload()
		return reloadedMsg{library, err}
	})
}

// reload closes the window with earlier mistakes if it is on top. It then opens the current task
// again, from the new exercises, or shows the new mistakes in a window.
func (m *Model) reload(msg reloadedMsg) tea.Cmd {
	if msg.library == nil && msg.err == nil {
		return nil
	}
	var cmd tea.Cmd
	if m.mistakesWindow != nil && m.top() == m.mistakesWindow {
		cmd = m.pop()
	}
	m.mistakesWindow = nil
	if msg.err != nil {
		m.mistakesWindow = session.NewTextWindow(m.Session, "The worksheet has a mistake", func(d *ui.Document) {
			d.Write(ascii.PlainLines(strings.Split(msg.err.Error(), "\n")...)...)
		})
		return tea.Batch(cmd, m.push(m.mistakesWindow))
	}
	m.Student.UseLibrary(msg.library)
	if e := m.currentExercise(); e != nil {
		return tea.Batch(cmd, m.open(session.Open{Exercise: e.Task.Work.ID(), Task: e.Task.Info().Name}))
	}
	return cmd
}
