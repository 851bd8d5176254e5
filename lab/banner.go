package lab

import (
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
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
		text = append(text, line(m.leavingWords(), ascii.Warn))
	default:
		text = append(text, line(s, ascii.Warn))
	}
	if m.keep.told != "" {
		text = append(text, line(m.keep.told+" (esc)", ascii.Accent))
	}
	if len(text) == 0 {
		return nil
	}
	p := pen{view: m.view()}
	return p.wrapAll(text, max(1, m.width-4))
}

// sheet is what the screens are drawn on: the grid, or where the banner has
// rows of its own a page of the size that is left.
func (m *Model) sheet() *ascii.Grid {
	if m.height == m.rows {
		return m.grid
	}
	if m.page == nil {
		m.page = ascii.NewGrid(0, 0)
	}
	m.page.Reset(m.width, m.height)
	return m.page
}

// drawBanner puts the banner below what has been drawn.
func (m *Model) drawBanner() {
	if len(m.banner) == 0 {
		return
	}
	if m.height != m.rows {
		m.grid.Blit(m.page, 0, 0)
	}
	area := ascii.Rect{Y: max(0, m.rows-len(m.banner)), W: m.width, H: len(m.banner)}
	m.grid.Fill(area, ascii.Cell{})
	p := pen{grid: m.grid, view: m.view()}
	p.lines(ascii.Rect{X: 2, Y: area.Y, W: m.width - 4, H: area.H}, m.banner, 0)
}

// bannerLayers returns the layer of the banner, if there is one: layers of a screen
// that is too low for both lie below it.
func (m *Model) bannerLayers() []*lipgloss.Layer {
	if len(m.banner) == 0 || m.height != m.rows {
		return nil
	}
	text := lipgloss.NewStyle().PaddingLeft(2).Width(m.width).Render(m.theme.Lines(m.banner))
	return []*lipgloss.Layer{lipgloss.NewLayer(text).Y(max(0, m.rows-len(m.banner)))}
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
func warnings(all []string) func(*document) {
	return func(d *document) {
		for _, text := range all {
			d.gap()
			d.write(line(text, ascii.Text))
		}
	}
}
