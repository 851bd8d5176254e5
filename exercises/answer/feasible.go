package answer

import (
	"context"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/budget"
	"kernellab/exercises/enclose"
)

// ConditionsTask asks for inequalities and equations, such as t_i f_i ≥ 1 for every i. A point is
// feasible if it satisfies all of them. An answer is right if it has the same feasible points as
// the right conditions.
type ConditionsTask struct {
	Scope Scope
	Want  []string // the right conditions
	Names []string // the names of the right conditions, for messages; may be nil
	// Unknowns are the letters and vectors that the conditions restrict. All other letters
	// are data. If empty, all letters are unknown.
	Unknowns []string
	// Where defines vectors of the scope by expressions with the index i:
	// {"f": "w'phi_i + b"}.
	Where map[string]string
}

// Judge decides whether the student's conditions have the same feasible points as the right
// conditions. It accepts them if it can prove each condition of either list by adding multiples of
// conditions of the other list, where each product of letters counts as a variable. It rejects them
// if it finds a point that is feasible for one list only.
func (t ConditionsTask) Judge(ctx context.Context, text string) Result {
	rd, problem := t.read(ctx, text)
	if problem != nil {
		return *problem
	}
	wantReader := t.reader(nil)
	for i, text := range t.Want {
		wantReader.wantIndex = i
		if err := wantReader.read(text); err != nil {
			panic("answer: " + text + ": " + err.Error())
		}
	}
	return t.verdict(rd, wantReader.conditions).withReadingText(rd.String())
}

// Echo returns the conditions as the program understands them, for display while the student types.
func (t ConditionsTask) Echo(ctx context.Context, text string) exercises.Echo {
	rd, problem := t.read(ctx, text)
	switch {
	case problem != nil && problem.Verdict == exercises.Empty && text != "": // only blanks
		return EchoOf(ctx, text, Scope{})
	case problem != nil:
		return problem.Echo()
	}
	return exercises.Echo{Reading: rd.String(), At: -1}
}

// Same reports whether the conditions in two texts are proved to have the same feasible points.
func (t ConditionsTask) Same(ctx context.Context, typed, example string) bool {
	rd, problem := t.read(ctx, typed)
	exampleReader := t.reader(nil)
	return problem == nil && exampleReader.read(example) == nil &&
		rd.implies(rd.conditions, exampleReader.conditions) && rd.implies(exampleReader.conditions, rd.conditions)
}

func (t ConditionsTask) read(ctx context.Context, text string) (*conditionReader, *Result) {
	if r := blankOrTooLong(text, &t.Scope); r != nil {
		return nil, r
	}
	rd := t.reader(budget.StartAnswer(ctx))
	if err := rd.read(text); err != nil {
		return nil, new(unreadable(err))
	}
	return rd, nil
}

// String returns the conditions as the program understands them.
func (rd *conditionReader) String() string { return strings.Join(rd.texts, ";  ") }

func (t ConditionsTask) verdict(rd *conditionReader, want []condition) Result {
	followsFromWant, impliesWant := rd.implies(want, rd.conditions), rd.implies(rd.conditions, want)
	contradiction := condition{diff: intNode(-1), form: constPoly(intSurd(-1)), sign: '≥'}
	switch {
	case followsFromWant && impliesWant:
		return equal("")
	case rd.implies(rd.conditions, []condition{contradiction}):
		return notEqual("No point meets all of these conditions.").withMistake("impossible", "")
	}
	r := t.refute(rd, want)
	id := ""
	switch {
	case r.Verdict != exercises.NotEqual:
	case rd.sameAfterChange('>', want, func(condition) bool { return false }):
		id = "strict"
	case rd.sameAfterChange(0, want, func(condition) bool { return true }):
		id = "reversed"
	case rd.sameAfterChange('=', want, func(condition) bool { return false }),
		rd.sameAfterChange('=', want, func(c condition) bool { return c.sign == '=' && !c.isIn(want) }):
		id = "equation"
	case followsFromWant:
		id = "missing"
	case impliesWant:
		id = "too-strict"
	}
	return r.withMistake(id, "")
}

// sameAfterChange reports whether the conditions are right after two changes. Conditions with the
// given sign get the sign ≥, and conditions for which isExchanged returns true get their sides
// exchanged. If sign is 0, no sign changes.
func (rd *conditionReader) sameAfterChange(sign rune, want []condition, isExchanged func(c condition) bool) bool {
	changedReader := *rd
	changedReader.conditions = nil
	for _, c := range rd.conditions {
		diff := c.diff
		if isExchanged(c) {
			diff = &node{op: opNeg, args: []*node{diff}}
		}
		if c.sign == sign {
			c.sign = '≥'
		}
		changedReader.addExpanded(c, diff, intNode(1))
	}
	return rd.implies(changedReader.conditions, want) && rd.implies(want, changedReader.conditions)
}

// isIn reports whether one of the conditions cs has the same form as c.
func (c condition) isIn(cs []condition) bool {
	return slices.ContainsFunc(cs, func(o condition) bool { return o.form.equal(c.form) })
}

// implies reports whether it is proved that the conditions in a imply those in b. It examines each
// combination of the values ±1 of the label variables separately.
func (rd *conditionReader) implies(a, b []condition) bool {
	var labelVariables []string
	for _, name := range variablesIn(a, b) {
		if rd.ring.plusMinus[name] && len(labelVariables) < maxCases {
			labelVariables = append(labelVariables, name)
		}
	}
	for k := range 1 << len(labelVariables) {
		labelValues := map[string]float64{}
		for i, name := range labelVariables {
			labelValues[name] = float64(1 - 2*(k>>i&1))
		}
		hypotheses := halfspacesOf(a, labelValues)
		for _, h := range halfspacesOf(b, labelValues) {
			if h.isIn(hypotheses) {
				continue
			}
			if _, possible := rd.findCounterexample(hypotheses, h); possible {
				return false
			}
		}
	}
	return true
}

// variablesIn returns the variables of two lists of conditions.
func variablesIn(a, b []condition) []string {
	var nodes []*node
	for _, c := range slices.Concat(a, b) {
		nodes = append(nodes, c.diff)
	}
	return variablesOf(nodes...)
}

// maxDataSets is the number of data sets for which refute looks for a point.
const maxDataSets = 12

// refute looks for a point that is feasible for the student's conditions or for the right
// conditions, but not for both. It returns a result that shows this point. If it finds none, the
// result is undecided.
func (t ConditionsTask) refute(rd *conditionReader, want []condition) Result {
	allLetters := probe{scope: rd.scope, names: variablesIn(rd.conditions, want)}
	dataLetters := allLetters
	dataLetters.names = slices.DeleteFunc(slices.Clone(allLetters.names),
		func(name string) bool { return t.Scope.isUnknown(t.Unknowns, name) })
	for k := range maxDataSets {
		dataValues := dataLetters.pointByName(k)
		for _, lists := range [][2][]condition{{rd.conditions, want}, {want, rd.conditions}} {
			for _, h := range halfspacesOf(lists[1], dataValues) {
				candidate, _ := rd.findCounterexample(halfspacesOf(lists[0], dataValues), h)
				maps.Copy(candidate, dataValues)
				if r := t.differenceAt(rd, want, candidate); r != nil {
					return *r
				}
			}
		}
	}
	for k := range 5 * samplePoints {
		if r := t.differenceAt(rd, want, allLetters.pointByName(k)); r != nil {
			return *r
		}
	}
	if err := rd.scope.work.Err(); err != nil {
		return undecidedResult(err)
	}
	return newResult(exercises.Undecided, "I found no point at which these conditions differ from those asked for, but I cannot prove that they agree everywhere.")
}

// isUnknown reports whether a variable is an unknown or an entry of an unknown. If no unknowns are
// listed, every variable is one.
func (s *Scope) isUnknown(unknowns []string, name string) bool {
	return len(unknowns) == 0 ||
		slices.ContainsFunc(unknowns, func(u string) bool { return slices.Contains(s.internalNames(u), name) })
}

// pointByName returns sample point k as a map from names to coordinates.
func (p probe) pointByName(k int) map[string]float64 {
	out := map[string]float64{}
	for i, v := range p.samplePoint(k) {
		out[p.names[i]] = v
	}
	return out
}

// differenceAt returns the result for a point that is feasible for only one of the lists. It
// returns nil if the point is feasible for both or neither, or if that is uncertain. Letters
// without a value are 0.
func (t ConditionsTask) differenceAt(rd *conditionReader, want []condition, values map[string]float64) *Result {
	point := map[string]enclose.Real{}
	for _, name := range variablesIn(rd.conditions, want) {
		point[name] = enclose.Exact(new(big.Rat).SetFloat64(values[name]))
	}
	studentViolated, studentOK := rd.firstViolated(rd.conditions, point)
	rightViolated, rightOK := rd.firstViolated(want, point)
	if !studentOK || !rightOK || (studentViolated == nil) == (rightViolated == nil) {
		return nil
	}
	r := vagueResult("")
	switch {
	case studentViolated != nil:
		r = vagueResult("A point with %s has to be allowed, but your condition %s excludes it.", rd.describePoint(*studentViolated, point), studentViolated.text)
	case rightViolated.wantIndex < len(t.Names):
		r = vagueResult("Your conditions allow a point with %s, which must not be allowed. Look at %s.", rd.describePoint(*rightViolated, point),
			t.Names[rightViolated.wantIndex])
	default:
		r = vagueResult("Your conditions allow a point with %s, which must not be allowed.", rd.describePoint(*rightViolated, point))
	}
	return &r
}

// firstViolated returns the first condition that a point violates, or nil if there is none. ok is
// false if that is uncertain.
func (rd *conditionReader) firstViolated(cs []condition, point map[string]enclose.Real) (c *condition, ok bool) {
	for i, c := range cs {
		v := certaintyAt(rd.scope.work, c.diff, point)
		switch {
		case !v.signCertain:
			return nil, false
		case v.sign < 0 || v.sign == 0 && c.sign == '>' || v.sign > 0 && c.sign == '=':
			return &cs[i], true
		}
	}
	return nil, true
}

// describePoint describes a point by the values of the letters in a condition. If the condition
// contains all letters of the definition of an entry, such as f₁, it gives the value of the entry
// instead of these letters.
func (rd *conditionReader) describePoint(c condition, point map[string]enclose.Real) string {
	names := variablesOf(c.typedDiff)
	shown := slices.Clone(names)
	for name, definition := range rd.definedEntries {
		definitionVars := variablesOf(definition)
		if !slices.ContainsFunc(definitionVars, func(v string) bool { return !slices.Contains(names, v) }) {
			shown = append(slices.DeleteFunc(shown,
				func(v string) bool { return slices.Contains(definitionVars, v) }), name)
		}
	}
	slices.Sort(shown)
	var parts []string
	for _, name := range shown {
		n := nameNode(name)
		if definition, ok := rd.definedEntries[name]; ok {
			n = definition
		}
		parts = append(parts, typesetName(name)+" = "+formatFloat(certaintyAt(rd.scope.work, n, point).value))
	}
	return strings.Join(parts, ", ")
}

// halfspace is the inequality p ≥ 0, or p > 0 if it is strict. Each monomial of p counts as a
// variable, so p is linear.
type halfspace struct {
	p      poly
	strict bool
}

// halfspacesOf returns conditions as inequalities, with the given values put in for some letters. An
// equation becomes two inequalities.
func halfspacesOf(cs []condition, values map[string]float64) (out []halfspace) {
	for _, c := range cs {
		h := halfspace{c.form.withValues(values), c.sign == '>'}
		if out = append(out, h); c.sign == '=' {
			out = append(out, halfspace{h.p.neg(), false})
		}
	}
	return out
}

// withValues returns p with numbers for the letters in values, where they have whole exponents.
func (p poly) withValues(values map[string]float64) poly {
	out := poly{}
	for _, t := range p {
		var rest mono
		for _, f := range t.mono {
			v, ok := values[f.base]
			if !ok || f.den != 1 || f.num < 0 {
				rest = append(rest, f)
				continue
			}
			for range f.num {
				t.coef = t.coef.mul(ratSurd(new(big.Rat).SetFloat64(v)))
			}
		}
		out.addTerm(term{rest, t.coef})
	}
	return out
}

// isIn reports whether hs contains h.
func (h halfspace) isIn(hs []halfspace) bool {
	return slices.ContainsFunc(hs, func(o halfspace) bool { return o.strict == h.strict && o.p.equal(h.p) })
}

// findCounterexample looks for a point where the hypotheses hold and h does not. It uses the fact
// that products of positive letters are positive. If possible is false, there is no such point.
// Otherwise candidate holds the coordinates of a point by letter. That point is a solution if all monomials
// are single letters and the elimination was completed.
func (rd *conditionReader) findCounterexample(hypotheses []halfspace, h halfspace) (candidate map[string]float64,
	possible bool) {
	hs := append(slices.Clone(hypotheses), halfspace{h.p.neg(), !h.strict})
	for _, h := range hs {
		for _, t := range h.p {
			if m := monomial(t.mono, intSurd(1)); rd.ring.isPositive(m) {
				hs = append(hs, halfspace{m, true})
			}
		}
	}
	values := map[string]float64{"": 1}
	possible = rd.scope.work.Spend(len(hs)) != nil || rd.eliminate(hs, values)
	candidate = map[string]float64{}
	for key, v := range values { // the key of a single letter x is "x^1 "
		candidate[strings.TrimSuffix(key, "^1 ")] = v
	}
	return candidate, possible
}

// maxHalfspaces is the maximum number of inequalities during an elimination.
const maxHalfspaces = 64

// eliminate reports whether inequalities have a solution, by exact Fourier–Motzkin elimination. It
// adds a solution to values, which maps the keys of monomials to numbers. If the elimination takes
// too much work, it returns true without a solution.
func (rd *conditionReader) eliminate(hs []halfspace, values map[string]float64) bool {
	var remaining []halfspace // the inequalities that contain variables, without duplicates
	counts := map[string]int{}
	for _, h := range hs {
		if c, isConstant := h.p.constant(); isConstant {
			if v := c.float(); v < 0 || v == 0 && h.strict {
				return false
			}
		} else if !h.isIn(remaining) {
			remaining = append(remaining, h)
			for key := range h.p {
				counts[key]++
			}
		}
		if len(remaining) > maxHalfspaces || rd.scope.work.Spend(1+len(remaining)/2) != nil {
			return true
		}
	}
	delete(counts, "") // the constant
	if len(counts) == 0 {
		return true
	}
	rarestKey := slices.MinFunc(slices.Sorted(maps.Keys(counts)),
		func(a, b string) int { return counts[a] - counts[b] })
	var reduced []halfspace
	for _, a := range remaining {
		t, ok := a.p[rarestKey]
		if !ok {
			reduced = append(reduced, a)
		}
		for _, b := range remaining {
			if u := b.p[rarestKey].coef; ok && t.coef.float() > 0 && u.float() < 0 {
				reduced = append(reduced, halfspace{a.p.scale(u.neg()).add(b.p.scale(t.coef)), a.strict || b.strict})
			}
		}
	}
	if !rd.eliminate(reduced, values) {
		return false
	}
	values[rarestKey] = valueBetween(remaining, rarestKey, values)
	return true
}

// valueBetween returns a value of the variable key for which all inequalities hold, given the
// values of the other variables. It prefers 0, and then whole numbers near the bounds.
func valueBetween(hs []halfspace, key string, values map[string]float64) float64 {
	candidates, bounds := []float64{0}, []float64(nil)
	for _, h := range hs {
		if t, ok := h.p[key]; ok {
			values[key] = 0
			end := -h.valueAt(values) / t.coef.float()
			bounds = append(bounds, end)
			candidates = append(candidates, math.Ceil(end), math.Floor(end), math.Ceil(end)+1, math.Floor(end)-1)
		}
	}
	for _, a := range bounds {
		for _, b := range bounds {
			candidates = append(candidates, (a+b)/2)
		}
	}
	for _, values[key] = range candidates {
		if !slices.ContainsFunc(hs, func(h halfspace) bool {
			v := h.valueAt(values)
			return v < 0 || v == 0 && h.strict
		}) {
			break
		}
	}
	return values[key]
}

// valueAt returns the value of p. Variables without a value count as 0.
func (h halfspace) valueAt(values map[string]float64) float64 {
	sum := 0.0
	for key, t := range h.p {
		sum += t.coef.float() * values[key]
	}
	return sum
}
