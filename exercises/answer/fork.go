package answer

import (
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
)

// fork is a set of places that can be read in two ways. The first way is from
// left to right, each operator as tight as it stands.
type fork uint16

const (
	forkQuotient  fork = 1 << iota // 1/2x: (1/2)·x, or 1/(2x)
	forkPower                      // x2: x·2, or x²
	forkCall                       // s(x): a product, or a function of that name
	forkFactor                     // 1/2 x and 1/2(x+1), as forkQuotient
	forkRoot                       // √2c: √2·c, or √(2c)
	forkExponent                   // e^-x/2: e^(−x)/2, or e^(−x/2)
	forkRootPower                  // √x²: (√x)², or √(x²)
	forkChoose                     // d+p choose p: d + C(p, p), or C(d+p, p)
	forkEach                       // y*a of two vectors: their inner product, or entry by entry
)

// forks lists the places with their names. Where both is set students mean
// either about as often, and they are asked whenever it matters. The others
// have a usual reading; a student is asked only where that is wrong and the
// second one right.
var forks = [...]struct {
	fork fork
	kind string
	both bool
}{
	{forkQuotient, "quotient", true},
	{forkPower, "power", true},
	{forkCall, "call", true},
	{forkFactor, "factor", false},
	{forkRoot, "root", false},
	{forkExponent, "exponent", false},
	{forkRootPower, "root-power", false},
	{forkChoose, "choose", false},
	{forkEach, "entrywise", false},
}

// alternative is another reading of a text.
type alternative struct {
	root *node
	kind string
	open bool // as likely meant as the first
}

// maxAlternatives bounds the readings beside the first.
const maxAlternatives = 3

// alternatives are the readings of a text beside the first, each with one kind
// of place read the second way.
func alternatives(text string, s *Scope, first *node, met fork) []alternative {
	var out []alternative
	for _, f := range forks {
		if met&f.fork == 0 || len(out) == maxAlternatives {
			continue
		}
		root, _, err := parseText(text, s, f.fork)
		if err != nil || sameNode(root, first) {
			continue
		}
		_, paired, err := (Expr{root: root, scope: s}).writtenOut(nil)
		if err != nil || f.fork == forkEach && len(paired) == 0 {
			continue
		}
		if f.fork == forkEach {
			root = onlyPaired(root, paired)
		}
		out = append(out, alternative{root: root, kind: f.kind, open: f.both})
	}
	return append(out, respelt(text, s, first)...)
}

// onlyPaired turns the products that are not of two vectors into plain ones.
func onlyPaired(n *node, paired map[*node]bool) *node {
	if len(n.args) == 0 {
		return n
	}
	out := *n
	if n.op == opEach && !paired[n] {
		out.op = opMul
	}
	out.args = make([]*node, len(n.args))
	for i, a := range n.args {
		out.args[i] = onlyPaired(a, paired)
	}
	return &out
}

// eitherReading judges an expression, and where it has two readings and the
// choice between them matters, asks instead.
func eitherReading(e Expr, judge func(Expr) Result) Result {
	return eitherAccepted(e, judge, func(e Expr) bool { return judge(e).Accepted })
}

// eitherAccepted is eitherReading with a quicker way to ask whether another
// reading is right.
func eitherAccepted(e Expr, judge func(Expr) Result, accepted func(Expr) bool) Result {
	first := judge(e).reading(e)
	for _, a := range e.other {
		if !a.open && (first.Accepted || !first.Verdict.Counts()) {
			continue
		}
		second := Expr{root: a.root, scope: e.scope}
		if accepted(second) == first.Accepted {
			continue
		}
		r := newResult(exercises.Ambiguous, "This can be read as %s or as %s.", e.quoted(), second.quoted())
		r.Readings = []exercises.Reading{e.firstReading(a.kind), a.reading(e.scope)}
		r.Advice = []ascii.Line{ascii.Plain(howToChoose(a.kind))}
		return r
	}
	return first
}

// howToChoose says how a text is written that can be read in one way only.
func howToChoose(kind string) string {
	switch kind {
	case "decimal-comma", "grouped":
		return "Choose one, or write decimals with a point and nothing between other digits."
	case "spaces":
		return "Choose one, or write commas between the entries."
	case "entrywise":
		return "Choose one; ∘ multiplies entry by entry."
	}
	return "Choose one, or put parentheses where you mean them."
}

// readings are the ways to read a text that is open, for choosing.
func (e Expr) readings() []exercises.Reading {
	var out []exercises.Reading
	for _, a := range e.other {
		if !a.open {
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
	return exercises.Reading{Shown: e.String(), Text: e.String(), Kind: kind, First: true}
}

func (a alternative) reading(s *Scope) exercises.Reading {
	text := Expr{root: a.root, scope: s}.String()
	return exercises.Reading{Shown: text, Text: text, Kind: a.kind}
}

// mend follows the fixes of a text until it can be read, and returns "" where
// they do not lead there.
func mend(fix string, s *Scope) string {
	for range 4 {
		if fix == "" {
			return ""
		}
		_, _, err := parseText(fix, s, 0)
		if err == nil {
			return strings.TrimSpace(fix)
		}
		fix = err.Fix
	}
	return ""
}
