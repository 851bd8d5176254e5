package matrix

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"kernellab/exercises/budget"
)

// In a point derivation, which is about the points of a data set, the reason of a line refers to
// given equations and to facts, equations that other lines state. To test the reason of an accepted
// line, the line is judged again without these equations and facts. If the line still follows from
// the earlier lines, the reason cannot have led to the line.

// checkReasons returns an error if some reason refers to no fact and no given equation of the
// derivation.
func (t PointDerivation) checkReasons() error {
	for _, r := range t.spec.Reasons.List {
		facts, givens := t.lawsOf(r)
		if r.Move == "" && facts == 0 && len(givens) == 0 {
			return fmt.Errorf("the reason %q refers neither to a fact nor to a letter of a given equation", r.Name)
		}
	}
	return nil
}

// lawsOf returns the facts, as a set of bits, and the given equations to which a reason refers.
func (t PointDerivation) lawsOf(r Reason) (facts uint, givens []law) {
	refersTo := func(l law) bool {
		return slices.ContainsFunc(r.Letters, func(letter string) bool { return lawName(letter) == l.name })
	}
	for i, l := range t.factLaws {
		if refersTo(l) {
			facts |= 1 << i
		}
	}
	for _, l := range t.givens {
		if refersTo(l) {
			givens = append(givens, l)
		}
	}
	return facts, givens
}

// lawName returns the name of the law about a letter, as an author writes it: w← for "w <-", and
// ∂l/∂w for "∂ℓ_i/∂w".
func lawName(letter string) string {
	return strings.NewReplacer("_i", "", "ℓ", "l", "<-", "←", " ", "").Replace(letter)
}

func (t PointDerivation) newReasonCheck(lines []parsedLine, i int, r verdict, work *budget.Budget) reasonCheck {
	return pointReasonCheck{lineJudge: &lineJudge{PointDerivation: t, work: work}, factsBefore: r.factsBefore[i],
		factsAfter: r.factsBefore[i+1], earlier: lines[:i]}
}

// pointReasonCheck is the reasonCheck of a line of a point derivation.
type pointReasonCheck struct {
	*lineJudge
	factsBefore, factsAfter uint         // the sets of facts known before and after the line
	earlier                 []parsedLine // the lines before this line
}

// assuming returns a copy of the check that judges the line under a hypothesis.
func (check pointReasonCheck) assuming(h hypothesis) pointReasonCheck {
	derivation := check.PointDerivation
	derivation.hypothesis = h
	check.lineJudge = &lineJudge{PointDerivation: derivation, work: check.work}
	return check
}

// evidenceAgainstLaw returns evidence that the facts and given equations of the reason were not
// used: the line holds without them, or only rewrites an earlier line. If the line itself states
// one of them, there is no such evidence.
func (check pointReasonCheck) evidenceAgainstLaw(pair []*node, r Reason) string {
	facts, givens := check.lawsOf(r)
	if facts&check.factsAfter&^check.factsBefore != 0 || check.statesLaw(pair, facts, givens) {
		return ""
	}
	unknownGivens := ""
	for _, g := range givens {
		unknownGivens += unknownMark(g)
	}
	withoutLaw := check.assuming(
		hypothesis{keepsConclusion: check.factsAfter == check.allFacts(), unknownGivens: unknownGivens})
	knownFacts := check.factsAfter &^ facts
	switch ok, evalErr, err := withoutLaw.holds(pair, knownFacts); {
	case err != nil || evalErr != nil:
		return ""
	case ok && pair[0].text == check.Goal+"←": // the line is the conclusion, so it holds in any case
		return "that alone does not give the step of " + glyph(check.Goal)
	case ok:
		return evidenceUnneeded
	}
	if i := withoutLaw.findSame(pair, knownFacts); i >= 0 {
		return evidenceAlreadyIn(i)
	}
	return ""
}

// statesLaw reports whether a line itself states one of the facts, or one of the equations in
// givens.
func (check pointReasonCheck) statesLaw(pair []*node, facts uint, givens []law) bool {
	for i := range check.factLaws {
		if facts&(1<<i) == 0 {
			continue
		}
		if stated, err := check.statesFact(pair, i, check.factsBefore&^facts); err == nil && stated {
			return true
		}
	}
	return slices.ContainsFunc(givens, func(g law) bool {
		same, err := check.assuming(hypothesis{unknownGivens: unknownMark(g)}).
			sameStatement(pair, g.pair(), check.factsBefore)
		return err == nil && same
	})
}

// unknownMark returns the text by which hypothesis.unknownGivens marks the law as unknown.
func unknownMark(l law) string { return " " + l.name + " " }

// pair returns the two sides of a law.
func (l law) pair() []*node {
	if l.condition != nil {
		return l.condition
	}
	left := &node{op: opLetter, text: l.name}
	if l.index != "" {
		left = &node{op: opEntry, text: l.name, index: l.index}
	}
	return []*node{left, l.formula}
}

// findSame returns the index of the last earlier line that makes the same statement as pair, or −1.
// facts is the set of known facts.
func (check pointReasonCheck) findSame(pair []*node, facts uint) int {
	return lastLineWith(check.earlier, func(other []*node) bool {
		same, err := check.sameStatement(pair, other, facts)
		return err == nil && same
	})
}

// evidenceAgainstLines returns evidence that no earlier line was substituted: the line needs no
// fact that these lines state.
func (check pointReasonCheck) evidenceAgainstLines(pair []*node) string {
	withConclusion := check.assuming(hypothesis{keepsConclusion: check.factsAfter == check.allFacts()})
	for i := range check.factLaws {
		if check.factsBefore&(1<<i) == 0 {
			continue
		}
		if ok, _, err := withConclusion.holds(pair, check.factsAfter&^(1<<i)); err != nil || !ok {
			return ""
		}
	}
	return "no earlier line was substituted, since the line holds without any of them"
}

// evidenceAgainstAlgebra returns evidence that no earlier line was rewritten: none of them makes
// the same statement.
func (check pointReasonCheck) evidenceAgainstAlgebra(pair []*node) string {
	if check.assuming(hypothesis{withoutConclusion: true}).findSame(pair, 0) >= 0 {
		return ""
	}
	return evidenceNotRewritten
}

// evidenceAgainstReading returns evidence that no step was read off: the line is not a step of the
// goal, or an earlier line states the same step.
func (check pointReasonCheck) evidenceAgainstReading(pair []*node) string {
	withoutConclusion := check.assuming(hypothesis{withoutConclusion: true})
	switch {
	case pair[0].text != check.Goal+"←":
		return "it does not give the step of " + glyph(check.Goal)
	case withoutConclusion.findSame(pair, check.allFacts()) >= 0:
		return fmt.Sprintf("line %d gives this step already", withoutConclusion.findSame(pair, check.allFacts())+1)
	}
	return ""
}

// evidenceAgainstInverse returns evidence that nothing was multiplied by an inverse: the line
// contains no inverse.
func evidenceAgainstInverse(pair []*node) string {
	inverts := func(n *node) bool { return n.op == opInverse }
	if slices.ContainsFunc(pair, func(n *node) bool { return n.contains(inverts) }) {
		return ""
	}
	return "the line contains no inverse"
}

// SameSlip reports whether the first mistake in both texts is the same. A mistake is a line
// that does not hold or, if all lines hold, a reason that did not lead to its line.
func (t PointDerivation) SameSlip(ctx context.Context, typed, example string) bool {
	a, reason := t.slips.firstSlip(ctx, t, typed)
	if a == nil {
		return false
	}
	b, exampleReason := firstSlip(budget.WithoutCall(ctx), t, example)
	if b == nil || reason != exampleReason {
		return false
	}
	if lineText(a) == lineText(b) {
		return true
	}
	facts := t.allFacts()
	for i, l := range t.factLaws {
		if l.name == a[0].text || t.goalStatement != nil {
			facts &^= 1 << i
		}
	}
	derivation := t
	derivation.withoutConclusion = true
	same, err := (&lineJudge{PointDerivation: derivation, work: budget.StartAnswer(ctx)}).sameStatement(a, b, facts)
	return err == nil && same
}

// slipCache caches the result of firstSlip for the last text. A text is compared with many examples
// within one work budget, so its slip is computed only once.
type slipCache struct {
	mu     sync.Mutex
	text   string
	line   []*node
	reason int
}

// firstSlip returns firstSlip(ctx, t, text).
func (s *slipCache) firstSlip(ctx context.Context, t PointDerivation, text string) ([]*node, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if text == s.text && text != "" {
		return s.line, s.reason
	}
	line, reason := firstSlip(ctx, t, text)
	if budget.CallErr(ctx) == nil {
		s.text, s.line, s.reason = text, line, reason
	}
	return line, reason
}

// In a chain, a reason refers to letters that are defined by formulas. To test the reason of a line
// that holds, the line is judged again without these definitions.

// CheckReasons checks the texts of an author. It returns an error if a given equation cannot be
// parsed, or if a reason refers to no letter that is defined by a formula.
func (c Chain) CheckReasons() error {
	for _, given := range c.Given {
		if sides, err := parse(given, c.Space); err != nil || len(sides) != 2 {
			return fmt.Errorf("%q is not an equation", given)
		}
	}
	for _, r := range c.Reasons.List {
		if r.Move == "" &&
			!slices.ContainsFunc(c.definitions, func(d law) bool { return slices.Contains(r.Letters, d.name) }) {
			return fmt.Errorf("the reason %q refers to no letter that is defined by a formula", r.Name)
		}
	}
	return nil
}

// SameSlip reports whether the first mistake in both texts is the same. A mistake is a line
// that does not hold or, if all lines hold, a reason that did not lead to its line.
func (c Chain) SameSlip(ctx context.Context, typed, example string) bool {
	a, reason := firstSlip(ctx, c, typed)
	if a == nil {
		return false
	}
	b, exampleReason := firstSlip(budget.WithoutCall(ctx), c, example)
	return b != nil && lineText(a) == lineText(b) && reason == exampleReason
}

func (c Chain) newReasonCheck(lines []parsedLine, i int, _ verdict, work *budget.Budget) reasonCheck {
	return chainReasonCheck{Chain: c, work: work, earlier: lines[:i]}
}

// chainReasonCheck is the reasonCheck of a line of a chain. earlier holds the lines before this
// line.
type chainReasonCheck struct {
	Chain
	work    *budget.Budget
	earlier []parsedLine
}

// evidenceAgainstLaw returns evidence that the definitions of the reason were not used: the line
// holds without them, or only rewrites an earlier line. If the line itself is one of the
// definitions, there is no such evidence.
func (check chainReasonCheck) evidenceAgainstLaw(pair []*node, r Reason) string {
	isAbout := func(d law) bool { return slices.Contains(r.Letters, d.name) }
	withoutLaw, err := check.withUndefined(isAbout).drawAssignments()
	if err != nil {
		return ""
	}
	for _, d := range check.definitions {
		if isAbout(d) && sameEquation(withoutLaw, pair, d.pair(), check.work) {
			return ""
		}
	}
	spaceWithout := check.Space
	spaceWithout.assignments = withoutLaw
	if spaceWithout.compare(pair[0], pair[1], check.work).Accepted {
		return evidenceUnneeded
	}
	if i := check.findSame(withoutLaw, pair); i >= 0 {
		return evidenceAlreadyIn(i)
	}
	return ""
}

// findSame returns the index of the last earlier line that is the same equation as pair in the
// given assignments, or −1.
func (check chainReasonCheck) findSame(assignments []assignment, pair []*node) int {
	return lastLineWith(check.earlier, func(other []*node) bool {
		return sameEquation(assignments, pair, other, check.work)
	})
}

// restatedSource describes the earlier line, the given equation or the definition that a line
// restates. ok is false if the line restates none.
func (check chainReasonCheck) restatedSource(pair []*node) (where string, ok bool) {
	if i := check.findSame(check.unconstrained, pair); i >= 0 {
		return strings.TrimSuffix(strings.ToLower(linePrefix(i)), ": "), true
	}
	var given [][]*node
	for _, text := range check.Given {
		if sides, err := parse(text, check.Space); err == nil {
			given = append(given, sides)
		}
	}
	for _, d := range check.definitions {
		given = append(given, d.pair())
	}
	return "what is given", slices.ContainsFunc(given,
		func(o []*node) bool { return sameEquation(check.unconstrained, pair, o, check.work) })
}

// evidenceAgainstLines returns evidence that no earlier line was substituted: the line only
// restates an earlier line or a given equation.
func (check chainReasonCheck) evidenceAgainstLines(pair []*node) string {
	if where, ok := check.restatedSource(pair); ok {
		return "it is " + where + " in another form, and nothing was substituted"
	}
	return ""
}

// evidenceAgainstAlgebra returns evidence that no earlier line was rewritten: none of them makes
// the same statement.
func (check chainReasonCheck) evidenceAgainstAlgebra(pair []*node) string {
	if _, ok := check.restatedSource(pair); ok {
		return ""
	}
	return evidenceNotRewritten
}

// evidenceAgainstReading rejects the reason, because a chain has no steps.
func (chainReasonCheck) evidenceAgainstReading([]*node) string { return evidenceUnused }

// isInitialValue returns false, because a chain has no initial values.
func (chainReasonCheck) isInitialValue(_, _ *node) bool { return false }
