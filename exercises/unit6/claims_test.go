package unit6

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/kernels"
	"kernellab/solvers"
	"kernellab/testdata/support/lessontest"
)

// What the texts of unit 6 claim, computed once more from the formulas alone.

// walk is descent on w carried in a: a ← a + rate·r(f), f = Ka, for some steps.
// After each of them see has a, and what the step added.
func walk(k [][]float64, rate float64, residual func(i int, f float64) float64, steps int,
	see func(a, added []float64)) {
	a := make([]float64, len(k))
	for range steps {
		added := make([]float64, len(a))
		for i := range a {
			added[i] = rate * residual(i, floats.Dot(k[i], a))
		}
		floats.Add(a, added)
		see(a, added)
	}
}

// rowsOf is K of a set, row by row.
func rowsOf(set *dataset.Set, k kernels.Kernel[[]float64]) [][]float64 {
	out := make([][]float64, set.Len())
	for i := range out {
		for j := range set.Len() {
			out[i] = append(out[i], k.Eval(set.Point(i), set.Point(j)))
		}
	}
	return out
}

func TestThreeDigits_gramMatrixByHand(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		p := newThreePoints(seed)
		lessontest.CheckGram(t, p.gram(), openTask(t, "6.1", "gram", seed),
			func(i, j int) float64 { return p.x[i] * p.x[j] })
	}
}

// TestThreePoints_swingBeyondTheLimit checks that the line of 6.1 swings wider at each
// step with a rate of 1.1 times the limit, and that the last stage opens at that rate.
func TestThreePoints_swingBeyondTheLimit(t *testing.T) {
	for _, seed := range lessontest.Fifty() {
		p := newThreePoints(seed)
		var xx, xt float64
		for i, x := range p.x {
			xx, xt = xx+x*x, xt+x*p.t[i]
		}
		at, limit := xt/xx, 3/xx
		w, off := 0.0, -xt/xx
		for range 20 {
			var sum float64
			for i, x := range p.x {
				sum += (p.t[i] - w*x) * x
			}
			w += 2 * (1.1 * limit) / 3 * sum
			if now := w - at; now*off >= 0 || math.Abs(now) <= math.Abs(off) {
				t.Fatalf("seed %d: w goes from %g off to %g off, want the other side and farther away", seed, off,
					now)
			}
			off = w - at
		}
		scene := openTask(t, "6.1", "side", seed).Scene(context.Background(), exercises.Answers{"beyond": "slow"})
		eta := scene.Controls[0]
		if eta.Name != "eta" || math.Abs(eta.Number()-1.1*limit) > 0.006*limit {
			t.Fatalf("seed %d: the stage opens with %s = %s, want eta = %g", seed, eta.Name, eta.Value, 1.1*limit)
		}
	}
}

// TestThreePoints_oneWeightHasManyDuals checks that below the limit w comes to rest
// while a keeps changing by the same amount.
func TestThreePoints_oneWeightHasManyDuals(t *testing.T) {
	for _, seed := range append(lessontest.Fifty(), 96) { // 96 draws targets on a line through the origin first
		p := newThreePoints(seed)
		k := rowsOf(p.set(), kernels.Linear{})
		var last []float64
		steps := 0
		walk(k, p.rate, func(i int, f float64) float64 { return p.t[i] - f }, 400, func(_, added []float64) {
			if steps++; steps < 300 {
				last = added
				return
			}
			if math.Abs(p.weight(added)) > 1e-9 {
				t.Fatalf("seed %d: w still moves by %g, want 0", seed, p.weight(added))
			}
			if floats.Norm(added, 2) < 0.01 || floats.Distance(added, last, 2) > 1e-9 {
				t.Fatalf("seed %d: a moves by %v, want %v, as in the step before, and not 0", seed, added, last)
			}
		})
	}
}

// TestVanishes_isWhereOneMinusSigmoidIsZero finds the first whole f at which 1 − s(f) is
// 0 in floating-point arithmetic.
func TestVanishes_isWhereOneMinusSigmoidIsZero(t *testing.T) {
	minus := func(f float64) float64 { s := 1 / (1 + math.Exp(-f)); return 1 - s }
	f := vanishes()
	for g := range farthestScore + 1 {
		if got := minus(float64(g)) == 0; got != (g >= f) {
			t.Errorf("1 − s(%d) is 0: got %v, want %v", g, got, g >= f)
		}
	}
	if lost := 53 * math.Ln2; float64(f-1) >= lost || float64(f) <= lost {
		t.Errorf("s(−f) passes 2⁻⁵³ at %g: got 1 − s(f) = 0 from %d on, want the next whole number", lost, f)
	}
	s := openTask(t, "6.3", "digits", 1)
	table := strings.Join(s.Scene(context.Background(), exercises.Answers{"score": "40"}).Figures[0].Plot.Words(), "\n")
	if !strings.Contains(table, "1 − s(f), as it is computed: 0.") ||
		!strings.Contains(table, "4.248354255291589·10⁻¹⁸") {
		t.Errorf("f = 40: got the table %q, want 1 − s(f) beginning with 0. and s(−f) with 4.248354255291589·10⁻¹⁸",
			table)
	}
}

// TestPlusMinus_differsFromZeroOneByRounding runs y·s(−yf) and y′ − s(f). They differ by
// rounding only, unless the steps overshoot.
func TestPlusMinus_differsFromZeroOneByRounding(t *testing.T) {
	side := func(answers exercises.Answers, steps int) (worst float64, notes string) {
		run, err := openTask(t, "6.3", "side", 1).Scene(context.Background(), answers).Run.Extend(context.Background(),
			steps, exercises.Break{})
		if err != nil {
			t.Fatal(err)
		}
		traces := run.(interface{ Traces() []solvers.Trace }).Traces()
		for i := range min(traces[0].Len(), traces[1].Len()) {
			u, v := traces[0].At(i).CoefCopy(), traces[1].At(i).CoefCopy()
			worst = math.Max(worst, floats.Distance(u, v, math.Inf(1)))
		}
		return worst, lessontest.Text(run.Frame(run.Len() - 1).Notes)
	}
	if worst, notes := side(nil, 400); worst == 0 || worst >= 1e-12 || !strings.Contains(notes, "1 − s(f) = ") {
		t.Errorf("400 steps of both forms: got a difference of %g, want above 0 and below 1e-12; notes:\n%s", worst,
			notes)
	}
	if worst, _ := side(exercises.Answers{"kernel": "linear", "gamma": "7"}, 400); worst < 1e-3 {
		t.Errorf("400 steps that overshoot: got a difference of %g, want at least 1e-3", worst)
	}
	if _, notes := side(exercises.Answers{"gamma": "7"}, 3); !strings.Contains(notes, "1 − s(f) = 0,") {
		t.Errorf("γ = 7: got notes %q, want 1 − s(f) = 0 in them", notes)
	}
}

// TestFourPoints_updatesAndRounds compares the counts of 6.5 with those of a perceptron
// written here.
func TestFourPoints_updatesAndRounds(t *testing.T) {
	for _, seed := range lessontest.Fifty() {
		four := newFourPoints(seed)
		vars := four.vars()
		mistakes, visits := mistakesOf(four.set, lesson.Quadratic(), 50)
		if len(mistakes) != 4 || vars.Text("fourUpdates") != "4" ||
			vars.Text("fourVisits") != exercises.FormatNumber(float64(visits)) {
			t.Errorf("seed %d: %d mistakes in %d visits, want 4 and the numbers of the lesson, %s in %s", seed,
				len(mistakes), visits, vars.Text("fourUpdates"), vars.Text("fourVisits"))
		}
		round := updatesOfARound(four.set)
		endless, _ := mistakesOf(four.set, kernels.Linear{}, 50)
		if last := endless[len(endless)-round:]; len(endless) < 4*round ||
			!slices.Equal(last, endless[len(endless)-2*round:len(endless)-round]) {
			t.Errorf("seed %d: want a round of %d updates that repeats, got the mistakes %v", seed, round, endless)
		}
	}
}

// mistakesOf are the mistakes of the perceptron in order, and how many points it
// has visited when a whole pass, or the last of so many, has ended.
func mistakesOf(set *dataset.Set, k kernels.Kernel[[]float64], passes int) (mistakes []int, visits int) {
	alpha, b := make([]float64, set.Len()), 0.0
	for range passes {
		before := len(mistakes)
		for i := range set.Len() {
			visits++
			f := b
			for j, a := range alpha {
				f += a * set.Label(j) * k.Eval(set.Point(j), set.Point(i))
			}
			if set.Label(i)*f <= 0 {
				alpha[i]++
				b += set.Label(i)
				mistakes = append(mistakes, i)
			}
		}
		if len(mistakes) == before {
			break
		}
	}
	return mistakes, visits
}

// TestReport_hidesOtherRightFormsBeforeAcceptance checks that no report on a wrong
// answer contains a right form, for instance if a student types the question back.
func TestReport_hidesOtherRightFormsBeforeAcceptance(t *testing.T) {
	for id, l := range Unit().Lessons {
		e := lessontest.Open(t, l, id, 3)
		for _, s := range e.Tasks {
			in := s.Info()
			tries := map[string]exercises.Answers{
				"slope":  {"slope": "e^(-u)/(1+e^(-u))^2"},
				"cancel": {"outer": "y/s-(1-y)/(1-s)", "product": "(y/s-(1-y)/(1-s)) s (1-s)"},
				"plus":   {"plus": "1-s(f)"},
			}
			all := []exercises.Answers{tries[in.Name]}
			for _, m := range in.Misconceptions {
				all = append(all, m.Example)
			}
			for _, a := range all {
				if r := s.Check(context.Background(), a); !r.Accepted && strings.Contains(everything(r), "right form") {
					t.Errorf("%s %s: Check(%v) says %q, want no other right form before it is accepted", id, in.Name,
						a, everything(r))
				}
			}
		}
	}
}

// everything is what a report says, without advice.
func everything(r exercises.Report) string {
	out := r.Headline + "\n" + lessontest.Text(r.Fact)
	for _, f := range r.Fields {
		out += "\n" + f.Message
	}
	return out
}

// openTask opens a task of an exercise.
func openTask(t testing.TB, id, name string, seed uint64) exercises.Task {
	t.Helper()
	return lessontest.Task(t, lessontest.Open(t, Unit().Lessons[id], id, seed), name)
}
