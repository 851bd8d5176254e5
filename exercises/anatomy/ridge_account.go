package anatomy

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/solvers"
)

// ridgeStage is a stage of ridge regression together with the stage before it.
type ridgeStage struct {
	transition      Transition
	before, current *solvers.RidgeDetail
	lambda          float64
	// letter and weight are "K" and "a" in the dual, and "G" (for ΦᵀΦ) and "w" in the
	// primal.
	letter, weight string
}

// explainRidge completes the [Account] of a stage of the computation, the data from which its
// explanation is built.
func explainRidge(transition Transition, a *Account) {
	s := ridgeStage{transition: transition, lambda: transition.Solver.(solvers.Ridge).Lambda, letter: "K", weight: "a"}
	if a.Primal {
		s.letter, s.weight = "G", "w"
	}
	s.before, s.current = stageDetail(transition.Before), stageDetail(transition.Now)
	a.Rule = Rule{
		Title: "solve (K + λI)a = y, stage by stage", Formula: "K  →  K + λI  =  LLᵀ,   Lz = y,   Lᵀa = z",
		Start: "The stages begin with K: an inner product for every pair of points.",
	}
	if a.Objective = ""; transition.Now.Updates == 0 {
		a.Points = nil
	} else {
		a.Points.Step = transition.Now
	}
	a.Laws = func() Laws { return s.laws() }
	a.Questions = s.questions
	if s.current.Singular && s.current.Stage >= solvers.StageCholesky && s.current.Stage <= solvers.StageBack {
		a.Replacement = s.singularQuestion
		a.Rule.Start = "K + λI is singular, so there is no L. The solver takes the shortest solution a."
		return
	}
	a.Derivation = s.derivation()
	if s.current.Stage == solvers.StageResidual && !a.Primal {
		sum := s.sum()
		i := sum.Point
		a.Scene = func() exercises.Scene {
			return exercises.Scene{Figures: []exercises.Figure{
				sum.table(math.Abs(transition.Y[i]-transition.Before.F(i)) / 50)}}
		}
	}
}

// ridgeColumns returns the columns of tables of points. They have values only after the solver
// has computed the coefficients.
func ridgeColumns(y []float64, solver solvers.Solver) PointColumns {
	return PointColumns{Label: targetColumn("y", y), Columns: []Column{
		numberColumn("y − f", func(s solvers.Step, i int) float64 { return y[i] - s.F(i) }),
		numberColumn("λa", func(s solvers.Step,
			i int) float64 {
			return solver.(solvers.Ridge).Lambda * s.Coef().At(i)
		}),
	}}
}

// gramEntry returns an entry of K, or of ΦᵀΦ in the primal.
func (s ridgeStage) gramEntry(i, j int) float64 {
	p := s.transition.Problem
	if !p.IsPrimal() {
		return s.transition.Gram.At(i, j)
	}
	sum := 0.0
	for n := range p.Len() {
		row := p.Feature(n)
		sum += row[i] * row[j]
	}
	return sum
}

// size returns the number of rows of the system.
func (s ridgeStage) size() int { return s.transition.Problem.Dim() }

// systemEntry returns an entry of the matrix of the system, which is K + λI in the dual.
func (s ridgeStage) systemEntry(i, j int) float64 {
	if i == j {
		return s.gramEntry(i, j) + s.lambda
	}
	return s.gramEntry(i, j)
}

// derivation returns the derivation of the first entries that the stage computes. It returns nil if
// the stage computes none.
func (s ridgeStage) derivation() Derivation {
	switch s.current.Stage {
	case solvers.StageRegularise:
		return s.regularised()
	case solvers.StageCholesky:
		return s.factored()
	case solvers.StageForward:
		return s.forward()
	case solvers.StageBack:
		return s.backward()
	case solvers.StageResidual:
		if !s.transition.Problem.IsPrimal() {
			return s.residual()
		}
	}
	return nil
}

// entryOf returns q with a Recorded function that reads entry (i, j) of the stage's matrix.
func entryOf(i, j int, q Quantity) Quantity {
	q.Ink, q.Recorded = InkA, FromDetail(func(d *solvers.RidgeDetail) float64 { return d.Matrix.At(i, j) })
	return q
}

// regularised derives the entries (1, 1) and (1, 2) of K + λI.
func (s ridgeStage) regularised() Derivation {
	k, lambda, allowance := s.letter, s.lambda, constantly(s.lambda/4)
	out := Derivation{Given("k11", k+"₁₁", s.gramEntry(0, 0)).withResolution(lambda / 100),
		Given("lambda", "λ", lambda)}
	drift := constantly(rounding * (math.Abs(s.gramEntry(0, 0)) + lambda))
	first := entryOf(0, 0, Quantity{
		Name: "m11", Symbol: "(" + k + " + λI)₁₁", Formula: "{k11} + {lambda}",
		Compute: constantly(s.systemEntry(0, 0)),
		Drift:   drift, Allowance: allowance,
		Slips: []Slip{{"times", "λI is added, not multiplied.", constantly(s.gramEntry(0, 0) * lambda)}},
	})
	if s.size() == 1 {
		return append(out, first)
	}
	return append(out, Given("k12", k+"₁₂", s.gramEntry(0, 1)).withResolution(lambda/100), first,
		entryOf(0, 1, Quantity{
			Name: "m12", Symbol: "(" + k + " + λI)₁₂", Formula: "{k12}", Compute: constantly(s.gramEntry(0, 1)),
			Drift:     drift,
			Allowance: allowance,
			Slips: []Slip{{"off-diagonal", "λ is added on the diagonal alone.",
				constantly(s.gramEntry(0, 1) + lambda)}},
		}))
}

// factored derives the top left corner of L, at most 2×2.
func (s ridgeStage) factored() Derivation {
	m11, l11 := s.systemEntry(0, 0), Pivot(s.systemEntry(0, 0))
	root := entryOf(0, 0, Quantity{
		Name: "l11", Symbol: "L₁₁", Formula: "√{m11}", Fill: func(Numbers) string { return "√" + Num(m11) },
		Compute: constantly(l11),
		Slips:   []Slip{{"no-root", "The first entry of LLᵀ is L₁₁².", constantly(m11)}},
	})
	if s.size() == 1 {
		return Derivation{Given("m11", "m₁₁", m11), root}
	}
	m21, m22 := s.systemEntry(1, 0), s.systemEntry(1, 1)
	l21, l22Squared := m21/l11, m22-m21*m21/m11
	if l21 != 0 {
		root.Allowance = constantly(l22Squared / 8 * l11 / (l21 * l21))
	}
	return Derivation{
		Given("m11", "m₁₁", m11).withResolution(l22Squared / 1000), Given("m21", "m₂₁",
			m21).withResolution(l22Squared / 1000),
		Given("m22", "m₂₂", m22).withResolution(l22Squared / 1000), root,
		entryOf(1, 0, Quantity{
			Name: "l21", Symbol: "L₂₁", Formula: "{m21}/{l11}", Inputs: []string{"l11"},
			Allowance: constantly(l22Squared / 8 / max(math.Abs(l21), 1e-300)),
			Compute:   func(n Numbers) float64 { return LastUnknown(m21, n["l11"]) },
		}),
		entryOf(1, 1, Quantity{
			Name: "l22", Symbol: "L₂₂", Formula: "√({m22} − {l21}²)", Inputs: []string{"l21"},
			Drift:   constantly(rounding * m22 / max(Pivot(m22, l21), 1e-300)),
			Compute: func(n Numbers) float64 { return Pivot(m22, n["l21"]) },
			Slips:   []Slip{{"no-rest", "Subtract L₂₁² before you take the root.", constantly(Pivot(m22))}},
		}),
	}
}

// forward derives z₁ and z₂ from the first two rows of Lz = y.
func (s ridgeStage) forward() Derivation {
	out := s.twoRows("z", "y", 0, min(1, s.size()-1), s.current.RHS.At, "z1", "z2", "Row 2 also contains L₂₁z₁.")
	for i, q := range out.Formulas() {
		at := slices.IndexFunc(out, func(o Quantity) bool { return o.Name == q.Name })
		out[at].Recorded = FromDetail(func(d *solvers.RidgeDetail) float64 { return d.Result.At(i) })
	}
	return out
}

// backward derives the last two entries of a from the last two rows of Lᵀa = z. They have no
// recorded values, because the solver refines a afterwards.
func (s ridgeStage) backward() Derivation {
	n := s.size() - 1
	return s.twoRows(s.weight, "z", n, max(0, n-1), s.before.Result.At, "last", "before",
		"The row also contains another entry of Lᵀ times the unknown found before.")
}

// twoRows derives the unknowns p and q of a triangular system. Row p contains only unknown p, and
// row q contains both. If p = q, there is only one row. firstName and secondName are the names of
// the two quantities. rowAlone is the advice for a student who ignored unknown p in row q.
func (s ridgeStage) twoRows(unknownSymbol, rhsSymbol string, p, q int, rhs func(i int) float64, firstName, secondName,
	rowAlone string) Derivation {
	l, entrySymbol := s.before.Matrix, func(i, j int) string { return "L" + Sub(i+1) + Sub(j+1) }
	y1, pivot1 := rhs(p), l.At(p, p)
	row := Quantity{Name: firstName, Symbol: unknownSymbol + Sub(p+1), Ink: InkA, Formula: "{rhs1}/{pivot1}",
		Compute: constantly(LastUnknown(y1, pivot1))}
	if p == q {
		return Derivation{Given("pivot1", entrySymbol(p, p), pivot1), Given("rhs1", rhsSymbol+Sub(p+1), y1), row}
	}
	i, j := max(p, q), min(p, q)
	y2, pivot2, offDiagonal := rhs(q), l.At(q, q), l.At(i, j)
	remainder := math.Abs(y2 - offDiagonal*y1/pivot1) // the second row without the first unknown
	if offDiagonal != 0 {                             // an error in the first unknown is multiplied by offDiagonal
		row.Allowance = constantly(remainder / math.Abs(offDiagonal) / 8)
	}
	return Derivation{
		Given("pivot1", entrySymbol(p, p), pivot1).withResolution(remainder / 1000),
		Given("beside", entrySymbol(i, j), offDiagonal).withResolution(remainder / 1000),
		Given("pivot2", entrySymbol(q, q), pivot2),
		Given("rhs1", rhsSymbol+Sub(p+1), y1).withResolution(remainder / 1000),
		Given("rhs2", rhsSymbol+Sub(q+1), y2).withResolution(remainder / 1000), row,
		{
			Name: secondName, Symbol: unknownSymbol + Sub(q+1), Ink: InkA,
			Formula: "({rhs2} − {beside}{" + firstName + "})/{pivot2}",
			Inputs:  []string{firstName},
			Compute: func(n Numbers) float64 { return LastUnknown(y2, pivot2, offDiagonal*n[firstName]) },
			Drift:   constantly(rounding * (math.Abs(y2) + math.Abs(offDiagonal*y1/pivot1)) / math.Abs(pivot2)),
			Slips:   []Slip{{"row-alone", rowAlone, constantly(LastUnknown(y2, pivot2))}},
		},
	}
}

// sum returns f at the point with the largest coefficient.
func (s ridgeStage) sum() Sum {
	coef := s.transition.Before.CoefCopy()
	_, i := largest(len(coef), func(j int) float64 { return coef[j] })
	return Sum{Point: i, Letter: "a", Coef: coef, K: func(j int) float64 { return s.gramEntry(i, j) }}
}

// residual derives y − f and λa at the point with the largest coefficient. The two are equal.
func (s ridgeStage) residual() Derivation {
	sum := s.sum()
	i := sum.Point
	sub, y, a, f := Sub(i+1), s.transition.Y[i], sum.Coef[i], s.transition.Before.F(i)
	eighth := constantly(math.Abs(y-f) / 8)
	return Derivation{
		Given("y", "y"+sub, y).withResolution(math.Abs(y-f) / 100), Given("a", "a"+sub, a),
		Given("lambda", "λ", s.lambda),
		{Name: "f", Symbol: "f(x" + sub + ")", Ink: InkA, Formula: "Σⱼ aⱼK" + sub + "ⱼ", Fill: sum.fill,
			Compute: constantly(f), Scale: constantly(sum.scale()), Allowance: eighth},
		{
			Name: "e", Symbol: "y − f", Ink: InkA, Formula: "{y} − {f}", Inputs: []string{"f"}, Allowance: eighth,
			Compute: func(n Numbers) float64 { return y - n["f"] }, Scale: constantly(math.Abs(y) + sum.scale()),
			Slips: []Slip{
				{"turned", "It looks as if the sign is wrong.", func(n Numbers) float64 { return n["f"] - y }},
			},
		},
		{Name: "la", Symbol: "λa" + sub, Ink: InkA, Formula: "{lambda}·{a}", Compute: constantly(s.lambda * a)},
	}
}

func (s ridgeStage) questions() []Question {
	numberQuestion := func(name, quantity string, slips ...string) []Question {
		return []Question{{Name: name, Number: s.derivation().Fixed(quantity, slips...)}}
	}
	switch {
	case s.current.Stage == solvers.StageRegularise:
		return append(s.rankQuestion(), numberQuestion("entry", "m11", "times")...)
	case s.current.Stage == solvers.StageCholesky:
		return s.definiteQuestion()
	case s.current.Singular || s.current.Stage == solvers.StageBack && s.before.Result.Len() == 0:
		return nil
	case s.current.Stage == solvers.StageResidual:
		return s.residualQuestion()
	}
	name, quantity := "back", "last"
	if s.current.Stage == solvers.StageForward {
		name, quantity = "forward", "z1"
	}
	q := numberQuestion(name, quantity)
	q[0].Number.Allowance = nil // no later quantity uses it here
	return q
}

// eigenvalues returns the eigenvalues of K in ascending order. ok is false in the primal and if K
// is large.
func (s ridgeStage) eigenvalues() (values []float64, ok bool) {
	if s.transition.Problem.IsPrimal() {
		return nil, false
	}
	values, _, ok = spectrumOf(s.size(), s.gramEntry)
	return values, ok
}

// spectrumScene returns the table of the eigenvalues. An eigenvalue that is 0 up to rounding is
// shown as 0. For a large matrix, the scene is empty.
func (s ridgeStage) spectrumScene() exercises.Scene {
	ascending, _, ok := spectrumOf(s.size(), s.gramEntry)
	if !ok {
		return exercises.Scene{}
	}
	table := ascii.Table{Columns: []ascii.Column{{Title: "j", Right: true}, {Title: "λⱼ", Right: true}}}
	top := floats.Norm(ascending, math.Inf(1))
	for j := range ascending {
		v := ascending[len(ascending)-1-j]
		if math.Abs(v) <= 1e-9*top {
			v = 0
		}
		table.Rows = append(table.Rows, ascii.PlainLines(pointNumber(j), FiveDigits(v)))
	}
	return exercises.Scene{
		Figures: []exercises.Figure{{Title: "The eigenvalues of " + s.letter, Role: exercises.Table, Plot: table}},
	}
}

// rankQuestion asks for the rank of K. It returns nil if it is unclear whether some eigenvalue
// is 0.
func (s ridgeStage) rankQuestion() []Question {
	values, ok := s.eigenvalues()
	if !ok {
		return nil
	}
	top := floats.Norm(values, math.Inf(1))
	rank, n := 0, s.transition.Len()
	for _, v := range values {
		switch v = math.Abs(v); {
		case v > 1e-7*top:
			rank++
		case v > 1e-12*top:
			return nil
		}
	}
	q := Given("rank", "rank K", float64(rank))
	q.Slips = []Slip{{"full",
		"That is the number of points. The rank can be lower: the rank of K = ΦΦᵀ is at most the number of columns of Φ.",
		func(Numbers) float64 { return float64(n) }}}
	return []Question{{
		Name: "rank", Title: "The rank of K", Text: "What is the rank of K?",
		Given: []exercises.Block{
			paragraph("K is %d×%d, and K = ΦΦᵀ: its rank is the number of directions that the points span in feature space.", n, n),
		},
		Number: q, Right: fmt.Sprintf("The rank is the number of nonzero eigenvalues out of %d; the largest is %s.",
			n, FiveDigits(top)),
		Scene: s.spectrumScene,
	}}
}

// definiteQuestion asks whether K + λI is positive definite. It returns nil if the eigenvalues are
// not known, or if they disagree with the solver because the smallest one is 0 up to rounding.
func (s ridgeStage) definiteQuestion() []Question {
	values, ok := s.eigenvalues()
	if !ok {
		return nil
	}
	least, top := values[0]+s.lambda, values[len(values)-1]+s.lambda
	definite := least > 1e-9*top
	if definite && s.current.Singular || !definite && least >= -1e-9*top && !s.current.Singular {
		return nil
	}
	explanation := fmt.Sprintf("Its smallest eigenvalue is %s.", FiveDigits(least))
	if !definite && s.lambda == 0 {
		explanation = "Without λ it is K itself, whose smallest eigenvalue is at most 0 to working precision."
	}
	return []Question{{
		Name: "definite", Title: "Positive definite?",
		Text: "Is K + λI positive definite, so that it has a Cholesky factor?",
		Given: []exercises.Block{formula("λ = %s", FiveDigits(s.lambda)),
			paragraph("Adding λI adds λ to every eigenvalue of K.")},
		Label: "positive definite", Options: exercises.Choices("yes", "no"),
		Accept: []string{ifElse(definite, "yes", "no")}, Right: explanation, Wrong: "A matrix is positive definite if all its eigenvalues are above 0.",
		Scene: s.spectrumScene,
	}}
}

// residualQuestion asks for y − f at a point, which the student can compute as λa.
func (s ridgeStage) residualQuestion() []Question {
	if s.transition.Problem.IsPrimal() {
		return nil
	}
	d, sub := s.residual(), Sub(s.sum().Point+1)
	q := d.Fixed("la")
	q.Symbol, q.Slips = "y − f", []Slip{{"plain", "That is a itself: y − f = λa.", constantly(d.Values()["a"])}}
	return []Question{{
		Name: "residual", Title: "What is left",
		Text: fmt.Sprintf("(K + λI)a = y holds. By how much does f miss y%s? What is y%s − f(x%s)?", sub, sub, sub),
		Given: []exercises.Block{d.ValuesBlock("a", "lambda"),
			paragraph("f = Ka at the points, so y − f can be read off the equation.")},
		Number: q, Right: "y − f = λa.",
	}}
}

// singularQuestion asks about a matrix without a Cholesky factor. It asks whether there is such a
// factor or, at the stage that computes a, how many solutions there are. An indefinite matrix may
// still have full rank.
func (s ridgeStage) singularQuestion() *Question {
	k, rank, n := s.letter, s.current.Rank, s.size()
	if s.current.Stage < solvers.StageBack {
		return &Question{
			Title: "One stage by hand",
			Text:  fmt.Sprintf("Is there a lower triangular L with a positive diagonal and LLᵀ = %s + λI?", k),
			Given: []exercises.Block{formula("λ = %s", FiveDigits(s.lambda))},
			Label: "such an L", Options: exercises.Choices("yes", "no"), Accept: []string{"no"},
			Right: k + " + λI is not positive definite to working precision: it has an eigenvalue at 0, or below.",
			Wrong: fmt.Sprintf("Such an L is invertible, and then LLᵀ is invertible too. Look at the rank of %s + λI.", k),
			Scene: s.spectrumScene,
		}
	}
	q := Question{
		Title: "One stage by hand",
		Text:  k + " + λI has no Cholesky factor. How many coefficient vectors give the best fit?",
		Given: []exercises.Block{formula("rank(%s + λI) = %d, n = %d", k, rank, n),
			paragraph("Adding a vector of the null space does not change the fit. The rank shows whether there is one other than 0.")},
		Label:   "there are",
		Options: []exercises.Choice{{Value: "one", Label: "one"}, {Value: "many", Label: "infinitely many"}},
		Accept:  []string{ifElse(rank == n, "one", "many")},
		Right: fmt.Sprintf(
			"Rank %d of %d: infinitely many, and the solver takes the shortest. With a larger λ there is only one.",
			rank, n,
		),
		Wrong: "Is there a vector other than 0 that the matrix maps to 0?",
	}
	if rank == n {
		q.Right = fmt.Sprintf(
			"It is not positive definite, but its rank is %d of %d: the solver finds the only vector from the eigenvectors.",
			rank, n,
		)
	}
	return &q
}
