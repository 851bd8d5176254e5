package exercises

import (
	"context"
	"fmt"
)

// Fork is a choice by which a run left another.
type Fork struct {
	At     int // the last frame that both share
	Choose Answers
	Name   string // of the run that made it, where it has one
}

// Regrow takes forks again on a run of their root, and extends what comes of it
// to frame last. It reports a fork that cannot be taken.
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

// Reach is a run extended to a frame, as far as it goes.
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

// Either is a condition that holds where one of several does; the zero Break for
// none. Its name has a line for each, and its label tells all.
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
