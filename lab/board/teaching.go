package board

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/session"
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

// sendAndClose returns a choice that posts to the class and closes the window.
func sendAndClose(done string, write func() error) session.Choice {
	return func() (session.Intent, tea.Cmd) { return session.Pop{}, session.Send(done, write) }
}

// taskTitle returns the exercise and the title of a task.
func (b *Screen) taskTitle(exercise, task string) string {
	v, _ := b.Session.Student.View(exercise)
	if i, ok := v.Summary.Index(task); ok {
		return exercise + " " + v.TaskTitle(i)
	}
	return exercise
}

// newPrompt returns a picker that asks for a text. Its caller may add rows to choose instead.
// enter describes what the key does.
func (b *Screen) newPrompt(title, placeholder, enter string) *ui.Picker {
	p := ui.NewPrompt(b.Session.Theme, title)
	p.Input.Placeholder, p.Width, p.Hints = placeholder, 84, []key.Binding{ui.Hint("enter", enter)}
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
		return sendAndClose(done, func() error { return b.member.Announce(text) })()
	})
	return session.Push{Top: d}
}
