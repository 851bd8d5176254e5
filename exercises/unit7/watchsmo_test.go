package unit7

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/solvers"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/lessontest"
)

// TestUpdatePrediction_isNotColouredBeforeItIsFound checks that the picture of the points does
// not colour the pair that moved last, and colours the next one only once it is known.
func TestUpdatePrediction_isNotColouredBeforeItIsFound(t *testing.T) {
	for _, seed := range lessontest.FiftySeeds() {
		p := newUpdatePrediction(seed)
		for _, known := range []bool{false, true} {
			for i, m := range p.scene(known).Figures[1].Plot.(ascii.Map).Marks {
				want := ascii.Text
				switch {
				case known && i == p.update.K:
					want = ascii.Symbol1
				case known && i == p.update.L:
					want = ascii.Symbol2
				}
				if m.Ink != want || m.ChangedSide || m.Focus != (want != ascii.Text) {
					t.Errorf("seed %d, known %v: point %d has ink %v, focus %v, turned %v, want ink %v, focus only on the pair, turned false",
						seed, known, i+1, m.Ink, m.Focus, m.ChangedSide, want)
				}
			}
		}
	}
}

// quadraticOf returns the quadratic kernel of two numbers.
func quadraticOf(x, z float64) float64 { return (x*z + 1) * (x*z + 1) }

// TestUpdatePrediction_violatesMost finds the maximal violating pair and its update from the
// data and α alone.
func TestUpdatePrediction_violatesMost(t *testing.T) {
	clipped := 0
	for seed := range uint64(lessontest.Seeds) {
		p := newUpdatePrediction(seed)
		alpha := p.trace.Last().CoefCopy()
		k, l := -1, -1
		fs := make([]float64, p.set.Len())
		for i := range fs {
			x, ti := p.set.Point(i)[0], p.set.Label(i)
			for j, a := range alpha {
				fs[i] += a * p.set.Label(j) * quadraticOf(p.set.Point(j)[0], x)
			}
			fs[i] -= ti
			up := ti > 0 && alpha[i] < p.solver.C || ti < 0 && alpha[i] > 0
			low := ti > 0 && alpha[i] > 0 || ti < 0 && alpha[i] < p.solver.C
			if up && (k < 0 || fs[i] < fs[k]) {
				k = i
			}
			if low && (l < 0 || fs[i] > fs[l]) {
				l = i
			}
		}
		check.That(t, k == p.update.K && l == p.update.L,
			"seed %d: got the pair (%d, %d), want (%d, %d) by hand", seed, p.update.K+1, p.update.L+1, k+1, l+1)
		lowest, highest := slices.Index(fs, slices.Min(fs)), slices.Index(fs, slices.Max(fs))
		if uk, ul := p.extremePair(); uk != lowest || ul != highest || uk == k && ul == l {
			t.Errorf("seed %d: without marks: got the pair (%d, %d), want (%d, %d), not the marked one", seed, uk+1,
				ul+1, lowest+1, highest+1)
		}
		kk := func(i, j int) float64 { return quadraticOf(p.set.Point(i)[0], p.set.Point(j)[0]) }
		kappa := kk(k, k) + kk(l, l) - 2*kk(k, l)
		star := alpha[l] + p.set.Label(l)*(fs[k]-fs[l])/kappa
		if math.Abs(star-p.update.Unclipped) > 1e-9*(1+math.Abs(star)) ||
			p.update.Clipped != (star < p.update.Lo || star > p.update.Hi) {
			t.Errorf("seed %d: got α* = %v, clipped %v, want %v in [%v, %v]", seed, p.update.Unclipped,
				p.update.Clipped,
				star, p.update.Lo, p.update.Hi)
		}
		if p.update.Clipped {
			clipped++
		}
	}
	if clipped < lessontest.Seeds/3 || clipped > lessontest.Seeds*2/3 {
		t.Errorf("got %d clipped steps of %d, want between a third and two thirds", clipped, lessontest.Seeds)
	}
}

// TestByRule_countsUpdates checks that the stage needs the number of updates that the
// lesson gives, under either rule.
func TestByRule_countsUpdates(t *testing.T) {
	want := updatesByRule()
	for field, rule := range map[string]string{"byViolation": "max-violation", "byGain": "second-order"} {
		run, err := watchStage(t, nil, exercises.Answers{"data": "blobs_sep", "rule": rule}).Run.Extend(
			context.Background(), 2000, exercises.Condition{},
		)
		check.OK(t, err)
		if last := run.(stage.Run).Trace().Last(); last.Updates != want[field] ||
			last.Status != solvers.Converged {
			t.Errorf("%s: got %d updates, %v, want %v and convergence", rule, last.Updates, last.Status, want[field])
		}
	}
	if violation, gain := want["byViolation"].(int), want["byGain"].(int); gain >= violation {
		t.Errorf("largest gain makes %d updates, largest violation %d: want fewer", gain, violation)
	}
}

// watchStage returns the stage of 7.7 for some answers.
func watchStage(t *testing.T, own exercises.Data, a exercises.Answers) exercises.Scene {
	t.Helper()
	return lessontest.Task(t, lessontest.OpenWithData(t, Unit().Lessons["7.7"], "7.7", own), "watch").Scene(
		context.Background(), a,
	)
}

func TestWatchSMO_takesOwnData(t *testing.T) {
	five := make([][]float64, 12)
	labels := make([]float64, len(five))
	for i := range five {
		five[i] = []float64{float64(i), float64(i * i % 7), 100, float64(-i), float64(i % 3)}
		labels[i] = float64(1 - 2*(i%2))
	}
	tests := []struct {
		set     *dataset.Set
		first   string // the data shown at first
		columns bool
		note    string
	}{
		{dataset.NewClassification("line", [][]float64{{0}, {1}, {2000}}, []float64{1, -1, 1}), "own", false, ""},
		{dataset.NewClassification("five", five, labels), "own", true, ""},
		{dataset.NewClassification("one class", [][]float64{{0}, {1}}, []float64{1, 1}), "blobs_sep", false,
			"one class is left out"},
		{dataset.MustBuiltin("sine_reg"), "blobs_sep", false, "has real targets"},
	}
	for _, tt := range tests {
		scene := watchStage(t, tt.set, nil)
		names := map[string]exercises.Control{}
		for _, c := range scene.Controls {
			names[c.Name] = c
		}
		if _, columns := names["columns"]; scene.Run == nil || names["data"].Value != tt.first ||
			columns != tt.columns || !strings.Contains(lessontest.Text(scene.Notes), tt.note) {
			t.Errorf("%s: got data %q, columns %v, notes %q, want %q, %v, %q", tt.set.Name(), names["data"].Value,
				columns, lessontest.Text(scene.Notes), tt.first, tt.columns, tt.note)
		}
	}
	gone := watchStage(t, nil, exercises.Answers{"data": "own", "columns": "7,9", "kernel": "?"})
	check.That(t, gone.Run != nil && gone.Controls[0].Value == "blobs_sep",
		"answers about data that are gone: got data %q, want a run on blobs_sep", gone.Controls[0].Value)
	chosen := watchStage(t, tests[1].set, exercises.Answers{"columns": "1,4"})
	if title := chosen.Run.Frame(0).Figures[0].Title; !strings.Contains(title, "x1") &&
		!strings.Contains(title, "mean") {
		t.Errorf("columns 1,4: got the title %q, want x1 or the mean in it", title)
	}
}

// TestSolvedProblem_drawsEveryPointApart checks that the picture of the run shows every point
// in a cell of its own, at several sizes.
func TestSolvedProblem_drawsEveryPointApart(t *testing.T) {
	for seed := range uint64(lessontest.Seeds / 10) {
		r := newSolvedProblem(seed)
		m := r.run.Frame(r.run.Len() - 1).Figures[0].Plot.(ascii.Map)
		for _, area := range []ascii.Rect{{W: 44, H: 14}, {W: 52, H: 20}, {W: 96, H: 40}} {
			seen := map[[2]int]int{}
			for i := range r.n {
				x, y, ok := m.Place(area, ascii.View{}, i)
				if other, taken := seen[[2]int{x, y}]; taken || !ok {
					t.Errorf("seed %d, %d×%d: point %d is drawn on point %d (visible: %v), want a cell of its own",
						seed, area.W, area.H, i+1, other, ok)
				}
				seen[[2]int{x, y}] = i + 1
			}
		}
	}
}

// TestUpdatePrediction_clipIsDrawnAfterThePrediction checks that the parabola of the step
// appears only after the prediction.
func TestUpdatePrediction_clipIsDrawnAfterThePrediction(t *testing.T) {
	for seed := range uint64(4) {
		s := lessontest.OpenTask(t, Unit(), "7.7", "clip", seed)
		drawn := func(a exercises.Answers) (figures int, names string) {
			scene := s.Scene(context.Background(), a)
			for _, f := range scene.Figures {
				if c, ok := f.Plot.(ascii.Chart); ok {
					for _, series := range c.Series {
						names += series.Name + " "
					}
				}
			}
			return len(scene.Figures), names
		}
		n, before := drawn(nil)
		if m, after := drawn(exercises.Answers{"clipped": "yes"}); m != n+1 || before != "" ||
			!strings.Contains(after, "old new ") || !strings.Contains(after, "g ") {
			t.Errorf("seed %d: got %d figures with %q, then %d with %q, want one more, with \"old new \" and \"g \"",
				seed, n, before, m, after)
		}
	}
}
