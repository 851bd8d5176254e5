package unit1

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// handLine is a line that the student rotates and shifts until few points are on its wrong side. The
// sliders move it in coordinates that are scaled to mean 0 and standard deviation 1.
type handLine struct {
	set                 *dataset.Set
	mean, scale         []float64
	goal                int    // maximum number of points on the wrong side
	goalTurn, goalShift string // slider values that reach the goal
}

// newHandLine returns the line for a set. Its goal is two errors more than the best slider values
// make.
func newHandLine(set *dataset.Set) handLine {
	h := handLine{set: set, mean: set.Mean(), goal: set.Len()}
	for j := range set.Dim() {
		h.scale = append(h.scale, stat.PopStdDev(set.Column(j), nil))
	}
	turn, _ := h.controls(nil)
	for t := turn.Min; t <= turn.Max; t += turn.Step {
		if fewestErrors, s := h.bestShift(t); fewestErrors < h.goal {
			h.goal, h.goalTurn, h.goalShift = fewestErrors, exercises.FormatNumber(t), exercises.FormatNumber(s)
		}
	}
	h.goal += 2
	return h
}

// bestShift returns the minimum number of errors of all shifts for a rotation of turn degrees, and a
// shift that reaches it.
func (h handLine) bestShift(turn float64) (fewestErrors int, shift float64) {
	_, slider := h.controls(nil)
	fewestErrors = h.set.Len() + 1
	for s := slider.Min; s <= slider.Max; s += slider.Step {
		if errors := stage.CountErrors(h.boundaryAt(turn, s), h.set); errors < fewestErrors {
			fewestErrors, shift = errors, s
		}
	}
	return fewestErrors, shift
}

// slidersFor returns slider values with which the student makes the mistake with the given ID, or the
// initial values if there are none.
func (h handLine) slidersFor(id string) (turn, shift string) {
	t, s := h.controls(nil)
	for x := t.Min; x <= t.Max; x += t.Step {
		for y := s.Min; y <= s.Max; y += s.Step {
			if h.mistake(x, y) == id {
				return exercises.FormatNumber(x), exercises.FormatNumber(y)
			}
		}
	}
	return t.Value, s.Value
}

// mistake returns the ID of the mistake that the slider values show, or "" if they reach the goal.
func (h handLine) mistake(turn, shift float64) string {
	if stage.CountErrors(h.boundaryAt(turn, shift), h.set) <= h.goal {
		return ""
	}
	if fewestErrors, _ := h.bestShift(turn); fewestErrors <= h.goal {
		return "shifted-off"
	}
	if fewestErrors, _ := h.bestShift(turn + 180); fewestErrors <= h.goal {
		return "turned-round"
	}
	for _, neighbour := range []float64{turn - 15, turn + 15} {
		if fewestErrors, _ := h.bestShift(neighbour); fewestErrors <= h.goal {
			return "turned-off"
		}
	}
	return "turned-far"
}

// controls returns the sliders. At first the line is vertical.
func (h handLine) controls(a exercises.Answers) (turn, shift exercises.Control) {
	turn = stage.Slider("turn", "turn", 0, 345, 15, a, "180")
	turn.Cyclic = true
	return turn, stage.Slider("move", "shift", -2, 2, 0.25, a, "0")
}

// boundaryAt returns the function f that is 0 on the line and positive on the side of +1. turn is in
// degrees, and shift is in scaled coordinates.
func (h handLine) boundaryAt(turn, shift float64) kernels.Expansion {
	w := []float64{math.Cos(turn*math.Pi/180) / h.scale[0], math.Sin(turn*math.Pi/180) / h.scale[1]}
	return kernels.Expansion{
		Kernel: kernels.Linear{}, Points: [][]float64{w}, Coef: []float64{1},
		Bias: -shift - w[0]*h.mean[0] - w[1]*h.mean[1],
	}
}

func (h handLine) scene(_ context.Context, a exercises.Answers) exercises.Scene {
	turn, shift := h.controls(a)
	f := h.boundaryAt(turn.Number(), shift.Number())
	wrongPoints := lesson.WrongPoints(h.set, f)
	m := stage.TrainingData{Set: h.set, Kernel: f.Kernel}
	return exercises.Scene{
		Controls: []exercises.Control{turn, shift},
		Figures:  []exercises.Figure{m.Map(f, stage.MapOptions{Title: "Your line", Focus: wrongPoints})},
		Notes:    []ascii.Line{h.progressLine(len(wrongPoints))},
	}
}

// progressLine returns a sentence about the number of errors. The number is green if the goal is
// reached.
func (h handLine) progressLine(errorCount int) ascii.Line {
	return ascii.Line{{Text: fmt.Sprintf("%d of %d points", errorCount, h.set.Len()),
		Ink: lesson.GoalInk(errorCount <= h.goal)},
		{Text: " on the wrong side of your line.", Ink: ascii.Text}}
}

// check compares the number of errors with the goal. If no slider was ever moved, there is no answer
// yet.
func (h handLine) check(_ context.Context, a exercises.Answers) exercises.Report {
	if a["turn"] == "" && a["move"] == "" {
		return exercises.Report{Verdict: exercises.Empty, Headline: "Turn the line first: tab goes to the sliders."}
	}
	turn, shift := h.controls(a)
	errorCount := stage.CountErrors(h.boundaryAt(turn.Number(), shift.Number()), h.set)
	return lesson.GoalReport(h.mistake(turn.Number(), shift.Number()), "There it is.", h.progressLine(errorCount))
}

// inseparableSet is a set that no line separates. The student proves this by naming a few of its
// points. By Kirchberger's theorem, four suffice in the plane.
type inseparableSet struct {
	set         *dataset.Set
	proofPoints []int // four points that no line separates
}

// maxProofPoints is the maximum number of points of a proof.
const maxProofPoints = 4

// newInseparableSet draws random sets of twelve points until no two points overlap in the picture
// and no line separates the classes.
func newInseparableSet(seed uint64) inseparableSet {
	for trySeed := seed; ; trySeed += 1 << 32 {
		n := inseparableSet{set: dataset.BlobsOverlapping(12, trySeed)}
		if lesson.HasOverlappingPoints(n.set) {
			continue
		}
		if n.proofPoints = n.findProof(); n.proofPoints != nil {
			return n
		}
	}
}

// findProof returns four points that no line separates, or nil if there are none.
func (s inseparableSet) findProof() []int {
	for i := range s.set.Len() {
		for j := range i {
			for k := range j {
				for l := range k {
					points := []int{l, k, j, i}
					if _, separable := s.lineBetween(points); !separable {
						return points
					}
				}
			}
		}
	}
	return nil
}

// lineBetween reports whether a line separates the classes of the given points, and returns the line.
// If all points are of one class, separable is true, and the line is the zero value.
func (s inseparableSet) lineBetween(points []int) (line solvers.Margin, separable bool) {
	subset := s.set.Subset(points)
	if a, b := subset.ClassCounts(); a == 0 || b == 0 {
		return line, true
	}
	line, err := solvers.HardMargin(subset.Points(), subset.Labels())
	return line, err == nil && line.Separable
}

// readPoints returns the indices of the points whose numbers the student typed. If the text cannot be
// read, it returns the result to report.
func (s inseparableSet) readPoints(text string) ([]int, *answer.Result) {
	points, problem := answer.ReadSet(text, answer.SetTask{Max: s.set.Len()})
	for i := range points {
		points[i]--
	}
	return points, problem
}

// judge returns the judge of the field for the points of the proof.
func (s inseparableSet) judge() worksheets.Judge {
	j := worksheets.CheckJudge("", s.check)
	j.Same = func(_ context.Context, typed, example string) bool {
		a, problemA := s.readPoints(typed)
		b, problemB := s.readPoints(example)
		return problemA == nil && problemB == nil && slices.Equal(a, b)
	}
	return j
}

// check accepts at most maxProofPoints points if no line separates them.
func (s inseparableSet) check(_ context.Context, text string) answer.Result {
	points, problem := s.readPoints(text)
	if problem != nil {
		return *problem
	}
	r := answer.Result{Verdict: exercises.NotEqual, At: -1, Reading: lesson.PointSet(points...)}
	_, separable := s.lineBetween(points)
	switch a, b := s.set.Subset(points).ClassCounts(); {
	case len(points) > maxProofPoints:
		r.Misconception = "many"
		r.Fact = ascii.Linesf("These are %d points, but %d are enough.", len(points), maxProofPoints)
	case a == 0 || b == 0:
		r.Misconception = "one-class"
	case separable:
		r.Misconception = "parted"
	default:
		r.Verdict, r.Accepted = exercises.Equal, true
		r.Fact = ascii.PlainLines("No line separates these points, so no line separates all of them.")
	}
	return r
}

// scene shows the points with their numbers. It also shows the line that separates the
// points named in the answer or, if there is none, the segments between named points of the
// same class.
func (s inseparableSet) scene(_ context.Context, a exercises.Answers) exercises.Scene {
	points, problem := s.readPoints(a["proof"])
	if problem != nil || len(points) > maxProofPoints {
		points = nil
	}
	m := stage.TrainingData{Set: s.set, Kernel: kernels.Linear{}}
	f := kernels.Expansion{Kernel: m.Kernel}
	line, _ := s.lineBetween(points)
	if line.W != nil {
		f = kernels.Expansion{Kernel: m.Kernel, Points: [][]float64{line.W}, Coef: []float64{1}, Bias: line.B}
	}
	picture := m.Map(f, stage.MapOptions{}).Plot.(ascii.Map)
	if line.W == nil {
		picture.Field, picture.Curves = nil, s.segments(points)
	}
	for i := range picture.Marks {
		picture.Marks[i].Label, picture.Marks[i].Focus = strconv.Itoa(i+1), slices.Contains(points, i)
	}
	return exercises.SceneOf(stage.Main("Twelve noisy points", picture))
}

// segments returns the segments between each two of the given points that are of the same class.
func (s inseparableSet) segments(points []int) []ascii.CurveLine {
	var out []ascii.CurveLine
	for k, i := range points {
		for _, j := range points[:k] {
			if s.set.Label(i) != s.set.Label(j) {
				continue
			}
			x, z := s.set.Point(i), s.set.Point(j)
			out = append(out,
				ascii.CurveLine{Points: []ascii.Point{{X: x[0], Y: x[1]}, {X: z[0], Y: z[1]}}, Ink: ascii.Truth,
					Name: fmt.Sprintf("The segment from point %d to point %d", j+1, i+1)})
		}
	}
	return out
}
