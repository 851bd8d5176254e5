package breakpoint

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"kernellab/solvers"
	"kernellab/testdata/support/must"
)

// truths are conditions, each with a Go function of the same meaning.
var truths = []struct {
	path, text string
	// is reports whether the condition is true at a step. state means that it describes a
	// state, so it holds where it becomes true.
	is    func(p path, prev, now solvers.Step) bool
	state bool
}{
	{"smo", "alpha[3] == C", func(_ path, _, now solvers.Step) bool { return now.Coef().At(2) == 1 }, true},
	{"smo", "clip == H", func(_ path, _, now solvers.Step) bool {
		d, ok := now.Detail.(*solvers.SMODetail)
		return ok && d.Clipped && d.Unclipped > d.Hi
	}, false},
	{"smo moons", "clip", func(_ path, _, now solvers.Step) bool {
		d, ok := now.Detail.(*solvers.SMODetail)
		return ok && d.Clipped
	}, false},
	{"smo moons", "gap < 1", func(_ path, _, now solvers.Step) bool { return now.Gap < 1 }, true},
	{"smo moons", "violation < 0.1", func(_ path, _, now solvers.Step) bool { return now.Violation < .1 }, true},
	{"smo moons", "W rises",
		func(_ path, prev, now solvers.Step) bool { return now.Objective > prev.Objective*(1+1e-12) }, false},
	{"smo moons", "gap drops", func(_ path, prev, now solvers.Step) bool { return now.Gap < prev.Gap*(1-1e-12) },
		false},
	{"least squares", "gradient < .2", func(_ path, _, now solvers.Step) bool { return now.Violation < .2 }, true},
	{"smo moons", "W stalls", func(_ path, prev, now solvers.Step) bool {
		return math.Abs(now.Objective-prev.Objective) <= prev.Objective/1000
	}, false},
	{"smo moons", "pred(x5) flips", func(_ path, prev, now solvers.Step) bool { return prev.F(4)*now.F(4) < 0 }, false},
	{"smo moons", "pred flips", func(p path, prev, now solvers.Step) bool {
		for i := range p.prob.Len() {
			if prev.F(i)*now.F(i) < 0 {
				return true
			}
		}
		return false
	}, false},
	{"smo moons", "nSV changes", func(_ path, prev, now solvers.Step) bool { return countSV(prev) != countSV(now) },
		false},
	{"smo moons", "nSV >= 9", func(_ path, _, now solvers.Step) bool { return countSV(now) >= 9 }, true},
	{"smo", "abs(dalpha[2]) > .1", func(_ path, prev, now solvers.Step) bool {
		return math.Abs(now.Coef().At(1)-prev.Coef().At(1)) > .1
	}, false},
	{"smo", "k == 3 or l == 5", func(_ path, _, now solvers.Step) bool {
		d, ok := now.Detail.(*solvers.SMODetail)
		return ok && (d.K == 2 || d.L == 4)
	}, false},
	{"smo", "alpha[k] == C or alpha[l] == C", func(_ path, _, now solvers.Step) bool {
		d, ok := now.Detail.(*solvers.SMODetail)
		return ok && (now.Coef().At(d.K) == 1 || now.Coef().At(d.L) == 1)
	}, false},
	{"smo moons", "E[3] > 0", func(p path, _, now solvers.Step) bool { return now.F(2)-p.prob.Y(2) > 0 }, true},
	{"smo moons", "n == 10", func(_ path, _, now solvers.Step) bool { return now.N == 10 }, true},
	{"smo moons", "0 < alpha[7] < C", func(_ path, _, now solvers.Step) bool {
		return now.Coef().At(6) > 0 && now.Coef().At(6) < .5
	}, true},
	{"smo moons", "not (gap < 1 and clip)", func(_ path, _, now solvers.Step) bool {
		d, ok := now.Detail.(*solvers.SMODetail)
		return !(now.Gap < 1) || ok && !d.Clipped
	}, false},
	{"smo moons", "errors == 0", func(p path, _, now solvers.Step) bool {
		for i := range p.prob.Len() {
			if p.prob.Y(i)*now.F(i) <= 0 {
				return false
			}
		}
		return true
	}, true},
	{"perceptron", "mistake", func(_ path, prev, now solvers.Step) bool { return now.Updates > prev.Updates }, false},
	{"perceptron", "epoch changes", func(p path, prev, now solvers.Step) bool {
		n := p.prob.Len()
		return max(0, prev.N-1)/n != (now.N-1)/n
	}, false},
	{"perceptron", "margin < 0", func(p path, prev, now solvers.Step) bool {
		i := (now.N - 1) % p.prob.Len()
		return now.N > 0 && p.prob.Y(i)*prev.F(i) < 0
	}, false},
	{"perceptron", "point == 2",
		func(p path, _, now solvers.Step) bool { return now.N > 0 && (now.N-1)%p.prob.Len() == 1 }, false},
	{"perceptron", "status == converged",
		func(_ path, _, now solvers.Step) bool { return now.Status == solvers.Converged }, true},
	{"least squares diverging", "loss rises",
		func(_ path, prev, now solvers.Step) bool { return now.Objective > prev.Objective }, false},
	{"least squares", "f(x3) > .5", func(_ path, _, now solvers.Step) bool { return now.F(2) > .5 }, true},
	{"least squares", "da[2] < 0",
		func(_ path, prev, now solvers.Step) bool { return now.Coef().At(1) < prev.Coef().At(1) }, false},
	{"logistic", "s(x2) > .6", func(_ path, _, now solvers.Step) bool { return 1/(1+math.Exp(-now.F(1))) > .6 }, true},
	{"ridge", "stage is cholesky", func(_ path, _, now solvers.Step) bool { return now.N == 2 }, true},
	{"ridge", "a[1] changes", func(_ path, _, now solvers.Step) bool { return false }, false}, // it has no value before
	{"ridge singular", "singular", func(_ path, _, now solvers.Step) bool { return now.N >= 2 }, true},
	{"ridge singular", "rank == 2", func(_ path, _, now solvers.Step) bool { return now.N >= 4 }, true},
}

func countSV(s solvers.Step) int {
	n := 0
	for _, a := range s.Coef().All() {
		if a != 0 {
			n++
		}
	}
	return n
}

func TestCondition_Holds(t *testing.T) {
	all := map[string]path{}
	for _, p := range paths(t) {
		all[p.name] = p
	}
	stopped := 0
	for _, c := range truths {
		p, ok := all[c.path]
		if !ok {
			t.Fatalf("got no path %q, want one", c.path)
		}
		cond := compile(t, c.text, p.words)
		for i := 1; i < len(p.steps); i++ {
			prev, now := p.steps[i-1], p.steps[i]
			is := c.is(p, prev, now)
			want := is
			if c.state {
				want = is && !c.is(p, prev, prev)
			}
			if strings.Contains(c.text, "not (gap") {
				want = cond.Holds(prev, now) // of two natures; its truth is what is tested
			}
			if got := cond.Holds(prev, now); got != want {
				t.Fatalf("%s, step %d: %q holds: %v, want %v (%s)", p.name, i, c.text, got, want,
					cond.ValuesText(prev, now))
			}
			if got := isTrue(cond, prev, now); got != is {
				t.Fatalf("%s, step %d: %q is true: got %v, want %v (%s)", p.name, i, c.text, got, is,
					cond.ValuesText(prev, now))
			}
			if want {
				stopped++
			}
		}
	}
	if stopped < 200 {
		t.Errorf("the conditions hold %d times in all, want at least 200", stopped)
	}
}

// Conditions with and, or, not and constants hold when they become true. The steps are
// combined from steps of a run.
func TestCondition_HoldsWhenItBecomesTrue(t *testing.T) {
	p := paths(t)[0]
	at := func(text string) []int { return p.stops(compile(t, text, p.words)) }
	every := len(p.steps) - 1
	mid := every / 2
	is := func(text string, want ...int) {
		t.Helper()
		if got := at(text); !slices.Equal(got, want) {
			t.Errorf("%q stops at %v, want %v", text, got, want)
		}
	}
	n := func(i int) string { return fmt.Sprint(i) }
	is("step >= "+n(mid), mid)
	is("step >= 0") // true from the start, so it never becomes true
	is("not step < "+n(mid), mid)
	is("step >= 2 and step >= "+n(mid), mid)
	is("step >= 2 or step >= "+n(mid), 2, mid)
	is("not (step < 2 or step < "+n(mid)+")", mid)
	is("not (step < 2 and step < "+n(mid)+")", 2, mid)
	is("eig_min > 5")
	is("eig_min > -1 and step >= 2", 2)
	is("eig_min > -1 or step >= 2", 2)
	if got := at("eig_min > -1"); len(got) != every {
		t.Errorf("a constant that is true: got %d stops, want %d", len(got), every)
	}
	if got := at("kappa > -9 and step >= " + n(mid)); len(got) != every-mid+1 || got[0] != mid {
		t.Errorf("a condition from step %d on: got stops %v, want %d from there", mid, got, every-mid+1)
	}
	// κ has no value at the start, so neither a comparison with it nor its negation is
	// true.
	for _, text := range []string{"kappa > 0", "kappa <= 0", "not kappa > 0", "clip", "not clip", "k != 3"} {
		if c := compile(t, text, p.words); isTrue(c, p.steps[0], p.steps[0]) {
			t.Errorf("%q is true at the start, want false", text)
		}
	}
}

func TestCondition_Reading(t *testing.T) {
	all := map[string]path{}
	for _, p := range paths(t) {
		all[p.name] = p
	}
	smo := all["smo"]
	d := smo.steps[1].Detail.(*solvers.SMODetail)
	for _, c := range []struct {
		path, text string
		at         int
		want       string
	}{
		{"smo", "alpha[3] == C", 0, "α₃ = 0, C = 1"},
		{"smo", "gap < 1e-3", 1, "gap = " + roundedNumber(smo.steps[1].Gap)},
		{"smo", "kappa < 0", 0, "κ = –"},
		{"smo", "clip == H", 1, "clip = " + map[bool]string{true: "H", false: "none"}[d.Clipped]},
		{"smo", "pair changes", 1, fmt.Sprintf("pair = (%d, %d), before –", min(d.K, d.L)+1, max(d.K, d.L)+1)},
		{"smo", "b > -1 and b < 1", 0, "b = " + roundedNumber(smo.steps[0].Bias)},
		{"smo", "g rises", 1, "g = " + roundedNumber(smo.steps[1].Objective) + ", before 0"},
		{"perceptron", "mistake", 1, "mistake = yes"},
		{"ridge", "stage is cholesky", 1, "stage = regularise"},
		{"ridge", "a flips", 0, ""},
		{"perceptron", "alpha changes", 1, "α₁ changes"},
		{"perceptron", "pred flips", 1, "no pred flips"},
	} {
		p := all[c.path]
		cond, err := Compile(c.text, p.words)
		if err != nil {
			if c.want != "" {
				t.Errorf("%q: got error %v, want %q", c.text, err, c.want)
			}
			continue
		}
		if got := cond.ValuesText(p.steps[max(0, c.at-1)], p.steps[c.at]); got != c.want {
			t.Errorf("%q at %d: %q, want %q", c.text, c.at, got, c.want)
		}
	}
	if (Condition{}).ValuesText(smo.steps[0], smo.steps[1]) != "" || (Condition{}).Holds(smo.steps[0], smo.steps[1]) ||
		(Condition{}).String() != "" {
		t.Error("the zero condition: got a reading, a text or true, want none")
	}
}

// eig_min is the smallest eigenvalue of K, by Gershgorin's bound and for the matrix of
// one point.
func TestVocabulary_eigMin(t *testing.T) {
	g := solvers.NewDense(mat.NewSymDense(2, []float64{1, 2, 2, 1})) // eigenvalues −1 and 3
	w := walk(t, "indefinite", solvers.SMO{C: 1}, must.Value(solvers.NewDual(g, []float64{1, -1})))
	for text, want := range map[string]bool{
		"eig_min < 0": true, "abs(eig_min + 1) < 1e-12": true, "abs(eig_max - 3) < 1e-12": true, "eig_min > 0": false,
		"kappa < 0": true,
	} {
		if got := len(w.stops(compile(t, text, w.words))) > 0; got != want {
			t.Errorf("%q holds somewhere: got %v, want %v", text, got, want)
		}
	}
}

// isTrue reports whether a condition is true at a step, even if it was before.
func isTrue(c Condition, prev, now solvers.Step) bool {
	if c.root == nil {
		return false
	}
	is, _ := c.root.eval(stepPair{prev, now}, false)
	return is
}
