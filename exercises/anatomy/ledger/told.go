package ledger

import (
	"gonum.org/v1/gonum/floats"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// Told lists what must hold at a step that is told by its sheet alone: every law of
// the sheet against what the step says, and the laws beside them.
func Told(a anatomy.Account, beside []anatomy.Law) []exercises.Invariant {
	var p page
	p.sheet(a)
	for _, l := range beside {
		p.beside(l)
	}
	return p.rows
}

// sheet enters the laws of a step, each against what the step says.
func (p *page) sheet(a anatomy.Account) {
	want, said := a.Derivation.Values(), a.Derivation.Recorded(a.Now)
	tol := a.Derivation.Tolerances(want)
	for _, q := range a.Derivation.Formulas() {
		v, ok := said[q.Name]
		if !ok {
			continue
		}
		p.law(q.Name, q.Symbol+" = "+a.Derivation.Symbols(q.Name).String(), q.Text(settled(v, tol[q.Name])), within(v, want[q.Name], tol[q.Name]),
			"By its law it is %s, and the step has %s.", anatomy.Num(want[q.Name]), anatomy.Num(v))
	}
}

// beside enters a law that is none of the sheet.
func (p *page) beside(l anatomy.Law) {
	note := map[anatomy.Relation]string{
		anatomy.Equals: "By other means it is %s, and the step has %s.", anatomy.AtMost: "It may be %s at most, and is %s.", anatomy.AtLeast: "It may be %s at least, and is %s.",
	}[l.Relation]
	p.law(l.Name, l.Formula, anatomy.Num(settled(l.Is, l.Tol)), l.Holds(), note, anatomy.Num(l.Want), anatomy.Num(l.Is))
}

// told enters the laws of a solver's step that is told by its sheet alone, and f from
// the coefficients.
func (b *Books) told(p *page, k anatomy.Kind, s solvers.Solver, t solvers.Trace, i int, opening bool) {
	now := t.At(i)
	if i > 0 && !opening {
		p.sheet(k.Account(b.Points, s, t.At(i-1), now))
	}
	c := now.Weights()
	f := b.Scores(c, nil)
	p.same("f", "f follows from the coefficients", f, now.Scores().At, 1e-12*(1+floats.Norm(c, 1)*b.size),
		"f(x%s) without b is %s, and the step has %s.")
}
