package answer

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
)

// VectorTask asks for several numbers in order.
type VectorTask struct {
	Want  []Expr
	Names []string // of the entries, for messages ("α₁"); may be nil
}

// Judge decides about a vector, shape first, then entry by entry. Wrong
// entries are named; the right ones in another order, and all signs turned
// round, are recognised.
func (t VectorTask) Judge(ctx context.Context, text string) Result {
	return Judged(ctx, text, t.Scope(), t.judge)
}

// Scope is what a student may write: for echoing.
func (t VectorTask) Scope() Scope { return Scope{Entries: len(t.Want)} }

func (t VectorTask) judge(e Expr) Result {
	entries, stop := e.vector(len(t.Want))
	if stop != nil {
		return *stop
	}
	var names []string
	var wrong []Result
	signs := len(entries) > 1
	for i, x := range entries {
		r := t.entry(x, i)
		signs = signs && r.Misconception == "sign"
		if r.Verdict == exercises.Undecided {
			return r
		}
		if !r.Accepted {
			names, wrong = append(names, t.name(i)), append(wrong, r)
		}
	}
	switch {
	case len(wrong) == 0:
		return equal("")
	case signs:
		return lookAgain(names, wrong).known("sign", "It looks as if every sign is turned round; the sizes are right.")
	case reordered(len(entries), func(i, j int) bool { return t.entry(entries[i], j).Accepted }):
		return lookAgain(names, wrong).known("order", "These are the right numbers in another order.")
	}
	return lookAgain(names, wrong)
}

// vector returns the n entries of a vector, or the result for another length.
func (e Expr) vector(n int) ([]Expr, *Result) {
	entries := e.Entries(n)
	if len(entries) == n {
		return entries, nil
	}
	r := notEqual("This has %s; %d are asked for.", countOf(len(entries), "entry", "entries"), n).known("length", "")
	return nil, &r
}

// entry judges a number as entry i.
func (t VectorTask) entry(x Expr, i int) Result {
	return judgeNumber(x, NumberTask{Want: t.Want[i]})
}

func (t VectorTask) name(i int) string {
	if i < len(t.Names) {
		return t.Names[i]
	}
	return fmt.Sprintf("entry %d", i+1)
}

// lookAgain names entries that differ, with what holds of each. They are near
// where all are, and a known slip where all have the same one.
func lookAgain(names []string, wrong []Result) Result {
	verdict, slip := exercises.Close, wrong[0]
	for _, r := range wrong {
		if r.Verdict != exercises.Close {
			verdict = exercises.NotEqual
		}
		if r.Misconception != slip.Misconception {
			slip = Result{}
		}
	}
	r := newResult(verdict, "Look again at %s.", strings.Join(append(told(names, wrong), more(names)...), "; "))
	r.Misconception, r.Advice = slip.Misconception, slip.Advice
	return r
}

// maxTold is how many wrong entries are named.
const maxTold = 6

// more counts the wrong entries that are not named.
func more(names []string) []string {
	if len(names) <= maxTold {
		return nil
	}
	return []string{fmt.Sprintf("%d more", len(names)-maxTold)}
}

// told is what is said of the first wrong entries: those of which the same holds
// side by side, "a₁, a₃: yours are too small". A fact that has numbers of its own
// is told of the first entry alone.
func told(names []string, wrong []Result) []string {
	var facts []string
	of := map[string][]string{}
	for i, n := range names[:min(len(names), maxTold)] {
		fact := strings.TrimSuffix(lowerFirst(wrong[i].Fact[0].String()), ".")
		if i > 0 && !strings.HasPrefix(fact, "yours ") {
			first := strings.TrimSuffix(lowerFirst(wrong[0].Fact[0].String()), ".")
			return []string{strings.Join(names[:min(len(names), maxTold)], ", "), "of " + names[0] + ", " + first}
		}
		if of[fact] == nil {
			facts = append(facts, fact)
		}
		of[fact] = append(of[fact], n)
	}
	for i, fact := range facts {
		entries := of[fact]
		if len(entries) > 1 {
			fact = strings.NewReplacer("yours is", "yours are", "yours has", "yours have").Replace(fact)
		}
		facts[i] = strings.Join(entries, ", ") + ": " + fact
	}
	return facts
}

// reordered reports whether each of n things is another one of the n wanted.
func reordered(n int, same func(i, j int) bool) bool {
	used := make([]bool, n)
	for i := range n {
		j := 0
		for j < n && (used[j] || !same(i, j)) {
			j++
		}
		if j == n {
			return false
		}
		used[j] = true
	}
	return true
}

func lowerFirst(s string) string {
	if strings.HasPrefix(s, "Yours") {
		return "y" + s[1:]
	}
	return s
}

// Values reads n numbers, or any number of them for n = 0, for a lesson that
// judges them itself, by running a solver or classifying points. The text may
// be a vector, a list with commas, or one number a line. The report is set
// where the text cannot be used; it never counts as an attempt unless the
// numbers are too few or too many.
func Values(ctx context.Context, text string, n int) ([]float64, *Result) {
	s := Scope{Entries: n}
	e, stop := read(ctx, text, &s)
	if stop != nil {
		return nil, stop
	}
	entries := e.Entries(n)
	if n > 0 && len(entries) != n {
		r := newResult(exercises.Unreadable, "This has %s; %d are asked for.", countOf(len(entries), "number", "numbers"), n)
		return nil, &r
	}
	out := make([]float64, len(entries))
	for i, x := range entries {
		v, err := valueOf(x)
		if err != nil {
			r := undecided(err)
			return nil, &r
		}
		out[i] = v.float
	}
	return out, nil
}

// ValuesOf reads fields that hold a number each; not ok while one cannot be
// read.
func ValuesOf(ctx context.Context, a exercises.Answers, fields ...string) (values []float64, ok bool) {
	for _, f := range fields {
		v, problem := Values(ctx, a[f], 1)
		if problem != nil {
			return nil, false
		}
		values = append(values, v[0])
	}
	return values, true
}

// ProportionalTask asks for a vector up to a positive factor, as the weights
// of a boundary.
type ProportionalTask struct {
	Want []Expr
	// EitherSign accepts negative factors too: the boundary is the same, the
	// sides change.
	EitherSign bool
}

// Judge decides whether the vector is a multiple of the one
// wanted, exactly, and tells positive from negative factors. A lesson that
// also accepts other vectors (any w that classifies all points) asks Values
// first.
func (t ProportionalTask) Judge(ctx context.Context, text string) Result {
	return Judged(ctx, Ratio(text), Scope{Entries: len(t.Want)}, t.judge)
}

// Ratio writes numbers in a ratio, 1:2:3 or 1 ∶ 2 ∶ 3, as a list.
func Ratio(text string) string {
	if strings.Contains(text, ":=") {
		return text
	}
	return strings.NewReplacer(":", ",", "∶", ",").Replace(text)
}

func (t ProportionalTask) judge(e Expr) Result {
	entries, stop := e.vector(len(t.Want))
	if stop != nil {
		return *stop
	}
	v, err := exactVector(entries)
	if err != nil {
		return undecided(err)
	}
	w, err := exactVector(t.Want)
	if err != nil {
		panic("answer: the vector wanted: " + err.Error())
	}
	factor, odd := commonFactor(v, w)
	switch {
	case odd >= 0:
		return notEqual("Entry %d breaks the proportion.", odd+1)
	case factor.isZero():
		return notEqual("All entries are 0.").known("zero", "")
	case factor.isOne():
		return equal("The same numbers.")
	case factor.float() > 0:
		return equal("Yours is %s times the worksheet's: a positive factor is left open.", factor)
	}
	if t.EitherSign {
		return equal("Yours is %s times the worksheet's: the same line of directions.", factor)
	}
	fact := "The boundary is the same, and the two sides have changed places: yours is " + factor.String() + " times what is needed."
	r := notEqual("%s", fact).known("sign", "It looks as if all signs are turned round.")
	r.Advice = ascii.PlainLines("It looks as if all signs are turned round: then every label is turned round too.")
	return r
}

func exactVector(es []Expr) ([]surd, error) {
	out := make([]surd, len(es))
	for i, e := range es {
		v, err := valueOf(e)
		if err != nil {
			return nil, err
		}
		if !v.known {
			return nil, fmt.Errorf("entry %d, %s, is not a number I know exactly", i+1, e.quoted())
		}
		out[i] = v.exact
	}
	return out, nil
}

// commonFactor is c with v = c·w; odd is the first entry that does not fit,
// or −1.
func commonFactor(v, w []surd) (c surd, odd int) {
	ref := slices.IndexFunc(w, func(x surd) bool { return !x.isZero() })
	if ref < 0 {
		panic("answer: the vector wanted is 0")
	}
	inv, ok := w[ref].inv()
	if !ok {
		return nil, ref
	}
	c = v[ref].mul(inv)
	if c.isZero() && !allZero(v) {
		return nil, ref
	}
	for i := range v {
		if !v[i].add(c.mul(w[i]).neg()).isZero() {
			return nil, i
		}
	}
	return c, -1
}

// SpanTask asks for a vector by where it lies: in the span of some vectors, or
// outside of it.
type SpanTask struct {
	Of      [][]Expr // vectors of one length, exact numbers
	Outside bool
}

// Judge decides exactly whether a vector lies in the span.
func (t SpanTask) Judge(ctx context.Context, text string) Result {
	return Judged(ctx, text, Scope{}, t.judge)
}

func (t SpanTask) judge(e Expr) Result {
	entries, stop := e.vector(len(t.Of[0]))
	if stop != nil {
		return *stop
	}
	v, err := exactVector(entries)
	if err != nil {
		return undecided(err)
	}
	if t.Outside && allZero(v) {
		return notEqual("The zero vector lies in every span: take all weights 0.").known("zero", "")
	}
	outside := !allZero(t.rest(v))
	switch {
	case outside && t.Outside:
		return equal("No weights give it: it is independent of them.")
	case outside:
		return notEqual("No weights give this vector: it lies outside of the span.").known("outside", "")
	case t.Outside:
		return notEqual("This vector lies in the span.").known("inside", "")
	}
	return equal("It lies in the span.")
}

func allZero(v []surd) bool {
	return !slices.ContainsFunc(v, func(x surd) bool { return !x.isZero() })
}

// rest is what is left of a vector when the span is taken from it, 0 where it lies
// inside: exact elimination, in which only the task's own numbers are divided by.
func (t SpanTask) rest(v []surd) []surd {
	var done [][]surd
	for _, of := range t.Of {
		row, err := exactVector(of)
		if err != nil {
			panic("answer: a vector of a span: " + err.Error())
		}
		if row = reduced(row, done); !allZero(row) {
			done = append(done, row)
		}
	}
	return reduced(v, done)
}

// reduced takes multiples of rows from a vector so that it is 0 where each of
// them begins.
func reduced(v []surd, rows [][]surd) []surd {
	out := slices.Clone(v)
	for _, row := range rows {
		at := slices.IndexFunc(row, func(x surd) bool { return !x.isZero() })
		inv, ok := row[at].inv()
		if !ok {
			panic("answer: a number of a span has too many roots")
		}
		factor := out[at].mul(inv).neg()
		for j := range out {
			out[j] = out[j].add(factor.mul(row[j]))
		}
	}
	return out
}

// ExactRows are the entries of a list at settings of its names, as exact numbers:
// a row a setting. The error says which entry has no number that is known exactly,
// or that the budget of the text has ended.
func ExactRows(entries []Expr, settings []map[string]int64) (ExactMatrix, error) {
	out := make(ExactMatrix, len(settings))
	for i, at := range settings {
		row := make([]Expr, len(entries))
		for j, e := range entries {
			root := e.root
			for name, v := range at {
				root = substitute(root, name, v)
			}
			row[j] = Expr{root: root, scope: e.scope}
		}
		exact, err := exactVector(row)
		if err != nil {
			return nil, err
		}
		out[i] = exact
	}
	return out, nil
}

// ExactMatrix is rows of exact numbers.
type ExactMatrix [][]surd

// InnerIs reports whether the inner product of rows i and j is the fraction.
func (m ExactMatrix) InnerIs(i, j int, want *big.Rat) bool {
	sum := ratSurd(new(big.Rat).Neg(want))
	for k := range m[i] {
		sum = sum.add(m[i][k].mul(m[j][k]))
	}
	return sum.isZero()
}
