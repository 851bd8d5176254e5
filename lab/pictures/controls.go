package pictures

import (
	"cmp"
	"slices"
	"strings"

	"kernellab/exercises"
	"kernellab/lab/ui"
)

// ControlView returns how a control is drawn.
func ControlView(c exercises.Control, focused bool) ui.Control {
	out := ui.Control{Label: cmp.Or(c.Label, c.Name), Button: c.IsButton(), Focused: focused}
	if c.IsChoice() {
		for _, o := range c.Choices {
			out.Options = append(out.Options, o.Label)
		}
		out.Chosen = max(0, slices.IndexFunc(c.Choices, func(o exercises.Choice) bool { return o.Value == c.Value }))
	} else if !out.Button {
		out.Position, out.Value = c.Fraction(), strings.ReplaceAll(exercises.Typeset(c.Value), "-", "−")
	}
	return out
}
