package remote

import (
	"context"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"kernellab/testdata/support/hosttest"
)

// counter shows the same number at both ends of a line.
type counter int

const betweenNumbers = "what-stays-where-it-is" // a blank would be gone over, not written

func (c counter) Init() tea.Cmd { return nil }

func (c counter) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, pressed := msg.(tea.KeyPressMsg); pressed {
		return c + 1, nil
	}
	return c, nil
}

func (c counter) View() tea.View {
	v := tea.NewView(fmt.Sprintf("%d \x1b[31m%s\x1b[m %d", c, betweenNumbers, c))
	v.AltScreen = true
	return v
}

// What a client's screen shows is not sent again, and what does not fit a new
// size is drawn anew.
func TestOnlyWhatChangedIsSent(t *testing.T) {
	h := start(t, func(c *Config) {
		c.New = func(context.Context, Client) (Opened, error) { return Opened{Model: counter(0)}, nil }
	})
	s := open(t, h, "ada", hosttest.NewKey(t))
	s.sees(betweenNumbers)
	for n := range 3 {
		before := len(s.out.String())
		s.typed("x")
		number := fmt.Sprint(n + 1)
		eventually(t, "both numbers to change", func() bool {
			return strings.Count(s.out.String()[before:], number) >= 2
		})
		if sent := s.out.String()[before:]; strings.Contains(sent, "stays") {
			t.Errorf("sent again: %q", sent)
		}
	}
	before := len(s.out.String())
	if err := s.session.WindowChange(30, 100); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the screen to be drawn anew", func() bool {
		return strings.Contains(s.out.String()[before:], betweenNumbers)
	})
}
