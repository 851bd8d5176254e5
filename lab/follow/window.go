package follow

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab/class"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// Open does what the key for leading offers. A teacher begins to lead, but is asked first if
// somebody else leads. The driver stops or hands over. A student follows.
func (l *Leader) Open() (session.Intent, tea.Cmd) {
	m, lead := l.session.Config.Class, l.session.Room.Lead
	switch {
	case m == nil:
		return nil, nil
	case lead.Driver == m.ID:
		return l.window("You lead the class.", l.driverRows()...), nil
	case m.Teacher && lead.Driver != "":
		return l.window(lead.Name+" leads the class.",
			ui.Row{Label: "Take over from " + lead.Name, Value: l.handOver(m.Person)},
			ui.Row{Label: "Follow " + lead.Name, Value: session.Choice(func() (session.Intent, tea.Cmd) {
				if f := l.follow(); f != nil {
					return session.Replace{Top: f}, nil
				}
				return session.Pop{}, nil
			})}), nil
	case m.Teacher:
		return nil, l.setDriver(m.Person)
	}
	if f := l.follow(); f != nil {
		return session.Push{Top: f}, nil
	}
	return nil, nil
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
	out := []ui.Row{{Label: "Stop leading", Value: l.handOver(class.Person{})}}
	if !m.Teacher {
		stay := session.Choice(func() (session.Intent, tea.Cmd) { return session.Pop{}, nil })
		return append(out, ui.Row{Label: "Go on", Value: stay})
	}
	for _, p := range m.Teachers() {
		out = append(out, ui.Row{Label: "Hand over to " + p.Name, Detail: "a teacher", Value: l.handOver(p)})
	}
	for _, r := range m.Board().Rows(class.Plan{}, time.Now()) {
		if r.Name != "" {
			out = append(out, ui.Row{Label: "Hand over to " + r.Name, Detail: r.At.Exercise,
				Value: l.handOver(class.Person{ID: r.ID, Name: r.Name})})
		}
	}
	return out
}

// handOver returns the choice that makes p the driver.
func (l *Leader) handOver(p class.Person) session.Choice {
	return func() (session.Intent, tea.Cmd) { return session.Pop{}, l.setDriver(p) }
}

// setDriver returns the command that makes p the driver, or nobody if p is the zero person.
func (l *Leader) setDriver(p class.Person) tea.Cmd {
	m := l.session.Config.Class
	return session.Send("", func() error {
		if p.ID == m.ID { // what the member showed earlier must not appear again
			if err := m.Show(class.Shown{}); err != nil {
				return err
			}
		}
		return m.SetLead(class.Lead{Driver: p.ID, Name: p.Name})
	})
}

// follow returns the screen of a follower. If there is nothing to follow, it shows a notice and
// returns nil.
func (l *Leader) follow() session.Screen {
	if l.session.Room.Lead.Document.ID == "" {
		l.session.Notice = "Nobody shows an exercise to the class now."
		return nil
	}
	f, err := New(l.session)
	if err != nil {
		l.session.Notice = err.Error()
		return nil
	}
	return f
}
