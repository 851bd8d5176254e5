package why

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
)

// dust is the relative size below which two scores differ by rounding alone.
const dust = 1e-13

// sentence is a line of plain text.
func sentence(format string, args ...any) ascii.Line {
	return ascii.Plain(fmt.Sprintf(format, args...))
}

// dim is a line of secondary text.
func dim(format string, args ...any) ascii.Line {
	return ascii.Line{{Text: fmt.Sprintf(format, args...), Ink: ascii.Dim}}
}

// heading is a short title over a part of the panel.
func heading(text string) ascii.Line { return ascii.Line{{Text: text, Ink: ascii.Strong}} }

// cell writes a number for a table: three significant digits.
func cell(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return anatomy.Num(v)
	}
	r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 3, 64), 64)
	if err != nil {
		return anatomy.Num(v)
	}
	return anatomy.Num(r)
}

// row is a line of a table of candidates.
type row struct {
	point int // from 0
	worth float64
	cells []string
	ink   ascii.Ink
	keep  bool // shown however many there are
}

// The numbers of rows: all are shown up to allRows, otherwise fewRows.
const (
	allRows = 30
	fewRows = 12
)

// table lays rows out under a header, in the order of the points; where there
// are many, those that must be there and the best, and how many are left out.
func table(header []string, rows []row) []ascii.Line {
	shown := slices.Clone(rows)
	if len(rows) > allRows {
		slices.SortStableFunc(shown, func(a, b row) int {
			if a.keep != b.keep {
				return cmp.Compare(order(b.keep), order(a.keep))
			}
			return cmp.Compare(b.worth, a.worth)
		})
		shown = shown[:fewRows]
		slices.SortFunc(shown, func(a, b row) int { return cmp.Compare(a.point, b.point) })
	}
	widths := make([]int, len(header))
	for i, h := range header {
		widths[i] = utf8.RuneCountInString(h)
	}
	for _, r := range shown {
		for i, c := range r.cells {
			widths[i] = max(widths[i], utf8.RuneCountInString(c))
		}
	}
	out := []ascii.Line{{{Text: aligned(widths, header), Ink: ascii.Dim}}}
	for _, r := range shown {
		out = append(out, ascii.Line{{Text: aligned(widths, r.cells), Ink: r.ink}})
	}
	if left := len(rows) - len(shown); left > 0 {
		out = append(out, dim("%d more points are not shown", left))
	}
	return out
}

func order(b bool) int {
	if b {
		return 1
	}
	return 0
}

// aligned sets cells to the right of their columns.
func aligned(widths []int, cells []string) string {
	var b strings.Builder
	for i, c := range cells {
		b.WriteString(strings.Repeat(" ", widths[i]-utf8.RuneCountInString(c)))
		b.WriteString(c)
		if i < len(cells)-1 {
			b.WriteString("  ")
		}
	}
	return b.String()
}
