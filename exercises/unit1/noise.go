// Package unit1 contains unit 1, “Lifting”: its worksheets, and Go code for the exercises that need
// it.
//
// The package does not know other units, the terminal or screens.
package unit1

import (
	"context"
	"embed"
	"fmt"
	"math"
	"strconv"
	"sync"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
)

//go:embed *.md
var files embed.FS

// Unit returns the worksheets of the unit, and the lessons by exercise ID.
func Unit() worksheets.Source {
	return worksheets.Source{Worksheets: files, Lessons: map[string]worksheets.Lesson{
		"1.1": noiseOrStructure,
		"1.2": liftTheLine,
		"1.3": linesAreParabolas,
		"1.4": curvedBoundary,
	}}
}

// noiseOrStructure builds exercise 1.1: a noisy set and a curved one, each with a line and with a
// curved boundary, judged on the training points and on new ones.
func noiseOrStructure(b worksheets.Brief) worksheets.Parts {
	draw := noiseDraws()[b.Seed%uint64(len(noiseDraws()))]
	noisy, curved := noisyTask(draw), curvedTask(draw)
	row := fitDegrees(noisy, 1, 3, 5)
	bend := fitDegrees(curved, 1, 3)
	narrow := bumpsByWidth().fit(noisy, askedWidth)
	line, proof := newHandLine(noisy.train), newNoLine(draw)
	askewTurn, askewShift := line.slidersFor("turned-off")
	farTurn, farShift := line.slidersFor("turned-far")
	offTurn, offShift := line.slidersFor("shifted-off")
	roundTurn, roundShift := line.slidersFor("turned-round")
	return worksheets.Parts{
		Vars: worksheets.Vars{
			"n": noisePoints, "fresh": freshPoints, "goal": line.goal, "goalTurn": line.rotation,
			"goalShift": line.shift,
			"askewTurn": askewTurn, "askewShift": askewShift, "farTurn": farTurn, "farShift": farShift,
			"offTurn": offTurn, "offShift": offShift, "roundTurn": roundTurn, "roundShift": roundShift,
			"train1": row[0].trainWords(), "fresh1": row[0].freshWords(), "train3": row[1].trainWords(),
			"fresh3": row[1].freshWords(),
			"train5": row[2].trainWords(), "fresh5": row[2].freshWords(), "bendLine": bend[0].freshWords(),
			"bendCurve": bend[1].freshWords(),
			"trainRBF":  narrow.trainWords(), "freshRBF": narrow.freshWords(), "sigma": anatomy.Num(askedWidth),
			"gain":      anatomy.Num(100 * (bend[0].fresh - bend[1].fresh)),
			"trainGain": anatomy.Num(100 * (bend[0].train - bend[1].train)),
			"wrong5":    stage.Wrong(row[2].F, noisy.fresh),
			"moreWrong": stage.Wrong(row[2].F, noisy.fresh) - stage.Wrong(row[0].F, noisy.fresh),
			"gap5":      anatomy.Num(100 * (row[2].fresh - row[0].fresh)),
			"gapWhole":  math.Round(100 * (row[2].fresh - row[0].fresh)),
			"few":       proof.set.Len(), "proof": lesson.JoinText(proof.proof, lesson.PointNumber),
			"three": lesson.JoinText(proof.proof[:3], lesson.PointNumber),
		},
		Tasks: worksheets.Tasks{
			"line":   {Scene: line.scene, Check: line.check},
			"where":  {Scene: lesson.FixedFigures(stage.Main("", sideBySide(row[0], bend[0])))},
			"cure":   {Scene: lesson.FixedFigures(stage.Main("", sideBySide(pointsOnly(noisy), pointsOnly(curved))))},
			"board":  {Scene: lesson.FixedFigures(stage.Main("", fourCells(row[:2], bend)))},
			"guess":  {Scene: lesson.FixedFigures(stage.Main("", sideBySide(row[0], row[1])))},
			"bend":   {Scene: polynomials().scene(noisy, curved)},
			"bumps":  {Scene: bumpsByWidth().scene(noisy, curved)},
			"demand": {Scene: proof.scene, Judges: worksheets.Judges{"proof": proof.judge()}},
		},
	}
}

// The numbers of training points and new points, and C of all machines.
const (
	noisePoints = 50
	freshPoints = 1000
	noiseC      = 10
)

// noiseDraws returns seeds for which all claims of 1.1 hold, as its test verifies: on
// the noisy set, degrees 3 and 5 err less than the line on the training points and more
// on new ones. On the curved set, degree 3 errs less on both.
func noiseDraws() []uint64 {
	return []uint64{9, 28, 32, 37, 46, 56, 63, 68, 69, 73, 75, 77}
}

// task is a training set, with new points drawn in the same way.
type task struct {
	name         string
	train, fresh *dataset.Set
}

func noisyTask(draw uint64) task {
	return task{"overlapping blobs", dataset.BlobsOverlapping(noisePoints, draw),
		dataset.BlobsOverlapping(freshPoints, draw+1<<40)}
}

func curvedTask(draw uint64) task {
	return task{"parabola", dataset.ParabolaSides(noisePoints, draw), dataset.ParabolaSides(freshPoints, draw+1<<40)}
}

// cell is a machine on a task, with its error rates on the training points and on new ones. If
// boundaryText is empty, only the points are drawn.
type cell struct {
	stage.Machine
	task         task
	boundaryText string // its boundary in words
	train, fresh float64
}

// pointsOnly returns the cell of a task without a machine.
func pointsOnly(t task) cell { return cell{task: t} }

// fitDegrees trains a machine with a polynomial kernel of each degree.
func fitDegrees(t task, degrees ...int) []cell {
	var out []cell
	for _, p := range degrees {
		out = append(out, polynomials().fit(t, float64(p)))
	}
	return out
}

func (c cell) trainWords() string { return anatomy.Num(100 * c.train) }
func (c cell) freshWords() string { return anatomy.Num(100 * c.fresh) }

// scores formats both error rates.
func (c cell) scores() ascii.Line {
	return ascii.Line{
		{Text: "train ", Ink: ascii.Dim}, {Text: c.trainWords() + " %", Ink: ascii.Series(0)},
		{Text: "   new ", Ink: ascii.Dim}, {Text: c.freshWords() + " %", Ink: ascii.Series(1)},
	}
}

// picture returns the map of the machine, with the points on the wrong side in focus.
func (c cell) picture() ascii.Map {
	if c.boundaryText == "" {
		return lesson.PointsAlone(c.task.train, "").Plot.(ascii.Map)
	}
	return c.Model.Map(c.F, stage.MapOptions{Focus: lesson.WrongPoints(c.task.train, c.F)}).Plot.(ascii.Map)
}

// sideBySide shows cells in a row, with their errors on the training points.
func sideBySide(cells ...cell) ascii.Board {
	b := ascii.Board{Cols: len(cells)}
	for _, c := range cells {
		head := []ascii.Line{ascii.Inked(c.task.name, ascii.Strong)}
		if c.boundaryText != "" {
			head = append(head,
				ascii.Inked(fmt.Sprintf("%s: %d of %d wrong", c.boundaryText, stage.Wrong(c.F, c.task.train),
					noisePoints),
					ascii.Dim))
		}
		b.Panels = append(b.Panels, ascii.Panel{Head: head, Plot: c.picture()})
	}
	return b
}

// fourCells shows a row per machine and a column per set.
func fourCells(noisy, curved []cell) ascii.Board {
	b := ascii.Board{Cols: 2}
	for i := range noisy {
		for _, c := range []cell{noisy[i], curved[i]} {
			head, plot := ascii.Inked(c.task.name+", "+c.boundaryText, ascii.Strong), c.picture()
			plot.Bare = true
			b.Panels = append(b.Panels, ascii.Panel{Head: []ascii.Line{head, c.scores()}, Plot: plot})
		}
	}
	return b
}

// bending is a family of machines that differ in one number, such as the degree of the kernel. The
// number controls how much the boundary may bend.
type bending struct {
	name, set    string    // names of the controls for the number and for the set
	label        string    // label of the number
	values       []float64 // the values offered
	kernel       func(v float64) kernels.Kernel[[]float64]
	boundaryText func(v float64) string
	axis         string                  // label of the chart's horizontal axis
	coordinate   func(v float64) float64 // the chart's coordinate of a number
}

// polynomials returns the family of polynomial kernels, by degree.
func polynomials() bending {
	return bending{
		name: "degree", set: "set", label: "degree", values: []float64{1, 2, 3, 4, 5, 6, 7},
		axis:   "degree",
		kernel: func(v float64) kernels.Kernel[[]float64] { return kernels.Poly{Degree: int(v), C: 1} },
		boundaryText: func(v float64) string {
			if v == 1 {
				return "a line"
			}
			return fmt.Sprintf("degree %.0f", v)
		},
		coordinate: func(v float64) float64 { return v },
	}
}

// askedWidth is the width of the bumps that 1.1 asks about.
const askedWidth = 0.3

// bumpsByWidth returns the family of RBF kernels, by decreasing width.
func bumpsByWidth() bending {
	return bending{
		name: "width", set: "narrowset", label: "σ", values: []float64{3, 1, 0.5, askedWidth, 0.2, 0.1},
		axis:         "1/σ",
		kernel:       func(v float64) kernels.Kernel[[]float64] { return kernels.RBF{Sigma: v} },
		boundaryText: func(v float64) string { return "bumps with σ = " + anatomy.Num(v) },
		coordinate:   func(v float64) float64 { return 1 / v },
	}
}

// fit trains the machine of one number.
func (b bending) fit(t task, v float64) cell {
	m := lesson.SVM(t.train, b.kernel(v), noiseC)
	return cell{
		Machine: m, task: t, boundaryText: b.boundaryText(v),
		train: float64(stage.Wrong(m.F, t.train)) / noisePoints,
		fresh: float64(stage.Wrong(m.F, t.fresh)) / freshPoints,
	}
}

// fitAll trains the machines of all numbers offered.
func (b bending) fitAll(t task) []cell {
	var out []cell
	for _, v := range b.values {
		out = append(out, b.fit(t, v))
	}
	return out
}

// control returns the control for the number, and the index of its value.
func (b bending) control(a exercises.Answers) (c exercises.Control, at int) {
	if last := b.values[len(b.values)-1]; last > b.values[0] {
		c = stage.Slider(b.name, b.label, b.values[0], last, 1, a, anatomy.Num(b.values[0]))
		return c, int(c.Number() - b.values[0])
	}
	options := make([]exercises.Choice, len(b.values))
	for i, v := range b.values {
		options[i] = exercises.Choice{Value: strconv.Itoa(i), Label: anatomy.Num(v)}
	}
	c = stage.ChoiceControl(b.name, b.label, a, "0", options...)
	at, _ = strconv.Atoi(c.Value)
	return c, at
}

// scene shows a machine on one of the two sets, with the errors of all machines on that set.
func (b bending) scene(noisy, curved task) worksheets.SceneFunc {
	swept := map[string]func() []cell{}
	for _, t := range []task{noisy, curved} {
		swept[t.name] = sync.OnceValue(func() []cell { return b.fitAll(t) })
	}
	return func(_ context.Context, a exercises.Answers) exercises.Scene {
		number, at := b.control(a)
		set := stage.ChoiceControl(b.set, "data", a, noisy.name, exercises.Choices(noisy.name, curved.name)...)
		scene := exercises.Scene{Controls: []exercises.Control{number, set}}
		all := swept[set.Value]()
		now := all[at]
		scene.Figures = []exercises.Figure{
			stage.Main(now.task.name+", "+now.boundaryText, now.picture()),
			b.chart(all, at),
		}
		scene.Notes = []ascii.Line{now.scores()}
		return scene
	}
}

// chart shows both error rates of each machine in per cent, with a cursor at one of the machines.
func (b bending) chart(cells []cell, cursor int) exercises.Figure {
	lines := []ascii.ChartSeries{{Name: "train", Ink: ascii.Series(0)}, {Name: "new", Ink: ascii.Series(1)}}
	most := 0.0
	for i, c := range cells {
		most = max(most, c.train, c.fresh)
		lines[0].Add(b.coordinate(b.values[i]), 100*c.train)
		lines[1].Add(b.coordinate(b.values[i]), 100*c.fresh)
	}
	ends := ascii.RangeOf(b.coordinate(b.values[0]), b.coordinate(b.values[len(b.values)-1]))
	return stage.Chart("error in %, by "+b.axis, ascii.Chart{
		Series: lines, XLabel: b.axis, X: ends, Y: ascii.Range{Min: 0, Max: 110 * most}, HasCursor: true,
		Cursor: b.coordinate(b.values[cursor]),
	})
}
