package stage

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/solvers"
	"kernellab/testdata/support/must"
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
	all["4-D"] = must.Value(Start(fourD(t), solvers.SMO{C: 1}))
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

// The formula of an update is that of its derivation, also if the clip was left out.
func TestSMOFormula_isDerived(t *testing.T) {
	start := extended(t, beginnings()["smo moons"], 30)
	without := must.Value(start.Fork(t.Context(), clippedAt(t, start), exercises.Answers{"clip": "off"}))
	for _, r := range []Run{start, without.(Run)} {
		for i := 1; i < r.Len(); i++ {
			a, _ := r.lastSegment().account(r.traces, i, false)
			got, n := r.Frame(i).Formula, a.Derivation.Recorded(a.Now)
			for j, name := range []string{"star", "alnew", "aknew"} {
				if want := a.Derivation.Equation(name, n).String(); !strings.HasPrefix(got[j].String(), want) {
					t.Errorf("step %d: got %q, want %q", i, got[j], want)
				}
			}
		}
	}
}

func TestSMOPainter_Event(t *testing.T) {
	m := model("blobs_overlap", "linear")
	r := extended(t, must.Value(Start(m, solvers.SMO{C: .5})), 1000)
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

// There are no reasons at a frame that begins a new setting.
func TestRun_WhyNeedsAStep(t *testing.T) {
	r := extended(t, beginnings()["smo moons"], 5)
	fork := must.Value(r.Fork(t.Context(), 3, map[string]string{"C": "20"}))
	if fork.Frame(3).Why != nil {
		t.Error("Why of a frame that no step led to: got one, want none")
	}
	if len(fork.Frame(4).Why()) == 0 {
		t.Error("Why of the step after it: got nothing, want the reasons")
	}
}
