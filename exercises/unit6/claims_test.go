package unit6

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"

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

// labelled is y′ − s(f), with y′ in {0, 1}, as it stands.
func labelled(set *dataset.Set) func(i int, f float64) float64 {
	return func(i int, f float64) float64 { return (set.Label(i)+1)/2 - 1/(1+math.Exp(-f)) }
}

// 6.1: a tenth beyond the limit the line swings, wider each time, and the last
// stage opens there.
func TestBeyondTheLimitTheLineSwings(t *testing.T) {
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
				t.Fatalf("seed %d: w goes from %g off to %g off", seed, off, now)
			}
			off = w - at
		}
		scene := step(t, "6.1", "side", seed).Scene(context.Background(), exercises.Answers{"beyond": "slow"})
		eta := scene.Controls[0]
		if eta.Name != "eta" || math.Abs(eta.Number()-1.1*limit) > 0.006*limit {
			t.Fatalf("seed %d: the stage opens with %s = %s, beyond is %g", seed, eta.Name, eta.Value, 1.1*limit)
		}
		run, err := scene.Run.Extend(context.Background(), 5, exercises.Break{})
		if err != nil {
			t.Fatal(err)
		}
		if notes := lessontest.Text(
			run.Frame(5).Notes,
		); !strings.Contains(notes, "you expected: it settles, only more slowly") ||
			!strings.Contains(notes, "it does this: f(") {
			t.Errorf("seed %d: the notes do not come back to the prediction:\n%s", seed, notes)
		}
	}
}

// 6.1: below the limit w comes to rest, and a goes on by the same amount.
func TestOneWeightHasManyDuals(t *testing.T) {
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
				t.Fatalf("seed %d: w still moves, by %g", seed, p.weight(added))
			}
			if floats.Norm(added, 2) < 0.01 || floats.Distance(added, last, 2) > 1e-9 {
				t.Fatalf("seed %d: a moves by %v, before by %v", seed, added, last)
			}
		})
	}
}

// 6.2, 6.4: all pushes of a point have the sign of its class, so |a| never
// shrinks, with every kernel and every γ that the stages offer. Where the
// classes cannot be separated the pushes do not get small; where they can, they
// do.
func TestPushesHaveTheSignOfTheClass(t *testing.T) {
	shrinks := map[string]bool{"RBF": true, "quadratic": false}
	for name, kernel := range map[string]kernels.Kernel[[]float64]{
		"linear": kernels.Linear{}, "quadratic": lesson.Quadratic(), "cubic": kernels.Poly{Degree: 3, C: 1},
		"RBF": kernels.RBF{Sigma: 0.5},
	} {
		set := dataset.MustBuiltin("moons")
		k := rowsOf(set, kernel)
		safe := solvers.GammaSafe(solvers.NewDense(kernels.Gram(kernel, set.Points())))
		for _, share := range []float64{0.5, 1, 30} {
			smallest, early, late, steps := 0.0, 0.0, 0.0, 0
			walk(k, share*safe, labelled(set), 2000, func(a, added []float64) {
				steps++
				least := math.Inf(1)
				for i, v := range a {
					if d := added[i] * set.Label(i); d < 0 || d == 0 && share <= 1 || v*set.Label(i) <= 0 {
						t.Fatalf("%s, %v of the safe γ, step %d: point %d of class %v has a = %g and is pushed by %g",
							name, share, steps, i+1, set.Label(i), v, added[i])
					}
					least = math.Min(least, math.Abs(v))
				}
				if least < smallest {
					t.Fatalf("%s: the smallest |a| falls from %g to %g", name, smallest, least)
				}
				smallest = least
				switch steps {
				case 200:
					early = floats.Norm(added, 1)
				case 2000:
					late = floats.Norm(added, 1)
				}
			})
			if want, known := shrinks[name]; known && share <= 1 && (late < 0.5*early) != want {
				t.Errorf("%s: the pushes add up to %g at step 200 and %g at step 2000", name, early, late)
			}
		}
	}
}

// 6.2: on moons with the quadratic kernel some points with y = 1 stay on the
// wrong side, and their bars point up and are among the longest.
func TestWrongPointsHaveTheLongestBars(t *testing.T) {
	set := dataset.MustBuiltin("moons")
	k := rowsOf(set, lesson.Quadratic())
	var end []float64
	walk(k, 0.5*solvers.GammaSafe(solvers.NewDense(kernels.Gram[[]float64](lesson.Quadratic(), set.Points()))),
		labelled(set), 400, func(a, _ []float64) { end = slices.Clone(a) })
	sizes := make([]float64, len(end))
	for i, v := range end {
		sizes[i] = math.Abs(v)
	}
	slices.Sort(sizes)
	wrong := 0
	for i := range end {
		if floats.Dot(k[i], end)*set.Label(i) > 0 {
			continue
		}
		wrong++
		if math.Abs(end[i]) < sizes[len(sizes)*3/4] {
			t.Errorf("point %d is wrong, and |a| = %g is none of the longest quarter", i+1, math.Abs(end[i]))
		}
	}
	if wrong == 0 {
		t.Error("no point is on the wrong side")
	}
}

// 6.3: from which f on 1 − s(f) is 0 in the arithmetic of a computer.
func TestOneMinusSigmoidVanishes(t *testing.T) {
	minus := func(f float64) float64 { s := 1 / (1 + math.Exp(-f)); return 1 - s }
	f := vanishes()
	for g := range farthestScore + 1 {
		if got := minus(float64(g)) == 0; got != (g >= f) {
			t.Errorf("1 − s(%d) is 0: %v", g, got)
		}
	}
	if lost := 53 * math.Ln2; float64(f-1) >= lost || float64(f) <= lost {
		t.Errorf("s(−f) passes 2⁻⁵³ at %g, and 1 − s(f) is 0 from %d on", lost, f)
	}
	s := step(t, "6.3", "digits", 1)
	table := strings.Join(s.Scene(context.Background(), exercises.Answers{"score": "40"}).Figures[0].Plot.Words(), "\n")
	if !strings.Contains(table, "1 − s(f), as it is computed: 0.") ||
		!strings.Contains(table, "4.248354255291589e−18") {
		t.Errorf("at f = 40 the table has %q", table)
	}
}

// 6.3: beside y·s(−yf) goes y′ − s(f) with its subtraction. They part by
// rounding, which shows, and where the steps overshoot by more than that.
func TestFormsPartByRounding(t *testing.T) {
	side := func(answers exercises.Answers, steps int) (worst float64, notes string) {
		run, err := step(t, "6.3", "side", 1).Scene(context.Background(), answers).Run.Extend(context.Background(),
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
		t.Errorf("they part by %g\n%s", worst, notes)
	}
	if worst, _ := side(exercises.Answers{"kernel": "linear", "gamma": "7"}, 400); worst < 1e-3 {
		t.Errorf("where the steps overshoot they part by %g", worst)
	}
	if _, notes := side(exercises.Answers{"gamma": "7"}, 3); !strings.Contains(notes, "1 − s(f) = 0,") {
		t.Errorf("with γ = 7 no 1 − s(f) is 0:\n%s", notes)
	}
}

// 6.5: what the exercise counts, by a perceptron of its own.
func TestPerceptronOnTheFourPoints(t *testing.T) {
	for _, seed := range lessontest.Fifty() {
		four := newFourPoints(seed)
		vars := four.vars()
		mistakes, visits := mistakesOf(four.set, lesson.Quadratic(), 50)
		if len(mistakes) != 4 || vars.Text("fourUpdates") != "4" ||
			vars.Text("fourVisits") != exercises.FormatNumber(float64(visits)) {
			t.Errorf("seed %d: %d mistakes in %d visits, the lesson has %s in %s", seed, len(mistakes), visits,
				vars.Text("fourUpdates"), vars.Text("fourVisits"))
		}
		round := updatesOfARound(four.set)
		endless, _ := mistakesOf(four.set, kernels.Linear{}, 50)
		if last := endless[len(endless)-round:]; len(endless) < 4*round ||
			!slices.Equal(last, endless[len(endless)-2*round:len(endless)-round]) {
			t.Errorf("seed %d: a round is said to take %d updates; the mistakes are %v", seed, round, endless)
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

// 6.5: no line separates the overlapping blobs, and w and b do not come back
// within the passes that the stage has.
func TestBlobsGoOnWithoutACircle(t *testing.T) {
	set := dataset.MustBuiltin("blobs_overlap")
	// Two convex combinations, one of each class, that are one point.
	constraints := mat.NewDense(set.Dim()+2, set.Len(), nil)
	for i := range set.Len() {
		for j, v := range set.Point(i) {
			constraints.Set(j, i, set.Label(i)*v)
		}
		constraints.Set(set.Dim()+int(set.Label(i)+1)/2, i, 1)
	}
	if _, _, err := lp.Simplex(make([]float64, set.Len()), constraints, []float64{0, 0, 1, 1}, 1e-9, nil); err != nil {
		t.Errorf("the hulls of the classes do not meet: %v", err)
	}
	w, seen := make([]float64, 3), map[[3]int64]bool{}
	for pass := range 200 {
		for i := range set.Len() {
			x, y := set.Point(i), set.Label(i)
			if y*(w[0]*x[0]+w[1]*x[1]+w[2]) <= 0 {
				w[0], w[1], w[2] = w[0]+y*x[0], w[1]+y*x[1], w[2]+y
			}
		}
		at := [3]int64{int64(math.Round(w[0] * 1e9)), int64(math.Round(w[1] * 1e9)), int64(math.Round(w[2] * 1e9))}
		if seen[at] {
			t.Fatalf("after pass %d w and b are what they were", pass+1)
		}
		seen[at] = true
	}
}

// Who types the question back, or the value in another form, is not told the
// answer: no right form stands in what is said before one is accepted.
func TestNoOtherRightFormBeforeAcceptance(t *testing.T) {
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
					t.Errorf("%s %s: %v is told %s", id, in.Name, a, everything(r))
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

// Who has a step of unit 6 right reads its idea, but for predictions, whose
// truth comes later; and every exercise ends with what is now known.
func TestUnitSixTellsItsIdeas(t *testing.T) {
	predicted := []string{"beyond", "signs", "parting", "zeros", "narrow", "forever", "slower", "guess"}
	for id, l := range Unit().Lessons {
		e := lessontest.Open(t, l, id, 3)
		for i, s := range e.Tasks {
			in := s.Info()
			last := i == len(e.Tasks)-1
			if last != (in.Name == "know") || last != (len(in.Reference) == 0) {
				t.Errorf("%s %s: only the last step asks nothing, and tells what is now known", id, in.Name)
			}
			if want := !last && !slices.Contains(predicted, in.Name); (len(in.Insight) > 0) != want {
				t.Errorf("%s %s: has an insight: %v, want %v", id, in.Name, !want, want)
			}
		}
	}
}
