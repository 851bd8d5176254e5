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

// kernelLogistic builds exercise 6.4: logistic regression from K alone, and the effect of the
// kernel's width on held-out points.
func kernelLogistic(b worksheets.Brief) worksheets.Parts {
	h := drawHalves(b.Seed)
	goal := h.goal()
	t := target{halves: h, goal: goal}
	w := h.best()
	train := lesson.PointsAlone(h.train, fmt.Sprintf("%d points to train on", h.train.Len()))
	held := lesson.PointsAlone(h.held, fmt.Sprintf("%d validation points", h.held.Len()))
	return worksheets.Parts{
		Vars: worksheets.Vars{
			"n": h.train.Len(), "steps": trainSteps,
			"bestSigma": w.text, "bestLoss": anatomy.Num(w.held), "bestTrain": anatomy.Num(w.train),
			"goal": anatomy.Num(goal), "coin": anatomy.Num(h.coin()), "goalSigma": anatomy.Num(goalSigma),
			"trainOn": textFor(b.Data, "Two moons are on the stage.",
				"Your own points are on the stage. Under data you can also choose moons and circles."),
		},
		Sets: map[string]exercises.Data{"moons": h.train},
		Tasks: worksheets.Tasks{
			"score":  {Scene: newTrial(h).scene},
			"zeros":  {Scene: lesson.FixedFigures(train)},
			"train":  {OnStage: true},
			"target": {Scene: t.scene, Check: t.check},
			"narrow": {Scene: lesson.FixedFigures(train, held)},
			"curve":  {Scene: h.curveScene(), Check: w.check},
		},
	}
}

// textFor returns ownText if the stage begins with the student's own points, and otherwise
// builtinText.
func textFor(data exercises.Data, builtinText, ownText string) string {
	if _, _, ok := stage.OwnSet(data, 0); ok {
		return ownText
	}
	return builtinText
}

const (
	trainSteps = 200 // number of steps of gradient descent when 6.4 trains automatically
	trainShare = 0.5 // η as a fraction of solvers.GammaSafe
	goalSigma  = 0.5 // the width that defines the target loss
)

// heldOut is a training set and an equally large held-out set of the same distribution.
type heldOut struct{ train, held *dataset.Set }

// drawHalves draws two moons and splits them.
func drawHalves(seed uint64) (h heldOut) {
	lesson.DrawLegible(seed, func(from uint64) *dataset.Set {
		h.train, h.held = dataset.Moons(120, 0.15, from).Split(from, 0.5)
		return h.train
	})
	return h
}

// coin returns the loss of predicting ½ for each point: n ln 2, where training begins.
func (h heldOut) coin() float64 { return float64(h.train.Len()) * math.Ln2 }

// fit is a model after trainSteps steps, with its loss on each half.
type fit struct {
	model       stage.Model
	trace       solvers.Trace
	train, held float64
}

// fit trains with a kernel.
func (h heldOut) fit(k kernels.Kernel[[]float64]) fit {
	f := fit{model: stage.Model{Set: h.train, Kernel: k}}
	gamma := trainShare * solvers.GammaSafe(lesson.Must(f.model.Gram()))
	f.trace = lesson.Trace(f.model, solvers.Logistic{Gamma: gamma}, trainSteps)
	last := f.trace.Last()
	f.train, f.held = last.Objective, lossOn(h.held, f.model.Expansion(last))
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

// goal returns the training loss to reach: 1.1 times the loss with the RBF kernel of width
// goalSigma, rounded up to two significant digits.
func (h heldOut) goal() float64 {
	loss := h.fit(kernels.RBF{Sigma: goalSigma}).train
	unit := math.Pow(10, math.Floor(math.Log10(loss))-1)
	return math.Ceil(1.1*loss/unit) * unit
}

// end returns the last frame of the run.
func (f fit) end() exercises.Frame {
	return stage.DescentPainter{Model: f.model, Logistic: true}.Paint([]solvers.Trace{f.trace}, f.trace.Len()-1)
}

// trial is a small fitted model that the student's formula must reproduce: three
// points, their dual variables a after a few steps, and a new point x. The correct
// value s(wᵀφ(x)) comes from the primal run, which does not use a.
type trial struct {
	set   *dataset.Set
	x     []float64
	a, k  []float64
	truth float64
}

// trialSteps is the number of gradient steps.
const trialSteps = 4

// newTrial fits two points of class +1 and one of class −1. x is the first held-out point.
func newTrial(h heldOut) trial {
	first := slices.Index(h.train.Labels(), 1)
	t := trial{x: h.held.Point(0), set: h.train.Subset([]int{
		first, slices.Index(h.train.Labels(), -1), first + 1 + slices.Index(h.train.Labels()[first+1:], 1),
	})}
	m := stage.Model{Set: t.set, Kernel: lesson.Quadratic()}
	both := lesson.StageRun(m, solvers.Logistic{Gamma: 0.1}, trialSteps,
		exercises.Break{}).Traces() // The primal runs in lockstep.
	t.a = both[0].Last().CoefCopy()
	for _, x := range t.set.Points() {
		t.k = append(t.k, m.Kernel.Eval(x, t.x))
	}
	phi, _ := stage.Model{Set: h.held.Subset([]int{0}), Kernel: m.Kernel}.Features()
	t.truth = solvers.Sigmoid(floats.Dot(both[1].Last().CoefCopy(), phi[0]))
	return t
}

// value returns the value of the student's formula for the trial.
func (t trial) value(ctx context.Context, text string) (float64, bool) {
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
	return s.AtQuery("k")
}

// scene shows the trial as a table, with the value of the student's formula and the true value.
func (t trial) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	table := lesson.PointTable(fmt.Sprintf("Three points after %d steps", trialSteps), len(t.a),
		lesson.Column{Title: "j", Text: lesson.PointNumber},
		lesson.FormattedColumn("yⱼ", t.set.Label, anatomy.Num),
		lesson.ValuesColumn("aⱼ", t.a, anatomy.Num).WithInk(lesson.Constant(ascii.Symbol1)),
		lesson.ValuesColumn("kⱼ = k(xⱼ, x)", t.k, anatomy.Num))
	yours, mark := ascii.Inked("–", ascii.Dim), ascii.Line{}
	if v, ok := t.value(ctx, a["score"]); ok {
		yours, mark = ascii.Plain(anatomy.Num(v)), ascii.Inked("not the same", ascii.Bad)
		if math.Abs(v-t.truth) < 1e-9 {
			mark = ascii.Inked("the same", ascii.Good)
		}
	}
	check := ascii.Table{
		Columns: []ascii.Column{{Title: "by"}, {Title: "P(+1 | x)", Right: true}, {Title: ""}},
		Rows: [][]ascii.Line{
			{{{Text: "w: s(wᵀφ(x))", Ink: ascii.Text}}, ascii.Plain(anatomy.Num(t.truth)), nil},
			{{{Text: "your formula", Ink: ascii.Text}}, yours, mark},
		},
	}
	return exercises.Scene{Figures: []exercises.Figure{table, stage.Table("At a new point x", check)}}
}

// target is a training loss to reach by choosing the kernel and its width with controls, whose
// values are the answer.
type target struct {
	halves heldOut
	goal   float64
}

// controls returns the controls. They begin at the linear kernel, which does not reach
// the target.
func (t target) controls(a exercises.Answers) (kernel, sigma exercises.Control) {
	return stage.KernelControl("goalkernel", a, "linear"), stage.SigmaControl("goalsigma", t.halves.train, a, 3)
}

// fit trains with the values of the controls.
func (t target) fit(a exercises.Answers) fit {
	kernel, sigma := t.controls(a)
	return t.halves.fit(stage.KernelOf(kernel.Value, sigma.Number()))
}

func (t target) scene(_ context.Context, a exercises.Answers) exercises.Scene {
	kernel, sigma := t.controls(a)
	scene := exercises.Scene{Controls: []exercises.Control{kernel}}
	if kernel.Value == "rbf" {
		scene.Controls = append(scene.Controls, sigma)
	}
	f := t.fit(a)
	end := f.end()
	scene.Figures, scene.Inspect = end.Figures[:3], end.Inspect
	scene.Figures[1].Title = "training loss"
	scene.Notes = []ascii.Line{t.progressLine(f)}
	return scene
}

// progressLine compares a loss with the target.
func (t target) progressLine(f fit) ascii.Line {
	return ascii.Line{
		{Text: fmt.Sprintf("%s, after %d steps: training loss ", kernels.Describe(f.model.Kernel), trainSteps),
			Ink: ascii.Text},
		{Text: anatomy.Num(f.train), Ink: lesson.GoalInk(f.train <= t.goal)},
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
	f, mistake := t.fit(a), ""
	switch {
	case f.train <= t.goal:
	case kernel.Value == "rbf":
		mistake = "wide"
	default:
		mistake = "polynomial"
	}
	return lesson.GoalReport(mistake, "Reached.", t.progressLine(f))
}

// losses are the losses on both halves, by log₁₀ σ.
type losses struct{ logSigma, train, held []float64 }

// sweep trains with σ = 0.01 to 10 in quarters of a decade.
func (h heldOut) sweep() (l losses) {
	for x := -2.0; x <= 1; x += 0.25 {
		f := h.fit(kernels.RBF{Sigma: math.Pow(10, x)})
		l.logSigma, l.train, l.held = append(l.logSigma, x), append(l.train, f.train), append(l.held, f.held)
	}
	return l
}

// width is the slider value with the smallest held-out loss, and the losses there. The
// student's σ is compared with it.
type width struct {
	halves             heldOut
	sigma, train, held float64
	text               string // σ as the slider writes it
}

// best returns the width with the smallest held-out loss among the slider values from 0.1 to 1,
// which include the optimum for two moons.
func (h heldOut) best() width {
	const from, to = 0.1, 1.01
	least := width{held: math.Inf(1)}
	for text := exercises.FormatNumber(from); ; {
		at := h.widthControl(exercises.Answers{"fitsigma": text})
		if at.Number() > to {
			return least
		}
		if f := h.fit(kernels.RBF{Sigma: at.Number()}); f.held < least.held {
			least = width{halves: h, sigma: at.Number(), train: f.train, held: f.held, text: at.Value}
		}
		text = at.Nudge(1)
	}
}

// nearEnough is the factor by which a held-out loss may exceed the minimum. The position of the
// minimum depends on the random held-out points.
const nearEnough = 1.1

// widthControl returns the slider of σ. Its initial value is far too large.
func (h heldOut) widthControl(a exercises.Answers) exercises.Control {
	return stage.SigmaControl("fitsigma", h.train, a, 3)
}

// check trains with the chosen σ and judges the held-out loss. Until the slider is moved, there
// is no answer.
func (w width) check(_ context.Context, a exercises.Answers) exercises.Report {
	if a["fitsigma"] == "" {
		return exercises.Report{Verdict: exercises.Empty, Headline: "First move σ."}
	}
	sigma := w.halves.widthControl(a).Number()
	f := w.halves.fit(kernels.RBF{Sigma: sigma})
	facts := ascii.Linesf("At σ = %s the validation loss is %s.", anatomy.Num(sigma), anatomy.Num(f.held))
	switch {
	case f.held <= w.held:
		return lesson.GoalReport("", "There it is smallest.", facts...)
	case f.held <= nearEnough*w.held:
		return lesson.GoalReport("", "Near enough.",
			append(facts,
				ascii.Plainf("The smallest loss on the slider is %s, at σ = %s.", anatomy.Num(w.held), w.text))...)
	case sigma < w.sigma:
		return lesson.GoalReport("narrow", "", facts...)
	}
	return lesson.GoalReport("wide", "", facts...)
}

// curveScene shows the fit of one width and a chart of the losses of all widths. These losses are
// computed only once.
func (h heldOut) curveScene() func(context.Context, exercises.Answers) exercises.Scene {
	swept := sync.OnceValue(h.sweep)
	return func(_ context.Context, a exercises.Answers) exercises.Scene {
		sigma := h.widthControl(a)
		scene := exercises.Scene{Controls: []exercises.Control{sigma}}
		f, all := h.fit(kernels.RBF{Sigma: sigma.Number()}), swept()
		end := f.end()
		scene.Figures = []exercises.Figure{end.Figures[0], h.lossChart(all, sigma.Number()), end.Figures[2]}
		scene.Inspect = end.Inspect
		scene.Notes = []ascii.Line{
			{
				{Text: "σ = " + anatomy.Num(sigma.Number()) + ": ", Ink: ascii.Text},
				{Text: "training loss " + anatomy.Num(f.train), Ink: ascii.Series(0)},
				{Text: ", ", Ink: ascii.Text},
				{Text: "validation loss " + anatomy.Num(f.held), Ink: ascii.Series(1)},
			},
			ascii.Inked("a coin toss: "+anatomy.Num(h.coin()), ascii.Dim),
		}
		return scene
	}
}

func (h heldOut) lossChart(l losses, sigma float64) exercises.Figure {
	return stage.Chart("loss after training, by σ", ascii.Chart{
		Log: true,
		Series: []ascii.ChartSeries{
			{Name: "training", X: l.logSigma, Y: l.train, Ink: ascii.Series(0)},
			{Name: "validation", X: l.logSigma, Y: l.held, Ink: ascii.Series(1)},
		},
		XLabel:    "log₁₀ σ",
		HasCursor: true, Cursor: math.Log10(sigma),
		Refs: []ascii.RefLine{{Y: h.coin(), Label: "coin toss"}},
	})
}
