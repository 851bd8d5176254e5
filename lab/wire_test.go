package lab

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/ultraviolet"

	"kernellab/ascii"
	"kernellab/lab/session"
)

// A step of the run of 7.7 takes few bytes over SSH on average in 256 colours: with
// table and ghost, in either theme, and with a selected point.
func TestWire_bytesPerStep(t *testing.T) {
	for _, c := range []struct {
		width, height, most int
	}{
		{80, 24, 4000},
		{120, 36, 6000},
		{200, 60, 14000},
	} {
		for name, background := range map[string]session.Background{"dark": session.Dark, "light": session.Light} {
			for _, point := range []string{"", "down"} {
				t.Run(fmt.Sprintf("%dx%d %s %s", c.width, c.height, name, point), func(t *testing.T) {
					b := newPatientBench(t, c.width, c.height,
						session.Config{Student: newStudent(t, lessonLibrary()), Start: "7.7", Profile: ascii.Indexed256,
							Background: background})
					b.toTaskAt(3)
					b.stepsTakeAtMost(c.most, point)
				})
			}
		}
	}
}

// stepsTakeAtMost steps the run from start to end.
func (b *bench) stepsTakeAtMost(most int, before string) {
	b.keys("0")
	if before != "" {
		b.keys(before)
	}
	w := newWire(b.m.Width, b.m.rows)
	w.draw(b.m.View().Content)
	sum, steps := 0, 0
	for at := -1; at != b.exercise().Stage.Debug.Player.At(); steps++ {
		at = b.exercise().Stage.Debug.Player.At()
		b.keys("l")
		sum += w.draw(b.m.View().Content)
	}
	if steps < 10 {
		b.t.Fatalf("got a run of %d steps, want at least 10", steps)
	}
	b.t.Logf("%d bytes a step", sum/steps)
	if sum/steps > most {
		b.t.Errorf("a step takes %d bytes, want at most %d", sum/steps, most)
	}
}

// wire counts the bytes that Bubble Tea's renderer sends.
type wire struct {
	sent     *bytes.Buffer
	renderer *uv.TerminalRenderer
	screen   uv.ScreenBuffer
}

func newWire(width, height int) wire {
	var sent bytes.Buffer
	r := uv.NewTerminalRenderer(&sent, []string{"TERM=xterm-256color"})
	r.SetFullscreen(true)
	r.SetScrollOptim(true)
	r.SetMapNewline(true)
	r.SetColorProfile(colorprofile.TrueColor)
	return wire{&sent, r, uv.NewScreenBuffer(width, height)}
}

// draw shows a frame and returns its number of bytes.
func (w wire) draw(frame string) int {
	w.sent.Reset()
	w.screen.Clear()
	uv.NewStyledString(frame).Draw(w.screen, w.screen.Bounds())
	w.renderer.Render(w.screen.RenderBuffer)
	_ = w.renderer.Flush()
	return w.sent.Len()
}
