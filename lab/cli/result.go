package cli

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises/dataset"
	"kernellab/exercises/runfile"
)

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
	compares := m.decision != nil && test.Labelled()
	if isRegression(m.model) {
		if compares {
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
	if compares {
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
	drawn := []int{0}
	if m.set.Dim() > 1 {
		drawn = p.columns[:]
	}
	out := plotResult{result: newResult(m), FixedValues: p.fixedValues}
	for _, c := range drawn {
		out.Columns = append(out.Columns, m.set.Columns()[c])
	}
	out.X = gridOf(m.set, drawn[0], size.w)
	rows := vector{0}
	if len(drawn) > 1 {
		out.Y = gridOf(m.set, drawn[1], size.h)
		rows = out.Y
	}
	at, e := m.set.Mean(), m.expansion()
	for _, y := range rows {
		if ctx.Err() != nil {
			return out, failf("", "interrupted while drawing")
		}
		if len(drawn) > 1 {
			at[drawn[1]] = y
		}
		for _, x := range out.X {
			at[drawn[0]] = x
			out.F = append(out.F, e.Eval(at))
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
