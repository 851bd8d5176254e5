package unit3

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

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

// otherQuadratics builds the Go part of exercise 3.4: the kernels (xᵀz + c)², and what c = 0 cannot
// separate.
func otherQuadratics(input worksheets.LessonInput) worksheets.LessonOutput {
	blobs := dataset.MustBuiltin("blobs_sep")
	svm := quadraticSVM(blobs, 0)
	minC := leastOffset(blobs)
	x, f := pointOffBoundary(svm, input.Seed)
	return worksheets.LessonOutput{
		Vars: worksheets.Vars{
			"at": lesson.Coordinates(x), "mirrored": lesson.Coordinates([]float64{-x[0], -x[1]}),
			"f":     lesson.WithMinusSigns(anatomy.Plain(f, 3)),
			"least": minC, "wrong": anatomy.Num(float64(stage.CountErrors(svm.F, blobs))),
			"n": anatomy.Num(float64(blobs.Len())),
		},
		Tasks: worksheets.Tasks{"guess": {Scene: lesson.FixedFigures(
			lesson.PointsAlone(dataset.MustBuiltin("circles"), "two circles"),
			lesson.PointsAlone(dataset.MustBuiltin("parabola"), "a parabola"),
			lesson.PointsAlone(blobs, "separable blobs"),
		)},
			"pure": {Scene: featureTrial{field: "pure", kernelTitle: "(xᵀz)²", pairs: testPairs(input.Seed, 34)}.scene},
			"general": {
				Scene: featureTrial{field: "general", kernelTitle: "(xᵀz + c)²", hasSlider: true,
					pairs: testPairs(input.Seed, 341)}.scene,
			},
			"regions":  {Scene: regionsScene},
			"negative": {Scene: quadraticFormScene(input.Numbers)},
			"derive":   {Judges: worksheets.Judges{"derive": squareDerivation()}},
			"any":      {Judges: worksheets.Judges{"families": squareFamilies()}},
		},
	}
}

// offsets returns the values of c that the slider of 3.4 offers, in rising order.
func offsets() []float64 { return []float64{0, 0.0001, 0.001, 0.01, 0.1, 1, 10} }

// quadraticSVM trains the support vector machine with the kernel (xᵀz + c)² and C = 10.
func quadraticSVM(set *dataset.Set, c float64) stage.Machine {
	return lesson.SVM(set, kernels.Poly{Degree: 2, C: c}, 10)
}

// regionsScene shows one of four sets, the machine for the c of the slider, and its errors.
func regionsScene(_ context.Context, a exercises.Answers) exercises.Scene {
	data, name := stage.DataControl("data", []string{"blobs_sep", "circles", "parabola", "odd_line"},
		func(name string) exercises.Choice {
			return exercises.Choice{Value: name, Label: dataset.MustBuiltin(name).Title()}
		}, a)
	m := quadraticSVM(dataset.MustBuiltin(name), lesson.SliderValue(a, "c"))
	focus := lesson.WrongPoints(m.Set, m.F)
	summary := fmt.Sprintf("%d of %d points on the wrong side", len(focus), m.Set.Len())
	if len(focus) == m.Set.Len() {
		summary = fmt.Sprintf("f = 0 at all %d points, so they are on neither side", len(focus))
	}
	return exercises.Scene{Controls: []exercises.Control{data},
		Figures: []exercises.Figure{m.Map(m.F, stage.MapOptions{Focus: focus})},
		Notes: []ascii.Line{{
			{Text: m.Set.Title() + ": ", Ink: ascii.Text}, {Text: summary, Ink: lesson.GoalInk(len(focus) == 0)},
		}}}
}

// quadraticFormScene shows vᵀKv as a function of p, where K is the matrix of (xz − k)² for the numbers
// p and q. A first curve takes q and the entries v and w of the vector from sliders. A second one takes
// them from the witness, the points and the vector that the student has typed to show vᵀKv < 0.
func quadraticFormScene(numbers map[string]float64) worksheets.SceneFunc {
	quadraticForm := func(p, q, v, w float64) float64 {
		k := func(x, z float64) float64 { return math.Pow(x*z-numbers["k"], 2) }
		return v*v*k(p, p) + 2*v*w*k(p, q) + w*w*k(q, q)
	}
	chart := ascii.Chart{XLabel: "p", X: ascii.RangeOf(numbers["left"], numbers["right"]),
		Y: ascii.RangeOf(numbers["low"], numbers["high"])}
	curve := func(name string, ink ascii.Ink, q, v, w float64) ascii.ChartSeries {
		s := ascii.ChartSeries{Name: name, Ink: ink}
		for i := range 241 {
			p := chart.X.Min + (chart.X.Max-chart.X.Min)*float64(i)/240
			s.Add(p, quadraticForm(p, q, v, w))
		}
		return s
	}
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		withCurves := chart
		withCurves.Series = []ascii.ChartSeries{
			curve("vᵀKv", ascii.Symbol3, lesson.SliderValue(a, "q"), lesson.SliderValue(a, "v"),
				lesson.SliderValue(a, "w")),
			curve("0", ascii.Accent, 0, 0, 0),
		}
		if witness, ok := answer.ReadWitness(ctx, a["witness"]); ok && len(witness[0]) == 2 && len(witness[1]) == 2 {
			p, q, v, w := witness[0][0], witness[0][1], witness[1][0], witness[1][1]
			dot := ascii.ChartSeries{Ink: ascii.Symbol1, Kind: ascii.Dots}
			dot.Add(p, quadraticForm(p, q, v, w))
			withCurves.Series = append(withCurves.Series, curve("yours", ascii.Symbol1, q, v, w), dot)
		}
		return exercises.Scene{Figures: []exercises.Figure{stage.Main("", withCurves)}}
	}
}

// leastOffset returns the smallest c of the slider for which every point of a set is on the right side.
func leastOffset(set *dataset.Set) float64 {
	all := offsets()
	return all[slices.IndexFunc(all,
		func(c float64) bool { return stage.CountErrors(quadraticSVM(set, c).F, set) == 0 })]
}

// pointOffBoundary returns a random point of the machine's set at which |f| is not small. Its
// coordinates have one decimal.
func pointOffBoundary(m stage.Machine, seed uint64) (x []float64, f float64) {
	r := lesson.Rand(seed, 34)
	for math.Abs(f) < 0.2 {
		point := m.TrainingData.Set.Point(r.IntN(m.TrainingData.Set.Len()))
		x = []float64{math.Round(10*point[0]) / 10, math.Round(10*point[1]) / 10}
		f = m.F.Eval(x)
	}
	return x, f
}

// squareDerivation returns a judge for the derivation of (xᵀz + c)² as a sum of products of a feature
// of x and a feature of z. The judge checks it line by line, for points of any dimension.
func squareDerivation() worksheets.Judge {
	scope := answer.Scope{
		Vars: []string{"c", "d"}, Positive: []string{"c"}, Indices: answer.IndexLetters(), N: 3,
		Arrays: []answer.Array{{Name: "x", Dims: []int{3}}, {Name: "z", Dims: []int{3}}},
	}.AnySize("d")
	t := answer.DerivationTask{Scope: scope, From: "(x'z + c)^2",
		Form: answer.FeatureProductsForm, MinLines: 2}
	return worksheets.Judge{
		Name: "derivation", Relates: true, Echo: t.Echo,
		Reference: "(x'z)^2 + 2c x'z + c^2; (Σ_i x_i z_i)(Σ_j x_j z_j) + 2c Σ_i x_i z_i + c^2; Σ_{i,j} (x_i x_j)(z_i z_j) + Σ_i (√(2c) x_i)(√(2c) z_i) + c c",
		Check:     t.Judge,
		Lines:     t.Lines,
		Same: func(ctx context.Context, typed, example string) bool {
			if _, err := answer.Parse(ctx, example, scope); err != nil {
				return false
			}
			slip := t
			slip.Mistakes = []answer.Mistake{{ID: "this", Answer: example}}
			return slip.Judge(ctx, typed).Misconception == "this"
		},
	}
}

// squareFamilies returns a judge for the features of (u + c)², where u = xᵀz. The features are written
// as families with indices, such as x_i x_j for all i and j.
func squareFamilies() worksheets.Judge {
	t := answer.FamilyTask{Kernel: "(u + c)^2", Params: []string{"c"}, Families: []string{"c", "√(2c) x_i", "x_i x_j"}}
	j := worksheets.ExprJudge(t.Scope(), "["+strings.Join(t.Families, ", ")+"]", t.Judge)
	j.Name = "families"
	j.Echo = func(ctx context.Context, text string) exercises.Echo { return answer.EchoFamily(ctx, text, t) }
	return j
}
