package stage

import (
	"strings"
	"unicode/utf8"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
)

// Num writes a number for a formula, see [anatomy.Num].
func Num(v float64) string { return anatomy.Num(v) }

// Paren is Num with negative numbers in brackets, as a factor or term needs.
func Paren(v float64) string { return anatomy.Paren(v) }

// Sub writes a whole number as subscript digits: 12 → ₁₂.
func Sub(i int) string { return anatomy.Sub(i) }

// row builds a line of a table: right-aligned cells of given widths.
func row(ink ascii.Ink, widths []int, cells ...string) ascii.Line {
	var b strings.Builder
	for i, c := range cells {
		b.WriteString(strings.Repeat(" ", max(0, widths[i]-utf8.RuneCountInString(c))))
		b.WriteString(c)
		if i < len(cells)-1 {
			b.WriteString("  ")
		}
	}
	return ascii.Line{{Text: b.String(), Ink: ink}}
}

// table lays out rows of cells under a header; ink gives each row's.
func table(header []string, rows [][]string, ink func(i int) ascii.Ink) []ascii.Line {
	widths := make([]int, len(header))
	for _, r := range append([][]string{header}, rows...) {
		for i, c := range r {
			widths[i] = max(widths[i], utf8.RuneCountInString(c))
		}
	}
	out := []ascii.Line{row(ascii.Dim, widths, header...)}
	for i, r := range rows {
		out = append(out, row(ink(i), widths, r...))
	}
	return out
}
