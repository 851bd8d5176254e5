package bench

import (
	"math"
	"slices"

	"kernellab/exercises"
	"kernellab/exercises/stage"
	"kernellab/kernels"
)

// power names the polynomial kernel with degree and offset on sliders.
const power = "power"

// kernelControl chooses the kernel, beginning with one that suits the set. Where the
// quadratic one suits it and is not offered, the polynomial one is it.
func (b Bench) kernelControl(suits string, a exercises.Answers) exercises.Control {
	if suits == "poly" && len(b.Kernels) > 0 && !slices.Contains(b.Kernels, suits) {
		suits = power
	}
	c := stage.KernelControl(b.Names+"kernel", a, suits, b.Kernels...)
	for i := range c.Choices {
		if c.Choices[i].Value == power {
			c.Choices[i].Label = "polynomial"
		}
	}
	return c
}

// polynomial is (xᵀz + c)ᵖ with p and c on sliders; it begins as the quadratic kernel.
func (b Bench) polynomial(a exercises.Answers) (kernels.Kernel[[]float64], []exercises.Control) {
	p := exercises.Control{Name: b.Names + "degree", Label: "degree p", Min: 1, Max: 12, Step: 1, Value: stage.Chosen(a, b.Names+"degree", "2")}
	c := exercises.Control{Name: b.Names + "offset", Label: "offset c", Min: 0, Max: 10, Step: 0.5, Value: stage.Chosen(a, b.Names+"offset", "1")}
	return kernels.Poly{Degree: int(math.Round(p.Number())), C: c.Number()}, []exercises.Control{p, c}
}
