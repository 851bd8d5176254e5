package study

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"kernellab/lab/progress"
)

// What a snapshot holds does not change with what is typed later.
func TestSnapshot(t *testing.T) {
	store := &progress.Memory{}
	s := open(t, store, Options{})
	w := start(t, s, "1.1")
	w.Set("s", "early")
	early := s.Save()
	w.Set("s", "late")
	w.Next()
	write(t, early)
	state, _, err := store.Load()
	if err != nil {
		t.Fatal(err)
	}
	if got := state.Exercises["1.1"]; got.Answers["s"] != "early" || got.Step != "look" || got.Steps["add"].Seen || got.Steps["look"].Done {
		t.Errorf("the snapshot has moved on: %+v", got)
	}
	write(t, s.Save())
	write(t, early) // comes last, and is older
	if state, _, err = store.Load(); err != nil {
		t.Fatal(err)
	}
	if got := state.Exercises["1.1"]; got.Answers["s"] != "late" || got.Step != "add" {
		t.Errorf("%+v", got)
	}
}

// Saves run beside the student who goes on working.
func TestSavesBeside(t *testing.T) {
	store := progress.NewFiles(t.TempDir())
	s := open(t, store, Options{})
	w := start(t, s, "1.1")
	var wg sync.WaitGroup
	for i := range 30 {
		w.Set("s", strings.Repeat("x", i+1))
		w.Go(i % 3)
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
	if got := start(t, open(t, store, Options{}), "1.1").Answers()["s"]; len(got) != 30 {
		t.Errorf("%d characters", len(got))
	}
}

// Leaving does not count on a save that is still under way: the program may
// end before it does.
func TestLeaveBesideAnUnfinishedSave(t *testing.T) {
	store := &progress.Memory{}
	s := open(t, store, Options{})
	start(t, s, "1.1").Go(1)
	unfinished := s.Save()
	leave := s.Leave()
	if leave == nil {
		t.Fatal("nothing to write, while nothing has been written")
	}
	write(t, leave)
	if got := start(t, open(t, store, Options{}), "1.1").Index(); got != 1 {
		t.Errorf("back at step %d, not 1", got)
	}
	write(t, unfinished)
	if s.Leave() != nil {
		t.Error("what the store has is written again")
	}
}

// refusing is a store that fails while told to.
type refusing struct {
	progress.Memory
	err   error
	calls []progress.Durability
}

func (r *refusing) SaveExercise(e progress.Exercise, d progress.Durability) error {
	r.calls = append(r.calls, d)
	if r.err != nil {
		return r.err
	}
	return r.Memory.SaveExercise(e, d)
}

func TestFailedSaveIsMadeAgain(t *testing.T) {
	store := &refusing{err: errors.New("no room")}
	s := open(t, store, Options{})
	start(t, s, "1.1").Set("s", "x")
	if err := s.Save()(); !errors.Is(err, store.err) {
		t.Fatal(err)
	}
	store.err = nil
	again := s.Save()
	if again == nil {
		t.Fatal("what failed is taken for saved")
	}
	write(t, again)
	if s.Save() != nil {
		t.Error("what is saved is saved again")
	}
	store.err = &progress.SetAsideError{From: "a", To: "b", Err: errors.New("cut")}
	start(t, s, "1.2")
	if err := s.Save()(); !errors.Is(err, store.err) {
		t.Error(err)
	}
	if s.Save() != nil {
		t.Error("saved after another document was set aside, and saved again")
	}
}

// Typing is a draft; answers, hints and leaving survive the machine.
func TestDurability(t *testing.T) {
	store := &refusing{}
	s := open(t, store, Options{})
	w := start(t, s, "1.1")
	w.Next()
	write(t, s.Save())
	for _, c := range []struct {
		name string
		act  func()
		save func() func() error
		want progress.Durability
	}{
		{"typing", func() { w.Set("s", "4") }, s.Save, progress.Draft},
		{"leaving after a draft", func() {}, s.Leave, progress.Durable},
		{"judged", func() { w.Set("s", "5"); judge(w) }, s.Save, progress.Durable},
		{"typing again", func() { w.Set("s", "6") }, s.Save, progress.Draft},
		{"a hint", func() { w.RevealHint() }, s.Save, progress.Durable},
		{"moving", func() { w.Next() }, s.Save, progress.Durable},
	} {
		store.calls = nil
		c.act()
		write(t, c.save())
		if len(store.calls) != 1 || store.calls[0] != c.want {
			t.Errorf("%s: %v", c.name, store.calls)
		}
	}
}
