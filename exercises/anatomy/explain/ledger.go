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

// Ledger returns the invariants at a position: first the laws of its account, then every
// formula of the derivation, compared with the number that the step recorded. The order is
// fixed. Given numbers are listed only if the step recorded a wrong one. The ledger is
// empty in the primal.
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
	row := exercises.Invariant{Name: l.Name, Law: ascii.Plain(l.Formula), Value: l.Shown, Holds: l.Holds()}
	if l.Waived != "" {
		row.Law = ascii.Plain(fmt.Sprintf("%s (%s: not promised)", l.Formula, l.Waived))
	}
	if l.Shown == "" {
		row.Value = anatomy.Rounded(l.Got, l.Tol)
	}
	if !row.Holds {
		row.Note = l.Note
	}
	if !row.Holds && l.Note == "" {
		note := [...]string{anatomy.Equals: "Computed in another way, it is %s, but the step has %s.",
			anatomy.AtMost:  "It may be at most %s, but it is %s.",
			anatomy.AtLeast: "It must be at least %s, but it is %s."}
		row.Note = fmt.Sprintf(note[l.Relation], anatomy.Num(l.Want), anatomy.Num(l.Got))
	}
	return row
}

// derivedRows returns the rows of the quantities that have no law of their own. Joined
// quantities share a row. If several derivations contain a quantity, it is listed once,
// from the first derivation in which it is wrong, or else from the first.
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

// join appends a row to the row target.
func join(target *exercises.Invariant, row exercises.Invariant) {
	target.Law = append(append(target.Law, ascii.Plain(", ")...), row.Law...)
	target.Value, target.Holds = target.Value+", "+row.Value, target.Holds && row.Holds
	target.Note = strings.TrimSpace(target.Note + " " + row.Note)
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
		row.Note = fmt.Sprintf("%s is %s by its formula, but the step has %s.", q.Symbol,
			q.InFormula(check.Want[q.Name]), q.InFormula(v))
	}
	return row
}
