package lab

import (
	"context"
	"fmt"
	"io"
	"testing"

	"kernellab/exercises"
	"kernellab/lab/session"
)

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

// exportingBench returns a bench that exports a long run.
func exportingBench(t *testing.T, c session.Config) *bench {
	t.Helper()
	c.Student, c.Start = newStudent(t, debugLibrary{}), "D.1"
	b := newBench(t, 120, 36, c)
	p := &b.exercise().Stage.Debug.Player
	p.Load(longRun{p.Run().(debugRun)})
	b.keys("E", "down", "enter")
	if c.Write != nil {
		b.keys("enter") // takes the name
	}
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
	b.sees("writing kernellab-D.1-seed41.csv; esc leaves it")
	b.keys("esc")
	b.lacks("writing")
	b.sees("not written: you left it")
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
	b.sees("step 2110", "It goes on.")
}
