package answer

import "math/big"

// maxExtreme is how many arguments max and min are written out for.
const maxExtreme = 3

// extreme is max or min of its arguments, by max(a, b) = (a + b + |a − b|)/2.
// With many arguments it is an atom.
func (r *ring) extreme(largest bool, args []frac) frac {
	if len(args) > maxExtreme && largest {
		return r.atom("max", args...)
	}
	if len(args) > maxExtreme {
		return r.atom("min", args...)
	}
	best := args[0]
	for _, a := range args[1:] {
		diff := r.sub(best, a)
		if len(diff.num) == 0 {
			continue
		}
		if diff = r.absolute(diff); !largest {
			diff = diff.neg()
		}
		best = r.add(r.add(best, a), diff)
		best.num = best.num.scale(ratSurd(big.NewRat(1, 2)))
	}
	return best
}

// logarithm is ln u: a sum over the factors of u where each is known to be
// positive wherever ln u is defined, and an atom otherwise. So ln 1 = 0,
// ln(1/x) = −ln x, ln(c·e^x) = ln c + x, and ln(x²) stays as it is.
func (r *ring) logarithm(u frac) frac {
	t, single := u.num.single()
	below, inverse := u.den.single()
	if !single || !inverse {
		return r.atom("ln", u)
	}
	q, rational := t.coef.rat()
	if !rational || q.Sign() <= 0 {
		return r.atom("ln", u)
	}
	m := t.mono.mul(below.mono.power(-1, 1))
	out, ok := r.logInteger(q)
	for _, f := range m {
		part, known := r.logFactor(f, len(m) == 1)
		ok = ok && known
		out = out.add(part)
	}
	if !ok {
		return r.atom("ln", u)
	}
	return whole(out)
}

// logFactor is ln of one factor. An odd power of an atom of unknown sign is
// allowed when it stands alone: it is positive where the atom is.
func (r *ring) logFactor(f factor, alone bool) (poly, bool) {
	k := ratSurd(big.NewRat(f.num, f.den))
	if u, ok := r.exponents[f.atom]; ok {
		return u.scale(k), true
	}
	if !r.positive[f.atom] && (!alone || f.den != 1 || f.num%2 == 0) {
		return nil, false
	}
	r.loose = true
	return atomPoly("ln(" + atomName(f.atom) + ")").scale(k), true
}

// logInteger is ln q as a sum over the primes of q: the logarithms of
// different primes are linearly independent over the rationals.
func (r *ring) logInteger(q *big.Rat) (poly, bool) {
	out := poly{}
	for _, side := range []struct {
		n    *big.Int
		sign int64
	}{{q.Num(), 1}, {q.Denom(), -1}} {
		if !side.n.IsInt64() || side.n.Int64() > maxRoot {
			return nil, false
		}
		n := side.n.Int64()
		for p := int64(2); n > 1; p++ {
			if p*p > n {
				p = n
			}
			for ; n%p == 0; n /= p {
				r.loose = true
				out.put(term{mono{{"ln(" + big.NewInt(p).String() + ")", 1, 1}}, intSurd(side.sign)})
			}
		}
	}
	return out, true
}
