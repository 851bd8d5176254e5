package stage

import (
	"context"
	"runtime"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
)

// longRun is SMO on 200 points that takes more than 10 000 updates.
func longRun(t testing.TB) Run {
	t.Helper()
	m := Model{Set: dataset.BlobsOverlapping(200, 3), Kernel: kernels.RBF{Sigma: 1}}
	r, err := Start(m, solvers.SMO{C: 10_000, Rule: solvers.Random, Tol: 1e-9, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// grown extends a run in batches, as the lab does.
func grown(t testing.TB, r Run, n int) Run {
	t.Helper()
	for r.Len() <= n {
		longer, err := r.Extend(context.Background(), min(500, n+1-r.Len()), exercises.Break{})
		if err != nil {
			t.Fatal(err)
		}
		if longer.Len() == r.Len() {
			t.Fatalf("the run ends at step %d", r.Len()-1)
		}
		r = longer.(Run)
	}
	return r
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestTenThousandStepsInMemory: every step of a long run is kept, with all of
// its α and scores, in less than 64 MB.
func TestTenThousandStepsInMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	r := longRun(t)
	before := heap()
	r = grown(t, r, 10_000)
	used := heap() - before
	runtime.KeepAlive(r)
	if used > 64_000_000 {
		t.Errorf("%d steps take %d MB", r.Len()-1, used/1_000_000)
	}
	t.Logf("%d steps take %.1f MB", r.Len()-1, float64(used)/1e6)
}

// BenchmarkGoTo goes to any of 10 000 kept steps and draws its first two
// figures at 120×36.
func BenchmarkGoTo(b *testing.B) {
	r := grown(b, longRun(b), 10_000)
	g := ascii.NewGrid(78, 34)
	for i := 0; b.Loop(); i++ {
		f := r.Frame(i * 4099 % r.Len())
		for _, fig := range f.Figures[:2] {
			fig.Plot.Draw(g, g.Bounds(), ascii.View{})
		}
	}
}

// BenchmarkFrame makes the frame alone.
func BenchmarkFrame(b *testing.B) {
	r := grown(b, longRun(b), 1000)
	for i := 0; b.Loop(); i++ {
		r.Frame(i * 409 % r.Len())
	}
}

// BenchmarkNewRun makes a run of a trace.
func BenchmarkNewRun(b *testing.B) {
	r := beginnings()["smo moons"]
	for b.Loop() {
		NewRun(r.start.model, r.start.painter, r.traces...)
	}
}

// BenchmarkExtend takes 500 steps after 10 000.
func BenchmarkExtend(b *testing.B) {
	r := grown(b, longRun(b), 10_000)
	for b.Loop() {
		if _, err := r.Extend(context.Background(), 500, exercises.Break{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLedger reads the books of a frame.
func BenchmarkLedger(b *testing.B) {
	r := grown(b, longRun(b), 1000)
	for i := 0; b.Loop(); i++ {
		r.Invariants(i * 409 % r.Len())
	}
}

// BenchmarkFrameOfManyPoints goes through a run of 1000 points, of which one
// step in four is kept.
func BenchmarkFrameOfManyPoints(b *testing.B) {
	m := Model{Set: dataset.BlobsOverlapping(1000, 3), Kernel: kernels.RBF{Sigma: 1}}
	r, err := Start(m, solvers.SMO{C: 10_000, Rule: solvers.Random, Tol: 1e-9, Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	r = grown(b, r, 3000)
	for i := 0; b.Loop(); i++ {
		r.Frame(2000 + i%500)
	}
}
