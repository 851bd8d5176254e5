package report

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"kernellab/ascii"
	"kernellab/exercises/catalogue"
	"kernellab/lab/page"
	"kernellab/lab/progress"
	"kernellab/testdata/support/check"
)

// eventsOf are a student's events in 1.2: wrong twice and right, left behind, right after the
// solution, a prediction, and an unreadable answer. In 7.9 a task is left out.
func eventsOf() []progress.Event {
	var all []progress.Event
	add := func(exercise, task string, e progress.Event) {
		e.Exercise, e.Task, e.Milliseconds = exercise, task, 60_000
		e.Time = morning.Add(time.Duration(len(all)) * time.Minute)
		e.Raw = map[string]string{"a": "typed " + evil}
		all = append(all, e)
	}
	wrong := progress.Event{Kind: progress.AnswerGiven, Verdict: "not-equal", Misconception: "zero"}
	right := progress.Event{Kind: progress.AnswerGiven, Verdict: "equal", Accepted: true}
	add("1.2", "threshold", wrong)
	add("1.2", "threshold", wrong)
	add("1.2", "threshold", right)
	add("1.2", "feature", progress.Event{Kind: progress.TaskOpened})
	add("1.2", "place", progress.Event{Kind: progress.SolutionShown, Hints: 3, Solution: true})
	add("1.2", "place", right)
	add("1.2", "monotone", progress.Event{Kind: progress.PredictionMade, Accepted: true})
	add("1.2", "surprise", right)
	add("1.2", "surprise", wrong) // afterwards, in a review
	add("1.2", "shape", progress.Event{Kind: progress.AnswerGiven, Status: "invalid"})
	add("7.7", "may", wrong)
	add("7.7", "may", progress.Event{Kind: progress.AnswerGiven, Verdict: "not-equal", LastAttempt: true})
	add("7.9", "own", progress.Event{Kind: progress.AnswerGiven, Verdict: "skipped", Accepted: true})
	return all
}

// docs are the documents of that student, who has tested out of 1.3, and has done 1.4 in a time
// of which no events are left.
func docs() map[string]progress.Exercise {
	return map[string]progress.Exercise{"1.3": {ID: "1.3", TestedOut: true},
		"1.4": {ID: "1.4", Done: true, Attempt: progress.Attempt{
			Tasks: map[string]progress.Task{"weights": {Done: true, Attempts: 3, Hints: 1}}}}}
}

func TestGradebook(t *testing.T) {
	library, err := catalogue.New()
	check.OK(t, err)
	all, err := NewGradebook(library).Grades(eventsOf(), docs())
	check.OK(t, err)
	got := map[string]string{}
	var totals Totals
	for _, e := range all {
		totals.Add(e)
		for _, g := range e.Grades {
			got[g.Exercise+" "+g.Task] = strings.TrimSpace(fmt.Sprintf("%s, %d tries, first %s", g.State, g.Tries, g.FirstTry()))
		}
	}
	for task, want := range map[string]string{
		"1.2 threshold": "done, 3 tries, first no",
		"1.2 feature":   "skipped, 0 tries, first",
		"1.2 place":     "done, 1 tries, first no",
		"1.2 monotone":  "done, 1 tries, first",
		"1.2 surprise":  "done, 1 tries, first yes",
		"1.2 shape":     "begun, 0 tries, first",
		"1.2 beat":      "not begun, 0 tries, first",
		"1.3 write":     "tested out, 0 tries, first",
		"1.4 weights":   "done, 3 tries, first no",
		"7.7 may":       "out of attempts, 2 tries, first no",
		"7.9 own":       "skipped, 0 tries, first",
	} {
		check.Equal(t, got[task], want, "%s", task)
	}
	if totals.Done < 4 || totals.Skipped < 2 || totals.TestedOut < 2 || totals.Solutions != 1 || totals.Hints < 3 {
		t.Errorf("got the totals %+v", totals)
	}
}

// The report on a student has every answer with its verdict, a picture, and whether a misconception
// came back.
func TestOfStudent_page(t *testing.T) {
	library, err := catalogue.New()
	check.OK(t, err)
	d, err := OfStudent(library, eventsOf(), docs(), StudentOptions{
		Name: "Zoë" + evil, Typed: func(e progress.Event) string { return e.Raw["a"] },
		Explain: func(e progress.Event) string { return "advice on " + e.Misconception },
		Picture: func(doc progress.Exercise) []page.Part {
			return []page.Part{{Text: "stage of " + doc.ID}, {Kind: page.Picture, W: 20, H: 4,
				Figure: ascii.TextBlock{Lines: ascii.PlainLines("here")}}}
		}})
	check.OK(t, err)
	d.Colour = func(ascii.Ink) string { return "#123456" }
	html, text := htmlOf(d), markdownOf(d)
	savePage(t, "student.html", html)
	for _, want := range []string{"| zero: advice on zero | 4 | 1.2 | 7.7 |", "tested out: 3", "stage of 1.4",
		"not equal: zero; “typed", "” invalid |", "” predicted |", "” skipped |"} {
		check.That(t, strings.Contains(text, want), "got no %q", want)
	}
	if strings.Contains(html, "<img") || strings.Count(html, "<figure>") != 1 {
		t.Error("got HTML of a student or no picture")
	}
	if _, err := OfStudent(library, nil, nil, StudentOptions{Typed: func(progress.Event) string { return "" }}); err != nil {
		t.Error(err)
	}
}
