package lab

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/exercise"
	"kernellab/lab/pictures"
	"kernellab/lab/session"
	"kernellab/testdata/support/check"
)

func (b *bench) click(x, y int) {
	b.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	b.send(tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
}

// wheel turns the wheel n times, up if n is positive.
func (b *bench) wheel(x, y, n int) {
	button := tea.MouseWheelUp
	if n < 0 {
		button, n = tea.MouseWheelDown, -n
	}
	for range n {
		b.send(tea.MouseWheelMsg{X: x, Y: y, Button: button})
	}
}

// figureOf returns the first figure on the stage with a plot of a type.
func figureOf[T ascii.Figure](t *testing.T, e *exercise.Screen) (pictures.PlacedFigure, T) {
	t.Helper()
	for _, f := range placesOf(e).Figures {
		if plot, ok := f.Figure.Plot.(T); ok && !f.Area.Empty() {
			return f, plot
		}
	}
	var none T
	t.Skipf("there is no %T", none)
	return pictures.PlacedFigure{}, none
}

// pointCell returns the cell of the screen in which a point is drawn.
func pointCell(e *exercise.Screen, i int) (x, y int) {
	picker, area := pictures.FirstPicker(placesOf(e))
	x, y, _ = picker.Place(ascii.Rect{W: area.W, H: area.H}, e.Session.Terminal(), i)
	return area.X + x, area.Y + y
}

// Everything drawn can be clicked, at every size.
func TestMouse_everythingCanBeClicked(t *testing.T) {
	for thing, click := range map[string]func(t *testing.T, b *bench, e *exercise.Screen){
		"a point": func(t *testing.T, b *bench, e *exercise.Screen) {
			b.click(pointCell(e, 3))
			check.That(t, e.Stage.Pictures.Point == 3, "point %d is inspected, want 3", e.Stage.Pictures.Point)
		},
		"a bar": func(t *testing.T, b *bench, e *exercise.Screen) {
			f, bars := figureOf[ascii.Bars](t, e)
			for x := f.Area.X; x < f.Area.X+f.Area.W; x++ {
				if i, ok := bars.BarAt(f.Bounds(), e.Session.Terminal(), x-f.Area.X, f.Area.H-2); ok && i > 0 {
					b.click(x, f.Area.Y+f.Area.H-2)
					check.That(t, e.Stage.Pictures.Point == i, "point %d, want %d", e.Stage.Pictures.Point, i)
					return
				}
			}
			t.Error("got no bar, want one")
		},
		"a mark of the timeline": func(t *testing.T, b *bench, e *exercise.Screen) {
			track := timelineTrack(placesOf(e).Timeline)
			b.keys("home")
			run := e.Stage.Debug.Player.Run()
			for i := 1; i < run.Len(); i++ {
				if run.Event(i) == "" {
					continue
				}
				b.click(track.X+i*(track.W-1)/(run.Len()-1), track.Y)
				check.Equal(t, e.Stage.Debug.Player.FrameNumber(), i, "the step of the run")
				return
			}
			t.Skip("no event")
		},
		"an option": func(t *testing.T, b *bench, e *exercise.Screen) {
			before := e.Stage.Scene.Controls[0].Value
			r := pictures.ControlRects(placesOf(e).Controls, len(e.Stage.Scene.Controls), -1)[0]
			b.click(r.X+controlLabel+2, r.Y)
			check.That(t, e.Stage.Scene.Controls[0].Value != before,
				"a click did not change the control, want a new value")
		},
		"a dot of the header": func(t *testing.T, b *bench, e *exercise.Screen) {
			row := strings.Split(b.screen(), "\n")[0]
			dots := ascii.Width(row[:strings.IndexAny(row, "○◉●◐")])
			b.click(dots+1, 0)
			check.That(t, e.Task.Work.Index() == 1, "at task %d, want 1", e.Task.Work.Index())
		},
		"a point of one's own": func(t *testing.T, b *bench, e *exercise.Screen) {
			f, m := figureOf[ascii.Map](t, e)
			at := func(i int) float64 {
				controls := e.Stage.Scene.Controls
				return controls[exercises.ControlIndex(controls, f.Figure.PointSliders[i])].Number()
			}
			x, y := f.Area.X+2*f.Area.W/3, f.Area.Y+f.Area.H/2
			p, ok := m.PointAt(f.Bounds(), e.Session.Terminal(), x-f.Area.X, y-f.Area.Y)
			check.Must(t, ok, "got no place on the map, want one")
			b.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
			check.That(t, math.Abs(at(0)-p.X) <= 0.13 && math.Abs(at(1)-p.Y) <= 0.13, "a click at %v: got (%v, %v)", p, at(0), at(1))
			b.send(tea.MouseMotionMsg{X: x, Y: f.Area.Y + f.Area.H - 4, Button: tea.MouseLeft})
			check.That(t, at(1) < p.Y, "dragged down from %v it is at %v, want less", p.Y, at(1))
		},
	} {
		id, task := "7.7", "watch"
		if thing == "a point of one's own" {
			id, task = "9.1", "walk"
		}
		for _, size := range screens() {
			t.Run(fmt.Sprintf("%s/%dx%d", thing, size[0], size[1]), func(t *testing.T) {
				b := atTask(t, id, task, size)
				b.onStage()
				click(t, b, b.exercise())
			})
		}
	}
}

// The wheel zooms the map under it and scrolls the text. The magnification is shown,
// and turning back restores the map exactly.
func TestMouse_wheel(t *testing.T) {
	for _, size := range screens() {
		b := atTask(t, "7.7", "watch", size)
		b.onStage()
		b.keys("l")
		whole := b.screen() + inks(b.cells())
		x, y := pointCell(b.exercise(), 5)
		b.wheel(x, y, 4)
		b.sees("zoomed ×4")
		// Zooming keeps the middle of the cell in place. The point, which was at most half a cell
		// from there, is now four times as far away.
		px, py := pointCell(b.exercise(), 5)
		check.That(t, px >= x-2 && px <= x+2 && py >= y-2 && py <= y+2,
			"%v: the point at (%d, %d) is at (%d, %d), want it to stay", size, x, y, px, py)
		b.wheel(x, y, -4)
		b.lacks("zoomed")
		got := b.screen() + inks(b.cells())
		check.That(t, got == whole, "%v: zoomed out want the whole map, got\n%s", size, b.screen())
	}
	b := newLessonBench(t, "7.7", [2]int{120, 36}, ascii.TrueColor)
	b.keys("ctrl+g")
	before := b.screen()
	b.wheel(40, 15, -3)
	check.That(t, b.screen() != before, "the help does not scroll, want it to")
}

// In windows the mouse can click the words about keys, both sides of a value, and
// outside. The wheel scrolls.
func TestMouse_inWindows(t *testing.T) {
	b := newBench(t, 120, 36, session.Config{})
	b.keys("f6")
	b.clickWords("esc closes")
	b.lacks("Settings")
	b.keys("f6")
	speed := b.m.Settings.Speed
	b.clickWords("steps a second")
	check.That(t, b.m.Settings.Speed == 2*speed, "speed %d, was %d, want twice as much", b.m.Settings.Speed, speed)
	b.wheel(60, 18, -1)
	b.sees("› Height of a cell")
	b.click(1, 1)
	b.lacks("Settings")
	b.keys("?")
	b.click(60, 20)
	b.sees("esc closes") // a click on the text closes nothing
	b.clickWords("esc closes")
	b.lacks("esc closes")
}

// No sequence of mouse events makes the lab panic.
func TestMouse_breaksNothing(t *testing.T) {
	ids := []string{"", "S"}
	for _, u := range lessons() {
		for _, e := range u.Exercises {
			ids = append(ids, e.ID)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, id := range ids {
		b := newPatientBench(t, 80, 24, session.Config{Student: newStudent(t, lessonLibrary()), Start: id,
			Profile: ascii.Profile(r.IntN(5))})
		b.noClock, b.patient = true, false
		for range 60 {
			b.send(randomMouse(r))
			if r.IntN(12) == 0 {
				b.keys([]string{"tab", "esc", "f", "z", "x", "ctrl+n", "i", "l", "ctrl+g"}[r.IntN(9)])
			}
		}
	}
}

func randomMouse(r *rand.Rand) tea.Msg {
	x, y := r.IntN(80), r.IntN(24)
	m := tea.Mouse{X: x, Y: y, Button: []tea.MouseButton{tea.MouseLeft, tea.MouseLeft, tea.MouseRight, tea.MouseMiddle}[r.IntN(4)]}
	switch r.IntN(7) {
	case 0:
		return tea.MouseReleaseMsg(m)
	case 1, 2:
		return tea.MouseMotionMsg(m)
	case 3:
		m.Button = []tea.MouseButton{tea.MouseWheelUp, tea.MouseWheelDown, tea.MouseWheelLeft}[r.IntN(3)]
		return tea.MouseWheelMsg(m)
	}
	return tea.MouseClickMsg(m)
}

func (b *bench) countInk(r ascii.Rect, ink ascii.Ink) int {
	g, n := b.cells(), 0
	for i := range r.W * r.H {
		if g.At(r.X+i%r.W, r.Y+i/r.W).Fg == ink {
			n++
		}
	}
	return n
}

// The selected point is highlighted on the picture, in its row, bar and series, and in
// the formula.
func TestSelection_isHighlightedEverywhere(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {200, 60}} {
		b := atTask(t, "7.7", "watch", size)
		b.keys("l") // after this step both α are above 0
		areas := map[string]ascii.Rect{}
		for _, f := range placesOf(b.exercise()).Figures {
			names := map[exercises.Role]string{exercises.State: "row", exercises.Main: "picture"}
			areas[cmp.Or(names[f.Figure.Role], f.Name())] = f.Area
		}
		areas["formula"] = placesOf(b.exercise()).Lines
		before := map[string]int{}
		for name, r := range areas {
			before[name] = b.countInk(r, ascii.Select)
		}
		b.keys("down")
		roster, _ := b.exercise().Stage.View().PointTable()
		check.Equal(t, b.exercise().Stage.Pictures.Point, roster.Order[0], "%v: the index of the point after ↓", size)
		lit := []string{"picture", "row", "formula"}
		if size[0] == 200 {
			lit = append(lit, "every α", "every α over the steps")
		}
		for _, name := range lit {
			r := areas[name]
			check.That(t, b.countInk(r, ascii.Select) > before[name], "%v: %s, at %v: %d cells are lit, before %d",
				size, name, r, b.countInk(r, ascii.Select), before[name])
		}
		b.keys("up")
		for name, r := range areas {
			check.Equal(t, b.countInk(r, ascii.Select), before[name], "%v: cells highlighted without a selection in %s", size, name)
		}
	}
}

// A click on a row inspects its point.
func TestPoints_clickSelectsARow(t *testing.T) {
	b := atTask(t, "7.7", "watch", [2]int{120, 36})
	for _, f := range placesOf(b.exercise()).Figures {
		if f.Figure.Role == exercises.State {
			b.send(tea.MouseClickMsg{X: f.Area.X + 20, Y: f.Area.Y + 3, Button: tea.MouseLeft})
		}
	}
	roster, _ := b.exercise().Stage.View().PointTable()
	check.That(t, b.exercise().Stage.Pictures.Point == roster.Order[2],
		"a click on the third row inspects point %d of %v", b.exercise().Stage.Pictures.Point+1, roster.Order[:4])
}

// counted is a figure that counts how often it is drawn.
type counted struct{ drawn *int }

func (c counted) Draw(*ascii.Grid, ascii.Rect, ascii.View) { *c.drawn++ }

func (counted) Words() []string { return nil }

// A picture is drawn again only if the view, its area or its zoom changes, and not if
// the focus, the facts or the values next to it change.
func TestCache_keepsPictures(t *testing.T) {
	drawn := 0
	v := pictures.View{Figures: []exercises.Figure{{Plot: counted{&drawn}}, {Plot: counted{&drawn}}}, HasRun: true}
	s, g, view := pictures.NewStage(), ascii.NewGrid(80, 40), ascii.View{}
	area := ascii.Rect{W: 80, H: 40}
	for _, step := range []struct {
		what   string
		change func()
		want   int
	}{
		{"first", func() {}, 2},
		{"again", func() {}, 0},
		{"the focus", func() { v.FocusedControl = 1 }, 0},
		{"the values watched", func() { v.Status = ascii.Plain("g = 1") }, 0},
		{"a scene", func() { v.Key.Scene++ }, 2},
		{"a frame", func() { v.Key.Run = runAt(3) }, 2},
		{"another run at that frame", func() { v.Key.Run = runAt(3, 3) }, 2},
		{"a guest", func() { v.Key.WhatIf++ }, 2},
		{"a smaller stage", func() { area.H = 30 }, 2},
		{"one enlarged", func() { s.EnlargeNext(v) }, 1},
		{"the terminal", func() { view.Profile = ascii.Mono }, 1},
	} {
		step.change()
		before := drawn
		s.Draw(g, view, s.Arrange(view, area, v), v)
		check.Equal(t, drawn-before, step.want, "%s: pictures drawn", step.what)
	}
}

// runAt loads one run after another, and goes to the given frame of each. It returns the key
// of the last frame.
func runAt(frames ...int) core.MomentKey {
	var p core.Player
	for _, at := range frames {
		p.Load(fakeRun{n: 9})
		p.Seek(at)
	}
	return p.CurrentMoment().Key()
}
