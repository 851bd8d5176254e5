// Package unit5 contains unit 5, “Why dual weights exist”: its worksheets, and Go code for the
// exercises that need it.
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

// Unit returns the worksheets of the unit, and the lessons by exercise ID.
func Unit() worksheets.Source {
	return worksheets.Source{Worksheets: files, Lessons: map[string]worksheets.Lesson{
		"5.1": unseenPart,
		"5.2": bothWays,
		"5.3": ridgeLive,
		"5.4": lostDigits,
		"5.5": gridOfBumps,
		"5.6": threeGrams,
		"5.7": offsetMachines,
		"5.8": curveWithBand,
	}}
}

// unseenPart builds exercise 5.1: two points as vectors of three dimensions, the plane that they
// span, and what is perpendicular to it.
func unseenPart(b worksheets.Brief) worksheets.Parts {
	x, y, third := b.Numbers["a"], b.Numbers["b"], b.Numbers["third"]
	points := []ascii.Arrow{{Name: "x₁", To: ascii.Vector{1, 0, x}, Ink: ascii.Text},
		{Name: "x₂", To: ascii.Vector{0, 1, y}, Ink: ascii.Text}}
	u, v := ascii.Vector{-x, -y, 1}, ascii.Vector{1, -1, third}
	first, part := points[0].To, x*y/(1+x*x) // the part of x₂ along x₁
	long := max(part, 1)
	z := ascii.Arrow{Name: "z", To: ascii.Vector{1, 1, 0}, Ink: ascii.Text}
	// show draws the points and more arrows from a side that shows their plane, and u next to it.
	show := func(a exercises.Answers, title string, more ...ascii.Arrow) exercises.Scene {
		start := "90"
		if y > x {
			start = "0"
		}
		turn := stage.Slider("turn", "turn", 0, 345, 15, a, start)
		turn.Round = true
		picture := ascii.Space{
			Fit: []ascii.Vector{u, v, v.Plus(u)}, Tilt: 20, Turn: turn.Number(), Axes: [3]string{"e₁", "e₂", "e₃"},
			Arrows: slices.Concat(points, more),
			Planes: []ascii.Plane{{At: first.Times(0.35 * long), U: first.Times(0.75 * long),
				V: points[1].To.Plus(first.Times(-part)).Times(1.1), Name: "the plane of x₁ and x₂"}},
		}
		return exercises.Scene{Controls: []exercises.Control{turn},
			Figures: []exercises.Figure{stage.Main(title, picture)}}
	}
	lifted := func(a exercises.Answers, s float64, more ...ascii.Arrow) exercises.Scene {
		w, name := v.Plus(u.Times(s)), "w"
		if s == 0 {
			name = "w = v"
		}
		return show(a, "w, and the plane of x₁ and x₂; green: s·u", append(more,
			ascii.Arrow{Name: "v", To: v, Ink: ascii.Symbol1},
			ascii.Arrow{Name: "s·u", From: v, To: w, Ink: ascii.Symbol2, Dotted: true},
			ascii.Arrow{Name: name, To: w, Ink: ascii.Symbol3})...)
	}
	normal := ascii.Arrow{Name: "u", To: u, Ink: ascii.Symbol2}
	plane := worksheets.Behaviour{Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene {
		if b.Right(ctx, a, "normal") {
			return show(a, "u is perpendicular to the plane", normal)
		}
		return show(a, "The plane of x₁ and x₂")
	}}
	sliding := worksheets.Behaviour{Scene: func(_ context.Context, a exercises.Answers) exercises.Scene {
		return lifted(a, lesson.SliderValue(a, "s"), z)
	}}
	return worksheets.Parts{Tasks: worksheets.Tasks{
		"perpendicular": plane,
		"guess": {Scene: func(_ context.Context, a exercises.Answers) exercises.Scene {
			return lifted(a, 0.5, z)
		}},
		"outside": {Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene {
			if w, stop := answer.Values(ctx, a["witness"], 3); stop == nil {
				return show(a, "Your w, and the plane of x₁ and x₂", normal,
					ascii.Arrow{Name: "w", To: ascii.Vector(w), Ink: ascii.Symbol3})
			}
			return show(a, "u is perpendicular to the plane", normal)
		}},
		"exact": {Scene: func(_ context.Context, a exercises.Answers) exercises.Scene { return lifted(a, 1) }},
		"slide": sliding, "theorem": sliding, "representer": sliding,
		"none": {Scene: func(_ context.Context, a exercises.Answers) exercises.Scene {
			n, up := lesson.SliderValue(a, "n"), u.Times(lesson.SliderValue(a, "apart")/2)
			var more []ascii.Arrow
			for i := 3.0; i <= n; i++ {
				x := first.Times(math.Cos(2 * i)).Plus(points[1].To.Times(math.Sin(2 * i)))
				more = append(more, ascii.Arrow{Name: "x" + anatomy.Sub(int(i)), To: x.Plus(up), Ink: ascii.Text})
			}
			if len(more) > 0 && up[2] > 0 {
				return show(a, "Only u = 0 is perpendicular to all points", more...)
			}
			return show(a, "u is perpendicular to all points", append(more, normal)...)
		}},
	}}
}

// bothWays builds exercise 5.2: ridge regression on random data of several sizes, solved by the
// primal and by the dual system, and the distance of the solutions.
func bothWays(b worksheets.Brief) worksheets.Parts {
	return worksheets.Parts{Tasks: worksheets.Tasks{"machine": {Scene: func(_ context.Context,
		a exercises.Answers) exercises.Scene {
		table := ascii.Table{Columns: ascii.Columns("n × d", "w₁, w₂ differ by", "condition number")}
		at := math.Round(math.Log10(lesson.SliderValue(a, "lambda")))
		chart := ascii.Chart{Log: true, Y: ascii.Range{Min: 1e-16, Max: 1}, XLabel: "log₁₀ λ", HasCursor: true,
			Cursor: at}
		for k, size := range [][2]int{{20, 200}, {30, 50}, {50, 30}} {
			line := ascii.ChartSeries{Name: fmt.Sprintf("%d × %d", size[0], size[1]), Ink: ascii.Series(k)}
			for e := -12.0; e <= 0; e++ {
				gap, cond := twoSystems(lesson.Rand(b.Seed, 52), size[0], size[1], math.Pow(10, e))
				if line.Add(e, gap); e == at {
					table.Add(ascii.Inked(line.Name, line.Ink), ascii.Plain(exercises.Typeset(anatomy.Plain(gap, 2))),
						ascii.Plain(exercises.Typeset(anatomy.Plain(cond, 2))))
				}
			}
			chart.Series = append(chart.Series, line)
		}
		return exercises.Scene{Figures: []exercises.Figure{stage.Main("", chart), stage.Table("", table)}}
	}}}}
}

// twoSystems solves (XᵀX + λI)w = Xᵀy and (XXᵀ + λI)a = y for standard normal X and y.
// It returns the distance of w and Xᵀa, relative to w, and the condition number of the
// larger system. They are NaN if a system has no Cholesky factor in double precision.
func twoSystems(r *rand.Rand, n, d int, lambda float64) (gap, cond float64) {
	x, y := mat.NewDense(n, d, nil), mat.NewVecDense(n, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, r.NormFloat64())
		}
		y.SetVec(i, r.NormFloat64())
	}
	var right, w, a, twin mat.VecDense
	right.MulVec(x.T(), y)
	var c, k mat.Cholesky
	if !c.Factorize(regularisedGram(x.T(), lambda)) || !k.Factorize(regularisedGram(x, lambda)) {
		return math.NaN(), math.NaN()
	}
	if c.SolveVecTo(&w, &right) != nil || k.SolveVecTo(&a, y) != nil {
		return math.NaN(), max(c.Cond(), k.Cond())
	}
	twin.MulVec(x.T(), &a)
	return floats.Distance(w.RawVector().Data, twin.RawVector().Data, 2) / mat.Norm(&w, 2), max(c.Cond(), k.Cond())
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
