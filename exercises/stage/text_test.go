package stage

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/solvers"
)

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want string
	}{
		{0, "0"}, {1, "1"}, {-.5, "−0.5"}, {1.0 / 3, "0.3333"}, {123456, "1.235e5"}, {-1e-7, "−1e−7"},
		{math.Inf(1), "∞"}, {math.Inf(-1), "−∞"}, {math.NaN(), "–"},
	} {
		if got := anatomy.Num(c.v); got != c.want {
			t.Errorf("Num(%v) = %q, want %q", c.v, got, c.want)
		}
	}
	if got := anatomy.Paren(-2) + anatomy.Paren(2) + anatomy.Sub(120); got != "(−2)2₁₂₀" {
		t.Errorf("got %q", got)
	}
}

// texts joins lines for searching.
func texts(lines []ascii.Line) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.String() + "\n")
	}
	return b.String()
}

// A step whose clip was left out on request says so.
func TestSMOFormulaWithoutTheClip(t *testing.T) {
	m, s := model("moons", "rbf(sigma=1)"), solvers.SMO{C: .3}
	start, err := Start(m, s)
	if err != nil {
		t.Fatal(err)
	}
	tr, err := start.Trace().Extend(context.Background(), 60, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < tr.Len(); i++ {
		d := tr.At(i).Detail.(*solvers.SMODetail)
		free := s.UpdateUnclipped(tr.Problem(), tr.At(i-1), d.K, d.L).Detail.(*solvers.SMODetail)
		if got := texts(SMOFormula(free)); strings.Contains(got, "no clip to [L, H]") != d.Clipped {
			t.Errorf("step %d, clipped %v:\n%s", i, d.Clipped, got)
		}
	}
}

// TestSMOFormulaFromRawData recomputes the numbers of every formula line from
// the points, labels and α alone.
func TestSMOFormulaFromRawData(t *testing.T) {
	const c = 2
	m := model("moons", "rbf(sigma=0.8)")
	start, err := Start(m, solvers.SMO{C: c})
	if err != nil {
		t.Fatal(err)
	}
	r, err := start.Extend(context.Background(), 40, exercises.Break{})
	if err != nil {
		t.Fatal(err)
	}
	trace := r.(Run).Trace()
	f := func(s solvers.Step, i int) float64 {
		sum := s.Bias
		for j, a := range s.Coef().All() {
			sum += a * m.Set.Label(j) * m.Kernel.Eval(m.Set.Point(j), m.Set.Point(i))
		}
		return sum
	}
	for i := 1; i < r.Len(); i++ {
		before, d := trace.At(i-1), trace.At(i).Detail.(*solvers.SMODetail)
		ek, el := f(before, d.K)-m.Set.Label(d.K), f(before, d.L)-m.Set.Label(d.L)
		dist := 2 - 2*m.Kernel.Eval(m.Set.Point(d.K), m.Set.Point(d.L))
		star := before.Coef().At(d.L) + m.Set.Label(d.L)*(ek-el)/dist
		got := texts(r.Frame(i).Formula)
		for _, want := range []string{
			anatomy.Num(ek), anatomy.Num(dist), "= " + anatomy.Num(star),
			"αℓ = " + anatomy.Num(trace.At(i).Coef().At(d.L)),
			"= " + anatomy.Num(trace.At(i).Coef().At(d.K)),
		} {
			if !strings.Contains(got, want) {
				t.Errorf("update %d: %q is not in\n%s", i, want, got)
			}
		}
	}
}

func TestSMOEvents(t *testing.T) {
	m := model("blobs_overlap", "linear")
	start, err := Start(m, solvers.SMO{C: .5})
	if err != nil {
		t.Fatal(err)
	}
	r, err := start.Extend(context.Background(), 1000, exercises.Break{})
	if err != nil {
		t.Fatal(err)
	}
	trace := r.(Run).Trace()
	for i := range r.Len() {
		e := r.Event(i)
		if i == 0 {
			if e != "" {
				t.Errorf("frame 0 has event %q", e)
			}
			continue
		}
		d := trace.At(i).Detail.(*solvers.SMODetail)
		if strings.HasSuffix(e, "reaches C") && d.NewAk != .5 && d.NewAl != .5 {
			t.Errorf("update %d: %q, but α are %v and %v", i, e, d.NewAk, d.NewAl)
		}
		if strings.HasSuffix(e, "falls to 0") && d.NewAk != 0 && d.NewAl != 0 {
			t.Errorf("update %d: %q, but α are %v and %v", i, e, d.NewAk, d.NewAl)
		}
		if strings.HasSuffix(e, "becomes a support vector") && d.OldAk != 0 && d.OldAl != 0 {
			t.Errorf("update %d: %q, but α were %v and %v", i, e, d.OldAk, d.OldAl)
		}
	}
	if reason, done := r.Done(); !done || !strings.Contains(reason, "KKT") || r.Event(r.Len()-1) != "converged" {
		t.Errorf("done %v, %q, event %q", done, reason, r.Event(r.Len()-1))
	}
}

func TestPerceptronFormulaCountsMistakes(t *testing.T) {
	start, err := Start(model("xor4", "poly(degree=2,c=1)"), solvers.Perceptron{EveryVisit: true})
	if err != nil {
		t.Fatal(err)
	}
	r, err := start.Extend(context.Background(), 100, exercises.Break{})
	if err != nil {
		t.Fatal(err)
	}
	if got := texts(r.Frame(1).Formula); !strings.Contains(got, "a mistake") || !strings.Contains(got, "α₁ ← 0 + 1 = 1") {
		t.Errorf("first visit: %s", got)
	}
	if got := texts(r.Frame(r.Len() - 1).Formula); !strings.Contains(got, "nothing changes") {
		t.Errorf("last visit: %s", got)
	}
	if reason, done := r.Done(); !done || !strings.Contains(reason, "Epoch 2 had no mistake") {
		t.Errorf("done %v, %q", done, reason)
	}
}

func TestFirstLogisticStepIsHalfGamma(t *testing.T) {
	for _, form := range []solvers.LogisticForm{solvers.ZeroOne, solvers.PlusMinus} {
		start, err := Start(model("circles", "rbf(sigma=1)"), solvers.Logistic{Gamma: .2, Form: form})
		if err != nil {
			t.Fatal(err)
		}
		r, err := start.Extend(context.Background(), 1, exercises.Break{})
		if err != nil {
			t.Fatal(err)
		}
		got := texts(r.Frame(1).Formula)
		want := "= 0 + 0.2 (1 − 0.5) = 0.1"
		if form == solvers.PlusMinus {
			want = "= 0 + 0.2 s(0) (+1) = 0.1"
		}
		if !strings.Contains(got, want) {
			t.Errorf("form %v: %q is not in %s", form, want, got)
		}
	}
}

// The update with a penalty, in symbols and numbers that give the result.
func TestPenalisedFormula(t *testing.T) {
	m := model("moons", "rbf(sigma=1)")
	start, err := Start(m, solvers.Logistic{Gamma: .2, Lambda: .5})
	if err != nil {
		t.Fatal(err)
	}
	r, err := start.Extend(context.Background(), 3, exercises.Break{})
	if err != nil {
		t.Fatal(err)
	}
	tr := r.(Run).Trace()
	change := tr.At(3).Detail.(*solvers.GradientDetail).Change()
	at := 0
	for i, v := range change.All() {
		if math.Abs(v) > math.Abs(change.At(at)) {
			at = i
		}
	}
	got := texts(r.Frame(3).Formula)
	y := (m.Set.Label(at) + 1) / 2
	for _, want := range []string{
		"(1 − γλ)a" + anatomy.Sub(at+1), "= 0.9·" + anatomy.Paren(tr.At(2).Coef().At(at)) + " + 0.2 (" + anatomy.Num(y) + " − " + anatomy.Num(solvers.Sigmoid(tr.At(2).F(at))) + ")",
		" = " + anatomy.Num(.9*tr.At(2).Coef().At(at)+.2*(y-solvers.Sigmoid(tr.At(2).F(at)))),
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %s", want, got)
		}
	}
	if status := r.Frame(3).Status.String(); !strings.Contains(status, "loss + penalty ") {
		t.Errorf("the status is %s", status)
	}
}

func TestCompanionKeepsPace(t *testing.T) {
	start, err := Start(model("sine_reg", "poly(degree=2,c=1)"), solvers.LeastSquares{Eta: .01})
	if err != nil {
		t.Fatal(err)
	}
	r, err := start.Extend(context.Background(), 50, exercises.Break{})
	if err != nil {
		t.Fatal(err)
	}
	tr := r.(Run)
	if len(tr.traces) != 2 || tr.traces[1].Len() != tr.traces[0].Len() {
		t.Fatalf("%d traces", len(tr.traces))
	}
}

func TestHigherDimensionsSayWhatIsLeftOut(t *testing.T) {
	m := fourD(t)
	m.Pair = [2]int{2, 3}
	r, err := Start(m, solvers.SMO{C: 1})
	if err != nil {
		t.Fatal(err)
	}
	if title := r.Frame(0).Figures[0].Title; !strings.Contains(title, "x3 and x4, the other 2 at their mean") {
		t.Errorf("title %q", title)
	}
	if inspected := texts(r.Frame(0).Inspect(0)); !strings.Contains(inspected, "x1, x2, x3, x4") {
		t.Errorf("inspector: %s", inspected)
	}
}

// fourD are points in four dimensions, class by the sign of the third.
func fourD(t testing.TB) Model {
	t.Helper()
	var x [][]float64
	var y []float64
	for i := range 30 {
		v := float64(i)
		x = append(x, []float64{math.Sin(v), math.Cos(2 * v), math.Sin(3*v + 1), math.Cos(5 * v)})
		y = append(y, math.Copysign(1, math.Sin(3*v+1)))
	}
	m := model("moons", "rbf(sigma=1)")
	m.Set = dataset.NewClassification("waves", x, y)
	return m
}

func TestSamplesKeepEndsAndCurrent(t *testing.T) {
	start, err := solvers.NewTrace(solvers.Perceptron{EveryVisit: true, MaxEpochs: 1e6}, dualOf(t, model("blobs_overlap", "linear")))
	if err != nil {
		t.Fatal(err)
	}
	room := solvers.WithRoom(t.Context(), solvers.NewRoom(1<<20, nil))
	for _, n := range []int{1, 2, 400, 401, 5000} {
		tr, err := start.Extend(room, n-1, nil)
		if err != nil || tr.Len() != n {
			t.Fatalf("%d steps, %v", tr.Len(), err)
		}
		for _, current := range []int{0, n / 3, n - 1} {
			at := samples(tr, current)
			if at[0] != 0 || at[len(at)-1] != n-1 || len(at) > maxSamples+1 || n > 400 && len(at) < maxSamples/3 {
				t.Errorf("samples(%d, %d): %d from %d to %d", n, current, len(at), at[0], at[len(at)-1])
			}
			if !slices.IsSorted(at) || len(slices.Compact(slices.Clone(at))) != len(at) || !slices.Contains(at, current) {
				t.Errorf("samples(%d, %d) are %v", n, current, at)
			}
		}
	}
}

func dualOf(t *testing.T, m Model) *solvers.Problem {
	t.Helper()
	p, err := m.Dual()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestNoSwingOfALongRunIsLost: a chart of many steps has the least and the
// greatest of them, wherever they are, and the value of the current one.
func TestNoSwingOfALongRunIsLost(t *testing.T) {
	tr := extended(t, beginnings()["smo moons"], 0).Trace()
	const n, high, low = 1201, 534, 1077
	for i := 1; i < n; i++ {
		s := tr.Last()
		s.Objective = float64(i % 2)
		switch i {
		case high:
			s.Objective = 9
		case low:
			s.Objective = -3
		}
		tr = tr.With(s)
	}
	track := Track{Brief: true, Of: func(s solvers.Step) float64 { return s.Objective }}
	for _, current := range []int{0, 1, high, 800, n - 1} {
		x, y := track.along(tr, current)
		at, ok := slices.BinarySearch(x, float64(current))
		if len(x) > maxSamples+3 || slices.Max(y) != 9 || slices.Min(y) != -3 || !slices.IsSorted(x) {
			t.Errorf("%d values from %v to %v", len(x), slices.Min(y), slices.Max(y))
		}
		if !ok || y[at] != tr.Brief(current).Objective {
			t.Errorf("step %d is not among %d values", current, len(x))
		}
	}
}
