package debug

import (
	"fmt"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/stage"
	"kernellab/solvers"
)

// The values of the clip as an option.
const (
	clipOn  = "on"
	clipOff = "off"
)

// freedom reads whether the clip of a pair's step is left out; without text it
// is otherwise. A step that ends within [L, H] has no clip to leave out.
func freedom(s solvers.SMO, p *solvers.Problem, from solvers.Step, k, l int, text string, otherwise bool) (bool, error) {
	free := otherwise
	switch text = strings.TrimSpace(text); text {
	case "":
	case clipOn, clipOff:
		free = text == clipOff
	default:
		return false, fmt.Errorf("clip = %q: the clip is %q, or %q where it is left out", text, clipOn, clipOff)
	}
	if !free {
		return false, nil
	}
	d := pairDetail(s, p, from, k, l)
	if d.Kappa <= 0 {
		return false, fmt.Errorf("without the clip the pair (%d, %d) has nowhere to land: κ = %s, so W has no top along its line", k+1, l+1, stage.Num(d.Kappa))
	}
	return d.Clipped, nil
}

// pairDetail is the update of a pair, which is not kept.
func pairDetail(s solvers.SMO, p *solvers.Problem, from solvers.Step, k, l int) *solvers.SMODetail {
	return s.Update(p, from, k, l).Detail.(*solvers.SMODetail)
}

// clipControls offers to leave the clip out of a step that has one.
func clipControls(s solvers.SMO, p *solvers.Problem, from solvers.Step, m move) []exercises.Control {
	d := pairDetail(s, p, from, m.k, m.l)
	if !d.Clipped || d.Kappa <= 0 {
		return nil
	}
	c := exercises.Control{Name: "clip", Label: "clip", Value: clipOn, Choices: []exercises.Choice{
		{Value: clipOn, Label: "to [L, H]"}, {Value: clipOff, Label: "left out"},
	}}
	if m.free {
		c.Value = clipOff
	}
	return []exercises.Control{c}
}
