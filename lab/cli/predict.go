package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"kernellab/ascii"
	"kernellab/exercises/dataset"
	"kernellab/solvers"
)

// run chooses the parameters by cross-validation if the flags ask for it, fits the model, and
// evaluates it at the points to predict. It shows progress and warnings on w.
func (f *modelFlags) run(ctx context.Context, w io.Writer, in inputs, rec recorder) (*fittedModel, error) {
	say, done := progressOn(w)
	var shown time.Time
	if say != nil {
		f.progress = func(words string) { // also called by work that was abandoned
			if ctx.Err() == nil && time.Since(shown) > time.Second/10 {
				shown = time.Now()
				say(words)
			}
		}
	}
	chosen, choice := f, (*crossValidation)(nil)
	n := in.train.Len()
	if whole := n * n * 8 >> 20; (f.model == modelLogistic || f.model == modelLeastSquares) && whole > f.cacheMB {
		fmt.Fprintf(w, "The Gram matrix of %d points takes %d MB. Each step computes it again unless --cache allows it.\n",
			n, whole)
	}
	if f.folds > 0 {
		var err error
		if choice, err = crossValidate(ctx, f, in.train); err != nil {
			done()
			return nil, err
		}
		chosen = f.with(choice.Chosen)
	}
	m, err := fit(ctx, chosen, in.train, rec)
	done()
	if err != nil {
		return nil, err
	}
	m.inputs, m.choice, m.gram = in, choice, kindOfGram(m.kernel, in.train.Points())
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

// shownTest returns the points to predict for a picture, and describes them. If they have no
// labels, it gives them the labels that the model predicts.
func (m *fittedModel) shownTest() (test *dataset.Set, lines string) {
	test = m.inputs.test
	lines = fmt.Sprintf("%s: %s to predict", test.Name(), ascii.Count(test.Len(), "point"))
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
		lines += m.errorWords(test, m.decision)
	default:
		lines += m.errorWords(test, m.decision) + "\n" + confusionTable(m.confusion())
	}
	return test, lines
}

// confusionEntry counts the points of one class for which the model predicts the same or another
// class.
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

// scaleWords names the factors of the columns.
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
