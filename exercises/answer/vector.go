package answer

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"kernellab/exercises"
)

// VectorTask asks for several numbers in a given order.
type VectorTask struct {
	Want  []Expr
	Names []string // names of the entries for messages, such as "α₁"; may be nil
}

// Judge judges a vector: first its length, then each entry. The result says which entries are wrong.
// Judge recognises the right numbers in another order, and with all signs reversed.
func (t VectorTask) Judge(ctx context.Context, text string) Result {
	return ParseAndJudge(ctx, text, t.Scope(), t.judge)
}

// Scope returns the scope in which an answer is parsed. [EchoOf] needs it.
func (t VectorTask) Scope() Scope { return Scope{Entries: len(t.Want)} }

func (t VectorTask) judge(e Expr) Result {
	entries, problem := e.entriesOfLength(len(t.Want))
	if problem != nil {
		return *problem
	}
	var names []string
	var wrongResults []Result
	signsReversed := len(entries) > 1
	for i, x := range entries {
		r := t.judgeEntry(x, i)
		signsReversed = signsReversed && r.Misconception == "sign"
		if r.Verdict == exercises.Undecided {
			return r
		}
		if !r.Accepted {
			names, wrongResults = append(names, t.name(i)), append(wrongResults, r)
		}
	}
	switch {
	case len(wrongResults) == 0:
		return equal("")
	case signsReversed:
		return entriesResult(names, wrongResults).withMistake("sign",
			"It looks as if every sign is reversed; the sizes are right.")
	case isPermutation(len(entries), func(i, j int) bool { return t.judgeEntry(entries[i], j).Accepted }):
		return entriesResult(names, wrongResults).withMistake("order",
			"These are the right numbers, but in a different order.")
	}
	return entriesResult(names, wrongResults)
}

// entriesOfLength returns the n entries of a vector. If it has another length, the second result
// rejects the answer.
func (e Expr) entriesOfLength(n int) ([]Expr, *Result) {
	entries := e.Entries(n)
	if len(entries) == n {
		return entries, nil
	}
	return nil, new(notEqual("Yours has %s, but there should be %d.", countOf(len(entries), "entry", "entries"), n).
		withMistake("length", ""))
}

// judgeEntry judges a number as the student's entry i.
func (t VectorTask) judgeEntry(x Expr, i int) Result {
	return judgeNumber(x, NumberTask{Want: t.Want[i]})
}

func (t VectorTask) name(i int) string {
	if i < len(t.Names) {
		return t.Names[i]
	}
	return fmt.Sprintf("entry %d", i+1)
}

// entriesResult returns the result for a list with wrong entries. It names these entries and has
// the fact about the first of them. If all of them are close, the verdict is Close. If all have the
// same known mistake, the result has this mistake.
func entriesResult(names []string, wrongResults []Result) Result {
	verdict, slip := exercises.Close, wrongResults[0]
	for _, r := range wrongResults {
		if r.Verdict != exercises.Close {
			verdict = exercises.NotEqual
		}
		if r.Misconception != slip.Misconception {
			slip = Result{}
		}
	}
	fact := lowerFirst(wrongResults[0].Fact[0].String())
	r := newResult(verdict, "Check %s: %s", names[0], fact)
	if len(names) > 1 {
		separator := ", "
		if strings.Contains(names[0], separator) {
			separator = "; "
		}
		r = newResult(verdict, "Check %s. For %s, %s", strings.Join(names, separator), names[0], fact)
	}
	r.Misconception, r.Advice = slip.Misconception, slip.Advice
	return r
}

// isPermutation reports whether n entries are a permutation of the n right entries. matches reports
// whether entry i equals the right entry j.
func isPermutation(n int, matches func(i, j int) bool) bool {
	used := make([]bool, n)
	for i := range n {
		j := 0
		for j < n && (used[j] || !matches(i, j)) {
			j++
		}
		if j == n {
			return false
		}
		used[j] = true
	}
	return true
}

// lowerFirst returns a sentence for use after a colon: a word at its beginning gets a small letter.
func lowerFirst(s string) string {
	if len(s) > 1 && s[1] >= 'a' && s[1] <= 'z' {
		return strings.ToLower(s[:1]) + s[1:]
	}
	return s
}

// ParseNumbers parses n numbers, or any number of them if n is 0. It is for exercises that judge the
// numbers themselves, for instance by running a solver or classifying points. The text may be a
// vector, a list with commas, or one number per line. If the text cannot be used, or if products of
// two of the numbers might overflow, ParseNumbers returns the result to show instead.
func ParseNumbers(ctx context.Context, text string, n int) ([]float64, *Result) {
	s := Scope{Entries: n}
	e, problem := readAnswer(ctx, text, &s)
	if problem != nil {
		return nil, problem
	}
	entries := e.Entries(n)
	if n > 0 && len(entries) != n {
		return nil, new(newResult(exercises.Unreadable, "Yours has %s, but there should be %d.",
			countOf(len(entries), "number", "numbers"), n))
	}
	out := make([]float64, len(entries))
	for i, x := range entries {
		v, err := valueOf(x)
		if !(math.Abs(v.float) <= 1e150) { // a product of two larger numbers might overflow
			err = &DomainError{What: x.asQuotation(), TooLarge: true}
		}
		if err != nil {
			return nil, new(undecidedResult(err))
		}
		out[i] = v.float
	}
	return out, nil
}

// NumbersInFields parses the answers in the given fields. ok is false unless each of them is one
// number.
func NumbersInFields(ctx context.Context, a exercises.Answers, fields ...string) (values []float64, ok bool) {
	for _, f := range fields {
		v, problem := ParseNumbers(ctx, a[f], 1)
		if problem != nil {
			return nil, false
		}
		values = append(values, v[0])
	}
	return values, true
}

// ProportionalTask asks for a vector, which may be multiplied by a positive factor, such as the
// weights of a boundary.
type ProportionalTask struct {
	Want []Expr
	// EitherSign means that negative factors are accepted, too. A negative factor keeps the
	// boundary but exchanges its sides.
	EitherSign bool
}

// Judge decides exactly whether the vector is a multiple of the right vector, and distinguishes
// positive from negative factors. An exercise that also accepts other vectors, such as any w that
// classifies all points, calls ParseNumbers first.
func (t ProportionalTask) Judge(ctx context.Context, text string) Result {
	return ParseAndJudge(ctx, RatioToList(text), Scope{Entries: len(t.Want)}, t.judge)
}

// RatioToList converts numbers in a ratio, 1:2:3 or 1 ∶ 2 ∶ 3, to a list with commas.
func RatioToList(text string) string {
	if strings.Contains(text, ":=") {
		return text
	}
	return strings.NewReplacer(":", ",", "∶", ",").Replace(text)
}

func (t ProportionalTask) judge(e Expr) Result {
	entries, problem := e.entriesOfLength(len(t.Want))
	if problem != nil {
		return *problem
	}
	v, err := exactVector(entries)
	if err != nil {
		return undecidedResult(err)
	}
	w, err := exactVector(t.Want)
	if err != nil {
		panic("answer: the vector wanted: " + err.Error())
	}
	factor, mismatch := commonFactor(v, w)
	switch {
	case mismatch >= 0:
		if i := misfitEntry(v, w); i >= 0 {
			return vagueResult("Entry %d has the wrong ratio to the others.", i+1)
		}
		return vagueResult("The ratios of the entries are not right.")
	case factor.isZero():
		return notEqual("All entries are 0.").withMistake("zero", "")
	case factor.isOne():
		return equal("")
	case factor.float() > 0:
		return equal("Yours is %s times the worksheet's: any positive factor is accepted.", factor)
	}
	if t.EitherSign {
		return equal("Yours is %s times the worksheet's: the same direction or the opposite one.", factor)
	}
	return notEqual("Only a positive multiple is right, but yours is %s times the right answer.",
		factor).withMistake("sign", "It looks as if all signs are reversed.")
}

func exactVector(es []Expr) ([]surd, error) {
	out := make([]surd, len(es))
	for i, e := range es {
		v, err := valueOf(e)
		if err != nil {
			return nil, err
		}
		if !v.isExact {
			return nil, fmt.Errorf("entry %d, %s, is not a number I know exactly", i+1, e.asQuotation())
		}
		out[i] = v.exact
	}
	return out, nil
}

// commonFactor returns the c for which v = c·w at the first nonzero entry of w. If v = c·w, mismatch
// is −1. Otherwise, it is the index of the first entry where they differ. If c cannot be computed,
// or if c is 0 but v is not, it is the index of the first nonzero entry of w.
func commonFactor(v, w []surd) (c surd, mismatch int) {
	firstNonzero := slices.IndexFunc(w, func(x surd) bool { return !x.isZero() })
	if firstNonzero < 0 {
		panic("answer: the vector wanted is 0")
	}
	inv, ok := w[firstNonzero].inv()
	if !ok {
		return nil, firstNonzero
	}
	c = v[firstNonzero].mul(inv)
	if c.isZero() && !allZero(v) {
		return nil, firstNonzero
	}
	for i := range v {
		if !v[i].add(c.mul(w[i]).neg()).isZero() {
			return nil, i
		}
	}
	return c, -1
}

// misfitEntry returns the index of the only entry without which v is a nonzero multiple of w. If there
// is no such entry, or more than one, it returns −1.
func misfitEntry(v, w []surd) int {
	misfit := -1
	for i := range v {
		otherV, otherW := slices.Delete(slices.Clone(v), i, i+1), slices.Delete(slices.Clone(w), i, i+1)
		if allZero(otherW) {
			continue
		}
		if c, mismatch := commonFactor(otherV, otherW); mismatch >= 0 || c.isZero() {
			continue
		}
		if misfit >= 0 {
			return -1
		}
		misfit = i
	}
	return misfit
}

// SpanTask asks for a vector that is not in the span of some vectors.
type SpanTask struct {
	Vectors [][]Expr // vectors of the same length, with exact numbers
}

// Judge decides exactly whether a vector lies in the span.
func (t SpanTask) Judge(ctx context.Context, text string) Result {
	return ParseAndJudge(ctx, text, Scope{}, t.judge)
}

func (t SpanTask) judge(e Expr) Result {
	entries, problem := e.entriesOfLength(len(t.Vectors[0]))
	if problem != nil {
		return *problem
	}
	v, err := exactVector(entries)
	if err != nil {
		return undecidedResult(err)
	}
	if allZero(v) {
		return notEqual("The zero vector lies in every span: take all coefficients 0.").withMistake("zero", "")
	}
	if allZero(t.remainder(v)) {
		return notEqual("This vector lies in the span.").withMistake("inside", "")
	}
	return equal("It is not a linear combination of the given vectors.")
}

func allZero(v []surd) bool {
	return !slices.ContainsFunc(v, func(x surd) bool { return !x.isZero() })
}

// remainder returns what remains of a vector after exact elimination with the vectors of the span.
// The remainder is 0 if the vector lies in the span. The elimination divides only by numbers of the
// task.
func (t SpanTask) remainder(v []surd) []surd {
	var echelonRows [][]surd
	for _, u := range t.Vectors {
		row, err := exactVector(u)
		if err != nil {
			panic("answer: a vector of a span: " + err.Error())
		}
		if row = reduceByRows(row, echelonRows); !allZero(row) {
			echelonRows = append(echelonRows, row)
		}
	}
	return reduceByRows(v, echelonRows)
}

// reduceByRows subtracts multiples of the rows from a vector so that the result is 0 at the first
// nonzero position of each row.
func reduceByRows(v []surd, rows [][]surd) []surd {
	out := slices.Clone(v)
	for _, row := range rows {
		pivot := slices.IndexFunc(row, func(x surd) bool { return !x.isZero() })
		inv, ok := row[pivot].inv()
		if !ok {
			panic("answer: a number of a span has too many roots")
		}
		factor := out[pivot].mul(inv).neg()
		for j := range out {
			out[j] = out[j].add(factor.mul(row[j]))
		}
	}
	return out
}

// ExactRows evaluates a list of expressions exactly. A setting maps names in the expressions to
// values, and the result has a row for each setting. ExactRows returns an error if an entry is not
// known exactly, or if the budget of the expressions has run out (see [Expr.BudgetErr]).
func ExactRows(entries []Expr, settings []map[string]int64) (ExactMatrix, error) {
	out := make(ExactMatrix, len(settings))
	for i, setting := range settings {
		row := make([]Expr, len(entries))
		for j, e := range entries {
			root := e.root
			for name, v := range setting {
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

// ExactMatrix is a matrix of exact numbers, by rows.
type ExactMatrix [][]surd

// InnerProductIs reports whether the inner product of rows i and j equals the fraction.
func (m ExactMatrix) InnerProductIs(i, j int, want *big.Rat) bool {
	sum := ratSurd(new(big.Rat).Neg(want))
	for k := range m[i] {
		sum = sum.add(m[i][k].mul(m[j][k]))
	}
	return sum.isZero()
}
