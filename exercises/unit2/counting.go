// Package unit2 contains unit 2, “Counting features”: its worksheets, and Go code for the exercises
// that need it.
//
// A worksheet is the Markdown file of an exercise. A lesson is the Go part of an exercise: it draws
// random numbers for the worksheet, and adds scenes and judges of answers. A scene is the figures,
// controls and notes that a task shows next to its text.
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

// Unit returns the worksheets of the unit, and its lessons by exercise ID.
func Unit() worksheets.Source {
	return worksheets.Source{Worksheets: files, Lessons: map[string]worksheets.Lesson{
		"2.1": starsAndBars,
		"2.2": quadraticFeatures,
	}}
}

// starsAndBars builds the Go part of exercise 2.1: rows of stars and bars, and the monomials that they
// represent. In a row, the d bars separate d + 1 groups of stars. The numbers of stars in the
// groups are the exponents of x₀, x₁, …, x_d, where x₀ = 1.
func starsAndBars(worksheets.LessonInput) worksheets.LessonOutput {
	return worksheets.LessonOutput{Tasks: worksheets.Tasks{
		"stars": {Scene: starsScene(3)}, "formula": {Scene: starsScene(5)},
	}}
}

// starsScene shows a row of p stars and d bars, and its monomial. Sliders choose d, p, which is at most
// maxDegree, and the row. The row slider starts at the fifth row.
func starsScene(maxDegree float64) worksheets.SceneFunc {
	return func(_ context.Context, a exercises.Answers) exercises.Scene {
		d, degree := stage.Slider("d", "d", 1, 4, 1, a, "3"), stage.Slider("p", "p", 1, maxDegree, 1, a, "2")
		rows := starRows(int(d.Number()), int(degree.Number()))
		rowSlider := stage.Slider("row", "row", 1, float64(len(rows)), 1, a, "5")
		rowSlider.Value = exercises.FormatNumber(rowSlider.Number()) // d and p may now give fewer rows
		return exercises.Scene{
			Figures: []exercises.Figure{
				stage.Main("A row of stars and bars",
					ascii.TextBlock{Lines: starLines(rows, int(rowSlider.Number())-1), Wrap: true}),
			},
			Controls: []exercises.Control{rowSlider, d, degree},
		}
	}
}

// starRows returns the exponents of x₀, x₁, …, x_d in every monomial of degree exactly p, by falling
// exponent of x₀. Because x₀ = 1, the first monomial is the constant.
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

// starLines shows row k as stars and bars, its monomial, and the monomials of all rows up to k.
func starLines(rows [][]int, k int) []ascii.Line {
	powers := rows[k]
	var starRow, variables ascii.Line
	for i, n := range powers {
		if i > 0 {
			starRow = append(starRow, ascii.Span{Text: "|", Ink: ascii.Symbol2})
			variables = append(variables, ascii.Span{Text: " ", Ink: ascii.Text})
		}
		starRow = append(starRow, ascii.Span{Text: fmt.Sprintf(" %-10s", strings.Repeat("* ", n)), Ink: ascii.Symbol1})
		variables = append(variables, ascii.Span{Text: fmt.Sprintf(" %-10s", "x"+anatomy.Sub(i)), Ink: ascii.Dim})
	}
	out := []ascii.Line{
		starRow, variables, nil, monomialLine(powers), nil,
		ascii.Inked("so far: "+ascii.Count(k+1, "row"), ascii.Dim),
	}
	return append(out, monomialsByDegree(rows[:k+1])...)
}

// monomialLine returns the monomial with the given exponents, with and without x₀.
func monomialLine(powers []int) ascii.Line {
	bare := ascii.Span{Text: monomial(powers[1:], 1), Ink: ascii.Strong}
	if powers[0] == 0 {
		return ascii.Line{bare}
	}
	return ascii.Line{{Text: monomial(powers, 0), Ink: ascii.Text}, {Text: " = ", Ink: ascii.Dim}, bare,
		{Text: "     since x₀ = 1", Ink: ascii.Dim}}
}

// monomialsByDegree lists the monomials of rows without their x₀, one line for each degree.
func monomialsByDegree(rows [][]int) []ascii.Line {
	p := rows[0][0] // the first row is the constant
	byDegree := make([][]string, p+1)
	for _, powers := range rows {
		byDegree[p-powers[0]] = append(byDegree[p-powers[0]], monomial(powers[1:], 1))
	}
	var out []ascii.Line
	for degree, monomials := range byDegree {
		if len(monomials) > 0 {
			head := fmt.Sprintf("degree %d (%d so far): ", degree, len(monomials))
			out = append(out,
				ascii.Line{{Text: head, Ink: ascii.Dim}, {Text: strings.Join(monomials, ", "), Ink: ascii.Text}})
		}
	}
	return out
}

// monomial formats the monomial with the given exponents. powers[0] is the exponent of the coordinate
// with the index firstIndex.
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

// pictureCount is the number of pictures to choose from.
const pictureCount = 20

// quadraticFeatures builds the Go part of exercise 2.2: a picture of the data set digits, with two
// chosen pixels and their product. The seed chooses the picture that is shown first, a zero, whose
// stroke passes through both pixels.
func quadraticFeatures(input worksheets.LessonInput) worksheets.LessonOutput {
	set := dataset.MustBuiltin("digits")
	initialPicture := strconv.Itoa(2 + 2*int(input.Seed%(pictureCount/2))) // the pictures 2, 4, 6, … are zeros
	return worksheets.LessonOutput{Tasks: worksheets.Tasks{"digits": {Scene: func(_ context.Context,
		a exercises.Answers) exercises.Scene {
		pictureSlider := stage.Slider("picture", "picture", 1, pictureCount, 1, a, initialPicture)
		digit := digitPixels(set.Point(int(pictureSlider.Number()) - 1))
		pixel1, pixel2 := newPixel(a, "first", "1", "14", "8"), newPixel(a, "second", "2", "18", "20")
		return exercises.Scene{
			Controls: slices.Concat([]exercises.Control{pictureSlider}, pixel1.controls, pixel2.controls),
			Figures: []exercises.Figure{stage.Main(digit.productText(pixel1.index, pixel2.index), ascii.Heatmap{
				Rows: digitSide, Cols: digitSide, Range: ascii.RangeOf(0, 1.6),
				At: func(r, c int) float64 {
					if i := r*digitSide + c; i != pixel1.index && i != pixel2.index {
						return digit[i]
					}
					return 1.6
				},
			})},
		}
	}}}}
}

// digitPixels holds the pixels of the picture of a digit, row by row.
type digitPixels []float64

// productText describes the feature that is the product of pixels i and j. It counts pixels from 1.
func (p digitPixels) productText(i, j int) string {
	i, j = min(i, j), max(i, j)
	if i == j {
		return fmt.Sprintf("x%s² = %s, a square", anatomy.Sub(i+1), anatomy.Digits(p[i]*p[i], 4))
	}
	return fmt.Sprintf("x%s · x%s = %s · %s = %s, a mixed feature", anatomy.Sub(i+1), anatomy.Sub(j+1),
		anatomy.Digits(p[i], 2), anatomy.Digits(p[j], 2), anatomy.Digits(p[i]*p[j], 4))
}

// pixel is a pixel that the student chooses with two sliders. index counts the pixels row by row,
// from 0.
type pixel struct {
	index    int
	controls []exercises.Control
}

// newPixel returns the pixel that the answers choose. name is the prefix of the sliders' names, number
// is shown in their labels, and row and column are their initial values.
func newPixel(a exercises.Answers, name, number, row, column string) pixel {
	r := stage.Slider(name+"row", "row "+number, 1, digitSide, 1, a, row)
	c := stage.Slider(name+"column", "column "+number, 1, digitSide, 1, a, column)
	return pixel{(int(r.Number())-1)*digitSide + int(c.Number()) - 1, []exercises.Control{r, c}}
}
