package session

import (
	"context"
	"fmt"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/job"
	"kernellab/lab/study"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// Background says whether the screen is dark or light.
type Background uint8

// The backgrounds. Ask asks the terminal, and takes it for dark until it
// answers.
const (
	Ask Background = iota
	Dark
	Light
)

// Config is what a lab needs to know. Student is required.
type Config struct {
	Student *study.Student
	// Profile is what the terminal shows.
	Profile ascii.Profile
	// Background of the terminal; a choice the student has saved wins.
	Background Background
	// Start is the id of the exercise to open at once, as after --unit 7.7;
	// empty for the contents.
	Start string
	// Warnings are shown before anything else, one paragraph each: what the
	// student must know of how their work is kept.
	Warnings []string
	// Held says that what cannot be saved when the lab ends is not lost with it:
	// a host holds it and tries again.
	Held bool
	// Write puts a file into the student's own folder, under the name or one
	// like it where there is such a file, and says where it is. Where the text
	// ends with an error there is no file. Nil where the
	// lab is hosted: nothing is written, and texts are shown to be copied. It is
	// called in a command, off the screen's goroutine.
	Write func(name string, text func(io.Writer) error) (where string, err error)
	// Turn waits until there is room for one more computation, which calls end
	// when it is over; nil where the lab has the machine to itself. It is called
	// in a command.
	Turn func(ctx context.Context) (end func())
	// Context ends every computation of the lab when it is done; nil means
	// never.
	Context context.Context
}

// The smallest screen the lab draws on, and the width from which text and
// stage stand side by side.
const (
	MinWidth, MinHeight = 60, 18
	WideFrom            = 100
)

// NoticeMsg shows a line to the student until the next key. It is for what
// happens around the lab, such as a session that is about to end.
type NoticeMsg struct{ Text string }

// Told shows a notice from outside.
func (s *Session) Told(msg NoticeMsg) { s.Notice, s.outside = msg.Text, msg.Text }

// Heard takes a notice from outside away once a key shows that somebody is
// there. What took its place in the meantime stays.
func (s *Session) Heard(msg tea.Msg) {
	if _, ok := msg.(tea.KeyPressMsg); !ok || s.outside == "" {
		return
	}
	if s.Notice == s.outside {
		s.Notice = ""
	}
	s.outside = ""
}

// Session is what the screens of one student share.
type Session struct {
	Config     Config
	Ctx        context.Context
	Keys       KeyMap
	Settings   settings
	DarkChosen bool // the student chose; the terminal's answer no longer counts
	Width      int
	Height     int
	Notice     string // one line for the student: what went wrong, what is done
	outside    string // the notice, if it came from outside the lab
	owners     int
	Returned   bool            // from an exercise: the contents select what comes next
	Readings   map[string]bool // by kind of ambiguity, whether the student means the first reading
	Student    *study.Student
	Theme      *theme.Theme
	Footer     *ui.Footer
	Layers     []*lipgloss.Layer // of the screen drawn last
	Keep       saveState
	Later      func(time.Duration, func(time.Time) tea.Msg) tea.Cmd // tea.Tick
}

func New(c Config, keys KeyMap) *Session {
	if c.Student == nil {
		panic("lab: no student")
	}
	s := &Session{Config: c, Ctx: c.Context, Keys: keys, Readings: map[string]bool{}, Student: c.Student, Later: tea.Tick}
	if s.Ctx == nil {
		s.Ctx = context.Background()
	}
	s.Settings, s.DarkChosen = readSettings(c.Student.Settings(), c.Background)
	s.Theme = theme.New(c.Profile, s.Settings.Dark)
	s.Footer = ui.NewFooter(s.Theme)
	return s
}

// Hit returns the layer under the mouse on the screen drawn last.
func (s *Session) Hit(m tea.MouseMsg) ui.Click {
	return ui.Hit(s.Layers, m.Mouse())
}

// inTurn has a command that computes wait for its turn.
func (s *Session) inTurn(cmd tea.Cmd) tea.Cmd {
	if cmd == nil || s.Config.Turn == nil {
		return cmd
	}
	return func() tea.Msg {
		defer s.Config.Turn(s.Ctx)()
		return cmd()
	}
}

// Base gives a screen its owner number.
func (s *Session) Base() Base {
	s.owners++
	return Base{Part{job.Asker{Owner: s.owners, Context: s.Ctx, Turn: s.inTurn}, s}}
}

// footerRow returns the last row of the screen, where the keys stand.
func (s *Session) footerRow() ascii.Rect {
	return ascii.Rect{X: 2, Y: s.Height - 1, W: s.Width - 4, H: 1}
}

// Narrow reports that text and stage share one half of the screen.
func (s *Session) Narrow() bool { return s.Width < WideFrom }

func (s *Session) Terminal() ascii.View {
	return ascii.View{Profile: s.Config.Profile, Aspect: s.Settings.aspect}
}

// The windows that every screen can open.
func (s *Session) Symbols() Intent {
	return Push{NewTextWindow(s, "Symbols and conventions", notation(s.Theme))}
}

func (s *Session) Palette(here []ui.Row) Intent { return Push{newPalette(s, here)} }

func (s *Session) AskSettings() Intent { return Push{NewSettingsWindow(s)} }

// Says opens a window with a few words.
func (s *Session) Says(title string, words ...ascii.Line) Intent {
	return Push{NewTextWindow(s, title, func(d *ui.Document) { d.Write(words...) })}
}

// FollowAnswer is what any full screen does with a window's answer that is not
// its own.
func (s *Session) FollowAnswer(m Answered) Intent {
	switch a := m.Answer.(type) {
	case jumpAnswer:
		return Open{a.exercise, a.step}
	case RestartAnswer:
		return s.restart(a)
	case SheetAnswer:
		return s.takeUp(a)
	}
	return nil
}

// Complain tells the student what is not ok.
func (s *Session) Complain(ok bool, words string) {
	if !ok {
		s.Notice = words
	}
}

func SeedLine(seed uint64) ascii.Line {
	return ascii.Line{{Text: fmt.Sprintf("seed %d", seed), Ink: ascii.Dim}}
}

func (s *Session) Quit() tea.Cmd { return tea.Sequence(s.lastSave(), tea.Quit) }
