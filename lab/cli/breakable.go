//go:build breakable

package cli

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab"
)

// breakable is the lab with a weak spot, for tests of what a panic does to a
// host: pasting "break " and the name of a place has it panic there. Only a
// program built with the tag breakable has it; in all others the lab is as it
// is.
func breakable(m *lab.Model) *fragile { return &fragile{Model: m} }

// fragile is a lab that breaks where it is asked to.
type fragile struct {
	*lab.Model
	place string // where it breaks next
}

// Update breaks where the place is the update itself or a command.
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

// Gather breaks where input that waited together is taken in.
func (f *fragile) Gather(input []tea.Msg) (tea.Model, tea.Cmd) {
	cmds := make([]tea.Cmd, len(input))
	for i, msg := range input {
		_, cmds[i] = f.Update(msg)
	}
	if f.place == "gather" {
		panic("broken in gather")
	}
	return f, tea.Batch(cmds...)
}

// View breaks while the screen is drawn.
func (f *fragile) View() tea.View {
	if f.place == "view" {
		panic("broken in view")
	}
	return f.Model.View()
}

// Close breaks on the way out, where the work is still to be written.
func (f *fragile) Close() {
	if f.place == "close" {
		panic("broken in close")
	}
	f.Model.Close()
}
