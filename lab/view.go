package lab

import (
	"fmt"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/pictures"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// View returns the current screen. Bubble Tea calls it after every message. View composes
// the layers only if the layout has been updated since its last call.
func (m *Model) View() tea.View {
	if !m.frameIsCurrent {
		m.compose()
	}
	v := tea.NewView(m.frame.Text)
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = "kernellab"
	if x, y, ok := m.top().Cursor(); ok && !ui.TooSmall(m.Width, m.Height) {
		v.Cursor = tea.NewCursor(x, y)
	}
	return v
}

// compose composes the visible screens, the footer and the banner.
func (m *Model) compose() {
	var layers []*lipgloss.Layer
	if ui.TooSmall(m.Width, m.Height) {
		layers = append(layers, ui.TooSmallLayer(m.Theme, m.Width, m.Height))
	} else {
		layers = append(m.screenLayers(), m.Session.Footer.Layers(m.footerArea)...)
		layers = append(layers, m.signLayers()...)
		layers = append(layers, m.Classroom.Layers(m.rows-len(m.banner)-1)...)
	}
	if len(m.banner) > 0 {
		layers = append(layers, m.bannerLayer())
	}
	m.frame.Draw(m.Theme, m.Width, m.rows, layers)
	m.Layers, m.frameIsCurrent = layers, true
}

// signLayers returns short notices at the right below the header: how many changes the store
// has not confirmed yet, and whether the student leads or follows the class. On a narrow
// screen they cover the seed in the header, because there is no room below it.
func (m *Model) signLayers() []*lipgloss.Layer {
	n, y := m.Student.Unsaved(), 1
	signs := m.leader.Sign()
	if m.visible()[0] == session.Screen(m.board) {
		signs = nil // the board names the leader
	}
	if n > 0 {
		signs = append(signs, ascii.Span{Text: fmt.Sprintf("  not yet saved (%d)", n), Ink: ascii.Dim})
	}
	if len(signs) == 0 {
		return nil
	}
	if m.Narrow() {
		y = 0
	}
	sign := m.Theme.Line(signs)
	return []*lipgloss.Layer{lipgloss.NewLayer(sign).X(m.Width - 2 - lipgloss.Width(sign)).Y(y)}
}

// screenLayers returns the layers of the visible screens. Behind a window, it hides the footer of
// the full screen.
func (m *Model) screenLayers() []*lipgloss.Layer {
	visible := m.visible()
	out := visible[0].Layers()
	if len(visible) == 1 {
		return out
	}
	r := visible[0].Footer().Area // the keys there are disabled
	out = append(out, lipgloss.NewLayer(m.Theme.Block("", r.W, r.H, ascii.Paper)).X(r.X).Y(r.Y))
	for _, s := range visible[1:] {
		out = append(out, s.Layers()...)
	}
	return out
}

// fitBanner divides the terminal's rows between the screens, the banner and the message of
// the class. If fewer than session.MinHeight rows would remain for the screens, they get all
// rows, and the banner and the message cover the last ones.
func (m *Model) fitBanner() {
	m.banner = m.bannerLines()
	m.Height = m.rows
	if n := len(m.banner) + m.Classroom.Rows(); m.rows-n >= session.MinHeight {
		m.Height -= n
	}
}

// bannerLines returns the wrapped message about unsaved work, or nil if there is none.
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

// bannerLayer returns the layer of the banner, which is below the screens or over their last rows.
func (m *Model) bannerLayer() *lipgloss.Layer {
	text := lipgloss.NewStyle().PaddingLeft(2).Render(m.Theme.Lines(m.banner))
	h := len(m.banner)
	return lipgloss.NewLayer(m.Theme.Block(text, m.Width, h, ascii.Paper)).Y(max(0, m.rows-h))
}
