package unit7

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/solvers"
)

// updateByHand builds the Go part of exercise 7.6: updates of SMO in which the student
// fills in every number.
func updateByHand(input worksheets.LessonInput) worksheets.LessonOutput {
	second := newUpdatePair(input.Seed)
	h := second.firstUpdate
	derivation := h.pairState().Derivation()
	return worksheets.LessonOutput{
		Vars: h.vars(),
		Tasks: worksheets.Tasks{
			"errors": {Tables: h.errorTable(exercises.Cell{Field: "ek"}, exercises.Cell{Field: "el"}),
				Calculation: blanksOf(derivation, nil, "ek", "el")},
			"update":  {Tables: h.knownErrorTable(), Scene: h.draftScene, Calculation: h.updateCalculation()},
			"bounds":  {Scene: h.boundsScene},
			"bias":    {Scene: lesson.FixedScene(h.pointsScene())},
			"picture": {Scene: h.pictureScene},
			"again": {Tables: lesson.FieldTables(second.tableScene("").Figures[0]),
				Calculation: second.updateCalculation(),
				Vars:        second.vars()},
			"flat": {Scene: flatScene},
		},
	}
}

// blanksOf returns the named quantities of a derivation as blanks. A blank has the formula of its
// quantity and the wrong formulas of known slips. knownNumbers holds the other numbers in the
// formulas.
func blanksOf(s anatomy.Derivation, knownNumbers anatomy.Numbers, names ...string) answer.Calculation {
	withKnown := func(compute func(anatomy.Numbers) float64) func(answer.Numbers) float64 {
		return func(numbers answer.Numbers) float64 {
			n := maps.Clone(numbers)
			maps.Copy(n, knownNumbers)
			return compute(n)
		}
	}
	var out answer.Calculation
	for _, q := range s.Pick(names...) {
		l := answer.Quantity{Name: q.Name, Value: withKnown(q.Compute), IsSign: q.Signed}
		for _, slip := range q.Slips {
			l.Slips = append(l.Slips, answer.Slip{ID: slip.ID, Value: withKnown(slip.Compute)})
		}
		out = append(out, l)
	}
	return out
}

// handUpdate is one SMO update with only short numbers: points with whole coordinates, and α
// and b with one decimal.
type handUpdate struct {
	x     [][]float64
	t     []float64
	gram  *solvers.Dense
	alpha []float64
	b, c  float64
	d     solvers.SMODetail
}

// newUpdatePair draws pairs of updates from the seed until one suits the exercise, so that
// every student gets an equally hard one. Both updates change α. The first is clipped, the
// second is not, and every known slip gives a wrong number.
func newUpdatePair(seed uint64) secondUpdate {
	r := lesson.Rand(seed, 76)
	for {
		h, ok := randomHandUpdate(r)
		if !ok || !h.isInstructive() {
			continue
		}
		if second, ok := h.randomSecondUpdate(r); ok {
			return second
		}
	}
}

func randomHandUpdate(r *rand.Rand) (handUpdate, bool) {
	h := handUpdate{t: []float64{1, 1, -1, -1}, c: float64(4+r.IntN(7)) / 10, b: float64(r.IntN(9)-4) / 10}
	r.Shuffle(4, func(i, j int) { h.t[i], h.t[j] = h.t[j], h.t[i] })
	for range 4 {
		h.x = append(h.x, []float64{float64(r.IntN(5) - 2), float64(r.IntN(5) - 2)})
		h.alpha = append(h.alpha, float64(r.IntN(int(math.Round(h.c*10))+1))/10)
	}
	var sum float64
	for i, a := range h.alpha {
		sum += a * h.t[i]
	}
	if math.Abs(sum) > 1e-9 || h.b == 0 {
		return h, false
	}
	h.gram = solvers.LinearGram(h.x)
	k, l := r.IntN(4), r.IntN(4)
	if k == l {
		return h, false
	}
	h.d = solvers.PairUpdate(h.gram, h.t, h.alpha, h.b, h.c, k, l)
	return h, true
}

// isInstructive reports whether the update is clipped, moves clearly and has short numbers, and
// whether known slips give other numbers.
func (h handUpdate) isInstructive() bool {
	d := h.d
	clippedMove := d.Clipped && math.Abs(d.NewAl-d.OldAl) > 0.05 && math.Abs(d.Unclipped-d.NewAl) > 0.05
	if !isShort(d.Kappa) || !clippedMove || d.Kkl == 0 || d.S > 0 && d.OldAk+d.OldAl <= h.c {
		return false
	}
	lo, hi := anatomy.Bounds(-d.S, d.OldAk, d.OldAl, h.c)
	if lesson.NearlyEqual(lo, d.Lo) || lesson.NearlyEqual(hi, d.Hi) {
		return false
	}
	for i, x := range h.x {
		if containsPoint(h.x[:i], x) {
			return false
		}
	}
	return lesson.SlipsDiffer(blanksOf(h.pairState().Derivation(), nil, "ek", "el"), 1e-9)
}

// isShort reports whether division by kappa gives few decimals.
func isShort(kappa float64) bool {
	return slices.Contains([]float64{1, 2, 4, 5, 8, 10, 16, 20}, kappa)
}

// pairState returns the state before the update, with the pair that the update moves.
func (h handUpdate) pairState() anatomy.Pair {
	points := anatomy.Points{Gram: h.gram, Y: h.t}
	return anatomy.Pair{SMOState: points.SMOStateAt(h.c, h.alpha, h.b), K: h.d.K, L: h.d.L}
}

// updateCalculation returns the blanks of the update. The errors are given, because the previous task
// asks for them. For κ, the slip is to reverse the signs of all terms, not just of one.
func (h handUpdate) updateCalculation() answer.Calculation {
	p := h.pairState()
	derivation := p.Derivation()
	blanks := blanksOf(derivation, derivation.Pick("ek", "el").Values(),
		"s", "gamma", "lo", "hi", "kappa", "star", "alnew", "aknew")
	for i := range blanks {
		truth := blanks.RightValues()
		for j := range blanks[i].Slips {
			// H = C alone does not prove that the other rule was used.
			blanks[i].Slips[j].Whole = blanks[i].Slips[j].ID == "wrong-case"
		}
		// If C is far away, leaving it out is not a slip.
		blanks[i].Slips = slices.DeleteFunc(blanks[i].Slips,
			func(s answer.Slip) bool {
				return s.ID == "no-c" && lesson.NearlyEqual(s.Value(truth), truth[blanks[i].Name])
			})
	}
	// γ is not a bound. A student may reverse only its sign and still use the correct
	// rule for the bounds.
	blanks[1].Slips[0].ID = "other-kept"
	kappa := &blanks[4]
	kappa.Slips = slices.DeleteFunc(kappa.Slips, func(s answer.Slip) bool { return s.ID == "kappa-sign" })
	signSlip := answer.Slip{ID: "kappa-sign", Value: func(answer.Numbers) float64 { return -p.Curvature() }}
	kappa.Slips = append([]answer.Slip{signSlip}, kappa.Slips...)
	return blanks
}

// vars returns the quantities of the update by name. Labels are texts with a sign, such as +1.
func (h handUpdate) vars() worksheets.Vars {
	derivation := h.pairState().Derivation()
	v := worksheets.Vars{"k": lesson.PointNumber(h.d.K), "l": lesson.PointNumber(h.d.L),
		"otherS": answer.SignedDecimal(-h.d.S), "gain": anatomy.Num(h.d.Gain), "C": h.c}
	for name, x := range derivation.Values() {
		v[name] = x
		if derivation.Get(name).Signed {
			v[name] = answer.SignedDecimal(x)
		}
	}
	v["b"] = answer.DisplayDecimal(h.b) // before the update
	v["ekNoAlpha"], v["elNoAlpha"] = h.errorWithoutAlpha(h.d.K), h.errorWithoutAlpha(h.d.L)
	maps.Copy(v, h.boundsVars())
	return v
}

// errorWithoutAlpha returns the error of a point if f is computed without the α, which is a known
// slip.
func (h handUpdate) errorWithoutAlpha(i int) float64 {
	out := h.b - h.t[i]
	for j, t := range h.t {
		out += t * h.gram.At(i, j)
	}
	return out
}

// conservedSums returns αₖ + αₗ for one pair and αₖ − αₗ for another pair, both with C = 1. Updates
// do not change them. The student finds the interval of αₗ from each number. Both numbers are
// multiples of 0.1 that depend on the seed.
func (h handUpdate) conservedSums() (sum, diff float64) {
	tenths := func(v, from, to float64) float64 { return min(max(math.Round(v*10)/10, from), to) }
	return tenths(1+(h.c+h.d.OldAl)/2, 1.2, 1.8), tenths(0.2+h.alpha[0]/2, 0.2, 0.7)
}

func (h handUpdate) boundsVars() worksheets.Vars {
	sum, diff := h.conservedSums()
	return worksheets.Vars{"sum": sum, "diff": diff, "sameLo": sum - 1, "otherHi": 1 - diff}
}

// pictureScene shows g along the line of the pair, with the update marked on this parabola, and the
// table.
func (h handUpdate) pictureScene(context.Context, exercises.Answers) exercises.Scene {
	s := h.pointsScene()
	parabola := stage.Parabola(&h.d, solvers.DualObjective(h.gram, h.t, h.alpha))
	parabola.Title, parabola.Role = "g(α) along the line of the pair", exercises.Main
	s.Figures = append([]exercises.Figure{parabola}, s.Figures...)
	s.Formula = stage.SMOFormula(&h.d)
	return s
}

// pointsScene shows b, C and a table of the four points with the Gram matrix.
func (h handUpdate) pointsScene() exercises.Scene {
	s := h.tableScene("Four points, linear kernel")
	s.Notes = append(ascii.PlainLines("b = "+answer.DisplayDecimal(h.b)+",  C = "+answer.DisplayDecimal(h.c)),
		s.Notes[1:]...)
	return s
}

// tableScene shows the table of the four points, with k and l marked.
func (h handUpdate) tableScene(title string) exercises.Scene {
	name := func(i int) string { return lesson.PointNumber(i) + map[int]string{h.d.K: "  k", h.d.L: "  l"}[i] }
	ink := func(i int) ascii.Ink {
		return max(ascii.Text, map[int]ascii.Ink{h.d.K: ascii.Symbol1, h.d.L: ascii.Symbol2}[i])
	}
	columns := []lesson.Column{
		{Title: "point", Text: name, Ink: ink, Left: true},
		lesson.ValuesColumn("x", h.x, lesson.Coordinates).AlignLeft(),
		lesson.ValuesColumn("t", h.t, answer.SignedDecimal),
		lesson.ValuesColumn("α", h.alpha, answer.DisplayDecimal),
	}
	return exercises.Scene{
		Figures: []exercises.Figure{
			lesson.PointTable(title, len(h.x),
				append(columns, lesson.EntryColumns("K%s", 0, len(h.x), h.gram.At)...)...),
		},
		Notes: []ascii.Line{
			ascii.Plain("C = " + answer.DisplayDecimal(h.c)),
			{{Text: fmt.Sprintf("k = %d", h.d.K+1), Ink: ascii.Symbol1}, {Text: ",  ", Ink: ascii.Dim},
				{Text: fmt.Sprintf("l = %d", h.d.L+1), Ink: ascii.Symbol2}},
		},
	}
}

// twinUpdate returns the update of a pair with κ = 0, and g before it. The pair is the same point
// with both labels, α = 0.2 for each and C = 1.
func twinUpdate() (solvers.SMODetail, float64) {
	gram := solvers.LinearGram([][]float64{{1, 1}, {1, 1}})
	t, alpha := []float64{1, -1}, []float64{0.2, 0.2}
	return solvers.PairUpdate(gram, t, alpha, 0, 1, 0, 1), solvers.DualObjective(gram, t, alpha)
}

// flatScene shows g along the line of a pair with κ = 0. There, g is linear, so its maximum is
// at an end. The end of the step is shown once the student has found it.
func flatScene(_ context.Context, a exercises.Answers) exercises.Scene {
	d, objective := twinUpdate()
	figure := stage.Parabola(&d, objective)
	figure.Title, figure.Role = "g(α) along the line of the two points", exercises.Main
	chart := figure.Plot.(ascii.Chart)
	chart.X, chart.Y = ascii.RangeOf(d.Lo, d.Hi).Pad(0.3), ascii.RangeOf(0, 2.5)
	if a["flat"] != "end" {
		chart.Series = slices.DeleteFunc(slices.Clone(chart.Series),
			func(s ascii.ChartSeries) bool { return s.Name == "new" || s.Name == "α*" })
	}
	figure.Plot = chart
	return exercises.Scene{
		Figures: []exercises.Figure{figure},
		Notes:   ascii.PlainLines("x₁ = x₂ = (1, 1), t₁ = +1, t₂ = −1, α₁ = α₂ = 0.2, C = 1, so κ = 2 + 2 − 2·2 = 0."),
	}
}

// errorTable returns the table of the four points, with the given cells for k and l in the column
// E.
func (h handUpdate) errorTable(k, l exercises.Cell) map[string]exercises.FieldTable {
	return lesson.FieldTables(h.pointsScene().Figures[0], lesson.FieldColumn{Title: "E",
		Cell: func(i int) exercises.Cell {
			return map[int]exercises.Cell{h.d.K: k, h.d.L: l}[i]
		}})
}

func (h handUpdate) knownErrorTable() map[string]exercises.FieldTable {
	textCell := func(v float64) exercises.Cell { return exercises.Cell{Text: ascii.Plain(answer.DisplayDecimal(v))} }
	return h.errorTable(textCell(h.d.Ek), textCell(h.d.El))
}

// draftScene shows the parabola as far as the student has filled in its numbers.
func (h handUpdate) draftScene(ctx context.Context, a exercises.Answers) exercises.Scene {
	typed := func(name string) float64 { return lesson.TypedNumber(ctx, a, name) }
	d := stage.HandStep{
		Old: h.d.OldAl, Slope: h.d.Tl * (h.d.Ek - h.d.El), C: h.c,
		Lo: typed("lo"), Hi: typed("hi"), Kappa: typed("kappa"), Unclipped: typed("star"), New: typed("alnew"),
	}
	return exercises.Scene{Figures: []exercises.Figure{d.Figure()}}
}

// squareMap shows the square [0, C] × [0, C] for two α, with C = 1. αₗ grows to the right, αₖ
// upwards.
func squareMap(xLabel, yLabel string) ascii.Map {
	edge := ascii.CurveLine{Ink: ascii.Axis, Name: "The box",
		Points: []ascii.Point{{X: 0, Y: 0}, {X: pairC, Y: 0}, {X: pairC, Y: pairC}, {X: 0, Y: pairC},
			{X: 0, Y: 0}}}
	return ascii.Map{
		X: ascii.RangeOf(0, pairC).Pad(0.12), Y: ascii.RangeOf(0, pairC).Pad(0.12), SameScale: true,
		XLabel: xLabel, YLabel: yLabel, Curves: []ascii.CurveLine{edge},
	}
}

// boundsScene shows the pair at the typed bounds of αₗ, inside or outside the square.
func (h handUpdate) boundsScene(ctx context.Context, a exercises.Answers) exercises.Scene {
	sum, diff := h.conservedSums()
	m := squareMap("αₗ", "αₖ")
	m.X, m.Y = m.X.With(-0.3).With(1.3), m.Y.With(-0.3).With(1.3)
	for _, line := range []struct {
		field, name string
		partner     func(al float64) float64
	}{
		{"same", "equal", func(al float64) float64 { return sum - al }},
		{"other", "different", func(al float64) float64 { return al + diff }},
	} {
		t, err := answer.ReadInterval(a[line.field], answer.Scope{})
		if err != nil || t.Lo == nil || t.Hi == nil {
			continue
		}
		var ends []ascii.Point
		for _, end := range []answer.Expr{*t.Lo, *t.Hi} {
			if v, problem := answer.ParseNumbers(ctx, end.String(), 1); problem == nil {
				ends = append(ends, ascii.Point{X: v[0], Y: line.partner(v[0])})
				m.Marks = append(m.Marks, ascii.Mark{X: v[0], Y: line.partner(v[0]), Label: line.name})
			}
		}
		m.Curves = append(m.Curves, ascii.CurveLine{Ink: ascii.Boundary, Name: line.name, Points: ends})
	}
	return exercises.Scene{
		Figures: []exercises.Figure{stage.Main("The square that both α stay in", m)},
		Notes:   ascii.PlainLines("The picture shows the ends that you type, even if they are outside the square."),
	}
}

// secondUpdate is the update after the first one. It starts from the new α, moves another pair,
// and its maximum lies inside [L, H].
type secondUpdate struct {
	handUpdate                   // the state after the first update, and the pair
	pairBeforeFirst anatomy.Pair // the pair of the second update, in the state before the first update
	firstUpdate     handUpdate
}

// randomSecondUpdate draws a second update that has short numbers like the first and is not clipped.
// It returns false if no pair has such an update.
func (h handUpdate) randomSecondUpdate(r *rand.Rand) (secondUpdate, bool) {
	second := h
	second.alpha = h.pairState().After(h.d.NewAk, h.d.NewAl).Alpha
	for _, pair := range r.Perm(16) {
		k, l := pair/4, pair%4
		if k == l || k == h.d.K && l == h.d.L || k == h.d.L && l == h.d.K {
			continue
		}
		second.d = solvers.PairUpdate(h.gram, h.t, second.alpha, h.b, h.c, k, l)
		s := secondUpdate{handUpdate: second, firstUpdate: h,
			pairBeforeFirst: anatomy.Pair{SMOState: h.pairState().SMOState, K: k, L: l}}
		if s.isInstructive() {
			return s, true
		}
	}
	return secondUpdate{}, false
}

// isInstructive reports whether the maximum lies well inside [L, H], and every slip gives
// another number.
func (s secondUpdate) isInstructive() bool {
	d := s.d
	const room = 0.04
	inside := d.Unclipped > d.Lo+room && d.Unclipped < d.Hi-room && math.Abs(d.NewAl-d.OldAl) > room
	return inside && isShort(d.Kappa) && d.Kkl != 0 && lesson.SlipsDiffer(s.updateCalculation(), 1e-9)
}

// updateCalculation returns the blanks of the second update. The student computes only the difference
// of the two errors, which does not depend on b.
func (s secondUpdate) updateCalculation() answer.Calculation {
	p, d := s.pairState(), s.d
	errorDifference := func(p anatomy.Pair) float64 { return p.F(p.K) - p.F(p.L) }
	unclippedChange := func(n answer.Numbers) float64 { return d.Tl * n["apart"] / n["kappa2"] }
	clip := func(v float64) float64 { return max(d.Lo, min(v, d.Hi)) }
	partnerChange := func(n answer.Numbers) float64 { return d.S * (d.OldAl - n["al2"]) }
	return answer.Calculation{
		{Name: "apart", Value: func(answer.Numbers) float64 { return errorDifference(p) }, Slips: []answer.Slip{
			{ID: "old-alpha", Value: func(answer.Numbers) float64 { return errorDifference(s.pairBeforeFirst) }},
		}},
		{Name: "kappa2", Value: func(answer.Numbers) float64 { return p.Curvature() }, Slips: []answer.Slip{
			{ID: "kappa-two", Value: func(answer.Numbers) float64 { return p.Curvature() + d.Kkl }},
		}},
		{Name: "al2",
			Value: func(n answer.Numbers) float64 { return clip(d.OldAl + unclippedChange(n)) }, Slips: []answer.Slip{
				{ID: "to-the-end", Value: func(n answer.Numbers) float64 {
					if unclippedChange(n) > 0 {
						return d.Hi
					}
					return d.Lo
				}},
				{ID: "errors-swapped",
					Value: func(n answer.Numbers) float64 { return clip(d.OldAl - unclippedChange(n)) }},
			}},
		{Name: "ak2",
			Value: func(n answer.Numbers) float64 { return d.OldAk + partnerChange(n) },
			Slips: []answer.Slip{
				{ID: "partner-sign", Value: func(n answer.Numbers) float64 { return d.OldAk - partnerChange(n) }},
			}},
	}
}

// vars returns the numbers of the second update for its text and solution.
func (s secondUpdate) vars() worksheets.Vars {
	d, p, n := s.d, s.pairState(), s.updateCalculation().RightValues()
	return worksheets.Vars{
		"k2": lesson.PointNumber(d.K), "l2": lesson.PointNumber(d.L), "tk2": answer.SignedDecimal(d.Tk),
		"tl2": answer.SignedDecimal(d.Tl), "s2": answer.SignedDecimal(d.S), "ak2old": d.OldAk, "al2old": d.OldAl,
		"kk2": d.Kkk, "ll2": d.Kll, "kl2": d.Kkl, "apartNoLabels": s.differenceWithoutLabels(),
		"apart": n["apart"], "kappa2": d.Kappa, "lo2": d.Lo, "hi2": d.Hi, "al2": d.NewAl, "ak2": d.NewAk,
		"gk2": p.F(d.K) + d.Tk, "gl2": p.F(d.L) + d.Tl,
	}
}

// differenceWithoutLabels returns the difference of the errors if f is computed without labels,
// which is a known slip.
func (s secondUpdate) differenceWithoutLabels() float64 {
	out := s.t[s.d.L] - s.t[s.d.K]
	for j, a := range s.alpha {
		out += a * (s.gram.At(s.d.K, j) - s.gram.At(s.d.L, j))
	}
	return out
}
