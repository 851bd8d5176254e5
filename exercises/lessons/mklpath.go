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

// mixtures are the sets that the stage offers, the first to begin with.
type mixtures []*mixture

// chosen is the set on the control, with the control.
func (l mixtures) chosen(a exercises.Answers) (*mixture, exercises.Control) {
	var sets []exercises.Choice
	for _, one := range l {
		sets = append(sets, exercises.Choice{Value: one.name, Label: one.label})
	}
	c := stage.ChoiceControl("mixed", "data", a, sets[0].Value, sets...)
	for _, one := range l {
		if one.name == c.Value {
			return one, c
		}
	}
	return l[0], c
}

func (l mixtures) pathScene(_ context.Context, a exercises.Answers) exercises.Scene {
	one, data := l.chosen(a)
	return exercises.Scene{Controls: []exercises.Control{data}, Run: one.run()}
}

// frame is step i of the path.
func (l *mixture) frame(i int) exercises.Frame {
	now := l.path[i]
	return exercises.Frame{
		Figures: []exercises.Figure{
			stage.Main("The simplex, seen from above", simplex(l.path[:i+1])),
			stage.Table("", l.weights(now)),
		},
		Status: ascii.Plainf("J = %s, gap %s", anatomy.Digits(now.Objective, 5), exercises.Typeset(anatomy.Plain(max(now.Gap(), 0), 2))),
		Formula: []ascii.Line{
			ascii.Plain("βₘ ← βₘ√qₘ / Σₗ βₗ√qₗ,   qₘ = −2 · slope of J in βₘ"),
		},
		Inspect: func(m int) []ascii.Line { return l.describe(now, m) },
	}
}

// describe is what there is to say of kernel m, counted from 0, at a step.
func (l *mixture) describe(s solvers.MKLStep, m int) []ascii.Line {
	if m < 0 || m >= len(s.Beta) {
		return nil
	}
	return []ascii.Line{
		ascii.Inked(fmt.Sprintf("kernel %d: %s", m+1, mixNames()[m]), ascii.Series(m)),
		ascii.Plainf("β%s = %s, q%s = %s", anatomy.Sub(m+1), anatomy.Num(s.Beta[m]), anatomy.Sub(m+1), anatomy.Num(s.Squares[m])),
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
func simplex(path []solvers.MKLStep) ascii.Map {
	m := ascii.Map{Equal: true, X: ascii.Range{Min: -0.1, Max: 1.5}, Y: ascii.Range{Min: -0.12, Max: 1.12}}
	c, names := corners(), mixNames()
	for i := range c {
		m.Marks = append(m.Marks, ascii.Mark{X: c[i].X, Y: c[i].Y, Label: names[i], Ink: ascii.Series(i)})
		for j := range i {
			m.Curves = append(m.Curves, ascii.CurveLine{Points: []ascii.Point{c[i], c[j]}, Ink: ascii.Faint, Dotted: true, Name: fmt.Sprintf("The edge from %s to %s", names[j], names[i])})
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
func (l mixtures) compareScene(_ context.Context, a exercises.Answers) exercises.Scene {
	one, data := l.chosen(a)
	scene := exercises.Scene{Controls: []exercises.Control{data}}
	by, margin, target := one.byAligned, one.end(), kernels.Target(one.set.Labels())
	table := ascii.Table{Columns: []ascii.Column{{Title: "m", Width: 2}, {Title: "kernel"}, {Title: "β by the margin", Right: true}, {Title: "β by alignment", Right: true}}}
	for m, name := range mixNames() {
		table.Rows = append(table.Rows, []ascii.Line{
			ascii.Inked(fmt.Sprint(m+1), ascii.Dim), ascii.Inked(name, ascii.Series(m)), ascii.Plainf("%.4f", margin.Beta[m]), ascii.Plainf("%.4f", one.aligned[m]),
		})
	}
	both := func(what string, of func(s solvers.MKLStep) float64) {
		table.Rows = append(table.Rows, []ascii.Line{nil, ascii.Inked(what, ascii.Dim), ascii.Plain(anatomy.Digits(of(margin), 4)), ascii.Plain(anatomy.Digits(of(by), 4))})
	}
	both("J, smaller is better", func(s solvers.MKLStep) float64 { return s.Objective })
	both("alignment, larger is better", func(s solvers.MKLStep) float64 {
		return kernels.Alignment(solvers.WeightedSum(one.grams, s.Beta), target)
	})
	scene.Figures = []exercises.Figure{stage.Table("Two objectives, two answers: "+one.label, table), one.picture(by)}
	return scene
}

// weighing is weights with a name.
type weighing struct {
	name string
	solvers.MKLStep
}

// weighings are all weights that have been met: each kernel alone, the beginning
// of the path, and what the two objectives choose.
func (l *mixture) weighings() []weighing {
	var out []weighing
	for m, s := range l.alone {
		out = append(out, weighing{mixNames()[m] + " alone", s})
	}
	return append(out, weighing{"¼ each", l.path[0]}, weighing{"by alignment", l.byAligned}, weighing{"by the margin", l.end()})
}

// freshScene has J of several weights beside what they are worth on new points.
func (l mixtures) freshScene(_ context.Context, a exercises.Answers) exercises.Scene {
	one, data := l.chosen(a)
	table := ascii.Table{Columns: []ascii.Column{{Title: "weights"}, {Title: "J", Right: true}, {Title: "wrong", Right: true}, {Title: "new wrong", Right: true}}}
	for _, w := range one.weighings() {
		f := one.machine(w.MKLStep)
		table.Rows = append(table.Rows, []ascii.Line{ascii.Plain(w.name), ascii.Plain(anatomy.Digits(w.Objective, 4)),
			ascii.Plain(fmt.Sprint(stage.Wrong(f, one.set))), ascii.Plain(fmt.Sprint(stage.Wrong(f, one.fresh)))})
	}
	return exercises.Scene{
		Controls: []exercises.Control{data},
		Figures:  []exercises.Figure{stage.Table(fmt.Sprintf("%d points learned, %d new ones", one.set.Len(), one.fresh.Len()), table), one.picture(one.end())},
	}
}
