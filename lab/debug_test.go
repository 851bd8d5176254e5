package lab

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/core"
	"kernellab/lab/debug"
	"kernellab/lab/exercise"
	"kernellab/lab/pictures"
	"kernellab/lab/session"
)

func (b *bench) at(want int) {
	b.t.Helper()
	if got := b.exercise().Stage.Debug.Player.At(); got != want {
		b.t.Fatalf("at %d, want %d:\n%s", got, want, b.screen())
	}
}

// On a narrow screen the ledger is below the stage.
func TestPanel_ledgerOfANarrowScreenScrolls(t *testing.T) {
	b := atTask(t, "7.7", "watch", [2]int{80, 24})
	b.keys("v", "esc")
	for range 12 {
		if b.keys("tab"); b.exercise().Zone() == session.ZonePanel {
			break
		}
	}
	b.plays(act{"", "The ledger |  1– | ↑ ↓ scroll", ""}, act{"down down", " 3–", ""}, act{"l up", " 2– | step 4", ""})
	b.send(tea.MouseWheelMsg{X: 30, Y: b.exercise().Regions().Panels[debug.LedgerPanel].Y + 1, Button: tea.MouseWheelUp})
	b.sees(" 1–")
}

// Questions that arrive after the student has left are ignored.
func TestPrediction_ignoresLateQuestions(t *testing.T) {
	b := openDebug(t, 120, 36)
	b.keys("L", "0")
	b.hold = true
	b.keys("p")
	e := b.exercise()
	line := arranged(e).Timeline
	b.send(tea.MouseClickMsg{X: line.X + 20, Y: line.Y, Button: tea.MouseLeft})
	b.release()
	b.lacks("Predict")
}

// writing returns a Config.Write that stores files in a map.
func writing(files map[string]string, folder string) func(string, func(io.Writer) error) (string, error) {
	return func(name string, text func(io.Writer) error) (string, error) {
		var b strings.Builder
		if err := text(&b); err != nil {
			return "", err
		}
		files[name] = b.String()
		return folder + name, nil
	}
}

func TestExport_inALocalLab(t *testing.T) {
	files := map[string]string{}
	c := session.Config{Student: newStudent(t, debugLibrary{}), Start: "D.1", Write: writing(files, "/home/student/")}
	b := newBench(t, 120, 36, c)
	b.keys("L", "E")
	b.sees("Export this run", "to replay it", "kernellab-D.1-seed41.run", "its steps, CSV",
		"kernellab-D.1-seed41.jsonl")
	b.keys("enter")
	b.sees("written to /home/student/kernellab-D.1-seed41.run")
	b.keys("E", "down", "enter")
	if files["kernellab-D.1-seed41.run"] != "kernellab run 1\nsteps 10\n" ||
		files["kernellab-D.1-seed41.csv"] != "csv of 10 steps\n" {
		t.Fatalf("written = %q, want the steps as CSV", files)
	}
}

// The picture shows all figures or only the enlarged one, and its name has the number
// of the step.
func TestExport_picture(t *testing.T) {
	files := map[string]string{}
	b := newBench(t, 120, 36, session.Config{Student: newStudent(t, debugLibrary{}), Start: "D.1",
		Write: writing(files, "")})
	picture := func(keys ...string) string {
		b.keys(append(keys, "E", "down", "down", "down", "enter")...)
		b.sees("written to kernellab-D.1-seed41-step10.svg")
		return files["kernellab-D.1-seed41-step10.svg"]
	}
	whole := picture("L")
	for _, word := range []string{"D.1", "seed", "update", "Decision", "Objective", "clip", "#fbfbf9"} {
		if !strings.Contains(whole, word) {
			t.Errorf("the picture of the stage lacks %q, want it", word)
		}
	}
	if alone := picture("f", "f", "f"); strings.Contains(alone, "Decision") || !strings.Contains(alone, "Objective") {
		t.Error("the picture has several figures, want only the enlarged one")
	}
}

func TestExport_fails(t *testing.T) {
	c := session.Config{Student: newStudent(t, debugLibrary{}), Start: "D.1",
		Write: func(string, func(io.Writer) error) (string, error) { return "", errors.New("the disk is full") }}
	b := newBench(t, 120, 36, c)
	b.keys("E", "enter")
	b.sees("not written: the disk is full")
}

// debugScenes returns the screens of the debugger that have golden files.
func debugScenes() []scene {
	return []scene{
		{"debug-ledger", "v l l l l", "80x24 120x36"},
		{"debug-why", "l l w l", "80x24 200x60"},
		{"debug-conditions", "L b a", "80x24 120x36"},
		{"debug-predict", "L p", "80x24"},
		{"debug-predicted", "L p 3 enter", "120x36"},
		{"debug-by-hand", "L y 0 tab 3 enter", "80x24 120x36"},
		{"debug-record", "L E", "120x36"},
		{"debug-what-if", "L i right down", "80x24 120x36 200x60"},
		{"debug-branch", "L i right enter l", "80x24 120x36"},
		{"debug-branches", "L i right enter l o", "80x24 120x36"},
		{"debug-compare", "L i right enter l o space", "80x24 120x36 200x60"},
	}
}

// Neither the explanation nor the ledger nor "what if" covers the question or the fields:
// they are next to the text, and do not change it.
func TestPanels_leaveTheTextAlone(t *testing.T) {
	for task, id := range map[string]string{"hunt2": "D.2", "spare": "7.7", "walk": "7.5"} {
		for _, size := range [][2]int{{120, 36}, {200, 60}} {
			b := atTask(t, id, task, size)
			e := b.exercise()
			seen := func() (out []ascii.Rect) {
				out = append(out, e.Regions().Text)
				for i := range e.Task.Info().Fields {
					out = append(out, b.field(i))
				}
				return out
			}
			question := strings.Fields(e.Task.Headline().String())
			before := seen()
			for _, keys := range []string{"w", "v", "w", "v", "i"} {
				b.keys(keys)
				if got := seen(); b.m.top() != session.Screen(e) || !slices.Equal(got, before) {
					t.Errorf("%s %s at %v after %s: text and fields at %v, want %v and no window over them:\n%s", id, task,
						size, keys, got, before, b.screen())
				}
				b.sees(question[len(question)-1])
			}
		}
	}
}

func TestPlayer_plays(t *testing.T) {
	b := open(t, 120, 36, "7.7")
	b.hold = true
	b.keys("space")
	b.release()
	p := &b.exercise().Stage.Debug.Player
	if !p.Clock.Playing() {
		t.Fatal("space does not play, want it to")
	}
	b.sees("▶ 4/s")
	b.send(core.TickMsg{Address: core.Address{Owner: b.exercise().Owner, Gen: 1}})
	b.send(core.TickMsg{Address: core.Address{Owner: b.exercise().Owner, Gen: 1}})
	if p.At() != 2 {
		t.Fatalf("two ticks lead to %d, want 2", p.At())
	}
	b.keys("+")
	b.sees("▶ 8/s")
	b.keys("space")
	b.send(core.TickMsg{Address: core.Address{Owner: b.exercise().Owner, Gen: 1}})
	if p.At() != 2 || p.Clock.Playing() {
		t.Fatalf("a tick after the pause leads to %d, want 2", p.At())
	}
}

func TestMouse_onTheStage(t *testing.T) {
	b := open(t, 120, 36, "7.7")
	b.keys("L", "0")
	e := b.exercise()
	l := exercise.LayoutExercise(120, 36, e.Keyboard.Pane)
	at := e.Stage.Pictures.Arrange(e.Session.Terminal(), l.Stage, e.Stage.View())
	track := timelineTrack(at.Timeline)
	click := func(x, y int) {
		b.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	}
	click(track.X+track.W/2, track.Y)
	if e.Stage.Debug.Player.At() != 5 {
		t.Fatalf("a click in the middle leads to %d of 10, want 5", e.Stage.Debug.Player.At())
	}
	b.send(tea.MouseMotionMsg{X: track.X + track.W + 40, Y: 0, Button: tea.MouseLeft})
	if e.Stage.Debug.Player.At() != 10 {
		t.Fatalf("dragging to the end leads to %d, want 10", e.Stage.Debug.Player.At())
	}
	b.send(tea.MouseReleaseMsg{})
	b.send(tea.MouseMotionMsg{X: track.X, Y: track.Y, Button: tea.MouseLeft})
	if e.Stage.Debug.Player.At() != 10 {
		t.Fatal("the mouse drags without being held, want no change")
	}
}

func TestMouse_onFieldsAndSliders(t *testing.T) {
	b := open(t, 120, 36, "1.2")
	b.keys("enter", "esc")
	e := b.exercise()
	l := exercise.LayoutExercise(120, 36, e.Keyboard.Pane)
	at := e.Stage.Pictures.Arrange(e.Session.Terminal(), l.Stage, e.Stage.View())
	track := sliderTrack(at.Controls)
	b.send(tea.MouseClickMsg{X: track.X + track.W - 1, Y: track.Y, Button: tea.MouseLeft})
	b.sees("2 errors at the threshold 2")
	box := b.field(0)
	b.send(tea.MouseClickMsg{X: box.X, Y: box.Y, Button: tea.MouseLeft})
	if e.Zone() != session.ZoneField {
		t.Fatalf("zone %v after a click on the field, want the field", e.Zone())
	}
	v := b.m.View()
	if v.Cursor == nil || v.Cursor.X != box.X {
		t.Fatalf("cursor = %+v, want it at the click", v.Cursor)
	}
}

func (b *bench) runToCondition(text string) {
	b.keys("b")
	b.typed(text)
	b.keys("enter")
}

// All points share one entry, which asks for the number of the point.
func TestBreakpoint_ofOnePoint(t *testing.T) {
	b := newLessonBench(t, "D.1", [2]int{120, 36}, ascii.TrueColor)
	b.toTaskAt(0)
	b.keys("b")
	b.sees("α of point … changes")
	b.lacks("α₁ changes", "α₂ changes")
	b.clickWords("α of point … changes")
	b.typed("3")
	b.keys("enter")
	b.sees("α₃")
	if at := b.exercise().Stage.Debug.Player.At(); at <= 3 {
		t.Errorf("the run is at step %d, want a later one, at which α₃ changes", at)
	}
}

// Answers in fields do not affect the branches, and a student who returns to the task
// finds them. Another task has none of them.
func TestBranches_belongToTheirRun(t *testing.T) {
	b := openDebug(t, 120, 36)
	b.keys("L", "i", "enter")
	e := b.exercise()
	b.run(e.Stage.Compose())
	if !e.Stage.Debug.Player.Branches.Forked() || e.Stage.Debug.Player.At() != 11 {
		t.Fatalf("a new scene of the same run: forked %v, at %d, want true, 11", e.Stage.Debug.Player.Branches.Forked(),
			e.Stage.Debug.Player.At())
	}
	b.keys("ctrl+n")
	if b.exercise().Stage.Debug.Player.Branches.Forked() {
		t.Fatal("branches outlive their task, want none")
	}
	b.keys("ctrl+b")
	b.at(11)
	b.sees("branch 1  update 11")
}

// A point can be chosen by pointing at it.
func TestWhatIf_choosesAPointByPointing(t *testing.T) {
	b := openDebug(t, 120, 36)
	b.keys("L", "i", "x", "x", "space")
	b.sees("what if  pair (2, 9)")
	e := b.exercise()
	picker, area := pictures.FirstPicker(arranged(e))
	click := func(i int) {
		x, y, _ := picker.Place(area, e.Session.Terminal(), i)
		b.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	}
	click(0)
	b.sees("what if  pair (1, 9)")
	click(7) // no choice of k
	b.sees("what if  pair (1, 9)")
	b.keys("down")
	click(1) // C is no choice of points
	b.sees("what if  pair (1, 9)", "clipped at H = 1")
}

// A slider of the scene starts another run. It closes a comparison at once, and the
// branches go when the new run arrives.
func TestBranches_endWithASlider(t *testing.T) {
	b := newBench(t, 120, 36, session.Config{Student: newStudent(t, debugLibrary{control: true}),
		Background: session.Dark, Start: "D.1"})
	b.keys("L", "i", "enter", "l", "o", "space")
	b.sees("beside the original")
	b.keys("tab")
	b.hold = true
	b.keys("right")
	b.lacks("beside the original")
	b.exercise().Stage.Debug.Player.Seek(3)
	b.send(press("right"))
	b.release()
	if d := &b.exercise().Stage.Debug; d.Player.Branches.Forked() || d.WaitingBranches() != 1 {
		t.Fatalf("the branches were not set aside, or got %d waiting, want 1", d.WaitingBranches())
	}
}

func TestWhatIf_byMouse(t *testing.T) {
	b := openDebug(t, 120, 36)
	b.keys("L", "i")
	e := b.exercise()
	at := arranged(e)
	places := pictures.ControlRects(at.Controls, 2, -1)
	b.send(tea.MouseClickMsg{X: places[0].X + controlLabel + ascii.Width("(•) 1  "), Y: places[0].Y,
		Button: tea.MouseLeft})
	b.sees("what if  pair (2, 9)")
	track := sliderTrack(places[1])
	b.send(tea.MouseClickMsg{X: track.X + track.W - 1, Y: track.Y, Button: tea.MouseLeft})
	b.sees("clipped at H = 4")
}
