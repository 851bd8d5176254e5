package anatomy

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/solvers"
)

// Pivot returns a diagonal entry √(a − Σ bᵢ²) of L, where the rowEntries bᵢ precede it in its row.
// It returns 0 if the difference is negative.
func Pivot(a float64, rowEntries ...float64) float64 {
	return math.Sqrt(max(0, a-floats.Dot(rowEntries, rowEntries)))
}

// LastUnknown solves a row of a triangular system for its last unknown, whose coefficient is pivot.
// knownTerms are the other terms of the row: entries times unknowns that are already computed.
func LastUnknown(rhs, pivot float64, knownTerms ...float64) float64 {
	return (rhs - floats.Sum(knownTerms)) / pivot
}

// Shifted returns the entry (i, j) of K + λI.
func (p Points) Shifted(lambda float64, i, j int) float64 {
	if i == j {
		return p.Gram.At(i, j) + lambda
	}
	return p.Gram.At(i, j)
}

// RidgeResidual returns f = Ka and the residual (K + λI)a − y.
func (p Points) RidgeResidual(lambda float64, a []float64) (f, res []float64) {
	f = p.Scores(a, nil)
	res = make([]float64, len(a))
	for i := range res {
		res[i] = f[i] + lambda*a[i] - p.Y[i]
	}
	return f, res
}

// stageDetail returns the detail of a step of ridge regression. Every such step has one.
func stageDetail(s solvers.Step) *solvers.RidgeDetail { return s.Detail.(*solvers.RidgeDetail) }

// stageEffect describes the effect of choosing another λ.
func stageEffect(ForkPosition, solvers.Step, Move) []ascii.Line {
	return ascii.PlainLines("The stages begin again with K, and add the new λ to its diagonal.")
}

func summarizeStage(s solvers.Step, _ bool) (t Summary) {
	t.addDone("%s", stageDetail(s).Stage)
	if s.Updates > 0 {
		t.addNow("objective %s", Num(s.Objective))
	}
	return t
}

func stageEntries(s solvers.Step) []Entry {
	d := stageDetail(s)
	return []Entry{{"stage", d.Stage.String()}, {"cond", d.Cond}}
}

// stageDetails returns the entries of the matrix and of the result.
func stageDetails(s solvers.Step) (out []float64) {
	d := stageDetail(s)
	n, m := d.Matrix.Dims()
	for i := range n * m {
		out = append(out, d.Matrix.At(i/m, i%m))
	}
	for i := range d.Result.Len() {
		out = append(out, d.Result.At(i))
	}
	return out
}

// laws returns the laws, relations that must hold, of the stages done so far.
func (s ridgeStage) laws() (l Laws) {
	for j := range s.transition.Frame + 1 {
		s.stageLaw(&l, stageDetail(s.transition.Trace.At(j)))
	}
	if s.current.Stage >= solvers.StageBack {
		s.solutionLaws(&l)
	}
	return l
}

// epsilon is the spacing of float64 at 1.
const epsilon = 2.220446049250313e-16

// stageLaw adds the law of the stage with detail d, if the stage has one.
func (s ridgeStage) stageLaw(l *Laws, d *solvers.RidgeDetail) {
	t, n, spectrum := s.transition, s.transition.Len(), s.transition.Spectrum()
	size := spectrum.Largest + s.lambda
	addEntriesLaw := func(name, law string, tol float64, got func(i, j int) float64) {
		maxError, at := largest(n*n, func(e int) float64 { return got(e/n, e%n) - t.Shifted(s.lambda, e/n, e%n) })
		i, j := at/n, at%n
		l.difference(name, law, maxError, tol, "Entry (%d, %d) is %s, but in K + λI it is %s.", i+1, j+1, Num(got(i,
			j)),
			Num(t.Shifted(s.lambda, i, j)))
	}
	switch {
	case d.Stage == solvers.StageRegularise:
		addEntriesLaw("diagonal", "K + λI: λ added on the diagonal only", 1e-13*size, d.Matrix.At)
	case d.Stage == solvers.StageCholesky && d.Singular:
		if smallest := spectrum.Lowest + s.lambda; spectrum.Known {
			*l = append(*l,
				Law{Name: "singular", Formula: "singular ⇒ λmin + λ ≈ 0", Got: smallest, Relation: AtMost,
					Want:  1e-9 * (spectrum.Highest + s.lambda),
					Shown: Rounded(smallest, rounding*(spectrum.Highest+s.lambda)),
					Note: fmt.Sprintf("The run claims that K + λI is singular, but its smallest eigenvalue is %s.",
						Num(smallest))})
		}
	case d.Stage == solvers.StageCholesky:
		rows := lowerTriangle(d.Matrix)
		addEntriesLaw("factor", "LLᵀ = K + λI", 4*epsilon*float64(n+10)*size,
			func(i, j int) float64 { return floats.Dot(rows[i], rows[j]) })
	case d.Stage == solvers.StageForward && !d.Singular:
		rows, z := lowerTriangle(d.Matrix), d.Result.Copy()
		maxTermSum, _ := largest(n, func(i int) float64 {
			sum := math.Abs(t.Y[i])
			for j, v := range rows[i] {
				sum += math.Abs(v * z[j])
			}
			return sum
		})
		l.equalVectors("forward", "Lz = y", "(Lz)#", t.Y, func(i int) float64 { return floats.Dot(rows[i], z) },
			4*epsilon*float64(n+10)*maxTermSum)
	}
}

// lowerTriangle returns the rows of the lower triangle of a matrix, padded with zeros.
func lowerTriangle(m solvers.Matrix) [][]float64 {
	n, _ := m.Dims()
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, n)
		for j := range i + 1 {
			rows[i][j] = m.At(i, j)
		}
	}
	return rows
}

// solutionLaws adds the laws that (K + λI)a = y, that f = Ka, and that the recorded residual is
// right.
func (s ridgeStage) solutionLaws(l *Laws) {
	t, d, a := s.transition, s.current, s.transition.Now.CoefCopy()
	f, res := t.RidgeResidual(s.lambda, a)
	lengthY, n := max(floats.Norm(t.Y, 2), math.SmallestNonzeroFloat64), float64(len(a))
	termSize, relativeResidual := floats.Norm(a, 1)*(t.Spectrum().Largest+s.lambda), floats.Norm(res, 2)/lengthY
	tol := 100 * epsilon * n * (1 + math.Sqrt(n)*termSize/lengthY)
	*l = append(*l, Law{Name: "residual", Formula: "‖(K + λI)a − y‖ / ‖y‖ ≈ 0", Got: relativeResidual, Tol: tol,
		Shown:     Rounded(relativeResidual, rounding),
		Note:      fmt.Sprintf("The length of (K + λI)a − y is %s times that of y.", Num(relativeResidual)),
		WhyWaived: textUnless(!d.Singular, "K + λI is singular")})
	l.equalVectors("f", "f = Ka", "f(x#)", f, t.Now.F, 10*epsilon*(n+10)*(1+termSize))
	if d.Stage == solvers.StageResidual && !d.Singular {
		l.equal("reported", "residual recorded by the step", d.Residual, relativeResidual, 2*tol)
	}
}

// driftStages bounds the difference between primal and dual that rounding can cause. The bound
// depends on the condition numbers of the two systems. If there is no bound, whyNoBound says why.
func driftStages(l Lockstep) (tol float64, whyNoBound string) {
	for _, t := range []solvers.Trace{l.Dual, l.Primal} {
		d := stageDetail(t.At(l.Frame))
		if d.Singular {
			return 0, "one of the two systems is singular"
		}
		tol += 1e-14 * float64(l.Len()+t.Problem().Dim()) * max(1, d.Cond)
	}
	return tol, textUnless(tol < 1, "the systems are nearly singular")
}
