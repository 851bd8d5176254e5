package unit9

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/kernels/structured"
	"kernellab/solvers"
)

// stringKernels builds the Go part of exercise 9.4: a kernel on strings, the table from
// which it is computed, and a machine that sees the strings only through this kernel. A scene is
// what a task shows next to its text.
func stringKernels(input worksheets.LessonInput) worksheets.LessonOutput {
	r := lesson.Rand(input.Seed, 94)
	families, motifs := dataset.Families(80, input.Seed)
	machine := lesson.Must(
		newStringMachine(context.Background(), families,
			structured.Normalised[string]{Kernel: structured.Substrings{}}),
	)
	ownString := newOwnStringTask(machine, motifs[1])
	longRandom := longStrings{input.Seed}
	vars := worksheets.Vars{
		"wrong": machine.heldOutErrors(), "held": len(families.HeldOut), "train": len(families.Train),
		"goal": anatomy.Num(ownString.goal), "ownRight": ownString.reference, "motifA": motifs[0], "motifB": motifs[1],
		"ownBegin": motifs[1][:4], "ownValue": anatomy.Num(machine.score(ownString.reference)),
	}
	maps.Copy(vars, stringVars(r))
	return worksheets.LessonOutput{
		Vars: vars,
		Tasks: worksheets.Tasks{
			"watch": {Scene: newSuffixTable("aardvark", vars.Text("other")).scene()},
			"table": {Follows: worksheets.Follows{"total": isSumOf("total",
				vars["total"].(float64)-float64(vars["lastRow"].(int)), "c1", "c2", "c3", "c4")}},
			"long":    {Scene: longRandom.scene},
			"machine": {Scene: stringSets{families, dataset.Languages()}.scene},
			"own":     {Scene: ownString.scene, Judges: worksheets.Judges{"own": ownString.judge()}},
		},
	}
}

// stringVars returns the variables of the worksheet: words that depend on the seed, and the answers
// to the questions about them.
func stringVars(r *rand.Rand) worksheets.Vars {
	out, substrings := worksheets.Vars{}, structured.Substrings{}
	// example is a word and a part that occurs in it more than once.
	example := [][2]string{{"banana", "ana"}, {"mississippi", "issi"}, {"entente", "ente"},
		{"alfalfa", "alfa"}}[r.IntN(4)]
	out["word"], out["part"] = example[0], example[1]
	out["often"] = structured.Occurrences(example[0])[example[1]]
	last := strings.LastIndex(example[0], example[1])
	out["firstPlace"] = strings.Replace(example[0], example[1], "["+example[1]+"]", 1)
	out["lastPlace"] = example[0][:last] + "[" + example[1] + "]" + example[0][last+len(example[1]):]
	out["apart"] = strings.Count(example[0], example[1]) // without overlap
	out["letters"], out["partLetters"] = len(example[0]), len(example[1])

	pair := [][2]string{{"tart", "art"}, {"rare", "area"}, {"onion", "noon"}, {"pepper", "pep"}}[r.IntN(4)]
	out["x"], out["z"] = pair[0], pair[1]
	out["k"] = substrings.Eval(pair[0], pair[1])
	out["longest"], out["distinct"] = longestCommon(pair[0], pair[1]), len(commonSubstrings(pair[0], pair[1]))

	oneLetter := structured.Spectrum{P: 1}
	out["singles"], out["allPairs"] = oneLetter.Eval(pair[0], pair[1]), len(pair[0])*len(pair[1])
	out["kxx"] = substrings.Eval(pair[0], pair[0])
	out["kzz"] = substrings.Eval(pair[1], pair[1])
	commonLetters := commonSubstrings(pair[0], pair[1])
	maps.DeleteFunc(commonLetters, func(s string, _ int) bool { return len(s) > 1 })
	out["commonLetters"] = len(commonLetters)

	maps.Copy(out, tableVars("pqp", []string{"qpqp", "pqqp", "qppq"}[r.IntN(3)]))

	other := []string{"bazaar", "larva", "guava", "karaoke"}[r.IntN(4)]
	const long = "aardvark"
	out["other"] = other
	out["pairs"], out["sum"] = structured.Spectrum{P: 2}.Eval(long, other), substrings.Eval(long, other)
	out["otherSingles"], out["threes"] = oneLetter.Eval(long, other), structured.Spectrum{P: 3}.Eval(long, other)
	out["otherLetters"] = len(other)
	out["peak"] = longestCommon(long, other)
	out["xx"], out["zz"] = substrings.Eval(long, long), substrings.Eval(other, other)
	cosine := structured.Normalised[string]{Kernel: substrings}.Eval(long, other)
	out["cosine"], out["angle"] = anatomy.Plain(cosine, 6), math.Acos(cosine)*180/math.Pi
	return out
}

// tableVars returns the cells of the table that the student fills in for two strings, and their sum.
// It also returns the results of known mistakes.
func tableVars(rows, columns string) worksheets.Vars {
	out := worksheets.Vars{"rows": rows, "columns": columns,
		"total": structured.Substrings{}.Eval(rows, columns)}
	for j, letter := range columns {
		out[fmt.Sprintf("z%d", j+1)] = string(letter)
	}
	largest, rowSum, matches := 0, 0, 0
	for i, row := range structured.SuffixTable(rows, columns) {
		rowSum = 0
		for j, v := range row {
			out[fmt.Sprintf("t%d%d", i+1, j+1)], out[fmt.Sprintf("e%d%d", i+1, j+1)] = v, min(v, 1)
			largest, rowSum, matches = max(largest, v), rowSum+v, matches+min(v, 1)
		}
	}
	out["matches"] = matches
	out["largest"], out["lastRow"] = largest, rowSum
	return out
}

// isSumOf returns a function that reports whether the number in the field named total is the sum of
// base and the numbers in the fields named in parts.
func isSumOf(total string, base float64, parts ...string) func(context.Context, exercises.Answers) bool {
	return func(ctx context.Context, a exercises.Answers) bool {
		sum := base
		for _, name := range parts {
			v, problem := answer.ParseNumbers(ctx, a[name], 0)
			if problem != nil {
				return false
			}
			sum += floats.Sum(v)
		}
		return math.Abs(sum-lesson.TypedNumber(ctx, a, total)) < 1e-9
	}
}

// longestCommon returns the length of the longest common substring.
func longestCommon(x, z string) int {
	return slices.Max(slices.Concat(structured.SuffixTable(x, z)...))
}

// commonSubstrings returns the common substrings of two strings, and how often each occurs in x.
func commonSubstrings(x, z string) map[string]int {
	out := structured.Occurrences(x)
	maps.DeleteFunc(out, func(s string, _ int) bool { return !strings.Contains(z, s) })
	return out
}

// longStrings shows the Gram matrix of random strings over four letters. A slider sets their length.
type longStrings struct{ seed uint64 }

// scene shows the Gram matrix of the strings, raw or normalised. Its title gives the mean of the
// normalised entries off the diagonal.
func (l longStrings) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	length := stage.Slider("length", "length n", 5, 160, 5, a, "5")
	form := normalisationControl("how", a)
	scene := exercises.Scene{Controls: []exercises.Control{length, form}}
	r := lesson.Rand(l.seed, 940)
	const n = 14
	x := make([]string, n)
	for i := range x {
		x[i] = dataset.Letters(r, int(length.Number()))
	}
	g := kernels.Gram[string](structured.Substrings{}, x)
	if ctx.Err() != nil {
		return scene
	}
	cosines := structured.NormalisedGram(g)
	if form.Value == "normalised" {
		g = cosines
	}
	scene.Figures = []exercises.Figure{
		stage.Main(fmt.Sprintf("%d random strings; normalised: %s on average", n,
			anatomy.Digits(meanOffDiagonal(cosines), 2)),
			ascii.Heatmap{Rows: n, Cols: n, At: g.At, Range: ascii.RangeOf(0, mat.Max(g)), ShowValues: true}),
	}
	return scene
}

// normalisationControl returns the choice between a kernel and its normalised form.
func normalisationControl(name string, a exercises.Answers) exercises.Control {
	return stage.ChoiceControl(name, "entries", a, "raw",
		exercises.LabelledChoices("raw", "k(x, z)", "normalised", "normalised")...)
}

// meanOffDiagonal returns the mean of the entries off the diagonal.
func meanOffDiagonal(g *mat.SymDense) float64 {
	n := g.SymmetricDim()
	return (mat.Sum(g) - mat.Trace(g)) / float64(n*(n-1))
}

// stringC is the C of every machine on strings.
const stringC = 10

// stringMachine is a support vector machine on strings: f(s) = Σ αᵢyᵢk(xᵢ, s) + b.
type stringMachine struct {
	texts  dataset.Texts
	kernel kernels.Kernel[string]
	gram   *mat.SymDense
	solvers.Solution
}

// newStringMachine trains a machine. Training uses only the Gram matrix and the labels.
func newStringMachine(ctx context.Context, t dataset.Texts, k kernels.Kernel[string]) (stringMachine, error) {
	m := stringMachine{texts: t, kernel: k}
	var x []string
	var y []float64
	for _, text := range t.Train {
		x, y = append(x, text.Letters), append(y, text.Label)
	}
	m.gram = kernels.Gram(k, x)
	var err error
	m.Solution, err = solvers.SolveSVM(ctx, solvers.NewDense(m.gram), y, solvers.Options{C: stringC, MaxIter: 20_000})
	return m, err
}

// score returns the decision value f(s).
func (m stringMachine) score(s string) float64 {
	f := m.Bias
	for i, text := range m.texts.Train {
		if m.Alpha[i] > 0 {
			f += m.Alpha[i] * text.Label * m.kernel.Eval(text.Letters, s)
		}
	}
	return f
}

// heldOutErrors returns the number of held-out strings on the wrong side.
func (m stringMachine) heldOutErrors() int {
	return countWrong(m.texts.HeldOut, func(i int) float64 { return m.score(m.texts.HeldOut[i].Letters) })
}

// trainingErrors returns the number of training strings on the wrong side.
func (m stringMachine) trainingErrors() int {
	return countWrong(m.texts.Train, func(i int) float64 { return m.Scores[i] + m.Bias })
}

// countWrong returns the number of strings on the wrong side of f.
func countWrong(texts []dataset.Text, f func(i int) float64) (n int) {
	for i, text := range texts {
		if f(i)*text.Label <= 0 {
			n++
		}
	}
	return n
}

// heaviestTable shows the n training strings of a class with the largest α.
func (m stringMachine) heaviestTable(n int, label float64) ascii.Table {
	order := make([]int, 0, len(m.texts.Train))
	for i, text := range m.texts.Train {
		if text.Label == label && m.Alpha[i] > 0 {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(m.Alpha[j], m.Alpha[i]) })
	ink := ascii.MarkPos
	if label < 0 {
		ink = ascii.MarkNeg
	}
	table := ascii.Table{Columns: ascii.Columns("largest α first", "α")}
	for _, i := range order[:min(n, len(order))] {
		table.Add(ascii.Inked(m.texts.Train[i].Letters, ink), ascii.Plain(anatomy.Digits(m.Alpha[i], 3)))
	}
	return table
}

// stringSets are the two sets of strings of the scene that shows a support vector machine. Controls
// choose the set and the kernel.
type stringSets [2]dataset.Texts

func (s stringSets) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	set := stage.ChoiceControl("strings", "strings", a, "families",
		exercises.LabelledChoices("families", "two families", "languages", "English, Italian")...)
	substringLength := stage.ChoiceControl("counted", "substrings", a, "1",
		exercises.LabelledChoices("1", "one letter", "2", "two", "3", "three", "all", "any length")...)
	form := normalisationControl("scaled", a)
	scene := exercises.Scene{Controls: []exercises.Control{set, substringLength, form}}
	texts := s[0]
	if set.Value == "languages" {
		texts = s[1]
	}
	var k kernels.Kernel[string] = structured.Substrings{}
	if substringLength.Value != "all" {
		k = structured.Spectrum{P: int(substringLength.Value[0] - '0')}
	}
	if form.Value == "normalised" {
		k = structured.Normalised[string]{Kernel: k}
	}
	m, err := newStringMachine(ctx, sortedByClass(texts), k)
	if err != nil || ctx.Err() != nil {
		return scene
	}
	scene.Figures = []exercises.Figure{
		stage.Main(fmt.Sprintf("K of %d strings: the machine sees nothing else", len(texts.Train)), m.gramHeatmap()),
		stage.Table(fmt.Sprintf("SVM, C = %d", stringC), m.resultsTable()),
	}
	return scene
}

// sortedByClass sorts the training strings by class.
func sortedByClass(t dataset.Texts) dataset.Texts {
	t.Train = slices.Clone(t.Train)
	slices.SortStableFunc(t.Train, func(a, b dataset.Text) int { return cmp.Compare(b.Label, a.Label) })
	return t
}

// gramHeatmap shows K. Its colours span the range of the entries off the diagonal.
func (m stringMachine) gramHeatmap() ascii.Heatmap {
	n := len(m.texts.Train)
	classes := make([]int, n)
	for i, text := range m.texts.Train {
		classes[i] = int(text.Label)
	}
	scale := ascii.RangeOf(m.gram.At(0, 1))
	for i := range n {
		for j := range i {
			scale = scale.With(m.gram.At(i, j))
		}
	}
	return ascii.Heatmap{Rows: n, Cols: n, At: m.gram.At, Range: scale, ShowValues: true,
		RowClass: classes, ColClass: classes}
}

func (m stringMachine) resultsTable() ascii.Table {
	row := func(name string, n, total int) []ascii.Line {
		return []ascii.Line{ascii.Inked(name, ascii.Dim), ascii.Plainf("%d of %d", n, total)}
	}
	return ascii.Table{Columns: ascii.Columns("", ""), Rows: [][]ascii.Line{
		row("training strings that are wrong", m.trainingErrors(), len(m.texts.Train)),
		row("held-out strings that are wrong", m.heldOutErrors(), len(m.texts.HeldOut)),
		row("strings with α > 0", m.SupportCount(), len(m.texts.Train)),
	}}
}

// ownStringTask asks the student for a string s with f(s) ≤ goal < 0, far on the side of class −1,
// and judges the answer by evaluating f.
type ownStringTask struct {
	machine   stringMachine
	goal      float64 // maximum of f for an accepted string
	reference string
}

// The minimum and maximum length of the student's string.
const minOwnLength, maxOwnLength = 6, 12

// newOwnStringTask sets the goal to three quarters of f at the reference. The reference is the motif
// of the family, or the motif repeated up to the maximum length if f is smaller there.
func newOwnStringTask(m stringMachine, motif string) ownStringTask {
	o := ownStringTask{machine: m, reference: motif}
	if longer := (motif + motif)[:maxOwnLength]; m.score(longer) < m.score(motif) {
		o.reference = longer
	}
	o.goal = math.Ceil(10*0.75*m.score(o.reference)) / 10
	return o
}

// judge returns a judge that evaluates the machine at the typed string.
func (o ownStringTask) judge() worksheets.Judge {
	return worksheets.Judge{
		Check: o.check, Echo: o.echo, Reference: o.reference,
		Same: func(_ context.Context, typed, example string) bool {
			return upperLetters(typed) == upperLetters(example)
		},
	}
}

func upperLetters(text string) string {
	return strings.ToUpper(strings.Trim(answer.TrimSpaces(text), " \t\"'“”"))
}

// echo returns what is shown below the field while the student types: the string as it was read, or
// what is wrong with it.
func (ownStringTask) echo(ctx context.Context, text string) exercises.Echo {
	s := upperLetters(text)
	if s == "" {
		return answer.EchoOf(ctx, text, answer.Scope{})
	}
	if problem, at := stringProblem(s); problem != "" {
		return exercises.Echo{Problem: problem, At: at}
	}
	return exercises.Echo{Reading: s, At: -1}
}

// stringProblem says what is wrong with a text that has other letters than A, C, G and T or is longer
// than maxOwnLength, and at which position. For all other texts, problem is "".
func stringProblem(s string) (problem string, position int) {
	for i, r := range []rune(s) {
		if !strings.ContainsRune("ACGT", r) {
			return "The letters are A, C, G and T.", i
		}
	}
	if len(s) > maxOwnLength {
		return fmt.Sprintf("Write at most %d letters.", maxOwnLength), maxOwnLength
	}
	return "", -1
}

func (o ownStringTask) check(_ context.Context, text string) answer.Result {
	s := upperLetters(text)
	if s == "" {
		return answer.Result{Verdict: exercises.Empty, At: -1}
	}
	if problem, at := stringProblem(s); problem != "" {
		return answer.Result{Verdict: exercises.Unreadable, At: min(at, len([]rune(text))),
			Fact: ascii.PlainLines(problem)}
	}
	if len(s) < minOwnLength {
		return answer.Result{Verdict: exercises.NotEqual, Headline: "Too short.", Reading: s, At: -1,
			Fact: ascii.Linesf("Write at least %d letters.", minOwnLength)}
	}
	f := o.machine.score(s)
	r := answer.Result{
		Verdict: exercises.NotEqual, Headline: "Not far enough.", Reading: s, At: -1,
		Fact: ascii.Linesf("f(%s) = %s, and at most %s is asked for.", s, anatomy.Num(f), anatomy.Num(o.goal)),
	}
	switch {
	case f <= o.goal:
		r.Verdict, r.Accepted, r.Headline = exercises.Equal, true, "The machine puts it clearly in family B."
	case f > 0:
		r.Headline = "The machine puts it in family A."
	}
	return r
}

// scene shows the strings with the largest weights, and f of the typed string.
func (o ownStringTask) scene(_ context.Context, a exercises.Answers) exercises.Scene {
	s := exercises.Scene{Figures: []exercises.Figure{
		stage.Main("Family B, heaviest strings", o.machine.heaviestTable(9, -1)),
		stage.SideFigure("Family A, heaviest strings", o.machine.heaviestTable(9, 1)),
	}}
	typed := upperLetters(a["own"])
	if problem, _ := stringProblem(typed); typed != "" && problem == "" {
		s.Notes = ascii.Linesf("f(%s) = %s", typed, anatomy.Num(o.machine.score(typed)))
	}
	return s
}
