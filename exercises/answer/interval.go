package answer

import (
	"context"
	"strings"

	"kernellab/exercises"
	"kernellab/kernels/expr"
)

// IntervalTask asks for an interval.
type IntervalTask struct {
	// Scope contains the letters that the ends may contain. If there are none, the ends are numbers.
	Scope Scope
	// Lo and Hi are the ends. A nil Lo means −∞, and a nil Hi means ∞.
	Lo, Hi         *Expr
	LoOpen, HiOpen bool // whether the interval excludes the end
}

// ReadInterval parses an interval that an author has written, in the notation that students use.
// Its ends may contain the letters of the scope.
func ReadInterval(text string, s Scope) (IntervalTask, error) {
	typed, problem := splitInterval(text)
	if problem != nil {
		return IntervalTask{}, problem
	}
	t := IntervalTask{Scope: s, LoOpen: typed.lo.open, HiOpen: typed.hi.open}
	for _, end := range []struct {
		text   string
		target **Expr
	}{{typed.lo.text, &t.Lo}, {typed.hi.text, &t.Hi}} {
		if isUnbounded(end.text) {
			continue
		}
		e, err := ParseTrusted(end.text, s)
		if err != nil {
			return IntervalTask{}, err
		}
		*end.target = &e
	}
	return t, nil
}

// Judge judges an interval, one end at a time. The interval may be written as [0, 0.6], (0, 1],
// ]0, 1[, [0, ∞), 0 ≤ α ≤ 0.6 or α >= 0.
func (t IntervalTask) Judge(ctx context.Context, text string) Result {
	if r := blankOrTooLong(text, &t.Scope); r != nil {
		return *r
	}
	typed, err := splitInterval(text)
	if err != nil {
		return unreadable(err)
	}
	lo, hi := t.judgeEnd(ctx, typed.lo.text, t.Lo, "−∞"), t.judgeEnd(ctx, typed.hi.text, t.Hi, "∞")
	leftBracket, rightBracket := "[", "]"
	if typed.lo.open || lo.Reading == "−∞" {
		leftBracket = "("
	}
	if typed.hi.open || hi.Reading == "∞" {
		rightBracket = ")"
	}
	var r Result
	switch {
	case !lo.Verdict.CountsAsAttempt():
		r = lo.SurroundedBy(leftBracket, ", "+typed.hi.text+rightBracket)
	case !hi.Verdict.CountsAsAttempt():
		r = hi.SurroundedBy(leftBracket+typed.lo.text+", ", rightBracket)
	default:
		return t.verdict(ctx, typed, lo, hi).
			withReadingText(leftBracket + lo.Reading + ", " + hi.Reading + rightBracket)
	}
	r.At = -1 // r.At was a position in the text of one end
	return r
}

func (t IntervalTask) verdict(ctx context.Context, typed interval, lo, hi Result) Result {
	switch {
	case !lo.Accepted && !hi.Accepted:
		if t.Lo != nil && t.Hi != nil && t.judgeEnd(ctx, typed.lo.text, t.Hi, "∞").Accepted &&
			t.judgeEnd(ctx, typed.hi.text, t.Lo, "−∞").Accepted {
			return notEqual("Both ends are right, but they are swapped.").withMistake("order",
				"The smaller end comes first.")
		}
		return notEqual("Neither end is right.")
	case !lo.Accepted:
		return atEnd(lo, "The lower end")
	case !hi.Accepted:
		return atEnd(hi, "The upper end")
	case t.Lo != nil && typed.lo.open != t.LoOpen, t.Hi != nil && typed.hi.open != t.HiOpen:
		return notEqual("The ends are right. Which of them belong to the interval?").withMistake("open-end",
			"A square bracket or ≤ includes the end, a round one or < leaves it out.")
	}
	return equal("")
}

// atEnd names the end that a verdict is about: "the value is finite" becomes "The upper end: the
// value is finite".
func atEnd(r Result, end string) Result {
	r.Fact[0] = newResult(0, "%s: %s", end, lowerFirst(r.Fact[0].String())).Fact[0]
	return r
}

// judgeEnd judges the text of an end, which should be want. If want is nil, the interval must have
// no bound at this end. infinityText is shown for an end without a bound.
func (t IntervalTask) judgeEnd(ctx context.Context, text string, want *Expr, infinityText string) Result {
	switch {
	case isUnbounded(text) && want == nil:
		return equal("").withReadingText(infinityText)
	case isUnbounded(text):
		return notEqual("There is a bound.").withMistake("infinite", "").withReadingText(infinityText)
	case want == nil:
		scope := t.Scope
		scope.Entries = 1
		return ParseAndJudge(ctx, text, scope, func(e Expr) Result {
			if _, err := valueOf(e); err != nil && len(scope.Vars) == 0 {
				return undecidedResult(err)
			}
			return notEqual("Is there a bound on this side?").withMistake("finite", "")
		})
	case len(t.Scope.Vars) > 0:
		r := ExprTask{Scope: t.Scope, Want: want.String()}.Judge(ctx, text)
		if r.Verdict == exercises.Undecided && t.sameBound(ctx, text, want.String(), infinityText == "∞") {
			return equal("").withReadingText(r.Reading)
		}
		return r
	}
	return NumberTask{Want: *want}.Judge(ctx, text)
}

// sameBound reports whether two ends can be proved equal for all values of the letters that
// Scope.AtMost allows.
func (t IntervalTask) sameBound(ctx context.Context, a, b string, isUpper bool) bool {
	s, conditions := t.Scope, "end >= "
	if isUpper {
		conditions = "end <= "
	}
	s.Vars = append([]string{"end"}, s.Vars...)
	for name, bound := range s.AtMost {
		conditions = name + " <= " + bound + "; " + conditions
	}
	return ConditionsTask{Scope: s}.Same(ctx, conditions+a, conditions+b)
}

// isUnbounded reports whether the text of an end means that there is no bound.
func isUnbounded(text string) bool {
	withoutSign := strings.TrimLeft(strings.TrimSpace(text), "+-−")
	return withoutSign == "" || isInfinity(withoutSign)
}

// interval is an interval as typed. The text of an end is empty if an inequality has no bound
// there.
type interval struct{ lo, hi bound }

type bound struct {
	text string
	open bool // whether the interval excludes the end
}

// splitInterval reads an interval that is written with brackets or with inequalities.
func splitInterval(text string) (interval, *SyntaxError) {
	if err := tooLong(text, &Scope{}); err != nil {
		return interval{}, err
	}
	s := strings.NewReplacer("<=", "≤", ">=", "≥", "=<", "≤", "⩽", "≤", "⩾", "≥").Replace(string(Normalise(text)))
	for _, sign := range []string{" in ", "∈", "="} {
		if _, after, ok := strings.Cut(s, sign); ok {
			s = after
		}
	}
	s = strings.TrimSpace(s)
	if strings.ContainsAny(s, "<>≤≥") {
		return splitInequality(s)
	}
	rs := []rune(s)
	last := len(rs) - 1
	if last < 2 || !strings.ContainsRune("[](", rs[0]) || !strings.ContainsRune("[])", rs[last]) {
		return interval{}, syntaxErrorf(0, "write an interval, such as [0, 1] or 0 <= a <= 1")
	}
	inner, separators := rs[1:last], map[rune][]int{}
	for i, r := range outsideBrackets(inner) {
		separators[r] = append(separators[r], i)
	}
	separatorAt := separators[',']
	if len(separators[';']) == 1 {
		separatorAt = separators[';']
	}
	if len(separatorAt) != 1 {
		return interval{}, syntaxErrorf(0, "an interval has two ends, such as [0, 1]")
	}
	typed := interval{bound{strings.TrimSpace(string(inner[:separatorAt[0]])), rs[0] != '['},
		bound{strings.TrimSpace(string(inner[separatorAt[0]+1:])), rs[last] != ']'}}
	for _, end := range []bound{typed.lo, typed.hi} {
		if err := checkBrackets([]rune(end.text)); err != nil {
			return interval{}, syntaxErrorf(0, "between the brackets of the interval, %s", err.Reason)
		}
		if end.text == "" {
			return interval{}, syntaxErrorf(0, "an interval has two ends, such as [0, 1]")
		}
	}
	return typed, nil
}

// aroundZero matches |a| ≤ 1.
var aroundZero = expr.Pattern(`^\|([^|]*)\|\s*([<≤])(.*)$`)

// splitInequality reads 0 ≤ a ≤ 1, a ≥ 0, 1 > a and |a| ≤ 1.
func splitInequality(s string) (interval, *SyntaxError) {
	s = aroundZero().ReplaceAllString(s, "-($3) $2 $1 $2 $3")
	var parts []string
	var signs []rune
	from := 0
	for i, r := range s {
		if strings.ContainsRune("<>≤≥", r) {
			parts, signs = append(parts, strings.TrimSpace(s[from:i])), append(signs, r)
			from = i + len(string(r))
		}
	}
	parts = append(parts, strings.TrimSpace(s[from:]))
	letterAt := -1
	for i, p := range parts {
		if isVariable(p) {
			letterAt = i
		}
	}
	if letterAt < 0 || len(parts) > 3 || len(parts) == 3 && letterAt != 1 {
		return interval{}, syntaxErrorf(0, "write the bounds around one letter, as in 0 <= a <= 1")
	}
	var typed interval
	for i, sign := range signs {
		end, onLeft := parts[i], true // where the bound is: on the left or on the right of the sign
		if i >= letterAt {
			end, onLeft = parts[i+1], false
		}
		target := &typed.hi
		if onLeft != (sign == '>' || sign == '≥') {
			target = &typed.lo
		}
		*target = bound{end, sign == '<' || sign == '>'}
	}
	if len(signs) == 2 && (typed.lo.text == "" || typed.hi.text == "") {
		return interval{}, syntaxErrorf(0, "the two signs point in different directions")
	}
	return typed, nil
}

// isVariable reports whether a text is a single name, with or without an index.
func isVariable(s string) bool {
	name := canonName(s)
	return name != "" && !expr.IsDigit(rune(name[0])) && !isInfinity(s) && len([]rune(name)) <= 8 &&
		!strings.ContainsAny(strings.ReplaceAll(s, "_{", ""), " +-*/^()|{")
}

// isInfinity reports whether the text means +∞.
func isInfinity(text string) bool {
	s := strings.ToLower(strings.TrimSpace(string(Normalise(text))))
	switch strings.TrimPrefix(s, "+") {
	case "∞", "inf", "infinity", "infinite", "oo", "unbounded", "no bound":
		return true
	}
	return false
}

// judgeInfinity judges an answer if the answer or the right value is +∞. Otherwise it returns
// false.
func judgeInfinity(ctx context.Context, text string, t NumberTask) (Result, bool) {
	isTypedInfinite := isInfinity(text)
	switch {
	case isTypedInfinite && t.Infinite:
		return equal("").withReadingText("∞"), true
	case isTypedInfinite:
		return notEqual("The value is finite.").withMistake("infinite", "").withReadingText("∞"), true
	case !t.Infinite:
		return Result{}, false
	}
	s := Scope{}
	e, problem := readAnswer(ctx, text, &s)
	if problem != nil {
		return *problem, true
	}
	return notEqual("There are larger values than %s that are allowed.", e.asQuotation()).withReading(e).withMistake(
		"finite", "",
	), true
}
