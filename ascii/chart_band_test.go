package ascii

import (
	"math"
	"math/bits"
	"testing"
)

// swing is a series that goes up and down at every step, by size(i).
func swing(n int, size func(i int) float64) ChartSeries {
	s := ChartSeries{Name: "loss"}
	for i := range n {
		s.Y = append(s.Y, math.Pow(-1, float64(i))*size(i))
	}
	return s
}

// painted is a chart at 60×12, in a profile.
func painted(c Chart, p Profile) *Grid {
	g := NewGrid(60, 12)
	c.Draw(g, g.Bounds(), View{Profile: p, Aspect: 2})
	return g
}

// dotShare is the share of the dots of some columns that are set.
func dotShare(g *Grid, from, to int) float64 {
	n := 0
	for y := range 10 {
		for x := from; x < to; x++ {
			if r := g.At(x, y).Rune; r >= 0x2800 && r < 0x2900 {
				n += bits.OnesCount(uint(r - 0x2800))
			}
		}
	}
	return float64(n) / float64(8*10*(to-from))
}

// A curve that swings too often to be followed is a band with two edges, not a
// solid hash, in every profile.
func TestSwingsAreABand(t *testing.T) {
	c := Chart{Series: []ChartSeries{swing(400, func(int) float64 { return 1 })}}
	for _, p := range []Profile{TrueColor, Indexed256, ANSI16, Mono} {
		g := painted(c, p)
		if share := dotShare(g, 20, 40); share < 0.02 || share > 0.15 {
			t.Errorf("%v: %.2f of the dots are set", p, share)
		}
		filled := g.At(30, 5).Bg == ChartFill
		if want := (View{Profile: p}).Filled(); filled != want {
			t.Errorf("%v: the band is filled: %v", p, filled)
		}
	}
}

// The edges are the least and the greatest of each column, wherever they are.
func TestABandHasTheExtremes(t *testing.T) {
	pts := make([]Point, 600)
	for i := range pts {
		pts[i] = Point{X: float64(i) / 10, Y: 5 + math.Pow(-1, float64(i))}
	}
	pts[333].Y, pts[100].Y = 11, -4
	all := stretches(pts)
	if len(all) != 1 || len(all[0].up) != 60 {
		t.Fatalf("%d stretches, %d columns", len(all), len(all[0].up))
	}
	if s := all[0]; s.up[10].Y != -4 || s.down[33].Y != 11 || s.up[40].Y != 4 || s.down[40].Y != 6 {
		t.Errorf("the edges are %v, %v, %v and %v", s.up[10], s.down[33], s.up[40], s.down[40])
	}
}

// What can be followed stays a line, also before and after a band, and nothing
// is left out between them.
func TestACurveAroundABand(t *testing.T) {
	var pts []Point
	for i := range 300 {
		y := 5.0
		if i >= 100 && i < 200 {
			y += math.Pow(-1, float64(i))
		}
		pts = append(pts, Point{X: float64(i) / 5, Y: y})
	}
	all := stretches(pts)
	if len(all) != 3 || all[0].up != nil || all[1].line != nil || all[2].up != nil {
		t.Fatalf("%d stretches: %+v", len(all), all)
	}
	if end, begin := all[0].line[len(all[0].line)-1].X, all[2].line[0].X; end < 20 || begin > 40 {
		t.Errorf("the lines end at %v and begin at %v", end, begin)
	}
	if smooth := stretches(pts[:90]); len(smooth) != 1 || len(smooth[0].line) != 90 {
		t.Errorf("a line is %+v", smooth)
	}
}

// Two curves are two strokes where there is one colour.
func TestTwoCurvesInMonochrome(t *testing.T) {
	one, other := ChartSeries{Name: "this"}, ChartSeries{Name: "other"}
	for range 40 {
		one.Y, other.Y = append(one.Y, 1), append(other.Y, 2)
	}
	g := painted(Chart{Series: []ChartSeries{one, other}}, Mono)
	gaps := map[int]int{}
	for y := range 10 {
		row := 0
		for x := 5; x < 50; x++ {
			if r := g.At(x, y).Rune; r >= 0x2800 && r < 0x2900 {
				row += bits.OnesCount(uint(r - 0x2800))
			}
		}
		if row > 0 {
			gaps[row]++
		}
	}
	if len(gaps) != 2 {
		t.Errorf("the rows of the curves have %v dots", gaps)
	}
}
