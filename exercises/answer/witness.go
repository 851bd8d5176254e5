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

// AtBar cuts a text at its bar: points and a vector. The vector may be called v.
func AtBar(text string) (points, vector string, ok bool) {
	points, vector, ok = strings.Cut(strings.NewReplacer("∣", "|", "｜", "|", `\mid`, "|", `\vert`, "|").Replace(text), "|")
	if v, err := Unlabelled(vector, "v ="); err == nil {
		vector = v
	}
	return points, vector, ok
}

// numbersAlone are the points of a witness as one list. Brackets that do not
// match or hold nothing stay for the reader of lists to complain about.
func numbersAlone(points string) string {
	bare := strings.Join(strings.Fields(points), "")
	if matched(normalise(points)) != nil || strings.Contains(bare, "[]") || strings.Contains(bare, "()") {
		return points
	}
	return strings.NewReplacer("[", " ", "]", " ", "(", " ", ")", " ", "\n", ", ", ";", ",").Replace(points)
}

// ReadWitness reads points and a vector with a bar between them: two lists of
// numbers. It is not ok where one cannot be read.
func ReadWitness(ctx context.Context, text string) (parts [][]float64, ok bool) {
	points, v, both := AtBar(text)
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
// text a point, with a bar between them and v. The sign is certain.
func JudgeWitness(ctx context.Context, text string, t WitnessTask) Result {
	points, vector, ok := AtBar(text)
	if !ok {
		return noBar(text)
	}
	v, stop := Values(ctx, vector, 0)
	if stop != nil {
		return stop.Inside(points+"|", "")
	}
	d := len(t.X)
	flat, stop := Values(ctx, numbersAlone(points), len(v)*d)
	if stop != nil {
		return stop.Inside("", "|"+vector)
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

// noBar is what is said of a text without a bar.
func noBar(text string) Result {
	if isBlank(text) {
		return newResult(exercises.Empty, "")
	}
	return unreadable(faultf(-1, "Put a bar between the points and v, as in x₁, x₂ | v₁, v₂."))
}
