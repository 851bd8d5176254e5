package cli

import (
	"context"
	"errors"
	"testing"
	"time"

	"kernellab/exercises/catalogue"
	"kernellab/lab/progress"
	"kernellab/lab/study"
)

// failing is a store that keeps nothing while it is broken.
type failing struct {
	progress.Memory
	broken bool
}

func (f *failing) SaveExercise(e progress.Exercise, d progress.Durability) error {
	if f.broken {
		return errors.New("no room")
	}
	return f.Memory.SaveExercise(e, d)
}

// working is a student with an answer that is not written.
func working(t *testing.T, store progress.Store) *study.Student {
	t.Helper()
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := study.Open(library, store, study.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := s.Start("1.3")
	if err != nil {
		t.Fatal(err)
	}
	w.Set("x", "7")
	return s
}

func kept(t *testing.T, store progress.Store) bool {
	t.Helper()
	state, _, err := store.Load()
	if err != nil {
		t.Fatal(err)
	}
	return state.Exercises["1.3"].Answers["x"] == "7"
}

func TestShelfWritesWhenItCan(t *testing.T) {
	store, s := &failing{broken: true}, &shelf{}
	student := working(t, store)
	if leave(student) == nil {
		t.Fatal("the store is not broken")
	}
	s.put("ada", student)
	if s.retry() != 1 || s.empty() == nil || kept(t, store) {
		t.Fatal("a broken store kept the work")
	}
	store.broken = false
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go s.keepTrying(ctx, time.Millisecond)
	for len(s.all()) > 0 {
		time.Sleep(time.Millisecond)
	}
	if !kept(t, store) || s.empty() != nil || s.take("ada") != nil {
		t.Fatal("the work is not written, or still held")
	}
}

// Two sessions of a key may both end with work that is not written: the one who
// comes back goes on with the later, and the other is tried on.
func TestShelfGivesBackTheNewest(t *testing.T) {
	store, s := &failing{broken: true}, &shelf{}
	first, second := working(t, store), working(t, store)
	s.put("ada", first)
	s.put("bob", working(t, store))
	s.put("ada", second)
	if s.take("eve") != nil || s.take("ada") != second || s.retry() != 2 {
		t.Fatal("the wrong student was given back")
	}
	if s.take("ada") != first || s.take("ada") != nil {
		t.Fatal("the first is not held")
	}
}

// Keys made by the thousand find no room.
func TestShelfIsBounded(t *testing.T) {
	s := &shelf{}
	student := working(t, &failing{broken: true})
	for range shelfRoom {
		if !s.put("ada", student) {
			t.Fatal("no room for a class")
		}
	}
	if s.put("eve", student) {
		t.Fatal("there is no bound")
	}
}

// A student who is taken while a write is under way is written first, and then
// there is nothing to give back.
func TestShelfTakesWhatIsNotBeingWritten(t *testing.T) {
	store, s := &failing{}, &shelf{}
	s.put("ada", working(t, store))
	if s.retry() != 0 || s.take("ada") != nil || !kept(t, store) {
		t.Fatal("written work is still held")
	}
}
