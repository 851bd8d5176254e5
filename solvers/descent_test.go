package solvers

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
	"kernellab/testdata/support/oracletest"
)

func TestDescent_oracles(t *testing.T) {
	eachSet(t, func(t *testing.T, set oracleSet) {
		for _, want := range set.GD {
			g := set.gram(want.Kernel)
			check.That(t, isClose(LambdaMax(g), want.LambdaMax, 1e-10) && isClose(MaxEta(g), want.EtaMax, 1e-10),
				"%s: got λ_max %v, η_max %v, want %v, %v", want.Kname, LambdaMax(g), MaxEta(g), want.LambdaMax,
				want.EtaMax)
			p := dual(t, g, set.Y)
			if d := want.LogisticZero; d != nil {
				compareIterates(t, set, want, Logistic{Gamma: d.Step}, p, d)
			}
			if d := want.LogisticSign; d != nil {
				compareIterates(t, set, want, Logistic{Gamma: d.Step, Form: PlusMinus}, p, d)
			}
			if d := want.LeastSquares; d != nil {
				compareIterates(t, set, want, LeastSquares{Eta: d.Step}, p, d)
			}
		}
	})
}

func compareIterates(t *testing.T, set oracleSet, gd oracletest.GD, s Solver, p *Problem, want *oracletest.Descent) {
	t.Helper()
	tr := runTrace(t, s, p, 50)
	for text, it := range want.T {
		n := must.Value(strconv.Atoi(text))
		if n >= tr.Len() {
			t.Errorf("%s %s: ends at step %d, want at least %d: %s", gd.Kname, s.Name(), tr.Last().N, n,
				tr.Last().Sentence)
			continue
		}
		got := tr.At(n)
		if d := maxDifference(got.CoefCopy(), it.A); d > 1e-10 {
			t.Errorf("%s %s t=%d: a differs from the reference by %.3g, want at most 1e-10", gd.Kname, s.Name(), n, d)
		}
		check.That(t, isClose(got.Objective, it.Loss, 1e-10),
			"%s %s t=%d: loss %v, want %v", gd.Kname, s.Name(), n, got.Objective, it.Loss)
		if d := maxDifference(set.probes(gd.Kernel, got.CoefCopy(), 0), it.PredProbes); d > 1e-10 {
			t.Errorf("%s %s t=%d: f at the probes differs by %.3g, want at most 1e-10", gd.Kname, s.Name(), n, d)
		}
		if gd.Kname == "linear" {
			if d := maxDifference(transposeTimes(set.X, got.CoefCopy()), it.W); d > 1e-10 {
				t.Errorf("%s t=%d: Φᵀa differs from the reference by %.3g, want at most 1e-10", s.Name(), n, d)
			}
		}
	}
}

func TestLeastSquares_stabilityLimit(t *testing.T) {
	set := readOracle(t, "sine_reg")
	g := kernelGram(rbf(1), set.X)
	p := dual(t, g, set.Y)
	below := runTrace(t, LeastSquares{Eta: .99 * MaxEta(g)}, p, 3000)
	if s := below.Last(); s.Status != Running || s.Objective > below.At(0).Objective {
		t.Errorf("η below MaxEta: got %v with loss %v, want %v with at most %v", s.Status, s.Objective, Running,
			below.At(0).Objective)
	}
	above := runTrace(t, LeastSquares{Eta: 1.05 * MaxEta(g)}, p, 3000)
	if s := above.Last(); s.Status != Diverged || !strings.Contains(s.Sentence, "too large") {
		t.Errorf("η above MaxEta: got %v, %q, want %v because the rate is too large", s.Status, s.Sentence, Diverged)
	}
}

// quadratic returns φ(x) with φ(x)·φ(z) = (x·z + 1)² for d = 1 and 2.
func quadratic(x []float64) []float64 {
	r := math.Sqrt2
	out := []float64{1}
	for i, v := range x {
		out = append(out, r*v, v*v)
		for _, u := range x[:i] {
			out = append(out, r*u*v)
		}
	}
	return out
}

// The primal and the dual form take the same steps: w = Φᵀa at every step, to 1e-10.
func TestSolver_primalEqualsDual(t *testing.T) {
	for _, name := range []string{"worksheet1d", "xor4", "moons", "parabola", "five"} {
		set := readOracle(t, name)
		for _, kind := range []string{"linear", "quadratic"} {
			phi := set.X
			if kind == "quadratic" {
				phi = nil
				for _, x := range set.X {
					phi = append(phi, quadratic(x))
				}
			}
			g := LinearGram(phi)
			primal := primalOf(t, phi, set.Y)
			rate := .5 * MaxEta(g)
			for _, s := range []Solver{
				LeastSquares{Eta: rate}, Logistic{Gamma: SafeGamma(g) / 4}, Logistic{Gamma: SafeGamma(g) / 4,
					Form: PlusMinus},
				Perceptron{}, Perceptron{EveryVisit: true, NoBias: true},
			} {
				compareLockstep(t, name+" "+kind+" "+s.Name(), phi, runTrace(t, s, dual(t, g, set.Y), 60),
					runTrace(t, s, primal, 60))
			}
		}
	}
}

func compareLockstep(t *testing.T, name string, phi [][]float64, dual, primal Trace) {
	t.Helper()
	if dual.Len() != primal.Len() {
		t.Errorf("%s: got %d steps of the dual, want %d as of the primal", name, dual.Len(), primal.Len())
		return
	}
	for i := range dual.Len() {
		a, w := dual.At(i), primal.At(i)
		if d := maxDifference(transposeTimes(phi, a.Weights()), w.CoefCopy()); d > 1e-10 {
			t.Errorf("%s step %d: Φᵀa differs from w by %.3g, want at most 1e-10", name, i, d)
			return
		}
		if !isClose(a.Objective, w.Objective, 1e-10) || a.Bias != w.Bias || a.Status != w.Status {
			t.Errorf("%s step %d: got objective %v, b %v, %v in the dual, want %v, %v, %v as in the primal", name, i,
				a.Objective, a.Bias, a.Status, w.Objective, w.Bias, w.Status)
			return
		}
	}
}

func TestPerceptron_oracles(t *testing.T) {
	eachSet(t, func(t *testing.T, set oracleSet) {
		for _, want := range set.Perceptron {
			if !want.Robust {
				continue // rounding decides between equal points, and the runs may differ from there on
			}
			s := Perceptron{NoBias: !want.Bias}
			tr := runTrace(t, s, dual(t, set.gram(want.Kernel), set.Y), want.Updates+2)
			last := tr.Last()
			d := last.Detail.(*PerceptronDetail)
			if (last.Status == Converged) != want.Converged || last.Updates != want.Updates || d.Pass != want.Epochs {
				t.Errorf("%s: %v after %d updates and %d passes, want %d and %d", want.Kname, last.Status,
					last.Updates, d.Pass, want.Updates, want.Epochs)
			}
			for i, point := range want.FirstUpdates {
				if got := tr.At(i + 1).Detail.(*PerceptronDetail).Point; got != point {
					t.Errorf("%s: update %d is of point %d, want %d", want.Kname, i+1, got, point)
					break
				}
			}
			check.That(t, maxDifference(last.CoefCopy(), want.Alpha) == 0 && last.Bias == want.B,
				"%s: α = %v, b = %v, want %v, %v", want.Kname, last.CoefCopy(), last.Bias, want.Alpha, want.B)
			if d := maxDifference(set.probes(want.Kernel, last.Weights(), last.Bias), want.DecisionProbes); d > 1e-9 {
				t.Errorf("%s: f at the probes differs by %.3g, want at most 1e-9", want.Kname, d)
			}
		}
	})
}

func TestPerceptron_EveryVisitAgrees(t *testing.T) {
	set := readOracle(t, "moons")
	p := dual(t, kernelGram(rbf(1), set.X), set.Y)
	jump, walk := runTrace(t, Perceptron{}, p, 5000), runTrace(t, Perceptron{EveryVisit: true}, p, 5000)
	a, b := jump.Last(), walk.Last()
	if a.Status != Converged || b.Status != Converged || a.Updates != b.Updates ||
		!reflect.DeepEqual(a.CoefCopy(), b.CoefCopy()) {
		t.Errorf("EveryVisit: got %v with %d updates, want %v with %d and the same coefficients", b.Status, b.Updates,
			a.Status, a.Updates)
	}
	check.That(t, walk.Len()-1 == b.Detail.(*PerceptronDetail).Visits,
		"got %d steps, want %d, one for each visit", walk.Len()-1, b.Detail.(*PerceptronDetail).Visits)
}

func TestPerceptron_randomOrder(t *testing.T) {
	set := readOracle(t, "moons")
	p := dual(t, kernelGram(dot, set.X), set.Y)
	n := p.Len()
	tr := runTrace(t, Perceptron{EveryVisit: true, Seed: 11}, p, 3*n)
	var passes [3][]int
	for i := 1; i <= 3*n; i++ {
		d := tr.At(i).Detail.(*PerceptronDetail)
		passes[d.Pass-1] = append(passes[d.Pass-1], d.Point)
	}
	for i, points := range passes {
		sorted := slices.Sorted(slices.Values(points))
		check.That(t, slices.Equal(sorted, identity(n)),
			"pass %d visits %v, want every point once", i+1, points)
	}
	check.That(t, !slices.Equal(passes[0], passes[1]),
		"passes 1 and 2 both visit %v, want two orders", passes[0])
}

// When the perceptron has converged, every point is on the right side, even if some points were
// visited out of order.
func TestPerceptron_VisitOutOfOrder(t *testing.T) {
	set := readOracle(t, "blobs_sep")
	p := dual(t, kernelGram(dot, set.X), set.Y)
	rapid.Check(t, func(t *rapid.T) {
		s := Perceptron{EveryVisit: rapid.Bool().Draw(t, "every"), Seed: rapid.Uint64Range(0, 4).Draw(t, "seed")}
		tr := runTrace(t, s, p, 0)
		for range rapid.IntRange(0, 4).Draw(t, "disturbances") {
			tr = extendTrace(t, tr, rapid.IntRange(0, 2*p.Len()).Draw(t, "steps"))
			tr = tr.Append(s.Visit(p, tr.Last(), rapid.IntRange(0, p.Len()-1).Draw(t, "point")))
			if rapid.Bool().Draw(t, "reorder") {
				s.Seed = rapid.Uint64Range(0, 4).Draw(t, "seed")
				at := must.Value(s.Restate(p, tr.Last()))
				tr = tr.Cut(tr.Len()-2).Append(at).Resume(s, p)
			}
		}
		tr = extendTrace(t, tr, 10_000)
		last := tr.Last()
		check.Must(t, last.Status == Converged,
			"after 10 000 steps the status is %v, want %v", last.Status, Converged)
		for i := range p.Len() {
			if p.Y(i)*last.F(i) <= 0 {
				t.Fatalf("point %d with label %v has f = %v, want it on its side", i, p.Y(i), last.F(i))
			}
		}
	})
}

// A step moves every α by η times the derivative of W, computed by finite
// differences, and W rises while η < 2/λmax.
func TestAscent_followsGradient(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 4))
		x, y := make([][]float64, 7), make([]float64, 7)
		for i := range x {
			y[i] = 1 - 2*float64(i%2)
			x[i] = []float64{r.NormFloat64() + y[i], r.NormFloat64()}
		}
		g := LinearGram(x)
		p := dual(t, g, y)
		s := Ascent{Eta: 1.9 / LambdaMax(g), MaxSteps: 30}
		step := must.Value(s.Start(p))
		for !step.Status.Done() {
			next := must.Value(s.Next(p, step))
			for i := range x {
				const h = 1e-5
				up, down := step.CoefCopy(), step.CoefCopy()
				up[i], down[i] = up[i]+h, down[i]-h
				slope := (DualObjective(g, y, up) - DualObjective(g, y, down)) / (2 * h)
				change := next.Coef().At(i) - step.Coef().At(i)
				if math.Abs(change-s.Eta*slope) > 1e-6*(1+math.Abs(slope)) {
					t.Fatalf("seed %d step %d: α%d moved by %v, want %v", seed, next.N, i+1, change, s.Eta*slope)
				}
				var f float64
				for j, a := range next.Coef().All() {
					f += a * y[j] * g.At(i, j)
				}
				if math.Abs(f-next.F(i)) > 1e-9*(1+math.Abs(f)) {
					t.Fatalf("seed %d: f%d is %v, want %v", seed, i+1, next.F(i), f)
				}
			}
			if next.Objective < step.Objective-1e-9*math.Abs(step.Objective) {
				t.Errorf("seed %d step %d: W = %v, want at least %v", seed, next.N, next.Objective, step.Objective)
			}
			step = next
		}
		check.That(t, step.N == 30 && step.Status == IterationLimit && step.Sentence != "",
			"seed %d: ended at step %d as %v, %q, want step 30 as %v", seed, step.N, step.Status, step.Sentence,
			IterationLimit)
	}
}

// The sentence names the rate as the cause only if W falls, not if the dual is unbounded, as it is
// for two equal points with different labels and no bound on α.
func TestAscent_divergence(t *testing.T) {
	for _, c := range []struct {
		x    [][]float64
		eta  float64
		want string
	}{
		{[][]float64{{1}, {2}}, 10, "The rate is too large"},
		{[][]float64{{3e-5}, {3e-5}}, 1e8, "W has risen with them"}, // 2/λmax is above 10⁹
	} {
		p := dual(t, LinearGram(c.x), []float64{1, -1})
		tr := runTrace(t, Ascent{Eta: c.eta}, p, 1000)
		if last := tr.Last(); last.Status != Diverged || !strings.Contains(last.Sentence, c.want) {
			t.Errorf("%v with η = %g: got %v, %q, W = %g, want %v, %q", c.x, c.eta, last.Status, last.Sentence,
				last.Objective, Diverged, c.want)
		}
	}
}

// penalisedProblems returns a problem of 12 points in the plane with a kernel of six
// features, as dual and as primal, and its Gram matrix.
func penalisedProblems(t *testing.T, seed uint64) (inA, inW *Problem, g *Dense) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 7))
	rows, y := make([][]float64, 12), make([]float64, 12)
	for i := range rows {
		y[i] = 1 - 2*float64(i%2)
		a, b := r.NormFloat64()+y[i]/2, r.NormFloat64()
		rows[i] = []float64{1, a, b, a * a, a * b, b * b}
	}
	g = LinearGram(rows)
	return dual(t, g, y), primalOf(t, rows, y), g
}

// The step has the direction of the negative gradient of the objective in w,
// computed by finite differences. Below SafeStep the objective falls at every
// step.
func TestDescent_penalisedStep(t *testing.T) {
	for seed := range uint64(10) {
		dual, primal, g := penalisedProblems(t, seed)
		s := Logistic{Lambda: 1.5}
		s.Gamma = .99 * s.SafeStep(g)
		tr := runTrace(t, s, primal, 30)
		for i := range tr.Len() - 1 {
			at, next := tr.At(i), tr.At(i+1)
			for j := range at.coef {
				const h = 1e-5
				up, down := at.CoefCopy(), at.CoefCopy()
				up[j], down[j] = up[j]+h, down[j]-h
				slope := (objectiveOf(s, primal, up) - objectiveOf(s, primal, down)) / (2 * h)
				if step := next.coef[j] - at.coef[j]; math.Abs(step+s.Gamma*slope) > 1e-6*s.Gamma*(1+math.Abs(slope)) {
					t.Errorf("seed %d step %d: w%d moved by %v, want %v, −γ times the slope", seed, i+1, j+1, step,
						-s.Gamma*slope)
				}
			}
			if next.Objective > at.Objective*(1+1e-12) {
				t.Errorf("seed %d step %d: the objective is %v, want at most %v", seed, i+1, next.Objective,
					at.Objective)
			}
			if got := objectiveOf(s, primal, next.coef); math.Abs(got-next.Objective) > 1e-12*got {
				t.Errorf("seed %d step %d: the objective is %v, want %v", seed, i+1, next.Objective, got)
			}
		}
		// The dual run has the same objectives and gradients.
		last := runTrace(t, s, dual, 30).Last()
		if want := tr.Last(); math.Abs(last.Objective-want.Objective) > 1e-10*want.Objective ||
			math.Abs(last.Violation-want.Violation) > 1e-8*(1+want.Violation) {
			t.Errorf("seed %d: got objective %v, gradient %v in the dual, want %v, %v as in the primal", seed,
				last.Objective, last.Violation, want.Objective, want.Violation)
		}
	}
}

// objectiveOf computes the objective at the weights w from its definition.
func objectiveOf(s Logistic, p *Problem, w []float64) float64 {
	sum := s.Lambda * floats.Dot(w, w) / 2
	for i, row := range p.phi {
		sum += math.Log1p(math.Exp(-p.y[i] * floats.Dot(row, w)))
	}
	return sum
}

// At the optimum λaᵢ = yᵢ − s(fᵢ), and no |a| is above 1/λ, for λ over eight
// decades.
func TestLogistic_optimum(t *testing.T) {
	for seed := range uint64(5) {
		x, y := clouds(40, 2, 1, seed)
		g := kernelGram(rbf(.5), x)
		for e := -5; e <= 3; e++ {
			lambda := math.Pow(10, float64(e))
			s, err := SolveLogistic(context.Background(), symmetricCopy(g), y, lambda)
			check.Must(t, err == nil && s.Status == Converged,
				"λ = %v: got %v after %d, residual %v, error %v, want %v", lambda, s.Status, s.Iterations, s.Residual,
				err, Converged)
			for i, a := range s.Coef {
				var f float64
				for j, b := range s.Coef {
					f += g.At(i, j) * b
				}
				if want := (y[i]+1)/2 - Sigmoid(f); math.Abs(lambda*a-want) > 1e-7 || math.Abs(a) > 1/lambda ||
					a*y[i] <= 0 {
					t.Errorf("λ = %v, point %d: λa = %v, want y − s(f) = %v", lambda, i+1, lambda*a, want)
				}
			}
		}
	}
}

// For both kinds of labels, gradient descent from 0 converges to the optimum λa = y − s(f), to 1e-12,
// and agrees with Newton's method up to the tolerance of that method. The primal has the same f.
func TestSolveLogistic_agreesWithDescent(t *testing.T) {
	for seed := range uint64(testCount(2, 10)) {
		p, primal, g := penalisedProblems(t, seed)
		for _, lambda := range []float64{.5, 2, 10} {
			newton := must.Value(SolveLogistic(t.Context(), symmetricCopy(g), p.y, lambda))
			for _, form := range []LogisticForm{ZeroOne, PlusMinus} {
				s := Logistic{Lambda: lambda, Form: form}
				s.Gamma = s.SafeStep(g) / 2
				last, w := runTrace(t, s, p, 4000).Last(), runTrace(t, s, primal, 4000).Last()
				if off := floats.Distance(last.coef, newton.Coef, math.Inf(1)); !(off < 1e-9) ||
					math.Abs(last.Objective-newton.Objective) > 1e-9*newton.Objective {
					t.Errorf("seed %d, λ = %v, form %d: a is %v off Newton's, the objective %v, want %v", seed,
						lambda, form, off, last.Objective, newton.Objective)
				}
				for i, a := range last.coef {
					if rest := lambda*a - ZeroOne.Loss().residual((p.y[i]+1)/2, last.F(i)); math.Abs(rest) > 1e-12 {
						t.Errorf("seed %d, λ = %v: at point %d λa − (y − s(f)) = %v, want 0", seed, lambda, i+1, rest)
					}
					if math.Abs(w.F(i)-last.F(i)) > 1e-11 {
						t.Errorf("seed %d, λ = %v: f(x%d) of the primal is %v, want %v as of the dual", seed, lambda,
							i+1,
							w.F(i), last.F(i))
					}
				}
			}
		}
	}
}

func TestSolveLogistic_errors(t *testing.T) {
	x, y := clouds(6, 2, 1, 1)
	g := kernelGram(rbf(.5), x)
	var param *ParamError
	if _, err := SolveLogistic(context.Background(), symmetricCopy(g), y, 0); !errors.As(err, &param) {
		t.Errorf("λ = 0: got error %v, want a ParamError", err)
	}
	if _, err := SolveLogistic(context.Background(), symmetricCopy(g), y[:5], 1); err == nil {
		t.Error("five labels for six points: got no error, want one")
	}
	var one *OneClassError
	if _, err := SolveLogistic(context.Background(), symmetricCopy(g), []float64{1, 1, 1, 1, 1, 1}, 1); !errors.As(err,
		&one) {
		t.Errorf("one class: got error %v, want a OneClassError", err)
	}
	ended, end := context.WithCancel(context.Background())
	end()
	if s, err := SolveLogistic(ended, symmetricCopy(g), y, 1); err != nil || s.Status != Interrupted {
		t.Errorf("cancelled before the start: got %v, error %v, want %v", s.Status, err, Interrupted)
	}
}
