package bench

import (
	"errors"
	"math"
	"slices"
	"strconv"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// Slider describes a control for a parameter of the solver. For empty fields, the usual
// values are used.
type Slider struct {
	// Name is the name of the control. It is the name of a parameter that a fork can
	// change. For the perceptron, it can also be "passes" or "visits", and for logistic
	// regression "share", which is η in units of the safe step.
	Name           string
	Initial        string // the initial value
	From, To, Step float64
	Words          []string // the words offered for a Word parameter; the first is the initial value
}

// slider is a Slider with all fields filled in. Its Value is the initial value.
type slider struct {
	exercises.Control
	parameter anatomy.Parameter
	// text returns the parameter's text for the control's value.
	text func(exercises.Control) string
	// halved means that the initial value is half of the safe step, and share that the
	// value is in units of the safe step.
	halved, share bool
	// rare means that the slider appears only if a bench names it.
	rare bool
}

// usualSliders returns the sliders of a kind of solver.
func usualSliders(k anatomy.Kind) []slider {
	var out []slider
	for _, p := range k.Parameters {
		switch {
		case p.Sign == "" || p.Type == anatomy.Seed:
		case p.Type == anatomy.Word:
			out = append(out, wordSlider(p))
		default:
			out = append(out, numberSlider(k, p))
		}
	}
	switch k.Name {
	case "perceptron":
		passes, _ := parameter(k, "max-epochs")
		visits, _ := parameter(k, "every-visit")
		out = append(out,
			slider{
				Control:   exercises.Control{Name: "passes", Label: "passes", Min: 5, Max: 500, Step: 5, Value: "100"},
				parameter: passes, text: func(c exercises.Control) string { return strconv.Itoa(int(c.Number())) },
			},
			slider{
				Control: exercises.Control{Name: "visits", Label: "a step is", Value: "mistake",
					Choices: exercises.Labelled(
						"mistake", "the next mistake",
						"visit", "every point",
					)},
				parameter: visits,
				text:      func(c exercises.Control) string { return strconv.FormatBool(c.Value == "visit") },
			})
	case "logistic":
		gamma, _ := parameter(k, "gamma")
		out = append(out, slider{
			Control: exercises.Control{Name: "share", Label: "η·λmax/8", Min: 0.01, Max: 1, Step: 0.1, Log: true,
				Value: "0.5"},
			parameter: gamma, text: exactly, share: true, rare: true,
		})
	}
	return out
}

func exactly(c exercises.Control) string { return anatomy.Exact(c.Number()) }

func wordSlider(p anatomy.Parameter) slider {
	return slider{
		Control: p.Control(p.Words[0]), parameter: p, text: func(c exercises.Control) string { return c.Value },
	}
}

func numberSlider(k anatomy.Kind, p anatomy.Parameter) slider {
	s := slider{
		Control: p.Control(p.Text(k.Specimen)), parameter: p, text: exactly,
	}
	s.Step = 0.5
	if _, descends := (anatomy.Points{}).Descent(k.Specimen); descends && p.Name == k.Needs {
		s.Step, s.halved = 0.1, true
	}
	if s.Value == "0" { // outside the range of the slider
		s.Value, s.rare = exercises.FormatNumber(math.Sqrt(p.Lo*p.Hi)), true
	}
	return s
}

func parameter(k anatomy.Kind, name string) (anatomy.Parameter, bool) {
	for _, p := range k.Parameters {
		if p.Name == name {
			return p, true
		}
	}
	return anatomy.Parameter{}, false
}

func sliderNames(k anatomy.Kind) []string {
	var out []string
	for _, s := range usualSliders(k) {
		out = append(out, s.Name)
	}
	return out
}

// offered returns the slider with the changes that the bench describes. on is false if the
// bench does not offer it.
func (b Bench) offered(s slider) (_ slider, on bool) {
	at := slices.IndexFunc(b.Sliders, func(own Slider) bool { return own.Name == s.Name })
	if at < 0 {
		return s, b.Sliders == nil && len(b.Run) > 1 && !s.rare
	}
	own := b.Sliders[at]
	if own.Initial != "" {
		s.Value, s.halved = own.Initial, false
	}
	if own.To > own.From {
		s.Min, s.Max = own.From, own.To
	}
	if own.Step > 0 {
		s.Step = own.Step
	}
	if len(own.Words) > 0 {
		s.Choices, s.Value = selectChoices(s.Choices, own.Words), own.Words[0]
	}
	return s, true
}

// selectChoices returns the choices with the given values, in the order of the values.
func selectChoices(choices []exercises.Choice, values []string) []exercises.Choice {
	var out []exercises.Choice
	for _, v := range values {
		at := exercises.ChoiceIndex(choices, v)
		if at < 0 {
			out = append(out, exercises.Choices(v)...)
			continue
		}
		out = append(out, choices[at])
	}
	return out
}

// scaled returns the slider with the range and value of a step size relative to the largest
// safe one.
func (s slider) scaled(k anatomy.Kind, p *solvers.Problem) (slider, error) {
	if !s.halved && !s.share {
		return s, nil
	}
	safe, err := safeStep(k, p)
	if err != nil {
		return s, err
	}
	if s.share {
		s.text = func(c exercises.Control) string { return anatomy.Exact(c.Number() * safe) }
		return s, nil
	}
	start := oneDigit(safe / 2)
	s.Value = exercises.FormatNumber(start)
	s.Min, s.Max = min(s.Min, start/100), max(s.Max, start*10)
	return s, nil
}

// errNoStep is the error for a kernel for which no safe step size is known.
var errNoStep = errors.New("with this kernel no eigenvalue of K is far enough above 0, " +
	"so no step size is known to be safe: choose another kernel")

// safeStep returns the largest step size for which a descent is sure to lower its loss.
func safeStep(k anatomy.Kind, p *solvers.Problem) (float64, error) {
	d, _ := anatomy.Points{Gram: p.Gram(), Y: p.Labels()}.Descent(k.Specimen)
	largest := solvers.LambdaMax(p.Gram())
	if safe := d.Limit(largest); largest > 0 && !math.IsInf(safe, 0) {
		return safe, nil
	}
	return 0, errNoStep
}

// oneDigit rounds a positive number down to one significant digit.
func oneDigit(v float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v)))
	return max(1, math.Floor(v/unit)) * unit // rounding may put a power of ten just above v
}

// control returns the slider with its full name. If its value is a word that is not
// offered, the first word is used.
func (s slider) control(names string) exercises.Control {
	c := s.Control
	c.Name = names + c.Name
	if c.IsChoice() && exercises.ChoiceIndex(c.Choices, c.Value) < 0 {
		c.Value = c.Choices[0].Value
	}
	return c
}
