package lab

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab/progress"
)

// leaving is the question whether to leave while saving fails: the banner asks
// it in the place of what it says otherwise, and the next key answers.
type leaving struct {
	asks  bool // the question stands
	asked bool // it stood when the key in hand was pressed
}

// key notes that a key was pressed, which answers the question if it stands.
func (l *leaving) key(msg tea.Msg) {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg, repeated:
		l.asked, l.asks = l.asks, false
	}
}

// quit ends what is under way, saves last of all and ends the program. While
// saving fails it asks first, and tries it once more.
func (m *Model) quit() tea.Cmd {
	if m.keep.err != nil && !m.leaving.asked {
		m.leaving.asks = true
		return m.save()
	}
	m.Close()
	return m.session.quit()
}

// leavingWords is the question.
func (s *session) leavingWords() string {
	lost := "If you leave now, it is lost."
	if s.config.Held {
		lost = "If you leave now, the host holds it in its memory and tries again; should the host end before that works, it is lost."
	}
	return fmt.Sprintf("What you did since %s is not saved: %s. %s The same key again leaves all the same; any other stays.",
		s.sinceWords(), progress.Cause(s.keep.err), lost)
}
