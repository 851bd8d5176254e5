// Package oracletest reads the reference solutions in testdata/oracle, whose README.md
// describes their origin. It knows no solver and no kernel of the program: the kernels of the
// reference are computed here.
package oracletest

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// Number reads a JSON number or the string "inf".
type Number float64

// UnmarshalJSON implements json.Unmarshaler.
func (n *Number) UnmarshalJSON(b []byte) error {
	if string(b) == `"inf"` {
		*n = Number(math.Inf(1))
		return nil
	}
	return json.Unmarshal(b, (*float64)(n))
}

// Kernel is a kernel as in the files of the reference. Type determines which other fields are used.
type Kernel struct {
	Type    string
	P, C    float64
	Gamma   float64
	Weights []float64
	Terms   []Kernel
}

// Eval returns k(x, z).
func (k Kernel) Eval(x, z []float64) float64 {
	switch k.Type {
	case "linear":
		return Dot(x, z)
	case "poly":
		return Poly(k.P, k.C)(x, z)
	case "rbf":
		return RBF(k.Gamma)(x, z)
	case "lift_center":
		return Dot(lift(x), lift(z))
	case "sum":
		var s float64
		for i, term := range k.Terms {
			s += k.Weights[i] * term.Eval(x, z)
		}
		return s
	case "product":
		s := 1.0
		for _, term := range k.Terms {
			s *= term.Eval(x, z)
		}
		return s
	}
	panic("unknown kernel " + k.Type)
}

// lift is φ = (x, (x+1)²).
func lift(x []float64) []float64 { return []float64{x[0], (x[0] + 1) * (x[0] + 1)} }

// Func is a kernel as a function.
type Func func(x, z []float64) float64

// Dot returns xᵀz.
func Dot(x, z []float64) float64 {
	var s float64
	for i := range x {
		s += x[i] * z[i]
	}
	return s
}

// Poly returns the kernel (xᵀz + c)ᵖ.
func Poly(p, c float64) Func {
	return func(x, z []float64) float64 { return math.Pow(Dot(x, z)+c, p) }
}

// RBF returns the kernel exp(−γ‖x − z‖²).
func RBF(gamma float64) Func {
	return func(x, z []float64) float64 {
		var d float64
		for i := range x {
			d += (x[i] - z[i]) * (x[i] - z[i])
		}
		return math.Exp(-gamma * d)
	}
}

// SVM is a solution of a support vector machine.
type SVM struct {
	Kernel         Kernel
	Kname          string
	C              Number
	Feasible       *bool
	Verified       bool
	KKTCond        Number    `json:"kkt_cond"`
	DualObjective  float64   `json:"dual_objective"`
	Primal         float64   `json:"primal_objective"`
	B              float64   `json:"b"`
	BInterval      []Number  `json:"b_interval"`
	BUnique        bool      `json:"b_unique"`
	AlphaUnique    bool      `json:"alpha_unique"`
	Support        int       `json:"n_sv"`
	DecisionProbes []float64 `json:"decision_probes"`
	Alpha          []float64
}

// Ridge is a solution of kernel ridge regression.
type Ridge struct {
	Kernel     Kernel
	Kname      string
	Lambda     float64
	PredProbes []float64 `json:"pred_probes"`
	MSE        float64   `json:"train_mse"`
	Cond       float64
	A, W       []float64
	Verified   bool
}

// Iterate is one iterate of a gradient descent: the coefficients A or the weights W, and the loss.
type Iterate struct {
	A, W       []float64
	Loss       float64
	PredProbes []float64 `json:"pred_probes"`
}

// Descent is a gradient descent with some of its iterates. The keys of T are the numbers of the
// iterates.
type Descent struct {
	Step float64
	T    map[string]Iterate
}

// GD holds the gradient descents with one kernel. A descent is nil if the reference lacks it.
type GD struct {
	Kernel       Kernel
	Kname        string
	LambdaMax    float64  `json:"lambda_max"`
	EtaMax       float64  `json:"eta_ls_max"`
	LogisticZero *Descent `json:"logistic_01"`
	LogisticSign *Descent `json:"logistic_pm1"`
	LeastSquares *Descent `json:"least_squares"`
}

// Perceptron is a run of the perceptron.
type Perceptron struct {
	Kernel         Kernel
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

// Set is a data set with the reference solutions for it. X and Y are its points and labels.
type Set struct {
	Dataset    string
	Probes     [][]float64
	SVM        []SVM
	KRR        []Ridge
	GD         []GD
	Perceptron []Perceptron

	Path string `json:"-"` // path of the file with the points and labels
	X    [][]float64
	Y    []float64
}

// Names returns the names of the data sets.
func Names() []string {
	return []string{
		"worksheet1d", "worksheet1d_sym", "xor4", "circles", "moons", "parabola", "blobs_sep", "blobs_overlap",
		"iris_setosa_versicolor", "iris_versicolor_virginica", "five", "sine_reg",
	}
}

// Read reads a data set and its reference solutions.
func Read(t testing.TB, name string) *Set {
	t.Helper()
	set := &Set{Path: file(t, name+".csv")}
	JSON(t, name+".json", set)
	f, err := os.Open(set.Path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range records[1:] {
		row := make([]float64, len(record))
		for i, cell := range record {
			if row[i], err = strconv.ParseFloat(cell, 64); err != nil {
				t.Fatal(err)
			}
		}
		set.X = append(set.X, row[:len(row)-1])
		set.Y = append(set.Y, row[len(row)-1])
	}
	return set
}

// JSON decodes a file in testdata/oracle into a value.
func JSON(t testing.TB, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(file(t, name))
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatalf("%s: got error %v, want JSON", name, err)
	}
}

// file returns the path of a file in testdata/oracle.
func file(t testing.TB, name string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "testdata", "oracle", name)
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("got no go.mod in a folder above, want one")
		}
		dir = filepath.Dir(dir)
	}
}
