package ask

import (
	"math"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/solvers"
)

// solve is a stage of ridge regression as seen from the stage before it.
type solve struct {
	change
	was, d *solvers.RidgeDetail
	lambda float64
}

func newSolve(c change, d *solvers.RidgeDetail) solve {
	s := solve{change: c, d: d}
	s.was, _ = c.prev.Detail.(*solvers.RidgeDetail)
	if r, ok := c.solver.(solvers.Ridge); ok {
		s.lambda = r.Lambda
	}
	return s
}

// gram is an entry of K, or of ΦᵀΦ in the primal.
func (s solve) gram(i, j int) float64 {
	if !s.problem.Primal() {
		return s.problem.K(i, j)
	}
	sum := 0.0
	for p := range s.problem.Len() {
		row := s.problem.Feature(p)
		sum += row[i] * row[j]
	}
	return sum
}

// matrix is the matrix to be solved, K + λI, by its entries.
func (s solve) matrix(i, j int) float64 {
	if i == j {
		return s.gram(i, j) + s.lambda
	}
	return s.gram(i, j)
}

// rhs is the right-hand side, y or Φᵀy.
func (s solve) rhs(i int) float64 { return s.d.RHS.At(i) }

func (s solve) size() int { return s.problem.Dim() }

// letter is K, or G for ΦᵀΦ.
func (s solve) letter() string {
	if s.problem.Primal() {
		return "G"
	}
	return "K"
}

func (s solve) questions() []exercises.Step {
	if s.was == nil {
		return nil
	}
	var out []exercises.Step
	add := func(q task, ok bool) {
		if ok {
			out = append(out, q)
		}
	}
	switch s.d.Stage {
	case solvers.StageRegularise:
		add(s.rankQuestion())
		out = append(out, s.entryQuestion())
	case solvers.StageCholesky:
		add(s.definiteQuestion())
	case solvers.StageForward:
		add(s.forwardQuestion())
	case solvers.StageBack:
		add(s.backQuestion())
	case solvers.StageResidual:
		add(s.residualQuestion())
	}
	return out
}

// rank is the rank of K where it is plain to see: no eigenvalue lies between
// what is surely 0 and what surely is not.
func (s solve) rank() (rank int, top float64, ok bool) {
	values, _, ok := spectrum(s.size(), s.gram)
	if !ok || s.problem.Primal() {
		return 0, 0, false
	}
	for _, v := range values {
		top = math.Max(top, math.Abs(v))
	}
	for _, v := range values {
		switch v = math.Abs(v); {
		case v > 1e-7*top:
			rank++
		case v > 1e-12*top:
			return 0, 0, false
		}
	}
	return rank, top, true
}

// spectrumScene is the table of the eigenvalues of the matrix without λ; none
// for a large one.
func (s solve) spectrumScene() exercises.Scene {
	values, _, ok := spectrum(s.size(), s.gram)
	if !ok {
		return exercises.Scene{}
	}
	return exercises.Scene{Figures: []exercises.Figure{eigenvalues(s.letter(), values)}}
}

// rankQuestion asks for the rank of K.
func (s solve) rankQuestion() (task, bool) {
	rank, top, ok := s.rank()
	if !ok {
		return task{}, false
	}
	n := s.problem.Len()
	return single{
		info: about("rank", "The rank of K", line("What is the rank of K?"),
			said("K is %d×%d, and K = ΦΦᵀ: its rank is the number of directions that the points span in feature space.", n, n)),
		entry: entry{
			label: "rank K", value: func(numbers) float64 { return float64(rank) },
			slips: []slip{{"full", "That is the number of points. The rank can be lower: K = ΦΦᵀ has no more than Φ has columns.", func(numbers) float64 { return float64(n) }}},
		},
		right: line("That many of the %d eigenvalues are not 0; the largest is %s.", n, show(top)),
	}.task().with(s.spectrumScene), true
}

// entryQuestion asks for an entry of K + λI.
func (s solve) entryQuestion() task {
	g, k, entry := s.gram(0, 0), s.letter(), s.regularised()[0]
	entry.label = "(" + k + " + λI)₁₁"
	return single{
		info: about("entry", "An entry of "+k+" + λI", line("What is the first entry of %s + λI, row 1, column 1?", k),
			formula("%s₁₁ = %s, λ = %s", k, showTo(g, s.lambda/100), show(s.lambda))),
		entry: entry,
		right: line("%s + %s.", showTo(g, s.lambda/100), show(s.lambda)),
	}.task()
}

// definite reports whether K + λI is positive definite, by its smallest
// eigenvalue; not ok where that is 0 but for rounding, and the solver has not
// found it singular.
func (s solve) definite() (yes bool, least float64, ok bool) {
	values, _, ok := spectrum(s.size(), s.gram)
	if !ok || s.problem.Primal() {
		return false, 0, false
	}
	least = values[0] + s.lambda
	top := values[len(values)-1] + s.lambda
	switch {
	case least > 1e-9*top:
		return true, least, !s.d.Singular
	case least < -1e-9*top:
		return false, least, true
	}
	return false, least, s.d.Singular
}

// definiteQuestion asks whether K + λI is positive definite.
func (s solve) definiteQuestion() (task, bool) {
	yes, least, ok := s.definite()
	if !ok {
		return task{}, false
	}
	accept := "no"
	if yes {
		accept = "yes"
	}
	because := line("Its smallest eigenvalue is %s.", show(least))
	if !yes && s.lambda == 0 {
		because = line("Without a λ it is K itself, whose smallest eigenvalue is 0 to working precision, or below.")
	}
	return choice{
		info: about("definite", "Positive definite?", line("Is K + λI positive definite, so that it has a Cholesky factor?"),
			formula("λ = %s", show(s.lambda)), said("Adding λI adds λ to every eigenvalue of K.")),
		label: "positive definite", options: yesNo(), accept: []string{accept},
		right: because, wrong: line("A matrix is positive definite where all its eigenvalues are above 0."),
	}.task().with(s.spectrumScene), true
}

// factor is an entry of the Cholesky factor at the stage before.
func (s solve) factor(i, j int) float64 { return s.was.Matrix.At(i, j) }

// question asks for the first unknown of a triangular system.
func (e ends) question(name, title string, question, because ascii.Line) task {
	return single{info: about(name, title, question, e.only()), entry: entry{label: e.of + sub(e.p), value: e.form()[0].value}, right: because}.task()
}

// forwardQuestion asks for z₁.
func (s solve) forwardQuestion() (task, bool) {
	if s.d.Singular {
		return task{}, false
	}
	return s.forward().question("forward", "The first row", line("Lz = y is solved from the first row down. What is z₁?"),
		line("The first row of L has one entry: L₁₁z₁ = y₁.")), true
}

// backQuestion asks for the last coefficient.
func (s solve) backQuestion() (task, bool) {
	if s.d.Singular || s.was.Result.Len() == 0 {
		return task{}, false
	}
	return s.backward().question("back", "The last row", line("Lᵀ%s = z is solved from the last row up. What is %s%s?", s.weight(), s.weight(), sub(s.size()-1)),
		line("The last row of Lᵀ has one entry.")), true
}

// weight is the letter of the coefficients.
func (s solve) weight() string {
	if s.problem.Primal() {
		return "w"
	}
	return "a"
}

// heaviest is the point with the largest coefficient.
func (s solve) heaviest() int {
	best := 0
	for i, a := range s.prev.Coef().All() {
		if math.Abs(a) > math.Abs(s.prev.Coef().At(best)) {
			best = i
		}
	}
	return best
}

// residualQuestion asks for y − f at a point, which is λa.
func (s solve) residualQuestion() (task, bool) {
	if s.d.Singular || s.problem.Primal() {
		return task{}, false
	}
	j := s.heaviest()
	a := s.prev.Coef().At(j)
	return single{
		info: about("residual", "What is left", line("(K + λI)a = y holds. How much does f miss y%s by: what is y%s − f(x%s)?", sub(j), sub(j), sub(j)),
			formula("a%s = %s, λ = %s", sub(j), show(a), show(s.lambda)), said("f = Ka at the points, so y − f can be read off the equation.")),
		entry: entry{
			label: "y − f", value: func(numbers) float64 { return s.lambda * a },
			slips: []slip{{"plain", "That is a itself: y − f = λa.", func(numbers) float64 { return a }}},
		},
		right: line("y − f = λa."),
	}.task(), true
}
