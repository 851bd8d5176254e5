package svm

import (
	"math"

	"kernellab/exercises/answer"
	"kernellab/solvers"
)

// working lists the blanks of the update with their formulas and known slips.
func (h handTask) working() answer.Working {
	type n = answer.Numbers
	lower := func(s float64) float64 { lo, _ := solvers.Bounds(s, h.d.OldAk, h.d.OldAl, h.c); return lo }
	upper := func(s float64) float64 { _, hi := solvers.Bounds(s, h.d.OldAk, h.d.OldAl, h.c); return hi }
	kappa := h.d.Kkk + h.d.Kll - 2*h.d.Kkl
	star := func(e n) float64 { return h.d.OldAl + h.d.Tl*(h.d.Ek-h.d.El)/e["kappa"] }
	return answer.Working{
		{Name: "s", Label: "s", Value: func(n) float64 { return h.d.Tk * h.d.Tl }},
		{
			Name: "gamma", Label: "γ", From: []string{"s"},
			Value: func(e n) float64 { return h.d.OldAk + e["s"]*h.d.OldAl },
			Slips: []answer.Slip{{ID: "wrong-case", Value: func(e n) float64 { return h.d.OldAk - e["s"]*h.d.OldAl }}},
		},
		{
			Name: "lo", Label: "L", From: []string{"s"}, Value: func(e n) float64 { return lower(e["s"]) },
			Slips: []answer.Slip{{ID: "wrong-case", Value: func(e n) float64 { return lower(-e["s"]) }}},
		},
		{
			Name: "hi", Label: "H", From: []string{"s"}, Value: func(e n) float64 { return upper(e["s"]) },
			Slips: []answer.Slip{{ID: "wrong-case", Value: func(e n) float64 { return upper(-e["s"]) }}},
		},
		{
			Name: "kappa", Label: "κ", Value: func(n) float64 { return kappa },
			Slips: []answer.Slip{
				{ID: "kappa-sign", Value: func(n) float64 { return -kappa }},
				{ID: "kappa-two", Value: func(n) float64 { return h.d.Kkk + h.d.Kll - h.d.Kkl }},
			},
		},
		{
			Name: "star", Label: "αℓ*", From: []string{"kappa"}, Value: star,
			Slips: []answer.Slip{{ID: "errors-swapped", Value: func(e n) float64 { return 2*h.d.OldAl - star(e) }}},
		},
		{
			Name: "alnew", Label: "αℓ new", From: []string{"star", "lo", "hi"},
			Value: func(e n) float64 { return math.Max(e["lo"], math.Min(e["hi"], e["star"])) },
			Slips: []answer.Slip{{ID: "no-clip", Value: func(e n) float64 { return e["star"] }}},
		},
		{
			Name: "aknew", Label: "αₖ new", From: []string{"alnew", "s"},
			Value: func(e n) float64 { return h.d.OldAk + e["s"]*(h.d.OldAl-e["alnew"]) },
			Slips: []answer.Slip{{ID: "partner-sign", Value: func(e n) float64 { return h.d.OldAk - e["s"]*(h.d.OldAl-e["alnew"]) }}},
		},
	}
}
