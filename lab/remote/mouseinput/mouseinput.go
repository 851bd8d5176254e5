// Package mouseinput repairs mouse reports that the terminal library cannot read and
// would type into a field: some terminals send coordinates below one while the mouse is
// dragged out of their window. The reports are those of xterm's mode
// 1006: ESC [ < button ; column ; row, and M or m. The package does not know what a
// click means.
package mouseinput

import "regexp"

var (
	report = regexp.MustCompile("\x1b\\[<[0-9;-]+[Mm]")
	below  = regexp.MustCompile(";-[0-9]+")
)

// Clamp returns the input with every coordinate below zero replaced by the first column
// or row. The result is not longer than the input. A report must not be split.
func Clamp(in []byte) []byte {
	return report.ReplaceAllFunc(in, func(r []byte) []byte { return below.ReplaceAll(r, []byte(";1")) })
}
