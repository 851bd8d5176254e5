package follow

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab/class"
	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// Open does what the key for leading is for. A teacher begins to lead, or asks first if
// somebody else does. The driver ends to lead, or hands over. Everybody else follows.
func (l *Leader) Open() (session.Intent, tea.Cmd) {
	m, lead := l.session.Config.Class, l.session.Room.Lead
	switch {
	case m == nil:
		return nil, nil
	case lead.Driver == m.ID:
		return l.window("You lead the class.", l.driverRows()...), nil
	case m.Teacher && lead.Driver != "":
		return l.window(lead.Name+" leads the class.",
			ui.Row{Label: "Take over from " + lead.Name, Value: l.hands(m.Person)},
			ui.Row{Label: "Follow " + lead.Name, Value: session.Choice(func() (session.Intent, tea.Cmd) {
				return l.follow(func(s session.Screen) session.Intent { return session.Replace{Top: s} })
			})}), nil
	case m.Teacher:
		return nil, l.handOver(m.Person)
	}
	return l.follow(func(s session.Screen) session.Intent { return session.Push{Top: s} })
}

// window returns the intent that opens a window with rows to choose from.
func (l *Leader) window(title string, rows ...ui.Row) session.Intent {
	p := ui.NewPicker(l.session.Theme, title, rows...)
	if len(rows) > 2 {
		p = ui.NewSearch(l.session.Theme, title, "a name", rows...)
		p.Height = 10
	}
	return session.Push{Top: session.NewMenu(l.session, p)}
}

// driverRows returns what a driver can do: stop, and for a teacher, hand over.
func (l *Leader) driverRows() []ui.Row {
	m := l.session.Config.Class
	out := []ui.Row{{Label: "Stop leading", Value: l.hands(class.Person{})}}
	if !m.Teacher {
		stay := session.Choice(func() (session.Intent, tea.Cmd) { return session.Pop{}, nil })
		return append(out, ui.Row{Label: "Go on", Value: stay})
	}
	for _, p := range m.Teachers() {
		out = append(out, ui.Row{Label: "Hand over to " + p.Name, Detail: "a teacher", Value: l.hands(p)})
	}
	for _, r := range m.Board().Rows(class.Plan{}, time.Now()) {
		if r.Name != "" {
			out = append(out, ui.Row{Label: "Hand over to " + r.Name, Detail: r.At.Exercise,
				Value: l.hands(class.Person{ID: r.ID, Name: r.Name})})
		}
	}
	return out
}

// hands returns the choice that makes p the driver.
func (l *Leader) hands(p class.Person) session.Choice {
	return func() (session.Intent, tea.Cmd) { return session.Pop{}, l.handOver(p) }
}

// handOver returns the command that makes p the driver, or nobody if p is the zero person.
func (l *Leader) handOver(p class.Person) tea.Cmd {
	m := l.session.Config.Class
	return func() tea.Msg {
		var err error
		if p.ID == m.ID { // what the member showed earlier must not appear again
			err = m.Show(class.Shown{})
		}
		if err == nil {
			err = m.SetLead(class.Lead{Driver: p.ID, Name: p.Name})
		}
		if err != nil {
			return session.NoticeMsg{Text: "This did not reach the class: " + progress.Cause(err) + "."}
		}
		return nil
	}
}

// follow opens the screen of a follower. top returns the intent that puts it on top.
func (l *Leader) follow(top func(session.Screen) session.Intent) (session.Intent, tea.Cmd) {
	lead := l.session.Room.Lead
	if lead.Document.ID == "" {
		return nil, func() tea.Msg { return session.NoticeMsg{Text: "Nobody shows an exercise to the class now."} }
	}
	f, err := New(l.session)
	if err != nil {
		return nil, func() tea.Msg { return session.NoticeMsg{Text: err.Error()} }
	}
	return top(f), nil
}
