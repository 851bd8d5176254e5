package ui

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/theme"
	"kernellab/testdata/support/check"
)

func TestControl_pictures(t *testing.T) {
	given := func(c Control) func(w, h int) []*lipgloss.Layer {
		return func(w, h int) []*lipgloss.Layer { return oneLayer(c.View(mono(), w)) }
	}
	options := Control{Label: "kernel", Options: []string{"rbf", "poly"}, ChosenOption: 1}
	testPictures(t, []picture{
		{"a slider", given(Control{Label: "C", Value: "0.5", Position: 0.5}), 40, 1,
			"C            ━━━━━━━●───────  0.5"},
		{"at its start", given(Control{Label: "C", Value: "0", Position: 0}), 30, 1, "C            ●────  0"},
		{"at its end", given(Control{Label: "a long label of it", Value: "9", Position: 1}), 30, 1,
			"a long labe… ━━━━●  9"},
		{"options", given(options), 40, 1, "kernel       ( ) rbf  (•) poly"},
		{"options without room", given(options), 24, 1, "kernel       ‹ poly ›"},
		{"a cut option", given(options), 20, 1, "kernel       ‹ po… ›"},
		{"a button", given(Control{Label: "fit", Button: true}), 24, 1, "[ fit ]"},
	})
}

func TestControl_underTheMouse(t *testing.T) {
	for x, want := range map[int]float64{0: 0, 13: 0, 27: 1, 39: 1, 20: 0.5} {
		got := (Control{}).PositionAt(40, x)
		check.That(t, got == want, "column %d is at %g, want %g", x, got, want)
	}
	c := Control{Options: []string{"rbf", "poly", "linear"}, ChosenOption: 1}
	for at, want := range map[[2]int]int{{60, 13}: 0, {60, 19}: 0, {60, 20}: 2, {60, 22}: 1, {60, 33}: 2, {60, 50}: 2,
		{24, 13}: 0, {24, 15}: 2} {
		got := c.OptionAt(mono(), at[0], at[1])
		check.That(t, got == want, "column %d of %d is option %d, want %d", at[1], at[0], got, want)
	}
}

func TestTimeline_pictures(t *testing.T) {
	run := Timeline{StepCount: 11, CurrentStep: 4, PositionText: ascii.Inked("step 4 of 10", ascii.Dim)}
	given := func(change func(*Timeline)) func(w, h int) []*lipgloss.Layer {
		l := run
		change(&l)
		return func(w, h int) []*lipgloss.Layer { return oneLayer(l.View(mono(), w)) }
	}
	testPictures(t, []picture{
		{"a step", given(func(*Timeline) {}), 51, 1, "━━━━━━━━●────────────                  step 4 of 10"},
		{"events", given(func(l *Timeline) { l.HasEvent = func(i int) bool { return i%3 == 0 } }), 51, 1,
			"╎━━━━━╎━●───╎─────╎──                  step 4 of 10"},
		{"signs with their labels", given(func(l *Timeline) {
			l.Signs = []Sign{{5, "┬", ascii.Accent, "2"}, {5, "┬", ascii.Accent, "3"}, {7, "┬", ascii.Accent, "4"},
				{8, "▼", ascii.Warn, ""}}
		}), 51, 1, "━━━━━━━━●─┬2,3┬4▼────                  step 4 of 10"},
		{"one step", given(func(l *Timeline) { l.StepCount, l.CurrentStep = 1, 0 }), 51, 1,
			"●────────────────────                  step 4 of 10"},
		{"no room", given(func(*Timeline) {}), 12, 1, "●step 4 of …"},
	})
	run.HasEvent = func(i int) bool { return i == 3 }
	for x, want := range map[int]bool{5: false, 6: true, 50: false} {
		if i, ok := run.EventAt(51, x); ok != want || ok && i != 3 {
			t.Errorf("column %d has the event of step %d: %t", x, i, ok)
		}
	}
	for x, want := range map[int]int{0: 0, 8: 4, 20: 10, 50: 10} {
		got := run.StepAt(51, x)
		check.That(t, got == want, "column %d is step %d, want %d", x, got, want)
	}
}

// The spinner is visible only when work has taken a while, and not after the work has ended.
func TestBusy(t *testing.T) {
	now := func(_ time.Duration, f func(time.Time) tea.Msg) tea.Cmd {
		return func() tea.Msg { return f(time.Time{}) }
	}
	b := NewBusy(mono(), now)
	msg := b.SetLabel("fitting")()
	compare(t, b.View(30), "")
	check.That(t, b.Update(msg) != nil, "the spinner does not turn")
	compare(t, b.View(30), "⠋ fitting")
	b.Update(b.spinner.Tick())
	compare(t, b.View(30), "⠙ fitting")
	compare(t, b.View(8), "⠙ fitti…")
	check.That(t, b.SetLabel("fitting") == nil && b.View(30) != "", "the same work begins again")
	check.That(t, b.SetLabel("") == nil && b.View(30) == "" && b.Update(msg) == nil && b.Update(b.spinner.Tick()) == nil,
		"after its end: %q", b.View(30))
	seven := NewBusy(theme.New(ascii.SevenBit, true), now)
	seven.Update(seven.SetLabel("fitting")())
	compare(t, seven.View(30), "| fitting")
}
