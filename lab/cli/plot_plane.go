package cli

import (
	"fmt"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises/dataset"
)

// plane is the part of the input space that a picture shows.
type plane struct {
	pair   [2]int // the columns, from 0
	others string // where the other columns are held, in words; empty if there are none
}

// choosePlane picks the columns to draw; the others are held at their mean.
func choosePlane(set *dataset.Set, f *plotFlags) (plane, error) {
	d := set.Dim()
	if d == 1 {
		if f.given("columns") {
			return plane{}, usagef("leave it out", "--columns: the points have one coordinate")
		}
		return plane{}, nil
	}
	i, j := f.columns[0]-1, f.columns[1]-1
	if i >= d || j >= d {
		return plane{}, usagef(fmt.Sprintf("write two of 1 to %d, as in --columns 1,2", d), "--columns %d,%d: the points have %d columns", i+1, j+1, d)
	}
	return plane{pair: [2]int{i, j}, others: heldWords(set, i, j)}, nil
}

// heldWords says at which values the columns other than i and j are held; the
// names of many columns are cut short.
func heldWords(set *dataset.Set, i, j int) string {
	const most = 6
	var held []string
	names := set.Columns()
	for m, at := range set.Mean() {
		if m != i && m != j {
			held = append(held, names[m]+" = "+ascii.FormatValue(at))
		}
	}
	switch n := len(held); {
	case n == 0:
		return ""
	case n > most:
		held = append(held[:most], fmt.Sprintf("and %d more", n-most))
	}
	return "at their mean: " + strings.Join(held, ", ")
}
