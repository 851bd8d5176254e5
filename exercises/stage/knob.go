package stage

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/kernels"
	"kernellab/solvers"
)

// setting is what a fork can change: the solvers of the traces, and the model.
type setting struct {
	model   Model
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
	kind, _ := anatomy.Exactly(s.solvers[0])
	for _, p := range kind.Parameters {
		own := p.Text(s.solvers[0])
		switch {
		case p.Sign == "":
		case p.Nature == anatomy.Seed:
			out = append(out, orderKnob(p, own))
		case p.Nature == anatomy.Word:
			out = append(out, wordKnob(p, own))
		default:
			out = append(out, numberKnob(p, own))
		}
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

// with makes the setting with another value of a parameter.
func (s setting) with(p anatomy.Parameter, text string) setting {
	return s.each(func(x solvers.Solver) solvers.Solver { return p.Set(x, text) })
}

// numberKnob is a number, which may be infinite.
func numberKnob(p anatomy.Parameter, text string) knob {
	own, _ := strconv.ParseFloat(text, 64)
	c := slider(p.Name, p.Sign, own, p.Lo, p.Hi)
	if p.Infinite && math.IsInf(own, 1) {
		c.Value = text
	}
	return knob{control: c, set: func(s setting, text string) (setting, string, error) {
		v := math.Inf(1)
		if t := strings.ToLower(strings.TrimSpace(text)); !p.Infinite || t != "inf" && t != "∞" {
			var err error
			if v, err = number(p.Sign, text, p.Zero); err != nil {
				return s, "", err
			}
		}
		return s.with(p, anatomy.Exact(v)), anatomy.Exact(v), nil
	}}
}

// wordKnob is one of some words.
func wordKnob(p anatomy.Parameter, own string) knob {
	c := exercises.Control{Name: p.Name, Label: p.Sign, Value: own}
	for _, w := range p.Words {
		c.Choices = append(c.Choices, exercises.Choice{Value: w, Label: w})
	}
	return knob{control: c, set: func(s setting, text string) (setting, string, error) {
		if !slices.Contains(p.Words, text) {
			return s, "", fmt.Errorf("unknown %s %q; the %ss are %s", p.Sign, text, p.Name, strings.Join(p.Words, ", "))
		}
		return s.with(p, text), text, nil
	}}
}

// fileOrder is the value of the order of the file.
const fileOrder = "file"

// orderKnob is the seed of an order; seed 0 is the order of the file.
func orderKnob(p anatomy.Parameter, seed string) knob {
	named := func(seed string) string {
		if seed == "0" {
			return fileOrder
		}
		return seed
	}
	c := exercises.Control{Name: "order", Label: p.Sign, Value: named(seed), Choices: []exercises.Choice{{Value: fileOrder, Label: "of the file"}}}
	seeds := []string{"1", "2", "3", "4", "5"}
	if seed != "0" && !slices.Contains(seeds, seed) {
		seeds = append(seeds, seed)
	}
	for _, seed := range seeds {
		c.Choices = append(c.Choices, exercises.Choice{Value: seed, Label: "drawn, seed " + seed})
	}
	return knob{control: c, set: func(s setting, text string) (setting, string, error) {
		seed := uint64(0)
		if text != fileOrder {
			var err error
			if seed, err = strconv.ParseUint(text, 10, 64); err != nil || seed == 0 {
				return s, "", fmt.Errorf("order %q: an order is %q, or the number of a seed from 1 on", text, fileOrder)
			}
		}
		value := strconv.FormatUint(seed, 10)
		return s.with(p, value), named(value), nil
	}}
}

// widthKnob is σ of an RBF kernel.
func widthKnob(m Model, own float64) knob {
	c := SigmaControl("sigma", m.Set, exercises.Answers{"sigma": exercises.FormatNumber(own)}, 1)
	c.Min, c.Max = math.Min(c.Min, own), math.Max(c.Max, own)
	return knob{control: c, rekernel: true, set: func(s setting, text string) (setting, string, error) {
		v, err := number("σ", text, false)
		if err != nil {
			return s, "", err
		}
		k, err := kernels.Parse("rbf(sigma=" + anatomy.Exact(v) + ")")
		if err != nil {
			return s, "", err
		}
		s.model.Kernel = k
		return s, anatomy.Exact(v), nil
	}}
}
