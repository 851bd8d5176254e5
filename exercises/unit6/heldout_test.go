package unit6

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/lessontest"
)

func TestSplit_onlyNarrowRBFsReachTheGoal(t *testing.T) {
	for _, seed := range lessontest.FiftySeeds() {
		h := randomSplit(seed)
		goal := h.goalLoss()
		for _, sigma := range []float64{0.01, 0.05, 0.2, 0.4, goalSigma} {
			if f := h.fitKernel(kernels.RBF{Sigma: sigma}); f.trainLoss > goal {
				t.Errorf("seed %d: σ = %v ends at %v, want at most the target %v", seed, sigma, f.trainLoss, goal)
			}
		}
		for _, k := range []kernels.Kernel[[]float64]{
			kernels.Linear{}, kernels.Poly{Degree: 2, C: 1}, kernels.Poly{Degree: 3, C: 1}, kernels.RBF{Sigma: 1.5},
		} {
			if f := h.fitKernel(k); f.trainLoss <= goal {
				t.Errorf("seed %d: %s ends at %v, want more than the target %v", seed, k, f.trainLoss, goal)
			}
		}
	}
}

// TestLosses_narrowWidthsOverfit checks the shape of the curves that the text promises.
func TestLosses_narrowWidthsOverfit(t *testing.T) {
	for _, seed := range lessontest.FiftySeeds() {
		h := randomSplit(seed)
		l := h.sweep()
		last := len(l.logSigma) - 1
		if l.train[0] > 0.01*h.coinLoss() {
			t.Errorf("seed %d: training loss at log₁₀ σ = %v is %v, want at most %v", seed, l.logSigma[0], l.train[0],
				0.01*h.coinLoss())
		}
		if math.Abs(l.heldOut[0]/h.coinLoss()-1) > 0.1 {
			t.Errorf("seed %d: held-out loss at log₁₀ σ = %v is %v, want about that of a coin toss, %v", seed, l.logSigma[0],
				l.heldOut[0], h.coinLoss())
		}
		best := h.bestWidth()
		if best.heldOutLoss > 1.05*slices.Min(l.heldOut) || best.heldOutLoss > 0.75*min(l.heldOut[0], l.heldOut[last]) {
			t.Errorf("seed %d: best σ %v has held-out loss %v, want nearly the least and clearly less than at the ends of %v",
				seed, best.sigma, best.heldOutLoss, l.heldOut)
		}
		i := slices.Index(l.heldOut, slices.Min(l.heldOut))
		if low := slices.Max(l.train[:i]); low > max(l.train[i], 0.01*h.coinLoss()) {
			t.Errorf("seed %d: a smaller σ than %v has training loss %v, want at most %v", seed, best.sigma, low,
				max(l.train[i], 0.01*h.coinLoss()))
		}
		if l.train[last] < 10*l.train[0] {
			t.Errorf("seed %d: training loss at log₁₀ σ = %v is %v, want at least %v", seed, l.logSigma[last], l.train[last],
				10*l.train[0])
		}
	}
}

// TestBestSigma_isJudgedByHeldOutLoss checks that the width with the least held-out loss is
// accepted, but neither the start of the slider nor its ends.
func TestBestSigma_isJudgedByHeldOutLoss(t *testing.T) {
	for _, seed := range lessontest.FiftySeeds() {
		h := randomSplit(seed)
		w := h.bestWidth()
		control := h.widthControl(exercises.Answers{"fitsigma": w.text})
		for _, nudge := range []int{-1, 0, 1} {
			r := w.check(context.Background(), exercises.Answers{"fitsigma": control.Nudge(nudge)})
			if isSmallest := r.Headline == "No σ on the slider gives a smaller loss."; isSmallest != (nudge == 0) ||
				r.Accepted && !isSmallest && len(r.Fact) != 2 {
				t.Errorf("seed %d, %d places from the least: got %q, accepted %v, %v, want \"No σ …\" only at 0",
					seed, nudge, r.Headline, r.Accepted, r.Fact)
			}
		}
		start := h.widthControl(nil).Value
		for sigma, want := range map[string]string{exercises.FormatNumber(w.sigma): "", "0.01": "narrow", "10": "wide",
			start: "wide"} {
			r := w.check(context.Background(), exercises.Answers{"fitsigma": sigma})
			check.That(t, r.Misconception == want && r.Accepted == (want == ""),
				"seed %d, σ = %s: %q, accepted %v, want %q", seed, sigma, r.Misconception, r.Accepted, want)
		}
	}
}

func TestFit_hasNoZeroCoefficient(t *testing.T) {
	for _, seed := range lessontest.FiftySeeds() {
		f := randomSplit(seed).fitKernel(kernels.RBF{Sigma: goalSigma})
		check.That(t, !slices.Contains(f.trace.Last().CoefCopy(), 0),
			"seed %d: got an a of 0 among %v, want none", seed, f.trace.Last().CoefCopy())
	}
}

func TestKernelLogistic_explainsAZeroKernel(t *testing.T) {
	origin := dataset.NewClassification("origin", [][]float64{{0}, {0}}, []float64{1, -1})
	train := lessontest.Task(t, lessontest.OpenWithData(t, kernelLogistic, "6.4", origin), "train")
	scene := train.Scene(t.Context(), exercises.Answers{"kernel": "linear"})
	check.That(t, scene.Run == nil && strings.Contains(scene.Notes[0].String(), "another kernel"),
		"a kernel that is 0 everywhere: got notes %v, want no run and the advice to take another kernel", scene.Notes)
}

func TestUnit_ownDataComeFirst(t *testing.T) {
	points := [][]float64{{0, 1, 2, 3}, {1, 0, 3, 2}, {5, 5, 5, 6}, {6, 5, 4, 5}}
	set := dataset.NewClassification("four columns", points, []float64{1, 1, -1, -1})
	for id, step := range map[string]string{"6.4": "train", "6.5": "watch"} {
		e := lessontest.OpenWithData(t, Unit().Lessons[id], id, set)
		scene := lessontest.Task(t, e, step).Scene(t.Context(), nil)
		title := scene.Run.Frame(0).Figures[0].Title
		check.That(t, scene.Controls[0].Value == "own" && strings.Contains(title, "the other 2 at their mean"),
			"%s %s begins with %q: %q, want own data with the other 2 at their mean", id, step,
			scene.Controls[0].Value, title)
	}
}

func TestNewPointTrial_tellsTheFormulaFromItsSlips(t *testing.T) {
	for _, seed := range lessontest.FiftySeeds() {
		tr := randomTrial(randomSplit(seed))
		for _, text := range []string{"s(sum(j, a_j k_j))", "s(aᵀk)"} {
			if v, ok := tr.value(t.Context(), text); !ok || math.Abs(v-tr.probability) > 1e-12 {
				t.Errorf("seed %d: value(%s) = %v, %v, want %v", seed, text, v, ok, tr.probability)
			}
		}
		for _, text := range []string{"sum(j, a_j k_j)", "s(sum(j, a_j y_j k_j))", "sum(j, s(a_j k_j))",
			"s(-sum(j, a_j k_j))"} {
			if v, ok := tr.value(t.Context(), text); !ok || math.Abs(v-tr.probability) < 1e-4 {
				t.Errorf("seed %d: value(%s) = %v, %v, want something else than %v", seed, text, v, ok, tr.probability)
			}
		}
		if _, ok := tr.value(t.Context(), "(("); ok {
			t.Error("value(\"((\") got a value, want none")
		}
	}
}
