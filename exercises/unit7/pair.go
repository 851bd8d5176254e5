package unit7

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/solvers"
)

// partnerC is the bound C of the questions about moving one α and two.
const partnerC = 1

// partner is a feasible α. One entry, αₗ, is to change by delta, and another, αₖ, must
// compensate for it. Both stay within [0, C].
type partner struct {
	slope
	alpha []float64
	k, l  int
	delta float64
}

// newPartner draws the pair and the change. The values of α are multiples of 0.2 with Σ
// αᵢtᵢ = 0.
func newPartner(seed uint64, s slope) partner {
	r := lesson.Rand(seed, 752)
	p := partner{slope: s, alpha: []float64{0.4, 0.6, 0.2, 0.8, 0.4}}
	if s.count(1) == 2 {
		p.alpha = []float64{0.8, 0.4, 0.4, 0.6, 0.2}
	}
	p.k = r.IntN(len(s.t))
	p.l = (p.k + 1 + r.IntN(len(s.t)-1)) % len(s.t)
	p.delta = []float64{-0.2, -0.15, -0.1, -0.05, 0.05, 0.1, 0.15, 0.2}[r.IntN(8)]
	return p
}

// change returns the change of αₖ that keeps Σ αᵢtᵢ = 0.
func (p partner) change() float64 { return -p.t[p.k] * p.t[p.l] * p.delta }

// aloneScene lets the student move one α and see the sum.
func (p partner) aloneScene(_ context.Context, a exercises.Answers) exercises.Scene {
	slider := stage.Slider("moved", "α"+anatomy.Sub(p.l+1), 0, partnerC, 0.05, a, answer.Decimal(p.alpha[p.l]))
	alpha := slices.Clone(p.alpha)
	alpha[p.l] = slider.Number()
	table := lesson.PointTable("The dual variables, 0 ≤ αᵢ ≤ 1", len(p.t),
		lesson.Column{Title: "i", Of: lesson.PointNumber, Left: true},
		lesson.Each("t", p.t, answer.Signed),
		lesson.Each("αᵢ", alpha, stage.Four),
		lesson.Column{Title: "αᵢtᵢ", Of: func(i int) string { return stage.Four(alpha[i] * p.t[i]) }})
	return exercises.Scene{Figures: []exercises.Figure{table}, Controls: []exercises.Control{slider},
		Notes: []ascii.Line{stage.BalanceNote(floats.Dot(alpha, p.t))}}
}

// pairScene shows the square in which two α may move, with the change of αₗ and, once
// the answer is right, the line that they must stay on.
func (p partner) pairScene(ctx context.Context, a exercises.Answers) exercises.Scene {
	from := ascii.Point{X: p.alpha[p.l], Y: p.alpha[p.k]}
	m := square("α"+anatomy.Sub(p.l+1), "α"+anatomy.Sub(p.k+1))
	m.Marks = []ascii.Mark{{X: from.X, Y: from.Y, Label: "now"}}
	notes := ascii.PlainLines(
		"k = " + lesson.PointNumber(p.k) + ", l = " + lesson.PointNumber(p.l) + ": both stay in the square.",
	)
	if !a.Awaits("partner") && answer.Exactly(p.change())(ctx, a["partner"]).Accepted {
		m.Curves = append(m.Curves, ascii.CurveLine{Ink: ascii.Boundary, Name: "Σ αᵢtᵢ = 0", Points: p.feasible()})
		m.Marks = append(m.Marks, ascii.Mark{X: from.X + p.delta, Y: from.Y + p.change(), Focus: true, Label: "after"})
		notes = append(notes, ascii.Plain("On the line Σ αᵢtᵢ = 0. SMO always moves along such a line."))
	}
	return exercises.Scene{Figures: []exercises.Figure{stage.Main("Two α and their square", m)}, Notes: notes}
}

// feasible returns the part of the line Σ αᵢtᵢ = 0 within the square.
func (p partner) feasible() []ascii.Point {
	s := p.t[p.k] * p.t[p.l]
	gamma := p.alpha[p.k] + s*p.alpha[p.l]
	var out []ascii.Point
	const pieces = 100
	for i := range pieces + 1 {
		x := partnerC * float64(i) / pieces
		if y := gamma - s*x; y >= -1e-9 && y <= partnerC+1e-9 {
			out = append(out, ascii.Point{X: x, Y: y})
		}
	}
	return out
}

// flags returns the task of the points that may be chosen with k: those that can move
// the other way and raise g.
func (s stall) flags() flagTask {
	k := s.null.K
	grows := s.Up(k) && s.E(k) <= 0 // k must grow its tα
	rises := func(i int) bool { return grows && s.F(i) > s.F(k) || !grows && s.F(i) < s.F(k) }
	against := func(i int) bool { return grows && s.Low(i) || !grows && s.Up(i) }
	along := func(i int) bool { return grows && s.Up(i) || !grows && s.Low(i) }
	flag := func(all ...func(int) bool) func(int) string {
		return func(i int) string {
			for _, holds := range all {
				if !holds(i) {
					return "no"
				}
			}
			return "yes"
		}
	}
	always := func(text string) func(int) string { return func(int) string { return text } }
	other := func(i int) bool { return i != k }
	return flagTask{
		field: "go", n: s.Len(), of: flag(against, rises),
		ask: func(i int) string {
			if i == k {
				return "This is k itself."
			}
			return "Is F = " + threeDecimals(s.F(i)) + " on the right side of " + threeDecimals(s.F(k)) +
				"? And has its tα room that way?"
		},
		slips: []flagSlip{
			{id: "by-error", whole: true, of: flag(rises), says: always("Can it move that way?")},
			{id: "by-mark", of: flag(against, other), says: always("Would g rise?")},
			{id: "same-way", of: flag(along, rises), says: always("Which way would its tα have to go?")},
		},
	}
}

// toBeFlagged returns the table of the candidates with a blank for every flag.
func (s stall) toBeFlagged() map[string]exercises.FieldTable {
	return toBeFlagged(s.Machine, "may go with k", s.flags().blank, lesson.Column{Title: "i",
		Of:  func(i int) string { return lesson.PointNumber(i) + map[int]string{s.null.K: " k"}[i] },
		Ink: func(i int) ascii.Ink { return max(ascii.Text, map[int]ascii.Ink{s.null.K: ascii.Symbol1}[i]) }})
}

// flagScene shows every point at its F, with a line at that of k. Points flagged as
// partners of k are highlighted, those flagged as unsuitable are dimmed.
func (s stall) flagScene(_ context.Context, a exercises.Answers) exercises.Scene {
	k, fk := s.null.K, s.F(s.null.K)
	picture := ascii.Map{XLabel: "x₁", YLabel: "F",
		Curves: []ascii.CurveLine{
			{F: func(float64) float64 { return fk }, Dotted: true, Ink: ascii.Symbol1, Name: "Fₖ"},
		}}
	xs, fs := []float64{}, []float64{}
	for i := range s.Len() {
		x := s.set.Point(i)[0]
		xs, fs = append(xs, x), append(fs, s.F(i))
		m := ascii.Mark{X: x, Y: s.F(i), Class: int(s.Y[i]), Label: lesson.PointNumber(i)}
		if s.Alpha[i] > 0 {
			m.Kind = ascii.FreeSV
		}
		switch flag := a[s.flags().name(i)]; {
		case i == k:
			m.Label, m.Ink = "k", ascii.Symbol1
		case flag == "yes":
			m.Focus = true
		case flag == "no":
			m.Ink = ascii.Dim
		}
		picture.Marks = append(picture.Marks, m)
	}
	picture.X, picture.Y = ascii.RangeOf(xs...).Pad(.12), ascii.RangeOf(fs...).Pad(.12)
	return exercises.Scene{
		Figures: []exercises.Figure{stage.Main("F of every point, in brackets those that may go with k", picture)},
		Notes:   ascii.PlainLines("C = " + answer.DisplayDecimal(s.C)),
	}
}

// secondPair is the update after the one by hand: of another pair, from the new α, and
// with its maximum inside [L, H].
type secondPair struct {
	handTask              // the state after the first update, and the pair
	before   anatomy.Pair // the pair before the first update
	first    handTask
}

// next draws a second update that has short numbers like the first and is not clipped.
// ok is false if no pair has one.
func (h handTask) next(r *rand.Rand) (secondPair, bool) {
	after := h
	after.alpha = h.pair().After(h.d.NewAk, h.d.NewAl).Alpha
	for _, at := range r.Perm(16) {
		k, l := at/4, at%4
		if k == l || k == h.d.K && l == h.d.L || k == h.d.L && l == h.d.K {
			continue
		}
		after.d = solvers.PairUpdate(h.gram, h.t, after.alpha, h.b, h.c, k, l)
		s := secondPair{handTask: after, first: h, before: anatomy.Pair{Machine: h.pair().Machine, K: k, L: l}}
		if s.teaches() {
			return s, true
		}
	}
	return secondPair{}, false
}

// teaches reports whether the maximum lies well inside [L, H], and every slip gives
// another number.
func (s secondPair) teaches() bool {
	d := s.d
	const room = 0.04
	inside := d.Unclipped > d.Lo+room && d.Unclipped < d.Hi-room && math.Abs(d.NewAl-d.OldAl) > room
	return inside && isShort(d.Kappa) && d.Kkl != 0 && lesson.SlipsDiffer(s.update(), 1e-9)
}

// update calculates its blanks. It asks only for the difference of the errors, which
// does not need b.
func (s secondPair) update() answer.Working {
	p, d := s.pair(), s.d
	errors := func(of anatomy.Pair) float64 { return of.F(of.K) - of.F(of.L) }
	climb := func(n answer.Numbers) float64 { return d.Tl * n["apart"] / n["kappa2"] }
	clip := func(v float64) float64 { return math.Max(d.Lo, math.Min(v, d.Hi)) }
	across := func(n answer.Numbers) float64 { return d.S * (d.OldAl - n["al2"]) }
	return answer.Working{
		{Name: "apart", Value: func(answer.Numbers) float64 { return errors(p) }, Slips: []answer.Slip{
			{ID: "old-alpha", Value: func(answer.Numbers) float64 { return errors(s.before) }},
		}},
		{Name: "kappa2", Value: func(answer.Numbers) float64 { return p.Curvature() }, Slips: []answer.Slip{
			{ID: "kappa-two", Value: func(answer.Numbers) float64 { return p.Curvature() + d.Kkl }},
		}},
		{Name: "al2", From: []string{"apart", "kappa2"},
			Value: func(n answer.Numbers) float64 { return clip(d.OldAl + climb(n)) }, Slips: []answer.Slip{
				{ID: "to-the-end", Value: func(n answer.Numbers) float64 {
					if climb(n) > 0 {
						return d.Hi
					}
					return d.Lo
				}},
				{ID: "errors-swapped", Value: func(n answer.Numbers) float64 { return clip(d.OldAl - climb(n)) }},
			}},
		{Name: "ak2", From: []string{"al2"}, Value: func(n answer.Numbers) float64 { return d.OldAk + across(n) },
			Slips: []answer.Slip{
				{ID: "partner-sign", Value: func(n answer.Numbers) float64 { return d.OldAk - across(n) }},
			}},
	}
}

// vars returns the numbers of the second update for its text and solution.
func (s secondPair) vars() worksheets.Vars {
	d, n := s.d, s.update().Truth()
	return worksheets.Vars{
		"k2": lesson.PointNumber(d.K), "l2": lesson.PointNumber(d.L), "tk2": answer.Signed(d.Tk),
		"tl2": answer.Signed(d.Tl), "s2": answer.Signed(d.S), "ak2old": d.OldAk, "al2old": d.OldAl,
		"kk2": d.Kkk, "ll2": d.Kll, "kl2": d.Kkl, "apartNoLabels": s.apartWithoutLabels(),
		"apart": n["apart"], "kappa2": d.Kappa, "lo2": d.Lo, "hi2": d.Hi, "al2": d.NewAl, "ak2": d.NewAk,
		"gk2": s.F(d.K) + d.Tk, "gl2": s.F(d.L) + d.Tl,
	}
}

// apartWithoutLabels returns the difference of the errors if f is computed without
// labels, a slip.
func (s secondPair) apartWithoutLabels() float64 {
	out := s.t[s.d.L] - s.t[s.d.K]
	for j, a := range s.alpha {
		out += a * (s.gram.At(s.d.K, j) - s.gram.At(s.d.L, j))
	}
	return out
}

// F returns f − b − t at a point, with the new α.
func (s secondPair) F(i int) float64 { return s.pair().F(i) }
