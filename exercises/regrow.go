package exercises

import (
	"context"
	"fmt"
)

// Fork records the choice by which a run left another.
type Fork struct {
	At     int // last frame that both share
	Choose Answers
	Name   string // of the run that it created; may be empty
}

// Regrow repeats forks on a run of their root and extends the result to frame last.
// It returns an error if a fork is not possible.
func Regrow(ctx context.Context, run Run, forks []Fork, last int) (Run, error) {
	for _, f := range forks {
		run = Reach(ctx, run, f.At)
		from := AbilitiesOf(run).Branching
		if from == nil || f.At < 0 || f.At >= run.Len() {
			return nil, fmt.Errorf("there is no step %d to leave it at", f.At)
		}
		var err error
		if run, err = from.Fork(ctx, f.At, f.Choose); err != nil {
			return nil, err
		}
		if to := AbilitiesOf(run).Branching; to != nil && f.Name != "" {
			run = to.Named(f.Name)
		}
	}
	return Reach(ctx, run, last), ctx.Err()
}

// Reach returns a run extended to a frame, or as far as it goes.
func Reach(ctx context.Context, run Run, frame int) Run {
	if _, done := run.Done(); done || run.Len() > frame {
		return run
	}
	longer, err := run.Extend(ctx, frame+1-run.Len(), Break{})
	if longer == nil || err != nil && longer.Len() < run.Len() {
		return run
	}
	return longer
}

// Either returns a condition that holds if one of several does, or the zero Break
// for none. Its name has a line for each, and its label joins all labels.
func Either(of ...Break) Break {
	var out Break
	for i, b := range of {
		if i > 0 {
			out.Name, out.Label = out.Name+"\n", out.Label+", or "
		}
		out.Name, out.Label = out.Name+b.Name, out.Label+b.Label
	}
	return out
}
