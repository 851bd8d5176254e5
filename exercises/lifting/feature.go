package lifting

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/solvers"
)

// lift is 1.2: a second coordinate x₂ = f(x₁) for points on a line.
func lift(b worksheets.Brief) (worksheets.Parts, error) {
	set := dataset.Worksheet1D(b.Seed)
	square, err := liftExpr(answer.MustParse("(x1+1)^2", scope()), set)
	if err != nil {
		return worksheets.Parts{}, err
	}
	guess := worksheets.Behaviour{Check: worksheets.Prediction("guess")}
	return worksheets.Parts{
		Vars: map[string]string{"n": fmt.Sprint(set.Len()), "refMargin": stage.Num(square.margin.Width)},
		Steps: map[string]worksheets.Behaviour{
			"threshold": threshold(set),
			"feature":   feature(set, square),
			"monotone":  guess,
			"surprise":  surprise(set),
			"beat":      beat(set, square),
		},
	}, nil
}

// scope is what a feature of 1.2 may be written in.
func scope() answer.Scope {
	return answer.Scope{Vars: []string{"x1"}, Alias: map[string]string{"x": "x1"}}
}

// lifted is a set with heights from a feature, and whether a line separates it.
type lifted struct {
	set     *dataset.Set
	expr    answer.Expr
	f       answer.Func
	heights []float64
	margin  solvers.Margin
	ok      bool // false: there are no heights
}

// liftText reads a feature and lifts the set with it. The error is a syntax
// error, or a *answer.DomainError that names the point without a height.
func liftText(ctx context.Context, text string, set *dataset.Set) (lifted, error) {
	e, err := answer.Parse(ctx, text, scope())
	if err != nil {
		return lifted{}, err
	}
	return liftExpr(e, set)
}

// liftExpr lifts the set with a feature.
func liftExpr(e answer.Expr, set *dataset.Set) (lifted, error) {
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
	l.ok = err == nil
	return l, err
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

// judgeLift reads, lifts and judges one feature: the report of what stands in
// the way, and whether the classes are separated.
func judgeLift(ctx context.Context, field, text string, set *dataset.Set) (lifted, exercises.Report, bool) {
	r := answer.JudgeExpr(ctx, text, answer.ExprTask{Scope: scope(), Want: "0"})
	switch r.Verdict {
	case exercises.Empty, exercises.Unreadable, exercises.Ambiguous:
		return lifted{}, r.Report(field), false
	}
	l, err := liftText(ctx, text, set)
	if err == nil {
		return l, exercises.Report{}, l.margin.Separable
	}
	var domain *answer.DomainError
	report := exercises.Report{Verdict: exercises.Undecided, Fact: []ascii.Line{ascii.Plain(err.Error())}}
	if errors.As(err, &domain) {
		report.Verdict, report.Headline, report.Misconception = exercises.NotEqual, "A point has no height.", "not-finite"
	}
	return lifted{}, report, false
}

// feature asks for a feature that separates.
func feature(set *dataset.Set, square lifted) worksheets.Behaviour {
	return worksheets.Behaviour{
		Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene {
			return liftScene(ctx, a["feature"], set)
		},
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			l, problem, separable := judgeLift(ctx, "feature", a["feature"], set)
			switch {
			case separable:
				return separated(l, square)
			case !l.ok:
				return problem
			}
			return notSeparated(l)
		},
		Echo: echo,
	}
}

func echo(ctx context.Context, _, text string) exercises.Echo {
	return answer.EchoOf(ctx, text, scope())
}

// separated is the report of a feature that works, with the line as its
// certificate and the margin ranked against that of (x₁ + 1)².
func separated(l, square lifted) exercises.Report {
	m := l.margin
	return exercises.Report{
		Verdict: exercises.Equal, Accepted: true, Headline: "Separable.",
		Fact: []ascii.Line{
			plainf("The line %s = 0 has the two classes on its two sides; its margin is %s on each.", lineText(m.W, m.B), stage.Num(m.Width)),
			ascii.Plain(rank(m.Width, square.margin.Width)),
		},
	}
}

func rank(width, reference float64) string {
	switch {
	case math.Abs(width-reference) <= 1e-9*reference:
		return "That is the margin of (x₁ + 1)² itself."
	case width > reference:
		return fmt.Sprintf("That is wider than the %s of (x₁ + 1)².", stage.Num(reference))
	}
	return fmt.Sprintf("(x₁ + 1)² does better: its margin is %s.", stage.Num(reference))
}

// notSeparated is the report of a feature that fails, with the best line's
// errors or the reason why nothing is gained.
func notSeparated(l lifted) exercises.Report {
	r := exercises.Report{Verdict: exercises.NotEqual, Headline: "Not separable.", Misconception: l.why()}
	r.Fact = []ascii.Line{plainf("With x₂ = %s no straight line has the two classes on its two sides.", l.expr)}
	if r.Misconception == "" {
		r.Fact = append(r.Fact, ascii.Plain(l.obstacle()))
	}
	return r
}

// obstacle is the certificate against a line: a point of the segment between
// points of one class that is also between points of the other.
func (l lifted) obstacle() string {
	var pos, neg []string
	for i, w := range l.margin.Share {
		if w < 1e-9 {
			continue
		}
		name := stage.Num(l.set.Point(i)[0])
		if l.set.Label(i) > 0 {
			pos = append(pos, name)
		} else {
			neg = append(neg, name)
		}
	}
	return fmt.Sprintf("A mixture of the lifted +1 points at x₁ = %s meets a mixture of the −1 points at x₁ = %s.",
		strings.Join(pos, ", "), strings.Join(neg, ", "))
}

// lineText is w₁·x₁ + w₂·x₂ + b with numbers in place.
func lineText(w []float64, b float64) string {
	return fmt.Sprintf("%s·x₁ %s·x₂ %s", stage.Num(w[0]), plus(w[1]), plus(b))
}

// plus writes a term with its sign before it, as in a sum.
func plus(v float64) string {
	if v < 0 {
		return "− " + stage.Num(-v)
	}
	return "+ " + stage.Num(v)
}

// surprise shows what exp does to the set beside what was predicted, and
// other features to choose from.
func surprise(set *dataset.Set) worksheets.Behaviour {
	said := map[string]string{"yes": "separable", "no": "not separable", "": "nothing"}
	return worksheets.Behaviour{
		Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene {
			f := featureChoice(a)
			s := liftScene(ctx, f.Value, set)
			s.Controls = []exercises.Control{f}
			l, err := liftText(ctx, "exp(x1)", set)
			if err != nil {
				return s
			}
			s.Notes = append([]ascii.Line{
				{{Text: "Of exp(x₁) you said:     ", Ink: ascii.Dim}, {Text: said[a["guess"]], Ink: ascii.Text}},
				{{Text: "Of exp(x₁) the solver says: ", Ink: ascii.Dim}, {Text: verdict(l.margin.Separable), Ink: ascii.Strong}},
			}, s.Notes...)
			return s
		},
	}
}

// featureChoice offers features that only rise, and one that does not bend.
func featureChoice(a exercises.Answers) exercises.Control {
	c := exercises.Control{Name: "shown", Label: "x₂ =", Value: a["shown"], Choices: []exercises.Choice{
		{Value: "exp(x1)", Label: "exp(x₁)"}, {Value: "x1^3", Label: "x₁³"}, {Value: "ln(x1 + 9)", Label: "ln(x₁ + 9)"}, {Value: "3x1 + 2", Label: "3x₁ + 2"},
	}}
	if !slices.ContainsFunc(c.Choices, func(o exercises.Choice) bool { return o.Value == c.Value }) {
		c.Value = c.Choices[0].Value
	}
	return c
}

func verdict(separable bool) string {
	if separable {
		return "separable"
	}
	return "not separable"
}

// beat asks for a margin wider than that of (x₁ + 1)².
func beat(set *dataset.Set, square lifted) worksheets.Behaviour {
	return worksheets.Behaviour{
		Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene { return liftScene(ctx, a["wider"], set) },
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			l, problem, separable := judgeLift(ctx, "wider", a["wider"], set)
			switch {
			case !l.ok:
				return problem
			case !separable:
				return notSeparated(l)
			}
			r := separated(l, square)
			if l.margin.Width <= square.margin.Width*(1+1e-9) {
				r.Verdict, r.Accepted, r.Headline = exercises.NotEqual, false, "Separable, and not wider."
				if l.shrunk(square) {
					r.Misconception = "shrunk"
				}
			}
			return r
		},
		Echo: echo,
	}
}

// shrunk reports heights that are those of the reference times a factor below 1.
func (l lifted) shrunk(square lifted) bool {
	factor := l.heights[0] / square.heights[0]
	for i, h := range l.heights {
		if math.Abs(h-factor*square.heights[i]) > 1e-9*(1+math.Abs(h)) {
			return false
		}
	}
	return math.Abs(factor) < 1
}
