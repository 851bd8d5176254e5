package answer

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"kernellab/exercises"
	"kernellab/kernels/expr"
)

// ObjectiveTask asks for an objective to minimise or maximise, such as min ½‖w‖². Two objectives
// are the same if they differ by a positive factor and a constant, or if one is min g and the other
// is max −g.
type ObjectiveTask struct {
	Scope Scope
	Want  string   // the right objective, such as min 1/2 w'w
	Also  []string // other objectives with the same solution, such as max 1/||w||
	// Unknowns are the letters and vectors over which the objective is optimised. The factor and
	// the constant by which two objectives differ may contain all other letters. If Unknowns is
	// empty, all letters are unknown.
	Unknowns []string
}

var (
	// minMaxPrefix matches min or max before an objective, and the variables under min or max.
	minMaxPrefix = expr.Pattern(`(?i)^\s*(?:arg\s*)?(min|max)(?:imi[sz]e|imum)?` +
		`(?:_(?:\{[^}]*\}|\pL\w*(?:,\s*\pL\w*)*))?(?:\s+(?:over|in|w\.?r\.?t\.?)\s[^:]*:)?\s*:?`)
	// minMaxSuffix matches min or max after an objective, as in ½‖w‖² → min.
	minMaxSuffix = expr.Pattern(`(?i)(?:->|→)\s*(min|max)\w*\s*$`)
	// conditionWord matches the words that introduce conditions.
	conditionWord = expr.Pattern(`(?i)\bs[.·]\s?t\b|\bsubject\b|\bsuch that\b`)
)

// splitDirection returns the expression of an objective, with blanks instead of min or max, and
// whether the objective is to be maximised. If text contains neither min nor max, maximise is the
// same as for t.Want.
func (t ObjectiveTask) splitDirection(text string) (rest string, maximise bool) {
	if rest = string(Normalise(text)); text != t.Want {
		_, maximise = t.splitDirection(t.Want)
	}
	for _, pattern := range []func() *regexp.Regexp{minMaxPrefix, minMaxSuffix} {
		if m := pattern().FindStringSubmatchIndex(rest); m != nil {
			maximise = strings.EqualFold(rest[m[2]:m[3]], "max")
			rest = rest[:m[0]] + strings.Repeat(" ", utf8.RuneCountInString(rest[m[0]:m[1]])) + rest[m[1]:]
		}
	}
	return rest, maximise
}

// Judge decides whether an objective has the same solutions as the right one.
func (t ObjectiveTask) Judge(ctx context.Context, text string) Result {
	if m := conditionWord().FindStringIndex(string(Normalise(text))); m != nil {
		return unreadable(syntaxErrorf(m[0], "write only the objective here, without the conditions"))
	}
	rest, maximise := t.splitDirection(text)
	if isBlank(rest) && !isBlank(text) {
		return unreadable(syntaxErrorf(len([]rune(rest)), "write what is to be made small or large, as in max 2u + v"))
	}
	t.Scope = *t.Scope.atSmallestSize()
	r := ParseAndJudge(ctx, rest, t.Scope, func(e Expr) Result {
		r := t.judge(e, maximise)
		if err := e.BudgetErr(); err != nil && !r.Accepted {
			return undecidedResult(err)
		}
		return r
	})
	r.Reading = withDirection(r.Reading, maximise)
	return r
}

// Echo returns an objective as the program understands it, for display while the student types.
func (t ObjectiveTask) Echo(ctx context.Context, text string) exercises.Echo {
	rest, maximise := t.splitDirection(text)
	e := EchoOf(ctx, rest, t.Scope)
	e.Reading = withDirection(e.Reading, maximise)
	return e
}

// Same reports whether it is proved that two objectives have the same solutions.
func (t ObjectiveTask) Same(ctx context.Context, typed, example string) bool {
	rest, _ := t.splitDirection(example)
	if _, err := Parse(ctx, rest, t.Scope); err != nil {
		return false
	}
	t.Want, t.Also = example, nil
	return t.Judge(ctx, typed).Accepted
}

// withDirection puts min or max before an objective in standard notation, or returns "" if there is
// no objective.
func withDirection(reading string, maximise bool) string {
	switch {
	case reading == "":
		return ""
	case maximise:
		return "max " + reading
	}
	return "min " + reading
}

func (t ObjectiveTask) judge(e Expr, maximise bool) Result {
	x, err := e.scalar()
	if err != nil {
		return vagueResult("An objective is one number: %s.", err).withMistake("vector", "")
	}
	var y *node
	isOpposite := false
	for _, want := range slices.Concat(t.Also, []string{t.Want}) {
		rest, maximiseWanted := t.splitDirection(want)
		isOpposite = maximise != maximiseWanted
		y, _ = MustParse(rest, t.Scope).scalar() // an objective in a worksheet is a single number
		switch sign := t.factorSign(x, y, e.scope); {
		case sign != 0 && (sign < 0) == isOpposite:
			return equal("")
		case sign != 0:
			word := map[bool]string{true: "small", false: "large"}[maximise]
			return vagueResult("It is to be made %s instead.", word).withMistake("sense", "")
		}
	}
	return differingTermResult(x, y, e.scope, isOpposite)
}

// factorSign returns the sign of c if it is proved that x = c·y + d for some c and d without
// unknowns. Otherwise it returns 0.
//
// Let x₀ be x with some numbers for the unknowns, and Δx the change of x if these are replaced by
// other numbers. Then such c and d exist if (x − x₀)·Δy = (y − y₀)·Δx, and c has the sign of Δx·Δy.
func (t ObjectiveTask) factorSign(x, y *node, s *Scope) int {
	names := variablesOf(x, y)
	change := func(n *node) (before, difference *node) {
		before, after := n, n
		for i, name := range names {
			if s.isUnknown(t.Unknowns, name) {
				before, after = substitute(before, name, 1+int64(i)), substitute(after, name, 3+2*int64(i))
			}
		}
		return before, binary(opSub, after, before)
	}
	x0, dx := change(x)
	y0, dy := change(y)
	left, right := binary(opMul, binary(opSub, x, x0), dy), binary(opMul, binary(opSub, y, y0), dx)
	if differAtPoint(left, right, s) || compareForms(left, right, s, false).outcome != proved {
		return 0
	}
	p := probe{scope: s, names: names}
	sign := func(k int) int {
		return certaintyAt(s.work, binary(opMul, dx, dy), exactPoint(p.names, p.samplePoint(k))).sign
	}
	if sign(0) != sign(2) { // c may contain letters, which have other values at the other sample point
		return 0
	}
	return sign(0)
}

// differingTermResult returns the result for a wrong objective. It scales x so that the first
// common term has the same coefficient in x and in y, and reports the first term that still
// differs.
func differingTermResult(x, y *node, s *Scope, isOpposite bool) Result {
	r := newRing(s)
	studentForm, rightForm := r.form(x), r.form(y)
	if isOpposite {
		studentForm = studentForm.neg()
	}
	for _, u := range rightForm.num.terms() {
		if v := studentForm.num[u.mono.key()].coef; len(u.mono) > 0 && v.float()*u.coef.float() > 0 {
			if inv, ok := v.inv(); ok {
				studentForm.num = studentForm.num.scale(u.coef.mul(inv))
				break
			}
		}
	}
	if fact, slip := termFact(studentForm, rightForm, r.plusMinus); fact != "" && r.err == nil {
		return vagueResult("Up to a common factor, %s.", fact).withMistake(slip, "")
	}
	return vagueResult("Its solution is at a different point from that of the problem asked for.")
}
