package lab

import (
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/ui"
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
	m.height = m.rows
	if n := len(m.banner); m.rows-n >= minHeight {
		m.height -= n
	}
}

// bannerLines are as many as it takes to cut nothing.
func (m *Model) bannerLines() []ascii.Line {
	var text []ascii.Line
	switch s := m.unsavedWords(); {
	case s == "":
	case m.leaving.asks:
		text = append(text, ascii.Inked(m.leavingWords(), ascii.Warn))
	default:
		text = append(text, ascii.Inked(s, ascii.Warn))
	}
	if m.keep.told != "" {
		text = append(text, ascii.Inked(m.keep.told+" (esc)", ascii.Accent))
	}
	if len(text) == 0 {
		return nil
	}
	return wrapAll(m.view(), text, max(1, m.width-4))
}

// bannerLayer returns the layer below the screens, or over their last rows.
func (m *Model) bannerLayer() *lipgloss.Layer {
	text := lipgloss.NewStyle().PaddingLeft(2).Render(m.theme.Lines(m.banner))
	h := len(m.banner)
	return lipgloss.NewLayer(m.theme.Block(text, m.width, h, ascii.Paper)).Y(max(0, m.rows-h))
}

// dismiss takes a notice away that has been read.
func (m *Model) dismiss(msg tea.Msg) {
	k, ok := msg.(tea.KeyPressMsg)
	if !ok || m.keep.told == "" || k.Code != tea.KeyEscape {
		return
	}
	m.keep.told = ""
	m.fit()
}

// warnings is the text of the window that the lab begins with where there is
// something to warn of.
func warnings(all []string) func(*ui.Document) {
	return func(d *ui.Document) {
		for _, text := range all {
			d.Gap()
			d.Write(ascii.Inked(text, ascii.Text))
		}
	}
}
