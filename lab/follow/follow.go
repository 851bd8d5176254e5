// Package follow shows the exercise of one member of a class, the leader, on the screens
// of others, the followers. A [Leader] belongs to every lab. While its member leads, it posts
// what the lab shows. A [Screen] shows it to a follower, in the follower's own terminal. The
// follower's own work does not change.
//
// The package must not know the board or the model of the lab.
package follow

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/lab/class"
	"kernellab/lab/exercise"
	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// postPause is the minimum time between two posts of a leader. The states in between are not posted.
const postPause = 250 * time.Millisecond

// Leader changes who leads the class, and posts what the lab shows while its member leads. It does
// nothing if the student does not work in a class.
type Leader struct {
	session    *session.Session
	lastPost   class.SharedExercise // what was posted last
	dataPosted bool                 // whether the leader's own data set was posted
	posting    bool                 // whether a post or the pause after it is under way
}

// PostMsg reports that a post has ended, or the pause after it.
type PostMsg struct {
	err        error
	pauseEnded bool
}

// NewLeader returns the Leader of a lab.
func NewLeader(s *session.Session) *Leader { return &Leader{session: s} }

// Leads reports whether the student or teacher of this lab leads the class.
func (l *Leader) Leads() bool {
	m := l.session.Config.Class
	return m != nil && l.session.Room.Lead.LeaderID == m.ID
}

// ChangeWords describes a change of the lead that concerns the member, or returns "".
func (l *Leader) ChangeWords(oldLead class.Lead) string {
	m, lead := l.session.Config.Class, l.session.Room.Lead
	switch {
	case m == nil || lead.LeaderID == oldLead.LeaderID:
	case lead.LeaderID == m.ID && m.Teacher:
		return "Your class can follow what you open. f9 ends it or hands over."
	case lead.LeaderID == m.ID: // session.Classroom shows a message about it
	case oldLead.LeaderID == m.ID && lead.LeaderID == "":
		return "You no longer lead the class."
	case l.session.Following && lead.LeaderID == "":
		return oldLead.Name + " has stopped leading the class."
	case oldLead.LeaderID == m.ID:
		return lead.Name + " leads the class now."
	}
	return ""
}

// Sign returns a short text for a member who leads or follows, or nil.
func (l *Leader) Sign() ascii.Line {
	switch {
	case l.Leads():
		return ascii.Inked("  you lead", ascii.Accent)
	case l.session.Following:
		return ascii.Inked("  "+l.session.Room.Lead.Name+" leads", ascii.Accent)
	}
	return nil
}

// FinishPost handles the end of a post or of the pause after it.
func (l *Leader) FinishPost(msg PostMsg) tea.Cmd {
	if msg.pauseEnded {
		l.posting = false
		return nil
	}
	if msg.err != nil {
		l.lastPost, l.dataPosted = class.SharedExercise{}, false
		l.session.Notice = "The class does not see this: " + progress.Cause(msg.err) + "."
	}
	return l.session.Tick(postPause, func(time.Time) tea.Msg { return PostMsg{pauseEnded: true} })
}

// Post returns the command that posts what the member shows. It returns nil if the member does not
// lead, if nothing has changed since the last post, or if that post or its pause is under way. If
// the member's own data are too large, it shows a notice instead.
func (l *Leader) Post(shared class.SharedExercise) tea.Cmd {
	if !l.Leads() {
		l.lastPost, l.dataPosted = class.SharedExercise{}, false
		return nil
	}
	if l.posting || shared.Document.ID == "" || reflect.DeepEqual(shared, l.lastPost) {
		return nil
	}
	l.lastPost = shared
	var data class.Data
	if l.usesOwnData(shared.Document) && !l.dataPosted {
		if data, l.dataPosted = csvOf(l.session.Student.Data()); !l.dataPosted {
			l.session.Notice = "The class does not see this: your own data are larger than 64 kB."
			return nil
		}
	}
	m := l.session.Config.Class
	l.posting = true
	return func() tea.Msg {
		var err error
		if data.Rows != "" {
			err = m.ShareData(data)
		}
		if err == nil {
			err = m.ShareExercise(shared)
		}
		return PostMsg{err: err}
	}
}

// usesOwnData reports whether a document, the saved state of an exercise, may be about the leader's
// own data.
func (l *Leader) usesOwnData(doc progress.Exercise) bool {
	return l.session.Student.Data() != nil && (doc.Data != "" || doc.ID == study.SandboxOf(l.session.Student).ID)
}

// maxData is the size of the largest set that a leader can show, in bytes of CSV.
const maxData = 64 << 10

// csvOf returns the leader's own data as CSV. ok is false if they are too large.
func csvOf(data exercises.Data) (d class.Data, ok bool) {
	set, ok := data.(*dataset.Set)
	if !ok || set.Len()*(set.Dim()+1)*len("0,") > maxData {
		return d, false
	}
	var rows strings.Builder
	_ = dataset.WriteCSV(&rows, set) // a Builder never fails
	return class.Data{Name: set.Name(), Kind: set.Task().String(), Rows: rows.String()}, rows.Len() <= maxData
}

// readCSV returns a leader's own data, or nil if there are none.
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
		return nil, fmt.Errorf("the data on the leader's stage cannot be read: %w", err)
	}
	return set, nil
}

// HandleKey handles the key for leading. A teacher begins to lead, but is asked first if somebody
// else leads. The leader can stop or hand over. A student follows.
func (l *Leader) HandleKey() (session.Intent, tea.Cmd) {
	m, lead := l.session.Config.Class, l.session.Room.Lead
	switch {
	case m == nil:
		return nil, nil
	case lead.LeaderID == m.ID:
		return l.choiceWindow("You lead the class.", l.leaderRows()...), nil
	case m.Teacher && lead.LeaderID != "":
		return l.choiceWindow(lead.Name+" leads the class.",
			ui.Row{Label: "Take over from " + lead.Name, Value: l.handOver(m.Person)},
			ui.Row{Label: "Follow " + lead.Name, Value: session.Choice(l.follow)}), nil
	case m.Teacher:
		return nil, l.setLeader(m.Person)
	}
	return l.follow()
}

// choiceWindow returns the intent that opens a window with rows to choose from.
func (l *Leader) choiceWindow(title string, rows ...ui.Row) session.Intent {
	p := ui.NewPicker(l.session.Theme, title, rows...)
	if len(rows) > 2 {
		p = ui.NewSearch(l.session.Theme, title, "a name", rows...)
		p.Height = 10
	}
	return session.Push{Top: session.NewMenu(l.session, p)}
}

// leaderRows returns what a leader can do: stop, and for a teacher, hand over.
func (l *Leader) leaderRows() []ui.Row {
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
			out = append(out, ui.Row{Label: "Hand over to " + r.Name, Detail: r.CurrentTask.Exercise,
				Value: l.handOver(class.Person{ID: r.ID, Name: r.Name})})
		}
	}
	return out
}

// handOver returns the choice that makes p the leader.
func (l *Leader) handOver(p class.Person) session.Choice {
	return func() (session.Intent, tea.Cmd) { return nil, l.setLeader(p) }
}

// setLeader returns the command that makes p the leader, or nobody if p is the zero person.
func (l *Leader) setLeader(p class.Person) tea.Cmd {
	m := l.session.Config.Class
	return session.Send("", func() error {
		if p.ID == m.ID { // what the member showed earlier must not appear again
			if err := m.ShareExercise(class.SharedExercise{}); err != nil {
				return err
			}
		}
		return m.SetLead(class.Lead{LeaderID: p.ID, Name: p.Name})
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

// Screen shows the exercise of the leader, at the leader's task and step. Nothing can be
// changed on it.
type Screen struct {
	*exercise.Mirror
	session *session.Session // the session of the follower
	lead    class.Lead       // the state of the leader that the screen shows
}

// New returns the screen of a follower, who must Close it.
func New(s *session.Session) (*Screen, error) {
	f := &Screen{session: s}
	if err := f.open(s.Room.Lead); err != nil {
		return nil, err
	}
	s.SetFollowing(true)
	return f, nil
}

// open shows the exercise of the leader as its document, the saved state, describes it.
func (f *Screen) open(lead class.Lead) error {
	ownData, err := readCSV(lead.Data)
	if err != nil {
		return err
	}
	otherStudent, w, err := f.session.Student.Mirror(lead.Document, ownData)
	if err != nil {
		return err
	}
	if f.Mirror != nil {
		f.Mirror.Close()
	}
	f.lead, f.Mirror = lead, exercise.NewMirror(f.session.Mirror(otherStudent), w, lead.SharedExercise)
	return nil
}

// Receive updates the screen to what the leader shows now. It returns an error if that is impossible.
func (f *Screen) Receive(lead class.Lead) (tea.Cmd, error) {
	if lead.Document.ID == "" || lead.Number == f.lead.Number {
		return nil, nil // a new leader shows nothing yet, or nothing has changed
	}
	if lead.Data == f.lead.Data {
		if cmd, ok := f.Show(lead.SharedExercise); ok {
			f.lead = lead
			return cmd, nil
		}
	}
	if err := f.open(lead); err != nil {
		return nil, err
	}
	return f.Resume(), nil
}

// Close shows the student's own work again. It also removes the notice, which may say that only the
// leader can change something.
func (f *Screen) Close() {
	f.session.Notice = ""
	f.session.SetFollowing(false)
	f.Mirror.Close()
}

func (f *Screen) Update(msg tea.Msg) (session.Intent, tea.Cmd) {
	k, isKey := msg.(tea.KeyPressMsg)
	switch msg := msg.(type) {
	case session.Choice:
		return msg()
	case session.Addressed:
		_, cmd := f.Mirror.Update(msg)
		return nil, cmd
	case tea.KeyPressMsg, tea.MouseWheelMsg:
		f.adoptTerminal()
		if f.ChangeView(msg) {
			f.session.Notice = ""
			return nil, nil
		}
	}
	switch f.session.Keys.Match(session.ZoneOutsideFields, k) {
	case "leave", "class", "back":
		return session.Pop{}, nil
	}
	if isKey {
		f.session.Notice = "Only " + f.session.Room.Lead.Name + " can change this. Press f7 to return to your own work."
	}
	return nil, nil
}

// KeysMustWait returns false, because no key depends on what is being computed.
func (f *Screen) KeysMustWait() bool { return false }

// Cursor reports that nothing is being typed.
func (f *Screen) Cursor() (x, y int, ok bool) { return 0, 0, false }

// adoptTerminal copies the size and the settings of the follower's terminal to the mirror.
func (f *Screen) adoptTerminal() {
	s := f.Mirror.Session
	s.Width, s.Height, s.Settings, s.Layers = f.session.Width, f.session.Height, f.session.Settings, f.session.Layers
}

func (f *Screen) Layout() {
	f.adoptTerminal()
	f.Mirror.Layout()
}

// Footer returns the keys of a follower.
func (f *Screen) Footer() session.Footer {
	keys := []key.Binding{ui.Hint("f7", "leave "+f.session.Room.Lead.Name), ui.Hint("pgup pgdn", "scroll")}
	if f.session.Narrow() {
		keys = append(keys, ui.Hint("tab", "text or stage"))
	}
	return session.Footer{Area: f.Mirror.Footer().Area, Keys: append(keys, ui.Hint("f", "figure"))}
}
