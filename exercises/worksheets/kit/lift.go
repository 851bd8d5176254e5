package kit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/worksheets"
	"kernellab/solvers"
)

// liftScope is what a second coordinate of points on a line may be written in.
func liftScope() answer.Scope {
	return answer.Scope{Vars: []string{"x1"}, Alias: map[string]string{"x": "x1"}}
}

// lifted is points of a line with heights from a feature x₂ = f(x₁), and
// whether a straight line separates the two classes.
type lifted struct {
	set     *dataset.Set
	expr    answer.Expr
	f       answer.Func
	heights []float64
	margin  solvers.Margin
}

// liftText reads a feature and lifts the set with it. The error is a syntax
// error, or an *answer.DomainError that names the point without a height.
func liftText(ctx context.Context, text string, set *dataset.Set) (lifted, error) {
	e, err := answer.Parse(ctx, text, liftScope())
	if err != nil {
		return lifted{}, err
	}
	return lift1D(e, set)
}

// lift1D lifts the points of a set on a line with a feature.
func lift1D(e answer.Expr, set *dataset.Set) (lifted, error) {
	f, err := e.Compile("x1")
	if err != nil {
		return lifted{}, err
	}
	l := lifted{set: set, expr: e, f: f}
	rows := make([][]float64, set.Len())
	for i := range rows {
		x := set.Point(i)[0]
		h, err := f.At(x)
		if err != nil {
			return lifted{}, err
		}
		l.heights = append(l.heights, h)
		rows[i] = []float64{x, h}
	}
	l.margin, err = solvers.HardMargin(rows, set.Labels())
	return l, err
}

// setOf is a built-in set by its name; worksheet1d is drawn from the seed.
func setOf(p *worksheets.Params, name string) *dataset.Set {
	set, err := dataset.Builtin(p.Choice(name, dataset.Names()...))
	if err != nil || set.Name() == "worksheet1d" {
		return dataset.Worksheet1D(p.Brief().Seed)
	}
	return set
}

// onLine is setOf for a set with one column.
func onLine(p *worksheets.Params, name string) *dataset.Set {
	set := setOf(p, name)
	if set.Dim() != 1 {
		p.Fail(name, "", "%s has %d columns, and a line has one", set.Name(), set.Dim())
		return dataset.Worksheet1D(p.Brief().Seed)
	}
	return set
}

// lift asks for a feature of points on a line that makes their classes
// separable, or that does so with a wider margin than another.
func lift(p *worksheets.Params) judge {
	t := liftTask{wider: p.Flag("wider"), set: onLine(p, "lift")}
	var err error
	if than, ok := expression(p, "than", p.Needed("than"), liftScope()); ok {
		t.than, err = lift1D(than, t.set)
	}
	if err != nil || !t.than.margin.Separable {
		p.Fail("than", "", "%s does not separate the classes", p.Text("than"))
		return judge{}
	}
	return written(liftScope(), "", t.check)
}

// liftTask holds a feature to another one.
type liftTask struct {
	set   *dataset.Set
	than  lifted
	wider bool // the margin has to be wider
}

func (t liftTask) check(ctx context.Context, text string) answer.Result {
	// Reads the text, and asks where it may mean two things.
	r := answer.JudgeExpr(ctx, text, answer.ExprTask{Scope: liftScope(), Want: "0"})
	switch r.Verdict {
	case exercises.Empty, exercises.Unreadable, exercises.Ambiguous:
		return r
	}
	l, err := liftText(ctx, text, t.set)
	out := answer.Result{Verdict: exercises.NotEqual, At: -1, Reading: r.Reading}
	var domain *answer.DomainError
	switch {
	case errors.As(err, &domain):
		out.Headline, out.Misconception, out.Fact = "A point has no height.", "not-finite", plain(err.Error())
		return out
	case err != nil:
		out.Verdict, out.Fact = exercises.Undecided, plain(err.Error())
		return out
	case !l.margin.Separable:
		return l.notSeparated(out)
	}
	return t.separated(out, l)
}

// separated is the result of a feature that works, with the line as its
// certificate and the margin ranked.
func (t liftTask) separated(r answer.Result, l lifted) answer.Result {
	m := l.margin
	r.Verdict, r.Accepted, r.Headline = exercises.Equal, true, "Separable."
	r.Fact = plain(
		fmt.Sprintf("The line %s·x₁ %s·x₂ %s = 0 has the two classes on its two sides; its margin is %s on each.",
			anatomy.Num(m.W[0]), anatomy.Plus(m.W[1]), anatomy.Plus(m.B), anatomy.Num(m.Width)),
		t.rank(m.Width))
	if n, labels := l.signChanges(), l.labelChanges(); n > labels {
		r.Fact = append(r.Fact, plain(fmt.Sprintf("Between the first point and the last it changes its sign at least %d times, and the labels change %d times: it fits these points, and says little of a new one.", n, labels))...)
	}
	if t.wider && m.Width <= t.than.margin.Width*(1+1e-9) {
		r.Verdict, r.Accepted, r.Headline = exercises.NotEqual, false, "Separable, and not wider."
		switch {
		case l.shrunk(t.than):
			r.Misconception = "shrunk"
		case !l.level():
			r.Misconception = "slanted"
		}
	}
	return r
}

func (t liftTask) rank(width float64) string {
	name, reference := t.than.expr.String(), t.than.margin.Width
	switch {
	case math.Abs(width-reference) <= 1e-9*reference:
		return "That is the margin of " + name + " itself."
	case width > reference:
		return fmt.Sprintf("That is wider than the %s of %s.", anatomy.Num(reference), name)
	}
	return fmt.Sprintf("%s does better: its margin is %s.", name, anatomy.Num(reference))
}

// notSeparated is the result of a feature that fails, with the reason why
// nothing is gained or the certificate against a line.
func (l lifted) notSeparated(r answer.Result) answer.Result {
	r.Headline, r.Misconception = "Not separable.", l.why()
	r.Fact = plain(fmt.Sprintf("With x₂ = %s no straight line has the two classes on its two sides.", l.expr))
	if r.Misconception == "" {
		r.Fact = append(r.Fact, plain(l.obstacle())...)
	}
	return r
}

// bend is how far the heights are from lying on one line, relative to their
// spread; 0 for an affine feature.
func (l lifted) bend() float64 {
	n := float64(len(l.heights))
	var mx, mh float64
	for i, h := range l.heights {
		mx += l.set.Point(i)[0] / n
		mh += h / n
	}
	var sxx, sxh, shh float64
	for i, h := range l.heights {
		dx, dh := l.set.Point(i)[0]-mx, h-mh
		sxx, sxh, shh = sxx+dx*dx, sxh+dx*dh, shh+dh*dh
	}
	if shh <= 1e-24*(1+mh*mh) {
		return 0
	}
	return math.Sqrt(math.Max(0, 1-sxh*sxh/(sxx*shh)))
}

// straight is below which relative bend heights count as lying on a line: far
// above rounding in the correlation, far below any feature that helps.
const straight = 1e-7

// why names the misconception of a feature that does not separate, or "".
// The heights of constant and affine features lie on a line, and so do those
// of a feature that bends only where there are no points.
func (l lifted) why() string {
	if l.bend() > straight {
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

// obstacle is the certificate against a line: a point of the segment between
// points of one class that is also between points of the other.
func (l lifted) obstacle() string {
	named := map[float64][]string{}
	for i, w := range l.margin.Share {
		if w >= 1e-9 {
			named[l.set.Label(i)] = append(named[l.set.Label(i)], anatomy.Num(l.set.Point(i)[0]))
		}
	}
	return fmt.Sprintf("A mixture of the lifted +1 points at x₁ = %s meets a mixture of the −1 points at x₁ = %s.",
		strings.Join(named[1], ", "), strings.Join(named[-1], ", "))
}

// shrunk reports heights that are those of the other times a factor below 1.
func (l lifted) shrunk(than lifted) bool {
	factor := l.heights[0] / than.heights[0]
	for i, h := range l.heights {
		if math.Abs(h-factor*than.heights[i]) > 1e-9*(1+math.Abs(h)) {
			return false
		}
	}
	return math.Abs(factor) < 1
}

// level reports whether heights alone tell the classes apart: a horizontal line
// separates.
func (l lifted) level() bool {
	span := map[float64]ascii.Range{}
	for i, h := range l.heights {
		label := l.set.Label(i)
		if r, seen := span[label]; seen {
			span[label] = ascii.Range{Min: math.Min(r.Min, h), Max: math.Max(r.Max, h)}
		} else {
			span[label] = ascii.Range{Min: h, Max: h}
		}
	}
	return span[1].Min > span[-1].Max || span[1].Max < span[-1].Min
}

// signChanges counts how often the line's function of x₁ changes its sign from
// the first point to the last, as far as 4000 places between them tell: never
// too often.
func (l lifted) signChanges() int {
	const places = 4000
	first, last := l.set.Point(0)[0], l.set.Point(l.set.Len() - 1)[0]
	n, before := 0, l.set.Label(0)
	for i := range places + 1 {
		x := first + (last-first)*float64(i)/places
		if v := l.margin.W[0]*x + l.margin.W[1]*l.f.Value(x) + l.margin.B; v*before < 0 {
			n, before = n+1, -before
		}
	}
	return n
}

// labelChanges counts how often the label changes along the line.
func (l lifted) labelChanges() int {
	n := 0
	for i := 1; i < l.set.Len(); i++ {
		if l.set.Label(i) != l.set.Label(i-1) {
			n++
		}
	}
	return n
}

// plain is lines in the ink of text.
func plain(texts ...string) []ascii.Line {
	var out []ascii.Line
	for _, s := range texts {
		out = append(out, ascii.Plain(s))
	}
	return out
}
