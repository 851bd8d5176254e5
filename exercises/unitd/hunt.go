package unitd

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/anatomy/explain"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
)

// Exercise D.2 is a bug hunt. Each run in it has one planted mistake, drawn from the seed. The
// student looks at the charts, at the reasons for each step and at the ledger, the list of what
// must hold at every step. Then the student finds the first bad step and names the mistake.
//
// Two things prove which step is the first bad one. First, everything in the ledger holds at all
// earlier steps, and something does not hold at this step. Second, the correct solver takes the
// same steps before it, but a different one there. findHunt draws data until both can be seen
// despite rounding.

// huntSpan is the maximum number of steps of a run in a hunt.
const huntSpan = 30

// latestMistake is the maximum index of the first bad step.
const latestMistake = 14

// minVisible is the minimum difference between the first bad step and the correct one, and
// maxHidden is the maximum difference between an earlier step and the correct one.
const (
	minVisible = 5e-3
	maxHidden  = 1e-9
)

// hunt is a run with one planted mistake. It is immutable and safe for concurrent use.
type hunt struct {
	mistake       mistake
	data          stage.TrainingData
	correctSolver solvers.Solver
	traces        []solvers.Trace // the traces of the run, before its first step
	badStep       int             // the first bad step
	// productOnly matters only for the mistake rootTwo, which leaves factors √2 out of the features. If it
	// is set, √2 is missing only in √2x₁x₂, and otherwise also in √2x₁ and √2x₂.
	productOnly bool
}

// newHunt returns a hunt for the planted mistake with the given ID.
func newHunt(id string, seed uint64) hunt {
	kinds := plantableMistakes()
	index := slices.IndexFunc(kinds, func(m mistake) bool { return m.ID == id })
	return findHunt(kinds[index], lesson.Rand(seed, uint64(index)))
}

// findHunt draws data until the mistake has a first bad step that can be proved and is not too
// late. For nearly all mistakes, ten sets suffice.
func findHunt(planted mistake, r *rand.Rand) hunt {
	for {
		h := randomHunt(planted, r)
		if h.badStep = h.findBadStep(); h.badStep > 0 {
			return h
		}
	}
}

// run returns the run before its first step. Its pictures look like those of the correct solver.
func (h hunt) run() stage.Run {
	p, _ := stage.PainterOf(h.data, h.correctSolver)
	return stage.NewRun(h.data, p, h.traces...)
}

// choices returns the mistakes offered for the solver of the hunt, including the planted mistake.
func (h hunt) choices() []mistake {
	var out []mistake
	for _, m := range mistakes() {
		if slices.Contains(m.solvers, h.correctSolver.Name()) {
			out = append(out, m.forSolver(h.correctSolver.Name()))
		}
	}
	return out
}

// extendTraces returns the run's traces extended by n steps or to their end.
func (h hunt) extendTraces(n int) []solvers.Trace {
	out := slices.Clone(h.traces)
	for i := range out {
		out[i] = lesson.Must(out[i].Extend(context.Background(), n, nil))
	}
	return out
}

// findBadStep returns the first bad step. It returns 0 if the step is not visible, or if the ledger
// and the correct solver do not agree on it.
func (h hunt) findBadStep() int {
	traces := h.extendTraces(latestMistake)
	badStep := h.firstDeviation(traces)
	if badStep == 0 || !h.isRecognisable(traces, badStep) {
		return 0
	}
	accounts := anatomy.NewAccounts(h.data)
	for i := range badStep + 1 {
		if slices.ContainsFunc(ledgerAt(accounts, traces, i),
			func(law exercises.Invariant) bool { return !law.Holds }) !=
			(i == badStep) {
			return 0
		}
	}
	return badStep
}

// ledgerAt returns the ledger at step i: what must hold there, and whether it does.
func ledgerAt(d *anatomy.Accounts, traces []solvers.Trace, i int) []exercises.Invariant {
	a, ok := d.Account(traces, i, false)
	if !ok {
		return nil
	}
	return explain.Ledger(a)
}

// firstDeviation returns the first step that the correct solver would not have taken from the
// previous step. It returns 0 if there is none or if the difference is not visible.
func (h hunt) firstDeviation(traces []solvers.Trace) int {
	for j, t := range traces {
		for i := 1; i < t.Len(); i++ {
			difference := h.differenceAt(traces, j, i)
			switch {
			case difference >= minVisible:
				return i
			case difference > maxHidden:
				return 0
			}
		}
	}
	return 0
}

// differenceAt returns the difference between step i of trace j and the correct step.
func (h hunt) differenceAt(traces []solvers.Trace, j, i int) float64 {
	t := traces[j]
	step := t.At(i)
	if j > 0 && h.mistake.ID == rootTwo {
		return h.primalDifference(traces[0].At(i), step)
	}
	correctStep, err := h.correctSolver.Next(t.Problem(), t.At(i-1))
	if err != nil {
		return 0
	}
	kind, _ := anatomy.OwnKind(h.correctSolver)
	return stepDifference(kind, step, correctStep)
}

// primalDifference returns the largest difference between w of the primal step and the w that
// follows from the coefficients of the dual step and the correct features.
func (h hunt) primalDifference(dual, primal solvers.Step) float64 {
	rows, ok := h.data.Features()
	if !ok {
		return 0
	}
	var largest float64
	for j, w := range primal.Coef().All() {
		for i, c := range dual.Weights() {
			w -= c * rows[i][j]
		}
		largest = max(largest, math.Abs(w))
	}
	return largest
}

// stepDifference returns the largest difference between the numbers of two steps: the coefficients,
// b, and the details. If their status differs, it is at least 1.
func stepDifference(kind anatomy.Kind, a, b solvers.Step) float64 {
	largest := math.Abs(a.Bias - b.Bias)
	if a.Status != b.Status {
		largest = 1
	}
	for i, v := range a.Coef().All() {
		largest = max(largest, math.Abs(v-b.Coef().At(i)))
	}
	if kind.Details == nil {
		return largest
	}
	detailsA, detailsB := kind.Details(a), kind.Details(b)
	if len(detailsA) != len(detailsB) {
		return 1
	}
	for i, v := range detailsA {
		if v != detailsB[i] { // two bounds can be infinite
			largest = max(largest, math.Abs(v-detailsB[i]))
		}
	}
	return largest
}

// isRecognisable reports whether students can recognise the mistake at a step. If the mistake is in
// how a pair moves, the pair must have moved.
func (h hunt) isRecognisable(traces []solvers.Trace, step int) bool {
	d, ok := traces[0].At(step).Detail.(*solvers.SMODetail)
	if !ok || h.mistake.ID == "early" {
		return true
	}
	return d.Moved()
}

// randomHunt returns a hunt for a mistake. It does not yet set the first bad step.
func randomHunt(planted mistake, r *rand.Rand) hunt {
	name := planted.solvers[r.IntN(len(planted.solvers))]
	switch {
	case planted.ID == rootTwo:
		name = randomOf(r, "perceptron", "perceptron", "logistic", "least-squares")
	case planted.fault != 0:
		name = planted.fault.Solver()
	}
	h := hunt{mistake: planted.forSolver(name), productOnly: r.IntN(2) == 0}
	switch name {
	case "smo":
		h.drawSMO(r)
	case "perceptron":
		h.drawPerceptron(r)
	case "logistic":
		h.drawLogistic(r)
	case "least-squares":
		h.drawSquares(r)
	default:
		h.drawRidge(r)
	}
	return h
}

// startTraces begins the run of the faulty solver in the dual. If there are few features, the primal
// runs in lockstep.
func (h *hunt) startTraces(data stage.TrainingData, correctSolver, faultySolver solvers.Solver) {
	h.data, h.correctSolver = data, correctSolver
	problems := []*solvers.Problem{lesson.Must(data.Dual())}
	if _, isSMO := correctSolver.(solvers.SMO); !isSMO {
		if rows, ok := data.Features(); ok {
			if h.mistake.ID == rootTwo {
				removeRootTwo(rows, h.productOnly)
			}
			problems = append(problems, lesson.Must(solvers.NewPrimal(rows, data.Set.Labels())))
		}
	}
	for _, p := range problems {
		h.traces = append(h.traces, lesson.Must(solvers.NewTrace(faultySolver, p)))
	}
}

// removeRootTwo divides features by √2. Each row is 1, √2x₁, √2x₂, x₁², √2x₁x₂, x₂². It divides only
// the product or, if productOnly is false, all three features with a factor √2.
func removeRootTwo(rows [][]float64, productOnly bool) {
	for _, row := range rows {
		row[4] /= math.Sqrt2
		if !productOnly {
			row[1] /= math.Sqrt2
			row[2] /= math.Sqrt2
		}
	}
}

// claimingSolver is a correct solver in a run whose features are wrong. Like a faulty solver, it
// has a method Claims, so that the abilities of the run do not reveal where the mistake is.
type claimingSolver struct{ solvers.Solver }

// Claims returns the correct solver.
func (s claimingSolver) Claims() solvers.Solver { return s.Solver }

// faultySolver returns the solver with the planted mistake. If the mistake is in the features, the
// solver remains correct. correctSteps and lengthFactor are the fields CorrectSteps and LengthFactor
// of [anatomy.FaultySolver].
func (h *hunt) faultySolver(correct solvers.Solver, correctSteps int, lengthFactor float64) solvers.Solver {
	if h.mistake.fault == 0 {
		return claimingSolver{correct}
	}
	return anatomy.FaultySolver{Correct: correct, Fault: h.mistake.fault, CorrectSteps: correctSteps,
		LengthFactor: lengthFactor}
}

// randomOf returns one of the given values at random.
func randomOf[T any](r *rand.Rand, values ...T) T { return values[r.IntN(len(values))] }

// randomPoints returns a small random set of points of two classes.
func randomPoints(r *rand.Rand) *dataset.Set {
	n, seed := 8+2*r.IntN(4), r.Uint64()
	switch r.IntN(3) {
	case 0:
		return dataset.Moons(n, 0.2, seed)
	case 1:
		return dataset.BlobsOverlapping(n, seed)
	}
	return dataset.Circles(n, 0.2, seed)
}

func (h *hunt) drawSMO(r *rand.Rand) {
	m := stage.TrainingData{Set: randomPoints(r),
		Kernel: randomOf[kernels.Kernel[[]float64]](r, kernels.Linear{}, lesson.Quadratic(), kernels.RBF{Sigma: 1},
			kernels.RBF{Sigma: 0.5})}
	correct := solvers.SMO{
		C:          randomOf(r, 0.5, 1, 2, 5),
		Rule:       randomOf(r, solvers.MaxViolation, solvers.SecondOrder, solvers.MaxError),
		MaxUpdates: huntSpan,
	}
	h.startTraces(m, correct, h.faultySolver(correct, r.IntN(5), 0))
}

// gridPoints returns random points with small whole coordinates. The sums of a perceptron are then
// exact, so y·f can be exactly 0. Some of the first points are on an axis, where the product of the
// coordinates is 0.
func gridPoints(r *rand.Rand) *dataset.Set {
	n := 8 + 2*r.IntN(3)
	x, y := make([][]float64, n), make([]float64, n)
	onAxis := r.IntN(6)
	for i := range x {
		y[i] = 1 - 2*float64(i%2)
		x[i] = []float64{float64(r.IntN(7) - 3), float64(r.IntN(7) - 3)}
		if i < onAxis {
			x[i][r.IntN(2)] = 0
		}
	}
	return dataset.NewClassification("grid", x, y)
}

func (h *hunt) drawPerceptron(r *rand.Rand) {
	correct := solvers.Perceptron{EveryVisit: true, MaxPasses: 3}
	m := stage.TrainingData{Set: gridPoints(r), Kernel: kernels.Linear{}}
	switch h.mistake.ID {
	case rootTwo:
		m.Kernel = lesson.Quadratic()
		h.productOnly = true // without effect until the perceptron adds a point off the axes
	case "eager":
		m = stage.TrainingData{Set: randomPoints(r),
			Kernel: randomOf[kernels.Kernel[[]float64]](r, kernels.Linear{}, kernels.RBF{Sigma: 1})}
	}
	h.startTraces(m, correct, h.faultySolver(correct, r.IntN(8), 0))
}

func (h *hunt) drawLogistic(r *rand.Rand) {
	m := stage.TrainingData{Set: randomPoints(r), Kernel: h.descentKernel(r)}
	g := lesson.Must(m.Gram())
	gamma := exercises.RoundTo(solvers.SafeGamma(g)*(0.1+0.4*r.Float64()), 2)
	correct := solvers.Logistic{Gamma: gamma, MaxSteps: huntSpan}
	h.startTraces(m, correct, h.faultySolver(correct, r.IntN(8), 0))
}

func (h *hunt) drawSquares(r *rand.Rand) {
	m := stage.TrainingData{Set: randomPoints(r), Kernel: h.descentKernel(r)}
	if h.mistake.ID != rootTwo && r.IntN(2) == 0 {
		m = stage.TrainingData{Set: dataset.SineReg(8+r.IntN(6), 0.15, r.Uint64()),
			Kernel: kernels.RBF{Sigma: randomOf(r, 0.5, 1)}}
	}
	g := lesson.Must(m.Gram())
	limit := solvers.MaxEta(g)
	eta := exercises.RoundTo(limit*(0.2+0.4*r.Float64()), 2)
	factor := 1.3 * limit / eta
	if halfCount := float64(m.Set.Len()) / 2; math.Abs(factor-halfCount) < 1 {
		factor = halfCount + 1 // with the factor n/2, the planted mistake would be the same as leaving out 2/n
	}
	correct := solvers.LeastSquares{Eta: eta, MaxSteps: huntSpan}
	h.startTraces(m, correct, h.faultySolver(correct, r.IntN(8), factor))
}

func (h *hunt) drawRidge(r *rand.Rand) {
	m := stage.TrainingData{Set: dataset.SineReg(6+r.IntN(6), 0.15, r.Uint64()),
		Kernel: randomOf[kernels.Kernel[[]float64]](r, kernels.RBF{Sigma: 0.5}, kernels.RBF{Sigma: 1},
			kernels.Poly{Degree: 3, C: 1})}
	correct := solvers.Ridge{Lambda: randomOf(r, 0.1, 0.5, 1)}
	h.startTraces(m, correct, h.faultySolver(correct, 0, 0))
}

// descentKernel returns a kernel for gradient descent. If the mistake is in the features, it is the
// quadratic kernel.
func (h *hunt) descentKernel(r *rand.Rand) kernels.Kernel[[]float64] {
	if h.mistake.ID == rootTwo {
		return lesson.Quadratic()
	}
	return randomOf[kernels.Kernel[[]float64]](r, lesson.Quadratic(), kernels.RBF{Sigma: 1})
}
