package unit3

import (
	"context"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/testdata/support/lessontest"
)

func TestGramMatrixByHand(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		s := newSmallPoints(seed)
		lessontest.CheckGram(t, s.gram(), opened(t, "3.3", "gram", seed), func(i, j int) float64 {
			v := s[i][0]*s[j][0] + s[i][1]*s[j][1] + 1
			return v * v
		})
	}
}

// The two points of 3.3 that are the student's own are two, and the kernel beside φ is
// worked out once the kernel is found.
func TestRowsAreOfTwoPoints(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		question := opened(t, "3.3", "yours", seed).Info().Question.String()
		x, rest, _ := strings.Cut(strings.TrimPrefix(question, "For x = "), " and z = ")
		if z, _, found := strings.Cut(rest, ":"); !found || x == z {
			t.Errorf("seed %d: x and z of %q", seed, question)
		}
	}
	both := opened(t, "3.3", "both", 1)
	for name, shows := range map[string]string{"inner": "φ(x)·φ(z) = ", "kernel": "(xᵀz + 1)² = "} {
		notes := both.Scene(context.Background(), exercises.Answers{name: both.Info().Reference[name]}).Notes
		if len(notes) != 1 || !strings.HasPrefix(notes[0].String(), shows) {
			t.Errorf("with %s alone the notes are %v", name, notes)
		}
	}
}
