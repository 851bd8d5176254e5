package stage

import (
	"math"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/solvers"
)

// TestTheParabolaIsOneAlsoAtTheEnd: where steps are shorter than the digits of
// α, its picture is still that of the place: α lies in it, and W has a top or a
// slope that is more than rounding.
func TestTheParabolaIsOneAlsoAtTheEnd(t *testing.T) {
	for name, s := range map[string]solvers.SMO{
		"rbf(sigma=0.5)": {C: 10, Tol: 1e-12, MaxUpdates: 4000},
		"linear":         {C: 1, Tol: 1e-13, Rule: solvers.Random, Seed: 2, MaxUpdates: 3000},
	} {
		m := model("moons", name)
		start, err := Start(m, s)
		if err != nil {
			t.Fatal(err)
		}
		r := extended(t, start, 4000)
		for i := 1; i < r.Len(); i++ {
			d := r.Trace().At(i).Detail.(*solvers.SMODetail)
			c := Parabola(d, r.Trace().At(i-1).Objective).Plot.(ascii.Chart)
			span, size := c.X.Span(), math.Max(d.OldAl, d.NewAl)
			if c.X.With(d.OldAl) != c.X || c.X.With(d.NewAl) != c.X || span < 1e-3*size {
				t.Fatalf("%s, step %d: αℓ from %v to %v is shown on %v", name, i, d.OldAl, d.NewAl, c.X)
			}
			if w := ascii.RangeOf(c.Series[0].Y...); d.Kappa > 1e-3 && size > 1e-3 && w.Span() <= 1e-9*math.Abs(w.Max) {
				t.Fatalf("%s, step %d: W is flat, from %v to %v, for αℓ on %v", name, i, w.Min, w.Max, c.X)
			}
		}
	}
}

// TestRoundingIsShownAsZero: at the end of a run, in its status and bounds.
func TestRoundingIsShownAsZero(t *testing.T) {
	m := model("worksheet1d", "poly(degree=2,c=1)")
	start, err := Start(m, solvers.SMO{C: 1, Tol: 1e-13})
	if err != nil {
		t.Fatal(err)
	}
	r := extended(t, start, 4000)
	for i := range r.Len() {
		f := r.Frame(i)
		text := f.Status.String()
		for _, fig := range f.Figures {
			text += " " + fig.Title
		}
		if len(f.Formula) > 1 {
			text += " " + f.Formula[1].String()
		}
		if strings.Contains(text, "e−1") {
			t.Errorf("step %d shows %s", i, text)
		}
	}
}
