package lab

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/lab/exercise"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

func (b *bench) find(text string) {
	b.t.Helper()
	b.keys("ctrl+p")
	b.typed(text)
}

// The palette finds every action of the screen by its words, and shows its key.
func TestPalette_findsEveryAction(t *testing.T) {
	b := openDebug(t, 120, 36)
	b.keys("L")
	e := b.exercise()
	items := exercise.PaletteRows(e)
	for _, a := range e.Actions {
		if !slices.Contains([]session.Zone{session.ZoneStage, session.ZoneLab, session.ZoneEverywhere}, a.Zone) ||
			a.Name == "go to" {
			continue
		}
		i := slices.IndexFunc(items, func(r ui.Row) bool {
			v, ok := r.Value.(session.ActionAnswer)
			return ok && v.Name == a.Name
		})
		if i < 0 {
			t.Errorf("%q is not found, want a row", a.Name)
			continue
		}
		if v := items[i].Value.(session.ActionAnswer); v.Zone == a.Zone &&
			(!strings.HasPrefix(items[i].Detail, a.Help().Key) || items[i].Label != a.Help().Desc) {
			t.Errorf("row of %q = %+v, want its key and words", a.Name, items[i])
		}
	}
}

// Every action has a unique name and unique keys in its zone, and a handler.
func TestActions_areComplete(t *testing.T) {
	type place struct {
		zone session.Zone
		text string
	}
	seen := map[place]bool{}
	once := func(p place) {
		if seen[p] {
			t.Errorf("%q is bound twice in %s, want once", p.text, p.zone)
		}
		seen[p] = true
	}
	for _, a := range exercise.Actions() {
		if !a.HasHandler() || a.Name == "" || a.Help().Desc == "" {
			t.Errorf("got action %+v, want a handler, a name and a description", a.KeyBinding)
		}
		if a.Rank > 0 && a.Word == "" && a.WordFunc == nil {
			t.Errorf("%q has a rank and no word, want both", a.Name)
		}
	}
	for _, b := range newKeyMap(true) {
		once(place{b.Zone, b.Name})
		for _, k := range slices.Compact(b.Keys()) {
			once(place{b.Zone, "key " + k})
		}
	}
}

// Work that waits for other students' work shows its place in the queue.
func TestBusy_showsPlace(t *testing.T) {
	place := 3
	b := newBench(t, 80, 24, session.Config{Student: newStudent(t, fakeLibrary{}), Start: "1.2",
		Place: func() int { return place }})
	b.keys("enter")
	b.typed("x^2")
	b.hold = true
	b.keys("enter")
	b.fireTimers()
	b.sees("number 3 in the queue")
	place = 0
	b.m.Update(nil)
	b.sees("checking …")
	b.lacks("queue")
	b.release()
}

// longRun is a run whose export never ends.
type longRun struct{ debugRun }

func (r longRun) Abilities() exercises.Abilities { return exercises.Abilities{Export: r} }

func (r longRun) Write(w io.Writer, _ string, _ []exercises.Run) error {
	for i := 0; ; i++ {
		if _, err := fmt.Fprintf(w, "step %d\n", i); err != nil {
			return err
		}
	}
}

func exportingBench(t *testing.T, c session.Config) *bench {
	t.Helper()
	c.Student, c.Start = newStudent(t, debugLibrary{}), "D.1"
	b := newBench(t, 120, 36, c)
	p := &b.exercise().Stage.Debug.Player
	p.Load(longRun{p.Run().(debugRun)})
	b.keys("E", "down", "enter")
	return b
}

// A running export is shown, and can be cancelled.
func TestExport_longOneCanBeCancelled(t *testing.T) {
	ended := make(chan error, 1)
	b := exportingBench(t, session.Config{Write: func(_ string, text func(io.Writer) error) (string, error) {
		err := text(io.Discard)
		ended <- err
		return "", err
	}})
	s := &b.exercise().Stage.Export
	if !s.Job.Busy() {
		t.Fatal("nothing is being written, want an export")
	}
	b.lacks("writing")
	b.fireTimers()
	b.sees("writing kernellab-D.1-seed41.csv; esc cancels it")
	b.keys("esc")
	b.lacks("writing")
	b.sees("export cancelled")
	if err := <-ended; err != context.Canceled || s.Job.Busy() {
		t.Errorf("the export ends with %v, want context.Canceled", err)
	}
}

// A host shows the beginning of an export and computes no more than that.
func TestExport_longOneIsCutOnAHost(t *testing.T) {
	b := exportingBench(t, session.Config{})
	b.sees("kernellab-D.1-seed41.csv", "step 0")
	for range 600 {
		b.keys("pgdown")
	}
	b.sees("step 2110", "The text is longer.")
}
