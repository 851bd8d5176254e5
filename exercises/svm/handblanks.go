package svm

import (
	"maps"

	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
)

// blanks are what the update asks for, by the label of their fields.
var blanks = []struct{ name, label string }{
	{"s", "s"}, {"gamma", "γ"}, {"lo", "L"}, {"hi", "H"}, {"kappa", "κ"}, {"star", "αℓ*"}, {"alnew", "αℓ new"}, {"aknew", "αₖ new"},
}

// working lists the blanks of the update with their laws and known slips. The
// errors are given: they were the step before.
func (h handTask) working() answer.Working {
	p := h.pair()
	sheet := p.Sheet()
	given := sheet.Pick("ek", "el").Truth()
	law := func(of func(anatomy.Numbers) float64) func(answer.Numbers) float64 {
		return func(own answer.Numbers) float64 {
			n := maps.Clone(given)
			maps.Copy(n, own)
			return of(n)
		}
	}
	var out answer.Working
	for _, b := range blanks {
		q := sheet.Of(b.name)
		l := answer.Quantity{Name: b.name, Label: b.label, From: q.From, Value: law(q.Now)}
		for _, s := range q.Slips {
			if s.Says != "" && s.ID != "kappa-sign" { // here that is every sign turned
				l.Slips = append(l.Slips, answer.Slip{ID: s.ID, Value: law(s.Now)})
			}
		}
		if b.name == "kappa" {
			turned := answer.Slip{ID: "kappa-sign", Value: func(answer.Numbers) float64 { return -p.Curvature() }}
			l.Slips = append([]answer.Slip{turned}, l.Slips...)
		}
		out = append(out, l)
	}
	return out
}

// pair is the update.
func (h handTask) pair() anatomy.Pair {
	points := anatomy.Points{Gram: h.gram, Y: h.t}
	return anatomy.Pair{Machine: points.Take(h.c, h.alpha, h.b), K: h.d.K, L: h.d.L}
}
