// Package unit3 contains unit 3, “Deriving φ”: its worksheets, and Go code for the exercises that
// need it.
//
// A worksheet is the Markdown file of an exercise. A lesson is the Go part of an exercise: it draws
// random numbers for the worksheet, and adds scenes and judges of answers. A scene is the figures,
// controls and notes that a task shows next to its text.
//
// The package does not know other units, the terminal or screens.
package unit3

import (
	"context"
	"embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

//go:embed *.md
var files embed.FS

// Unit returns the worksheets of the unit, and its lessons by exercise ID.
func Unit() worksheets.Source {
	return worksheets.Source{Worksheets: files, Lessons: map[string]worksheets.Lesson{
		"3.1": expandSquare,
		"3.2": splitKernel,
		"3.3": transformRows,
		"3.4": otherQuadratics,
	}}
}

// expandSquare builds the Go part of exercise 3.1, in which the student expands (u + v + 1)². The
// figure is a square with sides u + v + 1, cut into a cell for each product. A cell gets a name
// when the typed sum contains its product. A term with coefficient 2 counts two cells.
func expandSquare(worksheets.LessonInput) worksheets.LessonOutput {
	return worksheets.LessonOutput{Tasks: worksheets.Tasks{"square": {Scene: func(ctx context.Context,
		a exercises.Answers) exercises.Scene {
		return exercises.SceneOf(stage.Main("The square, cut into its products", newSquareFigure(ctx, a["expansion"])))
	}}}}
}

// sides returns the names of the three parts of a side of the square. The first two are also the
// variables of the typed sum.
func sides() []string { return []string{"u", "v", "1"} }

// maxNamedDegree is the largest degree of a typed term that the figure can name. The terms with a cell
// have degree 2 or less.
const maxNamedDegree = 4

// squareFigure draws the square. If there is room, the cells beside the sides u and v are three rows
// of characters high. All others have one row.
type squareFigure struct {
	names      [3][3]string // the name of each counted cell; "" for the others
	extraTerms string       // terms of the sum for which there is no cell or no further cell
}

// newSquareFigure returns the square with the cells that a typed sum counts. If the text is not a sum
// without brackets, no cell is counted.
func newSquareFigure(ctx context.Context, text string) (f squareFigure) {
	letters := sides()[:2]
	e, err := answer.Parse(ctx, text, answer.Scope{Vars: letters})
	if err != nil || !answer.ExpandedForm.Matches(e) {
		return f
	}
	c := newInterpolator(len(letters), maxNamedDegree)
	remaining := c.fromExpr(e, letters)
	if remaining == nil {
		f.extraTerms = "a term of yours"
		return f
	}
	for i := range f.names {
		for j := range f.names[i] {
			exponents := make(powers, 3)
			exponents[i]++
			exponents[j]++
			exponents = exponents[:2]
			index := slices.IndexFunc(c.monomials, func(q powers) bool { return slices.Equal(q, exponents) })
			if remaining[index] >= 1-1e-9 {
				f.names[i][j] = exponents.text(letters...)
				remaining[index]--
			}
		}
	}
	var extraTerms []string
	for i, coef := range remaining {
		text := c.monomials[i].text(letters...)
		switch {
		case math.Abs(coef) <= 1e-9:
			continue
		case text == "1":
			text = shortNumber(coef)
		case math.Abs(coef-1) > 1e-9:
			text = shortNumber(coef) + "·" + text
		}
		extraTerms = append(extraTerms, text)
	}
	f.extraTerms = strings.Join(extraTerms, ", ")
	return f
}

// fromExpr returns the coefficients of an expression, which it treats as a polynomial in the letters.
// It returns nil if the expression is not a sum of multiples of p.monomials.
func (p interpolator) fromExpr(e answer.Expr, letters []string) []float64 {
	f, err := e.Compile(letters...)
	if err != nil {
		return nil
	}
	values := make([]float64, len(p.monomials))
	for i := range values {
		values[i] = f.Value(p.node(i)...)
	}
	out := p.fromValues(values)
	for i, v := range out {
		out[i] = math.Round(v*1e6) / 1e6
	}
	for i := range out { // test at a point that was not used to find the coefficients
		x, sum := p.node(i), 0.0
		for k := range x {
			x[k] = 2*x[k] + 3
		}
		for j, m := range p.monomials {
			sum += out[j] * m.value(x)
		}
		if v := f.Value(x...); !(math.Abs(v-sum) <= 1e-9*(1+math.Abs(v))) {
			return nil
		}
	}
	return out
}

// tallCellHeight is the height in characters of the cells beside the sides u and v if there is room.
const tallCellHeight = 3

func (f squareFigure) Draw(dst *ascii.Grid, area ascii.Rect, v ascii.View) {
	lines := f.lines(tallCellHeight)
	if len(lines) > area.H {
		lines = f.lines(1)
	}
	ascii.TextBlock{Lines: lines}.Draw(dst, area, v)
}

// PreferredWidth returns the width of the square.
func (f squareFigure) PreferredWidth(v ascii.View) int {
	return ascii.TextBlock{Lines: f.lines(1)}.PreferredWidth(v)
}

// PreferredHeight returns the height of the square if there is room.
func (f squareFigure) PreferredHeight(int, ascii.View) int { return len(f.lines(tallCellHeight)) }

// lines draws the square with cells of the given height. The sides u and v are longer than the side 1.
func (f squareFigure) lines(height int) []ascii.Line {
	widths := []int{11, 9, 5}
	sideNames, rules := "   ", make([]string, 3)
	for j, w := range widths {
		sideNames += centreText(sides()[j], w) + " "
		rules[j] = strings.Repeat("─", w)
	}
	rule := func(left, between, right string) ascii.Line {
		return ascii.Inked("  "+left+strings.Join(rules, between)+right, ascii.Dim)
	}
	out := []ascii.Line{ascii.Inked(sideNames, ascii.Strong), rule("┌", "┬", "┐")}
	for i, row := range f.names {
		if i > 0 {
			out = append(out, rule("├", "┼", "┤"))
		}
		if i == 2 {
			height = 1
		}
		for y := range height {
			line := ascii.Line{{Text: "  ", Ink: ascii.Strong}, {Text: "│", Ink: ascii.Dim}}
			if y == height/2 {
				line[0].Text = sides()[i] + " "
			}
			for j, name := range row {
				cell := ascii.Span{Text: centreText(name, widths[j]), Ink: ascii.Strong}
				switch {
				case y != height/2:
					cell = ascii.Span{Text: strings.Repeat(" ", widths[j]), Ink: ascii.Text}
				case name == "":
					cell = ascii.Span{Text: centreText("·", widths[j]), Ink: ascii.Faint}
				}
				line = append(line, cell, ascii.Span{Text: "│", Ink: ascii.Dim})
			}
			out = append(out, line)
		}
	}
	extraLine := ascii.Line{} // always drawn, so that the lines below do not move
	if f.extraTerms != "" {
		extraLine = ascii.Inked("  no cell for "+f.extraTerms, ascii.Bad)
	}
	return append(out, rule("└", "┴", "┘"), extraLine)
}

// Words lists the counted cells.
func (f squareFigure) Words() []string {
	var names []string
	for _, row := range f.names {
		names = append(names, slices.DeleteFunc(row[:], func(name string) bool { return name == "" })...)
	}
	out := []string{"A square with sides u + v + 1, cut into 9 cells.", "None of them is counted yet."}
	if len(names) > 0 {
		out[1] = fmt.Sprintf("You have counted %d so far: %s.", len(names), strings.Join(names, ", "))
	}
	if f.extraTerms != "" {
		out = append(out, "There is no cell for "+f.extraTerms+".")
	}
	return out
}

// centreText centres a text in w columns.
func centreText(text string, w int) string {
	return fmt.Sprintf("%-*s", w, strings.Repeat(" ", max(0, (w-ascii.Width(text))/2))+text)
}
