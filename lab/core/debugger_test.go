package core

import (
	"context"
	"strconv"
	"testing"

	"kernellab/exercises"
	"kernellab/lab/progress"
	"kernellab/testdata/support/check"
)

// Settle does all work at once: the debugger is at its goal, and no run has grown beyond the limit.
func TestDebugger_settle(t *testing.T) {
	event := exercises.Condition{Name: "event", Label: "an event"}
	for _, c := range []struct {
		name     string
		move     func(*Debugger)
		most     int
		at, last int
	}{
		{"steps", func(d *Debugger) { d.Player.Forward(5) }, 100, 5, 5},
		{"steps to a breakpoint", func(d *Debugger) { d.Breakpoints.Add(event); d.PassBreakpoints(); d.Player.Forward(9) },
			100, 7, 7},
		{"end", func(d *Debugger) { d.Player.SeekEnd() }, 100, frames - 1, frames - 1},
		{"end too far away", func(d *Debugger) { d.Player.SeekEnd() }, 12, 12, 12},
		{"event", func(d *Debugger) { d.Player.SeekEvent(1) }, 100, 7, 8},
		{"condition", func(d *Debugger) { d.RunTo(event) }, 100, 7, 7},
		{"condition too far away", func(d *Debugger) { d.RunTo(event) }, 4, 4, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			var d Debugger
			d.Load(grower{n: 1})
			c.move(&d)
			if _, err := d.Settle(t.Context(), 4, c.most); err != nil {
				t.Fatal(err)
			}
			p := &d.Player
			if last := p.Run().Len() - 1; p.FrameNumber() != c.at || last != c.last || p.Moving() {
				t.Errorf("at %d of %d, moving %v, want at %d of %d", p.FrameNumber(), last, p.Moving(), c.at, c.last)
			}
		})
	}
}

// If a run cannot be computed further, Settle returns the reason.
func TestDebugger_settleFails(t *testing.T) {
	var d Debugger
	d.Load(failing{grower{n: 3}})
	d.Player.Seek(9)
	_, err := d.Settle(t.Context(), 4, 100)
	check.That(t, err != nil && d.Player.FrameNumber() == 2, "at %d with error %v, want one at 2", d.Player.FrameNumber(), err)
}

// Branches wait for at most maxWaitingRuns runs.
func TestWaitingRuns_areBounded(t *testing.T) {
	w, lost := waitingBranches{}, 0
	for i := range maxWaitingRuns + 2 {
		lost += w.add(&progress.Debug{Root: strconv.Itoa(i), Branches: make([]progress.Branch, 2)})
	}
	w.add(&progress.Debug{Root: "5", Branches: make([]progress.Branch, 3)})
	if lost != 4 || len(w.runs) != maxWaitingRuns || w.count() != 2*maxWaitingRuns+1 {
		t.Errorf("got %d lost, %d waiting of %d runs, want 4, %d of %d", lost, w.count(), len(w.runs), 2*maxWaitingRuns+1, maxWaitingRuns)
	}
	check.That(t, w.take("0") == nil && len(w.take("5").Branches) == 3 && w.take("5") == nil,
		"want the branches of a root back once")
}

type answer struct {
	Address
	ctx context.Context
}

func ask(t *testing.T, j *Job) func() answer {
	cmd := JobStarter{Owner: 3, Context: t.Context()}.StartJob(j,
		func(ctx context.Context, to Address) any { return answer{to, ctx} })
	return func() answer { return cmd().(answer) }
}

// A job accepts an answer only once, and only the answer to its latest question.
func TestOneAnswerIsTaken(t *testing.T) {
	var j Job
	check.That(t, !j.Finish(Address{}), "an answer is taken that nobody asked for")
	first := ask(t, &j)
	second := ask(t, &j)
	if a := first(); j.Finish(a.To()) || a.ctx.Err() == nil {
		t.Error("the first question goes on")
	}
	a := second()
	check.That(t, a.Owner == 3 && a.ctx.Err() == nil && j.Awaits(a.To()), "the second answer, %+v, is not awaited", a)
	check.That(t, j.Finish(a.To()) && !j.Finish(a.To()) && !j.Busy(), "an answer is taken once")
}

// A step that was asked about is not taken if another run has been loaded since.
func TestTakeStep_otherRun(t *testing.T) {
	var d Debugger
	d.question.sameRun = true
	d.Load(grower{n: 3})
	d.TakeStep(NextStep{run: grower{n: 9}, FrameNumber: 7})
	check.That(t, d.Player.Run().Len() == 3, "the run has %d frames, want the 3 of the new one", d.Player.Run().Len())
}

// Stopping a job cancels its context. A late answer is not accepted, not even for another question.
func TestStopped(t *testing.T) {
	var j Job
	late := ask(t, &j)
	j.Stop()
	a := late()
	check.That(t, !j.Finish(a.To()) && a.ctx.Err() != nil, "stopped, and its answer is taken")
	ask(t, &j)
	check.That(t, !j.Finish(late().To()), "an answer of before is taken for a new one")
}
