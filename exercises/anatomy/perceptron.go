package anatomy

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/solvers"
)

// PerceptronState is the state of the perceptron between two visits of points.
type PerceptronState struct {
	Points // without a Gram matrix in the primal
	NoBias bool
	Alpha  []float64 // nil in the primal
	Bias   float64
	F      []float64 // scores, including b
}

// PerceptronState computes the state at a step from the step's α and b. If a computed score differs
// from the recorded score only by rounding, the state has the recorded score, because rounding
// could change the sign of a y·f near 0.
func (p Points) PerceptronState(s solvers.Perceptron, step solvers.Step) PerceptronState {
	c := PerceptronState{Points: p, NoBias: s.NoBias, Bias: step.Bias}
	if p.Gram == nil {
		c.F = step.Scores().Copy()
		floats.AddConst(c.Bias, c.F)
		return c
	}
	c.Alpha = step.CoefCopy()
	c.F = p.Scores(c.Alpha, p.Y)
	floats.AddConst(c.Bias, c.F)
	for i, f := range c.F {
		if math.Abs(step.F(i)-f) <= rounding*c.TermSize(i) {
			c.F[i] = step.F(i)
		}
	}
	return c
}

// Margin returns y·f of a point.
func (s PerceptronState) Margin(i int) float64 { return s.Y[i] * s.F[i] }

// BiasFromAlpha returns the b that follows from α: each addition of a point adds its label.
func (s PerceptronState) BiasFromAlpha() float64 {
	if s.NoBias {
		return 0
	}
	return floats.Dot(s.Alpha, s.Y)
}

// ScoreRounding bounds the rounding error of f, if no |Kᵢⱼ| exceeds largest.
func (s PerceptronState) ScoreRounding(largest float64) float64 {
	return rounding * (1 + floats.Norm(s.Alpha, 1)*largest)
}

// TermSize returns the size of the terms of f at a point.
func (s PerceptronState) TermSize(i int) float64 {
	sum := math.Abs(s.Bias) + math.Abs(s.F[i])
	for j, a := range s.Alpha {
		sum += math.Abs(a * s.Gram.At(i, j))
	}
	return sum
}

// VisitedPoints returns the points of the visits start … end−1, counted from 0. If there are more
// than 2n visits, it returns only the points of the last 2n visits.
func (p Points) VisitedPoints(s solvers.Perceptron, start, end int) []int {
	n := p.Len()
	var out, drawnOrder []int
	epoch := -1
	for v := max(0, start, end-2*n); v < end; v++ {
		if s.Seed == 0 {
			out = append(out, v%n)
			continue
		}
		if v/n != epoch {
			epoch = v / n
			drawnOrder = rand.New(rand.NewPCG(s.Seed, uint64(epoch+1))).Perm(n)
		}
		out = append(out, drawnOrder[v%n])
	}
	return out
}

// The options of the quantity "mistake".
const (
	MistakeYes = iota
	MistakeNo
)

// Derivation returns the derivation of a visit of point i. In the primal it contains no α.
func (s PerceptronState) Derivation(i int) Derivation {
	sub, options := Sub(i+1), []string{"yes", "no"}
	mistakes := func(n Numbers) float64 { return MistakeNo - n["mistake"] } // 1 for a mistake, otherwise 0
	y, oldBias := Given("y", "y"+sub, s.Y[i]), Given("bold", "b", s.Bias)   // "bold" is the old b
	y.Signed = true
	out := Derivation{
		y, oldBias, s.score(i),
		{
			Name: "margin", Symbol: "y·f", Formula: "{y}·{f}", Inputs: []string{"f"},
			Compute:   func(Numbers) float64 { return s.Margin(i) },
			Recorded:  FromVisit(func(d *solvers.PerceptronDetail) float64 { return d.Margin }),
			Scale:     func(Numbers) float64 { return s.TermSize(i) },
			Allowance: func(Numbers) float64 { return math.Abs(s.Margin(i)) / 4 },
			Slips: []Slip{
				{"no-label", "That is f; multiply it by the label.",
					func(Numbers) float64 { return s.F[i] }},
			},
		},
		{
			Name: "mistake", Symbol: "a mistake", Formula: "y·f ≤ 0", Inputs: []string{"margin"}, Options: options,
			Fill:     func(n Numbers) string { return Num(n["margin"]) + " ≤ 0" },
			Compute:  func(n Numbers) float64 { return mistakeOption(n["margin"] <= 0) },
			Recorded: FromVisit(func(d *solvers.PerceptronDetail) float64 { return mistakeOption(d.Mistake) }),
			Slips: []Slip{
				{"strict", "", func(n Numbers) float64 { return mistakeOption(n["margin"] < 0) }},
				{"eager", "", func(n Numbers) float64 { return mistakeOption(n["margin"] < 1) }},
			},
		},
	}
	if s.Alpha != nil {
		out = append(out, Given("old", "α"+sub, s.Alpha[i]), Quantity{
			Name: "alpha", Symbol: "α" + sub, Ink: InkA, Formula: "{old} + 1 at a mistake", Inputs: []string{"mistake"},
			Fill:     func(n Numbers) string { return Num(s.Alpha[i]) + " + " + Num(mistakes(n)) },
			Compute:  func(n Numbers) float64 { return s.Alpha[i] + mistakes(n) },
			Recorded: func(s solvers.Step) (float64, bool) { return s.Coef().At(i), true },
			Slips: []Slip{
				{"plus-y", "α counts mistakes; the label is a separate factor in f = Σαyk + b.",
					func(n Numbers) float64 { return s.Alpha[i] + mistakes(n)*s.Y[i] }},
			},
		})
	}
	if s.NoBias {
		return out
	}
	return append(out, Quantity{
		Name: "b", Symbol: "b", Formula: "{bold} + {y} at a mistake", Inputs: []string{"mistake"},
		Fill:     func(n Numbers) string { return Num(s.Bias) + " + " + Paren(mistakes(n)*s.Y[i]) },
		Compute:  func(n Numbers) float64 { return s.Bias + mistakes(n)*s.Y[i] },
		Recorded: func(s solvers.Step) (float64, bool) { return s.Bias, true },
		Slips: []Slip{
			{"minus-y", "b moves with the label of the mistake, not against it.",
				func(n Numbers) float64 { return s.Bias - mistakes(n)*s.Y[i] }},
			{"bias-sign", "", func(n Numbers) float64 { return s.Bias + mistakes(n) }},
		},
	})
}

// score returns f at point i as a quantity.
func (s PerceptronState) score(i int) Quantity {
	q := Given("f", "f(x"+Sub(i+1)+")", s.F[i])
	if s.Alpha != nil {
		q.Formula, q.Fill = "Σⱼ αⱼyⱼKⱼ"+Sub(i+1)+" + b", s.sum(i).fill
	}
	return q
}

// sum returns f at a point as a sum over the points.
func (s PerceptronState) sum(i int) Sum {
	out := Sum{Point: i, Letter: "αy", Coef: make([]float64, len(s.Alpha)),
		K: func(j int) float64 { return s.Gram.At(i, j) }, Bias: s.Bias}
	floats.MulTo(out.Coef, s.Alpha, s.Y)
	return out
}

// visitDetail returns the detail of a step of the perceptron. Every such step has one.
func visitDetail(s solvers.Step) *solvers.PerceptronDetail {
	return s.Detail.(*solvers.PerceptronDetail)
}

// mistakeOption returns MistakeYes or MistakeNo.
func mistakeOption(mistake bool) float64 { return boolNumber(!mistake) }

// FromVisit returns a Recorded function that reads the detail of a step that visits a point. The
// function returns false for the initial state, which visited no point.
func FromVisit(read func(d *solvers.PerceptronDetail) float64) func(solvers.Step) (float64, bool) {
	return func(s solvers.Step) (float64, bool) {
		if d, ok := s.Detail.(*solvers.PerceptronDetail); ok && d.Point >= 0 {
			return read(d), true
		}
		return 0, false
	}
}

// studentVisit is the [StepChooser] of the perceptron. The student chooses the point to visit.
type studentVisit struct{}

func (studentVisit) Names() []string { return []string{"point"} }

func (studentVisit) MoveOf(s solvers.Step) Move { return Move{K: visitDetail(s).Point + 1} }

func (studentVisit) Suggestion(ForkPosition) Move { return Move{K: 1} }

func (studentVisit) Read(fork ForkPosition, solverMove Move, a exercises.Answers) (Move, error) {
	point, err := readPoint("the point", a["point"], fork.Problem.Len(), solverMove.K)
	return Move{K: point}, err
}

func (studentVisit) Take(fork ForkPosition, m Move) solvers.Step {
	return fork.Solver.(solvers.Perceptron).Visit(fork.Problem, fork.Step, m.K-1)
}

func (studentVisit) Options(fork ForkPosition, m Move) []exercises.Control {
	c := exercises.Control{Name: "point", Label: "point", Value: strconv.Itoa(m.K)}
	for i := range fork.Problem.Len() {
		c.Choices = append(c.Choices, pointChoice(i, "y·f = "+Num(fork.Problem.Y(i)*fork.Step.F(i))))
	}
	return []exercises.Control{c}
}

// visitEffect describes the effect of a visit that a student chose.
func visitEffect(_ ForkPosition, next solvers.Step, _ Move) []ascii.Line {
	d := visitDetail(next)
	margin := fmt.Sprintf("Point %d has y·f = %s: ", d.Point+1, Num(d.Margin))
	if d.Mistake {
		return ascii.PlainLines(margin + "a mistake, so it is added.")
	}
	return ascii.PlainLines(margin + "it is right, so nothing changes.")
}

func summarizeVisit(s solvers.Step, stepped bool) (t Summary) {
	d := visitDetail(s)
	if stepped && d.Point >= 0 {
		t.addDone("%s", studentVisit{}.MoveOf(s))
		t.addDone("y·f = %s", Num(d.Margin))
	}
	t.addNow("pass %d, %d on the wrong side", d.Pass, d.Errors)
	t.addNow("b = %s", Num(s.Bias))
	return t
}

func visitEntries(s solvers.Step) []Entry {
	d := visitDetail(s)
	return []Entry{{"point", d.Point + 1}, {"epoch", d.Pass}, {"margin", d.Margin}, {"mistake", d.Mistake},
		{"errors", d.Errors}}
}
