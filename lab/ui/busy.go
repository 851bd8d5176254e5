package ui

import (
	"time"

	"charm.land/bubbles/v2/progress"
	"charm.land/bubbles/v2/spinner"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/theme"
)

// busyDelay is the time before work in progress is shown.
const busyDelay = 300 * time.Millisecond

// Busy shows that work is in progress, once it takes longer than busyDelay: a
// spinner, or a bar if Done is known.
type Busy struct {
	Label string
	Done  float64 // between 0 and 1; 0 if it is not known

	theme   *theme.Theme
	spinner spinner.Model
	bar     progress.Model
	serial  int // of the work in progress
	visible bool
}

// busyMsg arrives busyDelay after the work with this serial began.
type busyMsg struct{ id, serial int }

// NewBusy returns a sign that is not visible.
func NewBusy(t *theme.Theme) *Busy {
	b := &Busy{theme: t, spinner: spinner.New(spinner.WithSpinner(spinner.MiniDot))}
	full, empty := '━', '─'
	if t.View().Profile == ascii.SevenBit {
		b.spinner.Spinner, full, empty = spinner.Line, '=', '-'
	}
	b.bar = progress.New(progress.WithFillCharacters(full, empty), progress.WithoutPercentage())
	return b
}

// Start begins work. The command it returns makes the sign visible later.
func (b *Busy) Start(label string) tea.Cmd {
	b.Stop()
	b.Label = label
	msg := busyMsg{b.spinner.ID(), b.serial}
	return tea.Tick(busyDelay, func(time.Time) tea.Msg { return msg })
}

// Stop ends the work.
func (b *Busy) Stop() {
	b.serial++
	b.visible, b.Done = false, 0
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
	label := b.theme.View().Clip(line(b.Label, ascii.Dim), w-2)
	b.spinner.Style = b.theme.Style(ascii.Accent)
	if room := w - label.Width() - 1; b.Done > 0 && room > 4 {
		b.bar.FullColor, b.bar.EmptyColor = b.spinner.Style.GetForeground(), b.theme.Style(ascii.Faint).GetForeground()
		b.bar.SetWidth(min(room, 30))
		return b.theme.Line(label) + " " + b.bar.ViewAs(b.Done)
	}
	return b.spinner.View() + " " + b.theme.Line(label)
}
