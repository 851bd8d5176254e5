// Package lesson contains Go code that exercises of several units share: recorded runs of solvers,
// support vector machines, pictures and tables of points, tables with fields for answers, judges
// (which check answers), and a Gram matrix that students fill in by hand.
//
// A slip is a mistake that a student is likely to make. A scene is what the stage, the part of the
// screen with the pictures, shows. A worksheet is the Markdown file of an exercise.
//
// The package does not know any exercise by name, nor the terminal or screens.
package lesson

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

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

// Must returns v. It panics if err is not nil. Use Must for values that a lesson computes
// from its own numbers, where an error is a mistake in the lesson.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(fmt.Errorf("lesson: %w", err))
	}
	return v
}

// Rand returns a random source for a seed. Exercises with different streams draw
// different numbers from the same seed.
func Rand(seed, stream uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, stream)) }

// Quadratic returns (xᵀz + 1)².
func Quadratic() kernels.Poly { return kernels.Poly{Degree: 2, C: 1} }

// Trace runs a solver on the dual of some training data. It stops after the given number of steps,
// or earlier if the solver ends.
func Trace(data stage.TrainingData, s solvers.Solver, steps int) solvers.Trace {
	return Must(Must(solvers.NewTrace(s, Must(data.Dual()))).Extend(context.Background(), steps, nil))
}

// StageRun is like Trace, but returns a run with pictures that students can step through. It also
// stops at the first step at which breakpoint holds.
func StageRun(data stage.TrainingData, s solvers.Solver, steps int, breakpoint exercises.Condition) stage.Run {
	return Must(Must(stage.Start(data, s)).Extend(context.Background(), steps, breakpoint)).(stage.Run)
}

// SVM returns the support vector machine on a set.
func SVM(set *dataset.Set, k kernels.Kernel[[]float64], c float64) stage.Machine {
	return Must(stage.TrainingData{Set: set, Kernel: k}.TrainSVM(context.Background(), c))
}

// WrongPoints returns the points of a set on the wrong side of f or on the boundary. The keys are
// the indices of the points and the values are empty, as stage.MapOptions.Focus expects.
func WrongPoints(set *dataset.Set, f kernels.Expansion) map[int]string {
	wrongPoints := map[int]string{}
	for i := range set.Len() {
		if set.Label(i)*f.Eval(set.Point(i)) <= 0 {
			wrongPoints[i] = ""
		}
	}
	return wrongPoints
}

// PointsAlone returns the picture of a set before anything has been learned. Fewer than
// ten points are numbered.
func PointsAlone(set *dataset.Set, title string) exercises.Figure {
	m := stage.TrainingData{Set: set, Kernel: kernels.Linear{}}
	fig := m.Map(kernels.Expansion{Kernel: m.Kernel}, stage.MapOptions{Title: title})
	picture := fig.Plot.(ascii.Map)
	picture.Field, picture.Curves = nil, nil
	if set.Dim() == 1 {
		picture.YLabel = "label"
	}
	for i := range picture.Marks {
		if len(picture.Marks) < 10 {
			picture.Marks[i].Label = PointNumber(i)
		}
	}
	fig.Plot = picture
	return fig
}

// The size in cells of the smallest picture in which students have to count points.
const (
	smallestColumns = 30
	smallestRows    = 11
)

// HasOverlappingPoints reports whether two points of the plane are so close that they may share a
// character cell of a small picture.
func HasOverlappingPoints(s *dataset.Set) bool {
	var x, y ascii.Range
	for i := range s.Len() {
		x, y = x.With(s.Point(i)[0]), y.With(s.Point(i)[1])
	}
	for i := range s.Len() {
		for j := range i {
			p, q := s.Point(i), s.Point(j)
			if math.Abs(p[0]-q[0]) < x.Span()/smallestColumns && math.Abs(p[1]-q[1]) < y.Span()/smallestRows {
				return true
			}
		}
	}
	return false
}

// DrawLegible draws random sets until no two points of different classes share a
// character cell of a small picture, because a boundary between them would be invisible. It gives up
// after 1000 sets and returns the first one.
func DrawLegible(seed uint64, draw func(seed uint64) *dataset.Set) *dataset.Set {
	for i := range uint64(1000) {
		if set := draw(seed + i<<33); classesShareNoCell(set) {
			return set
		}
	}
	return draw(seed)
}

func classesShareNoCell(set *dataset.Set) bool {
	picture := PointsAlone(set, "").Plot.(ascii.Map)
	picture.Field = ascii.FieldFunc(func(_, _ float64) float64 { return 0 }) // as if a boundary were drawn
	classAt := map[[2]int]float64{}
	for i := range set.Len() {
		x, y, ok := picture.Place(ascii.Rect{W: 48, H: 19}, ascii.View{Aspect: 2}, i)
		if class, isTaken := classAt[[2]int{x, y}]; ok && isTaken && class != set.Label(i) {
			return false
		}
		classAt[[2]int{x, y}] = set.Label(i)
	}
	return true
}

// SlipsDiffer reports whether, for each quantity, the correct value and the values of its slips
// differ from each other by at least the given distance.
func SlipsDiffer(calculation answer.Calculation, distance float64) bool {
	trueValues := calculation.RightValues()
	for _, q := range calculation {
		values := []float64{q.Value(trueValues)}
		for _, s := range q.Slips {
			values = append(values, s.Value(trueValues))
		}
		slices.Sort(values)
		for i := 1; i < len(values); i++ {
			if values[i]-values[i-1] < distance {
				return false
			}
		}
	}
	return true
}

// NearlyEqual reports whether two numbers are equal up to rounding.
func NearlyEqual(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// OnePointJudge returns the judge of a field that asks for the number of one of n points. The answer
// is the point with the index want. reason returns a sentence that says why point i is not the
// answer.
func OnePointJudge(want, n int, reason func(i int) string) worksheets.Judge {
	t := answer.SetTask{Want: []int{want + 1}, Max: n, Size: 1}
	j := worksheets.CheckJudge(PointNumber(want), func(ctx context.Context, text string) answer.Result {
		r := t.Judge(ctx, text)
		if got, problem := answer.ReadSet(text, t); problem == nil && !r.Accepted {
			r.Fact = ascii.PlainLines(reason(got[0] - 1))
		}
		return r
	})
	j.Same = func(_ context.Context, typed, example string) bool {
		a, problemA := answer.ReadSet(typed, t)
		b, problemB := answer.ReadSet(example, t)
		return problemA == nil && problemB == nil && slices.Equal(a, b)
	}
	return j
}

// GoalInk returns the ink, or colour, of a number that has to reach a goal.
func GoalInk(reached bool) ascii.Ink {
	if reached {
		return ascii.Good
	}
	return ascii.Bad
}

// GoalReport returns the report on controls that the student moves to reach a goal. If the goal is
// reached, mistake is empty, and the report has the given headline. Otherwise mistake is the ID of
// the student's misconception. facts describe how close the controls are to the goal.
func GoalReport(mistake, headline string, facts ...ascii.Line) exercises.Report {
	r := exercises.Report{Verdict: exercises.Equal, Accepted: true, Headline: headline, Fact: facts}
	if mistake != "" {
		r.Verdict, r.Accepted, r.Headline, r.Misconception = exercises.NotEqual, false, "Not there yet.", mistake
	}
	return r
}

// Clock measures how long several methods of one computation take for growing numbers of points. It
// measures on the machine that runs kernellab when the student turns on a switch. If the student
// asks for it, the clock measures a second time.
type Clock struct {
	Name         string // name of the switch
	Title        string
	SwitchEffect string   // completes the sentence "Turn the switch below, and"
	Sizes        []int    // numbers of points
	Methods      []string // names, in the order of the functions from Prepare
	// Prepare prepares the computation for n points and returns one function for each
	// method.
	Prepare                   func(ctx context.Context, n int) []func() error
	firstTimes, repeatedTimes stage.Cached[[][]float64]
}

// Each method is timed at least minClockRuns times, and all methods together are timed for at least
// minClockTime. The shortest time of a method counts, because other programs on the machine only make
// it longer.
const (
	minClockRuns = 5
	minClockTime = 300 * time.Millisecond
)

// Scene shows the milliseconds of each method by size, as a chart and as a table.
func (c *Clock) Scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	control := stage.ChoiceControl(c.Name, "times here", a, "no",
		exercises.LabelledChoices("no", "not yet", "yes", "measured", "again", "measured again")...)
	scene := exercises.Scene{Controls: []exercises.Control{control}}
	if control.Value == "no" {
		scene.Figures = []exercises.Figure{stage.Main(c.Title,
			ascii.TextBlock{Wrap: true, Lines: ascii.PlainLines("Turn the switch below, and " + c.SwitchEffect)})}
		return scene
	}
	cache := &c.firstTimes
	if control.Value == "again" {
		cache = &c.repeatedTimes
	}
	milliseconds, err := cache.Get(ctx, c.measure)
	if err != nil {
		return scene
	}
	chart, table := ascii.Chart{Log: true, XLabel: "log₁₀ n"}, ascii.Table{Columns: ascii.Columns("n")}
	for k, method := range c.Methods {
		chart.Series = append(chart.Series, ascii.ChartSeries{Name: method, Ink: ascii.Series(k)})
		table.Columns = append(table.Columns, ascii.Column{Title: method, Right: true})
	}
	last := len(c.Sizes) - 1
	growth := []ascii.Line{ascii.Plainf("%d : %d", c.Sizes[last], c.Sizes[last-1])}
	for k, ms := range milliseconds[last] {
		growth = append(growth, ascii.Plainf("%.1f : 1", ms/milliseconds[last-1][k]))
	}
	table.Add(growth...)
	for i, n := range c.Sizes {
		row := ascii.PlainLines(strconv.Itoa(n))
		for k, ms := range milliseconds[i] {
			chart.Series[k].Add(math.Log10(float64(n)), max(ms, 1e-6))
			row = append(row, ascii.Inked(exercises.Typeset(anatomy.Plain(ms, 3)), ascii.Series(k)))
		}
		table.Add(row...)
	}
	scene.Figures = []exercises.Figure{stage.Main(c.Title+", in milliseconds", chart),
		stage.Table("Milliseconds on this machine, the shortest of many runs", table)}
	return scene
}

// measure returns the milliseconds that each method takes for each size: element [i][k] is for
// Sizes[i] and Methods[k]. The sizes and the methods take turns, so that a slowdown of the machine
// affects all of them.
func (c *Clock) measure(ctx context.Context) ([][]float64, error) {
	milliseconds, methods := make([][]float64, len(c.Sizes)), make([][]func() error, len(c.Sizes))
	for i, n := range c.Sizes {
		methods[i] = c.Prepare(ctx, n)
		milliseconds[i] = slices.Repeat([]float64{math.Inf(1)}, len(methods[i]))
	}
	for run, firstStart := 0, time.Now(); run < minClockRuns || time.Since(firstStart) < minClockTime; run++ {
		for i := range methods {
			for k, method := range methods[i] {
				start := time.Now()
				if err := method(); err != nil {
					return nil, err
				}
				milliseconds[i][k] = min(milliseconds[i][k], float64(time.Since(start).Nanoseconds())/1e6)
			}
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
		}
	}
	return milliseconds, nil
}
