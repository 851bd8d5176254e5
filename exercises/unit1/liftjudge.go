package unit1

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/enclose"
	"kernellab/exercises/lesson"
	"kernellab/exercises/worksheets"
	"kernellab/solvers"
)

// liftScope returns the scope for a second coordinate of points on a line.
func liftScope() answer.Scope {
	return answer.Scope{Vars: []string{"x1"}, Alias: map[string]string{"x": "x1"}, Entries: 1}
}

// lifted is a set on a line with heights from a feature x₂ = f(x₁), and what has been
// proved about a straight line between the two classes.
type lifted struct {
	*separation
	set       *dataset.Set
	f         answer.Func // for drawing
	heights   []float64   // for drawing
	verdict   verdict
	witnesses []int    // indices of points that prove that no line separates the classes
	margin    boundary // widest separating line, if there is one
}

// liftText reads a feature and lifts the set with it. The error is a syntax error, an
// *answer.DomainError that names a point without a height, or the error of the budget.
func liftText(ctx context.Context, text string, set *dataset.Set) (lifted, error) {
	e, err := answer.Parse(ctx, text, liftScope())
	if err != nil {
		return lifted{}, err
	}
	return liftSet(e, set)
}

// liftSet lifts the points of a set on a line with a feature.
func liftSet(e answer.Expr, set *dataset.Set) (lifted, error) {
	f, err := e.Compile("x1")
	if err != nil {
		return lifted{}, err
	}
	l := lifted{separation: newSeparation(e, set), set: set, f: f}
	l.verdict, l.witnesses, err = l.decide()
	var missing *noHeight
	if errors.As(err, &missing) {
		return lifted{}, domainError(f, missing)
	}
	if err != nil {
		return lifted{}, err
	}
	for i := range set.Len() {
		l.heights = append(l.heights, f.Value(set.Point(i)[0]))
	}
	if l.verdict == separable {
		l.margin = widestLine(set, l.heights)
	}
	return l, nil
}

// widestLine returns the widest line between the classes of a set lifted to some heights.
func widestLine(set *dataset.Set, heights []float64) boundary {
	rows := make([][]float64, set.Len())
	for i, h := range heights {
		rows[i] = []float64{set.Point(i)[0], h}
	}
	m, err := solvers.HardMargin(rows, set.Labels())
	if err != nil || m.W == nil {
		return boundary{}
	}
	return boundary{m.W[0], m.W[1], m.B, m.Width}
}

// domainError returns the reason why a point has no height. It prefers the message of the
// floating-point evaluation if that fails, too.
func domainError(f answer.Func, missing *noHeight) error {
	x, _ := missing.x.Float64()
	var domain *answer.DomainError
	if _, err := f.At(x); errors.As(err, &domain) {
		return domain
	}
	return &answer.DomainError{What: "the height", At: "x₁ = " + anatomy.Num(x)}
}

// liftJudge makes a judge for a feature that makes the classes of points on a line separable. If
// widerMargin is set, the margin must also exceed the margin of (x₁ + 1)².
func liftJudge(set *dataset.Set, widerMargin bool) worksheets.Judge {
	t := liftTask{widerMargin: widerMargin, set: set,
		reference: lesson.Must(liftSet(answer.MustParse("(x1+1)^2", liftScope()), set))}
	j := worksheets.ExprJudge(liftScope(), "", func(ctx context.Context, text string) answer.Result {
		return answer.Judged(ctx, text, liftScope(), t.judge)
	})
	j.Name = "lift"
	return j
}

// liftTask judges a feature.
type liftTask struct {
	set         *dataset.Set
	reference   lifted
	widerMargin bool // the margin must exceed the reference's
}

func (t liftTask) judge(e answer.Expr) answer.Result {
	l, err := liftSet(e, t.set)
	out := answer.Result{Verdict: exercises.NotEqual, At: -1}
	var domain *answer.DomainError
	switch {
	case errors.As(err, &domain):
		out.Headline, out.Misconception, out.Fact = "A point has no height.", "not-finite",
			ascii.PlainLines(err.Error())
		return out
	case err != nil:
		out.Verdict, out.Fact = exercises.Undecided, ascii.PlainLines(err.Error())
		return out
	case l.verdict == undecided:
		out.Verdict, out.Headline = exercises.Undecided, "I cannot decide this."
		out.Fact = ascii.PlainLines(l.undecidedReason())
		return out
	case l.verdict == inseparable:
		return l.notSeparated(out)
	}
	return t.judgeSeparated(out, l)
}

// judgeSeparated returns the result for a feature that works, with the line as its
// certificate, and a comparison of the margin if it has to be wider.
func (t liftTask) judgeSeparated(r answer.Result, l lifted) answer.Result {
	r.Verdict, r.Accepted, r.Headline = exercises.Equal, true, "Separable."
	r.Fact = ascii.PlainLines(l.certificate())
	if !t.widerMargin {
		return r
	}
	name, reference := t.reference.feature.String(), anatomy.Num(t.reference.margin.width)
	rank := name + " does better: its margin is " + reference + "."
	switch ratio := l.margin.width / t.reference.margin.width; {
	case !l.margin.drawable():
		r.Verdict, r.Accepted, r.Headline = exercises.Undecided, false,
			"Separable, but I cannot decide whether the margin is wider."
		return r
	case math.Abs(ratio-1) < rounding:
		rank = "That is the margin of " + name + " itself."
	case ratio > 1:
		r.Fact = append(r.Fact, ascii.Plainf("That is wider than the %s of %s.", reference, name))
		return r
	}
	switch {
	case l.isShrunk(t.reference):
		r.Misconception = "shrunk"
	case !l.levelLineSeparates():
		r.Misconception = "slanted"
	}
	r.Fact = append(r.Fact, ascii.Plain(rank))
	r.Verdict, r.Accepted, r.Headline = exercises.NotEqual, false, "Separable, but the margin is not wider."
	return r
}

// undecidedReason returns the reason why nothing is decided.
func (l lifted) undecidedReason() string {
	if errors.Is(l.field.Err, enclose.ErrRange) {
		return "Some heights are too large for me. I can decide it if you nest fewer exponentials."
	}
	return "I computed the heights with many digits and still cannot tell whether three of the lifted points lie on one line."
}

// certificate describes the separating line, if it can be written such that every
// lifted point is certainly on its side.
func (l lifted) certificate() string {
	w1, w2, b, ok := l.shortest(l.margin)
	if !ok {
		return "A straight line separates the two classes, but its numbers have too many digits to be shown."
	}
	return fmt.Sprintf("The line %s = 0 separates the two classes. Its margin is %s on each side.",
		linear(w1, w2, b), anatomy.Num(l.margin.width))
}

// linear formats w₁·x₁ + w₂·x₂ + b without zero terms.
func linear(w1, w2, b string) string {
	var out string
	for _, t := range []struct{ value, behind string }{{w1, "·x₁"}, {w2, "·x₂"}, {b, ""}} {
		rest, negative := strings.CutPrefix(t.value, "−")
		switch {
		case t.value == "0":
		case out == "":
			out = t.value + t.behind
		case negative:
			out += " − " + rest + t.behind
		default:
			out += " + " + rest + t.behind
		}
	}
	return out
}

// notSeparated returns the result for a feature that fails, with its misconception or
// the certificate that no line separates.
func (l lifted) notSeparated(r answer.Result) answer.Result {
	r.Headline, r.Misconception = "Not separable.", l.misconception()
	r.Fact = ascii.Linesf("With x₂ = %s no straight line separates the two classes.", l.feature)
	if r.Misconception == "" {
		r.Fact = append(r.Fact, ascii.PlainLines(l.obstacle())...)
	}
	return r
}

// misconception returns the misconception of a feature that does not separate, or "". The heights
// of constant and affine features lie on a line, and so do those of a feature that
// bends only away from the points.
func (l lifted) misconception() string {
	if !l.straight() {
		return ""
	}
	x0, x1 := l.set.Point(0)[0], l.set.Point(l.set.Len() - 1)[0]
	slope := (l.heights[len(l.heights)-1] - l.heights[0]) / (x1 - x0)
	for x := -64.0; x <= 64; x += 0.5 {
		line := l.heights[0] + slope*(x-x0)
		if v := l.f.Value(x); !(math.Abs(v-line) <= 1e-6*(1+math.Abs(line))) {
			return "bend-outside"
		}
	}
	if math.Abs(slope) <= 1e-12*(1+math.Abs(l.heights[0])) {
		return "constant"
	}
	return "affine"
}

// obstacle describes the certificate that no line separates the classes: a weighted mean of
// points of one class is also a weighted mean of points of the other class.
func (l lifted) obstacle() string {
	named := map[int][]string{}
	for _, i := range l.witnesses {
		p := l.points[i]
		named[p.class] = append(named[p.class], anatomy.Num(l.set.Point(p.index)[0]))
	}
	return fmt.Sprintf("A weighted mean of the lifted +1 points at x₁ = %s is also a weighted mean of the −1 points at x₁ = %s.",
		strings.Join(named[1], ", "), strings.Join(named[-1], ", "))
}

// isShrunk reports whether the heights equal the heights of another lift, times a factor with an
// absolute value below 1.
func (l lifted) isShrunk(other lifted) bool {
	factor := l.heights[0] / other.heights[0]
	for i, h := range l.heights {
		if math.Abs(h-factor*other.heights[i]) > 1e-9*(1+math.Abs(h)) {
			return false
		}
	}
	return math.Abs(factor) < 1
}

// levelLineSeparates reports whether the heights alone separate the classes, so that a horizontal
// line certainly does.
func (l lifted) levelLineSeparates() bool {
	heights := map[int][]float64{}
	for _, p := range l.points {
		heights[p.class] = append(heights[p.class], l.heights[p.index])
	}
	plus, minus := heights[1], heights[-1]
	return slices.Min(plus) > slices.Max(minus) || slices.Min(minus) > slices.Max(plus)
}

// rounding is far above the relative rounding error of a sum.
const rounding = 1e-9
