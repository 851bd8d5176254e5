package lab

import (
	"syscall"
	"testing"

	"kernellab/lab/contents"
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

func (c *countingStore) SaveExercise(e progress.Exercise, d progress.Durability) error {
	c.saves++
	if c.err != nil {
		return c.err
	}
	return c.Memory.SaveExercise(e, d)
}

func withStore(t *testing.T, store progress.Store) *bench {
	t.Helper()
	s, _, err := study.Open(fakeLibrary{slow: closedGate()}, store, study.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return newBench(t, 120, 36, session.Config{Student: s, Start: "1.2"})
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

func TestSave_failureIsReported(t *testing.T) {
	store := &countingStore{err: syscall.ENOSPC}
	b := withStore(t, store)
	b.keys("enter")
	b.sees("not saved: the disk is full")
	if b.m.Err() == nil {
		t.Error("Err after a failed save = nil, want an error")
	}
	store.err = nil
	b.typed("x")
	if b.m.Err() != nil || store.answer(t, "f") != "x" {
		t.Errorf("after the disk has room again: %v, %q, want nil, x", b.m.Err(), store.answer(t, "f"))
	}
	b.lacks("not saved")
}

func TestSave_positionInTheRun(t *testing.T) {
	store := &countingStore{}
	s, _, err := study.Open(fakeLibrary{slow: closedGate()}, store, study.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := newBench(t, 120, 36, session.Config{Student: s, Start: "7.7"})
	b.keys("L", "q", "end", "enter")
	b.sees("update 10")
}

// After leaving an exercise, the contents select it, however it was opened.
func TestContents_selectWhatWasLeft(t *testing.T) {
	b := open(t, 120, 36, "7.7")
	b.keys("esc", "q")
	c, ok := b.m.top().(*contents.Screen)
	if !ok {
		t.Fatal("q does not lead to the contents, want it to")
	}
	if got := c.Items[c.Selected].ID; got != "7.7" {
		t.Errorf("selected = %s, want 7.7", got)
	}
}
