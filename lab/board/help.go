package board

import (
	"fmt"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/class"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// queueWindow returns a window with the requests for help, the longest waiting first.
func queueWindow(b *Screen) session.Intent {
	s := b.Session
	p := ui.NewPicker(s.Theme, "Requests for help")
	p.None, p.Width = "nobody asks for help", 76
	d := session.NewDialog(s, p)
	d.Refresh = func() {
		r, _ := p.Selected()
		was, _ := r.Value.(class.Request)
		var rows []ui.Row
		for _, q := range s.Room.Requests {
			rows = append(rows, ui.Row{Value: q, Detail: fmt.Sprintf("%d min", minutes(b.Now().Sub(q.At))),
				Label: q.Name + "  " + taskWords(s.Student, q.Exercise, q.Task)})
		}
		p.SetRows(rows...)
		p.Select(max(0, s.Room.Place(was.Student)-1))
		p.Hints = nil
		if len(rows) > 0 {
			p.Hints = []key.Binding{ui.Hint("↑ ↓", "choose"), ui.Hint("enter", "answers"),
				ui.Hint("x", "marks as answered")}
		}
	}
	d.HandleEvent = func(e ui.Event) (session.Intent, tea.Cmd) {
		if r, ok := p.Selected(); ok && e == ui.Chosen {
			return answerWindow(b, r.Value.(class.Request)), nil
		}
		return nil, nil
	}
	d.HandleKey = func(msg tea.KeyPressMsg) (session.Intent, tea.Cmd, bool) {
		r, ok := p.Selected()
		if !ok || s.Keys.Match(session.ZoneOverlay, msg) != "forget" {
			return nil, nil, false
		}
		q := r.Value.(class.Request)
		return nil, send(q.Name+" is marked as answered.", func() error { return b.member.EndHelp(q.Student) }), true
	}
	return session.Push{Top: d}
}

// answerWindow returns a window for the answer to a request for help.
func answerWindow(b *Screen, q class.Request) session.Intent {
	at := class.TaskID{Exercise: q.Exercise, Task: q.Task}
	return newHintWindow(b, "Answer "+q.Name, at, func(h class.Hint) (session.Intent, tea.Cmd) {
		return session.Pop{}, send("Answered "+q.Name+".", func() error {
			if err := b.member.SendHint(q.Student, h); err != nil {
				return err
			}
			return b.member.EndHelp(q.Student)
		})
	})
}

// hintWindow returns a window for a hint about the selected task. A second window asks who
// shall get it.
func hintWindow(b *Screen) session.Intent {
	return newHintWindow(b, "Send a hint", b.Task(), func(h class.Hint) (session.Intent, tea.Cmd) {
		return session.CloseWith{Answer: h}, nil
	})
}

// newHintWindow returns a window that asks for a text or one of the worksheet's hints for a
// task, and calls send with it.
func newHintWindow(b *Screen, title string, at class.TaskID, send func(class.Hint) (session.Intent, tea.Cmd),
) session.Intent {
	p := ui.NewPrompt(b.Session.Theme, title+": "+taskWords(b.Session.Student, at.Exercise, at.Task))
	p.ID, p.Width = "hint", 84
	p.Input.Placeholder = "type a text, or choose a hint of the worksheet"
	p.None = "The worksheet has no hints for this task."
	p.Input.SetLimit(maxHint)
	p.Hints = []key.Binding{ui.Hint("↑ ↓", "choose"), ui.Hint("enter", "sends")}
	var rows []ui.Row
	for i, text := range study.HintLines(b.Session.Student, at.Exercise, at.Task) {
		rows = append(rows, ui.Row{Label: text,
			Value: class.Hint{Text: text, Exercise: at.Exercise, Task: at.Task, Level: i + 1}})
	}
	p.SetRows(rows...)
	d := session.NewDialog(b.Session, p)
	d.Refresh = func() {
		p.Remark = ui.Remark{}
		if r, ok := p.Selected(); ok {
			p.Remark.Text = ascii.Inked(r.Label, ascii.Dim) // the row may be too short for it
		}
	}
	d.HandleEvent = func(e ui.Event) (session.Intent, tea.Cmd) {
		h := class.Hint{Text: ascii.CleanLine(p.Text(), maxHint)}
		if r, ok := p.Selected(); ok {
			h = r.Value.(class.Hint)
		}
		if e != ui.Chosen || h.Text == "" {
			return nil, nil
		}
		return send(h)
	}
	return session.Push{Top: d}
}

// addressedHint is a hint for a student or, if Student is "", for everybody.
type addressedHint struct {
	class.Hint
	Student, name string
}

// teach handles the answers of the windows with which a teacher reaches the students.
func (b *Screen) teach(answer any) (session.Intent, tea.Cmd) {
	switch a := answer.(type) {
	case class.Vote:
		return b.beginVote(a)
	case class.Gate:
		done := "The gate is set."
		if !a.IsSet() {
			done = "The gate is open."
		}
		return nil, send(done, func() error { return b.member.SetGate(a) })
	case class.Hint:
		rows := []ui.Row{{Label: "everybody", Value: addressedHint{a, "", "everybody"}}}
		if r, ok := b.Student(); ok {
			rows = slices.Insert(rows, 0, ui.Row{Label: nameOf(r), Detail: "selected on the board",
				Value: addressedHint{a, r.ID, nameOf(r)}})
		}
		return session.Push{Top: session.NewListWindow(b.Session, "Send the hint to …", rows)}, nil
	case addressedHint:
		return nil, send("The hint is sent to "+a.name+".",
			func() error { return b.member.SendHint(a.Student, a.Hint) })
	}
	return nil, nil
}
