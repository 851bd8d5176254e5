package unit9

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
)

// run returns the run in which m doubles. The derivation of a step follows one entry of
// ZZᵀ, as a mean over the features. The ledger checks all entries.
func (g *fourierError) run(f features) exercises.Run {
	w := doubling{g, f}
	return stage.NewCourse(anatomy.Course{
		Title: "random features",
		Rule: "As many features again are drawn. An entry of ZZᵀ is a mean over all of them, of 2cc′ with c = " +
			map[bool]string{false: "cos(ωᵀx + θ).", true: "cos ωᵀx or sin ωᵀx."}[f.pairs],
		Objective: "error", ObjectiveLabel: "RMS error",
		Steps: len(f.steps) - 1, Record: w.says, Derive: w.sheet, Given: w.given, Laws: w.laws,
		Words: doublingWords(w.entry()),
	}, stage.Showing{
		Frame: func(i int) exercises.Frame { return g.frame(f.steps, i) },
		End:   "5 120 features are as many as are drawn here.",
		Breaks: []exercises.Break{
			{Name: "error < 0.1", Label: "the error falls below 0.1"},
			{Name: "error < 0.03", Label: "the error falls below 0.03"},
		},
		Examples: []string{"error < 0.05", "m == 160", "entry drops"},
	})
}

// doubling is the course of a growing number of features.
type doubling struct {
	*fourierError
	features
}

// pair returns the two points whose entry is followed: the pair whose k is nearest to
// ½.
func (w doubling) pair() (a, b int) {
	near := math.Inf(1)
	for i := range w.points {
		for j := range i {
			if d := math.Abs(w.gram.At(i, j) - 0.5); d < near {
				near, a, b = d, j, i
			}
		}
	}
	return a, b
}

// entry formats the name of the pair's entry.
func (w doubling) entry() string {
	a, b := w.pair()
	return "z" + anatomy.Sub(a+1) + "·z" + anatomy.Sub(b+1)
}

// doublingWords returns the quantities that conditions can use.
func doublingWords(entry string) anatomy.Derivation {
	return anatomy.Derivation{
		{Name: "m", Symbol: "m", Word: "m", Help: "the number of features", Persistent: true},
		{Name: "error", Symbol: "error", Word: "error", Aliases: []string{"rms"},
			Help: "the RMS error off the diagonal, over all draws", Typical: "0.1", Persistent: true},
		{Name: "product", Symbol: "error·√m", Word: "product", Help: "error · √m", Persistent: true},
		{Name: "entry", Symbol: entry, Word: "entry", Help: entry + ", an entry of ZZᵀ", Persistent: true},
		{Name: "off", Symbol: "off", Word: "off", Help: "how far the diagonal of ZZᵀ is off at most", Persistent: true},
	}
}

// says returns the results for the m of step i.
func (w doubling) says(i int) anatomy.Numbers {
	s := w.steps[i]
	a, b := w.pair()
	return anatomy.Numbers{
		"m": float64(s.m), "error": s.error, "product": s.error * math.Sqrt(float64(s.m)),
		"entry": s.gram.At(a, b), "off": w.offOnDiagonal(s.gram),
	}
}

// mean returns the mean of the pair's products over the features in [from, to).
func (w doubling) mean(from, to int) float64 {
	a, b := w.pair()
	left, right := make([]float64, mostFeatures), make([]float64, mostFeatures)
	w.z.MapTo(left, w.points[a])
	w.z.MapTo(right, w.points[b])
	return mostFeatures * floats.Dot(left[from:to], right[from:to]) / float64(to-from)
}

// sheet returns the derivation of the step to step i.
func (w doubling) sheet(i int) anatomy.Derivation {
	m := w.steps[i-1].m
	entry := w.entry()
	return anatomy.Derivation{
		{Name: "before", Symbol: "m before", Compute: func(anatomy.Numbers) float64 { return float64(m) }},
		{Name: "old", Symbol: "old mean", Compute: func(anatomy.Numbers) float64 { return w.mean(0, m) }},
		{Name: "added", Symbol: "new mean", Compute: func(anatomy.Numbers) float64 { return w.mean(m, 2*m) }},
		{
			Name: "m", Symbol: "m", Formula: "2·{before}", From: []string{"before"},
			Compute: func(n anatomy.Numbers) float64 { return 2 * n["before"] },
		},
		{
			Name: "entry", Symbol: entry, Ink: ascii.Symbol1, Formula: "({old} + {added})/2",
			From:    []string{"old", "added"},
			Compute: func(n anatomy.Numbers) float64 { return (n["old"] + n["added"]) / 2 },
			Scale:   func(n anatomy.Numbers) float64 { return math.Abs(n["old"]) + math.Abs(n["added"]) },
			Slips: []anatomy.Slip{
				{ID: "sum", Advice: "ZZᵀ has the mean over all features, old and new, not the sum of two means.",
					Compute: func(n anatomy.Numbers) float64 { return n["old"] + n["added"] }},
			},
		},
	}
}

// given explains the means in the step to step i.
func (w doubling) given(i int) []ascii.Line {
	a, b := w.pair()
	m := w.steps[i-1].m
	return ascii.Linesf(
		"Of points %d and %d, where K has %s, old mean is over the first %d features, new mean over the next %d.", a+1,
		b+1, anatomy.Num(w.gram.At(a, b)), m, m,
	)
}

// laws returns what must hold at step i.
func (w doubling) laws(i int) []anatomy.Law {
	s, n := w.steps[i], len(w.points)
	a, b := w.pair()
	var shown float64
	for j, x := range w.points {
		for k, y := range w.points[:j] {
			d := s.gram.At(j, k) -
				math.Exp(-floats.Distance(x, y, 2)*floats.Distance(x, y, 2)/(2*w.kernel.Sigma*w.kernel.Sigma))
			shown += d * d / float64(n*(n-1)/2)
		}
	}
	values := solvers.Eigenvalues(n, s.gram.At)
	top := values[n-1]
	out := []anatomy.Law{
		{Name: "mean", Formula: fmt.Sprintf("%s = mean of %d products", w.entry(), s.m), Is: s.gram.At(a, b),
			Want: w.mean(0, s.m), Tol: 1e-12},
		{Name: "shown", Formula: "error² of the draw shown", Is: s.each[fourierDraws-1], Want: shown, Tol: 1e-12},
		{Name: "draws", Formula: fmt.Sprintf("error² = mean over %d draws", fourierDraws), Is: s.error * s.error,
			Want: floats.Sum(s.each) / fourierDraws, Tol: 1e-12},
		{Name: "psd", Formula: "no eigenvalue of ZZᵀ < 0", Is: values[0], Relation: anatomy.AtLeast, Tol: 1e-12 * top},
	}
	if s.m < n {
		out = append(out,
			anatomy.Law{Name: "rank", Formula: fmt.Sprintf("%d eigenvalues of ZZᵀ are 0", n-s.m), Is: values[n-s.m-1],
				Tol: 1e-12 * top})
	}
	diagonal := make([]float64, n)
	for j := range diagonal {
		diagonal[j] = s.gram.At(j, j)
	}
	if w.pairs {
		return append(out,
			anatomy.Law{Name: "diagonal", Formula: "diagonal of ZZᵀ − K, at most", Is: w.offOnDiagonal(s.gram),
				Tol: 1e-12})
	}
	return append(out, anatomy.Law{Name: "diagonal", Formula: "no z·z above 2", Is: slices.Max(diagonal),
		Relation: anatomy.AtMost, Want: 2, Tol: 1e-12})
}

// stopwatch measures both ways on this machine, once, on demand, and tests the results
// on new points.
type stopwatch struct {
	seed uint64
	kept stage.Kept[[]timing]
}

// timing has the milliseconds of some runs for n points, sorted, and the number of
// errors of each way on new points.
type timing struct {
	n                        int
	kernel, linear           []float64
	kernelWrong, linearWrong int
}

// The parameters of the measurement.
const (
	stopRuns     = 5
	stopSteps    = 100
	stopFeatures = 64
	stopFresh    = 400
	stopNoise    = 0.25 // of the moons
)

// measure times the computation of K or Z and stopSteps steps, for several n.
func (s *stopwatch) measure(ctx context.Context) ([]timing, error) {
	var out []timing
	for _, n := range []int{50, 100, 200, 400, 800} {
		t, err := s.both(ctx, n)
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

// both trains with K and with features on n points, by the same steps.
func (s *stopwatch) both(ctx context.Context, n int) (timing, error) {
	model := stage.Model{Set: dataset.Moons(n, stopNoise, s.seed), Kernel: kernels.RBF{Sigma: 0.5}}
	gram, err := model.Gram()
	if err != nil {
		return timing{}, err
	}
	gamma := 0.5 * solvers.GammaSafe(gram)
	var a, w []float64
	kernel := func() error {
		p, err := stage.Model{Set: model.Set, Kernel: model.Kernel}.Dual()
		if err == nil {
			a, err = descend(ctx, p, gamma, stopSteps)
		}
		return err
	}
	var z kernels.Fourier
	linear := func() error {
		z = kernels.NewFourier(lesson.Rand(s.seed, 961), kernels.RBF{Sigma: 0.5}, 2, stopFeatures, true)
		p, err := solvers.NewPrimal(mapped(z, model.Set.Points()), model.Set.Labels())
		if err == nil {
			w, err = descend(ctx, p, gamma, stopSteps)
		}
		return err
	}
	took, err := stage.Timed(ctx, stopRuns, kernel, linear)
	if err != nil {
		return timing{}, err
	}
	fresh := dataset.Moons(stopFresh, stopNoise, ^s.seed)
	out := timing{n: n, kernel: took[0], linear: took[1]}
	out.kernelWrong = stage.Wrong(kernels.Expansion{Kernel: model.Kernel, Points: model.Set.Points(), Coef: a}, fresh)
	for i, row := range mapped(z, fresh.Points()) {
		if fresh.Label(i)*floats.Dot(w, row) <= 0 {
			out.linearWrong++
		}
	}
	return out, nil
}

func (s *stopwatch) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	scene, asked := stage.TimesHere(a, "measure", "Seconds over n, and errors",
		"both are trained here from 50 to 800 points: K or Z is made, and then come some steps of gradient descent. What they learn is judged on new points.")
	if !asked {
		return scene
	}
	all, err := s.kept.Get(ctx, s.measure)
	if err != nil {
		return scene
	}
	var near, far ascii.ChartSeries
	table := ascii.Table{
		Columns: ascii.Columns("n", "kernel", "from … to", "wrong", "linear on z", "from … to", "wrong"),
	}
	for _, t := range all {
		near.Add(math.Log10(float64(t.n)), stage.Middle(t.kernel))
		far.Add(math.Log10(float64(t.n)), stage.Middle(t.linear))
		row := append(ascii.PlainLines(strconv.Itoa(t.n)),
			append(timeCells(t.kernel, ascii.Symbol1), wrongCell(t.kernelWrong))...)
		table.Add(append(row, append(timeCells(t.linear, ascii.Symbol2), wrongCell(t.linearWrong))...)...)
	}
	near.Name, near.Ink, far.Name, far.Ink = "kernel", ascii.Symbol1, "linear on z", ascii.Symbol2
	scene.Figures = []exercises.Figure{
		stage.Main(fmt.Sprintf("Milliseconds for K or Z and %d steps, m = %d", stopSteps, stopFeatures),
			ascii.Chart{Series: []ascii.ChartSeries{near, far}, Log: true, XLabel: "log₁₀ n"}),
		stage.Table(fmt.Sprintf("Median of %d runs in ms, their spread, errors on %d new points", stopRuns, stopFresh),
			table),
	}
	return scene
}

// wrongCell formats an error rate on the new points.
func wrongCell(n int) ascii.Line {
	return ascii.Plainf("%.1f %%", 100*float64(n)/stopFresh)
}

// timeCells formats the median and the range of sorted milliseconds.
func timeCells(v []float64, ink ascii.Ink) []ascii.Line {
	ms := func(s float64) string {
		if s >= 100 {
			return fmt.Sprintf("%.0f", s)
		}
		return anatomy.Plain(s, 2)
	}
	return []ascii.Line{ascii.Inked(ms(stage.Middle(v)), ink), ascii.Inked(ms(v[0])+" … "+ms(v[len(v)-1]), ascii.Dim)}
}
