package solvers

import (
	"math"
	"testing"
)

// survey is how one pair rule did on all configurations.
type survey struct {
	converged, stuck, capped int
	logRatio                 float64 // of updates against second order, where both converged
	compared                 int
}

func (s survey) ratio() float64 { return math.Exp(s.logRatio / float64(s.compared)) }

// surveyCap is the most updates of one run. It is well above what the rules
// that work need here.
const surveyCap = 20_000

// TestPairRulesOnThePublicSets counts what each rule needs on every
// configuration of the public sets that has an optimum. The reference found:
// the literal rule stuck on 161 of 186, its repair 1.83 and the maximal
// violating pair 1.73 times the updates of second order.
func TestPairRulesOnThePublicSets(t *testing.T) {
	if testing.Short() {
		t.Skip("walks some hundred runs")
	}
	rules := []PairRule{SecondOrder, MaxViolation, MaxError, MaxErrorLiteral, Random}
	all := map[PairRule]*survey{}
	for _, r := range rules {
		all[r] = &survey{}
	}
	n := 0
	for _, name := range oracleNames {
		set := readOracle(t, name)
		for _, want := range set.SVM {
			if want.Feasible != nil && !*want.Feasible || !want.Verified {
				continue
			}
			n++
			p := dual(t, set.gram(want.Kernel), set.y)
			var best int
			for _, r := range rules {
				last := run(t, SMO{C: float64(want.C), Tol: 1e-3, Rule: r, Seed: 1, MaxUpdates: surveyCap}, p, surveyCap).Last()
				if r == SecondOrder {
					best = last.Updates
				}
				all[r].count(last, best)
			}
		}
	}
	for _, r := range rules {
		s := all[r]
		t.Logf("| %s | %d of %d | %d | %d | %.2f |", r, s.converged, n, s.stuck, s.capped, s.ratio())
	}
	if s := all[MaxErrorLiteral]; s.stuck < n*8/10 {
		t.Errorf("the literal rule is stuck on %d of %d, want 4 of 5 at least", s.stuck, n)
	}
	for _, r := range []PairRule{SecondOrder, MaxViolation, MaxError} {
		if s := all[r]; s.stuck > 0 || s.converged < n*95/100 {
			t.Errorf("%v: %d of %d converged, %d stuck", r, s.converged, n, s.stuck)
		}
	}
	if s := all[Random]; s.stuck > 0 || s.converged < n*9/10 {
		t.Errorf("%v: %d of %d converged, %d stuck", Random, s.converged, n, s.stuck)
	}
	for _, c := range []struct {
		rule PairRule
		want float64
	}{{MaxViolation, 1.73}, {MaxError, 1.83}} {
		if got := all[c.rule].ratio(); math.Abs(math.Log(got/c.want)) > math.Log(1.25) {
			t.Errorf("%v takes %.2f times the updates of second order, the reference %.2f", c.rule, got, c.want)
		}
	}
}

func (s *survey) count(last Step, best int) {
	switch last.Status {
	case Converged:
		s.converged++
	case Stuck:
		s.stuck++
	default:
		s.capped++
	}
	if last.Status == Converged && best > 0 && last.Updates > 0 {
		s.logRatio += math.Log(float64(last.Updates) / float64(best))
		s.compared++
	}
}
