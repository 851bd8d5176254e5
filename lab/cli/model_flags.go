package cli

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kernellab/kernels"
	"kernellab/solvers"
)

// The models that solve and plot can fit.
const (
	modelSVM          = "svm"
	modelRidge        = "ridge"
	modelLogistic     = "logistic"
	modelLeastSquares = "least-squares"
	modelPerceptron   = "perceptron"
)

func modelNames() []string {
	return []string{modelSVM, modelRidge, modelLogistic, modelLeastSquares, modelPerceptron}
}

// defaultUpdates is the cap on the updates of an SVM.
const defaultUpdates = 10_000_000

// modelFlags are the flags that say what to fit to what; solve and plot share
// them.
type modelFlags struct {
	data       once[string]
	model      once[string]
	kernel     once[kernels.Kernel[[]float64]]
	c          once[float64]
	pair       once[solvers.PairRule]
	lambda     once[float64]
	step       once[float64]
	iterations once[int]
	epochs     once[int]
	tol        once[float64]
	cache      once[int]
	seed       once[uint64]

	progress func(solvers.Progress) // is told how far the fast path has come; nil: nobody is
}

// add defines the flags on a command.
func (f *modelFlags) add(cmd *cobra.Command) {
	addOnce(cmd, &f.data, "data", "FILE", "", "points with labels, CSV or LIBSVM; - reads standard input", "", text("data", "points.csv"))
	addOnce(cmd, &f.model, "model", "NAME", "", "one of "+strings.Join(modelNames(), ", "), "", modelName)
	addOnce(cmd, &f.kernel, "kernel", "KERNEL", "", `kernel: linear, "poly(degree=2,c=1)", "rbf(sigma=1)", sums, products, multiples, "expr('exp(-dist)')"`, nil, kernelFlag)
	addOnce(cmd, &f.c, "C", "NUMBER", "10", "penalty of the soft margin, inf for the hard margin (svm)", 10, penalty())
	addOnce(cmd, &f.pair, "pair", "RULE", "", "step by step with this pair rule (svm): "+strings.Join(pairRules(), ", "), solvers.SecondOrder, pairRule)
	addOnce(cmd, &f.lambda, "lambda", "NUMBER", "0.1", "penalty on the weights (ridge; logistic, where it is 0 if not given)", 0.1, notNegative("lambda", "0.1"))
	addOnce(cmd, &f.step, "step", "NUMBER", "0.1", "step size (logistic, least-squares)", 0.1, positive("step", "0.1"))
	addOnce(cmd, &f.iterations, "iterations", "N", "50", "full-batch steps, all of them taken (logistic, least-squares); cap on updates, 10000000 if not given (svm)", 50, count("iterations", "50", 1_000_000_000))
	addOnce(cmd, &f.epochs, "epochs", "N", "1000", "cap on passes through the data (perceptron)", 1000, count("epochs", "1000", 1_000_000_000))
	addOnce(cmd, &f.tol, "tol", "NUMBER", "1e-3", "largest violation of the KKT conditions (svm), or length of the gradient after the last step (logistic, least-squares), that counts as converged", 1e-3, positive("tol", "1e-3"))
	addOnce(cmd, &f.cache, "cache", "MB", "256", "memory in megabytes for the Gram matrix; a larger matrix is computed row by row as needed", 256, count("cache", "256", 1<<20))
	addOnce(cmd, &f.seed, "seed", "N", "1", "seed of the draws of --pair random (svm)", 1, seed())
}

func modelName(s string) (string, error) {
	if slices.Contains(modelNames(), s) {
		return s, nil
	}
	return "", usagef("--model takes "+strings.Join(modelNames(), ", "), "--model %s: there is no such model", s)
}

// kernelFlag reads --kernel; the error shows the text with a caret.
func kernelFlag(s string) (kernels.Kernel[[]float64], error) {
	k, err := kernels.Parse(s)
	var bad *kernels.ParseError
	if errors.As(err, &bad) {
		bare := *bad
		bare.Hint = ""
		return nil, usagef(bad.Hint, "--kernel: %v", &bare)
	}
	return k, err
}

func pairRules() []string {
	var names []string
	for _, r := range []solvers.PairRule{solvers.SecondOrder, solvers.MaxViolation, solvers.MaxError, solvers.MaxErrorLiteral, solvers.Random} {
		names = append(names, r.String())
	}
	return names
}

func pairRule(s string) (solvers.PairRule, error) {
	r, err := solvers.ParsePairRule(s)
	if err != nil {
		return 0, usagef("--pair takes "+strings.Join(pairRules(), ", "), "--pair %s: there is no such rule", s)
	}
	return r, nil
}

// check refuses missing flags and those that the model has no use for.
func (f *modelFlags) check() error {
	switch {
	case !f.data.isSet:
		return usagef("write --data points.csv, or --data - for standard input", "--data is missing")
	case !f.model.isSet:
		return usagef("--model takes "+strings.Join(modelNames(), ", "), "--model is missing")
	case !f.kernel.isSet:
		return usagef(`write --kernel linear, or --kernel "rbf(sigma=1)"`, "--kernel is missing")
	}
	for _, use := range []struct {
		isSet  bool
		flag   string
		models []string
	}{
		{f.c.isSet, "C", []string{modelSVM}},
		{f.pair.isSet, "pair", []string{modelSVM}},
		{f.lambda.isSet, "lambda", []string{modelRidge, modelLogistic}},
		{f.step.isSet, "step", []string{modelLogistic, modelLeastSquares}},
		{f.iterations.isSet, "iterations", []string{modelSVM, modelLogistic, modelLeastSquares}},
		{f.epochs.isSet, "epochs", []string{modelPerceptron}},
		{f.tol.isSet, "tol", []string{modelSVM, modelLogistic, modelLeastSquares}},
	} {
		if use.isSet && !slices.Contains(use.models, f.model.value) {
			return usagef("leave it out, or use --model "+strings.Join(use.models, " or "),
				"--%s means nothing to --model %s", use.flag, f.model.value)
		}
	}
	if f.seed.isSet && !(f.pair.isSet && f.pair.value == solvers.Random) {
		return usagef("leave it out, or add --model svm --pair random", "--seed is given, but nothing is drawn at random")
	}
	return nil
}

// penalty is λ; logistic regression has one where it is asked for.
func (f *modelFlags) penalty() float64 {
	if f.model.value == modelLogistic && !f.lambda.isSet {
		return 0
	}
	return f.lambda.value
}

// updates is the cap on the updates of an SVM.
func (f *modelFlags) updates() int {
	if f.iterations.isSet {
		return f.iterations.value
	}
	return defaultUpdates
}
