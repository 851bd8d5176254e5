package unit9

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// planeSimilarities returns four functions of points of the plane. The first two are
// kernels.
func planeSimilarities() []exercises.Choice {
	return exercises.LabelledChoices(
		"exp(-dist^2)", "exp(−dist²)",
		"(1 + dot)^3", "(1 + dot)³",
		"-dist", "−dist",
		"cos(dist)", "cos(dist)",
	)
}

// planeSample is a sequence of points of the plane at which a similarity is tried, and a set on
// which a support vector machine with this similarity as its kernel is trained.
type planeSample struct {
	sample
	set *dataset.Set
}

// newPlaneSample draws ten random points whose coordinates are multiples of ½, until they refute
// exp(−dist³) and the two functions among planeSimilarities that are not kernels.
func newPlaneSample(r *rand.Rand, seed uint64) planeSample {
	nonKernels := append(planeSimilarities()[2:], exercises.Choice{Value: "exp(-dist^3)"})
	for {
		s := sample{task: answer.KernelTask{X: []string{"x1", "x2"}, Z: []string{"z1", "z2"}}}
		for _, q := range r.Perm(81)[:10] {
			s.points = append(s.points, []float64{float64(q%9)/2 - 2, float64(q/9)/2 - 2})
		}
		if s.refutes(nonKernels) {
			return planeSample{s,
				lesson.DrawLegible(seed, func(seed uint64) *dataset.Set { return dataset.Moons(60, 0.2, seed) })}
		}
	}
}

// newTask asks for a function that is not a kernel although no pair of the points refutes it. If
// wantsKernel is set, it asks for a kernel that is a function neither of dot alone nor of dist
// alone.
func (s planeSample) newTask(field string, wantsKernel bool) similarityTask {
	o := similarityTask{field: field, sample: s.sample, wantsKernel: wantsKernel, excludedChoices: planeSimilarities(),
		excludedName: "one of the four functions"}
	if o.verdict, o.misconception = s.judgePairs, "proved"; wantsKernel {
		o.verdict, o.misconception = s.judgeBoth, "refuted"
	}
	return o
}

// judgePairs returns the verdict on a function that is not a kernel. The function is accepted if
// neither one point nor two points of the sample suffice to refute it.
func (s planeSample) judgePairs(e answer.Expr, facts []string) answer.Result {
	g, rejection := s.finiteGram(e, "The points: ")
	if rejection != nil {
		return *rejection
	}
	if id, text := refutingPoints(g); id != "" {
		return newResult(exercises.NotEqual, id, "No kernel, but "+text)
	}
	return acceptedResult(append(facts[:len(facts):len(facts)], "And no two of the points on the stage refute it."))
}

// refutingPoints looks for one or two points that refute K. It returns the misconception "one" or
// "two" and a text that names the points. If there are none, id is "".
func refutingPoints(g *mat.SymDense) (id, text string) {
	tolerance := zeroTolerance(g)
	for j := range g.SymmetricDim() {
		if g.At(j, j) < -tolerance {
			return "one", fmt.Sprintf("point %d alone refutes it, with k(x, x) < 0.", j+1)
		}
		for i := range j {
			if g.At(i, j)*g.At(i, j) > g.At(i, i)*g.At(j, j)+tolerance*tolerance+1e-12*g.At(i, j)*g.At(i, j) {
				return "two", fmt.Sprintf("points %d and %d alone refute it, with K₁₂² > K₁₁K₂₂.", i+1, j+1)
			}
		}
	}
	return "", ""
}

// noteRefutingPoints adds a note that names one or two points that refute the function, or says
// that there are none.
func noteRefutingPoints(_ context.Context, scene exercises.Scene, _ answer.Expr, g *mat.SymDense) exercises.Scene {
	note := ascii.Plain("All pairs of the points pass.")
	if id, text := refutingPoints(g); id != "" {
		note = stage.Warning("No kernel: " + text)
	}
	scene.Notes = append(scene.Notes, note)
	return scene
}

// judgeBoth returns the verdict on a kernel. It is accepted if it is a function neither of dot
// alone nor of dist alone.
func (s planeSample) judgeBoth(e answer.Expr, facts []string) answer.Result {
	p := func(a, b, c, d float64) [2][]float64 { return [2][]float64{{a, b}, {c, d}} }
	sameDot := [][2][]float64{p(1, 0, 0.25, 0), p(0.5, 0, 0.5, 0), p(0.5, 0.5, 0, 0.5), p(-1, 1, 0, 0.25)}
	sameDist := [][2][]float64{p(0, 0, 0.5, 0), p(1, 1, 1, 0.5), p(-0.3, 0, -0.6, 0.4), p(2, 0, 1.5, 0)}
	onePoint := [][2][]float64{p(0, 0, 0, 0), p(1, 1, 1, 1), p(-2, 0, -2, 0)}
	dependsOnDot, dependsOnDist := s.varies(e, sameDot), s.varies(e, sameDist) || s.varies(e, onePoint)
	switch err := e.BudgetErr(); {
	case err != nil && !(dependsOnDot && dependsOnDist):
		return newResult(exercises.Undecided, "", "A kernel. Does it need both? "+err.Error()+".")
	case !dependsOnDot:
		return newResult(exercises.NotEqual, "dot",
			"A kernel, but it is the same wherever dot is the same, at all pairs that I tried.")
	case !dependsOnDist:
		return newResult(exercises.NotEqual, "dist",
			"A kernel, but it is the same wherever dist is the same, at all pairs that I tried.")
	}
	return acceptedResult(facts)
}

// varies reports whether a function has different values at some pairs of points.
func (s planeSample) varies(e answer.Expr, pairs [][2][]float64) bool {
	k, ok := s.task.Kernel(e)
	if !ok {
		return false
	}
	first := k.Eval(pairs[0][0], pairs[0][1])
	for _, p := range pairs[1:] {
		if v := k.Eval(p[0], p[1]); math.Abs(v-first) > 1e-9*max(math.Abs(v), math.Abs(first)) {
			return true
		}
	}
	return false
}

// planeFigure shows the points of a sample with their numbers, and highlights those with nonzero
// weight in the witness v.
func (s sample) planeFigure(v []float64) exercises.Figure {
	m := ascii.Map{X: ascii.RangeOf(-2.6, 2.6), Y: ascii.RangeOf(-2.6, 2.6), XLabel: "x₁", YLabel: "x₂"}
	title := "The points"
	for i, x := range s.points {
		mark := ascii.Mark{X: x[0], Y: x[1], Label: lesson.PointNumber(i)}
		if v != nil && v[i] != 0 {
			title, mark.Selected = "The points; lit: v ≠ 0", true
		}
		m.Marks = append(m.Marks, mark)
	}
	return stage.Main(title, m)
}

// machineC is the C of the machine that learns with the student's kernel.
const machineC = 10

// addMachine adds a support vector machine trained with the function if the rules prove that the
// function is a kernel.
func (s planeSample) addMachine(ctx context.Context, scene exercises.Scene, e answer.Expr,
	_ *mat.SymDense) exercises.Scene {
	k, _ := s.task.Kernel(e)
	if !s.task.Decide(e, nil).Proved {
		return scene
	}
	m, err := stage.TrainingData{Set: s.set, Kernel: k}.TrainSVM(ctx, machineC)
	if err != nil {
		return scene
	}
	scene.Figures = append([]exercises.Figure{m.Picture(fmt.Sprintf("At work: SVM, C = %d", machineC), true)},
		scene.Figures[:2]...)
	scene.Notes = []ascii.Line{
		ascii.Inked("Proved by the rules: a kernel.", ascii.Good),
		ascii.Plainf("With it, the machine has %d support vectors and gets %d of %d points wrong.", m.SupportCount(),
			stage.CountErrors(m.F, s.set), s.set.Len()),
	}
	return scene
}

// similarityTask asks for a function of two points that is a kernel, or for one that is not a
// kernel, such that a look at K does not reveal which. The excluded functions and their positive
// multiples do not count.
type similarityTask struct {
	field           string
	sample          sample
	wantsKernel     bool
	excludedChoices []exercises.Choice
	excludedName    string // what to call an excluded function, such as "one of the six functions"
	misconception   string // if a kernel is asked for and the function is not one, or vice versa; may be ""
	// verdict returns the verdict on a function of the right kind. facts states what proves that
	// the function is a kernel, or refutes it.
	verdict func(e answer.Expr, facts []string) answer.Result
}

// newTask asks for a function of two numbers whose signs are misleading. If wantsKernel is set,
// this is a kernel that is negative at some pair of the sample's points. Otherwise it is a function
// that is not a kernel although it is negative at no pair.
func (s sample) newTask(field string, wantsKernel bool) similarityTask {
	return similarityTask{field: field, sample: s, wantsKernel: wantsKernel, excludedChoices: similarities(),
		excludedName: "one of the six functions",
		verdict: func(e answer.Expr, facts []string) answer.Result {
			return s.judgeSigns(e, wantsKernel, facts)
		}}
}

// judges returns the judge of the field. It first tries to prove or to refute that the function is a
// kernel. If the function is of the right kind, it calls verdict.
func (t similarityTask) judges() worksheets.Judges {
	scope := t.sample.task.Scope()
	return worksheets.Judges{t.field: worksheets.ExprJudge(scope, "",
		func(ctx context.Context, text string) answer.Result {
			return answer.ParseAndJudge(ctx, text, scope, t.decide)
		})}
}

func (t similarityTask) decide(e answer.Expr) answer.Result {
	task := t.sample.task
	for _, c := range t.excludedChoices {
		if excluded, err := answer.ParseTrusted(c.Value, task.Scope()); err == nil && e.IsMultipleOf(excluded) {
			return newResult(exercises.NotEqual, "given",
				"That is "+t.excludedName+", or a positive multiple of one.")
		}
	}
	f := task.Decide(e, t.sample.points)
	if onStage, ok := task.RefuteAt(e, t.sample.points); f.Refuted && !f.Asymmetric && ok && onStage.Why != f.Why {
		f.Why += " The stage shows a witness at its own points."
	}
	switch {
	case f.Asymmetric:
		return newResult(exercises.NotEqual, "asymmetric", f.Why)
	case t.wantsKernel && f.Proved:
		return t.verdict(e, f.Derivation)
	case t.wantsKernel && f.Refuted:
		return newResult(exercises.NotEqual, t.misconception, f.Why)
	case f.Refuted:
		return t.verdict(e, []string{f.Why})
	case f.Proved:
		return newResult(exercises.NotEqual, t.misconception, f.Derivation...)
	case f.Why != "":
		return newResult(exercises.Undecided, "", f.Why)
	}
	return newResult(exercises.Undecided, "",
		"vᵀKv is not below 0 at any points that I tried, but the rules do not prove a kernel. So I cannot tell.")
}

// judgeSigns returns the verdict on a function of the right kind. It depends on the signs of the
// function at pairs of the sample's points.
func (s sample) judgeSigns(e answer.Expr, wantsKernel bool, facts []string) answer.Result {
	g, rejection := s.finiteGram(e, "The signs: ")
	if rejection != nil {
		return *rejection
	}
	negativeCount, example, tolerance := 0, [2]int{}, zeroTolerance(g)
	for i := range s.points {
		for j := range i + 1 {
			if g.At(i, j) < -tolerance {
				negativeCount, example = negativeCount+1, [2]int{i, j}
			}
		}
	}
	x, z := s.pointText(example[0]), s.pointText(example[1])
	switch {
	case wantsKernel && negativeCount == 0:
		return newResult(exercises.NotEqual, "positive",
			"A kernel, but it is not negative at any pair of the points.")
	case !wantsKernel && negativeCount > 0:
		return newResult(exercises.NotEqual, "negative",
			fmt.Sprintf("No kernel, but it is negative at x = %s, z = %s.", x, z))
	case wantsKernel:
		facts = append(facts[:len(facts):len(facts)],
			fmt.Sprintf("And it is negative, for example at x = %s, z = %s.", x, z))
	}
	return acceptedResult(facts)
}

// acceptedResult returns the verdict on an accepted answer.
func acceptedResult(facts []string) answer.Result {
	r := newResult(exercises.Equal, "", facts...)
	r.Accepted = true
	return r
}

// zeroTolerance returns the size below which an entry of a matrix counts as 0.
func zeroTolerance(g *mat.SymDense) float64 {
	return 1e-12 * mat.Norm(g, 1) / float64(g.SymmetricDim())
}

// finiteGram returns the matrix of a function at the points. If the matrix has an entry that is not
// finite, it returns a verdict instead. If this cannot be decided, the message begins with prefix.
func (s sample) finiteGram(e answer.Expr, prefix string) (*mat.SymDense, *answer.Result) {
	g, ok := s.gram(e)
	if ok {
		return g, nil
	}
	r := newResult(exercises.NotEqual, "", "This function has no finite value at some pair of the points.")
	if err := e.BudgetErr(); err != nil {
		r = newResult(exercises.Undecided, "", prefix+err.Error()+".")
	}
	return nil, &r
}

// newResult returns a result with the given verdict, misconception and facts, one fact in a line.
func newResult(v exercises.Verdict, misconception string, facts ...string) answer.Result {
	return answer.Result{Verdict: v, Misconception: misconception, At: -1, Fact: ascii.PlainLines(facts...)}
}
