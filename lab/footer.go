package lab

import (
	"charm.land/bubbles/v2/key"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/ui"
)

// footer is the keys worth knowing on a screen, and where they stand.
type footer struct {
	area         ascii.Rect
	keys, pinned []key.Binding
}

// footerLayers returns the footer of the screen on top, or in its place a notice.
func (m *Model) footerLayers() []*lipgloss.Layer {
	f := m.top().footer()
	m.session.footer.Keys, m.session.footer.Pinned, m.session.footer.Notice = f.keys, f.pinned, m.notice
	return m.session.footer.Layers(f.area)
}

// hint returns the entry of the footer for the key with a name in a zone.
func (s *session) hint(z zone, name, word string) key.Binding {
	return ui.Hint(s.keys.key(z, name), word)
}
