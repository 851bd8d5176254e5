package ledger

import (
	"fmt"
	"math"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
)

// page is the list of laws of one frame as it is being written.
type page struct{ rows []exercises.Invariant }

// law enters a law; the note is kept where it does not hold.
func (p *page) law(name, law, value string, holds bool, note string, args ...any) {
	row := exercises.Invariant{Name: name, Law: ascii.Plain(law), Value: value, Holds: holds}
	if !holds {
		row.Note = fmt.Sprintf(note, args...)
	}
	p.rows = append(p.rows, row)
}

// small enters a law that a number is 0 up to tol, which rounding may reach.
func (p *page) small(name, law string, v, tol float64, note string, args ...any) {
	p.near(name, law, v, tol, tol, note, args...)
}

// near enters a law that a number is 0 up to tol, of which rounding is a part.
func (p *page) near(name, law string, v, tol, rounding float64, note string, args ...any) {
	p.law(name, law, zero(v, rounding), within(v, 0, tol), note, args...)
}

// zero writes a number of which so much may be rounding: what is no more is no
// number to read.
func zero(v, rounding float64) string {
	if v != 0 && math.Abs(v) <= rounding {
		return "0 to rounding"
	}
	return anatomy.Num(v)
}

// settled is a number, 0 where it is no more than rounding.
func settled(v, rounding float64) float64 {
	if math.Abs(v) <= rounding {
		return 0
	}
	return v
}

// dust is the part of the size of its terms below which a number is rounding.
const dust = 1e-12

// same enters that two vectors are one up to tol; the note tells the place
// where they are farthest apart, counted from 1, with the number of each.
func (p *page) same(name, law string, want []float64, said func(i int) float64, tol float64, note string) {
	p.alike(name, law, want, said, tol, tol, note)
}

// alike is same where rounding is a part of tol.
func (p *page) alike(name, law string, want []float64, said func(i int) float64, tol, rounding float64, note string) {
	off, at := worst(len(want), func(i int) float64 { return said(i) - want[i] })
	p.near(name, law, off, tol, rounding, note, anatomy.Sub(at+1), anatomy.Num(want[at]), anatomy.Num(said(at)))
}

// within reports |a − b| ≤ tol; equal infinities are within, NaN never is.
func within(a, b, tol float64) bool { return a == b || math.Abs(a-b) <= tol }

// alpha names a coefficient: α₃.
func alpha(i int) string { return "α" + anatomy.Sub(i+1) }

// worst is the largest difference of two vectors and where it is; a NaN is
// larger than any number.
func worst(n int, difference func(i int) float64) (size float64, at int) {
	for i := range n {
		d := math.Abs(difference(i))
		if d > size || math.IsNaN(d) {
			size, at = d, i
		}
		if math.IsNaN(d) {
			break
		}
	}
	return size, at
}

// finite reports whether all numbers are.
func finite(v []float64) bool {
	for _, x := range v {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}
