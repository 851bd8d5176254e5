package lab

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/lab/progress"
	"kernellab/lab/remote/thin"
	"kernellab/lab/study"
)

// BenchmarkRedraw is what a step of SMO sends to a terminal of 120×36 over SSH,
// in bytes: the median and the ninth decile over the steps of a run. Beside it
// stand the median of what Bubble Tea's renderer makes of the step, without the
// writer that thins it, and what the thinning takes.
func BenchmarkRedraw(b *testing.B) {
	library, err := catalogue.New()
	if err != nil {
		b.Fatal(err)
	}
	for _, profile := range []struct {
		name string
		inks ascii.Profile
	}{{"true", ascii.TrueColor}, {"256", ascii.Indexed256}} {
		for _, at := range []struct {
			exercise string
			step     int
		}{{"6.2", 4}, {"6.3", 4}, {"6.4", 2}, {"7.7", 3}} {
			b.Run(fmt.Sprintf("%s/%s", profile.name, at.exercise), func(b *testing.B) {
				lab := openStep(b, library, at.exercise, at.step, profile.inks)
				var sizes redraws
				for b.Loop() {
					sizes = redrawSteps(lab)
				}
				sizes.report(b)
			})
		}
	}
}

// openStep shows a step of an exercise.
func openStep(b *testing.B, library exercises.Library, exercise string, step int, inks ascii.Profile) *bench {
	b.Helper()
	seed := uint64(1)
	student, _, err := study.Open(library, &progress.Memory{}, study.Options{Seed: &seed})
	if err != nil {
		b.Fatal(err)
	}
	w, err := student.Start(exercise)
	if err != nil {
		b.Fatal(err)
	}
	w.Go(step)
	shown := newBench(b, 120, 36, Config{Student: student, Start: exercise, Background: Dark, Profile: inks})
	shown.keys("esc")
	return shown
}

// redraws are what steps that changed the screen took.
type redraws struct {
	sent, thinned []int // bytes
	thinning      time.Duration
}

// redrawSteps takes a run from its start, update by update.
func redrawSteps(lab *bench) redraws {
	var sizes redraws
	screen := newTerminal(120, 36)
	lab.keys("0")
	screen.show(lab.m.View().Content)
	screen.thinning = 0
	for range 100 {
		lab.keys("l")
		if sent, thinned := screen.show(lab.m.View().Content); sent > 0 {
			sizes.sent = append(sizes.sent, sent)
			sizes.thinned = append(sizes.thinned, thinned)
		}
	}
	sizes.thinning = screen.thinning
	return sizes
}

func (s redraws) report(b *testing.B) {
	b.Helper()
	n := len(s.sent)
	if n == 0 {
		b.Fatal("no step changed the screen")
	}
	slices.Sort(s.sent)
	slices.Sort(s.thinned)
	b.ReportMetric(float64(s.thinned[n/2]), "median-bytes")
	b.ReportMetric(float64(s.thinned[n*9/10]), "p90-bytes")
	b.ReportMetric(float64(s.sent[n/2]), "renderer-bytes")
	b.ReportMetric(float64(s.thinning.Microseconds())/float64(n), "thinning-µs/step")
}

// terminal counts what Bubble Tea's renderer sends, and what is left of it.
type terminal struct {
	sent, thinned bytes.Buffer
	writer        *thin.Writer
	thinning      time.Duration
	renderer      *uv.TerminalRenderer
	cells         uv.ScreenBuffer
}

func newTerminal(w, h int) *terminal {
	t := &terminal{cells: uv.NewScreenBuffer(w, h)}
	t.renderer = uv.NewTerminalRenderer(&t.sent, []string{"TERM=xterm-256color"})
	t.renderer.SetColorProfile(colorprofile.TrueColor) // as the host: the lab encodes its own colours
	t.renderer.SetFullscreen(true)
	t.renderer.SetRelativeCursor(false)
	t.renderer.SetScrollOptim(true)
	t.renderer.SetMapNewline(true)
	t.writer = thin.New(&t.thinned, w, h)
	return t
}

// show sends a frame and returns how many bytes that took.
func (t *terminal) show(frame string) (sent, thinned int) {
	t.cells.Clear()
	uv.NewStyledString(frame).Draw(t.cells, t.cells.Bounds())
	t.sent.Reset()
	t.renderer.Render(t.cells.RenderBuffer)
	_ = t.renderer.Flush()
	t.thinned.Reset()
	began := time.Now()
	_, _ = t.writer.Write(t.sent.Bytes())
	t.thinning += time.Since(began)
	return t.sent.Len(), t.thinned.Len()
}
