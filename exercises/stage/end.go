package stage

import (
	"fmt"
	"strings"

	"kernellab/exercises/anatomy"
	"kernellab/exercises/runfile"
	"kernellab/solvers"
)

// mostSteps is how many steps a run has at most: what a run file can hold.
const mostSteps = runfile.MaxSteps

// restShare is the part of its first length below which a gradient is rounding.
const restShare = 1e-12

// endOf says why a run whose solver would go on for ever goes on no more; "" where
// it goes on.
func endOf(r Run) string {
	last := r.traces[0].Last()
	switch {
	case r.Len() > mostSteps:
		return fmt.Sprintf("No end in sight after %d steps: a run stops here. %s is %s%s.", r.Len()-1, strings.Replace(shown(r.last().kind), "the", "The", 1), anatomy.Num(last.Objective), left(r.last().kind, last))
	case rests(r)(last):
		return fmt.Sprintf("The gradient is 0 but for rounding, and %s stays %s.", shown(r.last().kind), anatomy.Num(last.Objective))
	}
	return ""
}

// shown is what the run climbs or descends, in a sentence.
func shown(kind anatomy.Kind) string {
	if kind.ObjectiveLabel == "W" {
		return kind.ObjectiveLabel
	}
	return "the " + kind.ObjectiveLabel
}

// left is how far from an optimum a run still is.
func left(kind anatomy.Kind, last solvers.Step) string {
	switch {
	case kind.Gap:
		return fmt.Sprintf(", the largest violation still %s", anatomy.Num(last.Violation))
	case kind.Descent != nil:
		return fmt.Sprintf(", the length of its gradient still %s", anatomy.Num(last.Violation))
	}
	return ""
}

// rests tells the steps at which a descent that was given no tolerance has
// nothing left to do.
func rests(r Run) func(solvers.Step) bool {
	d, ok := anatomy.Points{Y: r.last().problem().Labels()}.Descent(r.last().solver())
	if !ok || d.Climbs || d.Tol > 0 {
		return func(solvers.Step) bool { return false }
	}
	rest := restShare * r.traces[0].Brief(0).Violation
	return func(s solvers.Step) bool { return s.N > 0 && s.Violation <= rest }
}
