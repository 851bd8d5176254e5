package core

import (
	"strconv"
	"testing"

	"kernellab/lab/progress"
)

// For some runs branches wait, no more.
func TestBoundOfWhatWaits(t *testing.T) {
	w, lost := waiting{}, 0
	for i := range maxWaiting + 2 {
		lost += w.add(&progress.Debug{Root: strconv.Itoa(i), Branches: make([]progress.Branch, 2)})
	}
	w.add(&progress.Debug{Root: "5", Branches: make([]progress.Branch, 3)})
	if lost != 4 || len(w.of) != maxWaiting || w.count() != 2*maxWaiting+1 {
		t.Errorf("%d lost, %d waiting of %d runs", lost, w.count(), len(w.of))
	}
	if w.take("0") != nil || len(w.take("5").Branches) != 3 || w.take("5") != nil {
		t.Error("what waits does not come back once")
	}
}
