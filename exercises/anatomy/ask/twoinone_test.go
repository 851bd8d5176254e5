package ask

import (
	"testing"

	"kernellab/exercises"
	"kernellab/solvers"
)

// Two numbers in one field of a pair are two points, whatever stands between them; a
// comma is never that of a decimal there.
func TestTwoNumbersInOneFieldOfAPair(t *testing.T) {
	r := newRun(t, "worksheet1d", "poly(degree=2,c=1)", solvers.SMO{C: 1}, 6)
	for _, q := range asked(r, 0) {
		info := q.Info()
		if info.Name != "pair" {
			continue
		}
		k, l := info.Reference["k"], info.Reference["l"]
		for _, text := range []string{k + "," + l, k + ", " + l, "(" + k + ", " + l + ")", k + " " + l, k + ";" + l, l + "," + k} {
			for _, a := range []exercises.Answers{{"k": text}, {"l": text}} {
				if got := check(q, a); !got.Accepted {
					t.Errorf("%v: %s %s", a, got.Verdict.Words(), facts(got))
				}
			}
		}
		if got := check(q, exercises.Answers{"k": "3,9", "l": "2"}); got.Verdict != exercises.Unreadable {
			t.Errorf("3,9 beside 2: %s %s", got.Verdict.Words(), facts(got))
		}
		return
	}
	t.Fatal("no pair is asked for")
}
