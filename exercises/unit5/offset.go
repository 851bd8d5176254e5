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

// offsetMachines builds the Go part of exercise 5.7: three classifiers of two points of a line, which
// the text of the exercise calls machines. One has no b, one has the kernel k + 1, and one has a
// separate b.
func offsetMachines(input worksheets.LessonInput) worksheets.LessonOutput {
	p, q := input.Numbers["p"], input.Numbers["q"]
	traces := threePerceptrons(p, q)
	allMachines := machinesByShift(p, q)
	last := traces[2].Last()
	alpha := last.CoefCopy()
	w := alpha[1]*q - alpha[0]*p
	weightTask := worksheets.LessonTask{Scene: weightScene(p, q)}
	return worksheets.LessonOutput{
		Vars: worksheets.Vars{
			"updates": last.Updates, "visits": traces[2].Len() - 1, "bias": last.Bias,
			"first": alpha[0], "second": alpha[1], "w": w, "bare": w * p, "whole": w*p + last.Bias,
			"leaves": firstFailingShift(allMachines), "before": firstFailingShift(allMachines) - shiftStep,
		},
		Tasks: worksheets.Tasks{
			"sign": weightTask, "guess": weightTask,
			"far": {Scene: lesson.FixedFigures(
				newLineMachine(twoPoints(p, q), nil, 0, q+maxShift).figure("Two points, before the shift",
					exercises.Main),
			)},
			"counts": {Scene: perceptronsScene(p, q, traces)},
			"shift":  {Scene: shiftScene(p, q, allMachines)},
		},
	}
}

// machineNames returns the names of the three machines. The machines have this order in all tables
// and slices of this file. A parameter with the name machine is an index into them.
func machineNames() []string { return []string{"no offset", "k + 1", "separate b"} }

func twoPoints(p, q float64) *dataset.Set {
	return dataset.NewClassification("pair", [][]float64{{p}, {q}}, []float64{-1, 1})
}

// lineMachine is a machine f(x) = wx + b on a set of points of the number line.
type lineMachine struct {
	set   *dataset.Set
	alpha []float64
	w, b  float64
	span  ascii.Range // the part of the line that is drawn
}

// newLineMachine returns the machine with the dual coefficients α and the offset b. Its w is
// Σαᵢyᵢxᵢ. The drawn part of the line extends to maxX + 1.
func newLineMachine(set *dataset.Set, alpha []float64, b float64, maxX float64) lineMachine {
	c := lineMachine{set: set, alpha: alpha, b: b, span: ascii.Range{Min: -1, Max: maxX + 1}}
	for i, a := range alpha {
		c.w += a * set.Label(i) * set.Point(i)[0]
	}
	return c
}

// boundary returns the x at which f changes sign, or NaN if w is 0.
func (m lineMachine) boundary() float64 {
	if m.w == 0 {
		return math.NaN()
	}
	return 0 - m.b/m.w
}

// countRight returns the number of points with y·f > 0.
func (m lineMachine) countRight() (n int) {
	for i, x := range m.set.Points() {
		if m.set.Label(i)*(m.w*x[0]+m.b) > 0 {
			n++
		}
	}
	return n
}

// figure shows the number line, coloured by the sign of f unless f is 0 everywhere.
func (m lineMachine) figure(title string, role exercises.Role) exercises.Figure {
	marks, _ := stage.MarksOnLine(m.set)
	line := ascii.NumberLine{X: m.span, Marks: marks, Label: "x"}
	if m.w != 0 || m.b != 0 {
		line.F = func(x float64) float64 { return m.w*x + m.b }
		if boundary := m.boundary(); boundary > m.span.Min && boundary < m.span.Max {
			line.Roots = []float64{boundary}
		}
	}
	return exercises.Figure{Title: title, Role: role, Plot: line}
}

// weightScene shows the line coloured by the sign of wx, where a slider chooses w.
func weightScene(p, q float64) worksheets.SceneFunc {
	return func(_ context.Context, a exercises.Answers) exercises.Scene {
		w := stage.Slider("w", "w", -2, 2, 0.25, a, "1")
		c := newLineMachine(twoPoints(p, q), nil, 0, q)
		c.w = w.Number()
		return exercises.Scene{
			Controls: []exercises.Control{w},
			Figures:  []exercises.Figure{c.figure("The sign of wx, w = "+answer.DisplayDecimal(c.w), exercises.Main)},
			Notes: ascii.Linesf("wx₁ = %s and wx₂ = %s: %d of 2 points on the correct side.",
				answer.DisplayDecimal(c.w*p), answer.DisplayDecimal(c.w*q), c.countRight()),
		}
	}
}

// machineFigures shows three machines as a table and as number lines. If updates are given, the table
// has a last column for them.
func machineFigures(title string, machines []lineMachine, updates ...string) []exercises.Figure {
	table := ascii.Table{Columns: ascii.Columns(title, "α₁", "α₂", "w", "b", "boundary", "right")}
	if len(updates) > 0 {
		table.Columns = append(table.Columns, ascii.Column{Title: "updates", Right: true})
	}
	out := []exercises.Figure{{}}
	for i, m := range machines {
		boundaryText := "–"
		if boundary := m.boundary(); !math.IsNaN(boundary) {
			boundaryText = anatomy.Num(boundary)
		}
		row := ascii.PlainLines(machineNames()[i])
		for _, v := range []float64{m.alpha[0], m.alpha[1], m.w, m.b} {
			row = append(row, ascii.Plain(anatomy.Num(v)))
		}
		row = append(row, ascii.Plain(boundaryText),
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

// maxVisits is the largest number of visits of a perceptron that the slider offers. A visit tests one
// point, and updates the perceptron if it is a mistake.
const maxVisits = 30

// threePerceptrons returns the steps of three perceptrons that visit the two points in turn.
func threePerceptrons(p, q float64) []solvers.Trace {
	var out []solvers.Trace
	for i := range machineNames() {
		s := solvers.Perceptron{NoBias: i < 2, EveryVisit: true, MaxPasses: maxVisits}
		out = append(out, lesson.Trace(stage.TrainingData{Set: twoPoints(p, q), Kernel: offsetKernel(i)}, s, maxVisits))
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

// machineOffset returns the b of a machine. With k + 1, it is the weight Σαᵢyᵢ of the constant feature.
// Otherwise it is bias, which is 0 for the machine without an offset.
func machineOffset(machine int, set *dataset.Set, alpha []float64, bias float64) float64 {
	if machine == 1 {
		return floats.Dot(alpha, set.Labels())
	}
	return bias
}

func perceptronsScene(p, q float64, traces []solvers.Trace) worksheets.SceneFunc {
	set := twoPoints(p, q)
	return func(_ context.Context, a exercises.Answers) exercises.Scene {
		visit := stage.Slider("visit", "visit", 0, maxVisits, 1, a, "0")
		scene := exercises.Scene{Controls: []exercises.Control{visit}}
		var machines []lineMachine
		updates := make([]string, len(traces))
		for i, t := range traces {
			step := t.At(min(int(visit.Number()), t.Len()-1))
			alpha := step.CoefCopy()
			machines = append(machines, newLineMachine(set, alpha, machineOffset(i, set, alpha, step.Bias), q))
			updates[i] = strconv.Itoa(step.Updates)
			if step.Status == solvers.Converged {
				updates[i] += ", done"
			}
		}
		scene.Figures = machineFigures("visit "+visit.Value, machines, updates...)
		return scene
	}
}

// The maximum shift of the two points, the step of the slider for the shift, and the constant C of the
// support vector machines.
const (
	maxShift  = 12.0
	shiftStep = 0.5
	shiftC    = 10.0
)

// machinesByShift returns the three support vector machines for each shift of the slider.
func machinesByShift(p, q float64) [][]lineMachine {
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

// shiftedMachine returns one of the three machines, trained on the points p and q.
func shiftedMachine(machine int, p, q float64) lineMachine {
	set, kernel := twoPoints(p, q), offsetKernel(machine)
	if machine == 2 {
		m := lesson.SVM(set, kernel, shiftC)
		return newLineMachine(set, m.Alpha, m.F.Bias, q)
	}
	alpha, ok := solvers.CoordinateAscent(solvers.NewDense(kernels.Gram(kernel, set.Points())), set.Labels(), shiftC,
		1e-6, 1_000_000)
	if !ok {
		panic(fmt.Sprintf("unit5: the machine with %s did not stop on %v and %v", machineNames()[machine], p, q))
	}
	return newLineMachine(set, alpha, machineOffset(machine, set, alpha, 0), q)
}

// firstFailingShift returns the smallest shift of the slider at which the boundary of the machine with
// k + 1 is no longer between the points.
func firstFailingShift(allMachines [][]lineMachine) float64 {
	for i, row := range allMachines {
		if row[1].countRight() < 2 {
			return float64(i) * shiftStep
		}
	}
	return maxShift + shiftStep
}

// shiftScene shows the three machines at the shift that a slider chooses, and their boundaries for all
// shifts up to this one.
func shiftScene(p, q float64, allMachines [][]lineMachine) worksheets.SceneFunc {
	return func(_ context.Context, a exercises.Answers) exercises.Scene {
		shift := stage.Slider("shift", "shift", 0, maxShift, shiftStep, a, "0")
		index := min(int(shift.Number()/shiftStep+0.5), len(allMachines)-1)
		title := fmt.Sprintf("x₁ = %s, x₂ = %s", exercises.FormatNumber(p+shift.Number()),
			exercises.FormatNumber(q+shift.Number()))
		return exercises.Scene{
			Controls: []exercises.Control{shift},
			Figures:  []exercises.Figure{boundaries(allMachines, index), machineFigures(title, allMachines[index])[0]},
		}
	}
}

// boundaries shows the two points and the boundaries of the three machines as functions of the
// shift, up to the shift at the cursor.
func boundaries(allMachines [][]lineMachine, cursor int) exercises.Figure {
	chart := ascii.Chart{
		XLabel: "shift", X: ascii.Range{Min: 0, Max: maxShift},
		Y:         ascii.Range{Min: -1, Max: allMachines[0][0].span.Max},
		HasCursor: true, Cursor: float64(cursor) * shiftStep,
	}
	points := [2]ascii.ChartSeries{{Name: "x₁", Ink: ascii.MarkNeg, Kind: ascii.Dots},
		{Name: "x₂", Ink: ascii.MarkPos, Kind: ascii.Dots}}
	lines := make([]ascii.ChartSeries, len(machineNames()))
	for i, name := range machineNames() {
		lines[i] = ascii.ChartSeries{Name: name, Ink: []ascii.Ink{ascii.Symbol1, ascii.Symbol3, ascii.Symbol4}[i]}
	}
	for s, row := range allMachines[:cursor+1] {
		x := float64(s) * shiftStep
		for i, m := range row {
			lines[i].Add(x, m.boundary())
		}
		for i := range points {
			points[i].Add(x, row[0].set.Point(i)[0])
		}
	}
	chart.Series = append(points[:], lines...)
	return stage.Main("Boundary against the shift", chart)
}
