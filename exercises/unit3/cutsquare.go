package unit3

import (
	"context"
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

// theSquare builds exercise 3.1: a square with sides u + v + 1, cut into a cell for each product. A
// cell is named once the typed sum counts it. A term with coefficient 2 counts two
// cells.
func theSquare(worksheets.Brief) worksheets.Parts {
	s := cutSquare{letters: []string{"u", "v"}}
	s.c = newCoefficients(len(s.letters), namedDegree)
	return worksheets.Parts{Steps: worksheets.Steps{"square": {Scene: func(ctx context.Context,
		a exercises.Answers) exercises.Scene {
		counted, strange := s.counted(ctx, a["expansion"])
		return exercises.SceneOf(stage.Main("The square, cut into its products", squareFigure{s, counted, strange}))
	}}}}
}

// namedDegree is the maximum degree of a term that is named although it has no cell.
// The cells have degree 2 at most.
const namedDegree = 4

// cutSquare is (u + v + 1)².
type cutSquare struct {
	letters []string
	c       coefficients
}

func (s cutSquare) name(m powers) string { return m.named(s.letters...) }

// counted returns how often each term is counted, in the order of the coefficients. It
// is nil if the text is not a sum without brackets. strange is true if the text is such
// a sum but has a term that cannot be named here.
func (s cutSquare) counted(ctx context.Context, text string) (terms []float64, strange bool) {
	e, err := answer.Parse(ctx, text, answer.Scope{Vars: s.letters})
	if err != nil || !e.Has(answer.Opened) {
		return nil, false
	}
	terms = s.typedTerms(e)
	return terms, terms == nil
}

// typedTerms returns the coefficients of a polynomial in the letters, or nil if it is
// not a polynomial of this degree.
func (s cutSquare) typedTerms(e answer.Expr) []float64 {
	c := s.c
	f, err := e.Compile(s.letters...)
	if err != nil {
		return nil
	}
	values := make([]float64, len(c.powers))
	for i := range values {
		values[i] = f.Value(c.at(i)...)
	}
	out := c.ofOne(values)
	for i, v := range out {
		out[i] = math.Round(v*1e6) / 1e6
	}
	for i := range out { // test at a point other than those that gave the coefficients
		x, sum := c.at(i), 0.0
		for k := range x {
			x[k] = 2*x[k] + 3
		}
		for j, m := range c.powers {
			sum += out[j] * m.at(x)
		}
		if v := f.Value(x...); !(math.Abs(v-sum) <= 1e-9*(1+math.Abs(v))) {
			return nil
		}
	}
	return out
}

// squareCell is a product of two terms of the bracket.
type squareCell struct {
	term    int // index into the coefficients
	counted bool
}

// cells returns the cells of the square, row by row, the letters first and then the 1.
// The first cells of a term are counted first.
func (s cutSquare) cells(counted []float64) [][]squareCell {
	n := len(s.letters) + 1
	left := slices.Clone(counted)
	out := make([][]squareCell, n)
	for i := range n {
		for j := range n {
			at := s.termOf(i, j)
			one := squareCell{term: at}
			if left != nil && left[at] >= 1-1e-9 {
				one.counted = true
				left[at]--
			}
			out[i] = append(out[i], one)
		}
	}
	return out
}

// termOf returns the index of the term in row i and column j.
func (s cutSquare) termOf(i, j int) int {
	m := make(powers, len(s.letters))
	for _, k := range []int{i, j} {
		if k < len(m) {
			m[k]++
		}
	}
	return slices.IndexFunc(s.c.powers, func(q powers) bool { return slices.Equal(q, m) })
}

// squareFigure draws the square. Cells are three rows high if there is room, or else
// one row.
type squareFigure struct {
	cutSquare
	counted []float64
	strange bool // there is a term that cannot be named
}

var _ ascii.Figure = squareFigure{}

// roomyCell is the height of the cells of letters if there is room.
const roomyCell = 3

func (f squareFigure) Draw(dst *ascii.Grid, area ascii.Rect, v ascii.View) {
	lines := f.lines(roomyCell)
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
func (f squareFigure) PreferredHeight(int, ascii.View) int { return len(f.lines(roomyCell)) }

// lines draws the square. A long side is a letter, the shortest is the 1.
func (f squareFigure) lines(high int) []ascii.Line {
	s, cells := f.cutSquare, f.cells(f.counted)
	widths := make([]int, len(cells))
	for j := range widths {
		widths[j] = max(5, 11-2*j)
	}
	widths[len(widths)-1] = 5
	out := []ascii.Line{s.headLine(widths), s.rule("┌", "┬", "┐", widths)}
	for i, row := range cells {
		if i > 0 {
			out = append(out, s.rule("├", "┼", "┤", widths))
		}
		out = append(out, s.rowLines(i, row, widths, high)...)
	}
	out = append(out, s.rule("└", "┴", "┘", widths))
	if over := f.over(); over != "" {
		out[0] = append(out[0], ascii.Span{Text: "   no cell for " + over, Ink: ascii.Bad})
	}
	return out
}

// margin returns the width of the labels left of the square.
func (s cutSquare) margin() int {
	w := 1
	for i := range s.letters {
		w = max(w, ascii.Width(s.head(i)))
	}
	return w + 1
}

func (s cutSquare) head(i int) string {
	if i == len(s.letters) {
		return "1"
	}
	return s.letters[i]
}

func (s cutSquare) headLine(widths []int) ascii.Line {
	text := strings.Repeat(" ", s.margin()+1)
	for j, w := range widths {
		text += centred(s.head(j), w) + " "
	}
	return ascii.Inked(text, ascii.Strong)
}

// rule returns a line between two rows of cells.
func (s cutSquare) rule(left, between, right string, widths []int) ascii.Line {
	parts := make([]string, len(widths))
	for j, w := range widths {
		parts[j] = strings.Repeat("─", w)
	}
	return ascii.Inked(strings.Repeat(" ", s.margin())+left+strings.Join(parts, between)+right, ascii.Dim)
}

// rowLines returns the cells of a row. That of the 1 is one line high.
func (s cutSquare) rowLines(i int, row []squareCell, widths []int, height int) []ascii.Line {
	if i == len(row)-1 {
		height = 1
	}
	out := make([]ascii.Line, height)
	for y := range out {
		head := ""
		if y == height/2 {
			head = s.head(i)
		}
		out[y] = ascii.Line{{Text: fmt.Sprintf("%*s ", s.margin()-1, head), Ink: ascii.Strong},
			{Text: "│", Ink: ascii.Dim}}
		for j, c := range row {
			out[y] = append(out[y], s.inCell(c, y == height/2, widths[j]), ascii.Span{Text: "│", Ink: ascii.Dim})
		}
	}
	return out
}

// inCell returns a line of a cell. Its middle line has its name once the cell is
// counted.
func (s cutSquare) inCell(c squareCell, middle bool, w int) ascii.Span {
	switch {
	case !middle:
		return ascii.Span{Text: strings.Repeat(" ", w), Ink: ascii.Text}
	case c.counted:
		return ascii.Span{Text: centred(s.name(s.c.powers[c.term]), w), Ink: ascii.Strong}
	}
	return ascii.Span{Text: centred("·", w), Ink: ascii.Faint}
}

// over names what is counted beyond the existing cells.
func (f squareFigure) over() string {
	s := f.cutSquare
	if f.strange {
		return "a term of yours"
	}
	var out []string
	for i, c := range f.counted {
		if rest := c - float64(s.cellsOf(i, c)); math.Abs(rest) > 1e-9 {
			text := s.name(s.c.powers[i])
			switch {
			case text == "1":
				text = short(rest)
			case math.Abs(rest-1) > 1e-9:
				text = short(rest) + "·" + text
			}
			out = append(out, text)
		}
	}
	return strings.Join(out, ", ")
}

// cellsOf returns the number of cells of term i that a coefficient counts.
func (s cutSquare) cellsOf(i int, c float64) int {
	n := 0
	for y := range len(s.letters) + 1 {
		for x := range len(s.letters) + 1 {
			if s.termOf(y, x) == i && c >= float64(n+1)-1e-9 {
				n++
			}
		}
	}
	return n
}

// Words says which cells are counted.
func (f squareFigure) Words() []string {
	s, cells := f.cutSquare, f.cells(f.counted)
	var names []string
	n := 0
	for _, row := range cells {
		for _, c := range row {
			n++
			if c.counted {
				names = append(names, s.name(s.c.powers[c.term]))
			}
		}
	}
	said := fmt.Sprintf("A square with sides %s + 1, cut into %s.", strings.Join(s.letters, " + "),
		ascii.Count(n, "cell"))
	out := []string{said, "None of them is counted yet."}
	if len(names) > 0 {
		out[1] = fmt.Sprintf("Counted so far are %d: %s.", len(names), strings.Join(names, ", "))
	}
	if over := f.over(); over != "" {
		out = append(out, "There is no cell for "+over+".")
	}
	return out
}

// centred centres a text in w columns.
func centred(text string, w int) string {
	left := max(0, (w-ascii.Width(text))/2)
	return strings.Repeat(" ", left) + text + strings.Repeat(" ", max(0, w-left-ascii.Width(text)))
}
