package answer

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"kernellab/exercises"
)

// NumberTask asks for one number.
type NumberTask struct {
	// Want is the right value: MustParse("2√2", Scope{}), Int(16), or Float(v) for a computed
	// result. If it is a Float, Digits must be set.
	Want Expr
	// Digits is the number of significant digits that must be right. If it is zero, the exact value
	// is required.
	Digits int
	// Infinite means that the right value is +∞, as for the upper bound on α with a hard margin.
	// Want is then ignored. The student writes ∞, inf or "no bound".
	Infinite bool
	// Units are the units that may follow the number.
	Units []string
	// Where maps names that the answer may contain to their values.
	Where map[string]string
	// Mistakes are compared with a wrong answer by value, in this order. The Answer of each must be
	// a number.
	Mistakes []Mistake
}

// Scope returns the scope in which an answer is parsed. [EchoOf] needs it.
func (t NumberTask) Scope() Scope { return Scope{Entries: 1, Units: t.Units, Definitions: t.Where} }

// Judge judges one number. The student may write any expression without variables:
// 2√2, 2*sqrt(2), 6/4.
func (t NumberTask) Judge(ctx context.Context, text string) Result {
	if r, ok := judgeInfinity(ctx, text, t); ok {
		return r
	}
	s := t.Scope()
	text = withoutRepeatedQuestion(ctx, text, s, func(e Expr) bool { return judgeNumber(e, t).Accepted })
	e, problem := readAnswer(ctx, text, &s)
	if problem != nil {
		return *problem
	}
	if listed := e.root.op == opList || e.root.op == opSet; listed && len(e.root.args) != 1 {
		return unreadable(
			syntaxErrorf(0, "one value is asked for here; this has %s", countOf(len(e.root.args), "entry", "entries")),
		)
	} else if listed {
		e = e.List()[0] // a list with one entry, such as [64], counts as the entry
	}
	return judgeMeanings(e, func(e Expr) Result { return judgeNumber(e, t) })
}

// value is a number in floating point and, if isExact is set, in exact form.
type value struct {
	exact   surd // the exact number, if isExact is set
	isExact bool
	float   float64
	text    string // the number as typed, if the expression is only a number
}

// valueOf evaluates an expression without variables.
func valueOf(e Expr) (value, error) {
	t, tensorErr := e.tensor()
	if tensorErr != nil {
		return value{}, tensorErr
	}
	if !t.isScalar() {
		return value{}, fmt.Errorf("one number is asked for here; this has %s", t.shape())
	}
	r := newRing(e.scope)
	c, err := r.canonicalForm(t.cells[0])
	if err != nil {
		return value{}, err
	}
	v := value{text: digitsOf(e.root)}
	if v.exact, v.isExact = c.number(); v.isExact {
		v.float = v.exact.float()
		return v, nil
	}
	approximation := certaintyAt(e.scope.work, t.cells[0], nil)
	if approximation.valueCertain && !math.IsNaN(approximation.value) && !math.IsInf(approximation.value, 0) {
		v.float = approximation.value
		return v, nil
	}
	f, err := compileNode(e.scope.work, t.cells[0], nil)
	if err != nil {
		return value{}, err
	}
	v.float, err = f.At()
	return v, err
}

// digitsOf returns a number as typed, without its sign. If the expression is not a single number,
// it returns "".
func digitsOf(n *node) string {
	if n.op == opNeg {
		n = n.args[0]
	}
	if n.op == opNum {
		return n.text
	}
	return ""
}

// lastPlace returns one unit in the last place of the typed number, such as 0.01 for 3.14. It
// returns 0 if the number was not typed as a decimal.
func (v value) lastPlace() float64 {
	if !isDecimal(v.text) {
		return 0
	}
	mantissa, exponent := v.text, 0
	if i := strings.IndexAny(mantissa, "eE"); i >= 0 {
		fmt.Sscanf(mantissa[i+1:], "%d", &exponent)
		mantissa = mantissa[:i]
	}
	if i := strings.IndexByte(mantissa, '.'); i >= 0 {
		exponent -= len(mantissa) - i - 1
	}
	return math.Pow(10, float64(exponent))
}

// matchesAsTyped reports whether v, as the student typed it, is x rounded. v may differ from x by
// half a unit of its last typed digit, but by at most 1 %. If v is not a decimal, only rounding
// errors of floating point are allowed.
func (v value) matchesAsTyped(x float64) bool {
	return math.Abs(v.float-x) <= min(v.lastPlace()/2*(1+1e-9), 0.01*math.Abs(x))+1e-9*math.Abs(x)
}

// judgeNumber judges an expression without variables. The result is undecided if neither equality
// nor inequality can be proved.
func judgeNumber(e Expr, t NumberTask) Result {
	v, err := valueOf(e)
	if err != nil {
		return undecidedResult(err)
	}
	w, err := valueOf(t.Want)
	if err != nil {
		panic("answer: the number wanted: " + err.Error())
	}
	same, decided := Same(e, t.Want)
	switch err := e.BudgetErr(); {
	case same:
		return equal("")
	case !decided && err != nil:
		return undecidedResult(err)
	case !decided && !(t.Digits > 0 && v.isRightTo(w, t.Digits)) && !certainlyDiffer(e, t.Want):
		return newResult(exercises.Undecided,
			"The two agree to many digits, but that is not a proof. Write yours with roots and fractions, and I can decide.")
	}
	return judgeValues(v, w, t)
}

// certainlyDiffer reports whether two numbers are proved to be different.
func certainlyDiffer(a, b Expr) bool {
	u, errU := a.scalar()
	v, errV := b.scalar()
	if errU != nil || errV != nil {
		return false
	}
	_, _, differ := certainlyDifferAt(a.scope.work, u, v, nil)
	return differ
}

// judgeValues judges the typed value v against the right value w.
func judgeValues(v, w value, t NumberTask) Result {
	if t.Digits > 0 && v.isRightTo(w, t.Digits) {
		return equal("%s", rightToMessage(w, t.Digits))
	}
	for _, m := range t.Mistakes {
		x, err := valueOf(MustParse(m.Answer, Scope{}))
		if err != nil {
			panic("answer: mistake " + m.ID + ": " + err.Error())
		}
		if v.matchesAsTyped(x.float) && (!v.isRoundingOf(w) || agree(v.float, x.float, 1e-12)) ||
			t.Digits > 0 && math.Abs(v.float-x.float) <= x.tolerance(t.Digits) {
			return vagueResult("%s", directionFact(v, w)).withMistake(m.ID, m.Advice)
		}
	}
	if r, ok := roundedEarlyResult(v, w, t); ok {
		return r
	}
	return wrongNumberResult(v, w)
}

// isRightTo reports whether v equals w to the given number of digits. If the student typed more
// digits than these, v must also be right to digits + 1 digits, or round to the same number as w. For
// example, let w be 1.3413, to be given to three digits. Both 1.342 and 1.345 are within the tolerance,
// but only 1.342 rounds to 1.34.
func (v value) isRightTo(w value, digits int) bool {
	difference, allowed := math.Abs(v.float-w.float), w.tolerance(digits)
	if difference > allowed {
		return false
	}
	if unit := v.lastPlace(); unit == 0 || unit > allowed || w.float == 0 || difference <= w.tolerance(digits+1) {
		return true
	}
	return roundToDigits(v.float, digits) == roundToDigits(w.float, digits)
}

// roundToDigits returns v rounded to the given number of digits. A half is rounded away from 0.
func roundToDigits(v float64, digits int) string {
	return strconv.FormatFloat(v*(1+1e-12), 'e', digits-1, 64)
}

// tolerance returns half a unit in the last required digit of v. For 0, it returns the tolerance of
// a number from 0.1 to 1. A number below 1e−12 that is written in digits, such as 2.2e−16, counts as
// 0, because it may be a rounding error.
func (v value) tolerance(digits int) float64 {
	if v.float == 0 || v.text != "" && math.Abs(v.float) < 1e-12 {
		return 0.5*math.Pow(10, -float64(digits)) + 1e-12
	}
	lead := math.Floor(math.Log10(math.Abs(v.float)))
	return 0.5*math.Pow(10, lead-float64(digits)+1)*(1+1e-9) + 1e-12*math.Abs(v.float)
}

// rightToMessage returns the message about a number that is right to some digits. It adds the exact
// value if that is short and w is not written as a decimal, because a decimal may be rounded.
func rightToMessage(w value, digits int) string {
	q, rational := w.exact.rat()
	text := "Right to " + countOf(digits, "digit", "digits")
	if w.isExact && !isDecimal(w.text) && w.exact.bits() < 40 &&
		!(rational && q.Denom().Cmp(big.NewInt(20)) > 0 && hasEndlessDecimal(q)) && len(w.exact.String()) <= 16 {
		text += "; the exact value is " + inDecimals(w.exact)
	}
	return text + "."
}

// inDecimals writes a fraction as a decimal if its decimal is finite and its denominator is above
// 20.
func inDecimals(s surd) string {
	if q, ok := s.rat(); ok && !hasEndlessDecimal(q) && q.Denom().Cmp(big.NewInt(20)) > 0 {
		return exactDecimal(s)
	}
	return s.String()
}

// roundedEarlyResult returns the result for a v that looks like the right number w with too few
// digits. If the exact number is asked for, the result says that v is not exact. The second result
// is false if v does not look like w.
func roundedEarlyResult(v, w value, t NumberTask) (Result, bool) {
	unit := v.lastPlace()
	if t.Digits > 0 && v.text != "" && unit == 0 && w.float != math.Trunc(w.float) {
		unit = 1 // the student typed a whole number, but the task asks for decimals
	}
	if unit == 0 || w.float == 0 || v.float == 0 {
		return Result{}, false
	}
	if difference := math.Abs(v.float - w.float); !isRoundingAt(unit, v, w) &&
		(t.Digits == 0 || difference > 0.005*math.Abs(w.float)) {
		return Result{}, false
	}
	if t.Digits > 0 {
		advice := fmt.Sprintf(
			"It looks as if you rounded too early: %s are asked for. Keep more digits until the end.",
			countOf(t.Digits, "significant digit", "significant digits"),
		)
		return newResult(exercises.Close, "%s is close, but not right to %s.", printDecimal(v),
			countOf(t.Digits, "digit", "digits")).withMistake("rounded-early", advice), true
	}
	return newResult(exercises.Close, "%s", roundingFact(v, w)).withMistake("decimals",
		"Decimals cut off digits here; the exact number is asked for."), true
}

// isRoundingOf reports whether v is a decimal that results from w by rounding or by cutting off
// digits.
func (v value) isRoundingOf(w value) bool {
	unit := v.lastPlace()
	return unit > 0 && isRoundingAt(unit, v, w)
}

// isRoundingAt reports whether v is w, rounded or cut off at a decimal place. unit is one unit in
// this place, such as 0.01. If v and w differ by more than a fifth of w, v counts as another number:
// 0.1 does not count as 0.05 rounded.
func isRoundingAt(unit float64, v, w value) bool {
	difference := math.Abs(v.float - w.float)
	if difference > 0.2*math.Abs(w.float) {
		return false
	}
	truncated := math.Abs(v.float) < math.Abs(w.float) && difference < unit*(1-1e-9) && unit <= 0.2*math.Abs(w.float)
	return truncated || difference <= unit/2*(1+1e-9)
}

func printDecimal(v value) string {
	if q, ok := v.exact.rat(); ok {
		return strings.ReplaceAll(decimalString(q), "-", "−")
	}
	return formatFloat(v.float)
}

// roundingFact returns a fact that shows that the decimal v is not exactly w, without revealing w.
func roundingFact(v, w value) string {
	if v.isExact && w.isExact && len(w.exact) == 1 && w.exact[0].k != 1 {
		return fmt.Sprintf("%s² = %s is close to the square of the right answer, but not equal to it. Write it with a root.",
			printDecimal(v), exactDecimal(v.exact.mul(v.exact)))
	}
	return fmt.Sprintf("%s is close, but not exactly the number.", printDecimal(v))
}

// hasEndlessDecimal reports whether a fraction has no finite decimal, that is, whether its
// denominator has a prime factor other than 2 and 5.
func hasEndlessDecimal(q *big.Rat) bool {
	_, finite := q.FloatPrec()
	return !finite
}

// directionFact returns a sentence about how v differs from w, in sign or in size.
func directionFact(v, w value) string {
	switch {
	case v.float < 0 && w.float > 0:
		return "Yours is negative, but the right answer is positive."
	case v.float > 0 && w.float < 0:
		return "Yours is positive, but the right answer is negative."
	case v.float < 0 && w.float == 0:
		return "The right answer is not negative."
	case v.float < 0 && v.float < w.float:
		return "Yours is too far below 0."
	case w.float < 0:
		return "Yours is not far enough below 0."
	case v.float < w.float:
		return "Yours is too small."
	}
	return "Yours is too large."
}

// wrongNumberResult returns the result for a wrong number v. If v has one simple relation to the right
// number w, the result mentions it. If several relations hold, it mentions none: 4 is both the
// double and the square of 2.
func wrongNumberResult(v, w value) Result {
	if v.float == w.float {
		return vagueResult("Yours is close, but not exactly the number.")
	}
	var matching []numberSlip
	for _, slip := range numberSlips {
		if slip.leadsTo(v, w) {
			matching = append(matching, slip)
		}
	}
	if len(matching) == 0 && v.hasSameDigits(w) {
		return vagueResult("Yours has the right digits, but in a different order.").withMistake("digits", "")
	}
	if len(matching) != 1 {
		return vagueResult("%s", directionFact(v, w))
	}
	return vagueResult("%s", matching[0].fact).withMistake(matching[0].id, "")
}

// isWhole reports whether the number is an integer.
func (v value) isWhole() bool { return v.float == math.Trunc(v.float) }

// hasSameDigits reports whether two integers have the same digits in different orders.
func (v value) hasSameDigits(w value) bool {
	digits := func(x value) string {
		return string(slices.Sorted(slices.Values([]byte(strconv.FormatFloat(x.float, 'f', -1, 64)))))
	}
	return v.isWhole() && w.isWhole() && digits(v) == digits(w)
}

// numberSlip is a likely mistake that leads from the right number to another number.
type numberSlip struct {
	id    string
	apply func(w float64) float64
	fact  string // how the two numbers are related, without a guess at the cause
	// integersOnly restricts the mistake to integers ≥ 2.
	integersOnly bool
}

// leadsTo reports whether the mistake turns w into v.
func (slip numberSlip) leadsTo(v, w value) bool {
	if slip.integersOnly && (!v.isWhole() || !w.isWhole() || w.float < 2) {
		return false
	}
	wrongNumber := slip.apply(w.float)
	return !math.IsInf(wrongNumber, 0) && wrongNumber != w.float && v.matchesAsTyped(wrongNumber)
}

func scaleBy(factor float64) func(float64) float64 {
	return func(w float64) float64 { return factor * w }
}

// numberSlips lists the mistakes that wrongNumberResult recognises.
var numberSlips = [...]numberSlip{
	{id: "sign", apply: scaleBy(-1), fact: "The size is right, but the sign is wrong."},
	{id: "factor-2", apply: scaleBy(2), fact: "Yours is twice the right answer."},
	{id: "factor-half", apply: scaleBy(0.5), fact: "Yours is half the right answer."},
	{id: "factor-2", apply: scaleBy(-2), fact: "Yours is −2 times the right answer."},
	{id: "factor-half", apply: scaleBy(-0.5), fact: "Yours is −½ times the right answer."},
	{id: "factor-10", apply: scaleBy(10), fact: "Yours is 10 times the right answer."},
	{id: "factor-10", apply: scaleBy(0.1), fact: "Yours is a tenth of the right answer."},
	{id: "percent", apply: scaleBy(100), fact: "Yours is 100 times the right answer."},
	{id: "percent", apply: scaleBy(0.01), fact: "Yours is a hundredth of the right answer."},
	{id: "factor-root-2", apply: scaleBy(math.Sqrt2), fact: "Yours is √2 times the right answer."},
	{id: "factor-root-2", apply: scaleBy(math.Sqrt2 / 2), fact: "Yours is the right answer divided by √2."},
	{id: "reciprocal", apply: func(w float64) float64 { return 1 / w },
		fact: "Yours is the reciprocal of the right answer."},
	{id: "squared", apply: func(w float64) float64 { return w * w }, fact: "Yours is the square of the right answer."},
	{id: "root", apply: math.Sqrt, fact: "Yours is the square root of the right answer."},
	{id: "one-more", apply: func(w float64) float64 { return w + 1 }, integersOnly: true, fact: "Yours is 1 too large."},
	{id: "one-less", apply: func(w float64) float64 { return w - 1 }, integersOnly: true, fact: "Yours is 1 too small."},
}
