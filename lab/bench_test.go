package lab

import (
	"fmt"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises/dataset"
	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/testdata/support/check"
)

// BenchmarkDebuggerStep measures one step forward and one step back of SMO on 200 points,
// from the key to the bytes of the frame. The screen shows the table of points, the boundary
// before the step, a selected point and in some cases the ledger, which is drawn in a second
// frame. Without the ledger, the limit is 4 ms at 120×36 and 8 ms at 200×60.
func BenchmarkDebuggerStep(b *testing.B) {
	for i := range 6 {
		size, panel := [][2]int{{80, 24}, {120, 36}, {200, 60}}[i/2], []string{"", "v"}[i%2]
		b.Run(fmt.Sprintf("%dx%d%s", size[0], size[1], panel), func(b *testing.B) {
			seed := uint64(1)
			student := studentOf(b, lessonLibrary(), &progress.Memory{},
				study.Options{Seed: &seed, Data: dataset.Moons(200, 0.3, 1)})
			work, err := student.Start("7.7")
			check.OK(b, err)
			work.GoTo(3)
			bench := newBench(b, size[0], size[1], session.Config{Student: student, Start: "7.7"})
			bench.keys("esc", "L", "L", "L", "L")
			check.Must(b, bench.exercise().Stage.Debug.Player.FrameNumber() >= 30, "want step 30 or a later one")
			bench.keys(strings.Fields("down down " + panel)...)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				bench.keys([]string{"h", "l"}[i%2])
			}
		})
	}
}

// BenchmarkBoard measures a refresh of the board of 500 students and a key press, up to the
// bytes of the frame. The limit is 50 ms.
func BenchmarkBoard(b *testing.B) {
	bench := openBoard(b, newClass(500), 120, 36, ascii.TrueColor)
	bench.sees("500 of 500 students")
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		bench.run(bench.m.board.Refresh())
		bench.keys([]string{"down", "up"}[i%2])
	}
}
