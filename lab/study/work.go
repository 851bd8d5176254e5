package study

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

// Work is one exercise in progress: a place among its steps, the answers, and
// what has been tried and shown. It belongs to its Student and to the same
// goroutine. Every change is in the student's next Save.
type Work struct {
	student  *Student
	record   *record
	exercise *exercises.Exercise
	infos    []exercises.Info
	at       int
	seen     time.Time       // of the last Touch
	opened   time.Time       // when the step in hand was come to
	judged   progress.Answer // the last one that was judged
	heard    map[string]bool // fields judged since they changed, and false those that were not

	round  *Round          // what the step is asked in; nil: on its sheet
	before progress.Review // of the step in hand, before the round asked for it
}

func infosOf(e *exercises.Exercise) []exercises.Info {
	out := make([]exercises.Info, len(e.Tasks))
	for i, s := range e.Tasks {
		out[i] = s.Info()
	}
	return out
}

// begin starts a sheet at the first step. Answers stay as they are.
func (w *Work) begin(seed uint64, data string) {
	r := w.record
	r.Seed, r.Data, r.Started = seed, data, w.student.options.Now()
	r.Steps = map[string]progress.Task{}
	w.arrive(0)
}

// resume goes to the saved step: by its name, or where there is none of that
// name any more by its place.
func (w *Work) resume() {
	w.opened = w.student.options.Now()
	w.at = max(0, min(w.record.Index, len(w.infos)-1))
	for i, info := range w.infos {
		if info.Name == w.record.Step {
			w.at = i
		}
	}
}

// changed notes a change that must survive the machine if durable.
func (w *Work) changed(d progress.Durability) {
	r := w.record
	r.Revision++
	r.timed = false
	r.Updated = w.student.options.Now()
	if d == progress.Durable {
		r.durable = r.Revision
	}
}

// did is changed for a change that makes the student one who does something.
func (w *Work) did(d progress.Durability) {
	w.student.looking = false
	w.changed(d)
}

// ID is the exercise's id.
func (w *Work) ID() string { return w.exercise.ID }

// Exercise returns the exercise in hand.
func (w *Work) Exercise() *exercises.Exercise { return w.exercise }

// Index is the place of the step in hand, 0 ≤ Index < Len.
func (w *Work) Index() int { return w.at }

// Len is the number of steps, at least 1.
func (w *Work) Len() int { return len(w.infos) }

// Task returns the step in hand.
func (w *Work) Task() exercises.Task { return w.exercise.Tasks[w.at] }

// Info returns the fixed part of the step in hand; of a closing step without its
// list while there are questions without an answer.
func (w *Work) Info() exercises.Info {
	info := w.infos[w.at]
	if info.Closes {
		info.Text = closing(w, info.Text)
	}
	return info
}

// InfoAt returns the fixed part of step i.
func (w *Work) InfoAt(i int) exercises.Info { return w.infos[i] }

// Go moves to step i, clamped to the exercise. A step that only wanted to be
// read is done when it is left; the last one, when it is reached.
func (w *Work) Go(i int) {
	i = max(0, min(i, len(w.infos)-1))
	if i == w.at {
		return
	}
	if i > w.at {
		w.Read()
	}
	w.arrive(i)
}

// TaskNamed is the place of the step with a name, −1 where there is none.
func TaskNamed(w *Work, name string) int {
	return slices.IndexFunc(w.infos, func(i exercises.Info) bool { return i.Name == name })
}

// Next moves to the following step; on the last it stays and returns false.
func (w *Work) Next() bool {
	before := w.at
	w.Go(w.at + 1)
	return w.at != before
}

func (w *Work) arrive(i int) {
	w.at, w.opened = i, w.student.options.Now()
	w.record.Index, w.record.Step = i, w.infos[i].Name
	s := w.state()
	s.Seen = true
	w.put(s)
	w.changed(progress.Durable)
}

// Read marks the step in hand as done if it only wants to be read, and reports
// whether that finished the exercise.
func (w *Work) Read() (finished bool) {
	if !AsksNothing(w.Info()) || w.state().Done {
		return false
	}
	finished = w.finishStep()
	w.changed(progress.Durable)
	return finished
}

// AsksNothing reports whether a step only wants to be read.
func AsksNothing(i exercises.Info) bool { return len(i.Question) == 0 && len(i.Fields) == 0 }

func (w *Work) state() progress.Task { return w.record.Steps[w.Info().Name] }

// put stores the state of the step in hand. A snapshot may share the old map's
// values, never the map.
func (w *Work) put(s progress.Task) {
	if w.record.Steps == nil {
		w.record.Steps = map[string]progress.Task{}
	}
	w.record.Steps[w.Info().Name] = s
}

// Answers returns the texts of the whole exercise: fields and controls, of
// this step and of the others. The map never changes; read it only.
func (w *Work) Answers() exercises.Answers { return w.record.Answers }

// MaxText is the longest text of one field or control, in bytes.
const MaxText = 4096

// Set notes what is typed or chosen in a field or control. Text is kept as
// typed, cut to MaxText bytes; what is no UTF-8 becomes U+FFFD.
func (w *Work) Set(name, text string) {
	text = trim(text)
	if old, had := w.record.Answers[name]; had && old == text || !had && text == "" {
		return
	}
	w.record.Answers = w.Answers().With(name, text)
	hear(w, false, name)
	w.did(progress.Draft)
}

// hear notes that fields have been judged as they stand, or have not.
func hear(w *Work, judged bool, fields ...string) {
	if w.heard == nil {
		w.heard = map[string]bool{}
	}
	for _, name := range fields {
		w.heard[name] = judged
	}
}

// Staged are the answers for the stage. Fields await their verdict where the step
// has had none, or their text has changed since: until then nothing on the stage
// says whether they are right. A step that is done again gives less of its template.
func Staged(w *Work) exercises.Answers {
	var open []string
	for _, info := range w.infos {
		before := judged(info, w.record.Steps[info.Name])
		for _, f := range info.Fields {
			if heard, changed := w.heard[f.Name]; changed && !heard || !changed && !before {
				open = append(open, f.Name)
			}
		}
	}
	return w.Answers().Awaiting(open...).Faded(fadingOf(w))
}

func trim(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if len(text) <= MaxText {
		return text
	}
	text = text[:MaxText]
	for !utf8.ValidString(text) {
		text = text[:len(text)-1]
	}
	return text
}

// Frame is the position in the step's run at which the student left it.
func (w *Work) Frame() int { return max(0, w.state().Frame) }

// SetFrame notes the position in the step's run.
func (w *Work) SetFrame(i int) {
	s := w.state()
	if i = max(0, i); s.Frame == i {
		return
	}
	s.Frame = i
	w.put(s)
	w.changed(progress.Draft)
}

// idleAfter is the longest gap between two signs of life that counts as work.
const idleAfter = 2 * time.Minute

// Touch notes a sign of life. The time since the last one is time on task
// unless it is over two minutes, or negative.
func (w *Work) Touch(now time.Time) {
	gap := now.Sub(w.seen)
	first := w.seen.IsZero()
	w.seen = now
	if first || gap <= 0 || gap > idleAfter {
		return
	}
	r := w.record
	if w.round != nil {
		r = w.student.records[w.ID()]
	}
	if r != nil { // a task of an exercise that is not begun is no work on it
		r.Seconds += gap.Seconds()
		r.timed = true
	}
}

// predictionsName is the name under which a sheet's tally of predictions is
// kept among its answers. No field has it: names of fields begin with a letter.
const predictionsName = "·predictions"

// Predict adds a prediction to the tally of the sheet in hand.
func (w *Work) Predict(right bool) {
	hits, asked := w.Predictions()
	if right {
		hits++
	}
	w.Set(predictionsName, fmt.Sprintf("%d/%d", hits, asked+1))
}

// Predictions is how many of the predictions asked on the sheet in hand were
// right.
func (w *Work) Predictions() (right, asked int) { return tally(w.Answers()) }

// tally reads the predictions kept among answers; what cannot be one is none.
func tally(a exercises.Answers) (right, asked int) {
	n, err := fmt.Sscanf(a[predictionsName], "%d/%d", &right, &asked)
	if n != 2 || err != nil || right < 0 || asked < right {
		return 0, 0
	}
	return right, asked
}
