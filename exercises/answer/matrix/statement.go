package matrix

import (
	"fmt"
	"slices"
	"strings"

	"kernellab/exercises/answer"
	"kernellab/exercises/budget"
	"kernellab/kernels/expr"
)

// The goal of a [PointDerivation] is a step of an iteration or a statement, such as g ≤ ½‖w‖². This
// file judges derivations of a statement, whose lines may be inequalities. Each line is tested on
// examples. An example is an assignment in which the letters have small integers or fractions as
// entries, and all given equations and known facts hold. Like all values, the entries are elements
// of the field of integers modulo 2⁶¹ − 1. Because the numbers are small, each number and its sign
// can be recovered from its element.

const (
	exampleCount = 32   // number of examples on which each line is tested
	maxTries     = 5000 // maximum number of tries to draw an example in which all conditions hold
	// maxNumerator and maxDenominator limit the fractions that are recovered from elements.
	maxNumerator, maxDenominator = 1 << 36, 1 << 16
)

// elemOf returns an integer as an element of the field.
func elemOf(n int) elem {
	if n < 0 {
		return elem(-n).neg()
	}
	return elem(n)
}

// ratio returns the numerator and the denominator of the fraction that an element represents (Wang
// 1981). ok is false if there is none within maxNumerator and maxDenominator.
func (a elem) ratio() (num, den int64, ok bool) {
	previousNum, num := int64(prime), int64(a)
	previousDen, den := int64(0), int64(1)
	for num > maxNumerator {
		quotient := previousNum / num
		previousNum, num = num, previousNum-quotient*num
		previousDen, den = den, previousDen-quotient*den
	}
	if den < 0 {
		num, den = -num, -den
	}
	return num, den, den <= maxDenominator
}

// charge returns the budget to which the caller must charge the evaluation of two sides. For an
// example, charge has spent the whole cost already, at a lower rate of one unit of work for 16
// operations, and returns nil.
func (env assignment) charge(work *budget.Budget, pair []*node) (*budget.Budget, error) {
	if env.rand == nil {
		return work, nil
	}
	return nil, work.Spend(1 + int(pair[0].operations()+pair[1].operations())/16)
}

// operations returns the number of operations that the evaluation of a formula needs in an example.
// It counts the summand of a sum over points three times, because an example has at most three
// points.
func (n *node) operations() (sum float64) {
	for _, a := range n.args {
		sum += a.operations()
	}
	if n.op == opPointSum {
		sum *= 3
	}
	return min(sum+1, 1e9)
}

// relationOf returns the relation between two sides, such as '≤'. For a step, it returns '='.
func relationOf(pair []*node) rune {
	if r := pair[1].relation; r != 0 {
		return r
	}
	return '='
}

func isStrict(relation rune) bool { return relation == '<' || relation == '>' }

func isInequality(relation rune) bool {
	return relation != 0 && strings.ContainsRune("≤≥<>", relation)
}

// difference returns the difference of two sides. For an inequality, it subtracts from the side
// that should be larger, and for an equation from the left side.
func difference(pair []*node) *node {
	if r := relationOf(pair); r == '≤' || r == '<' {
		return minus(pair[1], pair[0])
	}
	return minus(pair[0], pair[1])
}

// outerSides returns the first and the last side of a line, with the relation that the line implies
// between them: a < c for a ≤ b < c.
func outerSides(sides []*node) []*node {
	last := *sides[len(sides)-1]
	for _, side := range sides[1:] {
		if r := side.relation; isInequality(r) && !(isInequality(last.relation) && strings.ContainsRune("≤≥", r)) {
			last.relation = r
		}
	}
	return []*node{sides[0], &last}
}

// relationHolds reports whether the relation between the values of two sides in the assignment
// holds for each of their entries. If the sides cannot be compared, mismatch says why.
func (env assignment) relationHolds(pair []*node, work *budget.Budget) (ok bool, mismatch *evalError, err error) {
	if work, err = env.charge(work, pair); err != nil {
		return false, nil, err
	}
	v, mismatch := env.eval(pair[0], work)
	u, rightErr := env.eval(pair[1], work)
	for _, evalErr := range []*evalError{mismatch, rightErr} {
		if evalErr != nil && evalErr.budgetSpent {
			return false, nil, evalErr
		} else if evalErr != nil {
			return false, evalErr, nil
		}
	}
	v, u = v.withShapeOf(u), u.withShapeOf(v)
	if v.shape() != u.shape() {
		return false, evalErrorf("%s is %s, and %s is %s", pair[0], v.shape(), pair[1], u.shape()), nil
	}
	if !isInequality(relationOf(pair)) {
		return v.equals(u), nil, nil
	}
	for i := range v.data {
		larger, smaller := v.data[i], u.data[i]
		if strings.ContainsRune("≤<", relationOf(pair)) {
			larger, smaller = smaller, larger
		}
		gap, _, isSmall := larger.add(smaller.neg()).ratio()
		switch {
		case !isSmall:
			return false, nil, fmt.Errorf("these numbers grow too large to be compared")
		case gap < 0, gap == 0 && isStrict(relationOf(pair)):
			return false, nil, nil
		}
	}
	return true, nil, nil
}

// sameSigns reports whether v is a positive multiple of u. v must be a multiple of u.
func (v value) sameSigns(u value) bool {
	at := slices.IndexFunc(u.data, func(x elem) bool { return x != 0 })
	a, _, _ := v.data[at].ratio()
	b, _, _ := u.data[at].ratio()
	return a < 0 == (b < 0)
}

// isColumn reports whether a value is a column vector. A 1×1 matrix is a number instead.
func (v value) isColumn() bool { return v.kind == matrix && v.cols == unitDim && v.rows != unitDim }

// example describes judge.counterexample, the last example in which a relation did not hold: the values
// of the letters in the sides, and the values of the sides. If a side is a letter with a
// definition, example states the values of the letters in the definition instead.
func (judge *lineJudge) example(pair []*node) string {
	formulas := slices.Clone(pair)
	isSide := func(name string) bool { return name == pair[0].text || name == pair[1].text }
	for _, l := range slices.Concat(judge.givens, judge.factLaws) {
		if l.formula != nil && isSide(l.name) {
			formulas = append(formulas, l.formula)
		}
	}
	counts := letterCounts(formulas...)
	env, separator, out := judge.counterexample, " with ", " For example,"
	add := func(name string, v value) {
		out += separator + name + " = " + v.String()
		separator = ", "
	}
	for _, l := range judge.space.letters {
		v, name := env.values[l.name], glyph(l.name)
		if judge.hasOppositeSign && slices.Contains(judge.spec.EitherSign, l.name) {
			v = v.scale(elem(1).neg())
		}
		switch {
		case counts[l.name] == 0 || isSide(l.name):
		case v.cols == unitDim:
			add(name, v)
		case judge.space.pointLetters.vectors[l.name]:
			for i := range v.rows.size {
				add(name+expr.Subscript(fmt.Sprint(i+1)), value{data: v.data[i*v.cols.size:][:v.cols.size]})
			}
		}
	}
	v, _ := env.eval(pair[0], nil)
	u, _ := env.eval(pair[1], nil)
	return out + " the left side is " + v.withShapeOf(u).String() + " and the right side is " +
		u.withShapeOf(v).String() + "."
}

// String returns the entries of a value of an example: "1/2", or "(1, −2)" for a vector.
func (v value) String() string {
	out := make([]string, len(v.data))
	for i, x := range v.data {
		num, den, _ := x.ratio()
		out[i] = strings.Replace(fmt.Sprint(num), "-", "−", 1)
		if den != 1 {
			out[i] += fmt.Sprintf("/%d", den)
		}
	}
	if len(out) == 1 {
		return out[0]
	}
	return "(" + strings.Join(out, ", ") + ")"
}

// deriveFacts finds the facts that follow from earlier facts, if the goal of the derivation is a
// statement. The student must state these derived facts too. A line that uses one of them does not
// have to wait for it, because the line also follows from the earlier facts.
func (judge *lineJudge) deriveFacts() error {
	if judge.goalStatement == nil {
		return nil
	}
	cache := judge.cache
	cache.deriveOnce.Do(func() {
		unlimitedJudge := &lineJudge{PointDerivation: judge.PointDerivation}
		unlimitedJudge.hypothesis = hypothesis{}
		for i, l := range judge.factLaws {
			ok, _, err := unlimitedJudge.holds(l.pair(), 1<<i-1)
			if err != nil {
				cache.deriveError = fmt.Errorf("what is given cannot be tried: %w", err)
				return
			}
			if ok {
				cache.derivedFacts |= 1 << i
			}
		}
	})
	return cache.deriveError
}

// withStatedFacts adds to facts the derived facts that a line states, and returns the result. A
// line states a fact if two of its sides, which need not be neighbours, state it in any form.
func (judge *lineJudge) withStatedFacts(sides []*node, facts uint) (uint, error) {
	for i := range judge.factLaws {
		for from := range sides {
			for to := from + 1; to < len(sides) && judge.cache.derivedFacts&^facts&(1<<i) != 0; to++ {
				same, err := judge.sameStatement(outerSides(sides[from:to+1]), judge.factLaws[i].pair(), 0)
				if err != nil {
					return 0, err
				}
				if same {
					facts |= 1 << i
				}
			}
		}
	}
	return facts, nil
}

// needsSquare reports whether a line jumps to an inequality that holds even if no inequality is
// known. Such an inequality holds because the difference of its sides is a square, which must be
// written first: in one of its sides or in an earlier line. An inequality with Ω on its left side
// does not need this.
func (judge *lineJudge) needsSquare(pair []*node, facts uint) (bool, error) {
	isPenalty := func(n *node) bool { return n.text == "Ω" }
	if !isInequality(relationOf(pair)) || pair[0].contains(isPenalty) {
		return false, nil
	}
	judgeWithoutBounds := &lineJudge{PointDerivation: judge.PointDerivation, work: judge.work}
	judgeWithoutBounds.withoutBounds = true
	if ok, _, err := judgeWithoutBounds.holds(pair, facts); err != nil || !ok {
		return false, err
	}
	inequality := []*node{difference(pair), {op: opNumber, text: "0", relation: '≥'}}
	for _, side := range append(slices.Clone(judge.accepted), pair...) {
		var err error
		found := side.contains(func(n *node) bool {
			if err != nil || !n.isPlainlyNonNegative() {
				return false
			}
			var same bool
			same, err = judgeWithoutBounds.sameStatement(inequality, []*node{n, inequality[1]}, facts)
			return same
		})
		if err != nil || found {
			return false, err
		}
	}
	return true, nil
}

// isPlainlyNonNegative reports whether the form of a formula shows that its value is at least 0: it
// is a square or a fourth power, an inner product of a vector with itself, or a sum, product or
// quotient of such formulas and numbers.
func (n *node) isPlainlyNonNegative() bool {
	allArgs := !slices.ContainsFunc(n.args, func(a *node) bool { return !a.isPlainlyNonNegative() })
	switch k := len(n.args); n.op {
	case opNumber:
		return true
	case opPower:
		return n.text == "2" || n.text == "4"
	case opProduct:
		if k < 2 {
			return allArgs
		}
		left, right := n.args[k-2], n.args[k-1]
		if left.op == opTranspose && left.args[0].textWithoutIndices() == right.textWithoutIndices() ||
			right.dotted && left.textWithoutIndices() == right.textWithoutIndices() {
			return k == 2 || n.withArgs(opProduct, n.args[:k-2]...).isPlainlyNonNegative()
		}
		return allArgs || right.op == opTranspose &&
			n.withArgs(opProduct, n.args[:k-1]...).textWithoutIndices() == right.args[0].textWithoutIndices()
	case opSum, opQuotient, opPointSum:
		return allArgs
	}
	return false
}

// textWithoutIndices returns the text of a formula without indices.
func (n *node) textWithoutIndices() string {
	return strings.Map(func(r rune) rune {
		if expr.FromSubscript(r) != 0 {
			return -1
		}
		return r
	}, n.String())
}

// allowsRelations reports whether lines may be inequalities.
func (p *parser) allowsRelations() bool {
	return p.pointLetters != nil && p.pointLetters.derivesStatement
}

// joinRelations replaces each relation or norm sign that is typed as two runes with one rune.
func (p *parser) joinRelations() {
	for _, typed := range []string{"<=≤", "=<≤", ">=≥", "||‖"} {
		p.joinRunes(typed[:2], []rune(typed[2:])[0])
	}
}

func (p *parser) isRelation(r rune) bool { return r == '=' || p.allowsRelations() && isInequality(r) }

// checkDirection fails if the direction of the next relation is opposite to that of an earlier one.
func (p *parser) checkDirection(chain []*node, next rune) {
	for _, side := range chain {
		if strings.ContainsRune("≤<", side.relation) && strings.ContainsRune("≥>", next) ||
			strings.ContainsRune("≥>", side.relation) && strings.ContainsRune("≤<", next) {
			p.fail(p.pos, "A line with both ≤ and ≥ does not compare its two ends. Begin a new line here.")
		}
	}
}

func isBar(r rune) bool { return r == '‖' || r == '|' }

// norm parses the norm of a vector: ‖w‖ or |w|. Messages call it a length.
func (p *parser) norm() *node {
	start := p.pos
	p.pos++
	p.openNorms++
	inside := p.sum()
	p.openNorms--
	p.expectClosing(start, "‖|")
	return p.addNode(&node{op: opNorm, args: []*node{inside}, pos: start})
}

// penalty parses the length after Ω, as in Ω(‖w‖). at is the position of Ω.
func (p *parser) penalty(at int) *node {
	n := p.primary()
	if n.op != opNorm {
		p.fail(at, "Ω takes a length, as Ω(‖w‖).")
	}
	return p.addNode(&node{op: opFunction, text: "Ω", args: []*node{n}, pos: at})
}

// squareLengths squares the sides of a line if each side is a length or 0. In any other line, it
// returns an error if a length is not squared.
func squareLengths(chain []*node) ([]*node, *answer.SyntaxError) {
	onlyLengths := !slices.ContainsFunc(chain, func(n *node) bool {
		return n.op != opNorm && !(n.op == opNumber && parseElem(n.text) == 0)
	})
	out := slices.Clone(chain)
	for i, n := range chain {
		if onlyLengths && n.op == opNorm {
			out[i] = &node{op: opPower, text: "2", args: []*node{n}, relation: n.relation}
			continue
		}
		if unsquared := n.unsquaredLength(); unsquared != nil {
			return nil, &answer.SyntaxError{At: unsquared.pos, Reason: "a length needs its square here: " +
				unsquared.String() + "²."}
		}
	}
	return out, nil
}

// unsquaredLength returns a length in the formula that is neither squared nor an argument of Ω, or nil.
func (n *node) unsquaredLength() *node {
	if n.op == opNorm {
		return n
	}
	for _, a := range n.args {
		if a.op == opNorm && (n.op == opPower && n.text == "2" || n.text == "Ω") {
			a = a.args[0]
		}
		if unsquared := a.unsquaredLength(); unsquared != nil {
			return unsquared
		}
	}
	return nil
}

// minimum matches the operator before a letter whose minimum is meant: min, inf, or min_{w,b}.
var minimum = expr.Pattern(`^(?:(?:min|inf)(?:_\{[^}]*\}|_\([^)]*\)|_\pL(?:, ?\pL)*)? *)+`)

// minimumOf parses a minimum, such as min L, and returns the letter that denotes it, such as g. It
// returns nil if there is no minimum at the position.
func (p *parser) minimumOf(rest string) *node {
	m := minimum().FindString(rest)
	if m == "" || !p.allowsRelations() {
		return nil
	}
	at := p.pos
	p.pos += len([]rune(m))
	n := p.primary()
	if n.text = p.pointLetters.aliases["min "+n.text]; n.op != opLetter || n.text == "" {
		p.fail(at, "Nothing is known about this minimum.")
	}
	return n
}

// resolveAlias returns the letter for which a name is an alias. It returns any other name unchanged.
func (l *pointLetters) resolveAlias(name string) string {
	if l != nil && l.aliases[name] != "" {
		return l.aliases[name]
	}
	return name
}

// skipArguments consumes the parentheses after the letter n, as in L(w, b), if they contain only
// arguments that the author has declared for n.
func (p *parser) skipArguments(n *node) {
	if !p.allowsRelations() || p.pos == len(p.src) || p.src[p.pos] != '(' {
		return
	}
	rest := string(p.src[p.pos+1:])
	inside, _, closed := strings.Cut(rest, ")")
	for _, argument := range strings.Split(inside, ",") {
		argument = p.pointLetters.resolveAlias(strings.TrimSpace(argument))
		if !closed || !slices.ContainsFunc(p.pointLetters.arguments[n.text],
			func(a string) bool { return argument == a || argument == glyph(a) }) {
			return
		}
	}
	p.pos += len([]rune(inside)) + 2
}
