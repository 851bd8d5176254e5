package lessons

import (
	"math"
	"testing"
)

func TestTrialTellsTheFormulaFromItsSlips(t *testing.T) {
	for _, seed := range fifty() {
		tr := newTrial(drawHalves(seed))
		for _, text := range []string{"s(sum(j, a_j k_j))", "s(aᵀk)"} {
			if v, ok := tr.value(t.Context(), text); !ok || math.Abs(v-tr.truth) > 1e-12 {
				t.Errorf("seed %d: %s gives %v, %v; the primal machine %v", seed, text, v, ok, tr.truth)
			}
		}
		for _, text := range []string{"sum(j, a_j k_j)", "s(sum(j, a_j y_j k_j))", "sum(j, s(a_j k_j))", "s(-sum(j, a_j k_j))"} {
			if v, ok := tr.value(t.Context(), text); !ok || math.Abs(v-tr.truth) < 1e-4 {
				t.Errorf("seed %d: %s gives %v, %v, as the primal machine does", seed, text, v, ok)
			}
		}
		if _, ok := tr.value(t.Context(), "(("); ok {
			t.Error("(( has a value")
		}
	}
}
