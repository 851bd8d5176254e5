package report

import (
	"slices"
	"time"

	"kernellab/exercises"
	"kernellab/lab/class"
	"kernellab/lab/progress"
)

// The states of a task in a gradebook.
const (
	NotBegun  = "not begun"
	Begun     = "begun"
	Skipped   = "skipped" // passed over for a later task, or left out by the student's choice
	TestedOut = "tested out"
	Done      = "done"
	// OutOfAttempts is the state of a task whose attempts as homework are all used.
	OutOfAttempts = "out of attempts"
)

// Grade describes what a student has done at a task that asks for an answer.
type Grade struct {
	class.TaskID
	class.TaskWork
	Title    string
	Optional bool
	State    string
	Tries    int // number of readable answers, including the right one
}

// FirstTry returns "yes" if the first answer was right and the solution had not been shown
// before, "no" if there was an answer, and otherwise "". Predictions are never wrong: they
// have "".
func (g Grade) FirstTry() string {
	switch {
	case g.Tries == 0 || g.Predictions != nil:
		return ""
	case g.Done && g.Tries == 1 && !g.SolutionShown:
		return "yes"
	}
	return "no"
}

// ExerciseGrades holds the grades of a student in an exercise.
type ExerciseGrades struct {
	exercises.Summary
	Grades []Grade
}

// Totals add up grades: of one student, or of a class at one task.
type Totals struct {
	Finished int // exercises
	// The totals over all grades.
	Done, RightAtFirst, Skipped, TestedOut, OutOfAttempts, Tries, Hints, Solutions int
	Took                                                                           time.Duration // at all tasks

	// The numbers of grades with an answer or help, of grades with wrong answers, and of wrong answers.
	triedCount, mistakenCount, wrongAnswers int
	times                                   []time.Duration // at the tasks that are done or left out by choice
}

// Add adds the grades of an exercise.
func (t *Totals) Add(e ExerciseGrades) {
	finished := 1
	for _, g := range e.Grades {
		if g.State != Done && g.State != OutOfAttempts && !g.LeftOut && !g.Optional {
			finished = 0
		}
		t.add(g)
	}
	t.Finished += finished
}

// add adds a grade.
func (t *Totals) add(g Grade) {
	switch g.State {
	case Done:
		t.Done++
	case Skipped:
		t.Skipped++
	case TestedOut:
		t.TestedOut++
	case OutOfAttempts:
		t.OutOfAttempts++
	}
	if g.FirstTry() == "yes" {
		t.RightAtFirst++
	}
	if g.SolutionShown {
		t.Solutions++
	}
	if g.Done || len(g.Wrong) > 0 || g.Hints > 0 || g.SolutionShown {
		t.triedCount++
	}
	if n := g.CountWrong(); n > 0 {
		t.mistakenCount++
		t.wrongAnswers += n
	}
	if g.Done {
		t.times = append(t.times, g.TimeTaken)
	}
	t.Tries += g.Tries
	t.Hints += g.Hints
	t.Took += g.TimeTaken
}

// Gradebook grades the students of a class.
type Gradebook struct {
	library exercises.Library
	tasks   map[string][]exercises.Info // tasks that ask for an answer, by the ID of the exercise
}

// NewGradebook returns a gradebook for the exercises of a library.
func NewGradebook(library exercises.Library) *Gradebook {
	return &Gradebook{library, map[string][]exercises.Info{}}
}

// Grades returns the grades of a student in the exercises that the student has begun, done or
// tested out of, in the order of the library. events must be in order. docs holds the student's
// documents by exercise. For tasks whose events have been deleted, Grades uses the documents.
func (b *Gradebook) Grades(events []progress.Event, docs map[string]progress.Exercise) ([]ExerciseGrades, error) {
	board := class.NewBoard(func(progress.Event) string { return "" })
	board.SetNames(map[string]string{"": "the student"})
	for _, e := range events {
		e.Student = ""
		board.Add(e)
	}
	return b.gradesOf(board.AllWork()[0], docs)
}

// gradesOf is like [Gradebook.Grades], for the work of a student on a board.
func (b *Gradebook) gradesOf(w class.StudentWork, docs map[string]progress.Exercise) (all []ExerciseGrades, err error) {
	for _, s := range exercises.Summaries(b.library) {
		doc := docs[s.ID]
		if !slices.Contains(w.BegunExercises, s.ID) && !doc.TestedOut && !doc.Done {
			continue
		}
		tasks, err := b.tasksOf(s.ID)
		if err != nil {
			return nil, err
		}
		all = append(all, ExerciseGrades{s, grades(s, tasks, w, doc)})
	}
	return all, nil
}

// tasksOf returns the tasks of an exercise that ask for an answer. It opens each exercise once.
func (b *Gradebook) tasksOf(id string) ([]exercises.Info, error) {
	if tasks, known := b.tasks[id]; known {
		return tasks, nil
	}
	e, err := b.library.Open(id, exercises.Options{Seed: 1})
	if err != nil {
		return nil, err
	}
	for _, t := range e.Tasks {
		if i := t.Info(); len(i.Fields)+len(i.Question) > 0 {
			b.tasks[id] = append(b.tasks[id], i)
		}
	}
	return b.tasks[id], nil
}

// grades returns the grades of a student at the tasks of an exercise.
func grades(s exercises.Summary, tasks []exercises.Info, w class.StudentWork, doc progress.Exercise) []Grade {
	out := make([]Grade, len(tasks))
	later := false // whether a later task was opened
	for i, task := range slices.Backward(tasks) {
		id := class.TaskID{Exercise: s.ID, Task: task.Name}
		work, seen := w.Tasks[id]
		g := Grade{TaskID: id, TaskWork: work, Title: task.Heading(), Optional: task.Optional, Tries: work.CountWrong()}
		if work.Done && !work.LeftOut {
			g.Tries++
		}
		saved := doc.Tasks[id.Task]
		if saved.Done && !work.Done { // the events of the task have been deleted
			g.Done, g.LeftOut = true, saved.Verdict == exercises.Skipped.Words()
			g.Tries, g.Hints, g.SolutionShown = saved.Attempts, saved.Hints, saved.Solution
		}
		switch {
		case g.LeftOut:
			g.State = Skipped
		case g.Done:
			g.State = Done
		case doc.TestedOut:
			g.State = TestedOut
		case g.UsedUp || s.UsedUp(saved.Attempts):
			g.State = OutOfAttempts
		case !seen:
			g.State = NotBegun
		case later:
			g.State = Skipped
		default:
			g.State = Begun
		}
		later = later || seen
		out[i] = g
	}
	return out
}
