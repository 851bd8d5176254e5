package lab

import (
	"fmt"

	"kernellab/ascii"
	"kernellab/lab/study"
)

// restartAnswer is the exercise to begin anew.
type restartAnswer struct{ exercise string }

// newRestartWindow asks before an exercise is begun anew.
func newRestartWindow(s *session, id string) screen {
	return newAskWindow(s, fmt.Sprintf("Begin %s anew, with new numbers?", id), restartAnswer{id})
}

// restart begins an exercise anew: no answers, other numbers.
func (s *session) restart(a restartAnswer) intent {
	w, err := s.student.Renew(a.exercise)
	if err != nil {
		s.notice = err.Error()
		return nil
	}
	return openIntent{w.ID()}
}

// upNext is the exercise to go on with once this one is done; ok is false when
// every exercise is.
func (e *exercise) upNext() (v study.ExerciseView, ok bool) {
	s := e.session.student
	v, ok = s.View(s.Suggest())
	return v, ok && v.State < study.Done && v.ID != e.work.ID()
}

// finish leaves a finished exercise for the one that comes next, or for the
// contents when all are done.
func (e *exercise) finish() intent {
	if next, ok := e.upNext(); ok {
		return openIntent{next.ID}
	}
	e.session.notice = "Every exercise is done."
	e.session.returned = true
	return contentIntent{}
}

// layEnd says that the exercise is finished and what can come now.
func (e *exercise) layEnd(d *document, p pen, w int) {
	if !e.work.Finished() {
		return
	}
	d.gap()
	d.add(indented(ascii.Line{{Text: string(p.glyph('✓', '+')) + " ", Ink: ascii.Good}},
		p.say(line(fmt.Sprintf("Exercise %s is done.", e.work.ID()), ascii.Strong)), w)...)
	if e.goesOn() && e.debug.whatIf == nil {
		e.layKey(d, p, w, "enter", e.onwards())
	}
	e.layKey(d, p, w, e.key1(actRestart), "the same with new numbers")
}

// layKey adds a key and what it does.
func (e *exercise) layKey(d *document, p pen, w int, key, words string) {
	d.add(indented(p.say(line(key+" ", ascii.Accent)), p.say(line(words, ascii.Dim)), w)...)
}

// key1 is the first key for an act where the keyboard is now.
func (e *exercise) key1(a act) string { return e.session.hint(e.zone(), a).key }
