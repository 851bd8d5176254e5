package kit

import (
	"errors"
	"math"
	"math/big"
	"strings"

	"kernellab/exercises/anatomy"
	"kernellab/exercises/enclose"
)

// boundary is the widest line between lifted points: w₁x₁ + w₂x₂ + b = 0 with
// ±1 at the points that are closest.
type boundary struct {
	w1, w2, b float64
	width     float64 // half the distance of the two hulls
	// square is that distance squared, as far as it is known.
	square enclose.Real
	vague  bool // it may be less
}

// vector2 is a point of the plane, or a difference of two.
type vector2 struct{ x, h enclose.Real }

// plane computes with points.
type plane struct{ *enclose.Field }

func (p plane) minus(a, b vector2) vector2 { return vector2{p.Sub(a.x, b.x), p.Sub(a.h, b.h)} }

func (p plane) dot(a, b vector2) enclose.Real { return p.Add(p.Mul(a.x, b.x), p.Mul(a.h, b.h)) }

func (p plane) along(a, d vector2, t enclose.Real) vector2 {
	return vector2{p.Add(a.x, p.Mul(t, d.x)), p.Add(a.h, p.Mul(t, d.h))}
}

// closest looks for the two nearest points of two hulls that do not meet: two
// corners, or a corner and its foot on an edge.
type closest struct {
	plane
	from, to vector2 // of class −1, of class +1
	square   enclose.Real
	found    bool
	vague    bool // a foot may lie on an edge or not
}

func (c *closest) try(minus, plus vector2) {
	d := c.minus(plus, minus)
	square := c.dot(d, d)
	switch {
	case !c.found:
		c.found, c.square = true, square
	case c.Less(square, c.square):
		c.square = square
	default:
		c.square = c.Min(c.square, square)
		return
	}
	c.from, c.to = minus, plus
}

// foot tries the foot of p on the edge from a to b, where it lies between them.
func (c *closest) foot(p, a, b vector2, class int) {
	d := c.minus(b, a)
	t := c.Quo(c.dot(c.minus(p, a), d), c.dot(d, d))
	low, okLow := c.Sign(t)
	high, okHigh := c.Sign(c.Sub(enclose.Int(1), t))
	switch {
	case okLow && low <= 0 || okHigh && high <= 0:
		return
	case !okLow || !okHigh:
		c.vague = true
		return
	}
	if q := c.along(a, d, t); class > 0 {
		c.try(q, p)
	} else {
		c.try(p, q)
	}
}

// boundary is the widest line between points that are known to be separable,
// with as many digits as it takes; without numbers where they are too many.
func (s *separation) boundary() boundary {
	out, err := s.widest(), s.field.Err
	for _, bits := range bitsOf() {
		if !out.vague && !errors.Is(err, enclose.ErrVague) {
			break
		}
		if bits <= s.field.Bits || s.lift(bits) != nil {
			continue
		}
		if better := s.widest(); s.field.Err == nil {
			out, err = better, nil
		}
	}
	if err != nil {
		return boundary{vague: true}
	}
	return out
}

// widest is the boundary with the digits that the heights have now; it means
// nothing after an error of the field.
func (s *separation) widest() boundary {
	c := &closest{plane: plane{s.field}}
	for i := range s.points {
		for j := range s.points {
			if s.points[i].class < s.points[j].class {
				c.try(s.at(i), s.at(j))
			}
		}
	}
	for i := range s.points {
		for j := range s.points {
			for k := j + 1; k < len(s.points); k++ {
				if class := s.points[i].class; s.points[j].class == -class && s.points[k].class == -class {
					c.foot(s.at(i), s.at(j), s.at(k), class)
				}
			}
		}
	}
	d := c.minus(c.to, c.from)
	scale := c.Quo(enclose.Int(2), c.dot(d, d))
	half := enclose.Exact(big.NewRat(1, 2))
	middle := c.along(c.from, d, half)
	return boundary{
		w1: c.Float(c.Mul(scale, d.x)), w2: c.Float(c.Mul(scale, d.h)),
		b:      -c.Float(c.Mul(scale, c.dot(d, middle))),
		width:  c.Float(c.Mul(half, c.Sqrt(c.dot(d, d)))),
		square: c.square, vague: c.vague,
	}
}

func (s *separation) at(i int) vector2 {
	return vector2{enclose.Exact(s.points[i].x), s.points[i].height}
}

// shown is the line with as few digits as it takes to have every lifted point
// certainly on its side; ok is false where sixteen are too few.
func (s *separation) shown(m boundary) (w1, w2, b string, ok bool) {
	for _, digits := range []int{4, 6, 9, 12, 16} {
		w1, w2, b = anatomy.Digits(m.w1, digits), anatomy.Digits(m.w2, digits), anatomy.Digits(m.b, digits)
		if math.Abs(m.b) < 1e-9 {
			b = "0" // at the closest points f is ±1
		}
		if s.parts(w1, w2, b) {
			return w1, w2, b, true
		}
	}
	return "", "", "", false
}

// parts reports whether a line, as it is written, certainly has every lifted
// point on its side.
func (s *separation) parts(texts ...string) bool {
	var v [3]enclose.Real
	for i, t := range texts {
		q, ok := new(big.Rat).SetString(strings.ReplaceAll(t, "−", "-"))
		if !ok {
			return false
		}
		v[i] = enclose.Exact(q)
	}
	f := s.field
	for _, p := range s.points {
		score := f.Add(f.Add(f.Mul(v[0], enclose.Exact(p.x)), f.Mul(v[1], p.height)), v[2])
		if sign, ok := f.Sign(score); !ok || sign != p.class {
			return false
		}
	}
	return f.Err == nil
}

// drawable reports whether the line has numbers that a picture can use.
func (m boundary) drawable() bool {
	sum := m.w1 + m.w2 + m.b
	return !math.IsNaN(sum) && !math.IsInf(sum, 0) && m.width > 0 && !math.IsInf(m.width, 0)
}
