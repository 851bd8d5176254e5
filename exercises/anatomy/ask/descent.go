package ask

import (
	"context"

	"math"

	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// slope is a step of gradient descent as seen from the position before it.
type slope struct {
	change
	anatomy.Descent
	point int // the one whose coefficient changes most
}

func newSlope(c change, d *solvers.GradientDetail) slope {
	s := slope{change: c}
	points := anatomy.Points{Gram: c.problem.Gram(), Y: c.problem.Labels()}
	s.Descent, _ = points.Descent(c.solver)
	if s.Rate == 0 { // no solver that is known: the step tells what it descends by
		s.Descent, _ = points.Descent(solvers.LeastSquares{Eta: d.Step})
		s.Rate = d.Rate
	}
	if !c.problem.Primal() {
		for i := range c.problem.Len() {
			if math.Abs(s.step(i)) > math.Abs(s.step(s.point)) {
				s.point = i
			}
		}
	}
	return s
}

// step is the change of coefficient i of the dual.
func (s slope) step(i int) float64 { return s.Rate * s.R(i, s.prev.F(i)) }

// numbers is the update of coefficient i.
func (s slope) numbers(i int) anatomy.Sheet { return s.Sheet(i, s.prev.CoefCopy(), s.prev.F(i)) }

// law is the update in symbols.
func (s slope) law(i int) exercises.Block {
	at := sub(i)
	switch {
	case !s.Logistic:
		return formula("a%s ← a%s + (2η/n)(t%s − f(x%s))", at, at, at, at)
	case s.Form == solvers.PlusMinus:
		return formula("a%s ← a%s + γ s(−y%s f(x%s)) y%s", at, at, at, at, at)
	}
	return formula("a%s ← a%s + γ (y%s − s(f(x%s)))", at, at, at, at)
}

// given is what the update of coefficient i needs.
func (s slope) given(i int) exercises.Block {
	at, fine := sub(i), math.Abs(s.R(i, s.prev.F(i)))/100
	target := show(s.At(i))
	if !s.Logistic {
		target = showTo(s.At(i), fine)
	}
	return formula("a%s = %s, %s%s = %s, f(x%s) = %s, %s", at, showTo(s.prev.Coef().At(i), math.Abs(s.step(i))/100), s.Target, at, target, at, showTo(s.prev.F(i), fine), s.rateText())
}

func (s slope) rateText() string {
	if s.Logistic {
		return "γ = " + show(s.Step)
	}
	return "η = " + show(s.Step) + ", n = " + pointNumber(s.problem.Len()-1)
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
	residual := s.Brief
	return choice{
		info: exercises.Info{
			Name: "sign", Title: "Up or down", Question: line("Does a%s grow or shrink with this step?", sub(j)),
			Text: []exercises.Block{s.law(j), s.given(j)},
		},
		label:   "a" + sub(j),
		options: []exercises.Choice{{Value: "grows", Label: "grows"}, {Value: "shrinks", Label: "shrinks"}},
		accept:  []string{accept},
		right:   line("The residual %s of point %d is %s.", residual, j+1, show(s.R(j, s.prev.F(j)))),
		wrong:   line("It goes the way of the residual %s.", residual),
	}.task(), true
}

// valueQuestion asks for the new coefficient of the point that changes most.
func (s slope) valueQuestion() task {
	j := s.point
	old := s.prev.Coef().At(j)
	e := sheetOf(s.numbers(j).Pick("anew"), nil)[0]
	law, r := e.value, s.numbers(j).Truth()["r"]
	e.value = func(numbers) float64 { return law(numbers{"r": r}) }
	wrong := e.slips[0]
	e.slips = []slip{{wrong.id, wrong.says, func(numbers) float64 { return wrong.value(numbers{"r": r}) }}}
	return single{
		info: exercises.Info{
			Name: "value", Title: "The new a" + sub(j), Question: line("What is a%s after the step?", sub(j)),
			Text: []exercises.Block{s.law(j), s.given(j)},
		},
		entry: e,
		right: line("%s + %s · %s.", show(old), show(s.Rate), term(s.R(j, s.prev.F(j)))),
	}.task()
}

// after is the loss that a sound step leads to.
func (s slope) after() float64 {
	if s.problem.Primal() {
		return s.now.Objective
	}
	f := make([]float64, s.Len())
	for i := range f {
		f[i] = s.prev.F(i)
		for j := range f {
			f[i] += s.problem.K(i, j) * s.step(j)
		}
	}
	return s.Loss(f)
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
	return choice{
		info: exercises.Info{
			Name: "loss", Title: "The loss", Question: line("Does the loss fall with this step, or rise?"),
			Text: []exercises.Block{formula("%s, loss = %s", s.rateText(), show(before))},
		},
		label:   "the loss",
		options: []exercises.Choice{{Value: "falls", Label: "falls"}, {Value: "rises", Label: "rises"}},
		accept:  []string{accept},
		right:   line("From %s to %s.", show(before), show(after)),
		wrong:   line("A step along the gradient can go too far: then it lands higher on the other side."),
	}.task(), true
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
	values, vectors, ok := spectrum(s.problem)
	if !ok || norm == 0 || !finite(norm) {
		return task{}, false
	}
	top := values[n-1]
	accept, because := "settles", line("n/λ_max = %s.", show(float64(n)/top))
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
		info: exercises.Info{
			Name: "stability", Title: "Is η too large?", Question: line("Does this descent settle, or diverge in the end?"),
			Text: []exercises.Block{formula("η = %s, n = %d, λ_max(K) = %s", show(l.Eta), n, show(top))},
		},
		label:   "it",
		options: []exercises.Choice{{Value: "settles", Label: "settles"}, {Value: "diverges", Label: "diverges"}},
		accept:  []string{accept},
		right:   because,
		wrong:   line("A step multiplies what is left to fit by 1 − 2ηλ/n along each eigenvector."),
	}.task(), true
}

// spectrumLimit is up to how many points questions are asked that need the
// eigenvalues of K, so that asking does not make anyone wait.
const spectrumLimit = 200

// spectrum are the eigenvalues of K, rising, and its eigenvectors; not ok for
// too many points.
func spectrum(p *solvers.Problem) (values []float64, vectors *mat.Dense, ok bool) {
	n := p.Len()
	if n > spectrumLimit {
		return nil, nil, false
	}
	k := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			k.SetSym(i, j, p.K(i, j))
		}
	}
	var eig mat.EigenSym
	if !eig.Factorize(k, true) {
		return nil, nil, false
	}
	vectors = new(mat.Dense)
	eig.VectorsTo(vectors)
	return eig.Values(nil), vectors, true
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
	form := s.sheet()
	return task{
		info: exercises.Info{
			Name: "byhand", Title: "One coefficient by hand", Question: line("Update a%s: fill in every number.", sub(s.point)),
			Text: []exercises.Block{formula("f(x%s) = Σⱼ aⱼK%sⱼ", sub(s.point), sub(s.point)), s.law(s.point)}, Fields: form.fields(), Reference: form.reference(), Misconceptions: form.misconceptions(),
		},
		check: func(ctx context.Context, a exercises.Answers) exercises.Report { return form.judge(ctx, a, "") },
		scene: func(context.Context, exercises.Answers) exercises.Scene { return s.scene() },
	}
}

func (s slope) sheet() sheet {
	form := sheetOf(s.numbers(s.point).Pick("f", "r", "anew"), nil)
	form[1].label = s.Brief
	return form
}

// slack is by how much f of the point may be off.
func (s slope) slack() float64 { return s.Slack(s.point, s.prev.F(s.point)) }

// scene is the table of the coefficients that f is made of.
func (s slope) scene() exercises.Scene {
	j := s.point
	table := weights("f at point "+pointNumber(j)+" is Σ a·K", "a", s.prev.CoefCopy(), func(int) float64 { return 1 }, func(m int) float64 { return s.problem.K(j, m) }, s.slack()/10)
	return exercises.Scene{
		Figures: []exercises.Figure{table},
		Notes:   []ascii.Line{line("%s%s = %s, a%s = %s, %s", s.Target, sub(j), showTo(s.At(j), s.slack()/10), sub(j), showTo(s.prev.Coef().At(j), math.Abs(s.step(j))/100), s.rateText())},
	}
}
