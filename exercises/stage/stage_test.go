package stage

import (
	"context"
	"math"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/solvers"
)

// runs is one run of every kind, extended to its end or 60 frames.
func runs(t testing.TB) map[string]exercises.Run {
	t.Helper()
	out := map[string]exercises.Run{}
	add := func(name string, r Run, err error) {
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		longer, err := r.Extend(context.Background(), 60, exercises.Break{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		out[name] = longer
	}
	for _, set := range []string{"worksheet1d", "blobs_sep", "moons", "xor4"} {
		r, err := Start(model(set, "rbf(sigma=1)"), solvers.SMO{C: 1})
		add("smo "+set, r, err)
	}
	r, err := Start(fourD(t), solvers.SMO{C: 1})
	add("smo 4-D", r, err)
	r, err = Start(model("worksheet1d", "poly(degree=2,c=1)"), solvers.SMO{C: math.Inf(1), Rule: solvers.MaxErrorLiteral})
	add("stuck", r, err)
	r, err = Start(model("xor4", "poly(degree=2,c=1)"), solvers.Perceptron{EveryVisit: true})
	add("perceptron", r, err)
	r, err = Start(model("circles", "rbf(sigma=1)"), solvers.Logistic{Gamma: .1})
	add("logistic", r, err)
	r, err = Start(model("moons", "poly(degree=3,c=1)"), solvers.Logistic{Gamma: .01, Form: solvers.PlusMinus})
	add("logistic ±1", r, err)
	r, err = Start(model("sine_reg", "rbf(sigma=0.5)"), solvers.LeastSquares{Eta: .5})
	add("least squares", r, err)
	r, err = Start(model("blobs_overlap", "linear"), solvers.LeastSquares{Eta: 50})
	add("diverging", r, err)
	r, err = Start(model("sine_reg", "poly(degree=3,c=1)"), solvers.Ridge{Lambda: .1})
	add("ridge", r, err)
	return out
}

func TestEveryFrameOfEveryRunDrawsAtEverySize(t *testing.T) {
	sizes := [][2]int{{0, 0}, {1, 1}, {3, 2}, {20, 5}, {54, 20}, {80, 24}, {200, 60}}
	for name, r := range runs(t) {
		for _, i := range []int{0, 1, r.Len() / 2, r.Len() - 1} {
			f := r.Frame(i)
			if len(f.Status) == 0 || len(f.Formula) == 0 {
				t.Errorf("%s frame %d: status %q, formula %v", name, i, f.Status.String(), f.Formula)
			}
			for _, fig := range f.Figures {
				for _, size := range sizes {
					g := ascii.NewGrid(size[0], size[1])
					fig.Plot.Draw(g, g.Bounds(), ascii.View{})
				}
				if len(fig.Plot.Words()) == 0 {
					t.Errorf("%s frame %d: %q has no words", name, i, fig.Title)
				}
			}
			if lines := f.Inspect(0); len(lines) == 0 {
				t.Errorf("%s frame %d: nothing to inspect", name, i)
			}
			if f.Inspect(-1) != nil || f.Inspect(1_000_000) != nil {
				t.Errorf("%s: inspects points that are not there", name)
			}
		}
	}
}

func TestExtendLeavesThePastAlone(t *testing.T) {
	start, err := Start(model("moons", "rbf(sigma=1)"), solvers.SMO{C: 1})
	if err != nil {
		t.Fatal(err)
	}
	a, err := start.Extend(context.Background(), 7, exercises.Break{})
	if err != nil {
		t.Fatal(err)
	}
	if start.Len() != 1 || a.Len() != 8 {
		t.Fatalf("lengths %d and %d, want 1 and 8", start.Len(), a.Len())
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	b, err := a.Extend(cancelled, 100, exercises.Break{})
	if err == nil || b.Len() != 8 {
		t.Errorf("cancelled: %d frames, error %v", b.Len(), err)
	}
}

func TestBreaksStopWhereTheyHold(t *testing.T) {
	start, err := Start(model("blobs_overlap", "linear"), solvers.SMO{C: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range start.Breaks() {
		r, err := start.Extend(context.Background(), 400, b)
		if err != nil {
			t.Fatal(err)
		}
		trace := r.(Run).Trace()
		for i := 1; i < trace.Len(); i++ {
			holds := start.last().painter.Holds(b.Name, trace.At(i-1), trace.At(i))
			if r.(exercises.Holder).Holds(i, b) != holds {
				t.Errorf("%s at %d: the run and its painter disagree", b.Name, i)
			}
			if last := i == trace.Len()-1; holds && !last {
				t.Errorf("%s: holds at %d, but ran on to %d", b.Name, i, trace.Len()-1)
			}
		}
		if _, done := r.Done(); !done && r.Len() < 401 && !start.last().painter.Holds(b.Name, trace.At(r.Len()-2), trace.At(r.Len()-1)) {
			t.Errorf("%s: stopped at %d for no reason", b.Name, r.Len())
		}
	}
}
