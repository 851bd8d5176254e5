package study

import (
	"maps"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

// Foretelling reports a prediction that is still to be made. What helps with it
// comes after it: until then there are no hints and no worked solution.
func Foretelling(w *Work) bool { return w.Info().Prediction && !w.state().Done }

// Hints returns the rungs shown so far, and whether there are more.
func (w *Work) Hints() (shown [][]exercises.Block, more bool) {
	if Foretelling(w) || !w.round.Helps() {
		return nil, false
	}
	all := w.Info().Hints
	n := max(0, min(w.state().Hints, len(all)))
	return all[:n], n < len(all)
}

// RevealHint shows the next rung; it returns false where there is none.
func (w *Work) RevealHint() bool {
	_, more := w.Hints()
	if !more {
		return false
	}
	s := w.state()
	s.Hints++
	w.put(s)
	w.did(progress.Durable)
	return true
}

// SolutionShown reports whether the worked solution has been shown.
func (w *Work) SolutionShown() bool { return w.state().Solution && !Foretelling(w) }

// RevealSolution notes that the worked solution is shown; not that of a
// prediction that is still to be made.
func (w *Work) RevealSolution() {
	s := w.state()
	if s.Solution || Foretelling(w) || !w.round.Helps() {
		return
	}
	s.Solution = true
	w.put(s)
	w.did(progress.Durable)
	w.student.recall(w)
}

// Fills reports whether the reference answer can be put into the fields. A
// prediction stays as it was made.
func Fills(w *Work) bool { return len(w.Info().Reference) > 0 && !w.Info().Prediction }

// FillReference puts the reference answer into the fields, where that can be
// done; the solution counts as shown.
func (w *Work) FillReference() {
	if !Fills(w) || !w.round.Helps() {
		return
	}
	w.RevealSolution()
	answers := maps.Clone(w.Answers())
	if answers == nil {
		answers = exercises.Answers{}
	}
	maps.Copy(answers, w.Info().Reference)
	w.record.Answers = answers
	w.did(progress.Durable)
}
