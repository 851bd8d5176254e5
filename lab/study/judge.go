package study

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/progress"
)

// TaskState is how far a student is with a step of the sheet in hand.
type TaskState uint8

// The states of a step.
const (
	TaskUntouched TaskState = iota
	TaskBegun               // the student has been there, or is
	TaskSkipped             // left without being done, for a later one
	TaskDone
	TaskDoneWithHints
)

// Words names the state.
func (s TaskState) Words() string {
	switch s {
	case TaskUntouched:
		return "not begun"
	case TaskBegun:
		return "begun"
	case TaskSkipped:
		return "skipped"
	case TaskDone:
		return "done"
	case TaskDoneWithHints:
		return "done, with hints"
	}
	return ""
}

// TaskState returns the state of step i, 0 ≤ i < Len.
func (w *Work) TaskState(i int) TaskState {
	s := w.record.Steps[w.infos[i].Name]
	switch {
	case s.Done && s.Helped:
		return TaskDoneWithHints
	case s.Done:
		return TaskDone
	case s.Seen && i < w.furthest():
		return TaskSkipped
	case s.Seen:
		return TaskBegun
	}
	return TaskUntouched
}

// furthest is the last step the student has been at.
func (w *Work) furthest() int {
	last := w.at
	for i, info := range w.infos {
		if w.record.Steps[info.Name].Seen {
			last = max(last, i)
		}
	}
	return last
}

// TaskDone reports whether step i is done.
func (w *Work) TaskDone(i int) bool { return w.record.Steps[w.infos[i].Name].Done }

// Finished reports whether every step of the sheet is done.
func (w *Work) Finished() bool {
	for i := range w.infos {
		if !w.TaskDone(i) {
			return false
		}
	}
	return true
}

// Open returns the first step that is not done, looking from the one after that
// in hand on and then from the start; ok is false when the exercise is finished.
func (w *Work) Open() (i int, ok bool) {
	for k := range w.infos {
		if i := (w.at + 1 + k) % len(w.infos); !w.TaskDone(i) {
			return i, true
		}
	}
	return 0, false
}

// Dispute notes that the student did not do what a misconception of the step
// in hand says.
func (w *Work) Dispute(misconception string) {
	if misconception == "" || w.Disputed(misconception) {
		return
	}
	w.noteDispute(misconception)
	s := w.state()
	s.Disputed = append(slices.Clone(s.Disputed), misconception)
	w.put(s)
	w.did(progress.Durable)
}

// Disputed reports whether the student disputed a misconception of the step in
// hand on this sheet.
func (w *Work) Disputed(misconception string) bool {
	return slices.Contains(w.state().Disputed, misconception)
}

// Outcome is what a report means for the student's record.
type Outcome struct {
	// Counted: the answer was an attempt, and a new one.
	Counted bool
	// Repeated: the same answer was judged before and not accepted.
	Repeated bool
	// Hinted: the answer came again, and the next hint is shown in place of the
	// same words.
	Hinted bool
	// SuggestHint: there is a hint left, and it may be time for it: three
	// attempts were not accepted.
	SuggestHint bool
	// StepDone, ExerciseDone: this answer was the one that did it.
	StepDone, ExerciseDone bool
	// Say is a sentence for the student, or empty.
	Say string
}

// patience is how many attempts pass before a hint is suggested.
const patience = 3

// maxTried is how many answers a step remembers to know one again.
const maxTried = 64

// Apply notes a report on answers to the step in hand. Only a verdict that
// counts is an attempt; an answer that came before is none, and brings the next
// hint.
//
// The context ends the reading of what the report does not read itself.
func (w *Work) Apply(ctx context.Context, a exercises.Answers, r exercises.Report) Outcome {
	var o Outcome
	w.note(ctx, a, r)
	s := w.state()
	s.Verdict = r.Verdict.Words()
	for _, f := range w.Info().Fields {
		hear(w, true, f.Name)
	}
	if r.Verdict.Counts() {
		tried := w.tried(a, r)
		o.Repeated = tried && !r.Accepted
		if !tried {
			o.Counted = true
			s.Attempts++
			s.Tried = append(slices.Clone(s.Tried), fingerprint(w.Info(), a, r))
			s.Tried = s.Tried[max(0, len(s.Tried)-maxTried):]
		}
	}
	w.put(s)
	if r.Accepted && !s.Done {
		o.StepDone = true
		o.ExerciseDone = w.finishStep() && w.round == nil
		w.student.remember(w)
	}
	w.did(progress.Durable)
	if w.round != nil {
		w.round.judged(w, r)
	}
	o.Hinted = o.Repeated && w.RevealHint()
	_, more := w.Hints()
	o.SuggestHint = more && !r.Accepted && o.Counted && w.state().Attempts%patience == 0
	o.Say = o.words(w)
	return o
}

// tried reports whether answers to the step in hand were judged before. What is
// typed as before is known again also where a judge has come to read it otherwise
// since.
func (w *Work) tried(a exercises.Answers, r exercises.Report) bool {
	before := w.state().Tried
	return slices.Contains(before, fingerprint(w.Info(), a, r)) || slices.Contains(before, fingerprint(w.Info(), a, exercises.Report{}))
}

// Judged reports whether there was a verdict on the step in hand.
func (w *Work) Judged() bool { return judged(w.Info(), w.state()) }

func judged(info exercises.Info, s progress.Task) bool {
	return len(s.Tried) > 0 || s.Done && !AsksNothing(info)
}

// Recalls reports whether a report on answers says what the student has been told
// of them before, or that a step which is done is right: it can be shown again,
// and nothing of it is new.
func (w *Work) Recalls(a exercises.Answers, r exercises.Report) bool {
	return r.Accepted && w.state().Done || r.Verdict.Counts() && w.tried(a, r)
}

// Advice is what a report says beyond its fact: nothing where a hint came in its
// place, or where the student has said that it is not what they did.
func (w *Work) Advice(r exercises.Report, o Outcome) []ascii.Line {
	if o.Hinted || w.Disputed(r.Misconception) {
		return nil
	}
	return r.Advice
}

// words puts an outcome into a sentence.
func (o Outcome) words(w *Work) string {
	if w.round != nil && w.round.say != "" {
		return w.round.say
	}
	switch {
	case o.ExerciseDone:
		return fmt.Sprintf("That was the last open step: exercise %s is done.", w.exercise.ID)
	case o.Hinted:
		return "You gave this answer before. Here is the next hint."
	case o.Repeated:
		return "You gave this answer before, and it is judged the same."
	case o.SuggestHint:
		return "There is a hint for this step whenever you want it."
	}
	return ""
}

// finishStep marks the step in hand as done, and reports whether that
// finished the exercise.
func (w *Work) finishStep() bool {
	s := w.state()
	s.Done, s.Seen = true, true
	s.Helped = s.Hints > 0 || s.Solution
	w.put(s)
	if !w.Finished() {
		return false
	}
	helped := false
	for _, info := range w.infos {
		helped = helped || w.record.Steps[info.Name].Helped
	}
	w.record.Helped = helped && (w.record.Helped || !w.record.Done)
	if !w.record.Done {
		w.record.Done, w.record.DoneAt = true, w.student.options.Now()
	}
	return true
}

// fingerprint identifies an answer to a step among others: its fields as the
// report reads them, else as typed without the blanks around them; of
// everything where the step has no fields.
func fingerprint(info exercises.Info, a exercises.Answers, r exercises.Report) string {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(a)), func(n string) bool { return n == predictionsName })
	if len(info.Fields) > 0 {
		names = nil
		for _, f := range info.Fields {
			names = append(names, f.Name)
		}
	}
	h := fnv.New64a()
	for _, name := range names {
		// Writing to a hash returns no error.
		_, _ = fmt.Fprintf(h, "%q=%q;", name, cmp.Or(r.Fields[name].Reading, strings.TrimSpace(a[name])))
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// closing is the text of a closing step: its list tells answers, and is held back
// until they are the student's own, or were asked for.
func closing(w *Work, text []exercises.Block) []exercises.Block {
	open := unanswered(w)
	first := slices.IndexFunc(text, isItem)
	if len(open) == 0 || first < 0 || w.record.Known {
		return text
	}
	out := slices.DeleteFunc(slices.Clone(text), isItem)
	return slices.Insert(out, first, exercises.Block{Text: ascii.Plain(fmt.Sprintf(
		"What this page tells are answers of the exercise. They stand here once you have found them, or asked for their solution. Still open: %s.", stepsIn(open)))})
}

// stepsIn names a few steps by their numbers, and counts many.
func stepsIn(open []string) string {
	switch n := len(open); {
	case n == 1:
		return "step " + open[0]
	case n > 3:
		return ascii.Count(n, "step")
	}
	return "steps " + strings.Join(open, ", ")
}

func isItem(b exercises.Block) bool { return b.Kind == exercises.Item }

// unanswered are the numbers of the steps that ask something, have no answer that
// is accepted, and no solution that was asked for.
func unanswered(w *Work) (out []string) {
	for i, info := range w.infos {
		if s := w.record.Steps[info.Name]; len(info.Fields) > 0 && !s.Done && !s.Solution {
			out = append(out, fmt.Sprint(i+1))
		}
	}
	return out
}

// Went is how a question about the step to come went.
type Went uint8

// The ways a question goes.
const (
	Pending Went = iota
	Skipped
	Right
	Wrong
	Taken // noted, neither right nor wrong
)

// Beside is what stands behind the value that a foretold field turned out to have:
// a word, then what was given where Gives is set, then an end. Without a word
// nothing was foretold.
type Beside struct {
	Word, End string
	Gives     bool
}

// Beside compares what a field is with what was given for it, both as they are said.
func (w Went) Beside(is, given string) Beside {
	switch {
	case w == Skipped, w == Pending, given == "":
		return Beside{}
	case given == is:
		return Beside{Word: ", as you said"}
	case w == Right:
		return Beside{Word: "; your ", End: " counts too", Gives: true}
	}
	return Beside{Word: "; you said ", Gives: true}
}
