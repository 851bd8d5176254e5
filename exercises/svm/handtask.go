package svm

import (
	"math"
	"math/rand/v2"
	"slices"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// handTask is one SMO update whose every number is short: points with whole
// coordinates, α and b in tenths.
type handTask struct {
	x     [][]float64
	t     []float64
	gram  *solvers.Dense
	alpha []float64
	b, c  float64
	d     solvers.SMODetail
}

// newHandTask draws updates from the seed until one is as hard as all others:
// the pair moves, is clipped, and every slip the exercise knows gives another
// number than the truth.
func newHandTask(seed uint64) handTask {
	r := rand.New(rand.NewPCG(seed, 76))
	for {
		if h, ok := drawHandTask(r); ok && h.teaches() {
			return h
		}
	}
}

func drawHandTask(r *rand.Rand) (handTask, bool) {
	h := handTask{t: []float64{1, 1, -1, -1}, c: float64(4+r.IntN(7)) / 10, b: float64(r.IntN(9)-4) / 10}
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

// teaches reports whether the update shows all that the exercise is about.
func (h handTask) teaches() bool {
	d := h.d
	// Division by these ends after few decimals.
	short := slices.Contains([]float64{1, 2, 4, 5, 8, 10, 16, 20}, d.Kappa)
	moves := d.Clipped && math.Abs(d.NewAl-d.OldAl) > 0.05 && math.Abs(d.Unclipped-d.NewAl) > 0.05
	if !short || !moves || d.Kkl == 0 {
		return false
	}
	lo, hi := anatomy.Bounds(-d.S, d.OldAk, d.OldAl, h.c)
	if same(lo, d.Lo) || same(hi, d.Hi) {
		return false
	}
	for i, x := range h.x {
		if taken(h.x[:i], x) {
			return false
		}
	}
	return h.errorSlipsDiffer()
}

// errorSlipsDiffer reports whether the known slips in E give different values
// from the truth and from each other, at k and at ℓ.
func (h handTask) errorSlipsDiffer() bool {
	sheet := h.pair().Sheet()
	for _, name := range []string{"ek", "el"} {
		v := []float64{sheet.Truth()[name]}
		for _, slip := range sheet.Of(name).Slips {
			v = append(v, sheet.With(slip.ID, name)[name])
		}
		for p := range v {
			for q := range p {
				if same(v[p], v[q]) {
					return false
				}
			}
		}
	}
	return true
}

func same(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
