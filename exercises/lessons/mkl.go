package lessons

import (
	"context"
	"fmt"
	"strconv"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// learnKernel is 9.5: weights for four kernels, by hand, by the margin, and by
// alignment.
func learnKernel(worksheets.Brief) (worksheets.Parts, error) {
	l := newFourKernels()
	aligned, ok := kernels.AlignedWeights(l.grams, kernels.Target(l.set.Labels()))
	if !ok {
		return worksheets.Parts{}, fmt.Errorf("no kernel is aligned with the labels")
	}
	most := floats.MaxIdx(aligned)
	return worksheets.Parts{
		Vars: map[string]string{
			"goal": answer.Shown(mixGoal), "least": anatomy.Digits(mixLeast, 4), "linear": anatomy.Digits(mixLinear, 3), "narrow": anatomy.Digits(1-mixLinear, 3),
			"alignMost": strconv.Itoa(most + 1), "alignWords": l.names[most], "alignShare": anatomy.Digits(aligned[most], 2),
		},
		Steps: map[string]worksheets.Behaviour{
			"hand":      {Scene: l.handScene, Check: l.handCheck},
			"path":      {Scene: l.pathScene},
			"alignment": {Scene: l.compareScene},
		},
	}, nil
}

// The SVM's optimum on the moons with C = 1: what is asked for by hand, the least
// there is, and the weight of the linear kernel there (testdata/oracle/mkl.json; a
// test holds the solver to them).
const (
	mixC      = 1
	mixGoal   = 10.8
	mixLeast  = 10.2357
	mixLinear = 0.1845
)

// fourKernels are the moons, with four kernels divided by their mean diagonals.
type fourKernels struct {
	set     *dataset.Set
	names   []string
	kernels []kernels.Kernel[[]float64]
	grams   []*mat.SymDense
	mu      sync.Mutex
	kept    []solvers.MKLStep // the path, once it was walked
}

func newFourKernels() *fourKernels {
	l := &fourKernels{set: dataset.MustBuiltin("moons"), names: []string{"linear", "(xᵀz + 1)²", "RBF σ = 0.71", "RBF σ = 0.22"}}
	for _, k := range []kernels.Kernel[[]float64]{kernels.Linear{}, kernels.Poly{Degree: 2, C: 1}, kernels.RBFFromGamma(1), kernels.RBFFromGamma(10)} {
		g := kernels.Gram(k, l.set.Points())
		by := 1 / solvers.MeanDiagonal(g)
		g.ScaleSym(by, g)
		l.grams = append(l.grams, g)
		l.kernels = append(l.kernels, kernels.Scaled[[]float64]{Factor: by, Kernel: k})
	}
	return l
}

// sliders are the shares, which all begin alike.
func (l *fourKernels) sliders(a exercises.Answers) (controls []exercises.Control, beta []float64) {
	for i, name := range l.names {
		id := "share" + strconv.Itoa(i+1)
		c := exercises.Control{Name: id, Label: name, Min: 0, Max: 20, Step: 1, Value: stage.Chosen(a, id, "5")}
		controls, beta = append(controls, c), append(beta, c.Number())
	}
	if sum := floats.Sum(beta); sum > 0 {
		floats.Scale(1/sum, beta)
	}
	return controls, beta
}

func (l *fourKernels) at(ctx context.Context, beta []float64) (solvers.MKLStep, error) {
	return solvers.MKL{C: mixC}.At(ctx, l.grams, l.set.Labels(), beta)
}

func (l *fourKernels) handScene(ctx context.Context, a exercises.Answers) exercises.Scene {
	controls, beta := l.sliders(a)
	scene := exercises.Scene{Controls: controls}
	if floats.Sum(beta) == 0 {
		scene.Notes = []ascii.Line{stage.Warning("All weights are 0: there is no kernel left.")}
		return scene
	}
	s, err := l.at(ctx, beta)
	if err != nil {
		return scene
	}
	scene.Figures = []exercises.Figure{l.picture(s), {Title: "Weights, Σβ = 1", Role: exercises.Table, Plot: l.weights(s)}}
	scene.Notes = []ascii.Line{l.standing(s)}
	return scene
}

// standing says J beside the goal.
func (l *fourKernels) standing(s solvers.MKLStep) ascii.Line {
	ink := ascii.Bad
	if s.Objective <= mixGoal {
		ink = ascii.Good
	}
	return ascii.Line{{Text: "J = ", Ink: ascii.Text}, {Text: anatomy.Digits(s.Objective, 4), Ink: ink}, {Text: ", at most " + answer.Shown(mixGoal) + " is asked", Ink: ascii.Dim}}
}

// picture is the SVM with the kernel of a step.
func (l *fourKernels) picture(s solvers.MKLStep) exercises.Figure {
	var k kernels.Sum[[]float64]
	for m, b := range s.Beta {
		if b > 0 {
			k = append(k, kernels.Scaled[[]float64]{Factor: b, Kernel: l.kernels[m]})
		}
	}
	model := stage.Model{Set: l.set, Kernel: k}
	coef := make([]float64, len(s.Alpha))
	for i, a := range s.Alpha {
		coef[i] = a * l.set.Label(i)
	}
	return model.Map(kernels.Expansion{Kernel: k, Points: l.set.Points(), Coef: coef, Bias: s.Bias},
		stage.MapOptions{Title: fmt.Sprintf("SVM, C = %d, with the kernel Σβₘkₘ", mixC), Kind: func(i int) ascii.MarkKind { return stage.Standing(s.Alpha[i], mixC) }})
}

// weights are β of a step with the slopes of J.
func (l *fourKernels) weights(s solvers.MKLStep) ascii.Table {
	t := ascii.Table{Columns: []ascii.Column{{Title: "m", Width: 2}, {Title: "kernel"}, {Title: "βₘ", Right: true}, {Title: "slope of J", Right: true}}}
	for m, b := range s.Beta {
		t.Rows = append(t.Rows, []ascii.Line{
			{{Text: strconv.Itoa(m + 1), Ink: ascii.Dim}}, {{Text: l.names[m], Ink: ascii.Series(m)}},
			ascii.Plain(strconv.FormatFloat(b, 'f', 4, 64)), ascii.Plain("−" + anatomy.Plain(s.Squares[m]/2, 4)),
		})
	}
	return t
}

// handCheck looks at J. Sliders that were never touched are no answer yet.
func (l *fourKernels) handCheck(ctx context.Context, a exercises.Answers) worksheets.Judgement {
	controls, beta := l.sliders(a)
	touched := false
	for _, c := range controls {
		touched = touched || a[c.Name] != ""
	}
	if !touched || floats.Sum(beta) == 0 {
		return worksheets.Judgement{Report: exercises.Report{Verdict: exercises.Empty, Headline: "Move the weights first."}}
	}
	s, err := l.at(ctx, beta)
	if err != nil {
		return worksheets.Judgement{Report: exercises.Report{Verdict: exercises.Undecided, Fact: []ascii.Line{ascii.Plain(err.Error())}}}
	}
	r := exercises.Report{Verdict: exercises.NotEqual, Headline: "Not there yet.", Fact: []ascii.Line{l.standing(s)}}
	alone := floats.Max(beta) == 1
	switch {
	case s.Objective <= mixGoal:
		r.Verdict, r.Accepted, r.Headline = exercises.Equal, true, "Below."
	case alone:
		r.Misconception = "alone"
	default:
		r.Misconception = "slope"
	}
	return worksheets.Judgement{Report: r}
}
