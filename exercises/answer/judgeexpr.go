package answer

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/budget"
)

// ExprTask asks for an expression equal to Want.
type ExprTask struct {
	Scope Scope
	Want  string // the reference answer, in the names of the scope
	// Form is the required form. If it is not AnyForm, an equal expression in another form has
	// the verdict OtherForm and is not accepted.
	Form Form
	// Mistakes are compared with a wrong answer, in this order.
	Mistakes []Mistake
}

// Judge decides whether the text equals the right expression, for each value of a free index. For
// polynomials, rational functions and exponentials, it decides exactly. Other expressions are
// compared at points: a difference is reported with a point as evidence, and agreement is reported
// as not proved.
func (t ExprTask) Judge(ctx context.Context, text string) Result {
	t.Scope.Entries = 1
	t.Scope = t.Scope.withVocabulary()
	want := MustParse(t.Want, t.Scope)
	e, problem := readAnswer(ctx,
		withoutRepeatedQuestion(ctx, text, t.Scope, func(e Expr) bool { return provedEqual(e, want) }), &t.Scope)
	if problem != nil {
		return *problem
	}
	if err := checkOneFreeIndex(e.root, want.root); err != nil {
		return unreadable(err)
	}
	withoutMistakes := ExprTask{Scope: t.Scope, Form: t.Form}
	return judgeMeaningsWith(e, func(e Expr) Result { return judgeExpr(e, want, t) },
		func(e Expr) bool { return judgeExpr(e, want, withoutMistakes).Accepted }).AsFormula()
}

func judgeExpr(e, want Expr, t ExprTask) Result {
	if wantWithValues, ok := want.withValues(e); ok && provedEqual(e, wantWithValues) {
		want = wantWithValues
	}
	c := compare(e, want)
	switch c.outcome {
	case proved:
		if i, j := e.indexMismatch(want); j != "" {
			return notEqual("There is no sum over %s here. Write the update of point %s.", j, i).withMistake(
				"other-index", "",
			)
		}
		if !t.Form.Matches(e) {
			r := newResult(exercises.OtherForm, "It is not %s yet.", t.Form.description()).withMistake("form", "")
			r.Vague = true
			return r
		}
		return equal("").withAnotherForm(e, want, t.Form)
	case sampled:
		return newResult(exercises.Undecided, "It agrees with the right answer at %d points, but that is not a proof.", c.points)
	case failed:
		return undecidedResult(c.err)
	}
	r := refutedResult(c)
	if c.work > maxWork/4 {
		return r // too large to try known mistakes
	}
	for _, m := range t.Mistakes {
		if provedEqual(e, MustParse(m.Answer, t.Scope)) {
			return r.withMistake(m.ID, m.Advice)
		}
	}
	if c.factor == "−1" {
		return vagueResult("Yours is −1 times the right answer.").withMistake("sign", "")
	}
	return r
}

// withValues returns e with the values in Scope.Values for the letters that do not occur in answer.
// ok is false if there are no such letters.
func (e Expr) withValues(answer Expr) (out Expr, ok bool) {
	for name, value := range e.scope.Values {
		if !slices.Contains(answer.Vars(), canonName(name)) {
			e.root, ok = e.root.replaceName(canonName(name), MustParse(value, Scope{}).root), true
		}
	}
	return e, ok
}

// indexMismatch returns the free indices of update and of e if they differ. update is the right
// answer, such as a_i + η(t_i − f_i). If it contains a sum, e may use any letter. If the letter of
// e is allowed, indexMismatch returns empty strings.
func (e Expr) indexMismatch(update Expr) (i, j string) {
	if len(e.scope.Kernel) == 0 || e.scope.Query != "" ||
		update.root.contains(func(n *node) bool { return n.op == opSum }) {
		return "", ""
	}
	rightIndex, second := firstFreeIndices(update.root)
	studentIndex, _ := firstFreeIndices(e.root)
	if rightIndex == nil || second != nil || studentIndex == nil || rightIndex.text == studentIndex.text {
		return "", ""
	}
	return rightIndex.text, studentIndex.text
}

// withAnotherForm adds as a fact another way to write the right answer. If the task requires a
// form, it adds nothing, because the other way might be the expression in the question.
func (r Result) withAnotherForm(e, want Expr, form Form) Result {
	if form != AnyForm {
		return r
	}
	if w := want.String(); w != e.String() && want.root.op != opNum {
		return r.withFact("Another right form: %s.", w)
	}
	return r
}

// containsByte reports whether the name of any variable or function contains b.
func (p poly) containsByte(b byte) bool {
	for _, t := range p {
		for _, f := range t.mono {
			if strings.IndexByte(f.base, b) >= 0 {
				return true
			}
		}
	}
	return false
}

// refutedResult returns the result for an expression that differs from the right one. The verdict
// is Close if the expression has decimals that approximate exact numbers.
func refutedResult(c comparison) Result {
	if c.otherValue != "" && !c.vague {
		c.fact += ", which is wrong" // do not state the right value, which would give the answer away
	}
	fact, slip := c.fact, c.slip
	switch c.factor {
	case "", "−1":
	case "2":
		fact, slip = "yours is twice the right answer", "factor-2"
	case "1/2":
		fact, slip = "yours is half the right answer", "factor-half"
	default:
		fact, slip = fmt.Sprintf("yours is %s times the right answer", c.factor), "multiple"
	}
	if fact == "" {
		fact = "the two differ as polynomials"
	}
	r := notEqual("%s.", capitalise(fact))
	r.Vague, r.Misconception = c.vague || fact != c.fact, slip
	if c.closeValues {
		r.Verdict = exercises.Close
		r = r.withMistake("decimals", "If you rounded a number, write it exactly, such as √2 or 1/3.")
	}
	return r
}

// capitalise capitalises the first letter of a sentence, unless it is a symbol of
// one letter.
func capitalise(s string) string {
	if len(s) > 1 && s[0] >= 'a' && s[0] <= 'z' && s[1] >= 'a' && s[1] <= 'z' {
		return string(s[0]-'a'+'A') + s[1:]
	}
	return s
}

// DerivationTask asks for a chain of equal expressions, one per line, that leads
// from an expression to an equal one of another form.
type DerivationTask struct {
	Scope    Scope
	From     string // the start of the chain, which the student may repeat in the first line
	Form     Form   // the form required of the last line
	MinLines int    // the minimum number of lines
	// Mistakes are compared with the first line that does not equal the previous one.
	Mistakes []Mistake
}

// Judge judges a derivation line by line. Each line must equal the previous line. The result
// describes the first difference, and later lines are not judged. A line may begin with an equals
// sign and may contain several of them.
func (t DerivationTask) Judge(ctx context.Context, text string) Result {
	if r := blankOrTooLong(text, &t.Scope); r != nil {
		return *r
	}
	scope, previous, n := t.Scope.withBudget(budget.StartAnswer(ctx)), MustParse(t.From, t.Scope), 0
	for i, line := range derivationLines(text) { // each line is parsed only after the earlier ones were judged
		e, err := t.readLine(i, line, scope)
		if err != nil {
			return unreadable(err)
		}
		r, ok := t.judgeLine(i, e, previous)
		if !ok {
			return r
		}
		previous, n = e, i+1
	}
	if n == 0 {
		return unreadable(noLineError())
	}
	if !t.Form.Matches(previous) {
		return newResult(exercises.OtherForm, "Every line follows from the one before. The last one is not %s yet.",
			t.Form.description()).withReading(previous).withMistake("form", "")
	}
	if n < t.MinLines {
		return newResult(exercises.OtherForm, "It ends where it should. Write the lines in between as well: %s or more.",
			countOf(t.MinLines, "line", "lines")).withReading(previous).withMistake("leap", "")
	}
	r := equal("").withReading(previous)
	r.Headline = "Each line follows."
	return r
}

// maxDerivationLines is the maximum number of lines of a derivation.
const maxDerivationLines = 100

// readLine parses line i of a derivation.
func (t DerivationTask) readLine(i int, line derivationLine, scope *Scope) (Expr, *SyntaxError) {
	if i == maxDerivationLines {
		return Expr{}, syntaxErrorf(line.start, "a derivation has at most %d lines here", maxDerivationLines)
	}
	e, err := parseInScope(line.text, scope)
	if err == nil {
		return e, nil
	}
	err.At += line.start
	err.Reason, err.Fix = fmt.Sprintf("line %d: %s", i+1, err.Error()), ""
	return Expr{}, err
}

func noLineError() *SyntaxError { return syntaxErrorf(0, "write an expression on each line") }

// Echo returns the last line as the program understands it, for display while the student types. It
// judges no line.
func (t DerivationTask) Echo(ctx context.Context, text string) exercises.Echo {
	lines := derivationLines(text)
	if err := tooLong(text, &t.Scope); err != nil {
		return unreadable(err).Echo()
	} else if len(lines) == 0 {
		return unreadable(noLineError()).Echo()
	}
	last := lines[len(lines)-1]
	echo := EchoOf(ctx, last.text, t.Scope)
	if echo.Problem != "" {
		echo.At += last.start
	}
	return echo
}

// judgeLine judges line i, which must equal the previous expression. ok is true if it does.
func (t DerivationTask) judgeLine(i int, e, previous Expr) (Result, bool) {
	r := judgeMeanings(e,
		func(e Expr) Result { return judgeExpr(e, previous, ExprTask{Scope: t.Scope, Mistakes: t.Mistakes}) })
	if r.Accepted {
		return r, true
	}
	if len(r.Fact) > 0 && r.Verdict.CountsAsAttempt() {
		what := "the line before"
		if i == 0 {
			what = "the start"
		}
		r.Fact[0] = newResult(0, "Line %d breaks the chain: it does not equal %s. %s", i+1, what, r.Fact[0]).Fact[0]
	}
	return r, false
}

// Line is a line of a derivation. Follows is true if the line follows from the earlier lines. Broken
// is true for the first line that does not follow or cannot be read. For later lines, both are
// false.
type Line struct {
	Text            string
	Follows, Broken bool
	Unreadable      bool
	Reason          string // the justification given for the line
	Doubted         bool   // the line follows, but the reason cannot have led to it
}

// Lines returns the lines typed so far.
func (t DerivationTask) Lines(ctx context.Context, text string) []Line {
	var out []Line
	previous, broken := MustParse(t.From, t.Scope), false
	scope := t.Scope.withBudget(budget.StartAnswer(ctx))
	for i, line := range derivationLines(text) {
		if i == maxDerivationLines {
			break
		}
		l := Line{Text: line.text}
		e, err := parseInScope(line.text, scope)
		if l.Unreadable = err != nil; !l.Unreadable && !broken {
			l.Text = e.String()
			_, l.Follows = t.judgeLine(i, e, previous)
			previous = e
		}
		l.Broken = !broken && !l.Follows
		broken = broken || l.Broken
		out = append(out, l)
	}
	return out
}

// derivationLine is one expression of a derivation. start is its position in the typed text,
// in runes.
type derivationLine struct {
	text  string
	start int
}

// derivationLines splits a derivation at line breaks, semicolons and equals signs.
func derivationLines(text string) []derivationLine {
	var out []derivationLine
	rs := []rune(text)
	from := 0
	flush := func(to int) {
		part := string(rs[from:to])
		start := from + len([]rune(part)) - len([]rune(strings.TrimLeft(part, " \t")))
		if trimmed := strings.TrimSpace(part); trimmed != "" {
			out = append(out, derivationLine{trimmed, start})
		}
		from = to + 1
	}
	for i, r := range Normalise(text) {
		if r == '\n' || r == '\r' || r == '=' || r == ';' {
			flush(i)
		}
	}
	flush(len(rs))
	return out
}
