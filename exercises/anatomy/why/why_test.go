package why

import (
	"kernellab/testdata/support/anatomytest"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
)

func model(t testing.TB, set, kernel string) anatomytest.Model {
	t.Helper()
	k, err := kernels.Parse(kernel)
	if err != nil {
		t.Fatal(err)
	}
	return anatomytest.Model{Set: dataset.MustBuiltin(set), Kernel: k}
}

// panel is what a desk of its own says of a frame.
func panel(m anatomy.Model, traces []solvers.Trace, i int) []ascii.Line {
	return Open(m).Panel(traces, i)
}

// traces runs a solver n steps on a model, with its primal companion.
func traces(t testing.TB, m anatomytest.Model, s solvers.Solver, n int) []solvers.Trace {
	t.Helper()
	p, err := m.Dual()
	if err != nil {
		t.Fatal(err)
	}
	problems := []*solvers.Problem{p}
	if q, err := m.Primal(); err == nil && s.Name() != "smo" {
		problems = append(problems, q)
	}
	var out []solvers.Trace
	for _, q := range problems {
		tr, err := solvers.NewTrace(s, q)
		if err != nil {
			t.Fatal(err)
		}
		if tr, err = tr.Extend(t.Context(), n, nil); err != nil {
			t.Fatal(err)
		}
		out = append(out, tr)
	}
	return out
}

// line is the line that begins with a text, without its inks.
func line(t testing.TB, lines []ascii.Line, prefix string) string {
	t.Helper()
	for _, l := range lines {
		if strings.HasPrefix(l.String(), prefix) {
			return l.String()
		}
	}
	t.Errorf("no line begins with %q in\n%s", prefix, whole(lines))
	return ""
}

func whole(lines []ascii.Line) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.String() + "\n")
	}
	return b.String()
}

// shows asks for a number, as it is written, as a result in a line.
func shows(t testing.TB, where string, lines []ascii.Line, prefix string, want float64) {
	t.Helper()
	text := line(t, lines, prefix)
	if text == "" {
		return
	}
	// The last digit of a number computed another way may differ.
	for _, v := range []float64{want, want * (1 + 1e-9), want * (1 - 1e-9)} {
		for _, end := range []string{"", " ", ",", ".", ":", ";"} {
			if strings.HasSuffix(text, "= "+anatomy.Num(v)) || end != "" && strings.Contains(text, "= "+anatomy.Num(v)+end) {
				return
			}
		}
	}
	if math.Abs(want) < 1e-12 {
		return // dust of rounding
	}
	t.Errorf("%s: %q has no %s", where, text, anatomy.Num(want))
}

// raw is SMO from the points and the kernel, by the definitions.
type raw struct {
	m     anatomytest.Model
	alpha []float64
}

func (r raw) k(i, j int) float64 { return r.m.Kernel.Eval(r.m.Set.Point(i), r.m.Set.Point(j)) }

func (r raw) f(i int) float64 {
	var sum float64
	for j, a := range r.alpha {
		sum += a * r.m.Set.Label(j) * r.k(j, i)
	}
	return sum
}

func (r raw) w() float64 {
	var sum float64
	for i, a := range r.alpha {
		sum += a
		for j, b := range r.alpha {
			sum -= a * b * r.m.Set.Label(i) * r.m.Set.Label(j) * r.k(i, j) / 2
		}
	}
	return sum
}

// along is W when αℓ is v and αk gives way.
func (r raw) along(k, l int, v float64) float64 {
	a := append([]float64(nil), r.alpha...)
	a[k] += r.m.Set.Label(k) * r.m.Set.Label(l) * (a[l] - v)
	a[l] = v
	return raw{r.m, a}.w()
}

// The numbers of an update from the raw data: errors by the sum, αℓ* as the top
// of the parabola through three values of W, L and H as the αℓ for which both α
// lie in the box, b₁ and b₂ as what makes the errors 0 after the update.
func TestSMONumbersFollowFromTheData(t *testing.T) {
	for _, rule := range []solvers.PairRule{solvers.SecondOrder, solvers.MaxViolation, solvers.MaxError, solvers.Random} {
		for _, set := range []string{"worksheet1d", "moons", "xor4", "blobs_overlap"} {
			m := model(t, set, "rbf(sigma=1)")
			c := 0.7
			tr := traces(t, m, solvers.SMO{C: c, Rule: rule, Seed: 2}, 25)
			for i := 1; i < tr[0].Len(); i += 3 {
				checkSMO(t, rule.String()+" "+set, m, c, tr[0], i)
			}
		}
	}
}

func checkSMO(t *testing.T, where string, m anatomytest.Model, c float64, tr solvers.Trace, i int) {
	t.Helper()
	lines := panel(m, []solvers.Trace{tr}, i)
	before, now := tr.At(i-1), tr.At(i)
	d := now.Detail.(*solvers.SMODetail)
	k, l := d.K, d.L
	r, after := raw{m, before.CoefCopy()}, raw{m, now.CoefCopy()}
	tk, tl := m.Set.Label(k), m.Set.Label(l)
	shows(t, where, lines, "Ek", r.f(k)+before.Bias-tk)
	shows(t, where, lines, "Eℓ", r.f(l)+before.Bias-tl)
	shows(t, where, lines, "s = ", r.alpha[k]+tk*tl*r.alpha[l])
	kappa := r.k(k, k) - r.k(k, l) + r.k(l, l) - r.k(l, k)
	shows(t, where, lines, "κ", kappa)
	// W(αℓ + x) = W + gx − ½κx² with g from one difference.
	g := r.along(k, l, r.alpha[l]+1) - r.along(k, l, r.alpha[l]-1)
	shows(t, where, lines, "αℓ*", r.alpha[l]+g/2/kappa)
	lo, hi := 0.0, c
	if s := tk * tl; s > 0 {
		lo, hi = math.Max(lo, r.alpha[k]+r.alpha[l]-c), math.Min(hi, r.alpha[k]+r.alpha[l])
	} else {
		lo, hi = math.Max(lo, r.alpha[l]-r.alpha[k]), math.Min(hi, c+r.alpha[l]-r.alpha[k])
	}
	shows(t, where, lines, "s = "+anatomy.Label(tk*tl)+", so", lo)
	shows(t, where, lines, strings.Repeat(" ", 27)+"H", hi)
	shows(t, where, lines, "αk ←", after.alpha[k])
	shows(t, where, lines, "αℓ* lies", after.alpha[l])
	shows(t, where, lines, "ΔW", after.w()-r.w())
	text := whole(lines)
	b1, b2 := tk-after.f(k), tl-after.f(l)
	for _, b := range []float64{b1, b2} {
		if math.Abs(b) > 1e-9 && !strings.Contains(text, "= "+anatomy.Num(b)+"\n") {
			t.Errorf("%s frame %d: b₁ or b₂ is %v and not in\n%s", where, i, b, text)
		}
	}
	shows(t, where, lines, "b = −", now.Bias)
	if strings.Contains(text, "the step has") {
		t.Errorf("%s frame %d: a right step is contradicted:\n%s", where, i, text)
	}
	if second := d.Why.RunnerUp; second >= 0 && d.Why.RunnerUpScore > 1e-9 && !strings.Contains(text, "runner-up, ") {
		t.Errorf("%s frame %d: the runner-up %d is not named:\n%s", where, i, second+1, text)
	}
}

// The runner-up and what it had are the solver's own where it says so.
func TestRunnerUp(t *testing.T) {
	m := model(t, "moons", "rbf(sigma=0.5)")
	tr := traces(t, m, solvers.SMO{C: 1}, 30)[0]
	for i := 1; i < tr.Len(); i++ {
		d := tr.At(i).Detail.(*solvers.SMODetail)
		s := view{Desk: Open(m), trace: tr, i: i}.state(solvers.SMO{C: 1}, tr.At(i-1))
		_, score := s.rule.Best(s.Machine, d.K, d.L)
		if d.Why.RunnerUp >= 0 && math.Abs(2*score-d.Why.RunnerUpScore) > 1e-9*(1+score) {
			t.Errorf("step %d: the runner-up has %v, the solver says %v", i, 2*score, d.Why.RunnerUpScore)
		}
	}
}

// Where there are many points, the chosen ones and the runner-up are shown, and
// how many are not.
func TestManyPoints(t *testing.T) {
	m := anatomytest.Model{Set: dataset.Moons(200, .2, 3), Kernel: kernels.RBF{Sigma: 1}}
	tr := traces(t, m, solvers.SMO{C: 1}, 20)
	for i := 1; i < tr[0].Len(); i++ {
		text := whole(panel(m, tr, i))
		if !strings.Contains(text, "188 more points are not shown") {
			t.Fatalf("frame %d:\n%s", i, text)
		}
		for _, mark := range []string{"\n  k  ", "\n  ℓ  ", "\n2nd  "} {
			if strings.Count(text, mark) != 1 {
				t.Errorf("frame %d: no row %q in\n%s", i, mark, text)
			}
		}
	}
}

// The numbers of the others, from the raw data.
func TestDescentNumbersFollowFromTheData(t *testing.T) {
	m := model(t, "moons", "poly(degree=2,c=1)")
	for _, s := range []solvers.Solver{solvers.Logistic{Gamma: .002}, solvers.Logistic{Gamma: .003, Form: solvers.PlusMinus}, solvers.Logistic{Gamma: .002, Lambda: 2}, solvers.LeastSquares{Eta: .01}} {
		tr := traces(t, m, s, 6)
		for i := 1; i < 6; i++ {
			before := tr[0].At(i - 1)
			lines := panel(m, tr, i)
			most, at, rate, lambda := 0.0, 0, .002, 0.0
			far := 0.0
			for p := range m.Set.Len() {
				var f float64
				for j, a := range before.Coef().All() {
					f += a * m.Kernel.Eval(m.Set.Point(j), m.Set.Point(p))
				}
				y := m.Set.Label(p)
				r := y - f
				if l, ok := s.(solvers.Logistic); ok {
					r, rate, lambda = (y+1)/2-1/(1+math.Exp(-f)), l.Gamma, l.Lambda
				} else {
					rate = 2 * .01 / float64(m.Set.Len())
				}
				if move := r - lambda*before.Coef().At(p); math.Abs(move) > math.Abs(far)*(1+1e-9) {
					far, most, at = move, r, p
				}
			}
			shows(t, s.Name(), lines, "r"+anatomy.Sub(at+1), most)
			shows(t, s.Name(), lines, "a"+anatomy.Sub(at+1), before.Coef().At(at)+rate*far)
			if text := whole(lines); strings.Contains(text, "the step has") || !strings.Contains(text, "in lockstep") {
				t.Errorf("%s frame %d:\n%s", s.Name(), i, text)
			}
		}
	}
}

func TestPerceptronNumbersFollowFromTheData(t *testing.T) {
	m := model(t, "xor4", "poly(degree=2,c=1)")
	for _, s := range []solvers.Perceptron{{EveryVisit: true}, {}, {Seed: 3}} {
		tr := traces(t, m, s, 12)
		for i := 1; i < tr[0].Len(); i++ {
			before := tr[0].At(i - 1)
			d := tr[0].At(i).Detail.(*solvers.PerceptronDetail)
			f := raw{m, before.CoefCopy()}.f(d.Point) + before.Bias
			lines := panel(m, tr, i)
			shows(t, "perceptron", lines, "   = ", f)
			shows(t, "perceptron", lines, "y·f = ", m.Set.Label(d.Point)*f)
			text := line(t, lines, "So: ")
			if grew := tr[0].At(i).Coef().At(d.Point) != before.Coef().At(d.Point); grew != strings.Contains(text, "is added") {
				t.Errorf("frame %d: α grew: %v, and %q", i, grew, text)
			}
		}
	}
}

// The rows of the solves: z and a put back into their systems.
func TestRidgeNumbersFollowFromTheData(t *testing.T) {
	m := model(t, "sine_reg", "rbf(sigma=0.5)")
	tr := traces(t, m, solvers.Ridge{Lambda: .1}, 5)[0]
	n := m.Set.Len()
	l := tr.At(2).Detail.(*solvers.RidgeDetail).Matrix
	for stageAt, want := range map[int]solvers.Vector{3: tr.At(3).Detail.(*solvers.RidgeDetail).Result, 4: tr.At(4).Coef()} {
		most := 0
		for i, v := range want.All() {
			if math.Abs(v) > math.Abs(want.At(most)) {
				most = i
			}
		}
		lines := panel(m, []solvers.Trace{tr}, stageAt)
		shows(t, "ridge", lines, "row ", want.At(most))
		// The same from the definition: K + λI from the kernel, times a, is y.
		if stageAt == 4 {
			for i := range n {
				sum := .1 * want.At(i)
				for j := range n {
					sum += m.Kernel.Eval(m.Set.Point(i), m.Set.Point(j)) * want.At(j)
				}
				if math.Abs(sum-m.Set.Label(i)) > 1e-8 {
					t.Fatalf("row %d: %v, want %v", i, sum, m.Set.Label(i))
				}
			}
		}
	}
	pivot := math.Inf(1)
	for i := range n {
		pivot = math.Min(pivot, l.At(i, i))
	}
	shows(t, "ridge", panel(m, []solvers.Trace{tr}, 2), "row ", pivot)
	shows(t, "ridge", panel(m, []solvers.Trace{tr}, 1), "row 1", m.Kernel.Eval(m.Set.Point(0), m.Set.Point(0))+.1)
	for i := range tr.Len() {
		if text := whole(panel(m, []solvers.Trace{tr}, i)); strings.Contains(text, "the step has") {
			t.Errorf("stage %d: a right stage is contradicted:\n%s", i, text)
		}
	}
}

// A step with a mistake in it is contradicted by the numbers of the panel.
func TestPanelContradictsAFaultyStep(t *testing.T) {
	m := model(t, "moons", "rbf(sigma=1)")
	right := map[string]solvers.Solver{
		"smo": solvers.SMO{C: .3}, "logistic": solvers.Logistic{Gamma: .05}, "least-squares": solvers.LeastSquares{Eta: .2}, "ridge": solvers.Ridge{Lambda: .5},
		"perceptron": solvers.Perceptron{EveryVisit: true},
	}
	for f := anatomy.FaultNoClip; f.Solver() != ""; f++ {
		if f == anatomy.FaultStrict {
			continue // wants a tie, which these points do not have
		}
		tr := traces(t, m, anatomy.Faulty{Right: right[f.Solver()], Fault: f, Times: 2}, 150)
		found := false
		for i := range tr[0].Len() {
			text := whole(panel(m, tr[:1], i))
			found = found || strings.Contains(text, "the step has ") || strings.Contains(text, "did not do what that asks for")
		}
		if !found {
			t.Errorf("%v is nowhere contradicted", f)
		}
	}
}

// A step whose clip was left out on request is explained, not contradicted.
func TestPanelOfAStepWithoutTheClip(t *testing.T) {
	m := model(t, "moons", "rbf(sigma=1)")
	s := solvers.SMO{C: .3}
	tr := traces(t, m, s, 60)[0]
	clipped := 0
	for i := 1; i < tr.Len(); i++ {
		d := tr.At(i).Detail.(*solvers.SMODetail)
		free := s.UpdateUnclipped(tr.Problem(), tr.At(i-1), d.K, d.L)
		if got := free.Detail.(*solvers.SMODetail); got.Free != d.Clipped || got.Clipped {
			t.Fatalf("step %d: free %v and clipped %v, where the rule's own is clipped %v", i, got.Free, got.Clipped, d.Clipped)
		}
		text := whole(panel(m, []solvers.Trace{tr.Cut(i - 1).With(free)}, i))
		said := strings.Contains(text, "clip is left out") && strings.Contains(text, "out of the box")
		if strings.Contains(text, "the step has") || said != d.Clipped || d.Clipped && strings.Contains(text, "the box stopped") {
			t.Errorf("step %d:\n%s", i, text)
		}
		if d.Clipped {
			clipped++
		}
	}
	if clipped == 0 || clipped == tr.Len()-1 {
		t.Errorf("%d steps of %d clipped: one kind is not tested", clipped, tr.Len()-1)
	}
}

// The counting law against loops that count.
func TestCosts(t *testing.T) {
	n, m, steps := 7, 3, 4
	products := 0
	for range steps {
		for range n { // f = Φw
			products += m
		}
		for range n { // Φᵀr
			products += m
		}
		products += m // times the step size
	}
	s := solvers.Step{Updates: steps}
	if c := costs(n, m, solvers.LeastSquares{}, s, s); c.Primal != products || c.Dual != steps*(n*n+n) {
		t.Errorf("%+v, want primal %d", c, products)
	}
	penalised := costs(n, m, solvers.Logistic{Lambda: 1}, s, s) // λ times each coefficient as well
	if penalised.Primal != products+steps*m || penalised.Dual != steps*(n*n+n)+steps*n {
		t.Errorf("%+v with a penalty", penalised)
	}
	products = 0
	for j := range n { // Cholesky by columns
		products += j // the pivot
		for i := j + 1; i < n; i++ {
			products += j + 1 // and a division
		}
	}
	ridge := solvers.Step{Detail: &solvers.RidgeDetail{Stage: solvers.StageCholesky}}
	if c := costs(n, m, solvers.Ridge{}, ridge, ridge); c.Dual != products {
		t.Errorf("Cholesky of %d costs %d, counted %d", n, c.Dual, products)
	}
}

// Every frame has a panel, all lines fit, and seven bits can show it.
func TestPanelsFit(t *testing.T) {
	for _, set := range []string{"moons", "worksheet1d"} {
		m := model(t, set, "poly(degree=2,c=1)")
		for _, s := range []solvers.Solver{solvers.SMO{C: math.Inf(1), Rule: solvers.MaxErrorLiteral}, solvers.SMO{C: 10}, solvers.SMO{C: .3, Rule: solvers.MaxError}, solvers.Perceptron{}, solvers.Logistic{Gamma: .001}, solvers.LeastSquares{Eta: 1}, solvers.Ridge{Lambda: 1}, solvers.Ridge{}} {
			tr := traces(t, m, s, 40)
			for i := range tr[0].Len() {
				lines := panel(m, tr, i)
				if len(lines) < 3 {
					t.Errorf("%s %s frame %d: %d lines", set, s.Name(), i, len(lines))
				}
				for _, l := range lines {
					if bad := seven(l.String()); bad != "" {
						t.Errorf("%s frame %d: %q has no form in seven bits: %s", s.Name(), i, bad, l)
					}
					if n := utf8.RuneCountInString(l.String()); n > Width {
						t.Errorf("%s frame %d: %d columns: %s", s.Name(), i, n, l)
					}
				}
			}
			if panel(m, tr, -1) != nil || panel(m, tr, tr[0].Len()) != nil || panel(m, nil, 0) != nil {
				t.Errorf("%s: a frame that is not there has a panel", s.Name())
			}
		}
	}
}

// seven lists the characters of a text that seven bits have no form for.
func seven(s string) string {
	v := ascii.View{Profile: ascii.SevenBit}
	return strings.Map(func(r rune) rune {
		if r != '?' && strings.Contains(v.Transliterate(string(r)), "?") {
			return r
		}
		return -1
	}, s)
}

func BenchmarkPanel(b *testing.B) {
	m := anatomytest.Model{Set: dataset.Moons(200, .2, 1), Kernel: kernels.RBF{Sigma: 1}}
	for _, s := range []solvers.Solver{solvers.SMO{C: 1}, solvers.Perceptron{}, solvers.Logistic{Gamma: .01}, solvers.Ridge{Lambda: .1}} {
		b.Run(s.Name(), func(b *testing.B) {
			tr, desk := traces(b, m, s, 60), Open(m)
			for b.Loop() {
				desk.Panel(tr, min(50, tr[0].Len()-1))
			}
		})
	}
}
