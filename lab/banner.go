package lab

import (
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/exercise"
	"kernellab/lab/pictures"
	"kernellab/lab/session"
)

// The banner stands below the screens, over the whole width, while something
// about saves must be known: what is not saved, in full words, until it is;
// and what was noticed while saving, until the student dismisses it. It takes
// its rows from the screens where they can spare them, else it covers theirs.

// kept lays the screen out anew after a save has changed what must be known.
func (m *Model) kept(cmd tea.Cmd) tea.Cmd {
	m.fit()
	return cmd
}

// fit shares the terminal's rows between the screens and the banner.
func (m *Model) fit() {
	m.banner = m.bannerLines()
	m.Height = m.rows
	if n := len(m.banner); m.rows-n >= session.MinHeight {
		m.Height -= n
	}
}

// bannerLines are as many as it takes to cut nothing.
func (m *Model) bannerLines() []ascii.Line {
	var text []ascii.Line
	switch s := m.UnsavedWords(); {
	case s == "":
	case m.leaving.asks:
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

// dismiss takes a notice away that has been read.
func (m *Model) dismiss(msg tea.Msg) {
	k, ok := msg.(tea.KeyPressMsg)
	if !ok || m.Saves.Warning == "" || k.Code != tea.KeyEscape {
		return
	}
	m.Saves.Warning = ""
	m.fit()
}

// leaving is the question whether to leave while saving fails: the banner asks
// it in the place of what it says otherwise, and the next key answers.
type leaving struct {
	asks  bool // the question stands
	asked bool // it stood when the key in hand was pressed
}

// key notes that a key was pressed, which answers the question if it stands.
func (l *leaving) key(msg tea.Msg) {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg, exercise.RepeatedAction:
		l.asked, l.asks = l.asks, false
	}
}

// quit ends what is under way, saves last of all and ends the program. While
// saving fails it asks first, and tries it once more.
func (m *Model) quit() tea.Cmd {
	if m.Saves.Err != nil && !m.leaving.asked {
		m.leaving.asks = true
		return m.Save()
	}
	m.Close()
	return m.Session.Quit()
}
