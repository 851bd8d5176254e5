package matrix

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// allFacts returns the set of all facts, which are the equations that some line must state. Bit i
// stands for fact i.
func (t PointDerivation) allFacts() uint { return 1<<len(t.factLaws) - 1 }

// drawCache caches the assignments, random values for the letters, that were drawn for a derivation.
// They do not depend on the student's text. A drawCache is safe for concurrent use.
type drawCache struct {
	mu    sync.Mutex
	byKey map[drawKey][]assignment

	deriveOnce   sync.Once
	derivedFacts uint // in a derivation of a statement: the set of facts that follow from earlier facts
	deriveError  error
}

// drawKey identifies a list of assignments by the set of known facts and the hypothesis.
type drawKey struct {
	facts uint
	hypothesis
}

// hypothesis changes which laws are known, to test which laws a line needs. The zero hypothesis
// changes nothing.
type hypothesis struct {
	withoutConclusion bool   // the conclusion is unknown even if all facts are known
	withoutBounds     bool   // all inequalities are unknown
	keepsConclusion   bool   // the conclusion is known even if some facts are unknown
	unknownGivens     string // the given equations that are unknown, as concatenated results of unknownMark
}

// assignments returns the assignments for a set of known facts, in which these facts and all given
// equations hold. Bit i of facts is set if fact i is known.
func (t PointDerivation) assignments(facts uint) ([]assignment, error) {
	t.cache.mu.Lock()
	defer t.cache.mu.Unlock()
	key := drawKey{facts, t.hypothesis}
	if list, ok := t.cache.byKey[key]; ok {
		return list, nil
	}
	laws, err := sortLaws(t.knownLaws(facts))
	if err != nil {
		return nil, err
	}
	list := make([]assignment, assignmentCount)
	if t.goalStatement != nil {
		list = make([]assignment, exampleCount)
	}
	for k := range list {
		if list[k], err = t.drawAssignment(k, laws); err != nil {
			return nil, err
		}
	}
	t.cache.byKey[key] = list
	return list, nil
}

// knownLaws returns the laws that are known if the set of known facts is facts. It omits derived
// facts, because they follow from the other laws.
func (t PointDerivation) knownLaws(facts uint) []law {
	laws := slices.DeleteFunc(slices.Clone(t.givens),
		func(l law) bool { return strings.Contains(t.unknownGivens, unknownMark(l)) })
	for i, l := range t.factLaws {
		if facts&(1<<i) != 0 && t.cache.derivedFacts&(1<<i) == 0 {
			laws = append(laws, l)
		}
	}
	if t.goalStatement == nil && (facts == t.allFacts() || t.keepsConclusion) && !t.withoutConclusion {
		laws = append(laws, t.conclusion)
	}
	return slices.DeleteFunc(laws, func(l law) bool { return t.withoutBounds && relationOf(l.pair()) != '=' })
}

// sortLaws sorts laws so that each law uses only letters that earlier laws define or that no law
// defines.
func sortLaws(laws []law) (out []law, err error) {
	for len(laws) > 0 {
		remaining := len(laws)
		for i := 0; i < len(laws); i++ {
			if laws[i].dependsOn(laws) {
				continue
			}
			out = append(out, laws[i])
			laws = slices.Delete(laws, i, i+1)
			i--
		}
		if len(laws) == remaining {
			return nil, fmt.Errorf("the definition of %s is circular", laws[0].name)
		}
	}
	return out, nil
}

// drawAssignment draws assignment k, in which the given laws hold, in up to maxTries tries. If a
// condition fails for some points, the next try draws only the values of these points again. If a
// condition without an index fails, and after every sixteenth try, it draws everything again.
func (t PointDerivation) drawAssignment(k int, laws []law) (assignment, error) {
	env := t.drawLetters(k, 0)
	for try := range maxTries {
		failure, err := env.applyLaws(laws)
		switch {
		case failure == nil || err != nil:
			return env, err
		case len(failure.pointOf) == 0 || try%16 == 15:
			env = t.drawLetters(k, try+1)
		default:
			t.redraw(env, k, failure.pointOf)
		}
	}
	return assignment{}, fmt.Errorf("the given conditions hardly ever hold for small whole numbers")
}

// redraw draws the values of the given points again, except labels.
func (t PointDerivation) redraw(env assignment, k int, points map[string]int) {
	for _, l := range t.space.letters {
		if l.rows != "n" || slices.Contains(t.space.pointLetters.signs, l.name) {
			continue
		}
		v := env.values[l.name]
		newValue := t.space.drawValue(env, k, l, l.name)
		for _, i := range points {
			copy(v.data[i*v.cols.size:(i+1)*v.cols.size], newValue.data[i*v.cols.size:])
		}
	}
}

// applyLaws gives the letters the values that laws define. If a condition fails, it returns an
// assignment in which the indices denote the points for which it fails. If all conditions hold, it
// returns nil.
func (env assignment) applyLaws(laws []law) (*assignment, error) {
	for _, l := range laws {
		if l.condition == nil {
			if err := env.define(l); err != nil {
				return nil, err
			}
			continue
		}
		for _, atPoints := range env.pointAssignments(l.condition) {
			ok, evalErr, err := atPoints.relationHolds(l.condition, nil)
			switch {
			case evalErr != nil:
				return nil, evalErr
			case !ok || err != nil:
				return &atPoints, err
			}
		}
	}
	return nil, nil
}

// dependsOn reports whether l uses a letter that one of the laws defines.
func (l law) dependsOn(laws []law) bool {
	counts := letterCounts(l.pair()[1])
	if l.condition != nil {
		counts = letterCounts(l.condition...)
	}
	return slices.ContainsFunc(laws, func(o law) bool { return counts[o.name] > 0 })
}

// define computes the letter that a law defines, and stores its value.
func (env assignment) define(l law) error {
	if l.index == "" {
		v, evalErr := env.eval(l.formula, nil)
		if evalErr != nil {
			return evalErr
		}
		env.values[l.name] = env.drawBounded(v.withShapeOf(env.values[l.name]), l.relation)
		return nil
	}
	out := env.values[l.name]
	out.data = slices.Clone(out.data)
	for i := range out.rows.size {
		v, evalErr := env.bindIndex(l.index, i).eval(l.formula, nil)
		if evalErr != nil {
			return evalErr
		}
		if len(v.data) != out.cols.size {
			return evalErrorf("%s is %s for a point", l.name, v.shape())
		}
		copy(out.data[i*out.cols.size:], env.drawBounded(v, l.relation).data)
	}
	env.values[l.name] = out
	return nil
}

// drawLetters returns an assignment with a random value for every letter. A letter that a step
// changes has two independent values, one before and one after the step. The assignment does not
// depend on the known facts.
func (t PointDerivation) drawLetters(k, try int) assignment {
	env := t.space.drawLetters(k, try)
	env.randomCoefficients = &[4]elem{}
	for i := range env.randomCoefficients {
		env.randomCoefficients[i] = elem(randSource(k, "hidden", i).Uint64N(prime))
		if env.rand != nil {
			env.randomCoefficients[i] = elemOf(env.rand.IntN(5) - 2)
		}
	}
	for _, l := range t.space.letters {
		if t.space.pointLetters.stepLetters[l.name] {
			env.values[l.name+"←"] = t.space.drawValue(env, k, l, l.name+"←")
		}
	}
	return env
}

// drawSmallSizes returns assignment k with sizes but without values. Each size is 2 or 3.
func (s Space) drawSmallSizes(k int) assignment {
	env := assignment{sizes: map[string]dim{"1": unitDim}, values: map[string]value{}}
	for i, name := range s.sizeNames {
		env.sizes[name] = dim{name, 2 + k>>i&1}
	}
	return env
}

// smallNumber returns a small whole number or, in every fourth example, a fraction. k is the number
// of the example. Because the range is small, both sides of a condition are often equal. One scalar
// in three is ten times as large, to refute inequalities that hold only for small numbers.
func (env assignment) smallNumber(k int, isScalar bool) elem {
	maxAbs := 1 + k%3
	n := env.rand.IntN(2*maxAbs+1) - maxAbs
	if isScalar && env.rand.IntN(3) == 0 {
		n *= 10
	}
	if env.usesFractions {
		return elemOf(env.rand.IntN(11) - 5).mul(elem(1 << env.rand.IntN(3)).inv())
	}
	return elemOf(n)
}

// drawBounded returns a random value whose entries have the given relation to the entries of v. It
// returns v itself if the relation is not an inequality, or if the example is tight and the
// relation allows equality.
func (env assignment) drawBounded(v value, relation rune) value {
	if !isInequality(relation) || env.isTight && !isStrict(relation) {
		return v
	}
	return v.mapEntries(func(i int) elem {
		gap := elemOf(env.rand.IntN(4))
		if isStrict(relation) && gap == 0 {
			gap = elem(2).inv()
		}
		if env.usesFractions {
			gap = gap.mul(elem(4).inv())
		}
		if relation == '≤' || relation == '<' {
			gap = gap.neg()
		}
		return v.data[i].add(gap)
	})
}
