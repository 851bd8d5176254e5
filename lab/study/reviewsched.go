package study

import (
	"time"

	fsrs "github.com/open-spaced-repetition/go-fsrs/v4"

	"kernellab/lab/progress"
)

// Reviews are scheduled by FSRS-6 with its published weights, in the form that plans
// whole days: a task has a stability S, the days after which it is remembered with
// probability 0.9, and a difficulty from 1 to 10; after t days the probability is
// R = (1 + (0.9^(1/−w₂₀) − 1)·t/S)^(−w₂₀). Source: J. Ye, J. Su, Y. Cao, “A
// Stochastic Shortest Path Algorithm for Optimizing Spaced Repetition
// Scheduling”, KDD 2022, and the description of the algorithm of the project
// open-spaced-repetition, whose library does the arithmetic.

// recall is how a task went.
type recall uint8

// The ways a task can go.
const (
	forgotten recall = iota // not right, or only after its solution was shown
	helped                  // right, with hints or after a wrong answer
	right                   // right at once
)

// rating is the scheduler's word for it.
func (r recall) rating() fsrs.Rating {
	switch r {
	case helped:
		return fsrs.Hard
	case right:
		return fsrs.Good
	}
	return fsrs.Again
}

// The maxInterval time between two askings, in days, and the range of a stability
// (days) and of a difficulty that the scheduler can have given.
const (
	maxInterval   = 365
	maxStability  = 36500
	minStability  = 0.001
	maxDifficulty = 10
)

// reviewAfter is what is known of a task once it has been asked again. The zero review
// is a task that is new. A clock that has gone back since counts as no time; what
// the scheduler cannot have written is as new.
func reviewAfter(r progress.Review, now time.Time, how recall) progress.Review {
	p := fsrs.DefaultParam()
	p.EnableShortTerm, p.MaximumInterval = false, maxInterval
	now = now.Round(0).UTC()
	card := fsrs.NewCard(now)
	if scheduled(r) {
		card = fsrs.Card{State: fsrs.Review, Stability: r.Stability, Difficulty: r.Difficulty, LastReview: earlier(r.Last, now)}
	}
	next, err := fsrs.NewFSRS(p).Next(card, now, how.rating())
	if err != nil { // the card is checked above; a task may come tomorrow in any case
		next.Card = fsrs.Card{Due: now.Add(day), Stability: 1, Difficulty: maxDifficulty / 2}
	}
	out := progress.Review{Due: next.Card.Due, Last: now, Stability: next.Card.Stability, Difficulty: next.Card.Difficulty}
	out.Asked, out.Lapses = r.Asked+1, r.Lapses
	if how == forgotten && scheduled(r) {
		out.Lapses++
	}
	return out
}

// scheduled reports whether a review is one that the scheduler can have written.
func scheduled(r progress.Review) bool {
	return !r.Last.IsZero() && r.Stability >= minStability && r.Stability <= maxStability && r.Difficulty >= 1 && r.Difficulty <= maxDifficulty
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

const day = 24 * time.Hour

// isDue reports whether a task is to be asked on the day of now, in its time zone.
// One that was asked on a later day, by a clock that has been set back since, is:
// it would not come for as long otherwise.
func isDue(r progress.Review, now time.Time) bool {
	y, m, d := now.Date()
	tomorrow := time.Date(y, m, d+1, 0, 0, 0, 0, now.Location())
	return r.Due.Before(tomorrow) || r.Last.After(now.Add(day))
}
