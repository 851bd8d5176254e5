package lab

import (
	"fmt"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises/catalogue"
	"kernellab/lab/remote/thin"
)

// Every step of the run of 7.7 takes few bytes to show elsewhere, with table and
// ghost: in either theme, and with a point selected.
func TestAStepTakesFewBytesOverTheWire(t *testing.T) {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	for size, most := range map[[2]int]int{{80, 24}: 5000, {120, 36}: 6000, {200, 60}: 12000} {
		for name, background := range map[string]Background{"dark": Dark, "light": Light} {
			for _, point := range []string{"", "down"} {
				t.Run(fmt.Sprintf("%dx%d %s %s", size[0], size[1], name, point), func(t *testing.T) {
					b := newPatientBench(t, size[0], size[1], Config{Student: newStudent(t, library), Start: "7.7", Profile: ascii.TrueColor, Background: background})
					b.toStep(3)
					b.stepsTakeAtMost(most, point)
				})
			}
		}
	}
}

// stepsTakeAtMost takes the run from its start to its end, update by update.
func (b *bench) stepsTakeAtMost(most int, before string) {
	b.keys("0")
	if before != "" {
		b.keys(before)
	}
	screen := thin.New(b.m.width, b.m.rows, true)
	screen.Draw(nil, b.m.View().Content)
	sum, largest, steps := 0, 0, 0
	for at := -1; at != b.exercise().debug.player.At(); steps++ {
		at = b.exercise().debug.player.At()
		b.keys("l")
		n := len(screen.Draw(nil, b.m.View().Content))
		sum, largest = sum+n, max(largest, n)
		if n > most {
			b.t.Errorf("the step from %d takes %d bytes, more than %d", at, n, most)
		}
	}
	if steps < 10 {
		b.t.Fatalf("a run of %d steps", steps)
	}
	b.t.Logf("%d bytes a step, %d at most", sum/steps, largest)
}
