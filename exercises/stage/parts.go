package stage

import (
	"slices"

	"kernellab/solvers"
)

// Traces returns the traces of the run as far as they go now, the main one
// first.
func (r TraceRun) Traces() []solvers.Trace { return slices.Clone(r.traces) }

// Painter returns what shows the steps.
func (r TraceRun) Painter() Painter { return r.painter }
