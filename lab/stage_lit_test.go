package lab

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/catalogue"
)

// atSMO is 7.7 after three updates.
func atSMO(t *testing.T, size [2]int) *bench {
	t.Helper()
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	b := newLessonBench(t, library, "7.7", size, ascii.TrueColor)
	b.toStep(3)
	return b
}

// placed is where the stage is now, with the figures.
func (b *bench) placed() place {
	e := b.exercise()
	return arranged(e)
}

// inked counts the cells of a rectangle with an ink.
func (b *bench) inked(r ascii.Rect, ink ascii.Ink) int {
	b.m.View()
	n := 0
	for y := r.Y; y < r.Y+r.H; y++ {
		for x := r.X; x < r.X+r.W; x++ {
			if b.cells().At(x, y).Fg == ink {
				n++
			}
		}
	}
	return n
}

// What is selected is lit wherever it is: on the picture, in its row, its bar, its
// series, and in the formula.
func TestWhatIsSelectedIsLitEverywhere(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {200, 60}} {
		b := atSMO(t, size)
		b.keys("l") // a step of which both α stay above 0
		areas := map[string]ascii.Rect{}
		for _, f := range b.placed().figures {
			name := f.name()
			if f.figure.Role == exercises.State {
				name = "row"
			} else if f.figure.Role == exercises.Main {
				name = "picture"
			}
			if !f.area.Empty() {
				areas[name] = f.area
			}
		}
		areas["formula"] = b.placed().lines
		before := map[string]int{}
		for name, r := range areas {
			before[name] = b.inked(r, ascii.Select)
		}
		b.keys("down")
		roster, _ := b.exercise().right.sight().roster()
		if got := b.exercise().right.stage.point; got != roster.Order[0] {
			t.Errorf("%v: ↓ leads to point %d, the first row is that of %d", size, got+1, roster.Order[0]+1)
		}
		lit := []string{"picture", "row", "every α", "formula"}
		if size[0] == 200 {
			lit = append(lit, "every α over the steps")
		}
		for _, name := range lit {
			r, ok := areas[name]
			if !ok || b.inked(r, ascii.Select) <= before[name] {
				t.Errorf("%v: %s, at %v: %d cells are lit, before %d", size, name, r, b.inked(r, ascii.Select), before[name])
			}
		}
		b.keys("up")
		for name, r := range areas {
			if got := b.inked(r, ascii.Select); got != before[name] {
				t.Errorf("%v: with nothing selected %s has %d cells lit, before %d", size, name, got, before[name])
			}
		}
	}
}

// On a narrow screen the points of a run have a pane, to which tab leads from the
// stage; stepping leaves it where it is.
func TestThePointsHaveAPaneOfANarrowScreen(t *testing.T) {
	b := atSMO(t, [2]int{80, 24})
	b.lacks("KKT")
	b.keys("tab")
	b.sees("i/40", "KKT", "may")
	rows := func() int {
		for _, f := range b.placed().figures {
			if f.figure.Role == exercises.State {
				return f.area.H
			}
		}
		return 0
	}
	before := rows()
	b.keys("l", "down")
	b.sees("i/40", "◎ point")
	if got := rows(); got != before || got < 8 {
		t.Errorf("%d rows, before a step and a point %d", got, before)
	}
	b.keys("tab")
	b.lacks("i/40")
	if b.exercise().keyboard.focus().kind != onControl {
		t.Errorf("tab leads from the points to %+v", b.exercise().keyboard.focus())
	}
}

// A click on a row inspects its point.
func TestAClickOnARowSelectsIt(t *testing.T) {
	b := atSMO(t, [2]int{120, 36})
	for _, f := range b.placed().figures {
		if f.figure.Role == exercises.State {
			b.send(tea.MouseClickMsg{X: f.area.X + 20, Y: f.area.Y + 3, Button: tea.MouseLeft})
		}
	}
	if roster, _ := b.exercise().right.sight().roster(); b.exercise().right.stage.point != roster.Order[2] {
		t.Errorf("a click on the third row inspects point %d of %v", b.exercise().right.stage.point+1, roster.Order[:4])
	}
}

func TestNumbered(t *testing.T) {
	for _, c := range []struct {
		name string
		i    int
		want bool
	}{{"α₃", 2, true}, {"α₁₃", 2, false}, {"α₁₃", 12, true}, {"₃", 2, false}, {"W", 2, false}, {"y−f₃", 2, true}, {"", 2, false}} {
		if got := numbered(c.name, c.i); got != c.want {
			t.Errorf("%q has the number of point %d: %v", c.name, c.i+1, got)
		}
	}
}
