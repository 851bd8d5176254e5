package stage

import (
	"context"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/solvers"
)

// texts joins lines for searching.
func texts(lines []ascii.Line) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.String() + "\n")
	}
	return b.String()
}

// fourD returns points in four dimensions, with the sign of the third as class.
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

// Every frame is drawn at every size, with words for every figure, and never shows
// an identifier of the program.
func TestRun_FrameEverySize(t *testing.T) {
	all := maps.Clone(beginnings())
	all["4-D"] = mustStart(fourD(t), solvers.SMO{C: 1})
	for name, start := range all {
		t.Run(name, func(t *testing.T) {
			r := extended(t, start, 60)
			for _, i := range []int{0, 1, r.Len() / 2, r.Len() - 1} {
				f := r.Frame(i)
				said := f.Status.String() + r.Event(i) + r.Summary(i)
				if f.Why != nil {
					said += texts(f.Why())
				}
				for _, id := range []string{"iteration-limit", "max-violation", "max-error", "second-order"} {
					if strings.Contains(said, id) {
						t.Errorf("frame %d shows %q in %q, want plain words", i, id, said)
					}
				}
				if len(f.Status) == 0 || len(f.Formula) == 0 || len(f.Inspect(0)) == 0 || f.Inspect(-1) != nil ||
					f.Inspect(1_000_000) != nil {
					t.Errorf("frame %d: got status %q, formula %v, Inspect(0) = %v, want all three, and nothing for "+
						"points that do not exist", i, f.Status.String(), f.Formula, f.Inspect(0))
				}
				for _, fig := range f.Figures {
					for _, size := range [][2]int{{0, 0}, {1, 1}, {3, 2}, {20, 5}, {54, 20}, {80, 24}, {200, 60}} {
						g := ascii.NewGrid(size[0], size[1])
						fig.Plot.Draw(g, g.Bounds(), ascii.View{})
					}
					if len(fig.Plot.Words()) == 0 {
						t.Errorf("frame %d: %q has no words, want some", i, fig.Title)
					}
				}
			}
		})
	}
}

// The formula of a step says if its clip was left out on request.
func TestSMOFormula_withoutClip(t *testing.T) {
	m, s := model("moons", "rbf(sigma=1)"), solvers.SMO{C: .3}
	start := mustStart(m, s)
	tr, err := start.Trace().Extend(context.Background(), 60, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < tr.Len(); i++ {
		d := tr.At(i).Detail.(*solvers.SMODetail)
		free := s.UpdateUnclipped(tr.Problem(), tr.At(i-1), d.K, d.L).Detail.(*solvers.SMODetail)
		if got := texts(SMOFormula(free)); strings.Contains(got, "no clip to [L, H]") != d.Clipped {
			t.Errorf("step %d, clipped %v: got\n%s\nwant \"no clip\" only if it was clipped", i, d.Clipped, got)
		}
	}
}

// The numbers of every formula follow from the points, labels and α alone.
func TestSMOFormula_followsFromData(t *testing.T) {
	const c = 2
	m := model("moons", "rbf(sigma=0.8)")
	r := extended(t, mustStart(m, solvers.SMO{C: c}), 40)
	trace := r.Trace()
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
			"αₗ = " + anatomy.Num(trace.At(i).Coef().At(d.L)),
			"= " + anatomy.Num(trace.At(i).Coef().At(d.K)),
		} {
			if !strings.Contains(got, want) {
				t.Errorf("update %d: got\n%s\nwant %q in it", i, got, want)
			}
		}
	}
}

func TestSMOPainter_Event(t *testing.T) {
	m := model("blobs_overlap", "linear")
	r := extended(t, mustStart(m, solvers.SMO{C: .5}), 1000)
	trace := r.Trace()
	for i := range r.Len() {
		e := r.Event(i)
		if i == 0 {
			if e != "" {
				t.Errorf("Event(0) = %q, want none", e)
			}
			continue
		}
		d := trace.At(i).Detail.(*solvers.SMODetail)
		if strings.HasSuffix(e, "reaches C") && d.NewAk != .5 && d.NewAl != .5 {
			t.Errorf("update %d: got %q with α %v and %v, want one at C", i, e, d.NewAk, d.NewAl)
		}
		if strings.HasSuffix(e, "falls to 0") && d.NewAk != 0 && d.NewAl != 0 {
			t.Errorf("update %d: got %q with α %v and %v, want one at 0", i, e, d.NewAk, d.NewAl)
		}
		if strings.HasSuffix(e, "becomes a support vector") && d.OldAk != 0 && d.OldAl != 0 {
			t.Errorf("update %d: got %q with α before it %v and %v, want one at 0", i, e, d.OldAk, d.OldAl)
		}
	}
	if reason, done := r.Done(); !done || !strings.Contains(reason, "KKT") || r.Event(r.Len()-1) != "converged" {
		t.Errorf("Done() = %v, %q, last event %q, want true, the KKT conditions, \"converged\"", done, reason,
			r.Event(r.Len()-1))
	}
}

func TestPerceptronPainter_formula(t *testing.T) {
	r := extended(t, mustStart(model("xor4", "poly(degree=2,c=1)"), solvers.Perceptron{EveryVisit: true}), 100)
	if got := texts(r.Frame(1).Formula); !strings.Contains(got, "a mistake") ||
		!strings.Contains(got, "α₁ ← 0 + 1 = 1") {
		t.Errorf("first visit: got %s, want a mistake that makes α₁ = 1", got)
	}
	if got, want := r.Event(1), "point 1 is a mistake for the first time"; got != want {
		t.Errorf("Event(1) = %q, want %q", got, want)
	}
	if got := texts(r.Frame(r.Len() - 1).Formula); !strings.Contains(got, "nothing changes") {
		t.Errorf("last visit: got %s, want that nothing changes", got)
	}
	if reason, done := r.Done(); !done || !strings.Contains(reason, "Epoch 2 had no mistake") {
		t.Errorf("Done() = %v, %q, want true after epoch 2", done, reason)
	}
}

// The update with a penalty is shown in symbols and in numbers that give the result.
func TestLogisticFormula_penalty(t *testing.T) {
	m := model("moons", "rbf(sigma=1)")
	r := extended(t, mustStart(m, solvers.Logistic{Gamma: .2, Lambda: .5}), 3)
	tr := r.Trace()
	change := tr.At(3).Detail.(*solvers.GradientDetail).Change()
	at := 0
	for i, v := range change.All() {
		if math.Abs(v) > math.Abs(change.At(at)) {
			at = i
		}
	}
	got := texts(r.Frame(3).Formula)
	y := (m.Set.Label(at) + 1) / 2
	residual := y - solvers.Sigmoid(tr.At(2).F(at))
	for _, want := range []string{
		"(1 − γλ)a" + anatomy.Sub(at+1),
		"= " + anatomy.Num(y) + " − s(" + anatomy.Num(tr.At(2).F(at)) + ") = " + anatomy.Num(residual),
		"= 0.9·" + anatomy.Paren(tr.At(2).Coef().At(at)) + " + 0.2·" + anatomy.Paren(residual),
		" = " + anatomy.Num(.9*tr.At(2).Coef().At(at)+.2*residual),
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the formula is %s, want %q in it", got, want)
		}
	}
	if status := r.Frame(3).Status.String(); !strings.Contains(status, "loss + penalty ") {
		t.Errorf("the status is %s, want loss and penalty in it", status)
	}
}

// A slice names the columns it leaves out as the data do.
func TestModel_SliceNote(t *testing.T) {
	m := fourD(t)
	m.Pair = [2]int{2, 3}
	f := mustStart(m, solvers.SMO{C: 1}).Frame(0)
	if title, want := f.Figures[0].Title, "x3 and x4, the other 2 at their mean"; !strings.Contains(title, want) {
		t.Errorf("title %q, want %q in it", title, want)
	}
	if inspected := texts(f.Inspect(0)); !strings.Contains(inspected, "x1, x2, x3, x4") {
		t.Errorf("the inspector has %q, want all four columns", inspected)
	}
	if note, ok := model("moons", "linear").SliceNote(); ok {
		t.Errorf("SliceNote() of two columns = %q, want none", note)
	}
}

func TestRun_WhyMarksChosenPartner(t *testing.T) {
	for _, rule := range solvers.PairRules() {
		r := extended(t, beginnings()["smo "+rule.String()], 40)
		for i := 1; i < r.Len(); i++ {
			chosen := 0
			for _, l := range r.Frame(i).Why() {
				if !slices.ContainsFunc(l, func(s ascii.Span) bool { return s.Ink == ascii.Select }) {
					continue
				}
				chosen++
				if !strings.HasPrefix(strings.TrimSpace(l.String()), "l  ") {
					t.Errorf("%s, step %d: got the chosen row %q, want that of l", rule, i, l.String())
				}
			}
			if chosen != 1 {
				t.Errorf("%s, step %d: got %d chosen rows, want 1", rule, i, chosen)
			}
		}
	}
}

// Why is computed once, when it is asked for. There is none at a frame that begins
// a new setting.
func TestRun_WhyIsComputedOnce(t *testing.T) {
	r := extended(t, beginnings()["smo moons"], 5)
	f := r.Frame(3)
	if first, again := f.Why(), f.Why(); len(first) == 0 || &first[0] != &again[0] {
		t.Errorf("Why() twice: got %d lines computed again, want the same lines", len(again))
	}
	fork, err := r.Fork(t.Context(), 3, map[string]string{"C": "20"})
	if err != nil {
		t.Fatal(err)
	}
	if fork.Frame(3).Why != nil {
		t.Error("Why of a frame that no step led to: got one, want none")
	}
	if len(fork.Frame(4).Why()) == 0 {
		t.Error("Why of the step after it: got nothing, want the reasons")
	}
}
