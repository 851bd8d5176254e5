package explain

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
)

// Ledger returns the invariants at a position: first the laws of its account, then
// every formula of the derivation, compared with the number that the step recorded.
// The order is fixed. Given numbers are listed only if the step has them wrong. The
// ledger is empty in the primal.
func Ledger(a anatomy.Account) []exercises.Invariant {
	if a.Primal {
		return nil
	}
	var out []exercises.Invariant
	if a.Laws != nil {
		for _, l := range a.Laws() {
			out = append(out, lawRow(l))
		}
	}
	return append(out, derivedRows(a, out)...)
}

func lawRow(l anatomy.Law) exercises.Invariant {
	row := exercises.Invariant{Name: l.Name, Law: ascii.Plain(l.Formula), Value: l.Value, Holds: l.Holds()}
	if l.Waived != "" {
		row.Law = ascii.Plain(fmt.Sprintf("%s (%s: not promised)", l.Formula, l.Waived))
	}
	if l.Value == "" {
		row.Value = anatomy.Rounded(l.Is, l.Tol)
	}
	if !row.Holds {
		row.Note = l.Note
	}
	if !row.Holds && l.Note == "" {
		note := [...]string{anatomy.Equals: "By other means it is %s, and the step has %s.",
			anatomy.AtMost: "It may be %s at most, and is %s.", anatomy.AtLeast: "It may be %s at least, and is %s."}
		row.Note = fmt.Sprintf(note[l.Relation], anatomy.Num(l.Want), anatomy.Num(l.Is))
	}
	return row
}

// derivedRows returns the rows of the quantities that have no law of their own.
// Joined quantities share a row. If several derivations contain a quantity, it is
// listed once: as in the derivation where it is wrong, or else as in the first.
func derivedRows(a anatomy.Account, laws []exercises.Invariant) []exercises.Invariant {
	all := []anatomy.Derivation{a.Derivation}
	if a.Others != nil {
		all = append(all, a.Others()...)
	}
	var out []exercises.Invariant
	for n, d := range all {
		check := d.Check(a.Now)
		for _, q := range d {
			named := func(l exercises.Invariant) bool { return l.Name == q.Name }
			_, recorded := check.Recorded[q.Name]
			wrong := !check.Holds(q.Name)
			if !recorded || q.Context || !wrong && (n > 0 || q.Formula == "") || slices.ContainsFunc(laws, named) {
				continue
			}
			row := quantityRow(d, q, check)
			switch at := slices.IndexFunc(out, named); {
			case at < 0 && q.Joined && len(out) > 0:
				join(&out[len(out)-1], row)
			case at < 0:
				out = append(out, row)
			case out[at].Holds:
				out[at] = row
			}
		}
	}
	return out
}

// join appends a row to the row to.
func join(to *exercises.Invariant, row exercises.Invariant) {
	to.Law = append(append(to.Law, ascii.Plain(", ")...), row.Law...)
	to.Value, to.Holds = to.Value+", "+row.Value, to.Holds && row.Holds
	to.Note = strings.TrimSpace(to.Note + " " + row.Note)
}

// quantityRow returns the row of a quantity.
func quantityRow(d anatomy.Derivation, q anatomy.Quantity, check anatomy.Check) exercises.Invariant {
	v, tol := check.Recorded[q.Name], check.Tolerance[q.Name]
	row := exercises.Invariant{Name: q.Name, Law: ascii.Plain(q.Symbol), Value: q.InFormula(v),
		Holds: check.Holds(q.Name)}
	if q.Formula != "" {
		row.Law = ascii.Plain(d.Definition(q.Name).String())
	}
	if math.Abs(v) <= tol && q.Options == nil && !q.Signed {
		row.Value = anatomy.Rounded(v, tol)
	}
	if !row.Holds {
		row.Note = fmt.Sprintf("%s is %s by its formula, and the step has %s.", q.Symbol,
			q.InFormula(check.Want[q.Name]), q.InFormula(v))
	}
	return row
}
