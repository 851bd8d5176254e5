package lessons

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/solvers"
)

// plusMinus is 6.3: logistic regression with labels −1 and +1.
func plusMinus(b worksheets.Brief) worksheets.Parts {
	p := newPush(b.Seed)
	vars := p.vars()
	vars["vanishes"], vars["lastLeft"], vars["farEnd"] = vanishes(), vanishes()-1, farthestScore
	vars["lost"] = anatomy.Num(53 * math.Ln2)
	return worksheets.Parts{
		Vars:  vars,
		Steps: map[string]worksheets.Behaviour{"digits": {Scene: nearlyOne}},
	}
}

// farthestScore is how far the f goes at which 1 − s(f) is computed.
const farthestScore = 45

// vanishes is the least whole f at which 1 − s(f), as a computer subtracts it,
// is 0.
func vanishes() int {
	f := 0
	for 1-solvers.Sigmoid(float64(f)) != 0 {
		f++
	}
	return f
}

// nearlyOne is 1 − s(f) beside s(−f) at an f on a slider.
func nearlyOne(_ context.Context, a exercises.Answers) exercises.Scene {
	score := stage.Slider("score", "f", 0, farthestScore, 1, a, "0")
	f := score.Number()
	row := func(formula string, v float64) []ascii.Line {
		return []ascii.Line{ascii.Plain(formula), ascii.Plain(anatomy.Digits(v, 16))}
	}
	values := ascii.Table{
		Columns: []ascii.Column{{Width: 10}, {Title: "as it is computed", Width: 24}},
		Rows:    [][]ascii.Line{row("s(f)", solvers.Sigmoid(f)), row("1 − s(f)", 1-solvers.Sigmoid(f)), row("s(−f)", solvers.Sigmoid(-f))},
	}
	return exercises.Scene{
		Figures:  []exercises.Figure{stage.Table("At f = "+anatomy.Num(f), values)},
		Controls: []exercises.Control{score},
	}
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

func (p push) vars() worksheets.Vars {
	v := worksheets.Vars{
		"wrong": number(p.wrong), "close": number(p.close), "confident": number(p.confident), "margin": p.y[p.wrong] * p.f[p.wrong],
	}
	sizes := make([]string, len(p.y))
	for i := range p.y {
		v["y"+number(i)], v["f"+number(i)], v["m"+number(i)] = answer.Signed(p.y[i]), p.f[i], p.y[i]*p.f[i]
		sizes[i] = fmt.Sprintf("a%s moves by %sη", anatomy.Sub(i+1), anatomy.Num(twoDigits(p.size(i))))
	}
	v["sizes"] = strings.Join(sizes, ", ") + "."
	return v
}
