package stage

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"kernellab/ascii"
)

// The inks of letters, the same in formula, plot and table.
const (
	inkK     = ascii.Symbol1 // everything of point k
	inkL     = ascii.Symbol2 // everything of point ℓ
	inkKappa = ascii.Symbol3
	inkBound = ascii.Symbol4 // L, H, s, γ
	inkA     = ascii.Symbol1 // a and α in solvers without pairs
	inkW     = ascii.Symbol2
	inkRate  = ascii.Symbol3
)

// Num writes a number for a formula: four significant digits, a true minus
// sign, ∞.
func Num(v float64) string { return num(v, 4) }

func num(v float64, digits int) string {
	if math.IsNaN(v) {
		return "–"
	}
	if math.IsInf(v, 0) {
		return sign(v) + "∞"
	}
	if v == 0 {
		return "0"
	}
	s := strconv.FormatFloat(v, 'g', digits, 64)
	if mantissa, exp, ok := strings.Cut(s, "e"); ok {
		e, _ := strconv.Atoi(exp)
		s = mantissa + "e" + strconv.Itoa(e)
	}
	return strings.ReplaceAll(s, "-", "−")
}

func sign(v float64) string {
	if v < 0 {
		return "−"
	}
	return ""
}

// Paren is Num with negative numbers in brackets, as a factor or term needs.
func Paren(v float64) string {
	if v < 0 {
		return "(" + Num(v) + ")"
	}
	return Num(v)
}

// Sub writes a whole number as subscript digits: 12 → ₁₂.
func Sub(i int) string {
	var b strings.Builder
	for _, r := range strconv.Itoa(i) {
		if r == '-' {
			b.WriteRune('₋')
			continue
		}
		b.WriteRune('₀' + r - '0')
	}
	return b.String()
}

// label writes −1 or +1.
func label(t float64) string {
	if t > 0 {
		return "+1"
	}
	return "−1"
}

// pen builds a styled line.
type pen struct{ line ascii.Line }

func (p *pen) text(format string, args ...any) *pen {
	return p.ink(ascii.Text, fmt.Sprintf(format, args...))
}

func (p *pen) dim(format string, args ...any) *pen {
	return p.ink(ascii.Dim, fmt.Sprintf(format, args...))
}

func (p *pen) ink(i ascii.Ink, s string) *pen {
	p.line = append(p.line, ascii.Span{Text: s, Ink: i})
	return p
}

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
