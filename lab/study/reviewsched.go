package study

import (
	"time"

	fsrs "github.com/open-spaced-repetition/go-fsrs/v4"

	"kernellab/lab/progress"
)

// Reviews are scheduled by FSRS-6 with its published weights, in the variant that plans
// whole days. A task has a stability S, the number of days after which it is remembered
// with probability 0.9, and a difficulty from 1 to 10. After t days the probability is R
// = (1 + (0.9^(1/−w₂₀) − 1)·t/S)^(−w₂₀). Source: J. Ye, J. Su, Y. Cao, “A Stochastic
// Shortest Path Algorithm for Optimizing Spaced Repetition Scheduling”, KDD 2022, and
// the description of the algorithm by the project open-spaced-repetition, whose library
// does the arithmetic.

// recall is how well a task was answered.
type recall uint8

// The values of recall.
const (
	forgotten recall = iota // not right, or only after its solution was shown
	helped                  // right, with hints or after a wrong answer
	right                   // right at once
)

// rating returns the corresponding rating of the scheduler.
func (r recall) rating() fsrs.Rating {
	switch r {
	case helped:
		return fsrs.Hard
	case right:
		return fsrs.Good
	}
	return fsrs.Again
}

// The maximum interval between two reviews in days, and the ranges of stability (in
// days) and difficulty that the scheduler can produce.
const (
	maxInterval   = 365
	maxStability  = 36500
	minStability  = 0.001
	maxDifficulty = 10
)

// reviewAfter returns the schedule of a task after a review. The zero review is a new
// task. If the clock has gone back, no time has passed. A review that the scheduler
// cannot have written counts as new.
func reviewAfter(r progress.Review, now time.Time, how recall) progress.Review {
	p := fsrs.DefaultParam()
	p.EnableShortTerm, p.MaximumInterval = false, maxInterval
	now = now.Round(0).UTC()
	card := fsrs.NewCard(now)
	if scheduled(r) {
		card = fsrs.Card{State: fsrs.Review, Stability: r.Stability, Difficulty: r.Difficulty,
			LastReview: earlier(r.Last, now)}
	}
	next, err := fsrs.NewFSRS(p).Next(card, now, how.rating())
	if err != nil { // the card is checked above; in any case the task comes back tomorrow
		next.Card = fsrs.Card{Due: now.Add(day), Stability: 1, Difficulty: maxDifficulty / 2}
	}
	out := progress.Review{Due: next.Card.Due, Last: now, Stability: next.Card.Stability,
		Difficulty: next.Card.Difficulty}
	out.Asked, out.Lapses = r.Asked+1, r.Lapses
	if how == forgotten && scheduled(r) {
		out.Lapses++
	}
	return out
}

// scheduled reports whether the scheduler can have written a review.
func scheduled(r progress.Review) bool {
	return !r.Last.IsZero() && r.Stability >= minStability && r.Stability <= maxStability && r.Difficulty >= 1 &&
		r.Difficulty <= maxDifficulty
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

const day = 24 * time.Hour

// isDue reports whether a task is due on the day of now, in the time zone of now. It
// also is if it was last asked more than a day in the future, by a clock that has been
// set back since; otherwise it would stay away for just as long.
func isDue(r progress.Review, now time.Time) bool {
	y, m, d := now.Date()
	tomorrow := time.Date(y, m, d+1, 0, 0, 0, 0, now.Location())
	return r.Due.Before(tomorrow) || r.Last.After(now.Add(day))
}
