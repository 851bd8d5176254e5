package lab

import (
	"charm.land/bubbles/v2/key"

	"kernellab/ascii"
	"kernellab/lab/ui"
)

// footer is the keys worth knowing on a screen, and where they stand.
type footer struct {
	area         ascii.Rect
	keys, pinned []key.Binding
}

// layFooter puts the keys of the screen on top into the footer, or in their place
// the notice.
func (m *Model) layFooter() {
	f := m.top().footer()
	m.keysAt = f.area
	m.session.footer.Keys, m.session.footer.Pinned, m.session.footer.Notice = f.keys, f.pinned, m.notice
}

// hint returns the entry of the footer for the key with a name in a zone.
func (s *session) hint(z zone, name, word string) key.Binding {
	return ui.Hint(s.keys.key(z, name), word)
}
