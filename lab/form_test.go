package lab

import (
	"strings"
	"testing"

	"kernellab/lab/exercise"
	"kernellab/lab/session"
)

// A field without a width grows with its text, so that the whole answer and its cursor
// are visible. A very long answer scrolls by rows.
func TestField_growsWithItsText(t *testing.T) {
	answer := "[1, sqrt(2)*x1, sqrt(2)*x2, x1^2, x2^2, sqrt(2)*x1*x2]"
	for _, size := range [][2]int{{60, 18}, {80, 24}, {120, 36}, {200, 60}} {
		b := open(t, size[0], size[1], "1.2")
		b.keys("enter")
		b.typed(answer)
		box := b.field(0)
		shown := ""
		rows := strings.Split(b.screen(), "\n")
		for y := range box.H {
			row := []rune(rows[box.Y+y])
			shown += strings.TrimRight(string(row[box.X:min(len(row), box.X+box.W)]), " ")
		}
		if strings.ReplaceAll(shown, " ", "") != strings.ReplaceAll(answer, " ", "") {
			t.Errorf("%v: the box shows %q, want the whole answer", size, shown)
		}
		b.typed(strings.Repeat("1+", 400))
		if x, y, ok := b.exercise().Cursor(); !ok || y >= size[1] || x >= size[0] {
			t.Errorf("%v: the cursor is at %d, %d, want it on the screen", size, x, y)
		}
	}
}

// A verdict moves the keyboard to the first field that is wrong or empty, even from a
// field that is right. If all are right, it stays.
func TestVerdict_movesTheKeyboard(t *testing.T) {
	b := newBench(t, 120, 36, session.Config{Student: newStudent(t,
		oneStep{fakeLibrary{slow: closedGate()}, groups{}}), Start: "1.3", Background: session.Dark})
	for _, c := range []struct{ typed, want string }{{"1 7 0", "b"}, {"5 2 0", "a"}, {"1 2 9", "c"}, {"1 2 0", "b"}} {
		for i, text := range strings.Fields(c.typed) {
			b.exercise().SetFocus(exercise.Focus{Kind: exercise.OnField, I: i})
			b.keys("ctrl+u")
			b.typed(text)
		}
		b.exercise().SetFocus(exercise.Focus{Kind: exercise.OnField, I: 1})
		b.keys("enter")
		if got := b.atField(); got != c.want {
			t.Errorf("%s: the keyboard is in %s, not %s", c.typed, got, c.want)
		}
	}
}
