// Package mouseinput repairs mouse reports in xterm's mode 1006: ESC [ < button ; column ;
// row, and M or m. While the mouse is dragged out of the window, some terminals send
// coordinates below 1. The terminal library cannot read these reports and would pass them on
// as typed text. The package does not know what a click means.
package mouseinput

import "regexp"

var (
	report = regexp.MustCompile("\x1b\\[<[0-9;-]+[Mm]")
	below  = regexp.MustCompile(";-[0-9]+")
)

// Clamp replaces negative coordinates by 1 in every complete mouse report of the input. It does not
// change other input. The result is not longer than the input.
func Clamp(in []byte) []byte {
	return report.ReplaceAllFunc(in, func(r []byte) []byte { return below.ReplaceAll(r, []byte(";1")) })
}
