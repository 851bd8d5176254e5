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
	lines, fault := t.read(text, t.Scope.paidBy(budget.Of(ctx, budget.Answer())))
	before := MustParse(t.From, t.Scope)
	for i, e := range lines {
		r, ok := t.follows(i, e, before)
		if !ok {
			return r
		}
		before = e
	}
	if fault != nil {
		return unreadable(fault)
	}
	if !t.Form.holds(before) {
		return newResult(exercises.OtherForm, "Every line follows from the one before. The last one is not %s yet.", t.Form.words()).reading(before).known("form", "")
	}
	if len(lines) < t.Least {
		return newResult(exercises.OtherForm, "It ends where it should. Write what lies between as well: %s or more.", countOf(t.Least, "line", "lines")).reading(before).known("leap", "")
	}
	return newResult(exercises.Equal, "%s, each equal to the one before: the difference is 0 every time.", capitalise(countOf(len(lines), "line", "lines"))).reading(before)
}

// read reads every line, up to the first that cannot be read.
func (t DerivationTask) read(text string, scope *Scope) ([]Expr, *SyntaxError) {
	var out []Expr
	for i, line := range derivationLines(text) {
		e, err := parseIn(line.text, scope)
		if err != nil {
			err.At += line.at
			err.Reason = fmt.Sprintf("line %d: %s", i+1, err.Error())
			if err.Fix != "" {
				rs := []rune(text)
				err.Fix = string(rs[:line.at]) + err.Fix + string(rs[line.at+len([]rune(line.text)):])
			}
			return out, err
		}
		out = append(out, e)
	}
	if len(out) == 0 {
		return nil, faultf(0, "write an expression on each line")
	}
	return out, nil
}

// Echo is how the last line is read, while it is typed. No line is judged.
func (t DerivationTask) Echo(ctx context.Context, text string) exercises.Echo {
	if r := unjudged(text, &t.Scope); r != nil {
		return r.Echo()
	}
	lines, fault := t.read(text, t.Scope.paidBy(budget.Of(ctx, budget.Answer())))
	if fault != nil {
		return unreadable(fault).Echo()
	}
	return Result{At: -1}.reading(lines[len(lines)-1]).Echo()
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
