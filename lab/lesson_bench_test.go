package lab

import (
	"fmt"
	"testing"

	"kernellab/exercises/catalogue"
	"kernellab/lab/session"
)

// BenchmarkKeyToFrame measures one key on a real lesson, from Update to the bytes of
// the frame: 7.7 on the moons with an RBF kernel, a step forward and one back. Every
// frame is painted without caches. The limit is 16 ms at 120×36.
func BenchmarkKeyToFrame(b *testing.B) {
	library, err := catalogue.New()
	if err != nil {
		b.Fatal(err)
	}
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			student := newStudent(b, library)
			w, err := student.Start("7.7")
			if err != nil {
				b.Fatal(err)
			}
			w.Go(3)
			w.Set("data", "moons")
			w.Set("kernel", "rbf")
			bench := newBench(b, size[0], size[1], session.Config{Student: student, Start: "7.7",
				Background: session.Dark})
			bench.keys("esc", "L", "L", "L")
			if at := bench.exercise().Stage.Debug.Player.At(); at < 20 {
				b.Fatalf("at step %d", at)
			}
			keys := []string{"h", "l"}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				bench.m.Update(press(keys[i%2]))
				bench.m.View()
			}
		})
	}
}

// BenchmarkQuestionedKey measures the same with everything open: explanation, ledger
// and a breakpoint, whose answers come in commands after the frame. It measures the
// time to the last of them.
func BenchmarkQuestionedKey(b *testing.B) {
	library, err := catalogue.New()
	if err != nil {
		b.Fatal(err)
	}
	for _, size := range [][2]int{{120, 36}, {200, 60}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			student := newStudent(b, library)
			w, err := student.Start("7.7")
			if err != nil {
				b.Fatal(err)
			}
			w.Go(3)
			w.Set("data", "moons")
			w.Set("kernel", "rbf")
			bench := newBench(b, size[0], size[1], session.Config{Student: student, Start: "7.7",
				Background: session.Dark})
			bench.keys("esc", "L", "L", "L", "v", "b")
			bench.typed("gap < 1e-9")
			bench.keys("enter", "w", "esc")
			keys := []string{"h", "l"}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				bench.keys(keys[i%2])
			}
		})
	}
}

// BenchmarkOpenLesson measures opening a lesson with a loaded catalogue: the exercise
// is built and its first picture drawn.
func BenchmarkOpenLesson(b *testing.B) {
	library, err := catalogue.New()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		newBench(b, 120, 36, session.Config{Student: newStudent(b, library), Start: "7.7", Background: session.Dark})
	}
}

// BenchmarkCatalogue parses every worksheet, which is part of the time to the first
// frame of the process.
func BenchmarkCatalogue(b *testing.B) {
	for b.Loop() {
		if _, err := catalogue.New(); err != nil {
			b.Fatal(err)
		}
	}
}
