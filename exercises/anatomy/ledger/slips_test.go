package ledger

import (
	"fmt"
	"kernellab/testdata/support/anatomytest"
	"math"
	"testing"

	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
)

// slipSeeds is over how many data sets each slip is made.
const slipSeeds = 200

// seen is by how much a slip has to change a number for the ledger to notice.
const seen = 1e-7

// slipped calls each with a sound run of some steps, and the quantities of its
// last step, for many seeds.
func slipped(t *testing.T, s func(g *solvers.Dense, seed uint64) solvers.Solver, each func(m anatomytest.Model, tr solvers.Trace, step anatomy.Derivation)) {
	t.Helper()
	seeds := uint64(slipSeeds)
	if testing.Short() {
		seeds = 40
	}
	for seed := range seeds {
		k := []kernels.Kernel[[]float64]{kernels.RBF{Sigma: 1}, kernels.Linear{}, kernels.Poly{Degree: 2, C: 1}}[seed%3]
		m := anatomytest.Model{Set: dataset.BlobsOverlapping(12, seed), Kernel: k}
		g, err := m.Gram()
		if err != nil {
			t.Fatal(err)
		}
		solver := s(g, seed)
		tr := traces(t, m, solver, 2+int(seed%9))[0]
		if tr.Len() < 3 {
			continue
		}
		kind, _ := anatomy.Of(solver)
		points := anatomy.Points{Gram: g, Y: m.Set.Labels()}
		if step := kind.Derive(points, solver, tr.At(tr.Len()-2), tr.Last()); step != nil {
			each(m, tr, step)
		}
	}
}

// tally counts how often a slip was made and asks that each is made often.
type tally map[string]int

func (c tally) often(t *testing.T, least int, slips ...string) {
	t.Helper()
	for _, s := range slips {
		if c[s] < least {
			t.Errorf("%s was made %d times", s, c[s])
		}
	}
}

// Each slip in an update of SMO that changes a number turns the ledger red at
// that step, and what it does not change leaves it green.
func TestEverySlipOfSMOIsSeen(t *testing.T) {
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
				anatomy.Describe(&d, bad)
				now := tr.Solver().(solvers.SMO).Take(tr.Problem(), before, d)
				if q.Name == "b" {
					now.Bias = bad["b"]
				}
				names := redNames(m, tr.Cut(tr.Len()-2).With(now))
				what := q.Name + " " + slip.ID
				switch off := math.Abs(bad[q.Name] - own[q.Name]); {
				case off > seen*(1+math.Abs(own[q.Name])):
					made[what]++
					if len(names) == 0 && q.Name != "gamma" {
						t.Errorf("%s: %v for %v, and the ledger is green", what, bad[q.Name], own[q.Name])
					}
				case off == 0 && len(names) > 0:
					t.Errorf("%s changes nothing, and red are %v", what, names)
				}
			}
		}
	})
	made.often(t, 5, "kappa kappa-two", "kappa kappa-sign", "kappa kappa-none", "ek plus-t", "ek no-bias", "ek no-labels", "el no-bias",
		"lo wrong-case", "hi wrong-case", "star errors-swapped", "alnew no-clip", "aknew partner-sign", "aknew no-sign", "b at-bound")
}

// Each slip in a residual or an update of gradient descent likewise.
func TestEverySlipOfDescentIsSeen(t *testing.T) {
	for _, tt := range []struct {
		solver func(g *solvers.Dense, seed uint64) solvers.Solver
		made   []string
	}{
		{func(g *solvers.Dense, _ uint64) solvers.Solver {
			return solvers.Logistic{Gamma: .2 * solvers.GammaSafe(g)}
		}, []string{"r turned", "r no-sigmoid", "anew wrong-way"}},
		{func(g *solvers.Dense, _ uint64) solvers.Solver {
			return solvers.LeastSquares{Eta: .2 * solvers.EtaMax(g)}
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
			most, _ := d.Farthest(d.Fit(tr.At(tr.Len()-2), 0))
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
							return d.R(i, f) // one of the other class only
						}
					case "anew":
						if d.Lambda == 0 {
							l.Rate = func(float64) float64 { return slip.Compute(anatomy.Numbers{"r": 1}) - before[most] }
							break
						}
						// The residual that takes each coefficient to where the slip does.
						l.Residual = func(i int, f float64) float64 {
							for _, same := range d.Derivation(i, before, f).Get("anew").Slips {
								if same.ID == slip.ID {
									return (same.Compute(anatomy.Numbers{"r": d.R(i, f)})-before[i])/d.Rate + d.Lambda*before[i]
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
					if names := redNames(m, tr.Cut(tr.Len()-2).With(now)); len(names) == 0 {
						t.Errorf("%s %s moves a by %v, and the ledger is green", tr.Solver().Name(), what, moved)
					}
				}
			}
		})
		made.often(t, 20, tt.made...)
	}
}

// Each slip in a visit of the perceptron likewise. A margin without its label is
// told of the step, and all others are done.
func TestEverySlipOfThePerceptronIsSeen(t *testing.T) {
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
				now, err := tr.Solver().(solvers.Perceptron).NextWith(tr.Problem(), tr.At(tr.Len()-2), l)
				if err != nil {
					t.Fatal(err)
				}
				made[name+" "+slip.ID]++
				if names := redNames(m, tr.Cut(tr.Len()-2).With(now)); len(names) == 0 {
					t.Errorf("%s in %s: %v, and the ledger is green", slip.ID, name, bad[name])
				}
			}
		}
	})
	made.often(t, 5, "mistake eager", "b minus-y", "b bias-sign")
}
