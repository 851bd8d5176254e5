// Package answer reads a student's mathematics and judges it.
//
// An answer goes through fixed stages: text → tokens → expression → values → canonical form →
// verdict. Parsing is generous: it accepts 2x1, √2·x₁, x_1**2 and sqrt(2) x1. Judging is
// exact: polynomials and rational functions are compared over ℚ extended by square roots of
// integers, so √2 typed as 1.414 is close but not equal. If the canonical form decides nothing,
// values at sample points may refute equality but never prove it.
//
// If a text is ambiguous, the student is asked. Both meanings are returned as
// unambiguous texts, so a session that stores the choice need not ask again.
//
// Every task has a method Judge, which takes the text as typed and returns a
// [Result]: a verdict, the smallest true fact that supports the verdict, and advice
// if the answer equals a mistake that the task lists. A text that cannot be read is
// never a wrong answer.
//
// Some words have a fixed meaning. A letter is a symbol in a formula, such as x, α or eta. The
// reading of a text is the text as the program understands it, typeset. A slip is a mistake that
// students often make. Lowering replaces vectors, matrices and sums by scalars.
//
// Nothing here panics on a student's text, and every text leads to a verdict or an
// error message within a fixed budget of work. All functions are pure and safe for
// concurrent use.
//
// Start with [Result], [NumberTask] and [ExprTask]. The package knows nothing about particular
// exercises, solvers and terminals.
package answer

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
)

// Result is the judgement on one answer.
type Result struct {
	Verdict  exercises.Verdict
	Accepted bool
	// Headline, if not empty, is shown instead of the verdict's words, as in a Report.
	Headline string
	// Reading is the answer as the program understands it, typeset. It is empty if the answer
	// cannot be parsed.
	Reading string
	// Fact is the smallest true fact that supports the verdict.
	Fact []ascii.Line
	// Advice is set if the answer equals a known mistake, if a syntax error has a fix, or if the
	// text is ambiguous.
	Advice []ascii.Line
	// Misconception is the ID of the recognised mistake, or empty.
	Misconception string
	// Vague means that the fact may be omitted if the cause of the mistake is known.
	Vague bool
	// Follows marks a wrong answer that follows correctly from other blanks that are wrong.
	Follows bool
	// At is the index of the rune at which a syntax error was noticed, or −1.
	At int
	// Fix is a corrected text that can be read, or "" if no correction is known.
	Fix string
	// Readings are the possible meanings of the text, for the verdict Ambiguous.
	Readings []exercises.Reading
}

// Report returns the report of a task whose only field is the given one.
func (r Result) Report(field string) exercises.Report {
	return exercises.Report{
		Verdict: r.Verdict, Accepted: r.Accepted, Headline: r.Headline, Fact: r.Fact, Advice: r.Advice,
		Misconception: r.Misconception,
		Fields:        map[string]exercises.FieldReport{field: r.FieldReport()},
	}
}

// FieldReport returns the report of one field among several. The report has no message if the field
// is right, because the mark is enough. It has no message either if the field follows from other
// fields, because the other fields have the message.
func (r Result) FieldReport() exercises.FieldReport {
	f := exercises.FieldReport{Verdict: r.Verdict, Follows: r.Follows, At: r.At, Reading: r.Reading,
		Readings: r.Readings, Fix: r.Fix, Misconception: r.Misconception, Vague: r.Vague}
	if len(r.Fact) > 0 && r.Verdict != exercises.Equal && !r.Follows {
		f.Message = r.Fact[0].String()
	}
	return f
}

// AsFollowing returns the result for a blank that follows from an earlier mistake. It has the
// Reading of r and no message, and is not accepted.
func (r Result) AsFollowing() Result {
	return Result{Verdict: exercises.Close, Follows: true, Reading: r.Reading, At: -1}
}

// Echo returns the text as the judge understands it, without the verdict. It is shown while the
// student types. Echo is for answers that EchoOf cannot parse, such as growth rates, sets, matrices
// and intervals.
func (r Result) Echo() exercises.Echo {
	switch r.Verdict {
	case exercises.Empty:
		return exercises.Echo{At: -1}
	case exercises.Unreadable:
		return exercises.Echo{Problem: r.Fact[0].String(), At: r.At, Fix: r.Fix}
	case exercises.Undecided:
		if r.Reading == "" && len(r.Fact) > 0 {
			return exercises.Echo{Note: r.Fact[0].String(), At: -1}
		}
	}
	return exercises.Echo{Reading: r.Reading, At: -1}
}

// Mistake is a wrong answer that a task recognises by its value.
type Mistake struct {
	ID     string
	Answer string // the wrong answer, in the scope of the task
	Advice string // one or two sentences for the student
}

// EchoOf returns a text as the program understands it in a scope, for display while the student
// types.
func EchoOf(ctx context.Context, text string, s Scope) exercises.Echo {
	e, err := parseUntrusted(ctx, text, &s)
	if err != nil {
		return exercises.Echo{Problem: err.Error(), At: err.At, Fix: err.Fix}
	}
	return exercises.Echo{Reading: e.String(), At: -1, Readings: e.readings()}
}

func newResult(v exercises.Verdict, format string, args ...any) Result {
	r := Result{Verdict: v, Accepted: v == exercises.Equal, At: -1}
	if fact := fmt.Sprintf(format, args...); fact != "" {
		r.Fact = ascii.PlainLines(clipTo(fact, maxSentence))
	}
	return r
}

// equal and notEqual return results with the most common verdicts.
func equal(format string, args ...any) Result { return newResult(exercises.Equal, format, args...) }

func notEqual(format string, args ...any) Result {
	return newResult(exercises.NotEqual, format, args...)
}

// AsFormula returns the result with a headline about equality, like the result for a
// formula.
func (r Result) AsFormula() Result {
	switch r.Verdict {
	case exercises.Equal:
		r.Headline = "Equal."
	case exercises.NotEqual:
		r.Headline = "Not equal."
	}
	return r
}

// vagueResult returns the result for a wrong answer with a vague fact, which is omitted if the
// cause of the mistake is recognised.
func vagueResult(format string, args ...any) Result {
	r := notEqual(format, args...)
	r.Vague = true
	return r
}

// withFact returns the result with another line of facts.
func (r Result) withFact(format string, args ...any) Result {
	r.Fact = append(r.Fact[:len(r.Fact):len(r.Fact)], ascii.Plain(clipTo(fmt.Sprintf(format, args...), maxSentence)))
	return r
}

// withMistake returns the result with the ID and the advice of a recognised mistake.
func (r Result) withMistake(id, advice string) Result {
	r.Misconception = id
	if advice != "" {
		r.Advice = ascii.PlainLines(advice)
	}
	return r
}

func (r Result) withReading(e Expr) Result {
	r.Reading = e.String()
	return r
}

// unreadable returns the result for a text with a syntax error.
func unreadable(err *SyntaxError) Result {
	r := newResult(exercises.Unreadable, "%s", err.Error())
	r.At = err.At
	r.Fix = err.Fix
	if err.Fix != "" {
		r.Advice = ascii.PlainLines("This I can read: " + err.Fix)
	}
	return r
}

// SurroundedBy returns the result for a part of a text as a result for the whole text, which is
// prefix, the part and suffix.
func (r Result) SurroundedBy(prefix, suffix string) Result {
	if r.At >= 0 {
		r.At += len([]rune(prefix))
	}
	r.Fix, r.Advice = "", nil // prefix or suffix may also have an error
	readings := slices.Clone(r.Readings)
	for i := range readings {
		readings[i].Text = prefix + readings[i].Text + suffix
	}
	r.Readings = readings
	return r
}

// undecidedResult returns the result for an answer that cannot be decided.
func undecidedResult(err error) Result {
	return newResult(exercises.Undecided, "%s.", capitalise(err.Error()))
}

func isBlank(text string) bool {
	return strings.Trim(string(Normalise(text)), " \n\t\r") == ""
}

// blankOrTooLong returns the result for a text that is blank or too long, or nil for any
// other text.
func blankOrTooLong(text string, s *Scope) *Result {
	var r Result
	if err := tooLong(text, s); err != nil {
		r = unreadable(err)
	} else if isBlank(text) {
		r = newResult(exercises.Empty, "")
	} else {
		return nil
	}
	return &r
}

// readAnswer parses a text for a judge. If the text is blank or cannot be read, it returns the
// result for it instead.
func readAnswer(ctx context.Context, text string, s *Scope) (Expr, *Result) {
	if r := blankOrTooLong(text, s); r != nil {
		return Expr{}, r
	}
	e, err := parseUntrusted(ctx, text, s)
	if err != nil {
		return Expr{}, new(unreadable(err))
	}
	return e, nil
}

// ParseAndJudge parses a text in a scope and judges its possible meanings.
func ParseAndJudge(ctx context.Context, text string, s Scope, judge func(Expr) Result) Result {
	e, problem := readAnswer(ctx, text, &s)
	if problem != nil {
		return *problem
	}
	return judgeMeanings(e, judge)
}

// ambiguity is a set of ambiguous constructions. Each has two meanings. The first goes from left to
// right, with the usual precedence of each operator.
type ambiguity uint16

const (
	ambiguousQuotient  ambiguity = 1 << iota // 1/2x: (1/2)·x, or 1/(2x)
	ambiguousPower                           // x2: x·2, or x²
	ambiguousCall                            // s(x): a product, or a function of that name
	ambiguousFactor                          // 1/2 x and 1/2(x+1), as ambiguousQuotient
	ambiguousRoot                            // √2c: √2·c, or √(2c)
	ambiguousExponent                        // e^-x/2: e^(−x)/2, or e^(−x/2)
	ambiguousRootPower                       // √x²: (√x)², or √(x²)
	ambiguousChoose                          // d+p choose p: d + C(p, p), or C(d+p, p)
	ambiguousEntrywise                       // y*a with two vectors: their inner product, or entry by entry
)

// ambiguityKinds lists the ambiguous constructions with their names. If equallyLikely is true,
// students intend either meaning about equally often, so they are asked which one they mean
// whenever it matters. If it is false, the first meaning is the usual one, and a student is asked
// only if it is wrong and the second is right.
var ambiguityKinds = [...]struct {
	construction  ambiguity
	kind          string
	equallyLikely bool
}{
	{ambiguousQuotient, "quotient", true},
	{ambiguousPower, "power", true},
	{ambiguousCall, "call", true},
	{ambiguousFactor, "factor", false},
	{ambiguousRoot, "root", false},
	{ambiguousExponent, "exponent", false},
	{ambiguousRootPower, "root-power", false},
	{ambiguousChoose, "choose", false},
	{ambiguousEntrywise, "entrywise", false},
}

// alternative is another meaning of an ambiguous text.
type alternative struct {
	root          *node
	kind          string
	equallyLikely bool // whether this meaning is as likely as the first one
}

// maxAlternatives is the maximum number of second meanings of a text. It is also the maximum number
// of other spellings of the text.
const maxAlternatives = 3

// alternatives returns the other meanings of a text. In each of them, one kind of ambiguous
// construction has its second meaning, or the text is read in another spelling.
func alternatives(text string, s *Scope, first *node, ambiguities ambiguity) []alternative {
	var out []alternative
	for _, row := range ambiguityKinds {
		if ambiguities&row.construction == 0 || len(out) == maxAlternatives {
			continue
		}
		root, _, err := parseText(text, s, row.construction)
		if err != nil || sameNode(root, first) {
			continue
		}
		_, entrywiseProducts, err := (Expr{root: root, scope: s}).tensorWithProducts(nil)
		if err != nil || row.construction == ambiguousEntrywise && len(entrywiseProducts) == 0 {
			continue
		}
		if row.construction == ambiguousEntrywise {
			root = root.rewrite(func(old, updated *node) *node {
				if old.op == opEntrywise && !entrywiseProducts[old] {
					return updated.withArgs(opMul, updated.args)
				}
				return updated
			})
		}
		out = append(out, alternative{root: root, kind: row.kind, equallyLikely: row.equallyLikely})
	}
	return append(out, otherSpellings(text, s, first)...)
}

// judgeMeanings judges an expression. If its text has several meanings and the verdict depends on
// the meaning, the result asks the student to choose.
func judgeMeanings(e Expr, judge func(Expr) Result) Result {
	return judgeMeaningsWith(e, judge, func(e Expr) bool { return judge(e).Accepted })
}

// judgeMeaningsWith is like judgeMeanings, with a faster test of whether another
// meaning is right.
func judgeMeaningsWith(e Expr, judge func(Expr) Result, isAccepted func(Expr) bool) Result {
	first := judge(e).withReading(e)
	for _, a := range e.otherMeanings {
		if !a.equallyLikely && (first.Accepted || !first.Verdict.CountsAsAttempt()) {
			continue
		}
		second := Expr{root: a.root, scope: e.scope}
		if isAccepted(second) == first.Accepted {
			continue
		}
		r := newResult(exercises.Ambiguous, "This can be read as %s or as %s.", e.asQuotation(), second.asQuotation())
		r.Readings = []exercises.Reading{e.firstReading(a.kind), a.reading(e.scope)}
		r.Advice = ascii.PlainLines("Choose one, or write it so that only one can be meant.")
		return r
	}
	return first
}

// readings returns the equally likely meanings of a text, from which the student chooses. It
// returns nil if there is only one.
func (e Expr) readings() []exercises.Reading {
	var out []exercises.Reading
	for _, a := range e.otherMeanings {
		if !a.equallyLikely {
			continue
		}
		if len(out) == 0 {
			out = append(out, e.firstReading(a.kind))
		}
		out = append(out, a.reading(e.scope))
	}
	return out
}

func (e Expr) firstReading(kind string) exercises.Reading {
	return exercises.Reading{Shown: e.String(), Text: e.String(), Kind: kind}
}

func (a alternative) reading(s *Scope) exercises.Reading {
	text := Expr{root: a.root, scope: s}.String()
	return exercises.Reading{Shown: text, Text: text, Kind: a.kind}
}

// applyFixes returns fix if it can be read. Otherwise it tries the fix of the error in fix, and so
// on, up to four texts. It returns "" if none of them can be read.
func applyFixes(fix string, s *Scope) string {
	for range 4 {
		if fix == "" {
			return ""
		}
		root, _, err := parseText(fix, s, 0)
		if err == nil {
			_, err = Expr{root: root, scope: s}.tensor()
		}
		if err == nil {
			return strings.TrimSpace(fix)
		}
		fix = err.Fix
	}
	return ""
}
