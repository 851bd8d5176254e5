package kit

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/kernels"
)

// The three passes do the same work: features and kernel agree, and K is what is
// computed on the fly.
func TestPasses(t *testing.T) {
	k := kernels.Poly{Degree: 2, C: 1}
	p := passClock{seed: 7, stream: 42, dim: 24, kernel: k, phi: k}.pass(30)
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

// Nothing is timed before it is asked, nor told when it is cancelled; then there is a
// row for each size of the worksheet.
func TestPassesWaitForTheSwitch(t *testing.T) {
	src := frontMatter + "## s: Step\n\nRead.\n\n```scene\npasses: Time\nkernel: poly(degree=3,c=1)\ndimension: 4\nsizes: [10, 20, 30]\nruns: 2\nstream: 3\n```\n"
	step := openSheet(t, src).Steps[0]
	on := exercises.Answers{"passes": "yes"}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if s := step.Scene(stopped, on); len(s.Figures) > 0 {
		t.Error("a clock that is cancelled tells times")
	}
	if s := step.Scene(t.Context(), nil); len(s.Figures) != 1 || s.Figures[0].Title == "Time" {
		t.Error("the clock runs before it is asked to")
	}
	s := step.Scene(t.Context(), on)
	if len(s.Figures) != 2 || s.Figures[0].Title != "Time" || len(s.Figures[1].Plot.(ascii.Table).Rows) != 3 {
		t.Errorf("%d figures", len(s.Figures))
	}
}
