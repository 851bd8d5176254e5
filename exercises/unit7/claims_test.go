package unit7

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
	"kernellab/testdata/support/lessontest"
	"kernellab/testdata/support/must"
)

// What 7.2 to 7.9 ask and claim, computed on another way.

// TestClouds_countSupportVectors checks for 7.2 that the clouds depend on the seed, that
// no line separates them, and that the counts asked for are those of the stage and do
// not depend on the tolerance.
func TestClouds_countSupportVectors(t *testing.T) {
	drawn := map[string]bool{}
	for seed := range uint64(lessontest.Seeds) {
		p := softMargin(worksheets.Brief{Seed: seed})
		m := stage.Model{Set: newClouds(rand.New(rand.NewPCG(seed, 72))).set, Kernel: kernels.Linear{}}
		drawn[fmt.Sprint(m.Set.Point(0))] = true
		gram := must.Value(m.Gram())
		for c, want := range map[float64]string{0.01: p.Vars.Text("many"), 10: p.Vars.Text("few"),
			0.0001: p.Vars.Text("n")} {
			s := must.Value(solvers.SolveSVM(context.Background(), gram, m.Labels(), solvers.Options{C: c, Tol: 1e-8}))
			n, paid := 0, 0.0
			for i, a := range s.Alpha {
				if a > 1e-6*c {
					n++
				}
				paid = max(paid, 1-m.Labels()[i]*(s.Scores[i]+s.Bias))
			}
			if strconv.Itoa(n) != want || paid < 1 {
				t.Errorf("seed %d, C = %v: %d support vectors at a fine tolerance, want %s; largest slack %v, want at least 1",
					seed, c, n, want, paid)
			}
			scene := openTask(t, "7.2", "slide", seed).Scene(context.Background(),
				exercises.Answers{"C": exercises.FormatNumber(c)})
			if title := scene.Figures[0].Title; !strings.Contains(title, ", "+want+" support vectors") {
				t.Errorf("seed %d, C = %v: got the title %q, want %s support vectors in it", seed, c, title, want)
			}
		}
	}
	if len(drawn) < lessontest.Seeds/2 {
		t.Errorf("got %d sets of points in %d seeds, want at least half as many sets as seeds", len(drawn),
			lessontest.Seeds)
	}
}

// TestSolvedDual_satisfiesKKT checks the conditions for 7.4 at every point. The b of the
// run that stopped early is near that of the solution.
func TestSolvedDual_satisfiesKKT(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		d := newSolvedDual(seed)
		var balance float64
		for i, a := range d.Alpha {
			x, f := d.Set.Point(i), d.Bias
			for j, b := range d.Alpha {
				z := d.Set.Point(j)
				f += b * d.Set.Label(j) * (x[0]*z[0] + x[1]*z[1])
			}
			m := d.Set.Label(i) * f
			balance += a * d.Set.Label(i)
			switch {
			case a == 0 && m < 1-1e-6, a == solvedC && m > 1+1e-6, a > 0 && a < solvedC && math.Abs(m-1) > 1e-6, a < 0,
				a > solvedC:
				t.Errorf("seed %d: point %d has α = %v and t·f = %v, want them to satisfy the KKT conditions", seed,
					i+1, a, m)
			}
		}
		if math.Abs(balance) > 1e-9 || math.Abs(d.mean()-d.Bias) > 0.15 {
			t.Errorf("seed %d: got Σαt = %v, want 0; b = %v by the mean, want about %v", seed, balance, d.mean(),
				d.Bias)
		}
	}
}

// TestStall_andRaceNeedTheUpdatesOfTheText counts the updates after which the printed rule of
// 7.8 is stuck on the built-in sets, and those that four rules need. The numbers come
// from the reference implementation of the curriculum (numpy, tolerance 1e-3).
func TestStall_andRaceNeedTheUpdatesOfTheText(t *testing.T) {
	for _, c := range []struct {
		set    string
		kernel kernels.Kernel[[]float64]
		stuck  int
		race   [4]int // zero: not known
	}{
		{"worksheet1d", lesson.Quadratic(), 9, [4]int{144, 135, 72, 237}},
		{"moons", kernels.RBF{Sigma: 0.5}, 6, [4]int{212, 182, 57, 801}},
		{"blobs_sep", kernels.Linear{}, 2, [4]int{}}, {"circles", lesson.Quadratic(), 7, [4]int{}},
	} {
		m := stage.Model{Set: dataset.MustBuiltin(c.set), Kernel: c.kernel}
		printed := lesson.Walk(m, stall{}.solver(solvers.MaxErrorLiteral), 500)
		if last := printed.Last(); last.Status != solvers.Stuck || last.Updates != c.stuck {
			t.Errorf("%s: %v after %d updates, want stuck after %d", c.set, last.Status, last.Updates, c.stuck)
		}
		done := runRules(m)
		for i, want := range c.race {
			if last := done.traces[i].Last(); last.Status != solvers.Converged || want > 0 && last.Updates != want {
				t.Errorf("%s, rule %d: %v after %d updates, want %d", c.set, i, last.Status, last.Updates, want)
			}
		}
	}
}

// TestStall_candidatesByHand checks that l of 7.8 has the largest error difference of
// all candidates and cannot move, and that the better one has the largest of those that
// can.
func TestStall_candidatesByHand(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		s := newStall(seed, 3, stall.isClear)
		k, l, better := s.idle.K, -1, -1
		f := make([]float64, s.Len())
		for i := range f {
			for j, a := range s.Alpha {
				f[i] += a * s.Y[j] * quadraticOf(s.set.Point(j)[0], s.set.Point(i)[0])
			}
			f[i] -= s.Y[i]
		}
		for i := range f {
			grows := s.Y[i] > 0 && s.Alpha[i] < stuckC || s.Y[i] < 0 && s.Alpha[i] > 0
			shrinks := s.Y[i] > 0 && s.Alpha[i] > 0 || s.Y[i] < 0 && s.Alpha[i] < stuckC
			far := func(than int) bool { return than < 0 || math.Abs(f[i]-f[k]) > math.Abs(f[than]-f[k]) }
			if i != k && far(l) {
				l = i
			}
			if moves := s.Up(k) && shrinks && f[i] > f[k] || s.Low(k) && grows && f[i] < f[k]; i != k && moves &&
				far(better) {
				better = i
			}
		}
		if l != s.idle.L || better != s.better {
			t.Errorf("seed %d: got l = %d and %d, want %d and %d (by hand)", seed, s.idle.L+1, s.better+1, l+1,
				better+1)
		}
		if v := s.vars(); (v["mark"] == "low") != s.Up(k) || v["fWay"] == "above" != (f[better] > f[k]) {
			t.Errorf("seed %d: got %v, want them to agree with: k may grow %v, the better partner lies above %v",
				seed, v, s.Up(k), f[better] > f[k])
		}
	}
}

// TestOwnCode_loopThatDoesNotWait makes by hand the first step of a loop that uses each
// changed a at once.
func TestOwnCode_loopThatDoesNotWait(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		p := ownCode(worksheets.Brief{Seed: seed})
		set := p.Sets["six"].(*dataset.Set)
		gamma := must.Value(strconv.ParseFloat(p.Vars.Text("gamma"), 64))
		point, f, a := 0, 0.0, make([]float64, set.Len())
		for i := range a {
			var fi float64
			for j := range i {
				fi += a[j] * (set.Point(i)[0]*set.Point(j)[0] + set.Point(i)[1]*set.Point(j)[1])
			}
			if math.Abs(fi) > 1e-9 {
				point, f = i+1, fi
				break
			}
			a[i] = gamma * ((set.Label(i)+1)/2 - .5)
		}
		wrong := p.Vars["wrong"].(float64)
		if point == 0 || p.Vars.Text("early") != fmt.Sprint(point) || math.Abs(wrong-f) > 1e-9 || math.Abs(f) < 0.005 {
			t.Errorf("seed %d: got %v, want f = %v at point %d", seed, p.Vars, f, point)
		}
		if !strings.Contains(p.Vars.Text("says"), "changed already") {
			t.Errorf("seed %d: says = %q, want \"changed already\" in it", seed, p.Vars.Text("says"))
		}
	}
}

// TestOwnCode_firstLineByHand computes the first line of the trace of 7.9.
func TestOwnCode_firstLineByHand(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		p := ownCode(worksheets.Brief{Seed: seed})
		set := p.Sets["six"].(*dataset.Set)
		first := func(label float64) int {
			for i, y := range set.Labels() {
				if y == label {
					return i
				}
			}
			return -1
		}
		k, l := first(1), first(-1)
		dx, dy := set.Point(k)[0]-set.Point(l)[0], set.Point(k)[1]-set.Point(l)[1]
		kappa := dx*dx + dy*dy
		al, err := strconv.ParseFloat(p.Vars.Text("al"), 64)
		if p.Vars.Text("k") != fmt.Sprint(k+1) || p.Vars.Text("l") != fmt.Sprint(l+1) ||
			p.Vars.Text("kappa") != fmt.Sprint(kappa) || err != nil || math.Abs(al-2/kappa) > 1e-9 {
			t.Errorf("seed %d: got %v, want k = %d, l = %d, κ = %v, αₗ = %v", seed, p.Vars, k+1, l+1, kappa, 2/kappa)
		}
	}
}

// openTask opens a task of an exercise.
func openTask(t testing.TB, id, name string, seed uint64) exercises.Task {
	t.Helper()
	return lessontest.Task(t, lessontest.Open(t, Unit().Lessons[id], id, seed), name)
}
