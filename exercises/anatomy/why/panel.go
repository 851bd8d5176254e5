// Package why explains a step of a run: the rule in force, the candidates with
// what the rule looks at, the arithmetic with its numbers in place, and the
// cause in one sentence.
//
// Every number is computed from the points, the kernel and the coefficients of
// the step before, not read from the step. Where a step says something else,
// what it says stands beside it as "the step has …".
//
// The package knows no picture, no stage and no terminal.
package why

import (
	"sync"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// Width is what the lines are made for, in columns. Numbers of unusual length
// make a line longer.
const Width = 84

// Desk is what the panels of one model need and no step changes: the Gram
// matrix, its largest eigenvalue and the features. It is safe for concurrent
// use.
type Desk struct {
	anatomy.Points // no Gram matrix: the kernel cannot take the points
	largest        func() float64
	phi            func() [][]float64 // nil rows: no finite feature map
}

// Open makes the desk of a model. It costs O(n²); what costs more is computed
// when it is first needed.
func Open(m anatomy.Model) *Desk {
	d := &Desk{Points: anatomy.Points{Y: m.Labels()}}
	if g, err := m.Gram(); err == nil {
		d.Gram = g
	}
	d.largest = sync.OnceValue(func() float64 { return solvers.LambdaMax(d.Gram) })
	d.phi = sync.OnceValue(func() [][]float64 {
		rows, _ := m.Features()
		return rows
	})
	return d
}

// Panel explains how frame i of the traces came about; the first trace is the
// main one, the second, where there is one, its primal companion. At frame 0 it
// says where the run starts. It is empty for a frame that does not exist and
// for a kernel that cannot take the points. It costs O(n²), O(n³) for the
// stages of ridge regression.
func (d *Desk) Panel(traces []solvers.Trace, i int) []ascii.Line {
	if d.Gram == nil || len(traces) == 0 || i < 0 || i >= traces[0].Len() || traces[0].Problem().Primal() {
		return nil
	}
	if traces[0].At(i).Coef().Len() != d.Len() {
		return nil
	}
	v := view{Desk: d, trace: traces[0], i: i}
	var out []ascii.Line
	switch s := anatomy.Claimed(traces[0].Solver()).(type) {
	case solvers.SMO:
		out = v.smo(s)
	case solvers.Perceptron:
		out = v.perceptron(s)
	case solvers.Ridge:
		out = v.ridge(s)
	default:
		descends, ok := d.Descent(s)
		kind, known := anatomy.Of(s)
		switch {
		case ok:
			out = v.descent(descends)
		case known && kind.Derive != nil:
			out = v.told(kind, s)
		default:
			return nil
		}
	}
	return append(out, d.lockstep(traces, i)...)
}

// view is what a panel is made of.
type view struct {
	*Desk
	trace solvers.Trace
	i     int
}

func (v view) now() solvers.Step    { return v.trace.At(v.i) }
func (v view) before() solvers.Step { return v.trace.At(v.i - 1) }
