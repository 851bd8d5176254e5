package solvers

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// number reads a JSON number or the string "inf".
type number float64

func (n *number) UnmarshalJSON(b []byte) error {
	if string(b) == `"inf"` {
		*n = number(math.Inf(1))
		return nil
	}
	return json.Unmarshal(b, (*float64)(n))
}

type oracleKernel struct {
	Type    string
	P, C    float64
	Gamma   float64
	Weights []float64
	Terms   []oracleKernel
}

func (k oracleKernel) eval(x, z []float64) float64 {
	switch k.Type {
	case "linear":
		return dot(x, z)
	case "poly":
		return poly(k.P, k.C)(x, z)
	case "rbf":
		return rbf(k.Gamma)(x, z)
	case "lift_center":
		return dot(lift(x), lift(z))
	case "sum":
		var s float64
		for i, term := range k.Terms {
			s += k.Weights[i] * term.eval(x, z)
		}
		return s
	case "product":
		s := 1.0
		for _, term := range k.Terms {
			s *= term.eval(x, z)
		}
		return s
	}
	panic("unknown kernel " + k.Type)
}

// lift is φ = (x, (x+1)²).
func lift(x []float64) []float64 { return []float64{x[0], (x[0] + 1) * (x[0] + 1)} }

type oracleSVM struct {
	Kernel         oracleKernel
	Kname          string
	C              number
	Feasible       *bool
	Verified       bool
	KKTCond        number    `json:"kkt_cond"`
	DualObjective  float64   `json:"dual_objective"`
	B              float64   `json:"b"`
	BInterval      []number  `json:"b_interval"`
	BUnique        bool      `json:"b_unique"`
	AlphaUnique    bool      `json:"alpha_unique"`
	DecisionProbes []float64 `json:"decision_probes"`
	Alpha          []float64
}

type oracleRidge struct {
	Kernel     oracleKernel
	Kname      string
	Lambda     float64
	PredProbes []float64 `json:"pred_probes"`
	Cond       float64
	A, W       []float64
	Verified   bool
}

type oracleIterate struct {
	A, W       []float64
	Loss       float64
	PredProbes []float64 `json:"pred_probes"`
}

type oracleDescent struct {
	Step float64
	T    map[string]oracleIterate
}

type oracleGD struct {
	Kernel       oracleKernel
	Kname        string
	LambdaMax    float64        `json:"lambda_max"`
	EtaMax       float64        `json:"eta_ls_max"`
	LogisticZero *oracleDescent `json:"logistic_01"`
	LogisticSign *oracleDescent `json:"logistic_pm1"`
	LeastSquares *oracleDescent `json:"least_squares"`
}

type oraclePerceptron struct {
	Kernel         oracleKernel
	Kname          string
	Bias           bool
	Converged      bool
	Epochs         int
	Updates        int
	B              float64
	Alpha          []float64
	FirstUpdates   []int     `json:"first_updates"`
	DecisionProbes []float64 `json:"decision_probes"`
	Robust         bool
}

type oracleSet struct {
	Dataset    string
	Probes     [][]float64
	SVM        []oracleSVM
	KRR        []oracleRidge
	GD         []oracleGD
	Perceptron []oraclePerceptron

	x [][]float64
	y []float64
}

var oracleNames = []string{
	"worksheet1d", "worksheet1d_sym", "xor4", "circles", "moons", "parabola", "blobs_sep", "blobs_overlap",
	"iris_setosa_versicolor", "iris_versicolor_virginica", "five", "sine_reg",
}

func oracleFile(name string) string { return filepath.Join("..", "testdata", "oracle", name) }

func readJSON(t testing.TB, name string, into any) {
	t.Helper()
	b := must(os.ReadFile(oracleFile(name)))
	if err := json.Unmarshal(b, into); err != nil {
		t.Fatalf("%s: got error %v, want JSON", name, err)
	}
}

func readOracle(t testing.TB, name string) *oracleSet {
	t.Helper()
	set := &oracleSet{}
	readJSON(t, name+".json", set)
	f := must(os.Open(oracleFile(name + ".csv")))
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range records[1:] {
		row := make([]float64, len(rec))
		for i, cell := range rec {
			if row[i], err = strconv.ParseFloat(cell, 64); err != nil {
				t.Fatal(err)
			}
		}
		set.x = append(set.x, row[:len(row)-1])
		set.y = append(set.y, row[len(row)-1])
	}
	return set
}

func (s *oracleSet) gram(k oracleKernel) *Dense { return kernelGram(k.eval, s.x) }

// probes returns Σ cⱼ k(xⱼ, probe) + b at every probe.
func (s *oracleSet) probes(k oracleKernel, c []float64, b float64) []float64 {
	out := make([]float64, len(s.Probes))
	for i, z := range s.Probes {
		out[i] = b
		for j, x := range s.x {
			out[i] += c[j] * k.eval(x, z)
		}
	}
	return out
}

// thorough returns night if THOROUGH is set, as .ci/nightly does, and otherwise
// gate.
func thorough(gate, night int) int {
	if os.Getenv("THOROUGH") != "" {
		return night
	}
	return gate
}

// eachSet runs a subtest for each public set.
func eachSet(t *testing.T, test func(t *testing.T, set *oracleSet)) {
	for _, name := range oracleNames {
		t.Run(name, func(t *testing.T) { test(t, readOracle(t, name)) })
	}
}

// farthest returns the largest difference between two vectors, relative to the
// largest entry of the second if that is above 1.
func farthest(got, want []float64) float64 {
	var worst, size float64
	for i := range want {
		worst = math.Max(worst, math.Abs(got[i]-want[i]))
		size = math.Max(size, math.Abs(want[i]))
	}
	return worst / math.Max(1, size)
}

// close reports whether a and b differ by at most tol, relative to b if |b| > 1.
func close(a, b, tol float64) bool { return math.Abs(a-b) <= tol*math.Max(1, math.Abs(b)) }

type kernelFunc func(x, z []float64) float64

func dot(x, z []float64) float64 {
	var s float64
	for i := range x {
		s += x[i] * z[i]
	}
	return s
}

func poly(p, c float64) kernelFunc {
	return func(x, z []float64) float64 { return math.Pow(dot(x, z)+c, p) }
}

func rbf(gamma float64) kernelFunc {
	return func(x, z []float64) float64 {
		var d float64
		for i := range x {
			d += (x[i] - z[i]) * (x[i] - z[i])
		}
		return math.Exp(-gamma * d)
	}
}

func kernelGram(k kernelFunc, x [][]float64) *Dense {
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
	t.Helper()
	p := must(NewDual(g, y))
	return p
}

func primalOf(t fataler, phi [][]float64, y []float64) *Problem {
	t.Helper()
	p := must(NewPrimal(phi, y))
	return p
}

func run(t fataler, s Solver, p *Problem, n int) Trace {
	t.Helper()
	tr := must(NewTrace(s, p))
	return extended(t, tr, n)
}

func extended(t fataler, tr Trace, n int) Trace {
	t.Helper()
	longer := must(tr.Extend(context.Background(), n, nil))
	return longer
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

// pulled returns Φᵀc.
func pulled(phi [][]float64, c []float64) []float64 {
	w := make([]float64, len(phi[0]))
	for i, row := range phi {
		floats.AddScaled(w, c[i], row)
	}
	return w
}
