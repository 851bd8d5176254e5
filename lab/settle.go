package lab

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// settling is how long a terminal's size has to stand before its screen is drawn
// anew.
const settling = 250 * time.Millisecond

// settledMsg says that the size with that number has stood for a while.
type settledMsg int

// settle waits for the size to stand. While a window is dragged, terminals move
// the rows there are each in its own way, and a frame may still be on its way for
// a size that is no more: what is on the screen then need not be what was written.
func (m *Model) settle() tea.Cmd {
	m.sizes++
	if m.sizes == 1 { // at the start nothing was drawn before
		return nil
	}
	n := settledMsg(m.sizes)
	return m.pause(settling, func(time.Time) tea.Msg { return n })
}

// settled draws every cell, where the size is still the same.
func (m *Model) settled(n settledMsg) tea.Cmd {
	if int(n) != m.sizes {
		return nil
	}
	return tea.ClearScreen
}
