package explain

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
	"kernellab/testdata/support/anatomytest"
)

// panel returns what the panel says about a frame.
func panel(d *anatomy.Desk, traces []solvers.Trace, i int) []ascii.Line {
	a, ok := d.Account(traces, i, false)
	if !ok {
		return nil
	}
	return Why(a)
}

// line returns the line that begins with a text, without its inks.
func line(t testing.TB, lines []ascii.Line, prefix string) string {
	t.Helper()
	for _, l := range lines {
		if strings.HasPrefix(l.String(), prefix) {
			return l.String()
		}
	}
	t.Errorf("got no line that begins with %q, want one in\n%s", prefix, whole(lines))
	return ""
}

func whole(lines []ascii.Line) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.String() + "\n")
	}
	return b.String()
}

// shows checks that a line has a number as its result.
func shows(t testing.TB, where string, lines []ascii.Line, prefix string, want float64) {
	t.Helper()
	text := line(t, lines, prefix)
	if text == "" {
		return
	}
	// The last digit of a number computed another way may differ.
	for _, v := range []float64{want, want * (1 + 1e-9), want * (1 - 1e-9)} {
		for _, end := range []string{"", " ", ",", ".", ":", ";"} {
			if strings.HasSuffix(text, "= "+anatomy.Num(v)) ||
				end != "" && strings.Contains(text, "= "+anatomy.Num(v)+end) {
				return
			}
		}
	}
	if math.Abs(want) < 1e-12 {
		return // dust of rounding
	}
	t.Errorf("%s: got %q, want %s in it", where, text, anatomy.Num(want))
}

// rawDual computes SMO from the points and the kernel by the definitions.
type rawDual struct {
	m     anatomytest.Model
	alpha []float64
}

func (r rawDual) k(i, j int) float64 { return r.m.Kernel.Eval(r.m.Set.Point(i), r.m.Set.Point(j)) }

func (r rawDual) f(i int) float64 {
	var sum float64
	for j, a := range r.alpha {
		sum += a * r.m.Set.Label(j) * r.k(j, i)
	}
	return sum
}

func (r rawDual) w() float64 {
	var sum float64
	for i, a := range r.alpha {
		sum += a
		for j, b := range r.alpha {
			sum -= a * b * r.m.Set.Label(i) * r.m.Set.Label(j) * r.k(i, j) / 2
		}
	}
	return sum
}

// along returns g if αₗ is v and αₖ moves with it.
func (r rawDual) along(k, l int, v float64) float64 {
	a := append([]float64(nil), r.alpha...)
	a[k] += r.m.Set.Label(k) * r.m.Set.Label(l) * (a[l] - v)
	a[l] = v
	return rawDual{r.m, a}.w()
}

// The numbers of an update follow from the data: errors by the sum, αₗ* as the top of the
// parabola through three values of g, L and H as the αₗ for which both α are in the box,
// b₁ and b₂ as the b that makes the errors 0 after the update.
func TestWhy_numbersOfSMO(t *testing.T) {
	for _, rule := range []solvers.PairRule{solvers.SecondOrder, solvers.MaxViolation, solvers.MaxError,
		solvers.Random} {
		for _, set := range []string{"worksheet1d", "moons", "xor4", "blobs_overlap"} {
			m := modelOf(t, set, "rbf(sigma=1)")
			c := 0.7
			tr := tracesOf(t, m, solvers.SMO{C: c, Rule: rule, Seed: 2}, 25)
			for i := 1; i < tr[0].Len(); i += 3 {
				checkSMO(t, rule.String()+" "+set, m, c, tr[0], i)
			}
		}
	}
}

func checkSMO(t *testing.T, where string, m anatomytest.Model, c float64, tr solvers.Trace, i int) {
	t.Helper()
	lines := panel(anatomy.NewDesk(m), []solvers.Trace{tr}, i)
	before, now := tr.At(i-1), tr.At(i)
	d := now.Detail.(*solvers.SMODetail)
	k, l := d.K, d.L
	r, after := rawDual{m, before.CoefCopy()}, rawDual{m, now.CoefCopy()}
	tk, tl := m.Set.Label(k), m.Set.Label(l)
	shows(t, where, lines, "Eₖ", r.f(k)+before.Bias-tk)
	shows(t, where, lines, "Eₗ", r.f(l)+before.Bias-tl)
	shows(t, where, lines, "γ = ", r.alpha[k]+tk*tl*r.alpha[l])
	kappa := r.k(k, k) - r.k(k, l) + r.k(l, l) - r.k(l, k)
	shows(t, where, lines, "κ", kappa)
	// g(αₗ + x) = g + gx − ½κx² with g from one difference.
	g := r.along(k, l, r.alpha[l]+1) - r.along(k, l, r.alpha[l]-1)
	shows(t, where, lines, "αₗ* = ", r.alpha[l]+g/2/kappa)
	lo, hi := 0.0, c
	if s := tk * tl; s > 0 {
		lo, hi = math.Max(lo, r.alpha[k]+r.alpha[l]-c), math.Min(hi, r.alpha[k]+r.alpha[l])
	} else {
		lo, hi = math.Max(lo, r.alpha[l]-r.alpha[k]), math.Min(hi, c+r.alpha[l]-r.alpha[k])
	}
	shows(t, where, lines, "L = ", lo)
	shows(t, where, lines, "H = ", hi)
	shows(t, where, lines, "αₖ ←", after.alpha[k])
	shows(t, where, lines, "αₗ = αₗ*", after.alpha[l])
	shows(t, where, lines, "Δg", after.w()-r.w())
	text := whole(lines)
	b1, b2 := tk-after.f(k), tl-after.f(l)
	for _, b := range []float64{b1, b2} {
		if math.Abs(b) > 1e-9 && !strings.Contains(text, "= "+anatomy.Num(b)+"\n") &&
			!strings.Contains(text, "= "+anatomy.Num(b)+"    makes") {
			t.Errorf("%s frame %d: want b₁ or b₂ = %v, got\n%s", where, i, b, text)
		}
	}
	shows(t, where, lines, "b = −", now.Bias)
	if strings.Contains(text, "the step has") {
		t.Errorf("%s frame %d: want a right step not to be contradicted, got\n%s", where, i, text)
	}
	if second := d.Why.RunnerUp; second >= 0 && d.Why.RunnerUpScore > 1e-9 && !strings.Contains(text, "runner-up, ") {
		t.Errorf("%s frame %d: want the runner-up %d named, got\n%s", where, i, second+1, text)
	}
}

// The runner-up and its score are those of the solver.
func TestWhy_runnerUp(t *testing.T) {
	m := modelOf(t, "moons", "rbf(sigma=0.5)")
	tr := tracesOf(t, m, solvers.SMO{C: 1}, 30)[0]
	points := anatomy.Points{Gram: tr.Problem().Gram(), Y: m.Set.Labels()}
	for i := 1; i < tr.Len(); i++ {
		d := tr.At(i).Detail.(*solvers.SMODetail)
		_, score := anatomy.RuleOf(solvers.SecondOrder).Best(points.Machine(1, tr.At(i-1)), d.K, d.L)
		if d.Why.RunnerUp >= 0 && math.Abs(2*score-d.Why.RunnerUpScore) > 1e-9*(1+score) {
			t.Errorf("step %d: got the runner-up's score %v, want %v as of the solver", i, 2*score, d.Why.RunnerUpScore)
		}
	}
}

// If there are many points, the panel shows the chosen ones and the runner-up, and says
// how many it does not show.
func TestWhy_manyPoints(t *testing.T) {
	m := anatomytest.Model{Set: dataset.Moons(200, .2, 3), Kernel: kernels.RBF{Sigma: 1}}
	tr := tracesOf(t, m, solvers.SMO{C: 1}, 20)
	for i := 1; i < tr[0].Len(); i++ {
		text := whole(panel(anatomy.NewDesk(m), tr, i))
		if !strings.Contains(text, "188 more points are not shown") {
			t.Fatalf("frame %d: got\n%s\nwant that 188 points are not shown", i, text)
		}
		for _, mark := range []string{"\n  k  ", "\n  l  ", "\n2nd  "} {
			if strings.Count(text, mark) != 1 {
				t.Errorf("frame %d: got\n%s\nwant one row %q", i, text, mark)
			}
		}
	}
}

// The numbers of the other solvers follow from the data.
func TestWhy_numbersOfDescent(t *testing.T) {
	m := modelOf(t, "moons", "poly(degree=2,c=1)")
	for _, s := range []solvers.Solver{solvers.Logistic{Gamma: .002},
		solvers.Logistic{Gamma: .003, Form: solvers.PlusMinus}, solvers.Logistic{Gamma: .002, Lambda: 2},
		solvers.LeastSquares{Eta: .01}} {
		tr := tracesOf(t, m, s, 6)
		for i := 1; i < 6; i++ {
			before := tr[0].At(i - 1)
			lines := panel(anatomy.NewDesk(m), tr, i)
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
			if text := whole(lines); strings.Contains(text, "the step has") {
				t.Errorf("%s frame %d: want a right step not to be contradicted, got\n%s", s.Name(), i, text)
			}
		}
	}
}

func TestWhy_numbersOfPerceptron(t *testing.T) {
	m := modelOf(t, "xor4", "poly(degree=2,c=1)")
	for _, s := range []solvers.Perceptron{{EveryVisit: true}, {}, {Seed: 3}} {
		tr := tracesOf(t, m, s, 12)
		for i := 1; i < tr[0].Len(); i++ {
			before := tr[0].At(i - 1)
			d := tr[0].At(i).Detail.(*solvers.PerceptronDetail)
			f := rawDual{m, before.CoefCopy()}.f(d.Point) + before.Bias
			lines := panel(anatomy.NewDesk(m), tr, i)
			shows(t, "perceptron", lines, "f(x", f)
			shows(t, "perceptron", lines, "y·f = ", m.Set.Label(d.Point)*f)
			text := line(t, lines, "a mistake: ")
			if grew := tr[0].At(i).Coef().At(d.Point) != before.Coef().At(d.Point); grew != strings.HasSuffix(text,
				"yes") {
				t.Errorf("frame %d: got %q, want it to say whether α grew (%v)", i, text, grew)
			}
		}
	}
}

// The first rows of each stage follow from the kernel.
func TestWhy_numbersOfRidge(t *testing.T) {
	m := modelOf(t, "sine_reg", "rbf(sigma=0.5)")
	tr := tracesOf(t, m, solvers.Ridge{Lambda: .1}, 5)
	k := func(i, j int) float64 { return m.Kernel.Eval(m.Set.Point(i), m.Set.Point(j)) }
	l11 := math.Sqrt(k(0, 0) + .1)
	l21 := k(1, 0) / l11
	l22 := math.Sqrt(k(1, 1) + .1 - l21*l21)
	z1 := m.Set.Label(0) / l11
	a := tr[0].At(4).Coef()
	n := a.Len()
	for stage, want := range []map[string]float64{
		1: {"(K + λI)₁₁": k(0, 0) + .1, "(K + λI)₁₂": k(0, 1)}, 2: {"L₁₁": l11, "L₂₁": l21, "L₂₂": l22},
		3: {"z₁": z1, "z₂": (m.Set.Label(1) - l21*z1) / l22},
		4: {"a" + anatomy.Sub(n): a.At(n - 1), "a" + anatomy.Sub(n-1): a.At(n - 2)},
	} {
		lines := panel(anatomy.NewDesk(m), tr[:1], stage)
		for symbol, v := range want {
			shows(t, "ridge", lines, symbol+" = ", v)
		}
	}
	for i := range tr[0].Len() {
		if text := whole(panel(anatomy.NewDesk(m), tr[:1], i)); strings.Contains(text, "the step has") {
			t.Errorf("stage %d: want a right stage not to be contradicted, got\n%s", i, text)
		}
	}
}

// The numbers of the panel contradict a step with a mistake.
func TestWhy_contradictsFaultyStep(t *testing.T) {
	m := modelOf(t, "moons", "rbf(sigma=1)")
	right := map[string]solvers.Solver{
		"smo": solvers.SMO{C: .3}, "logistic": solvers.Logistic{Gamma: .05},
		"least-squares": solvers.LeastSquares{Eta: .2}, "ridge": solvers.Ridge{Lambda: .5},
		"perceptron": solvers.Perceptron{EveryVisit: true},
	}
	for f := anatomy.FaultNoClip; f.Solver() != ""; f++ {
		if f == anatomy.FaultStrict {
			continue // wants a tie, which these points do not have
		}
		tr := tracesOf(t, m, anatomy.FaultySolver{Right: right[f.Solver()], Fault: f, Times: 2}, 150)
		found := false
		for i := range tr[0].Len() {
			text := whole(panel(anatomy.NewDesk(m), tr[:1], i))
			found = found || strings.Contains(text, "the step has ")
		}
		if !found {
			t.Errorf("%v is contradicted in no frame, want at least one", f)
		}
	}
}

// A step whose clip was left out on request is explained and not contradicted.
func TestWhy_stepWithoutClip(t *testing.T) {
	m := modelOf(t, "moons", "rbf(sigma=1)")
	s := solvers.SMO{C: .3}
	tr := tracesOf(t, m, s, 60)[0]
	clipped := 0
	for i := 1; i < tr.Len(); i++ {
		d := tr.At(i).Detail.(*solvers.SMODetail)
		free := s.UpdateUnclipped(tr.Problem(), tr.At(i-1), d.K, d.L)
		if got := free.Detail.(*solvers.SMODetail); got.Free != d.Clipped || got.Clipped {
			t.Fatalf("step %d: got free %v, clipped %v, want %v, false", i, got.Free, got.Clipped, d.Clipped)
		}
		text := whole(panel(anatomy.NewDesk(m), []solvers.Trace{tr.Cut(i - 1).Append(free)}, i))
		if strings.Contains(text, "the step has") || strings.Contains(text, "clip is left out") != d.Clipped {
			t.Errorf("step %d, clipped %v: got\n%s\nwant the missing clip explained", i, d.Clipped, text)
		}
		if d.Clipped {
			clipped++
		}
	}
	if clipped == 0 || clipped == tr.Len()-1 {
		t.Errorf("got %d of %d steps clipped, want some clipped and some not", clipped, tr.Len()-1)
	}
}

// Every frame has a panel whose lines fit and can be shown in seven bits.
func TestWhy_fits(t *testing.T) {
	for _, set := range []string{"moons", "worksheet1d"} {
		m := modelOf(t, set, "poly(degree=2,c=1)")
		for _, s := range []solvers.Solver{solvers.SMO{C: math.Inf(1), Rule: solvers.MaxErrorLiteral},
			solvers.SMO{C: 10}, solvers.SMO{C: .3, Rule: solvers.MaxError}, solvers.Perceptron{},
			solvers.Logistic{Gamma: .001}, solvers.LeastSquares{Eta: 1}, solvers.Ridge{Lambda: 1}, solvers.Ridge{}} {
			tr := tracesOf(t, m, s, 40)
			for i := range tr[0].Len() {
				lines := panel(anatomy.NewDesk(m), tr, i)
				if len(lines) < 3 {
					t.Errorf("%s %s frame %d: got %d lines, want at least 3", set, s.Name(), i, len(lines))
				}
				for _, l := range lines {
					if bad := seven(l.String()); bad != "" {
						t.Errorf("%s frame %d: got %q without a form in seven bits, want none: %s", s.Name(), i, bad, l)
					}
					if n := utf8.RuneCountInString(l.String()); n > Width {
						t.Errorf("%s frame %d: got %d columns, want at most %d: %s", s.Name(), i, n, Width, l)
					}
				}
			}
			if panel(anatomy.NewDesk(m), tr, -1) != nil || panel(anatomy.NewDesk(m), tr, tr[0].Len()) != nil ||
				panel(anatomy.NewDesk(m), nil, 0) != nil {
				t.Errorf("%s: a frame that does not exist has a panel, want none", s.Name())
			}
		}
	}
}

// seven returns the characters of a text that have no form in seven bits.
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
	for _, s := range []solvers.Solver{solvers.SMO{C: 1}, solvers.Perceptron{}, solvers.Logistic{Gamma: .01},
		solvers.Ridge{Lambda: .1}} {
		b.Run(s.Name(), func(b *testing.B) {
			tr, desk := tracesOf(b, m, s, 60), anatomy.NewDesk(m)
			for b.Loop() {
				panel(desk, tr, min(50, tr[0].Len()-1))
			}
		})
	}
}
