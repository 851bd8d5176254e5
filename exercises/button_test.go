package exercises

import (
	"slices"
	"testing"
)

// TestControl_button checks that a button gives the answers after it is pressed, with
// the fields that it changes, and that it has no values to go through.
func TestControl_button(t *testing.T) {
	c := Control{Name: "swap",
		Press: func(a Answers) Answers { return Answers{"kept": a["kept"], "new": "1", "other": "2", "empty": ""} }}
	changed, after := c.Pressed(Answers{"kept": "k", "other": "1", "gone": "x"})
	if want := []string{"gone", "new", "other"}; !slices.Equal(changed, want) || after["new"] != "1" ||
		after["gone"] != "" {
		t.Errorf("button: got the changes %v of %v, want %v", changed, after, want)
	}
	if !c.IsButton() || c.IsSlider() || c.IsChoice() || c.Nudge(3) != "" || c.Fraction() != 0 {
		t.Errorf("button: slider %v, Nudge(3) = %q, want neither a slider nor a choice", c.IsSlider(), c.Nudge(3))
	}
	slider := Control{Name: "x", Min: -3, Max: 3, Step: 0.1, Value: "1"}
	if changed, after := slider.Pressed(Answers{"x": "1"}); len(changed) > 0 || after["x"] != "1" {
		t.Errorf("pressing a slider: got the changes %v, want none", changed)
	}
}

// TestControl_sliderReachesZero checks that rounding does not keep a slider from 0.
func TestControl_sliderReachesZero(t *testing.T) {
	c := Control{Min: -3, Max: 3, Step: 0.1, Value: "-0.3"}
	for range 3 {
		c.Value = c.Nudge(1)
	}
	if c.Value != "0" || c.Near(0.04) != "0" || c.Near(-0.04) != "0" {
		t.Errorf("slider near 0: got %s, %s, %s, want 0 each time", c.Value, c.Near(0.04), c.Near(-0.04))
	}
}
