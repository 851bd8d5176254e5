package cli

import (
	"bufio"
	"cmp"
	"context"
	"io"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"kernellab/exercises/anatomy"
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
	written := writeFile("trace", f.trace, func(w io.Writer) error {
		buf := bufio.NewWriterSize(w, 1<<16)
		m, err = fit(runfile.JSONLWriter{W: buf, Kind: kind, Number: number, Brief: true}.Write)
		return buf.Flush()
	})
	return m, cmp.Or(err, written)
}

// failure returns an error with the reason if the fit did not converge.
func (m *fittedModel) failure() error {
	if m.status == solvers.Converged {
		return nil
	}
	return failf(m.advice, "%s: %s", m.status, strings.TrimSuffix(m.sentence, "."))
}
