// Package matrix judges formulas in matrices and vectors: sums, products whose
// order matters, transposes, inverses, multiples, and identities whose size follows
// from the context.
//
// Two formulas count as equal if they agree for random matrices over the field of
// integers modulo 2⁶¹ − 1. The test is repeated for several orders of the sizes, such
// as m < n and m > n. In this field the arithmetic is exact and numbers do not grow.
// Two formulas that differ agree by chance with a probability below 10⁻¹⁶ per draw,
// because both are quotients of polynomials (Schwartz 1980, Zippel 1979).
//
// Start with [Task] for a single formula. There are two kinds of derivation, which a student writes
// line by line. A [Chain] consists of equations of matrices, such as λa = y − Ka. A
// [PointDerivation] is about the points of a data set. Its lines may also contain sums, indices,
// derivatives and steps of an iteration, such as w ← w − γ∂L/∂w. Most point derivations end in such
// a step. A derivation of a statement ends in an equation or an inequality instead. In worksheets,
// the texts of the exercises, a point derivation is called a walk. A slip is a mistake that a
// student is likely to make. A letter is a symbol for a matrix, a vector or a number.
//
// The comparison for random matrices also decides whether a line of a point derivation follows from
// the lines before it. A fact is an equation that some line must state, such as ∂fᵢ/∂w = φᵢ. It
// defines a letter, here ∂fᵢ/∂w. Until a line states the fact, this letter has random values. So a
// line that needs the fact does not hold before that line.
//
// The package knows nothing about particular exercises and tasks.
package matrix

import (
	"context"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/budget"
)

// Task asks for one formula.
type Task struct {
	Space
	Want string
	// Short means that a form with more letters than Want is not accepted.
	Short bool
}

// Judge decides whether a text is a formula with the value of Want.
func (t Task) Judge(ctx context.Context, text string) answer.Result {
	got, problem := t.parseFormula(text)
	if problem != nil {
		return *problem
	}
	want, err := parse(t.Want, t.Space)
	if err != nil {
		panic("matrix: " + t.Want + ": " + err.Error())
	}
	work := budget.StartAnswer(ctx)
	r := t.recogniseSlip(t.compare(got, want[0], work), got, want[0], work)
	r.Reading = got.String()
	if t.Short && r.Accepted && got.letterCount() > want[0].letterCount() {
		r.Accepted, r.Verdict = false, exercises.OtherForm
		r.Fact = factLines("It can be written with fewer letters.")
	}
	return r.AsFormula()
}

// Echo returns a formula as the program understands it, typeset, or why it cannot be parsed.
func (s Space) Echo(_ context.Context, text string) exercises.Echo {
	if text == "" {
		return exercises.Echo{At: -1}
	}
	chain, err := parse(text, s)
	if err != nil {
		return exercises.Echo{Problem: err.Error(), At: err.At}
	}
	return exercises.Echo{Reading: lineText(chain), At: -1}
}

// Same reports whether two texts are the same formula: their values agree, or the formulas are
// written in the same way. The latter covers formulas that have no value because their sizes do not
// match.
func (s Space) Same(ctx context.Context, a, b string) bool {
	x, problem := s.parseFormula(a)
	y, other := s.parseFormula(b)
	return problem == nil && other == nil &&
		(x.String() == y.String() || s.compare(x, y, budget.StartAnswer(ctx)).Accepted)
}

// parseFormula parses a text that must be a single formula.
func (s Space) parseFormula(text string) (*node, *answer.Result) {
	if strings.TrimSpace(text) == "" {
		return nil, &answer.Result{Verdict: exercises.Empty, At: -1}
	}
	chain, err := parse(text, s)
	switch {
	case err != nil:
		return nil, unreadable(err.At, err.Error())
	case len(chain) > 1:
		return nil, unreadable(0, "Write one formula here, not an equation.")
	}
	return chain[0], nil
}

// compare compares two formulas in every assignment of values to letters in which want, the right
// one, has a value. For example, the inverse of ΦᵀΦ has a value only if Φ has at least as many rows
// as columns.
func (s Space) compare(got, want *node, work *budget.Budget) answer.Result {
	var noValueErr *evalError // why the right formula had no value in the assignments so far
	for k, env := range s.assignments {
		u, evalErr := env.eval(want, work)
		if evalErr != nil {
			if evalErr.budgetSpent {
				return undecidedResult(evalErr)
			}
			if k == 0 || noValueErr != nil {
				noValueErr = evalErr
			}
			continue
		}
		noValueErr = nil
		v, err := env.eval(got, work)
		if err != nil {
			if err.budgetSpent {
				return undecidedResult(err)
			}
			return notEqual(err.Error() + ".")
		}
		if v.equals(u) {
			continue
		}
		if v.withShapeOf(u).shape() != u.shape() {
			return notEqual("This is " + v.shape() + ", but it should be " + u.shape() + ".")
		}
		return answer.Result{Verdict: exercises.NotEqual, At: -1}
	}
	if noValueErr != nil {
		return notEqual(noValueErr.Error() + ".")
	}
	return answer.Result{Verdict: exercises.Equal, Accepted: true, At: -1}
}

func undecidedResult(err error) answer.Result {
	return answer.Result{Verdict: exercises.Undecided, At: -1, Fact: factLines(err.Error() + ".")}
}

// Chain asks for a derivation whose lines are equations of matrices.
type Chain struct {
	Space
	// Goal is the letter that the last line has to express. Without lists the letters that
	// the last line must not use.
	Goal    string
	Without []string
	// Required lists equations that the lines must contain, in any form. Two equations count as the
	// same if left side − right side agrees up to a nonzero factor.
	Required []string
	// Given are equations that hold from the start, in addition to the definitions
	// of the space.
	Given   []string
	Reasons Reasons // the reasons that a line may give
}

// Judge decides whether each line is an equation that holds in the space, and whether the last line
// reaches the goal. If a line does not hold, the result names the first such line.
func (c Chain) Judge(ctx context.Context, text string) answer.Result { return judge(ctx, c, text) }

// Echo returns the last line as the program understands it, or the problem of the first line that
// cannot be parsed.
func (c Chain) Echo(_ context.Context, text string) exercises.Echo { return echo(c, text) }

// Lines returns the lines typed so far.
func (c Chain) Lines(ctx context.Context, text string) []answer.Line { return linesOf(ctx, c, text) }

// tooLong is the message for a text that is far longer than any answer.
const tooLong = "This is too long."

func (c Chain) reasons() Reasons { return c.Reasons }

func (c Chain) parseSides(text string) ([]*node, *answer.SyntaxError) { return parse(text, c.Space) }

// judgeLines judges parsed lines.
func (c Chain) judgeLines(lines []parsedLine, work *budget.Budget) verdict {
	for i, l := range lines {
		chain := l.sides
		if len(chain) < 2 {
			return verdict{Result: notEqual(linePrefix(i) + "a line must be an equation, with =."),
				validLines: i, wrongPair: chain}
		}
		for k := range chain[1:] {
			r := c.compare(chain[k], chain[k+1], work)
			if r.Accepted {
				continue
			}
			out := verdict{Result: r, validLines: i}
			if r.Verdict == exercises.NotEqual {
				out.wrongPair = chain[k : k+2]
				out.Fact = factLines(linePrefix(i) + lineText(out.wrongPair) + " does not hold.")
				if len(r.Fact) > 0 {
					out.Fact[0] = slices.Concat(out.Fact[0], ascii.Plain(" "), r.Fact[0])
				}
			}
			return out
		}
	}
	return verdict{Result: c.judgeEnd(lines, work), validLines: len(lines)}
}

// judgeEnd judges lines that all hold.
func (c Chain) judgeEnd(lines []parsedLine, work *budget.Budget) answer.Result {
	for _, required := range c.Required {
		if found := c.contains(lines, required, work); work.Err() != nil {
			return undecidedResult(work.Err())
		} else if !found {
			return notYet("All lines hold. A line " + strings.Split(required, "=")[0] +
				"= … is still missing: each line should follow from earlier ones by one move.")
		}
	}
	if !c.reachesGoal(lines[len(lines)-1].sides) {
		return notYet("All lines hold. The last one should say what " + glyph(c.Goal) + " is, without " +
			strings.Join(c.Without, " and ") + " on the other side.")
	}
	return answer.Result{Verdict: exercises.Equal, Accepted: true, Headline: eachFollowsHeadline}
}

// eachFollowsHeadline is the headline for a derivation that is right.
const eachFollowsHeadline = "Each line follows."

// contains reports whether some line contains an equation. Terms may be moved across the equals
// sign, and both sides may be multiplied by a number.
func (c Chain) contains(lines []parsedLine, equation string, work *budget.Budget) bool {
	required, err := parse(equation, c.Space)
	if err != nil {
		panic("matrix: " + equation + ": " + err.Error())
	}
	for _, l := range lines {
		chain := l.sides
		for k, left := range chain {
			if slices.ContainsFunc(chain[k+1:],
				func(right *node) bool {
					return sameEquation(c.unconstrained, []*node{left, right}, required, work)
				}) {
				return true
			}
		}
	}
	return false
}

// sameEquation reports whether two equations are the same up to a factor: in every assignment, the
// differences of their sides are multiples of each other. The assignments must not satisfy the
// equations, because then all differences would be 0.
func sameEquation(assignments []assignment, a, b []*node, work *budget.Budget) bool {
	for _, env := range assignments {
		v, leftErr := env.eval(minus(a[0], a[1]), work)
		u, rightErr := env.eval(minus(b[0], b[1]), work)
		if leftErr != nil || rightErr != nil || !v.isMultipleOf(u) {
			return false
		}
	}
	return true
}

// reachesGoal reports whether an equation expresses the goal without the excluded letters.
// The goal may be on either side.
func (c Chain) reachesGoal(chain []*node) bool {
	if n := len(chain); n == 2 && chain[1].op == opLetter && chain[1].text == c.Goal {
		chain = []*node{chain[1], chain[0]}
	}
	if chain[0].op != opLetter || chain[0].text != c.Goal {
		return false
	}
	counts := letterCounts(chain[len(chain)-1])
	return !slices.ContainsFunc(c.Without, func(l string) bool { return counts[l] > 0 })
}

// formulaSlip is a known mistake in a formula.
type formulaSlip struct {
	id, advice string
	// apply returns the formulas that the slip makes from a formula. It is called for every
	// subformula.
	apply func(*node) []*node
}

// slipWorkDivisor limits the search for slips, which stops when 1/slipWorkDivisor of the budget of
// an answer is spent.
const slipWorkDivisor = 5

// recogniseSlip looks for a slip that turns the right formula into the formula of the student. It
// adds the slip to r if the verdict of r is that the formulas differ. It does not change the
// verdict. A formula without letters, such as 0, is not compared with slips, because some of them
// give 0 by chance.
func (s Space) recogniseSlip(r answer.Result, got, want *node, work *budget.Budget) answer.Result {
	firstEnv := s.assignments[0]
	v, evalErr := firstEnv.eval(got, work)
	if r.Verdict != exercises.NotEqual || evalErr != nil || got.letterCount() == 0 {
		return r
	}
	for _, slip := range slices.Concat(formulaSlips, s.extraLetterSlips()) {
		for _, wrongFormula := range want.variants(slip.apply) {
			if work.Spent() > work.Limits().Work/slipWorkDivisor {
				return r
			}
			u, evalErr := firstEnv.eval(wrongFormula, work)
			if evalErr == nil && v.equals(u) && s.compare(got, wrongFormula, work).Accepted {
				r.Misconception, r.Advice = slip.id, ascii.PlainLines(slip.advice)
				return r
			}
		}
	}
	return r
}

// variants returns all formulas that result from applying change to one part of the formula.
func (n *node) variants(change func(*node) []*node) []*node {
	out := change(n)
	for i, a := range n.args {
		for _, changed := range a.variants(change) {
			out = append(out, n.withArgs(n.op, slices.Concat(n.args[:i], []*node{changed}, n.args[i+1:])...))
		}
	}
	return out
}

// withArgs returns the node with another operation and other arguments.
func (n *node) withArgs(o op, args ...*node) *node {
	out := *n
	out.op, out.args = o, args
	return &out
}

func product(a, b *node) *node { return &node{op: opProduct, args: []*node{a, b}} }

func unary(o op, a *node) *node { return &node{op: o, args: []*node{a}} }

// formulaSlips lists the slips that are recognised in any formula.
var formulaSlips = []formulaSlip{
	{"inverse-missing", "It looks as if an inverse is missing.", dropOperation(opInverse)},
	{"transpose-missing", "It looks as if a transpose is missing.", dropOperation(opTranspose)},
	{"term-missing", "It looks as if a term is missing.", dropPart(opSum)},
	{"term-sign", "It looks as if a sign is wrong.", func(n *node) []*node {
		if n.op == opNeg {
			return n.args
		}
		return []*node{unary(opNeg, n)}
	}},
	{"factor-missing", "It looks as if a factor is missing.", dropPart(opProduct)},
	{"not-divided", "It looks as if a division is missing.", func(n *node) []*node {
		if n.op != opQuotient {
			return nil
		}
		return []*node{n.args[0], n.withArgs(opProduct, n.args...)}
	}},
	{"inverse-of-terms", "The inverse of a sum is not the sum of the inverses.", invertTerms},
	{"factor-order", "It looks as if two factors were swapped: matrices do not commute.", swapNeighbours},
	{"inverted", "It looks as if there is one inverse too many.", func(n *node) []*node {
		return []*node{unary(opInverse, n)}
	}},
	{"transposed", "It looks as if there is one transpose too many.", func(n *node) []*node {
		return []*node{unary(opTranspose, n)}
	}},
	{"factor-2", "It looks as if there is a factor 2 too many, or a ½ is missing.", func(n *node) []*node {
		return []*node{product(&node{op: opNumber, text: "2"}, n)}
	}},
	{"factor-half", "It looks as if a factor 2 is missing, or there is a ½ too many.", func(n *node) []*node {
		return []*node{product(&node{op: opNumber, text: "0.5"}, n)}
	}},
}

// extraLetterSlips returns a slip for each letter and for I: a part of the formula is multiplied by
// the letter, its transpose or its inverse, or the letter is added to the part or subtracted from it.
func (s Space) extraLetterSlips() []formulaSlip {
	var out []formulaSlip
	for _, name := range append(s.names(), "I") {
		l := &node{op: opLetter, text: name}
		if name == "I" {
			l = &node{op: opIdentity}
		}
		out = append(out,
			formulaSlip{"too-many", "It looks as if there is one " + glyph(name) + " too many.", func(n *node) []*node {
				var variants []*node
				for _, factor := range []*node{l, unary(opTranspose, l), unary(opInverse, l)} {
					variants = append(variants, product(factor, n), product(n, factor))
				}
				return append(variants, &node{op: opSum, args: []*node{n, l}}, minus(n, l))
			}})
	}
	return out
}

// dropOperation returns the slip of omitting operation o.
func dropOperation(o op) func(*node) []*node {
	return func(n *node) []*node {
		if n.op != o {
			return nil
		}
		return n.args
	}
}

// dropPart returns the slip of omitting one of several terms if o is opSum, or one of several factors
// if o is opProduct.
func dropPart(o op) func(*node) []*node {
	return func(n *node) (out []*node) {
		for i := range n.args {
			if n.op == o && len(n.args) > 1 {
				out = append(out, n.withArgs(o, slices.Concat(n.args[:i], n.args[i+1:])...))
			}
		}
		return out
	}
}

// invertTerms replaces the inverse of a sum by the sum of the inverses of its terms, or by the sum
// in which only the first term is inverted.
func invertTerms(n *node) []*node {
	if n.op != opInverse || n.args[0].op != opSum {
		return nil
	}
	sum := n.args[0]
	firstInverted, allInverted := slices.Clone(sum.args), make([]*node, len(sum.args))
	firstInverted[0] = unary(opInverse, firstInverted[0])
	for i, a := range sum.args {
		allInverted[i] = unary(opInverse, a)
	}
	return []*node{sum.withArgs(opSum, firstInverted...), sum.withArgs(opSum, allInverted...)}
}

// swapNeighbours swaps neighbouring factors.
func swapNeighbours(n *node) (out []*node) {
	for i := 1; n.op == opProduct && i < len(n.args); i++ {
		args := slices.Clone(n.args)
		args[i-1], args[i] = args[i], args[i-1]
		out = append(out, n.withArgs(opProduct, args...))
	}
	return out
}
