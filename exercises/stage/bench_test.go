package stage

import (
	"context"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/solvers"
)

// BenchmarkSMOFrame makes a frame of SMO on 100 points late in a run and draws
// its picture at 120×36.
func BenchmarkSMOFrame(b *testing.B) {
	start, err := Start(model("moons", "rbf(sigma=0.7)"), solvers.SMO{C: 1, Tol: 1e-9})
	if err != nil {
		b.Fatal(err)
	}
	r, err := start.Extend(context.Background(), 500, exercises.Break{})
	if err != nil {
		b.Fatal(err)
	}
	g := ascii.NewGrid(78, 30)
	for b.Loop() {
		f := r.Frame(r.Len() - 1)
		f.Figures[0].Plot.Draw(g, g.Bounds(), ascii.View{})
	}
}
