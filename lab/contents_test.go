package lab

import (
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/contents"
	"kernellab/lab/exercise"
	"kernellab/lab/session"
)

func contentsOf(t *testing.T, b *bench) *contents.Screen {
	t.Helper()
	c, ok := b.m.top().(*contents.Screen)
	if !ok {
		t.Fatalf("top screen = %T, want the contents", b.m.top())
	}
	return c
}

// A folded unit is one line, which the selection passes in one step. It can be
// unfolded.
func TestContents_unitsFold(t *testing.T) {
	b := newBench(t, 120, 36, session.Config{Background: session.Dark})
	b.sees("Lift the line", "0 of 2", "A line up there")
	b.keys("left")
	b.lacks("A line up there")
	b.sees("› 1  Lifting", "enter unfold", "When no threshold")
	b.keys("down")
	b.sees("› ·  7.7")
	b.keys("up")
	b.sees("› 1  Lifting")
	b.keys("enter")
	b.sees("› ·  1.2")
	b.keys("left", "right")
	b.sees("A line up there")
	b.keys("left", "end", "0", "right")
	b.sees("› ·  1.2") // from below, too, a unit begins with its first exercise
}

// A click on a unit's line folds it. A click on an exercise selects it, and a second
// one opens it.
func TestContents_clicks(t *testing.T) {
	b := newBench(t, 120, 36, session.Config{Background: session.Dark})
	click := func(y int) { b.send(tea.MouseClickMsg{X: 10, Y: y, Button: tea.MouseLeft}) }
	click(2)
	b.lacks("A line up there")
	click(2)
	b.sees("A line up there")
	click(4)
	if c := contentsOf(t, b); c.Items[c.Selected].ID != "1.3" {
		t.Fatalf("selected = %s, want 1.3", c.Items[c.Selected].ID)
	}
	click(4)
	if _, ok := b.m.top().(*exercise.Screen); !ok {
		t.Fatalf("top screen = %T, want an exercise", b.m.top())
	}
}

// Reading about an exercise in the contents does not start an attempt.
func TestContents_selectingStartsNothing(t *testing.T) {
	b := newBench(t, 120, 36, session.Config{Background: session.Dark})
	b.keys("down", "down", "up")
	for _, e := range contentsOf(t, b).Items {
		if v, _ := b.m.Student.View(e.ID); v.State != 0 {
			t.Errorf("state of %s = %s, want untouched", e.ID, v.State.Words())
		}
	}
}

// The clicked row stays under the mouse, and the list scrolls only as far as the
// selection needs.
func TestContents_listStaysUnderTheMouse(t *testing.T) {
	b := newBench(t, 80, 24, session.Config{Student: newStudent(t, longLibrary{}), Background: session.Dark})
	row := func(text string) int {
		t.Helper()
		for y, l := range strings.Split(b.screen(), "\n") {
			if strings.Contains(l, text) {
				return y
			}
		}
		t.Fatalf("got this screen, want %s on it:\n%s", text, b.screen())
		return 0
	}
	last := func() (id string, y int) {
		l, c := contents.LayoutContents(80, 24), contentsOf(t, b)
		b.m.View()
		for y = l.List.Y + l.List.H - 1; ; y-- {
			if r, ok := c.RowAt(10, y); ok && r.Item >= 0 {
				return c.Items[r.Item].ID, y
			}
		}
	}
	for range 3 {
		id, y := last()
		b.send(tea.MouseClickMsg{X: 10, Y: y, Button: tea.MouseLeft})
		if now := row(id + " "); now != y {
			t.Fatalf("%s was in row %d and is in %d, want no change", id, y, now)
		}
		b.keys("down", "down")
		c := contentsOf(t, b)
		row(c.Items[c.Selected].ID + " ")
	}
	unit := row("Unit 2")
	b.send(tea.MouseClickMsg{X: 10, Y: unit, Button: tea.MouseLeft})
	if now := row("Unit 2"); now != unit {
		t.Errorf("a unit that folds went from row %d to %d, want no change", unit, now)
	}
	b.keys("home")
	row("1.0 ")
	b.send(tea.MouseWheelMsg{X: 10, Y: 10, Button: tea.MouseWheelDown})
	b.send(tea.WindowSizeMsg{Width: 80, Height: 20})
	row("1.1 ")
}

// longLibrary has more exercises than fit on a screen.
type longLibrary struct{ fakeLibrary }

func (longLibrary) Units() (out []exercises.Unit) {
	for _, u := range []string{"1", "2", "3"} {
		unit := exercises.Unit{ID: u, Title: "Unit " + u}
		for i := range 12 {
			unit.Exercises = append(unit.Exercises, exercises.Summary{ID: u + "." + strconv.Itoa(i), Title: "T",
				Tasks: []string{"a"}})
		}
		out = append(out, unit)
	}
	return out
}
