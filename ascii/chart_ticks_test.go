package ascii

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// axisLabels are the labels left of the axis, from the lowest up.
func axisLabels(g *Grid, profile Profile) []string {
	var out []string
	for y := g.H - 1; y >= 0; y-- {
		row := ""
		for x := range g.W {
			row += string(max(' ', g.At(x, y).Rune))
		}
		tick := map[bool]string{true: "+", false: "┤"}[profile == SevenBit]
		if at := strings.LastIndex(row[:min(len(row), 40)], tick); at > 0 && !strings.Contains(row, "└") && !strings.Contains(row, "+-") {
			if label := strings.TrimSpace(row[:at]); label != "" {
				out = append(out, strings.ReplaceAll(label, "−", "-")) // as numbers are parsed
			}
		}
	}
	return out
}

// No label loses its first digits, however narrow the chart and however close
// its values: it is whole, or cut at its end, or tells how far above the lowest.
func TestNoLabelLosesItsFirstDigits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.Float64Range(-1e4, 1e4).Draw(t, "at")
		span := math.Abs(at) * math.Pow(10, rapid.Float64Range(-6, 1).Draw(t, "decades"))
		w, h := rapid.IntRange(18, 60).Draw(t, "w"), rapid.IntRange(5, 20).Draw(t, "h")
		c := Chart{Series: []ChartSeries{{Y: []float64{at, at + span/3, at + span}}}}
		g := NewGrid(w, h)
		c.Draw(g, g.Bounds(), View{Profile: TrueColor, Aspect: 2})
		labels := axisLabels(g, TrueColor)
		base := math.NaN()
		for n, l := range labels {
			text, rise := strings.CutPrefix(l, "+")
			text, cut := strings.CutSuffix(text, "…")
			v, err := strconv.ParseFloat(strings.TrimSuffix(text, "."), 64)
			if text == "" || text == "-" {
				continue
			}
			if err != nil {
				t.Fatalf("label %q of %q", l, labels)
			}
			if rise {
				v += base
			}
			off := 0.3*span + 1e-9*math.Abs(at)
			dot := strings.IndexByte(text, '.')
			last := math.Pow(10, -float64(len(text)-dot-1)) // a unit of the last digit
			if dot < 0 || strings.Contains(text, "e") {
				last = 1
			}
			if cut {
				off += last
			} else if dot >= 0 && last < 1 {
				off += last / 2
			} else if n == 0 && strings.Contains(text, "e") {
				off += math.Abs(v) / 2 // few digits where there is room for no more
			}
			if v < at-off || v > at+span+off {
				t.Fatalf("label %q of %q on an axis from %v to %v", l, labels, at, at+span)
			}
			if n == 0 {
				base = at
			}
		}
	})
}

// What is drawn has a true minus before its digits, and the hyphen that is there in
// seven bits; hyphens in words stay.
func TestNumbersHaveATrueMinus(t *testing.T) {
	for text, want := range map[string]string{"-0.5": "−0.5", "-5e-3": "−5e−3", "x-axis": "x-axis", "-": "-", "8": "8"} {
		if got := (View{}).number(text); got != want || Width(got) != Width(text) {
			t.Errorf("%q: %q", text, got)
		}
		if got := (View{Profile: SevenBit}).number(text); got != text {
			t.Errorf("%q in seven bits: %q", text, got)
		}
	}
}

// One value is what its axis says, and nothing that was invented beside it.
func TestAnAxisOfOneValue(t *testing.T) {
	for _, v := range []float64{0, 80, -3.5, 0.393104} {
		for _, log := range []bool{false, true} {
			for _, n := range []int{1, 5} {
				s := ChartSeries{Name: "wrong"}
				for i := range n {
					s.X, s.Y = append(s.X, float64(i)), append(s.Y, v*(1+1e-14*float64(i)))
				}
				g := NewGrid(40, 10)
				Chart{Series: []ChartSeries{s}, Log: log}.Draw(g, g.Bounds(), View{Profile: TrueColor, Aspect: 2})
				if got := axisLabels(g, TrueColor); len(got) != 1 || got[0] != FormatValue(v) {
					t.Errorf("%d times %v: the axis says %q", n, v, got)
				}
			}
		}
	}
}

// What is 1e-12 of the rest is 0: it neither stretches a logarithmic axis nor is
// read out.
func TestRoundingIsZero(t *testing.T) {
	c := Chart{Series: []ChartSeries{{Name: "violation", Y: []float64{2, 0.5, 1e-3, 3e-16}}}, Log: true}
	g := NewGrid(60, 12)
	c.Draw(g, g.Bounds(), View{Profile: TrueColor, Aspect: 2})
	if got := fmt.Sprint(axisLabels(g, TrueColor)); strings.Contains(got, "10⁻¹²") || strings.Contains(got, "10⁻⁶") || strings.Contains(got, "10⁻⁵") {
		t.Errorf("the axis says %s", got)
	}
	if words := strings.Join(c.Words(), " "); !strings.Contains(words, "from 2 to 0, never rising.") || !strings.Contains(words, "1 value ≤ 0 left out") {
		t.Error(words)
	}
}
