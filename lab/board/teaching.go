package board

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/class"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// The limits on texts to the class, in cells.
const (
	maxAnnouncement = 200
	maxHint         = 600
	maxOption       = 80
)

// teachingActions returns the actions that reach the students.
func teachingActions() session.Actions[*Screen] {
	bind := session.ZoneBoard.Bind
	return session.Actions[*Screen]{
		{KeyBinding: bind("gate", "g", "gate: hold everybody at the selected task, warn them, or let them go on"),
			Rank: 4, Word: "gate", Open: (*Screen).openGateMenu},
		{KeyBinding: bind("vote", "v", "vote: ask everybody a question, and show what they chose"),
			Rank: 5, Word: "vote", Open: (*Screen).openVote},
		{KeyBinding: bind("announce", "a", "announce: show one line to everybody, or remove it"),
			Rank: 6, Word: "announce", Open: (*Screen).openAnnouncement},
		{KeyBinding: bind("requests", "r", "requests for help: answer them"),
			Rank: 7, Word: "requests", Open: (*Screen).openRequests},
		{KeyBinding: bind("hint", "i",
			"hint: send one to the selected student, to all who are stuck, or to everybody"),
			Rank: 7, Word: "hint", Open: (*Screen).openHint},
	}.WithDisabledReason(func(b *Screen) string {
		return session.TextIf(len(b.variants) == 0, "no exercise is open")
	})
}

// sendChoice returns a choice that posts to the class. text is what the teacher typed for it, or "".
func sendChoice(text, confirmation string, post func() error) session.Choice {
	return func() (session.Intent, tea.Cmd) { return nil, session.SendText(text, confirmation, post) }
}

// taskTitle returns the exercise and the title of a task.
func (b *Screen) taskTitle(id class.TaskID) string {
	v, _ := b.Session.Student.View(id.Exercise)
	if i, ok := v.Summary.TaskIndex(id.Task); ok {
		return id.Exercise + " " + v.TaskTitle(i)
	}
	return id.Exercise
}

// newPrompt returns a picker that asks for a text. It begins with the last text if that could
// not be sent. The caller may add rows from which the teacher can choose instead of typing. The
// argument enter describes what the enter key does.
func (b *Screen) newPrompt(title, placeholder, enter string) *ui.Picker {
	p := ui.NewPrompt(b.Session.Theme, title)
	p.Input.Placeholder, p.Width, p.Hints = placeholder, 84, []key.Binding{ui.Hint("enter", enter)}
	p.Input.SetValue(b.Session.Unsent)
	b.Session.Unsent = ""
	return p
}

// openAnnouncement opens a window for one line to everybody.
func (b *Screen) openAnnouncement() session.Intent {
	p := b.newPrompt("Announce to everybody", "one line, such as: Break until 10:30", "shows it to everybody")
	p.Input.SetLimit(maxAnnouncement)
	if old := b.Session.Room.Announcement.Text; old != "" {
		p.SetRows(ui.Row{Label: "Remove: " + old})
		p.Hints[0] = ui.Hint("enter", "announces the line or removes the old one")
	}
	d := session.NewDialog(b.Session, p)
	d.OnChosen = func() (session.Intent, tea.Cmd) {
		text, confirmation := ascii.CleanLine(p.Text(), maxAnnouncement), "Announced to everybody."
		if _, removes := p.Selected(); removes {
			text, confirmation = "", "The announcement is removed."
		} else if text == "" {
			return nil, nil
		}
		return sendChoice(text, confirmation, func() error { return b.member.Announce(text) }), nil
	}
	return session.Push{Top: d}
}

// openGateMenu opens a window in which the teacher holds or warns the class after the selected task, or
// opens the gate.
func (b *Screen) openGateMenu() session.Intent {
	s, task := b.Session, b.selectedTask()
	var rows []ui.Row
	addRow := func(label string, g class.Gate) {
		confirmation := "The gate is set."
		if !g.IsSet() {
			confirmation = "The gate is open."
		}
		rows = append(rows, ui.Row{Label: label, Detail: session.TextIf(g == s.Room.Gate, "now"),
			Value: sendChoice("", confirmation, func() error { return b.member.SetGate(g) })})
	}
	gate := class.Gate{TaskID: task, Holds: true}
	if g := s.Room.Gate; g.IsSet() {
		addRow("Open the gate after "+b.taskTitle(g.TaskID), class.Gate{})
	}
	addRow("Hold everybody here; early finishers wait", gate)
	if gate.EarlyExercise = study.SandboxOf(s.Student).ID; gate.EarlyExercise != "" {
		addRow("Hold everybody here; early finishers go to the sandbox", gate)
	}
	if gate.EarlyExercise = nextExercise(s.Student, task.Exercise); gate.EarlyExercise != "" {
		addRow("Hold everybody here; early finishers go to the next exercise, "+gate.EarlyExercise, gate)
	}
	addRow("Only warn students who go on", class.Gate{TaskID: task})
	p := ui.NewPicker(s.Theme, "Gate after "+b.taskTitle(task), rows...)
	p.Numbered, p.Width = true, 76
	return session.Push{Top: session.NewMenu(s, p)}
}

// nextExercise returns the exercise after another one, or "".
func nextExercise(s *study.Student, id string) string {
	all := s.Exercises()
	i := 1 + slices.IndexFunc(all, func(e study.ExerciseView) bool { return e.ID == id })
	if i == 0 || i == len(all) {
		return ""
	}
	return all[i].ID
}

// gateIndex returns the index of the task after which there is a gate, or −1.
func (b *Screen) gateIndex() int {
	g := b.Session.Room.Gate
	return slices.IndexFunc(b.plan.Tasks, func(t class.PlannedTask) bool { return t.TaskID == g.TaskID })
}

// activityLine says who leads the class, with how many followers, and describes the vote, the gate,
// and how many students wait there.
func (b *Screen) activityLine() ascii.Line {
	var words []string
	if l := b.Session.Room.Lead; l.LeaderID != "" {
		words = append(words, l.Name+" leads, "+ascii.Count(b.counts.followers, "follower"))
	}
	if v := b.Session.Room.Vote; v.Open {
		words = append(words, "vote open")
	}
	if g := b.Session.Room.Gate; g.IsSet() {
		place := "gate in " + g.Exercise
		if i := b.gateIndex(); i >= 0 {
			place = fmt.Sprintf("gate after task %d", i+1)
		}
		if !g.Holds {
			place += " warns"
		} else {
			waiting, early := b.member.Board().CountHeld(g)
			place += fmt.Sprintf(" holds: %d wait", waiting)
			if early > 0 {
				place += fmt.Sprintf(", %d in %s", early, g.EarlyExercise)
			}
		}
		words = append(words, place)
	}
	return ascii.Inked(strings.Join(words, ", "), ascii.Select)
}

// openRequests opens a window with the requests for help, the longest waiting first.
func (b *Screen) openRequests() session.Intent {
	var rows []ui.Row
	for _, q := range b.Session.Room.HelpRequests {
		rows = append(rows, ui.Row{Label: q.Name + "  " + b.taskTitle(q.TaskID),
			Detail: fmt.Sprintf("%d min", minutes(b.Now().Sub(q.At))),
			Value:  session.Choice(func() (session.Intent, tea.Cmd) { return b.openAnswer(q), nil })})
	}
	p := ui.NewPicker(b.Session.Theme, "Requests for help", rows...)
	p.EmptyText, p.Width = "nobody is asking for help", 76
	return session.Push{Top: session.NewMenu(b.Session, p)}
}

// openAnswer opens a window for the answer to a request for help. The first row of the
// window ends the request without an answer. The row also describes the student's work at the task,
// with the last wrong answer.
func (b *Screen) openAnswer(q class.HelpRequest) session.Intent {
	end := func() error { return b.member.EndHelp(q.Student) }
	work := b.member.Board().TaskWork(q.Student, q.TaskID)
	workWords := progressWords(work)
	if n := len(work.Wrong); n > 0 {
		workWords += ". Last: " + work.Wrong[n-1].Text
	}
	return b.openHintWindow("Answer "+q.Name, q.TaskID, work.Hints, func(h class.Hint) session.Choice {
		return sendChoice(h.Text, "Answered "+q.Name+".", func() error {
			if err := b.member.SendHint(q.Student, h); err != nil {
				return err
			}
			return end()
		})
	}, ui.Row{Label: "Mark as answered, without a text", Detail: workWords,
		Value: sendChoice("", q.Name+" is marked as answered.", end)})
}

// openHint opens a window for a hint. It is about the selected task if the list of wrong answers has
// the focus, and otherwise about the task of the selected student. A second window asks who gets
// the hint.
func (b *Screen) openHint() session.Intent {
	r, task, seenCount := b.selectedStudent(), b.selectedTask(), 0
	if !b.answersFocused && r.CurrentTask.Task != "" {
		task = r.CurrentTask
		seenCount = b.member.Board().TaskWork(r.ID, task).Hints
	}
	return b.openHintWindow("Send a hint", task, seenCount, func(h class.Hint) session.Choice {
		sendTo := func(name string, students ...string) session.Choice {
			return sendChoice(h.Text, "The hint is sent to "+name+".", func() error {
				for _, id := range students {
					if err := b.member.SendHint(id, h); err != nil {
						return err
					}
				}
				return nil
			})
		}
		var rows []ui.Row
		if r.ID != "" {
			rows = append(rows, ui.Row{Label: nameOf(r), Detail: "selected on the board",
				Value: sendTo(nameOf(r), r.ID)})
		}
		if ids := b.studentsStuckAt(task); len(ids) > 0 {
			rows = append(rows, ui.Row{Label: "all who are stuck at this task", Detail: fmt.Sprint(len(ids)),
				Value: sendTo("all who are stuck", ids...)})
		}
		rows = append(rows, ui.Row{Label: "everybody", Value: sendTo("everybody", "")})
		return session.IntentChoice(session.Push{Top: session.NewListWindow(b.Session, "Send the hint to …", rows...)})
	})
}

// studentsStuckAt returns the IDs of the students on the board who are stuck at a task.
func (b *Screen) studentsStuckAt(task class.TaskID) (ids []string) {
	for _, r := range b.rows {
		if r.CurrentTask == task && r.Stuck != class.NotStuck {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// openHintWindow opens a window that asks for a text or one of the worksheet's hints for a task. The
// given rows precede the hints. The first seenCount hints are marked as seen by the
// student. When the teacher has chosen, openHintWindow calls send with the hint and runs the choice
// that send returns.
func (b *Screen) openHintWindow(title string, task class.TaskID, seenCount int, send func(class.Hint) session.Choice,
	rows ...ui.Row) session.Intent {
	p := b.newPrompt(title+": "+b.taskTitle(task), "type a text, or choose a hint of the worksheet", "sends")
	p.ID, p.EmptyText = "hint", "The worksheet has no hints for this task."
	p.Input.SetLimit(maxHint)
	p.Hints = slices.Insert(p.Hints, 0, ui.Hint("↑ ↓", "choose"))
	for i, text := range study.HintLines(b.Session.Student, task.Exercise, task.Task) {
		rows = append(rows, ui.Row{Label: session.TextIf(i < seenCount, "(seen) ") + text,
			Value: class.Hint{TaskID: task, Text: text, Level: i + 1}})
	}
	p.SetRows(rows...)
	d := session.NewDialog(b.Session, p)
	d.Refresh = func() {
		r, _ := p.Selected()
		p.Remark = ui.Remark{Text: ascii.Inked(cmp.Or(r.Detail, r.Label), ascii.Dim)} // the list may cut it off
	}
	d.OnChosen = func() (session.Intent, tea.Cmd) {
		h := class.Hint{Text: ascii.CleanLine(p.Text(), maxHint)}
		switch r, _ := p.Selected(); v := r.Value.(type) {
		case session.Choice:
			return v, nil
		case class.Hint:
			h = v
		}
		if h.Text == "" {
			return nil, nil
		}
		return send(h), nil
	}
	return session.Push{Top: d}
}
