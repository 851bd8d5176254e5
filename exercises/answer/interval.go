package answer

import (
	"context"
	"strings"
	"unicode/utf8"

	"kernellab/kernels/expr"
)

// IntervalTask asks for an interval of numbers.
type IntervalTask struct {
	// Lo and Hi are the ends; nil for −∞ and ∞.
	Lo, Hi         *Expr
	LoOpen, HiOpen bool // the interval excludes the end
}

// ReadInterval reads an interval of the program's own, written as a student would
// write it.
func ReadInterval(text string) (IntervalTask, error) {
	in, problem := readInterval(text)
	if problem != nil {
		return IntervalTask{}, problem
	}
	t := IntervalTask{LoOpen: in.loOpen, HiOpen: in.hiOpen}
	for _, end := range []struct {
		text string
		put  **Expr
	}{{in.lo, &t.Lo}, {in.hi, &t.Hi}} {
		if bare := strings.TrimLeft(strings.TrimSpace(end.text), "+-−"); bare == "" || isInfinity(bare) {
			continue
		}
		e, err := ParseOwn(end.text, Scope{})
		if err != nil {
			return IntervalTask{}, err
		}
		*end.put = &e
	}
	return t, nil
}

// Judge judges an interval, one end at a time: [0, 0.6], (0, 1], [0, ∞), ]0, 1[, 0
// ≤ α ≤ 0.6, α >= 0.
func (t IntervalTask) Judge(ctx context.Context, text string) Result {
	if r := blankOrTooLong(text, &Scope{}); r != nil {
		return *r
	}
	in, err := readInterval(text)
	if err != nil {
		return unreadable(err)
	}
	lo, hi := t.end(ctx, in.lo, t.Lo, "−∞"), t.end(ctx, in.hi, t.Hi, "∞")
	before, after := in.brackets()
	switch {
	case !lo.Verdict.Counts():
		return placed(lo.Inside(before, ", "+in.hi+after), lo.At, strings.Index(text, in.lo), text)
	case !hi.Verdict.Counts():
		return placed(hi.Inside(before+in.lo+", ", after), hi.At, strings.LastIndex(text, in.hi), text)
	}
	return t.verdict(ctx, in, lo, hi).withReadingText(in.text(ctx))
}

// placed moves the position of an error from an end of the interval to the whole
// text. begins is the byte where the end begins. If the end does not occur in the
// text as it was read, there is no position.
func placed(r Result, at, begins int, text string) Result {
	if r.At = -1; at >= 0 && begins >= 0 {
		r.At = utf8.RuneCountInString(text[:begins]) + at
	}
	return r
}

func (t IntervalTask) verdict(ctx context.Context, in interval, lo, hi Result) Result {
	switch {
	case !lo.Accepted && !hi.Accepted:
		if t.Lo != nil && t.Hi != nil && t.end(ctx, in.lo, t.Hi, "∞").Accepted &&
			t.end(ctx, in.hi, t.Lo, "−∞").Accepted {
			return notEqual("Both ends are right, in each other's place.").withMistake("order",
				"The smaller end comes first.")
		}
		return notEqual("Both ends are not what is needed.")
	case !lo.Accepted:
		return prefixFact(lo, "The lower end")
	case !hi.Accepted:
		return prefixFact(hi, "The upper end")
	case t.Lo != nil && in.loOpen != t.LoOpen:
		return notEqual("The ends are right; whether the lower one belongs to the interval is not.").withMistake(
			"open-end", "A square bracket or ≤ includes the end, a round one or < leaves it out.",
		)
	case t.Hi != nil && in.hiOpen != t.HiOpen:
		return notEqual("The ends are right; whether the upper one belongs to the interval is not.").withMistake(
			"open-end", "A square bracket or ≤ includes the end, a round one or < leaves it out.",
		)
	}
	return equal("")
}

func prefixFact(r Result, end string) Result {
	r.Fact[0] = newResult(0, "%s: %s", end, lowerFirst(r.Fact[0].String())).Fact[0]
	return r
}

// end judges one end. An empty text means no bound.
func (t IntervalTask) end(ctx context.Context, text string, want *Expr, infinite string) Result {
	bare := strings.TrimLeft(strings.TrimSpace(text), "+-−")
	typed := text == "" || isInfinity(bare)
	switch {
	case typed && want == nil:
		return equal("")
	case typed:
		return notEqual("There is a bound.").withMistake("infinite", "")
	case want == nil:
		if _, stop := Values(ctx, text, 1); stop != nil {
			return *stop
		}
		return notEqual("It is %s.", infinite).withMistake("finite", "")
	}
	return NumberTask{Want: *want}.Judge(ctx, text)
}

// interval is an interval as typed. An empty end means no bound.
type interval struct {
	lo, hi         string
	loOpen, hiOpen bool
}

// text returns the interval with brackets.
func (in interval) text(ctx context.Context) string {
	show := func(end, infinite string) string {
		e, err := Parse(ctx, end, Scope{})
		if end == "" || err != nil {
			return infinite
		}
		return e.String()
	}
	lo, hi := show(in.lo, "−∞"), show(in.hi, "∞")
	in.loOpen, in.hiOpen = in.loOpen || lo == "−∞", in.hiOpen || hi == "∞"
	before, after := in.brackets()
	return before + lo + ", " + hi + after
}

// brackets returns the brackets of the interval.
func (in interval) brackets() (before, after string) {
	before, after = "[", "]"
	if in.loOpen {
		before = "("
	}
	if in.hiOpen {
		after = ")"
	}
	return before, after
}

// readInterval reads brackets or inequalities.
func readInterval(text string) (interval, *SyntaxError) {
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
		return readInequality(s)
	}
	rs := []rune(s)
	last := len(rs) - 1
	if last < 2 || !strings.ContainsRune("[](", rs[0]) || !strings.ContainsRune("[])", rs[last]) {
		return interval{}, faultf(0, "write an interval, as [0, 1] or 0 <= a <= 1")
	}
	inner := string(rs[1:last])
	lo, hi, ok := strings.Cut(inner, ",")
	if semi := strings.Count(inner, ";"); semi == 1 {
		lo, hi, ok = strings.Cut(inner, ";")
	} else if strings.Count(inner, ",") > 1 {
		ok = false
	}
	if !ok {
		return interval{}, faultf(0, "an interval has two ends, as [0, 1]")
	}
	in := interval{lo: strings.TrimSpace(lo), hi: strings.TrimSpace(hi), loOpen: rs[0] != '[', hiOpen: rs[last] != ']'}
	if in.lo == "" || in.hi == "" {
		return interval{}, faultf(0, "an interval has two ends, as [0, 1]")
	}
	for _, end := range []string{in.lo, in.hi} {
		if err := matched([]rune(end)); err != nil {
			return interval{}, faultf(0, "between the brackets of the interval, %s", err.Reason)
		}
	}
	return in, nil
}

// readInequality reads 0 ≤ a ≤ 1, a ≥ 0 and 1 > a.
func readInequality(s string) (interval, *SyntaxError) {
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
	at := -1
	for i, p := range parts {
		if inner := inBars(p); inner != "" && isVariable(inner) {
			return aroundZero(parts, signs, i)
		}
		if isVariable(p) {
			at = i
		}
	}
	if at < 0 || len(parts) > 3 || len(parts) == 3 && at != 1 {
		return interval{}, faultf(0, "write the bounds around one letter, as 0 <= a <= 1")
	}
	var in interval
	for i, sign := range signs {
		end, lower := parts[i], true // the bound is on the left
		if i >= at {
			end, lower = parts[i+1], false
		}
		if sign == '>' || sign == '≥' {
			lower = !lower
		}
		if lower {
			in.lo, in.loOpen = end, sign == '<' || sign == '>'
		} else {
			in.hi, in.hiOpen = end, sign == '<' || sign == '>'
		}
	}
	if len(signs) == 2 && (in.lo == "" || in.hi == "") {
		return interval{}, faultf(0, "the two signs point in different directions")
	}
	return in, nil
}

// inBars returns the text in |…| or abs(…), or "" for other texts.
func inBars(s string) string {
	for _, bars := range [...][2]string{{"|", "|"}, {"abs(", ")"}} {
		if inner, ok := strings.CutPrefix(s, bars[0]); ok {
			if inner, ok = strings.CutSuffix(inner, bars[1]); ok {
				return strings.TrimSpace(inner)
			}
		}
	}
	return ""
}

// aroundZero reads |a| ≤ 1 and 1 > |a|.
func aroundZero(parts []string, signs []rune, at int) (interval, *SyntaxError) {
	if len(parts) != 2 {
		return interval{}, faultf(0, "write the bounds around one letter, as 0 <= a <= 1")
	}
	end, sign := parts[1-at], signs[0]
	if (sign == '<' || sign == '≤') != (at == 0) {
		return interval{}, faultf(0, "what lies outside of two bounds is no interval; one is asked for, as [0, 1]")
	}
	open := sign == '<' || sign == '>'
	return interval{lo: "-(" + end + ")", hi: end, loOpen: open, hiOpen: open}, nil
}

// isVariable reports whether a text is a single name, with or without an index.
func isVariable(s string) bool {
	name := canonName(s)
	return name != "" && !expr.IsDigit(rune(name[0])) && !isInfinity(s) && len([]rune(name)) <= 8 &&
		!strings.ContainsAny(strings.ReplaceAll(s, "_{", ""), " +-*/^()|{")
}

// isInfinity reports whether the text means that there is no bound.
func isInfinity(text string) bool {
	s := strings.ToLower(strings.TrimSpace(string(Normalise(text))))
	switch strings.TrimPrefix(s, "+") {
	case "∞", "inf", "infinity", "infinite", "oo", "unbounded", "no bound":
		return true
	}
	return false
}

// judgeInfinity judges if the answer or the wanted value is +∞. Otherwise the
// second result is false.
func judgeInfinity(ctx context.Context, text string, t NumberTask) (Result, bool) {
	typed := isInfinity(text)
	switch {
	case typed && t.Infinite:
		r := equal("")
		r.Reading = "∞"
		return r, true
	case typed:
		r := notEqual("The value is finite.").withMistake("infinite", "")
		r.Reading = "∞"
		return r, true
	case !t.Infinite:
		return Result{}, false
	}
	s := Scope{}
	e, stop := readAnswer(ctx, text, &s)
	if stop != nil {
		return *stop, true
	}
	return notEqual("There are larger values than %s that are allowed.", e.quoted()).withReading(e).withMistake(
		"finite", "",
	), true
}
