package pictures

import (
	"math"
	"strings"
	"testing"

	"kernellab/ascii"
)

func TestLatestPoint(t *testing.T) {
	s := ascii.ChartSeries{X: []float64{0, 2, 4}, Y: []float64{1, math.NaN(), 3}}
	for x, want := range map[float64]float64{0: 1, 3.9: 1, 4: 3} {
		if got, ok := latestPoint(s, x); !ok || got.Y != want {
			t.Errorf("latestPoint(%v) = %v, %v, want %v", x, got, ok, want)
		}
	}
	for _, x := range []float64{-1, 9} {
		if _, ok := latestPoint(s, x); ok {
			t.Errorf("latestPoint(%v) is ok, want none outside the series", x)
		}
	}
}

// If a series has no point at the cursor, the reading includes the x of its value.
func TestChartReadings_nameTheStep(t *testing.T) {
	c := ascii.Chart{XLabel: "step", HasCursor: true, Cursor: 3, Series: []ascii.ChartSeries{
		{Name: "held out", X: []float64{0, 2, 4}, Y: []float64{1, 0.5, 0.25}}, {Name: "training",
			Y: []float64{1, 0.8, 0.6, 0.4}},
	}}
	if got := chartReadings(c).String(); !strings.Contains(got, "held out 0.5 at 2  ") ||
		!strings.Contains(got, "training 0.4  ") {
		t.Errorf("chartReadings = %q, want held out at 2 and training", got)
	}
}
