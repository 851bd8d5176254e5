package dataset

import (
	"math"
	"testing"
)

// The digits are pictures: paper around the edge, ink inside, hundredths, no two
// alike; a zero has paper in its middle and a one has ink there.
func TestDigits(t *testing.T) {
	s := MustBuiltin("digits")
	for i, x := range s.Points() {
		var ink, edge, middle float64
		for j, v := range x {
			row, col := j/DigitSide, j%DigitSide
			if v < 0 || v > 1 || math.Abs(v*100-math.Round(v*100)) > 1e-9 {
				t.Fatalf("picture %d: pixel %d is %v", i, j, v)
			}
			ink += v
			if row == 0 || col == 0 || row == DigitSide-1 || col == DigitSide-1 {
				edge = max(edge, v)
			}
			if row >= 12 && row <= 15 && col >= 12 && col <= 15 {
				middle = max(middle, v)
			}
		}
		if ink < 15 || ink > 250 || edge > 0.3 {
			t.Errorf("picture %d: ink %v, at the edge %v", i, ink, edge)
		}
		if one := s.Label(i) > 0; one != (middle > 0.5) {
			t.Errorf("picture %d of class %v has %v in the middle", i, s.Label(i), middle)
		}
		for k := range i {
			var apart float64
			for j, v := range x {
				apart += (v - s.Point(k)[j]) * (v - s.Point(k)[j])
			}
			if apart < 1 {
				t.Errorf("pictures %d and %d are %v apart", i, k, apart)
			}
		}
	}
	if neg, pos := s.Count(); neg != 20 || pos != 20 {
		t.Errorf("%d zeros and %d ones", neg, pos)
	}
}

// With every point there is the opposite one, of the other class, and the curve
// divides them with a gap.
func TestOpposite(t *testing.T) {
	curves := map[string]func(x []float64) float64{
		"odd_line": func(x []float64) float64 { return (x[0] + x[1]) / math.Sqrt2 },
		"odd_wave": func(x []float64) float64 { return x[1] - 2*math.Sin(1.5*x[0]) },
	}
	for name, f := range curves {
		s := MustBuiltin(name)
		for i := 0; i < s.Len(); i += 2 {
			x, z := s.Point(i), s.Point(i+1)
			if x[0] != -z[0] || x[1] != -z[1] || s.Label(i) != -s.Label(i+1) {
				t.Errorf("%s: %v and %v are not opposite", name, x, z)
			}
		}
		for i, x := range s.Points() {
			if d := s.Label(i) * f(x); d < 0.4-1e-5 || math.Abs(x[0]) > 3 || math.Abs(x[1]) > 3 {
				t.Errorf("%s: %v of class %v is %v from the curve", name, x, s.Label(i), d)
			}
		}
	}
}

// Nothing lies in the gap, and about half of the points on either side of it.
func TestSineGap(t *testing.T) {
	for _, s := range []*Set{MustBuiltin("sine_gap"), SineGap(21, 0, 4)} {
		left := 0
		for i, x := range s.Points() {
			if x[0] > -0.9 && x[0] < 1.1 || math.Abs(x[0]) > 3 {
				t.Errorf("a point at %v", x[0])
			}
			if x[0] < 0 {
				left++
			}
			if i > 0 && x[0] <= s.Point(i - 1)[0] {
				t.Errorf("%v after %v", x[0], s.Point(i - 1)[0])
			}
			if e := s.Label(i) - math.Sin(2*x[0]) - 0.3*x[0]; math.Abs(e) > 0.6 {
				t.Errorf("at %v the target is off by %v", x[0], e)
			}
		}
		if left != s.Len()/2 {
			t.Errorf("%d of %d to the left of the gap", left, s.Len())
		}
	}
}

// The files are what the generators draw.
func TestDrawnFiles(t *testing.T) {
	for _, s := range []*Set{OddLine(40, 1), OddWave(60, 1), SineGap(30, 0.15, 1)} {
		if !sameSet(s, MustBuiltin(s.Name())) {
			t.Errorf("%s is not what is drawn", s.Name())
		}
	}
}
