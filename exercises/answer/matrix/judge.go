// Package matrix judges formulas in matrices and vectors: sums, products whose
// order matters, transposes, inverses, multiples, and identities whose size follows
// from the context.
//
// Two formulas count as equal if they agree for random matrices over the field of
// integers modulo 2⁶¹ − 1, for several orders of the sizes. In this field the
// arithmetic is exact and numbers do not grow, and an identity of formulas is an
// identity of polynomials. Two formulas that differ agree by chance with a
// probability below 10⁻¹⁶ per draw (Schwartz 1980, Zippel 1979).
//
// Start with [Task] for a single formula and [Chain] for the lines of a derivation.
// [Walk], a derivation over points, also has sums, indices, derivatives and steps
// of an iteration. What a line may use is decided in the same way: quantities whose
// facts have not been written yet are random, so a line that needs one of these
// facts does not hold.
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
	// Short accepts only forms with as few letters as Want has.
	Short bool
}

// Judge decides whether a text is an equivalent form of the wanted formula.
func (t Task) Judge(ctx context.Context, text string) answer.Result {
	got, stop := t.parseOne(text)
	if stop != nil {
		return *stop
	}
	want, err := parse(t.Want, t.Space)
	if err != nil {
		panic("matrix: " + t.Want + ": " + err.Error())
	}
	work := budget.FromContext(ctx)
	r := t.explained(t.compare(got, want[0], work), got, want[0], work)
	r.Reading = got.String()
	if t.Short && r.Accepted && got.count() > want[0].count() {
		r.Accepted, r.Verdict = false, exercises.OtherForm
		r.Fact = factLines("It can be written with fewer letters.")
	}
	return r.AsFormula()
}

// Echo returns how a text is read, or why it cannot be read.
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

// Same reports whether two texts are the same formula, by their values or as they are
// read: a formula has no value if its sizes do not match.
func (s Space) Same(ctx context.Context, a, b string) bool {
	x, stop := s.parseOne(a)
	y, other := s.parseOne(b)
	return stop == nil && other == nil &&
		(x.String() == y.String() || s.compare(x, y, budget.FromContext(ctx)).Accepted)
}

// parseOne parses a text that must be a single formula.
func (s Space) parseOne(text string) (*node, *answer.Result) {
	if strings.TrimSpace(text) == "" {
		return nil, &answer.Result{Verdict: exercises.Empty, At: -1}
	}
	chain, err := parse(text, s)
	switch {
	case err != nil:
		return nil, unreadable(err.At, err.Error())
	case len(chain) > 1:
		return nil, unreadable(0, "One formula is asked for here, not an equation.")
	}
	return chain[0], nil
}

// compare tests two formulas in every assignment in which the wanted one has a value. An
// inverse of ΦᵀΦ, for example, needs at least as many rows as columns.
func (s Space) compare(got, want *node, work *budget.Budget) answer.Result {
	var without *misfit // why the wanted formula has had no value in any assignment so far
	for k, w := range s.assignments {
		u, bad := w.eval(want, work)
		if bad != nil {
			if bad.ended {
				return undecided(bad)
			}
			if k == 0 || without != nil {
				without = bad
			}
			continue
		}
		without = nil
		v, misfit := w.eval(got, work)
		if misfit != nil {
			if misfit.ended {
				return undecided(misfit)
			}
			return notEqual(misfit.Error() + ".")
		}
		if v.same(u) {
			continue
		}
		if v.sized(u).shape() != u.shape() {
			return notEqual("This is " + v.shape() + ", and " + u.shape() + " is needed.")
		}
		return answer.Result{Verdict: exercises.NotEqual, At: -1}
	}
	if without != nil {
		return notEqual(without.Error() + ".")
	}
	return answer.Result{Verdict: exercises.Equal, Accepted: true, At: -1}
}

func undecided(why error) answer.Result {
	return answer.Result{Verdict: exercises.Undecided, At: -1, Fact: factLines(why.Error() + ".")}
}

// Chain asks for the lines of a derivation.
type Chain struct {
	Space
	// Goal is the letter that the last line has to express. Without are the letters
	// that it must not use.
	Goal    string
	Without []string
	// Through are equations that the lines have to contain, each in any form: the
	// difference of both sides must be the same up to a nonzero factor.
	Through []string
	// Given are equations that hold from the start, in addition to the definitions
	// of the space.
	Given   []string
	Reasons Reasons // that a line may name
}

// Judge decides whether each line is a true equation of the space and whether the
// last line reaches the goal. It names the first line that does not hold.
func (c Chain) Judge(ctx context.Context, text string) answer.Result { return judge(ctx, c, text) }

// Echo returns how the last line is read, or why a line cannot be read.
func (c Chain) Echo(_ context.Context, text string) exercises.Echo { return echo(c, text) }

// Lines returns the lines typed so far.
func (c Chain) Lines(ctx context.Context, text string) []answer.Line { return linesOf(ctx, c, text) }

// tooLong is the message for a text that is far longer than any answer.
const tooLong = "This is too long to be read."

func (c Chain) reasons() Reasons { return c.Reasons }

func (c Chain) sides(text string) ([]*node, *answer.SyntaxError) { return parse(text, c.Space) }

// follow judges lines that have been parsed.
func (c Chain) follow(lines []parsedLine, work *budget.Budget) verdict {
	for i, l := range lines {
		chain := l.sides
		if len(chain) < 2 {
			return verdict{Result: notEqual(lineWord(i) + "a line is an equation, with = in it."),
				sound: i, wrong: chain}
		}
		for k := range chain[1:] {
			r := c.compare(chain[k], chain[k+1], work)
			if r.Accepted {
				continue
			}
			out := verdict{Result: r, sound: i}
			if r.Verdict == exercises.NotEqual {
				out.wrong = chain[k : k+2]
				out.Fact = factLines(lineWord(i) + lineText(out.wrong) + " does not hold.")
				if len(r.Fact) > 0 {
					out.Fact[0] = slices.Concat(out.Fact[0], ascii.Plain(" "), r.Fact[0])
				}
			}
			return out
		}
	}
	return verdict{Result: c.end(lines, work), sound: len(lines)}
}

// end judges lines that all hold.
func (c Chain) end(lines []parsedLine, work *budget.Budget) answer.Result {
	for _, must := range c.Through {
		if found := c.contains(lines, must, work); work.Err() != nil {
			return undecided(work.Err())
		} else if !found {
			return notYet(
				"All lines hold. A line is missing on the way to the last: each should follow from those before it by one move.",
			)
		}
	}
	if !c.reachesGoal(lines[len(lines)-1].sides) {
		return notYet("All lines hold. The last one should say what " + glyph(c.Goal) + " is, without " +
			strings.Join(c.Without, " and ") + " on the other side.")
	}
	return answer.Result{Verdict: exercises.Equal, Accepted: true, Headline: eachFollows}
}

// eachFollows is the headline for a derivation that is right.
const eachFollows = "Each line follows."

// contains reports whether a line contains an equation, up to moving terms across the
// equals sign and multiplying both sides by a number.
func (c Chain) contains(lines []parsedLine, equation string, work *budget.Budget) bool {
	must, err := parse(equation, c.Space)
	if err != nil {
		panic("matrix: " + equation + ": " + err.Error())
	}
	for _, l := range lines {
		chain := l.sides
		for k, left := range chain {
			if slices.ContainsFunc(chain[k+1:],
				func(right *node) bool { return sameEquation(c.free, []*node{left, right}, must, work) }) {
				return true
			}
		}
	}
	return false
}

// sameEquation reports whether two equations hold for the same matrices: in every
// assignment the differences of their sides must be multiples of each other. In the
// given assignments neither equation is known to hold.
func sameEquation(worlds []assignment, a, b []*node, work *budget.Budget) bool {
	for _, w := range worlds {
		v, misfit := w.eval(less(a[0], a[1]), work)
		u, wrong := w.eval(less(b[0], b[1]), work)
		if misfit != nil || wrong != nil || !v.multipleOf(u) {
			return false
		}
	}
	return true
}

// reachesGoal reports whether an equation gives the goal, which may be on either side
// of it.
func (c Chain) reachesGoal(chain []*node) bool {
	if n := len(chain); n == 2 && chain[1].op == opLetter && chain[1].text == c.Goal {
		chain = []*node{chain[1], chain[0]}
	}
	if chain[0].op != opLetter || chain[0].text != c.Goal {
		return false
	}
	used := lettersOf(chain[len(chain)-1])
	return !slices.ContainsFunc(c.Without, func(l string) bool { return used[l] > 0 })
}

// formulaSlip is a known mistake in a formula.
type formulaSlip struct {
	id, says string
	// of returns what the slip makes of a formula. It is applied to every part.
	of func(*node) []*node
}

// slipShare is the fraction of the work of an answer after which no more slips are tried.
const slipShare = 5

// explained adds the slip that leads from the wanted formula to a wrong one, if there
// is one. The verdict stays.
func (s Space) explained(r answer.Result, got, want *node, work *budget.Budget) answer.Result {
	first := s.assignments[0]
	v, bad := first.eval(got, work)
	if r.Verdict != exercises.NotEqual || bad != nil {
		return r
	}
	for _, slip := range slices.Concat(formulaSlips, s.factorsTooMany()) {
		for _, wrong := range want.variants(slip.of) {
			if work.Spent() > work.Limits().Work/slipShare {
				return r
			}
			u, bad := first.eval(wrong, work)
			if bad == nil && v.same(u) && s.compare(got, wrong, work).Accepted {
				r.Misconception, r.Advice = slip.id, ascii.PlainLines(slip.says)
				return r
			}
		}
	}
	return r
}

// variants returns the formula with one part changed, for every part.
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
	{"inverse-missing", "It looks as if an inverse is missing.", opened(opInverse)},
	{"transpose-missing", "It looks as if a transpose is missing.", opened(opTranspose)},
	{"term-missing", "It looks as if a term is missing.", withoutOne(opSum)},
	{"term-sign", "It looks as if a sign is turned round.", func(n *node) []*node {
		if n.op == opNeg {
			return n.args
		}
		return []*node{unary(opNeg, n)}
	}},
	{"factor-missing", "It looks as if a factor is missing.", withoutOne(opProduct)},
	{"not-divided", "It looks as if a division is missing.", func(n *node) []*node {
		if n.op != opQuotient {
			return nil
		}
		return []*node{n.args[0], n.withArgs(opProduct, n.args...)}
	}},
	{"inverse-of-terms", "The inverse of a sum is not the sum of the inverses.", inverseOfTerms},
	{"factor-order", "It looks as if two factors have changed places: matrices do not commute.", exchanged},
	{"inverted", "It looks as if one inverse is too many.", func(n *node) []*node {
		return []*node{unary(opInverse, n)}
	}},
	{"transposed", "It looks as if one transpose is too many.", func(n *node) []*node {
		return []*node{unary(opTranspose, n)}
	}},
	{"factor-2", "It looks as if a factor 2 is too many, or a ½ is missing.", func(n *node) []*node {
		return []*node{product(&node{op: opNumber, text: "2"}, n)}
	}},
	{"factor-half", "It looks as if a factor 2 is missing, or a ½ is too many.", func(n *node) []*node {
		return []*node{product(&node{op: opNumber, text: "0.5"}, n)}
	}},
}

// factorsTooMany returns a slip for each letter, which multiplies or divides a part.
func (s Space) factorsTooMany() []formulaSlip {
	var out []formulaSlip
	for _, name := range append(s.names(), "I") {
		l := &node{op: opLetter, text: name}
		if name == "I" {
			l = &node{op: opIdentity}
		}
		out = append(out,
			formulaSlip{"too-many", "It looks as if a " + glyph(name) + " is too many.", func(n *node) []*node {
				var changed []*node
				for _, by := range []*node{l, unary(opTranspose, l), unary(opInverse, l)} {
					changed = append(changed, product(by, n), product(n, by))
				}
				return append(changed, &node{op: opSum, args: []*node{n, l}}, less(n, l))
			}})
	}
	return out
}

// opened drops an operation.
func opened(o op) func(*node) []*node {
	return func(n *node) []*node {
		if n.op != o {
			return nil
		}
		return n.args
	}
}

// withoutOne drops one of several terms or factors.
func withoutOne(o op) func(*node) []*node {
	return func(n *node) (out []*node) {
		for i := range n.args {
			if n.op == o && len(n.args) > 1 {
				out = append(out, n.withArgs(o, slices.Concat(n.args[:i], n.args[i+1:])...))
			}
		}
		return out
	}
}

// inverseOfTerms inverts the terms of a sum one by one, all of them or only the first.
func inverseOfTerms(n *node) []*node {
	if n.op != opInverse || n.args[0].op != opSum {
		return nil
	}
	sum := n.args[0]
	first, all := slices.Clone(sum.args), make([]*node, len(sum.args))
	first[0] = unary(opInverse, first[0])
	for i, a := range sum.args {
		all[i] = unary(opInverse, a)
	}
	return []*node{sum.withArgs(opSum, first...), sum.withArgs(opSum, all...)}
}

// exchanged swaps neighbouring factors.
func exchanged(n *node) (out []*node) {
	for i := 1; n.op == opProduct && i < len(n.args); i++ {
		args := slices.Clone(n.args)
		args[i-1], args[i] = args[i], args[i-1]
		out = append(out, n.withArgs(opProduct, args...))
	}
	return out
}
