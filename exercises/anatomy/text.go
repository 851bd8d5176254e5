package anatomy

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
)

// The colours of symbols. They are the same in formulas, plots and tables.
const (
	InkK     = ascii.Symbol1 // point k
	InkL     = ascii.Symbol2 // point l
	InkKappa = ascii.Symbol3
	InkBound = ascii.Symbol4 // L, H, s, γ
	InkA     = ascii.Symbol1 // a, and α of solvers other than SMO
	InkRate  = ascii.Symbol3
)

// Num writes a number for a formula: four significant digits, with a true minus
// sign and ∞.
func Num(v float64) string { return Digits(v, 4) }

// ZeroIfRounding returns 0 if |v| is smaller than the rounding error of numbers of the given
// size, and otherwise v.
func ZeroIfRounding(v, size float64) float64 {
	if math.Abs(v) < rounding*size {
		return 0
	}
	return v
}

// Rounded writes a number, or "0 up to rounding" if 0 < |v| ≤ rounding.
func Rounded(v, rounding float64) string {
	if v != 0 && math.Abs(v) <= rounding {
		return "0 up to rounding"
	}
	return Num(v)
}

// Digits is like [Num], but with the given number of significant digits. It does not write the
// exponents 2 and 3: it writes 400, not 4e2.
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

// Plain writes a number in ASCII, with the given number of significant digits. If digits is
// −1, it writes all of them. Exponents are not padded: 1e-5.
func Plain(v float64, digits int) string {
	s := strconv.FormatFloat(v, 'g', digits, 64)
	if mantissa, exp, ok := strings.Cut(s, "e"); ok {
		e, _ := strconv.Atoi(exp)
		s = mantissa + "e" + strconv.Itoa(e)
	}
	return s
}

// Paren is like [Num], but puts a negative number in parentheses, so that it can follow an
// operator.
func Paren(v float64) string {
	if v < 0 {
		return "(" + Num(v) + ")"
	}
	return Num(v)
}

// SignedTerm writes a number as a further term of a sum, with its sign and a space: "− 0.5", "+ 2".
func SignedTerm(v float64) string {
	if v < 0 {
		return "− " + Num(-v)
	}
	return "+ " + Num(v)
}

// Sub writes an integer in subscript digits: 12 becomes ₁₂.
func Sub(i int) string { return ascii.Subscript(i) }

// Label writes a label as −1 or +1.
func Label(t float64) string {
	if t > 0 {
		return "+1"
	}
	return "−1"
}

// Signed writes a number in parentheses, for use as a factor: (+1), (−1), (2).
func Signed(t float64) string {
	switch t {
	case 1:
		return "(+1)"
	case -1:
		return "(−1)"
	}
	return "(" + Num(t) + ")"
}

// Pen builds a styled line. The zero Pen holds an empty line.
type Pen struct{ Line ascii.Line }

// Text appends plain text.
func (p *Pen) Text(format string, args ...any) *Pen {
	return p.Ink(ascii.Text, fmt.Sprintf(format, args...))
}

// Dim appends secondary text.
func (p *Pen) Dim(format string, args ...any) *Pen {
	return p.Ink(ascii.Dim, fmt.Sprintf(format, args...))
}

// Ink appends text in a colour. If the colour is zero, the text is plain.
func (p *Pen) Ink(i ascii.Ink, s string) *Pen {
	p.Line = append(p.Line, ascii.Span{Text: s, Ink: cmp.Or(i, ascii.Text)})
	return p
}

// Add appends a line.
func (p *Pen) Add(l ascii.Line) *Pen {
	p.Line = append(p.Line, l...)
	return p
}

// AddRecorded appends the recorded number, in the colour of errors, if it differs visibly from the
// computed number.
func (p *Pen) AddRecorded(computed, recorded float64) *Pen {
	if !LooksEqual(computed, recorded) {
		p.Ink(ascii.Bad, "   the step has "+Num(recorded))
	}
	return p
}

// LooksEqual reports whether two numbers agree to about seven digits, so that they look the same
// when four are shown.
func LooksEqual(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 1e-7*(1+math.Abs(a)+math.Abs(b)) || math.IsNaN(a) && math.IsNaN(b)
}

const (
	// judgedDigits is the number of significant digits that must be right in a student's
	// number.
	judgedDigits = 3
	// cancelTolerance is the accepted error, relative to the size of the terms, of a sum whose
	// terms nearly cancel. The student computes the sum from terms that are shown with five digits.
	cancelTolerance = 1e-4
	// minTolerance is the smallest accepted error, relative to the size of the terms. At most
	// nine digits are shown.
	minTolerance = 1e-7
)

// Demand says how close to Want a student's number must be. The student computes with rounded
// numbers, so three significant digits suffice. If Want is a sum whose terms nearly cancel, an
// error of a ten-thousandth of the terms is also accepted.
type Demand struct {
	Want  float64
	Scale float64 // size of the terms whose sum is Want
	// Allowance, unless it is zero, limits the accepted error further. For example, if α hardly changes
	// in a step, the usual error would accept the α before the step.
	Allowance float64
}

// slack returns the accepted error.
func (d Demand) slack() float64 {
	usual := max(0.5*math.Pow(10, -judgedDigits+1)*firstDigitPower(d.Want), cancelTolerance*math.Abs(d.Scale))
	if d.Allowance <= 0 {
		return usual
	}
	return min(usual, max(d.Allowance, minTolerance*max(math.Abs(d.Want), math.Abs(d.Scale))))
}

// IsMetBy reports whether v is close enough to Want.
func (d Demand) IsMetBy(v float64) bool {
	if math.IsInf(d.Want, 0) || math.IsInf(v, 0) {
		return v == d.Want
	}
	return math.Abs(v-d.Want) <= d.slack()
}

// Digits returns how many significant digits of Want a student must give to be close enough.
func (d Demand) Digits() int {
	n := judgedDigits
	for n < 12 && 0.5*math.Pow(10, 1-float64(n))*firstDigitPower(d.Want) > d.slack() {
		n++
	}
	return n
}

// firstDigitPower returns the power of ten of a number's first digit: 100 for 250.
func firstDigitPower(v float64) float64 {
	if v == 0 {
		return 0
	}
	return math.Pow(10, math.Floor(math.Log10(math.Abs(v))))
}

// Typed writes a number as a student would type it, in ASCII and with up to nine significant
// digits.
func Typed(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "inf"
	case v == 0:
		return "0"
	}
	return Plain(v, 9)
}

// FiveDigits writes a number to compute with: five significant digits and a true minus
// sign.
func FiveDigits(v float64) string { return FiveDigitsOrMore(v, 0) }

// FiveDigitsOrMore is like [FiveDigits], but with more digits, at most nine, if numbers that
// differ by resolution would otherwise look the same.
func FiveDigitsOrMore(v, resolution float64) string {
	if math.IsInf(v, 1) {
		return "∞"
	}
	n := 5
	for n < 9 && resolution > 0 && math.Pow(10, 1-float64(n))*firstDigitPower(v) > resolution {
		n++
	}
	return strings.ReplaceAll(Typed(exercises.RoundTo(v, n)), "-", "−")
}
