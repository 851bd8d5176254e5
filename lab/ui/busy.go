package ui

import (
	"fmt"
	"time"

	"charm.land/bubbles/v2/spinner"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/theme"
)

// busyDelay is the time before work in progress is shown.
const busyDelay = 300 * time.Millisecond

// Busy shows that work is in progress, once it takes longer than busyDelay: a
// spinner.
type Busy struct {
	Label string     // of the work in progress; "" if there is none
	Place func() int // in a queue for the processor, from 1; 0 if it does not wait; may be nil

	theme   *theme.Theme
	after   After
	spinner spinner.Model
	serial  int // of the work in progress
	visible bool
}

// After returns a command that sends a message later, as [tea.Tick] does.
type After func(time.Duration, func(time.Time) tea.Msg) tea.Cmd

// busyMsg arrives busyDelay after the work with this serial began.
type busyMsg struct{ id, serial int }

// NewBusy returns a sign that is not visible.
func NewBusy(t *theme.Theme, after After) *Busy {
	b := &Busy{theme: t, after: after, spinner: spinner.New(spinner.WithSpinner(spinner.MiniDot))}
	if t.View().Profile == ascii.SevenBit {
		b.spinner.Spinner = spinner.Line
	}
	return b
}

// Show says which work is in progress, or with "" that there is none. Call it after
// every message: it does nothing while the label stays the same. For new work it
// returns the command that makes the sign visible later.
func (b *Busy) Show(label string) tea.Cmd {
	if label == b.Label {
		return nil
	}
	b.serial++
	b.Label, b.visible = label, false
	if label == "" {
		return nil
	}
	msg := busyMsg{b.spinner.ID(), b.serial}
	return b.after(busyDelay, func(time.Time) tea.Msg { return msg })
}

// Update makes the sign visible and turns the spinner.
func (b *Busy) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	switch m := msg.(type) {
	case busyMsg:
		if m == (busyMsg{b.spinner.ID(), b.serial}) {
			b.visible = true
			return b.spinner.Tick
		}
	case spinner.TickMsg:
		if b.visible {
			b.spinner, cmd = b.spinner.Update(m)
		}
	}
	return cmd
}

// View draws the sign in w columns. It returns "" while the sign is not visible.
func (b *Busy) View(w int) string {
	if !b.visible {
		return ""
	}
	label := b.theme.View().Clip(ascii.Inked(b.words(), ascii.Dim), w-2)
	b.spinner.Style = b.theme.Style(ascii.Accent)
	return b.spinner.View() + " " + b.theme.Line(label)
}

// words returns the label, or the place of work that waits for other students' work.
func (b *Busy) words() string {
	if b.Place != nil {
		if n := b.Place(); n > 0 {
			return fmt.Sprintf("number %d in the queue: the host is busy", n)
		}
	}
	return b.Label
}

// WriteTo adds the sign to a document below a gap, unless it is not visible.
func (b *Busy) WriteTo(d *Document) {
	if !b.visible {
		return
	}
	d.Gap()
	d.Place("busy", ascii.Rect{Y: d.Len(), W: d.Width, H: 1}, b.View(d.Width))
	d.Add(ascii.Blanks(d.Width))
}
