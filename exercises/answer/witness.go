package answer

import (
	"context"
	"math"
	"slices"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/budget"
	"kernellab/exercises/enclose"
	"kernellab/kernels/expr"
)

// WitnessTask asks for points and a vector that show that a function is not a
// kernel.
type WitnessTask struct {
	KernelTask
	Kernel string // the function, a symmetric expression in the scope of the task
}

// SplitAtBar splits the text of a witness at its first bar into the points and the vector, without
// "v =" before it. ok is false if there is no bar.
func SplitAtBar(text string) (points, vector string, ok bool) {
	text = strings.NewReplacer("∣", "|", "｜", "|").Replace(string(expr.PlainTeX([]rune(text))))
	points, vector, ok = strings.Cut(text, "|")
	if v, err := WithoutLabel(vector, "v ="); err == nil {
		vector = v
	}
	return points, vector, ok
}

// withoutBrackets returns the points of a witness as a single list of numbers. It returns a text
// with mismatched or empty brackets unchanged, because parsing it then fails with the right error.
func withoutBrackets(points string) string {
	withoutSpaces := strings.Join(strings.Fields(points), "")
	if checkBrackets(Normalise(points)) != nil ||
		strings.Contains(withoutSpaces, "[]") || strings.Contains(withoutSpaces, "()") {
		return points
	}
	return strings.NewReplacer("[", " ", "]", " ", "(", " ", ")", " ", "\n", ", ", ";", ",").Replace(points)
}

// ReadWitness parses points and a vector, separated by a bar, into two lists of numbers. ok is
// false if one of them cannot be read.
func ReadWitness(ctx context.Context, text string) (parts [][]float64, ok bool) {
	points, v, hasBar := SplitAtBar(text)
	for _, part := range []string{withoutBrackets(points), v} {
		numbers, problem := ParseNumbers(ctx, part, 0)
		if problem != nil || !hasBar {
			return nil, false
		}
		parts = append(parts, numbers)
	}
	return parts, true
}

// maxWitness is the maximum number of points of a witness. K has a value for each pair of them.
const maxWitness = 64

// Judge decides whether vᵀKv < 0 at the given points. A bar separates the points from v. The sign
// is computed rigorously.
func (t WitnessTask) Judge(ctx context.Context, text string) Result {
	points, vector, ok := SplitAtBar(text)
	switch {
	case isBlank(text):
		return newResult(exercises.Empty, "")
	case !ok:
		return unreadable(syntaxErrorf(-1, "Put a bar between the points and v, as in x₁, x₂ | v₁, v₂."))
	}
	v, problem := parseScalars(ctx, vector, 0)
	if problem != nil {
		return problem.SurroundedBy(points+"|", "")
	}
	d := len(t.X)
	coordinates, problem := parseScalars(ctx, withoutBrackets(points), len(v)*d)
	switch {
	case problem != nil:
		return problem.SurroundedBy("", "|"+vector)
	case len(coordinates) != len(v)*d:
		return unreadable(syntaxErrorf(-1, "v has one entry for each point; this has %s and %s",
			countOf(len(coordinates)/d, "point", "points"), countOf(len(v), "entry", "entries")))
	case len(v) > maxWitness:
		return unreadable(syntaxErrorf(-1, "these are %d points; at most %d are read", len(v), maxWitness))
	}
	kernel, err := MustParse(t.Kernel, t.Scope()).scalar()
	if err != nil {
		panic("answer: the kernel: " + err.Error())
	}
	work := budget.StartAnswer(ctx)
	sum := t.quadraticForm(work, kernel, slices.Collect(slices.Chunk(coordinates, d)), v)
	switch {
	case work.Err() != nil:
		return newResult(exercises.Undecided, "vᵀKv takes too long to compute at these points; fewer will do.")
	case math.IsNaN(sum.value):
		return notEqual("The function has no value at some pair of these points.")
	case !sum.signCertain:
		return newResult(exercises.Undecided, "I cannot tell whether vᵀKv is negative at these points.")
	case sum.sign < 0:
		return equal("vᵀKv = %s < 0 at these points: no kernel can give that.", formatFloat(sum.value))
	case sum.sign > 0:
		return notEqual("vᵀKv = %s at these points, which is not negative.", formatFloat(sum.value))
	}
	return notEqual("vᵀKv is 0 at these points, but it has to be negative.")
}

// parseScalars parses a list of numbers and returns them as expanded scalars. n is the required
// number of entries, or 0 if any number is allowed.
func parseScalars(ctx context.Context, text string, n int) ([]*node, *Result) {
	s := Scope{Entries: n}
	e, problem := readAnswer(ctx, text, &s)
	if problem != nil {
		return nil, problem
	}
	var out []*node
	for _, x := range e.List() {
		v, err := x.scalar()
		if err == nil {
			_, err = valueOf(x)
		}
		if err != nil {
			return nil, new(undecidedResult(err))
		}
		out = append(out, v)
	}
	return out, nil
}

// quadraticForm returns what can be proved about vᵀKv, where K holds the values of the function
// root at the points. The numbers in points and v are expanded scalars without variables. K must be
// symmetric.
func (t KernelTask) quadraticForm(work *budget.Budget, root *node, points [][]*node, v []*node) certainty {
	return certaintyOf(work, func(f *enclose.Field) enclose.Real {
		sum := enclose.Int(0)
		weights, rows := make([]enclose.Real, len(v)), make([][]enclose.Real, len(v))
		for i, x := range points {
			weights[i] = enclosureAt(f, v[i], nil)
			for _, u := range x {
				rows[i] = append(rows[i], enclosureAt(f, u, nil))
			}
			row := enclose.Int(0)
			for j := range i + 1 {
				point := map[string]enclose.Real{}
				for c := range t.X {
					point[canonName(t.X[c])], point[canonName(t.Z[c])] = rows[i][c], rows[j][c]
				}
				term := f.Mul(weights[j], enclosureAt(f, root, point))
				if row = f.Add(row, term); j < i {
					row = f.Add(row, term)
				}
			}
			sum = f.Add(sum, f.Mul(weights[i], row))
		}
		return sum
	})
}
