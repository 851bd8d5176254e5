package ask

import (
	"math"
	"testing"

	"kernellab/exercises"
)

func TestRead(t *testing.T) {
	for text, want := range map[string]float64{
		"0.5": .5, " .5 ": .5, "-2": -2, "−2": -2, "1e-3": .001, "1/4": .25, "2*3": 6, "inf": math.Inf(1), "∞": math.Inf(1), "1,2": 1.2,
	} {
		if v, ok := read(t.Context(), text); !ok || v != want {
			t.Errorf("%q is read as %v %v", text, v, ok)
		}
	}
	for _, text := range []string{"", "x", "1, 2", "nan", "--", "1e999", "0x10p"} {
		if v, ok := read(t.Context(), text); ok {
			t.Errorf("%q is read as %v", text, v)
		}
	}
}

func TestDemand(t *testing.T) {
	for _, c := range []struct {
		v, want, size, within float64
		is                    bool
	}{
		{.333, 1. / 3, 0, 0, true}, {.33, 1. / 3, 0, 0, false}, {.3338, 1. / 3, 0, 0, true}, {.334, 1. / 3, 0, 0, false},
		{1, 1.004, 0, 0, true}, {1, 1.006, 0, 0, false}, {0, 1e-5, 1, 0, true}, {0, 1e-3, 1, 0, false}, {0, 0, 0, 0, true}, {1e-9, 0, 0, 0, false},
		{math.Inf(1), math.Inf(1), 1, 0, true}, {1e9, math.Inf(1), 1, 0, false}, {math.Inf(1), 1, 1, 0, false}, {-.5, .5, 1, 0, false},
		{628.83, 628.93, 0, .025, false}, {628.92, 628.93, 0, .025, true}, {1.0004, 1, 1, 1e-12, false}, {1 + 5e-8, 1, 1, 1e-12, true},
	} {
		d := demand{c.want, c.size, c.within}
		if d.met(c.v) != c.is {
			t.Errorf("%v for %v of size %v within %v: %v", c.v, c.want, c.size, c.within, !c.is)
		}
		if n := d.digits(); c.want != 0 && !math.IsInf(c.want, 0) && !d.met(rounded(c.want, n-1)) {
			t.Errorf("%v to %d digits is not right", c.want, n)
		}
	}
}

func TestTypedIsRead(t *testing.T) {
	for _, v := range []float64{0, 1, -1, .1, 1e-12, -3.25e20, 123456.789, math.Pi, math.Inf(1)} {
		if got, ok := read(t.Context(), typed(v)); !ok || !(got == v || math.Abs(got-v) <= 1e-8*math.Abs(v)) {
			t.Errorf("%v is typed %q and read as %v", v, typed(v), got)
		}
	}
	if show(-.000012345678) != "−1.2346e−5" || show(math.Inf(1)) != "∞" || show(1234567) != "1234600" || term(-1) != "(−1)" {
		t.Errorf("%s %s %s", show(-.000012345678), show(1234567), term(-1))
	}
}

// The label of a field may stand before its number, and no other.
func TestLabelsOfNumbers(t *testing.T) {
	q := single{entry: entry{label: "αℓ =", value: func(numbers) float64 { return .3 }}}.task()
	for text, right := range map[string]bool{"0.3": true, "αℓ = 0.3": true, "alpha_l = 0.3": true, "E = 0.3": false, "αℓ > 0.3": false} {
		if r := q.Check(t.Context(), exercises.Answers{field: text}); r.Accepted != right {
			t.Errorf("%s is accepted: %v", text, r.Accepted)
		}
	}
}
