package lessons

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// noLine is a set that no line separates. The student proves it with a few of
// its points: by Kirchberger's theorem four are enough in the plane.
type noLine struct {
	set       *dataset.Set
	reference string
}

// proofPoints is how many points a proof may have.
const proofPoints = 4

// newNoLine draws twelve points, each of which can be seen, until no line
// separates them.
func newNoLine(draw uint64) noLine {
	for try := draw; ; try += 1 << 32 {
		n := noLine{set: dataset.BlobsOverlapping(12, try)}
		if hidden(n.set) {
			continue
		}
		if few := n.search(); few != nil {
			n.reference = listed(few)
			return n
		}
	}
}

// search finds four points that no line separates; nil where there are none.
func (n noLine) search() []int {
	for i := range n.set.Len() {
		for j := range i {
			for k := range j {
				for l := range k {
					if few := []int{l, k, j, i}; !n.parted(few) {
						return few
					}
				}
			}
		}
	}
	return nil
}

// parted reports whether a line separates some of the points.
func (n noLine) parted(few []int) bool {
	s := n.set.Subset(few)
	if a, b := s.Count(); a == 0 || b == 0 {
		return true
	}
	m, err := solvers.HardMargin(s.Points(), s.Labels())
	return err == nil && m.Separable
}

// listed counts points from 1.
func listed(few []int) string {
	out := make([]string, len(few))
	for i, p := range few {
		out[i] = number(p)
	}
	return strings.Join(out, ", ")
}

// read is the points that a text names.
func (n noLine) read(text string) ([]int, *answer.Result) {
	named, stop := answer.ReadSet(text, answer.SetTask{Max: n.set.Len()})
	few := slices.Clone(named)
	for i := range few {
		few[i]--
	}
	return few, stop
}

// judge looks for a line between the points that are named.
func (n noLine) judge() worksheets.Judge {
	j := worksheets.Checked("", n.check)
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
	r := answer.Result{Verdict: exercises.NotEqual, At: -1, Reading: "{" + listed(few) + "}"}
	switch a, b := n.set.Subset(few).Count(); {
	case len(few) > proofPoints:
		r.Misconception = "many"
		r.Fact = []ascii.Line{ascii.Plainf("These are %d points; %d are enough.", len(few), proofPoints)}
	case a == 0 || b == 0:
		r.Misconception = "one-class"
	case n.parted(few):
		r.Misconception = "parted"
		r.Fact = []ascii.Line{ascii.Plain("A line separates these: it is on the stage.")}
	default:
		r.Verdict, r.Accepted = exercises.Equal, true
		r.Fact = []ascii.Line{ascii.Plain("No line separates these, so none separates all.")}
	}
	return r
}

// scene is the points with their numbers; of those that are named, the line that
// separates them, or for each class the segments between its points.
func (n noLine) scene(_ context.Context, a exercises.Answers) exercises.Scene {
	few, stop := n.read(a["proof"])
	if stop != nil || len(few) > proofPoints {
		few = nil
	}
	m := stage.Model{Set: n.set, Kernel: kernels.Linear{}}
	f := kernels.Expansion{Kernel: m.Kernel}
	parted := false
	if s := n.set.Subset(few); len(few) > 1 {
		if margin, err := solvers.HardMargin(s.Points(), s.Labels()); err == nil && margin.Separable && margin.W != nil {
			f = kernels.Expansion{Kernel: m.Kernel, Points: [][]float64{margin.W}, Coef: []float64{1}, Bias: margin.B}
			parted = true
		}
	}
	picture := m.Map(f, stage.MapOptions{}).Plot.(ascii.Map)
	if !parted {
		picture.Field, picture.Curves = nil, n.segments(few)
	}
	for i := range picture.Marks {
		picture.Marks[i].Label, picture.Marks[i].Focus = strconv.Itoa(i+1), slices.Contains(few, i)
	}
	return exercises.Scene{Figures: []exercises.Figure{stage.Main("Twelve points of the noisy kind", picture)}}
}

// segments join the points of a class with each other.
func (n noLine) segments(few []int) []ascii.CurveLine {
	var out []ascii.CurveLine
	for k, i := range few {
		for _, j := range few[:k] {
			if n.set.Label(i) != n.set.Label(j) {
				continue
			}
			x, z := n.set.Point(i), n.set.Point(j)
			out = append(out, ascii.CurveLine{Points: []ascii.Point{{X: x[0], Y: x[1]}, {X: z[0], Y: z[1]}}, Ink: ascii.Truth, Name: fmt.Sprintf("The way from point %d to point %d", j+1, i+1)})
		}
	}
	return out
}
