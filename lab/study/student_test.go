package study

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"kernellab/exercises"
	"kernellab/lab/progress"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

func TestWork_attempts(t *testing.T) {
	w := start(t, open(t, &progress.Memory{}, Options{}), "1.1")
	w.Next()
	wrong := exercises.Answers{"s": "1", "p": "1"}
	no := exercises.Report{Verdict: exercises.NotEqual}
	for i, c := range []struct {
		name    string
		answers exercises.Answers
		report  exercises.Report
		want    Outcome
		total   int
	}{
		{"a syntax error is none", wrong, exercises.Report{Verdict: exercises.Unreadable}, Outcome{}, 0},
		{"a wrong answer is one", wrong, no, Outcome{Counted: true}, 1},
		{"the same again is none, and brings a hint", exercises.Answers{"s": " 1", "p": "1", "t": "9"}, no,
			Outcome{Repeated: true, Hinted: true}, 1},
		{"another is one", exercises.Answers{"s": "1", "p": "2"}, no, Outcome{Counted: true}, 2},
		{"the third wakes the hint", exercises.Answers{"s": "1", "p": "3"}, no,
			Outcome{Counted: true, SuggestHint: true}, 3},
		{"the first again brings the last hint", wrong, no, Outcome{Repeated: true, Hinted: true}, 3},
		{"right", exercises.Answers{"s": "5", "p": "6"}, exercises.Report{Verdict: exercises.Equal, Accepted: true},
			Outcome{Counted: true, TaskDone: true}, 4},
		{"right again", exercises.Answers{"s": "5", "p": "6"},
			exercises.Report{Verdict: exercises.Equal, Accepted: true}, Outcome{}, 4},
		{"wrong afterwards", wrong, no, Outcome{Repeated: true}, 4},
	} {
		got := w.Apply(t.Context(), c.answers, c.report)
		got.Message = ""
		check.That(t, got == c.want && w.state().Attempts == c.total,
			"%d, %s: %+v after %d attempts, want %+v and %d", i,
			c.name, got, w.state().Attempts, c.want, c.total)
	}
	shown, more := w.Hints()
	check.That(t, len(shown) == 2 && !more && w.TaskState(1) == TaskDoneWithHints,
		"got %d hints, more %v, state %v, want 2, false, %v", len(shown), more, w.TaskState(1), TaskDoneWithHints)
}

// If the saved current task has since been removed, the exercise opens at the task that has
// replaced it. The exercise is done if no other task was open.
func TestWork_formerTask(t *testing.T) {
	for _, done := range []bool{false, true} {
		store := &progress.Memory{}
		s := open(t, store, Options{})
		w := start(t, s, "1.1")
		w.Next()
		if done {
			w.FillReference()
			judge(w)
		}
		w.Next()
		write(t, s.Save())
		lib := shelf() // in which the task add has replaced the last task of 1.1
		e := &lib.units[0].Exercises[0]
		e.Tasks, e.Former = []string{"look", "add"}, map[string]string{"slide": "add"}
		lib.onOpen = func(e *exercises.Exercise) { e.Former, e.Tasks = e.Tasks[2:], e.Tasks[:2] }
		s = openLibrary(t, lib, store, Options{})
		before, _ := s.View("1.1")
		w = start(t, s, "1.1")
		after, _ := s.View("1.1")
		check.That(t, before.TaskIndex == 1 && w.Info().Name == "add" && after.State.Settled() == done,
			"with add done %v: got it listed at %d, opened at %s, settled %v, want 1, add, %v", done, before.TaskIndex,
			w.Info().Name, after.State.Settled(), done)
	}
}

func TestWork_recordsHints(t *testing.T) {
	for _, c := range []struct {
		name string
		act  func(w *Work)
		want TaskState
	}{
		{"none", func(*Work) {}, TaskDone},
		{"a hint", func(w *Work) { w.RevealHint() }, TaskDoneWithHints},
		{"the solution", func(w *Work) { w.RevealSolution() }, TaskDoneWithHints},
		{"filled in", func(w *Work) { w.FillReference() }, TaskDoneWithHints},
		{"a hint afterwards", func(w *Work) { w.FillReference(); judge(w); w.RevealHint() }, TaskDoneWithHints},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t, &progress.Memory{}, Options{})
			w := start(t, s, "1.1")
			w.Next()
			c.act(w)
			w.Set("s", "5")
			w.Set("p", "6")
			judge(w)
			w.RevealHint()
			got := w.TaskState(1)
			check.That(t, got == c.want, "TaskState(1) = %s, want %s", got.Words(), c.want.Words())
			w.Next()
			w.Set("t", "2")
			o := judge(w)
			check.That(t, o.ExerciseDone && w.Finished(), "the last answer: got %+v, want the exercise done", o)
			v, _ := s.View("1.1")
			check.That(t, (v.State == DoneWithHints) == (c.want == TaskDoneWithHints) && v.State >= Done &&
				v.TasksDone == 3,
				"the exercise is %s with %d tasks done, want 3 done, with hints only if one was shown",
				v.State.Words(), v.TasksDone)
		})
	}
}

func TestWork_TaskState(t *testing.T) {
	w := start(t, open(t, &progress.Memory{}, Options{}), "1.1")
	want := func(states ...TaskState) {
		t.Helper()
		for i, s := range states {
			got := w.TaskState(i)
			check.That(t, got == s, "step %d is %s, want %s", i, got.Words(), s.Words())
		}
	}
	want(TaskBegun, TaskUntouched, TaskUntouched)
	w.Next()
	want(TaskDone, TaskBegun, TaskUntouched)
	w.Next()
	want(TaskDone, TaskSkipped, TaskBegun)
	check.That(t, !w.Next() && w.Index() == 2, "Next() at the last task leads to %d, want 2", w.Index())
	if i, ok := w.NextOpen(); i != 1 || !ok {
		t.Errorf("Open() = %d, %v, want 1, true", i, ok)
	}
	w.Set("t", "2")
	judge(w)
	if i, ok := w.NextOpen(); i != 1 || !ok {
		t.Errorf("Open() = %d, %v, want 1, true", i, ok)
	}
	w.GoTo(-5)
	check.That(t, w.Index() == 0, "Go(-5) leads to %d, want 0", w.Index())
}

// A last task that is only to be read is not done when the student comes to it or
// goes back from it. The contents show whether each task is done.
func TestWork_MarkRead(t *testing.T) {
	s := open(t, &progress.Memory{}, Options{})
	w := start(t, s, "1.1")
	w.GoTo(1)
	w.GoTo(0)
	v, _ := s.View("1.1")
	want := []TaskState{TaskDone, TaskBegun, TaskUntouched}
	check.That(t, slices.Equal(v.TaskStates, want), "got the states %v, want %v", v.TaskStates, want)
	w = start(t, s, "2.1")
	slices.Reverse(w.infos) // slide, add, look: the last is to be read
	w.GoTo(2)
	w.GoTo(1)
	check.That(t, !w.TaskDone(2), "TaskDone(2) after going back = true, want false")
	w.GoTo(2)
	check.That(t, !w.MarkRead() && w.TaskDone(2),
		"Read() = true or the task is not done, want the task done and not the exercise")
	for _, info := range w.infos {
		w.record.Tasks[info.Name] = progress.Task{Done: info.Name != "look"}
	}
	check.That(t, w.MarkRead() && !w.MarkRead(),
		"Read() of the last open task: got false, or true twice, want true once")
}

func TestStudent_Suggest(t *testing.T) {
	s := open(t, &progress.Memory{}, Options{})
	suggests := func(want string) {
		t.Helper()
		got := s.Suggest()
		check.That(t, got == want, "suggests %q, want %q", got, want)
	}
	suggests("1.1")
	start(t, s, "2.1")
	suggests("2.1")
	fillAndSubmit(t, s, "2.1")
	suggests("1.1")
	start(t, s, "1.2")
	suggests("1.2")
	fillAndSubmit(t, s, "1.2")
	suggests("1.1")
	fillAndSubmit(t, s, "1.1")
	suggests("1.1")
	u := s.Units()
	check.That(t, u[0].Done == 2 && u[1].Done == 1, "Units() = %+v, want 2 and 1 done", u)
}

func TestStudent_Seed(t *testing.T) {
	store := &progress.Memory{}
	s := open(t, store, Options{})
	own := s.Seed()
	check.Must(t, own != 0, "Seed() = 0, want one that was drawn")
	w := start(t, s, "1.1")
	w.Next()
	w.FillReference()
	judge(w)
	write(t, s.Leave())
	check.That(t, open(t, store, Options{}).Seed() == own, "Seed() after a restart = %d, want %d", open(t, store,
		Options{}).Seed(), own)
	other := own + 1
	forced := open(t, store, Options{Seed: &other})
	w = start(t, forced, "1.1")
	check.That(t, w.Exercise().Seed == other && w.Index() == 0 && !w.TaskDone(1) && len(w.Answers()) == 0,
		"with --seed: got seed %d, task %d, done %v, answers %v, want %d and a new attempt", w.Exercise().Seed,
		w.Index(), w.TaskDone(1), w.Answers(), other)
	write(t, forced.Leave())
	later := open(t, store, Options{})
	if w := start(t, later, "1.1"); w.Exercise().Seed != other || later.Seed() != own {
		t.Errorf("later: got seed %d of the attempt, %d of the student, want %d, %d", w.Exercise().Seed, later.Seed(),
			other, own)
	}
	if w := start(t, later, "1.2"); w.Exercise().Seed != own {
		t.Errorf("another exercise: got seed %d, want %d", w.Exercise().Seed, own)
	}
}

func TestStudent_otherDataReopensTasks(t *testing.T) {
	store := &progress.Memory{}
	s := open(t, store, Options{})
	for _, id := range []string{"1.1", "1.2"} {
		fillAndSubmit(t, s, id)
	}
	write(t, s.Leave())
	s = open(t, store, Options{Data: points("mine.csv")})
	w := start(t, s, "1.1")
	check.That(t, w.Finished(), "an exercise without data was begun again, want it finished")
	if w := start(t, s, "1.2"); w.Finished() || w.Answers()["s"] != "5" {
		t.Errorf("on other data: got finished %v, answers %v, want false and s = 5", w.Finished(), w.Answers())
	}
	v, _ := s.View("1.2")
	check.That(t, v.State == DoneWithHints, "1.2: got state %s, want %s", v.State.Words(), DoneWithHints.Words())
}

// An exercise that is restarted has new numbers, even if Options.Seed is set. Hints and
// solutions shown before the restart no longer count.
func TestStudent_restart(t *testing.T) {
	seed := uint64(7)
	s := open(t, &progress.Memory{}, Options{Seed: &seed})
	fillAndSubmit(t, s, "1.1")
	w := must.Value(s.restart("1.1", s.otherSeed("1.1")))
	drawn := w.Exercise().Seed
	check.That(t, drawn != seed && drawn != 0 && w.Index() == 0 && len(w.Answers()) == 0 && !w.TaskDone(1),
		"restart: got seed %d, task %d, answers %v, want another seed, 0, none", drawn, w.Index(), w.Answers())
	solveAll(t, s, "1.1")
	v, _ := s.View("1.1")
	check.That(t, v.State == Done, "done without hints the second time: got %s, want %s", v.State.Words(), Done.Words())
	again := start(t, s, "1.1")
	check.That(t, again.Exercise().Seed == drawn, "opened again: got seed %d, want %d", again.Exercise().Seed, drawn)
	other := start(t, s, "1.2")
	check.That(t, other.Exercise().Seed == seed, "another exercise: got seed %d, want %d", other.Exercise().Seed, seed)
	_, err := s.restart("9.9", s.otherSeed("9.9"))
	check.That(t, err != nil, "restart(9.9): got no error, want one")
}

func TestWork_RecordAction_countsTime(t *testing.T) {
	s := open(t, &progress.Memory{}, Options{})
	w := start(t, s, "1.1")
	at := morning()
	for _, gap := range []time.Duration{0, 10 * time.Second, 2 * time.Minute, 2*time.Minute + 1, -time.Hour,
		time.Minute} {
		at = at.Add(gap)
		w.RecordAction(at)
	}
	if want := 190 * time.Second; time.Duration(w.record.Seconds*float64(time.Second)) != want {
		t.Errorf("spent %v s, want %v", w.record.Seconds, want)
	}
	write(t, s.Leave())
	w.RecordAction(at.Add(time.Second))
	check.That(t, s.Save() == nil, "Save after some time: got something to write, want nothing")
	check.That(t, s.Leave() != nil, "Leave after some time: got nothing to write, want the time")
}

func TestWork_SetBoundsText(t *testing.T) {
	w := start(t, open(t, &progress.Memory{}, Options{}), "1.1")
	for _, text := range []string{strings.Repeat("é", MaxText), strings.Repeat("x", MaxText-1) + "é", "a\xffb\xc3"} {
		w.Set("s", text)
		if got := w.Answers()["s"]; len(got) > MaxText || !utf8.ValidString(got) || got == "" {
			t.Errorf("got %d bytes, valid %v, want at most %d of UTF-8", len(got), utf8.ValidString(got), MaxText)
		}
	}
}

func TestStudent_StartUnknownExercise(t *testing.T) {
	s := open(t, &progress.Memory{}, Options{})
	_, err := s.Start("9.9")
	check.That(t, err != nil, "Start(9.9): got no error, want one")
	_, ok := s.View("9.9")
	check.That(t, !ok && len(s.records) == 0, "View(9.9) = %v with %d records, want none", ok, len(s.records))
}

// The saved current task is found by its name, even if other tasks have been removed or
// reordered.
func TestStudent_StartChangedExercise(t *testing.T) {
	for _, c := range []struct {
		name  string
		saved progress.Exercise
		want  int
	}{
		{"by name", progress.Exercise{Attempt: progress.Attempt{Task: "slide", Index: 0}}, 2},
		{"by place", progress.Exercise{Attempt: progress.Attempt{Task: "gone", Index: 1}}, 1},
		{"beyond", progress.Exercise{Attempt: progress.Attempt{Task: "gone", Index: 99}}, 2},
		{"negative", progress.Exercise{Attempt: progress.Attempt{Task: "gone", Index: -1}}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			store := &progress.Memory{}
			c.saved.ID, c.saved.Seed = "1.1", 5
			c.saved.Tasks = map[string]progress.Task{"gone": {Done: true}, "add": {Hints: 99, Frame: -7}}
			check.OK(t, store.SaveExercise(c.saved))
			w := start(t, open(t, store, Options{}), "1.1")
			check.That(t, w.Index() == c.want, "%s: step %d, want %d", c.name, w.Index(), c.want)
			w.GoTo(1)
			if shown, more := w.Hints(); len(shown) != 2 || more || w.Frame() != 0 {
				t.Errorf("%s: got %d hints, more %v, frame %d, want 2, false, 0", c.name, len(shown), more, w.Frame())
			}
		})
	}
}

func TestWork_DisputeLastsForAttempt(t *testing.T) {
	store := &progress.Memory{}
	s := open(t, store, Options{})
	w := start(t, s, "1.1")
	w.Next()
	w.Dispute("sign")
	w.Dispute("sign")
	w.Dispute("")
	check.That(t, w.Disputed("sign") && !w.Disputed("order") && !w.Disputed(""),
		"got other disputed fields, want only sign")
	write(t, s.Save())
	s = open(t, store, Options{})
	w = start(t, s, "1.1")
	check.That(t, w.Disputed("sign"), "after a restart: got sign not disputed, want it disputed")
	w.GoTo(0)
	check.That(t, !w.Disputed("sign"), "another task: got sign disputed, want it not disputed")
	w = must.Value(s.restart("1.1", s.otherSeed("1.1")))
	w.Next()
	check.That(t, !w.Disputed("sign"), "a new attempt: got sign disputed, want it not disputed")
}

// An exercise is done without its optional tasks, and does not lead back to them.
func TestWork_optionalTask(t *testing.T) {
	lib := shelf()
	lib.onOpen = func(e *exercises.Exercise) {
		last := e.Tasks[2].(step)
		last.Optional = true
		e.Tasks[2] = last
	}
	s := openLibrary(t, lib, &progress.Memory{}, Options{})
	w := start(t, s, "1.1")
	w.Next()
	w.FillReference()
	outcome := judge(w)
	if next, open := w.NextOpen(); open || !outcome.ExerciseDone || !w.Finished() {
		t.Errorf("with all but the optional task done: done %v, task %d is open: %v", outcome.ExerciseDone, next, open)
	}
}

// A student can return to an attempt after beginning another attempt with another seed.
// Meanwhile the first attempt is kept among the other attempts, in memory and in the store.
func TestStudent_otherAttemptsTwoSeeds(t *testing.T) {
	c, store := &clock{morning()}, &progress.Memory{}
	open := func(seed uint64) *Student {
		t.Helper()
		return openLibrary(t, drawer(), store, Options{Now: c.read, Seed: &seed})
	}
	attempts := func(s *Student, want ...uint64) {
		t.Helper()
		v, _ := s.View("1.1")
		var got []uint64
		for _, o := range v.OtherAttempts {
			got = append(got, o.Seed)
		}
		check.Must(t, len(got) == len(want) && (len(got) == 0 || got[0] == want[0]), "beside it lie %v, want %v", got,
			want)
	}
	s := open(7)
	solveAll(t, s, "1.1")
	write(t, s.Leave())
	attempts(s)

	s = open(4)
	w := start(t, s, "1.1")
	check.Must(t, w.Answers()["n"] == "" && w.Exercise().Seed == 4, "got seed %d, answers %v, want 4 and none",
		w.Exercise().Seed, w.Answers())
	attempts(s, 7)
	if v, _ := s.View("1.1"); v.OtherAttempts[0].TasksDone != 3 {
		t.Errorf("got attempts %+v, want one with 3 tasks done", v.OtherAttempts)
	}
	w.Set("n", "5")
	rightAnswer(w)
	write(t, s.Leave())

	s = open(4)
	attempts(s, 7)
	v, _ := s.View("1.1")
	back, err := SwitchAttempt(s, "1.1", v.OtherAttempts[0])
	check.Must(t, err == nil && back.Exercise().Seed == 7 && back.Answers()["n"] == "7" && back.Finished(),
		"TakeUp: got error %v, answers %v, want the finished attempt of seed 7", err, back.Answers())
	attempts(s, 4)
	again := start(t, s, "1.1")
	check.That(t, again.Exercise().Seed == 7, "Start after TakeUp: got seed %d, want 7", again.Exercise().Seed)
	write(t, s.Leave())

	s = open(4) // an attempt with this seed exists
	if w := start(t, s, "1.1"); w.Exercise().Seed != 4 || w.Answers()["n"] != "5" {
		t.Fatalf("got seed %d, answers %v, want 4 and n = 5", w.Exercise().Seed, w.Answers())
	}
	attempts(s, 7)
	if _, err := s.restart("1.1", 9); err != nil { // the attempt is not kept
		t.Fatal(err)
	}
	attempts(s, 7)
	write(t, s.Leave())
	attempts(open(9), 7)
}

// boxed is a library with a sandbox.
type boxed struct{ exercises.Library }

func (b boxed) Sandbox() exercises.Summary {
	return exercises.Summary{ID: "S", Title: "Sandbox", Tasks: []string{"bench"}, TakesData: true}
}

func (b boxed) Open(id string, o exercises.Options) (*exercises.Exercise, error) {
	if id != "S" {
		return b.Library.Open(id, o)
	}
	return &exercises.Exercise{Summary: b.Sandbox(), Seed: o.Seed, Tasks: []exercises.Task{free{}}}, nil
}

// free is a task that accepts anything in its field.
type free struct{ exercises.Task }

func (free) Info() exercises.Info {
	return exercises.Info{Name: "bench", AsksNothing: true, Fields: []exercises.Field{{Name: "points"}}}
}

// The sandbox keeps its settings, whatever the seed and the data of a session. It
// does not change the next exercise or what is done in the units.
func TestStudent_keepsSandbox(t *testing.T) {
	store := &progress.Memory{}
	s := open(t, store, Options{})
	lib := boxed{s.library}
	session := func(o Options) *Student { return openLibrary(t, lib, store, o) }
	s = session(Options{})
	last := s.Units()[0].Exercises[1].ID
	must.Value(s.Start(last))
	suggested := s.Suggest()
	w := must.Value(s.Start("S"))
	w.Set("points", "1 1 +")
	write(t, s.Save())
	seed := uint64(99)
	for _, o := range []Options{{}, {Seed: &seed}, {Data: points("mine")}, {Seed: &seed, Data: points("other")}} {
		again := session(o)
		w, err := again.Start("S")
		check.That(t, err == nil && w.Answers()["points"] == "1 1 +",
			"%+v: got answers %v, error %v, want the points that were set", o, w.Answers(), err)
		got := again.Suggest()
		check.That(t, got == suggested, "Suggest() = %s, want %s", got, suggested)
		write(t, again.Save())
	}
	v, ok := s.View("S")
	check.That(t, ok && v.State == Begun && v.ID == "S", "View(S) = %+v, want it begun", v)
	for _, u := range s.Units() {
		for _, e := range u.Exercises {
			check.That(t, e.ID != "S" && u.Done == 0, "unit %s has exercise %s, %d done, want no sandbox and 0", u.ID,
				e.ID, u.Done)
		}
	}
	bare := open(t, &progress.Memory{}, Options{})
	check.That(t, SandboxOf(bare).ID == "", "SandboxOf a library without one = %q, want none", SandboxOf(bare).ID)
}

// A field awaits its verdict until its content has been judged. When the student returns in
// another session, the verdict is still known.
func TestWork_stagedAnswersAwaitVerdict(t *testing.T) {
	store := &progress.Memory{}
	s := open(t, store, Options{})
	w := start(t, s, "1.1")
	w.Next()
	awaits := func(w *Work, s, p bool) {
		t.Helper()
		if a := StageAnswers(w); a.IsUnjudged("s") != s || a.IsUnjudged("p") != p {
			t.Errorf("s awaits %v, p awaits %v; want %v and %v", a.IsUnjudged("s"), a.IsUnjudged("p"), s, p)
		}
	}
	w.Set("s", "5")
	awaits(w, true, true)
	judge(w)
	awaits(w, false, false)
	w.Set("p", "6")
	awaits(w, false, true)
	w.Set("s", "7")
	awaits(w, true, true)
	w.Set("s", "5")
	judge(w)
	awaits(w, false, false)
	check.That(t, !w.Answers().IsUnjudged("s") && StageAnswers(w)["s"] == "5",
		"got Awaits %v, staged %v, want false and s = 5", w.Answers().IsUnjudged("s"), StageAnswers(w))
}

func TestStudent_SetPath(t *testing.T) {
	lib := shelf()
	lib.units[0].Exercises[1].Paths = []string{"short"}
	lib.units[1].Exercises[0].Paths = []string{"short"}
	s := openLibrary(t, lib, &progress.Memory{}, Options{})
	ids := func() (out []string) {
		for _, u := range s.UnitsOnPath() {
			for _, e := range u.Exercises {
				out = append(out, e.ID)
			}
		}
		return out
	}
	all := ids()
	paths, chosen := s.Paths()
	check.Must(t, len(paths) == 2 && paths[0].Name == "short" && paths[chosen].Name == "",
		"Paths() = %v, %d, want short and everything, which is chosen", paths, chosen)
	s.SetPath("short")
	if got, want := ids(), []string{all[1], "2.1"}; !slices.Equal(got, want) || s.Suggest() != want[0] {
		t.Errorf("OnPath() = %v, suggested %s, want %v and its first", got, s.Suggest(), want)
	}
	for _, name := range []string{"", "a path of another version"} {
		s.SetPath(name)
		got := ids()
		check.That(t, slices.Equal(got, all), "on path %q: OnPath() = %v, want everything", name, got)
	}
}

func TestWork_leavesOutATask(t *testing.T) {
	s := open(t, &progress.Memory{}, Options{})
	w := start(t, s, "1.1")
	for range 2 {
		w.Next()
		w.Apply(t.Context(), nil, exercises.Report{Verdict: exercises.Skipped, Accepted: true})
	}
	w.Apply(t.Context(), nil, exercises.Report{Verdict: exercises.NotEqual})
	v, _ := s.View("1.1")
	check.That(t, w.Finished() && w.TaskState(2) == TaskSkipped && v.Words() == "done, 2 skipped",
		"tasks left out: finished %v, the last %q, all %q, want true, %q, %q", w.Finished(), w.TaskState(2).Words(),
		v.Words(), "skipped", "done, 2 skipped")
	w.Apply(t.Context(), nil, exercises.Report{Verdict: exercises.Equal, Accepted: true})
	check.That(t, w.TaskState(2) == TaskDone, "then solved: got %q, want %q", w.TaskState(2).Words(), "done")
}
