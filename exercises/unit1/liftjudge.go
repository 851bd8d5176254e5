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

// liftScope returns the scope in which a feature f of x₂ = f(x₁) is parsed: the variable x1, which
// can also be typed as x.
func liftScope() answer.Scope {
	return answer.Scope{Vars: []string{"x1"}, Alias: map[string]string{"x": "x1"}, Entries: 1}
}

// liftedSet is a one-dimensional set whose points have the heights x₂ = f(x₁). It includes what has
// been proved about a straight line that separates the two classes.
type liftedSet struct {
	*separation
	set       *dataset.Set
	f         answer.Func // for drawing
	heights   []float64   // for drawing
	verdict   verdict
	witnesses []int          // indices of points that prove that no line separates the classes
	line      separatingLine // widest separating line, if there is one
}

// parseAndLift parses a feature and lifts the set with it. The error is a syntax error, an
// *answer.DomainError that names a point without a height, or an error that says that the budget of
// computation is spent.
func parseAndLift(ctx context.Context, text string, set *dataset.Set) (liftedSet, error) {
	e, err := answer.Parse(ctx, text, liftScope())
	if err != nil {
		return liftedSet{}, err
	}
	return liftSet(e, set)
}

// liftSet lifts the points of a set on a line with a feature.
func liftSet(e answer.Expr, set *dataset.Set) (liftedSet, error) {
	f, err := e.Compile("x1")
	if err != nil {
		return liftedSet{}, err
	}
	l := liftedSet{separation: newSeparation(e, set), set: set, f: f}
	l.verdict, l.witnesses, err = l.decide()
	var missing *noHeightError
	if errors.As(err, &missing) {
		return liftedSet{}, domainError(f, missing)
	}
	if err != nil {
		return liftedSet{}, err
	}
	for i := range set.Len() {
		l.heights = append(l.heights, f.Value(set.Point(i)[0]))
	}
	if l.verdict == separable {
		l.line = widestLine(set, l.heights)
	}
	return l, nil
}

// widestLine returns the line with the widest margin between the classes of a set. heights[i] is the
// second coordinate of point i.
func widestLine(set *dataset.Set, heights []float64) separatingLine {
	rows := make([][]float64, set.Len())
	for i, h := range heights {
		rows[i] = []float64{set.Point(i)[0], h}
	}
	m, err := solvers.HardMargin(rows, set.Labels())
	if err != nil || m.W == nil {
		return separatingLine{}
	}
	return separatingLine{m.W[0], m.W[1], m.B, m.Width}
}

// domainError returns the reason why a point has no height. If the evaluation in floating point
// fails, too, domainError returns its error, which is more specific.
func domainError(f answer.Func, missing *noHeightError) error {
	x, _ := missing.x.Float64()
	var domain *answer.DomainError
	if _, err := f.At(x); errors.As(err, &domain) {
		return domain
	}
	return &answer.DomainError{What: "the height", At: "x₁ = " + anatomy.Num(x)}
}

// liftJudge returns a judge that accepts a feature if a line separates the classes of the lifted
// points. If widerMargin is set, the margin must also exceed the margin of (x₁ + 1)².
func liftJudge(set *dataset.Set, widerMargin bool) worksheets.Judge {
	t := liftTask{widerMargin: widerMargin, set: set,
		reference: lesson.Must(liftSet(answer.MustParse("(x1+1)^2", liftScope()), set))}
	j := worksheets.ExprJudge(liftScope(), "", func(ctx context.Context, text string) answer.Result {
		return answer.ParseAndJudge(ctx, text, liftScope(), t.judge)
	})
	j.Name = "lift"
	return j
}

// liftTask judges a feature by the points that it lifts.
type liftTask struct {
	set         *dataset.Set
	reference   liftedSet
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
		return l.inseparableResult(out)
	}
	return t.judgeSeparable(out, l)
}

// judgeSeparable returns the result for a feature that makes the classes separable. The result names
// the separating line. If widerMargin is set, the result also compares the margins.
func (t liftTask) judgeSeparable(r answer.Result, l liftedSet) answer.Result {
	r.Verdict, r.Accepted, r.Headline = exercises.Equal, true, "Separable."
	r.Fact = ascii.PlainLines(l.lineText())
	if !t.widerMargin {
		return r
	}
	name, referenceWidth := t.reference.feature.String(), anatomy.Num(t.reference.line.width)
	comparison := name + " does better: its margin is " + referenceWidth + "."
	switch ratio := l.line.width / t.reference.line.width; {
	case !l.line.isDrawable():
		r.Verdict, r.Accepted, r.Headline = exercises.Undecided, false,
			"Separable, but I cannot decide whether the margin is wider."
		return r
	case math.Abs(ratio-1) < marginTolerance:
		comparison = "That is the margin of " + name + " itself."
	case ratio > 1:
		r.Fact = append(r.Fact, ascii.Plainf("That is wider than the %s of %s.", referenceWidth, name))
		return r
	}
	switch {
	case l.isShrunk(t.reference):
		r.Misconception = "shrunk"
	case !l.levelLineSeparates():
		r.Misconception = "slanted"
	}
	r.Fact = append(r.Fact, ascii.Plain(comparison))
	r.Verdict, r.Accepted, r.Headline = exercises.NotEqual, false, "Separable, but the margin is not wider."
	return r
}

// undecidedReason says why it is not decided whether a line separates the classes.
func (l liftedSet) undecidedReason() string {
	if errors.Is(l.field.Err, enclose.ErrRange) {
		return "Some heights are too large for me. I can decide it if you nest fewer exponentials."
	}
	return "I computed the heights with many digits and still cannot tell whether three of the lifted points lie on one line."
}

// lineText describes the separating line. It leaves the numbers out if no short decimals certainly
// leave every lifted point on its own side.
func (l liftedSet) lineText() string {
	w1, w2, b, ok := l.shortestDecimals(l.line)
	if !ok {
		return "A straight line separates the two classes, but its numbers have too many digits to be shown."
	}
	return fmt.Sprintf("The line %s = 0 separates the two classes. Its margin is %s on each side.",
		formatLinear(w1, w2, b), anatomy.Num(l.line.width))
}

// formatLinear formats w₁·x₁ + w₂·x₂ + b without zero terms.
func formatLinear(w1, w2, b string) string {
	var out string
	for _, term := range []struct{ value, suffix string }{{w1, "·x₁"}, {w2, "·x₂"}, {b, ""}} {
		magnitude, negative := strings.CutPrefix(term.value, "−")
		switch {
		case term.value == "0":
		case out == "":
			out = term.value + term.suffix
		case negative:
			out += " − " + magnitude + term.suffix
		default:
			out += " + " + magnitude + term.suffix
		}
	}
	return out
}

// inseparableResult returns the result for a feature with which no line separates the classes. The
// result has the ID of a misconception or, if there is none, the proof that no line separates them.
func (l liftedSet) inseparableResult(r answer.Result) answer.Result {
	r.Headline, r.Misconception = "Not separable.", l.misconceptionID()
	r.Fact = ascii.Linesf("With x₂ = %s no straight line separates the two classes.", l.feature)
	if r.Misconception == "" {
		r.Fact = append(r.Fact, ascii.PlainLines(l.proofText())...)
	}
	return r
}

// misconceptionID returns the ID of the misconception behind a feature that does not separate the
// classes, or "". If the lifted points lie on a line, the feature is constant, is affine, or bends
// only where there are no points.
func (l liftedSet) misconceptionID() string {
	if !l.isStraight() {
		return ""
	}
	x0, x1 := l.set.Point(0)[0], l.set.Point(l.set.Len() - 1)[0]
	slope := (l.heights[len(l.heights)-1] - l.heights[0]) / (x1 - x0)
	for x := -64.0; x <= 64; x += 0.5 {
		lineHeight := l.heights[0] + slope*(x-x0)
		if height := l.f.Value(x); !(math.Abs(height-lineHeight) <= 1e-6*(1+math.Abs(lineHeight))) {
			return "bend-outside"
		}
	}
	if math.Abs(slope) <= 1e-12*(1+math.Abs(l.heights[0])) {
		return "constant"
	}
	return "affine"
}

// proofText describes why no line separates the classes: a weighted mean of points of one class is
// also a weighted mean of points of the other class.
func (l liftedSet) proofText() string {
	xByClass := map[int][]string{}
	for _, i := range l.witnesses {
		point := l.points[i]
		xByClass[point.class] = append(xByClass[point.class], anatomy.Num(l.set.Point(point.index)[0]))
	}
	return fmt.Sprintf("A weighted mean of the lifted +1 points at x₁ = %s is also a weighted mean of the −1 points at x₁ = %s.",
		strings.Join(xByClass[1], ", "), strings.Join(xByClass[-1], ", "))
}

// isShrunk reports whether the heights are those of the other set, all multiplied by the same factor,
// whose absolute value is below 1.
func (l liftedSet) isShrunk(other liftedSet) bool {
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
func (l liftedSet) levelLineSeparates() bool {
	heightsByClass := map[int][]float64{}
	for _, p := range l.points {
		heightsByClass[p.class] = append(heightsByClass[p.class], l.heights[p.index])
	}
	plusHeights, minusHeights := heightsByClass[1], heightsByClass[-1]
	return slices.Min(plusHeights) > slices.Max(minusHeights) || slices.Min(minusHeights) > slices.Max(plusHeights)
}

// marginTolerance is the relative difference below which two margins count as equal. It is far above
// the relative rounding error of a margin.
const marginTolerance = 1e-9
