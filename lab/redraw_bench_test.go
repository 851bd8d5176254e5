package lab

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/lab/progress"
	"kernellab/lab/remote/thin"
	"kernellab/lab/study"
)

// BenchmarkRedraw is what a step of SMO sends to a terminal of 120×36 over SSH,
// in bytes: the median and the ninth decile over the steps of a run. Beside them
// stands what finding those bytes takes.
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
			exercise, step string
		}{{"6.2", "watch"}, {"6.3", "side"}, {"6.4", "train"}, {"7.7", "watch"}} {
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
func openStep(b *testing.B, library exercises.Library, exercise, step string, inks ascii.Profile) *bench {
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
	i := slices.Index(w.Exercise().Summary.Steps, step)
	if i < 0 {
		b.Fatalf("%s has no step %s", exercise, step)
	}
	w.Go(i)
	shown := newBench(b, 120, 36, Config{Student: student, Start: exercise, Background: Dark, Profile: inks})
	shown.keys("esc")
	return shown
}

// redraws are what steps that changed the screen took.
type redraws struct {
	sent     []int // bytes
	thinning time.Duration
}

// redrawSteps takes a run from its start, update by update.
func redrawSteps(lab *bench) redraws {
	var sizes redraws
	screen := thin.New(120, 36, true)
	lab.keys("0")
	sent := screen.Draw(nil, lab.m.View().Content)
	for range 100 {
		lab.keys("l")
		frame := lab.m.View().Content
		began := time.Now()
		sent = screen.Draw(sent[:0], frame)
		if len(sent) == 0 {
			continue
		}
		sizes.thinning += time.Since(began)
		sizes.sent = append(sizes.sent, len(sent))
	}
	return sizes
}

func (s redraws) report(b *testing.B) {
	b.Helper()
	n := len(s.sent)
	if n == 0 {
		b.Fatal("no step changed the screen")
	}
	slices.Sort(s.sent)
	b.ReportMetric(float64(s.sent[n/2]), "median-bytes")
	b.ReportMetric(float64(s.sent[n*9/10]), "p90-bytes")
	b.ReportMetric(float64(s.thinning.Microseconds())/float64(n), "thinning-µs/step")
}
