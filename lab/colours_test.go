package lab

import (
	"testing"

	"kernellab/ascii"
)

// A palette is made once a theme, not once a frame.
func TestAPaletteIsMadeOnce(t *testing.T) {
	var own colours
	first := own.of(ascii.TrueColor, true)
	if own.of(ascii.TrueColor, true) != first {
		t.Error("the palette is made anew for the same theme")
	}
	if own.of(ascii.TrueColor, false) == first || own.of(ascii.Mono, false).Profile() != ascii.Mono {
		t.Error("another theme has the palette of the one before")
	}
}
