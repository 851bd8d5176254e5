package lessons

import (
	"context"
	"strconv"

	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// softMargin is 7.2: how many points of two clouds are support vectors at two
// places of the slider of C, which its worksheet draws.
func softMargin(worksheets.Brief) (worksheets.Parts, error) {
	m := stage.Model{Set: dataset.MustBuiltin("blobs_overlap"), Kernel: kernels.Linear{}}
	many, _, err := supports(m, 0.01)
	if err != nil {
		return worksheets.Parts{}, err
	}
	few, bound, err := supports(m, 10)
	return worksheets.Parts{Vars: map[string]string{
		"n": strconv.Itoa(m.Set.Len()), "many": strconv.Itoa(many), "few": strconv.Itoa(few), "bound": strconv.Itoa(bound),
	}}, err
}

// supports counts the support vectors of a solved machine, and those of them
// that are at the bound.
func supports(m stage.Model, c float64) (all, bound int, err error) {
	gram, err := m.Gram()
	if err != nil {
		return 0, 0, err
	}
	s, err := solvers.SolveSVM(context.Background(), gram, m.Labels(), solvers.Options{C: c})
	for _, a := range s.Alpha {
		if a > 0 {
			all++
		}
		if a == c {
			bound++
		}
	}
	return all, bound, err
}
