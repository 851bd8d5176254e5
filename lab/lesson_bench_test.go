package lab

import (
	"fmt"
	"testing"

	"kernellab/exercises/dataset"
	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/study"
)

// benchDebugger opens 7.7 on 200 points of two moons, at the task with the run.
func benchDebugger(b *testing.B, w, h int) *bench {
	b.Helper()
	seed := uint64(1)
	student := studentOf(b, lessonLibrary(), &progress.Memory{},
		study.Options{Seed: &seed, Data: dataset.Moons(200, 0.3, 1)})
	work, err := student.Start("7.7")
	if err != nil {
		b.Fatal(err)
	}
	work.GoTo(3)
	return newBench(b, w, h, session.Config{Student: student, Start: "7.7", Background: session.Dark})
}

// BenchmarkDebuggerStep measures a step forward and one back of SMO on 200 points, from
// the key to the bytes of the frame, with the table of points and the boundary before
// the step. The limit is 8 ms at 120×36.
func BenchmarkDebuggerStep(b *testing.B) {
	for _, open := range []struct {
		name string
		keys []string
	}{{"closed", nil}, {"point", []string{"down", "down"}}, {"ledger and why", []string{"v", "w"}}} {
		for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
			b.Run(fmt.Sprintf("%s/%dx%d", open.name, size[0], size[1]), func(b *testing.B) {
				bench := benchDebugger(b, size[0], size[1])
				bench.keys("esc", "L", "L", "L", "L")
				if at := bench.exercise().Stage.Debug.Player.At(); at < 30 {
					b.Fatalf("at step %d", at)
				}
				if size[0] >= 160 || open.name != "ledger and why" {
					bench.keys(open.keys...)
				} else {
					bench.keys(open.keys[0]) // why is a window on a smaller screen
				}
				keys := []string{"h", "l"}
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					bench.keys(keys[i%2])
				}
			})
		}
	}
}
