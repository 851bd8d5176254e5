// Package dataset contains the points that exercises and commands work on: built-in
// sets, seeded generators, and readers for CSV and for LIBSVM's sparse text.
//
// A [Set] is immutable. Its labels are −1 and +1 (classification) or real targets
// (regression). If the labels of a file are two names instead, [Set.Notes] says which of them
// became −1. Nothing is centred or shuffled, and only [Set.Scaled] scales columns. Begin with
// [Builtin] or [Read].
//
// # Formats
//
// CSV may have commas, semicolons or tabs, quoted fields, a byte order mark, any line
// ending, blank lines, and spaces around values. The first row holds the column names.
// If it consists of numbers, there is no header, and the columns are called x1 … xd and
// label. The label is the one column named label, class, target or y, in any case, or
// else the last one. y counts as a label only if no column is named x.
//
// LIBSVM's text ("+1 1:0.5 4:2") is recognised by its content.
//
// Labels −1/+1, 0/1, two other whole numbers, or two names make a classification. The
// smaller number, or the name that sorts first, becomes −1. Any other numbers are
// targets of a regression. [Options] can choose the column of the label, the task, and
// one class to be +1 against all others.
//
// Any problem of a file is an [*Error] with file, line, column, value and a hint that
// says what would work.
//
// The package does not know kernels, solvers or exercises, and imports only the
// standard library.
package dataset

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Task is the purpose of the labels of a set.
type Task uint8

// The tasks. Auto is only an option of the readers: a Set is never Auto.
const (
	Auto           Task = iota // decide by the labels found
	Classification             // labels −1 and +1
	Regression                 // real targets
)

// String returns the task's name in lower case.
func (t Task) String() string {
	switch t {
	case Classification:
		return "classification"
	case Regression:
		return "regression"
	}
	return "auto"
}

// Set is n points in d dimensions, each with a label or target. It is immutable and
// safe for concurrent use. The zero value is an empty set.
type Set struct {
	name               string
	columns            []string
	hasNames           bool   // the names come from a header or a built-in set
	labelName          string // header of the label column
	labelIndex         int    // the column of the file that holds the label, from 0
	task               Task
	points             [][]float64
	labels             []float64
	negClass, posClass string   // the names of −1 and +1
	negClasses         []string // the classes of the file that −1 stands for

	unlabelled bool // the points have no labels, and all entries of labels are 0
	notes      []string
}

// NewClassification returns a set of points with labels −1/+1. It copies the slices.
// Columns are named x1 … xd. It panics unless there is one label per point, all points
// have the same positive dimension, every value is finite and every label is −1 or +1.
// Use [Read] for data from outside.
func NewClassification(name string, points [][]float64, labels []float64) *Set {
	for _, y := range labels {
		if y != -1 && y != 1 {
			panic("dataset: label is neither -1 nor +1")
		}
	}
	s := newSet(name, points, labels)
	s.task, s.negClass, s.posClass, s.negClasses = Classification, "-1", "1", []string{"-1"}
	return s
}

// NewRegression returns a set of points with real targets. It panics under the same
// conditions as [NewClassification], with finite targets instead of labels.
func NewRegression(name string, points [][]float64, targets []float64) *Set {
	for _, y := range targets {
		if !finite(y) {
			panic("dataset: target is not finite")
		}
	}
	s := newSet(name, points, targets)
	s.task = Regression
	return s
}

func newSet(name string, points [][]float64, labels []float64) *Set {
	if len(points) != len(labels) {
		panic("dataset: points and labels differ in number")
	}
	s := &Set{name: name, labelName: "label", labels: slices.Clone(labels)}
	for _, p := range points {
		if len(p) == 0 || len(p) != len(points[0]) {
			panic("dataset: points differ in dimension or have none")
		}
		if !slices.ContainsFunc(p, func(v float64) bool { return !finite(v) }) {
			s.points = append(s.points, slices.Clone(p))
			continue
		}
		panic("dataset: coordinate is not finite")
	}
	s.columns, s.hasNames, s.labelIndex = defaultColumns(s.Dim()), true, s.Dim()
	return s
}

// Name returns the name of the set: a built-in name or a file's base name.
func (s *Set) Name() string { return s.name }

// Len returns the number of points n.
func (s *Set) Len() int { return len(s.points) }

// Dim returns the number of coordinates d of a point, or 0 for an empty set.
func (s *Set) Dim() int {
	if len(s.points) == 0 {
		return 0
	}
	return len(s.points[0])
}

// Task returns the purpose of the labels.
func (s *Set) Task() Task { return s.task }

// Columns returns the names of the coordinates, in order.
func (s *Set) Columns() []string { return slices.Clone(s.columns) }

// LabelColumn returns the name of the label's column.
func (s *Set) LabelColumn() string { return s.labelName }

// Classes returns the names of the classes −1 and +1. Both are empty for a regression.
func (s *Set) Classes() (negative, positive string) { return s.negClass, s.posClass }

// Labelled reports whether the points have labels. Only a set that was read with
// [Options.TrainingSet] may have none. Then Label returns 0.
func (s *Set) Labelled() bool { return !s.unlabelled }

// WithLabels returns the points with other labels of the same kind, one for each point. It copies
// the labels.
func (s *Set) WithLabels(labels []float64) *Set {
	out := *s
	out.labels, out.unlabelled = slices.Clone(labels), false
	return &out
}

// Notes returns sentences about the decisions of a reader: which label became −1, which
// column holds the label, and that there was no header. It is empty if there was
// nothing to decide.
func (s *Set) Notes() []string { return slices.Clone(s.notes) }

// Point returns the coordinates of point i. The slice belongs to the set and must not
// be modified.
func (s *Set) Point(i int) []float64 { return slices.Clip(s.points[i]) }

// Points returns all points in a new slice. Its rows belong to the set and must not be
// modified.
func (s *Set) Points() [][]float64 { return slices.Clone(s.points) }

// Label returns the label (−1 or +1) or target of point i.
func (s *Set) Label(i int) float64 { return s.labels[i] }

// Labels returns a copy of the labels (−1 and +1) or targets.
func (s *Set) Labels() []float64 { return slices.Clone(s.labels) }

// ClassCounts returns the numbers of points labelled −1 and +1. Both are 0 for a regression.
func (s *Set) ClassCounts() (negative, positive int) {
	if s.task != Classification {
		return 0, 0
	}
	for _, y := range s.labels {
		if y < 0 {
			negative++
		} else {
			positive++
		}
	}
	return negative, positive
}

// Column returns a copy of coordinate j of every point.
func (s *Set) Column(j int) []float64 {
	out := make([]float64, s.Len())
	for i, p := range s.points {
		out[i] = p[j]
	}
	return out
}

// Mean returns the mean of each of the d coordinates, or nil for an empty set. It does
// not overflow if the values are finite.
func (s *Set) Mean() []float64 {
	if s.Len() == 0 {
		return nil
	}
	mean := make([]float64, s.Dim())
	n := float64(s.Len())
	for _, p := range s.points {
		for j, v := range p {
			mean[j] += v / n
		}
	}
	return mean
}

// String describes the set in a few words: "moons: 100 points in 2 dimensions,
// classification".
func (s *Set) String() string {
	return fmt.Sprintf("%s: %s in %s, %s", s.name, countOf(s.Len(), "point"), countOf(s.Dim(), "dimension"), s.task)
}

func countOf(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

func defaultColumns(d int) []string {
	out := make([]string, d)
	for j := range out {
		out[j] = "x" + strconv.Itoa(j+1)
	}
	return out
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// Subset returns the set of the points with the given indices, in that order. An index may occur
// twice. Subset panics if an index is out of range. The rows are shared with s, which is safe
// because neither set is ever modified.
func (s *Set) Subset(indices []int) *Set {
	out := *s
	out.points = make([][]float64, len(indices))
	out.labels = make([]float64, len(indices))
	for k, i := range indices {
		out.points[k], out.labels[k] = s.points[i], s.labels[i]
	}
	return &out
}

// Split divides the set at random into a training part with ⌊fraction·n + ½⌋ points and
// the rest. Both keep the order of s. In a classification, each class is divided in the
// same proportion, up to one point. It panics unless 0 ≤ fraction ≤ 1.
func (s *Set) Split(seed uint64, fraction float64) (train, rest *Set) {
	if !(fraction >= 0 && fraction <= 1) {
		panic("dataset: split fraction outside [0, 1]")
	}
	var trainIndices, restIndices []int
	trainSize := int(math.Floor(fraction*float64(s.Len()) + 0.5))
	groups := s.indicesByClass()
	for k, group := range groups {
		take := int(math.Floor(fraction*float64(len(group)) + 0.5))
		if k == len(groups)-1 {
			take = max(0, min(trainSize-len(trainIndices), len(group)))
		}
		shuffled := slices.Clone(group)
		newSource(seed, streamSplit+uint64(k)).Shuffle(len(group), func(i, j int) {
			shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
		})
		trainIndices = append(trainIndices, shuffled[:take]...)
		restIndices = append(restIndices, shuffled[take:]...)
	}
	slices.Sort(trainIndices)
	slices.Sort(restIndices)
	return s.Subset(trainIndices), s.Subset(restIndices)
}

// Folds assigns each point at random to one of k folds, counted from 0. In a classification,
// each class is dealt out separately, so that the numbers of its points in two folds differ by at
// most one. The sizes of the folds differ by at most one, too. It panics unless k is positive.
func (s *Set) Folds(seed uint64, k int) []int {
	if k <= 0 {
		panic("dataset: number of folds is not positive")
	}
	folds, dealtCount := make([]int, s.Len()), 0
	for class, group := range s.indicesByClass() {
		r := newSource(seed, streamFolds+uint64(class))
		for _, i := range r.Perm(len(group)) {
			folds[group[i]] = dealtCount % k
			dealtCount++
		}
	}
	return folds
}

// HoldOut returns the points of one fold, and the rest of the points. folds holds the fold of each
// point, as [Set.Folds] returns it.
func (s *Set) HoldOut(folds []int, fold int) (heldOut, rest *Set) {
	var heldOutIndices, restIndices []int
	for i, f := range folds {
		if f == fold {
			heldOutIndices = append(heldOutIndices, i)
		} else {
			restIndices = append(restIndices, i)
		}
	}
	return s.Subset(heldOutIndices), s.Subset(restIndices)
}

// indicesByClass returns the indices of class −1 and of class +1, or of all points if there
// are no classes.
func (s *Set) indicesByClass() [][]int {
	groups := make([][]int, 2)
	for i, y := range s.labels {
		k := 0
		if s.task == Classification && y > 0 {
			k = 1
		}
		groups[k] = append(groups[k], i)
	}
	return slices.DeleteFunc(groups, func(g []int) bool { return len(g) == 0 })
}

// Scale is the linear map of a column that takes Min to −1 and Max to 1.
type Scale struct {
	Column string  `json:"column"`
	Min    float64 `json:"min"`
	Max    float64 `json:"max"`
}

// Scales returns the scale of each column, from its smallest to its largest value, as svm-scale
// computes it.
func (s *Set) Scales() []Scale {
	out := make([]Scale, s.Dim())
	for j, name := range s.columns {
		values := s.Column(j)
		out[j] = Scale{name, slices.Min(values), slices.Max(values)}
	}
	return out
}

// At returns the scaled value of v. In a constant column, which svm-scale leaves out, it is 0.
func (c Scale) At(v float64) float64 {
	switch {
	case c.Min == c.Max:
		return 0
	case v == c.Max:
		return 1
	}
	return 2*((v/2-c.Min/2)/(c.Max/2-c.Min/2)) - 1 // halved, because the difference may overflow
}

// Scaled returns the set with scaled columns. The scales may come from another set with the same
// columns.
func (s *Set) Scaled(scales []Scale) *Set {
	out := *s
	out.points = make([][]float64, s.Len())
	for i, p := range s.points {
		out.points[i] = make([]float64, len(p))
		for j, c := range scales {
			out.points[i][j] = c.At(p[j])
		}
	}
	return &out
}
