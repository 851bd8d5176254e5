package anatomy

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/kernels/expr"
	"kernellab/solvers"
)

// Pair is an update of two points by SMO, with the state before it.
type Pair struct {
	SMOState
	K, L        int
	ClipOmitted bool // the new αₗ is not clipped
	// MaxGram returns the largest |Kᵢⱼ|, on which tolerances depend. It may be nil if the
	// derivation is not used to check a step.
	MaxGram func() float64
}

// PairOf returns the update that a step made, given the state before it. The second result is false
// if the step is not an update of two points.
func PairOf(state SMOState, step solvers.Step) (Pair, bool) {
	d, ok := step.Detail.(*solvers.SMODetail)
	if !ok {
		return Pair{}, false
	}
	return Pair{SMOState: state, K: d.K, L: d.L, ClipOmitted: d.ClipOmitted}, true
}

// RecordedPair returns the update that a step's detail records. The state of the result has only
// the points k and l, in this order, so quantities that depend on other points are meaningless.
func RecordedPair(d *solvers.SMODetail) Pair {
	points := Points{
		Gram: solvers.NewDense(mat.NewSymDense(2, []float64{d.Kkk, d.Kkl, d.Kkl, d.Kll})), Y: []float64{d.Tk, d.Tl},
	}
	return Pair{SMOState: points.SMOStateAt(d.C, []float64{d.OldAk, d.OldAl}, 0), L: 1, ClipOmitted: d.ClipOmitted}
}

// anyPair returns the derivation of an arbitrary update. Callers use only what all updates have in
// common: the formulas, and how to read the recorded numbers.
func anyPair() Derivation { return RecordedPair(&solvers.SMODetail{Tk: 1, Tl: -1, C: 1}).Derivation() }

// ErrorDistance returns |Eₖ − Eₗ| of the pair.
func (p Pair) ErrorDistance() float64 { return errorDistance(p.SMOState, p.K, p.L) }

// Curvature returns κ of the pair.
func (p Pair) Curvature() float64 { return p.Kappa(p.K, p.L) }

// kappaTerms returns the sum of the absolute values of the terms of κ.
func (p Pair) kappaTerms() float64 {
	return math.Abs(p.Gram.At(p.K, p.K)) + math.Abs(p.Gram.At(p.L, p.L)) + 2*math.Abs(p.Gram.At(p.K, p.L))
}

// maxGram returns the largest |Kᵢⱼ|, or 0 if it is unknown.
func (p Pair) maxGram() float64 {
	if p.MaxGram == nil {
		return 0
	}
	return p.MaxGram()
}

// scoreTolerance bounds the rounding error of a score, which accumulates over the updates.
func (p Pair) scoreTolerance(Numbers) float64 {
	return p.ScoreRounding(p.maxGram()) + 1e-13*math.Abs(p.Bias)
}

// pairField is a field of an update's detail, with the name of the quantity that it records.
type pairField struct {
	name  string
	value *float64
}

// pairFields returns the fields of d. The quantity "used" is the divisor of αₗ*, and "dW" is Δg, the
// gain of the dual objective.
func pairFields(d *solvers.SMODetail) [19]pairField {
	return [...]pairField{
		{"tk", &d.Tk}, {"tl", &d.Tl}, {"ak", &d.OldAk}, {"al", &d.OldAl}, {"kkk", &d.Kkk}, {"kll", &d.Kll},
		{"kkl", &d.Kkl}, {"s", &d.S}, {"gamma", &d.Gamma}, {"kappa", &d.Kappa}, {"used", &d.KappaUsed}, {"ek", &d.Ek},
		{"el", &d.El}, {"lo", &d.Lo}, {"hi", &d.Hi}, {"star", &d.Unclipped}, {"alnew", &d.NewAl}, {"aknew", &d.NewAk},
		{"dW", &d.Gain},
	}
}

// SetPairDetail sets the fields of an update's detail to the numbers n.
func SetPairDetail(d *solvers.SMODetail, n Numbers) {
	for _, f := range pairFields(d) {
		*f.value = n[f.name]
	}
	d.Clipped = n["star"] < n["lo"] || n["star"] > n["hi"]
}

// Derivation returns the derivation of the update.
func (p Pair) Derivation() Derivation {
	out := slices.Concat(p.givenNumbers(), p.constants(), p.errors(), p.bounds(), p.endOfStep(), p.biasQuantities())
	for i, f := range pairFields(&solvers.SMODetail{}) {
		if k := slices.IndexFunc(out, func(q Quantity) bool { return q.Name == f.name }); k >= 0 {
			out[k].Recorded = p.recorded(f.name, i)
		}
	}
	return out
}

// recorded returns the Recorded function of the named quantity, whose index in pairFields is i. New α
// come from the coefficients of a step, if the step has coefficients, and the rest from its detail.
func (p Pair) recorded(name string, i int) func(solvers.Step) (float64, bool) {
	fromDetail := FromDetail(func(d *solvers.SMODetail) float64 { return *pairFields(d)[i].value })
	point, isAlpha := map[string]int{"aknew": p.K, "alnew": p.L}[name]
	return func(s solvers.Step) (float64, bool) {
		if isAlpha && point < s.Coef().Len() {
			return s.Coef().At(point), true
		}
		return fromDetail(s)
	}
}

// constantly returns a constant Compute function.
func constantly(v float64) func(Numbers) float64 { return func(Numbers) float64 { return v } }

// givenNumbers returns the given numbers of the update.
func (p Pair) givenNumbers() Derivation {
	k, l, ak, al := p.K, p.L, p.Alpha[p.K], p.Alpha[p.L]
	gramEntry := func(name, symbol string, v float64) Quantity {
		q := Given(name, symbol, v)
		q.Resolution = func(n Numbers) float64 { return math.Abs(n["kappa"]) / 1000 }
		return q
	}
	// display adds to q how it is shown. Labels have no resolution, and are shown with their sign.
	display := func(q Quantity, ink ascii.Ink, resolution func(Numbers) float64) Quantity {
		q.Ink, q.Resolution, q.Signed = ink, resolution, resolution == nil
		return q
	}
	moveResolution := func(n Numbers) float64 { return math.Abs(n["delta"]) / 100 }
	return Derivation{
		display(Given("tk", "tₖ", p.Y[k]), InkK, nil), display(Given("tl", "tₗ", p.Y[l]), InkL, nil),
		display(Given("ak", "αₖ", ak), InkK, moveResolution), display(Given("al", "αₗ", al), InkL, moveResolution),
		gramEntry("kkk", "Kₖₖ", p.Gram.At(k, k)), gramEntry("kll", "Kₗₗ", p.Gram.At(l, l)),
		gramEntry("kkl", "Kₖₗ", p.Gram.At(k, l)), Given("c", "C", p.C),
		display(Given("fk", "f(x"+Sub(k+1)+")", p.Score[k]+p.Bias), InkK, moveResolution),
		display(Given("fl", "f(x"+Sub(l+1)+")", p.Score[l]+p.Bias), InkL, moveResolution),
	}
}

// constants returns s and γ, which the update does not change, the curvature κ, and the divisor.
func (p Pair) constants() Derivation {
	ak, al, kappa, kkl := p.Alpha[p.K], p.Alpha[p.L], p.Curvature(), p.Gram.At(p.K, p.L)
	return Derivation{
		{
			Name: "s", Symbol: "s", Ink: InkBound, Formula: "{tk}·{tl}", Signed: true, ConditionName: "s",
			Help: "tₖ·tₗ of the pair", Compute: constantly(p.Y[p.K] * p.Y[p.L]),
			Note: func(n Numbers) string {
				return ifElse(n["s"] > 0, "so αₖ + αₗ stays", "so αₗ − αₖ stays")
			},
		},
		{
			Name: "gamma", Symbol: "γ", Ink: InkBound, SharesRow: true, Formula: "{ak} + {s}·{al}",
			Inputs:        []string{"s"},
			ConditionName: "gamma", Help: "αₖ + s·αₗ, which the update keeps",
			Compute: func(n Numbers) float64 { return ak + n["s"]*al }, Scale: constantly(p.largestAlpha()),
			Slips: []Slip{{"wrong-case", otherCase, func(n Numbers) float64 { return ak - n["s"]*al }}},
		},
		{
			Name: "kappa", Symbol: "κ", Ink: InkKappa, Formula: "{kkk} + {kll} − 2{kkl}", ConditionName: "kappa",
			Typical: "0",
			Help:    "Kₖₖ + Kₗₗ − 2Kₖₗ of the pair",
			Compute: constantly(kappa), Scale: constantly(p.kappaTerms()), Allowance: constantly(math.Abs(kappa) / 200),
			Note: func(Numbers) string {
				return textUnless(kappa > 0,
					"not above 0, so "+Num(TinyKappa)+" is used instead")
			},
			Slips: []Slip{
				{"kappa-two", "It looks as if Kₖₗ was taken once instead of twice.", constantly(kappa + kkl)},
				{"kappa-sign", "It looks as if Kₖₗ was added.", constantly(kappa + 4*kkl)},
				{"kappa-none", "", constantly(kappa + 2*kkl)},
			},
		},
		{Name: "used", Symbol: "κ", Ink: InkKappa, Inputs: []string{"kappa"},
			Compute: func(n Numbers) float64 { return p.divisor(n["kappa"]) }, Drift: p.kappaTolerance},
	}
}

// largestAlpha returns the largest |α|. It is the scale of the rounding error of every α, because
// an α that is small now may have been as large as the largest one before.
func (p Pair) largestAlpha() float64 { return floats.Norm(p.Alpha, math.Inf(1)) }

// otherCase is the advice for a student who confused s = +1 with s = −1.
const otherCase = "That is the rule for the other sign of s."

// divisor returns the divisor in the formula of αₗ*. It is kappa, which may be a student's number.
// If kappa is the right number and not positive, the divisor is TinyKappa.
func (p Pair) divisor(kappa float64) float64 {
	if kappa == p.Curvature() && kappa <= 0 {
		return TinyKappa
	}
	return kappa
}

// kappaTolerance returns the additional tolerance of a quotient with κ as its divisor. It is +Inf
// if κ is 0 up to rounding, because the quotient can then be any number, and otherwise 0.
func (p Pair) kappaTolerance(Numbers) float64 {
	if math.Abs(p.Curvature()) <= 1e-13*p.kappaTerms() {
		return math.Inf(1)
	}
	return 0
}

// errors derives E = f − t at the two points.
func (p Pair) errors() Derivation {
	errorAt := func(name, letter string, ink ascii.Ink, formula string, i int, conditionName string,
		aliases ...string) Quantity {
		e := p.E(i)
		return Quantity{
			Name: name, Symbol: "E" + expr.Subscript(letter), Ink: ink, SharesRow: i == p.L, Formula: formula,
			ConditionName: conditionName,
			Aliases:       aliases, Help: "the error of " + letter + " before the update",
			Compute: constantly(e), Drift: p.scoreTolerance, Scale: constantly(math.Abs(e+p.Y[i]) + 1),
			Allowance: constantly(p.ErrorDistance() / 16), Resolution: constantly(p.ErrorDistance() / 200),
			Slips: []Slip{
				{"plus-t", "It looks as if t was added: E = f − t.", constantly(e + 2*p.Y[i])},
				{"no-t", "That is f itself: E = f − t.", constantly(e + p.Y[i])},
				{"no-bias", "It looks as if you left out b: f contains it.", constantly(p.F(i))},
				{"no-labels", "", func(Numbers) float64 { return p.Scores(p.Alpha, nil)[i] + p.Bias - p.Y[i] }},
			},
		}
	}
	return Derivation{errorAt("ek", "k", InkK, "{fk} − {tk:t}", p.K, "Ek", "E_k"),
		errorAt("el", "l", InkL, "{fl} − {tl:t}", p.L, "El", "E_l", "E_ℓ")}
}

// Bounds returns the bounds L and H of αₗ for s = ±1. While αₗ is in [L, H] and αₖ + s·αₗ is
// constant, both α are in [0, c].
func Bounds(s, ak, al, c float64) (lo, hi float64) {
	if s > 0 {
		return max(0, ak+al-c), min(c, ak+al)
	}
	return max(0, al-ak), min(c, c+al-ak)
}

// bounds derives L and H. Their formulas use the s of the student, which may be wrong.
func (p Pair) bounds() Derivation {
	ak, al, sameLabels := p.Alpha[p.K], p.Alpha[p.L], p.Y[p.K] == p.Y[p.L]
	bound := func(name, symbol, alias, formula, help string, fill func(s float64) string,
		compute func(s, c float64) float64) Quantity {
		return Quantity{
			Name: name, Symbol: symbol, Ink: InkBound, SharesRow: name == "hi", Formula: formula, ConditionName: symbol,
			Aliases: []string{alias}, Help: help,
			Fill: func(n Numbers) string { return fill(n["s"]) }, Inputs: []string{"s"},
			Scale:   constantly(p.largestAlpha()),
			Compute: func(n Numbers) float64 { return compute(n["s"], p.C) },
			Slips: []Slip{
				{"wrong-case", otherCase, func(n Numbers) float64 { return compute(-n["s"], p.C) }},
				{"no-c", "It looks as if you left out C: neither α may be above it.",
					func(n Numbers) float64 { return compute(n["s"], math.Inf(1)) }},
			},
		}
	}
	return Derivation{
		bound("lo", "L", "Lo", ifElse(sameLabels, "max(0, αₖ + αₗ − C)", "max(0, αₗ − αₖ)"), "the lower bound of αₗ",
			func(s float64) string { return "max(0, " + ifElse(s > 0, Num(ak+al-p.C), Num(al-ak)) + ")" },
			func(s, c float64) float64 { lo, _ := Bounds(s, ak, al, c); return lo }),
		bound("hi", "H", "Hi", ifElse(sameLabels, "min(C, αₖ + αₗ)", "min(C, C + αₗ − αₖ)"), "the upper bound of αₗ",
			func(s float64) string {
				return "min(" + Num(p.C) + ", " + ifElse(s > 0, Num(ak+al), Num(p.C+al-ak)) + ")"
			},
			func(s, c float64) float64 { _, hi := Bounds(s, ak, al, c); return hi }),
	}
}

// endOfStep derives αₗ* (where g is highest along the line of the pair), the clipped αₗ, the new αₖ,
// and the gain of g.
func (p Pair) endOfStep() Derivation {
	ak, al := p.Alpha[p.K], p.Alpha[p.L]
	ascent := func(n Numbers) float64 { return p.Y[p.L] * (n["ek"] - n["el"]) / p.divisor(n["kappa"]) }
	decrease := func(n Numbers) float64 { return al - n["alnew"] }
	quarterMove := func(name string, old float64) func(Numbers) float64 {
		return func(n Numbers) float64 { return math.Abs(n[name]-old) / 4 }
	}
	clipFormula, fill := "αₗ* clipped to [L, H]", func(n Numbers) string {
		return Num(n["star"]) + " clipped to [" + Num(n["lo"]) + ", " + Num(n["hi"]) + "]"
	}
	if p.ClipOmitted {
		clipFormula, fill = "{star}", nil
	}
	return Derivation{
		{
			Name: "star", Symbol: "αₗ*", Ink: InkL, Formula: "{al} + {tl}({ek} − {el})/{used}",
			Inputs:        []string{"kappa", "ek", "el"},
			ConditionName: "star", Aliases: []string{"unclipped"}, Help: "αₗ before the clip",
			Compute: func(n Numbers) float64 { return al + ascent(n) },
			Drift:   p.kappaTolerance, Allowance: quarterMove("star", al),
			Scale: func(n Numbers) float64 {
				return max(al, (math.Abs(n["ek"])+math.Abs(n["el"]))/math.Abs(n["kappa"]))
			},
			Slips: []Slip{
				{"errors-swapped", "It looks as if Eₖ and Eₗ were swapped.",
					func(n Numbers) float64 { return al - ascent(n) }},
			},
		},
		{
			Name: "alnew", Symbol: "αₗ", Ink: InkL, Formula: clipFormula, Fill: fill, Inputs: []string{"star", "lo", "hi"},
			Compute:   func(n Numbers) float64 { return p.clip(n["star"], n["lo"], n["hi"]) },
			Scale:     constantly(p.largestAlpha()),
			Allowance: quarterMove("alnew", al), Note: p.clipNote,
			Slips: []Slip{{"no-clip", "That is αₗ* before the clip.", func(n Numbers) float64 { return n["star"] }}},
		},
		{
			Name: "aknew", Symbol: "αₖ", Ink: InkK, SharesRow: true, Formula: "{ak} + {s}({al:αₗ old} − {alnew})",
			Inputs:    []string{"alnew", "s"},
			Compute:   func(n Numbers) float64 { return p.snap(ak + n["s"]*decrease(n)) },
			Allowance: quarterMove("aknew", ak),
			Scale:     func(n Numbers) float64 { return max(p.largestAlpha(), math.Abs(n["alnew"])) },
			Slips: []Slip{
				{"partner-sign", "Σαt has to stay the same: one of the two tα grows by as much as the other shrinks.",
					func(n Numbers) float64 { return ak - n["s"]*decrease(n) }},
				{"no-sign", "", func(n Numbers) float64 { return ak + decrease(n) }},
			},
		},
		{Name: "slope", Symbol: "tₗ(Eₖ − Eₗ)",
			Compute: func(n Numbers) float64 { return n["tl"] * (n["ek"] - n["el"]) }},
		{Name: "delta", Symbol: "Δ", Compute: func(n Numbers) float64 { return n["alnew"] - n["al"] }},
		{
			Name: "dW", Symbol: "Δg", Formula: "{slope}{delta} − ½{kappa}{delta}²", ConditionName: "dg",
			Aliases: []string{"dW", "gain"}, Help: "by how much the step raised g",
			Compute: func(n Numbers) float64 { return n["slope"]*n["delta"] - n["kappa"]*n["delta"]*n["delta"]/2 },
			Drift:   func(Numbers) float64 { return 100 * p.ObjectiveRounding(p.maxGram()) },
		},
	}
}

// clipNote describes whether the clip applied.
func (p Pair) clipNote(n Numbers) string {
	switch {
	case p.ClipOmitted:
		return "αₗ* lies outside [L, H], and the clip is left out"
	case n["star"] > n["hi"]:
		return "αₗ* lies above H: αₗ = H"
	case n["star"] < n["lo"]:
		return "αₗ* lies below L: αₗ = L"
	}
	return "αₗ* lies inside [L, H]: no clip"
}

// biasQuantities derives b. After the update, b₁ makes Eₖ = 0 and b₂ makes Eₗ = 0 (Platt 1998, with
// f = Σ + b). b₁ is right if αₖ is strictly between 0 and C, and b₂ is right if αₗ is. The solver
// always uses b = −(b_up + b_low)/2, with the thresholds b_up = min F and b_low = max F of Keerthi
// et al. (2001).
func (p Pair) biasQuantities() Derivation {
	after := func(n Numbers) SMOState { return p.After(n["aknew"], n["alnew"]) }
	from := []string{"alnew", "aknew"}
	threshold := func(name, symbol, formula string, choose func(m SMOState) (f float64, at int)) Quantity {
		return Quantity{
			Name: name, Symbol: symbol, Formula: formula, Inputs: from, Context: true,
			Fill:    func(n Numbers) string { _, at := choose(after(n)); return "F" + Sub(at+1) },
			Compute: func(n Numbers) float64 { f, _ := choose(after(n)); return f },
		}
	}
	return Derivation{
		p.platt("b1", "b₁", "k", p.K, "ek", "aknew"), p.platt("b2", "b₂", "l", p.L, "el", "alnew"),
		threshold("bup", "b_up", "min F over tα ↑",
			func(m SMOState) (float64, int) { up, _, at, _ := m.Thresholds(); return up, at }),
		threshold("blow", "b_low", "max F over tα ↓",
			func(m SMOState) (float64, int) { _, low, _, at := m.Thresholds(); return low, at }),
		{
			Name: "b", Symbol: "b", Ink: ascii.Strong, Formula: "−(b_up + b_low)/2", Inputs: from,
			Fill:      func(n Numbers) string { return "−(" + Num(n["bup"]) + " + " + Paren(n["blow"]) + ")/2" },
			Compute:   func(n Numbers) float64 { return after(n).BiasFromThresholds() },
			Recorded:  func(s solvers.Step) (float64, bool) { return s.Bias, s.Coef().Len() > 0 },
			Scale:     func(n Numbers) float64 { return 1 + math.Abs(n["ek"]) + math.Abs(n["el"]) },
			Drift:     func(n Numbers) float64 { return 2 * p.scoreTolerance(n) },
			Allowance: func(n Numbers) float64 { return math.Abs(n["b"]-p.Bias) / 4 },
			Slips:     []Slip{{"at-bound", "", p.atBound}},
		},
	}
}

// platt derives the b for which the error of point i of the pair is 0 after the update. e and alpha are
// the names of the quantities of its error and of its new α.
func (p Pair) platt(name, symbol, letter string, i int, e, alpha string) Quantity {
	sub := expr.Subscript(letter)
	contribution := func(n Numbers, j int, newAlpha string) float64 {
		return p.Y[j] * (n[newAlpha] - p.Alpha[j]) * p.Gram.At(j, i)
	}
	return Quantity{
		Name: name, Symbol: symbol, Context: true, Inputs: []string{e, "alnew", "aknew"},
		Formula: "b − E" + sub + " − tₖΔαₖKₖ" + sub + " − tₗΔαₗKₗ" + sub,
		Fill: func(n Numbers) string {
			return Num(p.Bias) + " − " + Paren(n[e]) + " − " + Paren(contribution(n, p.K, "aknew")) + " − " +
				Paren(contribution(n, p.L, "alnew"))
		},
		Compute: func(n Numbers) float64 {
			return p.Bias - n[e] - contribution(n, p.K, "aknew") - contribution(n, p.L, "alnew")
		},
		Note: func(n Numbers) string {
			place := "at a bound, so this b need not be right"
			switch a := n[alpha]; {
			case a > 0 && a < p.C:
				place = "free"
			case a < 0 || a > p.C:
				place = "outside [0, C], so this b need not be right"
			}
			return "makes E" + sub + " 0; α" + sub + " is " + place
		},
	}
}

// atBound computes the slip of taking the b for which Eₖ = 0 although αₖ is at a bound. If αₖ is
// strictly between 0 and C, it returns the right b.
func (p Pair) atBound(n Numbers) float64 {
	after := p.After(n["aknew"], n["alnew"])
	if n["aknew"] != 0 && n["aknew"] != p.C {
		return after.BiasFromThresholds()
	}
	return -after.F(p.K)
}

// clip clips star to [lo, hi], unless p.ClipOmitted is set, and snaps the result.
func (p Pair) clip(star, lo, hi float64) float64 {
	if p.ClipOmitted {
		return p.snap(star)
	}
	return p.snap(max(lo, min(star, hi)))
}

// snap rounds an α that is within rounding of 0 or C to that bound, because a
// residue of 1e-17 would count as a support vector. An α outside [0, C] stays
// outside.
func (p Pair) snap(a float64) float64 {
	const rounding = 4 * 2.220446049250313e-16
	switch {
	case math.Abs(a) <= rounding*max(p.Alpha[p.K], p.Alpha[p.L]):
		return 0
	case a >= p.C*(1-rounding) && a <= p.C*(1+rounding):
		return p.C
	}
	return a
}

// After returns the state after αₖ has become ak and αₗ has become al, with the same b.
func (p Pair) After(ak, al float64) SMOState {
	m := p.SMOState
	m.Alpha, m.Score = slices.Clone(p.Alpha), slices.Clone(p.Score)
	m.Alpha[p.K], m.Alpha[p.L] = ak, al
	floats.AddScaled(m.Score, p.Y[p.K]*(ak-p.Alpha[p.K]), p.Gram.Row(p.K))
	floats.AddScaled(m.Score, p.Y[p.L]*(al-p.Alpha[p.L]), p.Gram.Row(p.L))
	return m
}
