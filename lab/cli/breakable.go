//go:build breakable

package cli

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab"
)

// breakable returns the lab with deliberate faults, to test the effect of a panic
// on a host. Pasting "break " and the name of a place makes the lab panic there.
// Only programs built with the tag breakable have these faults. Other programs use
// the unchanged lab.
func breakable(m *lab.Model) *fragile { return &fragile{Model: m} }

// fragile is a lab that panics at a chosen place.
type fragile struct {
	*lab.Model
	place string // where it panics next
}

// Update panics if the pasted place is the update. It returns a panicking command
// if the place is a command, batch, sequence or timer.
func (f *fragile) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if paste, ok := msg.(tea.PasteMsg); ok {
		if place, ok := strings.CutPrefix(paste.Content, "break "); ok {
			return f, f.breakAt(place)
		}
	}
	_, cmd := f.Model.Update(msg)
	return f, cmd
}

func (f *fragile) breakAt(place string) tea.Cmd {
	broken := func() tea.Msg { panic("broken in " + place) }
	switch place {
	case "update":
		panic("broken in " + place)
	case "command":
		return broken
	case "batch":
		return tea.Batch(broken, broken)
	case "sequence":
		return tea.Sequence(func() tea.Msg { return nil }, broken)
	case "timer":
		return tea.Tick(time.Millisecond, func(time.Time) tea.Msg { return broken() })
	}
	f.place = place
	return nil
}

// Gather panics after it has taken in waiting input, if the place is gather.
func (f *fragile) Gather(input []tea.Msg) (next tea.Model, cmd tea.Cmd, n int) {
	cmds := make([]tea.Cmd, len(input))
	for i, msg := range input {
		_, cmds[i] = f.Update(msg)
	}
	if f.place == "gather" {
		panic("broken in gather")
	}
	return f, tea.Batch(cmds...), len(input)
}

// View panics if the place is view.
func (f *fragile) View() tea.View {
	if f.place == "view" {
		panic("broken in view")
	}
	return f.Model.View()
}

// Close panics if the place is close, before the work is written.
func (f *fragile) Close() {
	if f.place == "close" {
		panic("broken in close")
	}
	f.Model.Close()
}
