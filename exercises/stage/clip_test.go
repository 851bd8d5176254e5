package stage

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/runfile"
	"kernellab/solvers"
)

// clippedAt is the first frame from which the run takes a clipped step.
func clippedAt(t *testing.T, r Run) int {
	t.Helper()
	for i := 1; i < r.Len(); i++ {
		if d, ok := r.Trace().At(i).Detail.(*solvers.SMODetail); ok && d.Clipped && d.Kappa > 0 {
			return i - 1
		}
	}
	t.Fatal("no step is clipped")
	return 0
}

func TestAStepWithoutItsClip(t *testing.T) {
	r := extended(t, beginnings()["smo moons"], 30)
	at := clippedAt(t, r)
	own := r.Trace().At(at + 1).Detail.(*solvers.SMODetail)
	a := exercises.Answers{"clip": "off"}
	fork, err := r.Fork(context.Background(), at, a)
	if err != nil {
		t.Fatal(err)
	}
	f := fork.(Run)
	d := f.Trace().At(at + 1).Detail.(*solvers.SMODetail)
	if d.K != own.K || d.L != own.L || d.NewAl != own.Unclipped {
		t.Errorf("pair (%d, %d) to αℓ = %v, want (%d, %d) to %v", d.K, d.L, d.NewAl, own.K, own.L, own.Unclipped)
	}
	if want := own.OldAk + own.S*(own.OldAl-own.Unclipped); math.Abs(d.NewAk-want) > 1e-12 {
		t.Errorf("αk = %v, want %v", d.NewAk, want)
	}
	slope := own.Tl * (own.Ek - own.El)
	if want := slope * slope / (2 * own.Kappa); math.Abs(d.DW-want) > 1e-9*want {
		t.Errorf("W rises by %v, and the top of its parabola lies %v above", d.DW, want)
	}
	if !broken(f.Invariants(at+1), "box") || broken(f.Invariants(at+1), "sum") {
		t.Error("the ledger has to find the box left, and Σαt = 0 kept")
	}
	if _, words, _ := f.Origin(); !strings.Contains(words, "without the clip") {
		t.Errorf("origin %q", words)
	}
	frame, err := r.Preview(at, a)
	if err != nil || !strings.Contains(frame.Notes[0].String(), "leaves [0, C]") {
		t.Errorf("preview %v, %v", frame.Notes, err)
	}
	replays(t, extended(t, f, 6))
}

// replays writes a run down and runs the file again.
func replays(t *testing.T, r Run) {
	t.Helper()
	var text bytes.Buffer
	if err := r.Record(&text); err != nil {
		t.Fatal(err)
	}
	file, err := runfile.Read(&text)
	if err != nil {
		t.Fatal(err)
	}
	all, err := Replay(context.Background(), file, nil)
	if err != nil {
		t.Fatal(err)
	}
	again := all[len(all)-1].Run
	for i := range r.Len() {
		same(t, "replayed", again.Trace().At(i), r.Trace().At(i))
	}
}

func TestAClipThatIsNotThereCannotBeLeftOut(t *testing.T) {
	r := extended(t, beginnings()["smo moons"], 30)
	at := -1
	for i := 1; i < r.Len() && at < 0; i++ {
		if d, ok := r.Trace().At(i).Detail.(*solvers.SMODetail); ok && !d.Clipped {
			at = i - 1
		}
	}
	for _, c := range r.Options(at, nil) {
		if c.Name == "clip" {
			t.Error("a clip is offered where there is none")
		}
	}
	if _, err := r.Fork(context.Background(), at, exercises.Answers{"clip": "off"}); err != errNothing {
		t.Errorf("got %v", err)
	}
	if _, err := r.Fork(context.Background(), at, exercises.Answers{"clip": "maybe"}); err == nil || !strings.Contains(err.Error(), `"on"`) {
		t.Errorf("got %v", err)
	}
}
