package unit5

import (
	"math/rand/v2"
	"testing"
)

// TestCover_fallsWithTheDimension checks that the covered share of the cube rises with
// the number of points and falls with the dimension.
func TestCover_fallsWithTheDimension(t *testing.T) {
	for seed := range uint64(5) {
		r := rand.New(rand.NewPCG(seed, 55))
		c := cover{points: uniform(r, 100, 10), places: uniform(r, 1000, 10)}
		for _, n := range []int{5, 50, 100} {
			before := 1.1
			for _, d := range []int{1, 2, 3, 10} {
				now := c.reached(n, d)
				if now > before || n > 5 && now < c.reached(n-5, d) {
					t.Errorf("seed %d, n = %d, d = %d: %v reached, want at most %v as with fewer dimensions, and no less than with fewer points",
						seed, n, d, now, before)
				}
				before = now
			}
			if before > 0.01 {
				t.Errorf("seed %d: %d points reach %v of a cube in ten dimensions, want at most 0.01", seed, n,
					before)
			}
		}
	}
}
