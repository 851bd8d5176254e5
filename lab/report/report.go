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
	gradebook           *Gradebook
	board               *class.Board
	firstTime, lastTime time.Time // times of the first and the last event
	requests            int       // number of requests for help
}

// New returns a report on a class that has done nothing yet.
func New(library exercises.Library, o Options) *Report {
	return &Report{Options: o, gradebook: NewGradebook(library), board: class.NewBoard(o.Typed)}
}

// Add adds a student with everything that the student has done, in order. A student without a name
// counts only after doing something.
func (r *Report) Add(id, name string, events []progress.Event) {
	if name != "" {
		r.board.SetNames(map[string]string{id: name})
	}
	for _, e := range events {
		if e.Time.Before(r.Since) {
			continue
		}
		r.board.Add(e)
		if r.firstTime.IsZero() || e.Time.Before(r.firstTime) {
			r.firstTime = e.Time
		}
		if e.Time.After(r.lastTime) {
			r.lastTime = e.Time
		}
		if e.Kind == progress.HelpAsked && e.Reading == progress.HelpWanted {
			r.requests++
		}
	}
}

// studentWork is the work of a student.
type studentWork struct {
	class.StudentWork
	grades []ExerciseGrades // of the exercises that the report is on
}

// totals adds up the grades of the student.
func (w studentWork) totals() (t Totals) {
	for _, e := range w.grades {
		t.Add(e)
	}
	return t
}

// exerciseWork is the work of the class in an exercise.
type exerciseWork struct {
	exercises.Summary
	tasks      []taskWork      // work at the tasks that ask for an answer
	begunCount int             // number of students who have begun the exercise
	times      []time.Duration // time of each student who has finished, for the whole exercise
}

// taskWork is the work of the class at a task. It adds up one grade for each student.
type taskWork struct {
	class.TaskID
	Totals
	title string
}

// work returns the work of each student.
func (r *Report) work() (all []studentWork, err error) {
	for _, w := range r.board.AllWork() {
		grades, err := r.gradebook.gradesOf(w, nil)
		if err != nil {
			return nil, err
		}
		all = append(all, studentWork{w, slices.DeleteFunc(grades, func(e ExerciseGrades) bool {
			return r.Exercise != "" && r.Exercise != e.ID
		})})
	}
	return all, nil
}

// workByExercise returns the work in each exercise that a student has begun, in the order of the
// library.
func (r *Report) workByExercise(work []studentWork) (all []exerciseWork) {
	for _, s := range exercises.Summaries(r.gradebook.library) {
		x := exerciseWork{Summary: s}
		for _, w := range work {
			for _, e := range w.grades {
				if e.ID == s.ID {
					x.add(e)
				}
			}
		}
		if x.begunCount > 0 {
			all = append(all, x)
		}
	}
	return all
}

// add adds the grades of a student.
func (x *exerciseWork) add(e ExerciseGrades) {
	var sum Totals
	sum.Add(e)
	x.begunCount++
	if sum.Finished > 0 {
		x.times = append(x.times, sum.Took)
	}
	for i, g := range e.Grades {
		if i == len(x.tasks) {
			x.tasks = append(x.tasks, taskWork{TaskID: g.TaskID, title: e.ID + " " + g.Title})
		}
		x.tasks[i].add(g)
	}
}

// perStudent returns n divided by the number of students who have tried the task.
func (t taskWork) perStudent(n int) float64 { return float64(n) / float64(t.triedCount) }

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
			answers[at] = append(answers[at], fmt.Sprintf("“%s” %s", shorten(o.Typed(e)), verdictWords(e)))
		}
	}
	all, err := NewGradebook(library).Grades(events, docs)
	if err != nil {
		return page.Document{}, err
	}
	d := page.Document{Title: cmp.Or(o.Name, "Your work"),
		Parts: slices.Concat(overviewSection(all, events).parts(), misconceptionSection(events, o).parts())}
	for _, e := range all {
		d.Parts = append(d.Parts, taskSection(e, answers).parts()...)
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
	return strings.TrimSuffix(words+": "+e.Misconception, ": ")
}

// overviewSection lists the exercises with their times against the plan, and adds up the work.
func overviewSection(all []ExerciseGrades, events []progress.Event) section {
	s := newSection("Exercises, and time against plan", "",
		"exercise", "tasks done", "right at first try", "time and plan")
	if len(events) > 0 {
		s.text = period(events[0].Time, events[len(events)-1].Time) + ". "
	}
	var sum Totals
	for _, e := range all {
		var t Totals
		t.Add(e)
		sum.Add(e)
		s.addRow(e.ID+" "+e.Title, shareBar(t.Done, len(e.Grades)), shareBar(t.RightAtFirst, t.Done),
			timeBar(t.Took, e.Minutes))
	}
	s.text += fmt.Sprintf("Exercises finished: %d. Tasks done: %d, of these right at first try: %d. Skipped: %d, "+
		"out of attempts: %d, tested out: %d. Answers: %d, hints: %d, solutions shown before: %d. "+
		"The wider bar of the time is the time planned.",
		sum.Finished, sum.Done, sum.RightAtFirst, sum.Skipped, sum.OutOfAttempts, sum.TestedOut, sum.Tries, sum.Hints,
		sum.Solutions)
	return s
}

// misconceptionSection lists the misconceptions of a student, the commonest first.
func misconceptionSection(events []progress.Event, o StudentOptions) section {
	s := newSection("Misconceptions", "The advice is the one on the first answer with the misconception.",
		"misconception and advice", "times", "in", "came back in")
	type misconception struct {
		name, advice string
		times        int
		exercises    []string // IDs, in the order in which the misconception occurred
	}
	var all []misconception
	for _, e := range events {
		if !e.IsJudged() || e.Disputed || e.Accepted || e.Misconception == "" {
			continue
		}
		i := slices.IndexFunc(all, func(m misconception) bool { return m.name == e.Misconception })
		if i < 0 {
			i, all = len(all), append(all, misconception{name: e.Misconception, advice: o.Explain(e)})
		}
		all[i].times++
		if !slices.Contains(all[i].exercises, e.Exercise) {
			all[i].exercises = append(all[i].exercises, e.Exercise)
		}
	}
	slices.SortStableFunc(all, func(a, b misconception) int { return cmp.Compare(b.times, a.times) })
	for _, m := range all {
		s.addRow(class.MistakeWords(m.name)+": "+m.advice, m.times, m.exercises[0], cmp.Or(strings.Join(m.exercises[1:], ", "), "–"))
	}
	return s
}

// taskSection lists the tasks of an exercise with all answers.
func taskSection(e ExerciseGrades, answers map[class.TaskID][]string) section {
	s := newSection(e.ID+" "+e.Title, e.Goal, "task", "state", "tries", "hints", "minutes", "answers")
	for _, g := range e.Grades {
		hints := fmt.Sprint(g.Hints)
		if g.SolutionShown {
			hints += ", solution"
		}
		s.addRow(g.Title, g.State, g.Tries, hints, formatMinutes(g.TimeTaken), strings.Join(answers[g.TaskID], "; "))
	}
	return s
}
