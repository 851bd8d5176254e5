package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kernellab/exercises"
	"kernellab/lab/class"
	"kernellab/lab/page"
	"kernellab/lab/progress"
)

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
