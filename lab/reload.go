package lab

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

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
		return m.open(session.Open{Exercise: e.Task.Work.ID(), Task: e.Task.Info().Name})
	}
	return cmd
}
