package unit9

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
)

// This file derives the steps of [solvers.MKL]. The update βₘ ∝ ‖wₘ‖ = βₘ√qₘ, with
// qₘ = Σᵢⱼ αᵢαⱼtᵢtⱼkₘ(xᵢ, xⱼ), is from Xu, Jin, Yang, King and Lyu, Simple and Efficient
// Multiple Kernel Learning by Group Lasso (ICML 2010). The objective J(β) is from
// Rakotomamonjy, Bach, Canu and Grandvalet, SimpleMKL (JMLR 9, 2008): ∂J/∂βₘ = −qₘ/2
// (section 3.2), and the duality gap is ½(max q − Σβq) (equation 13).

// run returns the path of the solver as a run, through which the student can step.
func (mix *mixture) run() exercises.Run {
	return stage.NewComputationRun(anatomy.Computation{
		Title:     "the weights of the kernels",
		Rule:      "An SVM is solved with the kernel Σβₘkₘ. The new βₘ is ‖wₘ‖ = βₘ√qₘ divided by the sum of all four lengths. A weight below 0.001 becomes 0 and stays 0.",
		Objective: "J", ObjectiveLabel: "J",
		Steps: len(mix.path) - 1, Record: mix.record, Derive: mix.derive, FormulaNotes: mix.removalNotes,
		Laws:                mix.laws,
		ConditionQuantities: mixQuantities(),
	}, stage.Presentation{
		Frame: mix.frame, Event: mix.event, End: "The duality gap is below 10⁻⁵ of J.", Points: "beta",
		Conditions: []exercises.Condition{
			{Name: "alive drops", Label: "a weight reaches 0"}, {Name: "gap < 0.1", Label: "the gap falls below 0.1"},
			{Name: "gap < 0.001", Label: "the gap falls below 0.001"},
		},
		Examples: []string{"beta[2] < 0.1", "gap < 0.01", "alive drops"},
	})
}

// quantityOfKernel returns the name of a quantity that each kernel has, such as beta2 for the second
// kernel. m counts from 0.
func quantityOfKernel(name string, m int) string { return name + strconv.Itoa(m+1) }

// mixQuantities returns the quantities that breakpoint conditions can use.
func mixQuantities() anatomy.Derivation {
	out := anatomy.Derivation{
		{Name: "J", Symbol: "J", ConditionName: "J", Aliases: []string{"objective"},
			Help:       "the optimum of the SVM, ½‖w‖² + CΣξ",
			Persistent: true},
		{Name: "gap", Symbol: "gap", ConditionName: "gap", Help: "how far J can be above its minimum", Typical: "0.01",
			Persistent: true},
		{Name: "alive", Symbol: "alive", ConditionName: "alive", Help: "how many weights are above 0",
			Persistent: true},
	}
	for m := range mixKernelNames() {
		out = append(out,
			anatomy.Quantity{Name: quantityOfKernel("beta", m), Symbol: "β" + anatomy.Sub(m+1), ConditionName: "beta",
				Aliases: []string{"b"}, Help: "the weight of a kernel", Typical: "0", Entry: m + 1, Persistent: true})
	}
	for m := range mixKernelNames() {
		out = append(out,
			anatomy.Quantity{Name: quantityOfKernel("q", m), Symbol: "q" + anatomy.Sub(m+1), ConditionName: "q",
				Help: "−2 times the slope of J in a weight", Entry: m + 1, Persistent: true})
	}
	return out
}

// record returns the numbers that the solver records at step i.
func (mix *mixture) record(i int) anatomy.Numbers {
	s := mix.path[i]
	out := anatomy.Numbers{"J": s.Objective, "gap": s.Gap(), "alive": 0}
	for m, b := range s.Beta {
		out[quantityOfKernel("beta", m)], out[quantityOfKernel("q", m)] = b, s.Squares[m]
		if b > 0 {
			out["alive"]++
		}
	}
	return out
}

// qValues returns the qₘ of a step, computed from the points and the kernels.
func (mix *mixture) qValues(s solvers.MKLStep) []float64 {
	out := make([]float64, len(mix.kernels))
	for i, a := range s.Alpha {
		for j, b := range s.Alpha {
			if weight := a * b * mix.set.Label(i) * mix.set.Label(j); weight != 0 {
				for m, k := range mix.kernels {
					out[m] += weight * k.Eval(mix.set.Point(i), mix.set.Point(j))
				}
			}
		}
	}
	return out
}

// droppedKernels returns the indices of the kernels that the step after s removes.
func (mix *mixture) droppedKernels(s solvers.MKLStep, q []float64) []int {
	var total float64
	for m, b := range s.Beta {
		total += b * math.Sqrt(q[m])
	}
	var out []int
	for m, b := range s.Beta {
		if b > 0 && b*math.Sqrt(q[m]) < 0.001*total && q[m] < slices.Max(q) {
			out = append(out, m)
		}
	}
	return out
}

// derive returns the derivation of step i, which leads from frame i−1 to frame i.
func (mix *mixture) derive(i int) anatomy.Derivation {
	previous := mix.path[i-1]
	q := mix.qValues(previous)
	dropped := mix.droppedKernels(previous, q)
	var oldWeights, qs, lengths, weights anatomy.Derivation
	var lengthNames []string
	for m := range previous.Beta {
		sub := anatomy.Sub(m + 1)
		name := func(prefix string) string { return quantityOfKernel(prefix, m) }
		oldWeights = append(oldWeights,
			anatomy.Quantity{Name: name("old"), Symbol: "β" + sub, Entry: m + 1,
				Compute: func(anatomy.Numbers) float64 { return previous.Beta[m] }})
		qs = append(qs,
			anatomy.Quantity{Name: name("square"), Symbol: "q" + sub, Entry: m + 1,
				Compute: func(anatomy.Numbers) float64 { return q[m] }})
		lengths = append(lengths, anatomy.Quantity{
			Name: name("length"), Symbol: "‖w" + sub + "‖", Ink: ascii.Series(m), Entry: m + 1,
			Formula: "{" + name("old") + "}√{" + name("square") + "}", Inputs: []string{name("old"), name("square")},
			Fill: func(n anatomy.Numbers) string {
				return anatomy.Num(n[name("old")]) + "·√" + anatomy.Num(n[name("square")])
			},
			Compute: func(n anatomy.Numbers) float64 { return n[name("old")] * math.Sqrt(n[name("square")]) },
			Slips: []anatomy.Slip{
				{ID: "rootless", Advice: "Take the root of q: ‖w‖² is β²q.",
					Compute: func(n anatomy.Numbers) float64 { return n[name("old")] * n[name("square")] }},
			},
		})
		prefix, factor := "", 1.0
		if slices.Contains(dropped, m) {
			prefix, factor = "0·", 0
		} else {
			lengthNames = append(lengthNames, name("length"))
		}
		weights = append(weights, anatomy.Quantity{
			Name: name("beta"), Symbol: "β" + sub + "′", Ink: ascii.Series(m), Entry: m + 1,
			Formula: prefix + "{" + name("length") + "}/{total}", Inputs: []string{name("length"), "total"},
			Compute: func(n anatomy.Numbers) float64 { return factor * n[name("length")] / n["total"] },
		})
	}
	total := anatomy.Quantity{
		Name: "total", Symbol: "Σ", Formula: "{" + strings.Join(lengthNames, "} + {") + "}", Inputs: lengthNames,
		Compute: func(n anatomy.Numbers) (sum float64) {
			for _, name := range lengthNames {
				sum += n[name]
			}
			return sum
		},
	}
	return slices.Concat(oldWeights, qs, lengths, anatomy.Derivation{total}, weights)
}

// removalNotes explains which kernels step i removes, and why.
func (mix *mixture) removalNotes(i int) []ascii.Line {
	var out []ascii.Line
	previous := mix.path[i-1]
	for _, m := range mix.droppedKernels(previous, mix.qValues(previous)) {
		out = append(out,
			ascii.Plainf(
				"‖w%s‖ is below 0.001 of the sum of all four lengths, and q%s is not the largest: kernel %d is left out.",
				anatomy.Sub(m+1), anatomy.Sub(m+1), m+1,
			))
	}
	return out
}

// event names the kernels that step i removes.
func (mix *mixture) event(i int) string {
	var out []string
	for m, b := range mix.path[i].Beta {
		if b == 0 && i > 0 && mix.path[i-1].Beta[m] > 0 {
			out = append(out, "β"+anatomy.Sub(m+1)+" is 0 from here on")
		}
	}
	return strings.Join(out, "; ")
}

// mixTol is the maximum relative error of J. The error comes from the tolerance of the SVM of a step.
const mixTol = 1e-5

// laws returns the equations and inequalities that must hold at step i.
func (mix *mixture) laws(i int) []anatomy.Law {
	s := mix.path[i]
	q, f, t := mix.qValues(s), mix.machine(s).F, mix.set.Labels()
	squaredNorm := floats.Dot(s.Beta, q)
	primal := squaredNorm / 2
	for j := range t {
		primal += mixC * max(0, 1-t[j]*f.Eval(mix.set.Point(j)))
	}
	out := []anatomy.Law{
		{Name: "simplex", Formula: "Σβ = 1", Got: floats.Sum(s.Beta), Want: 1, Tol: 1e-12},
		{Name: "sign", Formula: "no β below 0", Got: floats.Min(s.Beta), Relation: anatomy.AtLeast},
		{Name: "balance", Formula: "Σαt = 0", Got: floats.Dot(s.Alpha, t), Tol: 1e-9 * floats.Sum(s.Alpha)},
		{Name: "dual", Formula: "J = Σα − ½Σβq", Got: s.Objective, Want: floats.Sum(s.Alpha) - squaredNorm/2,
			Tol: 1e-9 * s.Objective},
		{Name: "primal", Formula: "J = ½‖w‖² + CΣξ", Got: s.Objective, Want: primal, Tol: mixTol * s.Objective},
		{Name: "duality", Formula: "gap ≥ 0", Got: s.Gap(), Relation: anatomy.AtLeast, Tol: 1e-9 * s.Objective},
	}
	if i > 0 {
		previous := mix.path[i-1].Objective
		out = append(out,
			anatomy.Law{Name: "falls", Formula: "J does not rise", Got: s.Objective, Relation: anatomy.AtMost,
				Want: previous,
				Tol:  mixTol * previous})
	}
	return out
}

// mixtures are the data sets, each with its kernels, among which the student can choose. At first the
// first one is shown.
type mixtures []*mixture

// chosenMixture returns the mixture that the control selects, and the control.
func (all mixtures) chosenMixture(control string, a exercises.Answers) (*mixture, exercises.Control) {
	c, chosen := stage.DataControl(control, all, func(one *mixture) exercises.Choice { return one.name }, a)
	return chosen, c
}

func (all mixtures) pathScene(_ context.Context, a exercises.Answers) exercises.Scene {
	chosen, dataControl := all.chosenMixture("mixed", a)
	return exercises.Scene{Controls: []exercises.Control{dataControl}, Run: chosen.run()}
}

// frame returns the figures and texts that show step i of the path.
func (mix *mixture) frame(i int) exercises.Frame {
	current := mix.path[i]
	return exercises.Frame{
		Figures: []exercises.Figure{
			stage.Main("The weights β over the steps", mix.weightCurves(i)),
			stage.Table("", mix.weightTable(current)),
		},
		Status: ascii.Plainf("J = %s, gap %s", anatomy.Digits(current.Objective, 5),
			exercises.Typeset(anatomy.Plain(max(current.Gap(), 0), 2))),
		Formula: ascii.PlainLines(
			"βₘ ← βₘ√qₘ / Σₗ βₗ√qₗ,   qₘ = −2 · slope of J in βₘ"),

		Inspect: func(m int) []ascii.Line { return mix.describe(current, m) },
	}
}

// describe describes kernel m at a step. m counts from 0.
func (mix *mixture) describe(s solvers.MKLStep, m int) []ascii.Line {
	if m < 0 || m >= len(s.Beta) {
		return nil
	}
	return []ascii.Line{
		ascii.Inked(fmt.Sprintf("kernel %d: %s", m+1, mixKernelNames()[m]), ascii.Series(m)),
		ascii.Plainf("β%s = %s, q%s = %s", anatomy.Sub(m+1), anatomy.Num(s.Beta[m]), anatomy.Sub(m+1),
			anatomy.Num(s.Squares[m])),
	}
}

// weightCurves shows the weights up to step i.
func (mix *mixture) weightCurves(i int) ascii.Chart {
	chart := ascii.Chart{XLabel: "step", X: ascii.RangeOf(0, float64(len(mix.path)-1)), Y: ascii.RangeOf(0, 1),
		HasCursor: true, Cursor: float64(i)}
	for m, name := range mixKernelNames() {
		curve := ascii.ChartSeries{Name: name, Ink: ascii.Series(m)}
		for _, s := range mix.path[:i+1] {
			curve.Y = append(curve.Y, s.Beta[m])
		}
		chart.Series = append(chart.Series, curve)
	}
	return chart
}

// compareScene shows the weights that minimise J, the alignment of each kernel alone, and the values
// of both objectives. Once the student has found the kernel to which the alignment gives the most
// weight, the weights that the alignment chooses are shown instead of the alignment of each kernel.
func (all mixtures) compareScene(ctx context.Context, a exercises.Answers) exercises.Scene {
	chosen, dataControl := all.chosenMixture("compared", a)
	scene := exercises.Scene{Controls: []exercises.Control{dataControl}}
	shownStep, lastStep, target := chosen.alignedStep, chosen.lastStep(), kernels.TargetGram(chosen.set.Labels())
	mostAlignedJudge := answer.ExactJudge(float64(floats.MaxIdx(all[0].alignedWeights) + 1))
	solved := !a.IsUnjudged("most") && mostAlignedJudge(ctx, a["most"]).Accepted
	if !solved {
		shownStep = lastStep
	}
	lastTitle := map[bool]string{true: "β by alignment", false: "alignment alone"}[solved]
	table := ascii.Table{
		Columns: []ascii.Column{{Title: "m", Width: 2}, {Title: "kernel"}, {Title: "β by J", Right: true},
			{Title: lastTitle, Right: true}},
	}
	for m, name := range mixKernelNames() {
		value := kernels.Alignment(chosen.grams[m], target)
		if solved {
			value = chosen.alignedWeights[m]
		}
		table.Add(
			ascii.Inked(fmt.Sprint(m+1), ascii.Dim), ascii.Inked(name, ascii.Series(m)),
			ascii.Plainf("%.4f", lastStep.Beta[m]), ascii.Plainf("%.4f", value),
		)
	}
	addRow := func(what string, value func(s solvers.MKLStep) float64) {
		row := []ascii.Line{nil, ascii.Inked(what, ascii.Dim), ascii.Plain(anatomy.Digits(value(lastStep), 4))}
		if solved {
			row = append(row, ascii.Plain(anatomy.Digits(value(shownStep), 4)))
		}
		table.Add(row...)
	}
	addRow("J, smaller is better", func(s solvers.MKLStep) float64 { return s.Objective })
	addRow("alignment, larger is better", func(s solvers.MKLStep) float64 {
		return kernels.Alignment(solvers.WeightedSum(chosen.grams, s.Beta), target)
	})
	scene.Figures = []exercises.Figure{
		stage.Table("Two objectives, two answers: "+chosen.name.Label, table), chosen.picture(shownStep),
	}
	return scene
}

// namedSolution is the solution for some weights β, with the name of these weights.
type namedSolution struct {
	name string
	solvers.MKLStep
}

// namedSolutions returns the solutions for all weights of the exercise: each kernel alone, the
// start of the path, and the weights that each of the two objectives chooses.
func (mix *mixture) namedSolutions() []namedSolution {
	var out []namedSolution
	for m, s := range mix.singleKernels {
		out = append(out, namedSolution{mixKernelNames()[m] + " alone", s})
	}
	return append(out, namedSolution{"¼ each", mix.path[0]}, namedSolution{"by alignment", mix.alignedStep},
		namedSolution{"by J", mix.lastStep()})
}

// freshScene shows J of several weights and their errors on new points.
func (all mixtures) freshScene(_ context.Context, a exercises.Answers) exercises.Scene {
	chosen, dataControl := all.chosenMixture("mixed", a)
	table := ascii.Table{Columns: ascii.Columns("weights", "J", "wrong", "new wrong")}
	for _, solution := range chosen.namedSolutions() {
		f := chosen.machine(solution.MKLStep).F
		table.Add(ascii.Plain(solution.name), ascii.Plain(anatomy.Digits(solution.Objective, 4)),
			ascii.Plainf("%d", stage.CountErrors(f, chosen.set)),
			ascii.Plainf("%d", stage.CountErrors(f, chosen.newPoints)))
	}
	return exercises.Scene{
		Controls: []exercises.Control{dataControl},
		Figures: []exercises.Figure{
			stage.Table(fmt.Sprintf("%d points learned, %d for validation", chosen.set.Len(), chosen.newPoints.Len()),
				table),
			chosen.picture(chosen.lastStep()),
		},
	}
}
