package worksheets

import (
	"regexp"
	"strings"
	"sync"
)

// Offered is a name that a scene of a step has for a data set or for a kernel, where
// it is one at all; the kernel "" stands for the usual ones.
type Offered struct {
	Name, Step string
	Kernel     bool
}

// draws notes a scene that draws its points: one that has a stream.
func (b *builder) draws(c chunk) {
	if c.kind == fenceChunk && c.info == "scene" && streamed().MatchString(c.text) {
		b.exercise.summary.Drawn = true
	}
}

var streamed = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bstream: *\d`) })

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
		e.offer(b.step.name, false, data)
	}
	kernels, ok := scene.get("kernels")
	if _, run := scene.get("run"); run && !ok {
		kernels = node{kind: textNode}
	}
	e.offer(b.step.name, true, kernels)
}

// offer adds every text below a value, once; some of them may be no names.
func (e *Exercise) offer(step string, kernel bool, n node) {
	n.each(func(n node) {
		for _, o := range e.offered {
			if o.Name == n.text && o.Kernel == kernel {
				return
			}
		}
		if !strings.Contains(n.text, "{{") {
			e.offered = append(e.offered, Offered{n.text, step, kernel})
		}
	})
}

// Offers are the data sets and the kernels that the scenes of the exercise name, among
// other texts, each with the first step that does.
func (e *Exercise) Offers() []Offered { return e.offered }
