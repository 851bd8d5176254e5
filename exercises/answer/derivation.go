package answer

import (
	"context"
	"fmt"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/budget"
)

// DerivationTask asks for a chain of equal expressions, a line each, from one
// to another.
type DerivationTask struct {
	Scope Scope
	From  string // where the chain starts; the student may repeat it or not
	To    string // where it ends: the last line equals it
	Form  Form   // that the last line has to have
	Least int    // so many lines are asked for
	// Mistakes are looked for in the line that breaks the chain.
	Mistakes []Mistake
}

// JudgeDerivation decides about a derivation line by line: each line has to
// equal the one before it. It stops at the first that does not and says where
// the two differ; what stands after it is not judged. A line may begin with an
// equals sign and may be a chain of its own.
func JudgeDerivation(ctx context.Context, text string, t DerivationTask) Result {
	if r := unjudged(text, &t.Scope); r != nil {
		return *r
	}
	scope, before, n := t.Scope.paidBy(budget.Of(ctx, budget.Answer())), MustParse(t.From, t.Scope), 0
	for i, line := range derivationLines(text) { // each is read when those before it follow
		e, fault := t.readLine(text, i, line, scope)
		if fault != nil {
			return unreadable(fault)
		}
		r, ok := t.follows(i, e, before)
		if !ok {
			return r
		}
		before, n = e, i+1
	}
	if n == 0 {
		return unreadable(noLine())
	}
	if !t.Form.holds(before) {
		return newResult(exercises.OtherForm, "Every line follows from the one before. The last one is not %s yet.", t.Form.words()).reading(before).known("form", "")
	}
	if n < t.Least {
		return newResult(exercises.OtherForm, "It ends where it should. Write what lies between as well: %s or more.", countOf(t.Least, "line", "lines")).reading(before).known("leap", "")
	}
	return newResult(exercises.Equal, "%s, each equal to the one before: the difference is 0 every time.", capitalise(countOf(n, "line", "lines"))).reading(before)
}

// mostDerivationLines bounds what is read of a text that goes on and on.
const mostDerivationLines = 100

// readLine reads line i of a text.
func (t DerivationTask) readLine(text string, i int, line derivationLine, scope *Scope) (Expr, *SyntaxError) {
	if i == mostDerivationLines {
		return Expr{}, faultf(line.at, "a derivation has at most %d lines here", mostDerivationLines)
	}
	e, err := parseIn(line.text, scope)
	if err == nil {
		return e, nil
	}
	err.At += line.at
	err.Reason = fmt.Sprintf("line %d: %s", i+1, err.Error())
	if err.Fix != "" {
		rs := []rune(text)
		err.Fix = string(rs[:line.at]) + err.Fix + string(rs[line.at+len([]rune(line.text)):])
	}
	return Expr{}, err
}

func noLine() *SyntaxError { return faultf(0, "write an expression on each line") }

// Echo is how the last line is read, while it is typed. No line is judged.
func (t DerivationTask) Echo(ctx context.Context, text string) exercises.Echo {
	if r := unjudged(text, &t.Scope); r != nil {
		return r.Echo()
	}
	scope, last := t.Scope.paidBy(budget.Of(ctx, budget.Answer())), Expr{}
	lines := derivationLines(text)
	if len(lines) == 0 {
		return unreadable(noLine()).Echo()
	}
	for i, line := range lines {
		e, fault := t.readLine(text, i, line, scope)
		if fault != nil {
			return unreadable(fault).Echo()
		}
		last = e
	}
	return Result{At: -1}.reading(last).Echo()
}

// follows judges one line against the one before it.
func (t DerivationTask) follows(i int, e, before Expr) (Result, bool) {
	r := eitherReading(e, func(e Expr) Result { return judgeExpr(e, before, ExprTask{Scope: t.Scope, Mistakes: t.Mistakes}) })
	if r.Accepted {
		return r, true
	}
	if len(r.Fact) > 0 && r.Verdict.Counts() {
		what := "the line before"
		if i == 0 {
			what = "the start"
		}
		r.Fact[0] = newResult(0, "Line %d breaks the chain: it does not equal %s. %s", i+1, what, r.Fact[0]).Fact[0]
	}
	return r, false
}

// DerivationLine is a line as it is read. It equals the one before it, or it is the
// first that does not or cannot be read; what comes after that one is neither.
type DerivationLine struct {
	Text            string
	Follows, Broken bool
}

// Lines are the lines typed so far.
func (t DerivationTask) Lines(ctx context.Context, text string) []DerivationLine {
	var out []DerivationLine
	before, broken := MustParse(t.From, t.Scope), false
	scope := t.Scope.paidBy(budget.Of(ctx, budget.Answer()))
	for i, line := range derivationLines(text) {
		if i == mostDerivationLines {
			break
		}
		l := DerivationLine{Text: line.text}
		if e, err := parseIn(line.text, scope); err == nil && !broken {
			l.Text = e.String()
			_, l.Follows = t.follows(i, e, before)
			before = e
		}
		l.Broken = !broken && !l.Follows
		broken = broken || l.Broken
		out = append(out, l)
	}
	return out
}

// derivationLine is one expression of a derivation and where it starts, in
// runes of the text as typed.
type derivationLine struct {
	text string
	at   int
}

// derivationLines cuts a derivation at line breaks, semicolons and equals signs.
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
	for i, r := range normalise(text) {
		if r == '\n' || r == '\r' || r == '=' || r == ';' {
			flush(i)
		}
	}
	flush(len(rs))
	return out
}
