package sandbox

import (
	"context"
	"errors"
	"fmt"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/bench"
	"kernellab/exercises/runfile"
	"kernellab/exercises/stage"
)

// errSettings reports a run file with settings that the sandbox does not offer.
var errSettings = errors.New("the sandbox has no controls for these settings of the solver, or not for so many points")

// Answers returns the answers with which the sandbox shows the run of a file, if its points
// are the student's own data, and the root of that run.
func Answers(ctx context.Context, f runfile.File) (a exercises.Answers, root string, err error) {
	kind, _ := anatomy.OwnKind(f.Solver)
	a = exercises.Answers{"data": "own", "solver": kind.Name, "kernel": "typed", bench.TypedField: fmt.Sprint(f.Kernel)}
	for _, p := range kind.Parameters {
		a[p.Name] = p.Text(f.Solver)
		a[bench.Recorded+p.Name] = a[p.Name]
	}
	a["passes"], a["visits"] = a["max-epochs"], "mistake"
	if a["every-visit"] == "true" {
		a["visits"] = "visit"
	}
	run, err := stage.Start(stage.Model{Set: f.Set, Kernel: f.Kernel, Pair: f.Pair}, f.Solver)
	if err != nil {
		return nil, "", err
	}
	ex, err := Open(exercises.Options{Data: f.Set})
	if err != nil {
		return nil, "", err
	}
	shown := ex.Tasks[0].Scene(ctx, a).Run
	if b := exercises.AbilitiesOf(shown).Branching; shown == nil || b == nil || b.Root() != run.Root() {
		return nil, "", errSettings
	}
	return a, run.Root(), nil
}
