package anatomy

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/solvers"
)

// System is (K + λI)a = y with its Cholesky factor and both solves, row by row.
type System struct {
	A [][]float64 // K + λI
	L [][]float64 // LLᵀ = A; nil where there is no factor
	Z []float64   // Lz = y
	C []float64   // Lᵀc = z
}

// Pivot is a diagonal entry of L: what the row has beyond the entries before it,
// 0 where nothing is left.
func Pivot(a float64, before ...float64) float64 {
	return math.Sqrt(math.Max(0, a-floats.Dot(before, before)))
}

// Row solves a row of a triangular system for its last unknown: all others times
// their entries are known.
func Row(rhs, pivot float64, known ...float64) float64 { return (rhs - floats.Sum(known)) / pivot }

// Shifted is the entry (i, j) of K + λI.
func (p Points) Shifted(lambda float64, i, j int) float64 {
	if i == j {
		return p.Gram.At(i, j) + lambda
	}
	return p.Gram.At(i, j)
}

// Misses is f = Ka, and by what (K + λI)a misses y.
func (p Points) Misses(lambda float64, a []float64) (f, res []float64) {
	f = p.Scores(a, nil)
	res = make([]float64, len(a))
	for i := range res {
		res[i] = f[i] + lambda*a[i] - p.Y[i]
	}
	return f, res
}

// System is what ridge regression solves. It costs O(n³).
func (p Points) System(lambda float64) System {
	s := System{A: make([][]float64, p.Len())}
	for i := range s.A {
		s.A[i] = make([]float64, p.Len())
		for j := range s.A[i] {
			s.A[i][j] = p.Shifted(lambda, i, j)
		}
	}
	s.factor()
	if s.L != nil {
		s.solve(p.Y)
	}
	return s
}

// factor finds L by columns; there is none where a pivot is not above rounding.
func (s *System) factor() {
	n := len(s.A)
	l := make([][]float64, n)
	for i := range l {
		l[i] = make([]float64, n)
	}
	for j := range n {
		l[j][j] = Pivot(s.A[j][j], l[j][:j]...)
		if !(l[j][j]*l[j][j] > 1e-14*math.Abs(s.A[j][j])) {
			return
		}
		for i := j + 1; i < n; i++ {
			l[i][j] = Row(s.A[i][j], l[j][j], floats.Dot(l[i][:j], l[j][:j]))
		}
	}
	s.L = l
}

func (s *System) solve(y []float64) {
	n := len(y)
	s.Z, s.C = make([]float64, n), make([]float64, n)
	for i := range n {
		s.Z[i] = Row(y[i], s.L[i][i], floats.Dot(s.L[i][:i], s.Z[:i]))
	}
	for i := n - 1; i >= 0; i-- {
		var below float64
		for j := i + 1; j < n; j++ {
			below += s.L[j][i] * s.C[j]
		}
		s.C[i] = Row(s.Z[i], s.L[i][i], below)
	}
}

// Pivots is the diagonal of L.
func (s System) Pivots() []float64 {
	out := make([]float64, len(s.L))
	for i := range out {
		out[i] = s.L[i][i]
	}
	return out
}

// stageEffect says what another λ does.
func stageEffect(Crossing, solvers.Step, Move) []ascii.Line {
	return []ascii.Line{ascii.Plain("The stages begin again with K, and add the new λ to its diagonal.")}
}

func tellStage(s solvers.Step, _ bool) (t Summary) {
	if d, ok := s.Detail.(*solvers.RidgeDetail); ok {
		t.did("%s", d.Stage)
	}
	if s.Updates > 0 {
		t.is("objective %s", Num(s.Objective))
	}
	return t
}

func stageEntries(s solvers.Step) []Entry {
	d, ok := s.Detail.(*solvers.RidgeDetail)
	if !ok {
		return nil
	}
	return []Entry{{"stage", d.Stage.String()}, {"cond", d.Cond}}
}
