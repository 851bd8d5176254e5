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

// openRequests opens a window with the requests for help, the longest waiting first.
func (b *Screen) openRequests() session.Intent {
	s := b.Session
	p := ui.NewPicker(s.Theme, "Requests for help")
	p.None, p.Width = "nobody is asking for help", 76
	selected := func() (class.Request, bool) {
		r, _ := p.Selected()
		q, ok := r.Value.(class.Request)
		return q, ok
	}
	d := session.NewDialog(s, p)
	d.Refresh = func() {
		old, _ := selected()
		var rows []ui.Row
		for _, q := range s.Room.Requests {
			rows = append(rows, ui.Row{Value: q, Detail: fmt.Sprintf("%d min", minutes(b.Now().Sub(q.At))),
				Label: q.Name + "  " + b.taskTitle(q.Exercise, q.Task)})
		}
		p.SetRows(rows...)
		p.Select(s.Room.Place(old.Student) - 1)
		p.Hints = nil
		if q, ok := selected(); ok {
			p.Remark = ui.Remark{Text: ascii.Inked(b.lastTry(q), ascii.Dim)}
		}
		if len(rows) > 0 {
			p.Hints = []key.Binding{ui.Hint("↑ ↓", "choose"), ui.Hint("enter", "answers"),
				ui.Hint("x", "marks as answered")}
		}
	}
	d.HandleEvent = session.OnChosen(func() (session.Intent, tea.Cmd) {
		if q, ok := selected(); ok {
			return b.openAnswer(q), nil
		}
		return nil, nil
	})
	d.HandleKey = func(msg tea.KeyPressMsg) (session.Intent, tea.Cmd, bool) {
		q, ok := selected()
		if !ok || s.Keys.Match(session.ZoneOverlay, msg) != "forget" {
			return nil, nil, false
		}
		end := func() error { return b.member.EndHelp(q.Student) }
		return nil, session.Send(q.Name+" is marked as answered.", end), true
	}
	return session.Push{Top: d}
}

// lastTry describes the work at the task of a request for help, with the last wrong answer.
func (b *Screen) lastTry(q class.Request) string {
	done := b.member.Board().Attempts(q.Student, class.TaskID{Exercise: q.Exercise, Task: q.Task})
	out := progressOf(done)
	if n := len(done.Wrong); n > 0 {
		out += ". Last: " + done.Wrong[n-1].Typed
	}
	return out
}

// openAnswer opens a window for the answer to a request for help.
func (b *Screen) openAnswer(q class.Request) session.Intent {
	return b.openHintWindow("Answer "+q.Name, q.Exercise, q.Task, func(h class.Hint) (session.Intent, tea.Cmd) {
		return sendAndClose(h.Text, "Answered "+q.Name+".", func() error {
			if err := b.member.SendHint(q.Student, h); err != nil {
				return err
			}
			return b.member.EndHelp(q.Student)
		})()
	})
}

// openHint opens a window for a hint. It is about the selected task if the wrong answers have the
// keyboard, and otherwise about the task of the selected student. A second window asks who gets it.
func (b *Screen) openHint() session.Intent {
	at := b.selectedTask()
	if r, _ := b.selectedStudent(); !b.onAnswers && r.At.Task != "" {
		at = r.At
	}
	return b.openHintWindow("Send a hint", at.Exercise, at.Task, func(h class.Hint) (session.Intent, tea.Cmd) {
		to := func(name string, students ...string) session.Choice {
			return sendAndClose(h.Text, "The hint is sent to "+name+".", func() error {
				for _, id := range students {
					if err := b.member.SendHint(id, h); err != nil {
						return err
					}
				}
				return nil
			})
		}
		rows := []ui.Row{{Label: "everybody", Value: to("everybody", "")}}
		if ids := b.stuckAt(at); len(ids) > 0 {
			rows = slices.Insert(rows, 0, ui.Row{Label: "all who are stuck at this task", Detail: fmt.Sprint(len(ids)),
				Value: to("all who are stuck", ids...)})
		}
		if r, ok := b.selectedStudent(); ok {
			rows = slices.Insert(rows, 0, ui.Row{Label: nameOf(r), Detail: "selected on the board",
				Value: to(nameOf(r), r.ID)})
		}
		p := ui.NewPicker(b.Session.Theme, "Send the hint to …", rows...)
		return session.Replace{Top: session.NewMenu(b.Session, p)}, nil
	})
}

// stuckAt returns the IDs of the students on the board who are stuck at a task.
func (b *Screen) stuckAt(at class.TaskID) (ids []string) {
	for _, r := range b.rows {
		if r.At == at && r.Stuck != class.NotStuck {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// openHintWindow opens a window that asks for a text or one of the worksheet's hints for a
// task, and calls send with it.
func (b *Screen) openHintWindow(title, exercise, task string, send func(class.Hint) (session.Intent, tea.Cmd),
) session.Intent {
	p := b.newPrompt(title+": "+b.taskTitle(exercise, task), "type a text, or choose a hint of the worksheet", "sends")
	p.ID, p.None = "hint", "The worksheet has no hints for this task."
	p.Input.SetLimit(maxHint)
	p.Hints = slices.Insert(p.Hints, 0, ui.Hint("↑ ↓", "choose"))
	var rows []ui.Row
	for i, text := range study.HintLines(b.Session.Student, exercise, task) {
		rows = append(rows, ui.Row{Label: text,
			Value: class.Hint{Text: text, Exercise: exercise, Task: task, Level: i + 1}})
	}
	p.SetRows(rows...)
	d := session.NewDialog(b.Session, p)
	d.Refresh = func() {
		r, _ := p.Selected()
		p.Remark = ui.Remark{Text: ascii.Inked(r.Label, ascii.Dim)} // the row may be too short for it
	}
	d.HandleEvent = session.OnChosen(func() (session.Intent, tea.Cmd) {
		h := class.Hint{Text: ascii.CleanLine(p.Text(), maxHint)}
		if r, ok := p.Selected(); ok {
			h = r.Value.(class.Hint)
		}
		if h.Text == "" {
			return nil, nil
		}
		return send(h)
	})
	return session.Push{Top: d}
}
