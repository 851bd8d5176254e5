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
	"kernellab/testdata/support/must"
)

// Help with a prediction appears after the prediction was made, also if it was shown
// on an earlier attempt or by an older program. A prediction stays as it was made.
func TestWork_hintsFollowPrediction(t *testing.T) {
	lib := library{units: []exercises.Unit{{Exercises: []exercises.Summary{{ID: "1.1", Tasks: []string{"guess"}}}}}}
	lib.tasks = func(uint64) []exercises.Task {
		return []exercises.Task{step{
			Name: "guess", Question: ascii.Plain("up?"), Fields: []exercises.Field{{Name: "up"}}, Prediction: true,
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
	if len(shown) > 0 || more || w.RevealHint() || w.SolutionShown() || CanFillReference(w) || !AwaitsPrediction(w) ||
		w.Answers()["up"] != "" {
		t.Errorf("before the prediction: got %d hints, more %v, solution %v, answers %v, want none", len(shown), more,
			w.SolutionShown(), w.Answers())
	}
	w.Set("up", "falls")
	if o := judge(w); !o.TaskDone || o.Hinted || o.SuggestHint {
		t.Fatalf("judge of the prediction = %+v, want the task done without hints", o)
	}
	w.FillReference()
	first, second, third := w.RevealHint(), w.RevealHint(), w.RevealHint()
	if !first || !second || third || w.Answers()["up"] != "falls" {
		t.Errorf("after it: got hints %v, %v, %v, answer %q, want two hints and \"falls\"", first, second, third,
			w.Answers()["up"])
	}
	if w.RevealSolution(); !w.SolutionShown() {
		t.Error("after it: got no solution, want it shown")
	}
	write(t, s.Save())
	if len(log.kept) != 3 || log.kept[0].Kind != progress.PredictionMade || log.kept[2].Hints != 3 {
		t.Errorf("got events %+v, want a prediction and two hints", log.kept)
	}
}

// The first attempt gives the whole template, a new attempt half of it, a day later
// none, and all of it again once the task is done.
func TestWork_templateFades(t *testing.T) {
	c, store := &clock{morning()}, &progress.Memory{}
	s := openDrawer(t, store, c)
	fades := func(w *Work, want exercises.Fading, when string) {
		t.Helper()
		if got := StageAnswers(w).Fading(); got != want {
			t.Errorf("%s: got fading %d, want %d", when, got, want)
		}
	}
	asked := func(w *Work) *Work {
		for AsksNothing(w.Info()) {
			w.Next()
		}
		return w
	}
	fades(asked(start(t, s, "1.1")), exercises.Whole, "the first time")
	c.now = c.now.Add(48 * time.Hour)
	fades(start(t, s, "1.1"), exercises.Whole, "begun two days ago and not done")
	worked(t, s, "1.1")
	c.now = c.now.Add(time.Hour)
	w := must.Value(s.StartOver("1.1"))
	fades(asked(w), exercises.Half, "an hour after")
	c.now = c.now.Add(20 * time.Hour)
	fades(w, exercises.BlankPage, "a day after")
	if w.Answers().Fading() != exercises.Whole {
		t.Errorf("a day after the stored answers have fading %v, want %v", w.Answers().Fading(), exercises.Whole)
	}
	rightAnswer(w)
	fades(w, exercises.Whole, "once it is done")
	write(t, s.Save())
	s = openDrawer(t, store, c)
	fades(start(t, s, "1.1"), exercises.Whole, "done, and opened again")

	c.now = c.now.AddDate(0, 0, 30)
	r := must.Value(s.Reviews())
	fades(r.Work(), exercises.BlankPage, "in a review")
	rightAnswer(r.Work())
	fades(r.Work(), exercises.Whole, "done in a review")
}

func TestStudent_exerciseForLaterDay(t *testing.T) {
	c, store := &clock{now: morning()}, &progress.Memory{}
	lib := shelf()
	lib.units[0].Exercises[1].After = exercises.After{Exercise: "1.1", Hours: 24}
	s := openLibrary(t, lib, store, Options{Now: c.read})
	see := func(want string, left string, suggested string) {
		t.Helper()
		v, _ := s.View("1.2")
		got := ""
		if v.Wait.IsSet() {
			got = v.Wait.Words()
		}
		if got != want || v.Wait.Remaining() != left || s.Suggest() != suggested {
			t.Errorf("at %v: %q, %q, suggested %s; want %q, %q, %s", c.now, got, v.Wait.Remaining(), s.Suggest(), want,
				left, suggested)
		}
	}
	see("a day after 1.1", "", "1.1")
	worked(t, s, "1.1")
	see("a day after 1.1", "in 24 hours", "2.1")
	c.now = c.now.Add(90 * time.Minute)
	see("a day after 1.1", "in 23 hours", "2.1")
	v, _ := s.View("1.2")
	if got := v.Wait.Advice("1.2", "Enter"); !strings.Contains(got,
		"1.2 is best done a day after 1.1, in 23 hours. Enter.") {
		t.Errorf("Advice() = %q, want that 1.2 is best done a day later", got)
	}
	// What was noted is kept, and is not moved by doing the exercise again.
	if save := s.Save(); save == nil || save() != nil {
		t.Fatal("Save: got nothing to write or an error, want a save")
	}
	s = openLibrary(t, lib, store, Options{Now: c.read})
	see("a day after 1.1", "in 23 hours", "2.1")
	must.Value(s.restart("1.1", 5))
	worked(t, s, "1.1")
	see("a day after 1.1", "in 23 hours", "2.1")
	// Where nothing else is left it is suggested all the same.
	worked(t, s, "2.1")
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
		right, asked := tally(exercises.Answers{predictionsName: text})
		if [2]int{right, asked} != want {
			t.Errorf("%q is %d of %d, want %v", text, right, asked, want)
		}
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
	check(t, s.Leave()())
	s = open(t, store, Options{})
	if v, _ := s.View("1.1"); v.Predicted != 2 || v.Asked != 3 {
		t.Fatalf("kept: %d of %d, want 2 of 3", v.Predicted, v.Asked)
	}
	w = start(t, s, "1.1")
	no := exercises.Report{Verdict: exercises.NotEqual}
	w.Apply(t.Context(), w.Answers(), no)
	w.CountPrediction(true)
	if got := w.Apply(t.Context(), w.Answers(), no); !got.Repeated {
		t.Errorf("the same answer after a prediction: got %+v, want it repeated", got)
	}
	must.Value(s.restart("1.1", s.otherSeed("1.1")))
	if v, _ := s.View("1.1"); v.Asked != 0 {
		t.Errorf("a new attempt begins with %d predictions, want 0", v.Asked)
	}
}

// After an exercise that was brought forward, the order continues where it was left.
func TestStudent_exerciseBroughtForward(t *testing.T) {
	lib := shelf()
	one := lib.units[0].Exercises[0]
	for _, id := range []string{"1.3", "1.4"} {
		one.ID = id
		lib.units[0].Exercises = append(lib.units[0].Exercises, one)
	}
	lib.units[0].Exercises[2].After = exercises.After{Exercise: "1.1"}
	s := openLibrary(t, lib, &progress.Memory{}, Options{})
	for _, step := range [][3]string{{"1.1", "1.3", ", which builds on 1.1"}, {"1.3", "1.2", ", still open"}, {"1.2", "1.4"}} {
		worked(t, s, step[0])
		next, _ := s.View(s.Suggest())
		if why := WhyNext(s, step[0], next); next.ID != step[1] || why != step[2] {
			t.Errorf("after %s: got %s suggested%q, want %s%q", step[0], next.ID, why, step[1], step[2])
		}
	}
}

func TestStudent_exerciseAfterLaterOne(t *testing.T) {
	lib := shelf()
	lib.units[0].Exercises[1].After = exercises.After{Exercise: "2.1"}
	s := openLibrary(t, lib, &progress.Memory{}, Options{})
	for _, done := range []struct{ id, words, next string }{
		{"", "after 2.1", "1.1"}, {"1.1", "after 2.1", "2.1"}, {"2.1", "", "1.2"},
	} {
		if done.id != "" {
			worked(t, s, done.id)
		}
		v, _ := s.View("1.2")
		words := ""
		if v.Wait.IsSet() {
			words = v.Wait.Words()
		}
		next, _ := s.View(s.Suggest())
		if why, want := WhyNext(s, "1.1", next), " (1.2 is best done after 2.1)"; done.id == "1.1" && why != want {
			t.Errorf("why %s is next: got %q, want %q", next.ID, why, want)
		}
		if words != done.words || s.Suggest() != done.next {
			t.Errorf("after %q it waits for %q and %s is suggested, want %q and %s", done.id, words, s.Suggest(), done.words,
				done.next)
		}
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
	if got, want := HintLines(s, "1.1", "look"), []string{"Add. Twice.", "Try 42."}; !slices.Equal(got, want) {
		t.Errorf("got hints %q, want %q", got, want)
	}
	if got := HintLines(s, "1.1", "gone"); got != nil {
		t.Errorf("got hints %q of an unknown task, want none", got)
	}
}
