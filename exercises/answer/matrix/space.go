package matrix

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"kernellab/exercises/budget"
)

// Space is the vocabulary of formulas: letters with their sizes, and letters that are defined by
// formulas of earlier letters.
type Space struct {
	letters     []letter
	sizeNames   []string // the sizes in the order of their first use
	definitions []law
	assignments []assignment // the assignments in which formulas are compared
	// unconstrained holds assignments in which defined letters have random values, too. Only a
	// letter whose definition contains a single other letter has the value of its definition, as in
	// K = XXᵀ, where X is data.
	unconstrained []assignment
	pointLetters  *pointLetters // the special letters of a point derivation; nil if formulas have no indices
}

type letter struct {
	name       string
	rows, cols string
}

// law is an equation or inequality that holds. It defines a letter by a formula. name is the letter. If
// index is set, the formula defines the entry or row of the letter for each point. If relation is an
// inequality, the formula is a bound of the letter. A law without a name is a condition: if it does
// not hold for the random values, new values are drawn.
type law struct {
	name, index string
	formula     *node
	relation    rune
	condition   []*node
}

// NewSpace parses letters and definitions as authors write them: "X: n×d" for a matrix, "y: n" for a
// column, "lambda" for a number, and "K = X X^T" for a definition.
func NewSpace(letters, definitions []string) (Space, error) {
	var s Space
	for _, text := range letters {
		name, shape, _ := strings.Cut(text, ":")
		rows, cols, _ := strings.Cut(strings.TrimSpace(shape), "×")
		s.addLetter(letter{strings.TrimSpace(name), orOne(rows), orOne(cols)})
	}
	for _, text := range definitions {
		name, formula, _ := strings.Cut(text, "=")
		name = strings.TrimSpace(name)
		chain, syntaxErr := parse(formula, s)
		if syntaxErr != nil {
			return Space{}, fmt.Errorf("the definition %q: %w", text, syntaxErr)
		}
		s.definitions = append(s.definitions, law{name: name, formula: chain[0]})
	}
	var err error
	if s.assignments, err = s.drawAssignments(); err != nil {
		return Space{}, err
	}
	s.unconstrained, err = s.withUndefined(func(d law) bool { return len(letterCounts(d.formula)) != 1 }).
		drawAssignments()
	return s, err
}

// addLetter adds a letter, and its sizes if they are new.
func (s *Space) addLetter(l letter) {
	s.letters = append(s.letters, l)
	for _, d := range []string{l.rows, l.cols} {
		if d != "1" && !slices.Contains(s.sizeNames, d) {
			s.sizeNames = append(s.sizeNames, d)
		}
	}
}

// drawAssignments draws the assignments of a space.
func (s Space) drawAssignments() ([]assignment, error) {
	out := make([]assignment, assignmentCount)
	for k := range out {
		env, err := s.drawAssignment(k)
		if err != nil {
			return nil, err
		}
		out[k] = env
	}
	return out, nil
}

// withUndefined returns a copy of the space without the definitions for which undefine returns
// true. Their letters have random values.
func (s Space) withUndefined(undefine func(d law) bool) Space {
	out := Space{letters: slices.Clone(s.letters), sizeNames: s.sizeNames}
	for _, d := range s.definitions {
		if !undefine(d) {
			out.definitions = append(out.definitions, d)
			continue
		}
		v := s.assignments[0].values[d.name]
		out.letters = append(out.letters, letter{d.name, v.rows.name, v.cols.name})
	}
	return out
}

// names returns all letters, longest first, so that lambda is not read as l.
func (s Space) names() []string {
	var out []string
	for _, l := range s.letters {
		out = append(out, l.name)
	}
	for _, d := range s.definitions {
		out = append(out, d.name)
	}
	if s.pointLetters != nil {
		for alias := range s.pointLetters.aliases {
			out = append(out, alias)
		}
		slices.Sort(out)
	}
	slices.SortStableFunc(out, func(a, b string) int { return len(b) - len(a) })
	return out
}

// assignmentCount is the number of assignments in which a formula is tested. In the order of their
// first use, the sizes increase in every other assignment and decrease in the others.
const assignmentCount = 4

// assignment holds a number for each size, and a random value for each letter.
type assignment struct {
	sizes              map[string]dim
	values             map[string]value
	pointOf            map[string]int // the points that indices denote
	randomCoefficients *[4]elem       // of the random polynomials from which applyFunction makes its functions
	// rand draws small whole numbers. It is nil if values are random elements of the field.
	rand          *rand.Rand
	isTight       bool // each letter with a bound has the value of the bound, unless the bound is strict
	usesFractions bool // the small numbers are fractions
}

// drawSizes returns assignment k with sizes but without values.
func (s Space) drawSizes(k int) assignment {
	env := assignment{sizes: map[string]dim{"1": unitDim}, values: map[string]value{}}
	for i, name := range s.sizeNames {
		size := 2 + i
		if k%2 == 1 {
			size = 1 + len(s.sizeNames) - i
		}
		env.sizes[name] = dim{name, size + k/2}
	}
	return env
}

// drawAssignment draws assignment k.
func (s Space) drawAssignment(k int) (assignment, error) {
	env := s.drawLetters(k, 0)
	for _, d := range s.definitions {
		if err := env.define(d); err != nil {
			return assignment{}, err
		}
	}
	return env, nil
}

// drawLetters returns assignment k, in which every letter is random. In a derivation of a
// statement, the assignment also depends on try, the number of the attempt.
func (s Space) drawLetters(k, try int) assignment {
	env := s.drawSizes(k)
	if s.pointLetters != nil && s.pointLetters.derivesStatement {
		env = s.drawSmallSizes(k)
		env.rand, env.isTight, env.usesFractions = randSource(k, "small", try), k == 0, k%4 == 3
	}
	for _, l := range s.letters {
		env.values[l.name] = s.drawValue(env, k, l, l.name)
	}
	return env
}

// drawValue returns a random value for a letter. If the letter is a label, its entries take the two
// possible values in turn.
func (s Space) drawValue(env assignment, k int, l letter, name string) value {
	v, r := zeros(env.sizes[l.rows], env.sizes[l.cols]), randSource(k, name, 0)
	isZero := env.rand != nil && env.rand.IntN(8) == 0
	for i := range v.data {
		switch {
		case s.pointLetters != nil && slices.Contains(s.pointLetters.bits, l.name):
			v.data[i] = elem((i + k) % 2)
		case s.pointLetters != nil && slices.Contains(s.pointLetters.signs, l.name):
			v.data[i] = [...]elem{1, elem(1).neg()}[(i+k)%2]
		case isZero:
		case env.rand != nil:
			v.data[i] = env.smallNumber(k, len(v.data) == 1)
			switch {
			case k%8 == 7 && l.rows == "n" && l.cols != "1":
				v.data[i] = v.data[i].mul(8)
			case k%8 == 7 && l.rows != "n" && len(v.data) > 1: // small, because the points are large
				v.data[i] = elemOf(env.rand.IntN(11) - 5).mul(elem(8).inv())
			}
		default:
			v.data[i] = elem(r.Uint64N(prime))
		}
	}
	if v.rows == unitDim && v.cols == unitDim {
		return numberOf(v.data[0])
	}
	return v
}

// randSource returns a random source that depends only on the arguments.
func randSource(k int, name string, i int) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %d", name, i)
	return rand.New(rand.NewPCG(uint64(k)+1, h.Sum64()))
}

// eval returns the value of a formula in an assignment. It charges one unit of work for each node.
func (env assignment) eval(n *node, work *budget.Budget) (value, *evalError) {
	if err := work.Spend(1); err != nil {
		return value{}, &evalError{text: err.Error(), budgetSpent: true}
	}
	if n.op == opPointSum {
		return env.sumPoints(n, work)
	}
	args := make([]value, len(n.args))
	var singularErr *evalError // the first error about a singular matrix; reported if the shapes fit
	for i, a := range n.args {
		v, err := env.eval(a, work)
		if err != nil && v.data == nil {
			return v, err
		}
		args[i], singularErr = v, cmp.Or(singularErr, err)
	}
	v, err := env.applyOperation(n, args)
	if err == nil || v.data != nil {
		err = cmp.Or(singularErr, err)
	}
	return v, err
}

// applyOperation returns the value of a formula whose arguments have the given values.
func (env assignment) applyOperation(n *node, args []value) (value, *evalError) {
	switch n.op {
	case opLetter:
		return env.values[n.text], nil
	case opEntry:
		return env.entryValue(n)
	case opFunction:
		return env.applyFunction(n.text, args[0]), nil
	case opEntrywise:
		return args[0].hadamard(args[1])
	case opNumber:
		if x := parseElem(n.text); x != 0 {
			return numberOf(x), nil
		}
		return value{kind: zeroLiteral, rows: unitDim, cols: unitDim, data: []elem{0}}, nil
	case opIdentity:
		if n.text != "" {
			return identity(env.sizes[n.text], 1), nil
		}
		return value{kind: multiple, data: []elem{1}}, nil
	case opNeg:
		return args[0].scale(elem(1).neg()), nil
	case opTranspose:
		return args[0].transpose(), nil
	case opNorm: // the value of a length is its square, because only squares of lengths occur
		if args[0].rows == unitDim {
			return args[0].times(args[0].transpose())
		}
		return args[0].transpose().times(args[0])
	case opPower:
		if n.args[0].op == opNorm {
			return args[0], nil
		}
		out, err := args[0].times(args[0])
		for k := '2'; err == nil && k < rune(n.text[0]); k++ {
			out, err = out.times(args[0])
		}
		return out, withOperands(err, n, 1)
	case opInverse:
		v, err := args[0].inverse()
		return v, withOperands(err, n, 1)
	case opQuotient:
		if !args[1].isNumber() {
			return value{},
				evalErrorf("%s is %s, so it cannot be a denominator; multiply by its inverse, on the correct side",
					n.args[1], args[1].shape())
		}
		denominator, err := numberOf(args[1].data[0]).inverse()
		if err != nil {
			return value{}, err
		}
		return args[0].scale(denominator.data[0]), nil
	}
	return env.fold(n, args)
}

// fold adds or multiplies the arguments from left to right. After a column and a dot, it first
// multiplies the factors up to the next column: a·Ka means a·(Ka).
func (env assignment) fold(n *node, args []value) (value, *evalError) {
	out := args[0]
	for i := 1; i < len(args); i++ {
		v, dotted := args[i], n.args[i].dotted && out.isColumn()
		var err *evalError
		for ; err == nil && dotted && !v.isColumn() && i+1 < len(args); i++ {
			v, err = v.times(args[i+1])
		}
		switch {
		case err != nil:
		case n.op == opSum:
			out, err = out.plus(v)
		case dotted && v.isColumn():
			out, err = out.transpose().times(v)
		default:
			out, err = out.times(v)
		}
		if err != nil {
			return value{}, withOperands(err, n, i+1)
		}
	}
	return out, nil
}

// withOperands adds to an error the two operands that do not fit: the last of the first count operands
// of n, and the sum or product of the operands before it.
func withOperands(err *evalError, n *node, count int) *evalError {
	if err == nil || err.budgetSpent {
		return err
	}
	last := n.args[count-1]
	if last.op == opNeg {
		last = last.args[0]
	}
	if count == 1 {
		return evalErrorf("%s: %s", last, err.text)
	}
	first := &node{op: n.op, args: n.args[:count-1]}
	if count == 2 {
		first = n.args[0]
	}
	return evalErrorf("%s and %s: %s", first, last, err.text)
}

// parseElem returns a decimal number or a fraction as an element of the field. It panics if the text
// is neither.
func parseElem(text string) elem {
	q, ok := new(big.Rat).SetString(strings.TrimSuffix(text, "."))
	if !ok {
		panic("matrix: the number " + text)
	}
	m := big.NewInt(prime)
	numerator := new(big.Int).Mod(q.Num(), m).Uint64()
	denominator := new(big.Int).Mod(q.Denom(), m).Uint64()
	return elem(numerator).mul(elem(denominator).inv())
}
