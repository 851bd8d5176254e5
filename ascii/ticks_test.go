package ascii

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func labels(ticks []Tick) string {
	var out []string
	for _, t := range ticks {
		out = append(out, t.Label)
	}
	return strings.Join(out, " ")
}

func TestTickLabels(t *testing.T) {
	for _, c := range []struct {
		r    Range
		n    int
		want string
	}{
		{Range{-1.6, 2.6}, 5, "-1 0 1 2"}, {Range{0, 338}, 4, "0 100 200 300"}, {Range{0, 0.9}, 5, "0 0.2 0.4 0.6 0.8"}, {Range{0, 4e6}, 3, "0 2e6 4e6"},
	} {
		if got := labels(c.r.Ticks(c.n)); got != c.want {
			t.Errorf("%v: %s, want %s", c.r, got, c.want)
		}
	}
	if got := labels(Range{0.01, 300}.LogTicks(9)); got != "10⁻² 10⁻¹ 1 10 10²" {
		t.Error(got)
	}
}

func TestAnAxisHasAScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.Float64Range(-1e6, 1e6).Draw(t, "min")
		r := Range{lo, lo + math.Pow(10, rapid.Float64Range(-2, 6).Draw(t, "span"))}
		n := rapid.IntRange(2, 12).Draw(t, "n")
		ticks := r.scaleTicks(n)
		if len(ticks) < 2 || len(ticks) > max(n, 5) {
			t.Fatalf("%d ticks on %v, asked for %d", len(ticks), r, n)
		}
	})
}

func TestTicksOfALogarithmAreRound(t *testing.T) {
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
		if got := labels(ticks); got != c.want {
			t.Errorf("%v, %d: %s, want %s", c.r, c.n, got, c.want)
		}
		for _, k := range ticks {
			if log.With(k.Value) != log {
				t.Errorf("%v: %s lies outside", c.r, k.Label)
			}
		}
	}
}

func TestTicksLieInTheRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.Float64Range(-1e9, 1e9).Draw(t, "min")
		r := Range{lo, lo + math.Pow(10, rapid.Float64Range(-2, 9).Draw(t, "span"))}
		n := rapid.IntRange(1, 12).Draw(t, "n")
		ticks := r.Ticks(n)
		if len(ticks) > n {
			t.Fatalf("%d ticks of %d", len(ticks), n)
		}
		for _, k := range ticks {
			if wide := r.proper().Pad(1e-6); wide.With(k.Value) != wide {
				t.Fatalf("%v outside %v", k.Value, r)
			}
		}
	})
}

func TestPushApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := rapid.IntRange(1, 12).Draw(t, "h")
		l := make([]endLabel, rapid.IntRange(0, h).Draw(t, "n"))
		row := 0
		for i := range l {
			row = min(h-1, row+rapid.IntRange(0, 3).Draw(t, "step"))
			l[i].row = row
		}
		pushApart(l, h)
		for i := range l {
			if l[i].row < 0 || l[i].row >= h || i > 0 && l[i].row <= l[i-1].row {
				t.Fatalf("rows %v", l)
			}
		}
	})
}
