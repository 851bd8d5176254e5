package progress

import (
	"testing"
)

func asked(on, for_ int) Review {
	return Review{Due: day(on + for_), Last: day(on), Stability: float64(for_), Difficulty: 5, Asked: 1}
}

// Two processes review different tasks and the same one: nothing is lost, and the later
// review of a task counts. Known units are kept from both.
func TestMerge_reviewsOfTwoWriters(t *testing.T) {
	dir := t.TempDir()
	a, b := NewFiles(dir), NewFiles(dir)
	start := sample("7.7", 1)
	start.Reviews = map[string]Review{"sum": asked(1, 2), "rest": asked(1, 3)}
	save(t, a, start)
	load(t, b)
	mine := start.Clone()
	mine.Revision, mine.Known = 2, true
	mine.Reviews["sum"], mine.Reviews["own"] = asked(6, 9), asked(5, 1)
	save(t, a, mine)
	yours := start.Clone()
	yours.Revision = 2
	yours.Reviews["sum"], yours.Reviews["rest"] = asked(4, 1), asked(4, 8)
	save(t, b, yours)
	got := load(t, NewFiles(dir)).Exercises["7.7"]
	want := map[string]Review{"sum": asked(6, 9), "rest": asked(4, 8), "own": asked(5, 1)}
	for name, r := range want {
		if !got.Reviews[name].same(r) {
			t.Errorf("%s: %+v, want %+v", name, got.Reviews[name], r)
		}
	}
	if !got.Known || len(got.Reviews) != len(want) {
		t.Errorf("got known = %v, reviews %v, want true and %v", got.Known, got.Reviews, want)
	}
}

// If a unit is tested out while another process works on one of its exercises, that
// exercise keeps its sheet.
func TestMerge_knownWithoutSheet(t *testing.T) {
	dir := t.TempDir()
	a, b := NewFiles(dir), NewFiles(dir)
	load(t, a)
	load(t, b)
	sheet := sample("7.7", 1)
	save(t, a, sheet)
	save(t, b, Exercise{ID: "7.7", Known: true, Revision: 1})
	got := load(t, NewFiles(dir)).Exercises["7.7"]
	if !got.Known || !got.sameAttempt(sheet) || got.Step != sheet.Step || len(got.OtherAttempts) > 0 {
		t.Errorf("got %+v, want the sheet %+v, known", got, sheet)
	}
	sheet.Revision, sheet.Step = 2, "later"
	save(t, a, sheet)
	if got := load(t, NewFiles(dir)).Exercises["7.7"]; !got.Known || got.Step != "later" {
		t.Errorf("got %+v, want it known and at \"later\"", got)
	}
}
