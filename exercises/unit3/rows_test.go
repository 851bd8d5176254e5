package unit3

import (
	"context"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/testdata/support/lessontest"
)

func TestRows_gramMatrixByHand(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		s := newSmallPoints(seed)
		lessontest.CheckGram(t, s.gram(), lessontest.OpenTask(t, Unit(), "3.3", "gram", seed), func(i, j int) float64 {
			v := s[i][0]*s[j][0] + s[i][1]*s[j][1] + 1
			return v * v
		})
	}
}

// TestRows_areOfTwoPoints checks that the points of 3.3 differ, and that the kernel is
// shown once it is found.
func TestRows_areOfTwoPoints(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		question := lessontest.OpenTask(t, Unit(), "3.3", "yours", seed).Info().Question.String()
		x, rest, _ := strings.Cut(strings.TrimPrefix(question, "For x = "), " and z = ")
		if z, _, found := strings.Cut(rest, ":"); !found || x == z {
			t.Errorf("seed %d: got %q, want two different points x and z", seed, question)
		}
	}
	both := lessontest.OpenTask(t, Unit(), "3.3", "both", 1)
	for name, shows := range map[string]string{"inner": "φ(x)·φ(z) = ", "kernel": "(xᵀz + 1)² = "} {
		notes := both.Scene(context.Background(), exercises.Answers{name: both.Info().Reference[name]}).Notes
		if len(notes) != 1 || !strings.HasPrefix(notes[0].String(), shows) {
			t.Errorf("with %s alone: got the notes %v, want one that begins with %q", name, notes, shows)
		}
	}
}
