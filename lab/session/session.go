// Package session holds what the screens of one student share: the student's record and
// settings, saves, notices, the interface of a screen, and the windows that any screen
// can open. It does not know any screen.
//
// A table of actions defines what keys do: the keys, the texts about them, why an action is
// disabled, and its handler. The footer, the help, the command palette (a window that finds actions
// by their names) and the table of keys in lab/KEYS.md are built from it. A component of a screen
// has its own table, which [PartActions] converts to actions of the screen.
//
// To add a key, choose its zone: the kind of place, such as a text field or the stage, in which the
// key works. The key must be free there. lab/KEYS.md lists the keys in use. On the exercise screen,
// digits and the signs - − √ . , ( [ { are not free either: an answer begins with them, so
// elsewhere they move the focus to a text field. Then add an action to a table of
// lab/exercise/actions.go, or to the table of another screen, such as
// ownActions in lab/contents/contents.go. A function key or a control key that
// works in text fields too belongs in everywhereActions. A plain key belongs in the table of its
// zone, such as runActions, or in outsideFieldActions if it works in every zone but text fields. An
// action of everywhereActions can have a second, plain key in outsideFieldActions. Finally run
// go test ./lab -run 'KEYS|Golden' -update, which writes KEYS.md and the golden screens, and look at
// the differences.
//
// A screen returns its requests to the model as an [Intent], which the model performs
// before the next message.
//
// A window in front of a screen shows either a text that scrolls or a list of rows to
// choose from, with or without an input line. Lists, questions, settings, conditions
// and the command palette are lists of rows.
package session

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/class"
	"kernellab/lab/core"
	"kernellab/lab/study"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// Config holds the settings of a lab. Student is required.
type Config struct {
	Student *study.Student
	// Profile is the colour profile of the terminal.
	Profile ascii.Profile
	// Start is the ID of the exercise to open first, as given by --unit 7.7. If it is
	// empty, the lab opens the contents.
	Start string
	// Warnings are shown before anything else, one paragraph each. They warn the
	// student about how their work is saved.
	Warnings []string
	// HostRetries reports whether unsaved work outlives the lab: the host, the program that serves
	// the lab over SSH, keeps it in memory and tries to save it again.
	HostRetries bool
	// Write creates a file in the student's folder, calls content to write it, and returns its path.
	// If a file of that name exists, Write chooses a similar name. If content returns an error, no
	// file remains. Write is called in a command, not on the screen's goroutine. Write is nil if the
	// lab runs on a host. The lab then shows texts on the screen, where students can copy them.
	Write func(name string, content func(io.Writer) error) (path string, err error)
	// AwaitTurn waits until there is room for one more computation, and returns a function to call
	// when it has ended. If ctx ends first, ok is false. If AwaitTurn is nil, computations never
	// wait. AwaitTurn is called in a command.
	AwaitTurn func(ctx context.Context) (end func(), ok bool)
	// QueuePlace returns the position in the queue of the student's first waiting computation, from
	// 1, or 0 if none waits. It may be nil if AwaitTurn is nil.
	QueuePlace func() int
	// Class connects the lab with the class of its host. It is nil if the student does not work in
	// a class.
	Class *class.Member
	// Reload returns the exercises if the worksheets that an author is writing have changed since
	// the last call, or an error if the worksheets have mistakes. Reload is nil if nobody is
	// writing worksheets. It is called in a command.
	Reload func() (exercises.Library, error)
	// Context cancels every computation of the lab when it is done. If nil,
	// computations are never cancelled.
	Context context.Context
}

// The minimum size of a screen, and the minimum width of a screen with text and stage side by side,
// in cells.
const (
	MinWidth, MinHeight = ui.MinWidth, ui.MinHeight
	WideFrom            = 100
)

// NoticeMsg shows a line to the student until the next key. It reports events outside
// the lab, such as a session that is about to end.
type NoticeMsg struct {
	Text   string
	Unsent string // a text that somebody typed and that could not be sent, or ""
}

// ShowNotice shows a notice from outside.
func (s *Session) ShowNotice(msg NoticeMsg) {
	s.Notice, s.outsideNotice = msg.Text, msg.Text
	s.Unsent = cmp.Or(msg.Unsent, s.Unsent)
}

// ExpireNotice removes a notice from outside after a key press, which shows that the
// student is there. It keeps a newer notice that has replaced it.
func (s *Session) ExpireNotice(msg tea.Msg) {
	if _, ok := msg.(tea.KeyPressMsg); !ok || s.outsideNotice == "" {
		return
	}
	if s.Notice == s.outsideNotice {
		s.Notice = ""
	}
	s.outsideNotice = ""
}

// Session holds what the screens of one student share.
type Session struct {
	Config        Config
	Ctx           context.Context
	Keys          KeyMap
	Settings      study.Settings // with defaults, but without a Background until the student chooses it
	Dark          bool           // whether the screen is dark: true until the terminal or the student chooses light
	Width         int
	Height        int
	Notice        string // one line for the student: what went wrong or what was done
	outsideNotice string // the notice, if it came from outside the lab
	Unsent        string // what the student or teacher typed for the class and could not send
	lastScreenID  *int   // ID of the newest screen, see [core.Address]; shared with mirrors, see Mirror
	Selection     string // ID of the exercise that the list of exercises selects when it is on top again, or ""
	Student       *study.Student
	Following     bool               // whether the student follows the exercise of the leader, a member of the class
	Room          class.Room         // the state of the class; the zero value without a class
	Classroom     *Classroom         // what a student sees of the class; nil for teachers and without a class
	Work          func() *study.Work // returns the work of the open exercise, or nil
	Theme         *theme.Theme
	Footer        *ui.Footer
	Layers        []*lipgloss.Layer // what was drawn last
	Saves         saveState
	Tick          func(time.Duration, func(time.Time) tea.Msg) tea.Cmd // tea.Tick
}

// New returns the session of a student. It panics without a Student.
func New(c Config, keys KeyMap) *Session {
	if c.Student == nil {
		panic("lab: no student")
	}
	s := &Session{Config: c, Ctx: c.Context, Keys: keys, Student: c.Student,
		Tick: tea.Tick, lastScreenID: new(int)}
	if s.Ctx == nil {
		s.Ctx = context.Background()
	}
	s.Settings = withDefaults(c.Student.Settings())
	s.Dark = s.Settings.Background != "light"
	s.Theme = theme.New(c.Profile, s.Dark)
	s.Footer = ui.NewFooter(s.Theme)
	if c.Class != nil && !c.Class.Teacher {
		s.Classroom = &Classroom{session: s, ownVotes: map[class.VoteRound]int{}}
	}
	return s
}

// Mirror returns a session for a mirror, a screen that shows the work of another student. The
// session saves nothing: its save state says that a save is running, so that none is started. Its
// notices are not shown.
func (s *Session) Mirror(other *study.Student) *Session {
	out := *s
	out.Student, out.Saves, out.Notice = other, saveState{Saving: true}, ""
	return &out
}

// Hit returns the layer under the mouse in what was drawn last.
func (s *Session) Hit(m tea.MouseMsg) ui.Click {
	return ui.Hit(s.Layers, m.Mouse())
}

// awaitTurn returns a command that waits for its turn before it computes. If ctx has ended when the
// turn comes, it does nothing.
func (s *Session) awaitTurn(ctx context.Context, command core.Command) core.Command {
	if s.Config.AwaitTurn == nil {
		return command
	}
	return func() any {
		end, ok := s.Config.AwaitTurn(ctx)
		if !ok {
			return nil
		}
		defer end()
		return command()
	}
}

// Commands returns the command that runs several commands concurrently. It ignores nil.
func Commands(all ...core.Command) tea.Cmd {
	var out []tea.Cmd
	for _, command := range all {
		if command != nil {
			out = append(out, func() tea.Msg { return command() })
		}
	}
	return tea.Batch(out...)
}

// NewBase returns the base of a new screen, with a new owner number.
func (s *Session) NewBase() Base {
	*s.lastScreenID++
	return Base{Part{core.JobStarter{Owner: *s.lastScreenID, Context: s.Ctx, AwaitTurn: s.awaitTurn}, s}}
}

// screenRow returns row y of the screen between its margins.
func (s *Session) screenRow(y int) ascii.Rect { return ascii.Rect{X: 2, Y: y, W: s.Width - 4, H: 1} }

// Narrow reports whether the screen is too narrow for text and stage side by side.
func (s *Session) Narrow() bool { return s.Width < WideFrom }

func (s *Session) Terminal() ascii.View {
	return ascii.View{Profile: s.Config.Profile, Aspect: s.Settings.Aspect}
}

// ShowSymbols opens the window of symbols and conventions.
func (s *Session) ShowSymbols() Intent {
	return Push{NewTextWindow(s, "Symbols and conventions", notation(s.Theme))}
}

func (s *Session) ShowPalette(actionRows []ui.Row) Intent { return Push{newPalette(s, actionRows)} }

func (s *Session) ShowSettings() Intent { return Push{NewSettingsWindow(s)} }

// ShowMessage opens a window with a short text.
func (s *Session) ShowMessage(title string, words ...ascii.Line) Intent {
	return Push{NewTextWindow(s, title, func(d *ui.Document) { d.Write(words...) })}
}

// NoticeUnless shows words to the student if ok is false.
func (s *Session) NoticeUnless(ok bool, words string) {
	if !ok {
		s.Notice = words
	}
}

// Notify shows words to the student if there are any.
func (s *Session) Notify(words string) {
	if words != "" {
		s.Notice = words
	}
}

func SeedLine(seed uint64) ascii.Line {
	return ascii.Line{{Text: fmt.Sprintf("seed %d", seed), Ink: ascii.Dim}}
}

// Quit returns the command that writes everything and then ends the lab. It waits for the writing
// for at most slowSave.
func (s *Session) Quit() tea.Cmd { return tea.Sequence(s.startSave(s.Student.Leave()), tea.Quit) }

// ShowRound shows a round, such as a review, in which the exercise screen shows one task after
// another. When the student leaves it, the screen that called ShowRound is on top again. If there is
// no round, ShowRound shows the error or emptyText as a notice.
func (s *Session) ShowRound(r *study.Round, err error, emptyText string) Intent {
	switch {
	case err != nil:
		s.Notice = err.Error()
	case r == nil:
		s.Notice = emptyText
	default:
		s.Notice = "" // the old notice is about the list of exercises
		return ShowTask{r.Work()}
	}
	return nil
}

// Footer holds the most useful keys of a screen and the row that shows them.
type Footer struct {
	Area         ascii.Rect
	Keys, Pinned []key.Binding
}

// Hint returns the footer entry for the key with the given name in a zone.
func (s *Session) Hint(z Zone, name, word string) key.Binding {
	return ui.Hint(s.Keys.Key(z, name), word)
}

// Screen is a full screen or a window in front of one.
type Screen interface {
	// Update handles keys, mouse and paste while the screen is on top, and messages
	// addressed to it at any time. The model performs the intent before the next
	// message.
	Update(msg tea.Msg) (Intent, tea.Cmd)
	// Layout lays out the screen. It is called after every message.
	Layout()
	// Layers returns the layers to draw. The layers of a window are drawn over the
	// screen below.
	Layers() []*lipgloss.Layer
	// Footer returns the keys that are useful now.
	Footer() Footer
	// Cursor returns the position of the text cursor. ok is false if no text is being
	// typed.
	Cursor() (x, y int, ok bool)
	// Resume starts what the screen needs when it becomes the top screen.
	Resume() tea.Cmd
	// Overlay reports whether the screen below stays visible.
	Overlay() bool
	// KeysMustWait reports whether keys have to wait, because the screen has requested
	// something that determines what the next key does.
	KeysMustWait() bool
	// ID returns the number of the screen, to which its messages are addressed.
	ID() int
	// Close stops the screen's unfinished work.
	Close()
}

// Addressed is a message for one screen.
type Addressed interface{ To() core.Address }

// Intent is a request of a screen to the model. Nil requests nothing.
type Intent any

// The intents.
type (
	Push       struct{ Top Screen }
	Pop        struct{}
	Quit       struct{}
	Open       struct{ Exercise, Task string } // replaces every screen above the contents
	ToContents struct{}                        // back to the contents
	ShowTask   struct{ Work *study.Work }      // puts a task of a round on top
	Restart    struct {                        // replaces every screen above the contents, like Open
		Exercise string
		Begin    func() error // begins another attempt; it is called after the exercise's screen was closed
	}
)

// Choice does what the student has chosen in a window. The window returns it as an intent. The
// model then closes the window and sends the choice as a message to the screen below, which calls
// it.
type Choice func() (Intent, tea.Cmd)

// IntentChoice returns the choice that requests an intent.
func IntentChoice(intent Intent) Choice { return func() (Intent, tea.Cmd) { return intent, nil } }

// CallChoice returns the choice that calls f.
func CallChoice(f func()) Choice {
	return func() (Intent, tea.Cmd) {
		f()
		return nil, nil
	}
}

// Base holds what every screen shares.
type Base struct{ Part }

// Part is the base of a part of a screen, such as the form or the stage. A part has no address of
// its own: the results of its jobs go to the screen.
type Part struct {
	core.JobStarter
	Session *Session
}

// StartJob starts a job and returns its command, which calls compute and returns its result.
func (p Part) StartJob(j *core.Job, compute func(ctx context.Context, to core.Address) tea.Msg) tea.Cmd {
	return Commands(p.JobStarter.StartJob(j, func(ctx context.Context, to core.Address) any {
		return compute(ctx, to)
	}))
}

func (b Base) ID() int { return b.Owner }

func (b Base) Close() {}

func (b Base) KeysMustWait() bool { return false }

func (b Base) Layout() {}

func (b Base) Cursor() (int, int, bool) { return 0, 0, false }

// BusyMsg addresses a message of a [ui.Busy] to its screen.
type BusyMsg struct {
	core.Address
	Msg tea.Msg
}

// NewBusy returns a spinner for work in progress.
func (s *Session) NewBusy() *ui.Busy {
	b := ui.NewBusy(s.Theme, func(d time.Duration, f func(time.Time) tea.Msg) tea.Cmd { return s.Tick(d, f) })
	b.QueuePlace = s.Config.QueuePlace
	return b
}

// BusyCmd returns cmd, a command of a [ui.Busy], with its message addressed to the screen of the
// part.
func (p Part) BusyCmd(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg { return BusyMsg{core.Address{Owner: p.Owner}, cmd()} }
}
