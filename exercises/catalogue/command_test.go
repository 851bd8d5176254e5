package catalogue

import (
	"math"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
)

// narrowestText is the column of text on the narrowest screen that has a stage
// beside it, without the indent of a line as it is.
const narrowestText = 38 - 1 - 2

// TestCommandsCopy: a command to be typed into a shell stands on lines that no
// screen breaks, whatever the seed; where it goes on there is a backslash.
func TestCommandsCopy(t *testing.T) {
	lib, err := Whole()
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	for _, u := range lib.Units() {
		for _, e := range u.Exercises {
			ex, err := lib.Open(e.ID, exercises.Options{Seed: math.MaxUint32})
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range ex.Steps {
				goesOn := false
				for _, b := range s.Info().Text {
					line := b.Text.String()
					command := b.Kind == exercises.Verbatim && (goesOn || strings.HasPrefix(line, "kernellab "))
					if goesOn && !command {
						t.Errorf("%s %s: a command ends in a backslash before %q", e.ID, s.Info().Name, line)
					}
					if goesOn = command && strings.HasSuffix(line, " \\"); !command {
						continue
					}
					if commands++; ascii.Width(line) > narrowestText {
						t.Errorf("%s %s: %d columns, %d fit: %s", e.ID, s.Info().Name, ascii.Width(line), narrowestText, line)
					}
				}
			}
		}
	}
	if commands == 0 {
		t.Error("no command found")
	}
}
