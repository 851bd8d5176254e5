package watch

import (
	"strconv"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// sheetWords are the quantities of a solver that is told by its sheet alone: its
// coefficients, its objective, what its sheet offers, and its parameters.
func sheetWords(k anatomy.Kind, s solvers.Solver, p *solvers.Problem) []*quantity {
	out := []*quantity{
		coefficients(p, k.Letter, k.Letter),
		{name: k.Objective, sign: k.Objective, aliases: []string{"objective"}, help: "what the steps go by", nature: state,
			of: always(func(s solvers.Step) float64 { return s.Objective })},
	}
	out = append(out, deeds(k.Words())...)
	for _, q := range k.Parameters {
		if v, err := strconv.ParseFloat(q.Text(anatomy.Claimed(s)), 64); err == nil && q.Sign != "" {
			out = append(out, &quantity{name: q.Name, sign: q.Sign, help: "a parameter of " + k.Title, of: given(v)})
		}
	}
	return out
}

// Told are the words of a course: its own, and the place in it.
func Told(c anatomy.Course) Vocabulary {
	return Vocabulary{c.Title, append(deeds(c.Vocabulary()), places("every step is taken")...)}
}
