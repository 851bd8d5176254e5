// Package unit9 contains unit 9, “Choosing the kernel”: its worksheets, and Go code for the
// exercises that need it.
//
// A worksheet is the Markdown file of an exercise. A lesson is the Go part of an exercise: it draws
// random numbers for the worksheet, and adds scenes and judges of answers. A scene is the figures,
// controls and notes that a task shows next to its text.
//
// The package does not know other units, the terminal or screens.
package unit9

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

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
)

//go:embed *.md
var files embed.FS

// Unit returns the worksheets of the unit, and its lessons by exercise ID.
func Unit() worksheets.Source {
	return worksheets.Source{Worksheets: files, Lessons: map[string]worksheets.Lesson{
		"9.1": voteByKernel,
		"9.2": anySimilarity,
		"9.3": kernelWidth,
		"9.4": stringKernels,
		"9.5": learnKernel,
		"9.6": backToPrimal,
		"9.7": setsAndGraphs,
		"9.8": kernelPCA,
	}}
}

// voteByKernel builds the Go part of exercise 9.1: f(x) as a vote of the training points.
func voteByKernel(input worksheets.LessonInput) worksheets.LessonOutput {
	r := lesson.Rand(input.Seed, 91)
	poll := newPoll(r)
	voters := newBallot(r)
	vars := voters.vars()
	vars["n"] = poll.set.Len()
	vars["at"], vars["heaviest"] = lesson.Coordinates(poll.position), poll.heaviest+1
	vars["nearest"] = poll.nearest + 1
	similarity := func(i int) float64 { return poll.machines["linear"].Kernel.Eval(poll.set.Point(i), poll.position) }
	vars["heavyK"], vars["nearK"] = anatomy.Num(similarity(poll.heaviest)), anatomy.Num(similarity(poll.nearest))
	vars["like"], vars["unlike"] = "above", "below"
	if similarity(poll.heaviest) < 0 {
		vars["like"], vars["unlike"] = "below", "above"
	}
	for name, k := range map[string]string{"Linear": "linear", "RBF": "rbf"} {
		vars["near"+name] = int(math.Round(100 * poll.nearestShare(poll.machines[k])))
	}
	addMachineVars(input.Numbers, vars)
	return worksheets.LessonOutput{Vars: vars, Tasks: worksheets.Tasks{
		"walk":    {Scene: poll.scene},
		"hand":    {Scene: voters.scene(), Follows: worksheets.Follows{"sum": isSumOf("sum", 0, "votes")}},
		"against": {Scene: voters.scene()},
	}}
}

// addMachineVars sets the variables of the task about three linear machines A, B and C, one for
// each class.
func addMachineVars(n map[string]float64, vars worksheets.Vars) {
	for _, name := range []string{"a", "c"} {
		vars[name+"x"] = strings.TrimSuffix(answer.DisplayDecimal(n[name]), "1")
	}
	scores := []float64{n["fa"], n["fb"], n["fc"]}
	vars["winner"], vars["loudest"] = "ABC"[floats.MaxIdx(scores):][:1], "ABC"[floats.MinIdx(scores):][:1]
}

// pollPoints is the number of training points, which vote. pollC is C of the machines, and
// pollWidth the σ of the RBF kernel.
const (
	pollPoints = 24
	pollC      = 1
	pollWidth  = 0.3
)

// pollKernels returns the kernels to choose from.
func pollKernels() []string { return []string{"rbf", "linear", "cubic"} }

// poll is two moons with a support vector machine for each kernel. The student looks for the
// heaviest voter of the linear machine at a position.
type poll struct {
	set               *dataset.Set
	machines          map[string]stage.Machine
	position          []float64
	heaviest, nearest int // indices of voters at position
}

// newPoll draws until three conditions hold. With the RBF kernel, the heaviest voter is the nearest
// one at most positions. With the linear kernel, this holds at no more than a third of the
// positions. Finally, findCorner finds a corner.
func newPoll(r *rand.Rand) poll {
	for {
		p := poll{set: lesson.DrawLegible(r.Uint64(),
			func(seed uint64) *dataset.Set { return dataset.Moons(pollPoints, 0.15, seed) }),
			machines: map[string]stage.Machine{}}
		for _, name := range pollKernels() {
			p.machines[name] = lesson.SVM(p.set, stage.KernelOf(name, pollWidth), pollC)
		}
		if p.nearestShare(p.machines["rbf"]) > 0.65 && 3*p.nearestShare(p.machines["linear"]) < 1 && p.findCorner() {
			return p
		}
	}
}

// findCorner looks for a corner of the picture at which one voter of the linear machine is heavier
// than all others by at least a tenth and is not the nearest voter. It reports whether there
// is one, and stores it in position, with the heaviest and the nearest voter there.
func (p *poll) findCorner() bool {
	for _, corner := range [][]float64{{-1.5, 1.5}, {2.5, -1}, {2.5, 1.5}, {-1.5, -1}} {
		sortedVotes := votes(p.machines["linear"], corner)
		if closest := nearest(sortedVotes); math.Abs(sortedVotes[0].weight) > 1.1*math.Abs(sortedVotes[1].weight) &&
			closest != sortedVotes[0].point &&
			sortedVotes[0].point > 0 { // tests enter “x1 +”, which names point 1 and must be wrong
			p.position, p.heaviest, p.nearest = corner, sortedVotes[0].point, closest
			return true
		}
	}
	return false
}

// vote is what one training point contributes to f(x).
type vote struct {
	point            int
	weight, distance float64
}

// votes returns the votes at x of all points with α > 0, the heaviest first.
func votes(m stage.Machine, x []float64) []vote {
	var out []vote
	for i, a := range m.Alpha {
		if a == 0 {
			continue
		}
		p := m.Set.Point(i)
		out = append(out, vote{i, m.F.Coef[i] * m.Kernel.Eval(p, x), math.Hypot(p[0]-x[0], p[1]-x[1])})
	}
	slices.SortStableFunc(out, func(u, v vote) int { return cmp.Compare(math.Abs(v.weight), math.Abs(u.weight)) })
	return out
}

// nearest returns the point of the vote with the smallest distance.
func nearest(votes []vote) int { return slices.MinFunc(votes, compareDistances).point }

func compareDistances(u, v vote) int { return cmp.Compare(u.distance, v.distance) }

// nearestShare returns the share of positions on a grid of 21 × 21 at which the heaviest voter is the
// nearest one.
func (p poll) nearestShare(m stage.Machine) (share float64) {
	const steps = 20
	for i := range steps + 1 {
		for j := range steps + 1 {
			sortedVotes := votes(m, []float64{-1.5 + 4*float64(i)/steps, -1 + 2.5*float64(j)/steps})
			if sortedVotes[0].point == nearest(sortedVotes) {
				share++
			}
		}
	}
	return share / ((steps + 1) * (steps + 1))
}

// shownVoters is the number of voters that the chart shows.
const shownVoters = 8

// scene shows the map with x in it, and the heaviest voters as bars.
func (p poll) scene(_ context.Context, a exercises.Answers) exercises.Scene {
	kernel := stage.KernelControl("votekernel", a, "rbf", pollKernels()...)
	x1 := stage.Slider("x1", "x₁", -1.5, 2.5, 0.25, a, "0.5")
	x2 := stage.Slider("x2", "x₂", -1, 1.5, 0.25, a, "0.25")
	m, x := p.machines[kernel.Value], []float64{x1.Number(), x2.Number()}
	sortedVotes := votes(m, x)
	bars, focus := ascii.Bars{}, map[int]string{}
	for _, v := range sortedVotes[:min(shownVoters, len(sortedVotes))] {
		bars.Bars = append(bars.Bars,
			ascii.Bar{Label: lesson.PointNumber(v.point), Value: v.weight, Class: int(p.set.Label(v.point))})
		focus[v.point] = lesson.PointNumber(v.point)
	}
	picture := m.Map(m.F,
		stage.MapOptions{Title: fmt.Sprintf("Two moons, %s, C = %d", kernels.Describe(m.Kernel), pollC),
			Kind:  func(i int) ascii.MarkKind { return stage.MistakeMark(m.Alpha[i]) }, // same colours as the bars
			Focus: focus})
	plot := picture.Plot.(ascii.Map)
	plot.Marks = append(plot.Marks, ascii.Mark{X: x[0], Y: x[1], Selected: true, Label: "x"})
	plot.X, plot.Y = plot.X.With(-1.8).With(2.8), plot.Y.With(-1.1).With(1.6)
	picture.Plot, picture.PointSliders = plot, []string{x1.Name, x2.Name}
	return exercises.Scene{
		Figures: []exercises.Figure{picture,
			stage.SideFigure(fmt.Sprintf("The heaviest %d of %d votes", len(bars.Bars), len(sortedVotes)), bars)},
		Controls: []exercises.Control{kernel, x1, x2},
		Notes:    p.notes(m, x, sortedVotes),
	}
}

// notes gives f(x) and b, says whether the heaviest voter at x is the nearest one, and gives the
// share of positions at which this is so.
func (p poll) notes(m stage.Machine, x []float64, sortedVotes []vote) []ascii.Line {
	comparison := "not the nearest"
	if sortedVotes[0].point == nearest(sortedVotes) {
		comparison = "the nearest as well"
	}
	return []ascii.Line{
		ascii.Plainf("f(x) = votes + b = %s; b = %s.", anatomy.Num(m.F.Eval(x)), anatomy.Num(m.Bias)),
		ascii.Plain("The heaviest voter here is " + comparison + "."),
		ascii.Inked(fmt.Sprintf(
			"In the whole picture, the heaviest is the nearest at %.0f %% of the places.", 100*p.nearestShare(m)), ascii.Dim),
	}
}

// ballot is three voters for a calculation by hand, with xᵀz as the similarity.
type ballot struct {
	alpha, y [3]float64
	point    [3][]float64
	x        []float64
}

// newBallot draws random ballots until one is instructive.
func newBallot(r *rand.Rand) ballot {
	for {
		integer := func() float64 { return float64(r.IntN(7) - 3) }
		b := ballot{x: []float64{integer(), integer()}}
		for i := range b.alpha {
			b.alpha[i], b.y[i], b.point[i] = []float64{0.5, 1, 2}[r.IntN(3)], float64(1-2*r.IntN(2)),
				[]float64{integer(), integer()}
		}
		if b.isInstructive() {
			return b
		}
	}
}

// isInstructive reports whether all votes are nonzero and differ in size, the sum is not 0, not all
// α are equal, both classes occur, no two of the points and x coincide, and one or two voters vote
// against their own class. Voter 1 does not, because tests enter “x1 +”, which names it and must be
// wrong.
func (b ballot) isInstructive() bool {
	againstCount, sizes, classes, positions := 0, map[float64]bool{}, map[float64]bool{},
		map[string]bool{lesson.Coordinates(b.x): true}
	for i := range b.alpha {
		sizes[math.Abs(b.vote(i))], classes[b.y[i]], positions[lesson.Coordinates(b.point[i])] = true, true, true
		if b.similarity(i) < 0 {
			againstCount++
		}
	}
	if b.similarity(0) < 0 {
		return false
	}
	return !sizes[0] && len(sizes) == 3 && len(classes) == 2 && len(positions) == 4 &&
		(b.alpha[0] != b.alpha[1] || b.alpha[1] != b.alpha[2]) && (againstCount == 1 || againstCount == 2) &&
		b.sum() != 0
}

func (b ballot) similarity(i int) float64 { return b.point[i][0]*b.x[0] + b.point[i][1]*b.x[1] }
func (b ballot) vote(i int) float64       { return b.alpha[i] * b.y[i] * b.similarity(i) }
func (b ballot) sum() float64             { return b.vote(0) + b.vote(1) + b.vote(2) }

// scene shows the three voters and x in the plane.
func (b ballot) scene() worksheets.SceneFunc {
	plot := ascii.Map{X: ascii.RangeOf(-3.6, 3.6), Y: ascii.RangeOf(-3.6, 3.6), SameScale: true,
		XLabel: "x₁", YLabel: "x₂",
		Legend: true}
	for i, p := range b.point {
		plot.Marks = append(plot.Marks, ascii.Mark{X: p[0], Y: p[1], Class: int(b.y[i]), Label: lesson.PointNumber(i)})
	}
	plot.Marks = append(plot.Marks, ascii.Mark{X: b.x[0], Y: b.x[1], Selected: true, Label: "x"})
	plot.Curves = []ascii.CurveLine{
		{Points: []ascii.Point{{X: 0, Y: 0}, {X: b.x[0], Y: b.x[1]}}, Dotted: true, Ink: ascii.Drop,
			Name: "The line from the origin to x"},
	}
	return lesson.FixedFigures(stage.Main("Voters and x", plot))
}

func (b ballot) vars() worksheets.Vars {
	votes, withoutAlpha, unsignedVotes, against := make([]float64, 3), make([]float64, 3), make([]float64, 3), ""
	out := worksheets.Vars{"x": lesson.Coordinates(b.x), "sum": b.sum(),
		"verdict": answer.SignedDecimal(math.Copysign(1, b.sum()))}
	for i := range b.alpha {
		id := strconv.Itoa(i + 1)
		out["x"+id], out["y"+id], out["a"+id] = lesson.Coordinates(b.point[i]), answer.SignedDecimal(b.y[i]),
			answer.DisplayDecimal(b.alpha[i])
		out["k"+id], out["v"+id] = answer.DisplayDecimal(b.similarity(i)), answer.DisplayDecimal(b.vote(i))
		votes[i], withoutAlpha[i], unsignedVotes[i] = b.vote(i), b.y[i]*b.similarity(i), b.alpha[i]*b.similarity(i)
		if b.similarity(i) < 0 {
			against += " " + id
		}
	}
	out["votes"], out["bare"] = lesson.TypedVector(votes), lesson.TypedVector(withoutAlpha)
	out["unsigned"] = lesson.TypedVector(unsignedVotes)
	out["against"] = against[1:]
	return out
}
