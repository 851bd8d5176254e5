package lab

import (
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/exercise"
	"kernellab/lab/pictures"
	"kernellab/lab/session"
)

// fitBanner divides the terminal's rows between the screens, the banner and the message of
// the class. If the screens can spare no rows, these cover their last ones.
func (m *Model) fitBanner() {
	m.banner = m.bannerLines()
	m.Height = m.rows
	if n := len(m.banner) + m.Classroom.Rows(); m.rows-n >= session.MinHeight {
		m.Height -= n
	}
}

// bannerLines returns a message, wrapped, as long as something is unsaved.
func (m *Model) bannerLines() []ascii.Line {
	text := m.UnsavedWords()
	if text == "" {
		return nil
	}
	if m.leaving.visible {
		text = m.LeavingWords()
	}
	return pictures.WrapAll(m.Terminal(), []ascii.Line{ascii.Inked(text, ascii.Warn)}, max(1, m.Width-4))
}

// bannerLayer returns the layer below the screens, or over their last rows.
func (m *Model) bannerLayer() *lipgloss.Layer {
	text := lipgloss.NewStyle().PaddingLeft(2).Render(m.Theme.Lines(m.banner))
	h := len(m.banner)
	return lipgloss.NewLayer(m.Theme.Block(text, m.Width, h, ascii.Paper)).Y(max(0, m.rows-h))
}

// leaving is the question whether to leave although saving fails. It replaces the other text
// of the banner, and the next key answers it.
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
