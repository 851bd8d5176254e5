package lab

import (
	"testing"

	"pgregory.net/rapid"
)

// Whatever is wanted, the text fills its rows where it has enough lines, and what
// is wanted is in sight while it is followed, its first line before its last.
func TestScroll(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, h := rapid.IntRange(0, 60).Draw(rt, "lines"), rapid.IntRange(1, 40).Draw(rt, "rows")
		from := rapid.IntRange(0, max(0, n-1)).Draw(rt, "from")
		to := rapid.IntRange(from, max(from, n-1)).Draw(rt, "to")
		s := scroll{top: rapid.IntRange(0, 80).Draw(rt, "top"), follow: rapid.Bool().Draw(rt, "follow")}
		first := s.first(n, h, from, to)
		if first < 0 || first > max(0, n-h) {
			rt.Fatalf("line %d is first of %d in %d rows", first, n, h)
		}
		if s.follow && n > 0 && (from < first || from >= first+h || to-from < h && to >= first+h) {
			rt.Fatalf("lines %d … %d are wanted, %d … %d shown", from, to, first, first+h-1)
		}
		s.by(5, first, n, h)
		if s.follow || s.top < first || s.top > first+5 {
			rt.Fatalf("five lines on from %d is %d", first, s.top)
		}
	})
}
