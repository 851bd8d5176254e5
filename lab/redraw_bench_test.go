package lab

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"

	"kernellab/ascii"
	"kernellab/exercises/catalogue"
	"kernellab/lab/progress"
	"kernellab/lab/study"
)

// BenchmarkRedraw is what a step of SMO sends to a terminal of 120×36 after
// Bubble Tea's renderer has left out what did not change: the median and the
// ninth decile over the steps of a run, in bytes.
func BenchmarkRedraw(b *testing.B) {
	library, err := catalogue.New()
	if err != nil {
		b.Fatal(err)
	}
	for _, profile := range []struct {
		name   string
		inks   ascii.Profile
		colour colorprofile.Profile
	}{{"true", ascii.TrueColor, colorprofile.TrueColor}, {"256", ascii.Indexed256, colorprofile.ANSI256}} {
		for _, at := range []struct {
			exercise string
			step     int
		}{{"6.2", 4}, {"6.3", 4}, {"6.4", 2}, {"7.7", 3}} {
			b.Run(fmt.Sprintf("%s/%s", profile.name, at.exercise), func(b *testing.B) {
				seed := uint64(1)
				student, _, err := study.Open(library, &progress.Memory{}, study.Options{Seed: &seed})
				if err != nil {
					b.Fatal(err)
				}
				w, err := student.Start(at.exercise)
				if err != nil {
					b.Fatal(err)
				}
				w.Go(at.step)
				bench := newBench(b, 120, 36, Config{Student: student, Start: at.exercise, Background: Dark, Profile: profile.inks})
				bench.keys("esc")
				screen := newTerminal(120, 36, profile.colour)
				screen.show(bench.m.View().Content)
				var sizes []int
				for b.Loop() {
					sizes = sizes[:0]
					bench.keys("0")
					screen.show(bench.m.View().Content)
					for range 100 {
						bench.keys("l")
						if n := screen.show(bench.m.View().Content); n > 0 {
							sizes = append(sizes, n)
						}
					}
				}
				if len(sizes) == 0 {
					b.Fatal("no step changed the screen")
				}
				slices.Sort(sizes)
				b.ReportMetric(float64(sizes[len(sizes)/2]), "median-bytes")
				b.ReportMetric(float64(sizes[len(sizes)*9/10]), "p90-bytes")
			})
		}
	}
}

// terminal counts what Bubble Tea's renderer sends.
type terminal struct {
	sent     bytes.Buffer
	renderer *uv.TerminalRenderer
	cells    uv.ScreenBuffer
}

func newTerminal(w, h int, colour colorprofile.Profile) *terminal {
	t := &terminal{cells: uv.NewScreenBuffer(w, h)}
	t.renderer = uv.NewTerminalRenderer(&t.sent, []string{"TERM=xterm-256color"})
	t.renderer.SetColorProfile(colour)
	t.renderer.SetFullscreen(true)
	t.renderer.SetRelativeCursor(false)
	return t
}

// show sends a frame and returns how many bytes that took.
func (t *terminal) show(frame string) int {
	t.cells.Clear()
	uv.NewStyledString(frame).Draw(t.cells, t.cells.Bounds())
	t.sent.Reset()
	t.renderer.Render(t.cells.RenderBuffer)
	_ = t.renderer.Flush()
	return t.sent.Len()
}
