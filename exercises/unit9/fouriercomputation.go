package unit9

import (
	"context"
	"fmt"
	"math"

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

// run returns a run, a recorded process that the student can step through: each step doubles m. The
// derivation of a step calculates one entry of ZZᵀ as a mean over the features. The ledger, which
// checks what must hold at every step, compares an entry with its mean, and for pairs the diagonal
// with 1.
func (e *fourierError) run(f featureDraws) exercises.Run {
	d := doubling{e, f}
	return stage.NewComputationRun(anatomy.Computation{
		Title: "random features",
		Rule: "The number of features is doubled. An entry of ZZᵀ is the mean of 2cc′ over all of them, with c = " +
			map[bool]string{false: "cos(ωᵀx + θ).", true: "cos ωᵀx or sin ωᵀx."}[f.pairs],
		Objective: "error", ObjectiveLabel: "RMS error",
		Steps: len(f.approximations) - 1, Record: d.record, Derive: d.derive, FormulaNotes: d.givenLines, Laws: d.laws,
		ConditionQuantities: doublingQuantities(d.entryName()),
	}, stage.Presentation{
		Frame: func(i int) exercises.Frame { return e.frame(f.approximations, i) },
		End:   "The run ends at 5 120 features.",
		Conditions: []exercises.Condition{
			{Name: "error < 0.1", Label: "the error falls below 0.1"},
			{Name: "error < 0.03", Label: "the error falls below 0.03"},
		},
		Examples: []string{"error < 0.05", "m == 160", "entry drops"},
	})
}

// doubling computes the numbers of a run in which every step doubles the number of features.
type doubling struct {
	*fourierError
	featureDraws
}

// watchedPair returns the two points whose entry of ZZᵀ the derivations of the steps calculate. Of
// all pairs, the kernel of these two points is nearest to ½.
func (d doubling) watchedPair() (a, b int) {
	smallest := math.Inf(1)
	for i := range d.points {
		for j := range i {
			if distance := math.Abs(d.gram.At(i, j) - 0.5); distance < smallest {
				smallest, a, b = distance, j, i
			}
		}
	}
	return a, b
}

// entryName returns the name of the entry of ZZᵀ for the watched pair, such as z₁·z₂.
func (d doubling) entryName() string {
	a, b := d.watchedPair()
	return "z" + anatomy.Sub(a+1) + "·z" + anatomy.Sub(b+1)
}

// doublingQuantities returns the quantities that breakpoint conditions can use.
func doublingQuantities(entry string) anatomy.Derivation {
	return anatomy.Derivation{
		{Name: "m", Symbol: "m", ConditionName: "m", Help: "the number of features", Persistent: true},
		{Name: "error", Symbol: "error", ConditionName: "error", Aliases: []string{"rms"},
			Help: "the RMS error off the diagonal, over all draws", Typical: "0.1", Persistent: true},
		{Name: "product", Symbol: "error·√m", ConditionName: "product", Help: "error · √m", Persistent: true},
		{Name: "entry", Symbol: entry, ConditionName: "entry", Help: entry + ", an entry of ZZᵀ", Persistent: true},
		{Name: "off", Symbol: "off", ConditionName: "off", Help: "the largest error on the diagonal of ZZᵀ",
			Persistent: true},
	}
}

// record returns the recorded numbers of step i.
func (d doubling) record(i int) anatomy.Numbers {
	s := d.approximations[i]
	a, b := d.watchedPair()
	return anatomy.Numbers{
		"m": float64(s.m), "error": s.error, "product": s.error * math.Sqrt(float64(s.m)),
		"entry": s.gram.At(a, b), "off": d.diagonalError(s.gram),
	}
}

// meanProduct returns the mean of the products 2cc′ of the pair over the features j with start ≤ j
// < end.
func (d doubling) meanProduct(start, end int) float64 {
	a, b := d.watchedPair()
	left, right := make([]float64, maxFeatures), make([]float64, maxFeatures)
	d.z.MapTo(left, d.points[a])
	d.z.MapTo(right, d.points[b])
	return maxFeatures * floats.Dot(left[start:end], right[start:end]) / float64(end-start)
}

// derive returns the derivation of step i, which leads from frame i−1 to frame i.
func (d doubling) derive(i int) anatomy.Derivation {
	m := d.approximations[i-1].m
	entry := d.entryName()
	return anatomy.Derivation{
		{Name: "before", Symbol: "m before", Compute: func(anatomy.Numbers) float64 { return float64(m) }},
		{Name: "old", Symbol: "old mean", Compute: func(anatomy.Numbers) float64 { return d.meanProduct(0, m) }},
		{Name: "added", Symbol: "new mean", Compute: func(anatomy.Numbers) float64 { return d.meanProduct(m, 2*m) }},
		{
			Name: "m", Symbol: "m", Formula: "2·{before}", Inputs: []string{"before"},
			Compute: func(n anatomy.Numbers) float64 { return 2 * n["before"] },
		},
		{
			Name: "entry", Symbol: entry, Ink: ascii.Symbol1, Formula: "({old} + {added})/2",
			Inputs:  []string{"old", "added"},
			Compute: func(n anatomy.Numbers) float64 { return (n["old"] + n["added"]) / 2 },
			Scale:   func(n anatomy.Numbers) float64 { return math.Abs(n["old"]) + math.Abs(n["added"]) },
			Slips: []anatomy.Slip{
				{ID: "sum", Advice: "ZZᵀ has the mean over all features, old and new, not the sum of two means.",
					Compute: func(n anatomy.Numbers) float64 { return n["old"] + n["added"] }},
			},
		},
	}
}

// givenLines explains the two means in the derivation of step i.
func (d doubling) givenLines(i int) []ascii.Line {
	a, b := d.watchedPair()
	m := d.approximations[i-1].m
	return ascii.Linesf(
		"For points %d and %d, where K has %s: the old mean is over the first %d features, the new mean over the next %d.", a+1,
		b+1, anatomy.Num(d.gram.At(a, b)), m, m,
	)
}

// laws returns the equations and inequalities that must hold at step i.
func (d doubling) laws(i int) []anatomy.Law {
	s := d.approximations[i]
	a, b := d.watchedPair()
	out := []anatomy.Law{{Name: "mean", Formula: fmt.Sprintf("%s = mean of %d products", d.entryName(), s.m),
		Got: s.gram.At(a, b), Want: d.meanProduct(0, s.m), Tol: 1e-12}}
	if d.pairs {
		out = append(out, anatomy.Law{Name: "diagonal", Formula: "diagonal of ZZᵀ − K, at most",
			Got: d.diagonalError(s.gram), Tol: 1e-12})
	}
	return out
}

// newTrainingClock returns a clock that times the computation of K or Z and some steps of gradient
// descent with it.
func newTrainingClock(seed uint64) *lesson.Clock {
	const steps, features = 100, 64
	rbf := kernels.RBF{Sigma: 0.5}
	return &lesson.Clock{
		Name: "measure", Title: fmt.Sprintf("K or Z and %d steps, m = %d", steps, features),
		SwitchEffect: "both are trained here on 50 to 800 points, which takes some seconds: K or Z is computed, followed by some steps of gradient descent.",
		Sizes:        []int{50, 100, 200, 400, 800}, Methods: []string{"kernel", "linear on z"},
		Prepare: func(ctx context.Context, n int) []func() error {
			set := dataset.Moons(n, 0.25, seed)
			gamma := 0.5 * solvers.SafeGamma(lesson.Must(stage.TrainingData{Set: set, Kernel: rbf}.Gram()))
			return []func() error{
				func() error {
					_, err := trainLogistic(ctx, lesson.Must(stage.TrainingData{Set: set, Kernel: rbf}.Dual()), gamma,
						steps)
					return err
				},
				func() error {
					z := kernels.NewFourier(lesson.Rand(seed, 961), rbf, 2, features, true)
					p := lesson.Must(solvers.NewPrimal(featureRows(z, set.Points()), set.Labels()))
					_, err := trainLogistic(ctx, p, gamma, steps)
					return err
				},
			}
		},
	}
}
