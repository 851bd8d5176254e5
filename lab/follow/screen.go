package follow

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/lab/class"
	"kernellab/lab/exercise"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// Screen shows the exercise of the leader, at the leader's task and step. Nothing can be
// changed on it.
type Screen struct {
	*exercise.Mirror
	session *session.Session // the follower's
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
	own, err := readCSV(lead.Data)
	if err != nil {
		return err
	}
	other, w, err := f.session.Student.Mirror(lead.Document, own)
	if err != nil {
		return err
	}
	if f.Mirror != nil {
		f.Mirror.Close()
	}
	f.lead, f.Mirror = lead, exercise.NewMirror(f.session.Mirror(other), w, lead.SharedExercise)
	return nil
}

// Receive updates the screen to what the leader shows now. It returns an error if that is impossible.
func (f *Screen) Receive(lead class.Lead) (tea.Cmd, error) {
	if lead.Document.ID == "" || lead.Number == f.lead.Number {
		return nil, nil // a new leader shows nothing yet
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

// Close ends following. It removes the notice, which may say that only the leader can change
// something.
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
