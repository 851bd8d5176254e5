package dual

import (
	"kernellab/exercises"
	"kernellab/exercises/bench"
	"kernellab/exercises/dataset"
	"kernellab/exercises/worksheets"
)

// sideBySide is gradient descent on w and on a in lockstep, with η on a slider
// that reaches to both sides of n/λ_max.
func (p threePoints) sideBySide() bench.Bench {
	return bench.Bench{
		Run: []string{"least-squares max-steps=400 tol=1e-9"}, Data: []bench.Data{{Set: "three"}}, Kernels: []string{"linear", "quadratic"}, Beside: "primal",
		Sliders: []bench.Slider{{Name: "eta", At: exercises.FormatNumber(p.eta), From: 0.01, To: 1, Step: 0.025}},
		Notes:   []string{"primal", "stability"},
		Said: bench.Said{Field: "beyond", Words: map[string]string{
			"slow": "it settles, only more slowly", "swing": "it swings, wider each time", "away": "it goes off to one side",
		}},
	}
}

// watchPrimal is logistic regression on a with the primal beside it.
func watchPrimal() bench.Bench {
	return bench.Bench{
		Run: []string{"logistic max-steps=400 tol=1e-9"}, Data: []bench.Data{{Set: "moons"}, {Set: "blobs_overlap"}, {Set: "circles"}},
		Kernels: []string{"poly(degree=2,c=1)", "linear", "poly(degree=3,c=1)"}, Kernel: "poly(degree=2,c=1)",
		Sliders: []bench.Slider{{Name: "gamma"}}, Beside: "primal", Notes: []string{"primal", "safe", "first"},
	}
}

// watchForms is logistic regression in both forms at once.
func watchForms() bench.Bench {
	return bench.Bench{
		Run: []string{"logistic form=plus-minus max-steps=400 tol=1e-9"}, Data: []bench.Data{{Set: "moons"}, {Set: "circles"}, {Set: "blobs_overlap"}},
		Kernels: []string{"rbf(sigma=0.5)", "poly(degree=2,c=1)", "linear"}, Kernel: "rbf(sigma=0.5)",
		Sliders: []bench.Slider{{Name: "gamma"}}, Beside: "form", Notes: []string{"forms", "safe", "pushed"},
	}
}

// trainStage is training step by step, on moons, circles or the student's own
// points.
func trainStage() bench.Bench {
	return bench.Bench{
		Run: []string{"logistic"}, Data: []bench.Data{{Set: "own"}, {Set: "moons"}, {Set: "circles"}}, Kernel: "rbf",
		Sliders: []bench.Slider{{Name: "share"}}, Notes: []string{"said", "zeros"},
		Said: bench.Said{Field: "zeros", Words: map[string]string{
			"most": "most a are 0, those far from the boundary", "half": "about half of the a are 0", "none": "none of the a is 0",
		}},
	}
}

// watchMistakes is the run of the perceptron that was foretold; the student's
// own points stand first.
func watchMistakes() bench.Bench {
	return bench.Bench{
		Run: []string{"perceptron every-visit=few"}, Names: "watch", Notes: []string{"circle"},
		Data: []bench.Data{{Set: "own"}, {Set: "xor4", Label: "the four points"}, {Set: "circles"}, {Set: "moons"}},
	}
}

// endless begins with points that the kernel cannot separate.
func endless() bench.Bench {
	return bench.Bench{
		Run: []string{"perceptron every-visit=few"}, Names: "end", Notes: []string{"said", "circle"},
		Data: []bench.Data{{Set: "xor4", Label: "the four points"}, {Set: "blobs_overlap"}, {Set: "own"}}, Kernel: "linear",
		Sliders: []bench.Slider{{Name: "passes", At: "20", From: 5, To: 200}},
		Said: bench.Said{Field: "forever", Words: map[string]string{
			"stops": "it stops, with the fewest mistakes possible", "zero": "it stops with no mistake", "never": "it never stops",
		}},
	}
}

// on puts a bench on the stage, with the sets that the exercise has drawn.
func on(b bench.Bench, own exercises.Data, sets map[string]*dataset.Set) worksheets.Behaviour {
	scene, err := b.Scene(bench.Brought{Own: own, Sets: sets})
	if err != nil {
		panic("dual: " + err.Error())
	}
	return worksheets.Behaviour{Scene: scene}
}
