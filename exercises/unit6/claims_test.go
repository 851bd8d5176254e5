package unit6

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"kernellab/exercises"
	"kernellab/testdata/support/lessontest"
)

// The tests in this file compute the claims of unit 6 once more, from the formulas alone.

func TestThreeDigits_gramMatrixByHand(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		p := newThreePoints(seed)
		lessontest.CheckGram(t, p.gram(), lessontest.OpenTask(t, Unit(), "6.1", "gram", seed),
			func(i, j int) float64 { return p.x[i] * p.x[j] })
	}
}

// TestThreePoints_openBeyondTheLimit checks that the last stage of 6.1 opens at 1.1 times the
// limit of the rate.
func TestThreePoints_openBeyondTheLimit(t *testing.T) {
	for _, seed := range lessontest.FiftySeeds() {
		p := newThreePoints(seed)
		limit := 3 / floats.Dot(p.x[:], p.x[:])
		eta := lessontest.OpenTask(t, Unit(), "6.1", "side", seed).Scene(t.Context(), exercises.Answers{"beyond": "slow"}).Controls[0]
		if eta.Name != "eta" || math.Abs(eta.Number()-1.1*limit) > 0.006*limit {
			t.Fatalf("seed %d: the stage opens with %s = %s, want eta = %g", seed, eta.Name, eta.Value, 1.1*limit)
		}
	}
}

// TestVanishes_isWhereOneMinusSigmoidIsZero finds the first whole f at which 1 − s(f) is
// 0 in floating-point arithmetic.
func TestVanishes_isWhereOneMinusSigmoidIsZero(t *testing.T) {
	minus := func(f float64) float64 { s := 1 / (1 + math.Exp(-f)); return 1 - s }
	f := vanishingScore()
	for g := range farthestScore + 1 {
		if got := minus(float64(g)) == 0; got != (g >= f) {
			t.Errorf("1 − s(%d) is 0: got %v, want %v", g, got, g >= f)
		}
	}
	if lost := 53 * math.Ln2; float64(f-1) >= lost || float64(f) <= lost {
		t.Errorf("s(−f) passes 2⁻⁵³ at %g: got 1 − s(f) = 0 from %d on, want the next whole number", lost, f)
	}
	s := lessontest.OpenTask(t, Unit(), "6.3", "digits", 1)
	table := strings.Join(s.Scene(context.Background(), exercises.Answers{"score": "40"}).Figures[0].Plot.Words(), "\n")
	if !strings.Contains(table, "1 − s(f), as it is computed: 0.") ||
		!strings.Contains(table, "4.248354255291589·10⁻¹⁸") {
		t.Errorf("f = 40: table %q, want 1 − s(f) beginning with 0. and s(−f) with 4.248354255291589·10⁻¹⁸", table)
	}
}

// TestPlusMinus_notesTheDifference checks that the notes of 6.3 give 1 − s(f), also where it is 0.
func TestPlusMinus_notesTheDifference(t *testing.T) {
	for gamma, want := range map[string]string{"": "1 − s(f) = ", "7": "1 − s(f) = 0,"} {
		scene := lessontest.OpenTask(t, Unit(), "6.3", "side", 1).Scene(t.Context(), exercises.Answers{"gamma": gamma})
		run := exercises.ExtendTo(t.Context(), scene.Run, 3)
		if notes := lessontest.Text(run.Frame(3).Notes); !strings.Contains(notes, want) {
			t.Errorf("γ = %q: got notes %q, want %q in them", gamma, notes, want)
		}
	}
}

// TestReport_hidesOtherRightFormsBeforeAcceptance checks that no report on a wrong
// answer contains a right form, for instance if a student types the question back.
func TestReport_hidesOtherRightFormsBeforeAcceptance(t *testing.T) {
	for id, l := range Unit().Lessons {
		e := lessontest.Open(t, l, id, 3)
		for _, s := range e.Tasks {
			in := s.Info()
			tries := map[string]exercises.Answers{
				"slope":  {"slope": "e^(-u)/(1+e^(-u))^2"},
				"cancel": {"outer": "y/s-(1-y)/(1-s)", "product": "(y/s-(1-y)/(1-s)) s (1-s)"},
				"plus":   {"plus": "1-s(f)"},
			}
			all := []exercises.Answers{tries[in.Name]}
			for _, m := range in.Misconceptions {
				all = append(all, m.Example)
			}
			for _, a := range all {
				if r := s.Check(context.Background(), a); !r.Accepted && strings.Contains(allTexts(r), "right form") {
					t.Errorf("%s %s: Check(%v) says %q, want no other right form before it is accepted", id, in.Name,
						a, allTexts(r))
				}
			}
		}
	}
}

// allTexts returns all texts of a report except its advice.
func allTexts(r exercises.Report) string {
	out := r.Headline + "\n" + lessontest.Text(r.Fact)
	for _, f := range r.Fields {
		out += "\n" + f.Message
	}
	return out
}
