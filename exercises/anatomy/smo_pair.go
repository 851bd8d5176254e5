package anatomy

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/solvers"
)

// Pair is an update of SMO as seen from the state before it.
type Pair struct {
	Machine
	K, L int
	Free bool // the clip is left out
	// Largest is the largest |Kᵢⱼ|, which only Off asks for.
	Largest float64
}

// PairOf is the update of a step, from the machine before it; not ok where the
// step is no update of two points that there are.
func PairOf(before Machine, now solvers.Step) (Pair, bool) {
	d, ok := now.Detail.(*solvers.SMODetail)
	if !ok || d.K == d.L || min(d.K, d.L) < 0 || max(d.K, d.L) >= before.Len() {
		return Pair{}, false
	}
	return Pair{Machine: before, K: d.K, L: d.L, Free: d.Free}, true
}

// Apart is by how much the errors of the pair differ.
func (p Pair) Apart() float64 { return math.Abs(p.F(p.K) - p.F(p.L)) }

// Curvature is κ of the pair.
func (p Pair) Curvature() float64 { return p.Kappa(p.K, p.L) }

// Terms is the size of the terms of κ.
func (p Pair) Terms() float64 {
	return math.Abs(p.Gram.At(p.K, p.K)) + math.Abs(p.Gram.At(p.L, p.L)) + 2*math.Abs(p.Gram.At(p.K, p.L))
}

// box is the size of the two α.
func (p Pair) box() float64 { return math.Max(math.Abs(p.Alpha[p.K]), math.Abs(p.Alpha[p.L])) }

// Derivation is the update, quantity by quantity. The zero Pair has one too, with
// names and no numbers.
func (p Pair) Derivation() Derivation {
	out := append(p.given(), p.constants()...)
	out = append(out,
		p.error(Quantity{
			Name: "ek", Symbol: "Ek", Ink: InkK, Formula: "{fk} − {tk:t}", Word: "Ek", Aliases: []string{"E_k"}, Help: "the error of k before the update",
			Recorded: FromDetail(func(d *solvers.SMODetail) float64 { return d.Ek }),
		}, p.K),
		p.error(Quantity{
			Name: "el", Symbol: "Eℓ", Ink: InkL, Formula: "{fl} − {tl:t}", Word: "El", Aliases: []string{"E_l", "E_ℓ"}, Help: "the error of ℓ before the update",
			Recorded: FromDetail(func(d *solvers.SMODetail) float64 { return d.El }),
		}, p.L))
	out = append(out, p.bounds()...)
	return append(out, p.landing()...)
}

// given are the numbers that the update starts from.
func (p Pair) given() Derivation {
	entry := func(name, sign string, ink ascii.Ink, now func() float64, said func(d *solvers.SMODetail) float64) Quantity {
		return Quantity{Name: name, Symbol: sign, Ink: ink, Compute: func(Numbers) float64 { return now() }, Recorded: FromDetail(said)}
	}
	out := Derivation{
		entry("tk", "tk", InkK, func() float64 { return p.Y[p.K] }, func(d *solvers.SMODetail) float64 { return d.Tk }),
		entry("tl", "tℓ", InkL, func() float64 { return p.Y[p.L] }, func(d *solvers.SMODetail) float64 { return d.Tl }),
		entry("ak", "αk", InkK, func() float64 { return p.Alpha[p.K] }, func(d *solvers.SMODetail) float64 { return d.OldAk }),
		entry("al", "αℓ", InkL, func() float64 { return p.Alpha[p.L] }, func(d *solvers.SMODetail) float64 { return d.OldAl }),
		entry("kkk", "Kkk", ascii.Text, func() float64 { return p.Gram.At(p.K, p.K) }, func(d *solvers.SMODetail) float64 { return d.Kkk }),
		entry("kll", "Kℓℓ", ascii.Text, func() float64 { return p.Gram.At(p.L, p.L) }, func(d *solvers.SMODetail) float64 { return d.Kll }),
		entry("kkl", "Kkℓ", ascii.Text, func() float64 { return p.Gram.At(p.K, p.L) }, func(d *solvers.SMODetail) float64 { return d.Kkl }),
		entry("fk", "f(x"+Sub(p.K+1)+")", InkK, func() float64 { return p.Score[p.K] + p.Bias }, func(d *solvers.SMODetail) float64 { return d.Ek + d.Tk }),
		entry("fl", "f(x"+Sub(p.L+1)+")", InkL, func() float64 { return p.Score[p.L] + p.Bias }, func(d *solvers.SMODetail) float64 { return d.El + d.Tl }),
	}
	out[0].Signed, out[1].Signed = true, true
	return out
}

// constants are what the pair keeps, and the curvature along it.
func (p Pair) constants() Derivation {
	return Derivation{
		{
			Name: "s", Symbol: "s", Ink: InkBound, Formula: "{tk}·{tl}", Signed: true, Word: "s", Help: "tk·tℓ of the pair",
			Compute:  func(Numbers) float64 { return p.Y[p.K] * p.Y[p.L] },
			Recorded: FromDetail(func(d *solvers.SMODetail) float64 { return d.S }),
		},
		{
			Name: "gamma", Symbol: "γ", Ink: InkBound, Formula: "{ak} + {s}·{al}", From: []string{"s"}, Word: "gamma", Help: "αk + s·αℓ, which the update keeps",
			Compute:  func(n Numbers) float64 { return p.Alpha[p.K] + n["s"]*p.Alpha[p.L] },
			Recorded: FromDetail(func(d *solvers.SMODetail) float64 { return d.Gamma }),
			Scale:    func(Numbers) float64 { return p.box() },
			Slips:    []Slip{{"wrong-case", otherCase, func(n Numbers) float64 { return p.Alpha[p.K] - n["s"]*p.Alpha[p.L] }}},
		},
		{
			Name: "kappa", Symbol: "κ", Ink: InkKappa, Formula: "{kkk} + {kll} − 2{kkl}", Word: "kappa", Typical: "0", Help: "K_kk + K_ℓℓ − 2K_kℓ of the pair",
			Compute:  func(Numbers) float64 { return p.Curvature() },
			Recorded: FromDetail(func(d *solvers.SMODetail) float64 { return d.Kappa }),
			Scale:    func(Numbers) float64 { return p.Terms() },
			Margin:   func(n Numbers) float64 { return math.Abs(n["kappa"]) / 200 },
			Slips: []Slip{
				{"kappa-two", "It looks as if K_kℓ was taken once instead of twice.", func(Numbers) float64 { return p.Curvature() + p.Gram.At(p.K, p.L) }},
				{"kappa-sign", "It looks as if K_kℓ was added.", func(Numbers) float64 { return p.Curvature() + 4*p.Gram.At(p.K, p.L) }},
				{"kappa-none", "", func(Numbers) float64 { return p.Curvature() + 2*p.Gram.At(p.K, p.L) }},
			},
		},
		{
			Name: "used", Symbol: "κ", Ink: InkKappa, From: []string{"kappa"},
			Compute:  func(n Numbers) float64 { return p.divisor(n["kappa"]) },
			Recorded: FromDetail(func(d *solvers.SMODetail) float64 { return d.KappaUsed }),
		},
	}
}

// otherCase is what to say of one who takes the other of two cases.
const otherCase = "That is the rule for the other sign of s."

// divisor is what αℓ* is divided by, for somebody's κ: a tiny number in place
// of one that is not above 0.
func (p Pair) divisor(kappa float64) float64 {
	if kappa == p.Curvature() && kappa <= 0 {
		return TinyKappa
	}
	return kappa
}

// error is E = f − t at point i of the pair.
func (p Pair) error(q Quantity, i int) Quantity {
	q.Compute = func(Numbers) float64 { return p.E(i) }
	q.Drift = func(Numbers) float64 { return p.Off(p.Largest) + 1e-13*math.Abs(p.Bias) }
	q.Scale = func(Numbers) float64 { return math.Abs(p.Score[i]+p.Bias) + 1 }
	q.Margin = func(Numbers) float64 { return p.Apart() / 16 }
	q.Slips = []Slip{
		{"plus-t", "It looks as if t was added: E = f − t.", func(Numbers) float64 { return p.E(i) + 2*p.Y[i] }},
		{"no-t", "That is f itself: E = f − t.", func(Numbers) float64 { return p.E(i) + p.Y[i] }},
		{"no-bias", "It looks as if b was left out of f.", func(Numbers) float64 { return p.F(i) }},
		{"no-labels", "", func(Numbers) float64 { return p.Scores(p.Alpha, nil)[i] + p.Bias - p.Y[i] }},
	}
	return q
}

// Bounds are L and H of αℓ for a sign s: how far it can go while αk + s·αℓ
// stays and both remain in [0, c].
func Bounds(s, ak, al, c float64) (lo, hi float64) {
	if s > 0 {
		return math.Max(0, ak+al-c), math.Min(c, ak+al)
	}
	return math.Max(0, al-ak), math.Min(c, c+al-ak)
}

// bounds are L and H of the pair, for the sign that somebody takes for s.
func (p Pair) bounds() Derivation {
	lo := Quantity{
		Name: "lo", Symbol: "L", Word: "L", Aliases: []string{"Lo"}, Help: "the lower bound of αℓ",
		Recorded: FromDetail(func(d *solvers.SMODetail) float64 { return d.Lo }),
	}
	hi := Quantity{
		Name: "hi", Symbol: "H", Word: "H", Aliases: []string{"Hi"}, Help: "the upper bound of αℓ",
		Recorded: FromDetail(func(d *solvers.SMODetail) float64 { return d.Hi }),
	}
	lo.Formula, hi.Formula = "max(0, αℓ − αk)", "min(C, C + αℓ − αk)"
	if len(p.Y) > 0 && p.Y[p.K] == p.Y[p.L] {
		lo.Formula, hi.Formula = "max(0, αk + αℓ − C)", "min(C, αk + αℓ)"
	}
	lo.Fill = func(n Numbers) string {
		if n["s"] > 0 {
			return "max(0, " + Num(n["ak"]+n["al"]-p.C) + ")"
		}
		return "max(0, " + Num(n["al"]-n["ak"]) + ")"
	}
	hi.Fill = func(n Numbers) string {
		if n["s"] > 0 {
			return "min(" + Num(p.C) + ", " + Num(n["ak"]+n["al"]) + ")"
		}
		return "min(" + Num(p.C) + ", " + Num(p.C+n["al"]-n["ak"]) + ")"
	}
	return Derivation{
		p.bound(lo, func(s, c float64) float64 { v, _ := Bounds(s, p.Alpha[p.K], p.Alpha[p.L], c); return v }),
		p.bound(hi, func(s, c float64) float64 { _, v := Bounds(s, p.Alpha[p.K], p.Alpha[p.L], c); return v }),
	}
}

// bound is one of the two ends.
func (p Pair) bound(q Quantity, of func(s, c float64) float64) Quantity {
	q.Ink, q.From = InkBound, []string{"s"}
	q.Compute = func(n Numbers) float64 { return of(n["s"], p.C) }
	q.Scale = func(Numbers) float64 { return p.box() }
	q.Slips = []Slip{
		{"wrong-case", otherCase, func(n Numbers) float64 { return of(-n["s"], p.C) }},
		{"no-c", "It looks as if C was left out: both α have to stay below it.", func(n Numbers) float64 { return of(n["s"], math.Inf(1)) }},
	}
	return q
}

// landing is where the step goes: the top of the parabola, the clip, the
// partner, what it gains, and b.
func (p Pair) landing() Derivation {
	climb := func(n Numbers) float64 { return p.Y[p.L] * (n["ek"] - n["el"]) / p.divisor(n["kappa"]) }
	across := func(n Numbers) float64 { return p.Alpha[p.L] - n["alnew"] }
	return Derivation{
		{
			Name: "star", Symbol: "αℓ*", Ink: InkL, Formula: "{al} + {tl}({ek} − {el})/{used}", From: []string{"kappa", "ek", "el"},
			Word: "star", Aliases: []string{"unclipped"}, Help: "αℓ before the clip",
			Compute:  func(n Numbers) float64 { return p.Alpha[p.L] + climb(n) },
			Recorded: FromDetail(func(d *solvers.SMODetail) float64 { return d.Unclipped }),
			Scale: func(n Numbers) float64 {
				return math.Max(p.Alpha[p.L], (math.Abs(n["ek"])+math.Abs(n["el"]))/math.Abs(n["kappa"]))
			},
			Margin: func(n Numbers) float64 { return math.Abs(n["star"]-p.Alpha[p.L]) / 4 },
			Slips:  []Slip{{"errors-swapped", "It looks as if Ek and Eℓ changed places.", func(n Numbers) float64 { return p.Alpha[p.L] - climb(n) }}},
		},
		{
			Name: "alnew", Symbol: "αℓ", Ink: InkL, Formula: "αℓ* clipped to [L, H]", From: []string{"star", "lo", "hi"},
			Compute:  func(n Numbers) float64 { return p.clip(n["star"], n["lo"], n["hi"]) },
			Recorded: FromDetail(func(d *solvers.SMODetail) float64 { return d.NewAl }),
			Scale:    func(Numbers) float64 { return p.box() },
			Margin:   func(n Numbers) float64 { return math.Abs(n["alnew"]-p.Alpha[p.L]) / 4 },
			Slips:    []Slip{{"no-clip", "That is αℓ* before the clip.", func(n Numbers) float64 { return n["star"] }}},
		},
		{
			Name: "aknew", Symbol: "αk", Ink: InkK, Formula: "{ak} + {s}({al:αℓ old} − {alnew})", From: []string{"alnew", "s"},
			Compute:  func(n Numbers) float64 { return p.snap(p.Alpha[p.K] + n["s"]*across(n)) },
			Recorded: FromDetail(func(d *solvers.SMODetail) float64 { return d.NewAk }),
			Scale:    func(n Numbers) float64 { return math.Max(p.box(), math.Abs(n["alnew"])) },
			Margin:   func(n Numbers) float64 { return math.Abs(n["aknew"]-p.Alpha[p.K]) / 4 },
			Slips: []Slip{
				{"partner-sign", "Σαt has to stay: the two move with opposite signs of t.", func(n Numbers) float64 { return p.Alpha[p.K] - n["s"]*across(n) }},
				{"no-sign", "", func(n Numbers) float64 { return p.Alpha[p.K] + across(n) }},
			},
		},
		{Name: "slope", Symbol: "tℓ(Ek − Eℓ)", Ink: ascii.Text, Compute: func(n Numbers) float64 { return n["tl"] * (n["ek"] - n["el"]) }},
		{Name: "delta", Symbol: "Δ", Ink: ascii.Text, Compute: func(n Numbers) float64 { return n["alnew"] - n["al"] }},
		{
			Name: "dW", Symbol: "ΔW", Ink: ascii.Text, Formula: "{slope}{delta} − ½{kappa}{delta}²", Word: "dW", Aliases: []string{"gain"}, Help: "by how much the step raised W",
			Compute: func(n Numbers) float64 {
				return n["slope"]*n["delta"] - n["kappa"]*n["delta"]*n["delta"]/2
			},
			Recorded: FromDetail(func(d *solvers.SMODetail) float64 { return d.DW }),
		},
		{
			Name: "b", Symbol: "b", Ink: ascii.Strong, Formula: "−(b_up + b_low)/2", From: []string{"alnew", "aknew"},
			Compute:  func(n Numbers) float64 { return p.After(n["aknew"], n["alnew"]).Middle() },
			Recorded: func(s solvers.Step) (float64, bool) { return s.Bias, s.Coef().Len() > 0 },
			Scale:    func(n Numbers) float64 { return 1 + math.Abs(n["ek"]) + math.Abs(n["el"]) },
			Margin:   func(n Numbers) float64 { return math.Abs(n["b"]-p.Bias) / 4 },
			Slips:    []Slip{{"at-bound", "", p.atBound}},
		},
	}
}

// atBound is b taken from point k where its α is at a bound, which tells
// nothing.
func (p Pair) atBound(n Numbers) float64 {
	after := p.After(n["aknew"], n["alnew"])
	if n["aknew"] != 0 && n["aknew"] != p.C {
		return after.Middle()
	}
	return -after.F(p.K)
}

// clip takes αℓ as far towards its top as it may go.
func (p Pair) clip(star, lo, hi float64) float64 {
	if p.Free {
		return p.snap(star)
	}
	return p.snap(math.Max(lo, math.Min(star, hi)))
}

// snap puts an α that is within rounding of 0 or C there: a residue of 1e-17
// would count as a support vector. One outside [0, C] stays outside.
func (p Pair) snap(a float64) float64 {
	const rounding = 4 * 2.220446049250313e-16
	switch {
	case math.Abs(a) <= rounding*p.box():
		return 0
	case a >= p.C*(1-rounding) && a <= p.C*(1+rounding):
		return p.C
	}
	return a
}

// After is the machine once α of the pair has become ak and al, with b as it
// was.
func (p Pair) After(ak, al float64) Machine {
	m := p.Machine
	m.Alpha, m.Score = slices.Clone(p.Alpha), slices.Clone(p.Score)
	m.Alpha[p.K], m.Alpha[p.L] = ak, al
	floats.AddScaled(m.Score, p.Y[p.K]*(ak-p.Alpha[p.K]), p.Gram.Row(p.K))
	floats.AddScaled(m.Score, p.Y[p.L]*(al-p.Alpha[p.L]), p.Gram.Row(p.L))
	return m
}

// Flat reports a κ that is 0 but for rounding: then the top is anywhere.
func (p Pair) Flat() bool { return math.Abs(p.Curvature()) <= 1e-13*p.Terms() }
