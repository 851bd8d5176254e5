package anatomy

import (
	"strings"

	"kernellab/ascii"
	"kernellab/solvers"
)

// Code is the pseudo-code of a solver: a loop around the choice of what a step is about
// and the laws of the quantities that the step computes.
type Code struct {
	Lines []ascii.Line // the first is the head of the loop
	laws  []string     // the quantities of the last lines
}

// codeOf returns the code whose laws are those of some quantities of any step, in which
// point 1 stands for point i.
func codeOf(while string, choice []string, d Derivation, laws ...string) Code {
	c := Code{Lines: ascii.PlainLines(append([]string{while}, choice...)...), laws: laws}
	for _, name := range laws {
		law := d.Definition(name)
		for i := range law {
			law[i].Text = strings.ReplaceAll(law[i].Text, Sub(1), "ᵢ")
		}
		c.Lines = append(c.Lines, law)
	}
	return c
}

// Numbers returns what each line of the code except the first yields in a step: the
// choice, and the laws with the numbers that the step recorded. It returns nil if no step
// was made.
func (c Code) Numbers(a Account) []ascii.Line {
	if a.Derivation == nil {
		return nil
	}
	out, n := a.Chosen(), a.Derivation.RecordedValues(a.Now)
	for _, name := range c.laws {
		q := a.Derivation.Get(name)
		out = append(out, append(ascii.Inked(q.Symbol, q.Ink), a.Derivation.Result(name, n)...))
	}
	return out
}

// pairCode returns the code of SMO.
func pairCode(s solvers.Solver) Code {
	rule := RuleOf(s.(solvers.SMO).Rule)
	return codeOf(either(rule.Anywhere, "repeat while g has not converged", "while a pair violates KKT"),
		strings.Split(rule.Formula, ",  ")[:2], anyPair(), "kappa", "star", "alnew", "aknew", "b")
}

// visitCode returns the code of the perceptron.
func visitCode(s solvers.Solver) Code {
	p := s.(solvers.Perceptron)
	d := PerceptronState{Points: Points{Y: []float64{1}}, NoBias: p.NoBias, Alpha: []float64{0},
		F: []float64{0}}.Derivation(0)
	laws := []string{"f", "margin", "mistake", "alpha", "b"}
	if p.NoBias {
		laws = laws[:4]
	}
	return codeOf("repeat until a pass has no mistake",
		[]string{"i = the next " + either(p.EveryVisit, "point", "mistake")}, d, laws...)
}

// descentCode returns the code of the descent that a solver performs.
func descentCode(s solvers.Solver) Code {
	d, _ := Points{Y: []float64{1}}.Descent(s)
	return codeOf("while the gradient is not 0", []string{"for every point i"},
		d.Derivation(0, []float64{0}, 0), "f", "r", "anew")
}
