package unit1

import (
	"context"
	"math"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
	"kernellab/testdata/support/check"
)

// TestFitted_isAsTheTextSays checks 1.1 for each draw. On the noisy set, more features make fewer
// errors on the training points and more on new points. On the curved set they make fewer errors on
// both, even if the degree is high.
func TestFitted_isAsTheTextSays(t *testing.T) {
	for _, draw := range noiseSeeds() {
		noisy := fitDegrees(noisySplit(draw), 1, 3, 5)
		line, three, five := noisy[0], noisy[1], noisy[2]
		if three.trainError >= line.trainError || five.trainError > line.trainError/2 {
			t.Errorf("draw %d: training errors %v, %v, %v, want degree 3 below the line, and degree 5 at most half of it",
				draw, line.trainError, three.trainError, five.trainError)
		}
		if three.freshError < line.freshError+0.03 || five.freshError < line.freshError+0.06 {
			t.Errorf("draw %d: errors on new points %v, %v, %v, want degrees 3 and 5 clearly above the line", draw,
				line.freshError, three.freshError, five.freshError)
		}
		curved := fitDegrees(curvedSplit(draw), 1, 2, 3, 4, 5, 6, 7)
		if curved[0].trainError < 0.06 || curved[2].trainError != 0 {
			t.Errorf("draw %d: training errors on the parabola %v, %v, want at least 0.06 for the line and 0 for degree 3",
				draw, curved[0].trainError, curved[2].trainError)
		}
		gain := math.Round(1000*(curved[0].freshError-curved[2].freshError)) / 1000
		for _, shown := range []trainedMachine{line, three, curved[0], curved[2]} {
			if math.Abs(gain-shown.trainError) < 1e-9 || math.Abs(gain-shown.freshError) < 1e-9 {
				t.Errorf("draw %d: the gain %v is one of the errors shown, want a number that is not shown", draw, gain)
			}
		}
		for _, c := range curved[1:] {
			if c.freshError > curved[0].freshError/2 {
				t.Errorf("draw %d: %s errs on %v of new points of the parabola, want at most half of the line's %v",
					draw, c.boundaryName, c.freshError, curved[0].freshError)
			}
		}
		for _, c := range append(noisy, curved...) {
			check.That(t, c.Status == solvers.Converged,
				"draw %d, %s, %s: got %v, want convergence", draw, c.split.name, c.boundaryName, c.Status)
		}
	}
}

// TestHandLine_judgesItsPlace checks for every draw that some values of the sliders reach the goal,
// that the initial values do not, and that every mistake is recognised.
func TestHandLine_judgesItsPlace(t *testing.T) {
	for _, draw := range noiseSeeds() {
		h := newHandLine(noisySplit(draw).train)
		check.That(t, h.mistake(180, 0) != "", "draw %d: the line starts without a mistake, want one", draw)
		for _, id := range []string{"turned-off", "turned-far", "shifted-off", "turned-round"} {
			turn, shift := h.slidersFor(id)
			r := h.check(context.Background(), exercises.Answers{"turn": turn, "move": shift})
			check.That(t, r.Misconception == id && !r.Accepted,
				"draw %d: %s, %s is %q, want %q", draw, turn, shift, r.Misconception, id)
		}
		if r := h.check(context.Background(), exercises.Answers{"turn": h.goalTurn, "move": h.goalShift}); !r.Accepted {
			t.Errorf("draw %d: best place of the line: got refused (%v), want accepted", draw, r.Fact)
		}
		for turn := 0.0; turn < 360; turn += 15 {
			here, _ := h.bestShift(turn)
			there, _ := h.bestShift(turn + 180)
			before, _ := h.bestShift(turn - 15)
			after, _ := h.bestShift(turn + 15)
			for _, shift := range []float64{-2, -0.5, 0, 1.25} {
				follows := map[string]bool{"": stage.CountErrors(h.boundaryAt(turn, shift), h.set) <= h.goal, "shifted-off": here <= h.goal,
					"turned-round": there <= h.goal, "turned-off": min(here, there) > h.goal && min(before, after) <= h.goal,
					"turned-far": min(here, there, before, after) > h.goal}
				if id := h.mistake(turn, shift); !follows[id] {
					t.Errorf("draw %d, turn %v, shift %v: got the mistake %q, want one whose advice leads to %d errors",
						draw, turn, shift, id, h.goal)
				}
			}
		}
		if r := h.check(context.Background(), nil); r.Verdict != exercises.Empty {
			t.Errorf("draw %d: untouched sliders: got %v, want empty", draw, r.Verdict)
		}
	}
}

// TestInseparableSet_acceptsOnlyProofs compares the verdicts with perceptrons. A perceptron finds a line
// for every choice of points that is called separable, and none for the reference.
func TestInseparableSet_acceptsOnlyProofs(t *testing.T) {
	for _, draw := range noiseSeeds() {
		n := newInseparableSet(draw)
		reference := lesson.PointSet(n.proofPoints...)
		few, _ := n.readPoints(reference)
		perceptronConverges := func(few []int) bool {
			s := n.set.Subset(few)
			trace := lesson.Trace(stage.TrainingData{Set: s, Kernel: kernels.Linear{}},
				solvers.Perceptron{MaxPasses: 20_000}, 60_000)
			return trace.Last().Status == solvers.Converged
		}
		check.That(t, len(few) == maxProofPoints && !perceptronConverges(few) && n.check(context.Background(), reference).Accepted,
			"draw %d: proof %s: want it accepted, of %d points and without a line that separates them", draw,
			reference, maxProofPoints)
		parted := 0
		for i := range n.set.Len() {
			some := []int{i, (i + 1) % 12, (i + 4) % 12}
			if _, ok := n.lineBetween(some); ok {
				parted++
				check.That(t, perceptronConverges(some), "draw %d: the perceptron finds no line for %v, want one", draw, some)
			}
		}
		check.That(t, parted != 0, "draw %d: got no three points that are separable, want some", draw)
		for text, id := range map[string]string{"1": "one-class", "1, 3": "one-class", "1, 2": "parted",
			"1, 2, 3, 4, 5": "many", "": ""} {
			if r := n.check(context.Background(), text); r.Accepted || r.Misconception != id {
				t.Errorf("draw %d: %q is %q, want %q", draw, text, r.Misconception, id)
			}
		}
	}
}
