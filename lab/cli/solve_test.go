package cli

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// oracleKernel is a kernel as the reference solutions write it.
type oracleKernel struct {
	Type    string
	P       int
	C       float64
	Gamma   float64
	Weights []float64
	Terms   []oracleKernel
}

// text is the kernel as the command line takes it.
func (k oracleKernel) text() string {
	switch k.Type {
	case "linear":
		return "linear"
	case "poly":
		return fmt.Sprintf("poly(degree=%d,c=%v)", k.P, k.C)
	case "rbf":
		return fmt.Sprintf("rbf(gamma=%v)", k.Gamma)
	case "lift_center":
		return `features("x","(x+1)^2")`
	case "sum":
		var terms []string
		for i, t := range k.Terms {
			terms = append(terms, fmt.Sprintf("%v*%s", k.Weights[i], t.text()))
		}
		return strings.Join(terms, "+")
	case "product":
		var factors []string
		for _, t := range k.Terms {
			factors = append(factors, t.text())
		}
		return strings.Join(factors, "*")
	}
	panic("an unknown kernel in the reference solutions: " + k.Type)
}

// oracle is the part of a file of reference solutions that is compared.
// testdata/oracle/README.md describes their origin.
type oracle struct {
	Probes [][]float64
	SVM    []struct {
		Kernel      oracleKernel
		C           any
		Verified    bool
		Feasible    *bool
		Objective   float64   `json:"dual_objective"`
		Primal      float64   `json:"primal_objective"`
		BUnique     bool      `json:"b_unique"`
		AlphaUnique bool      `json:"alpha_unique"`
		KKTCond     float64   `json:"kkt_cond"`
		Support     int       `json:"n_sv"`
		Probes      []float64 `json:"decision_probes"`
	}
	KRR []struct {
		Kernel   oracleKernel
		Lambda   float64
		Verified bool
		Cond     float64
		MSE      float64   `json:"train_mse"`
		Probes   []float64 `json:"pred_probes"`
		A        []float64
	}
	GD []struct {
		Kernel       oracleKernel
		Logistic     gradientOracle `json:"logistic_01"`
		LeastSquares gradientOracle `json:"least_squares"`
	}
	Perceptron []struct {
		Kernel    oracleKernel
		Bias      bool
		Converged bool
		Robust    bool
		Updates   int
		Alpha     []float64
		B         float64
		Probes    []float64 `json:"decision_probes"`
	}
}

type gradientOracle struct {
	Step float64
	T    map[string]struct {
		A    []float64
		Loss float64
	}
}

// answer is what solve --json prints.
type answer struct {
	Status    string
	N, D      int
	C         any
	Objective float64
	Primal    float64 `json:"primal_objective"`
	Gap       float64 `json:"duality_gap"`
	Bias      float64
	Dual      []float64
	Support   int     `json:"support_vectors"`
	MSE       float64 `json:"train_mse"`
	Decision  []float64
	Updates   int `json:"iterations"`
}

func readOracle(t *testing.T, set string) (o oracle, data, probes string) {
	t.Helper()
	folder := filepath.Join("..", "..", "testdata", "oracle")
	content := must(os.ReadFile(filepath.Join(folder, set+".json")))
	check(t, json.Unmarshal(content, &o))
	var b strings.Builder
	for _, p := range o.Probes {
		for j, v := range p {
			if j > 0 {
				b.WriteByte(',')
			}
			fmt.Fprint(&b, v)
		}
		b.WriteByte('\n')
	}
	probes = filepath.Join(t.TempDir(), "probes.csv")
	check(t, os.WriteFile(probes, []byte(b.String()), 0o600))
	return o, filepath.Join(folder, set+".csv"), probes
}

// runSolve runs solve --json and reads what it prints.
func runSolve(t *testing.T, wantCode int, args ...string) answer {
	t.Helper()
	out, errs, code := call(t, "", append([]string{"solve", "--json"}, args...)...)
	if wantCode >= 0 && code != wantCode {
		t.Fatalf("solve %q: exit %d, want %d: %s", args, code, wantCode, errs)
	}
	var a answer
	if err := json.Unmarshal([]byte(out), &a); err != nil && wantCode == 0 {
		t.Fatalf("solve %q: got %s with error %v, want JSON", args, out, err)
	}
	return a
}

// near compares to a tolerance relative to the larger of want and scale.
func near(t *testing.T, what string, got, want, tol, scale float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*math.Max(math.Abs(want), scale)) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func nearAll(t *testing.T, what string, got, want []float64, tol, scale float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	for i := range want {
		near(t, fmt.Sprintf("%s[%d]", what, i), got[i], want[i], tol, scale)
	}
}

// svmSets are the public sets with two classes.
var svmSets = []string{
	"worksheet1d", "worksheet1d_sym", "five", "xor4", "parabola", "moons", "circles",
	"blobs_sep", "blobs_overlap", "iris_setosa_versicolor", "iris_versicolor_virginica",
}

func TestSolve_svmOracle(t *testing.T) {
	compared := 0
	for _, set := range svmSets {
		o, data, probes := readOracle(t, set)
		for _, e := range o.SVM {
			k, c := e.Kernel.text(), fmt.Sprint(e.C)
			name := set + " " + k + " C=" + c
			if e.Feasible != nil && !*e.Feasible {
				if a := runSolve(t, 1, "--data", data, "--model", "svm", "--kernel", k, "--C",
					c); a.Status != "unbounded" && a.Status != "iteration-limit" {
					t.Errorf("%s: got status %s, want unbounded or iteration-limit", name, a.Status)
				}
				continue
			}
			if !e.Verified {
				continue
			}
			compared++
			// These sets fit any cache; rows are dropped in the tests of solvers.
			for _, cache := range []string{"256", "1"} {
				a := runSolve(t, 0, "--data", data, "--model", "svm", "--kernel", k, "--C", c, "--tol", "1e-9",
					"--cache", cache, "--predict", probes)
				near(t, name+" objective", a.Objective, e.Objective, 1e-6, 0)
				near(t, name+" primal", a.Primal, e.Primal, 1e-6, 1)
				if tol := probeTolerance(e.KKTCond); e.BUnique {
					nearAll(t, name+" f", a.Decision, e.Probes, tol, 1)
				}
				if e.AlphaUnique && a.Support != e.Support && e.KKTCond < 1e3 {
					t.Errorf("%s: %d support vectors, want %d", name, a.Support, e.Support)
				}
			}
		}
	}
	if compared < 350 {
		t.Errorf("got %d entries compared, want at least 350", compared)
	}
}

// probeTolerance widens where the solution itself is ill-conditioned.
func probeTolerance(cond float64) float64 {
	if cond > 1e3 {
		return 1e-3
	}
	return 1e-5
}

func TestSolve_ridgeOracle(t *testing.T) {
	for _, set := range []string{"sine_reg", "xor4", "worksheet1d"} {
		o, data, probes := readOracle(t, set)
		for _, e := range o.KRR {
			k := e.Kernel.text()
			name := fmt.Sprintf("%s %s lambda=%v", set, k, e.Lambda)
			if !e.Verified {
				continue
			}
			a := runSolve(t, 0, "--data", data, "--model", "ridge", "--kernel", k, "--lambda", fmt.Sprint(e.Lambda),
				"--predict", probes)
			tol := math.Max(1e-8, 1e-15*e.Cond)
			nearAll(t, name+" f", a.Decision, e.Probes, tol, 1)
			near(t, name+" mse", a.MSE, e.MSE, tol, 1)
		}
	}
}

func TestSolve_gradientOracle(t *testing.T) {
	for _, set := range []string{"xor4", "worksheet1d", "moons"} {
		o, data, _ := readOracle(t, set)
		for _, e := range o.GD {
			for model, g := range map[string]gradientOracle{"logistic": e.Logistic, "least-squares": e.LeastSquares} {
				for steps, want := range g.T {
					a := runSolve(t, -1, "--data", data, "--model", model, "--kernel", e.Kernel.text(),
						"--step", fmt.Sprint(g.Step), "--iterations", steps, "--tol", "1e-300")
					name := fmt.Sprintf("%s %s %s t=%s", set, model, e.Kernel.text(), steps)
					nearAll(t, name+" a", a.Dual, want.A, 1e-10, 1)
					near(t, name+" loss", a.Objective, want.Loss, 1e-10, 1e-10)
				}
			}
		}
	}
}

func TestSolve_perceptronOracle(t *testing.T) {
	for _, set := range []string{"xor4", "worksheet1d", "moons"} {
		o, data, probes := readOracle(t, set)
		for _, e := range o.Perceptron {
			if !e.Robust || !e.Bias || !e.Converged {
				continue
			}
			a := runSolve(t, 0, "--data", data, "--model", "perceptron", "--kernel", e.Kernel.text(), "--predict",
				probes)
			name := set + " " + e.Kernel.text()
			nearAll(t, name+" alpha", a.Dual, e.Alpha, 0, 0)
			near(t, name+" b", a.Bias, e.B, 0, 0)
			nearAll(t, name+" f", a.Decision, e.Probes, 1e-10, 1)
			if a.Updates != e.Updates {
				t.Errorf("%s: %d updates, want %d", name, a.Updates, e.Updates)
			}
		}
	}
}
