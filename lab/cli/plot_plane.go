package cli

import (
	"fmt"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
)

// plane is the part of the input space that a picture shows.
type plane struct {
	slice  kernels.Slice
	names  [2]string // of its axes; the second is empty in 1-D
	others string    // where the other columns are held, in words; empty if there are none
}

// choosePlane picks the columns to draw and holds the others at their mean.
func choosePlane(set *dataset.Set, columns once[[2]int]) (plane, error) {
	d, names := set.Dim(), set.Columns()
	if d == 1 {
		if columns.isSet {
			return plane{}, usagef("leave it out", "--columns: the points have one coordinate")
		}
		return plane{slice: kernels.Slice{I: 0, J: -1, At: []float64{0}}, names: [2]string{names[0]}}, nil
	}
	i, j := columns.value[0]-1, columns.value[1]-1
	if i >= d || j >= d {
		return plane{}, usagef(fmt.Sprintf("write two of 1 to %d, as in --columns 1,2", d), "--columns %d,%d: the points have %d columns", i+1, j+1, d)
	}
	p := plane{slice: kernels.Slice{I: i, J: j, At: set.Mean()}, names: [2]string{names[i], names[j]}}
	if d > 2 {
		p.others = heldWords(names, p.slice)
	}
	return p, nil
}

// heldWords says at which values the other columns are held; the names of many
// columns are cut short.
func heldWords(names []string, s kernels.Slice) string {
	const most = 6
	var held []string
	for m, at := range s.At {
		if m != s.I && m != s.J {
			held = append(held, names[m]+" = "+ascii.FormatValue(at))
		}
	}
	if n := len(held); n > most {
		held = append(held[:most], fmt.Sprintf("and %d more", n-most))
	}
	return "at their mean: " + strings.Join(held, ", ")
}

// coordinates returns where a point lies in the plane.
func (p plane) coordinates(x []float64) (float64, float64) {
	if p.slice.J < 0 {
		return x[p.slice.I], 0
	}
	return x[p.slice.I], x[p.slice.J]
}
