package lessons

import (
	"context"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
)

// partnerC is the bound C of the questions about moving one α and two.
const partnerC = 1

// partner is a feasible α of which one entry, αℓ, is to change by delta, and
// another, αₖ, has to balance that. Both stay within [0, C].
type partner struct {
	slope
	alpha []float64
	k, l  int
	delta float64
}

// newPartner draws the pair and the change. The values of α are whole
// multiples of 0.2 with Σ αᵢtᵢ = 0.
func newPartner(seed uint64, s slope) partner {
	r := rand.New(rand.NewPCG(seed, 752))
	p := partner{slope: s, alpha: []float64{0.4, 0.6, 0.2, 0.8, 0.4}}
	if s.count(1) == 2 {
		p.alpha = []float64{0.8, 0.4, 0.4, 0.6, 0.2}
	}
	p.k = r.IntN(len(s.t))
	p.l = (p.k + 1 + r.IntN(len(s.t)-1)) % len(s.t)
	p.delta = []float64{-0.2, -0.15, -0.1, -0.05, 0.05, 0.1, 0.15, 0.2}[r.IntN(8)]
	return p
}

// change is the change of αₖ that keeps Σ αᵢtᵢ = 0.
func (p partner) change() float64 { return -p.t[p.k] * p.t[p.l] * p.delta }

// aloneScene lets the student move one α and see the sum.
func (p partner) aloneScene(_ context.Context, a exercises.Answers) exercises.Scene {
	slider := stage.Slider("moved", "α"+anatomy.Sub(p.l+1), 0, partnerC, 0.05, a, answer.Decimal(p.alpha[p.l]))
	alpha := slices.Clone(p.alpha)
	alpha[p.l] = slider.Number()
	table := pointTable("The dual variables, 0 ≤ αᵢ ≤ 1", len(p.t),
		column{title: "i", of: number, left: true},
		column{title: "t", of: each(p.t, answer.Signed)},
		column{title: "αᵢ", of: each(alpha, stage.Four)},
		column{title: "αᵢtᵢ", of: func(i int) string { return stage.Four(alpha[i] * p.t[i]) }})
	return exercises.Scene{Figures: []exercises.Figure{table}, Controls: []exercises.Control{slider}, Notes: []ascii.Line{stage.BalanceNote(floats.Dot(alpha, p.t))}}
}

// pairScene is the square that two α may move in, with the change of αℓ; once
// the answer is there, with the line they have to stay on.
func (p partner) pairScene(ctx context.Context, a exercises.Answers) exercises.Scene {
	from := ascii.Point{X: p.alpha[p.l], Y: p.alpha[p.k]}
	m := square("α"+anatomy.Sub(p.l+1), "α"+anatomy.Sub(p.k+1))
	m.Marks = []ascii.Mark{{X: from.X, Y: from.Y, Label: "now"}}
	notes := []ascii.Line{ascii.Plain("k = " + number(p.k) + ", ℓ = " + number(p.l) + ": both stay in the square.")}
	if !a.Awaits("partner") && answer.Exactly(p.change())(ctx, a["partner"]).Accepted {
		m.Curves = append(m.Curves, ascii.CurveLine{Ink: ascii.Boundary, Name: "Σ αᵢtᵢ = 0", Points: p.feasible()})
		m.Marks = append(m.Marks, ascii.Mark{X: from.X + p.delta, Y: from.Y + p.change(), Focus: true, Label: "after"})
		notes = append(notes, ascii.Plain("On the line Σ αᵢtᵢ = 0. SMO always moves along such a line."))
	}
	return exercises.Scene{Figures: []exercises.Figure{stage.Main("Two α and their square", m)}, Notes: notes}
}

// feasible is the part of the line Σ αᵢtᵢ = 0 within the square.
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
