package unit4

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"kernellab/exercises"
	"kernellab/testdata/support/lessontest"
)

// The three passes do the same work: features and kernel agree, and K is what is
// computed on the fly.
func TestPasses(t *testing.T) {
	p := newPassClock(7).pass(30)
	if len(p.w) != 25*26/2 {
		t.Errorf("%d features in 24 dimensions", len(p.w))
	}
	for i, row := range p.phi {
		if k := floats.Dot(row, p.phi[0]); math.Abs(k-p.k[i][0]) > 1e-12 {
			t.Errorf("point %d: features give %v, the kernel %v", i, k, p.k[i][0])
		}
	}
	if fly, stored := p.onTheFly(), p.stored(); math.Abs(fly-stored) > 1e-9 {
		t.Errorf("on the fly %v, stored %v", fly, stored)
	}
	for k, name := range passWays() {
		if err := p.ways()[k](); err != nil || name == "" {
			t.Errorf("way %d, %q: %v", k, name, err)
		}
	}
}

// Nothing is timed before it is asked, nor told when it is cancelled.
func TestPassesWaitForTheSwitch(t *testing.T) {
	c := newPassClock(3)
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if s := c.scene(stopped, exercises.Answers{"passes": "yes"}); len(s.Figures) > 0 {
		t.Error("a clock that is cancelled tells times")
	}
	if s := c.scene(t.Context(), nil); len(s.Figures) != 1 || s.Figures[0].Title != "One pass over n points" {
		t.Error("the clock runs before it is asked to")
	}
}

// 4.3 without its assumptions takes both terms in any form, and neither of them alone.
func TestCostsWithoutAssumptions(t *testing.T) {
	step := step(t, "4.3", "unless", 1)
	for field, texts := range map[string]map[string]bool{
		"anypt": {"m^2 (n + m)": true, "O(2 n m^2 + m^3/3)": true, "n m^2": false, "m^3": false, "m^3 + n^2 d": false},
		"anykt": {"n^3 + n^2 d": true, "O(n^2 (n + d))": true, "n^3": false, "n^2 d": false},
	} {
		for text, want := range texts {
			if got := step.Check(t.Context(),
				lessontest.Over(step.Info().Reference, exercises.Answers{field: text})).Accepted; got != want {
				t.Errorf("%s = %s is accepted: %v", field, text, got)
			}
		}
	}
}
