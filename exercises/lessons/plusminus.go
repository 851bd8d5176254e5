package lessons

import (
	"fmt"
	"math"
	"math/rand/v2"

	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
	"kernellab/solvers"
)

// plusMinus is 6.3: logistic regression with labels −1 and +1.
func plusMinus(b worksheets.Brief) (worksheets.Parts, error) {
	p := newPush(b.Seed)
	return worksheets.Parts{Vars: p.vars()}, nil
}

// push is three points of which one is on the wrong side.
type push struct {
	y, f                    [3]float64
	wrong, close, confident int // which is which
}

// newPush draws a point that is wrong, one that is barely right and one that
// is right by far, of both classes.
func newPush(seed uint64) push {
	r := rand.New(rand.NewPCG(seed, 63))
	margins := [3]float64{-float64(1+r.IntN(3)) - 0.5, float64(1+r.IntN(4)) / 10, float64(4 + r.IntN(3))}
	at := r.Perm(3)
	p := push{wrong: at[0], close: at[1], confident: at[2]}
	side := float64(2*r.IntN(2) - 1)
	for kind, i := range at {
		p.y[i] = side
		p.f[i] = p.y[i] * margins[kind]
		side = -side
	}
	return p
}

// size is how far a step moves aᵢ, in units of η.
func (p push) size(i int) float64 { return solvers.Sigmoid(-p.y[i] * p.f[i]) }

func (p push) vars() map[string]string {
	v := map[string]string{
		"wrong": number(p.wrong), "close": number(p.close), "confident": number(p.confident), "margin": answer.Shown(p.y[p.wrong] * p.f[p.wrong]),
	}
	for i := range p.y {
		v["y"+number(i)], v["f"+number(i)], v["m"+number(i)] = answer.Signed(p.y[i]), answer.Shown(p.f[i]), answer.Shown(p.y[i]*p.f[i])
		v["sizes"] += fmt.Sprintf("a%s moves by %sη", anatomy.Sub(i+1), anatomy.Num(twoDigits(p.size(i)))) + [...]string{", ", ", ", "."}[i]
	}
	return v
}

// twoDigits keeps two significant digits.
func twoDigits(v float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v))-1)
	return math.Round(v/unit) * unit
}
