package ask

import (
	"math"
	"strconv"
	"strings"

	"kernellab/exercises"
	"kernellab/solvers"
)

// between is what stands between two parts of a text.
func between(text, from, to string) string {
	out, _, _ := strings.Cut(tail(text, from), to)
	return out
}

// tail is what follows the first of a part.
func tail(text, from string) string {
	_, out, _ := strings.Cut(text, from)
	return out
}

// violation is by how much the rows of two points violate the conditions.
func violation(k, l paperRow) float64 {
	v := math.Inf(-1)
	if k.up && l.low {
		v = l.f - k.f
	}
	if k.low && l.up {
		v = math.Max(v, k.f-l.f)
	}
	return v
}

// pair chooses as the page says.
func (p pupil) pair(at page) exercises.Answers {
	var k paperRow
	rows := at.points(p.t)
	cyclic := at.has("next point in order")
	switch {
	case cyclic && at.has("Which pair"):
		k = p.violator(at, rows)
	default:
		k.f = math.Inf(1)
		for _, r := range rows {
			if r.up && r.f < k.f {
				k = r
			}
		}
	}
	if at.has("Which pair") {
		rows = p.page(exercises.Answers{"k": k.i}).points(p.t)
	}
	best, l := math.Inf(-1), ""
	for _, r := range rows {
		score := math.Abs(r.f - k.f)
		switch {
		case r.i == k.i, !at.has("Which pair") && violation(k, r) <= 0:
			continue
		case at.has("promises the largest gain") && at.has("Which pair"):
			score = score * score / math.Max(r.kappa, 1e-12)
			if !r.low || r.f <= k.f {
				continue
			}
		case cyclic && at.has("of all points"):
		case violation(k, r) <= 0:
			continue
		}
		if score > best {
			best, l = score, r.i
		}
	}
	return exercises.Answers{"k": k.i, "l": l}
}

// violator is the first point from where the search goes on that violates its
// own condition.
func (p pupil) violator(at page, rows []paperRow) paperRow {
	b, half := at.number(p.t, "b"), parsed(p.t, between(at.words, "lies below −", " and"))
	start, err := strconv.Atoi(between(at.words, "goes on from point ", ","))
	if err != nil {
		p.t.Fatal(err)
	}
	for j := range rows {
		r := rows[(start-1+j)%len(rows)]
		if e := r.f + b; r.up && e < -half || r.low && e > half {
			return r
		}
	}
	p.t.Fatalf("no point violates its condition\n%s", at.words)
	return paperRow{}
}

// entries are K_kk, K_ℓℓ and K_kℓ, which stand in this order.
func (p pupil) entries(at page) (kkk, kll, kkl float64) {
	var v []float64
	for _, m := range equation.FindAllStringSubmatch(at.words, -1) {
		if strings.HasPrefix(m[1], "K") && !strings.Contains(m[1], "_") {
			v = append(v, parsed(p.t, m[2]))
		}
	}
	if len(v) != 3 {
		p.t.Fatalf("%d entries of K in\n%s", len(v), at.words)
	}
	return v[0], v[1], v[2]
}

func (p pupil) curvature(at page) exercises.Answers {
	kkk, kll, kkl := p.entries(at)
	switch kappa := kkk + kll - 2*kkl; {
	case kappa > 0:
		return one("positive")
	case kappa < 0:
		return one("negative")
	}
	return one("zero")
}

// landing is where αℓ goes, and what bounds it.
func (p pupil) landing(at page) (star, lo, hi float64) {
	n := func(sign string) float64 { return at.number(p.t, sign) }
	kkk, kll, kkl := p.entries(at)
	lo, hi = solvers.Bounds(n("tk")*n("tℓ"), n("αk"), n("αℓ"), n("C"))
	return n("αℓ") + n("tℓ")*(n("Ek")-n("Eℓ"))/math.Max(kkk+kll-2*kkl, 1e-12), lo, hi
}

func (p pupil) clip(at page) exercises.Answers {
	switch star, lo, hi := p.landing(at); {
	case star < lo:
		return one("L")
	case star > hi:
		return one("H")
	}
	return one("none")
}

func (p pupil) alpha(at page) exercises.Answers {
	if at.has("is a mistake") {
		return num(at.number(p.t, "α#") + 1)
	}
	star, lo, hi := p.landing(at)
	return num(math.Max(lo, math.Min(hi, star)))
}

func (p pupil) rise(at page) exercises.Answers {
	star, lo, hi := p.landing(at)
	return either(math.Max(lo, math.Min(hi, star)) != at.number(p.t, "αℓ"), "rises", "stays")
}

// byHand fills in a form, whichever it is.
func (p pupil) byHand(at page) exercises.Answers {
	switch {
	case p.asks("k"):
		return p.updateByHand(at)
	case p.asks("margin"):
		return p.visitByHand(at)
	case p.asks("anew"):
		return p.coefficientByHand(at)
	case p.asks("f"):
		f := at.sum(p.t)
		return exercises.Answers{"f": typed(f), "e": typed(p.target(at) - f), "la": typed(at.number(p.t, "λ") * at.number(p.t, "a#"))}
	case p.asks("m11"):
		return exercises.Answers{"m11": typed(at.number(p.t, "K₁₁") + at.number(p.t, "λ")), "m12": typed(at.number(p.t, "K₁₂"))}
	case p.asks("l11"):
		l11 := math.Sqrt(at.number(p.t, "m₁₁"))
		l21 := at.number(p.t, "m₂₁") / l11
		return exercises.Answers{"l11": typed(l11), "l21": typed(l21), "l22": typed(math.Sqrt(at.number(p.t, "m₂₂") - l21*l21))}
	case p.asks("z1"), p.asks("last"):
		return p.rowsByHand(at)
	case at.has("Which point"), p.asks("point"):
		point, _ := p.wrongSide(at)
		return exercises.Answers{"point": point}
	case at.has("lower triangular L"):
		rows := at.points(p.t)
		return either(rows[len(rows)-1].lambda+at.number(p.t, "λ") > 0, "yes", "no")
	case at.has("rank("):
		return either(given(p.t, p.s.Info())[0] == at.number(p.t, "n"), "one", "many")
	}
	return nil
}

// rowsByHand solves two rows of a triangular system: the numbers stand in the
// order L, L, L, right-hand side, right-hand side.
func (p pupil) rowsByHand(at page) exercises.Answers {
	g := given(p.t, p.s.Info())
	first := g[3] / g[0]
	second := (g[4] - g[1]*first) / g[2]
	return exercises.Answers{"z1": typed(first), "z2": typed(second), "last": typed(first), "before": typed(second)}
}

func (p pupil) coefficientByHand(at page) exercises.Answers {
	f := at.sum(p.t)
	r := p.residualAt(at, p.target(at), f)
	return exercises.Answers{"f": typed(f), "r": typed(r), "anew": typed(p.moved(at, r))}
}

// visitByHand looks at the point that is visited, or for the next mistake.
func (p pupil) visitByHand(at page) exercises.Answers {
	a := exercises.Answers{}
	var y, f, alpha float64
	switch {
	case p.asks("point"):
		point, r := p.wrongSide(at)
		a["point"], y, f, alpha = point, r.y, r.f, r.a
	default:
		b := at.given["b"]
		y, f, alpha = at.number(p.t, "y#"), at.sum(p.t)+b, at.number(p.t, "α#")
	}
	mistake := 0.0
	a["mistake"] = "no"
	if y*f <= 0 {
		mistake, a["mistake"] = 1, "yes"
	}
	a["margin"], a["alpha"], a["b"] = typed(y*f), typed(alpha+mistake), typed(at.given["b"]+mistake*y)
	return a
}

// updateByHand chooses the pair, reads off what stands there for it, and b from
// the table after the step.
func (p pupil) updateByHand(at page) exercises.Answers {
	a := p.pair(at)
	chosen := p.page(a)
	rows := chosen.points(p.t)
	k, l := of(rows, a["k"]), of(rows, a["l"])
	b, c := chosen.number(p.t, "b"), chosen.number(p.t, "C")
	kkk, kll, kkl := p.entries(chosen)
	s, kappa, ek, el := k.y*l.y, kkk+kll-2*kkl, k.f+b, l.f+b
	lo, hi := solvers.Bounds(s, k.a, l.a, c)
	star := l.a + l.y*(ek-el)/math.Max(kappa, 1e-12)
	alnew := math.Max(lo, math.Min(hi, star))
	aknew := k.a + s*(l.a-alnew)
	for name, v := range map[string]float64{
		"s": s, "gamma": k.a + s*l.a, "kappa": kappa, "ek": ek, "el": el, "lo": lo, "hi": hi, "star": star, "alnew": alnew, "aknew": aknew,
	} {
		a[name] = typed(v)
	}
	up, low := math.Inf(1), math.Inf(-1)
	for _, r := range p.page(a).points(p.t) {
		if r.up {
			up = math.Min(up, r.f)
		}
		if r.low {
			low = math.Max(low, r.f)
		}
	}
	a["b"] = typed(-(up + low) / 2)
	return a
}
