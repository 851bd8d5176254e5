package lessons

import (
	"context"
	"math"
	"strconv"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/testdata/support/lessontest"
)

// A Gram matrix that is filled in is that of the kernel, each slip stands out in it,
// and the picture beside it is what is typed.
func TestGramMatricesByHand(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		p, s := newThreePoints(seed), newSmallPoints(seed)
		for id, c := range map[string]struct {
			task gramTask
			k    func(i, j int) float64
		}{
			"6.1": {p.gram(), func(i, j int) float64 { return p.x[i] * p.x[j] }},
			"3.3": {s.gram(), func(i, j int) float64 { v := s[i][0]*s[j][0] + s[i][1]*s[j][1] + 1; return v * v }},
		} {
			if !c.task.toldApart() {
				t.Errorf("%s, seed %d: a slip cannot be told", id, seed)
			}
			if a, b, c := c.task.points[0], c.task.points[1], c.task.points[2]; a == b || b == c || c == a {
				t.Errorf("%s, seed %d: two of the points are one, %s, %s, %s", id, seed, a, b, c)
			}
			step := step(t, id, "gram", seed)
			reference := step.Info().Reference
			for i := range c.task.points {
				for j := range c.task.points {
					if v, err := strconv.ParseFloat(reference[gramName(i, j)], 64); err != nil || v != c.k(i, j) {
						t.Errorf("%s, seed %d: entry (%d, %d) is %v, not %v", id, seed, i, j, v, c.k(i, j))
					}
				}
			}
			if r := step.Check(context.Background(), reference.With("k21", "0")); r.Accepted || r.Misconception != "" {
				t.Errorf("%s, seed %d: one 0 is called %q", id, seed, r.Misconception)
			}
		}
	}
}

func TestTheGramMatrixIsDrawnAsItIsTyped(t *testing.T) {
	s := step(t, "6.1", "gram", 1)
	heat := func(a exercises.Answers) ascii.Heatmap {
		return s.Scene(context.Background(), a).Figures[0].Plot.(ascii.Heatmap)
	}
	if words := strings.Join(heat(nil).Words(), " "); !strings.Contains(words, "all blank") || strings.Contains(words, "symmetric") {
		t.Error("before anything is typed:", words)
	}
	h := heat(exercises.Answers{"k12": "2.5", "k13": "2 +"})
	for i := range 3 {
		for j := range 3 {
			if v := h.At(i, j); (i == 0 && j == 1) != (v == 2.5) || v != 2.5 && !math.IsNaN(v) {
				t.Errorf("entry (%d, %d) is drawn as %v", i, j, v)
			}
		}
	}
}

// The two points of 3.3 that are the student's own are two, and the kernel beside φ is
// worked out once the kernel is found.
func TestRowsAreOfTwoPoints(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		question := step(t, "3.3", "yours", seed).Info().Question.String()
		x, rest, _ := strings.Cut(strings.TrimPrefix(question, "For x = "), " and z = ")
		if z, _, found := strings.Cut(rest, ":"); !found || x == z {
			t.Errorf("seed %d: x and z of %q", seed, question)
		}
	}
	both := step(t, "3.3", "both", 1)
	for name, shows := range map[string]string{"inner": "φ(x)·φ(z) = ", "kernel": "(xᵀz + 1)² = "} {
		notes := both.Scene(context.Background(), exercises.Answers{name: both.Info().Reference[name]}).Notes
		if len(notes) != 1 || !strings.HasPrefix(notes[0].String(), shows) {
			t.Errorf("with %s alone the notes are %v", name, notes)
		}
	}
}
