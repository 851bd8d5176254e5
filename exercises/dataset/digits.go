package dataset

import (
	"math"
	"math/rand/v2"
)

// DigitSide is the side of the picture of a digit, in pixels, as in MNIST.
const DigitSide = 28

// Digits draws n pictures of DigitSide × DigitSide pixels, row by row from the
// upper left, each pixel between 0 (paper) and 1 (ink) in hundredths: class +1 a
// one, class −1 a zero, by turns, each with a slant, a size, a place and a width
// of stroke of its own.
func Digits(n int, seed uint64) *Set {
	return generate("digits", n, 0, newSource(seed, streamDigits), func(r *rand.Rand, y float64) []float64 {
		h := newHand(r)
		if y > 0 {
			return h.picture(h.one)
		}
		return h.picture(h.zero)
	})
}

// hand is how one digit is written.
type hand struct {
	slant, wide, high float64 // wide and high: half of the digit, in pixels
	x, y              float64 // its middle
	stroke            float64 // half the width of the stroke, in pixels
	serif             float64 // the flag of a one, as a share of wide
}

func newHand(r *rand.Rand) hand {
	between := func(a, b float64) float64 { return a + (b-a)*r.Float64() }
	return hand{
		slant: between(-0.25, 0.25), wide: between(5.5, 7.5), high: between(8, 10.5),
		x: between(12.5, 14.5), y: between(12.5, 14.5), stroke: between(0.9, 1.6), serif: between(0.4, 0.9),
	}
}

// picture inks every pixel by its distance from a stroke, in pixels.
func (h hand) picture(away func(x, y float64) float64) []float64 {
	out := make([]float64, 0, DigitSide*DigitSide)
	for row := range DigitSide {
		for col := range DigitSide {
			y := float64(row) - h.y
			d := away(float64(col)-h.x+float64(h.slant*y), y) / h.stroke
			out = append(out, math.Round(100*math.Exp(-float64(d*d)))/100)
		}
	}
	return out
}

// zero is the distance from an ellipse, nearly.
func (h hand) zero(x, y float64) float64 {
	u, v := x/h.wide, y/h.high
	r := math.Hypot(u, v)
	if r < 0.1 {
		return h.wide
	}
	// The distance along the ray from the middle.
	return math.Abs(1-1/r) * math.Hypot(x, y)
}

// one is the distance from an upright stroke with a flag at its upper end.
func (h hand) one(x, y float64) float64 {
	down := segmentDistance(x, y, 0, -h.high, 0, h.high)
	flag := segmentDistance(x, y, 0, -h.high, -h.serif*h.wide, -h.high+h.serif*h.wide)
	return math.Min(down, flag)
}

// segmentDistance is the distance of (x, y) from the segment (ax, ay) to (bx, by).
func segmentDistance(x, y, ax, ay, bx, by float64) float64 {
	dx, dy := bx-ax, by-ay
	t := (float64((x-ax)*dx) + float64((y-ay)*dy)) / (float64(dx*dx) + float64(dy*dy))
	t = math.Min(math.Max(t, 0), 1)
	return math.Hypot(x-ax-float64(t*dx), y-ay-float64(t*dy))
}
