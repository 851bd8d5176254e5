package unit7

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

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

// plainAscent builds the Go part of exercise 7.5: the problems of plain gradient ascent on
// the dual.
func plainAscent(input worksheets.LessonInput) worksheets.LessonOutput {
	s := newSmallDual(input.Seed)
	p := newPairMove(input.Seed, s)
	n, sum := len(s.t), s.eta*s.labelSum()
	run := s.ascend(maxAscent, exercises.Condition{Name: "negative"})
	negativeStep := run.Len() - 1
	return worksheets.LessonOutput{
		Vars: worksheets.Vars{
			"n": n, "pos": s.countLabel(1), "neg": s.countLabel(-1),
			"eta": s.eta, "sum": sum, "plain": s.eta * float64(n), "minusSum": -sum, "one": math.Abs(sum),
			"ones":  lesson.TypedVector(slices.Repeat([]float64{1}, n)),
			"delta": p.delta, "tk": answer.SignedDecimal(s.t[p.k]), "tl": answer.SignedDecimal(s.t[p.l]),
			"k": lesson.PointNumber(p.k), "l": lesson.PointNumber(p.l),
			"below": negativeStep, "belowBefore": negativeStep - 1, "belowAfter": negativeStep + 1,
			"least":   anatomy.Num(run.Last().Detail.(*solvers.AscentDetail).Least),
			"partner": p.compensation(), "minusPartner": -p.compensation(),
		},
		Sets: map[string]exercises.Data{"five": s.trainingData().Set},
		Tasks: worksheets.Tasks{
			"gradient": {
				Tables: lesson.FieldTables(s.startTable(),
					lesson.FieldColumn{Title: "∂g/∂αᵢ", Cell: lesson.BlankCell(slopeName)}), Scene: s.slopesScene,
				Calculation: s.gradientCalculation(),
			},
			"step":  {Scene: s.stepScene},
			"guess": {Scene: lesson.FixedFigures(s.pointsFigure())},
			"alone": {Scene: p.aloneScene},
			"two":   {Scene: p.pairScene},
		},
	}
}

// maxAscent is the maximum number of steps of gradient ascent. newSmallDual draws points for which
// this is enough to violate both constraints.
const maxAscent = 60

// smallDual is the dual of a small set on which gradient ascent is tried.
type smallDual struct {
	x    [][]float64
	t    []float64
	gram *solvers.Dense
	eta  float64
}

// newSmallDual draws random points and a rate η until gradient ascent violates both constraints:
// Σαt = 0 at once and α ≥ 0 later. The rate does not cause the violations: η·λ_max ≤ 1, and
// therefore g rises at every step.
func newSmallDual(seed uint64) smallDual {
	r := lesson.Rand(seed, 75)
	for {
		s := randomSmallDual(r)
		if s.eta*solvers.LambdaMax(s.gram) > 1 {
			continue
		}
		last := s.ascend(maxAscent, exercises.Condition{Name: "negative"}).Last()
		if last.Detail.(*solvers.AscentDetail).Least < 0 {
			return s
		}
	}
}

// randomSmallDual draws five points of the plane, three of one class and two of the other, at
// least 1 apart, and a rate.
func randomSmallDual(r *rand.Rand) smallDual {
	s := smallDual{t: []float64{1, 1, 1, -1, -1}, eta: []float64{0.05, 0.08, 0.1, 0.2}[r.IntN(4)]}
	if r.IntN(2) == 0 {
		s.t = []float64{1, 1, -1, -1, -1}
	}
	for len(s.x) < len(s.t) {
		label := s.t[len(s.x)]
		x := []float64{label + float64(r.IntN(3)-1), float64(r.IntN(5) - 2)}
		if !containsPoint(s.x, x) {
			s.x = append(s.x, x)
		}
	}
	s.gram = solvers.LinearGram(s.x)
	return s
}

func containsPoint(xs [][]float64, x []float64) bool {
	return slices.ContainsFunc(xs, func(z []float64) bool { return slices.Equal(z, x) })
}

func (s smallDual) countLabel(label float64) (n int) {
	for _, t := range s.t {
		if t == label {
			n++
		}
	}
	return n
}

func (s smallDual) labelSum() float64 { return float64(s.countLabel(1) - s.countLabel(-1)) }

// trainingData returns the points with the linear kernel.
func (s smallDual) trainingData() stage.TrainingData {
	return stage.TrainingData{Set: dataset.NewClassification("five points", s.x, s.t), Kernel: kernels.Linear{}}
}

// ascend returns the trace of gradient ascent at the rate s.eta. It ends after the given number of
// steps, or earlier at a step that satisfies until.
func (s smallDual) ascend(steps int, until exercises.Condition) solvers.Trace {
	return lesson.StageRun(s.trainingData(), solvers.Ascent{Eta: s.eta, MaxSteps: maxAscent}, steps, until).Trace()
}

// startTable shows the points with α = 0.
func (s smallDual) startTable() exercises.Figure {
	return lesson.PointTable("The dual variables", len(s.t),
		lesson.NumberColumn().AlignLeft(),
		lesson.ValuesColumn("x", s.x, lesson.Coordinates).AlignLeft(),
		lesson.ValuesColumn("t", s.t, answer.SignedDecimal),
		lesson.Column{Title: "αᵢ", Text: func(int) string { return "0" }},
	)
}

// stepScene shows the table at the start. Once the answer to the field sum is right, it shows the
// table after one step, with the violated constraints.
func (s smallDual) stepScene(ctx context.Context, a exercises.Answers) exercises.Scene {
	sum, table, note := s.eta*s.labelSum(), s.startTable(), ascii.Plain("η = "+answer.DisplayDecimal(s.eta))
	if !a.IsUnjudged("sum") && answer.ExactJudge(sum)(ctx, a["sum"]).Accepted {
		table = stage.AscentTable(s.trainingData(), s.ascend(1, exercises.Condition{}).Last())
		note = stage.BalanceNote(sum)
		table.Title = "The dual variables after one step"
	}
	return exercises.Scene{Figures: []exercises.Figure{s.pointsFigure(), table}, Notes: []ascii.Line{note}}
}

func slopeName(i int) string { return "slope" + lesson.PointNumber(i) }

// gradientCalculation returns the blanks for the slopes ∂g/∂αᵢ at α = 0. All are 1, because at α = 0
// every sum over j is 0.
func (s smallDual) gradientCalculation() answer.Calculation {
	var out answer.Calculation
	for i, t := range s.t {
		out = append(out, answer.Quantity{Name: slopeName(i), Value: constant(1), Slips: []answer.Slip{
			{ID: "labels", Value: constant(t), Whole: true},
			{ID: "zeros", Value: constant(0), Whole: true},
			{ID: "own-term", Value: constant(1 - s.gram.At(i, i)), Whole: true},
		}})
	}
	return out
}

// constant returns the function that computes a quantity which does not depend on other quantities.
func constant(v float64) func(answer.Numbers) float64 {
	return func(answer.Numbers) float64 { return v }
}

// slopesScene shows the points, and a bar for every typed slope.
func (s smallDual) slopesScene(ctx context.Context, a exercises.Answers) exercises.Scene {
	points := s.pointsFigure()
	points.Role = exercises.Chart
	bars := ascii.Bars{Vertical: true, Range: ascii.RangeOf(-2, 2), Format: func(v float64) string {
		if math.IsNaN(v) {
			return ""
		}
		return ascii.FormatValue(v)
	}}
	for i := range s.t {
		b := ascii.Bar{Label: "α" + anatomy.Sub(i+1), Ink: ascii.Symbol1}
		if b.Value = lesson.TypedNumber(ctx, a, slopeName(i)); !math.IsNaN(b.Value) {
			bars.Range = bars.Range.With(b.Value)
		}
		bars.Bars = append(bars.Bars, b)
	}
	return exercises.Scene{Figures: []exercises.Figure{stage.Main("The slopes that you type", bars), points}}
}

// pointsFigure shows the points with their numbers.
func (s smallDual) pointsFigure() exercises.Figure {
	return lesson.PointsAlone(s.trainingData().Set, "The points")
}

// pairC is the bound C of the questions about moving one α alone and two together.
const pairC = 1

// pairMove is a feasible α, and a change of two of its entries. The student changes one entry, αₗ,
// by delta, and must change another entry, αₖ, to compensate. Both entries stay within [0, C].
type pairMove struct {
	smallDual
	alpha []float64
	k, l  int
	delta float64
}

// newPairMove draws the pair and the change. The values of α are multiples of 0.2 with Σ
// αᵢtᵢ = 0.
func newPairMove(seed uint64, s smallDual) pairMove {
	r := lesson.Rand(seed, 752)
	p := pairMove{smallDual: s, alpha: []float64{0.4, 0.6, 0.2, 0.8, 0.4}}
	if s.countLabel(1) == 2 {
		p.alpha = []float64{0.8, 0.4, 0.4, 0.6, 0.2}
	}
	p.k = r.IntN(len(s.t))
	p.l = (p.k + 1 + r.IntN(len(s.t)-1)) % len(s.t)
	p.delta = []float64{-0.2, -0.15, -0.1, -0.05, 0.05, 0.1, 0.15, 0.2}[r.IntN(8)]
	return p
}

// compensation returns the change of αₖ that keeps Σ αᵢtᵢ = 0.
func (p pairMove) compensation() float64 { return -p.t[p.k] * p.t[p.l] * p.delta }

// aloneScene lets the student move one α and see Σ αᵢtᵢ.
func (p pairMove) aloneScene(_ context.Context, a exercises.Answers) exercises.Scene {
	slider := stage.Slider("moved", "α"+anatomy.Sub(p.l+1), 0, pairC, 0.05, a, answer.Decimal(p.alpha[p.l]))
	alpha := slices.Clone(p.alpha)
	alpha[p.l] = slider.Number()
	table := lesson.PointTable("The dual variables, 0 ≤ αᵢ ≤ 1", len(p.t),
		lesson.NumberColumn().AlignLeft(),
		lesson.ValuesColumn("t", p.t, answer.SignedDecimal),
		lesson.ValuesColumn("αᵢ", alpha, stage.FourDecimals),
		lesson.Column{Title: "αᵢtᵢ", Text: func(i int) string { return stage.FourDecimals(alpha[i] * p.t[i]) }})
	return exercises.Scene{Figures: []exercises.Figure{table}, Controls: []exercises.Control{slider},
		Notes: []ascii.Line{stage.BalanceNote(floats.Dot(alpha, p.t))}}
}

// pairScene shows the square in which αₖ and αₗ may move, and their values now. Once the answer is
// right, it also shows the line on which the pair must stay, and the values after the change.
func (p pairMove) pairScene(ctx context.Context, a exercises.Answers) exercises.Scene {
	start := ascii.Point{X: p.alpha[p.l], Y: p.alpha[p.k]}
	m := squareMap("α"+anatomy.Sub(p.l+1), "α"+anatomy.Sub(p.k+1))
	m.Marks = []ascii.Mark{{X: start.X, Y: start.Y, Label: "now"}}
	notes := ascii.PlainLines(
		"k = " + lesson.PointNumber(p.k) + ", l = " + lesson.PointNumber(p.l) + ": 0 ≤ α ≤ C for both.",
	)
	if !a.IsUnjudged("partner") && answer.ExactJudge(p.compensation())(ctx, a["partner"]).Accepted {
		m.Curves = append(m.Curves, ascii.CurveLine{Ink: ascii.Boundary, Name: "Σ αᵢtᵢ = 0", Points: p.feasibleLine()})
		m.Marks = append(m.Marks, ascii.Mark{X: start.X + p.delta, Y: start.Y + p.compensation(), Focus: true,
			Label: "after"})
		notes = append(notes, ascii.Plain("On the line Σ αᵢtᵢ = 0. SMO, in 7.6, always moves along such a line."))
	}
	return exercises.Scene{Figures: []exercises.Figure{stage.Main("Two α, and the square 0 ≤ α ≤ C", m)}, Notes: notes}
}

// feasibleLine returns points on the part of the line Σ αᵢtᵢ = 0 within the square.
func (p pairMove) feasibleLine() []ascii.Point {
	s := p.t[p.k] * p.t[p.l]
	gamma := p.alpha[p.k] + s*p.alpha[p.l]
	var out []ascii.Point
	const pieces = 100
	for i := range pieces + 1 {
		x := pairC * float64(i) / pieces
		if y := gamma - s*x; y >= -1e-9 && y <= pairC+1e-9 {
			out = append(out, ascii.Point{X: x, Y: y})
		}
	}
	return out
}
