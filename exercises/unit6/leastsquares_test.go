package unit6

import (
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/lessontest"
	"kernellab/testdata/support/must"
)

func TestThreePoints_stepsByHandAreTheSolvers(t *testing.T) {
	for seed := range uint64(300) {
		p := newThreePoints(seed)
		r, err := stage.Start(stage.TrainingData{Set: p.set(), Kernel: kernels.Linear{}}, solvers.LeastSquares{Eta: p.eta})
		check.Must(t, err == nil && len(r.Traces()) == 2,
			"seed %d: got %d traces, error %v, want a dual and a primal", seed, len(r.Traces()), err)
		dual := must.Value(r.Traces()[0].Extend(t.Context(), 2, nil))
		primal := must.Value(r.Traces()[1].Extend(t.Context(), 2, nil))
		truth := p.calculation().RightValues()
		first, scores, second := p.valuesOf(truth, oneStepName), p.valuesOf(truth, scoreName), p.valuesOf(truth, twoStepsName)
		for i := range p.x {
			if a := dual.At(1).Coef().At(i); !lesson.NearlyEqual(a, first[i]) {
				t.Errorf("seed %d: a%d after one step is %v by the solver, want %v (by hand)", seed, i+1, a, first[i])
			}
			if f := dual.At(1).F(i); !lesson.NearlyEqual(f, scores[i]) {
				t.Errorf("seed %d: f%d is %v by the solver, want %v (by hand)", seed, i+1, f, scores[i])
			}
			if a := dual.At(2).Coef().At(i); !lesson.NearlyEqual(a, second[i]) {
				t.Errorf("seed %d: a%d after two steps is %v by the solver, want %v (by hand)", seed, i+1, a, second[i])
			}
		}
		if w := primal.At(2).Coef().At(0); !lesson.NearlyEqual(w, p.weight(second)) {
			t.Errorf("seed %d: w is %v by the primal, want %v (by hand)", seed, w, p.weight(second))
		}
		if dual.At(2).Objective >= dual.At(0).Objective {
			t.Errorf("seed %d: loss after two steps is %v, want less than %v", seed, dual.At(2).Objective,
				dual.At(0).Objective)
		}
	}
}

func TestThreePoints_followASlip(t *testing.T) {
	p := newThreePoints(1)
	numbers := p.valuesOf(p.calculation().RightValues(), oneStepName)
	numbers[0]++
	a := exercises.Answers{}
	for i := range p.x {
		f := p.weight(numbers) * p.x[i]
		a[oneStepName(i)], a[scoreName(i)], a[twoStepsName(i)] = answer.Decimal(numbers[i]), answer.Decimal(f),
			answer.Decimal(numbers[i]+p.rate*(p.t[i]-f))
	}
	r := lessontest.OpenTask(t, Unit(), "6.1", "hand", 1).Check(t.Context(), a)
	check.That(t, !r.Accepted && r.Verdict == exercises.NotEqual && strings.Contains(r.Fact[0].String(), "a₁′"),
		"slip in a₁′: got %s %v, want a₁′ called not equal", r.FirstLine(), r.Fact)
	for i := range p.x {
		for _, name := range []string{scoreName(i), twoStepsName(i)} {
			if f := r.Fields[name]; f.Verdict != exercises.Close && f.Verdict != exercises.Equal {
				t.Errorf("%s follows from the slip: got verdict %s, want close or equal", name, f.Verdict.Words())
			}
		}
	}
	if f := r.Fields[oneStepName(1)]; f.Verdict != exercises.Equal || f.Message != "" {
		t.Errorf("a₂′ is right: got %v, want equal and no message", f)
	}
}
