package svm

import (
	"kernellab/exercises/bench"
	"kernellab/exercises/worksheets"
)

// watch is 7.7: SMO followed from α = 0 to the optimum, its moves foreseen.
func watch(b worksheets.Brief) (worksheets.Parts, error) {
	state, err := newNextPair(b.Seed)
	if err != nil {
		return worksheets.Parts{}, err
	}
	result, err := newResult(b.Seed)
	if err != nil {
		return worksheets.Parts{}, err
	}
	scene, err := watchBench().Scene(bench.Brought{Own: b.Data})
	if err != nil {
		return worksheets.Parts{}, err
	}
	return worksheets.Parts{
		Steps: map[string]worksheets.Behaviour{
			"state": state.pairStep(),
			"clip":  state.clipStep(),
			"watch": {Scene: scene},
			"read":  result.step(),
		},
	}, nil
}

// watchBench is SMO on a chosen set with everything on sliders.
func watchBench() bench.Bench {
	return bench.Bench{
		Run: []string{"smo tol=0.001 seed=1"}, Data: []bench.Data{{Set: "own"}, {Set: "blobs_sep"}, {Set: "moons"}, {Set: "worksheet1d"}}, Whole: true,
		Kernels: []string{"linear", "poly", "rbf"},
		Sliders: []bench.Slider{{Name: "C", At: "10"}, {Name: "rule", Words: []string{"max-violation", "second-order", "max-error", "random"}}},
	}
}
