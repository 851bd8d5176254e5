package study

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kernellab/exercises"
	"kernellab/lab/progress"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// drawer returns a library of three units. Each exercise has three tasks: a prediction, a sum
// that depends on the seed, and a sum that does not.
func drawer() library {
	lib := library{tasks: func(seed uint64) []exercises.Task {
		n := strconv.FormatUint(seed, 10)
		hints := [][]exercises.Block{text("one"), text("two")}
		return []exercises.Task{
			step{Name: "guess",
				Fields:    []exercises.Field{{Name: "g", Kind: exercises.ChoiceField, Judge: exercises.PredictionJudge}},
				Reference: exercises.Answers{"g": "up"}},
			step{Name: "sum", Fields: []exercises.Field{{Name: "n", Judge: "number"}},
				Reference: exercises.Answers{"n": n}, Hints: hints, Solution: hints[0], Text: hints[1], SetUp: hints[0]},
			step{Name: "same", Fields: []exercises.Field{{Name: "m", Judge: "number"}}, SetUp: text(n),
				Reference: exercises.Answers{"m": "7"}, Hints: hints},
		}
	}}
	for _, u := range []string{"1", "2", "3"} {
		unit := exercises.Unit{ID: u, Title: "Unit " + u}
		for _, id := range []string{u + ".1", u + ".2"} {
			unit.Exercises = append(unit.Exercises,
				exercises.Summary{ID: id, Tasks: []string{"guess", "sum", "same"}, UsesSeed: true})
		}
		lib.units = append(lib.units, unit)
	}
	return lib
}

func openDrawer(t *testing.T, store progress.Store, c *clock) *Student {
	t.Helper()
	return openLibrary(t, drawer(), store, Options{Now: c.read})
}

// rightAnswer answers the current task with its reference. wrongAnswer answers it
// with nonsense.
func rightAnswer(w *Work) Outcome {
	for name, text := range w.Info().Reference {
		w.Set(name, text)
	}
	return judge(w)
}

func wrongAnswer(w *Work, text string) Outcome {
	for name := range w.Info().Reference {
		w.Set(name, text)
	}
	return judge(w)
}

// solveAll answers all tasks of an exercise correctly.
func solveAll(t *testing.T, s *Student, id string) {
	t.Helper()
	w := start(t, s, id)
	for range w.Len() {
		rightAnswer(w)
		w.Next()
	}
}

// fillAndSubmit fills in and submits the reference answers of all tasks of an exercise.
func fillAndSubmit(t *testing.T, s *Student, id string) {
	t.Helper()
	w := start(t, s, id)
	for range w.Len() {
		w.FillReference()
		judge(w)
		w.Next()
	}
}

// A task that was answered correctly comes again with new numbers, if it is judged
// by computing and depends on the seed.
func TestRound_reviewHasNewNumbers(t *testing.T) {
	c, store := &clock{morning()}, &progress.Memory{}
	s := openDrawer(t, store, c)
	solveAll(t, s, "1.1")
	due := s.DueTasks()
	check.Must(t, len(due) == 0 && must.Value(s.BeginReview()) == nil, "Due() at once = %v, want none", due)
	seed := start(t, s, "1.1").Exercise().Seed
	write(t, s.Save())
	c.now = c.now.AddDate(0, 0, 3)
	s = openDrawer(t, store, c)
	if due := s.DueTasks(); len(due) != 1 || due[0] != (TaskID{"1.1", "sum"}) {
		t.Fatalf("Due() three days later = %v, want the sum of 1.1", due)
	}
	r := must.Value(s.BeginReview())
	w := r.Work()
	check.That(t, w.Exercise().Seed != seed && w.Len() == 1 && w.Info().Name == "sum" && w.Answers()["g"] == "" &&
		w.Answers()["n"] == "", "got seed %d, task %s of %d, answers %v, want another seed and the empty sum alone",
		w.Exercise().Seed, w.Info().Name, w.Len(), w.Answers())
	o := rightAnswer(w)
	check.That(t, o.TaskDone && !o.ExerciseDone && strings.HasPrefix(o.Message, "It comes again in ") && r.Finished(),
		"the right answer: got %+v, finished %v, want it done until the next time", o, r.Finished())
	if attempt := start(t, s, "1.1"); attempt.Exercise().Seed != seed || !attempt.Finished() {
		t.Errorf("after a review: got an attempt with seed %d, want %d, finished", attempt.Exercise().Seed, seed)
	}
	check.That(t, len(s.DueTasks()) == 0, "Due() after the review = %v, want none", s.DueTasks())
}

// In a round the text of a task begins with the context that the earlier tasks would have given.
func TestRound_taskHasItsContext(t *testing.T) {
	c, store := &clock{morning()}, &progress.Memory{}
	s := openDrawer(t, store, c)
	solveAll(t, s, "1.1")
	told := func(w *Work) (out string) {
		for _, b := range w.Info().Text {
			out += b.Text.String() + "."
		}
		return out
	}
	attempt := start(t, s, "1.1")
	attempt.GoTo(1)
	got := told(attempt)
	check.That(t, got == "two.", "on its attempt: got %q, want %q", got, "two.")
	c.now = c.now.AddDate(0, 0, 4)
	got = told(must.Value(s.BeginReview()).Work())
	check.That(t, got == "one.two.", "alone: got %q, want %q", got, "one.two.")
}

// The better the answer was, the later the task is due again. From best to worst, an answer is
// right at once, right with help, or wrong or missing. Each of them is recorded.
func TestRound_reviewFeedsScheduler(t *testing.T) {
	due := func(do func(*Work)) time.Time {
		c, store := &clock{morning()}, &progress.Memory{}
		s := openDrawer(t, store, c)
		solveAll(t, s, "1.1")
		c.now = c.now.AddDate(0, 0, 4)
		do(must.Value(s.BeginReview()).Work())
		write(t, s.Save())
		state, _, err := store.Load()
		check.OK(t, err)
		return state.Exercises["1.1"].Reviews["sum"].Due
	}
	right := due(func(w *Work) { rightAnswer(w) })
	hinted := due(func(w *Work) { w.RevealHint(); rightAnswer(w) })
	second := due(func(w *Work) { wrongAnswer(w, "x"); rightAnswer(w) })
	wrong := due(func(w *Work) { wrongAnswer(w, "x") })
	shown := due(func(w *Work) { w.RevealSolution(); rightAnswer(w) })
	left := due(func(*Work) {})
	afterwards := due(func(w *Work) { rightAnswer(w); w.RevealSolution(); wrongAnswer(w, "x") })
	check.That(t, right.After(hinted) && hinted.Equal(second) && second.After(wrong) && wrong.Equal(shown) &&
		wrong.After(left) && afterwards.Equal(right),
		"got due %v if right, %v with a hint, %v second, %v wrong, %v shown, %v left, %v afterwards, "+
			"want the better the later", right, hinted, second, wrong, shown, left, afterwards)
}

// A student can skip a due task, which stays due. The clock may go back.
func TestRound_skippedAndClockBack(t *testing.T) {
	c, store := &clock{morning()}, &progress.Memory{}
	s := openDrawer(t, store, c)
	solveAll(t, s, "1.1")
	solveAll(t, s, "2.1")
	c.now = c.now.AddDate(0, 0, 5)
	r := must.Value(s.BeginReview())
	more, err := r.Next()
	check.Must(t, more && err == nil, "Next() = %v, error %v, want a second task", more, err)
	at, of := r.Place()
	check.That(t, at == 2 && of == 2 && r.IsLast() && !r.Finished(), "Place() = %d of %d, want 2 of 2", at, of)
	more, _ = r.Next()
	check.That(t, !more, "Next() after the second: got a third task, want none")
	check.That(t, len(s.DueTasks()) == 2, "after one was left out: Due() = %v, want 2", s.DueTasks())
	rightAnswer(r.Work())
	c.now = c.now.AddDate(-3, 0, 0)
	check.That(t, len(s.DueTasks()) == 2, "with the clock set back: Due() = %v, want 2", s.DueTasks())
	for r := must.Value(s.BeginReview()); ; {
		rightAnswer(r.Work())
		if more, _ := r.Next(); !more {
			break
		}
	}
	check.That(t, len(s.DueTasks()) == 0, "Due() = %v, want none", s.DueTasks())
}

func testOut(t *testing.T, s *Student, id string) *Round {
	t.Helper()
	return must.Value(s.BeginTestOut(id, must.Value(s.PlanTestOut(id)(t.Context()))))
}

func TestStudent_WarmUp(t *testing.T) {
	c := &clock{morning()}
	s := openDrawer(t, &progress.Memory{}, c)
	solveAll(t, s, "2.1")
	c.now = c.now.AddDate(0, 0, 5)
	for id, want := range map[string]bool{"1.1": false, "2.2": false, "3.1": true} {
		if task, ok := s.WarmUpTask(start(t, s, id)); ok != want || ok && task != (TaskID{"2.1", "sum"}) {
			t.Errorf("WarmUpTask before %s = %v, %v, want %v", id, task, ok, want)
		}
	}
	w := start(t, s, "3.1")
	r, err := s.BeginWarmUp(w)
	check.Must(t, err == nil && r != nil && r.Kind() == WarmingUp, "BeginWarmUp: got %v, error %v, want a warm-up", r,
		err)
	_, again := s.WarmUpTask(w)
	check.That(t, !again, "WarmUpTask again: got an offer, want none")
	w = start(t, s, "3.2")
	check.Must(t, rightAnswer(w).TaskDone, "the right answer: got not done, want done")
	_, late := s.WarmUpTask(w)
	check.That(t, !late, "WarmUpTask of an exercise that was begun: got an offer, want none")
}

// Three right answers in a row mark the rest of a unit as known. There are no hints.
func TestRound_testOut(t *testing.T) {
	c, store := &clock{morning()}, &progress.Memory{}
	s := openDrawer(t, store, c)
	solveAll(t, s, "2.1")
	r := testOut(t, s, "2.2")
	seen := map[TaskID]bool{}
	for i := range 3 {
		w := r.Work()
		seen[TaskID{w.ID(), w.Info().Name}] = true
		check.That(t, !w.RevealHint() && !r.AllowsHelp(), "RevealHint() in a test-out: got a hint, want none")
		if w.FillReference(); w.SolutionShown() ||
			w.Answers()["n"]+w.Answers()["m"] == w.Info().Reference["n"]+w.Info().Reference["m"] {
			t.Error("FillReference() in a test-out: got the solution, want it hidden")
		}
		more, _ := r.Next()
		check.That(t, !more, "Next() without an answer: got the next task, want this one")
		o := rightAnswer(w)
		if more, err := r.Next(); err != nil || more != (i < 2) {
			t.Fatalf("task %d: Next() = %v, error %v, want %v after %+v", i, more, err, i < 2, o)
		}
	}
	if len(seen) != 2 || !r.Finished() { // the two sums, first the one that depends on the seed
		t.Errorf("got tasks %v, want two, those that follow the seed first", seen)
	}
	write(t, s.Save())
	s = openDrawer(t, store, c)
	for id, want := range map[string]State{"2.1": Done, "2.2": TestedOut, "1.1": Untouched} {
		v, _ := s.View(id)
		check.That(t, v.State == want, "%s: got state %s, want %s", id, v.State.Words(), want.Words())
	}
	u := s.Units()[1]
	check.That(t, u.Done == 2 && s.Suggest() != "2.2", "got %d done, next %s, want 2 and not 2.2", u.Done, s.Suggest())
	if w := start(t, s, "2.2"); w.Index() != 0 || w.Exercise().Seed != s.Seed() {
		t.Errorf("a known unit opened: got task %d, seed %d, want the first, %d", w.Index(), w.Exercise().Seed,
			s.Seed())
	}
}

// A wrong answer ends the test-out and changes nothing.
func TestRound_testOutEndsKindly(t *testing.T) {
	s := openDrawer(t, &progress.Memory{}, &clock{morning()})
	r := testOut(t, s, "1.1")
	rightAnswer(r.Work())
	must.Value(r.Next())
	o := wrongAnswer(r.Work(), "x")
	if more, _ := r.Next(); more || !r.Finished() || !strings.Contains(o.Message, "nothing is lost") {
		t.Errorf("a wrong answer: got %q, finished %v, want the end with kind words", o.Message, r.Finished())
	}
	rightAnswer(r.Work())
	check.That(t, r.Finished() && r.lastRight == 1, "a right answer after the end: got %d right, want 1", r.lastRight)
	for _, u := range s.Units() {
		for _, e := range u.Exercises {
			check.That(t, e.State == Untouched, "%s: got state %s, want %s", e.ID, e.State.Words(), Untouched.Words())
		}
	}
}

// A test-out hides the verdicts on the fields of an incomplete answer. Otherwise students could
// try values without risk.
func TestRound_RedactHidesIncompleteAnswers(t *testing.T) {
	s := openDrawer(t, &progress.Memory{}, &clock{morning()})
	r := testOut(t, s, "1.1")
	fields := map[string]exercises.FieldReport{
		"a": {Verdict: exercises.NotEqual}, "b": {Verdict: exercises.Equal}, "c": {Verdict: exercises.Empty},
		"d": {Verdict: exercises.Unreadable, Message: "why"},
	}
	for v, want := range map[exercises.Verdict]int{exercises.Empty: 2, exercises.Unreadable: 2, exercises.Ambiguous: 2,
		exercises.NotEqual: 4, exercises.OtherForm: 4} {
		told := r.Redact(exercises.Report{Verdict: v, Fields: fields})
		check.That(t, len(told.Fields) == want, "%s in a test-out: got fields %v, want %d", v.Words(), told.Fields,
			want)
		if told := (*Round)(nil).Redact(exercises.Report{Verdict: v, Fields: fields}); len(told.Fields) != 4 {
			t.Errorf("%s in an exercise: got fields %v, want all 4", v.Words(), told.Fields)
		}
	}
	check.That(t, len(fields) == 4, "the report itself has %d fields, want 4", len(fields))
}

// An answer that cannot be read is not a wrong answer.
func TestRound_unreadableEndsNothing(t *testing.T) {
	s := openDrawer(t, &progress.Memory{}, &clock{morning()})
	r := testOut(t, s, "1.1")
	for _, v := range []exercises.Verdict{exercises.Empty, exercises.Unreadable, exercises.Ambiguous,
		exercises.Undecided, exercises.OtherForm} {
		r.Work().Apply(context.Background(), nil, exercises.Report{Verdict: v})
		check.That(t, !r.Finished(), "%s ends the test-out, want it to go on", v.Words())
	}
}

func TestDeal_roundRobin(t *testing.T) {
	a, b, c := TaskID{"1", "a"}, TaskID{"1", "b"}, TaskID{"2", "c"}
	for _, test := range []struct {
		piles [][]TaskID
		want  []TaskID
	}{
		{[][]TaskID{{a, b}, {c}}, []TaskID{a, c, b}},
		{[][]TaskID{{a}, {}, {c}}, []TaskID{a, c, a}},
		{[][]TaskID{{}, {}}, nil},
		{nil, nil},
	} {
		got := deal(test.piles, 3)
		check.That(t, slices.Equal(got, test.want), "deal(%v, 3) = %v, want %v", test.piles, got, test.want)
	}
}
