package lab

import (
	"strings"
	"syscall"
	"testing"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab/core"
	"kernellab/lab/exercise"
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
	if err != nil {
		t.Fatal(err)
	}
	return state.Exercises["1.2"].Answers[field]
}

func TestSave_draftsWhileTyping(t *testing.T) {
	store := &countingStore{}
	b := withStore(t, store)
	b.keys("enter")
	b.typed("x1")
	if got := store.answer(t, "f"); got != "x1" {
		t.Fatalf("the store holds %q, want x1", got)
	}
	again := withStore(t, store)
	again.sees("2 of 3", "x1")
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
	const question = "If you leave now, it is lost. The same key again leaves all the same; any other stays."
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
			"the folder does not allow " +
				"it": &pathError{syscall.EACCES}, "the disk reports a fault": &pathError{syscall.EIO},
		} {
			b, store := failingLab(t, size[0], size[1], err)
			for _, key := range []string{"", "x", "tab", "esc", "ctrl+g", "esc", "ctrl+p", "esc"} {
				if key != "" {
					b.keys(key)
				}
				got := b.runningText()
				if !strings.Contains(got, "is not saved: "+cause+". It is kept in this window and tried again every "+
					"few seconds.") || !strings.Contains(got, "What you did since ") {
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

// A verdict is shown only after the answer is saved. It is dropped if the answer
// changes meanwhile, and a second enter does not judge again.
func TestVerdict_waitsForTheSave(t *testing.T) {
	store := &countingStore{}
	b := withStore(t, store)
	b.keys("enter")
	b.typed("x1")
	e := b.exercise()
	_, report := e.Update(press("enter"))
	held := reportFrom(t, report)
	_, save := e.Update(held)
	if e.Task.Report() != nil || !e.Task.Jobs.Check.Busy() {
		t.Fatal("the verdict is shown before the save, want it later")
	}
	b.fireTimers()
	b.sees("checking")
	e.Update(press("enter"))
	e.Update(press("esc"))
	saves := store.saves
	kept := save()
	if _, ok := kept.(session.SavedMsg); !ok || e.Task.Report() != nil {
		t.Fatalf("got %T before the save, report %v, want SavedMsg and none", kept, e.Task.Report())
	}
	b.send(kept)
	if store.saves == saves || e.Task.Report() == nil {
		t.Fatalf("%d saves, report %v, want at least one and a report", store.saves-saves, e.Task.Report())
	}
	attempts := 0
	state, _, _ := store.Load()
	for _, s := range state.Exercises["1.2"].Tasks {
		attempts += s.Attempts
	}
	if attempts != 1 {
		t.Fatalf("%d attempts, want 1", attempts)
	}
}

// reportFrom runs commands until one sends a verdict.
func reportFrom(t *testing.T, cmd tea.Cmd) exercise.ReportMsg {
	t.Helper()
	todo := []tea.Cmd{cmd}
	for len(todo) > 0 {
		next := todo[0]
		todo = todo[1:]
		if next == nil {
			continue
		}
		switch msg := next().(type) {
		case exercise.ReportMsg:
			return msg
		case tea.BatchMsg:
			todo = append(todo, msg...)
		}
	}
	t.Fatal("nothing is judged, want a report")
	return exercise.ReportMsg{}
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

// A slow save releases the verdict, shows a warning, and counts when it is done.
func TestSave_slowSaveDelaysNothing(t *testing.T) {
	b := withStore(t, &countingStore{})
	s := b.m.Session
	s.Saves.Count, s.Saves.Saving = 7, true
	s.Saves.Waiting = []session.Waiter{{N: 7, To: core.Address{Owner: 1, Gen: 1}},
		{N: 8, To: core.Address{Owner: 1, Gen: 2}}}
	done := make(chan error, 1)
	_, cmd := b.m.Update(session.SlowMsg{N: 7, Wait: func() error { return <-done }})
	b.sees("the disk does not answer")
	if len(s.Saves.Waiting) != 1 {
		t.Errorf("%d wait, want 1", len(s.Saves.Waiting))
	}
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
