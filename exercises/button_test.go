package exercises

import (
	"slices"
	"testing"
)

// A button says what is other in the answers after it: what it set, changed and left
// out. It has no values to go through.
func TestButton(t *testing.T) {
	c := Control{Name: "swap",
		Press: func(a Answers) Answers { return Answers{"kept": a["kept"], "new": "1", "other": "2", "empty": ""} }}
	changed, after := c.Pressed(Answers{"kept": "k", "other": "1", "gone": "x"})
	if want := []string{"gone", "new", "other"}; !slices.Equal(changed, want) || after["new"] != "1" ||
		after["gone"] != "" {
		t.Errorf("%v of %v, want %v", changed, after, want)
	}
	if !c.IsButton() || c.IsSlider() || c.IsChoice() || c.Nudge(3) != "" || c.Fraction() != 0 {
		t.Errorf("a button is a slider, %v, or goes to %q", c.IsSlider(), c.Nudge(3))
	}
	slider := Control{Name: "x", Min: -3, Max: 3, Step: 0.1, Value: "1"}
	if changed, after := slider.Pressed(Answers{"x": "1"}); len(changed) > 0 || after["x"] != "1" {
		t.Errorf("pressing a slider changes %v", changed)
	}
}

// A slider over 0 comes to 0, and not to what rounding leaves of it.
func TestSliderComesToZero(t *testing.T) {
	c := Control{Min: -3, Max: 3, Step: 0.1, Value: "-0.3"}
	for range 3 {
		c.Value = c.Nudge(1)
	}
	if c.Value != "0" || c.Near(0.04) != "0" || c.Near(-0.04) != "0" {
		t.Errorf("%s, %s, %s", c.Value, c.Near(0.04), c.Near(-0.04))
	}
}
