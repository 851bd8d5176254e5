package watch

import (
	"math"
	"strings"
	"sync"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// The words that several solvers share.

// always makes a value of a step that is never missing.
func always(of func(s solvers.Step) float64) func(solvers.Step, int) (float64, bool) {
	return func(s solvers.Step, _ int) (float64, bool) { return of(s), true }
}

// scalar makes a value without entries.
func scalar(of func(solvers.Step) (float64, bool)) func(solvers.Step, int) (float64, bool) {
	return func(s solvers.Step, _ int) (float64, bool) { return of(s) }
}

// told makes a value of what a step did, or of where it stands, as its detail
// has it.
func told[D solvers.Detail](of func(d D) float64) func(solvers.Step, int) (float64, bool) {
	return scalar(anatomy.FromDetail(of))
}

// fixed makes a value that is computed once, when it is first asked for.
func fixed(of func() float64) func(solvers.Step, int) (float64, bool) {
	once := sync.OnceValue(of)
	return func(solvers.Step, int) (float64, bool) { return once(), true }
}

// given makes a value that is known from the start.
func given(v float64) func(solvers.Step, int) (float64, bool) {
	return func(solvers.Step, int) (float64, bool) { return v, true }
}

// deeds are the quantities of a step that conditions know, as the step has them.
func deeds(step anatomy.Derivation) []*quantity {
	var out []*quantity
	for _, q := range step {
		switch {
		case q.Word == "":
		case q.Entry > 1:
			out[len(out)-1].join(q)
		default:
			out = append(out, deedOf(q))
		}
	}
	return out
}

// deedOf is the word of a quantity, or of the first of several entries.
func deedOf(q anatomy.Quantity) *quantity {
	out := &quantity{name: q.Word, sign: q.Symbol, aliases: q.Aliases, help: q.Help, nature: deed, typical: q.Typical, of: scalar(q.Recorded)}
	if q.Persistent {
		out.nature = state
	}
	if q.Entry > 0 {
		out.sign, out.size = strings.TrimRight(q.Symbol, "₀₁₂₃₄₅₆₇₈₉"), 1
	}
	return out
}

// join makes a quantity the next entry of a word.
func (w *quantity) join(q anatomy.Quantity) {
	before, last := w.of, w.size
	w.size++
	w.of = func(s solvers.Step, i int) (float64, bool) {
		if i < last {
			return before(s, i)
		}
		return q.Recorded(s)
	}
}

// truth is a flag as a number.
func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// commonWords are those of every solver.
func commonWords() []*quantity {
	var words []string
	for s := solvers.Running; s.String() != "unknown"; s++ {
		words = append(words, s.String())
	}
	at := places("the solver has ended")
	return []*quantity{
		at[0],
		{name: "updates", sign: "updates", help: "how many steps moved a coefficient", nature: state,
			of: always(func(s solvers.Step) float64 { return float64(s.Updates) })},
		{name: "status", sign: "status", help: "running, or how it ended", kind: word, nature: state, words: words,
			of: always(func(s solvers.Step) float64 { return float64(s.Status) })},
		at[1],
	}
}

// places are where a run is: the step, and whether it is the last.
func places(done string) []*quantity {
	return []*quantity{
		{name: "step", sign: "step", aliases: []string{"n", "N"}, help: "the number of the step", nature: state,
			of: always(func(s solvers.Step) float64 { return float64(s.N) })},
		{name: "done", sign: "done", help: done, kind: flag, nature: state,
			of: always(func(s solvers.Step) float64 { return truth(s.Status.Done()) })},
	}
}

// pointWords are f and the label of each point.
func pointWords(p *solvers.Problem) []*quantity {
	return []*quantity{
		{name: "f", sign: "f", help: "f at a point", nature: state, size: p.Len(), point: true, flips: true,
			of: func(s solvers.Step, i int) (float64, bool) { return s.F(i), true }},
		{name: "t", sign: "t", aliases: []string{"y"}, help: "the label or target of a point", size: p.Len(),
			of: func(_ solvers.Step, i int) (float64, bool) { return p.Y(i), true }},
	}
}

// classWords are what a classifier says of the points.
func classWords(p *solvers.Problem) []*quantity {
	return []*quantity{
		{name: "pred", sign: "pred", aliases: []string{"prediction", "class"}, help: "the side a point is on: the sign of f",
			nature: state, size: p.Len(), point: true, flips: true,
			of: func(s solvers.Step, i int) (float64, bool) { return side(s.F(i)), true }},
		{name: "errors", sign: "errors", help: "how many points are on the wrong side, with y·f ≤ 0", nature: state, typical: "0",
			of: always(func(s solvers.Step) float64 { return wrongSide(p, s) })},
	}
}

// side is the sign of a number: −1, 0 or 1.
func side(v float64) float64 {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

// wrongSide counts the points with y·f ≤ 0, labels 0 and −1 being one.
func wrongSide(p *solvers.Problem, s solvers.Step) float64 {
	n := 0.0
	for i := range p.Len() {
		y := p.Y(i)
		if y == 0 {
			y = -1
		}
		if y*s.F(i) <= 0 {
			n++
		}
	}
	return n
}

// isClasses reports whether all labels are classes rather than targets.
func isClasses(p *solvers.Problem) bool {
	for _, y := range p.Labels() {
		if y != 0 && math.Abs(y) != 1 {
			return false
		}
	}
	return true
}

// coefficients are the entries of α, a or w.
func coefficients(p *solvers.Problem, name, sign string, aliases ...string) *quantity {
	help := "the dual weight of a point"
	if p.Primal() {
		name, sign, aliases, help = "w", "w", []string{"a", "alpha"}, "the weight of a feature"
	}
	return &quantity{
		name: name, sign: sign, aliases: aliases, help: help, nature: state, size: p.Dim(), feature: p.Primal(),
		of: func(s solvers.Step, i int) (float64, bool) { return s.Coef().At(i), true },
	}
}

// support counts the points with a coefficient.
func support() *quantity {
	return &quantity{
		name: "nSV", sign: "nSV", aliases: []string{"support"}, help: "how many α are above 0", nature: state,
		of: always(func(s solvers.Step) float64 {
			n := 0.0
			for _, a := range s.Coef().All() {
				if a > 0 {
					n++
				}
			}
			return n
		}),
	}
}

// bias is b.
func bias() *quantity {
	return &quantity{name: "b", sign: "b", aliases: []string{"bias"}, help: "the offset of f", nature: state,
		of: always(func(s solvers.Step) float64 { return s.Bias })}
}

// dualObjective is W.
func dualObjective() *quantity {
	return &quantity{name: "W", sign: "W", aliases: []string{"objective", "dual"}, help: "the dual objective", nature: state,
		of: always(func(s solvers.Step) float64 { return s.Objective })}
}

// loss is what a solver descends.
func loss(help string) *quantity {
	return &quantity{name: "loss", sign: "loss", aliases: []string{"objective"}, help: help, nature: state,
		of: func(s solvers.Step, _ int) (float64, bool) { return s.Objective, !math.IsNaN(s.Objective) }}
}

// spectrum are the ends of the spectrum of K.
func spectrum(p *solvers.Problem) []*quantity {
	values := sync.OnceValue(func() []float64 { return eigenvalues(p) })
	return []*quantity{
		{name: "eig_min", sign: "eig_min", aliases: []string{"λ_min", "lambda_min", "eigmin"}, help: "the smallest eigenvalue of K", typical: "0",
			of: fixed(func() float64 { return values()[0] })},
		{name: "eig_max", sign: "eig_max", aliases: []string{"λ_max", "lambda_max", "eigmax"}, help: "the largest eigenvalue of K",
			of: fixed(func() float64 { return values()[len(values())-1] })},
	}
}

// eigenvalues are those of K, rising; NaN where they are not found.
func eigenvalues(p *solvers.Problem) []float64 {
	if values := solvers.Eigenvalues(p.Len(), p.K); values != nil {
		return values
	}
	return []float64{math.NaN()}
}
