package anatomy

import (
	"math"

	"kernellab/ascii"
	"kernellab/solvers"
)

// State is the points at a step, as a table with a row for each shows them: what
// the solver has of a point, which of them the step moved, and which it has still
// to do with.
type State struct {
	// Label is the first column, Columns those behind the coefficient and f.
	Label   Column
	Columns []Column
	// Moved are the points that the step to s is about, by their letters.
	Moved func(s solvers.Step) []Mover
	// Wants is by how much a point is not yet as the solver wants it, 0 where it
	// is; nil where there is no such thing.
	Wants func(s solvers.Step, i int) float64
}

// Column is what a table says of point i at a step.
type Column struct {
	Head  string
	Of    func(s solvers.Step, i int) ascii.Span
	Width int // of words; 0: a number
	// Say is the words in a sentence; nil for a number.
	Say func(s solvers.Step, i int) string
	// Means explains the signs in a few words; "" where none need it.
	Means string
}

// ToldOf is the letter of a point that has none of its own, and that the formula of
// the step tells of.
const ToldOf = "▸"

// Mover is a point that a step is about, with its letter.
type Mover struct {
	Point  int
	Letter ascii.Span
}

// State is that of the points of a run of the kind. Of the points it takes the
// labels alone: f is the step's own.
func (k Kind) State(y []float64, s solvers.Solver) State {
	switch points := (Points{Y: y}); {
	case k.Descent != nil:
		return k.Descent(points, Claimed(s)).state()
	case k.PointState != nil:
		return k.PointState(y, Claimed(s))
	}
	return State{Label: labels("y", y)}
}

// number is a column of numbers.
func number(head string, of func(s solvers.Step, i int) float64) Column {
	return Column{Head: head, Of: func(s solvers.Step, i int) ascii.Span {
		return ascii.Span{Text: Fitting(of(s, i)), Ink: ascii.Text}
	}}
}

// NumberWidth is how many columns a number of the table has.
const NumberWidth = 9

// Fitting is a number with as many of its four digits as the table has room for.
func Fitting(v float64) string {
	for digits := 4; ; digits-- {
		if text := Digits(v, digits); digits == 1 || ascii.Width(text) <= NumberWidth {
			return text
		}
	}
}

// labels is the column of the labels, signed where they are classes.
func labels(head string, y []float64) Column {
	return Column{Head: head, Of: func(_ solvers.Step, i int) ascii.Span {
		if math.Abs(y[i]) == 1 {
			return ascii.Span{Text: Label(y[i]), Ink: ascii.Text}
		}
		return ascii.Span{Text: Num(y[i]), Ink: ascii.Text}
	}}
}

// state is the points of a descent: what its residual is made of.
func (d Descent) state() State {
	at := func(j int) func(s solvers.Step, i int) float64 {
		return func(s solvers.Step, i int) float64 { return d.Row(i, s.F(i), d.R(i, s.F(i)))[j] }
	}
	out := State{Label: labels(d.Head[0], d.Y), Moved: d.moved}
	if d.Head[0] == "y" {
		out.Label = number(d.Head[0], at(0)) // as the solver reads it, 0 or 1
	}
	for j, head := range d.Head[2:] { // behind f
		out.Columns = append(out.Columns, number(head, at(j+2)))
	}
	return out
}

// moved is the point whose coefficient changed most.
func (Descent) moved(s solvers.Step) []Mover {
	g, ok := s.Detail.(*solvers.GradientDetail)
	if !ok {
		return nil
	}
	return []Mover{{MostMoved(g), ascii.Span{Text: ToldOf, Ink: InkA}}}
}

// MostMoved is the point whose coefficient a step changed most.
func MostMoved(d *solvers.GradientDetail) int {
	best, change := 0, d.Change()
	for i, v := range change.All() {
		if math.Abs(v) > math.Abs(change.At(best)) {
			best = i
		}
	}
	return best
}

// standOfPairs is the points of SMO: their errors, the ways open to them and what
// the KKT conditions say.
func standOfPairs(y []float64, solver solvers.Solver) State {
	smo := solver.(solvers.SMO)
	tol := smo.Tol
	if tol <= 0 {
		tol = Tol
	}
	one := func(s solvers.Step, i int) (m Machine) {
		return Machine{Points: Points{Y: y[i : i+1]}, C: smo.C, Alpha: []float64{s.Coef().At(i)}, Score: []float64{s.F(i)}}
	}
	wants := func(s solvers.Step, i int) float64 {
		if v := one(s, i).KKT(0); v > tol {
			return v
		}
		return 0
	}
	return State{
		Label: labels("t", y),
		Columns: []Column{
			number("E", func(s solvers.Step, i int) float64 { return s.F(i) - y[i] }),
			{Head: "may", Width: 3, Means: "↑ ↓ tα may rise, fall", Of: func(s solvers.Step, i int) ascii.Span {
				m := one(s, i)
				return ascii.Span{Text: ways(m.Up(0), m.Low(0)), Ink: ascii.Text}
			}, Say: func(s solvers.Step, i int) string {
				m := one(s, i)
				return "tα can " + CanMove(m.Up(0), m.Low(0))
			}},
			{Head: "KKT", Width: 8, Means: "✗ violates its condition, by so much", Of: func(s solvers.Step, i int) ascii.Span {
				if v := wants(s, i); v > 0 {
					return ascii.Span{Text: "✗ " + Digits(v, 2), Ink: ascii.Bad}
				}
				return ascii.Span{Text: "✓", Ink: ascii.Good}
			}, Say: func(s solvers.Step, i int) string {
				if v := wants(s, i); v > 0 {
					return "KKT violated by " + Digits(v, 2)
				}
				return "KKT satisfied"
			}},
		},
		Moved: func(s solvers.Step) []Mover {
			d, ok := s.Detail.(*solvers.SMODetail)
			if !ok {
				return nil
			}
			return []Mover{{d.K, ascii.Span{Text: "k", Ink: InkK}}, {d.L, ascii.Span{Text: "ℓ", Ink: InkL}}}
		},
		Wants: wants,
	}
}

// ways says where tα of a point may go.
func ways(up, low bool) string {
	switch {
	case up && low:
		return "↑ ↓"
	case up:
		return "↑"
	case low:
		return "↓"
	}
	return "–"
}

// CanMove is the same in words.
func CanMove(up, low bool) string {
	switch {
	case up && low:
		return "grow and shrink"
	case up:
		return "only grow"
	case low:
		return "only shrink"
	}
	return "not move"
}

// standOfVisits is the points of the perceptron: on which side they are.
func standOfVisits(y []float64, _ solvers.Solver) State {
	margin := func(s solvers.Step, i int) float64 { return y[i] * s.F(i) }
	return State{
		Label: labels("y", y),
		Columns: []Column{
			number("y·f", margin),
			{Width: 11, Of: func(s solvers.Step, i int) ascii.Span {
				if margin(s, i) <= 0 {
					return ascii.Span{Text: "✗ a mistake", Ink: ascii.Bad}
				}
				return ascii.Span{Text: "✓ right", Ink: ascii.Good}
			}, Say: func(s solvers.Step, i int) string {
				if margin(s, i) <= 0 {
					return "a mistake"
				}
				return "right"
			}},
		},
		Moved: func(s solvers.Step) []Mover {
			d, ok := s.Detail.(*solvers.PerceptronDetail)
			if !ok || d.Point < 0 || d.Point >= len(y) {
				return nil
			}
			return []Mover{{d.Point, ascii.Span{Text: ToldOf, Ink: InkA}}}
		},
		Wants: func(s solvers.Step, i int) float64 {
			if m := margin(s, i); m <= 0 {
				return math.Max(-m, math.SmallestNonzeroFloat64)
			}
			return 0
		},
	}
}

// standOfStages is the points of ridge regression, once there are coefficients.
func standOfStages(y []float64, solver solvers.Solver) State {
	left := func(s solvers.Step, i int) float64 { return y[i] - s.F(i) }
	lambda := solver.(solvers.Ridge).Lambda
	return State{Label: labels("y", y), Columns: []Column{
		number("y − f", left),
		number("λa", func(s solvers.Step, i int) float64 { return lambda * s.Coef().At(i) }),
	}}
}
