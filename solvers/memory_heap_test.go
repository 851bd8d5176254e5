package solvers_test

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"testing"

	"kernellab/solvers"
)

// The heap of a process that runs 100 000 steps stays below 256 MB, including
// garbage that is not yet collected.
func TestMemoryBudget_longRunIn256MB(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // little garbage: what is held counts
	if os.Getenv("THOROUGH") == "" {
		t.Skip("takes seconds: .ci/nightly sets THOROUGH=1")
	}
	const n = 60
	gram, y := make([][]float64, n), make([]float64, n)
	for i := range n {
		y[i] = float64(1 - 2*(i%2))
		gram[i] = make([]float64, n)
		for j := range n {
			d := float64(i-j) / 4
			gram[i][j] = math.Exp(-d * d)
		}
	}
	p, err := solvers.NewPrimal(gram, y) // 60 features: coefficients as long as the residuals
	if err != nil {
		t.Fatal(err)
	}
	tr, err := solvers.NewTrace(solvers.Logistic{Gamma: 0.001, MaxSteps: 100_000}, p)
	if err != nil {
		t.Fatal(err)
	}
	var peak uint64
	for tr.Len() <= 100_000 {
		if tr, err = tr.Extend(t.Context(), 500, nil); err != nil {
			t.Fatal(err)
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		if peak = max(peak, m.HeapAlloc); tr.Last().Status.Done() {
			break
		}
	}
	runtime.KeepAlive(tr)
	if tr.Len() < 100_000 || peak > 256<<20 {
		t.Errorf("got %d steps with a heap of up to %d MB, want 100 000 within 256 MB", tr.Len()-1, peak>>20)
	}
}
