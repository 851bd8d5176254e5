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

// Ledger lists what must hold at a position: the laws of its account, and every
// formula of the derivation against what the step recorded. The order is fixed. A
// number that is given is listed only if the step has it wrong. It is empty in the
// primal.
func Ledger(a anatomy.Account) []exercises.Invariant {
	if a.Primal {
		return nil
	}
	var out []exercises.Invariant
	if a.Laws != nil {
		for _, l := range a.Laws() {
			out = append(out, law(l))
		}
	}
	return append(out, derived(a, out)...)
}

// law is a law as a row.
func law(l anatomy.Law) exercises.Invariant {
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
		note := [...]string{anatomy.Equals: "By other means it is %s, and the step has %s.", anatomy.AtMost: "It may be %s at most, and is %s.", anatomy.AtLeast: "It may be %s at least, and is %s."}
		row.Note = fmt.Sprintf(note[l.Relation], anatomy.Num(l.Want), anatomy.Num(l.Is))
	}
	return row
}

// derived are the quantities of the step, but for those that a law stands for; those
// that are joined share a row. Of several derivations each quantity is listed once: where
// it is wrong, else of the first.
func derived(a anatomy.Account, laws []exercises.Invariant) []exercises.Invariant {
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
			row := quantity(d, q, check)
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

// join adds a row to the one before it.
func join(to *exercises.Invariant, row exercises.Invariant) {
	to.Law = append(append(to.Law, ascii.Plain(", ")...), row.Law...)
	to.Value, to.Holds = to.Value+", "+row.Value, to.Holds && row.Holds
	to.Note = strings.TrimSpace(to.Note + " " + row.Note)
}

// quantity is a quantity as a row.
func quantity(d anatomy.Derivation, q anatomy.Quantity, check anatomy.Check) exercises.Invariant {
	v, tol := check.Recorded[q.Name], check.Tolerance[q.Name]
	row := exercises.Invariant{Name: q.Name, Law: ascii.Plain(q.Symbol), Value: q.Text(v), Holds: check.Holds(q.Name)}
	if q.Formula != "" {
		row.Law = ascii.Plain(d.Law(q.Name).String())
	}
	if math.Abs(v) <= tol && q.Options == nil && !q.Signed {
		row.Value = anatomy.Rounded(v, tol)
	}
	if !row.Holds {
		row.Note = fmt.Sprintf("%s is %s by its formula, and the step has %s.", q.Symbol, q.Text(check.Want[q.Name]), q.Text(v))
	}
	return row
}
