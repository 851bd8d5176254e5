package unit8

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
)

// degreeC is C of every machine of 8.3, and maxDegree the highest degree there.
const (
	degreeC   = 10
	maxDegree = 8
)

// degreeP builds the Go part of exercise 8.3: (xᵀz + 1)ᵖ for p = 1 … 8 on three sets, and
// on a noisy set. A scene is what a task shows next to its text.
func degreeP(input worksheets.LessonInput) worksheets.LessonOutput {
	s := degreeSets{sets: map[string]*dataset.Set{}, machines: map[string]*stage.Cached[[]stage.Machine]{}}
	vars := worksheets.Vars{}
	var errorCounts []int
	for _, name := range degreeSetNames() { // the moons come last
		s.sets[name], s.machines[name] = dataset.MustBuiltin(name), &stage.Cached[[]stage.Machine]{}
		errorCounts = errorsUntilZero(s.sets[name])
		vars[name+"First"], vars[name+"One"], vars[name+"Two"] = len(errorCounts), errorCounts[0], errorCounts[1]
		vars[name+"N"] = s.sets[name].Len()
	}
	noisy := newNoisyMoons(lesson.Rand(input.Seed, 83))
	last := len(noisy.machines) - 1
	vars["best"], vars["bestNew"], vars["bestTrain"] = noisy.bestIndex+1, noisy.newErrorText(noisy.bestIndex),
		noisy.trainErrors[noisy.bestIndex]
	vars["bestLearned"] = slices.Index(noisy.trainErrors, slices.Min(noisy.trainErrors)) + 1
	vars["lastNew"], vars["lastTrain"] = noisy.newErrorText(last), noisy.trainErrors[last]
	vars["learned"], vars["fresh"] = noisy.set.Len(), noisy.newPoints.Len()
	return worksheets.LessonOutput{Vars: vars, Tasks: worksheets.Tasks{
		"guess": {Scene: s.pointsScene()}, "strip": {Scene: s.scene, Judges: worksheets.Judges{
			"one": errorsJudge(errorCounts, 1), "two": errorsJudge(errorCounts, 2),
		}},
		"why": {Scene: s.mirrorScene()}, "new": {Scene: noisy.scene},
	}}
}

// machinesByDegree returns the support vector machines of one set for p = 1 to maxDegree.
func machinesByDegree(ctx context.Context, set *dataset.Set) ([]stage.Machine, error) {
	var out []stage.Machine
	for p := 1; p <= maxDegree; p++ {
		m, err := stage.TrainingData{Set: set, Kernel: kernels.Poly{Degree: p, C: 1}}.TrainSVM(ctx, degreeC)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

// errorsUntilZero returns the numbers of training errors for p = 1, 2, … up to the first that is 0,
// but at least for p = 1 and 2.
func errorsUntilZero(set *dataset.Set) []int {
	var out []int
	for p := 1; p <= maxDegree && (p <= 2 || out[p-2] > 0); p++ {
		out = append(out, stage.CountErrors(lesson.SVM(set, kernels.Poly{Degree: p, C: 1}, degreeC).F, set))
	}
	return out
}

func degreeSetNames() []string { return []string{"parabola", "circles", "moons"} }

// degreeSets holds the three sets and, for each set, the machines of all degrees.
type degreeSets struct {
	sets     map[string]*dataset.Set
	machines map[string]*stage.Cached[[]stage.Machine]
}

// pointsScene shows the points of the sets side by side.
func (s degreeSets) pointsScene() worksheets.SceneFunc {
	grid := ascii.FigureGrid{Cols: 2}
	for i, name := range degreeSetNames() {
		caption := []string{"the curve", "two circles", "two moons"}[i] // a title would reveal the degree
		grid.Panels = append(grid.Panels,
			ascii.Panel{Head: ascii.PlainLines(caption), Plot: lesson.PointsAlone(s.sets[name], "").Plot})
	}
	return lesson.FixedFigures(stage.Main("Three sets", grid))
}

// mirrorScene shows the moons with their centre c, the point c + u and its mirror image c − u.
func (s degreeSets) mirrorScene() worksheets.SceneFunc {
	figure := lesson.PointsAlone(s.sets["moons"], "Half a turn about the centre")
	plot := figure.Plot.(ascii.Map)
	const cx, cy, ux, uy = 0.5, 0.25, -0.5, 0.75 // c + u is on the upper moon, up to noise
	plot.Marks = append(plot.Marks, ascii.Mark{X: cx, Y: cy, Label: "centre"},
		ascii.Mark{X: cx + ux, Y: cy + uy, Selected: true, Label: "u"},
		ascii.Mark{X: cx - ux, Y: cy - uy, Selected: true, Label: "−u"})
	plot.Curves = []ascii.CurveLine{
		{Points: []ascii.Point{{X: cx + ux, Y: cy + uy}, {X: cx - ux, Y: cy - uy}}, Dotted: true, Ink: ascii.Drop,
			Name: "The way from u through the centre to −u"},
	}
	figure.Plot = plot
	return lesson.FixedFigures(figure)
}

// scene shows the regions of one set for every p.
func (s degreeSets) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	data, name := stage.DataControl("stripdata", degreeSetNames(), func(name string) exercises.Choice {
		return exercises.Choice{Value: name, Label: s.sets[name].Title()}
	}, a)
	set := s.sets[name]
	scene := exercises.Scene{Controls: []exercises.Control{data}}
	machines, err := s.machines[name].Get(ctx,
		func(ctx context.Context) ([]stage.Machine, error) { return machinesByDegree(ctx, set) })
	if err != nil {
		return scene
	}
	grid := ascii.FigureGrid{Cols: 3}
	for i, m := range machines {
		wrong := stage.CountErrors(m.F, m.Set)
		picture := errorsFigure(m.TrainingData, m.F, stage.MapOptions{}).Plot.(ascii.Map)
		picture.XLabel, picture.YLabel = "", ""
		grid.Panels = append(grid.Panels, ascii.Panel{Plot: picture, Head: []ascii.Line{{
			{Text: fmt.Sprintf("p = %d: ", i+1), Ink: ascii.Text},
			{Text: fmt.Sprintf("%d wrong", wrong), Ink: lesson.GoalInk(wrong == 0)},
		}}})
	}
	scene.Figures = []exercises.Figure{
		stage.Main(fmt.Sprintf("%s, %d points, SVM, C = %d, (xᵀz + 1)ᵖ", set.Title(), set.Len(), degreeC), grid),
	}
	scene.Notes = ascii.PlainLines("Only points that are wrong are marked.")
	return scene
}

// errorsJudge returns the judge of the number of errors of degree p on the moons. errorCounts[i] is
// the number of errors of degree i + 1. If the answer is wrong, the feedback names a degree with
// the typed number of errors, or states that there is none.
func errorsJudge(errorCounts []int, p int) worksheets.Judge {
	exact := answer.ExactJudge(float64(errorCounts[p-1]))
	judge := worksheets.ExprJudge(answer.Scope{}, strconv.Itoa(errorCounts[p-1]),
		func(ctx context.Context, text string) answer.Result {
			r := exact(ctx, text)
			if typed, err := strconv.Atoi(text); err == nil && typed >= 0 && !r.Accepted {
				r.Fact = ascii.Linesf("With two moons, none of the eight pictures has %d wrong.", typed)
				if i := slices.Index(errorCounts, typed); i >= 0 {
					r.Fact = ascii.Linesf("With two moons, the picture of p = %d has %d wrong.", i+1, typed)
				}
			}
			return r
		})
	judge.Name = "number"
	return judge
}

// errorsFigure returns the picture of f with marks only for the misclassified points.
func errorsFigure(data stage.TrainingData, f kernels.Expansion, o stage.MapOptions) exercises.Figure {
	figure := data.Map(f, o)
	picture := figure.Plot.(ascii.Map)
	picture.Marks = slices.DeleteFunc(picture.Marks, func(p ascii.Mark) bool {
		return float64(p.Class)*f.Eval([]float64{p.X, p.Y}) > 0
	})
	figure.Plot = picture
	return figure
}

// noisyMoons holds two moons with much noise, the machines of all degrees, and their numbers of
// errors on the training points and on new points.
type noisyMoons struct {
	set, newPoints         *dataset.Set
	machines               []stage.Machine
	trainErrors, newErrors []int // errors on the training points and on new points, by degree − 1
	bestIndex              int   // index of the degree with the fewest errors on new points
}

// newNoisyMoons draws random points until one degree is clearly the best on new points but the
// highest degree has fewer errors on the training points.
func newNoisyMoons(r *rand.Rand) noisyMoons {
	for {
		n := noisyMoons{set: dataset.Moons(50, 0.25, r.Uint64()), newPoints: dataset.Moons(400, 0.25, r.Uint64())}
		n.machines = lesson.Must(machinesByDegree(context.Background(), n.set))
		for i, m := range n.machines {
			n.trainErrors, n.newErrors = append(n.trainErrors, stage.CountErrors(m.F, n.set)), append(n.newErrors,
				stage.CountErrors(m.F, n.newPoints))
			if n.newErrors[i] < n.newErrors[n.bestIndex] {
				n.bestIndex = i
			}
		}
		if n.isClear() {
			return n
		}
	}
}

// isClear reports whether one degree, at least 2, is the best on new points by at least two errors.
// The highest degree must have at least five more errors on new points than the best degree, but
// fewer training errors than the best degree and than p = 3.
func (n noisyMoons) isClear() bool {
	for i, e := range n.newErrors {
		if i != n.bestIndex && e < n.newErrors[n.bestIndex]+2 {
			return false
		}
	}
	last := len(n.newErrors) - 1
	return n.newErrors[last] > n.newErrors[n.bestIndex]+4 &&
		n.trainErrors[last] < min(n.trainErrors[n.bestIndex], n.trainErrors[2]) && n.bestIndex > 0
}

// errorRate returns the error rate, in per cent, of a machine that makes errorCount errors on a set.
func errorRate(errorCount int, set *dataset.Set) float64 {
	return 100 * float64(errorCount) / float64(set.Len())
}

// newErrorText formats the error rate of degree i + 1 on new points.
func (n noisyMoons) newErrorText(i int) string {
	return anatomy.Num(errorRate(n.newErrors[i], n.newPoints)) + " %"
}

// scene shows the machine of one degree and both curves of errors.
func (n noisyMoons) scene(_ context.Context, a exercises.Answers) exercises.Scene {
	p := stage.Slider("noisep", "p", 1, maxDegree, 1, a, "1")
	i := int(p.Number()) - 1
	chart := ascii.Chart{XLabel: "p", HasCursor: true, Cursor: p.Number(), Y: ascii.RangeOf(0, 20),
		Series: []ascii.ChartSeries{
			{Name: "learned", Ink: ascii.Series(0)}, {Name: "validation", Ink: ascii.Series(1)},
		}}
	for j := range n.machines {
		chart.Series[0].Add(float64(j+1), errorRate(n.trainErrors[j], n.set))
		chart.Series[1].Add(float64(j+1), errorRate(n.newErrors[j], n.newPoints))
	}
	return exercises.Scene{
		Controls: []exercises.Control{p},
		Figures: []exercises.Figure{
			n.machines[i].Picture(
				fmt.Sprintf("p = %d: wrong %d of %d, validation %s", i+1, n.trainErrors[i], n.set.Len(),
					n.newErrorText(i)), true,
			),
			stage.SideFigure("Wrong, in per cent, by p", chart),
		},
	}
}
