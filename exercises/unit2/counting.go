// Package unit2 contains unit 2, “Counting features”: its worksheets, and Go code for the exercises
// that need it.
//
// The package does not know other units, the terminal or screens.
package unit2

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

//go:embed *.md
var files embed.FS

// Unit returns the worksheets of the unit, and the lessons by exercise ID.
func Unit() worksheets.Source {
	return worksheets.Source{Worksheets: files, Lessons: map[string]worksheets.Lesson{
		"2.1": starsAndBars,
		"2.2": everyProduct,
	}}
}

// starsAndBars builds exercise 2.1: rows of stars and bars, and the monomials that they represent.
func starsAndBars(worksheets.Brief) worksheets.Parts {
	return worksheets.Parts{Tasks: worksheets.Tasks{
		"stars": {Scene: starsScene(3)}, "formula": {Scene: starsScene(5)},
	}}
}

// starsScene shows p stars with d bars between them, and the monomial of the row. A
// slider goes through all rows, and begins at the fifth.
func starsScene(most float64) worksheets.SceneFunc {
	return func(_ context.Context, a exercises.Answers) exercises.Scene {
		d, degree := stage.Slider("d", "d", 1, 4, 1, a, "3"), stage.Slider("p", "p", 1, most, 1, a, "2")
		rows := starRows(int(d.Number()), int(degree.Number()))
		at := stage.Slider("row", "row", 1, float64(len(rows)), 1, a, "5")
		at.Value = exercises.FormatNumber(at.Number()) // the row may no longer exist
		return exercises.Scene{
			Figures: []exercises.Figure{
				stage.Main("A row of stars and bars",
					ascii.TextBlock{Lines: starLines(rows, int(at.Number())-1), Wrap: true}),
			},
			Controls: []exercises.Control{at, d, degree},
		}
	}
}

// starRows returns the exponents (of x₀, x₁, …, x_d) of every monomial of degree
// exactly p, by falling exponent of x₀, so the constant comes first.
func starRows(d, p int) [][]int {
	if d == 0 {
		return [][]int{{p}}
	}
	var out [][]int
	for first := p; first >= 0; first-- {
		for _, rest := range starRows(d-1, p-first) {
			out = append(out, append([]int{first}, rest...))
		}
	}
	return out
}

// starLines shows row k with its exponents, and the monomials so far.
func starLines(rows [][]int, k int) []ascii.Line {
	powers := rows[k]
	var row, below ascii.Line
	for i, n := range powers {
		if i > 0 {
			row = append(row, ascii.Span{Text: "|", Ink: ascii.Symbol2})
			below = append(below, ascii.Span{Text: " ", Ink: ascii.Text})
		}
		row = append(row, ascii.Span{Text: fmt.Sprintf(" %-10s", strings.Repeat("* ", n)), Ink: ascii.Symbol1})
		below = append(below, ascii.Span{Text: fmt.Sprintf(" %-10s", "x"+anatomy.Sub(i)), Ink: ascii.Dim})
	}
	out := []ascii.Line{
		row, below, nil, meaning(powers), nil,
		ascii.Inked("so far: "+ascii.Count(k+1, "row"), ascii.Dim),
	}
	return append(out, monomialsByDegree(rows[:k+1])...)
}

// meaning returns the monomial of a row, with and without x₀.
func meaning(powers []int) ascii.Line {
	bare := ascii.Span{Text: monomial(powers[1:], 1), Ink: ascii.Strong}
	if powers[0] == 0 {
		return ascii.Line{bare}
	}
	return ascii.Line{{Text: monomial(powers, 0), Ink: ascii.Text}, {Text: " = ", Ink: ascii.Dim}, bare,
		{Text: "     since x₀ = 1", Ink: ascii.Dim}}
}

// monomialsByDegree lists the monomials of rows without x₀, a line for each degree.
func monomialsByDegree(rows [][]int) []ascii.Line {
	p := rows[0][0] // the first row is the constant
	found := make([][]string, p+1)
	for _, powers := range rows {
		found[p-powers[0]] = append(found[p-powers[0]], monomial(powers[1:], 1))
	}
	var out []ascii.Line
	for degree, list := range found {
		if len(list) > 0 {
			head := fmt.Sprintf("degree %d, %d of them: ", degree, len(list))
			out = append(out,
				ascii.Line{{Text: head, Ink: ascii.Dim}, {Text: strings.Join(list, ", "), Ink: ascii.Text}})
		}
	}
	return out
}

// monomial formats exponents of x. The first exponent belongs to the index firstIndex.
func monomial(powers []int, firstIndex int) string {
	var factors []string
	for i, n := range powers {
		switch {
		case n == 1:
			factors = append(factors, "x"+anatomy.Sub(i+firstIndex))
		case n > 1:
			factors = append(factors, "x"+anatomy.Sub(i+firstIndex)+ascii.Superscript(n))
		}
	}
	if len(factors) == 0 {
		return "1"
	}
	return strings.Join(factors, "")
}

// digitSide is the side of the picture of a digit.
const digitSide = dataset.DigitSide

// digitsShown is the number of pictures to choose from.
const digitsShown = 20

// everyProduct builds exercise 2.2: one of the pictures of the set digits, with two chosen pixels
// and their product. The seed chooses the first picture, a zero, whose stroke passes through both.
func everyProduct(b worksheets.Brief) worksheets.Parts {
	set := dataset.MustBuiltin("digits")
	first := strconv.Itoa(2 + 2*int(b.Seed%(digitsShown/2))) // zeros are the even ones, counted from 1
	return worksheets.Parts{Tasks: worksheets.Tasks{"digits": {Scene: func(_ context.Context,
		a exercises.Answers) exercises.Scene {
		choice := stage.Slider("picture", "picture", 1, digitsShown, 1, a, first)
		shown := picture(set.Point(int(choice.Number()) - 1))
		one, other := newPixel(a, "first", "1", "14", "8"), newPixel(a, "second", "2", "18", "20")
		return exercises.Scene{
			Controls: slices.Concat([]exercises.Control{choice}, one.controls, other.controls),
			Figures: []exercises.Figure{stage.Main(shown.product(one.index, other.index), ascii.Heatmap{
				Rows: digitSide, Cols: digitSide, Range: ascii.RangeOf(0, 1.6),
				At: func(r, c int) float64 {
					if i := r*digitSide + c; i != one.index && i != other.index {
						return shown[i]
					}
					return 1.6
				},
			})},
		}
	}}}}
}

// picture holds the pixels of a digit, row by row.
type picture []float64

// product describes the feature made of two pixels, counting pixels from 1.
func (p picture) product(i, j int) string {
	i, j = min(i, j), max(i, j)
	if i == j {
		return fmt.Sprintf("x%s² = %s, a square", anatomy.Sub(i+1), anatomy.Digits(p[i]*p[i], 2))
	}
	return fmt.Sprintf("x%s · x%s = %s · %s = %s, a mixed feature", anatomy.Sub(i+1), anatomy.Sub(j+1),
		anatomy.Digits(p[i], 2), anatomy.Digits(p[j], 2), anatomy.Digits(p[i]*p[j], 2))
}

// pixel is an index into the picture, row by row from 0, with the two sliders that
// choose it.
type pixel struct {
	index    int
	controls []exercises.Control
}

func newPixel(a exercises.Answers, name, number, row, column string) pixel {
	r := stage.Slider(name+"row", "row "+number, 1, digitSide, 1, a, row)
	c := stage.Slider(name+"column", "column "+number, 1, digitSide, 1, a, column)
	return pixel{(int(r.Number())-1)*digitSide + int(c.Number()) - 1, []exercises.Control{r, c}}
}
