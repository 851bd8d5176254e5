package anatomy

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"kernellab/ascii"
)

// The inks of letters, the same in formula, plot and table.
const (
	InkK     = ascii.Symbol1 // everything of point k
	InkL     = ascii.Symbol2 // everything of point ℓ
	InkKappa = ascii.Symbol3
	InkBound = ascii.Symbol4 // L, H, s, γ
	InkA     = ascii.Symbol1 // a and α in solvers without pairs
	InkW     = ascii.Symbol2
	InkRate  = ascii.Symbol3
)

// Num writes a number for a formula: four significant digits, a true minus
// sign, ∞.
func Num(v float64) string { return Digits(v, 4) }

// Settled returns a number as it is shown: 0 if it is no more than the rounding of
// numbers of that size.
func Settled(v, size float64) float64 {
	if math.Abs(v) < rounding*size {
		return 0
	}
	return v
}

// Rounded writes a number that may be no more than rounding, "0 to rounding" then.
func Rounded(v, rounding float64) string {
	if v != 0 && math.Abs(v) <= rounding {
		return "0 to rounding"
	}
	return Num(v)
}

// Digits is Num with another number of significant digits; a number of up to four
// figures is written out for all that, 400 and not 4e2.
func Digits(v float64, digits int) string {
	if math.IsNaN(v) {
		return "–"
	}
	if math.IsInf(v, 0) {
		if v < 0 {
			return "−∞"
		}
		return "∞"
	}
	if v == 0 {
		return "0"
	}
	shown := Plain(v, digits)
	if mantissa, exp, ok := strings.Cut(shown, "e"); ok && (exp == "2" || exp == "3") {
		rounded, _ := strconv.ParseFloat(mantissa+"e"+exp, 64)
		shown = strconv.FormatFloat(rounded, 'f', -1, 64)
	}
	return strings.ReplaceAll(shown, "-", "−")
}

// Plain writes a number as it is typed, with so many significant digits, −1 for
// all, and without what pads an exponent: 1e-5.
func Plain(v float64, digits int) string {
	s := strconv.FormatFloat(v, 'g', digits, 64)
	if mantissa, exp, ok := strings.Cut(s, "e"); ok {
		e, _ := strconv.Atoi(exp)
		s = mantissa + "e" + strconv.Itoa(e)
	}
	return s
}

// Paren is Num with negative numbers in brackets, as a factor or term needs.
func Paren(v float64) string {
	if v < 0 {
		return "(" + Num(v) + ")"
	}
	return Num(v)
}

// Plus is Num with its sign before it, as a term of a sum: − 0.5.
func Plus(v float64) string {
	if v < 0 {
		return "− " + Num(-v)
	}
	return "+ " + Num(v)
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

// Label writes −1 or +1.
func Label(t float64) string {
	if t > 0 {
		return "+1"
	}
	return "−1"
}

// Signed is a number with its sign, in brackets, as a factor.
func Signed(t float64) string {
	switch t {
	case 1:
		return "(+1)"
	case -1:
		return "(−1)"
	}
	return "(" + Num(t) + ")"
}

// Pen builds a styled line; the zero Pen is an empty one.
type Pen struct{ Line ascii.Line }

// Text adds plain text.
func (p *Pen) Text(format string, args ...any) *Pen {
	return p.Ink(ascii.Text, fmt.Sprintf(format, args...))
}

// Dim adds secondary text.
func (p *Pen) Dim(format string, args ...any) *Pen {
	return p.Ink(ascii.Dim, fmt.Sprintf(format, args...))
}

// Ink adds text in an ink, that of plain text for none.
func (p *Pen) Ink(i ascii.Ink, s string) *Pen {
	p.Line = append(p.Line, ascii.Span{Text: s, Ink: cmp.Or(i, ascii.Text)})
	return p
}

// Add adds a line.
func (p *Pen) Add(l ascii.Line) *Pen {
	p.Line = append(p.Line, l...)
	return p
}

// Says adds what the step has, where that is not the number computed here.
func (p *Pen) Says(v, said float64) *Pen {
	if !Same(v, said) {
		p.Ink(ascii.Bad, "   the step has "+Num(said))
	}
	return p
}

// Same reports that two numbers are one but for rounding, as far as a reader of
// four digits can tell.
func Same(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 1e-7*(1+math.Abs(a)+math.Abs(b)) || math.IsNaN(a) && math.IsNaN(b)
}

const (
	// judgedDigits is how many significant digits a number is judged to.
	judgedDigits = 3
	// fine is the part of its terms that a number may be off by if they nearly
	// cancel: what the five digits shown of them allow.
	fine = 1e-4
	// finest is the part of its terms below which nothing is asked for: at most
	// nine digits are shown of them.
	finest = 1e-7
)

// Demand is how near a student's number has to come to be right: to three
// significant digits, or to a ten-thousandth of terms that nearly cancel, since a
// student computes with rounded numbers.
type Demand struct {
	Want  float64
	Scale float64 // the size of the terms that it is made of
	// Margin bounds the slack if more would hide what the number is asked for, as
	// the step of an α that hardly moves. If zero, nothing does.
	Margin float64
}

// slack returns by how much a number may be off.
func (d Demand) slack() float64 {
	usual := math.Max(0.5*math.Pow(10, -judgedDigits+1)*decade(d.Want), fine*math.Abs(d.Scale))
	if d.Margin <= 0 {
		return usual
	}
	return math.Min(usual, math.Max(d.Margin, finest*math.Max(math.Abs(d.Want), math.Abs(d.Scale))))
}

// Met reports whether a number is right.
func (d Demand) Met(v float64) bool {
	if math.IsInf(d.Want, 0) || math.IsInf(v, 0) {
		return v == d.Want
	}
	return math.Abs(v-d.Want) <= d.slack()
}

// Digits returns how many significant digits are enough.
func (d Demand) Digits() int {
	n := judgedDigits
	for n < 12 && 0.5*math.Pow(10, 1-float64(n))*decade(d.Want) > d.slack() {
		n++
	}
	return n
}

// decade is the power of ten of a number's first digit.
func decade(v float64) float64 {
	if v == 0 {
		return 0
	}
	return math.Pow(10, math.Floor(math.Log10(math.Abs(v))))
}

// Typed writes a number as a student would type it, to nine digits.
func Typed(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "inf"
	case v == 0:
		return "0"
	}
	return Plain(v, 9)
}

// Show writes a number to compute with: five significant digits, a true minus.
func Show(v float64) string { return ShowTo(v, 0) }

// ShowTo is [Show] with as many digits, up to nine, as it takes to tell numbers
// apart that differ by resolution.
func ShowTo(v, resolution float64) string {
	if math.IsInf(v, 1) {
		return "∞"
	}
	n := 5
	for n < 9 && resolution > 0 && math.Pow(10, 1-float64(n))*decade(v) > resolution {
		n++
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', n, 64), 64)
	if err != nil {
		rounded = v
	}
	return strings.ReplaceAll(Typed(rounded), "-", "−")
}
