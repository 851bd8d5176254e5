package lab

import (
	"fmt"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises/catalogue"
)

// Nothing on the stage moves while a run is stepped through and its points are
// inspected: captions fill rows that are there.
func TestThePictureStaysWhereItIs(t *testing.T) {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range library.Units() {
		for _, e := range u.Exercises {
			for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
				t.Run(fmt.Sprintf("%s/%dx%d", e.ID, size[0], size[1]), func(t *testing.T) {
					b := newLessonBench(t, library, e.ID, size, ascii.TrueColor)
					for i := range e.Steps {
						// Of the perceptron's hunt the charts come with its first mistake.
						if b.hasRun() && e.Steps[i] != "hunt2" {
							b.keys("esc", "esc", "0")
							staysWhereItIs(t, b, e.Steps[i])
						}
						b.keys("ctrl+n")
					}
				})
			}
		}
	}
}

func staysWhereItIs(t *testing.T, b *bench, step string) {
	t.Helper()
	places := func() (out []ascii.Rect) {
		e := b.exercise()
		for _, f := range e.stage.arrange(pen{view: e.session.view()}, e.layout().stage, e.sight()).figures {
			out = append(out, f.area)
		}
		return out
	}
	shown := func() bool { return !b.exercise().layout().stage.Empty() }
	if !shown() {
		b.keys("tab")
	}
	first := places()
	for i, key := range []string{"l", "l", "x", "x", "l", "esc", "l", "l", "n", "l", "h", "L", "x", "l", "$"} {
		b.keys(key)
		now := places()
		if first[0].Empty() {
			first = now // a narrow screen showed the text
		}
		if shown() && fmt.Sprint(now) != fmt.Sprint(first) {
			t.Errorf("%s: key %d, %s, moves the figures from %v to %v", step, i, key, first, now)
			first = now
		}
	}
}

// A figure that wants some rows has them from 120×36 on, at every step.
func TestFiguresHaveTheirRows(t *testing.T) {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, u := range library.Units() {
		for _, ex := range u.Exercises {
			for _, size := range [][2]int{{120, 36}, {200, 60}} {
				b := newLessonBench(t, library, ex.ID, size, ascii.TrueColor)
				for i := range ex.Steps {
					b.toStep(i)
					e := b.exercise()
					for _, f := range e.stage.arrange(pen{view: e.session.view()}, e.layout().stage, e.sight()).figures {
						if f.figure.Rows > 0 {
							found++
						}
						if f.area.H < f.figure.Rows {
							t.Errorf("%s, step %d, %v: %q has %d rows and wants %d", ex.ID, i+1, size, f.figure.Title, f.area.H, f.figure.Rows)
						}
					}
				}
			}
		}
	}
	if found == 0 {
		t.Error("no figure wants rows")
	}
}
