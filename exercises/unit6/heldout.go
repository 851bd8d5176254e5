package unit6

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// kernelLogistic builds the Go part of exercise 6.4: logistic regression from K alone, and
// the effect of the kernel's width on held-out points.
func kernelLogistic(input worksheets.LessonInput) worksheets.LessonOutput {
	halves := randomSplit(input.Seed)
	goal := halves.goalLoss()
	t := target{split: halves, goal: goal}
	best := halves.bestWidth()
	train := lesson.PointsAlone(halves.train, fmt.Sprintf("%d points to train on", halves.train.Len()))
	heldOut := lesson.PointsAlone(halves.heldOut, fmt.Sprintf("%d validation points", halves.heldOut.Len()))
	return worksheets.LessonOutput{
		Vars: worksheets.Vars{
			"n": halves.train.Len(), "steps": trainSteps,
			"bestSigma": best.text, "bestLoss": anatomy.Num(best.heldOutLoss), "bestTrain": anatomy.Num(best.trainLoss),
			"goal": anatomy.Num(goal), "coin": anatomy.Num(halves.coinLoss()), "goalSigma": anatomy.Num(goalSigma),
			"trainOn": textForData(input.Data, "Two moons are on the stage.",
				"Your own points are on the stage. Under data you can also choose moons and circles."),
		},
		Sets: map[string]exercises.Data{"moons": halves.train},
		Tasks: worksheets.Tasks{
			"score":  {Scene: randomTrial(halves).scene},
			"zeros":  {Scene: lesson.FixedFigures(train)},
			"train":  {FocusesStage: true},
			"target": {Scene: t.scene, Check: t.check},
			"narrow": {Scene: lesson.FixedFigures(train, heldOut)},
			"curve":  {Scene: halves.curveScene(), Check: best.check},
		},
	}
}

// textForData returns ownText if the exercise begins with the student's own points, and otherwise
// builtinText.
func textForData(data exercises.Data, builtinText, ownText string) string {
	if _, _, ok := stage.OwnSet(data, 0); ok {
		return ownText
	}
	return builtinText
}

const (
	trainSteps = 200 // number of steps of gradient descent when 6.4 trains automatically
	trainShare = 0.5 // η as a fraction of solvers.SafeGamma
	goalSigma  = 0.5 // the width that defines the target loss
)

// split is a training set and an equally large held-out set of the same distribution.
type split struct{ train, heldOut *dataset.Set }

// randomSplit returns two random moons, split into halves.
func randomSplit(seed uint64) (h split) {
	lesson.DrawLegible(seed, func(seed uint64) *dataset.Set {
		h.train, h.heldOut = dataset.Moons(120, 0.15, seed).Split(seed, 0.5)
		return h.train
	})
	return h
}

// coinLoss returns the loss of predicting ½ for each point, n ln 2. Training begins with this loss.
func (s split) coinLoss() float64 { return float64(s.train.Len()) * math.Ln2 }

// fit is a model after trainSteps steps of gradient descent, with its loss on each half.
type fit struct {
	data                   stage.TrainingData
	trace                  solvers.Trace
	trainLoss, heldOutLoss float64
}

// fitKernel trains on the training set with a kernel.
func (s split) fitKernel(k kernels.Kernel[[]float64]) fit {
	f := fit{data: stage.TrainingData{Set: s.train, Kernel: k}}
	gamma := trainShare * solvers.SafeGamma(lesson.Must(f.data.Gram()))
	f.trace = lesson.Trace(f.data, solvers.Logistic{Gamma: gamma}, trainSteps)
	last := f.trace.Last()
	f.trainLoss, f.heldOutLoss = last.Objective, lossOn(s.heldOut, f.data.Expansion(last))
	return f
}

// lossOn returns the logistic loss of f on a set.
func lossOn(set *dataset.Set, f kernels.Expansion) float64 {
	scores := make([]float64, set.Len())
	for i := range scores {
		scores[i] = f.Eval(set.Point(i))
	}
	return solvers.LogisticLoss(set.Labels(), scores)
}

// goalLoss returns the training loss to reach: 1.1 times the loss with the RBF kernel of width
// goalSigma, rounded up to two significant digits.
func (s split) goalLoss() float64 {
	loss := s.fitKernel(kernels.RBF{Sigma: goalSigma}).trainLoss
	unit := math.Pow(10, math.Floor(math.Log10(loss))-1)
	return math.Ceil(1.1*loss/unit) * unit
}

// lastFrame returns the figures after the last step.
func (f fit) lastFrame() exercises.Frame {
	return stage.DescentPainter{Data: f.data, Logistic: true}.Paint([]solvers.Trace{f.trace}, f.trace.Len()-1)
}

// newPointTrial is a small fitted model on which the student's formula for a new point is tried:
// three points, their dual coefficients a after a few steps, and a new point x. The correct
// value s(wᵀφ(x)) comes from the primal run, which does not use a.
type newPointTrial struct {
	set         *dataset.Set
	x           []float64
	a, k        []float64
	probability float64
}

// trialSteps is the number of gradient steps of the small model.
const trialSteps = 4

// randomTrial fits two points of class +1 and one of class −1. x is the first held-out point.
func randomTrial(h split) newPointTrial {
	first := slices.Index(h.train.Labels(), 1)
	t := newPointTrial{x: h.heldOut.Point(0), set: h.train.Subset([]int{
		first, slices.Index(h.train.Labels(), -1), first + 1 + slices.Index(h.train.Labels()[first+1:], 1),
	})}
	m := stage.TrainingData{Set: t.set, Kernel: lesson.Quadratic()}
	traces := lesson.StageRun(m, solvers.Logistic{Gamma: 0.1}, trialSteps,
		exercises.Condition{}).Traces() // The primal runs in lockstep.
	t.a = traces[0].Last().CoefCopy()
	for _, x := range t.set.Points() {
		t.k = append(t.k, m.Kernel.Eval(x, t.x))
	}
	phi, _ := stage.TrainingData{Set: h.heldOut.Subset([]int{0}), Kernel: m.Kernel}.Features()
	t.probability = solvers.Sigmoid(floats.Dot(traces[1].Last().CoefCopy(), phi[0]))
	return t
}

// value returns the value of the student's formula for the trial.
func (t newPointTrial) value(ctx context.Context, text string) (float64, bool) {
	e, err := answer.Parse(ctx, text, scoreScope())
	if err != nil {
		return 0, false
	}
	env := map[string]float64{"n": float64(t.set.Len())}
	for j := range t.a {
		i := strconv.Itoa(j + 1)
		env["a_"+i], env["k_"+i], env["y_"+i] = t.a[j], t.k[j], t.set.Label(j)
	}
	v, err := e.Eval(env)
	return v, err == nil
}

// scoreScope returns the scope for the probability of a new point. kⱼ means k(xⱼ, x).
func scoreScope() answer.Scope {
	s := answer.Scope{
		Arrays:  []answer.Array{{Name: "a", Dims: []int{3}}, {Name: "k", Dims: []int{3}}, {Name: "y", Dims: []int{3}}},
		Indices: answer.IndexLetters(), N: 3,
		Vars: []string{"n"}, Positive: []string{"n"},
		Signs:    []string{"y"},
		Logistic: true,
	}
	return s.WithQuery("k")
}

// scene shows the three points as a table, with the value of the student's formula and the true
// value.
func (t newPointTrial) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	table := lesson.PointTable(fmt.Sprintf("Three points after %d steps", trialSteps), len(t.a),
		lesson.Column{Title: "j", Text: lesson.PointNumber},
		lesson.FormattedColumn("class", t.set.Label, answer.SignedDecimal),
		lesson.ValuesColumn("aⱼ", t.a, anatomy.Num).WithInk(lesson.Constant(ascii.Symbol1)),
		lesson.ValuesColumn("kⱼ = k(xⱼ, x)", t.k, anatomy.Num))
	formulaValue, comparison := ascii.Inked("–", ascii.Dim), ascii.Line{}
	if v, ok := t.value(ctx, a["score"]); ok {
		formulaValue, comparison = ascii.Plain(anatomy.Num(v)), ascii.Inked("not the same", ascii.Bad)
		if math.Abs(v-t.probability) < 1e-9 {
			comparison = ascii.Inked("the same", ascii.Good)
		}
	}
	check := ascii.Table{
		Columns: []ascii.Column{{Title: "by"}, {Title: "P(+1 | x)", Right: true}, {}},
		Rows: [][]ascii.Line{
			{{{Text: "w: s(wᵀφ(x))", Ink: ascii.Text}}, ascii.Plain(anatomy.Num(t.probability)), nil},
			{{{Text: "your formula", Ink: ascii.Text}}, formulaValue, comparison},
		},
	}
	return exercises.Scene{Figures: []exercises.Figure{table, stage.Table("At a new point x", check)}}
}

// target is a training loss that the student must reach by choosing the kernel and its width. The
// values of the controls are the answer.
type target struct {
	split split
	goal  float64
}

// controls returns the controls. They begin at the linear kernel, which does not reach
// the target.
func (t target) controls(a exercises.Answers) (kernel, sigma exercises.Control) {
	return stage.KernelControl("goalkernel", a, "linear"), stage.SigmaControl("goalsigma", t.split.train, a, 3)
}

// fitChosen trains with the values of the controls.
func (t target) fitChosen(a exercises.Answers) fit {
	kernel, sigma := t.controls(a)
	return t.split.fitKernel(stage.KernelOf(kernel.Value, sigma.Number()))
}

func (t target) scene(_ context.Context, a exercises.Answers) exercises.Scene {
	kernel, sigma := t.controls(a)
	scene := exercises.Scene{Controls: []exercises.Control{kernel}}
	if kernel.Value == "rbf" {
		scene.Controls = append(scene.Controls, sigma)
	}
	f := t.fitChosen(a)
	end := f.lastFrame()
	scene.Figures, scene.Inspect = end.Figures[:3], end.Inspect
	scene.Figures[1].Title = "training loss"
	scene.Notes = []ascii.Line{t.progressLine(f)}
	return scene
}

// progressLine compares the training loss of f with the target.
func (t target) progressLine(f fit) ascii.Line {
	return ascii.Line{
		{Text: fmt.Sprintf("%s, after %d steps: training loss ", kernels.Describe(f.data.Kernel), trainSteps),
			Ink: ascii.Text},
		{Text: anatomy.Num(f.trainLoss), Ink: lesson.GoalInk(f.trainLoss <= t.goal)},
		{Text: fmt.Sprintf(", target %s", anatomy.Num(t.goal)), Ink: ascii.Dim},
	}
}

// check trains with the chosen kernel and width and judges the loss. Until a control is used,
// there is no answer.
func (t target) check(_ context.Context, a exercises.Answers) exercises.Report {
	kernel, _ := t.controls(a)
	if a["goalkernel"] == "" && a["goalsigma"] == "" {
		return exercises.Report{Verdict: exercises.Empty, Headline: "First choose a kernel and σ with the controls."}
	}
	f, mistake := t.fitChosen(a), ""
	switch {
	case f.trainLoss <= t.goal:
	case kernel.Value == "rbf":
		mistake = "wide"
	default:
		mistake = "polynomial"
	}
	return lesson.GoalReport(mistake, "Reached.", t.progressLine(f))
}

// losses are the losses on both halves for each log₁₀ σ.
type losses struct{ logSigma, train, heldOut []float64 }

// sweep trains with σ = 0.01 to 10. Each σ is 10^¼ times the one before.
func (s split) sweep() (l losses) {
	for x := -2.0; x <= 1; x += 0.25 {
		f := s.fitKernel(kernels.RBF{Sigma: math.Pow(10, x)})
		l.logSigma, l.train, l.heldOut = append(l.logSigma, x), append(l.train, f.trainLoss), append(l.heldOut,
			f.heldOutLoss)
	}
	return l
}

// bestSigma is the slider value with the smallest held-out loss, and the losses there. The
// student's σ is compared with it.
type bestSigma struct {
	split                         split
	sigma, trainLoss, heldOutLoss float64
	text                          string // σ as the slider writes it
}

// bestWidth returns the width with the smallest held-out loss among the slider values from 0.1 to 1,
// which include the optimum for two moons.
func (s split) bestWidth() bestSigma {
	const from, to = 0.1, 1.01
	best := bestSigma{heldOutLoss: math.Inf(1)}
	for text := exercises.FormatNumber(from); ; {
		control := s.widthControl(exercises.Answers{"fitsigma": text})
		if control.Number() > to {
			return best
		}
		if f := s.fitKernel(kernels.RBF{Sigma: control.Number()}); f.heldOutLoss < best.heldOutLoss {
			best = bestSigma{split: s, sigma: control.Number(), trainLoss: f.trainLoss, heldOutLoss: f.heldOutLoss,
				text: control.Value}
		}
		text = control.Nudge(1)
	}
}

// acceptedFactor is the factor by which a held-out loss may exceed the minimum. The position of the
// minimum depends on the random held-out points.
const acceptedFactor = 1.1

// widthControl returns the slider of σ. Its initial value is far too large.
func (s split) widthControl(a exercises.Answers) exercises.Control {
	return stage.SigmaControl("fitsigma", s.train, a, 3)
}

// check trains with the chosen σ and judges the held-out loss. Until the slider is moved, there
// is no answer.
func (best bestSigma) check(_ context.Context, a exercises.Answers) exercises.Report {
	if a["fitsigma"] == "" {
		return exercises.Report{Verdict: exercises.Empty, Headline: "First move σ."}
	}
	sigma := best.split.widthControl(a).Number()
	f := best.split.fitKernel(kernels.RBF{Sigma: sigma})
	facts := ascii.Linesf("At σ = %s the validation loss is %s.", anatomy.Num(sigma), anatomy.Num(f.heldOutLoss))
	switch {
	case f.heldOutLoss <= best.heldOutLoss:
		return lesson.GoalReport("", "No σ on the slider gives a smaller loss.", facts...)
	case f.heldOutLoss <= acceptedFactor*best.heldOutLoss:
		return lesson.GoalReport("", "Near enough.",
			append(facts,
				ascii.Plainf("The smallest loss on the slider is %s, at σ = %s.", anatomy.Num(best.heldOutLoss),
					best.text))...)
	case sigma < best.sigma:
		return lesson.GoalReport("narrow", "", facts...)
	}
	return lesson.GoalReport("wide", "", facts...)
}

// curveScene shows the fit of one width and a chart of the losses of all widths. These losses are
// computed only once.
func (s split) curveScene() func(context.Context, exercises.Answers) exercises.Scene {
	allLosses := sync.OnceValue(s.sweep)
	return func(_ context.Context, a exercises.Answers) exercises.Scene {
		sigma := s.widthControl(a)
		scene := exercises.Scene{Controls: []exercises.Control{sigma}}
		f, losses := s.fitKernel(kernels.RBF{Sigma: sigma.Number()}), allLosses()
		end := f.lastFrame()
		scene.Figures = []exercises.Figure{end.Figures[0], s.lossChart(losses, sigma.Number()), end.Figures[2]}
		scene.Inspect = end.Inspect
		scene.Notes = []ascii.Line{
			{
				{Text: "σ = " + anatomy.Num(sigma.Number()) + ": ", Ink: ascii.Text},
				{Text: "training loss " + anatomy.Num(f.trainLoss), Ink: ascii.Series(0)},
				{Text: ", ", Ink: ascii.Text},
				{Text: "validation loss " + anatomy.Num(f.heldOutLoss), Ink: ascii.Series(1)},
			},
			ascii.Inked("a coin toss: "+anatomy.Num(s.coinLoss()), ascii.Dim),
		}
		return scene
	}
}

func (s split) lossChart(l losses, sigma float64) exercises.Figure {
	return stage.SideFigure("loss after training, by σ", ascii.Chart{
		Log: true,
		Series: []ascii.ChartSeries{
			{Name: "training", X: l.logSigma, Y: l.train, Ink: ascii.Series(0)},
			{Name: "validation", X: l.logSigma, Y: l.heldOut, Ink: ascii.Series(1)},
		},
		XLabel:    "log₁₀ σ",
		HasCursor: true, Cursor: math.Log10(sigma),
		Refs: []ascii.RefLine{{Y: s.coinLoss(), Label: "coin toss"}},
	})
}
