package lab

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// While a window is dragged nothing is drawn twice; once it stands, every cell is,
// and at the start nothing needs to be.
func TestADraggedWindowIsDrawnAnew(t *testing.T) {
	m := newBench(t, 80, 24, Config{}).m
	var waits []tea.Cmd
	m.pause = func(after time.Duration, then func(time.Time) tea.Msg) tea.Cmd {
		if after != settling {
			t.Errorf("waits %v", after)
		}
		return func() tea.Msg { return then(time.Time{}) }
	}
	for _, width := range []int{100, 120} {
		_, cmd := m.Update(tea.WindowSizeMsg{Width: width, Height: 36})
		waits = append(waits, cmd)
	}
	if _, cmd := m.Update(waits[0]()); cmd != nil {
		t.Error("a size that was overtaken is drawn anew")
	}
	_, cmd := m.Update(waits[1]())
	if cmd == nil || cmd() != tea.ClearScreen() {
		t.Error("the size that stands is not drawn anew")
	}
}
