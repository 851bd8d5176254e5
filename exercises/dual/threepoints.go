package dual

import (
	"fmt"
	"math/rand/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
)

// threePoints is a regression through the origin that can be done by hand:
// three whole numbers on a line, whole targets, and a step size η with a short
// rate 2η/n. Two steps of gradient descent are known.
type threePoints struct {
	x, t   [3]float64
	eta    float64
	rate   float64    // 2η/n
	first  [3]float64 // a after one step
	scores [3]float64 // Ka at that a
	second [3]float64 // a after two steps
}

// newThreePoints draws from the seed until the numbers are as hard as all
// others: η is stable and every slip that the exercise knows gives another
// number than the truth.
func newThreePoints(seed uint64) threePoints {
	r := rand.New(rand.NewPCG(seed, 61))
	for {
		if p := drawThreePoints(r); p.teaches() {
			return p
		}
	}
}

func drawThreePoints(r *rand.Rand) threePoints {
	p := threePoints{rate: float64(1+r.IntN(2)) / 10}
	p.eta = p.rate * 3 / 2
	places := []float64{-2, -1, 1, 2, 3}
	r.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	for i := range p.x {
		p.x[i] = places[i]
		p.t[i] = float64(1 + r.IntN(4))
		if r.IntN(2) == 0 {
			p.t[i] = -p.t[i]
		}
	}
	for i := range p.x {
		p.first[i] = p.rate * p.t[i]
	}
	for i := range p.x {
		p.scores[i] = p.score(p.first, i)
		p.second[i] = p.first[i] + p.rate*(p.t[i]-p.scores[i])
	}
	return p
}

// teaches reports whether the numbers tell every slip from the truth and from
// each other, also where only one decimal is typed.
func (p threePoints) teaches() bool {
	if p.eta > 0.9*p.limit() {
		return false
	}
	truth := p.working().Truth()
	for _, b := range p.working() {
		values := []float64{b.Value(truth)}
		for _, s := range b.Slips {
			values = append(values, s.Value(truth))
		}
		for i := range values {
			for j := range i {
				if d := values[i] - values[j]; d*d < 0.051*0.051 {
					return false
				}
			}
		}
	}
	return true
}

// k is the linear kernel of two of the points.
func (p threePoints) k(i, j int) float64 { return p.x[i] * p.x[j] }

// score is (Ka)ᵢ.
func (p threePoints) score(a [3]float64, i int) float64 {
	var f float64
	for j := range a {
		f += a[j] * p.k(i, j)
	}
	return f
}

// lambda is the largest eigenvalue of K, which here is Σ xᵢ².
func (p threePoints) lambda() float64 { return solvers.LambdaMax(solvers.LinearGram(p.rows())) }

// limit is n/λ_max(K), below which η is stable.
func (p threePoints) limit() float64 { return 3 / p.lambda() }

func (p threePoints) rows() [][]float64 {
	return [][]float64{{p.x[0]}, {p.x[1]}, {p.x[2]}}
}

// model is the three points as a data set.
func (p threePoints) model(k kernels.Kernel[[]float64]) stage.Model {
	return stage.Model{Set: dataset.NewRegression("three points", p.rows(), p.t[:]), Kernel: k}
}

// weight is w = Φᵀa, one number on the line.
func (p threePoints) weight(a [3]float64) float64 {
	return a[0]*p.x[0] + a[1]*p.x[1] + a[2]*p.x[2]
}

// table shows the points, the targets and the Gram matrix.
func (p threePoints) table() exercises.Figure {
	t := ascii.Table{Columns: []ascii.Column{{Title: "i"}, {Title: "xᵢ", Right: true}, {Title: "tᵢ", Right: true}}}
	for j := range p.x {
		t.Columns = append(t.Columns, ascii.Column{Title: "Kᵢ" + stage.Sub(j+1), Right: true, Width: 5})
	}
	for i := range p.x {
		row := []ascii.Line{ascii.Plain(fmt.Sprint(i + 1)), ascii.Plain(answer.Shown(p.x[i])), ascii.Plain(answer.Shown(p.t[i]))}
		for j := range p.x {
			row = append(row, ascii.Plain(answer.Shown(p.k(i, j))))
		}
		t.Rows = append(t.Rows, row)
	}
	return exercises.Figure{Title: "Three points, linear kernel", Role: exercises.Table, Plot: t}
}
