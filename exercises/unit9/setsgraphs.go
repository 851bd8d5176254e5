package unit9

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/kernels/structured"
)

// setsAndGraphs builds the Go part of exercise 9.7: kernels of sets and of graphs. Two sets
// and two graphs depend on the seed.
func setsAndGraphs(input worksheets.LessonInput) worksheets.LessonOutput {
	r := lesson.Rand(input.Seed, 97)
	a, other := randomSets(r)
	intersection := (a & other).Len()
	g := randomGraphs(r)
	vars := worksheets.Vars{
		"A": a.String(), "B": other.String(), "both": intersection, "union": (a | other).Len(),
		"apart": (a ^ other).Len(), "halfApart": a.Len() + other.Len(),
		"sizeA": a.Len(), "sizeB": other.Len(),
	}
	for i := range 8 {
		id := lesson.PointNumber(i)
		vars["a"+id], vars["b"+id] = int(a>>i&1), int(other>>i&1)
	}
	for length := range 3 {
		vars["k"+strconv.Itoa(length)] = commonWalks(length).Eval(g[0], g[1])
	}
	product, _ := structured.Product(g[0], g[1])
	vars["edges"] = len(product.Edges)
	return worksheets.LessonOutput{Vars: vars, Tasks: worksheets.Tasks{
		"name":    newSubsetTask("phi", structured.Intersection(), 4).featureQuestion("[a1, a2, a3, a4]"),
		"powers":  newSubsetTask("powers", structured.AllSubsets(), 2).featureQuestion("[1, a1, a2, a1 a2]"),
		"witness": setWitnessQuestion(structured.Overlap()),
		"walks": {Scene: lesson.FixedFigures(stage.Main("G", graphPicture(g[0])), stage.Main("H", graphPicture(g[1])),
			stage.Table("The product: pairs of vertices with the same label", productTable(g[0], g[1])))},
	}}
}

// randomSets returns two random subsets of {1, …, 8} that intersect. Neither contains the other.
// The sizes of intersection, union and symmetric difference differ, so that the worksheet, the text
// of the exercise, can recognise which of them a student took by mistake.
func randomSets(r *rand.Rand) (a, b structured.Set) {
	for {
		a, b = structured.Set(r.IntN(256)), structured.Set(r.IntN(256))
		intersection, union, difference := (a & b).Len(), (a | b).Len(), (a ^ b).Len()
		if intersection >= 2 && difference >= 3 && intersection != difference && union != difference && a&^b != 0 &&
			b&^a != 0 {
			return a, b
		}
	}
}

// graphPair is two graphs whose vertices are labelled "a" or "b".
type graphPair [2]structured.Graph

// randomGraphs draws random labels for a path of four vertices and a triangle with a tail, until
// the numbers of common walks of lengths 0, 1 and 2 are distinct and above 0.
func randomGraphs(r *rand.Rand) graphPair {
	shapes := [2][][2]int{{{0, 1}, {1, 2}, {2, 3}}, {{0, 1}, {1, 2}, {2, 0}, {2, 3}}}
	for {
		var out graphPair
		for i, edges := range shapes {
			labels := strings.Split("abab", "")
			r.Shuffle(4, func(i, j int) { labels[i], labels[j] = labels[j], labels[i] })
			out[i] = structured.Graph{Labels: labels, Edges: edges}
		}
		k1 := commonWalks(1).Eval(out[0], out[1])
		if k2 := commonWalks(2).Eval(out[0], out[1]); k1 >= 6 && k1 != 8 && k2 != k1 && k2 > 8 {
			return out
		}
	}
}

// commonWalks returns the kernel that counts the common walks of the given length.
func commonWalks(length int) kernels.Kernel[structured.Graph] {
	return structured.CommonWalks{Length: length}
}

// graphPicture shows the vertices on a circle, each with its number and label.
func graphPicture(g structured.Graph) ascii.Map {
	m := ascii.Map{X: ascii.RangeOf(-1.6, 1.9), Y: ascii.RangeOf(-1.3, 1.3), WithoutAxes: true}
	position := func(v int) ascii.Point {
		t := 2 * math.Pi * (float64(v) + 0.5) / float64(len(g.Labels))
		return ascii.Point{X: math.Cos(t), Y: math.Sin(t)}
	}
	for _, e := range g.Edges {
		m.Curves = append(m.Curves,
			ascii.CurveLine{Points: []ascii.Point{position(e[0]), position(e[1])}, Ink: ascii.Dim,
				Name: fmt.Sprintf("The edge from %d to %d", e[0]+1, e[1]+1)})
	}
	for v, label := range g.Labels {
		p := position(v)
		m.Marks = append(m.Marks,
			ascii.Mark{X: p.X, Y: p.Y, Label: strconv.Itoa(v+1) + ": " + label, Ink: ascii.Symbol1})
	}
	return m
}

// productTable lists the vertices of the product of two graphs with their neighbours. Each row
// has two vertices.
func productTable(g, h structured.Graph) ascii.Table {
	product, pairs := structured.Product(g, h)
	table := ascii.Table{
		Columns: []ascii.Column{{Title: "vertex"}, {Title: "next to it"}, {Title: "vertex"}, {Title: "next to it"}},
	}
	rows := (len(pairs) + 1) / 2
	for i := range rows {
		row := vertexCells(product, pairs, i)
		if i+rows < len(pairs) {
			row = append(row, vertexCells(product, pairs, i+rows)...)
		}
		table.Add(row...)
	}
	return table
}

// vertexCells returns a vertex of the product with its label, and its neighbours.
func vertexCells(product structured.Graph, pairs [][2]int, i int) []ascii.Line {
	name := func(v int) string { return fmt.Sprintf("(%d,%d)", pairs[v][0]+1, pairs[v][1]+1) }
	var names []string
	for _, e := range product.Edges {
		switch i {
		case e[0]:
			names = append(names, name(e[1]))
		case e[1]:
			names = append(names, name(e[0]))
		}
	}
	neighbours := ascii.Plain(strings.Join(names, " "))
	if len(names) == 0 {
		neighbours = ascii.Inked("none", ascii.Dim)
	}
	return []ascii.Line{{{Text: name(i) + " ", Ink: ascii.Text}, {Text: product.Labels[i], Ink: ascii.Symbol1}},
		neighbours}
}

// featureQuestion asks for φ(A) of a subset A of {1, …, n}. The variables a1, a2, … say whether 1,
// 2, … are in A. The judge compares φ(A)·φ(B) with k(A, B) for all pairs of subsets.
func (t subsetTask) featureQuestion(canonical string) worksheets.LessonTask {
	j := worksheets.ExprJudge(t.scope, canonical, func(ctx context.Context, text string) answer.Result {
		return answer.ParseAndJudge(ctx, text, t.scope, t.judge)
	})
	j.Name = "subset-features"
	return worksheets.LessonTask{Scene: t.scene, Judges: worksheets.Judges{t.field: j}}
}

// subsetTask asks for the features of a kernel on the subsets of {1, …, n}, in the answer field
// named field.
type subsetTask struct {
	field  string
	kernel kernels.Kernel[structured.Set]
	n      int
	scope  answer.Scope
}

func newSubsetTask(field string, kernel kernels.Kernel[structured.Set], n int) subsetTask {
	t := subsetTask{field: field, kernel: kernel, n: n}
	for i := range n {
		t.scope.Vars = append(t.scope.Vars, "a"+lesson.PointNumber(i))
	}
	t.scope.Bits = t.scope.Vars
	return t
}

// features returns φ(A) for all subsets A, in the order of structured.Subsets.
func (t subsetTask) features(e answer.Expr) ([][]float64, error) {
	all := structured.Subsets(t.n)
	phi := make([][]float64, len(all))
	for _, entry := range e.List() {
		f, err := entry.Compile(t.scope.Vars...)
		if err != nil {
			return nil, err
		}
		for i, a := range all {
			v, err := f.At(t.bits(a)...)
			if err != nil {
				return nil, err
			}
			phi[i] = append(phi[i], v)
		}
	}
	return phi, nil
}

func (t subsetTask) judge(e answer.Expr) answer.Result {
	out := answer.Result{Verdict: exercises.NotEqual, At: -1}
	all := structured.Subsets(t.n)
	phi, err := t.features(e)
	if err != nil {
		out.Verdict, out.Fact = exercises.Undecided, ascii.PlainLines(err.Error())
		return out
	}
	for i, a := range all {
		for j, b := range all[:i+1] {
			got, want := floats.Dot(phi[i], phi[j]), t.kernel.Eval(a, b)
			if !(math.Abs(got-want) <= 1e-9*(1+want)) { // also if got is NaN
				out.Headline = "Not this kernel."
				out.Fact = ascii.Linesf("For A = %s and B = %s, your φ(A)·φ(B) is %s, but %s is %s.", b.String(),
					a.String(), anatomy.Num(got), t.kernel.String(), anatomy.Num(want))
				return out
			}
		}
	}
	return t.judgeExactly(e, out)
}

// judgeExactly compares inner products with the kernel in exact arithmetic. It is called if they
// agree to nine digits.
func (t subsetTask) judgeExactly(e answer.Expr, out answer.Result) answer.Result {
	all := structured.Subsets(t.n)
	assignments := make([]map[string]int64, len(all))
	for i, a := range all {
		assignments[i] = map[string]int64{}
		for j, bit := range t.bits(a) {
			assignments[i][t.scope.Vars[j]] = int64(bit)
		}
	}
	rows, err := answer.ExactRows(e.List(), assignments)
	if err != nil {
		out.Verdict, out.Fact = exercises.Undecided,
			ascii.PlainLines("Yours agrees to nine digits for all pairs of subsets, but that is no proof: "+err.Error()+".")
		return out
	}
	for i, a := range all {
		for j, b := range all[:i+1] {
			if !rows.InnerProductIs(i, j, fraction(t.kernel, a, b)) {
				out.Verdict, out.Headline = exercises.Close, "Not this kernel."
				out.Fact = ascii.Linesf("For A = %s and B = %s, your φ(A)·φ(B) is near %s, but not equal to it.",
					b.String(), a.String(), t.kernel.String())
				return out
			}
		}
	}
	out.Verdict, out.Accepted, out.Headline = exercises.Equal, true, "Proved."
	out.Fact = ascii.Linesf("φ(A)·φ(B) = %s for all %d pairs of subsets.", t.kernel.String(), len(all)*len(all))
	return out
}

// fraction returns k(A, B) as an exact fraction. The denominator of k(A, B) must be between 1
// and 10.
func fraction(k kernels.Kernel[structured.Set], a, b structured.Set) *big.Rat {
	const multiple = 2520 // least common multiple of 1 to 10
	return big.NewRat(int64(math.Round(k.Eval(a, b)*multiple)), multiple)
}

// bits returns the values of a1, …, an for a set.
func (t subsetTask) bits(a structured.Set) []float64 {
	out := make([]float64, t.n)
	for i := range out {
		if a.Has(i) {
			out[i] = 1
		}
	}
	return out
}

// scene shows k(A, B) for all pairs of subsets, and φ(A)·φ(B) for the typed φ.
func (t subsetTask) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	all := structured.Subsets(t.n)
	var largest float64
	for _, a := range all {
		largest = max(largest, t.kernel.Eval(a, a))
	}
	e, err := answer.Parse(ctx, a[t.field], t.scope)
	heatmap := func(title string, entry func(i, j int) float64) exercises.Figure {
		return stage.Main(title,
			ascii.Heatmap{Rows: len(all), Cols: len(all), At: entry, Range: ascii.Range{Max: largest},
				ShowValues: err != nil})
	}
	k := func(i, j int) float64 { return t.kernel.Eval(all[i], all[j]) }
	s := exercises.SceneOf(heatmap(fmt.Sprintf("%s, all %d subsets", t.kernel.String(), len(all)), k))
	s.Notes = ascii.Linesf("Rows and columns: all subsets, from %s, %s and %s to %s.", all[0], all[1], all[2],
		all[len(all)-1])
	if err != nil {
		return s
	}
	phi, err := t.features(e)
	if err != nil {
		return s
	}
	typedKernel, agreeCount := func(i, j int) float64 { return floats.Dot(phi[i], phi[j]) }, 0
	for i := range all {
		for j := range all {
			if math.Abs(typedKernel(i, j)-k(i, j)) < 1e-9 {
				agreeCount++
			}
		}
	}
	s.Figures = append(s.Figures, heatmap("Your φ(A)·φ(B)", typedKernel))
	s.Notes = append(s.Notes,
		ascii.Plainf("The two agree on %d of %d pairs. The darkest colour is 0, and the brightest is %g or more.",
			agreeCount, len(all)*len(all), largest))
	return s
}

// setWitnessQuestion asks for sets and a vector v, typed as "sets | v", such that vᵀKv < 0. They
// show that the similarity is not a kernel. The answer is judged in exact fractions.
func setWitnessQuestion(kernel kernels.Kernel[structured.Set]) worksheets.LessonTask {
	t := setWitnessTask{kernel: kernel}
	j := worksheets.CheckJudge("", t.check)
	j.Name = "set-witness"
	j.Same = func(ctx context.Context, typed, example string) bool {
		a, v, rejection := readSets(ctx, typed)
		b, w, otherRejection := readSets(ctx, example)
		return rejection == nil && otherRejection == nil && fmt.Sprint(a, v) == fmt.Sprint(b, w)
	}
	return worksheets.LessonTask{Scene: t.scene, Judges: worksheets.Judges{"sets": j}}
}

type setWitnessTask struct {
	kernel kernels.Kernel[structured.Set]
}

// maxSets is the maximum number of sets of a witness.
const maxSets = 8

// readSets reads sets of elements 1 to 9, and a number for each set. If the text does not have
// this form, the result says why. Otherwise it is nil.
func readSets(ctx context.Context, text string) ([]structured.Set, []float64, *answer.Result) {
	fail := func(format string, args ...any) *answer.Result {
		return &answer.Result{Verdict: exercises.Unreadable, Fact: ascii.Linesf(format, args...)}
	}
	if strings.TrimSpace(text) == "" {
		return nil, nil, &answer.Result{Verdict: exercises.Empty, At: -1}
	}
	left, right, ok := answer.SplitAtBar(answer.TrimSpaces(text))
	if !ok {
		return nil, nil, fail("Put a bar between the sets and v, as in {1}, {2, 3} | 1, −1.")
	}
	elementLists, rejection := answer.ReadSets(left, answer.SetTask{Max: 9, Noun: "element"})
	if rejection != nil {
		return nil, nil, new(rejection.SurroundedBy("", "|"+right))
	}
	if len(elementLists) > maxSets {
		return nil, nil, fail("Write at most %d sets.", maxSets)
	}
	var sets []structured.Set
	for _, elements := range elementLists {
		var s structured.Set
		for _, e := range elements {
			s |= structured.SetOf(e - 1)
		}
		sets = append(sets, s)
	}
	v, rejection := answer.ParseNumbers(ctx, right, len(sets))
	if rejection != nil {
		rejection = new(rejection.SurroundedBy(left+"|", ""))
	}
	return sets, v, rejection
}

func (t setWitnessTask) check(ctx context.Context, text string) answer.Result {
	sets, v, rejection := readSets(ctx, text)
	if rejection != nil {
		return *rejection
	}
	sum := new(big.Rat)
	for i, a := range sets {
		for j, b := range sets {
			sum.Add(sum, new(big.Rat).Mul(fraction(t.kernel, a, b),
				new(big.Rat).Mul(new(big.Rat).SetFloat64(v[i]), new(big.Rat).SetFloat64(v[j]))))
		}
	}
	value, _ := sum.Float64()
	out := answer.Result{Verdict: exercises.NotEqual, At: -1, Reading: witnessText(sets, v)}
	switch sum.Sign() {
	case -1:
		out.Verdict, out.Accepted, out.Headline = exercises.Equal, true, "A witness."
		out.Fact = ascii.Linesf("vᵀKv = %s < 0 for these sets: no kernel can give that.", anatomy.Num(value))
	case 1:
		out.Fact = ascii.Linesf("vᵀKv = %s for these sets, and this is not negative.", anatomy.Num(value))
	default:
		out.Fact = ascii.PlainLines("vᵀKv is 0 for these sets, but it has to be negative.")
	}
	return out
}

func witnessText(sets []structured.Set, v []float64) string {
	var left, right []string
	for i, s := range sets {
		left, right = append(left, s.String()), append(right, anatomy.Num(v[i]))
	}
	return strings.Join(left, ", ") + " | " + strings.Join(right, ", ")
}

// scene shows the Gram matrix K of the typed sets, and v next to it. Until the answer is
// readable, it shows K of {1}, {2} and {3}.
func (t setWitnessTask) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	sets, v, rejection := readSets(ctx, a["sets"])
	if rejection != nil {
		sets, v = []structured.Set{1, 2, 4}, nil
	}
	table := ascii.Table{Columns: []ascii.Column{{Width: 12}}}
	for _, s := range sets {
		table.Columns = append(table.Columns,
			ascii.Column{Title: s.String(), Right: true, Width: max(7, ascii.Width(s.String())+1)})
	}
	if v != nil {
		table.Columns = append(table.Columns, ascii.Column{Title: "v", Right: true, Width: 6})
	}
	for i, s := range sets {
		row := []ascii.Line{ascii.Inked(s.String(), ascii.Dim)}
		for _, b := range sets {
			row = append(row, ascii.Plain(anatomy.Digits(t.kernel.Eval(s, b), 3)))
		}
		if v != nil {
			row = append(row, ascii.Inked(anatomy.Num(v[i]), ascii.Symbol1))
		}
		table.Add(row...)
	}
	return exercises.SceneOf(stage.Table("K, entries "+t.kernel.String(), table))
}
