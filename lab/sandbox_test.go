package lab

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	stand "kernellab/exercises/bench"
	"kernellab/lab/exercise"
	"kernellab/lab/pictures"
	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/testdata/support/check"
)

// openSandbox returns the lab with the sandbox opened from the contents, and no points
// placed yet unless they were saved.
func openSandbox(t *testing.T, size [2]int, p ascii.Profile, store progress.Store) *bench {
	t.Helper()
	student := studentOf(t, lessonLibrary(), store, study.Options{})
	b := newPatientBench(t, size[0], size[1], session.Config{Student: student, Profile: p})
	b.keys("S")
	b.choose("data: points you place")
	if b.exercise().Session.Narrow() {
		b.keys("tab") // from the text to the stage
	}
	return b
}

func placedPoints(b *bench) stand.PlacedPoints {
	out, err := stand.ReadPlacedPoints(b.exercise().Task.Work.Answers()[stand.PointsField])
	check.OK(b.t, err)
	return out
}

// clickAt clicks the cell of the map on the stage that shows a place, and returns the
// place under that cell.
func (b *bench) clickAt(t *testing.T, x, y float64) ascii.Point {
	t.Helper()
	e := b.exercise()
	f, m := figureOf[ascii.Map](t, e)
	best, at, far := [2]int{}, ascii.Point{}, 1e9
	for i := range f.Area.W {
		for j := range f.Area.H {
			if p, ok := m.PointAt(f.Bounds(), e.Session.Terminal(), i, j); ok && (p.X-x)*(p.X-x)+(p.Y-y)*(p.Y-y) < far {
				best, at, far = [2]int{f.Area.X + i, f.Area.Y + j}, p, (p.X-x)*(p.X-x)+(p.Y-y)*(p.Y-y)
			}
		}
	}
	b.click(best[0], best[1])
	return at
}

// choose gives the control with a label an option, which follows the label behind a colon, or
// presses the button with the label.
func (b *bench) choose(words string) {
	b.t.Helper()
	label, option, choice := strings.Cut(words, ": ")
	e := b.exercise()
	i := slices.IndexFunc(e.Stage.Scene.Controls, func(c exercises.Control) bool { return c.Label == label })
	check.Must(b.t, i >= 0, "no control is called %q", label)
	c := e.Stage.Scene.Controls[i]
	if !choice {
		b.toButton(c.Name)
		b.keys("enter")
		return
	}
	k := slices.IndexFunc(c.Choices, func(o exercises.Choice) bool { return strings.HasPrefix(o.Label, option) })
	b.run(e.Stage.SetControlIfChanged(i, c.Choices[k].Value))
}

func (b *bench) toButton(name string) {
	b.t.Helper()
	i := exercises.ControlIndex(b.exercise().Stage.Scene.Controls, name)
	check.Must(b.t, i >= 0, "got no %s, want one", name)
	b.exercise().SetFocus(exercise.Focus{Kind: exercise.ControlFocus, Index: i})
}

// A click places a point of the chosen class, at every size. A click on a point aims at
// it, and enter removes it.
func TestSandbox_byMouse(t *testing.T) {
	for _, size := range screens() {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			b := openSandbox(t, size, ascii.TrueColor, &progress.Memory{})
			var aimed []ascii.Point
			for _, p := range [][2]float64{{-2, 1}, {-1, 2}, {-1.5, -0.5}} {
				aimed = append(aimed, b.clickAt(t, p[0], p[1]))
			}
			b.choose("class: □")
			for _, p := range [][2]float64{{2, 1}, {1, -1.5}, {1.5, 2}} {
				aimed = append(aimed, b.clickAt(t, p[0], p[1]))
			}
			got := placedPoints(b)
			check.Must(t, len(got) == len(aimed), "%d points of %d: %v", len(got), len(aimed), got)
			for i, s := range got {
				label := 1.0
				if i > 2 {
					label = -1
				}
				if dx, dy := s.X-aimed[i].X, s.Y-aimed[i].Y; dx*dx+dy*dy > 0.006 || s.Label != label {
					t.Errorf("clicked at %v, placed %v, want it near", aimed[i], s)
				}
			}
			b.sees("0 of 6 points on the wrong side")
			x, y := pointCell(b.exercise(), 1)
			b.click(x, y)
			b.keys("enter")
			check.That(t, len(placedPoints(b)) == 5 && placedPoints(b).IndexAt(got[1].X, got[1].Y) < 0,
				"point 2 at %v is still there, want it removed: %v", got[1], placedPoints(b))
			b.choose("step through it")
			b.toRun()
			b.play(act{"right right", "@2", ""})
			x, y = pointCell(b.exercise(), 1)
			b.click(x, y)
			check.That(t, len(placedPoints(b)) == 5 && b.exercise().Stage.Pictures.Point == 1,
				"a click on point 2 of the run: point %d, %v", b.exercise().Stage.Pictures.Point+1, placedPoints(b))
		})
	}
}

// Arrows move the cross, enter and space place or remove a point there, and the field
// shows the result.
func TestSandbox_byKeys(t *testing.T) {
	b := openSandbox(t, [2]int{120, 36}, ascii.SevenBit, &progress.Memory{})
	b.toButton("place")
	b.keys("right", "right", "L", "down", "enter")
	check.Equal(t, placedPoints(b).String(), "1.2 -0.1 +", "the points")
	b.sees("1.2 -0.1 +", "only x so far", "[ take the point away ]")
	b.play(act{"space", "[ place a point ] | There is no point yet", ""})
	b.keys("up", "up", "left", "enter")
	check.Equal(t, placedPoints(b).String(), "1.1 0.1 +", "the points")
	b.keys("tab", "enter")
	check.That(t, len(placedPoints(b)) == 0, "cleared, there are %v, want none", placedPoints(b))
	b.exercise().SetFocus(exercise.Focus{Kind: exercise.FieldFocus, Index: 0})
	b.play(act{"'0 0 +; 1 1 -'", "2 points: 1 | 0 of 2 points on the wrong side", ""})
}

// The focus stays on its control, whatever its index in the new scene. A button that
// starts a run moves it to the stage.
func TestSandbox_keyboardStaysOnItsControl(t *testing.T) {
	b := openSandbox(t, [2]int{120, 36}, ascii.TrueColor, &progress.Memory{})
	b.exercise().SetFocus(exercise.Focus{Kind: exercise.FieldFocus, Index: 0})
	b.typed("0 0 +; 1 1 -")
	at := func() string {
		c, _ := b.exercise().Stage.FocusedControl()
		return c.Name
	}
	b.toButton("solver")
	for _, kernel := range []string{"typed", "RBF", "linear"} {
		b.choose("kernel: " + kernel)
		check.That(t, at() == "solver", "with %s the keyboard is on %q, want solver", kernel, at())
	}
	b.toButton("steps")
	b.keys("enter", "right", "right")
	check.That(t, b.exercise().Zone() == session.ZoneStage && b.exercise().Stage.Debug.Player.FrameNumber() == 1,
		"it is in %v, the run at %d, want the stage, 1", b.exercise().Zone(), b.exercise().Stage.Debug.Player.FrameNumber())
	b.toButton("steps")
	b.keys("enter")
	check.That(t, at() == "steps", "back at the points it is on %q, want steps", at())
	b.choose("kernel: RBF")
	b.toButton("sigma")
	b.choose("kernel: linear")
	check.That(t, b.exercise().Zone() == session.ZoneStage, "without the slider it is on %q, want the stage", at())
}

// If not all controls fit, the focused one is visible and can be clicked.
func TestSandbox_focusedControlIsVisible(t *testing.T) {
	for _, size := range [][2]int{{60, 18}, {80, 24}, {120, 36}} {
		b := openSandbox(t, [2]int{80, 24}, ascii.TrueColor, &progress.Memory{})
		b.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		e := b.exercise()
		for i, c := range e.Stage.Scene.Controls {
			if i == 0 {
				b.toButton(c.Name)
			} else {
				b.keys("tab")
				b.sees(c.Label)
			}
			r := pictures.ControlRects(placesOf(e).Controls, len(e.Stage.Scene.Controls), i)[i]
			check.That(t, !r.Empty() && placesOf(e).Controls.Contains(r.X, r.Y), "%v: %s has no place, want one", size,
				c.Name)
		}
		b.toButton("place")
		r := pictures.ControlRects(placesOf(e).Controls, len(e.Stage.Scene.Controls),
			e.Keyboard.Control)[e.Keyboard.Control]
		b.click(r.X+3, r.Y)
		check.Equal(t, len(placedPoints(b)), 1, "%v: points after a click on the button", size)
	}
}

// Enter in a field moves on and judges nothing. The sandbox is never done and never
// left.
func TestSandbox_isNeverDone(t *testing.T) {
	b := openSandbox(t, [2]int{120, 36}, ascii.TrueColor, &progress.Memory{})
	b.exercise().SetFocus(exercise.Focus{Kind: exercise.FieldFocus, Index: 0})
	b.typed("0 0 +; 1 1 -")
	for range 30 {
		b.keys("enter")
	}
	e := b.exercise()
	check.That(t, e.Task.Work.ID() == "S" && !e.Task.Work.Finished() && e.Task.Report() == nil,
		"%s, finished %v, a report %v, want S, false, none", e.Task.Work.ID(), e.Task.Work.Finished(),
		e.Task.Report())
	b.lacks("enter answer", "seed", "1 of 1", "hint")
}

// Points, kernel and sliders are restored after a restart. The contents do not list the
// sandbox.
func TestSandbox_isRestored(t *testing.T) {
	store := &progress.Memory{}
	b := openSandbox(t, [2]int{120, 36}, ascii.TrueColor, store)
	b.clickAt(t, -1, 0)
	b.choose("class: □")
	b.clickAt(t, 1, 0)
	b.choose("kernel: typed")
	b.exercise().SetFocus(exercise.Focus{Kind: exercise.FieldFocus, Index: 1})
	b.play(act{"'exp(-dist)'", "of 2 points on the wrong side", ""})
	before := placedPoints(b)
	b.plays(act{"esc q", "0 of 4 | sandbox", ""}, act{"q", "", ""})
	again := openSandbox(t, [2]int{120, 36}, ascii.TrueColor, store)
	again.sees("exp(-dist)", "of 2 points on the wrong side")
	got := placedPoints(again)
	check.That(t, len(got) == 2 && got.String() == before.String(), "%v, and were %v", got, before)
}

// A function that is not a kernel runs, and its negative eigenvalue is shown. An
// unreadable one is explained.
func TestSandbox_explainsAnInvalidKernel(t *testing.T) {
	b := openSandbox(t, [2]int{120, 36}, ascii.TrueColor, &progress.Memory{})
	b.exercise().SetFocus(exercise.Focus{Kind: exercise.FieldFocus, Index: 0})
	b.play(act{"'0 0 +; 1 1 -; 2 0 +' tab 'dist'", "The kernel that you typed is not used", ""})
	b.choose("kernel: typed")
	b.sees("This is not a kernel: on these points K", "the eigenvalue −2.")
	b.exercise().SetFocus(exercise.Focus{Kind: exercise.FieldFocus, Index: 1})
	b.play(act{"'('", "The kernel cannot be read yet", ""})
}

// The sandbox is found by its name if the library has one. If not, its key gives the
// reason.
func TestSandbox_isFoundByName(t *testing.T) {
	b := openSandbox(t, [2]int{120, 36}, ascii.TrueColor, &progress.Memory{})
	b.play(act{"q ctrl+p 'sandbox' enter", "", ""})
	check.That(t, b.exercise().Task.Work.ID() == "S", "%s is open, want S", b.exercise().Task.Work.ID())
	bare := newBench(t, 120, 36, session.Config{})
	bare.lacks("S sandbox")
	bare.play(act{"S", "there is none here", ""})
}
