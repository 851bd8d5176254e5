package why

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// What the last line of a panel claims is so: the loss rose or fell by more than
// rounding, and the point it names is the one that it says it is.
func TestTheSentenceIsTrue(t *testing.T) {
	for name, c := range map[string]struct {
		set, kernel string
		s           solvers.Solver
	}{
		"least squares":         {"moons", "rbf(sigma=0.7)", solvers.LeastSquares{Eta: 0.4, MaxSteps: 300}},
		"least squares at rest": {"moons", "linear", solvers.LeastSquares{Eta: 0.5, MaxSteps: 300}},
		"logistic":              {"moons", "rbf(sigma=0.7)", solvers.Logistic{Gamma: 0.3, MaxSteps: 300}},
		"logistic ±":            {"moons", "rbf(sigma=0.7)", solvers.Logistic{Gamma: 0.3, MaxSteps: 300, Form: solvers.PlusMinus}},
	} {
		m := model(t, c.set, c.kernel)
		tr := traces(t, m, c.s, 300)[:1]
		square := strings.HasPrefix(name, "least")
		for i := 1; i < tr[0].Len(); i += 1 + i/7 {
			lines := Open(m).Panel(tr, i)
			last := lines[len(lines)-1].String()
			now, was := tr[0].At(i), tr[0].At(i-1)
			change := now.Objective - was.Objective
			if strings.Contains(last, "rose") && change <= 1e-14 || strings.Contains(last, "fell") && change >= 0 {
				t.Errorf("%s, step %d: the loss changed by %v: %s", name, i, change, last)
			}
			named := regexp.MustCompile(`point (\d+)`).FindStringSubmatch(last)
			if named == nil {
				t.Fatalf("%s, step %d names no point: %s", name, i, last)
			}
			n, _ := strconv.Atoi(named[1])
			farthest := func(j int) float64 {
				if square {
					return math.Abs(tr[0].Problem().Y(j) - was.F(j))
				}
				return -anatomy.PM(tr[0].Problem().Y(j)) * was.F(j)
			}
			for j := range tr[0].Problem().Len() {
				if farthest(j) > farthest(n-1)+1e-9 {
					t.Errorf("%s, step %d: point %d is farther than %d: %s", name, i, j+1, n, last)
				}
			}
			if square {
				if math.Abs(farthest(n-1)) < 1e-9 {
					continue // which side is rounding
				}
				above := was.F(n-1) > tr[0].Problem().Y(n-1)
				if above != strings.Contains(last, "farthest above") {
					t.Errorf("%s, step %d: f = %v at y = %v: %s", name, i, was.F(n-1), tr[0].Problem().Y(n-1), last)
				}
			}
			if strings.Contains(last, "its label") && !square {
				t.Errorf("%s: f is no number to lay beside a label: %s", name, last)
			}
		}
	}
}
