package solvers

import "fmt"

// LabelError says that a label is none that the solver can use.
type LabelError struct {
	Index int // from 0
	Value float64
	Want  string // "−1 or +1"
}

func (e *LabelError) Error() string {
	return fmt.Sprintf("solvers: label %d is %g, want %s", e.Index+1, e.Value, e.Want)
}

// OneClassError says that all points carry the same label, so that there is
// nothing to separate.
type OneClassError struct {
	N     int
	Label float64
}

func (e *OneClassError) Error() string {
	if e.N == 1 {
		return "solvers: one point only: a classifier needs at least two, one of each class"
	}
	return fmt.Sprintf("solvers: all %d labels are %+g: a classifier needs points of both classes", e.N, e.Label)
}

// ParamError says that a parameter of a solver is out of range.
type ParamError struct {
	Name  string
	Value float64
	Want  string
}

func (e *ParamError) Error() string {
	return fmt.Sprintf("solvers: %s = %g, want %s", e.Name, e.Value, e.Want)
}

// FormError says that a solver does not exist in the form of the problem.
type FormError struct {
	Solver string
	Need   string // "a Gram matrix"
}

func (e *FormError) Error() string {
	return fmt.Sprintf("solvers: %s needs %s", e.Solver, e.Need)
}

// ConditionError says that a linear system is singular to working precision;
// what comes with it is the least-norm answer.
type ConditionError struct {
	Cond float64 // condition number, +Inf where the matrix is exactly singular
	Rank int
	N    int
}

func (e *ConditionError) Error() string {
	return fmt.Sprintf("solvers: the matrix has rank %d of %d (condition number %.3g); this is the least-norm answer, and any λ > 0 makes it unique", e.Rank, e.N, e.Cond)
}
