package lab

import (
	"strings"
	"syscall"
	"testing"

	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/study"
)

// countingStore counts saves of exercises and can fail.
type countingStore struct {
	progress.Memory
	saves int
	err   error
}

func (c *countingStore) SaveExercise(e progress.Exercise) error {
	c.saves++
	if c.err != nil {
		return c.err
	}
	return c.Memory.SaveExercise(e)
}

func withStore(t *testing.T, store progress.Store) *bench {
	t.Helper()
	return newBench(t, 120, 36, session.Config{Start: "1.2",
		Student: studentOf(t, fakeLibrary{slow: closedGate()}, store, study.Options{})})
}

func (c *countingStore) answer(t *testing.T, field string) string {
	t.Helper()
	state, _, err := c.Load()
	check(t, err)
	return state.Exercises["1.2"].Answers[field]
}

// No save starts while another is running, and the next one contains the latest text.
func TestSave_oneAtATime(t *testing.T) {
	store := &countingStore{}
	b := withStore(t, store)
	b.keys("enter")
	before := store.saves
	b.hold = true
	b.typed("x1 + 3 + 5")
	b.release()
	if n := store.saves - before; n != 2 {
		t.Errorf("%d saves for ten letters typed during one, want 2", n)
	}
	if got := store.answer(t, "f"); got != "x1 + 3 + 5" {
		t.Errorf("the store holds %q, want x1 + 3 + 5", got)
	}
}

func TestSave_whenQuitting(t *testing.T) {
	store := &countingStore{}
	b := withStore(t, store)
	b.keys("enter")
	b.hold = true
	b.typed("x")
	b.held = nil // the save of the draft never runs
	b.hold = false
	b.keys("ctrl+c")
	if !b.quit || store.answer(t, "f") != "x" {
		t.Fatalf("quit %v, the store holds %q, want true, x", b.quit, store.answer(t, "f"))
	}
}

// While saving fails, the lab asks once before it quits, at every size and for both
// keys. It says what would be lost and how to leave anyway. Any other key cancels.
func TestLeaving_asksIfUnsaved(t *testing.T) {
	const question = "If you leave now, it is lost. Press the same key again to leave anyway, or any other key to stay."
	for _, size := range [][2]int{{60, 18}, {120, 36}} {
		for _, key := range []string{"ctrl+c", "q"} {
			b, store := failingLab(t, size[0], size[1], syscall.ENOSPC)
			b.keys("alt+q")
			before := store.saves
			b.keys(key)
			if got := b.runningText(); !strings.Contains(got, question) || !strings.Contains(got, "the disk is full") ||
				b.quit {
				t.Fatalf("%v after %s, quit %v, want the question:\n%s", size, key, b.quit, b.screen())
			}
			if store.saves == before {
				t.Error("the save was not tried again, want one more")
			}
			b.keys("down")
			if got := b.runningText(); strings.Contains(got, "If you leave now") ||
				!strings.Contains(got, "It is kept in this window") {
				t.Fatalf("after another key: want no question, got\n%s", b.screen())
			}
			b.keys(key, key)
			if !b.quit {
				t.Errorf("%v: %s twice: want to quit", size, key)
			}
		}
	}
}

// The lab does not ask again if the save has succeeded meanwhile, and never asks if
// everything is saved.
func TestLeaving_doesNotAskIfSaved(t *testing.T) {
	b, store := failingLab(t, 80, 24, syscall.ENOSPC)
	store.err = nil
	b.keys("ctrl+c")
	b.sees("Saved again.")
	b.lacks("If you leave now")
	if b.quit {
		t.Fatal("it quits without asking, want the question")
	}
	b.keys("ctrl+c")
	if !b.quit {
		t.Error("want to quit, got no")
	}
}

// A host keeps unsaved work in memory, and the question says so.
func TestLeaving_aHost(t *testing.T) {
	b, _ := failingLab(t, 80, 24, syscall.ENOSPC)
	b.m.Config.HostRetries = true
	b.keys("ctrl+c")
	if got := b.runningText(); !strings.Contains(got, "the host keeps it in memory and tries again; if the "+
		"host ends before that succeeds, it is lost.") {
		t.Errorf("want the host in the question, got\n%s", b.screen())
	}
}

// failingLab opens an exercise on a terminal of w×h cells, with a store that fails.
func failingLab(t *testing.T, w, h int, err error) (*bench, *countingStore) {
	t.Helper()
	store := &countingStore{err: err}
	b := newBench(t, w, h, session.Config{Start: "1.2",
		Student: studentOf(t, fakeLibrary{slow: closedGate()}, store, study.Options{})})
	b.patient = true
	b.m.Tick = dropTimer
	b.keys("enter")
	return b, store
}

func (b *bench) runningText() string { return strings.Join(strings.Fields(b.screen()), " ") }

// A failed save is reported in full, with its cause and without a path, at every size.
// The report stays until a save succeeds and “Saved again.” replaces it.
func TestSave_failureIsShownInFull(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {60, 18}, {120, 36}, {200, 60}} {
		for cause, err := range map[string]error{
			"the disk is full": &pathError{syscall.ENOSPC}, "the disk is read-only": &pathError{syscall.EROFS},
			"the folder is not writable": &pathError{syscall.EACCES}, "the disk reports a fault": &pathError{syscall.EIO},
		} {
			b, store := failingLab(t, size[0], size[1], err)
			for _, key := range []string{"", "x", "tab", "esc", "ctrl+g", "esc", "ctrl+p", "esc"} {
				if key != "" {
					b.keys(key)
				}
				got := b.runningText()
				if !strings.Contains(got, "is not saved: "+cause+". It is kept in this window, and saving is tried again every "+
					"few seconds.") || !strings.Contains(got, "What you have done since ") {
					t.Fatalf("%v after %q: want the report in full, got\n%s", size, key, b.screen())
				}
				if strings.Contains(got, "/srv") {
					t.Fatalf("want no path, got\n%s", b.screen())
				}
			}
			if n := strings.Count(b.screen(), "\n"); n != size[1] {
				t.Errorf("got %d rows, want %d", n, size[1])
			}
			store.err = nil
			b.send(session.RetryMsg{N: b.m.Saves.Count})
			b.sees("Saved again.")
			b.lacks("not saved")
			b.keys("esc")
			b.lacks("Saved again.")
			if b.m.Err() != nil || b.m.Height != size[1] {
				t.Errorf("Err = %v, height %d, want nil and the whole screen", b.m.Err(), b.m.Height)
			}
		}
	}
}

// pathError is an error of the operating system with a path of the host.
type pathError struct{ errno syscall.Errno }

func (e *pathError) Error() string { return "open /srv/students/7: " + e.errno.Error() }

func (e *pathError) Unwrap() error { return e.errno }

// A failed save is repeated without a key press, after growing pauses.
func TestSave_isRetried(t *testing.T) {
	b, store := failingLab(t, 80, 24, syscall.ENOSPC)
	for range 3 {
		before := store.saves
		b.send(session.RetryMsg{N: b.m.Saves.Count})
		if store.saves != before+1 {
			t.Fatalf("%d saves after a retry, want 1", store.saves-before)
		}
	}
	before := store.saves
	b.send(session.RetryMsg{N: b.m.Saves.Count - 1}) // of a save that another has followed
	if store.saves != before {
		t.Error("a stale retry saves, want none")
	}
	store.err = nil
	b.send(session.RetryMsg{N: b.m.Saves.Count})
	if got, _, _ := store.Load(); got.Exercises["1.2"].ID == "" {
		t.Error("not saved when the disk is back, want the answer")
	}
	before = store.saves
	b.send(session.RetryMsg{N: b.m.Saves.Count})
	if store.saves != before {
		t.Error("a save without changes, want none")
	}
}

// gatedLog keeps answers once its gate is open.
type gatedLog struct {
	gate chan struct{}
	kept []progress.Event
}

func (l *gatedLog) Append(a progress.Event) error {
	<-l.gate
	l.kept = append(l.kept, a)
	return nil
}

// Verdicts do not wait for the store. The screen says how many answers it has not
// confirmed, and nothing else moves. Drafts do not count.
func TestVerdict_doesNotWaitForTheStore(t *testing.T) {
	for _, size := range [][2]int{{60, 18}, {80, 24}, {120, 36}} {
		begin := func(log *gatedLog) *bench {
			b := newBench(t, size[0], size[1], session.Config{Start: "1.2",
				Student: studentOf(t, fakeLibrary{slow: closedGate()}, &progress.Memory{}, study.Options{Log: log})})
			b.keys("enter", "x", "1")
			b.lacks("not yet saved")
			b.keys("enter")
			return b
		}
		log := &gatedLog{gate: make(chan struct{})}
		b, saved := begin(log), begin(&gatedLog{gate: closedGate()})
		b.sees("Not separable.", "not yet saved (1)")
		saved.lacks("not yet saved")
		for y, row := range strings.Split(b.screen(), "\n") {
			if want := strings.Split(saved.screen(), "\n")[y]; y > 1 && row != want {
				t.Errorf("%v, row %d: got %q, want %q as when all is saved", size, y, row, want)
			}
		}
		b.typed("^2")
		b.sees("not yet saved (1)")
		b.keys("enter")
		b.sees("not yet saved (2)")
		if r := b.exercise().Task.Report(); r == nil || !r.Accepted {
			t.Fatalf("%v: got report %v, want the second answer accepted", size, r)
		}
		b.keys("enter", "1")
		if got := b.exercise().Task.Work.Index(); got != 2 || b.field(0).Empty() {
			t.Errorf("%v: got task %d, want the next one, with an answer begun", size, got+1)
		}
		close(log.gate)
		b.await()
		b.lacks("not yet saved")
		if n := len(log.kept); n != 5 {
			t.Errorf("%v: got %d events in the log, want two answers and three opened tasks", size, n)
		}
	}
}

// A failing disk does not prevent a verdict from being shown.
func TestVerdict_isShownIfTheSaveFails(t *testing.T) {
	b, _ := failingLab(t, 120, 36, syscall.ENOSPC)
	b.typed("x1")
	b.keys("enter")
	if b.exercise().Task.Report() == nil {
		t.Fatal("got no verdict, want one")
	}
	b.sees("the disk is full")
}

// A slow save shows a warning, and counts when it is done.
func TestSave_slowSaveWarns(t *testing.T) {
	b := withStore(t, &countingStore{})
	s := b.m.Session
	s.Saves.Count, s.Saves.Saving = 7, true
	done := make(chan error, 1)
	_, cmd := b.m.Update(session.SlowMsg{N: 7, Wait: func() error { return <-done }})
	b.sees("the disk does not answer")
	done <- nil
	b.run(cmd)
	b.lacks("the disk does not answer")
	if s.Saves.Err != nil || s.Saves.Saving {
		t.Errorf("got %+v, want no failed save", s.Saves)
	}
}

// Warnings are shown in full when the lab starts.
func TestWarnings_areShownFirst(t *testing.T) {
	warnings := []string{"What was saved of exercise 7.7 could not be read.",
		"What you do cannot be saved now: the disk is full."}
	b := newBench(t, 80, 24, session.Config{Start: "1.2", Warnings: warnings})
	got := b.runningText()
	for _, w := range append(warnings, "Before you begin") {
		for _, word := range strings.Fields(w) {
			if !strings.Contains(got, word) {
				t.Fatalf("want %q on the screen, got\n%s", word, b.screen())
			}
		}
	}
	b.keys("esc")
	b.lacks("Before you begin")
}

// Opening the settings saves nothing. Changing one does.
func TestSettings_lookingSavesNothing(t *testing.T) {
	b := open(t, 120, 36, "1.2")
	before := b.m.Student.Settings()
	b.m.screens = append(b.m.screens, session.NewSettingsWindow(b.m.Session))
	b.keys("down", "up")
	if b.m.Student.Settings() != before {
		t.Error("looking at the settings saved them, want no change")
	}
	b.keys("enter")
	if b.m.Student.Settings() == before {
		t.Error("a change was not saved, want it to be")
	}
}

// A save that begins while screens open and close always ends.
func TestModel_savesWhenScreensChange(t *testing.T) {
	for name, in := range map[string]session.Intent{
		"another exercise": session.Open{Exercise: "1.3"}, "the contents": session.ToContents{}, "back": session.Pop{},
	} {
		b := newBench(t, 80, 24, session.Config{Start: "1.2", Student: studentOf(t, fakeLibrary{slow: closedGate()},
			&progress.Memory{}, study.Options{Log: &classRecord{}})})
		b.m.Student.Log(nil, progress.HelpAsked, progress.Faster, nil)
		b.run(b.m.perform(in))
		if b.m.Saves.Saving {
			t.Errorf("%s: got a save that does not end, want none", name)
		}
	}
}
