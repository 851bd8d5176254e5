package matrix

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/budget"
	"kernellab/kernels/expr"
)

// lineJudge judges the lines of a [PointDerivation]. For each set of known facts it makes
// assignments of values to the letters: random values, except for letters that a known fact
// defines. A line that holds in all of them follows from the known facts, almost certainly. A set
// of facts is a uint: bit i stands for fact i.
type lineJudge struct {
	PointDerivation
	work            *budget.Budget
	accepted        []*node    // the sides of all pairs accepted so far, in earlier lines and in this one
	counterexample  assignment // the last assignment in which a relation did not hold
	hasOppositeSign bool       // whether the letters in PointDerivationSpec.EitherSign have the opposite sign
}

// judgeLines judges parsed lines. If the student may choose the sign of some letters, it judges the
// lines with both signs and returns the verdict in which more lines follow.
func (t PointDerivation) judgeLines(lines []parsedLine, work *budget.Budget) verdict {
	out := t.judgeLinesWithSign(lines, work, false)
	if len(t.spec.EitherSign) == 0 || out.Accepted {
		return out
	}
	var flippedLines []parsedLine
	for _, l := range lines {
		sides := make([]*node, len(l.sides))
		for i, n := range l.sides {
			sides[i] = n.withOppositeSigns(t.spec.EitherSign)
		}
		flippedLines = append(flippedLines, parsedLine{sides, l.reason})
	}
	flippedVerdict := t.judgeLinesWithSign(flippedLines, work, true)
	if flippedVerdict.validLines > out.validLines || flippedVerdict.Accepted {
		return flippedVerdict
	}
	return out
}

// oppositeSignMark marks a node for a minus sign that withOppositeSigns has inserted before a
// letter. Such a sign is not shown to the student.
const oppositeSignMark = "turned"

// withOppositeSigns returns the formula with the opposite sign of some letters.
func (n *node) withOppositeSigns(letters []string) *node {
	return n.transform(func(m *node) {
		if (m.op == opLetter || m.op == opEntry) && slices.Contains(letters, m.text) {
			*m = node{op: opNeg, text: oppositeSignMark, args: []*node{{op: m.op, text: m.text, index: m.index}},
				pos: m.pos, relation: m.relation}
		}
	})
}

// judgeLinesWithSign judges parsed lines. Each line may use the facts that earlier lines stated.
func (t PointDerivation) judgeLinesWithSign(lines []parsedLine, work *budget.Budget, hasOppositeSign bool) verdict {
	var facts uint
	judge := &lineJudge{PointDerivation: t, work: work, hasOppositeSign: hasOppositeSign}
	factsBefore := []uint{0}
	if err := judge.deriveFacts(); err != nil {
		return verdict{Result: undecidedResult(err)}
	}
	for i, l := range lines {
		chain := l.sides
		factsAfter, side, gap, err := judge.checkLine(chain, facts)
		if err != nil {
			return verdict{Result: undecidedResult(err), validLines: i, factsBefore: factsBefore}
		}
		if gap != nil {
			out := verdict{Result: notEqual(linePrefix(i) + sidesText(chain, side) + gap.why), validLines: i,
				factsBefore: factsBefore}
			if gap.holds {
				out.Headline = fmt.Sprintf("Line %d comes too early.", i+1)
			} else {
				out.wrongPair = chain[side : side+2]
			}
			return out
		}
		facts = factsAfter
		if facts, err = judge.withStatedFacts(chain, facts); err != nil {
			return verdict{Result: undecidedResult(err), validLines: i, factsBefore: factsBefore}
		}
		factsBefore = append(factsBefore, facts)
	}
	end, err := judge.judgeEnd(lines, facts)
	if err != nil {
		end = undecidedResult(err)
	}
	return verdict{Result: end, validLines: len(lines), factsBefore: factsBefore}
}

// checkLine judges all pairs of neighbouring sides of a line. Their order does not matter: after
// each pair that follows, checkLine judges again the pairs that have not followed yet. factsAfter
// are the facts known after the line. If some pair does not follow, firstGap is the gap of the
// first such pair, and side is the index of its left side.
func (judge *lineJudge) checkLine(chain []*node, facts uint) (factsAfter uint, side int, firstGap *gap, err error) {
	var pending []int
	for s := range chain[1:] {
		pending = append(pending, s)
	}
	for i := 0; i < len(pending); i++ {
		pair := chain[pending[i] : pending[i]+2]
		newFacts, gap, err := judge.checkPair(pair, facts)
		switch {
		case err != nil:
			return 0, 0, nil, err
		case gap == nil:
			facts, judge.accepted, firstGap = newFacts, append(judge.accepted, pair...), nil
			pending, i = slices.Delete(pending, i, i+1), -1
		case firstGap == nil && !gap.holds:
			return facts, pending[i], gap, nil
		case firstGap == nil:
			side, firstGap = pending[i], gap
		}
	}
	return facts, side, firstGap, nil
}

// sidesText returns the text of side s of a chain and of the next side.
func sidesText(chain []*node, s int) string {
	if s == 0 && isStep(chain) {
		return lineText(chain[:2])
	}
	return lineText(chain[s : s+2])
}

// gap says why a line does not follow. If holds is set, the line is true but does not follow from
// the lines before it.
type gap struct {
	why   string
	holds bool
}

// checkPair judges two neighbouring sides of a line, given the known facts. If they follow from
// these facts or state another fact, checkPair returns the facts that are known afterwards.
// Otherwise it returns a gap.
func (judge *lineJudge) checkPair(pair []*node, facts uint) (uint, *gap, error) {
	if judge.isInitialValue(pair[0], pair[1]) || judge.isInitialValue(pair[1], pair[0]) {
		return facts, nil, nil
	}
	ok, evalErr, err := judge.holds(pair, judge.allFacts())
	switch {
	case err != nil:
		return 0, nil, err
	case evalErr != nil:
		return 0, &gap{why: ": " + evalErr.Error() + "."}, nil
	case !ok && judge.goalStatement != nil:
		return 0, &gap{why: " does not hold." + boundIndexMessage(pair) + judge.example(pair)}, nil
	case !ok:
		return 0, &gap{why: " does not hold." + boundIndexMessage(pair)}, nil
	}
	if missingSquare, err := judge.needsSquare(pair, facts); err != nil || missingSquare {
		return 0, &gap{why: " cannot be seen from the lines so far. First write by which square the two sides differ.", holds: true}, err
	}
	for _, knownFacts := range []uint{facts, judge.withCombinations(facts)} {
		if factsAfter, ok, err := judge.factsAfterPair(pair, knownFacts); err != nil || ok {
			return factsAfter, nil, err
		}
	}
	if contradicts, err := judge.contradictsFact(pair, facts); err != nil || contradicts {
		return 0, &gap{why: " does not hold." + judge.example(pair)}, err
	}
	missing, err := judge.missingFact(pair, facts)
	if err != nil {
		return 0, nil, err
	}
	return 0, &gap{why: " holds, but it does not follow yet from the lines before it. First state " + missing + ".",
		holds: true}, nil
}

// boundIndexMessage returns a sentence about an index that is bound by a sum on the right side but
// also occurs outside the sum. If there is no such index, it returns "".
func boundIndexMessage(pair []*node) string {
	rightIndices := freeIndices(pair[1:])
	for _, j := range rightIndices {
		inSum := func(n *node) bool { return n.op == opPointSum && n.index == j }
		if !slices.Contains(freeIndices(pair[:1]), j) && pair[1].contains(inSum) {
			return " " + j + " exists inside the sum only."
		}
	}
	return ""
}

// factsAfterPair returns the facts known after two sides whose relation holds. ok is true if the
// sides follow from the given facts or state another fact that is not derived from earlier ones
// (see deriveFacts).
func (judge *lineJudge) factsAfterPair(pair []*node, facts uint) (factsAfter uint, ok bool, err error) {
	if ok, _, err := judge.holds(pair, facts); err != nil || ok {
		return facts, ok, err
	}
	if statedFacts, err := judge.withStatedFacts(pair, facts); err != nil || statedFacts != facts {
		return facts, false, err // the sides state a derived fact that does not follow yet
	}
	for i := range judge.factLaws {
		if stated, err := judge.statesFact(pair, i, facts); err != nil || stated {
			return facts | 1<<i, stated, err
		}
	}
	return facts, false, nil
}

// withCombinations adds to facts the facts whose formulas contain only letters that known facts
// define, such as the product of two known derivatives. A line may use such a fact although no line
// has stated it.
func (judge *lineJudge) withCombinations(facts uint) uint {
	if judge.goalStatement != nil {
		return facts
	}
	isDefined := map[string]bool{}
	for i, l := range judge.factLaws {
		isDefined[l.name] = isDefined[l.name] || facts&(1<<i) != 0
	}
	for i, l := range judge.factLaws {
		undefinedLetters := letterCounts(l.formula)
		maps.DeleteFunc(undefinedLetters, func(name string, _ int) bool { return isDefined[name] })
		if len(undefinedLetters) == 0 && l.formula.letterCount() > 0 {
			facts |= 1 << i
		}
	}
	return facts
}

// isInitialValue reports whether left = right states an initial value, as in w = 0. Such a line is
// accepted, but nothing follows from it.
func (t PointDerivation) isInitialValue(left, right *node) bool {
	return (left.op == opLetter || left.op == opEntry) && slices.Contains(t.spec.Start, left.text) &&
		right.op == opNumber && parseElem(right.text) == 0
}

// holds reports whether the relation between two sides holds in all assignments for the set of
// known facts. If the sides cannot be compared, it returns an evalError.
func (judge *lineJudge) holds(pair []*node, facts uint) (bool, *evalError, error) {
	assignments, err := judge.assignments(facts)
	if err != nil {
		return false, nil, err
	}
	for _, env := range assignments {
		for _, atPoints := range env.pointAssignments(pair) {
			if ok, evalErr, err := atPoints.relationHolds(pair, judge.work); !ok || err != nil {
				judge.counterexample = atPoints
				return false, evalErr, err
			}
		}
	}
	return true, nil, nil
}

// pointAssignments returns a copy of the assignment for every choice of points for the free
// indices of the formulas.
func (env assignment) pointAssignments(formulas []*node) []assignment {
	out := []assignment{env}
	for _, index := range freeIndices(formulas) {
		var next []assignment
		for _, partial := range out {
			for i := range env.sizes["n"].size {
				next = append(next, partial.bindIndex(index, i))
			}
		}
		out = next
	}
	return out
}

// statesFact reports whether two sides state the fact with the given index. It returns false if
// facts contains the fact already. The difference of the sides must be a multiple of the difference
// of the sides of the fact.
func (judge *lineJudge) statesFact(pair []*node, fact int, facts uint) (bool, error) {
	if facts&(1<<fact) != 0 {
		return false, nil
	}
	return judge.sameStatement(pair, judge.factLaws[fact].pair(), facts)
}

// sameStatement reports whether two equations are the same up to a factor, or two inequalities up
// to a positive factor. It compares the differences of the sides at all points together, so an
// equation with an index is the same as the equation of the vectors. If the goal is a statement, the
// factor must also be the same in all assignments.
func (judge *lineJudge) sameStatement(a, b []*node, facts uint) (bool, error) {
	assignments, err := judge.assignments(facts)
	if err != nil || isInequality(relationOf(a)) != isInequality(relationOf(b)) ||
		isStrict(relationOf(a)) != isStrict(relationOf(b)) {
		return false, err
	}
	groups := slices.Collect(slices.Chunk(assignments, 1))
	if judge.goalStatement != nil {
		groups = [][]assignment{assignments}
	}
	for _, group := range groups {
		v, errA := differences(group, renameIndexToI(a), judge.work)
		u, errB := differences(group, renameIndexToI(b), judge.work)
		for _, evalErr := range []*evalError{errA, errB} {
			if evalErr != nil && evalErr.budgetSpent {
				return false, evalErr
			}
		}
		if errA != nil || errB != nil || !v.isMultipleOf(u) || isInequality(relationOf(a)) && !v.sameSigns(u) {
			return false, nil
		}
	}
	return true, nil
}

// differences returns a column with the difference of two sides at each point of each assignment in
// the list.
func differences(list []assignment, pair []*node, work *budget.Budget) (value, *evalError) {
	var all []elem
	for _, env := range list {
		for _, atPoints := range env.pointAssignments(pair) {
			evalBudget, err := env.charge(work, pair)
			if err != nil {
				return value{}, &evalError{text: err.Error(), budgetSpent: true}
			}
			v, evalErr := atPoints.eval(difference(pair), evalBudget)
			if evalErr != nil {
				return value{}, evalErr
			}
			all = append(all, v.data...)
		}
	}
	return value{rows: dim{"all", len(all)}, cols: unitDim, data: all}, nil
}

// renameIndexToI renames the only free index of an equation to i. An equation with several free
// indices or without any is returned unchanged.
func renameIndexToI(pair []*node) []*node {
	used := freeIndices(pair)
	if len(used) != 1 {
		return pair
	}
	return []*node{pair[0].swapIndices(used[0], "i"), pair[1].swapIndices(used[0], "i")}
}

// swapIndices returns a copy of the formula with two indices exchanged.
func (n *node) swapIndices(a, b string) *node {
	return n.transform(func(m *node) { m.index = strings.NewReplacer(a, b, b, a).Replace(m.index) })
}

// contradictsFact reports whether a line contradicts the fact that defines the letter on its left
// side. It adds only this fact to the known facts, because other facts can hide the contradiction:
// if x is known to be 0, the line d = −x does not contradict the fact d = x.
func (judge *lineJudge) contradictsFact(pair []*node, facts uint) (bool, error) {
	for i, l := range judge.factLaws {
		if judge.goalStatement == nil || facts&(1<<i) != 0 || l.name == "" || l.name != pair[0].text ||
			relationOf(l.pair()) != '=' || pair[1].op == opNumber && parseElem(pair[1].text) == 0 {
			continue
		}
		if ok, _, err := judge.holds(pair, facts|1<<i); err != nil || !ok {
			return true, err
		}
	}
	return false, nil
}

// missingFact returns the description of the first fact that a true line needs and that no line has
// stated. It does not describe all such facts, because that would give the derivation away.
func (judge *lineJudge) missingFact(pair []*node, facts uint) (string, error) {
	for i, f := range judge.spec.Facts {
		if facts&(1<<i) != 0 {
			continue
		}
		ok, _, err := judge.holds(pair, judge.allFacts()&^(1<<i))
		if err != nil || !ok {
			return f.Description, err
		}
	}
	return "what it comes from", nil
}

// judgeEnd decides whether a derivation in which every line follows has reached its goal.
func (judge *lineJudge) judgeEnd(lines []parsedLine, facts uint) (answer.Result, error) {
	t, unstatedFact := judge.PointDerivation, ""
	for i, f := range t.spec.Facts {
		if facts&(1<<i) == 0 && unstatedFact == "" {
			unstatedFact = f.Description
		}
	}
	acceptedResult := answer.Result{Verdict: exercises.Equal, Accepted: true, Headline: eachFollowsHeadline}
	last := lines[len(lines)-1].sides
	counts := letterCounts(last[len(last)-1])
	remainingLetters := slices.DeleteFunc(slices.Clone(t.Without), func(l string) bool { return counts[l] == 0 })
	switch {
	case unstatedFact != "":
		return notYet("So far every line follows. Not written yet: " + unstatedFact + "."), nil
	case t.goalStatement != nil:
		if slices.ContainsFunc(t.spec.Facts, func(f Fact) bool { return f.Statement == t.Goal }) {
			break
		}
		for _, l := range slices.Backward(lines) {
			if same, err := judge.sameStatement(outerSides(l.sides), t.goalStatement, 0); err != nil || same {
				return acceptedResult, err
			}
		}
		return notYet("Every line follows. Not written yet: the statement that was to be shown."), nil
	case last[0].text != t.Goal+"←":
		return notYet("Every line follows. The last one should be a step: what " + glyph(t.Goal) + " becomes."), nil
	case len(remainingLetters) > 0:
		for i, l := range remainingLetters {
			remainingLetters[i] = glyph(l)
		}
		return notYet("Every line follows. The last one still has " + expr.JoinWords(remainingLetters, "and") +
			" in it."), nil
	case t.ForAllPoints && last[0].op != opLetter:
		return notYet("Every line follows. Write the last one for all points at once, with vectors and K."), nil
	}
	return acceptedResult, nil
}
