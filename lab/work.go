package lab

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/study"
)

// savedMsg says how a save went.
type savedMsg struct{ err error }

// save writes what has changed, in a command. At most one is under way; what
// changes meanwhile is written when it is done, the latest only.
func (s *session) save() tea.Cmd {
	if s.saving {
		s.unsaved = true
		return nil
	}
	write := s.student.Save()
	if write == nil {
		return nil
	}
	s.saving = true
	return func() tea.Msg { return savedMsg{write()} }
}

// saved takes the outcome of a save in and starts the next one where
// something has changed since.
func (s *session) saved(m savedMsg) tea.Cmd {
	s.saving = false
	if s.saveErr != nil && m.err == nil {
		s.notice = ""
	}
	s.saveErr = m.err
	if m.err != nil {
		s.notice = "not saved: " + m.err.Error()
		s.unsaved = false
		return nil
	}
	if !s.unsaved {
		return nil
	}
	s.unsaved = false
	return s.save()
}

// lastSave writes everything before the lab ends.
func (s *session) lastSave() tea.Cmd {
	write := s.student.Leave()
	if write == nil {
		return nil
	}
	return func() tea.Msg { return savedMsg{write()} }
}

// stateGlyph is the sign of an exercise's state in the contents.
func stateGlyph(p pen, s study.State) ascii.Span {
	switch s {
	case study.Begun:
		return ascii.Span{Text: string(p.glyph('▸', '>')), Ink: ascii.Accent}
	case study.Done:
		return ascii.Span{Text: string(p.glyph('✓', '+')), Ink: ascii.Good}
	case study.DoneWithHints:
		return ascii.Span{Text: string(p.glyph('✓', '+')), Ink: ascii.Good}
	}
	return ascii.Span{Text: string(p.glyph('·', '.')), Ink: ascii.Dim}
}

// stateWords say how far an exercise is, and how long it takes where it has
// not been touched.
func stateWords(v study.ExerciseView) ascii.Span {
	switch v.State {
	case study.Begun:
		return ascii.Span{Text: fmt.Sprintf("step %d of %d", v.Index+1, len(v.Steps)), Ink: ascii.Accent}
	case study.Done, study.DoneWithHints:
		return ascii.Span{Text: v.State.Words(), Ink: ascii.Good}
	}
	if v.Minutes > 0 {
		return ascii.Span{Text: fmt.Sprintf("%d min", v.Minutes), Ink: ascii.Dim}
	}
	return ascii.Span{}
}

// stepDot is the sign of a step in the header.
func stepDot(p pen, s study.StepState, here bool) ascii.Span {
	done := s == study.StepDone || s == study.StepDoneWithHints
	out := ascii.Span{Text: string(p.glyph('○', '.')), Ink: ascii.Dim}
	switch {
	case done:
		out = ascii.Span{Text: string(p.glyph('●', '*')), Ink: ascii.Good}
	case here:
		out.Text = string(p.glyph('◉', 'o'))
	}
	if here {
		out.Ink = ascii.Accent
	}
	return out
}
