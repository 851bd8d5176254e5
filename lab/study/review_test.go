package study

import (
	"math"
	"testing"
	"time"

	"kernellab/lab/progress"
	"kernellab/testdata/support/check"
)

func noon(day int) time.Time { return time.Date(2026, 11, day, 12, 0, 0, 0, time.UTC) }

// weights returns the weights published with FSRS-6.
func weights() [21]float64 {
	return [21]float64{
		0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796,
		1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
	}
}

// retrievability returns the retrievability after t days at stability s.
func retrievability(t, s float64) float64 {
	w := weights()[20]
	return math.Pow(1+(math.Pow(0.9, -1/w)-1)*t/s, -w)
}

// nextDifficulty returns the difficulty after a rating g from 1 to 4.
func nextDifficulty(d float64, g int) float64 {
	w := weights()
	start := w[4] - math.Exp(w[5]*3) + 1
	next := d - w[6]*float64(g-3)*(10-d)/9
	return min(max(w[7]*start+(1-w[7])*next, 1), 10)
}

// The formulas agree with the description of FSRS-6.
func TestReviewAfter_followsFSRS(t *testing.T) {
	w := weights()
	is := func(what string, got, want float64) {
		t.Helper()
		check.That(t, math.Abs(got-want) <= 1e-9*max(1, math.Abs(want)), "%s = %v, want %v", what, got, want)
	}
	for how, g := range map[recall]int{forgotten: 1, recalledWithHelp: 2, recalledAtOnce: 3} {
		first := reviewAfter(progress.Review{}, noon(1), how)
		is("the first stability", first.Stability, w[g-1])
		is("the first difficulty", first.Difficulty, min(max(w[4]-math.Exp(w[5]*float64(g-1))+1, 1), 10))
	}
	for _, days := range []int{1, 4, 20} {
		before := progress.Review{LastAsked: noon(1), Due: noon(2), Stability: 4, Difficulty: 6, TimesAsked: 2}
		now, r := noon(1+days), retrievability(float64(days), 4)
		grown := math.Exp(w[8]) * (11 - 6) * math.Pow(4, -w[9]) * (math.Exp((1-r)*w[10]) - 1)
		lost := min(4, w[11]*math.Pow(6, -w[12])*(math.Pow(5, w[13])-1)*math.Exp((1-r)*w[14]))
		is("the stability after a right answer", reviewAfter(before, now, recalledAtOnce).Stability, 4*(1+grown))
		is("the stability after one with help", reviewAfter(before, now, recalledWithHelp).Stability, 4*(1+grown*w[15]))
		is("the stability after a wrong one", reviewAfter(before, now, forgotten).Stability, lost)
		for how, g := range map[recall]int{forgotten: 1, recalledWithHelp: 2, recalledAtOnce: 3} {
			is("the difficulty", reviewAfter(before, now, how).Difficulty, nextDifficulty(6, g))
		}
	}
}

// At a retention of 0.9 a task is due after its stability in whole days. The better
// the answer was, the later it is due.
func TestReviewAfter_interval(t *testing.T) {
	r := reviewAfter(progress.Review{}, noon(1), recalledAtOnce)
	for range 12 {
		next := reviewAfter(r, r.Due, recalledAtOnce)
		days := next.Due.Sub(next.LastAsked).Hours() / 24
		check.That(t, days == math.Trunc(days) && math.Abs(days-min(next.Stability, maxInterval)) <= 2,
			"got %v days at a stability of %v, want the nearest whole number", days, next.Stability)
		withHelp, wrong := reviewAfter(r, r.Due, recalledWithHelp), reviewAfter(r, r.Due, forgotten)
		capped := !next.Due.Before(next.LastAsked.Add(maxInterval * day))
		if !capped && !next.Due.After(withHelp.Due) || withHelp.Due.After(next.Due) || !withHelp.Due.After(wrong.Due) {
			t.Errorf("got due %v if right, %v with help, %v if wrong, want the worse one earlier", next.Due,
				withHelp.Due, wrong.Due)
		}
		r = next
	}
	check.That(t, r.Due.Sub(r.LastAsked) <= maxInterval*day, "the task is due after %v, want at most %v", r.Due.Sub(r.LastAsked),
		maxInterval*day)
	r = reviewAfter(r, r.Due, forgotten)
	check.That(t, r.TimesAsked == 14 && r.Lapses == 1, "got asked %d times, %d lapses, want 14, 1", r.TimesAsked, r.Lapses)
}

func TestIsDue_days(t *testing.T) {
	r := progress.Review{LastAsked: noon(1), Due: noon(4)}
	for now, want := range map[time.Time]bool{noon(1): false, noon(3).Add(11 * time.Hour): false,
		noon(4).Add(-12 * time.Hour): true, noon(4): true, noon(30): true} {
		check.That(t, isDue(r, now) == want, "isDue on %v = %v, want %v", now, !want, want)
	}
}

// If the clock goes back, no task waits for years, and the time of the clock is used
// as it is.
func TestReviewAfter_clockGoesBack(t *testing.T) {
	ahead := reviewAfter(progress.Review{}, noon(1).AddDate(10, 0, 0), recalledAtOnce)
	check.That(t, isDue(ahead, noon(1)), "a task from the future: got not due, want due")
	again := reviewAfter(ahead, noon(1), recalledAtOnce)
	check.That(t, again.LastAsked == noon(1) && !again.Due.After(noon(1).AddDate(0, 1, 0)) &&
		again.Stability >= ahead.Stability, "after the clock was set back: got %+v, want it due within a month",
		again)
	today := reviewAfter(progress.Review{}, noon(1), recalledAtOnce)
	check.That(t, !isDue(today, noon(1).Add(-time.Hour)), "an hour back: got due, want not due")
}

// Numbers that no scheduler has written count as new.
func TestReviewAfter_damagedNumbers(t *testing.T) {
	fresh := reviewAfter(progress.Review{}, noon(9), recalledAtOnce)
	for _, r := range []progress.Review{
		{LastAsked: noon(1), Stability: -1, Difficulty: 5}, {LastAsked: noon(1), Stability: 1e300, Difficulty: 5},
		{LastAsked: noon(1), Stability: 3, Difficulty: 0}, {LastAsked: noon(1), Stability: 3, Difficulty: math.NaN()},
		{Stability: 3, Difficulty: 3},
	} {
		if got := reviewAfter(r, noon(9), recalledAtOnce); got.Due != fresh.Due || got.Stability != fresh.Stability {
			t.Errorf("reviewAfter(%+v) = %+v, want %+v as if new", r, got, fresh)
		}
	}
}
