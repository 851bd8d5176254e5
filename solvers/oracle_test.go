package solvers

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/testdata/support/must"
	"kernellab/testdata/support/oracletest"
)

// The kernels of the reference.
var dot, poly, rbf = oracletest.Dot, oracletest.Poly, oracletest.RBF

// oracleSet is a public set with the solutions of the reference.
type oracleSet struct{ *oracletest.Set }

func readOracle(t testing.TB, name string) oracleSet {
	t.Helper()
	return oracleSet{oracletest.Read(t, name)}
}

func (s oracleSet) gram(k oracletest.Kernel) *Dense { return kernelGram(k.Eval, s.X) }

// probes returns Σ cⱼ k(xⱼ, probe) + b at every probe.
func (s oracleSet) probes(k oracletest.Kernel, c []float64, b float64) []float64 {
	out := make([]float64, len(s.Probes))
	for i, z := range s.Probes {
		out[i] = b
		for j, x := range s.X {
			out[i] += c[j] * k.Eval(x, z)
		}
	}
	return out
}

// testCount returns night if THOROUGH is set, as .ci/nightly does, and otherwise
// gate.
func testCount(gate, night int) int {
	if os.Getenv("THOROUGH") != "" {
		return night
	}
	return gate
}

// eachSet runs a subtest for each public set.
func eachSet(t *testing.T, test func(t *testing.T, set oracleSet)) {
	for _, name := range oracletest.Names() {
		t.Run(name, func(t *testing.T) { test(t, readOracle(t, name)) })
	}
}

// maxDifference returns the largest difference between two vectors, relative to the
// largest entry of the second if that is above 1.
func maxDifference(got, want []float64) float64 {
	var worst, size float64
	for i := range want {
		worst = math.Max(worst, math.Abs(got[i]-want[i]))
		size = math.Max(size, math.Abs(want[i]))
	}
	return worst / math.Max(1, size)
}

// isClose reports whether a and b differ by at most tol, relative to b if |b| > 1.
func isClose(a, b, tol float64) bool { return math.Abs(a-b) <= tol*math.Max(1, math.Abs(b)) }

func kernelGram(k oracletest.Func, x [][]float64) *Dense {
	rows := make([][]float64, len(x))
	for i := range x {
		rows[i] = make([]float64, len(x))
		for j := range x {
			rows[i][j] = k(x[i], x[j])
		}
	}
	return NewDense(mat.NewSymDense(len(rows), slices.Concat(rows...)))
}

// fataler is a test, or one run of a property.
type fataler interface {
	Helper()
	Fatal(...any)
}

func dual(t fataler, g Gram, y []float64) *Problem {
	return must.Value(NewDual(g, y))
}

func primalOf(t fataler, phi [][]float64, y []float64) *Problem {
	return must.Value(NewPrimal(phi, y))
}

func runTrace(t fataler, s Solver, p *Problem, n int) Trace {
	t.Helper()
	tr := must.Value(NewTrace(s, p))
	return extendTrace(t, tr, n)
}

func extendTrace(t fataler, tr Trace, n int) Trace {
	return must.Value(tr.Extend(context.Background(), n, nil))
}

// clouds draws n points in d dimensions from two overlapping normal clouds.
func clouds(n, d int, shift float64, seed uint64) (x [][]float64, y []float64) {
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	for i := range n {
		t := float64(1 - 2*(i%2))
		p := make([]float64, d)
		for j := range p {
			p[j] = shift*t + r.NormFloat64()
		}
		x, y = append(x, p), append(y, t)
	}
	return x, y
}

// transposeTimes returns Φᵀc.
func transposeTimes(phi [][]float64, c []float64) []float64 {
	w := make([]float64, len(phi[0]))
	for i, row := range phi {
		floats.AddScaled(w, c[i], row)
	}
	return w
}
