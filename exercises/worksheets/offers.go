package worksheets

import (
	"slices"
	"strings"
)

// offers notes which data sets and kernels a scene names: what the student can look
// for by name. A run without a list of kernels has the usual ones, told by "".
func (b *builder) offers(c chunk) {
	named := strings.Contains(c.text, "data:") || strings.Contains(c.text, "kernels:") || strings.HasPrefix(c.text, "run:")
	if c.kind != fenceChunk || c.info != "scene" || !named {
		return
	}
	var scene node
	if !decode(c, &scene, &problems{}) {
		return
	}
	e := b.exercise
	if data, ok := scene.get("data"); ok {
		e.sets = added(e.sets, data)
	}
	kernels, ok := scene.get("kernels")
	if _, run := scene.get("run"); run && !ok {
		kernels = node{kind: textNode}
	}
	e.kernels = added(e.kernels, kernels)
}

// added are names with every text below a value; some of them may be no names.
func added(names []string, n node) []string {
	n.each(func(n node) {
		if !slices.Contains(names, n.text) && !strings.Contains(n.text, "{{") {
			names = append(names, n.text)
		}
	})
	return names
}

// Offers are the names of the data sets and of the kernels that the scenes of the
// exercise name, among other texts; the kernel "" stands for the usual ones.
func (e *Exercise) Offers() (sets, kernels []string) { return e.sets, e.kernels }
