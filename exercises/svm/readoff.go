package svm

import (
	"context"
	"fmt"
	"strconv"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// result is a solved problem whose support vectors the student counts.
type result struct {
	run       stage.Run
	n         int
	sv, bound int
	c         float64
}

// newResult solves two moons with an RBF kernel, drawn until some support
// vectors are free, some are at the bound and some points are neither.
func newResult(seed uint64) (result, error) {
	const c = 1.0
	for try := seed; ; try += 1 << 32 {
		set := dataset.Moons(24, 0.25, try)
		run, err := stage.Start(stage.Model{Set: set, Kernel: kernels.RBF{Sigma: 0.7}}, solvers.SMO{C: c, Tol: 1e-6})
		if err != nil {
			return result{}, err
		}
		done, err := run.Extend(context.Background(), 2000, exercises.Break{})
		if err != nil {
			return result{}, err
		}
		r := result{run: done.(stage.Run), n: set.Len(), c: c}
		last := r.run.Trace().Last()
		for _, a := range last.Coef().All() {
			if a > 0 {
				r.sv++
			}
			if a == c {
				r.bound++
			}
		}
		if last.Status == solvers.Converged && r.bound > 0 && r.sv > r.bound && r.sv < r.n {
			return r, nil
		}
	}
}

func (r result) step() worksheets.Behaviour {
	counts := func(sv, bound int) exercises.Answers {
		return exercises.Answers{"sv": strconv.Itoa(sv), "bound": strconv.Itoa(bound)}
	}
	blanks := []answer.Blank{
		{Name: "sv", Label: "support vectors", Judge: answer.Exactly(float64(r.sv))},
		{Name: "bound", Label: "at the bound", Judge: answer.Exactly(float64(r.bound))},
	}
	return worksheets.Behaviour{
		Scene: func(context.Context, exercises.Answers) exercises.Scene { return exercises.Scene{Run: r.run} },
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			return answer.JudgeForm(ctx, a, blanks)
		},
		Same: answer.SameText(answer.Scope{}),
		Vars: map[string]string{
			"sv": strconv.Itoa(r.sv), "bound": strconv.Itoa(r.bound), "readC": answer.Shown(r.c),
			"readIntro": fmt.Sprintf("These are %d points of two moons, with the RBF kernel, σ = 0.7 and C = %s.", r.n, answer.Shown(r.c)),
		},
		Reference: counts(r.sv, r.bound),
		Examples:  map[string]exercises.Answers{"free-only": counts(r.sv-r.bound, r.bound), "all-points": counts(r.n, r.bound)},
	}
}
