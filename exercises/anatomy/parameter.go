package anatomy

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"kernellab/exercises"
	"kernellab/solvers"
)

// ParamType is the type of a parameter. It determines which texts are valid values.
type ParamType uint8

// The types. A Real is a number ≥ 0, a Seed a uint64, a Count an integer from 0 to 2³¹ − 1,
// and a Word one of the words of the parameter.
const (
	Real ParamType = iota
	Seed
	Count
	Word
)

// Parameter is a parameter of a solver. Its values are handled as texts. A number is written so
// that parsing returns exactly the same number.
type Parameter struct {
	Name string // name in run files, such as "gamma"
	Type ParamType
	// Words are the values of a Word parameter, the default first. Label returns the label of a
	// word in a control. If Label is nil, the word itself is used.
	Words     []string
	Label     func(word string) string
	AllowsInf bool // "inf" is a valid value
	// ForkLabel is the label of the control with which a student changes the parameter in the
	// middle of a run, such as "η". Such a change is a fork: it begins a second run. If the label
	// is empty, forks cannot change the parameter. Lo and Hi are the ends of the slider. AllowsZero
	// means that a fork may set the parameter to 0.
	ForkLabel  string
	Lo, Hi     float64
	AllowsZero bool
	// Bench is a further control of the parameter on a bench, a screen with a run and sliders for its
	// settings. For a Real parameter, the slider gives the parameter as a share of its largest safe
	// value. The choices for a Word parameter are in the order of Words. Without a name, there is no
	// such control.
	Bench exercises.Control
	// Omitted is the value that a run file omits. If empty, no value is omitted.
	Omitted string

	Text func(s solvers.Solver) string
	// Set returns s with another value of the parameter. text must be valid. If s is a solver
	// without this parameter, Set returns s unchanged.
	Set func(s solvers.Solver, text string) solvers.Solver
}

// Default returns the value of the parameter if none is given: 0, or its first word.
func (p Parameter) Default() string {
	if p.Type == Word {
		return p.Words[0]
	}
	return "0"
}

// ControlName returns the name of the control that changes the parameter in a fork. For a seed this
// is "order", because a seed determines the order of the points.
func (p Parameter) ControlName() string {
	if p.Type == Seed {
		return "order"
	}
	return p.Name
}

// Example returns an example of a setting, such as "C=0.1". For a Word parameter, it lists the
// words.
func (p Parameter) Example() string {
	switch p.Type {
	case Word:
		return "one of " + strings.Join(p.Words, ", ")
	case Real:
		return p.Name + "=0.1"
	}
	return p.Name + "=1"
}

// Read parses a typed value and returns it in the form that Text returns. If text is not valid,
// reason completes the sentence "C=x is …", for example with "not a number ≥ 0".
func (p Parameter) Read(text string) (value, reason string) {
	switch p.Type {
	case Word:
		if !slices.Contains(p.Words, text) {
			return "", "not one of its values"
		}
		return text, ""
	case Seed, Count:
		v, err := strconv.ParseUint(text, 10, 64)
		switch {
		case err != nil:
			return "", "not a whole number ≥ 0"
		case p.Type == Count && v > math.MaxInt32:
			return "", "too large"
		}
		return strconv.FormatUint(v, 10), ""
	}
	if p.AllowsInf && text == "inf" {
		return text, ""
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) || v < 0 {
		return "", "not a number ≥ 0"
	}
	return Exact(v + 0), "" // −0 is 0
}

// Control returns a control with the given value. It is a choice of words, or a logarithmic
// slider whose range includes the value if that is positive and finite.
func (p Parameter) Control(value string) exercises.Control {
	c := exercises.Control{Name: p.Name, Label: p.ForkLabel, Value: value}
	if p.Type == Word {
		c.Choices = exercises.Choices(p.Words...)
		for i := range c.Choices {
			if p.Label != nil {
				c.Choices[i].Label = p.Label(c.Choices[i].Value)
			}
		}
		return c
	}
	c.Min, c.Max, c.Step, c.Log = p.Lo, p.Hi, 0.1, true
	if v, _ := strconv.ParseFloat(value, 64); !math.IsInf(v, 1) {
		c.Value = exercises.FormatNumber(v)
		if v > 0 {
			c.Min, c.Max = min(c.Min, v), max(c.Max, v)
		}
	}
	return c
}

// parameter returns a parameter that is stored in a field of the solver type S. The function field
// returns the address of the field.
func parameter[S any, V any](name string, kind ParamType, field func(*S) *V, text func(V) string,
	read func(string) V) Parameter {
	return Parameter{
		Name: name, Type: kind,
		Text: func(s solvers.Solver) string {
			x, ok := s.(S)
			if !ok {
				return ""
			}
			return text(*field(&x))
		},
		Set: func(s solvers.Solver, value string) solvers.Solver {
			x, ok := s.(S)
			if !ok {
				return s
			}
			*field(&x) = read(value)
			return any(x).(solvers.Solver)
		},
	}
}

func realParameter[S any](name string, field func(*S) *float64) Parameter {
	return parameter(name, Real, field, Exact,
		func(text string) float64 { v, _ := strconv.ParseFloat(text, 64); return v })
}

// Exact writes a number so that parsing returns the same number.
func Exact(v float64) string {
	if math.IsInf(v, 1) {
		return "inf"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

func seedParameter[S any](field func(*S) *uint64) Parameter {
	return parameter("seed", Seed, field, func(v uint64) string { return strconv.FormatUint(v, 10) },
		func(text string) uint64 { v, _ := strconv.ParseUint(text, 10, 64); return v })
}

func countParameter[S any](name string, field func(*S) *int) Parameter {
	return parameter(name, Count, field, strconv.Itoa, func(text string) int { v, _ := strconv.Atoi(text); return v })
}

func flagParameter[S any](name string, field func(*S) *bool) Parameter {
	p := parameter(name, Word, field, strconv.FormatBool, func(text string) bool { return text == "true" })
	p.Words = []string{"false", "true"}
	return p
}

func ruleParameter[S any](field func(*S) *solvers.PairRule) Parameter {
	p := parameter("rule", Word, field, solvers.PairRule.String,
		func(text string) solvers.PairRule { r, _ := solvers.ParsePairRule(text); return r })
	p.ForkLabel = "pair rule"
	p.Label = func(word string) string { r, _ := solvers.ParsePairRule(word); return RuleOf(r).Title }
	for _, r := range solvers.PairRules() {
		p.Words = append(p.Words, r.String())
	}
	return p
}

func formParameter[S any](field func(*S) *solvers.LogisticForm) Parameter {
	words := []string{"zero-one", "plus-minus", "subtracted"}
	p := parameter("form", Word, field, func(f solvers.LogisticForm) string { return words[f] },
		func(text string) solvers.LogisticForm {
			return solvers.LogisticForm(max(0, slices.Index(words, text)))
		})
	p.Words = words
	return p
}

// withSlider returns p as a parameter that a fork can change by a slider from lo to hi.
func withSlider(p Parameter, label string, lo, hi float64) Parameter {
	p.ForkLabel, p.Lo, p.Hi = label, lo, hi
	return p
}

func (p Parameter) allowInf() Parameter            { p.AllowsInf = true; return p }
func (p Parameter) allowZero() Parameter           { p.AllowsZero = true; return p }
func (p Parameter) omitting(text string) Parameter { p.Omitted = text; return p }

// withOrderLabel returns p with the label "order" in forks. p is the parameter of a seed.
func (p Parameter) withOrderLabel() Parameter { p.ForkLabel = "order"; return p }

// onBench returns p with a further control on benches.
func (p Parameter) onBench(c exercises.Control) Parameter { p.Bench = c; return p }
