package ascii

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kernellab/testdata/support/check"
)

func labels(ticks []Tick) string {
	var out []string
	for _, t := range ticks {
		out = append(out, t.Label)
	}
	return strings.Join(out, " ")
}

func TestRange_tickLabels(t *testing.T) {
	for _, c := range []struct {
		r    Range
		n    int
		want string
	}{
		{Range{-1.6, 2.6}, 5, "-1 0 1 2"}, {Range{0, 338}, 4, "0 100 200 300"}, {Range{0, 0.9}, 5,
			"0 0.2 0.4 0.6 0.8"}, {Range{0, 4e6}, 3, "0 2e6 4e6"},
	} {
		check.Equal(t, labels(c.r.Ticks(c.n)), c.want, "%v", c.r)
	}
	check.Equal(t, labels(Range{0.01, 300}.LogTicks(9)), "10⁻² 10⁻¹ 1 10 10²", "LogTicks of 0.01 to 300")
}

func TestAxes_atLeastTwoTicks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.Float64Range(-1e6, 1e6).Draw(t, "min")
		r := Range{lo, lo + math.Pow(10, rapid.Float64Range(-2, 6).Draw(t, "span"))}
		n := rapid.IntRange(2, 12).Draw(t, "n")
		ticks := r.scaleTicks(n)
		check.Must(t, len(ticks) >= 2 && len(ticks) <= max(n, 5),
			"scaleTicks(%d) of %v returns %d ticks, want 2 to %d", n, r, len(ticks), max(n, 5))
	})
}

// TestAxes_evenTicksInFewRows checks that gaps of one row and of two do not alternate.
func TestAxes_evenTicksInFewRows(t *testing.T) {
	check.Equal(t, labels(yTicksOf(Range{-3.4, 4.2}, 6)), "-2 2", "six rows for −3.4 to 4.2: the ticks")
}

func TestRange_logTicksAreRound(t *testing.T) {
	for _, c := range []struct {
		r    Range
		n    int
		want string
	}{
		{Range{0.02, 300}, 9, "10⁻¹ 1 10 10²"},
		{Range{1.9, 4.6}, 2, "2 3"},
		{Range{1.9, 4.6}, 5, "2 3"},
		{Range{18, 120}, 4, "20 30 50 100"},
		{Range{18, 120}, 3, "20 50 100"},
		{Range{3.1, 4.9}, 4, "3.5 4 4.5"},
		{Range{0.3, 40}, 2, "1 10"},
	} {
		log := Range{math.Log10(c.r.Min), math.Log10(c.r.Max)}
		ticks := logTicks(log, c.n)
		check.Equal(t, labels(ticks), c.want, "%v, %d", c.r, c.n)
		for _, k := range ticks {
			check.That(t, log.With(k.Value) == log, "%v: tick %s lies outside, want it inside", c.r, k.Label)
		}
	}
}

func TestRange_ticksInRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.Float64Range(-1e9, 1e9).Draw(t, "min")
		r := Range{lo, lo + math.Pow(10, rapid.Float64Range(-2, 9).Draw(t, "span"))}
		n := rapid.IntRange(1, 12).Draw(t, "n")
		ticks := r.Ticks(n)
		check.Must(t, len(ticks) <= n, "Ticks(%d) of %v returns %d ticks, want at most %d", n, r, len(ticks), n)
		for _, k := range ticks {
			if wide := r.drawable().Pad(1e-6); wide.With(k.Value) != wide || k.Value == 0 && math.Signbit(k.Value) {
				t.Fatalf("Ticks(%d) of %v: got tick %v, want it inside and not −0", n, r, k.Value)
			}
		}
	})
}

func TestSpreadRows_keepsOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := rapid.IntRange(1, 12).Draw(t, "h")
		l := make([]endLabel, rapid.IntRange(0, h).Draw(t, "n"))
		row := 0
		for i := range l {
			row = min(h-1, row+rapid.IntRange(0, 3).Draw(t, "step"))
			l[i].row = row
		}
		spreadRows(l, h)
		for i := range l {
			if l[i].row < 0 || l[i].row >= h || i > 0 && l[i].row <= l[i-1].row {
				t.Fatalf("got rows %v, want them in order and from 0 to %d", l, h-1)
			}
		}
	})
}

// Every number of an axis touches its tick, even if the name of the axis leaves little room.
func TestAxes_numbersAtTicks(t *testing.T) {
	for w := 30; w < 90; w++ {
		for _, span := range []Range{{0.30103, 3}, {0.3, 3.05}, {-4, 2.1}} {
			for _, label := range []string{"", "x", "log₁₀ d", "a long name of an axis"} {
				g := NewGrid(w, 24)
				Map{X: span, Y: Range{0, 9}, XLabel: label, YLabel: "y",
					Field: FieldFunc(func(x, y float64) float64 { return y - x })}.Draw(g, g.Bounds(), View{})
				rows := strings.Split(runes(g), "\n")
				var ticks, numbers []rune
				for i, row := range rows {
					if strings.Contains(row, "╵") {
						ticks, numbers = []rune(row), []rune(rows[i+1])
					}
				}
				if name := strings.TrimPrefix(label, powersPrefix); name != "" {
					numbers = []rune(strings.Replace(string(numbers), name, strings.Repeat(" ", Width(name)), 1))
				}
				if ticks == nil || len(ticks)-Width(strings.TrimRight(string(numbers), " ")) > 2 && Width(label) < 9 {
					t.Fatalf("at %d columns, name %q: the last tick has no number:\n%s\n%s", w, label, string(ticks), string(numbers))
				}
				for x := 0; x < len(numbers); x++ {
					end := x
					for end < len(numbers) && numbers[end] != ' ' {
						end++
					}
					near := string(ticks[min(max(0, x-1), len(ticks)):min(end+1, len(ticks))])
					if end > x && !strings.Contains(near, "╵") {
						t.Fatalf("at %d columns, name %q: want %q to touch a tick, got\n%s\n%s", w, label,
							string(numbers[x:end]), string(ticks), string(numbers))
					}
					x = end
				}
			}
		}
	}
}

// axisLabels returns the labels left of the axis, from bottom to top.
func axisLabels(g *Grid, profile Profile) []string {
	var out []string
	for y := g.H - 1; y >= 0; y-- {
		row := ""
		for x := range g.W {
			row += string(max(' ', g.At(x, y).Rune))
		}
		tick := map[bool]string{true: "+", false: "┤"}[profile == SevenBit]
		if at := strings.LastIndex(row[:min(len(row), 40)], tick); at > 0 && !strings.Contains(row, "└") &&
			!strings.Contains(row, "+-") {
			if label := strings.TrimSpace(row[:at]); label != "" {
				out = append(out, strings.ReplaceAll(label, "−", "-")) // as numbers are parsed
			}
		}
	}
	return out
}

// A label never loses its first digits, even in a narrow chart with close values. It is complete,
// is cut at its end, or gives the difference from the lowest label.
func TestAxes_labelsKeepFirstDigits(t *testing.T) {
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
			check.Must(t, err == nil, "got label %q of %q, want a number", l, labels)
			if rise {
				v += base
			}
			off := 0.3*span + 1e-9*math.Abs(at)
			dot := strings.IndexByte(text, '.')
			last := math.Pow(10, -float64(len(text)-dot-1)) // one unit of the last digit
			if dot < 0 || strings.Contains(text, "e") {
				last = 1
			}
			if cut {
				off += last
			} else if dot >= 0 && last < 1 {
				off += last / 2
			} else if n == 0 && strings.Contains(text, "e") {
				off += math.Abs(v) / 2 // in a narrow chart the exponent may leave room for one digit only
			}
			if v < at-off || v > at+span+off {
				t.Fatalf("got label %q of %q, want a value from %v to %v", l, labels, at, at+span)
			}
			if n == 0 {
				base = at
			}
		}
	})
}

// Negative numbers are drawn with a true minus sign, or with a hyphen in ASCII. Hyphens in words are unchanged.
func TestView_trueMinus(t *testing.T) {
	for text, want := range map[string]string{"-0.5": "−0.5", "-5e-3": "−5e−3", "x-axis": "x-axis", "-": "-",
		"8": "8"} {
		if got := (View{}).withMinusSign(text); got != want || Width(got) != Width(text) {
			t.Errorf("withMinusSign(%q) = %q, want %q", text, got, want)
		}
		if got := (View{Profile: SevenBit}).withMinusSign(text); got != text {
			t.Errorf("withMinusSign(%q) in seven bits = %q, want it unchanged", text, got)
		}
	}
}

// The axis of a single value shows that value and no other.
func TestChart_singleValue(t *testing.T) {
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
					t.Errorf("%d times %v: the axis shows %q, want only %s", n, v, got, FormatValue(v))
				}
			}
		}
	}
}

// A value below 1e-12 times the largest one counts as 0, so it does not stretch a logarithmic axis.
func TestChart_roundingIsZero(t *testing.T) {
	c := Chart{Series: []ChartSeries{{Name: "violation", Y: []float64{2, 0.5, 1e-3, 3e-16}}}, Log: true}
	g := NewGrid(60, 12)
	c.Draw(g, g.Bounds(), View{Profile: TrueColor, Aspect: 2})
	if got := fmt.Sprint(axisLabels(g, TrueColor)); strings.Contains(got, "10⁻¹²") || strings.Contains(got, "10⁻⁶") ||
		strings.Contains(got, "10⁻⁵") {
		t.Errorf("the axis shows %s, want no labels of rounding errors", got)
	}
	if c.Y = (Range{1e-20, 10}); strings.Contains(runes(drawFigure(c, 60, 12, TrueColor)), "left out") {
		t.Error("with a range that has all values: got one left out, want all")
	}
}

// An axis of logarithms has powers of ten, or round values if it has fewer than two.
func TestAxes_powersOfTen(t *testing.T) {
	for span, want := range map[Range]string{{0.3, 3.2}: "10 10² 10³ d", {1.2, 2.4}: "20 30 50 100 200 d"} {
		g := NewGrid(60, 16)
		Map{X: span, Y: Range{0, 9}, XLabel: "log₁₀ d", Field: FieldFunc(func(x, y float64) float64 { return y - x })}.Draw(
			g, g.Bounds(), View{})
		rows := strings.Split(strings.TrimRight(runes(g), "\n "), "\n")
		check.Equal(t, strings.Join(strings.Fields(rows[len(rows)-1]), " "), want,
			"log₁₀ d from %v to %v: the labels", span.Min, span.Max)
	}
}

// Ticks are at the centres of cells if the axis need not become much longer than its data.
func TestRange_centredTicks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.Float64Range(-100, 100).Draw(t, "min")
		r := Range{lo, lo + math.Pow(10, rapid.Float64Range(-3, 4).Draw(t, "span"))}
		cells := rapid.IntRange(6, 120).Draw(t, "cells")
		most := clamp(cells/3, 2, 9)
		wide, ticks := r.widenToCentres(most, cells, Range.scaleTicks)
		if len(ticks) < 2 || wide.Min > r.Min+1e-9*r.Span() || wide.Max < r.Max-1e-9*r.Span() ||
			wide.Span() > maxWidening*r.Span()+1e-9 {
			t.Fatalf("%v on %d cells becomes %v with %d ticks, want a little longer with 2", r, cells, wide, len(ticks))
		}
		if wide == r.Pad(0.04) && cells < 24 {
			return
		}
		for _, k := range ticks {
			at := (k.Value - wide.Min) / wide.Span() * float64(cells)
			if off := math.Abs(at - math.Floor(at) - 0.5); off > 1e-6 {
				t.Fatalf("%v on %d cells: tick %s of %v is %.3f of a cell off the centre, want 0", r, cells, k.Label,
					wide, off)
			}
		}
	})
}

// A curve that is always 1 runs along the grid line of 1. If there are more than 10 rows, both are
// at the centre of a row of cells. On any chart they are in the same row of dots.
func TestChart_curveMeetsGridLine(t *testing.T) {
	dots := map[rune]int{'⠁': 0, '⠂': 1, '⠄': 2, '⡀': 3}
	for h := 5; h <= 40; h++ {
		for _, log := range []bool{false, true} {
			c := Chart{Series: []ChartSeries{{Y: []float64{1, 1}}, {Y: []float64{0.01, 0.999}}}, Y: Range{0.004, 1.3},
				Log: log}
			f := c.plot(Rect{W: 60, H: h}, View{}).axes.frame
			y := f.position(Point{}).Y
			if !log {
				y = f.position(Point{0, 1}).Y
			}
			part := y - math.Floor(y)
			if row, low := dots[gridRune(y)]; low && row != int(4*part) || !low && math.Abs(part-0.5) > 0.125 {
				t.Errorf("%d rows, log %v: the grid line of %.3f is %c, want it in its row of dots", h, log, y,
					gridRune(y))
			}
			if h > 10 && math.Abs(part-0.5) > 1e-6 {
				t.Errorf("%d rows, log %v: 1 is drawn at %.3f, want the centre of a cell", h, log, y)
			}
		}
	}
}
