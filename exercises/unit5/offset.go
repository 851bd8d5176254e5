package unit5

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// offsetMachines builds exercise 5.7: two points of a line, and machines without b, with k + 1 as the
// kernel, and with a separate b.
func offsetMachines(b worksheets.Brief) worksheets.Parts {
	p, q := b.Numbers["p"], b.Numbers["q"]
	traces := threePerceptrons(p, q)
	moved := shifts(p, q)
	end := traces[2].Last()
	alpha := end.CoefCopy()
	w := alpha[1]*q - alpha[0]*p
	sign := worksheets.Behaviour{Scene: weightScene(p, q)}
	return worksheets.Parts{
		Vars: worksheets.Vars{
			"updates": end.Updates, "visits": traces[2].Len() - 1, "bias": end.Bias,
			"first": alpha[0], "second": alpha[1], "w": w, "bare": w * p, "whole": w*p + end.Bias,
			"leaves": shiftAcross(moved), "before": shiftAcross(moved) - shiftStep,
		},
		Tasks: worksheets.Tasks{
			"sign": sign, "guess": sign,
			"far": {Scene: lesson.FixedFigures(
				newLineMachine(pairAt(p, q), nil, 0, q+maxShift).figure("Two points, before the shift", exercises.Main),
			)},
			"counts": {Scene: perceptronsScene(p, q, traces)},
			"shift":  {Scene: shiftScene(p, q, moved)},
		},
	}
}

// machineNames returns the names of the three machines, in the order of all tables here.
func machineNames() []string { return []string{"no offset", "k + 1", "separate b"} }

func pairAt(p, q float64) *dataset.Set {
	return dataset.NewClassification("pair", [][]float64{{p}, {q}}, []float64{-1, 1})
}

// lineMachine is a machine f(x) = wx + b on a set of the line.
type lineMachine struct {
	set   *dataset.Set
	alpha []float64
	w, b  float64
	span  ascii.Range
}

// newLineMachine returns the machine with the w of some α.
func newLineMachine(set *dataset.Set, alpha []float64, b float64, most float64) lineMachine {
	c := lineMachine{set: set, alpha: alpha, b: b, span: ascii.Range{Min: -1, Max: most + 1}}
	for i, a := range alpha {
		c.w += a * set.Label(i) * set.Point(i)[0]
	}
	return c
}

// boundary returns where f changes sign, or NaN if w is 0.
func (c lineMachine) boundary() float64 {
	if c.w == 0 {
		return math.NaN()
	}
	return 0 - c.b/c.w
}

// countRight returns the number of points with y·f > 0.
func (c lineMachine) countRight() (n int) {
	for i, x := range c.set.Points() {
		if c.set.Label(i)*(c.w*x[0]+c.b) > 0 {
			n++
		}
	}
	return n
}

// figure shows the number line, coloured by f unless f is 0.
func (c lineMachine) figure(title string, role exercises.Role) exercises.Figure {
	marks, _ := stage.MarksOnLine(c.set)
	line := ascii.NumberLine{X: c.span, Marks: marks, Label: "x"}
	if c.w != 0 || c.b != 0 {
		line.F = func(x float64) float64 { return c.w*x + c.b }
		if at := c.boundary(); at > c.span.Min && at < c.span.Max {
			line.Roots = []float64{at}
		}
	}
	return exercises.Figure{Title: title, Role: role, Plot: line}
}

// weightScene shows the line coloured by wx, for a w on a slider.
func weightScene(p, q float64) worksheets.SceneFunc {
	return func(_ context.Context, a exercises.Answers) exercises.Scene {
		w := stage.Slider("w", "w", -2, 2, 0.25, a, "1")
		c := newLineMachine(pairAt(p, q), nil, 0, q)
		c.w = w.Number()
		return exercises.Scene{
			Controls: []exercises.Control{w},
			Figures:  []exercises.Figure{c.figure("The sign of wx, w = "+answer.DisplayDecimal(c.w), exercises.Main)},
			Notes: ascii.Linesf("wx₁ = %s and wx₂ = %s: %d of 2 points on the correct side.",
				answer.DisplayDecimal(c.w*p), answer.DisplayDecimal(c.w*q), c.countRight()),
		}
	}
}

// board shows three machines as a table and as number lines. If updates are given, the table has a
// last column for them.
func board(title string, machines []lineMachine, updates ...string) []exercises.Figure {
	table := ascii.Table{Columns: ascii.Columns(title, "α₁", "α₂", "w", "b", "boundary", "right")}
	if len(updates) > 0 {
		table.Columns = append(table.Columns, ascii.Column{Title: "updates", Right: true})
	}
	out := []exercises.Figure{{}}
	for i, m := range machines {
		cut := "–"
		if at := m.boundary(); !math.IsNaN(at) {
			cut = anatomy.Num(at)
		}
		row := ascii.PlainLines(machineNames()[i])
		for _, v := range []float64{m.alpha[0], m.alpha[1], m.w, m.b} {
			row = append(row, ascii.Plain(anatomy.Num(v)))
		}
		row = append(row, ascii.Plain(cut),
			ascii.Inked(fmt.Sprintf("%d of 2", m.countRight()), lesson.GoalInk(m.countRight() == 2)))
		if len(updates) > 0 {
			row = append(row, ascii.Plain(updates[i]))
		}
		table.Add(row...)
		out = append(out, m.figure(machineNames()[i], exercises.Strip))
	}
	out[0] = stage.Table("", table)
	return out
}

// offsetVisits is the number of visits of the perceptron on the slider.
const offsetVisits = 30

// threePerceptrons visits the two points in turn, in three ways.
func threePerceptrons(p, q float64) []solvers.Trace {
	var out []solvers.Trace
	for i := range machineNames() {
		s := solvers.Perceptron{NoBias: i < 2, EveryVisit: true, MaxEpochs: offsetVisits}
		out = append(out, lesson.Trace(stage.Model{Set: pairAt(p, q), Kernel: offsetKernel(i)}, s, offsetVisits))
	}
	return out
}

// offsetKernel returns the kernel of a machine: xz + 1 for k + 1, and otherwise xz.
func offsetKernel(machine int) kernels.Kernel[[]float64] {
	if machine == 1 {
		return kernels.Poly{Degree: 1, C: 1}
	}
	return kernels.Linear{}
}

// ownOffset returns the b of a machine: 0 without an offset, the weight of the constant feature for
// k + 1, and otherwise bias.
func ownOffset(machine int, set *dataset.Set, alpha []float64, bias float64) float64 {
	if machine == 1 {
		return floats.Dot(alpha, set.Labels())
	}
	return bias
}

func perceptronsScene(p, q float64, traces []solvers.Trace) worksheets.SceneFunc {
	set := pairAt(p, q)
	return func(_ context.Context, a exercises.Answers) exercises.Scene {
		visit := stage.Slider("visit", "visit", 0, offsetVisits, 1, a, "0")
		scene := exercises.Scene{Controls: []exercises.Control{visit}}
		var machines []lineMachine
		updates := make([]string, len(traces))
		for i, t := range traces {
			now := t.At(min(int(visit.Number()), t.Len()-1))
			alpha := now.CoefCopy()
			machines = append(machines, newLineMachine(set, alpha, ownOffset(i, set, alpha, now.Bias), q))
			updates[i] = strconv.Itoa(now.Updates)
			if now.Status == solvers.Converged {
				updates[i] += ", done"
			}
		}
		scene.Figures = board("visit "+visit.Value, machines, updates...)
		return scene
	}
}

// The maximum shift of the two points of 5.7, the step of its slider, and the C of its
// machines.
const (
	maxShift  = 12.0
	shiftStep = 0.5
	shiftC    = 10.0
)

// shifts returns the three support vector machines for each shift on the slider.
func shifts(p, q float64) [][]lineMachine {
	var out [][]lineMachine
	for s := 0.0; s <= maxShift; s += shiftStep {
		var row []lineMachine
		for i := range machineNames() {
			m := shiftedMachine(i, p+s, q+s)
			m.span.Max = q + maxShift + 1
			row = append(row, m)
		}
		out = append(out, row)
	}
	return out
}

// shiftedMachine returns one of the machines, trained on two points.
func shiftedMachine(machine int, p, q float64) lineMachine {
	set, kernel := pairAt(p, q), offsetKernel(machine)
	if machine == 2 {
		m := lesson.SVM(set, kernel, shiftC)
		return newLineMachine(set, m.Alpha, m.F.Bias, q)
	}
	alpha, ok := solvers.CoordinateAscent(solvers.NewDense(kernels.Gram(kernel, set.Points())), set.Labels(), shiftC,
		1e-6, 1_000_000)
	if !ok {
		panic(fmt.Sprintf("lessons: the machine with %s did not stop on %v and %v", machineNames()[machine], p, q))
	}
	return newLineMachine(set, alpha, ownOffset(machine, set, alpha, 0), q)
}

// shiftAcross returns the smallest shift on the slider at which the boundary of k + 1 is no
// longer between the points.
func shiftAcross(moved [][]lineMachine) float64 {
	for i, row := range moved {
		if row[1].countRight() < 2 {
			return float64(i) * shiftStep
		}
	}
	return maxShift + shiftStep
}

// shiftScene shows the three machines at one shift, and their boundaries for all shifts
// so far.
func shiftScene(p, q float64, moved [][]lineMachine) worksheets.SceneFunc {
	return func(_ context.Context, a exercises.Answers) exercises.Scene {
		by := stage.Slider("shift", "shift", 0, maxShift, shiftStep, a, "0")
		at := min(int(by.Number()/shiftStep+0.5), len(moved)-1)
		title := fmt.Sprintf("x₁ = %s, x₂ = %s", exercises.FormatNumber(p+by.Number()),
			exercises.FormatNumber(q+by.Number()))
		return exercises.Scene{
			Controls: []exercises.Control{by},
			Figures:  []exercises.Figure{boundaries(moved, at), board(title, moved[at])[0]},
		}
	}
}

// boundaries shows the two points and the boundaries of the three machines as functions of the
// shift, up to the shift at the cursor.
func boundaries(moved [][]lineMachine, cursor int) exercises.Figure {
	chart := ascii.Chart{
		XLabel: "shift", X: ascii.Range{Min: 0, Max: maxShift}, Y: ascii.Range{Min: -1, Max: moved[0][0].span.Max},
		HasCursor: true, Cursor: float64(cursor) * shiftStep,
	}
	points := [2]ascii.ChartSeries{{Name: "x₁", Ink: ascii.MarkNeg, Kind: ascii.Dots},
		{Name: "x₂", Ink: ascii.MarkPos, Kind: ascii.Dots}}
	lines := make([]ascii.ChartSeries, len(machineNames()))
	for i, name := range machineNames() {
		lines[i] = ascii.ChartSeries{Name: name, Ink: []ascii.Ink{ascii.Symbol1, ascii.Symbol3, ascii.Symbol4}[i]}
	}
	for s, row := range moved[:cursor+1] {
		x := float64(s) * shiftStep
		for i, m := range row {
			lines[i].Add(x, m.boundary())
		}
		for i := range points {
			points[i].Add(x, row[0].set.Point(i)[0])
		}
	}
	chart.Series = append(points[:], lines...)
	return stage.Main("Boundary over the shift", chart)
}
