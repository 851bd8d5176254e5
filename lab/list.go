package lab

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab/ui"
)

// newListWindow returns a window with rows. It answers with the value of the row
// that is taken.
func newListWindow(s *session, title string, rows []ui.Row) *dialog {
	return newChooser(s, ui.NewPicker(s.theme, title, rows...))
}

// newChooser returns a window that answers with the value of the row taken.
func newChooser(s *session, p *ui.Picker) *dialog {
	d := newDialog(s, p)
	d.on = taken(func() intent {
		if r, ok := p.Selected(); ok {
			return answerIntent{r.Value}
		}
		return popIntent{}
	})
	return d
}

// newAskWindow asks a question. Yes answers with the given value.
func newAskWindow(s *session, question string, value any) *dialog {
	p := ui.NewAsk(s.theme, question)
	d := newDialog(s, p)
	d.on = taken(func() intent {
		if r, _ := p.Selected(); r.Value == true {
			return answerIntent{value}
		}
		return popIntent{}
	})
	return d
}

// numberAnswer is the text typed into a number window.
type numberAnswer string

// step is the number of a step that a run may have.
func (a numberAnswer) step() (n int, ok bool) {
	n, err := strconv.Atoi(strings.TrimSpace(string(a)))
	return min(n, 1_000_000), err == nil && n >= 0
}

// newNumberWindow asks for a number.
func newNumberWindow(s *session, title string) *dialog {
	p := ui.NewPrompt(s.theme, title)
	p.Width = 64
	d := newDialog(s, p)
	d.on = taken(func() intent { return answerIntent{numberAnswer(p.Text())} })
	return d
}

// taken returns a function that calls take when a row is taken.
func taken(take func() intent) func(ui.Event) (intent, tea.Cmd) {
	return func(e ui.Event) (intent, tea.Cmd) {
		if e == ui.Taken {
			return take(), nil
		}
		return nil, nil
	}
}
