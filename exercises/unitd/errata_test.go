package unitd

import (
	"strings"
	"testing"

	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
	"kernellab/testdata/support/lessontest"
)

// The former fifth card of D.3 asked at which g a run stalls: at 0.913 on the nine
// points.
func TestErrata_formerCardStalls(t *testing.T) {
	for seed, want := range []string{"0.9128", "0.6113"} {
		parts := errata(worksheets.LessonInput{Seed: uint64(seed)})
		if got := parts.Vars.Text("stallG"); !answer.RoundedJudge(want, 4)(t.Context(), got).Accepted {
			t.Errorf("seed %d: got g = %s, want %s", seed, got, want)
		}
	}
}

// TestRefutation_checksCounterexamples checks that a counterexample has to satisfy the
// conditions and violate the claim strictly.
func TestRefutation_checksCounterexamples(t *testing.T) {
	square := func(v []float64) (left, right float64) { return v[0] * v[0], 9 }
	task := refutation{field: "f", letters: []string{"a"}, names: [2]string{"a²", "9"}, sides: square, isInequality: true,
		conditions: []formula{{"a ≥ 1", func(v []float64) float64 { return v[0] }}}}
	for typed, says := range map[string]string{"4": "", "7/2": "", "3": "that refute", "2": "that refute", "-5": "is needed"} {
		if r := task.check(t.Context(), typed); r.Accepted != (says == "") ||
			!strings.Contains(lessontest.Text(r.Fact), says) {
			t.Errorf("check(%s): got accepted %v, %q, want %v and %q", typed, r.Accepted, lessontest.Text(r.Fact),
				says == "", says)
		}
	}
}
