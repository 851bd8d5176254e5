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
	"kernellab/lab/pictures"
	"kernellab/lab/session"
	"kernellab/testdata/support/check"
)

func (b *bench) at(want int) {
	b.t.Helper()
	got := b.exercise().Stage.Debug.Player.FrameNumber()
	check.Must(b.t, got == want, "at %d, want %d:\n%s", got, want, b.screen())
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
	line := placesOf(e).Timeline
	b.send(tea.MouseClickMsg{X: line.X + 20, Y: line.Y, Button: tea.MouseLeft})
	b.release()
	b.lacks("Predict")
}

// exportLab returns a lab whose exports are written by a function.
func exportLab(t *testing.T, write func(name string, text func(io.Writer) error) (string, error)) *bench {
	t.Helper()
	return newBench(t, 120, 36, session.Config{Student: newStudent(t, debugLibrary{}), Start: "D.1", Write: write})
}

// A picture shows all figures or only the enlarged one, and its name has the number of the step.
func TestExport_inALocalLab(t *testing.T) {
	files := map[string]string{}
	b := exportLab(t, func(name string, text func(io.Writer) error) (string, error) {
		var b strings.Builder
		err := text(&b)
		files[name] = b.String()
		return "/home/student/" + name, err
	})
	b.plays(act{"L E", "Export this run | to replay it | kernellab-D.1-seed41.run | its steps, CSV | D.1-seed41.jsonl", ""},
		act{"enter", "written to /home/student/kernellab-D.1-seed41.run", ""}, act{"E down enter", "", ""})
	check.That(t, files["kernellab-D.1-seed41.run"] == "kernellab run 1\nsteps 10\n" &&
		files["kernellab-D.1-seed41.csv"] == "csv of 10 steps\n", "written = %q, want the steps as CSV", files)
	const svg = "kernellab-D.1-seed41-step10.svg"
	b.play(act{"E down down down enter", "written to /home/student/" + svg, ""})
	for _, word := range []string{"D.1", "seed", "update", "Decision", "Objective", "clip", "#fbfbf9"} {
		check.That(t, strings.Contains(files[svg], word), "the picture of the stage lacks %q, want it", word)
	}
	b.play(act{"f f f E down down down enter", "written to /home/student/" + svg, ""})
	check.That(t, !strings.Contains(files[svg], "Decision") && strings.Contains(files[svg], "Objective"),
		"the picture has several figures, want only the enlarged one")
	b = exportLab(t, func(string, func(io.Writer) error) (string, error) { return "", errors.New("the disk is full") })
	b.play(act{"E enter", "not written: the disk is full", ""})
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

// The explanation, the ledger and "what if" are next to the text. They do not change it, and
// never cover the question or the fields.
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
	check.Must(t, p.Clock.Playing(), "space does not play, want it to")
	b.sees("▶ 4/s")
	b.send(core.TickMsg{Address: core.Address{Owner: b.exercise().Owner, Gen: 1}})
	b.send(core.TickMsg{Address: core.Address{Owner: b.exercise().Owner, Gen: 1}})
	check.Must(t, p.FrameNumber() == 2, "two ticks lead to %d, want 2", p.FrameNumber())
	b.play(act{"+", "▶ 8/s", ""})
	b.keys("space")
	b.send(core.TickMsg{Address: core.Address{Owner: b.exercise().Owner, Gen: 1}})
	check.Must(t, p.FrameNumber() == 2 && !p.Clock.Playing(), "a tick after the pause leads to %d, want 2", p.FrameNumber())
}

func TestMouse_onTheStage(t *testing.T) {
	b := open(t, 120, 36, "7.7")
	b.keys("L", "0")
	track := timelineTrack(placesOf(b.exercise()).Timeline)
	b.send(tea.MouseClickMsg{X: track.X + track.W/2, Y: track.Y, Button: tea.MouseLeft})
	b.at(5)
	b.send(tea.MouseMotionMsg{X: track.X + track.W + 40, Y: 0, Button: tea.MouseLeft})
	b.at(10)
	b.send(tea.MouseReleaseMsg{})
	b.send(tea.MouseMotionMsg{X: track.X, Y: track.Y, Button: tea.MouseLeft}) // the button is not held
	b.at(10)
}

func TestMouse_onFieldsAndSliders(t *testing.T) {
	b := open(t, 120, 36, "1.2")
	b.keys("enter", "esc")
	track := sliderTrack(placesOf(b.exercise()).Controls)
	b.click(track.X+track.W-1, track.Y)
	b.sees("2 errors at the threshold 2")
	box := b.field(0)
	b.click(box.X, box.Y)
	check.Equal(t, b.exercise().Zone(), session.ZoneField, "the zone after a click on the field")
	v := b.m.View()
	check.Must(t, v.Cursor != nil && v.Cursor.X == box.X, "cursor = %+v, want it at the click", v.Cursor)
}

// All points share one entry, which asks for the number of the point.
func TestBreakpoint_ofOnePoint(t *testing.T) {
	b := newLessonBench(t, "D.1", [2]int{120, 36}, ascii.TrueColor)
	b.toTaskAt(0)
	b.play(act{"b", "α of point … changes", "α₁ changes | α₂ changes"})
	b.clickWords("α of point … changes")
	b.play(act{"'3' enter", "α₃", ""})
	at := b.exercise().Stage.Debug.Player.FrameNumber()
	check.That(t, at > 3, "the run is at step %d, want a later one, at which α₃ changes", at)
}

// Answers in fields do not affect the branches of a run. A student who returns to the task
// finds the branches again. Other tasks do not have them.
func TestBranches_belongToTheirRun(t *testing.T) {
	b := openDebug(t, 120, 36)
	b.keys("L", "i", "enter")
	b.run(b.exercise().Stage.RequestScene())
	b.play(act{"", "@11 | branch 1  update 11", ""})
	b.keys("ctrl+n")
	check.Must(t, !b.exercise().Stage.Debug.Player.Branches.Forked(), "branches outlive their task, want none")
	b.play(act{"ctrl+b", "@11 | branch 1  update 11", ""})
}

// Clicking a choice of "what if" chooses it, and clicking a point in the picture chooses that
// point.
func TestWhatIf_byMouse(t *testing.T) {
	b := openDebug(t, 120, 36)
	b.play(act{"L i x x space", "what if  pair (2, 9)", ""})
	picker, area := pictures.FirstPicker(placesOf(b.exercise()))
	click := func(i int) {
		x, y, _ := picker.Place(area, b.exercise().Session.Terminal(), i)
		b.click(x, y)
		b.sees("what if  pair (1, 9)")
	}
	click(0)
	click(7) // k cannot be this point
	b.keys("down")
	click(1) // the selected choice is C, which is not a point
	b.sees("clipped at H = 1")
	places := pictures.ControlRects(placesOf(b.exercise()).Controls, 2, -1)
	b.click(places[0].X+controlLabel+ascii.Width("(•) 1  "), places[0].Y)
	b.sees("what if  pair (2, 9)")
	track := sliderTrack(places[1])
	b.click(track.X+track.W-1, track.Y)
	b.sees("clipped at H = 4")
}

// A slider of the scene starts another run. It closes a comparison at once, and the
// branches go when the new run arrives.
func TestBranches_endWithASlider(t *testing.T) {
	b := newBench(t, 120, 36, session.Config{Student: newStudent(t, debugLibrary{control: true}), Start: "D.1"})
	b.play(act{"L i enter l o space", "beside the original", ""})
	b.keys("tab")
	b.hold = true
	b.play(act{"right", "", "beside the original"})
	b.exercise().Stage.Debug.Player.Seek(3)
	b.send(press("right"))
	b.release()
	d := &b.exercise().Stage.Debug
	check.That(t, !d.Player.Branches.Forked() && d.WaitingBranches() == 1, "got %d branches waiting, want 1", d.WaitingBranches())
}
