package stage

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
)

// The sliders and choices that several exercises show next to their pictures. The value of a
// control is saved like an answer of the student, under a name that the exercise chooses, so two
// tasks of an exercise can have separate values.

// AnswerOr returns the answer under name, or fallback if there is none.
func AnswerOr(a exercises.Answers, name, fallback string) string {
	if v := a[name]; v != "" {
		return v
	}
	return fallback
}

// ChoiceControl returns a control with the given options. If the answer is none of the options, the
// value of the control is initial.
func ChoiceControl(name, label string, a exercises.Answers, initial string,
	options ...exercises.Choice) exercises.Control {
	c := exercises.Control{Name: name, Label: label, Value: a[name], Choices: options}
	if exercises.ChoiceIndex(options, c.Value) < 0 {
		c.Value = initial
	}
	return c
}

// Slider returns a slider over the interval [lower, upper], with the given initial value.
func Slider(name, label string, lower, upper, step float64, a exercises.Answers, initial string) exercises.Control {
	return exercises.Control{Name: name, Label: label, Min: lower, Max: upper, Step: step,
		Value: AnswerOr(a, name, initial)}
}

// LogSlider returns a slider on a logarithmic scale. Each step multiplies by 10^step.
func LogSlider(name, label string, lower, upper, step float64, a exercises.Answers, initial string) exercises.Control {
	c := Slider(name, label, lower, upper, step, a, initial)
	c.Log = true
	return c
}

// DataSetOption is a data set that a student can choose, with its initial kernel.
type DataSetOption struct {
	Name, Label string
	Set         *dataset.Set
	Kernel      string  // a value of KernelControl
	Width       float64 // initial σ of an RBF; if zero, half of the set's size
}

// DataSetControl returns a control that chooses among sets, and the chosen set.
func DataSetControl(name string, sets []DataSetOption, a exercises.Answers) (exercises.Control, DataSetOption) {
	return DataControl(name, sets,
		func(s DataSetOption) exercises.Choice { return exercises.Choice{Value: s.Name, Label: s.Label} }, a)
}

// DataControl returns a control that chooses one of the elements, and the chosen element.
// Initially, this is the first one. choice returns the value and the label of an element.
func DataControl[T any](name string, elements []T, choice func(T) exercises.Choice,
	a exercises.Answers) (exercises.Control, T) {
	options := make([]exercises.Choice, len(elements))
	for i, v := range elements {
		options[i] = choice(v)
	}
	c := ChoiceControl(name, "data", a, options[0].Value, options...)
	return c, elements[exercises.ChoiceIndex(options, c.Value)]
}

// OwnSet returns the student's data, which must be a classification. If maxPoints is positive and
// the set has more points, OwnSet returns only maxPoints of them, and the label says so. ok is false
// if there are no data, or if the data have real targets. In the second case, note explains the
// problem.
func OwnSet(data exercises.Data, maxPoints int) (own DataSetOption, note string, ok bool) {
	set, _ := data.(*dataset.Set)
	if set == nil {
		return DataSetOption{}, "", false
	}
	if set.Task() != dataset.Classification {
		return DataSetOption{},
			fmt.Sprintf("%s has real targets. This stage needs two classes, so it shows a built-in set.",
				set.Name()), false
	}
	return OwnSetAnyLabels(set, maxPoints), "", true
}

// OwnSetAnyLabels returns a student's set for a scene that accepts any labels. maxPoints has the same
// meaning as in [OwnSet].
func OwnSetAnyLabels(set *dataset.Set, maxPoints int) (own DataSetOption) {
	own = DataSetOption{Name: "own", Label: set.Name(), Set: set, Kernel: "rbf", Width: medianDistance(set)}
	if maxPoints > 0 && set.Len() > maxPoints {
		own.Set, _ = set.Split(1, float64(maxPoints)/float64(set.Len()))
		own.Label = fmt.Sprintf("%s, %d of its %d points", set.Name(), own.Set.Len(), set.Len())
	}
	return own
}

// KernelControl returns a control that chooses one of the named kernels. If no names are given, it
// offers linear, poly, cubic and rbf.
func KernelControl(name string, a exercises.Answers, initial string, names ...string) exercises.Control {
	if len(names) == 0 {
		names = []string{"linear", "poly", "cubic", "rbf"}
	}
	if !slices.Contains(names, initial) {
		initial = names[0]
	}
	options := make([]exercises.Choice, len(names))
	for i, k := range names {
		options[i] = exercises.Choice{Value: k, Label: kernelLabel(k)}
	}
	return ChoiceControl(name, "kernel", a, initial, options...)
}

func kernelLabel(name string) string {
	switch name {
	case "poly":
		return "quadratic"
	case "rbf":
		return "RBF"
	}
	k, err := kernels.Parse(name)
	if err != nil {
		return name
	}
	return strings.NewReplacer("kernel ", "", " kernel", "").Replace(kernels.Describe(k))
}

// KernelOf returns the kernel for a value of KernelControl, or for a text in the language of
// package kernels. sigma is the width of an RBF. KernelOf panics if it does not know the name.
func KernelOf(name string, sigma float64) kernels.Kernel[[]float64] {
	k, err := kernelOf(name, sigma)
	if err != nil {
		panic("stage: " + err.Error())
	}
	return k
}

// CheckKernel returns an error for a value that KernelOf does not know.
func CheckKernel(name string) error {
	_, err := kernelOf(name, 1)
	return err
}

func kernelOf(name string, sigma float64) (kernels.Kernel[[]float64], error) {
	switch name {
	case "poly", "quadratic":
		return kernels.Poly{Degree: 2, C: 1}, nil
	case "cubic":
		return kernels.Poly{Degree: 3, C: 1}, nil
	case "rbf":
		return kernels.RBF{Sigma: sigma}, nil
	}
	return kernels.Parse(name)
}

// SigmaControl returns the slider for the width of an RBF, over three decades around the size of
// the set. Its initial value is fraction times this size.
func SigmaControl(name string, set *dataset.Set, a exercises.Answers, fraction float64) exercises.Control {
	unit := rmsSpread(set)
	c := sigmaAround(name, unit, unit*fraction)
	c.Value = AnswerOr(a, name, c.Value)
	return c
}

// SigmaControl returns the slider for the width of an RBF on the set. It begins at a
// suitable width.
func (s DataSetOption) SigmaControl(name string, a exercises.Answers) exercises.Control {
	if s.Width == 0 {
		return SigmaControl(name, s.Set, a, 0.5)
	}
	c := sigmaAround(name, decade(s.Width), s.Width)
	c.Max *= 10 // two decades to either side
	c.Value = AnswerOr(a, name, c.Nudge(0))
	return c
}

func sigmaAround(name string, unit, start float64) exercises.Control {
	return exercises.Control{
		Name: name, Label: "σ", Min: unit / 100, Max: unit * 10, Step: 0.1, Log: true,
		Value: exercises.FormatNumber(start),
	}
}

// rmsSpread returns the root mean square distance of the points from their mean, rounded to
// a power of ten, or 1 if all points coincide.
func rmsSpread(set *dataset.Set) float64 {
	mean, sum := set.Mean(), 0.0
	for _, x := range set.Points() {
		for j, v := range x {
			sum += (v - mean[j]) * (v - mean[j]) / float64(set.Len())
		}
	}
	return decade(math.Sqrt(sum))
}

// decade returns the power of ten nearest to a width, or 1 if the power is out of range.
func decade(width float64) float64 {
	if exponent := math.Round(math.Log10(width)); math.Abs(exponent) < 30 {
		return math.Pow(10, exponent)
	}
	return 1
}

// medianDistance returns the median distance between two of the first hundred points of a set. It
// returns 0 if most of these points coincide or are too far apart for a float64, or if there is only
// one point.
func medianDistance(set *dataset.Set) float64 {
	points := set.Points()[:min(set.Len(), 100)]
	var all []float64
	for i, x := range points {
		for _, z := range points[:i] {
			var sum float64
			for j, v := range x {
				sum += (v - z[j]) * (v - z[j])
			}
			all = append(all, math.Sqrt(sum))
		}
	}
	slices.Sort(all)
	if len(all) == 0 || math.IsInf(all[len(all)/2], 0) {
		return 0
	}
	return all[len(all)/2]
}

// maxColumns is the maximum number of columns whose pairs ColumnsControl offers.
const maxColumns = 8

// ColumnsControl returns a control for data with more than two columns. It chooses the pair of
// columns that is drawn. The second result is the chosen pair, for TrainingData.DrawnColumns.
func ColumnsControl(name string, set *dataset.Set, a exercises.Answers) (exercises.Control, [2]int) {
	names := set.Columns()
	var options []exercises.Choice
	pairs := map[string][2]int{}
	for i := range min(len(names), maxColumns) {
		for j := i + 1; j < min(len(names), maxColumns); j++ {
			value := fmt.Sprintf("%d,%d", i, j)
			pairs[value] = [2]int{i, j}
			options = append(options, exercises.Choice{Value: value, Label: names[i] + ", " + names[j]})
		}
	}
	c := ChoiceControl(name, "drawn", a, "0,1", options...)
	return c, pairs[c.Value]
}

// Warning returns a note in the colour of warnings.
func Warning(text string) ascii.Line { return ascii.Inked(text, ascii.Warn) }
