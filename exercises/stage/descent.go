package stage

import (
	"fmt"
	"math"
	"strconv"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/solvers"
)

// DescentPainter draws the frames of gradient descent for least squares or logistic regression: f,
// the loss, the coefficients a as bars, and a chart of the coefficients over the steps.
type DescentPainter struct {
	Data TrainingData
	// If Logistic, the picture is shaded by probability.
	Logistic bool
}

// Paint makes frame i.
func (p DescentPainter) Paint(traces []solvers.Trace, i int) exercises.Frame {
	now := traces[0].At(i)
	return exercises.Frame{
		Figures: p.figures(traces, i),
		Status:  descentStatus(now),
		Formula: p.formula(traces[0], i),
		Inspect: stepInspector(p.Data, traces[0].Solver(), now),
		Notes:   endSentence(now),
	}
}

func descentStatus(s solvers.Step) ascii.Line {
	var p anatomy.Pen
	p.Text("step %d  %s %s  gradient %s", s.N, anatomy.LossName(s), anatomy.Digits(s.Objective, 5),
		anatomy.Digits(s.Violation, 2))
	return withEnd(p.Line, s)
}

// formula shows the update of the coefficient that changed most.
func (p DescentPainter) formula(t solvers.Trace, i int) []ascii.Line {
	if i == 0 {
		return ascii.PlainLines("start: a = 0, so f = 0 at every point")
	}
	d, ok := t.At(i).Detail.(*solvers.GradientDetail)
	if !ok {
		return nil
	}
	changed, before := anatomy.LargestChange(d), t.At(i-1)
	descent, _ := anatomy.Points{Y: t.Problem().Labels()}.Descent(t.Solver())
	update := descent.Derivation(changed, before.CoefCopy(), before.F(changed))
	values := update.RecordedValues(t.At(i))
	return []ascii.Line{append(ascii.Plain("before the step "), update.Equation("r", values)...),
		update.Equation("anew", values)}
}

// lossRises reports whether the loss has risen by more than rounding errors. Even if the loss is
// almost 0, its error can be as large as the square of the rounding error of a score.
func lossRises(prev, now solvers.Step) bool {
	f := largestScore(now)
	return now.Objective-prev.Objective > rounding*max(math.Abs(now.Objective), math.Abs(prev.Objective))+
		rounding*rounding*f*f
}

// Event reports that the loss rises, or that the run ends.
func (p DescentPainter) Event(prev, now solvers.Step) string {
	switch {
	case now.Status.Done():
		return now.Status.Phrase()
	case lossRises(prev, now):
		return "the loss rises"
	}
	return ""
}

// Conditions lists where a run can stop: the loss rises, or a step gains little.
func (p DescentPainter) Conditions() []exercises.Condition {
	return []exercises.Condition{
		{Name: "rise", Label: "the loss rises", Text: "loss rises"},
		{Name: "slow", Label: "a step gains less than a thousandth of the loss", Text: "loss stalls"},
	}
}

// figures returns the pictures of frame i.
func (p DescentPainter) figures(traces []solvers.Trace, i int) []exercises.Figure {
	now := traces[0].At(i)
	loss := anatomy.LossName(now)
	focus, tags := map[int]string{}, map[int]ascii.Span{}
	if d, ok := now.Detail.(*solvers.GradientDetail); ok && i > 0 {
		// Highlight the point whose update the formula shows.
		changed := anatomy.LargestChange(d)
		focus[changed], tags[changed] = "", ascii.Span{Text: anatomy.PlainMark, Ink: anatomy.InkA}
	}
	return []exercises.Figure{
		p.Data.Map(p.Data.Expansion(now), MapOptions{Probability: p.Logistic, Focus: focus}),
		History(loss, traces[0], i, false, objectiveTrack(loss)),
		CoefBars("all coefficients a", "a", p.Data, now, tags),
		coefHistory("every a over the steps", "a", p.Data, traces[0], i, largestOfEachSign(now)),
	}
}

// largestOfEachSign returns inks for the largest positive and the largest negative
// coefficient.
func largestOfEachSign(s solvers.Step) map[int]ascii.Ink {
	top, bottom := 0, 0
	for i, c := range s.Coef().All() {
		if c > s.Coef().At(top) {
			top = i
		}
		if c < s.Coef().At(bottom) {
			bottom = i
		}
	}
	return map[int]ascii.Ink{top: ascii.Series(0), bottom: ascii.Series(1)}
}

// AscentPainter draws the frames of gradient ascent on the dual: every α with its slope, and the
// effect of the steps on g and on the constraints.
type AscentPainter struct{ Data TrainingData }

// Paint makes frame i.
func (p AscentPainter) Paint(traces []solvers.Trace, i int) exercises.Frame {
	t := traces[0]
	now, d := t.At(i), ascentDetail(t.At(i))
	f := exercises.Frame{Figures: []exercises.Figure{
		AscentTable(p.Data, now),
		pathChart("g(α)", t, i, func(s solvers.Step) float64 { return s.Objective }),
		pathChart("Σ αᵢtᵢ, feasible at 0", t, i, func(s solvers.Step) float64 { return ascentDetail(s).Sum }),
	}}
	f.Status = ascii.Plain(fmt.Sprintf("step %d", i))
	f.Formula = ascii.PlainLines("αᵢ ← αᵢ + η·(1 − tᵢ Σⱼ αⱼtⱼKᵢⱼ)")
	f.Notes = []ascii.Line{
		BalanceNote(d.Sum),
		{{Text: "smallest αᵢ = ", Ink: ascii.Dim}, {Text: FourDecimals(d.Least), Ink: violationInk(d.Least < 0)},
			{Text: "   needed: 0 or more", Ink: ascii.Dim}},
		{{Text: "g = ", Ink: ascii.Dim}, {Text: FourDecimals(now.Objective), Ink: ascii.Text}},
	}
	return f
}

func ascentDetail(s solvers.Step) *solvers.AscentDetail { return s.Detail.(*solvers.AscentDetail) }

// AscentTable shows every αᵢ at a step with the slope ∂g/∂αᵢ.
func AscentTable(data TrainingData, s solvers.Step) exercises.Figure {
	table := ascii.Table{Columns: []ascii.Column{
		{Title: "i"}, {Title: "x"}, {Title: "t", Right: true}, {Title: "αᵢ", Right: true},
		{Title: "∂g/∂αᵢ", Right: true}, {},
	}}
	ascent, _ := anatomy.Points{Y: data.Set.Labels()}.Descent(solvers.Ascent{})
	for i, a := range s.Coef().All() {
		note, ink := ascii.Line{}, ascii.Text
		if a < 0 {
			ink, note = ascii.Bad, ascii.Inked("below 0", ascii.Bad)
		}
		x := ascii.Join(data.Set.Point(i), ", ", answer.DisplayDecimal)
		table.Add(
			ascii.Plain(strconv.Itoa(i+1)), ascii.Plain("("+x+")"),
			ascii.Plain(answer.SignedDecimal(ascent.Y[i])), ascii.Inked(FourDecimals(a), ink),
			ascii.Plain(FourDecimals(ascent.ResidualAt(i, s.F(i)))),
			note,
		)
	}
	return Table("The dual variables", table)
}

// pathChart returns the chart of a value over the steps up to frame i.
func pathChart(name string, t solvers.Trace, i int, value func(solvers.Step) float64) exercises.Figure {
	values := make([]float64, i+1)
	for j := range values {
		values[j] = value(t.At(j))
	}
	return SideFigure(name, ascii.Chart{
		Series: []ascii.ChartSeries{{Y: values}}, XLabel: "step", HasCursor: true, Cursor: float64(i),
		Refs: []ascii.RefLine{{Y: 0}},
	})
}

// BalanceNote compares Σ αᵢtᵢ with the required 0.
func BalanceNote(sum float64) ascii.Line {
	return ascii.Line{{Text: "Σ αᵢtᵢ = ", Ink: ascii.Dim},
		{Text: FourDecimals(sum), Ink: violationInk(math.Abs(sum) > 1e-9)}, {Text: "   needed: 0", Ink: ascii.Dim}}
}

// violationInk returns the ink of a number, which depends on whether it violates a
// constraint.
func violationInk(broken bool) ascii.Ink {
	if broken {
		return ascii.Bad
	}
	return ascii.Good
}

// FourDecimals formats a number with at most four decimals, or a large number with four digits.
func FourDecimals(v float64) string {
	if math.Abs(v) >= 1e5 {
		return anatomy.Num(v)
	}
	return answer.DisplayDecimal(math.Round(v*1e4) / 1e4)
}

// Event reports that the first step violates Σαt = 0, or that an α falls below 0.
func (AscentPainter) Event(prev, now solvers.Step) string {
	before, d := ascentDetail(prev), ascentDetail(now)
	switch {
	case math.Abs(before.Sum) <= 1e-9 && math.Abs(d.Sum) > 1e-9 && prev.N == 0:
		return "Σ αᵢtᵢ leaves 0"
	case d.Least < 0 && before.Least >= 0:
		return "an αᵢ falls below 0"
	}
	return ""
}

// Conditions returns the only condition: an α falls below 0.
func (AscentPainter) Conditions() []exercises.Condition {
	return []exercises.Condition{{Name: "negative", Label: "an αᵢ falls below 0", Text: "least < 0"}}
}

// RidgePainter draws the frames of ridge regression, one for each stage of the computation.
type RidgePainter struct {
	Data   TrainingData
	Lambda float64
}

// Paint makes frame i.
func (p RidgePainter) Paint(traces []solvers.Trace, i int) exercises.Frame {
	now := traces[0].At(i)
	d := now.Detail.(*solvers.RidgeDetail)
	return exercises.Frame{
		Figures: p.figures(traces, i),
		Status:  ridgeStatus(d),
		Formula: p.formula(now, d),
		Inspect: stepInspector(p.Data, traces[0].Solver(), now),
		Notes:   endSentence(now),
	}
}

func ridgeStatus(d *solvers.RidgeDetail) ascii.Line {
	var p anatomy.Pen
	p.Text("stage %d of 6: %s", int(d.Stage)+1, d.Stage)
	if d.Stage >= solvers.StageCholesky {
		p.Text("  condition number %s", anatomy.Digits(d.Cond, 3))
	}
	return p.Line
}

func (p RidgePainter) formula(s solvers.Step, d *solvers.RidgeDetail) []ascii.Line {
	var l anatomy.Pen
	switch d.Stage {
	case solvers.StageGram:
		l.Text("K, %d×%d: one inner product for every pair of points", s.Coef().Len(), s.Coef().Len())
	case solvers.StageRegularise:
		l.Text("K + ").Ink(anatomy.InkRate, "λ").Text("I with ").Ink(anatomy.InkRate, "λ = "+anatomy.Num(p.Lambda))
	case solvers.StageCholesky:
		l.Text("K + ").Ink(anatomy.InkRate, "λ").Text("I = LLᵀ, L lower triangular")
		if d.Singular {
			l = anatomy.Pen{}
			l.Text("K + ").Ink(anatomy.InkRate, "λ").Text("I is singular to working precision: there is no such L")
		}
	case solvers.StageForward:
		l.Text("Lz = y, from the first row down")
	case solvers.StageBack:
		l.Text("Lᵀ").Ink(anatomy.InkA, "a").Text(" = z, from the last row up")
	case solvers.StageResidual:
		l.Text("‖(K + ").Ink(anatomy.InkRate, "λ").Text("I)").Ink(anatomy.InkA, "a").Text(" − y‖ / ‖y‖ = %s",
			anatomy.Digits(d.Residual, 2))
	}
	return []ascii.Line{l.Line}
}

// Event names the stage.
func (RidgePainter) Event(_, now solvers.Step) string {
	return now.Detail.(*solvers.RidgeDetail).Stage.String()
}

// Conditions returns nil, since there are only six stages.
func (RidgePainter) Conditions() []exercises.Condition { return nil }

// figures returns the pictures of frame i. In the stages before the coefficients are computed, the
// matrix is the first picture. In later stages, f is the first, with the charts of its coefficients.
func (p RidgePainter) figures(traces []solvers.Trace, i int) []exercises.Figure {
	now := traces[0].At(i)
	d := now.Detail.(*solvers.RidgeDetail)
	picture := p.Data.Map(p.Data.Expansion(now), MapOptions{})
	if d.Stage < solvers.StageBack {
		return []exercises.Figure{p.matrix(d), picture}
	}
	return []exercises.Figure{
		picture,
		CoefBars("all coefficients a", "a", p.Data, now, nil),
		p.residuals(now),
		p.matrix(d),
	}
}

// matrix shows the matrix of the stage in colours.
func (p RidgePainter) matrix(d *solvers.RidgeDetail) exercises.Figure {
	rows, cols := d.Matrix.Dims()
	return Main(matrixTitle(d), ascii.Heatmap{Rows: rows, Cols: cols, At: d.Matrix.At, ShowValues: true})
}

// residuals shows y − f. In ridge regression, it equals λa.
func (p RidgePainter) residuals(s solvers.Step) exercises.Figure {
	var b ascii.Bars
	for i := range p.Data.Set.Len() {
		b.Bars = append(b.Bars, ascii.Bar{Label: "y−f" + anatomy.Sub(i+1), Value: p.Data.Set.Label(i) - s.F(i)})
	}
	return SideFigure("y − f = λa", b)
}

func matrixTitle(d *solvers.RidgeDetail) string {
	switch {
	case d.Stage == solvers.StageGram:
		return "K"
	case d.Stage == solvers.StageRegularise || d.Singular:
		return "K + λI"
	}
	return "L, with LLᵀ = K + λI"
}

// PerceptronPainter draws the frames of the perceptron: the decision picture, the mistakes counted in
// α, and each visit as a formula.
type PerceptronPainter struct{ Data TrainingData }

// Paint makes frame i.
func (p PerceptronPainter) Paint(traces []solvers.Trace, i int) exercises.Frame {
	now := traces[0].At(i)
	d := now.Detail.(*solvers.PerceptronDetail)
	f := exercises.Frame{
		Figures: p.figures(traces, i),
		Status:  perceptronStatus(now, d),
		Inspect: stepInspector(p.Data, traces[0].Solver(), now),
	}
	if i == 0 {
		f.Formula = ascii.PlainLines("start: α = 0 and b = 0, so f = 0 everywhere: the first point is a mistake")
		return f
	}
	f.Formula = visitFormula(traces[0], i)
	f.Notes = endSentence(now)
	return f
}

func perceptronStatus(s solvers.Step, d *solvers.PerceptronDetail) ascii.Line {
	return withEnd(ascii.Plainf("pass %d  update %d  %d on the wrong side", d.Pass, s.Updates, d.Errors), s)
}

// visitFormula shows the visit that led to frame i: the test, and the update if it was a
// mistake.
func visitFormula(t solvers.Trace, i int) []ascii.Line {
	before, now := t.At(i-1), t.At(i)
	d := now.Detail.(*solvers.PerceptronDetail)
	state := anatomy.Points{Y: t.Problem().Labels()}.PerceptronState(
		anatomy.ClaimedSolver(t.Solver()).(solvers.Perceptron), before)
	state.Alpha = before.CoefCopy()
	visit := state.Derivation(d.Point)
	n := visit.RecordedValues(now)
	test := anatomy.Pen{Line: visit.Equation("margin", n)}
	if !d.Mistake {
		return []ascii.Line{test.Ink(ascii.Good, " > 0: right, nothing changes").Line}
	}
	var update anatomy.Pen
	update.Ink(anatomy.InkA, "α"+anatomy.Sub(d.Point+1)).Add(visit.Result("alpha", n))
	if !state.NoBias {
		update.Text("    b").Add(visit.Result("b", n))
	}
	return []ascii.Line{test.Ink(ascii.Bad, " ≤ 0: a mistake").Line, update.Line}
}

// Event reports the first mistake at a point, the beginning of a pass, or the end of the run.
func (PerceptronPainter) Event(prev, now solvers.Step) string {
	d := now.Detail.(*solvers.PerceptronDetail)
	before := prev.Detail.(*solvers.PerceptronDetail)
	switch {
	case now.Status.Done():
		return now.Status.Phrase()
	case d.Pass != before.Pass:
		return fmt.Sprintf("pass %d begins", d.Pass)
	case d.Mistake && prev.Coef().At(d.Point) == 0:
		return fmt.Sprintf("point %d is a mistake for the first time", d.Point+1)
	}
	return ""
}

// Conditions lists where a run can stop: a mistake, a new pass, and a change of each α.
func (p PerceptronPainter) Conditions() []exercises.Condition {
	out := []exercises.Condition{{Name: "mistake", Label: "a mistake"},
		{Name: "epoch", Label: "a new pass", Text: "epoch changes"}}
	return append(out, alphaConditions(p.Data.Set.Len(), "grows")...)
}

// figures returns the pictures of frame i.
func (p PerceptronPainter) figures(traces []solvers.Trace, i int) []exercises.Figure {
	now := traces[0].At(i)
	o := MapOptions{Kinds: []ascii.MarkKind{ascii.Missed},
		Kind: func(i int) ascii.MarkKind { return MistakeMark(now.Coef().At(i)) }}
	if d := now.Detail.(*solvers.PerceptronDetail); d.Point >= 0 {
		o.Focus = map[int]string{d.Point: ""}
	}
	tags := map[int]ascii.Span{}
	if d := now.Detail.(*solvers.PerceptronDetail); d.Mistake {
		tags[d.Point] = ascii.Span{Text: "▲", Ink: anatomy.InkA}
	}
	return []exercises.Figure{
		p.Data.Map(p.Data.Expansion(now), o),
		CoefBars("α counts mistakes", "α", p.Data, now, tags),
		History("points on the wrong side", traces[0], i, false, MistakesTrack(traces[0])),
	}
}
