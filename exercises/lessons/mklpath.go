package lessons

import (
	"context"
	"fmt"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
)

// path is that of the solver, walked once.
func (l *fourKernels) path(ctx context.Context) []solvers.MKLStep {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.kept == nil {
		path, err := solvers.MKL{C: mixC, Gap: 1e-5}.Learn(ctx, l.grams, l.set.Labels())
		if err != nil {
			return nil
		}
		l.kept = path
	}
	return l.kept
}

// shownSteps are the steps of a path that have a frame: each of the first ten, then
// every fifth, and the last.
func shownSteps(n int) []int {
	var out []int
	for i := range n {
		if i <= 10 || i%5 == 0 || i == n-1 {
			out = append(out, i)
		}
	}
	return out
}

func (l *fourKernels) pathScene(ctx context.Context, _ exercises.Answers) exercises.Scene {
	path := l.path(ctx)
	if path == nil {
		return exercises.Scene{}
	}
	at := shownSteps(len(path))
	return exercises.Scene{Run: stage.Slides{Frames: len(at), Of: func(i int) exercises.Frame { return l.frame(path[:at[i]+1]) }, End: "The duality gap is below 10⁻⁵ of J."}}
}

// frame is where a path has come to.
func (l *fourKernels) frame(path []solvers.MKLStep) exercises.Frame {
	now := path[len(path)-1]
	return exercises.Frame{
		Figures: []exercises.Figure{
			{Title: "The simplex, seen from above", Role: exercises.Main, Plot: l.simplex(path)},
			{Title: "Weights", Role: exercises.Table, Plot: l.weights(now)},
		},
		Status: ascii.Plain(fmt.Sprintf("step %d: J = %s, gap %s", len(path)-1, anatomy.Digits(now.Objective, 5), exercises.Typeset(anatomy.Plain(max(now.Gap(), 0), 2)))),
		Formula: []ascii.Line{
			ascii.Plain("βₘ ← βₘ√qₘ / Σₗ βₗ√qₗ,   qₘ = −2 · slope of J in βₘ"),
		},
	}
}

// corners are where each kernel alone is drawn: the tetrahedron of four weights,
// seen so that its six edges are the sides and diagonals of a square.
func corners() [4]ascii.Point {
	return [4]ascii.Point{{X: 0, Y: 0}, {X: 1, Y: 1}, {X: 0, Y: 1}, {X: 1, Y: 0}}
}

// projected is the mean of the corners with weights β.
func projected(beta []float64) ascii.Point {
	var p ascii.Point
	for m, c := range corners() {
		p.X, p.Y = p.X+beta[m]*c.X, p.Y+beta[m]*c.Y
	}
	return p
}

// simplex is the path in the tetrahedron of the weights.
func (l *fourKernels) simplex(path []solvers.MKLStep) ascii.Map {
	m := ascii.Map{Equal: true, X: ascii.Range{Min: -0.1, Max: 1.5}, Y: ascii.Range{Min: -0.12, Max: 1.12}}
	c := corners()
	for i := range c {
		m.Marks = append(m.Marks, ascii.Mark{X: c[i].X, Y: c[i].Y, Label: l.names[i], Ink: ascii.Series(i)})
		for j := range i {
			m.Curves = append(m.Curves, ascii.CurveLine{Points: []ascii.Point{c[i], c[j]}, Ink: ascii.Faint, Dotted: true, Name: fmt.Sprintf("The edge from %s to %s", l.names[j], l.names[i])})
		}
	}
	way := ascii.CurveLine{Ink: ascii.Accent, Name: "path of β"}
	for _, s := range path {
		way.Points = append(way.Points, projected(s.Beta))
	}
	at := way.Points[len(way.Points)-1]
	m.Curves = append(m.Curves, way)
	m.Marks = append(m.Marks, ascii.Mark{X: at.X, Y: at.Y, Selected: true})
	return m
}

// compareScene has the weights of both objectives, each with both numbers.
func (l *fourKernels) compareScene(ctx context.Context, _ exercises.Answers) exercises.Scene {
	path := l.path(ctx)
	target := kernels.Target(l.set.Labels())
	aligned, ok := kernels.AlignedWeights(l.grams, target)
	if path == nil || !ok {
		return exercises.Scene{}
	}
	by, err := l.at(ctx, aligned)
	if err != nil {
		return exercises.Scene{}
	}
	margin := path[len(path)-1]
	table := ascii.Table{Columns: []ascii.Column{{Title: "m", Width: 2}, {Title: "kernel"}, {Title: "β by the margin", Right: true}, {Title: "β by alignment", Right: true}}}
	for m, name := range l.names {
		table.Rows = append(table.Rows, []ascii.Line{
			{{Text: fmt.Sprint(m + 1), Ink: ascii.Dim}}, {{Text: name, Ink: ascii.Series(m)}}, ascii.Plain(fmt.Sprintf("%.4f", margin.Beta[m])), ascii.Plain(fmt.Sprintf("%.4f", aligned[m])),
		})
	}
	both := func(what string, of func(s solvers.MKLStep) float64) {
		table.Rows = append(table.Rows, []ascii.Line{nil, {{Text: what, Ink: ascii.Dim}}, ascii.Plain(anatomy.Digits(of(margin), 4)), ascii.Plain(anatomy.Digits(of(by), 4))})
	}
	both("J, smaller is better", func(s solvers.MKLStep) float64 { return s.Objective })
	both("alignment, larger is better", func(s solvers.MKLStep) float64 {
		return kernels.Alignment(solvers.WeightedSum(l.grams, s.Beta), target)
	})
	return exercises.Scene{Figures: []exercises.Figure{{Title: "Two objectives, on the moons", Role: exercises.Table, Plot: table}, l.picture(by)}}
}
