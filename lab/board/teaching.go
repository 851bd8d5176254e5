package board

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/progress"
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
		{KeyBinding: bind("gate", "g", "g", "gate: hold everybody at the selected task, warn them, or let them go on"),
			Rank: 4, Word: "gate", Open: gateWindow},
		{KeyBinding: bind("vote", "v", "v", "vote: ask everybody a question, and show what they chose"),
			Rank: 5, Word: "vote", Open: openVote},
		{KeyBinding: bind("announce", "a", "a", "announce: show one line to everybody, or remove it"),
			Rank: 6, Word: "announce", Open: announceWindow},
		{KeyBinding: bind("requests", "r", "r", "requests for help: answer them"),
			Rank: 7, Word: "requests", Open: queueWindow},
		{KeyBinding: bind("hint", "i", "i", "hint: send one to the selected student or to everybody"),
			Rank: 7, Word: "hint", Open: hintWindow},
	}.DisabledBy(func(b *Screen) string { return session.ReasonIf(len(b.open) == 0, "no exercise is open") })
}

// send returns a command that writes to the record of the class. Its message is a notice
// with the given words or an error.
func send(done string, write func() error) tea.Cmd {
	return func() tea.Msg {
		if err := write(); err != nil {
			return session.NoticeMsg{Text: "Not sent, please try again: " + progress.Cause(err) + "."}
		}
		return session.NoticeMsg{Text: done}
	}
}

// taskWords returns the exercise and the title of a task.
func taskWords(s *study.Student, exercise, task string) string {
	v, _ := s.View(exercise)
	if i, ok := v.Summary.Index(task); ok {
		return exercise + " " + v.TaskTitle(i)
	}
	return exercise
}

// announceWindow returns a window for one line to everybody.
func announceWindow(b *Screen) session.Intent {
	s := b.Session
	p := ui.NewPrompt(s.Theme, "Announce to everybody")
	p.Input.Placeholder = "one line, such as: Break until 10:30"
	p.Input.SetLimit(maxAnnouncement)
	p.Width, p.Hints = 84, []key.Binding{ui.Hint("enter", "shows it to everybody")}
	if old := s.Room.Announcement.Text; old != "" {
		p.SetRows(ui.Row{Label: "Remove: " + old})
		p.Hints[0] = ui.Hint("enter", "announces the line or removes the old one")
	}
	d := session.NewDialog(s, p)
	d.HandleEvent = func(e ui.Event) (session.Intent, tea.Cmd) {
		text, done := ascii.CleanLine(p.Text(), maxAnnouncement), "Announced to everybody."
		if _, removes := p.Selected(); removes {
			text, done = "", "The announcement is removed."
		} else if text == "" {
			return nil, nil
		}
		if e != ui.Chosen {
			return nil, nil
		}
		return session.Pop{}, send(done, func() error { return b.member.Announce(text) })
	}
	return session.Push{Top: d}
}
