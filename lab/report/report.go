// Package report describes the work of a class, or of one student, as a document, and grades
// students. Begin with [New], [OfStudent] or [NewGradebook].
//
// The package must not know screens, terminals or the source of the events.
package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"kernellab/exercises"
	"kernellab/lab/class"
	"kernellab/lab/page"
	"kernellab/lab/progress"
)

// Options configures a report. Typed and Explain are required.
type Options struct {
	Exercise string    // id of the only exercise to report on, or ""
	Since    time.Time // earlier events are left out
	Names    bool      // whether the report lists the students by name
	Votes    []class.Vote
	// Typed returns what a student typed at the task of an event.
	Typed func(progress.Event) string
	// Explain returns the advice on the misconception in an answer, or "".
	Explain func(progress.Event) string
}

// Report collects what a class has done. Add all events before writing it.
type Report struct {
	Options
	library  exercises.Library
	board    *class.Board
	first    map[mistake]progress.Event // the first answer with each mistake
	from, to time.Time                  // times of the first and the last event
	requests int                        // number of requests for help
}

// mistake is a misconception at a task.
type mistake struct {
	task          class.TaskID
	misconception string
}

// New returns a report on a class that has done nothing yet.
func New(library exercises.Library, o Options) *Report {
	return &Report{Options: o, library: library, board: class.NewBoard(o.Typed),
		first: map[mistake]progress.Event{}}
}

// Join adds a student of the class, unless the name is empty.
func (r *Report) Join(id, name string) {
	if name != "" {
		r.board.SetNames(map[string]string{id: name})
	}
}

// Add adds an event, and returns nil. The events of each student must be in order.
func (r *Report) Add(e progress.Event) error {
	if e.Time.Before(r.Since) {
		return nil
	}
	r.board.Add(e)
	if r.from.IsZero() || e.Time.Before(r.from) {
		r.from = e.Time
	}
	if e.Time.After(r.to) {
		r.to = e.Time
	}
	if e.Kind == progress.HelpAsked && e.Reading == progress.HelpWanted {
		r.requests++
	}
	m := mistake{class.TaskID{Exercise: e.Exercise, Task: e.Task}, e.Note}
	if _, known := r.first[m]; !known && e.IsJudged() && !e.Accepted && e.Note != "" {
		r.first[m] = e
	}
	return nil
}

// exerciseWork is the work of the class in an exercise.
type exerciseWork struct {
	exercises.Summary
	tasks []taskWork      // work at the tasks that ask for an answer
	begun int             // number of students that have begun it
	times []time.Duration // time of each student that has finished, for the whole exercise
}

// taskWork is the work of the class at a task.
type taskWork struct {
	class.TaskID
	title     string
	optional  bool
	students  int             // number of students with an answer, a hint or the solution
	mistaken  int             // number of students with a wrong answer
	wrong     int             // number of wrong answers of all students
	hints     int             // number of hints to all students
	solutions int             // number of students that saw the solution before the task was done
	leftOut   int             // number of students that skipped it
	times     []time.Duration // time of each student that has done the task, until then
}

// exercises returns the work in each exercise that a student has begun, in the order of the
// library.
func (r *Report) exercises(work []class.Work) (all []exerciseWork, err error) {
	for _, s := range exercises.Summaries(r.library) {
		begun := slices.DeleteFunc(slices.Clone(work),
			func(w class.Work) bool { return !slices.Contains(w.Begun, s.ID) })
		if len(begun) == 0 || r.Exercise != "" && r.Exercise != s.ID {
			continue
		}
		tasks, err := askingTasks(r.library, s.ID)
		if err != nil {
			return nil, err
		}
		all = append(all, newExerciseWork(s, tasks, begun))
	}
	return all, nil
}

// newExerciseWork adds up the work of all students at the tasks of an exercise.
func newExerciseWork(s exercises.Summary, tasks []exercises.Info, work []class.Work) exerciseWork {
	x := exerciseWork{Summary: s, begun: len(work)}
	for _, i := range tasks {
		x.tasks = append(x.tasks, taskWork{TaskID: class.TaskID{Exercise: s.ID, Task: i.Name},
			title: s.ID + " " + i.Heading(), optional: i.Optional})
	}
	for _, w := range work {
		finished, took := true, time.Duration(0)
		for i := range x.tasks {
			a := w.Tasks[x.tasks[i].TaskID]
			finished = finished && (a.Done || x.tasks[i].optional)
			took += a.Took
			x.tasks[i].add(a)
		}
		if finished {
			x.times = append(x.times, took)
		}
	}
	return x
}

// perStudent returns the average of a number over the students at the task.
func (t taskWork) perStudent(n int) float64 { return float64(n) / float64(t.students) }

// wrong returns the number of wrong answers, without unreadable ones.
func wrong(a class.Attempts) (n int) {
	for _, answer := range a.Wrong {
		if !answer.Unreadable {
			n++
		}
	}
	return n
}

// add adds the work of a student.
func (t *taskWork) add(a class.Attempts) {
	n := wrong(a)
	if a.Done || len(a.Wrong) > 0 || a.Hints > 0 || a.Solution {
		t.students++
	}
	if n > 0 {
		t.mistaken++
	}
	if a.Solution {
		t.solutions++
	}
	if a.LeftOut {
		t.leftOut++
	}
	if a.Done {
		t.times = append(t.times, a.Took)
	}
	t.wrong += n
	t.hints += a.Hints
}

// StudentOptions configures the report on a student. Typed, Explain and Picture are required.
type StudentOptions struct {
	Name    string
	Typed   func(progress.Event) string
	Explain func(progress.Event) string
	// Picture returns a picture of an exercise with the student's answers, or nothing.
	Picture func(progress.Exercise) []page.Part
}

// OfStudent returns the report on a student. events must be in order. docs holds the student's
// documents by exercise.
func OfStudent(library exercises.Library, events []progress.Event, docs map[string]progress.Exercise,
	o StudentOptions) (page.Document, error) {
	answers := map[class.TaskID][]string{}
	for _, e := range events {
		at := class.TaskID{Exercise: e.Exercise, Task: e.Task}
		if e.IsJudged() && !e.Disputed && e.Status != "empty" {
			answers[at] = append(answers[at], fmt.Sprintf("“%s” %s", short(o.Typed(e)), verdictWords(e)))
		}
	}
	all, err := NewGradebook(library).Grades(events, docs)
	if err != nil {
		return page.Document{}, err
	}
	d := page.Document{Title: cmp.Or(o.Name, "Your work"),
		Parts: slices.Concat(overview(all, events).parts(), misconceptions(events, o).parts())}
	for _, e := range all {
		d.Parts = append(d.Parts, tasksOf(e, answers).parts()...)
		if doc := docs[e.ID]; doc.Done {
			d.Parts = append(d.Parts, o.Picture(doc)...)
		}
	}
	return d, nil
}

// verdictWords returns the verdict of an answer in words, and the misconception.
func verdictWords(e progress.Event) string {
	words := strings.ReplaceAll(cmp.Or(e.Verdict, e.Status), "-", " ")
	if e.Kind == progress.PredictionMade {
		words = "predicted"
	}
	return strings.TrimSuffix(words+": "+e.Note, ": ")
}

// overview adds up the work, and compares the exercises and their times with the plan.
func overview(all []ExerciseGrades, events []progress.Event) section {
	s := section{title: "Exercises, and time against plan",
		columns: []string{"exercise", "tasks done", "right at first try", "time and plan"}}
	if len(events) > 0 {
		s.text = period(events[0].Time, events[len(events)-1].Time) + ". "
	}
	var sum Totals
	for _, e := range all {
		var t Totals
		t.Add(e)
		sum.Add(e)
		s.rows = append(s.rows, []any{e.ID + " " + e.Title, partOf(t.Done, len(e.Grades)),
			partOf(t.Firsts, t.Done), timeOf(t.Took, e.Minutes)})
	}
	s.text += fmt.Sprintf("Exercises finished: %d. Tasks done: %d, of these right at first try: %d. Skipped: %d, "+
		"out of attempts: %d, tested out: %d. Answers: %d, hints: %d, solutions shown before: %d. "+
		"The wider bar of the time is the time planned.",
		sum.Finished, sum.Done, sum.Firsts, sum.Skipped, sum.OutOfAttempts, sum.TestedOut, sum.Tries, sum.Hints,
		sum.Solutions)
	return s
}

// misconceptions lists the misconceptions of a student, the commonest first.
func misconceptions(events []progress.Event, o StudentOptions) section {
	s := section{title: "Misconceptions", columns: []string{"misconception and advice", "times", "in", "came back in"},
		text: "The advice is the one on the first answer with the misconception."}
	type misconception struct {
		name, advice string
		times        int
		in           []string // exercises
	}
	var all []misconception
	for _, e := range events {
		if !e.IsJudged() || e.Disputed || e.Accepted || e.Note == "" {
			continue
		}
		i := slices.IndexFunc(all, func(m misconception) bool { return m.name == e.Note })
		if i < 0 {
			i, all = len(all), append(all, misconception{name: e.Note, advice: o.Explain(e)})
		}
		all[i].times++
		if !slices.Contains(all[i].in, e.Exercise) {
			all[i].in = append(all[i].in, e.Exercise)
		}
	}
	slices.SortStableFunc(all, func(a, b misconception) int { return cmp.Compare(b.times, a.times) })
	for _, m := range all {
		s.rows = append(s.rows, []any{m.name + ": " + m.advice, m.times, m.in[0],
			cmp.Or(strings.Join(m.in[1:], ", "), "–")})
	}
	return s
}

// tasksOf lists the tasks of an exercise with all answers.
func tasksOf(e ExerciseGrades, answers map[class.TaskID][]string) section {
	s := section{title: e.ID + " " + e.Title, text: e.Goal,
		columns: []string{"task", "state", "tries", "hints", "minutes", "answers"}}
	for _, g := range e.Grades {
		hints := fmt.Sprint(g.Hints)
		if g.Solution {
			hints += ", solution"
		}
		s.rows = append(s.rows, []any{g.Title, g.State, g.Tries, hints, minutes(g.Took),
			strings.Join(answers[g.TaskID], "; ")})
	}
	return s
}
