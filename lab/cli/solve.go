package cli

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/runfile"
	"kernellab/solvers"
)

const solveHelp = `Fit a model to labelled data and print the result.

Data are CSV with a header (any column names; the label is the last column or
the one named label, y, class or target) or LIBSVM's sparse text. Classes are
-1/+1, 0/1 or two names; ridge and least-squares take real targets. Nothing is
centred or shuffled. The name of a built-in set, such as moons, works in place of a
file.

Models:
  svm            max g = sum(a) - 1/2 sum(a a t t K), 0 <= a <= C, sum(a t) = 0
  ridge          a = (K + lambda I)^-1 y, no intercept
  logistic       a <- a + step (y' - s(K a)) with y' in 0/1, from a = 0, no intercept;
                 with --lambda a <- (1 - step lambda) a + step (y' - s(K a)), and the
                 objective is the loss + lambda/2 a K a
  least-squares  a <- a + (2 step/n) (y - K a), from a = 0, no intercept
  perceptron     points in file order; on a mistake a_i <- a_i + 1, b <- b + y_i

Your own data:
  --label COLUMN    the column of the labels, by name or by number from 1
  --positive CLASS  this class is +1, all others are -1
  --scale           maps each column to [-1, 1] as svm-scale does, by the smallest
                    and largest value of the training file; a constant column becomes 0
  --predict FILE    f and the class at other points. Columns are matched by name,
                    in any order, or by position if one of the files has no header.
                    If FILE has labels: accuracy and the confusion matrix
  --cv K            tries 7 values of sigma (rbf only) and 9 of C (svm) or lambda
                    (ridge, logistic) around the given ones, half a decade apart,
                    by cross-validation in K random folds (--seed), with equal
                    shares of the classes in each, and fits all points with the
                    best. With --scale, all points are scaled before that

RBF widths: rbf(sigma=1) is exp(-|x-z|^2/(2 sigma^2)); rbf(s=...) has
s^2 = 2 sigma^2; rbf(gamma=...) has gamma = 1/(2 sigma^2).

--json prints one object: model, kernel, n, d, C ("inf": hard margin), lambda
(logistic with a penalty), iterations (updates of svm and perceptron, steps of
the gradient methods), status (converged, iteration-limit, unbounded, stuck,
diverged, singular, interrupted), objective, primal_objective, duality_gap,
bias, dual (one number per point; svm and perceptron: a >= 0 without the label),
support_vectors (how many a > 0), at_bound (how many a = C), train_accuracy
(f = 0 counts as wrong) or train_mse, and with --predict decision (f at each
row), predicted, test_accuracy, confusion or test_mse. With --scale it also has
the field "scale", and with --cv the field "cv". Numbers have 17 significant digits;
infinite and undefined ones are the texts "inf", "-inf", "nan".

--trace writes one JSON object per step; without --pair an svm is then stepped by
the second-order rule.

Exit 0 done, 1 failed (bad data, or not converged: then the result is still
printed), 2 wrong usage.`

const solveExample = `  kernellab solve --data points.csv --model svm --kernel "rbf(sigma=0.5)" --C 10
  kernellab solve --data - --model ridge --kernel linear --lambda 0.01 --json < points.csv
  kernellab solve --data moons --model svm --kernel "rbf(1)" --pair max-violation --trace steps.jsonl
  kernellab solve --data iris.csv --positive virginica --scale --model svm --kernel "rbf(1)" --cv 5
  kernellab solve --data iris.csv --positive virginica --model svm --kernel "rbf(1)" --predict new.csv`

// solveFlags holds the flags of solve.
type solveFlags struct {
	modelFlags
	json  bool
	trace string
}

// newSolve returns the command that fits a model and prints its numbers.
func newSolve(s streams) *cobra.Command {
	var f solveFlags
	cmd := &cobra.Command{
		Use:     "solve --data FILE --model NAME --kernel KERNEL",
		Short:   "Fit a model to data and print the numbers",
		Long:    solveHelp,
		Example: solveExample,
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return solve(cmd.Context(), s, &f) },
	}
	f.add(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&f.json, "json", false, "print one JSON object")
	flags.StringVar(&f.trace, "trace", "", "write every step as a line of JSON")
	return cmd
}

func (f *solveFlags) check() error {
	if err := f.modelFlags.check(); err != nil {
		return err
	}
	if f.trace == stdinName {
		return usagef("write --trace steps.jsonl", "--trace writes to a file; standard output is for the result")
	}
	return nil
}

// gcPercent lets the heap grow to 16 MB before the first garbage collection. Solving
// produces little garbage, and its large parts (the rows of the Gram matrix) live to
// the end. Earlier collections would only make small problems a third slower.
const gcPercent = 400

func solve(ctx context.Context, s streams, f *solveFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	if s.env("GOGC") == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(gcPercent))
	}
	in, err := f.load(ctx, s)
	if err != nil {
		return err
	}
	m, err := fitTraced(f, func(rec recorder) (*fittedModel, error) { return f.run(ctx, s.err, in, rec) })
	if err != nil {
		return err
	}
	if r := newResult(m); f.json {
		err = writeJSON(s.out, r)
	} else {
		_, err = io.WriteString(s.out, r.summary())
	}
	if err != nil {
		return err
	}
	return m.failure()
}

// fitTraced fits a model and writes its trace if the flags ask for one.
func fitTraced(f *solveFlags, fit func(recorder) (*fittedModel, error)) (m *fittedModel, err error) {
	if f.trace == "" {
		return fit(nil)
	}
	kind, _ := anatomy.KindOf(solverOf(&f.modelFlags))
	number := func(b []byte, v float64) []byte { return number(v).append(b) }
	writeErr := writeFile("trace", f.trace, func(w io.Writer) error {
		buf := bufio.NewWriterSize(w, 1<<16)
		m, err = fit(runfile.JSONLWriter{W: buf, Kind: kind, Number: number, Brief: true}.Write)
		return buf.Flush()
	})
	return m, cmp.Or(err, writeErr)
}

// failure returns an error with the reason if the fit did not converge.
func (m *fittedModel) failure() error {
	if m.status == solvers.Converged {
		return nil
	}
	return failf(m.advice, "%s: %s", m.status, strings.TrimSuffix(m.sentence, "."))
}

// number is a float that is encoded in JSON with 17 significant digits, so that
// decoding returns the same value. Values that are not JSON numbers, such as infinity,
// become strings.
type number float64

// MarshalJSON never fails and never writes invalid JSON.
func (v number) MarshalJSON() ([]byte, error) { return v.append(nil), nil }

func (v number) append(b []byte) []byte { return runfile.AppendNumber(b, float64(v), 17) }

// vector is a slice of numbers. A single call of its MarshalJSON encodes them all,
// which is faster than a call for each.
type vector []float64

// MarshalJSON never fails.
func (v vector) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, 2+6*len(v))
	b = append(b, '[')
	for i, f := range v {
		if i > 0 {
			b = append(b, ',')
		}
		b = number(f).append(b)
	}
	return append(b, ']'), nil
}

// result is the output of solve. Its fields are in the order of the JSON. Fields that do
// not apply to the model are omitted.
type result struct {
	Model      string  `json:"model"`
	Kernel     string  `json:"kernel"`
	N          int     `json:"n"`
	D          int     `json:"d"`
	C          *number `json:"C,omitempty"`
	Lambda     *number `json:"lambda,omitempty"`
	Iterations int     `json:"iterations"`
	Status     string  `json:"status"`
	Objective  number  `json:"objective"`
	Primal     *number `json:"primal_objective,omitempty"`
	Gap        *number `json:"duality_gap,omitempty"`
	Bias       number  `json:"bias"`
	Dual       vector  `json:"dual"`
	Support    *int    `json:"support_vectors,omitempty"`
	AtBound    *int    `json:"at_bound,omitempty"`
	Accuracy   *number `json:"train_accuracy,omitempty"`
	MSE        *number `json:"train_mse,omitempty"`
	Decision   vector  `json:"decision,omitempty"`

	Classes      []string         `json:"classes,omitempty"`
	Scales       []dataset.Scale  `json:"scale,omitempty"`
	Gram         gramKind         `json:"gram,omitempty"`
	Validation   *crossValidation `json:"cv,omitempty"`
	Predicted    []string         `json:"predicted,omitempty"`
	TestAccuracy *number          `json:"test_accuracy,omitempty"`
	TestMSE      *number          `json:"test_mse,omitempty"`
	Confusion    []confusionEntry `json:"confusion,omitempty"`

	rightCount, testRightCount int
}

func newResult(m *fittedModel) result {
	r := result{
		Model: m.model, Kernel: m.kernel.String(), N: m.set.Len(), D: m.set.Dim(),
		Iterations: m.iterations, Status: m.status.String(), Objective: number(m.objective),
		Bias: number(m.bias), Dual: m.dual, Decision: m.decision,
		Gram: m.gram, Validation: m.validation, Scales: m.inputs.scales,
	}
	if r.Dual == nil {
		r.Dual = vector{}
	}
	support, atBound := m.supportVectors()
	switch m.model {
	case modelSVM:
		r.C, r.Primal, r.Gap = numberPtr(m.c), numberPtr(m.primal), numberPtr(m.gap)
		r.Support, r.AtBound = &support, &atBound
	case modelPerceptron:
		r.Support = &support
	case modelLogistic:
		if m.lambda > 0 {
			r.Lambda = numberPtr(m.lambda)
		}
	}
	r.addPredictions(m)
	switch {
	case m.scores == nil:
	case isRegression(m.model):
		r.MSE = numberPtr(squaredError(m.set, m.scores))
	default:
		r.rightCount = countRight(m.set, m.scores)
		r.Accuracy = numberPtr(float64(r.rightCount) / float64(r.N))
	}
	return r
}

// addPredictions adds the names of the classes and, if the points to predict have labels, how
// the predictions compare with them.
func (r *result) addPredictions(m *fittedModel) {
	test := m.inputs.test
	hasTestLabels := m.decision != nil && test.Labelled()
	if isRegression(m.model) {
		if hasTestLabels {
			r.TestMSE = numberPtr(squaredError(test, m.decision))
		}
		return
	}
	if negative, positive := m.set.Classes(); negative != "-1" || positive != "1" {
		r.Classes = []string{negative, positive}
	}
	for _, f := range m.decision {
		r.Predicted = append(r.Predicted, m.className(f))
	}
	if hasTestLabels {
		r.testRightCount, r.Confusion = countRight(test, m.decision), m.confusion()
		r.TestAccuracy = numberPtr(float64(r.testRightCount) / float64(test.Len()))
	}
}

func numberPtr(v float64) *number {
	return new(number(v))
}

// summary returns the result as text for people.
func (r result) summary() string {
	var b strings.Builder
	line := func(name, format string, a ...any) {
		fmt.Fprintf(&b, "%-17s %s\n", name, fmt.Sprintf(format, a...))
	}
	fmt.Fprintf(&b, "%s, %s, %d points in %s\n", r.Model, r.Kernel, r.N, ascii.Count(r.D, "dimension"))
	if r.Scales != nil {
		line("scaled", "each column to [−1, 1]: %s", scaleWords(r.Scales))
	}
	if v := r.Validation; v != nil {
		line("cross-validation", "%s, each left out once", v.foldWords())
		line("chosen", "%s", v.words())
	}
	line("status", "%s, %s", r.Status, ascii.Count(r.Iterations, "iteration"))
	if len(r.Dual) == 0 {
		return b.String() // interrupted before the first result
	}
	line("objective", "%.6g", float64(r.Objective))
	if r.Primal != nil {
		line("primal objective", "%.6g, duality gap %.2g", float64(*r.Primal), float64(*r.Gap))
	}
	if r.Model == modelSVM || r.Model == modelPerceptron {
		line("bias", "%.6g", float64(r.Bias)+0) // −0 is printed as 0
	}
	switch {
	case r.AtBound != nil && math.IsInf(float64(*r.C), 1):
		line("support vectors", "%d of %d, hard margin", *r.Support, r.N)
	case r.AtBound != nil:
		line("support vectors", "%d of %d, %d of them at C = %g", *r.Support, r.N, *r.AtBound, float64(*r.C))
	case r.Support != nil:
		line("ever mistaken", "%d of %d points, α > 0", *r.Support, r.N)
	}
	if r.Accuracy != nil {
		line("training", "%d of %d right", r.rightCount, r.N)
	}
	if r.MSE != nil {
		line("training", "mean squared error %.6g", float64(*r.MSE))
	}
	for i, f := range r.Decision {
		class := ""
		if r.Predicted != nil {
			class = ", " + cmp.Or(r.Predicted[i], "no class")
		}
		line(fmt.Sprintf("f at row %d", i+1), "%.6g%s", f, class)
	}
	if r.TestMSE != nil {
		line("test", "mean squared error %.6g", float64(*r.TestMSE))
	}
	if r.TestAccuracy != nil {
		line("test", "%d of %d right (%.4g %%)", r.testRightCount, len(r.Decision), 100*float64(*r.TestAccuracy))
		b.WriteString(confusionTable(r.Confusion))
	}
	return b.String()
}

// plotResult is the JSON output of plot: the output of solve, and the values of f over the
// drawn columns.
type plotResult struct {
	result
	Columns     []string `json:"columns"`
	FixedValues string   `json:"held,omitempty"`
	X           vector   `json:"x"`
	Y           vector   `json:"y,omitempty"`
	F           vector   `json:"f"`
}

// newPlotResult evaluates f once for each cell of a picture of the given size.
func newPlotResult(ctx context.Context, m *fittedModel, p plane, size pictureSize) (plotResult, error) {
	drawnColumns := []int{0}
	if m.set.Dim() > 1 {
		drawnColumns = p.columns[:]
	}
	out := plotResult{result: newResult(m), FixedValues: p.fixedValues}
	for _, c := range drawnColumns {
		out.Columns = append(out.Columns, m.set.Columns()[c])
	}
	out.X = gridOf(m.set, drawnColumns[0], size.w)
	rows := vector{0}
	if len(drawnColumns) > 1 {
		out.Y = gridOf(m.set, drawnColumns[1], size.h)
		rows = out.Y
	}
	point, e := m.set.Mean(), m.expansion()
	for _, y := range rows {
		if ctx.Err() != nil {
			return out, failf("", "interrupted while drawing")
		}
		if len(drawnColumns) > 1 {
			point[drawnColumns[1]] = y
		}
		for _, x := range out.X {
			point[drawnColumns[0]] = x
			out.F = append(out.F, e.Eval(point))
		}
	}
	return out, nil
}

// gridOf returns n evenly spaced values from slightly below the minimum of a column to
// slightly above its maximum.
func gridOf(set *dataset.Set, column, n int) vector {
	r := ascii.RangeOf(set.Column(column)...)
	if r.Span() == 0 {
		r = ascii.Range{Min: r.Min - 1, Max: r.Max + 1}
	}
	r = r.Pad(0.12)
	out := make(vector, n)
	for i := range out {
		out[i] = r.Min + r.Span()*float64(i)/float64(n-1)
	}
	return out
}
