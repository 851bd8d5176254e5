package study

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kernellab/exercises"
	"kernellab/lab/progress"
	"kernellab/testdata/support/check"
)

// What is typed after a snapshot does not change the snapshot.
func TestStudent_SaveIsSnapshot(t *testing.T) {
	store := &progress.Memory{}
	s := open(t, store, Options{})
	w := start(t, s, "1.1")
	w.Set("s", "early")
	early := s.Save()
	w.Set("s", "late")
	w.Next()
	write(t, early)
	state, _, err := store.Load()
	check.OK(t, err)
	got := state.Exercises["1.1"]
	check.That(t, got.Answers["s"] == "early" && got.Task == "look" && !got.Tasks["add"].Seen &&
		!got.Tasks["look"].Done,
		"got snapshot %+v, want it as it was when it was made", got)
	write(t, s.Save())
	write(t, early) // the older snapshot is written last
	if state, _, err = store.Load(); err != nil {
		t.Fatal(err)
	}
	got = state.Exercises["1.1"]
	check.That(t, got.Answers["s"] == "late" && got.Task == "add", "got %+v, want the later answers", got)
}

// A student may go on working during a save.
func TestStudent_SaveWhileWorking(t *testing.T) {
	store := &progress.Memory{}
	s := open(t, store, Options{})
	w := start(t, s, "1.1")
	var wg sync.WaitGroup
	for i := range 30 {
		w.Set("s", strings.Repeat("x", i+1))
		w.GoTo(i % 3)
		judge(w)
		if save := s.Save(); save != nil {
			wg.Go(func() {
				if err := save(); err != nil {
					t.Error(err)
				}
			})
		}
	}
	wg.Wait()
	got := start(t, open(t, store, Options{}), "1.1").Answers()["s"]
	check.That(t, len(got) == 30, "got %d characters, want 30", len(got))
}

// Leave does not rely on a save that is still running: the program may end before
// that save does.
func TestStudent_LeaveDuringSave(t *testing.T) {
	store := &progress.Memory{}
	s := open(t, store, Options{})
	start(t, s, "1.1").GoTo(1)
	unfinished := s.Save()
	leave := s.Leave()
	check.Must(t, leave != nil, "Leave during a save: got nothing to write, want everything")
	write(t, leave)
	got := start(t, open(t, store, Options{}), "1.1").Index()
	check.That(t, got == 1, "got task %d, want 1", got)
	write(t, unfinished)
	check.That(t, s.Leave() == nil, "Leave after the save: got something to write, want nothing")
}

// refusing is a store that fails if err is set.
type refusing struct {
	progress.Memory
	err error
}

func (r *refusing) SaveExercise(e progress.Exercise) error {
	if r.err != nil {
		return r.err
	}
	return r.Memory.SaveExercise(e)
}

func TestStudent_SaveAfterFailure(t *testing.T) {
	store := &refusing{err: errors.New("no room")}
	s := open(t, store, Options{})
	start(t, s, "1.1").Set("s", "x")
	if err := s.Save()(); !errors.Is(err, store.err) {
		t.Fatal(err)
	}
	store.err = nil
	again := s.Save()
	check.Must(t, again != nil, "Save after one that failed: got nothing to write, want it again")
	write(t, again)
	check.That(t, s.Save() == nil, "Save after one that succeeded: got something to write, want nothing")
}

// memoryLog keeps events in memory, except those about opened tasks, and refuses them while
// it is broken.
type memoryLog struct {
	kept   []progress.Event
	broken bool
}

func (l *memoryLog) Append(a progress.Event) error {
	if l.broken {
		return errors.New("disk full")
	}
	if a.Kind == progress.TaskOpened {
		return nil
	}
	l.kept = append(l.kept, a)
	return nil
}

func TestStudent_SaveLogsAnswers(t *testing.T) {
	log, c := &memoryLog{}, &clock{morning()}
	s := open(t, &progress.Memory{}, Options{Log: log, Now: c.read})
	w := start(t, s, "1.1")
	w.Next()
	c.now = c.now.Add(1500 * time.Millisecond)
	w.Set("s", "4")
	w.Set("p", "6")
	judge(w)
	w.RevealHint()
	w.RevealSolution()
	w.Set("s", "5")
	judge(w)
	check.Must(t, len(log.kept) == 0, "before a save: got %d logged answers, want 0", len(log.kept))
	n := s.Unsaved()
	check.That(t, n == 4, "before a save: Unsaved = %d, want 4: two answers, a hint and the solution", n)
	write(t, s.Save())
	n = s.Unsaved()
	check.That(t, n == 0 && s.Save() == nil, "after a save: Unsaved = %d, want 0 and nothing to write", n)
	var kinds []progress.EventKind
	for _, e := range log.kept {
		kinds = append(kinds, e.Kind)
	}
	if want := []progress.EventKind{progress.AnswerGiven, progress.HintShown, progress.SolutionShown,
		progress.AnswerGiven}; !slices.Equal(kinds, want) {
		t.Fatalf("got events %q, want %q", kinds, want)
	}
	hint := log.kept[1]
	check.That(t, hint.Hints == 1 && hint.Task == "add", "got hint %+v, want number 1 of the task", hint)
	first, second := log.kept[0], log.kept[3]
	check.That(t, !first.Solution && second.Solution, "got solution shown = %v, then %v, want false, then true",
		first.Solution, second.Solution)
	check.That(t, first.Exercise == "1.1" && first.Task == "add" && first.Raw["s"] == "4" && !first.Accepted &&
		first.Hints == 0 && first.Milliseconds == 1500 && first.Verdict == "not-equal" && first.Status == "valid",
		"first answer: got %+v, want 4 refused without hints", first)
	check.That(t, second.Raw["s"] == "5" && second.Accepted && second.Hints == 1 && second.Verdict == "equal",
		"second answer: got %+v, want 5 accepted with a hint", second)
}

func TestStudent_SaveRetriesLogInOrder(t *testing.T) {
	log := &memoryLog{broken: true}
	s := open(t, &progress.Memory{}, Options{Log: log})
	w := start(t, s, "1.1")
	w.Next()
	for _, text := range []string{"1", "2"} {
		w.Set("s", text)
		judge(w)
	}
	err := s.Save()()
	check.Must(t, err != nil, "Save with a broken log: got no error, want one")
	n := s.Unsaved()
	check.That(t, n == 2, "Save with a broken log: Unsaved = %d, want 2", n)
	w.Set("s", "3")
	judge(w)
	log.broken = false
	write(t, s.Leave())
	var got string
	for _, a := range log.kept {
		got += a.Raw["s"]
	}
	check.That(t, got == "123", "the log holds %q, want 123", got)
}

// busyLog calls during while it writes an event.
type busyLog struct {
	memoryLog
	during func()
}

func (l *busyLog) Append(e progress.Event) error {
	if e.Kind != progress.TaskOpened {
		l.during()
	}
	return l.memoryLog.Append(e)
}

// The event of an answer is logged only after the document with the answer is saved, even if
// the event is queued during a save.
func TestStudent_SaveKeepsDocumentsFirst(t *testing.T) {
	log := &busyLog{}
	s := open(t, &progress.Memory{}, Options{Log: log})
	w := start(t, s, "1.1")
	w.Next()
	w.RevealHint()
	log.during = func() { judge(w) }
	write(t, s.Save())
	if n := s.Unsaved(); n != 1 || len(log.kept) != 1 {
		t.Errorf("got %d events in the log, %d unsaved, want 1 and 1: the document of the second is not saved",
			len(log.kept), n)
	}
}

func TestWork_DisputeRepeatsAnswer(t *testing.T) {
	log := &memoryLog{}
	s := open(t, &progress.Memory{}, Options{Log: log})
	w := start(t, s, "1.1")
	w.Next()
	w.Apply(t.Context(), w.Answers(), exercises.Report{Verdict: exercises.NotEqual, Misconception: "sign"})
	w.Dispute("sign")
	w.Dispute("other") // no answer had this misconception, so none is logged again
	write(t, s.Save())
	check.That(t, len(log.kept) == 2 && !log.kept[0].Disputed && log.kept[1].Disputed && log.kept[1].Misconception == "sign",
		"got log %+v, want the answer twice, the second disputed", log.kept)
}

// Two texts that the judge parses as the same answer are one attempt. Texts that it does not
// parse are compared as typed.
func TestWork_attemptsDifferByReading(t *testing.T) {
	s := open(t, &progress.Memory{}, Options{})
	w := start(t, s, "1.1")
	w.Next()
	try := func(text, reading string) Outcome {
		w.Set("s", text)
		return w.Apply(t.Context(), w.Answers(),
			exercises.Report{Verdict: exercises.NotEqual,
				Fields: map[string]exercises.FieldReport{"s": {Reading: reading}}})
	}
	o := try("2*x", "2·x")
	check.That(t, o.Counted && !o.Repeated, "the first answer: got %+v, want it counted", o)
	o = try("2 x", "2·x")
	check.That(t, !o.Counted && o.Repeated, "the same in another form: got %+v, want it repeated", o)
	o = try("3x", "3·x")
	check.That(t, o.Counted, "another answer: got %+v, want it counted", o)
	check.That(t, w.state().Attempts == 2, "%d attempts, want 2", w.state().Attempts)
}

// Nothing is saved of a student who only looks around. The first action saves everything.
func TestStudent_lookLeavesNothing(t *testing.T) {
	acts := map[string]func(*Student, *Work){
		"typing":     func(_ *Student, w *Work) { w.Set("s", "4") },
		"an answer":  func(_ *Student, w *Work) { judge(w) },
		"a hint":     func(_ *Student, w *Work) { w.RevealHint() },
		"a solution": func(_ *Student, w *Work) { w.RevealSolution() },
		"a setting":  func(s *Student, _ *Work) { s.SetSettings(Settings{Speed: 2}) },
	}
	for name, act := range acts {
		store, o := &progress.Memory{}, Options{SaveWorkOnly: true, NewSeed: 77}
		s := open(t, store, o)
		w := start(t, s, "1.1")
		w.Next()
		w.SetFrame(3)
		w.RecordAction(morning())
		check.That(t, s.Save() == nil && s.Leave() == nil, "%s: got something to write after a look, want nothing",
			name)
		act(s, w)
		write(t, s.Save())
		again := open(t, store, o)
		check.That(t, again.Seed() == 77 && start(t, again, "1.1").Index() == 1, "%s: got seed %d, task %d, want 77, 1",
			name, again.Seed(), start(t, again, "1.1").Index())
		start(t, again, "1.2")
		check.That(t, again.Save() != nil, "%s: Save of a student with a record: got nothing to write, want a save",
			name)
	}
}
