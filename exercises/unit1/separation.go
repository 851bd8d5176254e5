package unit1

import (
	"errors"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/enclose"
)

// Each point x₁ of the number line is lifted to the height x₂ = f(x₁), where f is the feature. This
// file decides without rounding errors whether a line separates the classes of the lifted points.
//
// By Kirchberger's theorem, a line separates two finite sets of the plane if and only if, for every
// choice of four of the points, a line separates the classes of the four. If three points lie on a
// line and the middle one is of the other class, no line separates them. Four points that are not on
// one line have an affine dependence Σλᵢpᵢ = 0, Σλᵢ = 0. No line separates them if λ ≥ 0 for one
// class and λ ≤ 0 for the other. Up to its sign, each λ is the orientation of the other three
// points, so the signs of orientations decide. An orientation is enclosed in an interval with as many
// digits as necessary, or proved to be 0.

// verdict is what has been proved about lifted points.
type verdict uint8

const (
	undecided verdict = iota
	separable
	inseparable
)

// liftedPoint is a point of the number line with its class and its height, an enclosure that
// separation.field computes.
type liftedPoint struct {
	index  int // index of the point in the set
	x      *big.Rat
	class  int // +1 or −1
	height enclose.Real
}

// separation decides whether a line separates the classes of a set whose points a feature lifts.
type separation struct {
	feature      answer.Expr
	points       []liftedPoint  // sorted by x
	field        *enclose.Field // arithmetic with enclosures, at the current precision
	affine       bool           // the feature is proved to be affine, so all orientations are 0
	orientations map[[3]int]int // known signs, at any precision
}

// precisions returns the numbers of bits to try, in order.
func precisions() []uint { return []uint{128, 512, 2048, 8192} }

// decide returns what can be proved about the lifted set. If no line separates the classes,
// witnesses contains the indices in points of three or four points that prove it: the convex hulls of
// their classes intersect. If a point has no height, err is a *noHeightError. If the budget of
// computation does not suffice for the first precision, err is the error of the budget. decide tries
// symbolic proofs only at the second precision.
func (s *separation) decide() (v verdict, witnesses []int, err error) {
	for k, bits := range precisions() {
		err = s.lift(bits)
		switch {
		case errors.Is(err, enclose.ErrVague):
			continue
		case errors.Is(err, enclose.ErrRange):
			return undecided, nil, nil
		case err != nil && k > 0:
			return undecided, nil, nil // the budget does not suffice for more digits
		case err != nil:
			return undecided, nil, err
		}
		s.affine = s.feature.IsAffine("x1")
		if v, witnesses = s.checkSubsets(k == 1); v != undecided {
			return v, witnesses, nil
		}
	}
	return undecided, nil, nil
}

// newSeparation returns the separation of a set, with the points sorted by x. It takes the
// coordinates as the decimals that students see. No two points may have the same position.
func newSeparation(e answer.Expr, set *dataset.Set) *separation {
	s := &separation{feature: e, orientations: map[[3]int]int{}}
	for i := range set.Len() {
		x, _ := new(big.Rat).SetString(strconv.FormatFloat(set.Point(i)[0], 'g', -1, 64))
		s.points = append(s.points, liftedPoint{index: i, x: x, class: int(set.Label(i))})
	}
	slices.SortFunc(s.points, func(a, b liftedPoint) int { return a.x.Cmp(b.x) })
	return s
}

// noHeightError is the error that a point certainly has no height. x is the point.
type noHeightError struct{ x *big.Rat }

func (e *noHeightError) Error() string {
	return "the feature has no value at x₁ = " + e.x.RatString()
}

// lift computes an enclosure of the height of every point with the given number of bits.
func (s *separation) lift(bits uint) error {
	s.field = s.feature.IntervalField(bits)
	for i, p := range s.points {
		h, err := s.feature.Enclosure(s.field, map[string]*big.Rat{"x1": p.x})
		if errors.Is(err, enclose.ErrUndefined) {
			return &noHeightError{p.x}
		}
		if err != nil {
			return err
		}
		s.points[i].height = h
	}
	return nil
}

// orientation returns the sign of the orientation of three points i < j < k: +1 if the middle point
// lies below the line through the other two, −1 if it lies above it, and 0 if it lies on it. ok is
// false if the current precision does not suffice. If prove is set, orientation also tries to prove
// symbolically that the sign is 0. It stores known signs for all later precisions.
func (s *separation) orientation(i, j, k int, prove bool) (sign int, ok bool) {
	if s.affine {
		return 0, true
	}
	key := [3]int{i, j, k}
	if sign, ok = s.orientations[key]; ok {
		return sign, true
	}
	f, a, b, c := s.field, s.points[i], s.points[j], s.points[k]
	gap := func(p, q liftedPoint) enclose.Real { return enclose.Exact(new(big.Rat).Sub(q.x, p.x)) }
	rise := func(p, q liftedPoint) enclose.Real { return f.Sub(q.height, p.height) }
	sign, ok = f.Sign(f.Sub(f.Mul(gap(a, b), rise(a, c)), f.Mul(gap(a, c), rise(a, b))))
	if f.Err != nil {
		return 0, false
	}
	if !ok && prove && s.feature.OnOneLine("x1", a.x, b.x, c.x) {
		sign, ok = 0, true
	}
	if ok {
		s.orientations[key] = sign
	}
	return sign, ok
}

// checkSubsets examines all choices of three and of four points. If the classes of one choice are
// inseparable, it also returns that choice.
func (s *separation) checkSubsets(prove bool) (verdict, []int) {
	out := separable
	provesInseparable := func(v verdict) bool {
		if v == undecided {
			out = undecided
		}
		return v == inseparable
	}
	n := len(s.points)
	for i := range n {
		for j := i + 1; j < n; j++ {
			for k := j + 1; k < n; k++ {
				if provesInseparable(s.checkThree(i, j, k, prove)) {
					return inseparable, []int{i, j, k}
				}
				for l := k + 1; l < n; l++ {
					if provesInseparable(s.checkFour(i, j, k, l, prove)) {
						return inseparable, []int{i, j, k, l}
					}
				}
			}
		}
	}
	return out, nil
}

// checkThree decides on three points. No line separates their classes if the points lie on a line
// and the middle point is of the other class.
func (s *separation) checkThree(i, j, k int, prove bool) verdict {
	if s.points[i].class != s.points[k].class || s.points[i].class == s.points[j].class {
		return separable
	}
	switch sign, ok := s.orientation(i, j, k, prove); {
	case !ok:
		return undecided
	case sign == 0:
		return inseparable
	}
	return separable
}

// checkFour decides on four points i < j < k < l that are not all on one line. If all four
// are on one line, checkThree decides.
func (s *separation) checkFour(i, j, k, l int, prove bool) verdict {
	// λ of each point: the orientation of the other three, with alternating signs.
	indices := [4]int{i, j, k, l}
	triples := [4][3]int{{j, k, l}, {i, k, l}, {i, j, l}, {i, j, k}}
	var signSeen [3]bool // the signs of λ times class: −1, 0, +1
	someUnknown, classSum := false, 0
	for m, t := range triples {
		classSum += s.points[indices[m]].class
		sign, ok := s.orientation(t[0], t[1], t[2], prove)
		if !ok {
			someUnknown = true
			continue
		}
		signSeen[1+sign*(1-2*(m%2))*s.points[indices[m]].class] = true
	}
	switch {
	case classSum == 4 || classSum == -4:
		return separable
	case signSeen[0] && signSeen[2]:
		return separable
	case someUnknown:
		return undecided
	case signSeen[0] || signSeen[2]:
		return inseparable
	}
	return separable // all four are on one line, so checkThree decides
}

// isStraight reports whether all lifted points are proved to lie on one line.
func (s *separation) isStraight() bool {
	for k := 2; k < len(s.points); k++ {
		if sign, ok := s.orientation(0, 1, k, true); !ok || sign != 0 {
			return false
		}
	}
	return true
}

// separatingLine is the line with the widest margin between lifted points of both classes.
// f = w₁x₁ + w₂x₂ + b is 0 on the line and ±1 at the closest points. width is the distance of the
// closest points from the line. The numbers are computed in floating point, and are zero if that
// fails.
type separatingLine struct{ w1, w2, b, width float64 }

// shortestDecimals returns the numbers of the line m with the fewest digits for which every lifted
// point is certainly on its correct side. ok is false if sixteen digits do not suffice.
func (s *separation) shortestDecimals(m separatingLine) (w1, w2, b string, ok bool) {
	for _, digits := range []int{4, 6, 9, 12, 16} {
		w1, w2, b = anatomy.Digits(m.w1, digits), anatomy.Digits(m.w2, digits), anatomy.Digits(m.b, digits)
		if math.Abs(m.b) < 1e-9 {
			b = "0" // at the closest points f is ±1
		}
		if s.separates(w1, w2, b) {
			return w1, w2, b, true
		}
	}
	return "", "", "", false
}

// separates reports whether a line certainly has every lifted point on its correct side. texts are
// w₁, w₂ and b as decimals.
func (s *separation) separates(texts ...string) bool {
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

// isDrawable reports whether the numbers of the line are finite, so that a picture can show it.
func (l separatingLine) isDrawable() bool {
	sum := l.w1 + l.w2 + l.b
	return !math.IsNaN(sum) && !math.IsInf(sum, 0) && l.width > 0 && !math.IsInf(l.width, 0)
}
