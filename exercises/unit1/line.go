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

// handLine is a line that the student rotates and shifts until few points are on its
// wrong side. It uses coordinates with mean 0 and standard deviation 1.
type handLine struct {
	set             *dataset.Set
	mean, scale     []float64
	goal            int    // maximum number of points on the wrong side
	rotation, shift string // slider values that reach the goal
}

// newHandLine allows two errors more than the best slider values make.
func newHandLine(set *dataset.Set) handLine {
	h := handLine{set: set, mean: set.Mean(), goal: set.Len()}
	for j := range set.Dim() {
		h.scale = append(h.scale, stat.PopStdDev(set.Column(j), nil))
	}
	turn, _ := h.controls(nil)
	for t := turn.Min; t <= turn.Max; t += turn.Step {
		if wrong, s := h.bestShift(t); wrong < h.goal {
			h.goal, h.rotation, h.shift = wrong, exercises.FormatNumber(t), exercises.FormatNumber(s)
		}
	}
	h.goal += 2
	return h
}

// bestShift returns the minimum number of errors for a rotation, and a shift that reaches
// it.
func (h handLine) bestShift(turn float64) (wrong int, at float64) {
	_, shift := h.controls(nil)
	wrong = h.set.Len() + 1
	for s := shift.Min; s <= shift.Max; s += shift.Step {
		if w := stage.Wrong(h.boundaryAt(turn, s), h.set); w < wrong {
			wrong, at = w, s
		}
	}
	return wrong, at
}

// slidersFor returns the first slider values that show the mistake with an ID.
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

// mistake returns the mistake of the slider values, or "" if they reach the goal.
func (h handLine) mistake(turn, shift float64) string {
	if stage.Wrong(h.boundaryAt(turn, shift), h.set) <= h.goal {
		return ""
	}
	if least, _ := h.bestShift(turn); least <= h.goal {
		return "shifted-off"
	}
	if least, _ := h.bestShift(turn + 180); least <= h.goal {
		return "turned-round"
	}
	for _, near := range []float64{turn - 15, turn + 15} {
		if least, _ := h.bestShift(near); least <= h.goal {
			return "turned-off"
		}
	}
	return "turned-far"
}

// controls returns the sliders. They begin with a vertical line.
func (h handLine) controls(a exercises.Answers) (turn, shift exercises.Control) {
	turn = stage.Slider("turn", "turn", 0, 345, 15, a, "180")
	turn.Round = true
	return turn, stage.Slider("move", "shift", -2, 2, 0.25, a, "0")
}

// boundaryAt returns f, positive on the side of +1.
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
	wrong := lesson.WrongPoints(h.set, f)
	m := stage.Model{Set: h.set, Kernel: f.Kernel}
	return exercises.Scene{
		Controls: []exercises.Control{turn, shift},
		Figures:  []exercises.Figure{m.Map(f, stage.MapOptions{Title: "Your line", Focus: wrong})},
		Notes:    []ascii.Line{h.progressLine(len(wrong))},
	}
}

// progressLine returns the number of errors as a line.
func (h handLine) progressLine(errorCount int) ascii.Line {
	return ascii.Line{{Text: fmt.Sprintf("%d of %d points", errorCount, h.set.Len()),
		Ink: lesson.GoalInk(errorCount <= h.goal)},
		{Text: " on the wrong side of your line.", Ink: ascii.Text}}
}

// check counts the errors. If no slider was ever moved, there is no answer yet.
func (h handLine) check(_ context.Context, a exercises.Answers) exercises.Report {
	if a["turn"] == "" && a["move"] == "" {
		return exercises.Report{Verdict: exercises.Empty, Headline: "Turn the line first: tab goes to the sliders."}
	}
	turn, shift := h.controls(a)
	wrong := stage.Wrong(h.boundaryAt(turn.Number(), shift.Number()), h.set)
	return lesson.GoalReport(h.mistake(turn.Number(), shift.Number()), "There it is.", h.progressLine(wrong))
}

// noLine is a set that no line separates. The student proves this by naming a few of its
// points. By Kirchberger's theorem, four suffice in the plane.
type noLine struct {
	set   *dataset.Set
	proof []int // four points that no line separates
}

// proofPoints is the maximum number of points of a proof.
const proofPoints = 4

// newNoLine draws sets of twelve visible points until no line separates one.
func newNoLine(draw uint64) noLine {
	for try := draw; ; try += 1 << 32 {
		n := noLine{set: dataset.BlobsOverlapping(12, try)}
		if lesson.HasOverlappingPoints(n.set) {
			continue
		}
		if n.proof = n.search(); n.proof != nil {
			return n
		}
	}
}

// search returns four points that no line separates, or nil if there are none.
func (n noLine) search() []int {
	for i := range n.set.Len() {
		for j := range i {
			for k := range j {
				for l := range k {
					few := []int{l, k, j, i}
					if _, parted := n.lineBetween(few); !parted {
						return few
					}
				}
			}
		}
	}
	return nil
}

// lineBetween reports whether a line separates the given points by class, and returns the
// line.
func (n noLine) lineBetween(few []int) (line solvers.Margin, parted bool) {
	s := n.set.Subset(few)
	if a, b := s.Count(); a == 0 || b == 0 {
		return line, true
	}
	line, err := solvers.HardMargin(s.Points(), s.Labels())
	return line, err == nil && line.Separable
}

// read returns the points that a text names.
func (n noLine) read(text string) ([]int, *answer.Result) {
	few, stop := answer.ReadSet(text, answer.SetTask{Max: n.set.Len()})
	for i := range few {
		few[i]--
	}
	return few, stop
}

// judge returns a judge that looks for a line between the named points.
func (n noLine) judge() worksheets.Judge {
	j := worksheets.CheckJudge("", n.check)
	j.Same = func(_ context.Context, typed, example string) bool {
		a, noA := n.read(typed)
		b, noB := n.read(example)
		return noA == nil && noB == nil && slices.Equal(a, b)
	}
	return j
}

func (n noLine) check(_ context.Context, text string) answer.Result {
	few, stop := n.read(text)
	if stop != nil {
		return *stop
	}
	r := answer.Result{Verdict: exercises.NotEqual, At: -1, Reading: lesson.PointSet(few...)}
	_, parted := n.lineBetween(few)
	switch a, b := n.set.Subset(few).Count(); {
	case len(few) > proofPoints:
		r.Misconception = "many"
		r.Fact = ascii.Linesf("These are %d points, but %d are enough.", len(few), proofPoints)
	case a == 0 || b == 0:
		r.Misconception = "one-class"
	case parted:
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
func (n noLine) scene(_ context.Context, a exercises.Answers) exercises.Scene {
	few, stop := n.read(a["proof"])
	if stop != nil || len(few) > proofPoints {
		few = nil
	}
	m := stage.Model{Set: n.set, Kernel: kernels.Linear{}}
	f := kernels.Expansion{Kernel: m.Kernel}
	line, _ := n.lineBetween(few)
	if line.W != nil {
		f = kernels.Expansion{Kernel: m.Kernel, Points: [][]float64{line.W}, Coef: []float64{1}, Bias: line.B}
	}
	picture := m.Map(f, stage.MapOptions{}).Plot.(ascii.Map)
	if line.W == nil {
		picture.Field, picture.Curves = nil, n.segments(few)
	}
	for i := range picture.Marks {
		picture.Marks[i].Label, picture.Marks[i].Focus = strconv.Itoa(i+1), slices.Contains(few, i)
	}
	return exercises.SceneOf(stage.Main("Twelve noisy points", picture))
}

// segments connects the points of each class.
func (n noLine) segments(few []int) []ascii.CurveLine {
	var out []ascii.CurveLine
	for k, i := range few {
		for _, j := range few[:k] {
			if n.set.Label(i) != n.set.Label(j) {
				continue
			}
			x, z := n.set.Point(i), n.set.Point(j)
			out = append(out,
				ascii.CurveLine{Points: []ascii.Point{{X: x[0], Y: x[1]}, {X: z[0], Y: z[1]}}, Ink: ascii.Truth,
					Name: fmt.Sprintf("The segment from point %d to point %d", j+1, i+1)})
		}
	}
	return out
}
