package unit9

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// anySimilarity builds the Go part of exercise 9.2: which functions of two points are kernels.
func anySimilarity(input worksheets.LessonInput) worksheets.LessonOutput {
	s := newSample(lesson.Rand(input.Seed, 92))
	planar := newPlaneSample(lesson.Rand(input.Seed, 921), input.Seed)
	return worksheets.LessonOutput{
		Vars: worksheets.Vars{"breaks": s.refutingCount, "most": len(s.points), "before": s.refutingCount - 1,
			"points": s.pointList()},
		Tasks: worksheets.Tasks{
			"six":     {Scene: s.chosenSimilarityScene},
			"witness": {Scene: witnessScene},
			"yes":     {Scene: s.typedScene("yes", s.noteProof), Judges: s.newTask("yes", true).judges()},
			"no":      {Scene: s.typedScene("no", s.noteProof), Judges: s.newTask("no", false).judges()},
			"pairs": {Scene: planar.typedScene("pairs", noteRefutingPoints), Judges: planar.newTask("pairs",
				false).judges()},
			"both": {Scene: planar.typedScene("both", planar.addMachine), Judges: planar.newTask("both",
				true).judges()},
			"back": {Scene: gramVectorsScene, Judges: worksheets.Judges{"gram": negativeEntryJudge()}},
		},
	}
}

// similarities returns six functions of two nonnegative numbers. The first three are kernels.
func similarities() []exercises.Choice {
	return exercises.LabelledChoices(
		"exp(-(x-z)^2)", "exp(−(x − z)²)",
		"(1 + x z)^2", "(1 + xz)²",
		"min(x, z)", "min(x, z)",
		"(x z - 1)^2", "(xz − 1)²",
		"tanh(x z + 1)", "tanh(xz + 1)",
		"exp(-|x-z|^3)", "exp(−|x − z|³)",
	)
}

// sample is the sequence of points at which a similarity is tried. task knows the variables of
// formulas, and decides whether a formula is a kernel. If the points are numbers, refutingCount is
// the smallest n for which the first n points refute the last of the six similarities.
type sample struct {
	task          answer.KernelTask
	points        [][]float64
	refutingCount int
}

// firstPoints returns the sample with only its first n points.
func (s sample) firstPoints(n int) sample {
	s.points = s.points[:n]
	return s
}

// newSample draws random multiples of ¼ from 0 to 3, on both sides of 1, until they refute all three
// functions that are not kernels. The first four or five points must clearly refute the last one.
func newSample(r *rand.Rand) sample {
	for {
		s := sample{task: answer.KernelTask{X: []string{"x"}, Z: []string{"z"}, NonNegative: true}}
		for _, q := range r.Perm(13)[:8] {
			s.points = append(s.points, []float64{float64(q) / 4})
		}
		s.refutingCount = 4 + r.IntN(2)
		if s.isClear() {
			return s
		}
	}
}

// isClear reports whether the sample has the properties that newSample promises.
func (s sample) isClear() bool {
	isAbove, isBelow := func(x []float64) bool { return x[0] > 1 }, func(x []float64) bool { return x[0] < 1 }
	if !slices.ContainsFunc(s.points, isAbove) || !slices.ContainsFunc(s.points, isBelow) {
		return false
	}
	last := similarities()[5].Value
	if s.smallestEigenvalue(last, s.refutingCount-1) < 1e-3 || s.smallestEigenvalue(last, s.refutingCount) > -5e-3 {
		return false
	}
	return s.refutes(similarities()[3:])
}

// refutes reports whether the points refute all the given functions.
func (s sample) refutes(choices []exercises.Choice) bool {
	for _, c := range choices {
		e, _ := answer.Parse(context.Background(), c.Value, s.task.Scope())
		if _, refuted := s.task.RefuteAt(e, s.points); !refuted {
			return false
		}
	}
	return true
}

// smallestEigenvalue returns the smallest eigenvalue of a similarity at the first n points.
func (s sample) smallestEigenvalue(text string, n int) float64 {
	e, _ := answer.Parse(context.Background(), text, s.task.Scope())
	g, _ := s.firstPoints(n).gram(e)
	return solvers.Eigenvalues(g.SymmetricDim(), g.At)[0]
}

// gram returns the matrix of a similarity at the points, treated as symmetric, or false if some value
// is not finite.
func (s sample) gram(e answer.Expr) (*mat.SymDense, bool) {
	k, ok := s.task.Kernel(e)
	if !ok {
		return nil, false
	}
	g := kernels.Gram(k, s.points)
	return g, kernels.CheckFinite(g) == nil
}

func (s sample) pointList() string {
	var out []string
	for i := range s.points {
		out = append(out, s.pointText(i))
	}
	return strings.Join(out, ", ")
}

// pointText formats the position of a point: a number, or (x₁, x₂).
func (s sample) pointText(i int) string {
	text := ascii.Join(s.points[i], ", ", answer.DisplayDecimal)
	if len(s.points[i]) == 1 {
		return text
	}
	return "(" + text + ")"
}

// chosenSimilarityScene shows the scene of one of the six similarities. Controls choose the
// similarity and the number of points.
func (s sample) chosenSimilarityScene(ctx context.Context, a exercises.Answers) exercises.Scene {
	similarity := stage.ChoiceControl("similarity", "k(x, z)", a, similarities()[0].Value, similarities()...)
	n := stage.Slider("points", "points", 2, float64(len(s.points)), 1, a, "2")
	scene := s.firstPoints(int(n.Number())).similarityScene(ctx, similarity.Value, nil)
	scene.Controls = []exercises.Control{similarity, n}
	return scene
}

// sceneAddition returns the scene with something added to it. g is the matrix of the similarity e
// at the points.
type sceneAddition func(ctx context.Context, scene exercises.Scene, e answer.Expr, g *mat.SymDense) exercises.Scene

// typedScene shows the similarity that is typed into a field, at all points.
func (s sample) typedScene(field string, add sceneAddition) worksheets.SceneFunc {
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		return s.similarityScene(ctx, a[field], add)
	}
}

// similarityScene shows the Gram matrix of a similarity at the points, its eigenvalues, and a witness
// if there is one. If add is not nil, it adds to the scene.
func (s sample) similarityScene(ctx context.Context, text string, add sceneAddition) exercises.Scene {
	notes := s.pointsNote()
	e, err := answer.Parse(ctx, text, s.task.Scope())
	placeholder := ascii.Inked("The stage shows K as you type.", ascii.Dim)
	var g *mat.SymDense
	ok := err == nil
	if ok {
		g, ok = s.gram(e)
		placeholder = stage.Warning("This function has no finite value at some pair of these points.")
	}
	if !ok {
		return exercises.Scene{Notes: append(notes, placeholder), Figures: []exercises.Figure{s.pointsFigure(nil)}}
	}
	n := len(s.points)
	heat := stage.Main(fmt.Sprintf("K at %d points", n),
		ascii.Heatmap{Rows: n, Cols: n, At: g.At, Signed: true, ShowValues: true})
	scene := exercises.Scene{Figures: []exercises.Figure{heat, signedEigenvalues(g)}}
	finding, refuted := s.task.RefuteAt(e, s.points)
	if s.inPlane() {
		scene.Figures[0].Role = exercises.Chart // next to the plane
		scene.Figures = append(scene.Figures, s.pointsFigure(finding.V))
	}
	scene.Notes = append(notes, ascii.Plain("No negative eigenvalue at these points. That proves nothing."))
	if refuted {
		weights := ascii.Bars{}
		for i, v := range finding.V {
			weights.Bars = append(weights.Bars, ascii.Bar{Label: s.barLabel(i), Value: v, Ink: ascii.Symbol2})
		}
		scene.Figures = append(scene.Figures, stage.SideFigure("The witness v, by point", weights))
		scene.Notes = append(notes,
			ascii.Line{{Text: "vᵀKv = " + anatomy.Num(finding.Value) + " < 0", Ink: ascii.Bad},
				{Text: ": the sign is certain, in spite of rounding.", Ink: ascii.Text}})
	}
	if add != nil {
		return add(ctx, scene, e, g)
	}
	return scene
}

// noteProof adds a note if the rules prove that a function is a kernel. If the function is not
// symmetric, noteProof shows only the points, because eigenvalues would say nothing.
func (s sample) noteProof(_ context.Context, scene exercises.Scene, e answer.Expr, _ *mat.SymDense) exercises.Scene {
	switch finding := s.task.Decide(e, nil); {
	case finding.Proved:
		scene.Notes = append(s.pointsNote(), ascii.Inked("Proved by the rules: a kernel.", ascii.Good))
	case finding.Asymmetric:
		return exercises.SceneOf(s.pointsFigure(nil),
			append(s.pointsNote(), stage.Warning("K is not symmetric: k(x, z) and k(z, x) differ."))...)
	}
	return scene
}

// inPlane reports whether the points lie in the plane.
func (s sample) inPlane() bool { return len(s.points[0]) == 2 }

// barLabel returns the label of a bar for point i.
func (s sample) barLabel(i int) string {
	if s.inPlane() {
		return "point " + lesson.PointNumber(i)
	}
	return "x = " + s.pointText(i)
}

// pointsNote returns a note with the positions of the points. For points of the plane it returns nil,
// because the picture shows their positions.
func (s sample) pointsNote() []ascii.Line {
	if s.inPlane() {
		return nil
	}
	return []ascii.Line{ascii.Inked("points: "+s.pointList(), ascii.Dim)}
}

// pointsFigure shows the points on their line or in the plane. In the plane, it highlights the
// points with nonzero weight in the witness v.
func (s sample) pointsFigure(v []float64) exercises.Figure {
	if s.inPlane() {
		return s.planeFigure(v)
	}
	l := ascii.NumberLine{X: ascii.RangeOf(-0.25, 3.25), Label: "x"}
	for i, x := range s.points {
		l.Marks = append(l.Marks, ascii.Mark{X: x[0], Label: lesson.PointNumber(i)})
	}
	return stage.Main("The points", l)
}

// signedEigenvalues shows the eigenvalues as bars and marks the negative ones. An eigenvalue
// that is not larger than the rounding error of the largest one counts as 0.
func signedEigenvalues(g *mat.SymDense) exercises.Figure {
	values, bars := solvers.Eigenvalues(g.SymmetricDim(), g.At), ascii.Bars{}
	scale := max(math.Abs(values[0]), math.Abs(values[len(values)-1]))
	for i := len(values) - 1; i >= 0; i-- {
		v, ink := values[i], ascii.Symbol1
		if math.Abs(v) < 1e-12*scale {
			v = 0
		}
		if v < 0 {
			ink = ascii.Bad
		}
		bars.Bars = append(bars.Bars, ascii.Bar{Label: "μ" + anatomy.Sub(len(values)-i), Value: v, Ink: ink})
	}
	return stage.SideFigure("Eigenvalues of K", bars)
}

// negativeEntryJudge returns the judge for a positive semidefinite matrix that must have a negative
// entry.
func negativeEntryJudge() worksheets.Judge {
	j := worksheets.CheckJudge("[[2, -1, 0], [-1, 2, -1], [0, -1, 2]]",
		func(ctx context.Context, text string) answer.Result {
			return answer.PSDTask{Size: 3, NeedsNegative: true}.Judge(ctx, text)
		})
	j.Name = "psd"
	return j
}

// gramVectorsScene draws vectors that have the typed Gram matrix K = UΛUᵀ: the rows of U√Λ.
func gramVectorsScene(ctx context.Context, a exercises.Answers) exercises.Scene {
	const size = 3
	rows, ok := answer.PSDEntries(ctx, a["gram"], size)
	plot := ascii.Map{X: ascii.RangeOf(-2, 2), Y: ascii.RangeOf(-2, 2), SameScale: true,
		XLabel: "c₁", YLabel: "c₂"}
	emptyScene := exercises.SceneOf(stage.Main("Vectors with these inner products", plot))
	if !ok {
		return emptyScene
	}
	g := mat.NewSymDense(size, nil)
	for i := range rows {
		for j := i; j < size; j++ {
			g.SetSym(i, j, rows[i][j])
		}
	}
	phi, ok := spectralFactor(g)
	if !ok {
		emptyScene.Notes = []ascii.Line{
			stage.Warning("An eigenvalue is negative and has no root, so there are no such vectors."),
		}
		emptyScene.Figures = append(emptyScene.Figures, signedEigenvalues(g))
		return emptyScene
	}
	limit := 0.5
	for i, v := range phi {
		plot.Marks = append(plot.Marks, ascii.Mark{X: v[0], Y: v[1], Label: "φ" + anatomy.Sub(i+1)})
		plot.Curves = append(plot.Curves,
			ascii.CurveLine{Points: []ascii.Point{{}, {X: v[0], Y: v[1]}}, Name: "The vector φ" + anatomy.Sub(i+1)})
		limit = max(limit, 1.2*max(math.Abs(v[0]), math.Abs(v[1])))
	}
	plot.X = ascii.RangeOf(-limit, limit)
	plot.Y = plot.X
	table := lesson.PointTable("Rows of U√Λ", size,
		append([]lesson.Column{{Text: func(i int) string { return "φ" + anatomy.Sub(i+1) }}},
			lesson.EntryColumns("c%s", 9, size,
				func(i, j int) float64 { return math.Round(phi[i][j]*1e4) / 1e4 })...)...)
	return exercises.Scene{
		Figures: []exercises.Figure{stage.Main("First two coordinates of the vectors", plot), table,
			signedEigenvalues(g)},
	}
}

// spectralFactor returns the rows of U√Λ for K = UΛUᵀ, with the eigenvalues in descending order. ok
// is false if an eigenvalue is negative by more than rounding errors.
func spectralFactor(g *mat.SymDense) (rows [][]float64, ok bool) {
	var e mat.EigenSym
	if !e.Factorize(g, true) {
		return nil, false
	}
	values, n := e.Values(nil), g.SymmetricDim()
	if values[0] < -1e-12*math.Abs(values[n-1]) {
		return nil, false
	}
	var u mat.Dense
	e.VectorsTo(&u)
	for i := range n {
		row := make([]float64, n)
		for j := range n {
			row[j] = u.At(i, n-1-j) * math.Sqrt(max(values[n-1-j], 0))
		}
		rows = append(rows, row)
	}
	return rows, true
}

// witnessScene shows the products vᵢvⱼKᵢⱼ for k(x, z) = (xz − 1)² and a typed witness, and their sum
// vᵀKv.
func witnessScene(ctx context.Context, a exercises.Answers) exercises.Scene {
	formulas := ascii.Table{Columns: ascii.Columns("", "x₁", "x₂"), Rows: [][]ascii.Line{
		{ascii.Plain("x₁"), ascii.Plain("(x₁² − 1)²"), ascii.Plain("(x₁x₂ − 1)²")},
		{ascii.Plain("x₂"), ascii.Plain("(x₁x₂ − 1)²"), ascii.Plain("(x₂² − 1)²")},
	}}
	scene := exercises.Scene{
		Figures: []exercises.Figure{stage.Table("K for k(x, z) = (xz − 1)²", formulas)},
		Notes:   ascii.PlainLines("vᵀKv = v₁²K₁₁ + 2v₁v₂K₁₂ + v₂²K₂₂"),
	}
	parts, ok := answer.ReadWitness(ctx, a["witness"])
	if !ok || len(parts[0]) != len(parts[1]) || len(parts[0]) > 6 {
		return scene
	}
	x, v, n := parts[0], parts[1], len(parts[0])
	g := mat.NewSymDense(n, nil)
	table := ascii.Table{Columns: ascii.Columns("x", "v")}
	var sum float64
	for i := range n {
		row := ascii.PlainLines(answer.DisplayDecimal(x[i]), answer.DisplayDecimal(v[i]))
		for j := range n {
			k := (x[i]*x[j] - 1) * (x[i]*x[j] - 1)
			g.SetSym(min(i, j), max(i, j), k)
			sum += v[i] * v[j] * k
			row = append(row, ascii.Plain(anatomy.Num(v[i]*v[j]*k)))
		}
		table.Add(row...)
		table.Columns = append(table.Columns,
			ascii.Column{Title: fmt.Sprintf("vᵢv%sKᵢ%s", anatomy.Sub(i+1), anatomy.Sub(i+1)), Right: true})
	}
	scene.Figures = []exercises.Figure{
		stage.Main("K at your points", ascii.Heatmap{Rows: n, Cols: n, At: g.At, Signed: true}),
		stage.Table("With weights: the sum is vᵀKv = "+anatomy.Num(sum), table),
	}
	return scene
}
