package matrix

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/kernels/expr"
)

// Fact is an equation, an inequality or a step that the lines of a point derivation must state, in
// any form.
type Fact struct {
	Statement   string // formula, such as "∂f_i/∂w = phi_i" or "w <- w - gamma sum_i ∂l_i/∂w"
	Description string // what to write, without the solution, such as "how f changes with w"
}

// PointDerivation asks for a derivation over points, in which each line follows from earlier lines.
// Given equations are known from the start. A fact is known after the line that states it. A line
// that needs a fact which no earlier line states does not follow.
type PointDerivation struct {
	Goal         string   // the letter whose step the last line must give, or the statement that some line must make
	Without      []string // letters that the last line must not use
	ForAllPoints bool     // whether the last line must be written for all points at once
	factLaws     []law    // the parsed statements of the facts
	givens       []law    // the given equations
	conclusion   law      // what holds once all facts have been stated
	// goalStatement is the statement that some line must make. It is nil if the last line must be a
	// step.
	goalStatement []*node
	hypothesis
	space Space
	spec  PointDerivationSpec

	cache *drawCache
	slips *slipCache
}

// PointDerivationSpec describes a point derivation, as the author of an exercise writes it.
type PointDerivationSpec struct {
	// Letters lists letters with their sizes. n denotes the number of points, and "phi_i: m"
	// is a letter with a column of m entries for each point. Signs are the letters of labels
	// −1 or +1, and Bits are the letters of labels 0 or 1.
	Letters, Signs, Bits []string
	Given                []string // equations that hold from the start
	Facts                []Fact   // each fact comes after the facts that it needs
	Conclusion           string   // what follows from all facts together
	Start                []string // letters that are 0 before the first step
	// Aliases maps other names to letters. The name "min L" denotes the minimum of L.
	Aliases map[string]string
	// EitherSign lists letters whose sign the student may choose, such as multipliers.
	EitherSign []string
	Reasons    Reasons // the reasons that a line may give
}

// NewPointDerivation parses the texts of an author. goal, without and forAllPoints become fields of
// [PointDerivation].
func NewPointDerivation(spec PointDerivationSpec, goal string, without []string,
	forAllPoints bool) (t PointDerivation, err error) {
	t = PointDerivation{Goal: goal, ForAllPoints: forAllPoints, spec: spec,
		cache: &drawCache{byKey: map[drawKey][]assignment{}}, slips: &slipCache{}}
	for _, l := range without {
		t.Without = append(t.Without, strings.ReplaceAll(l, "ℓ", "l"))
	}
	t.space.pointLetters = &pointLetters{vectors: map[string]bool{}, numbers: map[string]bool{},
		stepLetters: map[string]bool{}, signs: spec.Signs, bits: spec.Bits, aliases: spec.Aliases,
		arguments: map[string][]string{}, derivesStatement: strings.ContainsAny(goal, "=≤≥<>")}
	for _, text := range spec.Letters {
		t.addLetter(text)
	}
	for _, text := range spec.Given {
		if err := t.addLaw(&t.givens, text); err != nil {
			return PointDerivation{}, err
		}
	}
	for _, f := range spec.Facts {
		if err := t.addLaw(&t.factLaws, f.Statement); err != nil {
			return PointDerivation{}, err
		}
	}
	if t.space.pointLetters.derivesStatement {
		t.goalStatement, err = t.parseStatement(goal)
		return t, err
	}
	var conclusions []law
	if err := t.addLaw(&conclusions, spec.Conclusion); err != nil {
		return PointDerivation{}, err
	}
	t.conclusion = conclusions[0]
	if _, err = t.assignments(t.allFacts()); err != nil {
		return t, err
	}
	return t, t.checkReasons()
}

// addLetter parses a letter with its size, such as "phi_i: m", and adds it to the space. The
// letter may have arguments, as in "L(w, b): 1".
func (t *PointDerivation) addLetter(text string) {
	name, shape, _ := strings.Cut(text, ":")
	name, arguments, _ := strings.Cut(name, "(")
	rows, cols, isMatrix := strings.Cut(strings.TrimSpace(shape), "×")
	bareName := strings.NewReplacer("_i", "", "ℓ", "l").Replace(strings.TrimSpace(name))
	l := letter{name: bareName, rows: orOne(rows), cols: "1"}
	isPerPoint := strings.Contains(name, "_i")
	switch {
	case isMatrix:
		l.cols = strings.TrimSpace(cols)
	case isPerPoint:
		l.rows, l.cols = "n", l.rows
	}
	t.space.addLetter(l)
	for a := range strings.SplitSeq(strings.Trim(arguments, ") "), ",") {
		t.space.pointLetters.arguments[bareName] = append(t.space.pointLetters.arguments[bareName],
			strings.TrimSpace(a))
	}
	t.space.pointLetters.vectors[bareName] = isPerPoint && l.cols != "1"
	t.space.pointLetters.numbers[bareName] = l.rows == "n" && l.cols == "1"
}

func orOne(size string) string {
	if size = strings.TrimSpace(size); size != "" {
		return size
	}
	return "1"
}

// parseStatement parses a text that must consist of two sides with a relation.
func (t *PointDerivation) parseStatement(text string) ([]*node, error) {
	chain, syntaxErr := parse(text, t.space)
	switch {
	case syntaxErr != nil:
		return nil, fmt.Errorf("%q: %w", text, syntaxErr)
	case len(chain) != 2:
		return nil, fmt.Errorf("%q is not a statement about two sides", text)
	}
	return chain, nil
}

// addLaw parses an equation, a step or an inequality and appends it to list. In a derivation of a
// statement, a law that does not define a letter becomes a condition.
func (t *PointDerivation) addLaw(list *[]law, text string) error {
	if name, _, ok := strings.Cut(text, "<-"); ok {
		t.space.pointLetters.stepLetters[strings.TrimSpace(name)] = true
	}
	chain, err := t.parseStatement(text)
	if err != nil {
		return err
	}
	derivesStatement := t.space.pointLetters.derivesStatement
	isDefined := slices.ContainsFunc(slices.Concat(t.givens, t.factLaws),
		func(l law) bool { return l.name == chain[0].text })
	switch {
	case (chain[0].op == opLetter || chain[0].op == opEntry) && !(derivesStatement && isDefined):
		*list = append(*list, law{name: chain[0].text, index: chain[0].index, formula: chain[1],
			relation: chain[1].relation})
	case derivesStatement:
		*list = append(*list, law{condition: chain})
	default:
		return fmt.Errorf("%q does not define a letter", text)
	}
	return nil
}

// Judge judges lines, which are separated by line breaks or semicolons.
func (t PointDerivation) Judge(ctx context.Context, text string) answer.Result {
	return judge(ctx, t, text)
}

// Echo returns the last line of a text as the program understands it, or the problem of the first
// line that cannot be parsed.
func (t PointDerivation) Echo(_ context.Context, text string) exercises.Echo { return echo(t, text) }

// Lines returns the lines typed so far.
func (t PointDerivation) Lines(ctx context.Context, text string) []answer.Line {
	return linesOf(ctx, t, text)
}

func (t PointDerivation) reasons() Reasons { return t.spec.Reasons }

// everyPoint matches "for all i" at the end of a line.
var everyPoint = expr.Pattern(`,? *(?:for (?:all|every|each)|∀|\\forall) *i *$`)

// parseSides parses a line: an equation, a step or, in a derivation of a statement, an inequality.
func (t PointDerivation) parseSides(text string) ([]*node, *answer.SyntaxError) {
	if t.goalStatement != nil && len(t.spec.Reasons.List) == 0 {
		text, _, _ = exercises.SplitReason(text)
		text = everyPoint().ReplaceAllString(text, "")
	}
	chain, err := parse(text, t.space)
	switch {
	case err != nil:
		return nil, err
	case len(chain) < 2 && t.goalStatement != nil:
		return nil, &answer.SyntaxError{Reason: "a line needs a sign: =, <= or >=."}
	case len(chain) < 2:
		return nil, &answer.SyntaxError{Reason: "a line must be an equation, with =, or a step, with ←."}
	}
	return squareLengths(t.withPointIndex(chain))
}

// withPointIndex adds the index of a point to a line that is about one point but omits its index. It
// returns any other line unchanged.
func (t PointDerivation) withPointIndex(chain []*node) []*node {
	if !t.omitsPointIndex(chain) {
		return chain
	}
	index := "i"
	if used := freeIndices(chain); len(used) == 1 {
		index = used[0]
	}
	out := make([]*node, len(chain))
	for i, n := range chain {
		out[i] = n.withIndex(t.space.pointLetters, index)
	}
	return out
}

// omitsPointIndex reports whether a line is about one point but omits the index of this point.
func (t PointDerivation) omitsPointIndex(chain []*node) bool {
	if slices.ContainsFunc(chain, func(n *node) bool { return n.lacksIndex(t.space.pointLetters) }) {
		return true
	}
	counts, hasDerivative := letterCounts(chain...), false
	for _, l := range t.space.letters {
		if counts[l.name] > 0 && l.rows == "n" && l.cols != "1" {
			return false
		}
		hasDerivative = hasDerivative || counts[l.name] > 0 && strings.HasPrefix(l.name, "∂") &&
			t.space.pointLetters.numbers[l.name]
	}
	return hasDerivative && !isStep(chain)
}

// lineText returns the text of a line. In a step, ← replaces the first equals sign.
func lineText(chain []*node) string {
	out := chain[0].String()
	for i, side := range chain[1:] {
		sign := " = "
		switch {
		case i == 0 && isStep(chain):
			sign = " ← "
		case side.relation != 0:
			sign = " " + string(side.relation) + " "
		}
		out += sign + side.String()
	}
	return out
}

func isStep(chain []*node) bool { return strings.HasSuffix(chain[0].text, "←") }
