// Package lifting is unit 1: features that make a set separable, what a line
// in the lifted plane means below, and a curved boundary as a weight vector.
// It knows the mathematics of its exercises and how to judge them; the text is
// in the worksheet.
package lifting

import (
	"fmt"
	"math"
	"strconv"

	"kernellab/ascii"
	"kernellab/exercises/worksheets"
)

// Lessons returns the unit's exercises by id.
func Lessons() map[string]worksheets.Lesson {
	return map[string]worksheets.Lesson{
		"1.2": lift,
		"1.3": parabola,
		"1.4": boundary,
	}
}

// num writes a number with up to four significant digits and a true minus.
func num(v float64) string {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return fmt.Sprint(v)
	}
	s := strconv.FormatFloat(v, 'g', 4, 64)
	if s[0] == '-' {
		return "−" + s[1:]
	}
	return s
}

// decimal writes a number as a student would type it.
func decimal(v float64) string { return strconv.FormatFloat(v, 'g', 12, 64) }

func plainf(format string, args ...any) ascii.Line {
	return ascii.Plain(fmt.Sprintf(format, args...))
}
