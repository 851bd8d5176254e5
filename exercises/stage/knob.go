package stage

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/kernels"
	"kernellab/solvers"
)

// setting is what a fork can change: the model, and the solvers of the traces.
type setting struct {
	model  Model
	change func(solvers.Solver) solvers.Solver
}

// with makes the setting with another value of a parameter.
func (s setting) with(p anatomy.Parameter, text string) setting {
	return setting{s.model, func(x solvers.Solver) solvers.Solver { return p.Set(s.change(x), text) }}
}

// knob is a parameter that a fork can change.
type knob struct {
	control  exercises.Control // Value is what is in force
	rekernel bool              // another value is another Gram matrix
	// set returns the setting with another value, and the value in canonical
	// form.
	set func(s setting, text string) (setting, string, error)
}

// knobs lists the parameters of a segment. A primal run keeps its features.
func knobs(s segment) []knob {
	var out []knob
	for _, p := range s.kind.Parameters {
		own := p.Text(s.solver())
		switch {
		case p.Sign == "":
		case p.Type == anatomy.Seed:
			out = append(out, orderKnob(p, own))
		default:
			out = append(out, plainKnob(p, own))
		}
	}
	if k, ok := s.model.Kernel.(kernels.RBF); ok && !s.primal() {
		out = append(out, widthKnob(s.model, k.Sigma))
	}
	return out
}

// plainKnob is a number or one of some words.
func plainKnob(p anatomy.Parameter, own string) knob {
	return knob{control: p.Control(own), set: func(s setting, text string) (setting, string, error) {
		value, err := chosen(p, text)
		if err != nil {
			return s, "", err
		}
		return s.with(p, value), value, nil
	}}
}

// chosen reads a value: a word of the list, or a number above 0, or 0 where
// that is allowed.
func chosen(p anatomy.Parameter, text string) (string, error) {
	value, wrong := p.Read(strings.ToLower(strings.TrimSpace(strings.ReplaceAll(text, "∞", "inf"))))
	switch {
	case p.Type == anatomy.Word && wrong != "":
		return "", fmt.Errorf("unknown %s %q; the %ss are %s", p.Sign, text, p.Name, strings.Join(p.Words, ", "))
	case p.Type == anatomy.Word || wrong == "" && (p.Zero || value != "0"):
		return value, nil
	case p.Zero:
		return "", fmt.Errorf("%s = %q: %s has to be a number, 0 or more", p.Sign, text, p.Sign)
	}
	return "", fmt.Errorf("%s = %q: %s has to be a number above 0", p.Sign, text, p.Sign)
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
	c := exercises.Control{Name: p.Choice(), Label: p.Sign, Value: named(seed), Choices: []exercises.Choice{{Value: fileOrder, Label: "of the file"}}}
	seeds := []string{"1", "2", "3", "4", "5"}
	if seed != "0" && !slices.Contains(seeds, seed) {
		seeds = append(seeds, seed)
	}
	for _, seed := range seeds {
		c.Choices = append(c.Choices, exercises.Choice{Value: seed, Label: "drawn, seed " + seed})
	}
	return knob{control: c, set: func(s setting, text string) (setting, string, error) {
		if text == fileOrder {
			return s.with(p, "0"), fileOrder, nil
		}
		value, wrong := p.Read(text)
		if wrong != "" || value == "0" {
			return s, "", fmt.Errorf("order %q: an order is %q, or the number of a seed from 1 on", text, fileOrder)
		}
		return s.with(p, value), value, nil
	}}
}

// widthKnob is σ of an RBF kernel.
func widthKnob(m Model, own float64) knob {
	c := SigmaControl("sigma", m.Set, exercises.Answers{"sigma": exercises.FormatNumber(own)}, 1)
	c.Min, c.Max = math.Min(c.Min, own), math.Max(c.Max, own)
	return knob{control: c, rekernel: true, set: func(s setting, text string) (setting, string, error) {
		value, err := chosen(anatomy.Parameter{Sign: "σ"}, text)
		if err != nil {
			return s, "", err
		}
		k, err := kernels.Parse("rbf(sigma=" + value + ")")
		if err != nil {
			return s, "", err
		}
		s.model.Kernel = k
		return s, value, nil
	}}
}
