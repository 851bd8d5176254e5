package ledger

import (
	"gonum.org/v1/gonum/floats"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// told enters the laws of a step that is told by its sheet alone: every law
// against what the step says, and f from the coefficients.
func (b *Books) told(p *page, k anatomy.Kind, s solvers.Solver, t solvers.Trace, i int, opening bool) {
	now := t.At(i)
	if i > 0 && !opening {
		sheet := k.Sheet(b.Points, s, t.At(i-1), now)
		want, said := sheet.Truth(), sheet.Said(now)
		tol := sheet.Tolerances(want)
		for _, q := range sheet.Laws() {
			v, ok := said[q.Name]
			if !ok {
				continue
			}
			p.law(q.Name, q.Sign+" = "+sheet.Symbols(q.Name).String(), q.Text(settled(v, tol[q.Name])), within(v, want[q.Name], tol[q.Name]),
				"By its law it is %s, and the step has %s.", anatomy.Num(want[q.Name]), anatomy.Num(v))
		}
	}
	c := now.Weights()
	f := b.Scores(c, nil)
	p.same("f", "f follows from the coefficients", f, now.Scores().At, 1e-12*(1+floats.Norm(c, 1)*b.size),
		"f(x%s) without b is %s, and the step has %s.")
}
