package study

import (
	"strings"
	"testing"
	"time"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

// homework returns a student whose exercise 1.1 has a schedule, at the task add.
func homework(t *testing.T, c *clock, plan exercises.Schedule) (*Student, *Work) {
	lib := shelf()
	lib.units[0].Exercises[0].Schedule = plan
	s := openLibrary(t, lib, &progress.Memory{}, Options{Now: c.read, Log: &memoryLog{}})
	w := start(t, s, "1.1")
	w.Next()
	return s, w
}

func TestHomework_solutionWaits(t *testing.T) {
	later := morning().Add(time.Hour)
	for name, c := range map[string]struct {
		plan      exercises.Schedule
		attempts  int // wrong ones
		then      time.Duration
		reason    string // a part of it, or "" if the solution can be seen
		maxClosed bool
	}{
		"no homework":          {exercises.Schedule{}, 0, 0, "", false},
		"before an attempt":    {exercises.Schedule{TriesFirst: 1}, 0, 0, "after 1 attempt", false},
		"after an attempt":     {exercises.Schedule{TriesFirst: 1}, 1, 0, "", false},
		"attempts left":        {exercises.Schedule{Attempts: 2, TriesFirst: 2}, 1, 0, "after 2 attempts", false},
		"no attempts left":     {exercises.Schedule{Attempts: 2, TriesFirst: 2}, 2, 0, "", true},
		"closed until a date":  {exercises.Schedule{Attempts: 2, SolutionFrom: later}, 2, 0, "opens 21 Nov 09:00", true},
		"from the date":        {exercises.Schedule{Attempts: 2, SolutionFrom: later}, 2, time.Hour, "", false},
		"date without a limit": {exercises.Schedule{SolutionFrom: later}, 9, 0, "opens 21 Nov 09:00", false},
	} {
		t.Run(name, func(t *testing.T) {
			at := &clock{morning()}
			_, w := homework(t, at, c.plan)
			for i := range c.attempts {
				wrongAnswer(w, string(rune('a'+i)))
			}
			at.now = at.now.Add(c.then)
			if got := w.Homework(1).SolutionReason(); !strings.Contains(got, c.reason) || (got == "") != (c.reason == "") {
				t.Errorf("SolutionReason = %q, want %q in it", got, c.reason)
			}
			if got := w.Homework(1).ClosedReason(); (got != "") != c.maxClosed {
				t.Errorf("ClosedReason = %q, want one: %v", got, c.maxClosed)
			}
			w.FillReference()
			if shown := w.SolutionShown(); shown != (c.reason == "") || (w.Answers()["s"] == "5") != shown {
				t.Errorf("got solution shown %v and answers %v, want shown and filled in %v", shown, w.Answers(),
					c.reason == "")
			}
			if _, more := w.Hints(); !more {
				t.Error("got no hints, want them as ever")
			}
		})
	}
}

// The exercise is done when the attempts are used up, and cannot be started over for new ones.
func TestHomework_attemptsUsedUp(t *testing.T) {
	c := &clock{morning()}
	s, w := homework(t, c, exercises.Schedule{Attempts: 1, SolutionFrom: morning().Add(time.Hour)})
	partly := exercises.Report{Fields: map[string]exercises.FieldReport{"s": {Verdict: exercises.NotEqual}}}
	if got := w.Homework(1).Redact(partly); len(got.Fields) > 0 {
		t.Errorf("an incomplete form: got verdicts %v, want none", got.Fields)
	}
	unfinished := exercises.Report{Verdict: exercises.NotEqual, Fields: map[string]exercises.FieldReport{
		"s": {Verdict: exercises.NotEqual, Lines: []exercises.Verdict{exercises.Equal}}}}
	if o := w.Apply(t.Context(), exercises.Answers{"s": "one line"}, unfinished); o.Counted {
		t.Error("an unfinished derivation counts, want it free")
	}
	w.Next()
	rightAnswer(w)
	w.GoTo(1)
	if o := wrongAnswer(w, "a"); !o.ExerciseDone || !w.Finished() {
		t.Errorf("last attempt: got %+v, want the exercise done", o)
	}
	v, _ := s.View("1.1")
	if got := v.Words(); got != "done, 1 out of attempts" || v.TaskStates[1] != TaskUsedUp || !w.judged.Last {
		t.Errorf("got %q, the states %v, the event %+v, want 1 out of attempts", got, v.TaskStates, w.judged)
	}
	if _, err := s.StartOver("1.1"); err == nil {
		t.Error("StartOver: got no error, want one")
	}
	if got := s.course.withoutHomework(s.units[0]).Exercises; len(got) != 1 || got[0].ID != "1.2" {
		t.Errorf("test-out: got %v, want 1.2 only", got)
	}
}

func TestStudent_opensOnItsDate(t *testing.T) {
	c := &clock{morning()}
	lib := shelf()
	lib.units[0].Exercises[0].Schedule = exercises.Schedule{Opens: morning().Add(time.Hour)}
	s := openLibrary(t, lib, &progress.Memory{}, Options{Now: c.read})
	if _, err := s.Start("1.1"); err == nil || err.Error() != "1.1 opens Sat 21 Nov 2026, 09:00 UTC" {
		t.Errorf("Start before the date: got %v, want the date", err)
	}
	if v, _ := s.View("1.1"); v.Wait.Words() != "opens 21 Nov 09:00" || s.Suggest() != "1.2" {
		t.Errorf("got %q, and %s is suggested, want the date and 1.2", v.Wait.Words(), s.Suggest())
	}
	c.now = c.now.Add(time.Hour)
	start(t, s, "1.1")
	c.now = morning()
	s.Course().Exempt = true
	start(t, s, "1.1")
}
