package dataset

import (
	"math"
	"math/rand/v2"
)

// Every generator returns a new set that depends on its arguments alone: the
// same on every platform, with values rounded to six decimals. The classes
// alternate, so each has half of the points, +1 one more if n is odd. All of
// them panic on n < 2 and on a negative or infinite noise.

// Moons draws n points from two interleaving half circles of radius 1 with
// normal noise of the given deviation: class +1 the upper one around (0, 0),
// class −1 the lower one around (1, ½). The built-in set has noise 0.15.
func Moons(n int, noise float64, seed uint64) *Set {
	return generate("moons", n, noise, newSource(seed, streamMoons), func(r *rand.Rand, y float64) []float64 {
		t := math.Pi * r.Float64()
		x, z := math.Cos(t), math.Sin(t)
		if y < 0 {
			x, z = 1-x, 0.5-z
		}
		return []float64{x + float64(noise*r.NormFloat64()), z + float64(noise*r.NormFloat64())}
	})
}

// Circles draws n points from two rings around the origin with normal noise:
// class +1 the inner one, of radius 1, class −1 the outer one, of radius 2.2. The
// built-in set has noise 0.15.
func Circles(n int, noise float64, seed uint64) *Set {
	return generate("circles", n, noise, newSource(seed, streamCircles), func(r *rand.Rand, y float64) []float64 {
		t, radius := 2*math.Pi*r.Float64(), 1.0
		if y < 0 {
			radius = 2.2
		}
		return []float64{
			float64(radius*math.Cos(t)) + float64(noise*r.NormFloat64()),
			float64(radius*math.Sin(t)) + float64(noise*r.NormFloat64()),
		}
	})
}

// BlobsOverlapping draws n points from two normal distributions of deviation
// 1.3 around (−1, −1) and (1, 1). No line separates so many of them: about
// one point in seven lies on the other side of the best one, x₁ + x₂ = 0.
func BlobsOverlapping(n int, seed uint64) *Set {
	return generate("blobs_overlap", n, 0, newSource(seed, streamOverlapping), func(r *rand.Rand, y float64) []float64 {
		return []float64{y + float64(1.3*r.NormFloat64()), y + float64(1.3*r.NormFloat64())}
	})
}

// ParabolaSides draws n points from 0 ≤ x₁ ≤ 16, −3 ≤ x₂ ≤ 3: class +1 to the
// right of x₁ = x₂² + 5, class −1 to its left, none nearer to it than 0.6 along x₁.
func ParabolaSides(n int, seed uint64) *Set {
	return generate("parabola", n, 0, newSource(seed, streamParabola), func(r *rand.Rand, y float64) []float64 {
		for {
			x, z := 16*r.Float64(), 6*r.Float64()-3
			if y*(x-float64(z*z)-5) >= 0.6 {
				return []float64{x, z}
			}
		}
	})
}

// SineReg draws n targets sin(2x) + 0.3x + noise at points spread evenly, with
// a little jitter, over [−3, 3], in rising order of x. The built-in set has
// noise 0.15.
func SineReg(n int, noise float64, seed uint64) *Set {
	checkSize(n, noise)
	r := newSource(seed, streamSine)
	points, targets := make([][]float64, n), make([]float64, n)
	for i := range points {
		x := rounded(-3 + 6*(float64(i)+r.Float64())/float64(n))
		points[i] = []float64{x}
		targets[i] = rounded(math.Sin(2*x) + float64(0.3*x) + float64(noise*r.NormFloat64()))
	}
	return NewRegression("sine_reg", points, targets)
}

func generate(name string, n int, noise float64, r *rand.Rand, draw func(*rand.Rand, float64) []float64) *Set {
	checkSize(n, noise)
	points, labels := make([][]float64, n), make([]float64, n)
	for i := range points {
		labels[i] = 1 - 2*float64(i%2)
		points[i] = draw(r, labels[i])
		for j, v := range points[i] {
			points[i][j] = rounded(v)
		}
	}
	return NewClassification(name, points, labels)
}

func checkSize(n int, noise float64) {
	if n < 2 {
		panic("dataset: fewer than two points")
	}
	if !(noise >= 0) || math.IsInf(noise, 0) {
		panic("dataset: noise is negative or not finite")
	}
}
