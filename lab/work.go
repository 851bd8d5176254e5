package lab

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
)

// Student is temporary.
type Student struct {
	Seed uint64
	m    map[string]*work
	last string
}

type work struct {
	ex   *exercises.Exercise
	i    int
	a    exercises.Answers
	ok   map[int]bool
	nh   map[int]int
	sol  map[int]bool
	used bool
}

func (s *session) open(id string) (*work, error) {
	if s.config.Student.m == nil {
		s.config.Student.m = map[string]*work{}
	}
	if w := s.config.Student.m[id]; w != nil {
		return w, nil
	}
	ex, err := s.config.Library.Open(id, exercises.Options{Seed: s.config.Student.Seed})
	if err != nil {
		return nil, err
	}
	w := &work{ex: ex, ok: map[int]bool{}, nh: map[int]int{}, sol: map[int]bool{}}
	s.config.Student.m[id] = w
	s.config.Student.last = id
	return w, nil
}

func (s *session) next() string  { return s.config.Student.last }
func (s *session) seed() uint64  { return s.config.Student.Seed }
func (s *session) save() tea.Cmd { return nil }
func (s *session) lastSave() tea.Cmd {
	return func() tea.Msg { return nil }
}
func (s *session) saved(savedMsg) tea.Cmd { return nil }
func (s *session) finished(w *work)       { s.notice = w.ex.ID + " is done." }

type savedMsg struct{}

func (w *work) step() exercises.Step       { return w.ex.Steps[w.i] }
func (w *work) steps() int                 { return len(w.ex.Steps) }
func (w *work) at() int                    { return w.i }
func (w *work) moveTo(i int)               { w.i = i }
func (w *work) answers() exercises.Answers { return w.a }
func (w *work) set(name, text string)      { w.a = w.a.With(name, text) }
func (w *work) record(_ exercises.Answers, r exercises.Report) {
	if r.Accepted {
		w.ok[w.i] = true
	}
}
func (w *work) hints() int                 { return w.nh[w.i] }
func (w *work) hint()                      { w.nh[w.i]++ }
func (w *work) revealed() bool             { return w.sol[w.i] }
func (w *work) reveal()                    { w.sol[w.i] = true }
func (w *work) done(i int) bool            { return w.ok[i] }
func (w *work) unit() string               { return w.ex.Unit }
func (w *work) summary() exercises.Summary { return w.ex.Summary }

type mark uint8

const (
	markUntouched mark = iota
	markBegun
	markDone
	markHelped
)

func (m mark) ink() ascii.Ink {
	switch m {
	case markBegun:
		return ascii.Accent
	case markDone, markHelped:
		return ascii.Good
	}
	return ascii.Dim
}

func (m mark) glyph(p pen) rune {
	switch m {
	case markBegun:
		return p.glyph('▸', '>')
	case markDone:
		return p.glyph('✓', '+')
	case markHelped:
		return p.glyph('✓', '+')
	}
	return p.glyph('·', '.')
}

type state struct {
	mark  mark
	step  int
	hints int
}

func (s *session) state(e exercises.Summary) state {
	w := s.config.Student.m[e.ID]
	if w == nil {
		return state{}
	}
	st := state{mark: markBegun, step: w.i}
	if len(w.ok) == len(w.ex.Steps) {
		st.mark = markDone
	}
	return st
}

func (st state) words(e exercises.Summary) string {
	switch st.mark {
	case markBegun:
		return fmt.Sprintf("step %d of %d", st.step+1, len(e.Steps))
	case markDone:
		return "done"
	case markHelped:
		return "done, with hints"
	}
	if e.Minutes > 0 {
		return fmt.Sprintf("%d min", e.Minutes)
	}
	return ""
}

func (s *session) stepList(p pen, e exercises.Summary, w int) []ascii.Line {
	var out []ascii.Line
	for _, name := range e.Steps {
		out = append(out, wrap(p.say(line("· "+strings.ReplaceAll(name, "-", " "), ascii.Dim)), w)...)
	}
	return out
}
