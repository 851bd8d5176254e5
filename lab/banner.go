package lab

import (
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/exercise"
	"kernellab/lab/pictures"
	"kernellab/lab/session"
)

// saved updates the banner after a save.
func (m *Model) saved(cmd tea.Cmd) tea.Cmd {
	m.fit()
	return cmd
}

// fit divides the terminal's rows between the screens and the banner.
func (m *Model) fit() {
	m.banner = m.bannerLines()
	m.Height = m.rows
	if n := len(m.banner); m.rows-n >= session.MinHeight {
		m.Height -= n
	}
}

// bannerLines returns what the student must know about saves, unabridged: what is
// unsaved, until it is saved, and a warning, until the student dismisses it. If the
// screens can spare no rows, the banner covers their last ones.
func (m *Model) bannerLines() []ascii.Line {
	var text []ascii.Line
	switch s := m.UnsavedWords(); {
	case s == "":
	case m.leaving.visible:
		text = append(text, ascii.Inked(m.LeavingWords(), ascii.Warn))
	default:
		text = append(text, ascii.Inked(s, ascii.Warn))
	}
	if m.Saves.Warning != "" {
		text = append(text, ascii.Inked(m.Saves.Warning+" (esc)", ascii.Accent))
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

// dismiss removes a warning that has been read.
func (m *Model) dismiss(msg tea.Msg) {
	k, ok := msg.(tea.KeyPressMsg)
	if !ok || m.Saves.Warning == "" || k.Code != tea.KeyEscape {
		return
	}
	m.Saves.Warning = ""
	m.fit()
}

// leaving asks whether to leave although saving fails. The question replaces the other
// text of the banner, and the next key answers it.
type leaving struct {
	visible  bool // the question is visible
	answered bool // it was visible when the current key was pressed
}

// key records a key press, which answers the question if it is visible.
func (l *leaving) key(msg tea.Msg) {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg, exercise.RepeatedAction:
		l.answered, l.visible = l.visible, false
	}
}

// quit stops unfinished work, saves and ends the program. If saving fails, it asks
// first and tries again.
func (m *Model) quit() tea.Cmd {
	if m.Saves.Err != nil && !m.leaving.answered {
		m.leaving.visible = true
		return m.Save()
	}
	m.Close()
	return m.Session.Quit()
}
