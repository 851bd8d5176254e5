package ask

import (
	"context"

	"math"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// byHand is the stage with its first entries filled in; where there is no
// Cholesky factor to work with, the question why.
func (s solve) byHand() exercises.Step {
	if s.was == nil {
		return nil
	}
	switch s.d.Stage {
	case solvers.StageRegularise:
		return s.hand("Add λ to the diagonal: fill in the first entries of "+s.letter()+" + λI.", s.regularised(), s.gramText())
	case solvers.StageCholesky:
		if s.d.Singular {
			return s.noFactor()
		}
		return s.hand("Fill in the first entries of L, with LLᵀ = "+s.letter()+" + λI.", s.factored(),
			append(s.matrixText(), formula("L₁₁ = √m₁₁, L₂₁ = m₂₁/L₁₁, L₂₂ = √(m₂₂ − L₂₁²)"))...)
	case solvers.StageForward:
		if s.d.Singular {
			return s.noFactor()
		}
		return s.forward().hand("Solve the first rows of Lz = y.")
	case solvers.StageBack:
		if s.d.Singular {
			return s.manySolutions()
		}
		return s.backward().hand("Solve the last rows of Lᵀ" + s.weight() + " = z.")
	case solvers.StageResidual:
		return s.residualByHand()
	}
	return nil
}

// hand is a stage as a form.
func (s solve) hand(question string, form sheet, text ...exercises.Block) task {
	return form.task(exercises.Info{Title: "One stage by hand", Question: line("%s", question), Text: text}, nil)
}

func (s solve) gramText() exercises.Block {
	k := s.letter()
	if s.size() == 1 {
		return formula("%s₁₁ = %s, λ = %s", k, showTo(s.gram(0, 0), s.lambda/100), show(s.lambda))
	}
	return formula("%s₁₁ = %s, %s₁₂ = %s, λ = %s", k, showTo(s.gram(0, 0), s.lambda/100), k, showTo(s.gram(0, 1), s.lambda/100), show(s.lambda))
}

func (s solve) regularised() sheet {
	form := sheet{{
		name: "m11", label: "row 1, column 1", within: s.lambda / 4, value: func(numbers) float64 { return s.matrix(0, 0) },
		slips: []slip{{"times", "λI is added, not multiplied.", func(numbers) float64 { return s.gram(0, 0) * s.lambda }}},
	}}
	if s.size() > 1 {
		form = append(form, entry{
			name: "m12", label: "row 1, column 2", within: s.lambda / 4, value: func(numbers) float64 { return s.matrix(0, 1) },
			slips: []slip{{"off-diagonal", "λ is added on the diagonal alone.", func(numbers) float64 { return s.gram(0, 1) + s.lambda }}},
		})
	}
	return form
}

func (s solve) matrixText() []exercises.Block {
	if s.size() == 1 {
		return []exercises.Block{formula("m₁₁ = %s", show(s.matrix(0, 0)))}
	}
	fine := s.rest() / 1000
	return []exercises.Block{formula("m = %s + λI: m₁₁ = %s, m₂₁ = %s, m₂₂ = %s", s.letter(), showTo(s.matrix(0, 0), fine), showTo(s.matrix(1, 0), fine), showTo(s.matrix(1, 1), fine))}
}

// rest is what row 2 of the matrix has beyond L₂₁: L₂₂².
func (s solve) rest() float64 {
	return s.matrix(1, 1) - s.matrix(1, 0)*s.matrix(1, 0)/s.matrix(0, 0)
}

func (s solve) factored() sheet {
	l11 := anatomy.Pivot(s.matrix(0, 0))
	form := sheet{{
		name: "l11", label: "L₁₁", value: func(numbers) float64 { return l11 },
		slips: []slip{{"no-root", "LLᵀ has L₁₁² in its corner.", func(numbers) float64 { return s.matrix(0, 0) }}},
	}}
	if s.size() == 1 {
		return form
	}
	m22, l21 := s.matrix(1, 1), s.matrix(1, 0)/l11
	if l21 != 0 {
		form[0].within = s.rest() / 8 * l11 / (l21 * l21)
	}
	return append(form,
		entry{
			name: "l21", label: "L₂₁", from: []string{"l11"}, within: s.rest() / 8 / math.Max(math.Abs(l21), 1e-300),
			value: func(n numbers) float64 { return anatomy.Row(s.matrix(1, 0), n["l11"]) },
		},
		entry{
			name: "l22", label: "L₂₂", from: []string{"l21"},
			value: func(n numbers) float64 { return anatomy.Pivot(m22, n["l21"]) },
			slips: []slip{{"no-rest", "What row 2 has in L₂₁ already is to be taken off first.", func(numbers) float64 { return anatomy.Pivot(m22) }}},
		})
}

// ends are two rows of a triangular system that are solved one after the other:
// the first has one unknown, the second that and its own.
type ends struct {
	solve
	p, q         int                 // the rows; one and the same where there is no other
	rhs          func(i int) float64 // the right-hand side
	of, by       string              // the letters of the unknowns and of the right-hand side
	first, other string              // the names of the blanks
	alone        string              // what to say of one who leaves the first out of the second
}

// forward are the first rows of Lz = y.
func (s solve) forward() ends {
	return ends{solve: s, p: 0, q: min(1, s.size()-1), rhs: s.rhs, of: "z", by: "y", first: "z1", other: "z2", alone: "Row 2 has L₂₁z₁ in it as well."}
}

// backward are the last rows of Lᵀa = z.
func (s solve) backward() ends {
	n := s.size() - 1
	return ends{solve: s, p: n, q: max(0, n-1), rhs: s.was.Result.At, of: s.weight(), by: "z", first: "last", other: "before",
		alone: "The row has another entry of Lᵀ in it, times what was found before."}
}

func (e ends) hand(question string) task { return e.solve.hand(question, e.form(), e.text()) }

// beside is the entry of L that the first unknown has in the second row.
func (e ends) beside() float64 { return e.factor(max(e.p, e.q), min(e.p, e.q)) }

// left is the size of what the first unknown leaves of the second row.
func (e ends) left() float64 {
	return math.Abs(e.rhs(e.q) - e.beside()*e.rhs(e.p)/e.factor(e.p, e.p))
}

// only is what the first row needs.
func (e ends) only() exercises.Block {
	at := sub(e.p)
	return formula("L%s%s = %s, %s%s = %s", at, at, show(e.factor(e.p, e.p)), e.by, at, show(e.rhs(e.p)))
}

func (e ends) text() exercises.Block {
	if e.p == e.q {
		return e.only()
	}
	p, q, fine := sub(e.p), sub(e.q), e.left()/1000
	return formula("L%s%s = %s, L%s%s = %s, L%s%s = %s, %s%s = %s, %s%s = %s", p, p, showTo(e.factor(e.p, e.p), fine),
		sub(max(e.p, e.q)), sub(min(e.p, e.q)), showTo(e.beside(), fine), q, q, show(e.factor(e.q, e.q)), e.by, p, showTo(e.rhs(e.p), fine), e.by, q, showTo(e.rhs(e.q), fine))
}

func (e ends) form() sheet {
	form := sheet{{name: e.first, label: e.of + sub(e.p), value: func(numbers) float64 { return anatomy.Row(e.rhs(e.p), e.factor(e.p, e.p)) }}}
	if e.p == e.q {
		return form
	}
	beside, pivot := e.beside(), e.factor(e.q, e.q)
	if beside != 0 { // what it may be off is multiplied by that
		form[0].within = e.left() / math.Abs(beside) / 8
	}
	return append(form, entry{
		name: e.other, label: e.of + sub(e.q), from: []string{e.first},
		value: func(n numbers) float64 { return anatomy.Row(e.rhs(e.q), pivot, beside*n[e.first]) },
		slips: []slip{{"row-alone", e.alone, func(numbers) float64 { return anatomy.Row(e.rhs(e.q), pivot) }}},
	})
}

// residualByHand is what is left at the point with the largest coefficient.
func (s solve) residualByHand() exercises.Step {
	if s.problem.Primal() {
		return nil
	}
	j := s.heaviest()
	y, a := s.problem.Y(j), s.prev.Coef().At(j)
	terms := 0.0
	for m, c := range s.prev.Coef().All() {
		terms += math.Abs(c * s.problem.K(j, m))
	}
	form := sheet{
		{
			name: "f", label: "f(x" + sub(j) + ")", within: math.Abs(y-s.prev.F(j)) / 8,
			value: func(numbers) float64 { return s.prev.F(j) }, size: func(numbers) float64 { return terms },
		},
		{
			name: "e", label: "y − f", from: []string{"f"}, value: func(n numbers) float64 { return y - n["f"] },
			size: func(n numbers) float64 { return math.Abs(y) + terms }, within: math.Abs(y-s.prev.F(j)) / 8,
			slips: []slip{{"turned", "It looks as if it is turned round.", func(n numbers) float64 { return n["f"] - y }}},
		},
		{name: "la", label: "λa" + sub(j), value: func(numbers) float64 { return s.lambda * a }},
	}
	t := s.hand("Check the solution at point "+pointNumber(j)+": y − f and λa have to agree.", form,
		formula("f(x%s) = Σⱼ aⱼK%sⱼ, y%s = %s, a%s = %s, λ = %s", sub(j), sub(j), sub(j), showTo(y, math.Abs(y-s.prev.F(j))/100), sub(j), show(a), show(s.lambda)))
	t.scene = func(context.Context, exercises.Answers) exercises.Scene {
		return exercises.Scene{Figures: []exercises.Figure{
			weights("f at point "+pointNumber(j)+" is Σ a·K", "a", s.prev.CoefCopy(), func(m int) float64 { return s.problem.K(j, m) }, math.Abs(y-s.prev.F(j))/50),
		}}
	}
	return t
}

// noFactor asks whether there is a factor, where there is none.
func (s solve) noFactor() exercises.Step {
	k := s.letter()
	return choice{
		info: about("byhand", "One stage by hand", line("Is there a lower triangular L with a positive diagonal and LLᵀ = %s + λI?", k),
			formula("λ = %s", show(s.lambda))),
		label: "such an L", options: yesNo(), accept: []string{"no"},
		right: line("%s + λI is not positive definite to working precision: it has an eigenvalue at 0, or below.", k),
		wrong: line("Such an L has an inverse, and then so has LLᵀ. Look at the rank of %s + λI.", k),
	}.task().with(s.spectrumScene)
}

// manySolutions asks how many solutions there are where there is no factor.
// Without a factor the matrix may still have full rank, if it is indefinite.
func (s solve) manySolutions() exercises.Step {
	accept, because := "many", line("Rank %d of %d: infinitely many, and the solver takes the shortest. A larger λ would leave one.", s.d.Rank, s.size())
	if s.d.Rank == s.size() {
		accept, because = "one", line("It is not positive definite, but its rank is %d of %d: the solver finds the one by its eigenvectors.", s.d.Rank, s.size())
	}
	return choice{
		info: about("byhand", "One stage by hand", line("%s + λI has no Cholesky factor. How many coefficients fit as well as can be?", s.letter()),
			formula("rank(%s + λI) = %d, n = %d", s.letter(), s.d.Rank, s.size()),
			said("Add a vector of the null space to any that fit, where there is one. The rank to working precision tells.")),
		label: "there are", options: []exercises.Choice{{Value: "one", Label: "one"}, {Value: "many", Label: "infinitely many"}}, accept: []string{accept},
		right: because,
		wrong: line("Is there a vector that the matrix takes to 0?"),
	}.task()
}
