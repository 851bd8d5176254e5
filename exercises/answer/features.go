package answer

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"kernellab/ascii"
	"kernellab/exercises"
)

// FeatureTask asks for a feature map φ with φ(x)·φ(z) = k(x, z).
type FeatureTask struct {
	// X and Z are the names of the components of x and z, such as x1, x2 and z1, z2.
	X, Z []string
	// Params are further variables of the kernel, such as c. They are assumed to be positive.
	Params []string
	// Kernel is k as a formula in these names, such as (x1*z1 + x2*z2 + 1)^2.
	Kernel string
	// Canonical is a feature map φ of the kernel, with the features in the order of the exercise's
	// text.
	Canonical []string
}

func (t FeatureTask) scope(extra ...string) Scope {
	return Scope{Vars: slices.Concat(t.X, t.Z, t.Params, extra), Positive: slices.Concat(t.Params, extra)}
}

// Scope returns the scope in which an answer is parsed. [EchoOf] needs it.
func (t FeatureTask) Scope() Scope { return t.scope() }

// Judge decides exactly whether the typed vector is a feature map of the kernel. It
// compares Σ φᵢ(x)φᵢ(z) and k(x, z) as polynomials, so features may have any order,
// signs and dimension, and may be split or rotated.
func (t FeatureTask) Judge(ctx context.Context, text string) Result {
	s := t.scope()
	if r := blankOrTooLong(text, &s); r != nil {
		return *r
	}
	e, err := parseUntrusted(ctx, text, &s)
	if err != nil {
		if r, ok := t.freeConstantResult(ctx, text, err); ok {
			return r
		}
		return unreadable(err)
	}
	return judgeMeanings(e, t.judge)
}

// freeConstantResult returns the result for an answer in which the constant feature is an unknown
// letter: [c, √2x1, …]. For any other answer, it returns false.
func (t FeatureTask) freeConstantResult(ctx context.Context, text string, err *SyntaxError) (Result, bool) {
	name := err.Found
	if letters := []rune(name); len(letters) == 0 || len(letters) > 2 || !unicode.IsLetter(letters[0]) {
		return Result{}, false
	}
	s := t.scope(name)
	e, parseErr := parseUntrusted(ctx, text, &s)
	if parseErr != nil {
		return Result{}, false
	}
	for _, f := range e.List() {
		if f.root.op == opName && f.root.text == name {
			r := notEqual("Your φ gives %s², but the kernel has the constant term 1.", typesetName(name))
			return r.withReading(e).withMistake("free-constant",
				fmt.Sprintf(
					"It looks as if %s stands for a constant. A feature is a definite number for every x: which number times itself is the constant term of the kernel?", typesetName(name),
				)), true
		}
	}
	return Result{}, false
}

// gramPolynomial holds features f and the Gram polynomial Σ f(x)f(z). The monomials of this
// polynomial are called Gram monomials.
type gramPolynomial struct {
	ring     *ring
	features []poly
	sum      poly
}

func (t FeatureTask) judge(e Expr) Result {
	if r, bad := t.containsZResult(e); bad {
		return r
	}
	if r, bad := t.addedFeaturesResult(e); bad {
		return r
	}
	g := gramPolynomial{ring: newRing(e.scope)}
	for i, f := range e.List() {
		p, err := g.polynomialOf(f)
		if err != nil {
			if r, ok := t.pointRefutation(e); ok && errors.Is(err, errNotPolynomial) {
				if t.hasRootOverComponent(f) {
					return r.withMistake("root-over-component",
						"It looks as if the root covers a component of x. It belongs only to the number before it: √2·x₁ is √2x1 or sqrt(2)*x1.")
				}
				return r
			}
			return newResult(exercises.Undecided, "Feature %d: %s.", i+1, err)
		}
		g.features = append(g.features, p)
	}
	return t.judgeGram(e, g, t.scope(), t.rightResult(g))
}

// judgeGram returns right if the Gram polynomial of g is equal to the kernel in the scope s.
// Otherwise it returns the result that says what is wrong with φ.
func (t FeatureTask) judgeGram(e Expr, g gramPolynomial, s Scope, right Result) Result {
	if err := g.computeSum(t); err != nil {
		return undecidedResult(err)
	}
	kernel, err := g.polynomialOf(MustParse(t.Kernel, s))
	if err != nil {
		return undecidedResult(err) // φ has used up the budget
	}
	if diff := kernel.sub(g.sum); len(diff) > 0 {
		return t.wrongTermResult(e, g, kernel, diff)
	}
	return right
}

// rightResult returns the result for a right φ.
func (t FeatureTask) rightResult(g gramPolynomial) Result {
	canonical := ascii.Join(t.Canonical, ", ", func(f string) string { return MustParse(f, t.scope()).String() })
	return equal("Your φ with %s gives the kernel exactly.",
		countOf(len(g.features), "feature", "features")).withFact("One right φ is [%s].", canonical)
}

// containsZResult returns the result for features that contain z, although φ is a function of x
// alone. For any other answer, it returns false.
func (t FeatureTask) containsZResult(e Expr) (Result, bool) {
	for i, f := range e.List() {
		for _, v := range f.Vars() {
			if !slices.Contains(t.Z, v) {
				continue
			}
			r := notEqual("Feature %d, %s, contains %s.", i+1, f.asQuotation(), typesetName(v))
			return r.withMistake("contains-z",
				"φ is computed from one point alone. Write φ(x) in x; the z side is the same function, φ(z)."), true
		}
	}
	return Result{}, false
}

// errNotPolynomial is the error for a feature that cannot be compared by its terms.
var errNotPolynomial = errors.New("is not a polynomial, and I compare polynomials here")

// polynomialOf returns an entry of φ as a polynomial. If it is not one, the error wraps
// errNotPolynomial.
func (g *gramPolynomial) polynomialOf(f Expr) (poly, error) {
	t, tensorErr := f.tensor()
	if tensorErr != nil {
		return nil, tensorErr
	}
	if !t.isScalar() {
		return nil, fmt.Errorf("it has %s, where one value is needed", t.shape())
	}
	c, err := g.ring.canonicalForm(t.cells[0])
	if err != nil {
		return nil, err
	}
	if !c.den.isOne() || g.ring.basesMayDepend || c.num.containsByte('(') {
		return nil, fmt.Errorf("%s %w", f.asQuotation(), errNotPolynomial)
	}
	return c.num, nil
}

// pointRefutation looks for two points at which φ(x)·φ(z) differs from the kernel. It is for
// features that are not polynomials.
func (t FeatureTask) pointRefutation(e Expr) (Result, bool) {
	kernel := MustParse(t.Kernel, t.scope()).root
	var gramNode *node
	for _, f := range e.List() {
		featureAtX, err := f.scalar()
		if err != nil {
			return Result{}, false
		}
		featureAtZ := featureAtX
		for i, x := range t.X {
			featureAtZ = featureAtZ.replaceName(x, nameNode(t.Z[i]))
		}
		gramNode = addNodes(gramNode, binary(opMul, featureAtX, featureAtZ))
	}
	p := newProbe(e.scope, gramNode, kernel)
	c := p.findDifference(gramNode, kernel)
	if c.outcome != refuted {
		return Result{}, false
	}
	fact := strings.Replace(c.fact, "yours", "your φ(x)·φ(z)", 1)
	return notEqual("%s, the kernel %s.", capitalise(fact), c.otherValue), true
}

// hasRootOverComponent reports whether a root extends over a component of x, such as
// √(2x₁) for √2·x₁.
func (t FeatureTask) hasRootOverComponent(f Expr) bool {
	return f.root.contains(func(n *node) bool { return n.op == opCall && n.text == "sqrt" && hasName(n, t.X) })
}

// maxFeatures is the maximum length of φ.
const maxFeatures = 200

// computeSum computes the Gram polynomial.
func (g *gramPolynomial) computeSum(t FeatureTask) error {
	if len(g.features) > maxFeatures {
		return fmt.Errorf("φ has %d entries; I go up to %d", len(g.features), maxFeatures)
	}
	g.sum = poly{}
	for _, p := range g.features {
		g.sum = g.sum.add(g.ring.mul(p, t.withZForX(p)))
	}
	return g.ring.err
}

// withZForX returns p with every component of x replaced by the same component of z.
func (t FeatureTask) withZForX(p poly) poly {
	out := poly{}
	for _, s := range p {
		m := mono{}
		for _, f := range s.mono {
			if i := slices.Index(t.X, f.base); i >= 0 {
				f.base = t.Z[i]
			}
			m = m.mul(mono{f})
		}
		out.addTerm(term{m, s.coef})
	}
	return out
}

// monomialKind returns the kind of a Gram monomial, such as "cross". It depends on the part of the
// monomial in x.
func (t FeatureTask) monomialKind(m mono) string {
	var powers []int64
	var degree int64
	for _, x := range t.X {
		if p := m.degreeIn(x); p > 0 {
			powers = append(powers, p)
			degree += p
		}
	}
	switch {
	case degree == 0:
		return "constant"
	case degree == 1:
		return "linear"
	case len(powers) > 1:
		return "cross"
	}
	return "square"
}

// wrongTermResult returns the result for a wrong φ. Its fact is a term that differs. It recognises
// likely mistakes by the pattern of all differences.
func (t FeatureTask) wrongTermResult(e Expr, g gramPolynomial, kernel, diff poly) Result {
	terms := diff.terms()
	slices.SortStableFunc(terms, func(a, b term) int { return int(a.mono.degree() - b.mono.degree()) })
	m := terms[0].mono
	r := notEqual("Your φ gives %s, but the kernel has %s.", clip(t.gramTerm(g.sum, m)), t.gramTerm(kernel, m))
	if e.hasDecimals() {
		if fact, ok := g.decimalsFact(kernel); ok {
			r.Verdict = exercises.Close
			r.Fact = nil
			return r.withFact("%s", fact).withMistake("decimals", "No decimal is exactly √2; write √2 or sqrt(2).")
		}
	}
	return r.withMistake(t.recogniseSlip(terms, g.sum, kernel))
}

// gramTerm returns, as text, the sum of the terms of p that have the same components as m, such as
// 1·x₁z₁ or 2c·x₁z₁.
func (t FeatureTask) gramTerm(p poly, m mono) string {
	_, mComponents := t.splitMono(m)
	sum := poly{}
	for _, s := range p {
		if params, components := t.splitMono(s.mono); components.key() == mComponents.key() {
			sum.addTerm(term{params, s.coef})
		}
	}
	c, needsBrackets := sum.String(), len(sum) > 1
	if v, ok := sum.constant(); ok {
		c, needsBrackets = coefficient(v), len(v) > 1
	}
	switch {
	case len(mComponents) == 0:
		return "the constant " + c
	case needsBrackets:
		c = "(" + c + ")"
	}
	return c + "·" + strings.ReplaceAll(t.sortFactors(mComponents).String(), "·", "")
}

// splitMono splits a monomial into a part in the parameters of the kernel and a part in the
// components of x and z.
func (t FeatureTask) splitMono(m mono) (params, components mono) {
	for _, f := range m {
		if slices.Contains(t.Params, f.base) {
			params = params.mul(mono{f})
			continue
		}
		components = components.mul(mono{f})
	}
	return params, components
}

// sortFactors sorts the factors of a Gram monomial: first parameters, then components of x, then
// components of z.
func (t FeatureTask) sortFactors(m mono) mono {
	order := slices.Concat(t.Params, t.X, t.Z)
	out := slices.Clone(m)
	slices.SortStableFunc(out,
		func(a, b factor) int { return slices.Index(order, a.base) - slices.Index(order, b.base) })
	return out
}

// recogniseSlip returns the ID and the advice of the slip whose pattern the differences have, or
// empty strings. terms are the terms of the difference between own, the polynomial of the student,
// and kernel.
func (t FeatureTask) recogniseSlip(terms []term, own, kernel poly) (id, advice string) {
	seen := map[string]bool{}
	for _, d := range terms {
		y, k := coefOf(own, d.mono), coefOf(kernel, d.mono)
		pattern := "other"
		switch {
		case k.isZero():
			pattern = "extra"
		case y.isZero():
			pattern = "missing"
		case y.isOne() && k.add(intSurd(-2)).isZero():
			pattern = "one"
		case y.add(intSurd(-4)).isZero() && k.add(intSurd(-2)).isZero():
			pattern = "two"
		}
		seen[t.monomialKind(d.mono)+"-"+pattern] = true
	}
	sawExactly := func(want ...string) bool {
		for _, w := range want {
			if !seen[w] {
				return false
			}
		}
		return len(seen) == len(want)
	}
	for _, s := range featureSlips {
		if sawExactly(s.pattern...) {
			return s.id, s.advice
		}
	}
	return "", ""
}

// featureSlips lists the recognised patterns with their advice. A pattern that ends in "-one" or
// "-two" means that the student's φ gives the coefficient 1 or 4 where the kernel has 2, because a
// feature lacks the factor √2, or has the factor 2 instead.
var featureSlips = [...]struct {
	id      string
	pattern []string
	advice  string
}{
	{"cross-one", []string{"cross-one"},
		"It looks as if the cross term has weight 1. It appears twice in the square, once for each order: which factor, multiplied by itself, gives 2?"},
	{"cross-two", []string{"cross-two"},
		"It looks as if the feature has the whole factor 2 of the expansion. Each point brings one factor: which number times itself is 2?"},
	{"linear-one", []string{"linear-one"},
		"It looks as if the linear features have weight 1. The kernel has 2·x₁z₁: each side brings one factor, and they multiply to 2."},
	{"linear-two", []string{"linear-two"},
		"It looks as if the linear features have the whole factor 2. Each point brings one factor: which number times itself is 2?"},
	{"roots-missing", []string{"linear-one", "cross-one"},
		"It looks as if the monomials have no weights. Compare each product f(x)·f(z) with its term of the kernel: some need a 2."},
	{"twos-for-roots", []string{"linear-two", "cross-two"},
		"It looks as if the coefficients of the kernel were copied unchanged. Each point brings one factor: which number times itself is 2?"},
	{"constant-missing", []string{"constant-missing"},
		"It looks as if the constant feature is missing: the kernel is not 0 at x = 0."},
	{"linear-missing", []string{"linear-missing"},
		"It looks as if the linear features are missing: this is the map of (xᵀz)² and a constant."},
	{"cross-missing", []string{"cross-missing"},
		"It looks as if (a + b)² was taken for a² + b²: the mixed product is missing."},
	{"homogeneous", []string{"constant-missing", "linear-missing"},
		"It looks as if this is the map of (xᵀz)²; the + 1 inside the square adds more terms."},
	{"squares-missing", []string{"square-missing"},
		"It looks as if the squares are missing: expand (xᵀz)² and look at x₁z₁·x₁z₁."},
}

// decimalsFact returns a fact about a φ whose coefficients are decimals close to the right ones. ok
// is false if some coefficient is not close.
func (g gramPolynomial) decimalsFact(kernel poly) (fact string, ok bool) {
	diff := kernel.sub(g.sum).terms()
	for _, d := range diff {
		y, k := coefOf(g.sum, d.mono).float(), coefOf(kernel, d.mono).float()
		if math.Abs(y-k) > 0.05*math.Abs(k) {
			return "", false
		}
	}
	m := diff[0].mono
	return fmt.Sprintf("Your decimals give %s·%s, but the kernel has %s.",
			exactDecimal(coefOf(g.sum, m)), m, coefOf(kernel, m)),
		true
}

// exactDecimal returns a rational number as an exact decimal, or as a rounded decimal if the exact
// one is long. It returns an irrational number in its usual form.
func exactDecimal(s surd) string {
	q, ok := s.rat()
	if !ok {
		return s.String()
	}
	if text := decimalString(q); len(text) <= 30 {
		return strings.ReplaceAll(text, "-", "−")
	}
	v, _ := q.Float64()
	return formatFloat(v)
}

// coefficient returns a coefficient as a student would write it: as a decimal if it seems to result
// from decimals, and otherwise as a fraction or with roots.
func coefficient(s surd) string {
	q, ok := s.rat()
	if ok && q.Denom().BitLen() > 6 && len(decimalString(q)) <= 24 {
		return strings.ReplaceAll(decimalString(q), "-", "−")
	}
	return s.String()
}
