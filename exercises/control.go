package exercises

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
)

// Control is a slider, a choice or a button next to the pictures of a task. The value of a slider
// or choice is a text in the student's Answers, under Name. The function that computes the task's
// scene copies it to Value.
type Control struct {
	Name, Label string
	Value       string
	// A slider has Step > 0 and ranges from Min to Max in steps of Step. If Log is
	// set, each step multiplies by 10^Step, and the result is rounded to two or
	// three significant digits.
	Min, Max, Step float64
	Log            bool
	Cyclic         bool // the value after Max is Min, as for an angle
	// A choice has Choices, at least one.
	Choices []Choice
	// A button has Press, which returns all answers after the button is pressed, given all answers
	// before. Press is pure.
	Press func(Answers) Answers
	// ArrowSliders names two sliders that the arrow keys move while the button has the focus: ← → the
	// first, ↑ ↓ the second.
	ArrowSliders []string
}

// ControlIndex returns the index of the control with a name, or −1.
func ControlIndex(controls []Control, name string) int {
	return slices.IndexFunc(controls, func(c Control) bool { return c.Name == name })
}

// IsButton reports whether the control is a button.
func (c Control) IsButton() bool { return c.Press != nil }

// IsSlider reports whether the control is a slider.
func (c Control) IsSlider() bool { return !c.IsChoice() && !c.IsButton() }

// AfterPress returns all answers after a press of the button, and the sorted names of the answers that
// the press changes. A control that is no button changes nothing.
func (c Control) AfterPress(a Answers) (changed []string, newAnswers Answers) {
	if !c.IsButton() {
		return nil, a
	}
	newAnswers = c.Press(a)
	for name := range newAnswers {
		if newAnswers[name] != a[name] {
			changed = append(changed, name)
		}
	}
	for name := range a {
		if _, kept := newAnswers[name]; !kept && a[name] != "" {
			changed = append(changed, name)
		}
	}
	slices.Sort(changed)
	return changed, newAnswers
}

// IsChoice reports whether the control is a choice.
func (c Control) IsChoice() bool { return len(c.Choices) > 0 }

// Number returns the slider's current value, limited to its range, or Min if it is not a number.
func (c Control) Number() float64 {
	v, err := strconv.ParseFloat(c.Value, 64)
	if err != nil || math.IsNaN(v) {
		return c.Min
	}
	return max(c.Min, min(v, c.Max))
}

// ValueWords returns the value of a slider or choice in words.
func (c Control) ValueWords() string {
	if i := ChoiceIndex(c.Choices, c.Value); i >= 0 {
		return c.Choices[i].Label
	} else if c.IsChoice() {
		return "none"
	}
	return strings.ReplaceAll(Typeset(FormatNumber(c.Number())), "-", "−")
}

// Nudge returns the value n steps up, or down for negative n, as text. Choices and cyclic
// sliders wrap around. Other sliders stop at the ends of their range, and buttons do not change.
func (c Control) Nudge(n int) string {
	switch {
	case c.IsChoice():
		return c.nudgeChoice(n)
	case c.IsButton():
		return c.Value
	}
	pos := c.position() + float64(n)
	if count := c.steps() + 1; c.Cyclic {
		pos = math.Mod(math.Mod(pos, count)+count, count)
	}
	return FormatNumber(c.valueAt(pos))
}

// Fraction returns the position of the slider between its ends, 0 … 1.
func (c Control) Fraction() float64 {
	if !c.IsSlider() || c.Max <= c.Min {
		return 0
	}
	return c.position() / c.steps()
}

// ValueAtFraction returns the slider's value nearest to the position t between its ends, 0 … 1, as
// text.
func (c Control) ValueAtFraction(t float64) string {
	return FormatNumber(c.valueAt(t * c.steps()))
}

// NearestValue returns the slider's value nearest to v, as text.
func (c Control) NearestValue(v float64) string {
	c.Value = FormatNumber(v)
	return FormatNumber(c.valueAt(c.position()))
}

// steps returns the number of steps from Min to Max.
func (c Control) steps() float64 {
	if c.Log {
		return (math.Log10(c.Max) - math.Log10(c.Min)) / c.Step
	}
	return (c.Max - c.Min) / c.Step
}

// position returns the number of steps from Min to the current value, which may be a fraction.
func (c Control) position() float64 {
	if c.Log {
		return (math.Log10(c.Number()) - math.Log10(c.Min)) / c.Step
	}
	return (c.Number() - c.Min) / c.Step
}

// valueAt returns the value nearest to pos, a position in steps from Min.
func (c Control) valueAt(pos float64) float64 {
	pos = max(0, min(math.Round(pos), c.steps()))
	if c.Log {
		return RoundTo(c.Min*math.Pow(10, pos*c.Step), c.digits())
	}
	v := c.Min + pos*c.Step
	if math.Abs(v) < 1e-9*c.Step {
		return 0 // without rounding errors
	}
	return v
}

// digits returns how many significant digits distinguish the values of a
// logarithmic slider: 0.5 rather than 0.501187.
func (c Control) digits() int {
	if c.Step >= 0.05 {
		return 2
	}
	return 3
}

// RoundTo rounds v to the given number of significant digits.
func RoundTo(v float64, digits int) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64)
	if err != nil {
		return v
	}
	return r
}

func (c Control) nudgeChoice(n int) string {
	index := max(0, ChoiceIndex(c.Choices, c.Value))
	count := len(c.Choices)
	return c.Choices[((index+n)%count+count)%count].Value
}

// Typeset replaces the exponent of a number by a power of ten: "1e+09" becomes "10⁹". Other texts
// are unchanged.
func Typeset(text string) string {
	mantissa, power, ok := strings.Cut(text, "e")
	n, err := strconv.Atoi(power)
	if _, floatErr := strconv.ParseFloat(text, 64); !ok || err != nil || floatErr != nil {
		return text
	}
	switch {
	case n == 0:
		return mantissa
	case mantissa == "1":
		return "10" + ascii.Superscript(n)
	}
	return mantissa + "·10" + ascii.Superscript(n)
}

// Grouped writes a whole number in groups of three digits: 308 504. It does not split four digits.
func Grouped(v float64) string {
	s := strconv.FormatFloat(math.Abs(v), 'f', 0, 64)
	for i := len(s) - 3; i > 0 && len(s) > 4; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	if v < 0 {
		return "−" + s
	}
	return s
}

// FormatNumber writes a slider's value with at most six significant digits.
func FormatNumber(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }
