package exercises

import (
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"kernellab/testdata/support/check"
)

func TestControl_logSliderShowsShortNumbers(t *testing.T) {
	c := Control{Min: 0.1, Max: 10, Step: 0.1, Log: true, Value: "0.1"}
	var got []string
	for range 20 {
		c.Value = c.Nudge(1)
		got = append(got, c.Value)
	}
	want := []string{"0.13", "0.16", "0.2", "0.25", "0.32", "0.4", "0.5", "0.63", "0.79", "1", "1.3", "1.6", "2", "2.5",
		"3.2", "4", "5", "6.3", "7.9", "10"}
	for i := range want {
		check.Must(t, got[i] == want[i], "the slider goes %v, want %v", got, want)
	}
}

// TestControl_nudgeFollowsTheFraction checks that no step leaves the range, and that
// the fraction rises with the value.
func TestControl_nudgeFollowsTheFraction(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := Control{Min: rapid.Float64Range(0.001, 1).Draw(rt, "min"),
			Step: rapid.SampledFrom([]float64{0.02, 0.1, 0.25, 0.5, 1}).Draw(rt, "step")}
		c.Log = rapid.Bool().Draw(rt, "log")
		n := rapid.IntRange(2, 40).Draw(rt, "steps")
		c.Max = c.Min
		for range n {
			if c.Log {
				c.Max *= 1.5
			} else {
				c.Max += c.Step
			}
		}
		c.Value = c.ValueAtFraction(rapid.Float64Range(0, 1).Draw(rt, "at"))
		for _, by := range []int{1, -1, 10, -10} {
			v, err := strconv.ParseFloat(c.Nudge(by), 64)
			if err != nil || v < c.Min*0.94 || v > c.Max*1.06 {
				rt.Fatalf("%+v nudged by %d: got %v, error %v, want a number in the range", c, by, v, err)
			}
		}
		up := c
		up.Value = c.Nudge(1)
		if up.Value != c.Value && up.Fraction() <= c.Fraction() {
			rt.Fatalf("%+v: a step up goes from %v to %v, want it to rise", c, c.Fraction(), up.Fraction())
		}
	})
}

func TestTypeset_setsFormulas(t *testing.T) {
	for text, want := range map[string]string{
		"1e+09": "10⁹", "2e+00": "2", "1.8e+06": "1.8·10⁶", "100000": "100000", "1e-05": "10⁻⁵", "inf": "inf", "": "",
		"e+x": "e+x", "1e+x": "1e+x",
	} {
		check.Equal(t, Typeset(text), want, "%s", text)
	}
}

// TestControl_nudges checks that choices and cyclic sliders wrap around, and that rounding
// does not keep a slider from 0.
func TestControl_nudges(t *testing.T) {
	choice := Control{Value: "b", Choices: []Choice{{Value: "a"}, {Value: "b"}, {Value: "c"}}}
	angle := Control{Value: "345", Max: 345, Step: 15, Cyclic: true}
	slider := Control{Min: -3, Max: 3, Step: 0.1, Value: "-0.1"}
	for _, c := range []struct {
		of   Control
		by   int
		want string
	}{
		{choice, 1, "c"}, {choice, 2, "a"}, {choice, -1, "a"}, {choice, -2, "c"}, {choice, 3, "b"},
		{angle, 1, "0"}, {angle, 2, "15"}, {angle, -1, "330"}, {angle, 25, "0"}, {angle, -24, "345"}, {slider, 1, "0"},
	} {
		check.Equal(t, c.of.Nudge(c.by), c.want, "%s nudged by %d", c.of.Value, c.by)
	}
	check.Equal(t, angle.ValueAtFraction(1), "345", "ValueAtFraction(1)")
	check.That(t, slider.NearestValue(0.04) == "0" && slider.NearestValue(-0.04) == "0",
		"near 0: got %s, %s, want 0 both times", slider.NearestValue(0.04), slider.NearestValue(-0.04))
}

// TestControl_button checks that a button gives the answers after it is pressed, with
// the fields that it changes, and that it has no values to go through.
func TestControl_button(t *testing.T) {
	c := Control{Name: "swap",
		Press: func(a Answers) Answers { return Answers{"kept": a["kept"], "new": "1", "other": "2", "empty": ""} }}
	changed, after := c.AfterPress(Answers{"kept": "k", "other": "1", "gone": "x"})
	if want := []string{"gone", "new", "other"}; !slices.Equal(changed, want) || after["new"] != "1" ||
		after["gone"] != "" {
		t.Errorf("button: got the changes %v of %v, want %v", changed, after, want)
	}
	check.That(t, c.IsButton() && !c.IsSlider() && !c.IsChoice() && c.Nudge(3) == "" && c.Fraction() == 0,
		"button: slider %v, Nudge(3) = %q, want neither a slider nor a choice", c.IsSlider(), c.Nudge(3))
	slider := Control{Name: "x", Min: -3, Max: 3, Step: 0.1, Value: "1"}
	if changed, after := slider.AfterPress(Answers{"x": "1"}); len(changed) > 0 || after["x"] != "1" {
		t.Errorf("pressing a slider: got the changes %v, want none", changed)
	}
}
