package debug

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
)

// setting is what a fork can change: the solvers of the traces, and the model.
type setting struct {
	model   stage.Model
	solvers []solvers.Solver
}

// each changes every solver of a setting, the others of which stay.
func (s setting) each(change func(solvers.Solver) solvers.Solver) setting {
	out := setting{model: s.model, solvers: make([]solvers.Solver, len(s.solvers))}
	for j, x := range s.solvers {
		out.solvers[j] = change(x)
	}
	return out
}

// knob is a parameter that a fork can change.
type knob struct {
	control  exercises.Control // Value is what is in force
	rekernel bool              // another value is another Gram matrix
	// set returns the setting with another value, and the value in canonical
	// form.
	set func(s setting, text string) (setting, string, error)
}

// knobs lists the parameters of a setting. A primal run keeps its features.
func knobs(s setting, primal bool) []knob {
	var out []knob
	switch x := s.solvers[0].(type) {
	case solvers.SMO:
		out = append(out, penaltyKnob(x.C), ruleKnob(x.Rule))
	case solvers.Perceptron:
		out = append(out, orderKnob(x.Seed))
	case solvers.Logistic:
		out = append(out, numberKnob("gamma", "γ", x.Gamma, 1e-4, 10, false, func(y solvers.Solver, v float64) solvers.Solver {
			if l, ok := y.(solvers.Logistic); ok {
				l.Gamma = v
				return l
			}
			return y
		}))
	case solvers.LeastSquares:
		out = append(out, numberKnob("eta", "η", x.Eta, 1e-4, 10, false, func(y solvers.Solver, v float64) solvers.Solver {
			if l, ok := y.(solvers.LeastSquares); ok {
				l.Eta = v
				return l
			}
			return y
		}))
	case solvers.Ridge:
		out = append(out, numberKnob("lambda", "λ", x.Lambda, 1e-6, 100, true, func(y solvers.Solver, v float64) solvers.Solver {
			if l, ok := y.(solvers.Ridge); ok {
				l.Lambda = v
				return l
			}
			return y
		}))
	}
	if k, ok := s.model.Kernel.(kernels.RBF); ok && !primal {
		out = append(out, widthKnob(s.model, k.Sigma))
	}
	return out
}

// slider is the control of a number on a logarithmic scale that reaches the
// value in force.
func slider(name, label string, own, lo, hi float64) exercises.Control {
	if own > 0 && !math.IsInf(own, 1) {
		lo, hi = math.Min(lo, own), math.Max(hi, own)
	}
	return exercises.Control{Name: name, Label: label, Min: lo, Max: hi, Step: 0.1, Log: true, Value: exercises.FormatNumber(own)}
}

// number reads a parameter: a number above 0, or 0 where that is allowed.
func number(label, text string, zero bool) (float64, error) {
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) || v < 0 || v == 0 && !zero {
		want := "a number above 0"
		if zero {
			want = "a number, 0 or more"
		}
		return 0, fmt.Errorf("%s = %q: %s has to be %s", label, text, label, want)
	}
	return v, nil
}

// exact writes a number so that reading gives it back.
func exact(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func numberKnob(name, label string, own, lo, hi float64, zero bool, with func(solvers.Solver, float64) solvers.Solver) knob {
	return knob{
		control: slider(name, label, own, lo, hi),
		set: func(s setting, text string) (setting, string, error) {
			v, err := number(label, text, zero)
			if err != nil {
				return s, "", err
			}
			return s.each(func(x solvers.Solver) solvers.Solver { return with(x, v) }), exact(v), nil
		},
	}
}

// penaltyKnob is C, which may be infinite.
func penaltyKnob(own float64) knob {
	c := slider("C", "C", own, 0.01, 1e4)
	if math.IsInf(own, 1) {
		c.Value = "inf"
	}
	return knob{control: c, set: func(s setting, text string) (setting, string, error) {
		v, shown := math.Inf(1), "inf"
		if t := strings.ToLower(strings.TrimSpace(text)); t != "inf" && t != "∞" {
			var err error
			if v, err = number("C", text, false); err != nil {
				return s, "", err
			}
			shown = exact(v)
		}
		return s.each(func(x solvers.Solver) solvers.Solver {
			if m, ok := x.(solvers.SMO); ok {
				m.C = v
				return m
			}
			return x
		}), shown, nil
	}}
}

func ruleKnob(own solvers.PairRule) knob {
	c := exercises.Control{Name: "rule", Label: "pair rule", Value: own.String()}
	for _, r := range []solvers.PairRule{solvers.SecondOrder, solvers.MaxViolation, solvers.MaxError, solvers.MaxErrorLiteral, solvers.Random} {
		c.Choices = append(c.Choices, exercises.Choice{Value: r.String(), Label: r.String()})
	}
	return knob{control: c, set: func(s setting, text string) (setting, string, error) {
		r, err := solvers.ParsePairRule(text)
		if err != nil {
			return s, "", err
		}
		return s.each(func(x solvers.Solver) solvers.Solver {
			if m, ok := x.(solvers.SMO); ok {
				m.Rule = r
				return m
			}
			return x
		}), r.String(), nil
	}}
}

// fileOrder is the value of the order of the file.
const fileOrder = "file"

func orderKnob(own uint64) knob {
	c := exercises.Control{Name: "order", Label: "order", Value: orderValue(own), Choices: []exercises.Choice{{Value: fileOrder, Label: "of the file"}}}
	for seed := uint64(1); seed <= 5; seed++ {
		c.Choices = append(c.Choices, exercises.Choice{Value: orderValue(seed), Label: fmt.Sprintf("drawn, seed %d", seed)})
	}
	if own > 5 {
		c.Choices = append(c.Choices, exercises.Choice{Value: orderValue(own), Label: fmt.Sprintf("drawn, seed %d", own)})
	}
	return knob{control: c, set: func(s setting, text string) (setting, string, error) {
		var seed uint64
		if text != fileOrder {
			var err error
			if seed, err = strconv.ParseUint(text, 10, 64); err != nil || seed == 0 {
				return s, "", fmt.Errorf("order %q: an order is %q, or the number of a seed from 1 on", text, fileOrder)
			}
		}
		return s.each(func(x solvers.Solver) solvers.Solver {
			if p, ok := x.(solvers.Perceptron); ok {
				p.Seed = seed
				return p
			}
			return x
		}), orderValue(seed), nil
	}}
}

func orderValue(seed uint64) string {
	if seed == 0 {
		return fileOrder
	}
	return strconv.FormatUint(seed, 10)
}

// widthKnob is σ of an RBF kernel.
func widthKnob(m stage.Model, own float64) knob {
	c := stage.SigmaControl("sigma", m.Set, exercises.Answers{"sigma": exercises.FormatNumber(own)}, 1)
	c.Min, c.Max = math.Min(c.Min, own), math.Max(c.Max, own)
	return knob{control: c, rekernel: true, set: func(s setting, text string) (setting, string, error) {
		v, err := number("σ", text, false)
		if err != nil {
			return s, "", err
		}
		k, err := kernels.Parse("rbf(sigma=" + exact(v) + ")")
		if err != nil {
			return s, "", err
		}
		s.model.Kernel = k
		return s, exact(v), nil
	}}
}
