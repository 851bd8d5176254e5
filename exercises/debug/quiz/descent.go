package quiz

import (
	"context"

	"math"

	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/solvers"
)

// slope is a step of gradient descent as seen from the position before it.
type slope struct {
	change
	d        *solvers.GradientDetail
	logistic bool
	form     solvers.LogisticForm
	point    int // the one whose coefficient changes most
}

func newSlope(c change, d *solvers.GradientDetail) slope {
	s := slope{change: c, d: d}
	if l, ok := c.solver.(solvers.Logistic); ok {
		s.logistic, s.form = true, l.Form
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

// pm is the label of a point as −1 or +1.
func (s slope) pm(i int) float64 {
	if s.problem.Y(i) > 0 {
		return 1
	}
	return -1
}

// rate is what multiplies the residuals.
func (s slope) rate() float64 {
	switch solver := s.solver.(type) {
	case solvers.LeastSquares:
		return 2 * solver.Eta / float64(s.problem.Len())
	case solvers.Logistic:
		return solver.Gamma
	}
	return s.d.Rate
}

// residual is t − f, or y − s(f), of point i where f is what it is.
func (s slope) residual(i int, f float64) float64 {
	switch {
	case !s.logistic:
		return s.problem.Y(i) - f
	case s.form == solvers.PlusMinus:
		return solvers.Sigmoid(-s.pm(i)*f) * s.pm(i)
	}
	return (s.pm(i)+1)/2 - solvers.Sigmoid(f)
}

// step is the change of coefficient i of the dual.
func (s slope) step(i int) float64 { return s.rate() * s.residual(i, s.prev.F(i)) }

// law is the update in symbols.
func (s slope) law(i int) exercises.Block {
	at := sub(i)
	switch {
	case !s.logistic:
		return formula("a%s ← a%s + (2η/n)(t%s − f(x%s))", at, at, at, at)
	case s.form == solvers.PlusMinus:
		return formula("a%s ← a%s + γ s(−y%s f(x%s)) y%s", at, at, at, at, at)
	}
	return formula("a%s ← a%s + γ (y%s − s(f(x%s)))", at, at, at, at)
}

// given is what the update of coefficient i needs.
func (s slope) given(i int) exercises.Block {
	at, old, f := sub(i), showTo(s.prev.Coef().At(i), math.Abs(s.step(i))/100), showTo(s.prev.F(i), math.Abs(s.residual(i, s.prev.F(i)))/100)
	switch {
	case !s.logistic:
		return formula("a%s = %s, t%s = %s, f(x%s) = %s, %s", at, old, at, showTo(s.problem.Y(i), math.Abs(s.residual(i, s.prev.F(i)))/100), at, f, s.rateText())
	case s.form == solvers.PlusMinus:
		return formula("a%s = %s, y%s = %s, f(x%s) = %s, %s", at, old, at, show(s.pm(i)), at, f, s.rateText())
	}
	return formula("a%s = %s, y%s = %s, f(x%s) = %s, %s", at, old, at, show((s.pm(i)+1)/2), at, f, s.rateText())
}

func (s slope) rateText() string {
	if s.logistic {
		return "γ = " + show(s.d.Step)
	}
	return "η = " + show(s.d.Step) + ", n = " + pointNumber(s.problem.Len()-1)
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
	residual := "t − f"
	if s.logistic {
		residual = "y − s(f)"
	}
	return choice{
		info: exercises.Info{
			Name: "sign", Title: "Up or down", Question: line("Does a%s grow or shrink with this step?", sub(j)),
			Text: []exercises.Block{s.law(j), s.given(j)},
		},
		label:   "a" + sub(j),
		options: []exercises.Choice{{Value: "grows", Label: "grows"}, {Value: "shrinks", Label: "shrinks"}},
		accept:  []string{accept},
		right:   line("The residual %s of point %d is %s.", residual, j+1, show(s.residual(j, s.prev.F(j)))),
		wrong:   line("It goes the way of the residual %s.", residual),
	}.task(), true
}

// valueQuestion asks for the new coefficient of the point that changes most.
func (s slope) valueQuestion() task {
	j := s.point
	old := s.prev.Coef().At(j)
	e := s.coefficient(j, "answer", nil)
	e.value = func(numbers) float64 { return old + s.step(j) }
	e.slips = []slip{{"wrong-way", "It looks as if the residual was subtracted.", func(numbers) float64 { return old - s.step(j) }}}
	return single{
		info: exercises.Info{
			Name: "value", Title: "The new a" + sub(j), Question: line("What is a%s after the step?", sub(j)),
			Text: []exercises.Block{s.law(j), s.given(j)},
		},
		entry: e,
		right: line("%s + %s · %s.", show(old), show(s.rate()), term(s.residual(j, s.prev.F(j)))),
	}.task()
}

// after is the loss that a sound step leads to; not ok in the primal.
func (s slope) after() (float64, bool) {
	if s.problem.Primal() {
		return s.now.Objective, true
	}
	n := s.problem.Len()
	y, f := make([]float64, n), make([]float64, n)
	for i := range n {
		f[i] = s.prev.F(i)
		for j := range n {
			f[i] += s.problem.K(i, j) * s.step(j)
		}
		y[i] = s.problem.Y(i)
		if s.logistic {
			y[i] = s.pm(i)
		}
	}
	if s.logistic {
		return solvers.LogisticLoss(y, f), true
	}
	sum := 0.0
	for i := range n {
		sum += (y[i] - f[i]) * (y[i] - f[i])
	}
	return sum / float64(n), true
}

// lossQuestion asks whether the loss falls; not ok where it hardly moves.
func (s slope) lossQuestion() (task, bool) {
	before := s.prev.Objective
	after, ok := s.after()
	if !ok || !finite(before) || !finite(after) || math.Abs(after-before) <= 1e-9*math.Abs(before) {
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
		left[i] = s.residual(i, s.prev.F(i))
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

// coefficient is the entry of the new coefficient of point i.
func (s slope) coefficient(i int, name string, from []string) entry {
	old := s.prev.Coef().At(i)
	return entry{
		name: name, label: "a" + sub(i), from: from, within: math.Abs(s.step(i)) / 4,
		size: func(numbers) float64 {
			size := 1.0
			if !s.logistic {
				size = math.Abs(s.problem.Y(i)) + math.Abs(s.prev.F(i))
			}
			return math.Max(math.Abs(old), s.rate()*size)
		},
	}
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
	j := s.point
	y, old := s.problem.Y(j), s.prev.Coef().At(j)
	residual := "t − f"
	if s.logistic {
		y, residual = (s.pm(j)+1)/2, "y − s(f)"
	}
	terms := 0.0
	for m, a := range s.prev.Coef().All() {
		terms += math.Abs(a * s.problem.K(j, m))
	}
	within := s.slack()
	update := s.coefficient(j, "anew", []string{"r"})
	update.value = func(n numbers) float64 { return old + s.rate()*n["r"] }
	update.slips = []slip{{"wrong-way", "It looks as if the residual was subtracted.", func(n numbers) float64 { return old - s.rate()*n["r"] }}}
	if !s.logistic {
		update.slips = append(update.slips, slip{"no-mean", "The rate is 2η/n, not η.", func(n numbers) float64 { return old + s.d.Step*n["r"] }})
	}
	return sheet{
		{
			name: "f", label: "f(x" + sub(j) + ")", within: within,
			value: func(numbers) float64 { return s.prev.F(j) }, size: func(numbers) float64 { return terms },
		},
		{
			name: "r", label: residual, from: []string{"f"},
			value: func(n numbers) float64 { return s.residual(j, n["f"]) },
			slips: []slip{
				{"turned", "It looks as if it is turned round.", func(n numbers) float64 { return -s.residual(j, n["f"]) }},
				{"no-sigmoid", "It looks as if f stands where s(f) should.", func(n numbers) float64 { return y - n["f"] }},
			},
		},
		update,
	}
}

// slack is by how much f of the point may be off for the residual still to come
// out right. Of y − s(f) a slack of f makes at most that part.
func (s slope) slack() float64 {
	if s.logistic {
		return 0.1
	}
	return math.Abs(s.residual(s.point, s.prev.F(s.point))) / 8
}

// scene is the table of the coefficients that f is made of.
func (s slope) scene() exercises.Scene {
	j := s.point
	table := weights("f at point "+pointNumber(j)+" is Σ a·K", "a", s.prev.CoefCopy(), func(int) float64 { return 1 }, func(m int) float64 { return s.problem.K(j, m) }, s.slack()/10)
	target := "t"
	value := s.problem.Y(j)
	if s.logistic {
		target = "y"
		if value = s.pm(j); s.form != solvers.PlusMinus {
			value = (value + 1) / 2
		}
	}
	return exercises.Scene{
		Figures: []exercises.Figure{table},
		Notes:   []ascii.Line{line("%s%s = %s, a%s = %s, %s", target, sub(j), showTo(value, s.slack()/10), sub(j), showTo(s.prev.Coef().At(j), math.Abs(s.step(j))/100), s.rateText())},
	}
}
