package svm

import (
	"context"
	"math"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/worksheets"
)

// many is how many seeds the numbers of the exercises are tried for.
const many = 200

func parts(t *testing.T, l worksheets.Lesson, seed uint64) worksheets.Parts {
	t.Helper()
	p, err := l(worksheets.Brief{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func check(b worksheets.Behaviour, a exercises.Answers) exercises.Report {
	return b.Check(context.Background(), a)
}

func text(lines []ascii.Line) string {
	var out []string
	for _, l := range lines {
		out = append(out, l.String())
	}
	return strings.Join(out, "\n")
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// dotted is the linear kernel of two points.
func dotted(x, z []float64) float64 {
	var sum float64
	for i := range x {
		sum += x[i] * z[i]
	}
	return sum
}
