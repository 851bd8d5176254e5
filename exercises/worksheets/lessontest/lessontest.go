// Package lessontest is what the tests of lessons share. No other code uses it.
package lessontest

import (
	"context"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/worksheets"
)

// Seeds is how many seeds the numbers of a lesson are tried for.
const Seeds = 200

// Parts returns what a lesson makes of a seed.
func Parts(t testing.TB, l worksheets.Lesson, seed uint64) worksheets.Parts {
	t.Helper()
	p, err := l(worksheets.Brief{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Check judges answers to a step.
func Check(b worksheets.Behaviour, a exercises.Answers) exercises.Report {
	return b.Check(context.Background(), a)
}

// Text is what lines say, one below the other.
func Text(lines []ascii.Line) string {
	var out []string
	for _, l := range lines {
		out = append(out, l.String())
	}
	return strings.Join(out, "\n")
}
