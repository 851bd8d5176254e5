package unit7

import (
	"math"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/kernels"
	"kernellab/testdata/support/lessontest"
)

// TestSlacks_slackEndsOnTheMargin checks that the line of a point's slack ends where
// f equals its label, and has length ξ/‖w‖.
func TestSlacks_slackEndsOnTheMargin(t *testing.T) {
	m := lesson.SVM(dataset.MustBuiltin("blobs_overlap"), kernels.Linear{}, 0.1)
	lines, _ := slacks(m)
	if len(lines) == 0 {
		t.Fatal("got no lines of slack, want some")
	}
	for _, l := range lines {
		from, to := l.Points[0], l.Points[1]
		atStart, atEnd := m.F.Eval([]float64{from.X, from.Y}), m.F.Eval([]float64{to.X, to.Y})
		length := math.Hypot(to.X-from.X, to.Y-from.Y)
		if math.Abs(math.Abs(atEnd)-1) > 1e-9 || math.Abs(length-math.Abs(atEnd-atStart)/math.Sqrt(m.NormSq)) > 1e-9 {
			t.Errorf("slack from f = %v to %v has length %v, want it to end at |f| = 1 and to be ξ/‖w‖ long", atStart, atEnd,
				length)
		}
	}
}

// A price that follows from a wrong slack is not reported.
func TestSlackCalculation_followsAWrongSlack(t *testing.T) {
	for seed := range uint64(5) {
		s := lessontest.OpenTask(t, Unit(), "7.2", "slack", seed)
		truth := s.Info().Reference
		a := truth.With("xi3", "2 + "+truth["xi3"]).With("cost", truth["cost"]+" + 2*("+truth["cost"]+")/("+
			truth["xi2"]+" + "+truth["xi3"]+")")
		r := lessontest.Report(s, a)
		if r.Accepted || !r.Fields["cost"].Follows || r.Fields["xi3"].Follows {
			t.Errorf("seed %d, %v: got %+v, want ξ₃ wrong and a price that follows", seed, a, r)
		}
		if r := lessontest.Report(s, truth); !r.Accepted {
			t.Errorf("seed %d: got %+v, want the reference accepted", seed, r)
		}
	}
}

// TestDualAndPrimal_advice checks for 7.4 the advice on reversed signs and on exchanged values of b.
func TestDualAndPrimal_advice(t *testing.T) {
	negate := strings.NewReplacer("[", "[-", ", ", ", -")
	for _, seed := range lessontest.FiftySeeds()[:5] {
		e := lessontest.Open(t, dualAndPrimal, "7.4", seed)
		hulls, offset := lessontest.Task(t, e, "hulls"), lessontest.Task(t, e, "offset")
		truth := offset.Info().Reference
		single, mean := truth["one"], truth["mean"]
		for _, c := range []struct {
			task exercises.Task
			a    exercises.Answers
			want string
		}{
			{hulls, exercises.Answers{"mixture": negate.Replace(hulls.Info().Reference["mixture"])}, "no α may be below 0"},
			{offset, truth.With("one", mean).With("mean", single), "You swapped the two"},
			{offset, truth.With("one", mean), "Here only point"},
			{offset, truth.With("one", mean).With("mean", "7"), "Here only point"},
			{offset, truth.With("mean", single), "The mean is over all"},
		} {
			if advice := lessontest.Text(lessontest.Report(c.task, c.a).Advice); !strings.Contains(advice, c.want) {
				t.Errorf("%v: got %q, want %q", c.a, advice, c.want)
			}
		}
	}
}
