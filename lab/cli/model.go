package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"kernellab/ascii"
	"kernellab/exercises/dataset"
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

// defaultUpdates is the default limit on the updates of an SVM.
const defaultUpdates = 10_000_000

// modelFlags are the flags of the model and its data. The commands solve and plot
// share them.
type modelFlags struct {
	data       string
	label      string
	positive   string
	scale      bool
	predict    string
	folds      int // of cross-validation, 0 for none
	model      string
	kernel     kernels.Kernel[[]float64]
	c          float64
	pair       solvers.PairRule
	lambda     float64
	step       float64
	iterations int
	epochs     int
	tol        float64
	cacheMB    int
	seed       uint64

	hasFlag  func(flag string) bool // reports whether a flag was on the command line
	progress func(words string)     // shows progress; may be nil
}

// add adds the flags to a command.
func (f *modelFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	f.hasFlag = flags.Changed
	flags.StringVar(&f.data, "data", "", "points with labels, CSV or LIBSVM; a hyphen means standard input")
	flags.StringVar(&f.label, "label", "", "the column of the labels, by name or by number from 1")
	flags.StringVar(&f.positive, "positive", "", "the class that becomes +1, against all others")
	flags.BoolVar(&f.scale, "scale", false,
		"map each column of the training file to [-1, 1], as svm-scale does, and the file to predict by the same factors")
	flags.StringVar(&f.predict, "predict", "",
		"also predict at the points of this file, and compare if it has labels; a hyphen means standard input")
	flags.IntVar(&f.folds, "cv", 0,
		"choose sigma and C (or lambda) around the given ones by cross-validation with this number of folds (svm, ridge, logistic)")
	flags.StringVar(&f.model, "model", "", "one of "+strings.Join(modelNames(), ", "))
	flags.Func("kernel",
		`kernel: linear, "poly(degree=2,c=1)", "rbf(sigma=1)", sums, products, multiples, "expr('exp(-dist)')"`,
		f.setKernel)
	flags.Float64Var(&f.c, "C", 10, "penalty of the soft margin, inf for the hard margin (svm)")
	flags.Func("pair", "solve step by step with this pair rule (svm): "+strings.Join(pairRules(), ", "), f.setPair)
	flags.Float64Var(&f.lambda, "lambda", 0.1, "penalty on the weights (ridge, and logistic if you give it)")
	flags.Float64Var(&f.step, "step", 0.1, "step size (logistic, least-squares)")
	flags.IntVar(&f.iterations, "iterations", 50,
		"maximum number of updates (svm, by default 10000000), or number of gradient steps (logistic, least-squares)")
	flags.IntVar(&f.epochs, "epochs", 1000, "maximum number of passes through the data (perceptron)")
	flags.Float64Var(&f.tol, "tol", 1e-3,
		"largest violation of the KKT conditions (svm), or length of the gradient after the last step (logistic, least-squares), that counts as converged")
	flags.IntVar(&f.cacheMB, "cache", 256,
		"memory in megabytes for the Gram matrix; a larger matrix is computed row by row as needed")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the draws of --pair random (svm), and of the folds of --cv")
	registerCompletion(cmd, "model", modelNames()...)
	registerCompletion(cmd, "kernel", "linear", "poly(degree=2,c=1)", "rbf(sigma=1)", "expr('exp(-dist)')")
	registerCompletion(cmd, "pair", pairRules()...)
	_ = cmd.RegisterFlagCompletionFunc("data",
		cobra.FixedCompletions(dataset.Names(), cobra.ShellCompDirectiveDefault)) // or a file
}

// setKernel parses --kernel. The error shows the text with a caret.
func (f *modelFlags) setKernel(s string) (err error) {
	f.kernel, err = kernels.Parse(s)
	var parseErr *kernels.ParseError
	if errors.As(err, &parseErr) {
		withoutHint := *parseErr
		withoutHint.Hint = ""
		return usagef(parseErr.Hint, "--kernel: %v", &withoutHint)
	}
	return err
}

func (f *modelFlags) setPair(s string) (err error) {
	f.pair, err = solvers.ParsePairRule(s)
	if err != nil {
		return usagef("--pair takes "+strings.Join(pairRules(), ", "), "--pair %s: there is no such rule", s)
	}
	return nil
}

func pairRules() []string {
	var names []string
	for _, r := range solvers.PairRules() {
		names = append(names, r.String())
	}
	return names
}

// check returns an error if a flag is missing, out of range, or not used by the model.
func (f *modelFlags) check() error {
	models := "--model takes " + strings.Join(modelNames(), ", ")
	switch {
	case f.data == "":
		return usagef("write --data points.csv, or --data - for standard input", "--data is missing")
	case f.model == "":
		return usagef(models, "--model is missing")
	case !slices.Contains(modelNames(), f.model):
		return usagef(models, "--model %s: there is no such model", f.model)
	case f.kernel == nil:
		return usagef(`write --kernel linear, or --kernel "rbf(sigma=1)"`, "--kernel is missing")
	}
	if err := f.checkRanges(); err != nil {
		return err
	}
	if f.data == stdinName && f.predict == stdinName {
		return usagef("put one of them in a file", "--data and --predict cannot both read standard input")
	}
	if err := f.checkUse(); err != nil || !f.hasFlag("cv") {
		return err
	}
	return f.checkFolds()
}

// checkRanges returns an error if a number is out of range for every model.
func (f *modelFlags) checkRanges() error {
	isPositive := func(v float64) bool { return v > 0 && !math.IsInf(v, 1) }
	switch {
	case !(f.c > 0):
		return usagef("write --C 10, or --C inf for the hard margin", "--C %g: it must be greater than 0", f.c)
	case f.lambda != 0 && !isPositive(f.lambda):
		return usagef("write --lambda 0.1", "--lambda %g: it must be 0 or more, and finite", f.lambda)
	case !isPositive(f.step):
		return usagef("write --step 0.1", "--step %g: it must be greater than 0, and finite", f.step)
	case !isPositive(f.tol):
		return usagef("write --tol 1e-3", "--tol %g: it must be greater than 0, and finite", f.tol)
	case f.iterations < 1:
		return usagef("leave it out, or write a larger number", "--iterations %d: it must be 1 or more", f.iterations)
	case f.epochs < 1:
		return usagef("write --epochs 1000", "--epochs %d: it must be 1 or more", f.epochs)
	case f.cacheMB < 1:
		return usagef("write --cache 256", "--cache %d: it must be 1 or more", f.cacheMB)
	}
	return nil
}

// checkUse returns an error if a flag is given that the model does not use.
func (f *modelFlags) checkUse() error {
	uses := []struct {
		flag   string
		models []string
	}{
		{"C", []string{modelSVM}},
		{"pair", []string{modelSVM}},
		{"lambda", []string{modelRidge, modelLogistic}},
		{"step", []string{modelLogistic, modelLeastSquares}},
		{"iterations", []string{modelSVM, modelLogistic, modelLeastSquares}},
		{"epochs", []string{modelPerceptron}},
		{"cv", []string{modelSVM, modelRidge, modelLogistic}},
		{"tol", []string{modelSVM, modelLogistic, modelLeastSquares}},
	}
	for _, use := range uses {
		if f.hasFlag(use.flag) && !slices.Contains(use.models, f.model) {
			return usagef("leave it out, or use --model "+strings.Join(use.models, " or "),
				"--%s has no meaning for --model %s", use.flag, f.model)
		}
	}
	if f.hasFlag("seed") && !f.hasFlag("cv") && !(f.hasFlag("pair") && f.pair == solvers.Random) {
		return usagef("leave it out, or add --model svm --pair random, or --cv 5",
			"--seed is given, but nothing is drawn at random")
	}
	return nil
}

// penalty returns λ. Logistic regression has no penalty unless --lambda is given.
func (f *modelFlags) penalty() float64 {
	if f.model == modelLogistic && !f.hasFlag("lambda") {
		return 0
	}
	return f.lambda
}

// updates returns the limit on the updates of an SVM.
func (f *modelFlags) updates() int {
	if f.hasFlag("iterations") {
		return f.iterations
	}
	return defaultUpdates
}

// run chooses the parameters by cross-validation if the flags ask for it, fits the model, and
// evaluates it at the points to predict. It shows progress and warnings on w.
func (f *modelFlags) run(ctx context.Context, w io.Writer, in inputs, rec recorder) (*fittedModel, error) {
	show, clearLine := progressOn(w)
	var lastShown time.Time
	if show != nil {
		f.progress = func(words string) { // also called by work that was abandoned
			if ctx.Err() == nil && time.Since(lastShown) > time.Second/10 {
				lastShown = time.Now()
				show(words)
			}
		}
	}
	chosenFlags, validation := f, (*crossValidation)(nil)
	n := in.train.Len()
	if gramMB := n * n * 8 >> 20; (f.model == modelLogistic || f.model == modelLeastSquares) && gramMB > f.cacheMB {
		fmt.Fprintf(w, "The Gram matrix of %d points takes %d MB. Each step computes it again unless --cache allows it.\n",
			n, gramMB)
	}
	if f.folds > 0 {
		var err error
		if validation, err = crossValidate(ctx, f, in.train); err != nil {
			clearLine()
			return nil, err
		}
		chosenFlags = f.withCandidate(validation.Chosen)
	}
	m, err := fit(ctx, chosenFlags, in.train, rec)
	clearLine()
	if err != nil {
		return nil, err
	}
	m.inputs, m.validation, m.gram = in, validation, kindOfGram(m.kernel, in.train.Points())
	warnUnlessPSD(w, m)
	if m.gram != usefulGram {
		fmt.Fprintln(w, "warning:", m.gram.words())
	}
	if in.test != nil && m.status != solvers.Interrupted { // an unfinished model predicts nothing of use
		m.decision, err = m.evaluate(ctx, in.test.Points())
	}
	return m, err
}

// evaluate returns f at the points.
func (m *fittedModel) evaluate(ctx context.Context, points [][]float64) ([]float64, error) {
	f := make([]float64, len(points))
	e := m.expansion()
	for i, x := range points {
		if ctx.Err() != nil {
			return nil, failf("", "interrupted while predicting")
		}
		f[i] = e.Eval(x)
	}
	return f, nil
}

// className returns the class that f predicts. If f is 0 or undefined, it is empty.
func (m *fittedModel) className(f float64) string {
	negative, positive := m.set.Classes()
	switch {
	case f > 0:
		return positive
	case f < 0:
		return negative
	}
	return ""
}

// pointsToPredict returns the points to predict for a picture, and describes them. If they have no
// labels, it gives them the labels that the model predicts.
func (m *fittedModel) pointsToPredict() (test *dataset.Set, text string) {
	test = m.inputs.test
	text = fmt.Sprintf("%s: %s to predict", test.Name(), ascii.Count(test.Len(), "point"))
	switch {
	case !test.Labelled():
		labels := slices.Clone(m.decision)
		for i, f := range labels {
			if !isRegression(m.model) {
				labels[i] = math.Copysign(1, f)
			}
		}
		test = test.WithLabels(labels)
	case isRegression(m.model):
		text += m.errorWords(test, m.decision)
	default:
		text += m.errorWords(test, m.decision) + "\n" + confusionTable(m.confusion())
	}
	return test, text
}

// confusionEntry counts the points of the class Actual for which the model predicts the class
// Predicted.
type confusionEntry struct {
	Actual    string `json:"actual"`
	Predicted string `json:"predicted"` // empty if f is 0
	Count     int    `json:"count"`
}

// confusion returns the entries of the confusion matrix, row by row. Points with f = 0 have a
// column of their own if there are any.
func (m *fittedModel) confusion() []confusionEntry {
	columns := []string{m.className(-1), m.className(1)}
	if slices.ContainsFunc(m.decision, func(f float64) bool { return m.className(f) == "" }) {
		columns = append(columns, "")
	}
	var out []confusionEntry
	for _, actual := range []float64{-1, 1} {
		for _, predicted := range columns {
			n := 0
			for i, f := range m.decision {
				if m.inputs.test.Label(i) == actual && m.className(f) == predicted {
					n++
				}
			}
			out = append(out, confusionEntry{m.className(actual), predicted, n})
		}
	}
	return out
}

// confusionTable returns the confusion matrix as lines of text, with aligned columns.
func confusionTable(entries []confusionEntry) string {
	columns := len(entries) / 2
	head, rows := "actual \\ predicted\t", ""
	for i, e := range entries {
		if i < columns {
			head += cmp.Or(e.Predicted, "f = 0") + "\t"
		}
		if i%columns == 0 {
			rows += "\n" + e.Actual + "\t"
		}
		rows += fmt.Sprint(e.Count) + "\t"
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, head+rows)
	w.Flush()
	return b.String()
}

// scaleWords returns the range of each column before scaling.
func scaleWords(scales []dataset.Scale) string {
	var words []string
	for _, c := range scales {
		text := fmt.Sprintf("%s from %s to %s", c.Column, ascii.FormatValue(c.Min), ascii.FormatValue(c.Max))
		if c.Min == c.Max {
			text = c.Column + " is constant and becomes 0"
		}
		words = append(words, text)
	}
	return firstSix(words)
}
