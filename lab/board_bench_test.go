package lab

import (
	"fmt"
	"testing"

	"kernellab/ascii"
)

// BenchmarkBoard measures news on the board of 500 students and a key, up to the bytes of the
// frame. The limit is 50 ms.
func BenchmarkBoard(b *testing.B) {
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			bench := openBoard(b, newClass(500), size[0], size[1], ascii.TrueColor)
			bench.sees("500 of 500 students")
			keys := []string{"down", "up"}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				bench.run(bench.m.board.Refresh())
				bench.keys(keys[i%2])
			}
		})
	}
}
