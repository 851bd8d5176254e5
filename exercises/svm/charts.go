package svm

import (
	"kernellab/ascii"
	"kernellab/exercises"
)

// pathChart is a number along the steps so far.
func pathChart(name string, values []float64, at int) exercises.Figure {
	return exercises.Figure{Title: name, Role: exercises.Chart, Plot: ascii.Chart{
		Series: []ascii.ChartSeries{{Y: values}}, XLabel: "step", HasCursor: true, Cursor: float64(at),
		Refs: []ascii.RefLine{{Y: 0}},
	}}
}
