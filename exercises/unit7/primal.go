// Package unit7 contains unit 7, “Support vector machines, step by step”: its worksheets, and
// Go code for the exercises that need it.
//
// A worksheet is the Markdown file of an exercise. A lesson is the Go part of an exercise: it draws
// random numbers for the worksheet, and adds scenes and judges of answers. A scene is the figures,
// controls and notes that a task shows next to its text.
//
// The package does not know other units, the terminal or screens.
package unit7

import (
	"context"
	"embed"
	"fmt"
	"math/rand/v2"

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

//go:embed *.md
var files embed.FS

// Unit returns the worksheets of the unit, and its lessons by exercise ID.
func Unit() worksheets.Source {
	return worksheets.Source{Worksheets: files, Lessons: map[string]worksheets.Lesson{
		"7.2": softMargin,
		"7.4": dualAndPrimal,
		"7.5": plainAscent,
		"7.6": updateByHand,
		"7.7": watchSMO,
		"7.8": stuckRule,
		"7.9": ownCode,
	}}
}

// softMargin builds the Go part of exercise 7.2: the cost of three slacks, and the number of support
// vectors of two overlapping clouds for two values of C.
func softMargin(input worksheets.LessonInput) worksheets.LessonOutput {
	c, n := newClouds(lesson.Rand(input.Seed, 72)), input.Numbers
	slackTask := worksheets.LessonTask{Scene: slackScene(c.set)}
	return worksheets.LessonOutput{
		Vars: worksheets.Vars{"n": cloudPoints, "many": c.manySV, "few": c.fewSV, "bound": c.boundSV},
		Tasks: worksheets.Tasks{"slack": {Calculation: slackCalculation(n)}, "slide": slackTask,
			"match": slackTask, "end": slackTask},
	}
}

// slackCalculation returns the blanks for the slacks of three points and their total cost CΣξ.
func slackCalculation(n map[string]float64) answer.Calculation {
	sum := func(numbers answer.Numbers) float64 { return numbers["xi1"] + numbers["xi2"] + numbers["xi3"] }
	return answer.Calculation{
		{Name: "xi1", Value: constant(0)}, {Name: "xi2", Value: constant(n["xb"])},
		{Name: "xi3", Value: constant(n["xc"])},
		{Name: "cost",
			Value: func(numbers answer.Numbers) float64 { return n["C"] * sum(numbers) },
			Slips: []answer.Slip{{ID: "no-price", Value: sum}}},
	}
}

// cloudPoints is the number of points of both clouds together. manyC and fewC are the values of C
// at which the student counts. smallestC is the smallest C of the slider: there, every point is a
// support vector.
const (
	cloudPoints            = 80
	manyC, fewC, smallestC = 0.01, 10, 0.0001
)

// clouds are two clouds that no line separates. manySV and fewSV are the numbers of support vectors
// at manyC and fewC. At fewC, boundSV of the support vectors have α = C.
type clouds struct {
	set                    *dataset.Set
	manySV, fewSV, boundSV int
}

// newClouds draws random clouds until the counts differ and do not depend on the tolerance of the
// solver.
func newClouds(r *rand.Rand) clouds {
	for {
		c := clouds{set: dataset.BlobsOverlapping(cloudPoints, r.Uint64())}
		if c.countSupports() {
			return c
		}
	}
}

// countSupports computes the counts and reports whether they are suitable.
func (c *clouds) countSupports() bool {
	m := stage.TrainingData{Set: c.set, Kernel: kernels.Linear{}}
	gram := lesson.Must(m.Gram())
	var counts [2][3]int
	for i, tol := range []float64{0, 1e-7} {
		for j, cost := range []float64{smallestC, manyC, fewC} {
			s := lesson.Must(solvers.SolveSVM(context.Background(), gram, m.Labels(), solvers.Options{C: cost,
				Tol: tol}))
			counts[i][j], c.boundSV = s.SupportCount(), s.AtBoundCount(cost)
		}
	}
	c.manySV, c.fewSV = counts[0][1], counts[0][2]
	return counts[0] == counts[1] && counts[0][0] == cloudPoints && c.boundSV > 0 && c.boundSV < c.fewSV &&
		c.fewSV < c.manySV
}

// slackScene shows a linear support vector machine on a set, with C on a slider: boundary,
// margin, slack and support vectors.
func slackScene(set *dataset.Set) worksheets.SceneFunc {
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		c := stage.LogSlider("C", "C", 0.0001, 10, 1, a, "0.1")
		out := exercises.Scene{Controls: []exercises.Control{c}}
		m, err := stage.TrainingData{Set: set, Kernel: kernels.Linear{}}.TrainSVM(ctx, c.Number())
		if err != nil {
			return out // a newer slider value is being computed
		}
		lines, sum := slacks(m)
		out.Figures = []exercises.Figure{m.Map(m.F, stage.MapOptions{
			Title:   fmt.Sprintf("Two overlapping clouds, %d support vectors", m.SupportCount()),
			Margins: true, Kind: m.AlphaMark, Curves: lines,
		})}
		out.Notes = []ascii.Line{
			ascii.Plainf("margin 1/‖w‖ = %s,  Σξ = %s", anatomy.Digits(m.Margin(), 3), anatomy.Digits(sum, 3)),
			ascii.Inked(fmt.Sprintf("support vectors: %d of %d", m.SupportCount(), set.Len()), ascii.Strong),
		}
		out.Inspect = func(i int) []ascii.Line {
			if i < 0 || i >= set.Len() {
				return nil
			}
			f := m.SignedScore(i)
			return ascii.Linesf("point %d: t·f = %s, ξ = %s, α = %s", i+1, anatomy.Digits(f, 3),
				anatomy.Digits(max(0, 1-f), 3), anatomy.Digits(m.Alpha[i], 3))
		}
		return out
	}
}

// slacks returns Σξ and a line for each point clearly on the wrong side of its margin. The line leads
// to the nearest point of the margin, and its length is ξ/‖w‖.
func slacks(m stage.Machine) (lines []ascii.CurveLine, sum float64) {
	w := anatomy.FeatureWeights(m.F.Points, m.F.Coef)
	for i, t := range m.Labels() {
		slack := max(0, 1-m.SignedScore(i))
		sum += slack
		if slack < 1e-2 || !(m.NormSq > 0) {
			continue
		}
		x, distance := m.Set.Point(i), t*slack/m.NormSq
		lines = append(lines,
			ascii.CurveLine{Points: []ascii.Point{{X: x[0], Y: x[1]}, {X: x[0] + distance*w[0],
				Y: x[1] + distance*w[1]}},
				Ink: ascii.Accent, Name: fmt.Sprintf("From point %d to its margin", i+1)})
	}
	return lines, sum
}
