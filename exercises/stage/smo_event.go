package stage

import (
	"fmt"
	"strconv"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// gapLevels are the duality gaps that count as an event when passed.
var gapLevels = [...]float64{1e-1, 1e-2, 1e-3, 1e-6}

// smoEvent names the most telling thing that an update did.
func smoEvent(c float64, prev, now solvers.Step) string {
	if now.Status.Done() {
		return now.Status.String()
	}
	d, ok := now.Detail.(*solvers.SMODetail)
	if !ok {
		return ""
	}
	if e := boundEvent(c, d.K, d.OldAk, d.NewAk); e != "" {
		return e
	}
	if e := boundEvent(c, d.L, d.OldAl, d.NewAl); e != "" {
		return e
	}
	for _, level := range gapLevels {
		if prev.Gap >= level && now.Gap < level {
			return "gap below " + anatomy.Num(level)
		}
	}
	switch {
	case d.OldAk == 0 && d.NewAk > 0:
		return fmt.Sprintf("point %d becomes a support vector", d.K+1)
	case d.OldAl == 0 && d.NewAl > 0:
		return fmt.Sprintf("point %d becomes a support vector", d.L+1)
	}
	return ""
}

func boundEvent(c float64, i int, from, to float64) string {
	switch {
	case from == to:
		return ""
	case to == 0:
		return fmt.Sprintf("α%s falls to 0", anatomy.Sub(i+1))
	case to == c:
		return fmt.Sprintf("α%s reaches C", anatomy.Sub(i+1))
	}
	return ""
}

// smoBreaks lists the breaks of an SMO run over n points, with an α each.
func smoBreaks(n int) []exercises.Break {
	return append([]exercises.Break{
		{Name: "bound", Label: "an α reaches a bound"},
		{Name: "support", Label: "a new support vector"},
		{Name: "gap<1e-3", Label: "the gap is below 0.001"},
	}, alphaBreaks(n, "changes")...)
}

// smoHolds reports whether a break holds.
func smoHolds(c float64, name string, prev, now solvers.Step) bool {
	d, ok := now.Detail.(*solvers.SMODetail)
	if !ok {
		return false
	}
	switch name {
	case "bound":
		return boundEvent(c, d.K, d.OldAk, d.NewAk) != "" || boundEvent(c, d.L, d.OldAl, d.NewAl) != ""
	case "support":
		return d.OldAk == 0 && d.NewAk > 0 || d.OldAl == 0 && d.NewAl > 0
	}
	if i, ok := alphaOf(name); ok {
		return i >= 0 && i < now.Coef().Len() && now.Coef().At(i) != prev.Coef().At(i)
	}
	if text, ok := strings.CutPrefix(name, "gap<"); ok {
		level, err := strconv.ParseFloat(text, 64)
		return err == nil && now.Gap < level && !(prev.Gap < level)
	}
	return false
}
