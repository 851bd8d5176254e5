package unit3

import (
	"math"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/lesson"
	"kernellab/exercises/worksheets"
)

// transformRows builds the Go part of exercise 3.3: the features of two rows of a data matrix,
// whose points the worksheet, the text of the exercise, draws at random, and the Gram matrix of
// three more points. The variable zRoot is r√2, written as √2 if r is 1.
func transformRows(input worksheets.LessonInput) worksheets.LessonOutput {
	root := "√2"
	if r := input.Numbers["r"]; r != 1 {
		root = answer.DisplayDecimal(r) + root
	}
	s := newSmallPoints(input.Seed)
	gram := s.gram()
	gram.Slips = append(gram.Slips, lesson.GramSlip{ID: "lost-sign", SingleEntry: true,
		Entry: func(i, j int) float64 { return math.Pow(1-s.dot(i, j), 2) }})
	return worksheets.LessonOutput{
		Vars: worksheets.Vars{
			"zRoot": root, "gramRows": gram.Rows(), "g1": gram.Points[0], "g2": gram.Points[1],
			"g12": s.dot(0, 1), "k12": gram.K(0, 1),
		},
		Tasks: worksheets.Tasks{
			"gram": {Tables: map[string]exercises.FieldTable{"gram": gram.Table()}, Scene: gram.Scene,
				Calculation: gram.Calculation()},
		},
	}
}

// smallPoints are three points of the plane whose Gram matrix can be computed mentally.
type smallPoints [][]float64

// newSmallPoints draws random points until the entries of the Gram matrix are easy and every likely
// mistake (slip) in them can be recognised.
func newSmallPoints(seed uint64) smallPoints {
	r := lesson.Rand(seed, 33)
	for {
		var s smallPoints
		for range 3 {
			s = append(s, []float64{float64(r.IntN(4) - 1), float64(r.IntN(5) - 2)})
		}
		if s.isEasy() && s.gram().AllSlipsRecognisable() {
			return s
		}
	}
}

// isEasy reports whether no point is the origin or equals another, and no entry of the
// Gram matrix is 0 or above 100, so that the student knows every square by heart.
func (s smallPoints) isEasy() bool {
	for i := range s {
		if s.dot(i, i) == 0 {
			return false
		}
		for j := range s {
			if i != j && slices.Equal(s[i], s[j]) {
				return false
			}
			if k := s.gram().K(i, j); k == 0 || k > 100 {
				return false
			}
		}
	}
	return true
}

func (s smallPoints) dot(i, j int) float64 { return s[i][0]*s[j][0] + s[i][1]*s[j][1] }

// gram returns the task that asks for the Gram matrix of the points for the kernel (xᵀz + 1)².
func (s smallPoints) gram() lesson.GramTask {
	squared := func(v float64) float64 { return v * v }
	picture := ascii.Map{XLabel: "1st", YLabel: "2nd", X: ascii.RangeOf(-2, 3), Y: ascii.RangeOf(-3, 3)}
	for i, p := range s {
		picture.Marks = append(picture.Marks, ascii.Mark{X: p[0], Y: p[1], Label: lesson.PointNumber(i)})
	}
	return lesson.GramTask{
		Picture: picture,
		Points:  []string{lesson.Coordinates(s[0]), lesson.Coordinates(s[1]), lesson.Coordinates(s[2])},
		K:       func(i, j int) float64 { return squared(s.dot(i, j) + 1) },
		Slips: []lesson.GramSlip{
			{ID: "no-one", SingleEntry: true, Entry: func(i, j int) float64 { return squared(s.dot(i, j)) }},
			{ID: "no-square", Entry: func(i, j int) float64 { return s.dot(i, j) + 1 }},
			{ID: "squared-distance",
				Entry: func(i, j int) float64 { return squared(s[i][0]-s[j][0]) + squared(s[i][1]-s[j][1]) }},
			{ID: "crossed", Entry: func(i, j int) float64 { return squared(s[i][0]*s[j][1] + s[i][1]*s[j][0] + 1) }},
			lesson.UpperHalfSlip(),
		},
	}
}
