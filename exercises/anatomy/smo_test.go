package anatomy

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/solvers"
	"kernellab/testdata/support/anatomytest"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// crowd returns sixty points of two classes and the steps of SMO on them.
func crowd(t *testing.T, s solvers.SMO) (Points, solvers.Trace) {
	t.Helper()
	r := rand.New(rand.NewPCG(3, 1))
	x, y := make([][]float64, 60), make([]float64, 60)
	for i := range x {
		y[i] = 1 - 2*float64(i%2)
		x[i] = []float64{r.NormFloat64() + y[i]/3, r.NormFloat64(), r.NormFloat64()}
	}
	g := solvers.LinearGram(x)
	return Points{Gram: g, Y: y}, anatomytest.Trace(t, s, must.Value(solvers.NewDual(g, y)), 40)
}

// A rule without one of its texts would leave a gap in what students read.
func TestRuleOf_complete(t *testing.T) {
	for _, r := range solvers.PairRules() {
		row := RuleOf(r)
		texts := append(row.Formula, row.Title, row.Words, row.Task, row.MeritIntro, row.MeritVerb)
		check.Must(t, len(row.Formula) > 1 && row.Merit != nil && !slices.Contains(texts, ""),
			"the row of the rule %v is %+v, want Merit, all texts, and a Formula for k and one for l", r, row)
	}
}

// The solver takes the partner with the highest merit in the rule's row.
func TestRuleOf_meritAgreesWithSolver(t *testing.T) {
	for _, r := range solvers.PairRules() {
		row, s := RuleOf(r), solvers.SMO{C: 1, Rule: r}
		if row.Random {
			continue
		}
		points, tr := crowd(t, s)
		for i := 1; i < tr.Len(); i++ {
			d := tr.At(i).Detail.(*solvers.SMODetail)
			m := points.SMOState(s.C, tr.At(i-1))
			best, merit := row.Best(m, d.K, -1)
			if other := row.Merit(m, d.K, d.L); best != d.L && math.Abs(other-merit) > 1e-9*(1+merit) {
				t.Errorf("%v, step %d: the rule took %d, want %d by the merit", r, i, d.L, best)
			}
		}
	}
}

// Every sentence about a choice names the merit in its own row.
func TestAccount_ChoiceNamesMerit(t *testing.T) {
	for _, r := range solvers.PairRules() {
		row, s := RuleOf(r), solvers.SMO{C: 1, Rule: r, Seed: 2}
		points, tr := crowd(t, s)
		a := (Kind{Explain: explainSMO, PointColumns: smoColumns}).Account(Transition{Points: points, Solver: s,
			Problem: tr.Problem(), Trace: tr, Before: tr.At(4), Now: tr.At(5), Frame: 5})
		check.Must(t, a.Rule.Title == row.Title && a.Rule.Formula == strings.Join(row.Formula, ",  "),
			"%v is explained as %+v, want %+v", r, a.Rule, row)
		for _, l := range a.Choice() {
			check.Must(t, strings.Contains(l.String(), row.MeritVerb) || strings.Contains(l.String(), row.MeritIntro),
				"%v: got %q, want it to name %q or %q", r, l, row.MeritVerb, row.MeritIntro)
		}
		if q := a.Move(); q != nil && strings.Contains(q.Text, "rule") {
			fact := q.Judge(q.Want).Fact
			check.Must(t, strings.Contains(fact, row.MeritIntro), "%v: got %q, want it to name %q", r, fact, row.MeritIntro)
		}
	}
}

// A point outside of 0 ≤ α ≤ C violates its KKT conditions by how far outside it is,
// whatever its error.
func TestSMOState_KKTHasTheBounds(t *testing.T) {
	for _, c := range []struct{ alpha, score, want float64 }{
		{-0.25, 1, 0.25}, {1.5, 1, 0.5}, {0, 2, 0}, {1, 0.5, 0}, {0.5, 1.25, 0.25}, {-0.25, 2, 0.25},
	} {
		m := SMOState{Points: Points{Y: []float64{1}}, C: 1, Alpha: []float64{c.alpha}, Score: []float64{c.score}}
		check.Equal(t, m.KKTViolation(0), c.want, "KKT of α = %v, t·f = %v", c.alpha, c.score)
	}
}

// With many points, the table for the pair shows those with the most extreme F. The
// pair that is asked for or was chosen by hand is among them.
func TestPair_tableShowsExtremePoints(t *testing.T) {
	row, s := RuleOf(solvers.MaxViolation), solvers.SMO{C: 1, Rule: solvers.MaxViolation}
	points, tr := crowd(t, s)
	numbers := func(scene exercises.Scene) (out []string) {
		for _, r := range scene.Figures[0].Plot.(ascii.Table).Rows {
			out = append(out, r[0].String())
		}
		return out
	}
	for i := 1; i < tr.Len(); i++ {
		d := tr.At(i).Detail.(*solvers.SMODetail)
		m := points.SMOState(s.C, tr.At(i-1))
		u := pairUpdate{SMOState: m, smo: s, rule: row, pair: Pair{SMOState: m, K: d.K, L: d.L},
			transition: Transition{Problem: tr.Problem(), Before: tr.At(i - 1), Now: tr.At(i), Frame: i}}
		q := u.moveQuestion()
		check.Must(t, q != nil, "step %d: got no question about the pair, want one", i)
		asked := numbers(q.Scene(Move{}, nil))
		if len(asked) > 26 || !slices.Contains(asked, pointNumber(d.K)) || !slices.Contains(asked, pointNumber(d.L)) {
			t.Errorf("step %d on pair %d %d: got points %v, want at most 26 with the pair", i, d.K+1, d.L+1, asked)
		}
		untyped := func(string) (float64, bool) { return 0, false }
		for k := range m.Y {
			chosen := Move{K: k + 1, L: (k+7)%len(m.Y) + 1}
			if shown := numbers(u.handScene(chosen, untyped)); len(shown) > 26 ||
				!slices.Contains(shown, pointNumber(chosen.K-1)) || !slices.Contains(shown, pointNumber(chosen.L-1)) {
				t.Fatalf("step %d: got points %v, want at most 26 with the pair %v", i, shown, chosen)
			}
		}
	}
}

// An α that is a bound rounded to a few digits is taken as that bound.
func TestSnapTyped_bound(t *testing.T) {
	u := pairUpdate{SMOState: SMOState{C: 1. / 3}}
	for _, c := range []struct{ typed, truth, want float64 }{
		{.3333, .2, 1. / 3}, {.3333, 1. / 3, 1. / 3}, {.2001, .2, .2}, {.25, .2, .25}, {1e-6, .2, 0}, {.3, .2, .3},
	} {
		check.Equal(t, u.snapTyped(c.typed, c.truth), c.want, "%v for %v", c.typed, c.truth)
	}
}
