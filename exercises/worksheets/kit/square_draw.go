package kit

import (
	"fmt"
	"math"
	"strings"

	"kernellab/ascii"
)

// squareFigure draws the square: cells three rows high where there is room for
// them, and one row otherwise.
type squareFigure struct {
	square
	counted []float64
	strange bool // there is a term that cannot be named
}

var _ ascii.Figure = squareFigure{}

// roomyCell is how many rows the cells of letters have where there is room.
const roomyCell = 3

func (f squareFigure) Draw(dst *ascii.Grid, area ascii.Rect, v ascii.View) {
	lines := f.lines(roomyCell)
	if len(lines) > area.H {
		lines = f.lines(1)
	}
	ascii.TextBlock{Lines: lines}.Draw(dst, area, v)
}

// Columned is how many columns the square takes.
func (f squareFigure) Columned(v ascii.View) int {
	return ascii.TextBlock{Lines: f.lines(1)}.Columned(v)
}

// Rowed is how many rows the square takes where there is room.
func (f squareFigure) Rowed(int, ascii.View) int { return len(f.lines(roomyCell)) }

// lines are the square; a longer side is a letter's, the shortest is the 1's.
func (f squareFigure) lines(high int) []ascii.Line {
	s, cells := f.square, f.cells(f.counted)
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

// margin is what stands left of the square.
func (s square) margin() int {
	w := 1
	for i := range s.letters {
		w = max(w, ascii.Width(s.head(i)))
	}
	return w + 1
}

func (s square) head(i int) string {
	if i == len(s.letters) {
		return "1"
	}
	return s.letters[i]
}

func (s square) headLine(widths []int) ascii.Line {
	text := strings.Repeat(" ", s.margin()+1)
	for j, w := range widths {
		text += centred(s.head(j), w) + " "
	}
	return ascii.Inked(text, ascii.Strong)
}

// rule is a line between two rows of cells.
func (s square) rule(left, between, right string, widths []int) ascii.Line {
	parts := make([]string, len(widths))
	for j, w := range widths {
		parts[j] = strings.Repeat("─", w)
	}
	return ascii.Inked(strings.Repeat(" ", s.margin())+left+strings.Join(parts, between)+right, ascii.Dim)
}

// rowLines are the cells of a row; that of the 1 is one line high.
func (s square) rowLines(i int, row []squareCell, widths []int, height int) []ascii.Line {
	if i == len(row)-1 {
		height = 1
	}
	out := make([]ascii.Line, height)
	for y := range out {
		head := ""
		if y == height/2 {
			head = s.head(i)
		}
		out[y] = ascii.Line{{Text: fmt.Sprintf("%*s ", s.margin()-1, head), Ink: ascii.Strong}, {Text: "│", Ink: ascii.Dim}}
		for j, c := range row {
			out[y] = append(out[y], s.inCell(c, y == height/2, widths[j]), ascii.Span{Text: "│", Ink: ascii.Dim})
		}
	}
	return out
}

// inCell is a line of a cell: what it is once it is counted, in its middle.
func (s square) inCell(c squareCell, middle bool, w int) ascii.Span {
	switch {
	case !middle:
		return ascii.Span{Text: strings.Repeat(" ", w), Ink: ascii.Text}
	case c.counted:
		return ascii.Span{Text: centred(s.name(s.c.powers[c.term]), w), Ink: ascii.Strong}
	}
	return ascii.Span{Text: centred("·", w), Ink: ascii.Faint}
}

// over names what is counted beyond the cells there are.
func (f squareFigure) over() string {
	s := f.square
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

// cellsOf is how many cells of term i a coefficient counts.
func (s square) cellsOf(i int, c float64) int {
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

// Words say which cells are counted.
func (f squareFigure) Words() []string {
	s, cells := f.square, f.cells(f.counted)
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
	said := fmt.Sprintf("A square with sides %s + 1, cut into %s.", strings.Join(s.letters, " + "), ascii.Count(n, "cell"))
	out := []string{said, "None of them is counted yet."}
	if len(names) > 0 {
		out[1] = fmt.Sprintf("Counted so far are %d: %s.", len(names), strings.Join(names, ", "))
	}
	if over := f.over(); over != "" {
		out = append(out, "There is no cell for "+over+".")
	}
	return out
}

// centred writes a text in the middle of w columns.
func centred(text string, w int) string {
	left := max(0, (w-ascii.Width(text))/2)
	return strings.Repeat(" ", left) + text + strings.Repeat(" ", max(0, w-left-ascii.Width(text)))
}
