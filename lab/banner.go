package lab

import (
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/exercise"
	"kernellab/lab/pictures"
	"kernellab/lab/session"
)

// fitBanner divides the terminal's rows between the screens and the banner.
func (m *Model) fitBanner() {
	m.banner = m.bannerLines()
	m.Height = m.rows
	if n := len(m.banner) + m.Classroom.Rows(); m.rows-n >= session.MinHeight {
		m.Height -= n
	}
}

// bannerLines returns the message about what is unsaved, wrapped, until it is saved. If
// the screens can spare no rows, the banner covers their last ones.
func (m *Model) bannerLines() []ascii.Line {
	var text []ascii.Line
	switch s := m.UnsavedWords(); {
	case s == "":
	case m.leaving.visible:
		text = append(text, ascii.Inked(m.LeavingWords(), ascii.Warn))
	default:
		text = append(text, ascii.Inked(s, ascii.Warn))
	}
	if len(text) == 0 {
		return nil
	}
	return pictures.WrapAll(m.Terminal(), text, max(1, m.Width-4))
}

// bannerLayer returns the layer below the screens, or over their last rows.
func (m *Model) bannerLayer() *lipgloss.Layer {
	text := lipgloss.NewStyle().PaddingLeft(2).Render(m.Theme.Lines(m.banner))
	h := len(m.banner)
	return lipgloss.NewLayer(m.Theme.Block(text, m.Width, h, ascii.Paper)).Y(max(0, m.rows-h))
}

// leaving asks whether to leave although saving fails. The question replaces the other
// text of the banner, and the next key answers it.
type leaving struct {
	visible  bool // whether the question is visible
	answered bool // whether it was visible when the current key was pressed
}

// key records a key press, which answers the question if it is visible.
func (l *leaving) key(msg tea.Msg) {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg, exercise.RepeatedAction:
		l.answered, l.visible = l.visible, false
	}
}
