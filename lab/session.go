package lab

import (
	"context"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/job"
	"kernellab/lab/study"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// session is what the screens of one student share.
type session struct {
	config     Config
	ctx        context.Context
	keys       keyMap
	settings   settings
	darkChosen bool // the student chose; the terminal's answer no longer counts
	width      int
	height     int
	notice     string // one line for the student: what went wrong, what is done
	outside    string // the notice, if it came from outside the lab
	owners     int
	returned   bool            // from an exercise: the contents select what comes next
	readings   map[string]bool // by kind of ambiguity, whether the student means the first reading
	student    *study.Student
	theme      *theme.Theme
	footer     *ui.Footer
	layers     []*lipgloss.Layer // of the screen drawn last
	keep       keeping
	later      func(time.Duration, func(time.Time) tea.Msg) tea.Cmd // tea.Tick
}

func newSession(c Config, keys keyMap) *session {
	if c.Student == nil {
		panic("lab: no student")
	}
	s := &session{config: c, ctx: c.Context, keys: keys, readings: map[string]bool{}, student: c.Student, later: tea.Tick}
	if s.ctx == nil {
		s.ctx = context.Background()
	}
	s.settings, s.darkChosen = readSettings(c.Student.Settings(), c.Background)
	s.theme = theme.New(c.Profile, s.settings.dark)
	s.footer = ui.NewFooter(s.theme)
	return s
}

// hit returns the layer under the mouse on the screen drawn last.
func (s *session) hit(m tea.MouseMsg) ui.Click {
	return ui.Hit(s.layers, m.Mouse())
}

// inTurn has a command that computes wait for its turn.
func (s *session) inTurn(cmd tea.Cmd) tea.Cmd {
	if cmd == nil || s.config.Turn == nil {
		return cmd
	}
	return func() tea.Msg {
		defer s.config.Turn(s.ctx)()
		return cmd()
	}
}

// base gives a screen its owner number.
func (s *session) base() base {
	s.owners++
	return base{asker{job.Asker{Owner: s.owners, Context: s.ctx, Turn: s.inTurn}, s}}
}

// footerRow returns the last row of the screen, where the keys stand.
func (s *session) footerRow() ascii.Rect {
	return ascii.Rect{X: 2, Y: s.height - 1, W: s.width - 4, H: 1}
}

// narrow reports that text and stage share one half of the screen.
func (s *session) narrow() bool { return s.width < wideFrom }

func (s *session) view() ascii.View {
	return ascii.View{Profile: s.config.Profile, Aspect: s.settings.aspect}
}

// The windows that every screen can open.
func (s *session) symbols() intent {
	return pushIntent{newTextWindow(s, "Symbols and conventions", notation(s.theme))}
}
func (s *session) palette(here []ui.Row) intent { return pushIntent{newPalette(s, here)} }
func (s *session) askSettings() intent          { return pushIntent{newSettingsWindow(s)} }

// says opens a window with a few words.
func (s *session) says(title string, words ...ascii.Line) intent {
	return pushIntent{newTextWindow(s, title, func(d *ui.Document) { d.Write(words...) })}
}

// followAnswer is what any full screen does with a window's answer that is not
// its own.
func (s *session) followAnswer(m answered) intent {
	switch a := m.answer.(type) {
	case jumpAnswer:
		return openIntent(a)
	case restartAnswer:
		return s.restart(a)
	case sheetAnswer:
		return s.takeUp(a)
	}
	return nil
}

// complain tells the student what is not ok.
func (s *session) complain(ok bool, words string) {
	if !ok {
		s.notice = words
	}
}

func seedLine(seed uint64) ascii.Line {
	return ascii.Line{{Text: fmt.Sprintf("seed %d", seed), Ink: ascii.Dim}}
}

func (s *session) quit() tea.Cmd { return tea.Sequence(s.lastSave(), tea.Quit) }
