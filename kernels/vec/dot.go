package vec

// Dot returns the inner product of two vectors of the same length.
func Dot(x, z []float64) float64 {
	Match(x, z)
	z = z[:len(x)]
	var s float64
	for i, v := range x {
		s += v * z[i]
	}
	return s
}

// Dist2 returns the squared Euclidean distance. It sums squared differences,
// which give exactly 0 for equal points, unlike ‖x‖² + ‖z‖² − 2x·z.
func Dist2(x, z []float64) float64 {
	Match(x, z)
	z = z[:len(x)]
	var s float64
	for i, v := range x {
		d := v - z[i]
		s += d * d
	}
	return s
}

// Match panics if two vectors have different lengths.
func Match(x, z []float64) {
	if len(x) != len(z) {
		panic("vec: length mismatch")
	}
}
