package lessons

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
	"kernellab/exercises/stage"
)

// flatSimilarities are four functions of points of the plane, of which the first
// two are kernels.
func flatSimilarities() []exercises.Choice {
	return []exercises.Choice{
		{Value: "exp(-dist^2)", Label: "exp(−dist²)"}, {Value: "(1 + dot)^3", Label: "(1 + dot)³"},
		{Value: "-dist", Label: "−dist"}, {Value: "cos(dist)", Label: "cos(dist)"},
	}
}

// inThePlane is what a similarity of two points of the plane is written in.
func inThePlane() answer.KernelTask {
	return answer.KernelTask{X: []string{"x1", "x2"}, Z: []string{"z1", "z2"}}
}

// planeSample is points of the plane at which a similarity is tried, and a set for
// a machine to learn with it.
type planeSample struct {
	sample
	set *dataset.Set
}

// newPlaneSample draws ten points with coordinates in halves, until those of the
// four that are no kernels are refuted at them, and exp(−dist³).
func newPlaneSample(r *rand.Rand, seed uint64) planeSample {
	none := append(flatSimilarities()[2:], exercises.Choice{Value: "exp(-dist^3)"})
	for {
		s := sample{task: inThePlane()}
		for _, q := range r.Perm(81)[:10] {
			s.points = append(s.points, []float64{float64(q%9)/2 - 2, float64(q/9)/2 - 2})
		}
		if s.refutes(none) {
			return planeSample{s, dataset.Moons(60, 0.2, seed)}
		}
	}
}

// asked asks for a function that no look at pairs of points decides, and for a
// kernel that is no function of dot or of dist alone.
func (s planeSample) asked(kernel bool) ownSimilarity {
	o := ownSimilarity{sample: s.sample, kernel: kernel, given: flatSimilarities(), few: "one of the four"}
	if o.more, o.wrong = s.pairs, "proved"; kernel {
		o.more, o.wrong = s.both, "refuted"
	}
	return o
}

// pairs is the verdict on what is no kernel: no two of the points may show it.
func (s planeSample) pairs(e answer.Expr, facts []string) answer.Result {
	g, ok := s.gram(e)
	if !ok {
		return finding(exercises.NotEqual, "", "It has no finite value at some pair of the points.")
	}
	const dust = 1e-12
	for i := range s.points {
		if g.At(i, i) < -dust*mat.Max(absolute(g)) {
			return finding(exercises.NotEqual, "one", fmt.Sprintf("No kernel. But point %d shows it alone: k(x, x) < 0 there.", i+1))
		}
		for j := range i {
			if g.At(i, j)*g.At(i, j) > (1+dust)*g.At(i, i)*g.At(j, j)+dust*dust {
				return finding(exercises.NotEqual, "two", fmt.Sprintf("No kernel. But points %d and %d show it alone: K₁₂² > K₁₁K₂₂ for these two.", j+1, i+1))
			}
		}
	}
	return found(append(facts[:len(facts):len(facts)], "And no two of the points on the stage show it."))
}

// both is the verdict on a kernel: it has to be no function of dot alone, and none
// of dist alone.
func (s planeSample) both(e answer.Expr, facts []string) answer.Result {
	p := func(a, b, c, d float64) [2][]float64 { return [2][]float64{{a, b}, {c, d}} }
	sameDot := [][2][]float64{p(1, 0, 0.25, 0), p(0.5, 0, 0.5, 0), p(0.5, 0.5, 0, 0.5), p(-1, 1, 0, 0.25)}
	sameDist := [][2][]float64{p(0, 0, 0.5, 0), p(1, 1, 1, 0.5), p(-0.3, 0, -0.6, 0.4), p(2, 0, 1.5, 0)}
	onePoint := [][2][]float64{p(0, 0, 0, 0), p(1, 1, 1, 1), p(-2, 0, -2, 0)}
	switch {
	case !s.varies(e, sameDot):
		return finding(exercises.NotEqual, "dot", "A kernel. It has one value wherever dot has one, at all pairs that I tried.")
	case !s.varies(e, sameDist) && !s.varies(e, onePoint):
		return finding(exercises.NotEqual, "dist", "A kernel. It has one value wherever dist has one, at all pairs that I tried.")
	}
	return found(facts)
}

// varies reports whether a function has different values at some pairs of points.
func (s planeSample) varies(e answer.Expr, pairs [][2][]float64) bool {
	k, ok := s.task.Kernel(e)
	if !ok {
		return false
	}
	first := k.Eval(pairs[0][0], pairs[0][1])
	for _, p := range pairs[1:] {
		if v := k.Eval(p[0], p[1]); math.Abs(v-first) > 1e-9*math.Max(math.Abs(v), math.Abs(first)) {
			return true
		}
	}
	return false
}

// plane is the points of a sample, with the weights of a witness behind their
// numbers.
func (s sample) plane(v []float64) exercises.Figure {
	m := ascii.Map{X: ascii.Range{Min: -2.6, Max: 2.6}, Y: ascii.Range{Min: -2.6, Max: 2.6}, Equal: true, XLabel: "x₁", YLabel: "x₂"}
	title := "Where it is tried"
	for i, x := range s.points {
		mark := ascii.Mark{X: x[0], Y: x[1], Label: number(i)}
		if v != nil && v[i] != 0 {
			title, mark.Selected = "Where it is tried; lit: vᵢ ≠ 0", true
		}
		m.Marks = append(m.Marks, mark)
	}
	return exercises.Figure{Title: title, Role: exercises.Main, Plot: m}
}

// workC is the C of the machine that learns with a kernel of the student's own.
const workC = 10

// atWork is what typed shows, and once the function is proved to be a kernel a
// support vector machine that has learned with it.
func (s planeSample) atWork(field string) func(context.Context, exercises.Answers) exercises.Scene {
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		scene := s.shown(ctx, a[field])
		e, err := answer.Parse(ctx, a[field], s.task.Scope())
		if err != nil || !s.task.Decide(e).Proved {
			return scene
		}
		k, ok := s.task.Kernel(e)
		if !ok {
			return scene
		}
		m, err := stage.Model{Set: s.set, Kernel: k}.SVM(ctx, workC)
		if err != nil {
			return scene
		}
		title := fmt.Sprintf("At work: SVM, C = %d, %d of %d wrong", workC, stage.Wrong(m.F, s.set), s.set.Len())
		scene.Figures = append([]exercises.Figure{m.Picture(title, true)}, scene.Figures...)
		scene.Notes = []ascii.Line{{{Text: "Proved by the rules: a kernel.", Ink: ascii.Good}}}
		return scene
	}
}
