package explain

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
	"kernellab/testdata/support/anatomytest"
	"kernellab/testdata/support/must"
)

// slipSeeds is the number of data sets on which each slip is made.
const slipSeeds = 200

// seen is the smallest change of a number that must break a law.
const seen = 1e-7

// slipped calls each for many seeds, with a correct run and the quantities of its last step.
func slipped(t *testing.T, s func(g *solvers.Dense, seed uint64) solvers.Solver,
	each func(m anatomytest.Model, tr solvers.Trace, step anatomy.Derivation)) {
	t.Helper()
	seeds := uint64(slipSeeds)
	if testing.Short() {
		seeds = 40
	}
	for seed := range seeds {
		k := []kernels.Kernel[[]float64]{kernels.RBF{Sigma: 1}, kernels.Linear{}, kernels.Poly{Degree: 2, C: 1}}[seed%3]
		m := anatomytest.Model{Set: dataset.BlobsOverlapping(12, seed), Kernel: k}
		solver := s(must.Value(m.Gram()), seed)
		tr := tracesOf(t, m, solver, 2+int(seed%9))[0]
		if tr.Len() < 3 {
			continue
		}
		if a, _ := anatomy.NewAccounts(m).Account([]solvers.Trace{tr}, tr.Len()-1, false); a.Derivation != nil {
			each(m, tr, a.Derivation)
		}
	}
}

// tally counts how often each slip was made.
type tally map[string]int

func (c tally) atLeast(t *testing.T, least int, slips ...string) {
	t.Helper()
	for _, s := range slips {
		if c[s] < least {
			t.Errorf("%s was made %d times, want at least %d", s, c[s], least)
		}
	}
}

// A slip in an update of SMO breaks a law at that step if it changes a number beyond rounding. A
// slip that changes nothing breaks no law.
func TestLedger_findsSlipsOfSMO(t *testing.T) {
	made := tally{}
	solver := func(_ *solvers.Dense, seed uint64) solvers.Solver {
		return solvers.SMO{C: []float64{.1, 1, 10}[seed%3], Rule: solvers.PairRule(seed % 3)}
	}
	slipped(t, solver, func(m anatomytest.Model, tr solvers.Trace, step anatomy.Derivation) {
		before := tr.At(tr.Len() - 2)
		own := step.Recorded(tr.Last())
		for _, q := range step {
			for _, slip := range q.Slips {
				bad := step.WithSlipFrom(own, slip.ID, q.Name)
				d := *tr.Last().Detail.(*solvers.SMODetail)
				anatomy.SetPairDetail(&d, bad)
				now := tr.Solver().(solvers.SMO).Apply(tr.Problem(), before, d)
				if q.Name == "b" {
					now.Bias = bad["b"]
				}
				names := brokenNames(m, tr.Cut(tr.Len()-2).Append(now))
				what := q.Name + " " + slip.ID
				switch off := math.Abs(bad[q.Name] - own[q.Name]); {
				case off > seen*(1+math.Abs(own[q.Name])):
					made[what]++
					if len(names) == 0 && q.Name != "gamma" {
						t.Errorf("%s: %v for %v: got no broken law, want one", what, bad[q.Name], own[q.Name])
					}
				case off == 0 && len(names) > 0:
					t.Errorf("%s changes nothing: got broken laws %v, want none", what, names)
				}
			}
		}
	})
	made.atLeast(t, 5, "kappa kappa-two", "kappa kappa-sign", "kappa kappa-none", "ek plus-t", "ek no-bias",
		"ek no-labels", "el no-bias",
		"lo wrong-case", "hi wrong-case", "star errors-swapped", "alnew no-clip", "aknew partner-sign", "aknew no-sign",
		"b at-bound")
}

// A slip in a residual or an update of gradient descent breaks a law at that step if it changes a.
func TestLedger_findsSlipsOfDescent(t *testing.T) {
	for _, tt := range []struct {
		solver func(g *solvers.Dense, seed uint64) solvers.Solver
		made   []string
	}{
		{func(g *solvers.Dense, _ uint64) solvers.Solver {
			return solvers.Logistic{Gamma: .2 * solvers.SafeGamma(g)}
		}, []string{"r turned", "r no-sigmoid", "anew wrong-way"}},
		{func(g *solvers.Dense, _ uint64) solvers.Solver {
			return solvers.LeastSquares{Eta: .2 * solvers.MaxEta(g)}
		}, []string{"r turned", "anew wrong-way", "anew no-mean"}},
		{func(g *solvers.Dense, _ uint64) solvers.Solver {
			return solvers.Ascent{Eta: .2 / solvers.LambdaMax(g)}
		}, []string{"r no-label", "anew wrong-way"}},
		{func(g *solvers.Dense, seed uint64) solvers.Solver {
			s := solvers.Logistic{Lambda: .3, Form: solvers.LogisticForm(seed % 2)}
			s.Gamma = .2 * s.SafeStep(g)
			return s
		}, []string{"r turned", "r no-sigmoid", "anew wrong-way", "anew no-penalty"}},
	} {
		made := tally{}
		slipped(t, tt.solver, func(m anatomytest.Model, tr solvers.Trace, step anatomy.Derivation) {
			points := anatomy.Points{Gram: tr.Problem().Gram(), Y: m.Set.Labels()}
			d, _ := points.Descent(tr.Solver())
			before := tr.At(tr.Len() - 2).CoefCopy()
			fit, most := d.Fit(tr.At(tr.Len()-2), 0), 0
			for i, r := range fit.R {
				if math.Abs(d.ChangeOf(before[i], r)) > math.Abs(d.ChangeOf(before[most], fit.R[most])) {
					most = i
				}
			}
			for _, q := range step {
				for _, slip := range q.Slips {
					var l solvers.FaultHooks
					switch q.Name {
					case "r":
						l.Residual = func(i int, f float64) float64 {
							for _, same := range d.Derivation(i, make([]float64, i+1), f).Get("r").Slips {
								if same.ID == slip.ID {
									return same.Compute(anatomy.Numbers{"f": f})
								}
							}
							return d.ResidualAt(i, f) // the slip concerns only the other class
						}
					case "anew":
						if d.Lambda == 0 {
							l.Rate = func(float64) float64 {
								return slip.Compute(anatomy.Numbers{"r": 1}) - before[most]
							}
							break
						}
						// With this residual the correct formula of the update has the result of
						// the slip.
						l.Residual = func(i int, f float64) float64 {
							for _, same := range d.Derivation(i, before, f).Get("anew").Slips {
								if same.ID == slip.ID {
									return (same.Compute(anatomy.Numbers{"r": d.ResidualAt(i, f)})-before[i])/d.Rate +
										d.Lambda*before[i]
								}
							}
							panic(slip.ID)
						}
					}
					now, err := tr.Solver().(interface {
						NextWith(*solvers.Problem, solvers.Step, solvers.FaultHooks) (solvers.Step, error)
					}).NextWith(tr.Problem(), tr.At(tr.Len()-2), l)
					if err != nil {
						t.Fatal(err)
					}
					moved := 0.0
					for i, v := range now.Coef().All() {
						moved = math.Max(moved, math.Abs(v-tr.Last().Coef().At(i)))
					}
					what := fmt.Sprint(q.Name, " ", slip.ID)
					if moved <= seen {
						continue
					}
					made[what]++
					if names := brokenNames(m, tr.Cut(tr.Len()-2).Append(now)); len(names) == 0 {
						t.Errorf("%s %s moves a by %v: got no broken law, want one", tr.Solver().Name(), what, moved)
					}
				}
			}
		})
		made.atLeast(t, 20, tt.made...)
	}
}

// A slip in the answer about a mistake, or in b, breaks a law of the perceptron at that step if it
// changes the answer or the number.
func TestLedger_findsSlipsOfPerceptron(t *testing.T) {
	made := tally{}
	solver := func(*solvers.Dense, uint64) solvers.Solver { return solvers.Perceptron{EveryVisit: true} }
	slipped(t, solver, func(m anatomytest.Model, tr solvers.Trace, step anatomy.Derivation) {
		own := step.Values()
		for _, name := range []string{"mistake", "b"} {
			for _, slip := range step.Get(name).Slips {
				bad := step.WithSlip(slip.ID, name)
				if bad[name] == own[name] {
					continue
				}
				l := solvers.FaultHooks{Mistake: func(float64) bool { return bad["mistake"] == anatomy.MistakeYes }}
				l.Bias = func(b, _ float64) float64 { return bad["b"] }
				now := must.Value(tr.Solver().(solvers.Perceptron).NextWith(tr.Problem(), tr.At(tr.Len()-2), l))
				made[name+" "+slip.ID]++
				if names := brokenNames(m, tr.Cut(tr.Len()-2).Append(now)); len(names) == 0 {
					t.Errorf("%s in %s: %v: got no broken law, want one", slip.ID, name, bad[name])
				}
			}
		}
	})
	made.atLeast(t, 5, "mistake eager", "b minus-y", "b bias-sign")
}

// tampered replaces the last step of a trace.
func tampered(tr solvers.Trace, change func(*solvers.Step)) solvers.Trace {
	s := tr.Last()
	switch d := s.Detail.(type) {
	case *solvers.SMODetail:
		own := *d
		s.Detail = &own
	case *solvers.PerceptronDetail:
		own := *d
		s.Detail = &own
	case *solvers.RidgeDetail:
		own := *d
		s.Detail = &own
	}
	change(&s)
	return tr.Cut(tr.Len() - 2).Append(s)
}

func smoDetail(s *solvers.Step) *solvers.SMODetail { return s.Detail.(*solvers.SMODetail) }
func perceptronDetail(s *solvers.Step) *solvers.PerceptronDetail {
	return s.Detail.(*solvers.PerceptronDetail)
}
func ridgeDetail(s *solvers.Step) *solvers.RidgeDetail { return s.Detail.(*solvers.RidgeDetail) }

// A wrong number in a right update breaks the law of its name and no other.
func TestLedger_everyNumberHasItsLaw(t *testing.T) {
	m := anatomytest.NewModel(t, "moons", "rbf(sigma=1)")
	smo, perceptron := solvers.SMO{C: 1}, solvers.Perceptron{EveryVisit: true}
	least, logistic := solvers.LeastSquares{Eta: .5}, solvers.Logistic{Gamma: .05}
	tests := []struct {
		law    string
		solver solvers.Solver
		steps  int
		change func(*solvers.Step)
	}{
		{"g", smo, 7, func(s *solvers.Step) { s.Objective += 1e-6 }},
		{"b", smo, 7, func(s *solvers.Step) { s.Bias -= 1e-6 }},
		{"claim", smo, 7, func(s *solvers.Step) { s.Status = solvers.Converged }},
		{"ek", smo, 7, func(s *solvers.Step) { smoDetail(s).Ek += 1e-6 }},
		{"ek", smo, 7, func(s *solvers.Step) { smoDetail(s).El -= 1e-6 }},
		{"kappa", smo, 7, func(s *solvers.Step) { smoDetail(s).Kappa *= 1.001 }},
		{"used", smo, 7, func(s *solvers.Step) { smoDetail(s).KappaUsed *= 1.001 }},
		{"lo", smo, 7, func(s *solvers.Step) { smoDetail(s).Lo += 1e-6 }},
		{"lo", smo, 7, func(s *solvers.Step) { smoDetail(s).Hi += 1e-6 }},
		{"star", smo, 7, func(s *solvers.Step) { smoDetail(s).Unclipped += 1e-6 }},
		{"dW", smo, 7, func(s *solvers.Step) { smoDetail(s).Gain += 1e-6 }},
		{"order", perceptron, 5, func(s *solvers.Step) { perceptronDetail(s).Point++ }},
		{"b", perceptron, 1, func(s *solvers.Step) { s.Bias++ }},
		{"count", perceptron, 5, func(s *solvers.Step) { s.Updates++ }},
		{"claim", perceptron, 1, func(s *solvers.Step) { s.Status = solvers.Converged }},
		{"objective", least, 4, func(s *solvers.Step) { s.Objective *= 1.0001 }},
		{"claim", least, 4, func(s *solvers.Step) { s.Status = solvers.Converged }},
		{"objective", logistic, 4, func(s *solvers.Step) { s.Objective *= 1.0001 }},
		{"reported", solvers.Ridge{Lambda: .1}, 5, func(s *solvers.Step) { ridgeDetail(s).Residual = .1 }},
	}
	for _, tt := range tests {
		tr := tracesOf(t, m, tt.solver, tt.steps)[0]
		names := brokenNames(m, tampered(tr, tt.change))
		if !slices.Contains(names, tt.law) {
			t.Errorf("%s %s: got broken laws %v, want that one", tt.solver.Name(), tt.law, names)
		}
		if tt.law != "b" && tt.law != "order" && len(names) != 1 {
			t.Errorf("%s %s: red are %v, want this one alone", tt.solver.Name(), tt.law, names)
		}
	}
}

func brokenNames(m anatomytest.Model, tr solvers.Trace) []string {
	var names []string
	for _, r := range brokenLaws(laws(anatomy.NewAccounts(m), []solvers.Trace{tr}, tr.Len()-1, false)) {
		names = append(names, r.Name)
	}
	return names
}

// Steps that do not follow each other are found: an α outside the pair has changed, g
// has fallen, or visits were left out.
func TestLedger_findsForeignSteps(t *testing.T) {
	m := anatomytest.NewModel(t, "moons", "rbf(sigma=1)")
	tr := tracesOf(t, m, solvers.SMO{C: 1}, 12)[0]
	skipped := tr.Cut(5).Append(tr.At(9))
	if names := brokenNames(m, skipped); !slices.Contains(names, "others") {
		t.Errorf("updates left out: got broken laws %v, want others", names)
	}
	backwards := tr.Cut(9).Append(tr.At(5))
	if names := brokenNames(m, backwards); !slices.Contains(names, "rise") {
		t.Errorf("g falls: got broken laws %v, want rise", names)
	}
	ptr := tracesOf(t, m, solvers.Perceptron{}, 12)[0]
	if names := brokenNames(m, ptr.Cut(5).Append(ptr.At(8))); !slices.Contains(names, "others") {
		t.Errorf("mistakes left out: got broken laws %v, want others", names)
	}
	gtr := tracesOf(t, m, solvers.LeastSquares{Eta: .3}, 12)[0]
	if names := brokenNames(m, gtr.Cut(8).Append(gtr.At(3))); !slices.Contains(names, "fall") ||
		!slices.Contains(names, "anew") {
		t.Errorf("the loss rises: got broken laws %v, want fall and anew", names)
	}
}

// With an α from a larger box, the law of the box is broken, and g is above the primal
// objective.
func TestLedger_findsAnotherBox(t *testing.T) {
	m := anatomytest.NewModel(t, "blobs_overlap", "rbf(sigma=1)")
	tr := tracesOf(t, m, solvers.SMO{C: 10}, 200)[0]
	names := brokenNames(m, tr.Resume(solvers.SMO{C: .01}, tr.Problem()))
	if !slices.Contains(names, "box") || !slices.Contains(names, "gap") {
		t.Errorf("got broken laws %v, want box and gap", names)
	}
}

// Every fault breaks its law, but not before it begins. The law of a number that is computed from
// the wrong number is not broken. The panel says that the step has a wrong number.
func TestLedger_findsFaults(t *testing.T) {
	m := anatomytest.NewModel(t, "blobs_overlap", "poly(degree=2,c=1)")
	g := must.Value(m.Gram())
	right := map[string]solvers.Solver{
		"smo": solvers.SMO{C: .05}, "perceptron": solvers.Perceptron{EveryVisit: true, MaxPasses: 3},
		"logistic":      solvers.Logistic{Gamma: .3 * solvers.SafeGamma(g)},
		"least-squares": solvers.LeastSquares{Eta: .3 * solvers.MaxEta(g)},
		"ridge":         solvers.Ridge{Lambda: .5},
	}
	broken := map[anatomy.Fault][]string{
		anatomy.FaultNoClip: {"alnew", "box"}, anatomy.FaultNoLabel: {"ek"}, anatomy.FaultBounds: {"lo"},
		anatomy.FaultKappa: {"kappa"}, anatomy.FaultDownhill: {"star"}, anatomy.FaultPartner: {"alnew", "sum"},
		anatomy.FaultBias: {"b"}, anatomy.FaultEarly: {"claim"}, anatomy.FaultStrict: {"mistake"},
		anatomy.FaultEager:    {"mistake"},
		anatomy.FaultBiasSign: {"b"}, anatomy.FaultResidualSign: {"r", "fall"}, anatomy.FaultNoSigmoid: {"r"},
		anatomy.FaultNoMean: {"anew"}, anatomy.FaultTooLong: {"anew"},
		anatomy.FaultLambdaEverywhere: {"diagonal", "singular"},
		anatomy.FaultForward:          {"forward", "residual", "z1"},
	}
	follows := map[anatomy.Fault]string{
		anatomy.FaultNoClip: "dW", anatomy.FaultNoLabel: "star", anatomy.FaultKappa: "star",
		anatomy.FaultResidualSign: "anew", anatomy.FaultNoSigmoid: "anew",
	}
	for f := anatomy.FaultNoClip; f.Solver() != ""; f++ {
		faulty := anatomy.FaultySolver{Correct: right[f.Solver()], Fault: f, LengthFactor: 4}
		tr := tracesOf(t, m, faulty, 400)[:1]
		b := anatomy.NewAccounts(m)
		seen, contradicted := map[string]bool{}, false
		for i := range tr[0].Len() {
			for _, r := range brokenLaws(laws(b, tr, i, false)) {
				seen[r.Name] = true
			}
			contradicted = contradicted || strings.Contains(whole(panel(b, tr, i)), "the step has ")
		}
		if !contradicted {
			t.Errorf("%v is contradicted in no frame, want at least one", f)
		}
		faulty.CorrectSteps = 3
		later := tracesOf(t, m, faulty, 4)[0]
		if names := brokenNames(m, later.Cut(3)); len(names) > 0 {
			t.Errorf("%v from step 4 on: laws %v are broken at step 3, want none", f, names)
		}
		if len(broken[f]) == 0 {
			t.Errorf("%v: got no law that it breaks, want one", f)
		}
		for _, law := range broken[f] {
			if !seen[law] {
				t.Errorf("%v: law %s holds, want it broken", f, law)
			}
		}
		if seen[follows[f]] {
			t.Errorf("%v: law %s is broken, want it to hold as it follows from what is wrong", f, follows[f])
		}
	}
}

// A primal run whose features are not those of the kernel differs from its dual.
func TestLedger_findsWrongFeatures(t *testing.T) {
	m := anatomytest.NewModel(t, "moons", "poly(degree=2,c=1)")
	rows, _ := m.Features()
	for _, row := range rows {
		row[4] /= 1.0001
	}
	p := must.Value(solvers.NewPrimal(rows, m.Set.Labels()))
	for _, s := range []solvers.Solver{solvers.Logistic{Gamma: .001}, solvers.LeastSquares{Eta: .01},
		solvers.Perceptron{}} {
		tr, wrong := tracesOf(t, m, s, 5), anatomytest.Trace(t, s, p, 5)
		names := []string{}
		for _, r := range brokenLaws(laws(anatomy.NewAccounts(m), []solvers.Trace{tr[0], wrong}, 5, false)) {
			names = append(names, r.Name)
		}
		if !slices.Contains(names, "w") || !slices.Contains(names, "same f") {
			t.Errorf("%s: got broken laws %v, want w and same f", s.Name(), names)
		}
	}
}
