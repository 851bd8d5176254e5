package lessons

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/kernels/structured"
	"kernellab/solvers"
)

// stringC is the C of every machine on strings.
const stringC = 10

// stringMachine is a support vector machine on strings: f(s) = Σ αᵢyᵢk(xᵢ, s) + b.
type stringMachine struct {
	texts  dataset.Texts
	kernel kernels.Kernel[string]
	gram   *mat.SymDense
	solvers.Solution
}

// newStringMachine learns from the Gram matrix alone.
func newStringMachine(ctx context.Context, t dataset.Texts, k kernels.Kernel[string]) (stringMachine, error) {
	m := stringMachine{texts: t, kernel: k}
	var x []string
	var y []float64
	for _, one := range t.Train {
		x, y = append(x, one.Letters), append(y, one.Label)
	}
	m.gram = kernels.Gram(k, x)
	var err error
	m.Solution, err = solvers.SolveSVM(ctx, solvers.NewDense(m.gram), y, solvers.Options{C: stringC, MaxIter: 20_000})
	return m, err
}

// at is f(s).
func (m stringMachine) at(s string) float64 {
	f := m.Bias
	for i, one := range m.texts.Train {
		if m.Alpha[i] > 0 {
			f += m.Alpha[i] * one.Label * m.kernel.Eval(one.Letters, s)
		}
	}
	return f
}

// errors counts those of the held out ones on the wrong side.
func (m stringMachine) errors() int {
	n := 0
	for _, one := range m.texts.Held {
		if m.at(one.Letters)*one.Label <= 0 {
			n++
		}
	}
	return n
}

// trainingErrors counts those it was trained on, whose kernels are in the Gram matrix.
func (m stringMachine) trainingErrors() int {
	n := 0
	for j, one := range m.texts.Train {
		f := m.Bias
		for i, other := range m.texts.Train {
			f += m.Alpha[i] * other.Label * m.gram.At(i, j)
		}
		if f*one.Label <= 0 {
			n++
		}
	}
	return n
}

// heaviest are the training strings with the largest α of a class.
func (m stringMachine) heaviest(n int, label float64) ascii.Table {
	order := make([]int, 0, len(m.texts.Train))
	for i, one := range m.texts.Train {
		if one.Label == label && m.Alpha[i] > 0 {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(m.Alpha[j], m.Alpha[i]) })
	ink := ascii.MarkPos
	if label < 0 {
		ink = ascii.MarkNeg
	}
	table := ascii.Table{Columns: []ascii.Column{{Title: "largest α first"}, {Title: "α", Right: true}}}
	for _, i := range order[:min(n, len(order))] {
		table.Rows = append(table.Rows, []ascii.Line{ascii.Inked(m.texts.Train[i].Letters, ink), ascii.Plain(anatomy.Digits(m.Alpha[i], 3))})
	}
	return table
}

// stringStage is a machine for either set, with its kernel on controls.
type stringStage [2]dataset.Texts

func (s stringStage) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	set := stage.ChoiceControl("strings", "strings", a, "families", exercises.Choice{Value: "families", Label: "two families"}, exercises.Choice{Value: "languages", Label: "English and Italian"})
	count := stage.ChoiceControl("counted", "substrings of", a, "1", exercises.Choice{Value: "1", Label: "one letter"}, exercises.Choice{Value: "2", Label: "two"}, exercises.Choice{Value: "3", Label: "three"}, exercises.Choice{Value: "all", Label: "any length"})
	how := stage.ChoiceControl("scaled", "entries", a, "raw", exercises.Choice{Value: "raw", Label: "k(x, z)"}, exercises.Choice{Value: "normalised", Label: "normalised"})
	scene := exercises.Scene{Controls: []exercises.Control{set, count, how}}
	texts := s[0]
	if set.Value == "languages" {
		texts = s[1]
	}
	var k kernels.Kernel[string] = structured.Substrings{}
	if count.Value != "all" {
		k = structured.Spectrum{P: int(count.Value[0] - '0')}
	}
	if how.Value == "normalised" {
		k = structured.Normalised[string]{Kernel: k}
	}
	m, err := newStringMachine(ctx, inClasses(texts), k)
	if err != nil || ctx.Err() != nil {
		return scene
	}
	scene.Figures = []exercises.Figure{
		stage.Main(fmt.Sprintf("K of %d strings, all that the machine sees", len(texts.Train)), m.heat()),
		stage.Table(fmt.Sprintf("SVM, C = %d", stringC), m.standing()),
	}
	return scene
}

// inClasses has the training strings in the order of their classes.
func inClasses(t dataset.Texts) dataset.Texts {
	t.Train = slices.Clone(t.Train)
	slices.SortStableFunc(t.Train, func(a, b dataset.Text) int { return cmp.Compare(b.Label, a.Label) })
	return t
}

func (m stringMachine) heat() ascii.Heatmap {
	n := len(m.texts.Train)
	classes := make([]int, n)
	for i, one := range m.texts.Train {
		classes[i] = int(one.Label)
	}
	return ascii.Heatmap{Rows: n, Cols: n, At: m.gram.At, Bar: true, RowClass: classes, ColClass: classes}
}

func (m stringMachine) standing() ascii.Table {
	support := 0
	for _, a := range m.Alpha {
		if a > 0 {
			support++
		}
	}
	row := func(name string, n, of int) []ascii.Line {
		return []ascii.Line{ascii.Inked(name, ascii.Dim), ascii.Plainf("%d of %d", n, of)}
	}
	return ascii.Table{Columns: []ascii.Column{{Title: ""}, {Title: "", Right: true}}, Rows: [][]ascii.Line{
		row("wrong, of those it was trained on", m.trainingErrors(), len(m.texts.Train)),
		row("wrong, of those held out", m.errors(), len(m.texts.Held)),
		row("strings with α > 0", support, len(m.texts.Train)),
	}}
}
