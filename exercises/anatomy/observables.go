package anatomy

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises/answer"
	"kernellab/solvers"
)

// observeSMO returns the observables of SMO, with the letters of the worksheets.
func observeSMO(solver solvers.Solver, p *solvers.Problem) []Observable {
	s := solver.(solvers.SMO)
	clip := observe("clip clip", "which bound cut the step: L, H or none", AboutStep, detail(clippedAt)).
		withWords("none", "L", "H")
	clip.Idle = true
	out := []Observable{
		coefficients(p, "alpha α a"), clip,
		position("gap gap", "the duality gap", func(s solvers.Step) float64 { return s.Gap }).withTypical("1e-3"),
		position("violation violation", "the largest violation of the KKT conditions by a pair",
			func(s solvers.Step) float64 { return s.Violation }).withTypical("1e-3"),
		dualObjective(), supportCount(),
	}
	out = slices.Concat(out, classObservables(p), pairObservables(p))
	return append(out,
		constant("C C", "the bound of every α", s.C),
		position("nBound nBound", "how many α are at C", countCoefficients(func(a float64) bool { return a == s.C })),
		observe("E E", "f − t at a point", AboutPosition,
			func(s solvers.Step, i int) (float64, bool) { return s.F(i) - p.Y(i), true }).withEntries(p.Len()),
		bias(),
		position("primal primal P", "the primal objective", func(s solvers.Step) float64 { return s.PrimalObjective }),
	)
}

// pairObservables returns what the update of a pair did.
func pairObservables(p *solvers.Problem) []Observable {
	updateNumber := func(names, help string, read func(d *solvers.SMODetail) float64) Observable {
		return observe(names, help, AboutStep, detail(read))
	}
	pair := updateNumber("pair pair", "the two points, in any order",
		func(d *solvers.SMODetail) float64 { return PairCode(d.K+1, d.L+1) })
	pair.Kind = PointPair
	out := []Observable{
		updateNumber("k k", "the first point of the pair",
			func(d *solvers.SMODetail) float64 { return float64(d.K + 1) }).asIndex(),
		updateNumber("l l", "the second point of the pair",
			func(d *solvers.SMODetail) float64 { return float64(d.L + 1) }).asIndex(),
		pair,
		observe("dalpha Δα dα da Δa Δalpha delta_alpha", "how much the step changed an α", AboutStep,
			pairChange).withEntries(p.Len()),
	}
	out = append(out, anyPair().Observables()...)
	return append(out, updateNumber("null null", "the update moved nothing",
		func(d *solvers.SMODetail) float64 { return boolNumber(d.Null) }).asFlag())
}

// clippedAt returns the index among none, L, H of the bound that clipped a step.
func clippedAt(d *solvers.SMODetail) float64 {
	switch {
	case !d.Clipped:
		return 0
	case d.Unclipped < d.Lo:
		return 1
	}
	return 2
}

// pairChange returns by how much an update changed α of point i.
func pairChange(s solvers.Step, i int) (float64, bool) {
	d, ok := s.Detail.(*solvers.SMODetail)
	switch {
	case !ok:
		return 0, false
	case i == d.K:
		return d.NewAk - d.OldAk, true
	case i == d.L:
		return d.NewAl - d.OldAl, true
	}
	return 0, true
}

// observePerceptron returns the observables of the perceptron.
func observePerceptron(_ solvers.Solver, p *solvers.Problem) []Observable {
	flag := func(names, help string, read func(d *solvers.PerceptronDetail) float64) Observable {
		return observe(names, help, AboutPosition, detail(read))
	}
	visitNumber := func(names, help string, read func(d *solvers.PerceptronDetail) float64) Observable {
		return observe(names, help, AboutStep, optional(FromVisit(read)))
	}
	out := []Observable{
		visitNumber("mistake mistake", "the point visited was on the wrong side",
			func(d *solvers.PerceptronDetail) float64 { return boolNumber(d.Mistake) }).asFlag(),
		flag("epoch pass", "the number of the pass, from 1",
			func(d *solvers.PerceptronDetail) float64 { return float64(d.Epoch) }),
		visitNumber("point point i", "the point visited",
			func(d *solvers.PerceptronDetail) float64 { return float64(d.Point + 1) }).asIndex(),
		visitNumber("margin margin", "y·f of the point visited, before the update",
			func(d *solvers.PerceptronDetail) float64 { return d.Margin }).withTypical("0"),
		coefficients(p, "alpha α a"),
	}
	out = append(out, classObservables(p)...)
	if !p.Primal() {
		change := func(s solvers.Step, i int) (float64, bool) {
			return FromVisit(
				func(d *solvers.PerceptronDetail) float64 { return boolNumber(d.Mistake && d.Point == i) },
			)(s)
		}
		out = append(out, supportCount(),
			observe("dalpha Δα dα da Δa Δalpha", "how much the step changed an α", AboutStep, change).withEntries(
				p.Len(),
			))
	}
	return append(out,
		flag("mistakes mistakes", "mistakes in this pass so far",
			func(d *solvers.PerceptronDetail) float64 { return float64(d.Mistakes) }),
		flag("visits visits", "how many points were visited",
			func(d *solvers.PerceptronDetail) float64 { return float64(d.Visits) }),
		bias(), lossObservable("Σ −y·f over the points on the wrong side"))
}

// observeLeastSquares returns the observables of least squares.
func observeLeastSquares(solver solvers.Solver, p *solvers.Problem) []Observable {
	limit := lazily(func() float64 {
		v := eigenvalues(p)
		return float64(p.Len()) / v[len(v)-1]
	})
	out := append(descentObservables(p, "the mean of (t − f)²", "t − f"),
		constant("eta η", "the step size", solver.(solvers.LeastSquares).Eta),
		observe("eta_max η_max", "n/λ_max(K), the largest stable step size", AboutProblem, limit))
	for _, y := range p.Labels() {
		if y != 0 && math.Abs(y) != 1 { // targets rather than classes
			return out
		}
	}
	return append(out, classObservables(p)...)
}

// observeLogistic returns the observables of logistic regression.
func observeLogistic(solver solvers.Solver, p *solvers.Problem) []Observable {
	s := solver.(solvers.Logistic)
	return append(append(descentObservables(p, "Σ log(1 + e^(−yf)) + ½λ‖w‖²", "y − s(f)"), classObservables(p)...),
		observe("s s p sigma", "the probability s(f) at a point", AboutPosition,
			func(s solvers.Step, i int) (float64, bool) { return solvers.Sigmoid(s.F(i)), true }).byPoint(p.Len()),
		constant("gamma η eta γ", "the step size", s.Gamma), constant("lambda λ", "the penalty", s.Lambda))
}

func descentObservables(p *solvers.Problem, loss, residual string) []Observable {
	c := coefficients(p, "a a alpha α")
	change := observe("d"+c.Name+" Δ"+c.Symbol+" da Δa dalpha Δα", "how much the step changed a weight", AboutStep,
		entry(changes)).withEntries(p.Dim())
	change.Feature = p.Primal()
	return []Observable{
		lossObservable(loss),
		position("gradient gradient violation", "the length of the gradient of w",
			func(s solvers.Step) float64 { return s.Violation }).withTypical("1e-3"),
		c, change, residualObservable(p, "r r residual", "the residual "+residual),
	}
}

// observeAscent returns the observables of gradient ascent on the dual.
func observeAscent(solver solvers.Solver, p *solvers.Problem) []Observable {
	flag := func(names, help string, read func(d *solvers.AscentDetail) float64) Observable {
		return observe(names, help, AboutPosition, detail(read)).withTypical("0")
	}
	return []Observable{
		coefficients(p, "alpha α a"),
		flag("sum Σαt", "Σαt, which has to be 0 in the dual", func(d *solvers.AscentDetail) float64 { return d.Sum }),
		flag("least least", "the smallest α, which may not be below 0",
			func(d *solvers.AscentDetail) float64 { return d.Least }),
		dualObjective(), residualObservable(p, "slope slope gradient", "∂g/∂α"),
		constant("eta η", "the step size", solver.(solvers.Ascent).Eta),
	}
}

// changes returns what a step of gradient descent added to the coefficients.
func changes(s solvers.Step) solvers.Vector {
	if d, ok := s.Detail.(*solvers.GradientDetail); ok {
		return d.Change()
	}
	return solvers.Vector{}
}

// observeRidge returns the observables of the stages of ridge regression.
func observeRidge(solver solvers.Solver, p *solvers.Problem) []Observable {
	sinceStage := func(first solvers.Stage, names, help string, read func(d *solvers.RidgeDetail) float64) Observable {
		return observe(names, help, AboutPosition, func(s solvers.Step, _ int) (float64, bool) {
			d := stageDetail(s)
			return read(d), d.Stage >= first
		})
	}
	c := coefficients(p, "a a alpha α")
	c.Value = onceSolved(c.Value)
	return []Observable{
		sinceStage(0, "stage stage", "the stage of the solve",
			func(d *solvers.RidgeDetail) float64 { return float64(d.Stage) }).
			withWords("gram", "regularise", "cholesky", "forward", "back", "residual"),
		c,
		sinceStage(solvers.StageCholesky, "singular singular", "K + λI has no Cholesky factor",
			func(d *solvers.RidgeDetail) float64 { return boolNumber(d.Singular) }).asFlag(),
		sinceStage(solvers.StageCholesky, "cond cond condition", "the condition number of K + λI",
			func(d *solvers.RidgeDetail) float64 { return d.Cond }),
		sinceStage(solvers.StageBack, "rank rank", "the rank of K + λI",
			func(d *solvers.RidgeDetail) float64 { return float64(d.Rank) }),
		sinceStage(solvers.StageResidual, "resid resid residual violation", "‖(K + λI)a − y‖ / ‖y‖",
			func(d *solvers.RidgeDetail) float64 { return d.Residual }).withTypical("1e-9"),
		lossObservable("½‖y − f‖² + ½λ‖w‖²"), constant("lambda λ", "the penalty", solver.(solvers.Ridge).Lambda),
	}
}

// onceSolved returns a Value function that has values only after the system is
// solved.
func onceSolved(read func(s solvers.Step, i int) (float64, bool)) func(solvers.Step, int) (float64, bool) {
	return func(s solvers.Step, i int) (float64, bool) {
		if s.Updates == 0 {
			return 0, false
		}
		return read(s, i)
	}
}

// Numbers maps names of quantities to values: right ones, a student's, or recorded
// ones.
type Numbers = answer.Numbers

// Quantity is one number of a step.
type Quantity struct {
	Name   string // in forms, such as "star"
	Symbol string // such as "αₗ*"
	Ink    ascii.Ink
	// Formula is the right-hand side in symbols, with the names of quantities in braces:
	// "{al} + {tl}({ek} − {el})/{used}". "{al:αₗ old}" is written αₗ old instead of the
	// symbol of al. If Formula is empty, the number is given.
	Formula string
	// Fill returns the formula with numbers. If nil, the numbers replace the
	// symbols in Formula.
	Fill func(Numbers) string
	// Note returns a remark on the number, or "". It may be nil.
	Note func(Numbers) string
	// Signed quantities are labels or products of labels, written with their sign.
	Signed bool
	// Options are the words of a quantity that is a choice. Its number is the index of a
	// word.
	Options []string
	// Resolution returns the smallest difference that the digits shown must
	// resolve, so that a student can compute with the number. If nil, five digits
	// are shown.
	Resolution func(Numbers) float64
	// Context marks a number that is shown, but neither checked nor asked for.
	Context bool
	// Joined means that the ledger shows the number in the row of the previous one.
	Joined bool

	// From names the quantities that Compute reads.
	From []string
	// Compute returns the number. It uses the points, the state before the step and the
	// numbers in From. It must not use the solver.
	Compute func(Numbers) float64
	// Recorded returns the number that the solver recorded in its step. ok is false
	// if it recorded none. The field may be nil.
	Recorded func(solvers.Step) (float64, bool)
	// Scale returns the size of the terms whose sum the number is. It decides how many
	// digits are significant. It is nil if no terms can cancel.
	Scale func(Numbers) float64
	// Drift bounds the rounding error that accumulates in a number that the solver updates
	// at each step. It may be nil.
	Drift func(Numbers) float64
	// Allowance returns the largest error of a student's number with which later quantities
	// still come out right. It may be nil.
	Allowance func(Numbers) float64
	Slips     []Slip

	// Word is the name of the quantity in conditions, and Aliases are further names. If
	// Word is empty, the quantity cannot be used in conditions. Help describes the quantity
	// in a few words. Typical is a value that conditions often compare it with.
	Word, Help, Typical string
	Aliases             []string
	// Entry is the index, from 1, of the quantity among those with the same Word, as in
	// beta[1] and beta[2]. It is 0 if only this quantity has the Word.
	Entry int
	// Persistent quantities describe the position that a step led to. The others
	// describe what the step did.
	Persistent bool
}

// Slip is a known mistake in a quantity, made by students or planted.
type Slip struct {
	ID      string
	Advice  string // what to tell the student; if empty, the slip is not looked for in answers
	Compute func(Numbers) float64
}

// Given returns a quantity without a formula.
func Given(name, symbol string, v float64) Quantity {
	return Quantity{Name: name, Symbol: symbol, Compute: constantly(v)}
}

// withResolution returns the quantity with a resolution.
func (q Quantity) withResolution(resolution float64) Quantity {
	q.Resolution = func(Numbers) float64 { return resolution }
	return q
}

// InFormula writes a number of the quantity for a formula.
func (q Quantity) InFormula(v float64) string {
	switch {
	case q.Options != nil:
		return q.Options[int(v)]
	case q.Signed:
		return Label(v)
	}
	return Num(v)
}

// ForComputing writes the number in n with enough digits to compute with it.
func (q Quantity) ForComputing(n Numbers) string {
	switch {
	case q.Signed:
		return answer.Signed(n[q.Name])
	case q.Resolution != nil:
		return ShowTo(n[q.Name], q.Resolution(n))
	}
	return Show(n[q.Name])
}

// FromDetail returns a Recorded function that reads a step's detail of type D. It returns
// false for starts and for steps of other solvers.
func FromDetail[D solvers.Detail](read func(d D) float64) func(solvers.Step) (float64, bool) {
	return func(s solvers.Step) (float64, bool) {
		d, ok := s.Detail.(D)
		if !ok {
			return 0, false
		}
		return read(d), true
	}
}

// Points holds the training data of a solver in the dual.
type Points struct {
	Gram solvers.Gram
	Y    []float64 // labels or targets
}

// Len returns the number of points.
func (p Points) Len() int { return len(p.Y) }

// Scores returns Σⱼ cⱼsⱼKᵢⱼ for every point i. If signs is nil, all sⱼ are 1.
func (p Points) Scores(c, signs []float64) []float64 {
	out := make([]float64, len(c))
	for j, v := range c {
		if v == 0 {
			continue
		}
		if signs != nil {
			v *= signs[j]
		}
		floats.AddScaled(out, v, p.Gram.Row(j))
	}
	return out
}

// FeatureWeights returns the weights w = Φᵀc of the features. The rows of phi are the
// features of the points, and c are the coefficients of the points.
func FeatureWeights(phi [][]float64, c []float64) []float64 {
	w := make([]float64, len(phi[0]))
	for j, v := range c {
		floats.AddScaled(w, v, phi[j])
	}
	return w
}

// Largest returns the largest |Kᵢⱼ|.
func (p Points) Largest() float64 {
	var size float64
	for i := range p.Y {
		for _, v := range p.Gram.Row(i) {
			size = max(size, math.Abs(v))
		}
	}
	return size
}

// Claimed returns the solver that s claims to be, or s if it claims nothing.
func Claimed(s solvers.Solver) solvers.Solver {
	if c, ok := s.(interface{ Claims() solvers.Solver }); ok {
		return Claimed(c.Claims())
	}
	return s
}
