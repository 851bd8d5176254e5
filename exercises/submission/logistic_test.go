package submission

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"kernellab/solvers"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// logisticStudent runs a second implementation of the dual update of 6.2, as a student would write
// it, and returns its trace. If slip is not empty, the implementation makes this slip.
func logisticStudent(t Task, slip string) string {
	x, gamma, n := t.Set.Points(), t.Solver.(solvers.Logistic).Gamma, t.Set.Len()
	k := func(i, j int) float64 { return x[i][0]*x[j][0] + x[i][1]*x[j][1] }
	s := func(u float64) float64 { return 1 / (1 + math.Exp(-u)) }
	y, a := make([]float64, n), make([]float64, n)
	for i := range y {
		y[i] = (t.Set.Label(i) + 1) / 2
		if slip == "signs" {
			y[i] = t.Set.Label(i)
		}
	}
	score := func(i int) (f float64) {
		for j := range n {
			switch {
			case slip == "row-sum":
				f += k(i, j)
			case slip == "labels":
				f += a[j] * t.Set.Label(j) * k(i, j)
			case slip != "own" || i == j:
				f += a[j] * k(i, j)
			}
		}
		return f
	}
	var out strings.Builder
	fmt.Fprintln(&out, t.columns())
	for step := 1; step <= logisticSteps; step++ {
		f, r := make([]float64, n), make([]float64, n)
		move := func(i int) {
			f[i] = score(i)
			r[i] = y[i] - s(f[i])
			switch slip {
			case "uphill":
				r[i] = -r[i]
			case "no-s":
				r[i] = y[i] - f[i]
			}
		}
		for i := range n {
			if move(i); slip == "in-place" {
				a[i] += gamma * r[i]
			}
		}
		for i := range n {
			switch slip {
			case "in-place":
			case "downhill":
				a[i] -= gamma * r[i]
			default:
				a[i] += gamma * r[i]
			}
		}
		fmt.Fprint(&out, step)
		for _, v := range append(append(f, r...), a...) {
			fmt.Fprintf(&out, ",%.6g", v)
		}
		fmt.Fprintln(&out)
	}
	return out.String()
}

// TestCompare_findsSlipsInLogisticRegression checks that the trace of a second implementation
// agrees. If the implementation makes a slip, the advice must name the slip at the first number
// that it changes.
func TestCompare_findsSlipsInLogisticRegression(t *testing.T) {
	for seed := range uint64(40) {
		task := NewLogistic(seed)
		for slip, want := range map[string]struct{ quantity, says string }{
			"":         {},
			"signs":    {"r", "label −1"},
			"uphill":   {"r", "the sign is wrong"},
			"no-s":     {"r", "instead of s(f)"},
			"downhill": {"anew", "subtracted"},
			"row-sum":  {"f", "without a"},
			"in-place": {"f", "changed already"},
			"labels":   {"f", "labels are in the sum"},
			"own":      {"f", "taken alone"},
		} {
			rows := must.Value(Read(strings.NewReader(logisticStudent(task, slip)), task))
			got, err := Compare(t.Context(), task, rows, 1e-5)
			if err != nil || got.Quantity != want.quantity ||
				!strings.Contains(strings.Join(got.Words, " "), want.says) {
				t.Errorf("seed %d, %s: got step %d, %s: %q, error %v, want %s and %q", seed, slip, got.Step,
					got.Quantity, got.Words, err, want.quantity, want.says)
			}
			if slip == "" && len(got.Compared) != 3*task.Set.Len() {
				t.Errorf("seed %d: got %v compared, want all three for every point", seed, got.Compared)
			}
			if point, f := task.InPlace(); slip == "in-place" &&
				(got.Step != 1 || got.Point != point || math.Abs(got.Have-f) > 1e-9) {
				t.Errorf("seed %d, in place: got step %d, point %d, %v, want step 1, point %d, %v", seed, got.Step,
					got.Point, got.Have, point, f)
			}
		}
	}
}

// TestCompare_descentTracesAgree checks that the lab's own traces agree in every
// format, with a penalty, with labels ±1 and for least squares.
func TestCompare_descentTracesAgree(t *testing.T) {
	for name, solver := range map[string]solvers.Solver{
		"logistic":      solvers.Logistic{Gamma: 0.05, MaxSteps: 7},
		"penalty":       solvers.Logistic{Gamma: 0.05, Lambda: 0.5, Tol: 0.3, MaxSteps: 400},
		"signs":         solvers.Logistic{Gamma: 0.05, MaxSteps: 7, Form: solvers.PlusMinus},
		"least squares": solvers.LeastSquares{Eta: 0.01, MaxSteps: 7},
	} {
		task := NewTask(3)
		task.Solver = solver
		trace := must.Value(task.Solved())
		for format, rows := range writeAndRead(t, task, trace) {
			got, err := Compare(t.Context(), task, rows, 1e-9)
			if err != nil || got.Step != 0 || len(rows) != trace.Len()-1 || len(got.Compared) < task.Set.Len()+1 {
				t.Errorf("%s, %s: got %d rows, step %d, %s: %v, %v, error %v, want every step compared and no difference",
					name, format, len(rows), got.Step, got.Quantity, got.Words, got.Compared, err)
			}
		}
	}
}

func TestCompare_findsFaultsInDescent(t *testing.T) {
	task := NewLogistic(3)
	right := strings.Split(strings.TrimSpace(logisticStudent(task, "")), "\n")
	for name, c := range map[string]struct {
		lines []string
		step  int
		says  string
	}{
		"too early": {right[:4], 4, "ends after step 3"},
		"too long":  {append(append([]string{}, right...), right[5]), 6, "ends after step 5"},
		"no points": {append(append([]string{}, right[:2]...), "2"), 2, "columns a1, a2"},
		"from 0":    {append([]string{right[0], "0" + strings.Repeat(",0", 18)}, right[1:]...), 0, ""},
		"loss": {[]string{"step,a1,loss",
			strings.Split(right[1], ",")[0] + "," + strings.Split(right[1], ",")[13] + ",77"}, 1, "the trace has 77"},
	} {
		t.Run(name, func(t *testing.T) {
			rows, err := Read(strings.NewReader(strings.Join(c.lines, "\n")), task)
			check.Must(t, err == nil, "Read: got error %v, want none", err)
			got, err := Compare(t.Context(), task, rows, 1e-5)
			check.That(t, err == nil && got.Step == c.step && strings.Contains(strings.Join(got.Words, " "), c.says),
				"got step %d, %s, %q, error %v, want step %d and %q", got.Step, got.Quantity, got.Words, err, c.step,
				c.says)
		})
	}
}
