// Package unit5 contains unit 5, “Why dual weights exist”: its worksheets, and Go code for the
// exercises that need it.
//
// A worksheet is the Markdown file of an exercise. A lesson is the Go part of an exercise: it draws
// random numbers for the worksheet, and adds scenes and judges of answers. A scene is the figures,
// controls and notes that a task shows next to its text.
//
// The package does not know other units, the terminal or screens.
package unit5

import (
	"context"
	"embed"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

//go:embed *.md
var files embed.FS

// Unit returns the worksheets of the unit, and its lessons by exercise ID.
func Unit() worksheets.Source {
	return worksheets.Source{Worksheets: files, Lessons: map[string]worksheets.Lesson{
		"5.1": planeOfPoints,
		"5.2": pushThrough,
		"5.3": ridgeLive,
		"5.4": withoutPenalty,
		"5.5": curseOfDimensionality,
		"5.6": threeGrams,
		"5.7": offsetMachines,
		"5.8": curveWithBand,
	}}
}

// planeOfPoints builds the Go part of exercise 5.1: two points x₁ and x₂ as vectors of three
// dimensions, the plane that they span, and a vector u that is perpendicular to it.
func planeOfPoints(input worksheets.LessonInput) worksheets.LessonOutput {
	// The third coordinates of x₁, x₂ and v. The worksheet draws them at random.
	x13, x23, v3 := input.Numbers["a"], input.Numbers["b"], input.Numbers["third"]
	points := []ascii.Arrow{{Name: "x₁", To: ascii.Vector{1, 0, x13}, Ink: ascii.Text},
		{Name: "x₂", To: ascii.Vector{0, 1, x23}, Ink: ascii.Text}}
	u, v := ascii.Vector{-x13, -x23, 1}, ascii.Vector{1, -1, v3}
	x1, coef := points[0].To, x13*x23/(1+x13*x13) // coef·x₁ is the projection of x₂ on x₁
	planeLength := max(coef, 1)
	z := ascii.Arrow{Name: "z", To: ascii.Vector{1, 1, 0}, Ink: ascii.Text}
	// show draws the points and the given arrows. At first they are seen from a direction in which the
	// plane is visible, with u next to it.
	show := func(a exercises.Answers, title string, arrows ...ascii.Arrow) exercises.Scene {
		start := "90"
		if x23 > x13 {
			start = "0"
		}
		turnSlider := stage.Slider("turn", "turn", 0, 345, 15, a, start)
		turnSlider.Cyclic = true
		picture := ascii.Space{
			FitPoints: []ascii.Vector{u, v, v.Plus(u)}, Tilt: 20, Turn: turnSlider.Number(),
			Axes:   [3]string{"e₁", "e₂", "e₃"},
			Arrows: slices.Concat(points, arrows),
			Planes: []ascii.Plane{{Centre: x1.Times(0.35 * planeLength), U: x1.Times(0.75 * planeLength),
				V: points[1].To.Plus(x1.Times(-coef)).Times(1.1), Name: "the plane of x₁ and x₂"}},
		}
		return exercises.Scene{Controls: []exercises.Control{turnSlider},
			Figures: []exercises.Figure{stage.Main(title, picture)}}
	}
	// drawWithS shows the vector w = v + s·u.
	drawWithS := func(a exercises.Answers, s float64, arrows ...ascii.Arrow) exercises.Scene {
		w, name := v.Plus(u.Times(s)), "w"
		if s == 0 {
			name = "w = v"
		}
		return show(a, "w, the plane of x₁ and x₂; v to w: s·u", append(arrows,
			ascii.Arrow{Name: "v", To: v, Ink: ascii.Symbol1},
			ascii.Arrow{Name: "s·u", From: v, To: w, Ink: ascii.Symbol2, Dotted: true},
			ascii.Arrow{Name: name, To: w, Ink: ascii.Symbol3})...)
	}
	normal := ascii.Arrow{Name: "u", To: u, Ink: ascii.Symbol2}
	planeTask := worksheets.LessonTask{Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene {
		if input.Right(ctx, a, "normal") {
			return show(a, "u is perpendicular to the plane", normal)
		}
		return show(a, "The plane of x₁ and x₂")
	}}
	slidingTask := worksheets.LessonTask{Scene: func(_ context.Context, a exercises.Answers) exercises.Scene {
		return drawWithS(a, lesson.SliderValue(a, "s"), z)
	}}
	return worksheets.LessonOutput{Tasks: worksheets.Tasks{
		"perpendicular": planeTask,
		"guess": {Scene: func(_ context.Context, a exercises.Answers) exercises.Scene {
			return drawWithS(a, 0.5, z)
		}},
		"outside": {Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene {
			if w, problem := answer.ParseNumbers(ctx, a["witness"], 3); problem == nil {
				return show(a, "Your w, and the plane of x₁ and x₂", normal,
					ascii.Arrow{Name: "w", To: ascii.Vector(w), Ink: ascii.Symbol3})
			}
			return show(a, "u is perpendicular to the plane", normal)
		}},
		"exact": {Scene: func(_ context.Context, a exercises.Answers) exercises.Scene { return drawWithS(a, 1) }},
		"slide": slidingTask, "theorem": slidingTask, "representer": slidingTask,
		"none": {Scene: func(_ context.Context, a exercises.Answers) exercises.Scene {
			n, shift := lesson.SliderValue(a, "n"), u.Times(lesson.SliderValue(a, "apart")/2)
			var arrows []ascii.Arrow
			for i := 3.0; i <= n; i++ {
				x := x1.Times(math.Cos(2 * i)).Plus(points[1].To.Times(math.Sin(2 * i)))
				arrows = append(arrows,
					ascii.Arrow{Name: "x" + anatomy.Sub(int(i)), To: x.Plus(shift), Ink: ascii.Text})
			}
			if len(arrows) > 0 && shift[2] > 0 {
				return show(a, "Only u = 0 is perpendicular to all points", arrows...)
			}
			return show(a, "u is perpendicular to all points", append(arrows, normal)...)
		}},
	}}
}

// pushThrough builds the Go part of exercise 5.2: ridge regression on random data of several sizes,
// solved with the primal and with the dual system of equations, and the distance of the two
// solutions.
func pushThrough(input worksheets.LessonInput) worksheets.LessonOutput {
	return worksheets.LessonOutput{Tasks: worksheets.Tasks{"machine": {Scene: func(_ context.Context,
		a exercises.Answers) exercises.Scene {
		table := ascii.Table{Columns: ascii.Columns("n × d", "w₁, w₂ differ by", "condition number")}
		exponent := math.Round(math.Log10(lesson.SliderValue(a, "lambda")))
		chart := ascii.Chart{Log: true, Y: ascii.Range{Min: 1e-16, Max: 1}, XLabel: "log₁₀ λ", HasCursor: true,
			Cursor: exponent}
		for k, size := range [][2]int{{20, 200}, {30, 50}, {50, 30}} {
			line := ascii.ChartSeries{Name: fmt.Sprintf("%d × %d", size[0], size[1]), Ink: ascii.Series(k)}
			for e := -12.0; e <= 0; e++ {
				gap, cond := solveBothSystems(lesson.Rand(input.Seed, 52), size[0], size[1], math.Pow(10, e))
				if line.Add(e, gap); e == exponent {
					table.Add(ascii.Inked(line.Name, line.Ink), ascii.Plain(exercises.Typeset(anatomy.Plain(gap, 2))),
						ascii.Plain(exercises.Typeset(anatomy.Plain(cond, 2))))
				}
			}
			chart.Series = append(chart.Series, line)
		}
		return exercises.Scene{Figures: []exercises.Figure{stage.Main("", chart), stage.Table("", table)}}
	}}}}
}

// solveBothSystems solves (XᵀX + λI)w = Xᵀy and (XXᵀ + λI)a = y for standard normal X and y. X has
// n rows and d columns. gap is the distance of w and Xᵀa, relative to the length of w, and cond is
// the larger of the condition numbers of the two systems. Both are NaN if a system has no Cholesky
// factor in double precision. Only gap is NaN if a system is too badly conditioned to be solved.
func solveBothSystems(r *rand.Rand, n, d int, lambda float64) (gap, cond float64) {
	x, y := mat.NewDense(n, d, nil), mat.NewVecDense(n, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, r.NormFloat64())
		}
		y.SetVec(i, r.NormFloat64())
	}
	var rhs, w, a, dualW mat.VecDense
	rhs.MulVec(x.T(), y)
	var c, k mat.Cholesky
	if !c.Factorize(regularisedGram(x.T(), lambda)) || !k.Factorize(regularisedGram(x, lambda)) {
		return math.NaN(), math.NaN()
	}
	if c.SolveVecTo(&w, &rhs) != nil || k.SolveVecTo(&a, y) != nil {
		return math.NaN(), max(c.Cond(), k.Cond())
	}
	dualW.MulVec(x.T(), &a)
	return floats.Distance(w.RawVector().Data, dualW.RawVector().Data, 2) / mat.Norm(&w, 2), max(c.Cond(), k.Cond())
}

// regularisedGram returns XXᵀ + λI.
func regularisedGram(x mat.Matrix, lambda float64) *mat.SymDense {
	n, _ := x.Dims()
	var g mat.SymDense
	g.SymOuterK(1, x)
	for i := range n {
		g.SetSym(i, i, g.At(i, i)+lambda)
	}
	return &g
}
