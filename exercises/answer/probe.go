package answer

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"kernellab/exercises/enclose"
)

// probe evaluates expressions at sample points.
type probe struct {
	scope            *Scope
	names            []string
	wholeNumbersOnly bool // the variables denote whole numbers ≥ 0
}

func newProbe(s *Scope, a, b *node) probe {
	p := probe{scope: s, names: variablesOf(a, b)}
	isCounting := func(n *node) bool { return n.op == opCall && (n.text == "factorial" || n.text == "choose") }
	p.wholeNumbersOnly = a.contains(isCounting) || b.contains(isCounting)
	return p
}

func variablesOf(ns ...*node) []string {
	var out []string
	for _, n := range ns {
		n.walk(func(m *node) {
			if m.op == opName && m.text != "e" && m.text != "pi" && !slices.Contains(out, m.text) {
				out = append(out, m.text)
			}
		})
	}
	slices.Sort(out)
	return out
}

// samplePoints is the number of points at which expressions are compared.
const samplePoints = 20

// samplePoint returns sample point k, with a coordinate for each of p.names. The coordinates of the
// first points are small integers, so that a student can check a value by hand, and those of later
// points are fractions. Each variable stays in its range.
func (p probe) samplePoint(k int) []float64 {
	r := newRing(p.scope)
	x := make([]float64, len(p.names))
	for i, name := range p.names {
		x[i] = p.sampleValue(r, name, k, i)
	}
	for name, bound := range p.scope.AtMost {
		i, boundIndex := slices.Index(p.names, canonName(name)), slices.Index(p.names, canonName(bound))
		if i >= 0 && boundIndex >= 0 {
			x[i] = x[boundIndex] * probabilities()[(k*(2*i+1)+i)%len(probabilities())]
		}
	}
	return x
}

// sampleValue returns the value of variable i, with the given name, at point k.
func (p probe) sampleValue(r *ring, name string, k, i int) float64 {
	hash := (k*7 + i*(k+3) + k*k) % 11
	switch points, isGram := p.scope.gramPoints(name); {
	case isGram:
		return gramEntry(k, points)
	case p.scope.isInUnitInterval(name):
		return probabilities()[(hash+k)%len(probabilities())]
	case r.plusMinus[name]:
		return 1 - 2*float64((hash+k)%2)
	case r.zeroOne[name]:
		return float64((hash + k) % 2)
	}
	v := float64(hash - 4)
	switch {
	case k == 0:
		v = 2 + float64(i%3)
	case k == 1:
		v = -1 - float64(i%2)
	case k > 10:
		v = v/3 + 0.25
	}
	if r.positive[name] {
		v = math.Abs(v) + 0.5
		if k < 10 {
			v = math.Ceil(v)
		}
	}
	if p.wholeNumbersOnly {
		v = math.Ceil(math.Abs(v))
	}
	return v
}

// visitValues calls visit with the values u of a and v of b at the first count sample points, until
// visit returns true. An undefined value is NaN.
func (p probe) visitValues(a, b *node, count int, visit func(x []float64, u, v float64) (enough bool)) error {
	fa, err := compileNode(p.scope.work, a, p.names)
	if err != nil {
		return err
	}
	fb, err := compileNode(p.scope.work, b, p.names)
	if err != nil {
		return err
	}
	if err := p.scope.work.Spend(samplePoints * (len(fa.code) + len(fb.code)) / evaluationsPerWork); err != nil {
		return err
	}
	for k := range count {
		if x := p.samplePoint(k); visit(x, fa.Value(x...), fb.Value(x...)) {
			break
		}
	}
	return nil
}

// clearDifference is a relative difference that is clear to a student. No larger one is rated clearer.
const clearDifference = 1e-3

// clarity rates how clearly two values show a student that two expressions differ. The maximum is
// clearDifference. If a value is at least 100 000, and thus shown with an exponent, the rating is
// halved.
func clarity(u, v float64) float64 {
	c := min(relativeDifference(u, v), clearDifference)
	if max(math.Abs(u), math.Abs(v)) >= 1e5 {
		c /= 2
	}
	return c
}

// findDifference looks for a point at which two expressions differ. It finds the point in floating
// point arithmetic, and then computes the values again with as many digits as necessary. If these
// digits do not confirm the difference, the result has mayDiffer set.
func (p probe) findDifference(a, b *node) comparison {
	c := comparison{outcome: sampled, closeValues: true}
	bestClarity := 0.0 // the clarity of the pair of values reported so far
	err := p.visitValues(a, b, samplePoints, func(x []float64, u, v float64) bool {
		if math.IsNaN(u) && math.IsNaN(v) {
			return false
		}
		c.points++
		if agree(u, v, 1e-9) {
			return false
		}
		c.closeValues = c.closeValues && agree(u, v, 2e-2)
		if clarity(u, v) <= bestClarity {
			return false
		}
		if u, v, differ := certainlyDifferAt(p.scope.work, a, b, exactPoint(p.names, x)); differ {
			bestClarity = clarity(u, v)
			p.recordDifference(&c, x, u, v)
		} else {
			c.mayDiffer = true
		}
		return false
	})
	if err == nil && c.points == 0 {
		err = fmt.Errorf("neither side has a value at the %d points I tried", samplePoints)
	}
	if err != nil {
		return comparison{outcome: failed, err: err}
	}
	return c
}

// precisePoints is the number of points at which two expressions that agree in
// floating point are compared with more digits.
const precisePoints = 3

// findSmallDifference looks for a point where two expressions differ although they agree in
// floating point.
func (p probe) findSmallDifference(a, b *node, c comparison) comparison {
	for k := range precisePoints {
		x := p.samplePoint(k)
		u, v, differ := certainlyDifferAt(p.scope.work, a, b, exactPoint(p.names, x))
		if textU, textV := formatDistinct(u, v); differ && textU != textV {
			p.recordDifference(&c, x, u, v)
			return c
		}
	}
	return c
}

// exactPoint returns the coordinates of a point by name.
func exactPoint(names []string, x []float64) map[string]enclose.Real {
	point := map[string]enclose.Real{}
	for i, name := range names {
		point[name] = enclose.Exact(new(big.Rat).SetFloat64(x[i]))
	}
	return point
}

// compareDomains returns the outcome proved for two expressions with the same canonical form,
// unless it finds a sample point at which a has no value but b has one. It only looks for one if
// mayBeUndefined is set, that is, if there are roots, logarithms and the like.
func (p probe) compareDomains(a, b *node, mayBeUndefined bool) comparison {
	c := comparison{outcome: proved}
	if !mayBeUndefined {
		return c
	}
	_ = p.visitValues(a, b, samplePoints,
		func(x []float64, u, v float64) bool { // values that cannot be computed do not refute the equality
			if !math.IsNaN(u) || math.IsNaN(v) {
				return false
			}
			if u, v, differ := certainlyDifferAt(p.scope.work, a, b, exactPoint(p.names, x)); differ && math.IsNaN(u) {
				p.recordDifference(&c, x, u, v)
			}
			return c.outcome == refuted
		})
	return c
}

// agree reports whether two numbers differ by at most tol, relative to the larger one or to 0.001.
func agree(u, v, tol float64) bool {
	return math.Abs(u-v) <= tol*max(1e-3, math.Abs(u), math.Abs(v))
}

// recordDifference records in c that the two expressions have the values u and v at point x.
func (p probe) recordDifference(c *comparison, x []float64, u, v float64) {
	var coordinates []string
	for i, n := range p.names {
		coordinates = append(coordinates, typesetName(n)+" = "+formatFloat(x[i]))
	}
	textU, textV := formatDistinct(u, v)
	c.outcome, c.fact, c.otherValue = refuted, "yours is "+textU, "is "+textV
	if math.IsNaN(u) {
		c.fact = "yours has no value"
	}
	if math.IsNaN(v) {
		c.otherValue = "has no value"
	}
	if len(coordinates) > 0 {
		c.fact = "at " + strings.Join(coordinates, ", ") + ", " + c.fact
	}
}

// maxCases is the maximum number of variables with two values that are examined case by case.
const maxCases = 4

// equalByCases reports whether two scalars are proved to be equal for all values that their
// variables can have. For a variable with the values ±1, or 0 and 1, it examines each value. For a
// probability, it inserts 1/(1 + u) with u > 0.
func equalByCases(a, b *node, s *Scope, hasDecimals bool) bool {
	r := newRing(s)
	var twoValued []string
	withOdds := *s
	changed := false
	for _, v := range variablesOf(a, b) {
		switch {
		case r.plusMinus[v] || r.zeroOne[v]:
			twoValued = append(twoValued, v)
		case s.isInUnitInterval(v):
			probability := binary(opDiv, intNode(1), binary(opAdd, intNode(1), nameNode(v)))
			a, b, changed = a.replaceName(v, probability), b.replaceName(v, probability), true
		}
	}
	if len(twoValued) > maxCases || len(twoValued) == 0 && !changed {
		return false
	}
	withOdds.InUnitInterval, withOdds.Positive = nil, slices.Concat(s.Positive, s.InUnitInterval)
	for k := range 1 << len(twoValued) {
		ca, cb := a, b
		for i, v := range twoValued {
			value := int64(k >> i & 1)
			if r.plusMinus[v] {
				value = 1 - 2*value
			}
			ca, cb = substitute(ca, v, value), substitute(cb, v, value)
		}
		if compareForms(ca, cb, &withOdds, hasDecimals).outcome != proved {
			return false
		}
	}
	return true
}

// isInUnitInterval reports whether a variable lies between 0 and 1.
func (s *Scope) isInUnitInterval(name string) bool {
	return slices.ContainsFunc(s.InUnitInterval, func(u string) bool { return canonName(u) == name })
}

// probabilities returns the values of a probability at the sample points.
func probabilities() []float64 { return []float64{0.5, 0.25, 0.75, 0.2, 0.9, 0.1, 0.6, 0.375} }

// gramEntry returns the value of an entry of a Gram matrix at the k-th sample point: the inner
// product of two vectors of small whole numbers. points names the two training points of the entry.
// Each name is a digit or the letter of the query point.
func gramEntry(k int, points string) float64 {
	var sum float64
	for c := range 2 {
		product := 1.0
		for _, p := range points {
			q := int(p) % 16 // 1, 2, 3, … and 8 for x
			product *= float64((k*(q+c+1)+q*q+3*c*q+c)%5 - 2)
		}
		sum += product
	}
	return sum
}

// gramPoints returns the names of the two points of an entry of a Gram matrix: "12" for K12, and
// "x1" for Kx1. The second result is false for other names.
func (s *Scope) gramPoints(name string) (string, bool) {
	for _, a := range s.Arrays {
		rest, ok := strings.CutPrefix(name, a.Name)
		if a.Gram && ok && len(rest) == 2 {
			return rest, true
		}
	}
	return "", false
}

// minShownDigits is the minimum number of digits with which two different numbers are
// shown.
const minShownDigits = 6

// formatDistinct formats two numbers with enough digits to distinguish them.
func formatDistinct(u, v float64) (string, string) {
	for digits := minShownDigits; digits < 17; digits++ {
		a, b := formatDigits(u, digits), formatDigits(v, digits)
		if a != b {
			return a, b
		}
	}
	return formatDigits(u, 17), formatDigits(v, 17)
}

// formatDigits writes a number with the given number of significant digits.
func formatDigits(v float64, digits int) string {
	return strings.NewReplacer("-Inf", "too large to compute with", "+Inf", "too large to compute with", "-",
		"−").Replace(strconv.FormatFloat(v, 'g', digits, 64))
}

// relativeDifference returns the relative difference of two numbers, from 0 to 1. It returns 1 if
// one of the numbers is NaN.
func relativeDifference(u, v float64) float64 {
	if math.IsNaN(u) || math.IsNaN(v) {
		return 1
	}
	return min(1, math.Abs(u-v)/max(math.Abs(u), math.Abs(v)))
}
