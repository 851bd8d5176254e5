package anatomy

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/solvers"
)

// descentStep is a step of a descent together with what follows from the position before it.
type descentStep struct {
	Descent
	transition Transition
	before     Fit // the fit before the step; in the primal, only F is set
	point      int // the point whose coefficient changes most
}

// explainDescent completes the [Account] of a step of a descent, the data from which its
// explanation is built.
func explainDescent(transition Transition, a *Account) {
	d, _ := transition.Points.Descent(transition.Solver)
	s := descentStep{Descent: d, transition: transition}
	a.Rule = Rule{Title: d.Title, Sentences: []string{d.Sentence}, Formula: d.Formula, Start: d.Start}
	a.Objective = d.Objective
	a.Points = &PointTable{PointColumns: d.pointColumns(), Letter: d.Letter, Step: transition.Before, RunnerUp: -1}
	a.Laws = func() Laws { return s.laws() }
	if Residuals(transition.Now).Len() == 0 {
		return
	}
	a.Questions, a.Blanks = func() []Question { return s.questions() },
		[]string{"f", "r", "anew"} // "anew" is the new a
	a.Replacement = func() *Question {
		if q, ok := s.lossQuestion(); ok {
			return &q
		}
		return nil
	}
	if a.Primal {
		for i := range transition.Len() {
			s.before.F = append(s.before.F, transition.Before.F(i))
		}
		return
	}
	s.before = d.Fit(transition.Before, transition.LargestGram())
	_, i := largest(transition.Len(), s.changeAt)
	s.point, a.Derivation, a.OtherDerivations = i, s.derivationOf(i), s.otherDerivations
	a.Points.Rank = func(i int) float64 { return math.Abs(s.changeAt(i)) }
	a.Chosen = func() []ascii.Line { return []ascii.Line{line("i = %d, where %s changes most", i+1, d.Letter)} }
	a.Remarks = func() []ascii.Line { return []ascii.Line{s.stability()} }
	if finite(s.changeAt(i)) {
		a.Replacement, a.Scene = nil, func() exercises.Scene {
			return exercises.SceneOf(s.sum(i, s.before.A).table(s.Slack(i, s.before.F[i]) / 10))
		}
	}
}

// changeAt returns the change of coefficient i.
func (s descentStep) changeAt(i int) float64 { return s.ChangeOf(s.before.A[i], s.before.R[i]) }

// derivationOf returns the derivation of coefficient i.
func (s descentStep) derivationOf(i int) Derivation {
	out := s.Derivation(i, s.before.A, s.before.F[i])
	if s.SeparateLabels {
		now, _ := s.afterStep()
		out = append(out, balance(s.Y, now))
	}
	return out
}

// otherDerivations returns the derivations of all coefficients except that of s.point. It omits a
// derivation if its recorded numbers are exactly right.
func (s descentStep) otherDerivations() []Derivation {
	var out []Derivation
	r, now := Residuals(s.transition.Now), s.transition.Now.Coef()
	for i, a := range s.before.A {
		exact := i < r.Len() && r.At(i) == s.before.R[i] && now.At(i) == a+s.changeAt(i)
		if i != s.point && !exact {
			out = append(out, s.Derivation(i, s.before.A, s.before.F[i]))
		}
	}
	return out
}

// stability compares the step size with its limit.
func (s descentStep) stability() ascii.Line {
	limit := s.Limit(s.transition.Spectrum().Highest)
	var p Pen
	p.Text("%s is sure to %s while %s = %s; the step size is %s", s.ObjectivePhrase(), ifElse(s.Maximizes, "rise",
		"fall"),
		s.LimitFormula, Num(limit), Num(s.StepSize))
	if s.StepSize >= limit {
		p.Ink(ascii.Warn, ": too large")
	}
	return p.Line
}

// givenBlocks returns the formulas and the numbers from which coefficient i is updated.
func (s descentStep) givenBlocks(i int) []exercises.Block {
	d := s.derivationOf(i)
	return []exercises.Block{formula("%s, %s", d.Definition("anew"), d.Definition("r")),
		slices.Concat(d.Pick("a", "target", "f"), s.Constants).ValuesBlock()}
}

func (s descentStep) questions() []Question {
	var out []Question
	if !s.transition.Problem.IsPrimal() && s.changeAt(s.point) != 0 && finite(s.changeAt(s.point)) {
		out = append(out, s.signQuestion(),
			Question{Name: "value", Given: s.givenBlocks(s.point),
				Number: s.derivationOf(s.point).Fixed("anew", "wrong-way")})
	}
	if q, ok := s.lossQuestion(); ok {
		out = append(out, q)
	}
	if q, ok := s.stabilityQuestion(); ok {
		out = append(out, q)
	}
	if s.Maximizes {
		out = append(out, s.signConstraintQuestion())
	}
	return out
}

// signQuestion asks whether a coefficient grows or shrinks. The point varies from step to step. If
// its coefficient hardly changes, the question is about s.point instead.
func (s descentStep) signQuestion() Question {
	j := (5*(s.transition.Frame-1) + 2) % s.Len()
	if math.Abs(s.changeAt(j)) < 1e-3*math.Abs(s.changeAt(s.point)) {
		j = s.point
	}
	name, residual := s.Letter+Sub(j+1), s.ResidualText+textUnless(s.Lambda == 0, " − λ"+s.Letter)
	return Question{
		Name: "sign", Title: "Up or down", Text: fmt.Sprintf("Does %s grow or shrink with this step?", name),
		Given: s.givenBlocks(j),
		Label: name, Options: exercises.Choices("grows", "shrinks"),
		Accept: []string{ifElse(s.changeAt(j) < 0, "shrinks", "grows")},
		Right:  fmt.Sprintf("%s is %s at point %d.", residual, FiveDigits(s.changeAt(j)/s.Rate), j+1),
		Wrong:  fmt.Sprintf("It moves in the direction that the sign of %s gives.", residual),
	}
}

// afterStep returns the coefficients and scores after a correct step. In the primal, a is nil and f
// are the recorded scores.
func (s descentStep) afterStep() (a, f []float64) {
	if s.transition.Problem.IsPrimal() {
		for i := range s.Len() {
			f = append(f, s.transition.Now.F(i))
		}
		return nil, f
	}
	for i, v := range s.before.A {
		a = append(a, v+s.changeAt(i))
	}
	return a, s.ScoresAt(a)
}

// lossQuestion asks whether the objective falls. The second result is false if the objective hardly
// changes or is not finite.
func (s descentStep) lossQuestion() (Question, bool) {
	before, after := s.transition.Before.Objective, s.transition.Now.Objective
	if !s.transition.Problem.IsPrimal() {
		after = s.Value(s.afterStep())
	}
	if !finite(before, after) || math.Abs(after-before) <= 1e-9*math.Abs(before) {
		return Question{}, false
	}
	expected, opposite := ifElse(s.Maximizes, "rise", "fall"), ifElse(s.Maximizes, "fall", "rise")
	return Question{
		Name: "loss", Title: ifElse(s.Maximizes, "The objective", "The loss"),
		Text: fmt.Sprintf("Does %s %s with this step, or %s?", s.ObjectivePhrase(), expected, opposite),
		Given: []exercises.Block{formula("%s, %s = %s", s.Constants.ValuesBlock().Text, s.Objective,
			FiveDigits(before))},
		Label: s.ObjectivePhrase(), Options: exercises.Choices("falls", "rises"),
		Accept: []string{ifElse(after > before, "rises", "falls")},
		Right:  fmt.Sprintf("From %s to %s.", FiveDigits(before), FiveDigits(after)),
		Wrong: fmt.Sprintf("A step along the gradient can be too long: then it ends %s, on the other side.",
			ifElse(s.Maximizes, "lower", "higher")),
		Scene: s.afterScene,
	}, true
}

// columns returns the columns of a table of the points before the step.
func (s descentStep) columns() []pointColumn {
	out := []pointColumn{shownColumn(s.Target, s.TargetAt),
		shownColumn("f", func(i int) float64 { return s.before.F[i] })}
	if s.SeparateLabels {
		out = append(out, shownColumn("α", func(i int) float64 { return s.before.A[i] }))
	}
	return out
}

// afterScene returns a table of f before the step and its change, for every point. A note gives the
// objective as a sum over the points.
func (s descentStep) afterScene() exercises.Scene {
	a, f := s.afterStep()
	columns := append(s.columns(), shownColumn("Δf", func(i int) float64 { return f[i] - s.before.F[i] }))
	notes := []ascii.Line{line("%s", s.ObjectiveFormula)}
	if s.SeparateLabels {
		columns = append(columns, shownColumn("Δα", s.changeAt))
	}
	if s.Lambda > 0 && a != nil {
		notes = append(notes,
			line("½λ‖w‖² is %s before the step and %s after it.", FiveDigits(s.penalty(s.before.A, s.before.F)),
				FiveDigits(s.penalty(a, f))))
	}
	return exercises.Scene{
		Figures: []exercises.Figure{
			pointTable("f before the step, and by how much it moves", allPoints(s.Len()), columns...),
		}, Notes: notes,
	}
}

// signConstraintQuestion asks about the constraint that plain ascent ignores.
func (s descentStep) signConstraintQuestion() Question {
	now, _ := s.afterStep()
	return Question{
		Name: "negative", Title: "The constraint α ≥ 0", Text: "Is any α below 0 after this step?",
		Given: []exercises.Block{s.givenBlocks(s.point)[0],
			paragraph("An α falls where its slope 1 − t·f is below 0.")},
		Label: "an α below 0", Options: exercises.Choices("yes", "no"),
		Accept: []string{ifElse(floats.Min(now) < 0, "yes", "no")},
		Right:  "Nothing in the step keeps α ≥ 0.",
		Wrong:  "Look at the points with t·f above 1, and at their α.",
		Scene: func() exercises.Scene {
			return exercises.SceneOf(
				pointTable("The points before the step", allPoints(s.Len()), s.columns()...),
				s.Constants.ValuesBlock().Text)

		},
	}
}

// stabilityEvery is the number of steps between two questions about the size of η.
const stabilityEvery = 5

// stabilityQuestion asks whether the descent converges with its step size. Along an eigenvector of
// K with eigenvalue λ, a step multiplies the remaining error by 1 − rate·λ. The second result is
// false if this step has no such question, or if the answer is unclear. The answer is unclear if some
// |1 − rate·λ| is 1 up to rounding, or exceeds 1 along an eigenvector without remaining error.
func (s descentStep) stabilityQuestion() (Question, bool) {
	n := s.Len()
	if !s.Quadratic || s.transition.Problem.IsPrimal() || (s.transition.Frame-1)%stabilityEvery != 0 {
		return Question{}, false
	}
	residuals := mat.NewVecDense(n, s.before.R)
	norm := mat.Norm(residuals, 2)
	values, vectors, ok := spectrumOf(n, s.Gram.At)
	if !ok || norm == 0 || !finite(norm) {
		return Question{}, false
	}
	top := values[n-1]
	accept, explanation := "settles", fmt.Sprintf("n/λmax = %s.", FiveDigits(float64(n)/top))
	for j, v := range values {
		factor := math.Abs(1 - s.Rate*v)
		component := math.Abs(mat.Dot(vectors.ColView(j), residuals))
		switch {
		case v <= 1e-12*top && v >= -1e-12*top:
			continue // the coefficients do not move in the null space
		case math.Abs(factor-1) < 1e-6 && v > 1e-3*top:
			return Question{}, false
		case factor > 1 && component < 1e-6*norm:
			return Question{}, false
		case factor > 1:
			accept = "diverges"
		}
		if v < 0 {
			explanation = fmt.Sprintf("K has the negative eigenvalue %s: every step increases the error along its eigenvector.",
				FiveDigits(v))
		}
	}
	given := fmt.Sprintf("%s, λmax = %s", s.Constants.ValuesBlock().Text, FiveDigits(top))
	if values[0] < -1e-12*top {
		given += ", λmin = " + FiveDigits(values[0])
	}
	return Question{
		Name: "stability", Title: "Is η too large?", Text: "Does this descent settle, or diverge in the end?",
		Given: []exercises.Block{formula("%s", given)},
		Label: "it", Options: exercises.Choices("settles", "diverges"), Accept: []string{accept},
		Right: explanation, Wrong: "A step multiplies the remaining error along each eigenvector by 1 − 2ηλ/n.",
	}, true
}

// spectrumLimit is the size of the largest matrix whose eigenvectors are computed for a question.
// For a larger matrix the student would have to wait.
const spectrumLimit = 200

// spectrumOf returns the eigenvalues of a symmetric n×n matrix in ascending order, and the
// eigenvectors as columns. ok is false if the matrix is too large or the iteration does not
// converge.
func spectrumOf(n int, entry func(i, j int) float64) (values []float64, vectors *mat.Dense, ok bool) {
	if n > spectrumLimit {
		return nil, nil, false
	}
	return solvers.Spectrum(n, entry)
}

// laws returns the laws that must hold after a step, or in an initial state.
func (s descentStep) laws() (l Laws) {
	now, spectrum := s.transition.Now, s.transition.Spectrum()
	fit := s.Fit(now, spectrum.Largest)
	if s.before.A != nil && !s.transition.IsStart {
		s.monotoneLaw(&l, fit, spectrum)
	}
	if !finite(fit.A...) || !finite(fit.F...) {
		l.condition("finite", s.Letter+" is finite", "–", now.Status == solvers.Diverged,
			"%s is no longer finite, but the run does not report that it diverged.", s.Letter)
		return l
	}
	l.equalVectors("f", "f = Σ"+s.Weight+"·k", "f(x#)", fit.F, now.F, fit.ScoreRounding)
	if !math.IsNaN(fit.Value) {
		l.equal("objective", s.ObjectiveFormula+textUnless(s.Lambda == 0, " + ½λ‖w‖²"), now.Objective, fit.Value,
			fit.ValueRounding)
	}
	if now.Status == solvers.Converged {
		s.convergenceLaws(&l, fit, spectrum)
	}
	return l
}

// monotoneLaw adds the law that the objective improves. The law is waived if the step size is too
// large.
func (s descentStep) monotoneLaw(l *Laws, fit Fit, spectrum Spectrum) {
	before, wrongWay, relation := s.before, ifElse(s.Maximizes, "fall", "rise"), AtMost
	if s.Maximizes {
		relation = AtLeast
	}
	limit, whyWaived := s.Limit(spectrum.Highest), ""
	bound := fmt.Sprintf("%s = %s", s.LimitFormula, Num(limit))
	switch {
	case !spectrum.PSD():
		whyWaived = "K has an eigenvalue below 0"
	case !(s.StepSize < limit*(1-1e-9)):
		whyWaived = bound + " does not hold"
	}
	*l = append(*l, Law{
		Name:      ifElse(s.Maximizes, "rise", "fall"),
		Formula:   s.ObjectivePhrase() + " does not " + wrongWay + textUnless(whyWaived != "", ", "+bound),
		WhyWaived: whyWaived,
		Got:       fit.Value, Relation: relation, Want: before.Value, Tol: fit.ValueRounding + before.ValueRounding,
		Shown: fmt.Sprintf("%s → %s", Rounded(before.Value, before.ValueRounding),
			Rounded(fit.Value, fit.ValueRounding)),
		Note: fmt.Sprintf("It %ss from %s to %s, with a step of %s.", wrongWay, Num(before.Value), Num(fit.Value),
			Num(s.StepSize)),
	})
}

// convergenceLaws adds the laws of a run that claims to have converged. The gradient must be short.
// If there is a penalty, λ times each coefficient must equal the residual of its point.
func (s descentStep) convergenceLaws(l *Laws, fit Fit, spectrum Spectrum) {
	gradient, ratePerStepSize := fit.gradientTerms(s.Lambda), s.Rate/s.StepSize
	length := ratePerStepSize * math.Sqrt(max(0, floats.Dot(gradient, s.Scores(gradient, nil))))
	slack := ratePerStepSize * math.Sqrt(spectrum.Largest) *
		(float64(len(gradient))*fit.ScoreRounding + 1e-7*floats.Norm(fit.R, 2))
	*l = append(*l, Law{
		Name: "claim", Formula: "converged ⇒ length of the gradient ≤ " + Num(s.Tol), Got: length, Relation: AtMost,
		Want: s.Tol, Tol: s.Tol*1e-6 + slack,
		Shown: Rounded(length, rounding*floats.Norm(fit.R, 2)),
		Note:  fmt.Sprintf("The run claims to have converged, but the gradient still has length %s.", Num(length)),
	})
	if s.Lambda == 0 {
		return
	}
	// Components in the null space of K do not change f, so the law can fail if K
	// is singular.
	singularLimit := 1e-12 * spectrum.Highest
	tol := 2*s.Tol/math.Sqrt(max(spectrum.Lowest, singularLimit)) + fit.ScoreRounding
	l.equalVectors("rest", "λa = "+s.ResidualText+" at rest", "λa#", fit.R,
		func(i int) float64 { return s.Lambda * fit.A[i] },
		tol)
	if spectrum.Lowest <= singularLimit {
		(*l)[len(*l)-1].WhyWaived = "K is singular"
	}
}

// pointColumns returns the columns of tables of points.
func (d Descent) pointColumns() PointColumns {
	residual := numberColumn(d.ResidualText, func(s solvers.Step, i int) float64 { return d.ResidualAt(i, s.F(i)) })
	out := PointColumns{Label: targetColumn(d.Target, d.Y), Columns: append(slices.Clone(d.Columns), residual),
		Movers: largestMover}
	if d.Target == "y" { // show labels as 0 or 1, which the solver converts them to
		out.Label = numberColumn(d.Target, func(_ solvers.Step, i int) float64 { return ZeroOne(d.Y[i]) })
	}
	return out
}

// largestMover returns the point whose coefficient changed most.
func largestMover(s solvers.Step) []Mover {
	g, ok := s.Detail.(*solvers.GradientDetail)
	if !ok {
		return nil
	}
	return singleMover(LargestChange(g))
}

// LargestChange returns the index of the coefficient that a step changed most.
func LargestChange(d *solvers.GradientDetail) int {
	change := d.Change()
	_, at := largest(change.Len(), change.At)
	return at
}

// driftDescent bounds the difference between primal and dual that rounding can cause. A step can
// multiply an error in w by a factor, and the bound grows by this factor with each step.
func driftDescent(l Lockstep) (tol float64, whyNoBound string) {
	d, _ := l.Points.Descent(l.Dual.Solver())
	factor := max(1, 2*d.StepSize/d.Limit(l.Highest)-1)
	return 1e-14 * float64(l.Frame+10+l.Len()) * math.Pow(factor, float64(l.Frame)),
		textUnless(l.PSD(), "K has an eigenvalue below 0")
}

// summarizeLoss summarizes a step of a descent by its objective.
func summarizeLoss(s solvers.Step, _ bool) (t Summary) {
	t.addNow("%s %s", LossName(s), Num(s.Objective))
	return t
}

// lossEffect describes what a step would do to the loss.
func lossEffect(fork ForkPosition, next solvers.Step, _ Move) []ascii.Line {
	d, ok := next.Detail.(*solvers.GradientDetail)
	if !ok {
		return nil
	}
	return []ascii.Line{line("The %s goes from %s to %s.", LossName(next), Num(fork.Step.Objective), Num(d.Loss))}
}
