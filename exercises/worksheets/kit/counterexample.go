package kit

import (
	"context"
	"fmt"
	"math"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
)

// claim is left = right, left <= right or left >= right, of some letters.
type claim struct {
	text, sign  string
	left, right answer.Func
}

// nearly is how much two sides may differ, relative to their size, and count as
// equal: they are computed in floating point. Of numbers below 1 the size is that
// of their squares at least.
const nearly = 1e-9

func size(at []float64) float64 {
	largest := 0.0
	for _, x := range at {
		largest = math.Max(largest, math.Abs(x))
	}
	return math.Min(1, largest*largest)
}

// claimOf reads a claim.
func claimOf(p *worksheets.Params, name, text string, letters []string) claim {
	for _, sign := range []string{"<=", ">=", "="} {
		l, r, ok := strings.Cut(text, sign)
		if !ok {
			continue
		}
		c := claim{text: text, sign: sign}
		left, fine := expression(p, name, l, answer.Scope{Vars: letters})
		right, well := expression(p, name, r, answer.Scope{Vars: letters})
		if !fine || !well {
			return claim{}
		}
		var err, other error
		c.left, err = left.Compile(letters...)
		if c.right, other = right.Compile(letters...); err != nil || other != nil {
			p.Fail(name, "", "%q has no value", text)
		}
		return c
	}
	p.Fail(name, "write left = right, left <= right or left >= right", "%q is no claim", text)
	return claim{}
}

// sides are the values of both sides.
func (c claim) sides(at []float64) (left, right float64) {
	return c.left.Value(at...), c.right.Value(at...)
}

// holds reports whether the claim is true, and whether it is nearly at the edge
// between true and false.
func (c claim) holds(at []float64) (yes, edge bool) {
	l, r := c.sides(at)
	edge = math.Abs(l-r) <= nearly*(size(at)+math.Abs(l)+math.Abs(r))
	switch c.sign {
	case "<=":
		return l <= r || edge, edge
	case ">=":
		return l >= r || edge, edge
	}
	return edge, edge
}

// counterexample asks for numbers at which a claim is false, and others hold.
func counterexample(p *worksheets.Params) worksheets.Judge {
	letters := p.Texts("in")
	t := refutation{letters: letters, claim: claimOf(p, "counterexample", p.Needed("counterexample"), letters)}
	t.called = [2]string{or(p.Text("left"), "the left side"), or(p.Text("right"), "the right side")}
	for _, text := range p.Texts("given") {
		t.given = append(t.given, claimOf(p, "given", text, letters))
	}
	return worksheets.Written(answer.Scope{Entries: len(letters)}, p.Text("reference"), t.check)
}

// refutation is a claim to refute.
type refutation struct {
	claim
	given   []claim
	letters []string
	called  [2]string
}

func (t refutation) check(ctx context.Context, text string) answer.Result {
	v, stop := answer.Values(ctx, text, len(t.letters))
	if stop != nil {
		return *stop
	}
	out := answer.Result{Verdict: exercises.NotEqual, At: -1}
	for i, x := range v {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			out.Headline, out.Fact = "Another number.", plain(fmt.Sprintf("%s = %s is none of the numbers allowed here.", t.letters[i], anatomy.Num(x)))
			return out
		}
	}
	for _, g := range t.given {
		if yes, _ := g.holds(v); !yes {
			l, r := g.sides(v)
			out.Headline = "A condition is broken."
			out.Fact = plain(fmt.Sprintf("%s is needed, and here the left side is %s, the right one %s.", typesetClaim(g.text), anatomy.Num(l), anatomy.Num(r)))
			return out
		}
	}
	l, r := t.sides(v)
	said := fmt.Sprintf("Here %s is %s, and %s is %s", t.called[0], anatomy.Num(l), t.called[1], anatomy.Num(r))
	yes, _ := t.holds(v)
	switch {
	case math.IsNaN(l) || math.IsNaN(r):
		out.Headline, out.Fact = "No value.", plain("One of the two sides has no value here.")
	case yes:
		out.Headline, out.Fact = "That refutes nothing.", plain(said+": what is printed holds.")
	default:
		out.Verdict, out.Accepted, out.Headline = exercises.Equal, true, "Refuted."
		out.Fact = plain(said + ".")
	}
	return out
}

func typesetClaim(text string) string {
	return strings.NewReplacer("<=", "≤", ">=", "≥", "*", "·", "-", "−", "^2", "²").Replace(text)
}
