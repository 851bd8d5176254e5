package unit9

import (
	"slices"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/solvers"
	"kernellab/testdata/support/check"

	"kernellab/testdata/support/lessontest"
)

// finishedRun returns the run after its last step.
func finishedRun(t *testing.T, run exercises.Run) stage.ComputationRun {
	t.Helper()
	return exercises.ExtendTo(t.Context(), run, 9999).(stage.ComputationRun)
}

// brokenLaws names the laws that do not hold at a frame.
func brokenLaws(run stage.ComputationRun, i int) string {
	var out []string
	for _, law := range run.Invariants(i) {
		if !law.Holds {
			out = append(out, law.Name)
		}
	}
	return strings.Join(out, " ")
}

// whyText returns the reasons of a frame as text.
func whyText(run stage.ComputationRun, i int) string {
	var out []string
	for _, l := range run.Frame(i).Why() {
		out = append(out, l.String())
	}
	return strings.Join(out, "\n")
}

// TestMixture_noWeights checks the headlines for sliders that were not moved or were moved to 0.
func TestMixture_noWeights(t *testing.T) {
	task := lessontest.OpenTask(t, Unit(), "9.5", "hand", 3)
	zero := exercises.Answers{"share1": "0", "share2": "0", "share3": "0", "share4": "0"}
	check.Equal(t, lessontest.Report(task, nil).Headline, "Move the weights first.", "not moved")
	check.Equal(t, lessontest.Report(task, zero).Headline, "All weights are 0, so no kernel is left.", "all 0")
}

// TestMixture_lawsHoldAtEveryStep checks the laws of 9.5, also at steps that leave a
// kernel out. The reasons end in the weights that the table shows.
func TestMixture_lawsHoldAtEveryStep(t *testing.T) {
	for _, seed := range lessontest.FiftySeeds()[:4] {
		sets := newMixtures(seed)
		sizes, moons := sets[0], sets[1]
		for _, l := range []*mixture{sizes, moons} {
			run, dropped := finishedRun(t, l.run()), 0
			for i, s := range l.path {
				check.Equal(t, brokenLaws(run, i), "", "seed %d, %s, step %d: the broken laws", seed, l.name, i)
				if i == 0 {
					continue
				}
				why := whyText(run, i)
				for m, b := range s.Beta {
					if !strings.Contains(why, "β"+anatomy.Sub(m+1)+"′ = ") ||
						!strings.Contains(why, " = "+anatomy.Num(b)) {
						t.Errorf("seed %d, %s, step %d: want β%d = %v in the reasons, got\n%s", seed, l.name, i, m+1,
							b, why)
					}
				}
				if run.Event(i) != "" {
					dropped++
				}
			}
			check.That(t, dropped != 0,
				"seed %d, %s: got no step that leaves a kernel out, want some", seed, l.name)
		}
	}
}

// TestMixture_lawsFindAWrongStep plants a fault against each law of the path.
func TestMixture_lawsFindAWrongStep(t *testing.T) {
	for law, plant := range map[string]func(s *solvers.MKLStep){
		"beta3":   func(s *solvers.MKLStep) { s.Beta[2] += 1e-6; s.Beta[3] -= 1e-6 },
		"simplex": func(s *solvers.MKLStep) { s.Beta[2] += 1e-6 },
		"sign":    func(s *solvers.MKLStep) { s.Beta[0] = -0.01 },
		"dual":    func(s *solvers.MKLStep) { s.Objective *= 1.001 },
		"primal":  func(s *solvers.MKLStep) { s.Bias += 0.1 },
		"duality": func(s *solvers.MKLStep) { s.LowerBound = s.Objective + 0.01 },
		"falls":   func(s *solvers.MKLStep) { s.Objective = 99 },
		"balance": func(s *solvers.MKLStep) { s.Alpha[0] += 0.1 },
	} {
		sizes := newMixtures(7)[0]
		run := finishedRun(t, sizes.run())
		plant(&sizes.path[3])
		if red := brokenLaws(run, 3); !slices.Contains(strings.Fields(red), law) {
			t.Errorf("fault against %s: got the broken laws %q, want its own among them", law, red)
		}
		check.Equal(t, brokenLaws(run, 2), "", "step before a fault against %s: the broken laws", law)
	}
}

// TestDoubling_lawsHoldAtEveryStep checks the laws of 9.6 for both kinds of features.
func TestDoubling_lawsHoldAtEveryStep(t *testing.T) {
	for _, seed := range []uint64{1, 7} {
		g := newFourierError(seed)
		for _, pairs := range []bool{false, true} {
			f := lesson.Must(g.cachedDraws(t.Context(), pairs))
			run := finishedRun(t, g.run(f))
			for i, s := range f.approximations {
				check.Equal(t, brokenLaws(run, i), "", "seed %d, pairs %v, m = %d: the broken laws", seed, pairs, s.m)
				a, b := doubling{g, f}.watchedPair()
				if why := whyText(run, i); i > 0 && !strings.Contains(why, " = "+anatomy.Num(s.gram.At(a, b))+"\n") {
					t.Errorf("seed %d, m = %d: want the entry %v in the reasons, got\n%s", seed, s.m, s.gram.At(a, b),
						why)
				}
			}
			for _, until := range []float64{0.1, 0.03} {
				b := exercises.Condition{Name: "error < " + anatomy.Plain(until, 2)}
				at := slices.IndexFunc(f.approximations, func(s approximation) bool { return s.error < until })
				if stopped, err := g.run(f).Extend(t.Context(), 99, b); err != nil || stopped.Len() != at+1 {
					t.Errorf("seed %d until %s: stopped at %d, want %d", seed, b.Name, stopped.Len()-1, at)
				}
			}
		}
	}
}

// TestDoubling_lawsFindAWrongStep plants a wrong ZZᵀ and a wrong error.
func TestDoubling_lawsFindAWrongStep(t *testing.T) {
	for law, plant := range map[string]func(s *approximation, a, b int){
		"entry": func(s *approximation, a, b int) { s.gram.SetSym(a, b, s.gram.At(a, b)+1e-9) },
		"mean":  func(s *approximation, a, b int) { s.gram.SetSym(a, b, -s.gram.At(a, b)) },
		"m":     func(s *approximation, _, _ int) { s.m++ },
	} {
		g := newFourierError(7)
		f := lesson.Must(g.cachedDraws(t.Context(), false))
		run := finishedRun(t, g.run(f))
		a, b := doubling{g, f}.watchedPair()
		s := &f.approximations[1]
		plant(s, a, b)
		if red := brokenLaws(run, 1); !slices.Contains(strings.Fields(red), law) {
			t.Errorf("fault against %s: got the broken laws %q, want its own among them", law, red)
		}
	}
}

// TestMixture_findsWhereAKernelIsLeftOut finds the step at which the weight of a kernel
// becomes 0 and does not change any more.
func TestMixture_findsWhereAKernelIsLeftOut(t *testing.T) {
	sizes := newMixtures(7)[0]
	run := finishedRun(t, sizes.run())
	dropped := slices.IndexFunc(sizes.path, func(s solvers.MKLStep) bool { return s.Beta[1] == 0 })
	b, ok := run.ChangeCondition(1)
	if at := exercises.FindFrame(t.Context(), run, run.Len(), -1, b); !ok || at != dropped {
		t.Errorf("β₂ last changes at step %d, want %d, where it becomes 0", at, dropped)
	}
	if stopped, err := sizes.run().Extend(t.Context(), 999, exercises.Condition{Name: "alive drops"}); err != nil ||
		stopped.Len() != dropped+1 {
		t.Errorf("break where a weight becomes 0: stopped at %d, want %d", stopped.Len()-1, dropped)
	}
}
