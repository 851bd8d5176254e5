package kit

import (
	"context"
	"math"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// featureGrid is how many points the Gram matrices of features are drawn for: an even
// number, so that ±1, where a geometric sum has another form, is none of them.
const featureGrid = 24

// sumGram is the Gram matrix of a grid of numbers by a sum of features, beside the
// same in closed form, and how far the two are apart.
func sumGram(p *worksheets.Params) worksheets.SceneFunc {
	by := leversOf(p, "sliders")
	f := featureSum{
		end: p.Float("end"), count: by.law(p, "features", p.Needed("features")),
		feature: by.law(p, "feature", p.Needed("feature"), "x", "i"),
	}
	title, notes := by.title(p, "sum-gram"), livesOf(p, "notes", by)
	closed := f.closed(p, by)
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		at := by.values(a)
		sum, other := f.onGrid(f.products(at)), f.onGrid(closed(at))
		apart, scale := 0.0, ascii.RangeOf(slices.Concat(sum, other)...)
		for i, v := range sum {
			apart = max(apart, math.Abs(v-other[i]))
		}
		heat := func(title string, values []float64) exercises.Figure {
			return stage.Main(title, ascii.Heatmap{
				Rows: featureGrid, Cols: featureGrid, At: func(i, j int) float64 { return values[i*featureGrid+j] }, Range: scale, Bar: true,
			})
		}
		return exercises.Scene{
			Controls: by.controls(a),
			Figures:  []exercises.Figure{heat(title(a), sum), heat("closed form", other)},
			Notes:    append(shown(ctx, notes, a), ascii.Plain("On this grid the two differ by at most "+exercises.Typeset(anatomy.Plain(apart, 2))+".")),
		}
	}
}

// featureSum is k(x, z) = Σᵢ φᵢ(x)·φᵢ(z) on numbers from −end to end.
type featureSum struct {
	end            float64
	count, feature answer.Func
}

// ofTwo is a function of x and z.
type ofTwo func(x, z float64) float64

// onGrid are the values at all pairs of the grid, row by row.
func (f featureSum) onGrid(k ofTwo) []float64 {
	place := func(i int) float64 { return f.end * (2*float64(i)/(featureGrid-1) - 1) }
	out := make([]float64, featureGrid*featureGrid)
	for i := range out {
		out[i] = k(place(i/featureGrid), place(i%featureGrid))
	}
	return out
}

// sum adds up what there is for each feature, for values of the sliders.
func (f featureSum) sum(at []float64, one func(i float64) float64) (total float64) {
	for i := 1.0; i <= f.count.Value(at...); i++ {
		total += one(i)
	}
	return total
}

// products is the sum of φᵢ(x)·φᵢ(z).
func (f featureSum) products(at []float64) ofTwo {
	phi := func(x, i float64) float64 { return f.feature.Value(slices.Concat([]float64{x, i}, at)...) }
	return func(x, z float64) float64 {
		return f.sum(at, func(i float64) float64 { return phi(x, i) * phi(z, i) })
	}
}

// closed is the closed form of the sum, or the sum of those of φᵢ(x)·φᵢ(z), for
// values of the sliders.
func (f featureSum) closed(p *worksheets.Params, by levers) func(at []float64) ofTwo {
	if p.Flag("each") {
		law := by.law(p, "closed", p.Needed("closed"), "x", "z", "i")
		return func(at []float64) ofTwo {
			return func(x, z float64) float64 {
				return f.sum(at, func(i float64) float64 { return law.Value(slices.Concat([]float64{x, z, i}, at)...) })
			}
		}
	}
	law := by.law(p, "closed", p.Needed("closed"), "x", "z")
	return func(at []float64) ofTwo {
		return func(x, z float64) float64 { return law.Value(slices.Concat([]float64{x, z}, at)...) }
	}
}
