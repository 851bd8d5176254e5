package solvers

// Solver is an algorithm that can be walked. It is deterministic and keeps no
// state: the same problem and step give the same next step, whichever came
// between.
type Solver interface {
	// Name is a machine name: "smo", "perceptron" …
	Name() string
	// Start returns step 0. It reports problems the solver cannot take.
	Start(p *Problem) (Step, error)
	// Next returns the step after s. A step that is done is returned as it is.
	Next(p *Problem, s Step) (Step, error)
}
