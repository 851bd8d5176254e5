// Package follow shows the exercise of one member of a class, the driver, on the screens
// of others. A [Leader] posts what the driver's lab shows. A [Screen] shows it to a
// follower, in the follower's own terminal. The follower's own work does not change.
//
// The package must not know the board or the model of the lab.
package follow

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/lab/class"
	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// pause is the time between two posts of a driver. After it, only the newest state is posted.
const pause = 250 * time.Millisecond

// Leader changes who leads the class, and posts what the lab shows while its member is the
// driver. It does nothing at home.
type Leader struct {
	session  *session.Session
	lastPost class.Shown // what was posted last
	data     bool        // whether the driver's own data were posted
	busy     bool        // whether a post or the pause after it is under way
}

// PostMsg reports that a post has ended, or the pause after it.
type PostMsg struct {
	err    error
	paused bool
}

// NewLeader returns the leader of a lab.
func NewLeader(s *session.Session) *Leader { return &Leader{session: s} }

// Drives reports whether the lab's member drives the class.
func (l *Leader) Drives() bool {
	m := l.session.Config.Class
	return m != nil && l.session.Room.Lead.Driver == m.ID
}

// ChangeWords describes a change of the lead that concerns the member, or returns "".
func (l *Leader) ChangeWords(before class.Lead) string {
	m, now := l.session.Config.Class, l.session.Room.Lead
	switch {
	case m == nil || now.Driver == before.Driver:
	case now.Driver == m.ID && m.Teacher:
		return "You lead: your class can follow the exercise that you open. f9 ends it or hands over."
	case now.Driver == m.ID: // the classroom has a message about it
	case before.Driver == m.ID && now.Driver == "":
		return "You no longer lead the class."
	case l.session.Following && now.Driver == "":
		return before.Name + " has stopped leading the class."
	case before.Driver == m.ID:
		return now.Name + " leads the class now."
	}
	return ""
}

// Sign returns a sign if the member drives or follows.
func (l *Leader) Sign() ascii.Line {
	switch {
	case l.Drives():
		return ascii.Inked("  you lead", ascii.Accent)
	case l.session.Following:
		return ascii.Inked("  "+l.session.Room.Lead.Name+" leads", ascii.Accent)
	}
	return nil
}

// FinishPost handles the end of a post or of the pause after it.
func (l *Leader) FinishPost(msg PostMsg) tea.Cmd {
	if msg.paused {
		l.busy = false
		return nil
	}
	if msg.err != nil {
		l.lastPost, l.data = class.Shown{}, false
		l.session.Notice = "The class does not see this: " + progress.Cause(msg.err) + "."
	}
	return l.session.Tick(pause, func(time.Time) tea.Msg { return PostMsg{paused: true} })
}

// Post returns the command that posts what the member shows, if the member drives and it has
// changed.
func (l *Leader) Post(now class.Shown) tea.Cmd {
	if !l.Drives() {
		l.lastPost, l.data = class.Shown{}, false
		return nil
	}
	if l.busy || now.Document.ID == "" || reflect.DeepEqual(now, l.lastPost) {
		return nil
	}
	l.lastPost = now
	var data class.Data
	if l.usesOwnData(now.Document) && !l.data {
		if data, l.data = csvOf(l.session.Student.Data()); !l.data {
			l.session.Notice = "The class does not see this: your own data are larger than 64 kB."
			return nil
		}
	}
	m := l.session.Config.Class
	l.busy = true
	return func() tea.Msg {
		var err error
		if data.Rows != "" {
			err = m.ShareData(data)
		}
		if err == nil {
			err = m.Show(now)
		}
		return PostMsg{err: err}
	}
}

// usesOwnData reports whether a document may be about the driver's own data.
func (l *Leader) usesOwnData(doc progress.Exercise) bool {
	return l.session.Student.Data() != nil && (doc.Data != "" || doc.ID == study.SandboxOf(l.session.Student).ID)
}

// maxData is the size of the largest set that a driver can show, in bytes of CSV.
const maxData = 64 << 10

// csvOf returns the driver's own data as CSV. ok is false if they are too large.
func csvOf(data exercises.Data) (d class.Data, ok bool) {
	set, ok := data.(*dataset.Set)
	if !ok || set.Len()*(set.Dim()+1)*len("0,") > maxData {
		return d, false
	}
	var rows strings.Builder
	_ = dataset.WriteCSV(&rows, set) // a builder takes everything
	return class.Data{Name: set.Name(), Kind: set.Task().String(), Rows: rows.String()}, rows.Len() <= maxData
}

// readCSV returns a driver's own data, or nil if there are none.
func readCSV(d class.Data) (exercises.Data, error) {
	if d.Rows == "" {
		return nil, nil
	}
	o := dataset.Options{Task: dataset.Classification}
	if d.Kind == dataset.Regression.String() {
		o.Task = dataset.Regression
	}
	set, err := dataset.Read(d.Name, strings.NewReader(d.Rows), o)
	if err != nil {
		return nil, fmt.Errorf("the data of the driver cannot be read: %w", err)
	}
	return set, nil
}

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
			ui.Row{Label: "Follow " + lead.Name, Value: session.Choice(l.follow)}), nil
	case m.Teacher:
		return nil, l.setDriver(m.Person)
	}
	return l.follow()
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
		return append(out, ui.Row{Label: "Go on"})
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
	return func() (session.Intent, tea.Cmd) { return nil, l.setDriver(p) }
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

// follow opens the screen of a follower. If there is nothing to follow, it shows a notice.
func (l *Leader) follow() (session.Intent, tea.Cmd) {
	if l.session.Room.Lead.Document.ID == "" {
		l.session.Notice = "Nobody shows an exercise to the class now."
		return nil, nil
	}
	f, err := New(l.session)
	if err != nil {
		l.session.Notice = err.Error()
		return nil, nil
	}
	return session.Push{Top: f}, l.session.Save()
}
