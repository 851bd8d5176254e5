package answer

import (
	"context"
	"math"
	"slices"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/budget"
)

// WitnessTask asks for points and a vector that show that a function is no
// kernel.
type WitnessTask struct {
	KernelTask
	Kernel string // in the task's scope
}

// numbersAlone are the points of a witness as one list.
func numbersAlone(points string) string {
	return strings.NewReplacer("[", " ", "]", " ", "(", " ", ")", " ", "\n", ", ", ";", ",").Replace(points)
}

// ReadWitness reads points and a vector with a bar between them: two lists of
// numbers. It is not ok where one cannot be read.
func ReadWitness(ctx context.Context, text string) (parts [][]float64, ok bool) {
	points, v, both := strings.Cut(text, "|")
	for _, part := range []string{numbersAlone(points), v} {
		numbers, stop := Values(ctx, part, 0)
		if stop != nil || !both {
			return nil, false
		}
		parts = append(parts, numbers)
	}
	return parts, true
}

// JudgeWitness decides whether vᵀKv < 0 at the points given, one row of the
// text a point. The sign is certain.
func JudgeWitness(ctx context.Context, points, vector string, t WitnessTask) Result {
	v, stop := Values(ctx, vector, 0)
	if stop != nil {
		return *stop
	}
	d := len(t.X)
	flat, stop := Values(ctx, numbersAlone(points), len(v)*d)
	if stop != nil {
		return *stop
	}
	tensor, err := MustParse(t.Kernel, t.Scope()).lowered()
	if err != nil || !tensor.isScalar() {
		panic("answer: the kernel " + t.Kernel + " is not one value")
	}
	rows := slices.Collect(slices.Chunk(flat, d))
	value, sign, certain := t.form(budget.Of(ctx, budget.Answer()), tensor.cells[0], rows, v)
	switch {
	case !certain:
		return newResult(exercises.Undecided, "I cannot tell whether vᵀKv is negative at these points.")
	case math.IsNaN(value):
		return newResult(exercises.NotEqual, "The function has no value at some pair of these points.")
	case sign < 0:
		return newResult(exercises.Equal, "vᵀKv = %s < 0 at these points: no kernel can give that.", formatFloat(value))
	case sign > 0:
		return newResult(exercises.NotEqual, "vᵀKv = %s at these points, which is not negative.", formatFloat(value))
	}
	return newResult(exercises.NotEqual, "vᵀKv is 0 at these points, and it has to be negative.")
}
