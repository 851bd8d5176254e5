package cli

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kernellab/testdata/support/check"
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
	Objective float64
	Primal    float64 `json:"primal_objective"`
	Bias      float64
	Dual      []float64
	Support   int     `json:"support_vectors"`
	MSE       float64 `json:"train_mse"`
	Decision  []float64
	Updates   int `json:"iterations"`
}

// checkNear compares numbers to a tolerance relative to the larger of want and scale.
func checkNear(t *testing.T, label string, got, want []float64, tol, scale float64) {
	t.Helper()
	for i := range want {
		if len(got) != len(want) || !(math.Abs(got[i]-want[i]) <= tol*max(math.Abs(want[i]), scale)) {
			t.Fatalf("%s: %v, want %v", label, got, want)
		}
	}
}

// Solve prints the numbers of the reference for some data sets, which have kernels of every kind.
// The tests of package solvers compare all data sets.
func TestSolve_oracle(t *testing.T) {
	compared := map[string]int{}
	for _, set := range []string{"xor4", "worksheet1d", "five", "sine_reg", "moons"} {
		o := oracletest.Read(t, set)
		probes := filepath.Join(t.TempDir(), "probes.csv")
		text := strings.NewReplacer("] [", "\n", " ", ",", "[[", "", "]]", "").Replace(fmt.Sprint(o.Probes))
		check.OK(t, os.WriteFile(probes, []byte(text), 0o600))
		solve := func(k oracletest.Kernel, words string, values ...any) (a answer, code int, name string) {
			words = fmt.Sprintf(words, values...)
			compared[strings.Fields(words)[0]]++
			args := append([]string{"solve", "--json", "--data", o.Path, "--predict", probes, "--kernel", kernelText(k), "--model"},
				strings.Fields(words)...)
			out, errs, code := call(t, "", args...)
			if err := json.Unmarshal([]byte(out), &a); err != nil && code == exitDone {
				t.Fatalf("%q: got %s with error %v, want JSON: %s", args, out, err, errs)
			}
			return a, code, fmt.Sprint(set, " ", kernelText(k), " ", words)
		}
		for _, e := range o.SVM {
			c := strings.TrimPrefix(strings.ToLower(fmt.Sprint(e.C)), "+")
			switch {
			case set == "moons":
			case e.Feasible != nil && !*e.Feasible:
				if a, code, name := solve(e.Kernel, "svm --C %s", c); code != exitFailed || a.Status != "unbounded" && a.Status != "iteration-limit" {
					t.Errorf("%s: got exit %d, status %s, want unbounded or iteration-limit", name, code, a.Status)
				}
			case e.Verified:
				a, code, name := solve(e.Kernel, "svm --C %s --tol 1e-9 --cache 1", c)
				checkNear(t, name, []float64{float64(code), a.Objective}, []float64{0, e.DualObjective}, 1e-6, 0)
				checkNear(t, name, []float64{a.Primal}, []float64{e.Primal}, 1e-6, 1)
				tol := 1e-5
				if e.KKTCond > 1e3 { // the solution itself is ill-conditioned
					tol = 1e-3
				}
				if e.BUnique {
					checkNear(t, name+" f", a.Decision, e.DecisionProbes, tol, 1)
				}
				if e.AlphaUnique && a.Support != e.Support && e.KKTCond < 1e3 {
					t.Errorf("%s: %d support vectors, want %d", name, a.Support, e.Support)
				}
			}
		}
		for _, e := range o.KRR {
			if e.Verified {
				a, _, name := solve(e.Kernel, "ridge --lambda %v", e.Lambda)
				tol := max(1e-8, 1e-15*e.Cond)
				checkNear(t, name, append(a.Decision, a.MSE), append(e.PredProbes, e.MSE), tol, 1)
			}
		}
		for _, e := range o.GD {
			for model, g := range map[string]*oracletest.Descent{"logistic": e.LogisticZero, "least-squares": e.LeastSquares} {
				if g == nil {
					continue
				}
				for steps := range g.T {
					a, _, name := solve(e.Kernel, "%s --step %v --iterations %s --tol 1e-300", model, g.Step, steps)
					checkNear(t, name, append(a.Dual, a.Objective), append(g.T[steps].A, g.T[steps].Loss), 1e-10, 1)
				}
			}
		}
		for _, e := range o.Perceptron {
			if e.Robust && e.Bias && e.Converged {
				a, _, name := solve(e.Kernel, "perceptron")
				checkNear(t, name, append(a.Dual, a.Bias, float64(a.Updates)),
					append(e.Alpha, e.B, float64(e.Updates)), 0, 0)
				checkNear(t, name+" f", a.Decision, e.DecisionProbes, 1e-10, 1)
			}
		}
	}
	for model, least := range map[string]int{"svm": 100, "ridge": 10, "logistic": 10, "least-squares": 10, "perceptron": 5} {
		if compared[model] < least {
			t.Errorf("got %d entries of %s compared, want at least %d", compared[model], model, least)
		}
	}
}
