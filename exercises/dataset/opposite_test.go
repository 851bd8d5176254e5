package dataset

import (
	"math"
	"math/rand/v2"
)

// The sets below hold −x with every x, and with the opposite label: no even
// function, f(−x) = f(x), is right on more than half of them. The last point of
// an odd number stands alone.

// OddLine draws n points of the square [−3, 3]² on both sides of x₁ + x₂ = 0, none
// nearer to it than 0.4: class +1 above it.
func OddLine(n int, seed uint64) *Set {
	return generate("odd_line", n, 0, newSource(seed, streamOddLine), mirrored(func(x []float64) float64 {
		return (x[0] + x[1]) / math.Sqrt2
	}))
}

// OddWave draws n points of the square [−3, 3]² on both sides of the curve
// x₂ = 2 sin(1.5 x₁), none nearer to it than 0.4 along x₂: class +1 above it.
func OddWave(n int, seed uint64) *Set {
	return generate("odd_wave", n, 0, newSource(seed, streamOddWave), mirrored(func(x []float64) float64 {
		return x[1] - float64(2*math.Sin(float64(1.5*x[0])))
	}))
}

// mirrored draws a point of class +1, where an odd f is 0.4 at least, and then
// the point across the origin from it.
func mirrored(f func(x []float64) float64) func(*rand.Rand, float64) []float64 {
	var last []float64
	return func(r *rand.Rand, y float64) []float64 {
		if y < 0 {
			return []float64{0 - last[0], 0 - last[1]}
		}
		for {
			last = []float64{6*r.Float64() - 3, 6*r.Float64() - 3}
			if f(last) >= 0.4 {
				return []float64{last[0], last[1]}
			}
		}
	}
}

// SineGap is [SineReg] without points between −0.9 and 1.1: half of the n targets
// lie on either side, one more to the right if n is odd. What a fit says in the
// gap is its kernel's guess. The built-in set has noise 0.15.
func SineGap(n int, noise float64, seed uint64) *Set {
	checkSize(n, noise)
	r := newSource(seed, streamGap)
	points, targets := make([][]float64, n), make([]float64, n)
	left := n / 2
	for i := range points {
		from, to, k, of := -3.0, -0.9, i, left
		if i >= left {
			from, to, k, of = 1.1, 3.0, i-left, n-left
		}
		x := rounded(from + (to-from)*(float64(k)+r.Float64())/float64(of))
		points[i] = []float64{x}
		targets[i] = rounded(math.Sin(2*x) + float64(0.3*x) + float64(noise*r.NormFloat64()))
	}
	return NewRegression("sine_gap", points, targets)
}
