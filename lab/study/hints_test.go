package study

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/progress"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// Hints and the solution of a prediction are visible only after the prediction was made, even
// if they were shown in an earlier attempt or by an older program. The reference answer never
// replaces the prediction.
func TestWork_hintsFollowPrediction(t *testing.T) {
	lib := library{units: []exercises.Unit{{Exercises: []exercises.Summary{{ID: "1.1", Tasks: []string{"guess"}}}}}}
	lib.tasks = func(uint64) []exercises.Task {
		return []exercises.Task{step{
			Name: "guess", Question: ascii.Plain("up?"), Fields: []exercises.Field{{Name: "up"}}, OnlyPredictions: true,
			Hints: [][]exercises.Block{text("it"), text("it"), text("it")}, Solution: text("it rises"),
			Reference: exercises.Answers{"up": "rises"},
		}}
	}
	log := &memoryLog{}
	s := openLibrary(t, lib, &progress.Memory{}, Options{Log: log})
	w := start(t, s, "1.1")
	w.setState(progress.Task{Seen: true, Hints: 1, Solution: true})
	w.RevealSolution()
	w.FillReference()
	shown, more := w.Hints()
	check.That(t, len(shown) == 0 && !more && !w.RevealHint() && !w.SolutionShown() && !CanFillReference(w) &&
		AwaitsPrediction(w) && w.Answers()["up"] == "",
		"before the prediction: got %d hints, more %v, solution %v, answers %v, want none", len(shown), more,
		w.SolutionShown(), w.Answers())
	w.Set("up", "falls")
	if o := judge(w); !o.TaskDone || o.Hinted || o.SuggestHint {
		t.Fatalf("judge of the prediction = %+v, want the task done without hints", o)
	}
	w.FillReference()
	first, second, third := w.RevealHint(), w.RevealHint(), w.RevealHint()
	check.That(t, first && second && !third && w.Answers()["up"] == "falls",
		"after it: got hints %v, %v, %v, answer %q, want two hints and \"falls\"", first, second, third,
		w.Answers()["up"])
	w.RevealSolution()
	check.That(t, w.SolutionShown(), "after it: got no solution, want it shown")
	write(t, s.Save())
	check.That(t, len(log.kept) == 3 && log.kept[0].Kind == progress.PredictionMade && log.kept[2].Hints == 3,
		"got events %+v, want a prediction and two hints", log.kept)
}

// The first attempt shows the whole template, a new attempt half of it, and an attempt a day
// later none of it. When the task is done, the whole template is visible again.
func TestWork_templateFades(t *testing.T) {
	c, store := &clock{morning()}, &progress.Memory{}
	s := openDrawer(t, store, c)
	fades := func(w *Work, want exercises.Fading, when string) {
		t.Helper()
		got := StageAnswers(w).Fading()
		check.That(t, got == want, "%s: got fading %d, want %d", when, got, want)
	}
	asked := func(w *Work) *Work {
		for AsksNothing(w.Info()) {
			w.Next()
		}
		return w
	}
	fades(asked(start(t, s, "1.1")), exercises.FadeNothing, "the first time")
	c.now = c.now.Add(48 * time.Hour)
	fades(start(t, s, "1.1"), exercises.FadeNothing, "begun two days ago and not done")
	solveAll(t, s, "1.1")
	c.now = c.now.Add(time.Hour)
	w := must.Value(s.StartOver("1.1"))
	fades(asked(w), exercises.FadeHalf, "an hour after")
	c.now = c.now.Add(20 * time.Hour)
	fades(w, exercises.FadeAll, "a day after")
	check.That(t, w.Answers().Fading() == exercises.FadeNothing, "a day after the stored answers have fading %v, want %v",
		w.Answers().Fading(), exercises.FadeNothing)
	rightAnswer(w)
	fades(w, exercises.FadeNothing, "once it is done")
	write(t, s.Save())
	s = openDrawer(t, store, c)
	fades(start(t, s, "1.1"), exercises.FadeNothing, "done, and opened again")

	c.now = c.now.AddDate(0, 0, 30)
	r := must.Value(s.BeginReview())
	fades(r.Work(), exercises.FadeAll, "in a review")
	rightAnswer(r.Work())
	fades(r.Work(), exercises.FadeNothing, "done in a review")
}

func TestStudent_exerciseForLaterDay(t *testing.T) {
	c, store := &clock{now: morning()}, &progress.Memory{}
	lib := shelf()
	lib.units[0].Exercises[1].Predecessor = exercises.Predecessor{Exercise: "1.1", Hours: 24}
	s := openLibrary(t, lib, store, Options{Now: c.read})
	see := func(want string, left string, suggested string) {
		t.Helper()
		v, _ := s.View("1.2")
		got := ""
		if v.Delay.IsSet() {
			got = v.Delay.Words()
		}
		check.That(t, got == want && v.Delay.RemainingWords() == left && s.Suggest() == suggested,
			"at %v: %q, %q, suggested %s; want %q, %q, %s", c.now, got, v.Delay.RemainingWords(), s.Suggest(), want, left,
			suggested)
	}
	see("a day after 1.1", "", "1.1")
	solveAll(t, s, "1.1")
	see("a day after 1.1", "in 24 hours", "2.1")
	c.now = c.now.Add(90 * time.Minute)
	see("a day after 1.1", "in 23 hours", "2.1")
	v, _ := s.View("1.2")
	if got := v.Delay.Advice("1.2", "Enter"); !strings.Contains(got,
		"1.2 is best done a day after 1.1, in 23 hours. Enter.") {
		t.Errorf("Advice() = %q, want that 1.2 is best done a day later", got)
	}
	// The time when the exercise was done is saved. Doing it again does not change that time.
	save := s.Save()
	check.Must(t, save != nil && save() == nil, "Save: got nothing to write or an error, want a save")
	s = openLibrary(t, lib, store, Options{Now: c.read})
	see("a day after 1.1", "in 23 hours", "2.1")
	must.Value(s.restart("1.1", 5))
	solveAll(t, s, "1.1")
	see("a day after 1.1", "in 23 hours", "2.1")
	// If nothing else is left, the exercise is suggested although it should wait.
	solveAll(t, s, "2.1")
	see("a day after 1.1", "in 23 hours", "1.2")
	c.now = c.now.Add(23 * time.Hour)
	see("", "", "1.2")
	c.now = c.now.Add(-23 * time.Hour)
	// A student who begins it anyway need not wait any longer.
	must.Value(s.Start("1.2"))
	see("", "", "1.2")
}

func TestTally_ignoresOtherTexts(t *testing.T) {
	for text, want := range map[string][2]int{
		"": {}, "7/9": {7, 9}, "0/0": {}, "9/7": {}, "-1/3": {}, "x": {}, "7": {}, "3/": {},
	} {
		right, asked := parseTally(exercises.Answers{predictionsName: text})
		check.That(t, [2]int{right, asked} == want, "%q is %d of %d, want %v", text, right, asked, want)
	}
}

// The tally survives a restart and appears in the contents. It is not part of an
// answer and begins again with a new attempt.
func TestWork_tallyOfPredictions(t *testing.T) {
	store := &progress.Memory{}
	s := open(t, store, Options{})
	w := start(t, s, "1.1")
	for _, right := range []bool{true, false, true} {
		w.CountPrediction(right)
	}
	check.OK(t, s.Leave()())
	s = open(t, store, Options{})
	v, _ := s.View("1.1")
	check.Must(t, v.RightPredictions == 2 && v.Predictions == 3, "kept: %d of %d, want 2 of 3", v.RightPredictions, v.Predictions)
	w = start(t, s, "1.1")
	no := exercises.Report{Verdict: exercises.NotEqual}
	w.Apply(t.Context(), w.Answers(), no)
	w.CountPrediction(true)
	got := w.Apply(t.Context(), w.Answers(), no)
	check.That(t, got.Repeated, "the same answer after a prediction: got %+v, want it repeated", got)
	must.Value(s.restart("1.1", s.otherSeed("1.1")))
	v, _ = s.View("1.1")
	check.That(t, v.Predictions == 0, "a new attempt begins with %d predictions, want 0", v.Predictions)
}

// After an exercise that was brought forward, the order continues where it was left.
func TestStudent_exerciseBroughtForward(t *testing.T) {
	lib := shelf()
	one := lib.units[0].Exercises[0]
	for _, id := range []string{"1.3", "1.4"} {
		one.ID = id
		lib.units[0].Exercises = append(lib.units[0].Exercises, one)
	}
	lib.units[0].Exercises[2].Predecessor = exercises.Predecessor{Exercise: "1.1"}
	s := openLibrary(t, lib, &progress.Memory{}, Options{})
	for _, step := range [][3]string{{"1.1", "1.3", ", which builds on 1.1"}, {"1.3", "1.2", ", still open"}, {"1.2", "1.4"}} {
		solveAll(t, s, step[0])
		next, _ := s.View(s.Suggest())
		if why := WhyNext(s, step[0], next); next.ID != step[1] || why != step[2] {
			t.Errorf("after %s: got %s suggested%q, want %s%q", step[0], next.ID, why, step[1], step[2])
		}
	}
}

func TestStudent_exerciseAfterLaterOne(t *testing.T) {
	lib := shelf()
	lib.units[0].Exercises[1].Predecessor = exercises.Predecessor{Exercise: "2.1"}
	s := openLibrary(t, lib, &progress.Memory{}, Options{})
	for _, done := range []struct{ id, words, next string }{
		{"", "after 2.1", "1.1"}, {"1.1", "after 2.1", "2.1"}, {"2.1", "", "1.2"},
	} {
		if done.id != "" {
			solveAll(t, s, done.id)
		}
		v, _ := s.View("1.2")
		words := ""
		if v.Delay.IsSet() {
			words = v.Delay.Words()
		}
		next, _ := s.View(s.Suggest())
		why, want := WhyNext(s, "1.1", next), " (1.2 is best done after 2.1)"
		check.That(t, done.id != "1.1" || why == want, "why %s is next: got %q, want %q", next.ID, why, want)
		check.That(t, words == done.words && s.Suggest() == done.next,
			"after %q it waits for %q and %s is suggested, want %q and %s", done.id, words, s.Suggest(), done.words,
			done.next)
	}
}

// A hint sent by a teacher has the numbers of the attempt of the student who reads it.
func TestHintLines_ownNumbers(t *testing.T) {
	lib := shelf()
	lib.tasks = func(seed uint64) []exercises.Task {
		return []exercises.Task{step{Name: "look", Hints: [][]exercises.Block{
			{{Text: ascii.Plain("Add.")}, {Text: ascii.Plain("Twice.")}}, text(fmt.Sprint("Try ", seed, "."))}}}
	}
	s := openLibrary(t, lib, &progress.Memory{}, Options{})
	if _, err := s.restart("1.1", 42); err != nil {
		t.Fatal(err)
	}
	got, want := HintLines(s, "1.1", "look"), []string{"Add. Twice.", "Try 42."}
	check.That(t, slices.Equal(got, want), "got hints %q, want %q", got, want)
	got = HintLines(s, "1.1", "gone")
	check.That(t, got == nil, "got hints %q of an unknown task, want none", got)
}

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
		attempts  int // number of wrong attempts
		then      time.Duration
		reason    string // a part of the SolutionReason, or "" if there is none
		maxClosed bool
	}{
		"no homework":          {exercises.Schedule{}, 0, 0, "", false},
		"before an attempt":    {exercises.Schedule{AttemptsBeforeSolution: 1}, 0, 0, "after 1 attempt", false},
		"after an attempt":     {exercises.Schedule{AttemptsBeforeSolution: 1}, 1, 0, "", false},
		"attempts left":        {exercises.Schedule{MaxAttempts: 2, AttemptsBeforeSolution: 2}, 1, 0, "after 2 attempts", false},
		"no attempts left":     {exercises.Schedule{MaxAttempts: 2, AttemptsBeforeSolution: 2}, 2, 0, "", true},
		"closed until a date":  {exercises.Schedule{MaxAttempts: 2, SolutionFrom: later}, 2, 0, "opens 21 Nov 09:00", true},
		"from the date":        {exercises.Schedule{MaxAttempts: 2, SolutionFrom: later}, 2, time.Hour, "", false},
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
			got := w.Homework(1).ClosedReason()
			check.That(t, (got != "") == c.maxClosed, "ClosedReason = %q, want one: %v", got, c.maxClosed)
			w.FillReference()
			if shown := w.SolutionShown(); shown != (c.reason == "") || (w.Answers()["s"] == "5") != shown {
				t.Errorf("got solution shown %v and answers %v, want shown and filled in %v", shown, w.Answers(),
					c.reason == "")
			}
			_, more := w.Hints()
			check.That(t, more, "got no hints, want them as ever")
		})
	}
}

// The exercise is done when the attempts are used up, and cannot be started over for new ones.
func TestHomework_attemptsUsedUp(t *testing.T) {
	c := &clock{morning()}
	s, w := homework(t, c, exercises.Schedule{MaxAttempts: 1, SolutionFrom: morning().Add(time.Hour)})
	partly := exercises.Report{Fields: map[string]exercises.FieldReport{"s": {Verdict: exercises.NotEqual}}}
	got := w.Homework(1).Redact(partly)
	check.That(t, len(got.Fields) == 0, "an incomplete form: got verdicts %v, want none", got.Fields)
	unfinished := exercises.Report{Verdict: exercises.NotEqual, Fields: map[string]exercises.FieldReport{
		"s": {Verdict: exercises.NotEqual, Lines: []exercises.Verdict{exercises.Equal}}}}
	o := w.Apply(t.Context(), exercises.Answers{"s": "one line"}, unfinished)
	check.That(t, !o.Counted, "an unfinished derivation counts, want it free")
	w.Next()
	rightAnswer(w)
	w.GoTo(1)
	if o := wrongAnswer(w, "a"); !o.ExerciseDone || !w.Finished() {
		t.Errorf("last attempt: got %+v, want the exercise done", o)
	}
	v, _ := s.View("1.1")
	if got := v.Words(); got != "done, 1 out of attempts" || v.TaskStates[1] != TaskUsedUp || !w.lastJudged.LastAttempt {
		t.Errorf("got %q, the states %v, the event %+v, want 1 out of attempts", got, v.TaskStates, w.lastJudged)
	}
	_, err := s.StartOver("1.1")
	check.That(t, err != nil, "StartOver: got no error, want one")
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
	if v, _ := s.View("1.1"); v.Delay.Words() != "opens 21 Nov 09:00" || s.Suggest() != "1.2" {
		t.Errorf("got %q, and %s is suggested, want the date and 1.2", v.Delay.Words(), s.Suggest())
	}
	c.now = c.now.Add(time.Hour)
	start(t, s, "1.1")
	c.now = morning()
	s.Course().Exempt = true
	start(t, s, "1.1")
}
