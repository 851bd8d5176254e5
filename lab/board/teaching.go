package board

import (
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
			Rank: 4, Word: "gate", Open: (*Screen).openGate},
		{KeyBinding: bind("vote", "v", "vote: ask everybody a question, and show what they chose"),
			Rank: 5, Word: "vote", Open: (*Screen).openVote},
		{KeyBinding: bind("announce", "a", "announce: show one line to everybody, or remove it"),
			Rank: 6, Word: "announce", Open: (*Screen).openAnnouncement},
		{KeyBinding: bind("requests", "r", "requests for help: answer them"),
			Rank: 7, Word: "requests", Open: (*Screen).openRequests},
		{KeyBinding: bind("hint", "i", "hint: send one to the selected student or to everybody"),
			Rank: 7, Word: "hint", Open: (*Screen).openHint},
	}.DisabledBy(func(b *Screen) string { return session.ReasonIf(len(b.variants) == 0, "no exercise is open") })
}

// sendAndClose returns a choice that posts to the class and closes the window. text is what the
// teacher typed for it, or "".
func sendAndClose(text, done string, post func() error) session.Choice {
	return func() (session.Intent, tea.Cmd) { return session.Pop{}, session.SendText(text, done, post) }
}

// taskTitle returns the exercise and the title of a task.
func (b *Screen) taskTitle(exercise, task string) string {
	v, _ := b.Session.Student.View(exercise)
	if i, ok := v.Summary.Index(task); ok {
		return exercise + " " + v.TaskTitle(i)
	}
	return exercise
}

// newPrompt returns a picker that asks for a text. It begins with the last text if that could
// not be sent. Its caller may add rows to choose instead. enter describes what the key does.
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
	d.HandleEvent = session.OnChosen(func() (session.Intent, tea.Cmd) {
		text, done := ascii.CleanLine(p.Text(), maxAnnouncement), "Announced to everybody."
		if _, removes := p.Selected(); removes {
			text, done = "", "The announcement is removed."
		} else if text == "" {
			return nil, nil
		}
		return sendAndClose(text, done, func() error { return b.member.Announce(text) })()
	})
	return session.Push{Top: d}
}

// openGate opens a window in which the teacher holds the class at the selected task.
func (b *Screen) openGate() session.Intent {
	s, at := b.Session, b.selectedTask()
	var rows []ui.Row
	add := func(label string, g class.Gate) {
		done := "The gate is set."
		if !g.IsSet() {
			done = "The gate is open."
		}
		r := ui.Row{Label: label, Value: sendAndClose("", done, func() error { return b.member.SetGate(g) })}
		if g == s.Room.Gate {
			r.Detail = "now"
		}
		rows = append(rows, r)
	}
	hold := class.Gate{Exercise: at.Exercise, Task: at.Task, Holds: true}
	if g := s.Room.Gate; g.IsSet() {
		add("Open the gate after "+b.taskTitle(g.Exercise, g.Task), class.Gate{})
	}
	add("Hold everybody here; early finishers wait", hold)
	if hold.Early = study.SandboxOf(s.Student).ID; hold.Early != "" {
		add("Hold everybody here; early finishers go to the sandbox", hold)
	}
	if hold.Early = nextExercise(s.Student, at.Exercise); hold.Early != "" {
		add("Hold everybody here; early finishers go to the next exercise, "+hold.Early, hold)
	}
	add("Only warn students who go on", class.Gate{Exercise: at.Exercise, Task: at.Task})
	p := ui.NewPicker(s.Theme, "Gate after "+b.taskTitle(at.Exercise, at.Task), rows...)
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
	return slices.IndexFunc(b.plan.Tasks, func(t class.PlannedTask) bool {
		return g.Exercise == b.plan.Exercise && g.Task == t.Name
	})
}

// activity describes the gate, how many students wait there, and the vote. It is empty if
// there is neither.
func (b *Screen) activity() ascii.Line {
	var words []string
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
		} else if waiting, early := b.member.Board().Held(g); early > 0 {
			place += fmt.Sprintf(" holds: %d wait, %d in %s", waiting, early, g.Early)
		} else {
			place += fmt.Sprintf(" holds: %d wait", waiting)
		}
		words = append(words, place)
	}
	return ascii.Inked(strings.Join(words, ", "), ascii.Select)
}
