package dataset

import (
	"math"
	"math/rand/v2"
)

// Streams keep the generators apart: the same seed gives unrelated numbers to
// each.
const (
	streamMoons uint64 = iota + 1
	streamCircles
	_ // of a generator that is no more, as below
	streamOverlapping
	_
	streamWorksheet
	streamSine
	streamParabola
	_
	_
	_
	streamDigits
	streamFamilies
	streamSplit = 100
)

// newSource returns a PCG generator for a seed and a stream. Its numbers are
// fixed by math/rand/v2 for all platforms.
func newSource(seed, stream uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, stream)) }

// rounded returns v to six decimals. Generators round everything they return,
// so that a last-bit difference between the math libraries of two platforms
// does not show.
func rounded(v float64) float64 { return math.Round(v*1e6) / 1e6 }

// pick returns k different values of choices, in random order.
func pick(r *rand.Rand, choices []float64, k int) []float64 {
	out := make([]float64, k)
	for i, j := range r.Perm(len(choices))[:k] {
		out[i] = choices[j]
	}
	return out
}
