package lab

import (
	"testing"

	"kernellab/ascii"
	"kernellab/lab/session"
)

// The example in an empty box differs from typed text, even in profiles without
// colours.
func TestField_exampleDiffersFromAnAnswer(t *testing.T) {
	for profile, want := range map[ascii.Profile]string{
		ascii.TrueColor: "e.g. 3·x1 + 2", ascii.Mono: "(e.g. 3·x1 + 2)__", ascii.SevenBit: "(e.g. 3*x1 + 2)__",
	} {
		b := newBench(t, 120, 36, session.Config{Start: "1.2", Profile: profile, Background: session.Dark})
		b.keys("enter")
		b.sees(want)
		if profile < ascii.Mono {
			b.lacks("(e.g.")
		}
	}
}
