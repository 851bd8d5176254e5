package study

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/progress"
)

// drawer is a library of three units. Each exercise has a prediction, a sum that
// follows the seed, and one that is the same for all.
type drawer struct{}

func (drawer) Units() []exercises.Unit {
	var out []exercises.Unit
	for _, u := range []string{"1", "2", "3"} {
		unit := exercises.Unit{ID: u, Title: "Unit " + u}
		for _, id := range []string{u + ".1", u + ".2"} {
			unit.Exercises = append(unit.Exercises,
				exercises.Summary{ID: id, Tasks: []string{"guess", "sum", "same"}, Drawn: true})
		}
		out = append(out, unit)
	}
	return out
}

func (drawer) Open(id string, o exercises.Options) (*exercises.Exercise, error) {
	seed := strconv.FormatUint(o.Seed, 10)
	typed := []exercises.Field{{Name: "n", Judge: "number"}}
	hints := [][]exercises.Block{{{Text: ascii.Plain("one")}}, {{Text: ascii.Plain("two")}}}
	return &exercises.Exercise{Summary: exercises.Summary{ID: id, Drawn: true, Tasks: []string{"guess", "sum", "same"}},
		Seed: o.Seed, Tasks: []exercises.Task{
			step{Name: "guess",
				Fields:    []exercises.Field{{Name: "g", Kind: exercises.ChoiceField, Judge: exercises.Prediction}},
				Reference: exercises.Answers{"g": "up"}},
			step{Name: "sum", Fields: typed, Reference: exercises.Answers{"n": seed}, Hints: hints, Solution: hints[0],
				Text: hints[1], Alone: hints[0]},
			step{Name: "same", Fields: []exercises.Field{{Name: "m", Judge: "number"}},
				Alone: []exercises.Block{{Text: ascii.Plain(seed)}}, Reference: exercises.Answers{"m": "7"},
				Hints: hints},
		}}, nil
}

func openDrawer(t *testing.T, store progress.Store, c *clock) *Student {
	t.Helper()
	s, warnings, err := Open(drawer{}, store, Options{Now: c.read})
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	return s
}

// rightAnswer answers the step in hand with its reference, wrongAnswer with
// nonsense.
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

// worked does all steps of an exercise.
func worked(t *testing.T, s *Student, id string) {
	t.Helper()
	w := start(t, s, id)
	for range w.Len() {
		rightAnswer(w)
		w.Next()
	}
}

func reviews(t *testing.T, s *Student) *Round {
	t.Helper()
	r, err := s.Reviews()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// What was right comes again, with new numbers: what is judged by computing and
// follows the seed, nothing else.
func TestReviewComesWithNewNumbers(t *testing.T) {
	c, store := &clock{morning()}, &progress.Memory{}
	s := openDrawer(t, store, c)
	worked(t, s, "1.1")
	if due := s.Due(); len(due) > 0 || reviews(t, s) != nil {
		t.Fatalf("due at once: %v", due)
	}
	seed := start(t, s, "1.1").Exercise().Seed
	write(t, s.Save())
	c.now = c.now.AddDate(0, 0, 3)
	s = openDrawer(t, store, c)
	if due := s.Due(); len(due) != 1 || due[0] != (TaskID{"1.1", "sum"}) {
		t.Fatalf("due: %v", due)
	}
	r := reviews(t, s)
	w := r.Work()
	if w.Exercise().Seed == seed || w.Len() != 1 || w.Info().Name != "sum" || w.Answers()["g"] != "" ||
		w.Answers()["n"] != "" {
		t.Errorf("seed %d again, step %s of %d, answers %v", w.Exercise().Seed, w.Info().Name, w.Len(), w.Answers())
	}
	if o := rightAnswer(w); !o.StepDone || o.ExerciseDone || !strings.HasPrefix(o.Say, "It comes again in ") ||
		!r.Finished() {
		t.Errorf("%+v, over %v", o, r.Finished())
	}
	if sheet := start(t, s, "1.1"); sheet.Exercise().Seed != seed || !sheet.Finished() {
		t.Error("the sheet is another after a review")
	}
	if len(s.Due()) != 0 {
		t.Error("it is due still")
	}
}

// What the steps before a task have told stands before its text, in a round alone.
func TestTaskAloneIsToldWhatItNeeds(t *testing.T) {
	c, store := &clock{morning()}, &progress.Memory{}
	s := openDrawer(t, store, c)
	worked(t, s, "1.1")
	told := func(w *Work) (out string) {
		for _, b := range w.Info().Text {
			out += b.Text.String() + "."
		}
		return out
	}
	sheet := start(t, s, "1.1")
	sheet.Go(1)
	if got := told(sheet); got != "two." {
		t.Errorf("on its sheet: %q", got)
	}
	c.now = c.now.AddDate(0, 0, 4)
	if got := told(reviews(t, s).Work()); got != "one.two." {
		t.Errorf("alone: %q", got)
	}
}

// Right at once, right with help, wrong and left: the better it went, the later it
// comes again, and every way is kept.
func TestReviewFeedsTheScheduler(t *testing.T) {
	due := func(do func(*Work)) time.Time {
		c, store := &clock{morning()}, &progress.Memory{}
		s := openDrawer(t, store, c)
		worked(t, s, "1.1")
		c.now = c.now.AddDate(0, 0, 4)
		do(reviews(t, s).Work())
		write(t, s.Save())
		state, _, err := store.Load()
		if err != nil {
			t.Fatal(err)
		}
		return state.Exercises["1.1"].Reviews["sum"].Due
	}
	right := due(func(w *Work) { rightAnswer(w) })
	hinted := due(func(w *Work) { w.RevealHint(); rightAnswer(w) })
	second := due(func(w *Work) { wrongAnswer(w, "x"); rightAnswer(w) })
	wrong := due(func(w *Work) { wrongAnswer(w, "x") })
	shown := due(func(w *Work) { w.RevealSolution(); rightAnswer(w) })
	left := due(func(*Work) {})
	afterwards := due(func(w *Work) { rightAnswer(w); w.RevealSolution(); wrongAnswer(w, "x") })
	if !right.After(hinted) || !hinted.Equal(second) || !second.After(wrong) || !wrong.Equal(shown) ||
		!wrong.After(left) || !afterwards.Equal(right) {
		t.Errorf("right %v, with a hint %v, second %v, wrong %v, shown %v, left %v, afterwards %v", right, hinted,
			second, wrong, shown, left, afterwards)
	}
}

// What is due may be left out, and comes another time; the clock may go back.
func TestReviewSkippedAndClockBack(t *testing.T) {
	c, store := &clock{morning()}, &progress.Memory{}
	s := openDrawer(t, store, c)
	worked(t, s, "1.1")
	worked(t, s, "2.1")
	c.now = c.now.AddDate(0, 0, 5)
	r := reviews(t, s)
	if more, err := r.Next(); !more || err != nil {
		t.Fatal(more, err)
	}
	if at, of := r.Place(); at != 2 || of != 2 || !r.Last() || r.Finished() {
		t.Errorf("%d of %d", at, of)
	}
	if more, _ := r.Next(); more {
		t.Error("a third")
	}
	if len(s.Due()) != 2 {
		t.Error("what is left out is not due any more")
	}
	rightAnswer(r.Work())
	c.now = c.now.AddDate(-3, 0, 0)
	if len(s.Due()) != 2 {
		t.Errorf("with a clock set back, due are %v", s.Due())
	}
	for r := reviews(t, s); ; {
		rightAnswer(r.Work())
		if more, _ := r.Next(); !more {
			break
		}
	}
	if len(s.Due()) != 0 {
		t.Errorf("still due: %v", s.Due())
	}
}

// A step done before anybody kept when is asked again once its exercise is opened.
func TestOldRecordsAreAdopted(t *testing.T) {
	c, store := &clock{morning()}, &progress.Memory{}
	worked(t, openDrawer(t, store, c), "1.1")
	s := openDrawer(t, store, c)
	worked(t, s, "1.1")
	write(t, s.Save())
	state, _, _ := store.Load()
	old := state.Exercises["1.1"]
	old.Reviews, old.Revision = nil, old.Revision+1
	if err := store.SaveExercise(old, progress.Durable); err != nil {
		t.Fatal(err)
	}
	c.now = c.now.AddDate(0, 1, 0)
	s = openDrawer(t, store, c)
	if len(s.Due()) != 0 {
		t.Fatal("due without a review")
	}
	if start(t, s, "1.1"); len(s.Due()) != 1 {
		t.Errorf("due: %v", s.Due())
	}
}

func testOut(t *testing.T, s *Student, id string) *Round {
	t.Helper()
	tasks, err := s.PlanTestOut(id)(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.TestOut(id, tasks)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestWarmUp(t *testing.T) {
	c := &clock{morning()}
	s := openDrawer(t, &progress.Memory{}, c)
	worked(t, s, "2.1")
	c.now = c.now.AddDate(0, 0, 5)
	for id, want := range map[string]bool{"1.1": false, "2.2": false, "3.1": true} {
		if task, ok := s.WarmUp(start(t, s, id)); ok != want || ok && task != (TaskID{"2.1", "sum"}) {
			t.Errorf("before %s: %v %v", id, task, ok)
		}
	}
	w := start(t, s, "3.1")
	r, err := s.BeginWarmUp(w)
	if err != nil || r == nil || r.Kind() != WarmingUp {
		t.Fatal(r, err)
	}
	if _, again := s.WarmUp(w); again {
		t.Error("it is offered a second time")
	}
	if w = start(t, s, "3.2"); !rightAnswer(w).StepDone {
		t.Fatal("not done")
	}
	if _, late := s.WarmUp(w); late {
		t.Error("it is offered to a student who has begun")
	}
}

// Three in a row mark what is not done of a unit, without hints.
func TestTestOut(t *testing.T) {
	c, store := &clock{morning()}, &progress.Memory{}
	s := openDrawer(t, store, c)
	worked(t, s, "2.1")
	r := testOut(t, s, "2.2")
	seen := map[TaskID]bool{}
	for i := range 3 {
		w := r.Work()
		seen[TaskID{w.ID(), w.Info().Name}] = true
		if w.RevealHint() || r.Helps() {
			t.Error("there are hints")
		}
		if w.FillReference(); w.SolutionShown() ||
			w.Answers()["n"]+w.Answers()["m"] == w.Info().Reference["n"]+w.Info().Reference["m"] {
			t.Error("the solution is shown")
		}
		if more, _ := r.Next(); more {
			t.Error("a task can be left out")
		}
		o := rightAnswer(w)
		if more, err := r.Next(); err != nil || more != (i < 2) {
			t.Fatal(i, more, err, o)
		}
	}
	if len(seen) != 2 || !r.Finished() { // the two sums, what follows the seed before what does not
		t.Errorf("asked %v", seen)
	}
	write(t, s.Save())
	s = openDrawer(t, store, c)
	for id, want := range map[string]State{"2.1": Done, "2.2": TestedOut, "1.1": Untouched} {
		if v, _ := s.View(id); v.State != want {
			t.Errorf("%s is %s", id, v.State.Words())
		}
	}
	if u := s.Units()[1]; u.Done != 2 || s.Suggest() == "2.2" {
		t.Errorf("%d done, next %s", u.Done, s.Suggest())
	}
	if w := start(t, s, "2.2"); w.Index() != 0 || w.Exercise().Seed != s.Seed() {
		t.Error("a unit that is known cannot be worked on")
	}
}

// A wrong answer ends the row, and changes nothing.
func TestTestOutEndsKindly(t *testing.T) {
	s := openDrawer(t, &progress.Memory{}, &clock{morning()})
	r := testOut(t, s, "1.1")
	rightAnswer(r.Work())
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	o := wrongAnswer(r.Work(), "x")
	if more, _ := r.Next(); more || !r.Finished() || !strings.Contains(o.Say, "nothing is lost") {
		t.Errorf("%q", o.Say)
	}
	if rightAnswer(r.Work()); !r.Finished() || r.right != 1 {
		t.Error("a row that has ended goes on")
	}
	for _, u := range s.Units() {
		for _, e := range u.Exercises {
			if e.State != Untouched {
				t.Errorf("%s is %s", e.ID, e.State.Words())
			}
		}
	}
}

// In a test-out nothing is said of the fields of an answer that is not whole: it would
// be a try for nothing.
func TestTestOutTellsOfWholeAnswersAlone(t *testing.T) {
	s := openDrawer(t, &progress.Memory{}, &clock{morning()})
	r := testOut(t, s, "1.1")
	fields := map[string]exercises.FieldReport{
		"a": {Verdict: exercises.NotEqual}, "b": {Verdict: exercises.Equal}, "c": {Verdict: exercises.Empty},
		"d": {Verdict: exercises.Unreadable, Message: "why"},
	}
	for v, want := range map[exercises.Verdict]int{exercises.Empty: 2, exercises.Unreadable: 2, exercises.Ambiguous: 2,
		exercises.NotEqual: 4, exercises.OtherForm: 4} {
		if told := r.Redact(exercises.Report{Verdict: v, Fields: fields}); len(told.Fields) != want {
			t.Errorf("%s: %v", v.Words(), told.Fields)
		}
		if told := (*Round)(nil).Redact(exercises.Report{Verdict: v, Fields: fields}); len(told.Fields) != 4 {
			t.Errorf("%s, in an exercise: %v", v.Words(), told.Fields)
		}
	}
	if len(fields) != 4 {
		t.Error("the report itself has changed")
	}
}

// What cannot be read is no wrong answer.
func TestUnreadableEndsNoRow(t *testing.T) {
	s := openDrawer(t, &progress.Memory{}, &clock{morning()})
	r := testOut(t, s, "1.1")
	for _, v := range []exercises.Verdict{exercises.Empty, exercises.Unreadable, exercises.Ambiguous,
		exercises.Undecided, exercises.OtherForm} {
		if r.Work().Apply(context.Background(), nil, exercises.Report{Verdict: v}); r.Finished() {
			t.Errorf("%s ends the row", v.Words())
		}
	}
}

func TestDealt(t *testing.T) {
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
		if len(got) != len(test.want) {
			t.Fatalf("%v gave %v", test.piles, got)
		}
		for i := range got {
			if got[i] != test.want[i] {
				t.Errorf("%v gave %v", test.piles, got)
			}
		}
	}
}
