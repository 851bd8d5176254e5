package unit8

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

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
	"kernellab/solvers"
)

// perceptronAgainstSVM builds the Go part of exercise 8.2: the perceptron finds many
// boundaries, the SVM one. A scene is what a task shows next to its text.
func perceptronAgainstSVM(input worksheets.LessonInput) worksheets.LessonOutput {
	r := lesson.Rand(input.Seed, 82)
	easyFan := newFan(randomEasySet(r))
	narrowFan := randomNarrowFan(r)
	x, y := easyFan.set.Point(0), easyFan.set.Label(0)
	w := linearWeights(narrowFan.svm.F)
	fastest, slowest := narrowFan.updatesRange(fanOrders)
	normSq := anatomy.Plain(floats.Dot(w, w), 4)
	radiusSq := anatomy.Plain(narrowFan.radiusSq(), 4)
	bound := roundedProduct(radiusSq, normSq)
	fanTask := func(data, orders string) worksheets.LessonTask {
		return worksheets.LessonTask{Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene {
			if !input.Right(ctx, a, "bound") {
				return fanScene(easyFan, narrowFan, a, math.Inf(1), data, orders)
			}
			return fanScene(easyFan, narrowFan, a, bound, data, orders)
		}}
	}
	narrowTask := fanTask("narrow", strconv.Itoa(fanOrders))
	m := randomComparison(lesson.Rand(input.Seed, 820))
	return worksheets.LessonOutput{
		Vars: worksheets.Vars{
			"first": lesson.Coordinates(x), "y": answer.SignedDecimal(y), "w1": y * x[0], "w2": y * x[1], "b": y,
			"n": easyFan.set.Len(), "m": narrowFan.set.Len(),
			"orders": fanOrders, "slowest": slowest, "fastest": fastest,
			"ratio": anatomy.Digits(float64(slowest)/float64(fastest), 3),
			"reach": radiusSq, "size": normSq, "bound": anatomy.Plain(bound, 4),
			"whole": anatomy.Plain(math.Floor(bound), 6), "root": anatomy.Plain(math.Sqrt(bound), 4),
			"norm": anatomy.Plain(m.normSq, 4), "closest": anatomy.Plain(m.minScore, 4),
			"kernelMargin": anatomy.Plain(m.margin(), 3), "kernelTimes": anatomy.Digits(m.marginRatio(), 2),
			"svmMargin": anatomy.Plain(m.svm.Margin(), 3), "ring": m.svm.Set.Len(), "wider": m.ratioChoice(),
		},
		Tasks: worksheets.Tasks{
			"one": {Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene {
				return easyFan.firstScene(input.Right(ctx, a, "weights"))
			}},
			"orders": fanTask("easy", "1"), "bound": narrowTask, "trap": narrowTask,
			"kernel": {Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene {
				return m.scene(input.Right(ctx, a, "wider"), input.Right(ctx, a, "distance"))
			}},
		},
	}
}

// roundedProduct multiplies two numbers that are rounded as in the text of the exercise.
func roundedProduct(a, b string) float64 {
	x, _ := strconv.ParseFloat(a, 64)
	y, _ := strconv.ParseFloat(b, 64)
	return x * y
}

// fanOrders is the number of orders in which the perceptron visits the points of a set: the order of
// the set, and random ones.
const fanOrders = 20

// line is a boundary w·x + b = 0 in the plane, with the number of updates that led to it.
type line struct {
	w       []float64 // w₁, w₂ and b
	margin  float64   // minimum signed distance of a point from the line
	updates int
}

// fan is a set with its hard-margin SVM, and the many lines that the perceptron finds, one for each
// order of the points. The first order is the order of the set.
type fan struct {
	set   *dataset.Set
	svm   stage.Machine
	lines []line
}

func newFan(set *dataset.Set) fan {
	f := fan{set: set, svm: lesson.SVM(set, kernels.Linear{}, math.Inf(1))}
	for order := range fanOrders {
		t := lesson.Trace(f.svm.TrainingData, solvers.Perceptron{Seed: uint64(order), MaxPasses: 2000}, 20000)
		w := linearWeights(f.svm.Expansion(t.Last()))
		f.lines = append(f.lines, line{w: w, margin: f.marginOf(w), updates: t.Last().Updates})
	}
	return f
}

// linearWeights returns w₁, w₂ and b of an expansion of the linear kernel.
func linearWeights(f kernels.Expansion) []float64 {
	return append(anatomy.FeatureWeights(f.Points, f.Coef), f.Bias)
}

// marginOf returns the minimum distance of a point of the set from the line w. The distance of a
// point on the wrong side is negative.
func (f fan) marginOf(w []float64) float64 {
	smallest := math.Inf(1)
	for i := range f.set.Len() {
		x := f.set.Point(i)
		smallest = min(smallest, f.set.Label(i)*(w[0]*x[0]+w[1]*x[1]+w[2])/math.Hypot(w[0], w[1]))
	}
	return smallest
}

// radiusSq returns the maximum of ‖x‖² + 1 over the points. This is R² in Novikoff's bound if the
// offset is the weight of a constant feature 1.
func (f fan) radiusSq() float64 {
	largest := 0.0
	for _, x := range f.set.Points() {
		largest = max(largest, floats.Dot(x, x)+1)
	}
	return largest
}

// updatesRange returns the minimum and the maximum number of updates in the given number of orders,
// counted from the first.
func (f fan) updatesRange(orders int) (fewest, maximum int) {
	fewest = math.MaxInt
	for _, l := range f.lines[:orders] {
		fewest, maximum = min(fewest, l.updates), max(maximum, l.updates)
	}
	return fewest, maximum
}

// randomEasySet returns two random clusters far apart, with coordinates rounded to tenths. The first
// point has class −1. After the perceptron's update at it, all points are on the right side.
func randomEasySet(r *rand.Rand) *dataset.Set {
	tenth := func(v float64) float64 { return math.Round(10*v) / 10 }
	for {
		var points [][]float64
		var labels []float64
		for i := range 24 {
			y := 2*float64(i%2) - 1
			points, labels = append(points,
				[]float64{tenth(2.5*y + 0.8*r.NormFloat64()), tenth(2.5*y + 0.8*r.NormFloat64())}), append(labels, y)
		}
		f := fan{set: dataset.NewClassification("two heaps", points, labels)}
		if f.marginOf([]float64{labels[0] * points[0][0], labels[0] * points[0][1], labels[0]}) > 0.05 &&
			points[0][0] != points[0][1] {
			return f.set
		}
	}
}

// randomNarrowFan returns the fan of random points on both sides of a slanted line, with coordinates
// rounded to hundredths. The maximum number of updates of an order is more than 3 above the minimum,
// and the margin of the SVM is below 0.6.
func randomNarrowFan(r *rand.Rand) fan {
	for {
		angle, shift := 0.3+0.9*r.Float64(), 0.5+r.Float64()
		var points [][]float64
		var labels []float64
		for len(points) < 30 {
			x := []float64{math.Round(600*r.Float64()-300) / 100, math.Round(600*r.Float64()-300) / 100}
			d := math.Cos(angle)*x[0] + math.Sin(angle)*x[1] - shift
			if math.Abs(d) > 0.25 {
				points, labels = append(points, x), append(labels, math.Copysign(1, d))
			}
		}
		if !slices.Contains(labels, 1) || !slices.Contains(labels, -1) {
			continue
		}
		f := newFan(dataset.NewClassification("a narrow street", points, labels))
		if least, most := f.updatesRange(fanOrders); most > least+3 && f.svm.Margin() < 0.6 {
			return f
		}
	}
}

// firstScene shows the set with its first point marked. If showUpdate is set, it also shows the
// line after the update at this point.
func (f fan) firstScene(showUpdate bool) exercises.Scene {
	figure := lesson.PointsAlone(f.set, "Two heaps, and the first point visited")
	plot := figure.Plot.(ascii.Map)
	plot.Marks[0].Focus, plot.Marks[0].Label = true, "1"
	if showUpdate {
		plot.Curves = []ascii.CurveLine{{Points: lineEnds(f.lines[0].w, plot.X, plot.Y), Ink: ascii.Curve,
			Name: "The line after the first update"}}
	}
	figure.Plot = plot
	return exercises.SceneOf(figure)
}

// fanScene shows the SVM and, over it, the perceptron's lines for the first orders. initialSet and
// initialCount are the initial values of its controls. bound is Novikoff's bound on the updates in
// the narrow street. If it is finite, the chart shows it.
func fanScene(easy, narrow fan, a exercises.Answers, bound float64, initialSet, initialCount string) exercises.Scene {
	data := stage.ChoiceControl("fandata", "data", a, initialSet,
		exercises.LabelledChoices("easy", "two heaps", "narrow", "narrow street")...)
	orders := stage.Slider("orders", "orders", 1, fanOrders, 1, a, initialCount)
	f, n := easy, int(orders.Number())
	if data.Value == "narrow" {
		f = narrow
	}
	picture := f.svm.Picture(fmt.Sprintf("%s, %s", f.set.Name(), ascii.Count(n, "order")), true)
	plot := picture.Plot.(ascii.Map)
	fewest, maximum := f.updatesRange(n)
	margins := ascii.Chart{XLabel: "updates", X: ascii.Range{Min: 0, Max: float64(maximum + 1)},
		Y: ascii.Range{Min: 0, Max: 1.15 * f.svm.Margin()}, Refs: []ascii.RefLine{{Y: f.svm.Margin(), Label: "SVM"}}}
	s := ascii.ChartSeries{Name: "perceptron", Ink: ascii.Curve, Kind: ascii.Dots}
	legend := "map: the SVM thick, the last order thin, the others dotted; chart: the SVM dotted"
	if data.Value == "narrow" && !math.IsInf(bound, 1) {
		margins.X.Max, margins.HasCursor, margins.Cursor = 1.1*bound, true, bound
		legend += "; vertical line: the bound"
	}
	widest := 0.0
	for i, l := range f.lines[:n] {
		plot.Curves = append(plot.Curves,
			ascii.CurveLine{Points: lineEnds(l.w, plot.X, plot.Y), Ink: ascii.Curve, Dotted: i < n-1,
				Name: fmt.Sprintf("The perceptron's line in order %d", i+1)})
		s.Add(float64(l.updates), l.margin)
		widest = max(widest, l.margin)
	}
	margins.Series, picture.Plot = []ascii.ChartSeries{s}, plot
	return exercises.Scene{
		Controls: []exercises.Control{data, orders},
		Figures: []exercises.Figure{picture,
			stage.SideFigure(fmt.Sprintf("margin; updates: %d to %d", fewest, maximum), margins)},
		Notes: []ascii.Line{
			ascii.Plainf("Margin of the SVM: %s. Widest margin of the perceptron so far: %s.",
				anatomy.Num(f.svm.Margin()),
				anatomy.Num(widest)),
			ascii.Inked(legend, ascii.Dim),
		},
	}
}

// lineEnds returns two points of a line, one on either side of the picture, for drawing the line.
func lineEnds(w []float64, x, y ascii.Range) []ascii.Point {
	mid := []float64{(x.Min + x.Max) / 2, (y.Min + y.Max) / 2}
	normSq := w[0]*w[0] + w[1]*w[1]
	offset := (w[0]*mid[0] + w[1]*mid[1] + w[2]) / normSq
	foot, length := ascii.Point{X: mid[0] - offset*w[0], Y: mid[1] - offset*w[1]},
		2*(x.Span()+y.Span())/math.Sqrt(normSq)
	return []ascii.Point{{X: foot.X + length*w[1], Y: foot.Y - length*w[0]}, {X: foot.X - length*w[1],
		Y: foot.Y + length*w[0]}}
}

// marginComparison holds a perceptron and a hard-margin SVM that were trained on the same points
// with the same kernel.
type marginComparison struct {
	perceptron kernels.Expansion
	svm        stage.Machine
	normSq     float64 // ‖w‖² of the perceptron in feature space
	minScore   float64 // the minimum over the points of the label times the perceptron's f
}

// randomComparison trains both on two random rings. The ratio of the two margins is clearly
// different from 2 and from 5.
func randomComparison(r *rand.Rand) marginComparison {
	for {
		set := dataset.Circles(24, 0.15, r.Uint64())
		m := marginComparison{svm: lesson.SVM(set, lesson.Quadratic(), math.Inf(1)), minScore: math.Inf(1)}
		t := lesson.Trace(m.svm.TrainingData, solvers.Perceptron{MaxPasses: 2000}, 20000)
		m.perceptron = m.svm.Expansion(t.Last())
		for i, c := range m.perceptron.Coef {
			f := m.perceptron.Eval(set.Point(i))
			m.normSq += c * (f - m.perceptron.Bias)
			m.minScore = min(m.minScore, set.Label(i)*f)
		}
		if m.minScore > 0 && math.Abs(m.marginRatio()/2-1) > 0.1 && math.Abs(m.marginRatio()/5-1) > 0.1 {
			return m
		}
	}
}

// margin returns the distance of the closest point from the perceptron's boundary, in feature
// space.
func (m marginComparison) margin() float64 { return m.minScore / math.Sqrt(m.normSq) }

// marginRatio returns the margin of the SVM divided by the margin of the perceptron.
func (m marginComparison) marginRatio() float64 { return m.svm.Margin() / m.margin() }

// ratioChoice returns the right answer about the ratio: "little", "some" or "much".
func (m marginComparison) ratioChoice() string {
	switch x := m.marginRatio(); {
	case x < 2:
		return "little"
	case x < 5:
		return "some"
	}
	return "much"
}

// scene shows the perceptron. If showSVM is set, it also shows the SVM. If showMargin is set, it
// also shows the perceptron's margin.
func (m marginComparison) scene(showSVM, showMargin bool) exercises.Scene {
	cell := func(show bool, v float64) ascii.Line {
		if !show {
			return ascii.Plain("…")
		}
		return ascii.Plain(anatomy.Num(v))
	}
	table := ascii.Table{Columns: ascii.Columns("", "‖w‖²", "least t·f", "margin")}
	table.Add(ascii.Plain("perceptron"), cell(true, m.normSq), cell(true, m.minScore), cell(showMargin, m.margin()))
	table.Add(ascii.Plain("SVM"), cell(showSVM, m.svm.NormSq), cell(showSVM, 1), cell(showSVM, m.svm.Margin()))
	scene := exercises.SceneOf(m.svm.Map(m.perceptron, stage.MapOptions{Title: "perceptron, (xᵀz + 1)²"}))
	if showSVM {
		scene.Figures = append(scene.Figures, m.svm.Picture("SVM, (xᵀz + 1)²", true))
	}
	scene.Figures = append(scene.Figures, stage.Table("in feature space", table))
	if showSVM && showMargin {
		scene.Notes = ascii.Linesf("The SVM's margin is %s times as wide.", anatomy.Digits(m.marginRatio(), 2))
	}
	return scene
}
