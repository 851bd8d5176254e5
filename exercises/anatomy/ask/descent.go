package ask

import (
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// slope is a step of gradient descent, or ascent, as seen from the position
// before it.
type slope struct {
	change
	anatomy.Descent
	point int // the one whose coefficient changes most
}

func newSlope(c change) (slope, bool) {
	points := anatomy.Points{Gram: c.problem.Gram(), Y: c.problem.Labels()}
	d, ok := points.Descent(c.solver)
	s := slope{change: c, Descent: d}
	for i := range c.problem.Len() {
		if ok && !c.problem.Primal() && math.Abs(s.step(i)) > math.Abs(s.step(s.point)) {
			s.point = i
		}
	}
	return s, ok && anatomy.Residuals(c.now).Len() > 0
}

// step is the change of coefficient i of the dual.
func (s slope) step(i int) float64 { return s.Move(s.prev.Coef().At(i), s.R(i, s.prev.F(i))) }

// numbers is the update of coefficient i.
func (s slope) numbers(i int) anatomy.Derivation {
	return s.Derivation(i, s.prev.CoefCopy(), s.prev.F(i))
}

// law is the update in symbols.
func (s slope) law(i int) exercises.Block {
	return formula("%s", strings.ReplaceAll(s.Update, "#", sub(i)))
}

// coefficient is that of a point, by its letter: a₃.
func (s slope) coefficient(i int) string { return s.Letter + sub(i) }

// given is what the update of coefficient i needs.
func (s slope) given(i int) exercises.Block {
	at, fine := sub(i), math.Abs(s.R(i, s.prev.F(i)))/100
	return formula("%s = %s, %s%s = %s, f(x%s) = %s, %s", s.coefficient(i), showTo(s.prev.Coef().At(i), math.Abs(s.step(i))/100), s.Target, at, showTo(s.At(i), fine), at, showTo(s.prev.F(i), fine), s.constants())
}

// constants are the numbers that all points share.
func (s slope) constants() string {
	var parts []string
	for _, c := range s.Constants {
		parts = append(parts, c.Sign+" = "+show(c.Value))
	}
	return strings.Join(parts, ", ")
}

func (s slope) questions(i int) []exercises.Step {
	var out []exercises.Step
	if q, ok := s.signQuestion(i); ok && !s.problem.Primal() {
		out = append(out, q, s.valueQuestion())
	}
	if q, ok := s.lossQuestion(); ok {
		out = append(out, q)
	}
	if q, ok := s.stabilityQuestion(); ok && i%stabilityEvery == 0 {
		out = append(out, q)
	}
	if s.Climbs {
		out = append(out, s.fenceQuestion())
	}
	return out
}

// named is the point asked about at step i: another one each time, and one
// whose coefficient moves enough to see.
func (s slope) named(i int) int {
	j := (5*i + 2) % s.problem.Len()
	if math.Abs(s.step(j)) < 1e-3*math.Abs(s.step(s.point)) {
		return s.point
	}
	return j
}

// signQuestion asks which way the coefficient of a point goes.
func (s slope) signQuestion(i int) (task, bool) {
	if s.problem.Primal() || s.step(s.point) == 0 || !finite(s.step(s.point)) {
		return task{}, false
	}
	j := s.named(i)
	accept := "grows"
	if s.step(j) < 0 {
		accept = "shrinks"
	}
	right, wrong := line("The residual %s of point %d is %s.", s.Brief, j+1, show(s.R(j, s.prev.F(j)))), line("It goes the way of the residual %s.", s.Brief)
	if s.Lambda > 0 {
		right, wrong = line("%s − λ%s is %s at point %d.", s.Brief, s.Letter, show(s.step(j)/s.Rate), j+1), line("It goes the way of the residual %s less λ%s.", s.Brief, s.Letter)
	}
	return choice{
		info: about("sign", "Up or down", line("Does %s grow or shrink with this step?", s.coefficient(j)),
			s.law(j), s.given(j)),
		label: s.coefficient(j), options: exercises.Choices("grows", "shrinks"), accept: []string{accept}, right: right, wrong: wrong,
	}.task(), true
}

// valueQuestion asks for the new coefficient of the point that changes most.
func (s slope) valueQuestion() task {
	j := s.point
	kept := show(s.prev.Coef().At(j))
	if s.Lambda > 0 {
		kept = show(s.Keep()) + " · " + term(s.prev.Coef().At(j))
	}
	e := sheetOf(s.numbers(j).Pick("anew"), nil)[0]
	law, r := e.value, s.numbers(j).Values()["r"]
	e.value = func(numbers) float64 { return law(numbers{"r": r}) }
	wrong := e.slips[0]
	e.slips = []slip{{wrong.id, wrong.says, func(numbers) float64 { return wrong.value(numbers{"r": r}) }}}
	return single{
		info: about("value", "The new "+s.coefficient(j), line("What is %s after the step?", s.coefficient(j)),
			s.law(j), s.given(j)),
		entry: e,
		right: line("%s + %s · %s.", kept, show(s.Rate), term(s.R(j, s.prev.F(j)))),
	}.task()
}

// after is the objective that a sound step leads to.
func (s slope) after() float64 {
	if s.problem.Primal() {
		return s.now.Objective
	}
	return s.Value(s.moved())
}

// lossQuestion asks whether the loss falls; not ok where it hardly moves.
func (s slope) lossQuestion() (task, bool) {
	before := s.prev.Objective
	after := s.after()
	if !finite(before) || !finite(after) || math.Abs(after-before) <= 1e-9*math.Abs(before) {
		return task{}, false
	}
	accept := "falls"
	if after > before {
		accept = "rises"
	}
	q := choice{
		info: about("loss", s.way("The loss", "The objective"), line("Does %s %s with this step, or %s?", s.The(), s.way("fall", "rise"), s.way("rise", "fall")),
			formula("%s, %s = %s", s.constants(), s.Objective, show(before))),
		label: s.The(), options: exercises.Choices("falls", "rises"), accept: []string{accept},
		right: line("From %s to %s.", show(before), show(after)),
		wrong: line("A step along the gradient can go too far: then it lands %s on the other side.", s.way("higher", "lower")),
	}
	return q.task().with(s.moveScene), true
}

// moved are the coefficients and the scores that a sound step leads to.
func (s slope) moved() (a, f []float64) {
	if s.problem.Primal() {
		for i := range s.problem.Len() {
			f = append(f, s.now.F(i))
		}
		return nil, f
	}
	a = s.prev.CoefCopy()
	for i := range a {
		a[i] += s.step(i)
	}
	return a, s.ScoresAt(a)
}

// moveScene is the table of how far the step moves f at every point, with what
// the objective is made of.
func (s slope) moveScene() exercises.Scene {
	a, f := s.moved()
	columns := []column{
		{s.Target, func(i int) string { return show(s.At(i)) }},
		values("f", s.prev.F),
		values("Δf", func(i int) float64 { return f[i] - s.prev.F(i) }),
	}
	notes := []ascii.Line{line("%s", s.Sum)}
	switch {
	case s.Signs:
		columns = append(columns, values("α", s.prev.Coef().At), values("Δα", s.step))
	case s.Lambda > 0 && a != nil:
		notes = append(notes, line("½λ‖w‖² is %s before the step and %s after it.", show(s.penalty(s.prev.CoefCopy(), nil)), show(s.penalty(a, f))))
	}
	return exercises.Scene{
		Figures: []exercises.Figure{pointsTable("f before the step, and by how much it moves", from(0, s.problem.Len()), columns...)},
		Notes:   notes,
	}
}

// penalty is ½λ‖w‖² at coefficients with their scores; nil: those of the step
// before.
func (s slope) penalty(a, f []float64) float64 {
	sum := 0.0
	for i, v := range a {
		if f == nil {
			sum += v * s.prev.F(i)
		} else {
			sum += v * f[i]
		}
	}
	return s.Lambda * sum / 2
}

// way is one text of a descent, and another of an ascent.
func (s slope) way(down, up string) string {
	if s.Climbs {
		return up
	}
	return down
}

// fenceQuestion asks for the constraint that plain ascent says nothing about.
func (s slope) fenceQuestion() task {
	accept := "no"
	for i, a := range s.prev.Coef().All() {
		if a+s.step(i) < 0 {
			accept = "yes"
		}
	}
	return choice{
		info:  about("negative", "The constraint α ≥ 0", line("Is any α below 0 after this step?"), s.law(s.point), said("An α falls where its slope 1 − t·f is below 0.")),
		label: "an α below 0", options: yesNo(), accept: []string{accept},
		right: line("Nothing in the step holds α at 0 or above."),
		wrong: line("Look at the points with t·f above 1, and at their α."),
	}.task().with(func() exercises.Scene {
		return exercises.Scene{
			Figures: []exercises.Figure{pointsTable("The points before the step", from(0, s.problem.Len()),
				labels("t", s.problem.Y), values("α", s.prev.Coef().At), values("f", s.prev.F))},
			Notes: []ascii.Line{line("%s", s.constants())},
		}
	})
}

// stabilityEvery is at every how many steps it is asked whether η is too large.
const stabilityEvery = 5

// stabilityQuestion asks whether the descent of least squares settles with this
// η. Along an eigenvector of K with eigenvalue λ a step multiplies what is left
// to fit by 1 − 2ηλ/n. Not ok where that is 1 in size but for rounding, or where
// nothing is left to fit along what grows.
func (s slope) stabilityQuestion() (task, bool) {
	l, ok := s.solver.(solvers.LeastSquares)
	if !ok || s.problem.Primal() {
		return task{}, false
	}
	n := s.problem.Len()
	left := make([]float64, n)
	norm := 0.0
	for i := range left {
		left[i] = s.R(i, s.prev.F(i))
		norm = math.Hypot(norm, left[i])
	}
	values, vectors, ok := spectrum(n, s.problem.K)
	if !ok || norm == 0 || !finite(norm) {
		return task{}, false
	}
	top := values[n-1]
	accept, because := "settles", line("n/λmax = %s.", show(float64(n)/top))
	for j, v := range values {
		factor := math.Abs(1 - 2*l.Eta*v/float64(n))
		along := math.Abs(mat.Dot(vectors.ColView(j), mat.NewVecDense(n, left)))
		switch {
		case v <= 1e-12*top && v >= -1e-12*top:
			continue // along the null space nothing moves at all
		case math.Abs(factor-1) < 1e-6 && v > 1e-3*top:
			return task{}, false
		case factor > 1 && along < 1e-6*norm:
			return task{}, false
		case factor > 1:
			accept = "diverges"
		}
		if v < 0 {
			because = line("K has the negative eigenvalue %s: along its eigenvector every step leads away.", show(v))
		}
	}
	return choice{
		info: about("stability", "Is η too large?", line("Does this descent settle, or diverge in the end?"),
			s.growth(l.Eta, values)),
		label: "it", options: exercises.Choices("settles", "diverges"), accept: []string{accept},
		right: because,
		wrong: line("A step multiplies what is left to fit by 1 − 2ηλ/n along each eigenvector."),
	}.task(), true
}

// growth is what tells whether a descent with η settles.
func (s slope) growth(eta float64, rising []float64) exercises.Block {
	n, least := len(rising), rising[0]
	top := rising[n-1]
	if least < -1e-12*top {
		return formula("η = %s, n = %d, λmax = %s, λmin = %s", show(eta), n, show(top), show(least))
	}
	return formula("η = %s, n = %d, λmax = %s", show(eta), n, show(top))
}

// byHand is the update of the coefficient that changes most, with every number
// filled in. In the primal it is the question whether the loss falls; nil where
// that cannot be told either.
func (s slope) byHand() exercises.Step {
	if s.problem.Primal() || !finite(s.step(s.point)) {
		if q, ok := s.lossQuestion(); ok {
			q.info.Name = "byhand"
			return q
		}
		return nil
	}
	return s.sheet().task(exercises.Info{
		Title: "One coefficient by hand", Question: line("Update %s: fill in every number.", s.coefficient(s.point)),
		Text: []exercises.Block{formula("f(x%s) = Σⱼ %sK%sⱼ", sub(s.point), s.term("ⱼ"), sub(s.point)), s.law(s.point)},
	}, s.scene)
}

func (s slope) sheet() sheet {
	form := sheetOf(s.numbers(s.point).Pick("f", "r", "anew"), nil)
	form[1].label = s.Brief
	return form
}

// term is what multiplies K in f: a, or αt.
func (s slope) term(index string) string {
	if s.Signs {
		return s.Letter + index + s.Target + index
	}
	return s.Letter + index
}

// slack is by how much f of the point may be off.
func (s slope) slack() float64 { return s.Slack(s.point, s.prev.F(s.point)) }

// scene is the table of the coefficients that f is made of.
func (s slope) scene() exercises.Scene {
	j := s.point
	table := weights("f at point "+pointNumber(j)+" is Σ "+s.term("")+"·K", s.term(""), s.prev.Weights(), func(m int) float64 { return s.problem.K(j, m) }, s.slack()/10)
	return exercises.Scene{
		Figures: []exercises.Figure{table},
		Notes:   []ascii.Line{line("%s%s = %s, %s = %s, %s", s.Target, sub(j), showTo(s.At(j), s.slack()/10), s.coefficient(j), showTo(s.prev.Coef().At(j), math.Abs(s.step(j))/100), s.constants())},
	}
}
