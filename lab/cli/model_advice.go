package cli

import (
	"fmt"

	"kernellab/solvers"
)

// advice says what to try where a fit did not converge. g may be nil for an
// svm, about which it has nothing to say.
func advice(f *modelFlags, status solvers.Status, g solvers.Gram) string {
	switch status {
	case solvers.Unbounded:
		return "--C 10 gives an answer, and so may another kernel"
	case solvers.Stuck:
		return "--pair second-order or --pair max-error goes on from here"
	case solvers.Singular:
		if f.lambda > 0 {
			return "a larger --lambda makes the answer unique, and scaled columns may"
		}
		return "--lambda 0.1 makes the answer unique"
	case solvers.Diverged:
		return shorter(f, g)
	case solvers.IterationLimit:
		return limitAdvice(f, g)
	}
	return ""
}

// spectrumLimit is the number of points up to which a Gram matrix's largest
// eigenvalue is worth its time for a sentence.
const spectrumLimit = 1500

// safeStep is the largest step size that cannot diverge.
func safeStep(f *modelFlags, g solvers.Gram) float64 {
	if f.model == modelLogistic {
		return solvers.Logistic{Lambda: f.penalty()}.SafeStep(g)
	}
	return solvers.EtaMax(g)
}

func limitAdvice(f *modelFlags, g solvers.Gram) string {
	switch f.model {
	case modelPerceptron:
		return "raise --epochs, or use a kernel that separates the classes; where none does, it never ends"
	case modelSVM:
		return "raise --iterations or --tol, lower --C, or scale the columns"
	}
	if g.Len() > spectrumLimit {
		return "raise --iterations, --step or --tol; where the loss rises lower --step"
	}
	if f.step >= safeStep(f, g) {
		return shorter(f, g) + "; then raise --iterations or --tol"
	}
	return fmt.Sprintf("raise --iterations or --tol; steps below %.3g are safe here", safeStep(f, g))
}

// shorter says which step size is short enough.
func shorter(f *modelFlags, g solvers.Gram) string {
	if g.Len() > spectrumLimit {
		return "a smaller --step works"
	}
	return fmt.Sprintf("--step below %.3g is safe here", safeStep(f, g))
}
