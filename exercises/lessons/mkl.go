package lessons

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// learnKernel is 9.5: weights for four kernels, by hand, by the margin, and by
// alignment, on two sets of the student's seed.
func learnKernel(b worksheets.Brief) worksheets.Parts {
	both := newMixtures(b.Seed)
	sizes, moons := both[0], both[1]
	end, most := sizes.end(), floats.MaxIdx(sizes.aligned)
	names := mixNames()
	vars := worksheets.Vars{
		"goal": sizes.goal(), "least": anatomy.Digits(end.Objective, 4), "best": anatomy.Digits(sizes.best(), 4),
		"survivors": len(sizes.left()), "left": setOf(sizes.left()), "leftMoons": setOf(moons.left()),
		"first": sizes.left()[0], "second": sizes.left()[1],
		"firstName": names[sizes.left()[0]-1], "secondName": names[sizes.left()[1]-1], "moonNames": names[moons.left()[0]-1] + " and " + names[moons.left()[1]-1],
		"firstWeight": anatomy.Digits(end.Beta[sizes.left()[0]-1], 3), "secondWeight": anatomy.Digits(end.Beta[sizes.left()[1]-1], 3),
		"alignMost": most + 1, "alignWords": names[most], "alignShare": anatomy.Digits(sizes.aligned[most], 2), "marginShare": anatomy.Digits(end.Beta[most], 2),
	}
	fewest := sizes.fresh.Len()
	for _, r := range sizes.weighings() {
		fewest = min(fewest, stage.Wrong(sizes.machine(r.MKLStep), sizes.fresh))
	}
	vars["learned"], vars["fresh"] = mixLearn, mixFresh
	vars["newWrong"], vars["newFewest"] = stage.Wrong(sizes.machine(end), sizes.fresh), fewest
	for m, s := range sizes.shares() {
		vars["share"+strconv.Itoa(m+1)] = s
	}
	return worksheets.Parts{
		Vars: vars,
		Steps: map[string]worksheets.Behaviour{
			"hand":      {Scene: sizes.handScene, Check: sizes.handCheck},
			"path":      {Scene: both.pathScene},
			"alignment": {Scene: both.compareScene},
			"caution":   {Scene: both.freshScene},
		},
	}
}

// setOf writes numbers as a set.
func setOf(numbers []int) string {
	var out []string
	for _, n := range numbers {
		out = append(out, strconv.Itoa(n))
	}
	return "{" + strings.Join(out, ", ") + "}"
}

// shareSum is how far a slider of weights goes.
const shareSum = 20

// sliders are the shares, which all begin alike.
func (l *mixture) sliders(a exercises.Answers) (controls []exercises.Control, beta []float64) {
	for i, name := range mixNames() {
		id := "share" + strconv.Itoa(i+1)
		c := stage.Slider(id, name, 0, shareSum, 1, a, "5")
		controls, beta = append(controls, c), append(beta, c.Number())
	}
	if floats.Sum(beta) > 0 {
		beta = scaledToOne(beta)
	}
	return controls, beta
}

func (l *mixture) handScene(ctx context.Context, a exercises.Answers) exercises.Scene {
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
	scene.Figures = []exercises.Figure{l.picture(s), stage.Table("Weights, Σβ = 1", l.weights(s))}
	scene.Notes = []ascii.Line{l.standing(s)}
	return scene
}

// standing says J beside the goal.
func (l *mixture) standing(s solvers.MKLStep) ascii.Line {
	ink := ascii.Bad
	if s.Objective <= l.goal() {
		ink = ascii.Good
	}
	return ascii.Line{{Text: "J = ", Ink: ascii.Text}, {Text: anatomy.Digits(s.Objective, 4), Ink: ink}, {Text: ", at most " + answer.Shown(l.goal()) + " is asked", Ink: ascii.Dim}}
}

// machine is f of the SVM with the kernel of a step.
func (l *mixture) machine(s solvers.MKLStep) kernels.Expansion {
	var k kernels.Sum[[]float64]
	for m, b := range s.Beta {
		if b > 0 {
			k = append(k, kernels.Scaled[[]float64]{Factor: b, Kernel: l.kernels[m]})
		}
	}
	coef := make([]float64, len(s.Alpha))
	for i, a := range s.Alpha {
		coef[i] = a * l.set.Label(i)
	}
	return kernels.Expansion{Kernel: k, Points: l.set.Points(), Coef: coef, Bias: s.Bias}
}

// picture is the SVM with the kernel of a step.
func (l *mixture) picture(s solvers.MKLStep) exercises.Figure {
	f := l.machine(s)
	return stage.Model{Set: l.set, Kernel: f.Kernel}.Map(f,
		stage.MapOptions{Title: fmt.Sprintf("SVM, C = %d, with the kernel Σβₘkₘ", mixC), Kind: func(i int) ascii.MarkKind { return stage.Standing(s.Alpha[i], mixC) }})
}

// weights are β of a step with the slopes of J.
func (l *mixture) weights(s solvers.MKLStep) ascii.Table {
	t := ascii.Table{Columns: []ascii.Column{{Title: "m", Width: 2}, {Title: "kernel"}, {Title: "βₘ", Right: true}, {Title: "slope of J", Right: true}}}
	for m, b := range s.Beta {
		t.Rows = append(t.Rows, []ascii.Line{
			ascii.Inked(strconv.Itoa(m+1), ascii.Dim), ascii.Inked(mixNames()[m], ascii.Series(m)),
			ascii.Plain(strconv.FormatFloat(b, 'f', 4, 64)), ascii.Plain("−" + anatomy.Plain(s.Squares[m]/2, 4)),
		})
	}
	return t
}

// handCheck looks at J. Sliders that were never touched are no answer yet.
func (l *mixture) handCheck(ctx context.Context, a exercises.Answers) exercises.Report {
	controls, beta := l.sliders(a)
	touched := false
	for _, c := range controls {
		touched = touched || a[c.Name] != ""
	}
	if !touched || floats.Sum(beta) == 0 {
		return exercises.Report{Verdict: exercises.Empty, Headline: "Move the weights first."}
	}
	s, err := l.at(ctx, beta)
	if err != nil {
		return exercises.Report{Verdict: exercises.Undecided, Fact: []ascii.Line{ascii.Plain(err.Error())}}
	}
	r := exercises.Report{Verdict: exercises.NotEqual, Headline: "Not there yet.", Fact: []ascii.Line{l.standing(s)}}
	alone := floats.Max(beta) == 1
	switch {
	case s.Objective <= l.goal():
		r.Verdict, r.Accepted, r.Headline = exercises.Equal, true, "Below."
	case alone:
		r.Misconception = "alone"
	default:
		r.Misconception = "slope"
	}
	return r
}
