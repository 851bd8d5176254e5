package lessons

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
)

// backToPrimal is 9.6: random Fourier features, how far they are from the kernel,
// and a linear model on them.
func backToPrimal(b worksheets.Brief) worksheets.Parts {
	g := newFourierError(b.Seed)
	c := g.constant()
	first := 100 * b.Numbers["hundreds"]
	both := newTwins(b.Seed)
	return worksheets.Parts{
		Vars: worksheets.Vars{"firstError": anatomy.Plain(c/math.Sqrt(first), 2), "laterError": anatomy.Plain(c/math.Sqrt(first)/b.Numbers["times"], 2)},
		Steps: map[string]worksheets.Behaviour{
			"grow":    {Scene: g.scene},
			"picture": {Scene: both.scene},
			"time":    {Scene: (&stopwatch{seed: b.Seed}).scene},
		},
	}
}

// mostDoublings is how often m doubles, from 10 on: to mostFeatures.
const (
	mostDoublings = 9
	mostFeatures  = 10 << mostDoublings
)

// fourierError is points with their kernel, and features that become more and more.
type fourierError struct {
	seed   uint64
	points [][]float64
	kernel kernels.RBF
	gram   *mat.SymDense
	mu     sync.Mutex
	kept   map[bool]features // what was drawn, by pairs
}

// newFourierError takes thirty points of the moons, class by class.
func newFourierError(seed uint64) *fourierError {
	set := dataset.MustBuiltin("moons")
	g := &fourierError{seed: seed, kernel: kernels.RBF{Sigma: 1}, kept: map[bool]features{}}
	for _, y := range []float64{1, -1} {
		for i := range set.Len() {
			if set.Label(i) == y && i%10 < 3 {
				g.points = append(g.points, set.Point(i))
			}
		}
	}
	g.gram = kernels.Gram[[]float64](g.kernel, g.points)
	return g
}

// constant is what RMS error·√m is on average, off the diagonal.
func (g *fourierError) constant() float64 {
	var sum float64
	n := len(g.points)
	for i := range n {
		for j := range i {
			sum += kernels.PhaseVariance(g.gram.At(i, j))
		}
	}
	return math.Sqrt(sum / float64(n*(n-1)/2))
}

// approximated is ZZᵀ for m = 10·2ⁱ features, of the last draw, and the error off
// the diagonal over all draws, with the mean squared one of each.
type approximated struct {
	m     int
	gram  *mat.SymDense
	error float64
	each  []float64
}

// features are the last that were drawn, mostFeatures of them, and what every m of
// the first of them comes to.
type features struct {
	z     kernels.Fourier
	pairs bool
	steps []approximated
}

// fourierDraws is how often the features of each m are drawn: the entries of one
// draw err together, so that one alone says little of the error.
const fourierDraws = 8

// all draws as many features as there ever are, and takes the first m of them for
// every m; where ctx ends there are no steps.
func (g *fourierError) all(ctx context.Context, pairs bool) features {
	g.mu.Lock()
	defer g.mu.Unlock()
	if known, ok := g.kept[pairs]; ok {
		return known
	}
	r := rand.New(rand.NewPCG(g.seed, 96))
	out, drawn := make([]approximated, mostDoublings+1), features{pairs: pairs}
	for range fourierDraws {
		if ctx.Err() != nil {
			return features{}
		}
		drawn.z = kernels.NewFourier(r, g.kernel, 2, mostFeatures, pairs)
		z := g.rows(drawn.z)
		sum := mat.NewSymDense(len(g.points), nil)
		from := 0
		for i := range out {
			a := &out[i]
			a.m = 10 << i
			sum.SymRankK(sum, 1, z.Slice(0, len(g.points), from, a.m))
			a.gram = mat.NewSymDense(len(g.points), nil)
			a.gram.ScaleSym(float64(mostFeatures)/float64(a.m), sum) // z has 1/√mostFeatures in it
			a.each = append(a.each, g.squaredError(a.gram))
			from = a.m
		}
	}
	for i := range out {
		out[i].error = math.Sqrt(floats.Sum(out[i].each) / fourierDraws)
	}
	drawn.steps = out
	g.kept[pairs] = drawn
	return drawn
}

// rows are mostFeatures features of the points, a row a point. Half of the points are
// mapped beside the other half: a cosine for each feature is most of the work.
func (g *fourierError) rows(f kernels.Fourier) *mat.Dense {
	z := mat.NewDense(len(g.points), mostFeatures, nil)
	var both sync.WaitGroup
	half := len(g.points) / 2
	for _, part := range [][2]int{{0, half}, {half, len(g.points)}} {
		both.Go(func() {
			for j := part[0]; j < part[1]; j++ {
				f.MapTo(z.RawRowView(j), g.points[j])
			}
		})
	}
	both.Wait()
	return z
}

// squaredError is the mean squared error off the diagonal.
func (g *fourierError) squaredError(k *mat.SymDense) float64 {
	var sum float64
	n := len(g.points)
	for i := range n {
		for j := range i {
			d := k.At(i, j) - g.gram.At(i, j)
			sum += d * d
		}
	}
	return sum / float64(n*(n-1)/2)
}

func (g *fourierError) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	kind := stage.ChoiceControl("kind", "features", a, "phases", exercises.Choice{Value: "phases", Label: "cosines with a phase"}, exercises.Choice{Value: "pairs", Label: "pairs of cosine and sine"})
	scene := exercises.Scene{Controls: []exercises.Control{kind}}
	all := g.all(ctx, kind.Value == "pairs")
	if all.steps == nil {
		return scene
	}
	scene.Run = g.run(all)
	return scene
}

func (g *fourierError) frame(all []approximated, i int) exercises.Frame {
	n, at := len(g.points), all[i]
	curve := ascii.ChartSeries{Name: "error", Ink: ascii.Symbol1, Kind: ascii.Dots}
	for _, one := range all[:i+1] {
		curve.X, curve.Y = append(curve.X, math.Log10(float64(one.m))), append(curve.Y, one.error)
	}
	heat := func(k *mat.SymDense) ascii.Heatmap {
		return ascii.Heatmap{Rows: n, Cols: n, At: k.At, Range: ascii.Range{Min: -0.4, Max: 1.4}, Bar: true}
	}
	return exercises.Frame{
		Figures: []exercises.Figure{
			stage.Main(fmt.Sprintf("ZZᵀ, m = %d", at.m), heat(at.gram)),
			stage.Main("K", heat(g.gram)),
			stage.Chart("RMS error, over log₁₀ m", ascii.Chart{
				Series: []ascii.ChartSeries{curve}, Log: true, X: ascii.Range{Min: 0.9, Max: 4.1}, Y: ascii.Range{Min: 0.003, Max: 0.6},
			}),
		},
		Status: ascii.Plainf("%d features: RMS error %s over %d draws, of which one is shown", at.m, anatomy.Digits(at.error, 3), fourierDraws),
		Formula: []ascii.Line{
			ascii.Plainf("error · √m = %s · %s = %s", anatomy.Digits(at.error, 3), anatomy.Digits(math.Sqrt(float64(at.m)), 3), anatomy.Digits(at.error*math.Sqrt(float64(at.m)), 2)),
			ascii.Plain("on the diagonal off by at most " + exercises.Typeset(anatomy.Plain(g.offOnDiagonal(at.gram), 2))),
		},
	}
}

func (g *fourierError) offOnDiagonal(k *mat.SymDense) float64 {
	d := make([]float64, k.SymmetricDim())
	for i := range d {
		d[i] = math.Abs(k.At(i, i) - 1)
	}
	return floats.Max(d)
}
