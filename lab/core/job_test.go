package core

import (
	"context"
	"testing"
)

type answer struct {
	Address
	ctx context.Context
}

func ask(t *testing.T, j *Job) func() answer {
	cmd := Asker{Owner: 3, Context: t.Context()}.Ask(j,
		func(ctx context.Context, to Address) any { return answer{to, ctx} })
	return func() answer { return cmd().(answer) }
}

// An answer is taken once, and only that of the question asked last.
func TestOneAnswerIsTaken(t *testing.T) {
	var j Job
	if j.Finish(Address{}) {
		t.Error("an answer is taken that nobody asked for")
	}
	first := ask(t, &j)
	second := ask(t, &j)
	if a := first(); j.Finish(a.To()) || a.ctx.Err() == nil {
		t.Error("the first question goes on")
	}
	a := second()
	if a.Owner != 3 || a.ctx.Err() != nil || !j.Awaits(a.To()) {
		t.Errorf("the second answer, %+v, is not awaited", a)
	}
	if !j.Finish(a.To()) || j.Finish(a.To()) || j.Busy() {
		t.Error("an answer is taken once")
	}
}

// What is stopped is cancelled, and its answer refused, also by the next question.
func TestStopped(t *testing.T) {
	var j Job
	late := ask(t, &j)
	j.Stop()
	if a := late(); j.Finish(a.To()) || a.ctx.Err() == nil {
		t.Error("stopped, and its answer is taken")
	}
	ask(t, &j)
	if j.Finish(late().To()) {
		t.Error("an answer of before is taken for a new one")
	}
}

// A question waits for its turn where there are turns.
func TestTurns(t *testing.T) {
	var j Job
	taken := 0
	turn := func(_ context.Context, w Work) Work { return func() any { taken++; return w() } }
	Asker{Context: t.Context(), Turn: turn}.Ask(&j, func(context.Context, Address) any { return nil })()
	if taken != 1 {
		t.Errorf("%d turns taken", taken)
	}
}
