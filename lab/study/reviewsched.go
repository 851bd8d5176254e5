// Package spacing says when a task that was done once should be asked again.
//
// It is FSRS-6 with its published weights, in the form that plans whole days: a
// task has a stability S, the days after which it is remembered with probability
// 0.9, and a difficulty from 1 to 10; after t days the probability is
// R = (1 + (0.9^(1/−w₂₀) − 1)·t/S)^(−w₂₀). Source: J. Ye, J. Su, Y. Cao, “A
// Stochastic Shortest Path Algorithm for Optimizing Spaced Repetition
// Scheduling”, KDD 2022, and the description of the algorithm of the project
// open-spaced-repetition, whose library does the arithmetic.
//
// The package knows no exercise and no screen, and reads no clock.
package spacing

import (
	"time"

	fsrs "github.com/open-spaced-repetition/go-fsrs/v4"

	"kernellab/lab/progress"
)

// Recall is how a task went.
type Recall uint8

// The ways a task can go.
const (
	Forgotten Recall = iota // not right, or only after its solution was shown
	Helped                  // right, with hints or after a wrong answer
	Right                   // right at once
)

// rating is the scheduler's word for it.
func (r Recall) rating() fsrs.Rating {
	switch r {
	case Helped:
		return fsrs.Hard
	case Right:
		return fsrs.Good
	}
	return fsrs.Again
}

// The longest time between two askings, in days, and the range of a stability
// (days) and of a difficulty that the scheduler can have given.
const (
	longest       = 365
	mostStable    = 36500
	leastStable   = 0.001
	mostDifficult = 10
)

// After is what is known of a task once it has been asked again. The zero review
// is a task that is new. A clock that has gone back since counts as no time; what
// the scheduler cannot have written is as new.
func After(r progress.Review, now time.Time, how Recall) progress.Review {
	p := fsrs.DefaultParam()
	p.EnableShortTerm, p.MaximumInterval = false, longest
	now = now.Round(0).UTC()
	card := fsrs.NewCard(now)
	if known(r) {
		card = fsrs.Card{State: fsrs.Review, Stability: r.Stability, Difficulty: r.Difficulty, LastReview: earlier(r.Last, now)}
	}
	next, err := fsrs.NewFSRS(p).Next(card, now, how.rating())
	if err != nil { // the card is checked above; a task may come tomorrow in any case
		next.Card = fsrs.Card{Due: now.Add(day), Stability: 1, Difficulty: mostDifficult / 2}
	}
	out := progress.Review{Due: next.Card.Due, Last: now, Stability: next.Card.Stability, Difficulty: next.Card.Difficulty}
	out.Asked, out.Lapses = r.Asked+1, r.Lapses
	if how == Forgotten && known(r) {
		out.Lapses++
	}
	return out
}

// known reports whether a review is one that the scheduler can have written.
func known(r progress.Review) bool {
	return !r.Last.IsZero() && r.Stability >= leastStable && r.Stability <= mostStable && r.Difficulty >= 1 && r.Difficulty <= mostDifficult
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

const day = 24 * time.Hour

// Due reports whether a task is to be asked on the day of now, in its time zone.
// One that was asked on a later day, by a clock that has been set back since, is:
// it would not come for as long otherwise.
func Due(r progress.Review, now time.Time) bool {
	y, m, d := now.Date()
	tomorrow := time.Date(y, m, d+1, 0, 0, 0, 0, now.Location())
	return r.Due.Before(tomorrow) || r.Last.After(now.Add(day))
}
