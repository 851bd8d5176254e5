package stage

import (
	"math"
	"slices"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

func dualOf(t *testing.T, data TrainingData) *solvers.Problem {
	return must.Value(data.Dual())
}

func TestSamples_keepEndsAndCurrent(t *testing.T) {
	start, err := solvers.NewTrace(solvers.Perceptron{EveryVisit: true, MaxPasses: 1e6},
		dualOf(t, trainingData("blobs_overlap", "linear")))
	check.OK(t, err)
	room := solvers.WithMemoryBudget(t.Context(), solvers.NewMemoryBudget(1<<20, nil))
	for _, n := range []int{1, 2, 400, 401, 5000} {
		tr, err := start.Extend(room, n-1, nil)
		check.Must(t, err == nil && tr.Len() == n, "Extend: got %d steps, error %v, want %d", tr.Len(), err, n)
		for _, current := range []int{0, n / 3, n - 1} {
			at := sampledSteps(tr, current)
			if at[0] != 0 || at[len(at)-1] != n-1 || len(at) > maxSamples+1 || n > 400 && len(at) < maxSamples/3 {
				t.Errorf("samples(%d, %d): got %d from %d to %d, want at most %d from 0 to %d", n, current, len(at),
					at[0], at[len(at)-1], maxSamples+1, n-1)
			}
			if !slices.IsSorted(at) || len(slices.Compact(slices.Clone(at))) != len(at) ||
				!slices.Contains(at, current) {
				t.Errorf("samples(%d, %d) = %v, want each once, in order, with the current step", n, current, at)
			}
		}
	}
}

// A chart of many steps shows the minimum, the maximum and the current value.
func TestTrack_keepsExtremesOfLongRun(t *testing.T) {
	tr := extendRun(t, beginnings()["smo moons"], 0).Trace()
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
		tr = tr.Append(s)
	}
	track := Track{SummaryOnly: true, Value: func(s solvers.Step) float64 { return s.Objective }}
	for _, current := range []int{0, 1, high, 800, n - 1} {
		x, y := track.values(tr, current)
		at, ok := slices.BinarySearch(x, float64(current))
		check.That(t, len(x) <= maxSamples+3 && slices.Max(y) == 9 && slices.Min(y) == -3 && slices.IsSorted(x),
			"step %d: got %d values from %v to %v, want at most %d from -3 to 9", current, len(x), slices.Min(y),
			slices.Max(y), maxSamples+3)
		check.That(t, ok && y[at] == tr.Summary(current).Objective,
			"step %d is not among the %d values, want it with its objective", current, len(x))
	}
}

// The point that the formula of a descent describes stands out in the picture,
// among the bars and in the table.
func TestRun_FrameMarksPointOfFormula(t *testing.T) {
	r := extendRun(t, must.Value(Start(trainingData("moons", "rbf(sigma=0.7)"), solvers.LeastSquares{Eta: 0.1})), 4)
	f := r.Frame(3)
	table, _ := rosterOf(f)
	first := table.Order[0]
	picture, bars := f.Figures[0].Plot.(ascii.Map), f.Figures[2].Plot.(ascii.Bars)
	if !picture.Marks[first].Focus || bars.Bars[first].Tag.Text == "" ||
		cellAt(table, first, 0) != bars.Bars[first].Tag.Text {
		t.Errorf("point %d: got focus %v, bar %q, row %q, want it in focus with one text", first+1,
			picture.Marks[first].Focus, bars.Bars[first].Tag.Text, cellAt(table, first, 0))
	}
	if got, want := f.Formula[1].String()[:len("a"+anatomy.Sub(first+1))], "a"+anatomy.Sub(first+1); got != want {
		t.Errorf("the update begins with %q, want %q", got, want)
	}
}

// If the rule chooses a pair that cannot move, the parabola shows the unclipped target next to the
// bound at which the step ends.
func TestParabola_showsTheTargetOfAStall(t *testing.T) {
	for _, set := range []string{"worksheet1d", "moons", "circles", "blobs_sep"} {
		r := extendRun(t, must.Value(Start(trainingData(set, "poly(degree=2,c=1)"), solvers.SMO{C: 10,
			Rule: solvers.MaxErrorLiteral})), 400)
		d, ok := r.traces[0].Last().Detail.(*solvers.SMODetail)
		check.Must(t, ok && d.NewAl == d.OldAl, "%s: the rule is not stuck", set)
		var names []string
		for _, s := range Parabola(d, r.traces[0].Last().Objective).Plot.(ascii.Chart).Series {
			names = append(names, s.Name)
		}
		if !slices.Contains(names, "α*") || !slices.Contains(names, "L") && !slices.Contains(names, "H") {
			t.Errorf("%s: parabola of the stall: got %v, want α* and a bound", set, names)
		}
	}
}

// The picture contains αₗ before and after the step, even if the step is too short to change the
// digits shown. The values of g in the picture differ by more than rounding errors.
func TestParabola_endOfRun(t *testing.T) {
	for name, s := range map[string]solvers.SMO{
		"rbf(sigma=0.5)": {C: 10, Tol: 1e-12, MaxUpdates: 4000},
		"linear":         {C: 1, Tol: 1e-13, Rule: solvers.Random, Seed: 2, MaxUpdates: 3000},
	} {
		m := trainingData("moons", name)
		r := extendRun(t, must.Value(Start(m, s)), 4000)
		for i := 1; i < r.Len(); i++ {
			d := r.Trace().At(i).Detail.(*solvers.SMODetail)
			c := Parabola(d, r.Trace().At(i-1).Objective).Plot.(ascii.Chart)
			span, size := c.X.Span(), math.Max(d.OldAl, d.NewAl)
			if c.X.With(d.OldAl) != c.X || c.X.With(d.NewAl) != c.X || span < 1e-3*size {
				t.Fatalf("%s, step %d: the axis is %v, want it to contain αₗ from %v to %v", name, i, c.X, d.OldAl,
					d.NewAl)
			}
			if w := ascii.RangeOf(c.Series[0].Y...); d.Kappa > 1e-3 && size > 1e-3 && w.Span() <= 1e-9*math.Abs(w.Max) {
				t.Fatalf("%s, step %d: g goes from %v to %v for αₗ on %v, want it not flat", name, i, w.Min, w.Max, c.X)
			}
		}
	}
}

// The status and the bounds at the end of a run show rounding errors as 0.
func TestRun_FrameShowsRoundingAsZero(t *testing.T) {
	m := trainingData("worksheet1d", "poly(degree=2,c=1)")
	r := extendRun(t, must.Value(Start(m, solvers.SMO{C: 1, Tol: 1e-13})), 4000)
	for i := range r.Len() {
		f := r.Frame(i)
		text := f.Status.String()
		for _, fig := range f.Figures {
			text += " " + fig.Title
		}
		if len(f.Formula) > 1 {
			text += " " + f.Formula[1].String()
		}
		check.That(t, !strings.Contains(text, "e−1"), "step %d shows %q, want 0 for rounding errors", i, text)
	}
}

// A draft shows only what the student has worked out. The curve has the given slope at the old αₗ,
// and the slope and κ determine its top.
func TestHandStep_Figure(t *testing.T) {
	none := math.NaN()
	tests := []struct {
		name  string
		d     HandStep
		marks string
		title string
	}{
		{"nothing", HandStep{Old: 0.3, Slope: 2, C: 1, Lo: none, Hi: none, Kappa: none, Unclipped: none, New: none}, "old",
			"g against αₗ, from what you fill in"},
		{"bounds", HandStep{Old: 0.3, Slope: 2, C: 1, Lo: 0, Hi: 0.5, Kappa: none, Unclipped: none, New: none},
			"[L, H] L H old", "g against αₗ, from what you fill in"},
		{"turned bounds", HandStep{Old: 0.3, Slope: 2, C: 1, Lo: 0.5, Hi: 0, Kappa: none, Unclipped: none, New: none},
			"L H old", "g against αₗ, from what you fill in"},
		{"all", HandStep{Old: 0.3, Slope: 2, C: 1, Lo: 0, Hi: 0.5, Kappa: 4, Unclipped: 0.8, New: 0.5},
			" [L, H] L H α* old new", "g against αₗ, from what you fill in"},
		{"far", HandStep{Old: 0.3, Slope: 2, C: 1, Lo: -90, Hi: 1e300, Kappa: 1e300, Unclipped: math.Inf(1), New: none},
			" [L, H] old", "g against αₗ, from what you fill in, ← L = −90, H = 1e300 →, α* = ∞ →"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := tt.d.Figure()
			c := f.Plot.(ascii.Chart)
			var names []string
			for _, s := range c.Series {
				names = append(names, s.Name)
			}
			if got := strings.Join(names, " "); got != tt.marks || f.Title != tt.title {
				t.Errorf("Figure() shows %q under %q, want %q under %q", got, f.Title, tt.marks, tt.title)
			}
			for _, size := range [][2]int{{70, 30}, {24, 5}, {3, 2}, {0, 0}} {
				f.Plot.Draw(ascii.NewGrid(size[0], size[1]), ascii.Rect{W: size[0], H: size[1]}, ascii.View{})
			}
		})
	}
	d := tests[3].d
	if top := d.Old + d.Slope/d.Kappa; d.rise(top) <= d.rise(top-0.01) || d.rise(top) <= d.rise(top+0.01) ||
		d.rise(d.Old) != 0 {
		t.Errorf("g has no maximum at %v, want one there and 0 at %v", top, d.Old)
	}
}

// The picture of the perceptron marks mistakes: it has no support vectors.
func TestPerceptronPainter_marksMistakes(t *testing.T) {
	r := extendRun(t, must.Value(Start(trainingData("circles", "poly(degree=2,c=1)"), solvers.Perceptron{})), 5)
	picture := r.Frame(5).Figures[0].Plot.(ascii.Map)
	for i, m := range picture.Marks {
		if want := MistakeMark(r.Trace().At(5).Coef().At(i)); m.Kind != want || m.Kind == ascii.FreeSV {
			t.Errorf("point %d is marked as %d, want %d", i+1, m.Kind, want)
		}
	}
}
