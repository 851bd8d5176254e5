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

// Event names the most telling thing that an update did.
func (s SMOPainter) Event(prev, now solvers.Step) string {
	if now.Status.Done() {
		return now.Status.String()
	}
	d, ok := now.Detail.(*solvers.SMODetail)
	if !ok {
		return ""
	}
	if e := s.boundEvent(d); e != "" {
		return e
	}
	for _, level := range gapLevels {
		if prev.Gap >= level && now.Gap < level {
			return "gap below " + anatomy.Num(level)
		}
	}
	return newSupport(d)
}

// boundEvent names the first α of a pair that came to a bound.
func (s SMOPainter) boundEvent(d *solvers.SMODetail) string {
	for _, a := range []struct {
		i        int
		from, to float64
	}{{d.K, d.OldAk, d.NewAk}, {d.L, d.OldAl, d.NewAl}} {
		switch {
		case a.from == a.to:
		case a.to == 0:
			return fmt.Sprintf("α%s falls to 0", anatomy.Sub(a.i+1))
		case a.to == s.Solver.C:
			return fmt.Sprintf("α%s reaches C", anatomy.Sub(a.i+1))
		}
	}
	return ""
}

// newSupport names the point of a pair that has just become a support vector.
func newSupport(d *solvers.SMODetail) string {
	switch {
	case d.OldAk == 0 && d.NewAk > 0:
		return fmt.Sprintf("point %d becomes a support vector", d.K+1)
	case d.OldAl == 0 && d.NewAl > 0:
		return fmt.Sprintf("point %d becomes a support vector", d.L+1)
	}
	return ""
}

// Breaks lists the breaks: bounds, support vectors, the gap, and every α.
func (s SMOPainter) Breaks() []exercises.Break {
	return append([]exercises.Break{
		{Name: "bound", Label: "an α reaches a bound"},
		{Name: "support", Label: "a new support vector"},
		{Name: "gap<1e-3", Label: "the gap is below 0.001"},
	}, alphaBreaks(s.Model.Set.Len(), "changes")...)
}

// Holds reports whether a break holds.
func (s SMOPainter) Holds(name string, prev, now solvers.Step) bool {
	d, ok := now.Detail.(*solvers.SMODetail)
	if !ok {
		return false
	}
	switch name {
	case "bound":
		return s.boundEvent(d) != ""
	case "support":
		return newSupport(d) != ""
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
