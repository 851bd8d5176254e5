package unit7

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// distanceAndMargin builds exercise 7.1: a line w₁x₁ + w₂x₂ + b = 0 of the plane, dotted lines where
// that is ±1, and the perpendiculars from points to it.
func distanceAndMargin(b worksheets.Brief) worksheets.Parts {
	n := b.Numbers
	at, other := ascii.Mark{X: n["ax"], Y: n["ay"], Class: 1, Label: "A"},
		ascii.Mark{X: n["bx"], Y: n["by"], Class: -1, Label: "B"}
	alone := ascii.Mark{X: n["ax"], Y: n["ay"], Label: "x"}
	line := func(scaled func(v float64, a exercises.Answers) float64, marks ...ascii.Mark) worksheets.Behaviour {
		return worksheets.Behaviour{Scene: func(_ context.Context, a exercises.Answers) exercises.Scene {
			return exercises.SceneOf(
				stage.Main("", withFeet(scaled(n["w1"], a), scaled(n["w2"], a), -scaled(n["off"], a), marks)),
			)
		}}
	}
	by := func(d float64) func(float64, exercises.Answers) float64 {
		return func(v float64, _ exercises.Answers) float64 { return v / d }
	}
	return worksheets.Parts{Steps: worksheets.Steps{
		"foot": line(by(2), alone), "measure": line(by(1), at, other), "margin": line(by(n["near"]), at, other),
		"slide": line(func(v float64, a exercises.Answers) float64 { return v * lesson.SliderAt(a, "c") }, at, other),
	}}
}

// withFeet shows the line, the points, and the perpendicular from each to the line.
func withFeet(w1, w2, b float64, marks []ascii.Mark) ascii.Map {
	m := ascii.Map{Equal: true, XLabel: "x₁", YLabel: "x₂", Marks: marks,
		Field: ascii.FieldFunc(func(x, y float64) float64 { return w1*x + w2*y + b })}
	var x, y []float64
	for _, q := range marks {
		by := (w1*q.X + w2*q.Y + b) / (w1*w1 + w2*w2)
		f := ascii.Point{X: q.X - by*w1, Y: q.Y - by*w2}
		x, y = append(x, q.X, f.X), append(y, q.Y, f.Y)
		m.Curves = append(m.Curves,
			ascii.CurveLine{Points: []ascii.Point{{X: q.X, Y: q.Y}, f}, Ink: ascii.Accent,
				Name: "The way to the foot of the perpendicular"})
	}
	m.X, m.Y = ascii.RangeOf(x...).Pad(0.25), ascii.RangeOf(y...).Pad(0.25)
	return m
}

// softMargin builds exercise 7.2: the number of support vectors of two clouds for two values on the
// slider of C. The worksheet draws them.
func softMargin(b worksheets.Brief) worksheets.Parts {
	c := newClouds(lesson.Rand(b.Seed, 72))
	slide := worksheets.Behaviour{Scene: newSVMFigure(c.set).scene}
	return worksheets.Parts{
		Vars: worksheets.Vars{
			"n": cloudPoints, "many": c.many, "few": c.few, "bound": c.bound,
		},
		Steps: worksheets.Steps{"slide": slide, "match": slide},
	}
}

// The number of points of the clouds, the two values of C asked for, and the smallest C
// of the slider, at which every point is a support vector.
const (
	cloudPoints         = 80
	manyC, fewC, leastC = 0.01, 10, 0.0001
)

// clouds are two clouds that no line separates. many and few of their points are
// support vectors at the two C, and bound of the few are at C.
type clouds struct {
	set              *dataset.Set
	many, few, bound int
}

// newClouds draws until the counts are distinct and do not depend on how exactly the
// machine is solved.
func newClouds(r *rand.Rand) clouds {
	for {
		c := clouds{set: dataset.BlobsOverlapping(cloudPoints, r.Uint64())}
		if c.count() {
			return c
		}
	}
}

// count computes the counts and reports whether they are suitable.
func (c *clouds) count() bool {
	m := stage.Model{Set: c.set, Kernel: kernels.Linear{}}
	gram := lesson.Must(m.Gram())
	var counts [2][3]int
	for i, tol := range []float64{0, 1e-7} {
		for j, at := range []float64{leastC, manyC, fewC} {
			s := lesson.Must(solvers.SolveSVM(context.Background(), gram, m.Labels(), solvers.Options{C: at, Tol: tol}))
			counts[i][j], c.bound = s.Supports(), s.AtBound(at)
		}
	}
	c.many, c.few = counts[0][1], counts[0][2]
	return counts[0] == counts[1] && counts[0][0] == cloudPoints && c.bound > 0 && c.bound < c.few && c.few < c.many
}

// svmFigure is a linear support vector machine on a set, with C on a slider: boundary,
// margin, slack and support vectors.
type svmFigure struct {
	model stage.Model
	gram  func() (*solvers.Dense, error)
}

func newSVMFigure(set *dataset.Set) svmFigure {
	m := stage.Model{Set: set, Kernel: kernels.Linear{}}
	return svmFigure{m, sync.OnceValues(m.Gram)}
}

func (s svmFigure) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	c := stage.LogSlider("C", "C", 0.0001, 10, 1, a, "0.1")
	out := exercises.Scene{Controls: []exercises.Control{c}}
	gram := lesson.Must(s.gram())
	solved, err := solvers.SolveSVM(ctx, gram, s.model.Set.Labels(), solvers.Options{C: c.Number()})
	if err != nil || solved.Status == solvers.Interrupted {
		return out // a newer slider value is being computed
	}
	f := s.expansion(solved)
	o := stage.MapOptions{Title: fmt.Sprintf("Two overlapping clouds, %d support vectors", solved.Supports()),
		Margins: true, Kind: func(i int) ascii.MarkKind { return stage.Standing(solved.Alpha[i], c.Number()) }}
	o.Curves = s.slacks(solved, f)
	out.Figures = []exercises.Figure{s.model.Map(f, o)}
	out.Notes = svmWords(solved, s.model.Set.Labels(), c.Number())
	out.Inspect = s.inspect(solved)
	return out
}

func (s svmFigure) expansion(solved solvers.Solution) kernels.Expansion {
	coef := s.model.Set.Labels()
	for i := range coef {
		coef[i] *= solved.Alpha[i]
	}
	return kernels.Expansion{Kernel: s.model.Kernel, Points: s.model.Set.Points(), Coef: coef, Bias: solved.Bias}
}

// slacks returns lines from each point inside the margin, or beyond it, to the nearest
// point of its margin. Their length is ξ/‖w‖.
func (s svmFigure) slacks(solved solvers.Solution, f kernels.Expansion) []ascii.CurveLine {
	var w [2]float64
	for i, c := range f.Coef {
		x := s.model.Set.Point(i)
		w[0], w[1] = w[0]+c*x[0], w[1]+c*x[1]
	}
	var out []ascii.CurveLine
	for i, t := range s.model.Set.Labels() {
		slack := 1 - t*(solved.Scores[i]+solved.Bias)
		if slack < 1e-2 || !(solved.NormSq > 0) {
			continue
		}
		x, by := s.model.Set.Point(i), t*slack/solved.NormSq
		out = append(out,
			ascii.CurveLine{Points: []ascii.Point{{X: x[0], Y: x[1]}, {X: x[0] + by*w[0], Y: x[1] + by*w[1]}},
				Ink: ascii.Dim, Name: fmt.Sprintf("The way of point %d to its margin", i+1)})
	}
	return out
}

// svmWords describes the margin, the slack and the support vectors of a solution.
func svmWords(solved solvers.Solution, y []float64, c float64) []ascii.Line {
	var slack float64
	for i, t := range y {
		slack += math.Max(0, 1-t*(solved.Scores[i]+solved.Bias))
	}
	return []ascii.Line{
		ascii.Plainf("margin 1/‖w‖ = %s,  Σξ = %s", anatomy.Digits(1/math.Sqrt(solved.NormSq), 3),
			anatomy.Digits(slack, 3)),
		{{Text: fmt.Sprintf("support vectors: %d of %d", solved.Supports(), len(y)), Ink: ascii.Strong},
			{Text: fmt.Sprintf(", at the bound α = C: %d", solved.AtBound(c)), Ink: ascii.Dim}},
	}
}

func (s svmFigure) inspect(solved solvers.Solution) func(int) []ascii.Line {
	return func(i int) []ascii.Line {
		if i < 0 || i >= len(solved.Alpha) {
			return nil
		}
		m := s.model.Set.Label(i) * (solved.Scores[i] + solved.Bias)
		return ascii.Linesf("point %d: t·f = %s, ξ = %s, α = %s", i+1, anatomy.Digits(m, 3),
			anatomy.Digits(math.Max(0, 1-m), 3), anatomy.Digits(solved.Alpha[i], 3))
	}
}
