package stage

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// SMOPainter draws the frames of a run of SMO: the decision picture, the charts of g, the gap, the
// violation and every α, and the parabola and the formula of the step.
type SMOPainter struct {
	Data   TrainingData
	Solver solvers.SMO
}

// Paint makes frame i.
func (s SMOPainter) Paint(traces []solvers.Trace, i int) exercises.Frame {
	t := traces[0]
	now := t.At(i)
	f := exercises.Frame{
		Figures: s.figures(t, i),
		Status:  smoStatus(now),
		Inspect: inspector(s.Data, func(i int) []ascii.Line { return s.inspect(now, i) }),
	}
	d, ok := now.Detail.(*solvers.SMODetail)
	if !ok {
		f.Formula = ascii.PlainLines("start: every α = 0, so f = b and E = b − t")
		return f
	}
	f.Formula = SMOFormula(d)
	f.Notes = append(smoNotes(now, d), ascii.Plain(marginNote(now, s.Data.Set)))
	return f
}

// smoStatus returns a line with the number of updates, the pair, and the state of the dual. After the
// last step, the line says how the run ended instead of showing the pair.
func smoStatus(s solvers.Step) ascii.Line {
	var p anatomy.Pen
	p.Text("update %d", s.Updates)
	if d, ok := s.Detail.(*solvers.SMODetail); ok && !s.Status.Done() {
		p.Text("  pair (").Ink(anatomy.InkK, fmt.Sprint(d.K+1)).Text(", ").Ink(anatomy.InkL, fmt.Sprint(d.L+1)).Text(
			")",
		)
	}
	violation := anatomy.ZeroIfRounding(max(0, s.Violation), largestScore(s))
	p.Text("  g = %s  gap %s  violation %s", anatomy.Digits(s.Objective, 4), gapText(s), anatomy.Digits(violation, 2))
	return withEnd(p.Line, s)
}

// gapText formats the duality gap.
func gapText(s solvers.Step) string {
	return anatomy.Digits(anatomy.ZeroIfRounding(s.Gap, max(math.Abs(s.Objective), math.Abs(s.PrimalObjective))),
		2)
}

// largestScore returns the largest |f| at a step, and at least 1. Rounding errors of f − t are small
// in comparison.
func largestScore(s solvers.Step) float64 {
	size := 1.0
	for _, f := range s.Scores().All() {
		size = max(size, math.Abs(f))
	}
	return size
}

// bounds returns L and H of an update, each replaced by 0 if it is only a rounding error.
func bounds(d *solvers.SMODetail) (lo, hi float64) {
	size := max(d.OldAk, d.OldAl)
	return anatomy.ZeroIfRounding(d.Lo, size), anatomy.ZeroIfRounding(d.Hi, size)
}

// smoNotes returns notes on an update: how much g gained, and whether the step was clipped.
func smoNotes(s solvers.Step, d *solvers.SMODetail) []ascii.Line {
	var out []ascii.Line
	var gain anatomy.Pen
	gain.Text("g gained %s", anatomy.Digits(d.Gain, 3))
	switch {
	case d.Clipped:
		gain.Text("; the step was clipped")
	case d.ClipOmitted:
		gain.Text("; the clip was left out")
	}
	out = append(out, gain.Line)
	if d.Kappa <= 0 {
		var p anatomy.Pen
		p.Ink(anatomy.InkKappa, "κ = "+anatomy.Num(d.Kappa)).Text(": ")
		if d.Kappa < 0 {
			p.Text("this kernel is not positive semidefinite; 1e−12 is used, and the step goes to a bound")
		} else {
			p.Text("the two points coincide in feature space; 1e−12 is used, and the step goes to a bound")
		}
		out = append(out, p.Line)
	}
	return append(out, endSentence(s)...)
}

// SMOFormula returns the formulas of the pair update in symbols and with numbers, and their results.
func SMOFormula(d *solvers.SMODetail) []ascii.Line {
	update := anatomy.RecordedPair(d).Derivation()
	n := update.Recorded(solvers.Step{Detail: d})
	n["lo"], n["hi"] = bounds(d)
	clip := anatomy.Pen{Line: update.Equation("alnew", n)}
	clip.Dim("   (s = %s: %s, %s)", anatomy.Label(d.S), update.Definition("lo"), update.Definition("hi"))
	return []ascii.Line{update.Equation("star", n), clip.Line, update.Equation("aknew", n)}
}

// figures returns the pictures of frame i, the largest first.
func (s SMOPainter) figures(t solvers.Trace, i int) []exercises.Figure {
	now := t.At(i)
	out := []exercises.Figure{s.picture(now)}
	d, updated := now.Detail.(*solvers.SMODetail)
	if updated && i > 0 {
		out = append(out, Parabola(d, t.At(i-1).Objective))
	}
	g := History("dual objective g", t, i, false, objectiveTrack("g"))
	return append(out, g, s.gaps(t, i), s.bars(now), s.alphas(t, i))
}

// bars shows the α of this step. The pair is marked with its letters, and a line shows C.
func (s SMOPainter) bars(now solvers.Step) exercises.Figure {
	pair := map[int]ascii.Span{}
	if d, ok := now.Detail.(*solvers.SMODetail); ok {
		pair[d.K], pair[d.L] = ascii.Span{Text: "k", Ink: anatomy.InkK}, ascii.Span{Text: "l", Ink: anatomy.InkL}
	}
	title := "every α"
	var refs []ascii.RefLine
	switch c := s.Solver.C; {
	case math.IsInf(c, 1):
	case slices.Max(now.CoefCopy()) < c/4: // a line at C would press the bars flat
		title += ", far below C = " + anatomy.Num(c)
	default:
		refs = append(refs, ascii.RefLine{Y: c, Label: "C"})
	}
	return CoefBars(title, "α", s.Data, now, pair, refs...)
}

// gaps returns the chart of the duality gap and the largest violation on a logarithmic scale. Infinite
// gaps are not drawn.
func (s SMOPainter) gaps(t solvers.Trace, i int) exercises.Figure {
	return History("duality gap, KKT violation", t, i, true,
		Track{Name: "gap", SummaryOnly: true, Value: func(s solvers.Step) float64 { return s.Gap }},
		Track{Name: "KKT", SummaryOnly: true, Value: func(s solvers.Step) float64 { return s.Violation }})
}

// alphas returns the chart of every α. The α of the pair and the two largest of the other α are in
// colour.
func (s SMOPainter) alphas(t solvers.Trace, i int) exercises.Figure {
	now := t.At(i)
	inks := map[int]ascii.Ink{}
	if d, ok := now.Detail.(*solvers.SMODetail); ok {
		inks[d.K], inks[d.L] = anatomy.InkK, anatomy.InkL
	}
	for j := range 2 {
		best := -1
		for p, a := range now.Coef().All() {
			_, taken := inks[p]
			if a > 0 && !taken && (best < 0 || a > now.Coef().At(best)) {
				best = p
			}
		}
		if best >= 0 {
			inks[best] = ascii.Series(j + 3)
		}
	}
	return coefHistory("every α over the steps", "α", s.Data, t, i, inks)
}

// picture returns the decision map with support vectors and the pair marked.
func (s SMOPainter) picture(now solvers.Step) exercises.Figure {
	o := MapOptions{
		Margins: true,
		Kinds:   boundKinds(s.Solver.C),
		Kind:    func(i int) ascii.MarkKind { return AlphaMark(now.Coef().At(i), s.Solver.C) },
	}
	if d, ok := now.Detail.(*solvers.SMODetail); ok {
		o.Focus = map[int]string{d.K: "k", d.L: "l"}
	}
	return s.Data.Map(s.Data.Expansion(now), o)
}

// boundKinds returns the kinds of marks for support vectors that a support vector machine with the
// bound c on its α may have.
func boundKinds(c float64) []ascii.MarkKind {
	if math.IsInf(c, 1) {
		return []ascii.MarkKind{ascii.FreeSV}
	}
	return []ascii.MarkKind{ascii.FreeSV, ascii.BoundSV}
}

// gapLevels lists values of the duality gap. An event reports that the gap falls below one of them.
var gapLevels = [...]float64{1e-1, 1e-2, 1e-3, 1e-6}

// Event names the most important thing that an update did.
func (s SMOPainter) Event(prev, now solvers.Step) string {
	if now.Status.Done() {
		return now.Status.Phrase()
	}
	d, ok := now.Detail.(*solvers.SMODetail)
	if !ok {
		return ""
	}
	if e := s.boundEvent(d); e != "" {
		return e
	}
	for _, level := range gapLevels {
		if prev.Gap >= level && now.Gap < level {
			return "gap below " + anatomy.Num(level)
		}
	}
	return supportEvent(d)
}

// boundEvent returns the event that one or both α of the pair reached a bound.
func (s SMOPainter) boundEvent(d *solvers.SMODetail) string {
	var events []string
	for _, a := range []struct {
		i        int
		from, to float64
	}{{d.K, d.OldAk, d.NewAk}, {d.L, d.OldAl, d.NewAl}} {
		text := map[float64]string{0: " falls to 0", s.Solver.C: " reaches C"}[a.to]
		if text != "" && a.from != a.to {
			events = append(events, "α"+anatomy.Sub(a.i+1)+text)
		}
	}
	return strings.Join(events, ", ")
}

// supportEvent returns the event that a point of the pair has become a support vector, or "".
func supportEvent(d *solvers.SMODetail) string {
	switch {
	case d.OldAk == 0 && d.NewAk > 0:
		return fmt.Sprintf("point %d becomes a support vector", d.K+1)
	case d.OldAl == 0 && d.NewAl > 0:
		return fmt.Sprintf("point %d becomes a support vector", d.L+1)
	}
	return ""
}

// Conditions lists where a run can stop: an α reaches a bound, a new support vector, a small gap,
// and a change of each α.
func (s SMOPainter) Conditions() []exercises.Condition {
	return append([]exercises.Condition{
		{Name: "bound", Label: "an α reaches a bound",
			Text: "dalpha[k] != 0 and (alpha[k] == 0 or alpha[k] == C) " +
				"or dalpha[l] != 0 and (alpha[l] == 0 or alpha[l] == C)"},
		{Name: "support", Label: "a new support vector",
			Text: "0 < alpha[k] == dalpha[k] or 0 < alpha[l] == dalpha[l]"},
		{Name: "gap<1e-3", Label: "the gap is below 0.001"},
	}, alphaConditions(s.Data.Set.Len(), "changes")...)
}

// Parabola shows g along the line on which a pair may move, as a function of αₗ. The
// part in [L, H] is bright. Marks show the start of the step, its unclipped target and
// its end. oldG is g before the step.
func Parabola(d *solvers.SMODetail, oldG float64) exercises.Figure {
	slope := d.Tl * (d.Ek - d.El)
	g := func(al float64) float64 {
		step := al - d.OldAl
		return oldG + slope*step - d.Kappa*step*step/2
	}
	from, to := parabolaRange(d, oldG)
	c := ascii.Chart{
		X: ascii.Range{Min: from, Max: to}, XLabel: "αₗ",
		Series: []ascii.ChartSeries{
			curveOf(g, from, to, "", ascii.Dim, true),
			curveOf(g, max(from, d.Lo), min(to, d.Hi), "g", ascii.Series(0), false),
		},
	}
	lo, hi := bounds(d)
	title := "g against αₗ" + markStep(&c, g, lo, hi, d.Unclipped, d.OldAl, d.NewAl)
	return exercises.Figure{Title: title, Role: exercises.Chart, Plot: c, Rows: parabolaRows}
}

// markStep marks the values of αₗ that belong to a step in a picture of g. It ignores NaN. It returns
// a text with the values outside the picture, each with an arrow that shows on which side.
func markStep(c *ascii.Chart, g func(float64) float64, lo, hi, unclipped, before, after float64) (outside string) {
	for _, m := range []struct {
		name string
		x    float64
		ink  ascii.Ink
		kind ascii.SeriesKind
	}{
		{"L", lo, anatomy.InkBound, ascii.Crosses}, {"H", hi, anatomy.InkBound, ascii.Crosses},
		{"α*", unclipped, anatomy.InkL, ascii.Crosses},
		{"old", before, ascii.Text, ascii.Dots}, {"new", after, ascii.Select, ascii.Dots},
	} {
		switch {
		case m.x < c.X.Min:
			outside += ", ← " + m.name + " = " + anatomy.Num(m.x)
		case m.x > c.X.Max:
			outside += ", " + m.name + " = " + anatomy.Num(m.x) + " →"
		case !math.IsNaN(m.x):
			c.Series = append(c.Series, ascii.ChartSeries{Name: m.name, X: []float64{m.x}, Y: []float64{g(m.x)},
				Ink: m.ink, Kind: m.kind})
		}
	}
	return outside
}

// parabolaRows is the minimum height of the parabola, in rows. In a lower picture, the top of the
// parabola would look flat.
const parabolaRows = 8

// parabolaRange returns the range of αₗ in the picture of a step. It contains αₗ before and after the
// step. It contains αₗ* if αₗ* is at most three step lengths beyond the new αₗ, and a bound if the
// bound is near. If αₗ does not move, the range is as wide as for a step to αₗ*, but at most as wide
// as for a step of three times the size of αₗ. If the step is too short to be seen on the axis, the
// range is wider than the step.
func parabolaRange(d *solvers.SMODetail, oldG float64) (low, high float64) {
	step := math.Abs(d.NewAl - d.OldAl)
	if step == 0 {
		step = min(math.Abs(d.Unclipped-d.OldAl), 3*scaleOf(d))
	}
	step = max(step, shortestStep(d, oldG))
	low, high = min(d.OldAl, d.NewAl), max(d.OldAl, d.NewAl)
	low = min(low, max(d.Unclipped, low-3*step))
	high = max(high, min(d.Unclipped, high+3*step))
	low, high = low-.6*step, high+.6*step
	if d.Lo < low && d.Lo > low-2*step {
		low = d.Lo - .2*step
	}
	if d.Hi > high && d.Hi < high+2*step {
		high = d.Hi + .2*step
	}
	return low, high
}

// shortestStep returns the length of the shortest step that a picture can show. It is at least a
// thousandth of αₗ. It is also long enough to change g by 1e-7 times |oldG|, because a smaller change
// is not visible on the axis.
func shortestStep(d *solvers.SMODetail, oldG float64) float64 {
	step := 1e-3 * scaleOf(d)
	if d.Kappa > 0 {
		step = max(step, math.Sqrt(2e-7*math.Abs(oldG)/d.Kappa))
	}
	return step
}

// scaleOf returns the order of magnitude of αₗ.
func scaleOf(d *solvers.SMODetail) float64 {
	size := max(math.Abs(d.OldAl), math.Abs(d.NewAl))
	switch {
	case size > 0:
		return size
	case d.Hi > d.Lo && !math.IsInf(d.Hi, 1):
		return d.Hi - d.Lo
	}
	return 1
}

// curveOf samples a function.
func curveOf(f func(float64) float64, from, to float64, name string, ink ascii.Ink, dim bool) ascii.ChartSeries {
	const n = 80
	s := ascii.ChartSeries{Name: name, Ink: ink, Dim: dim}
	for i := range n + 1 {
		x := from + (to-from)*float64(i)/n
		s.Add(x, f(x))
	}
	return s
}
