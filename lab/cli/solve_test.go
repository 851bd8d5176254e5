package cli

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kernellab/testdata/support/oracletest"
)

// kernelText returns a kernel of the reference as the command line takes it.
func kernelText(k oracletest.Kernel) string {
	join := func(sign string, text func(i int) string) string {
		var out []string
		for i := range k.Terms {
			out = append(out, text(i))
		}
		return strings.Join(out, sign)
	}
	switch k.Type {
	case "linear":
		return "linear"
	case "poly":
		return fmt.Sprintf("poly(degree=%v,c=%v)", k.P, k.C)
	case "rbf":
		return fmt.Sprintf("rbf(gamma=%v)", k.Gamma)
	case "lift_center":
		return `features("x","(x+1)^2")`
	case "sum":
		return join("+", func(i int) string { return fmt.Sprintf("%v*%s", k.Weights[i], kernelText(k.Terms[i])) })
	case "product":
		return join("*", func(i int) string { return kernelText(k.Terms[i]) })
	}
	panic("an unknown kernel in the reference solutions: " + k.Type)
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

// readOracle returns the solutions on a public set and the path of a file with its probes.
func readOracle(t *testing.T, name string) (o *oracletest.Set, probes string) {
	t.Helper()
	o = oracletest.Read(t, name)
	var b strings.Builder
	for _, p := range o.Probes {
		b.WriteString(strings.Trim(strings.ReplaceAll(fmt.Sprint(p), " ", ","), "[]") + "\n")
	}
	probes = filepath.Join(t.TempDir(), "probes.csv")
	check(t, os.WriteFile(probes, []byte(b.String()), 0o600))
	return o, probes
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

// The command line has the numbers of the reference on some sets, which have kernels of every
// kind. The tests of solvers compare all sets.
func TestSolve_svmOracle(t *testing.T) {
	compared := 0
	for _, set := range []string{"xor4", "worksheet1d", "five"} {
		o, probes := readOracle(t, set)
		for _, e := range o.SVM {
			k, c := kernelText(e.Kernel), strings.TrimPrefix(strings.ToLower(fmt.Sprint(e.C)), "+")
			name := set + " " + k + " C=" + c
			if e.Feasible != nil && !*e.Feasible {
				a := runSolve(t, 1, "--data", o.Path, "--model", "svm", "--kernel", k, "--C", c)
				if a.Status != "unbounded" && a.Status != "iteration-limit" {
					t.Errorf("%s: got status %s, want unbounded or iteration-limit", name, a.Status)
				}
				continue
			}
			if !e.Verified {
				continue
			}
			compared++
			a := runSolve(t, 0, "--data", o.Path, "--model", "svm", "--kernel", k, "--C", c, "--tol", "1e-9", "--cache", "1",
				"--predict", probes)
			near(t, name+" objective", a.Objective, e.DualObjective, 1e-6, 0)
			near(t, name+" primal", a.Primal, e.Primal, 1e-6, 1)
			tol := 1e-5
			if e.KKTCond > 1e3 { // the solution itself is ill-conditioned
				tol = 1e-3
			}
			if e.BUnique {
				nearAll(t, name+" f", a.Decision, e.DecisionProbes, tol, 1)
			}
			if e.AlphaUnique && a.Support != e.Support && e.KKTCond < 1e3 {
				t.Errorf("%s: %d support vectors, want %d", name, a.Support, e.Support)
			}
		}
	}
	if compared < 100 {
		t.Errorf("got %d entries compared, want at least 100", compared)
	}
}

func TestSolve_ridgeOracle(t *testing.T) {
	for _, set := range []string{"sine_reg", "xor4", "worksheet1d"} {
		o, probes := readOracle(t, set)
		for _, e := range o.KRR {
			name := fmt.Sprintf("%s %s lambda=%v", set, kernelText(e.Kernel), e.Lambda)
			if !e.Verified {
				continue
			}
			a := runSolve(t, 0, "--data", o.Path, "--model", "ridge", "--kernel", kernelText(e.Kernel), "--lambda",
				fmt.Sprint(e.Lambda), "--predict", probes)
			tol := math.Max(1e-8, 1e-15*e.Cond)
			nearAll(t, name+" f", a.Decision, e.PredProbes, tol, 1)
			near(t, name+" mse", a.MSE, e.MSE, tol, 1)
		}
	}
}

func TestSolve_gradientOracle(t *testing.T) {
	for _, set := range []string{"xor4", "worksheet1d", "moons"} {
		o, _ := readOracle(t, set)
		for _, e := range o.GD {
			for model, g := range map[string]*oracletest.Descent{"logistic": e.LogisticZero, "least-squares": e.LeastSquares} {
				if g == nil {
					continue
				}
				for steps, want := range g.T {
					a := runSolve(t, -1, "--data", o.Path, "--model", model, "--kernel", kernelText(e.Kernel),
						"--step", fmt.Sprint(g.Step), "--iterations", steps, "--tol", "1e-300")
					name := fmt.Sprintf("%s %s %s t=%s", set, model, kernelText(e.Kernel), steps)
					nearAll(t, name+" a", a.Dual, want.A, 1e-10, 1)
					near(t, name+" loss", a.Objective, want.Loss, 1e-10, 1e-10)
				}
			}
		}
	}
}

func TestSolve_perceptronOracle(t *testing.T) {
	for _, set := range []string{"xor4", "worksheet1d", "moons"} {
		o, probes := readOracle(t, set)
		for _, e := range o.Perceptron {
			if !e.Robust || !e.Bias || !e.Converged {
				continue
			}
			a := runSolve(t, 0, "--data", o.Path, "--model", "perceptron", "--kernel", kernelText(e.Kernel), "--predict",
				probes)
			name := set + " " + kernelText(e.Kernel)
			nearAll(t, name+" alpha", a.Dual, e.Alpha, 0, 0)
			near(t, name+" b", a.Bias, e.B, 0, 0)
			nearAll(t, name+" f", a.Decision, e.DecisionProbes, 1e-10, 1)
			if a.Updates != e.Updates {
				t.Errorf("%s: %d updates, want %d", name, a.Updates, e.Updates)
			}
		}
	}
}
