package solvers

// Status says how a step stands: whether another can follow and, if not, why.
type Status uint8

// The statuses. Running alone allows a next step.
const (
	Running Status = iota
	Converged
	IterationLimit // a cap was reached first
	Unbounded      // the dual grows for ever: no separating hyperplane
	Stuck          // the rule picks a pair that cannot move, for ever
	Diverged       // the loss grows beyond bounds
	Interrupted    // cancelled from outside
	Singular       // the linear system has no unique solution
)

// statuses is the table of names and sentences, by status.
var statuses = [...]struct{ name, sentence string }{
	Running:        {"running", "The next step can be taken."},
	Converged:      {"converged", "The conditions for an optimum hold to the tolerance asked for."},
	IterationLimit: {"iteration-limit", "The cap on steps was reached before the tolerance."},
	Unbounded:      {"unbounded", "The dual grows without bound: no hyperplane separates the classes. A finite C gives an answer."},
	Stuck:          {"stuck", "The rule chooses a pair that cannot move, and would choose it for ever."},
	Diverged:       {"diverged", "The loss grows instead of falling: the step size is too large."},
	Interrupted:    {"interrupted", "Stopped from outside; this is the best so far."},
	Singular:       {"singular", "The matrix is singular: this is the least-norm of many answers."},
}

// String returns the machine name: "running", "converged", "iteration-limit",
// "unbounded", "stuck", "diverged", "interrupted" or "singular".
func (s Status) String() string {
	if int(s) >= len(statuses) {
		return "unknown"
	}
	return statuses[s].name
}

// Sentence says the status to a reader.
func (s Status) Sentence() string {
	if int(s) >= len(statuses) {
		return ""
	}
	return statuses[s].sentence
}

// Words are the status as it is said in passing: "converged", "stopped at the cap
// on steps".
func (s Status) Words() string {
	if s == IterationLimit {
		return "stopped at the cap on steps"
	}
	return s.String()
}

// Done reports that no further step follows.
func (s Status) Done() bool { return s != Running }
