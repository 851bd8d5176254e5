package study

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"time"

	fsrs "github.com/open-spaced-repetition/go-fsrs/v4"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

// Reviews are scheduled by FSRS-6 with its published weights and without its short-term
// scheduler, so that every interval is a whole number of days. A task has a stability S,
// the number of days after which it is remembered with probability 0.9, and a difficulty
// from 1 to 10. After t days the probability is R = (1 + (0.9^(1/−w₂₀) − 1)·t/S)^(−w₂₀).
// The model is from J. Ye, J. Su, Y. Cao, “A Stochastic Shortest Path Algorithm for
// Optimizing Spaced Repetition Scheduling”, KDD 2022, and from the description of FSRS by
// the project open-spaced-repetition. The library of that project does the arithmetic.

// recall rates how well a task was answered.
type recall uint8

// The values of recall.
const (
	forgotten        recall = iota // not right, or only after its solution was shown
	recalledWithHelp               // right, with hints or after a wrong answer
	recalledAtOnce                 // right at once
)

// rating returns the corresponding rating of the scheduler.
func (r recall) rating() fsrs.Rating {
	switch r {
	case recalledWithHelp:
		return fsrs.Hard
	case recalledAtOnce:
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

// reviewAfter returns the schedule of a task after the student has answered it. r is the schedule
// before the answer. The zero value of r means that the task was never asked. A schedule with
// values that the scheduler never produces, as from an edited file, counts as zero too. If the
// clock was set back since r.LastAsked, reviewAfter assumes that no time has passed.
func reviewAfter(r progress.Review, now time.Time, quality recall) progress.Review {
	p := fsrs.DefaultParam()
	p.EnableShortTerm, p.MaximumInterval = false, maxInterval
	now = now.Round(0).UTC()
	card := fsrs.NewCard(now)
	if isScheduled(r) {
		card = fsrs.Card{State: fsrs.Review, Stability: r.Stability, Difficulty: r.Difficulty,
			LastReview: earlierOf(r.LastAsked, now)}
	}
	next, err := fsrs.NewFSRS(p).Next(card, now, quality.rating())
	if err != nil { // impossible after the check above; ask the task again tomorrow
		next.Card = fsrs.Card{Due: now.Add(day), Stability: 1, Difficulty: maxDifficulty / 2}
	}
	out := progress.Review{Due: next.Card.Due, LastAsked: now, Stability: next.Card.Stability,
		Difficulty: next.Card.Difficulty}
	out.TimesAsked, out.Lapses = r.TimesAsked+1, r.Lapses
	if quality == forgotten && isScheduled(r) {
		out.Lapses++
	}
	return out
}

// isScheduled reports whether r has values that the scheduler can produce.
func isScheduled(r progress.Review) bool {
	return !r.LastAsked.IsZero() && r.Stability >= minStability && r.Stability <= maxStability && r.Difficulty >= 1 &&
		r.Difficulty <= maxDifficulty
}

func earlierOf(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

const day = 24 * time.Hour

// isDue reports whether a task is due before the day of now ends, in the time zone of now. A task
// that was last asked more than a day after now is due too: the clock has been set back since then,
// and the task would not come up until the clock reaches its old due date.
func isDue(r progress.Review, now time.Time) bool {
	y, m, d := now.Date()
	tomorrow := time.Date(y, m, d+1, 0, 0, 0, 0, now.Location())
	return r.Due.Before(tomorrow) || r.LastAsked.After(now.Add(day))
}

// TaskID identifies a task of an exercise that can be asked alone.
type TaskID struct{ Exercise, Name string }

// DueTasks returns the tasks that are due for review today, the longest overdue first.
func (s *Student) DueTasks() []TaskID {
	var out []TaskID
	due := map[TaskID]time.Time{}
	for _, e := range exercises.Summaries(s.library) {
		r := s.records[e.ID]
		if r == nil {
			continue
		}
		for name, review := range r.Reviews {
			if t := (TaskID{e.ID, name}); slices.Contains(e.Tasks, name) && isDue(review, s.options.Now()) {
				out, due[t] = append(out, t), review.Due
			}
		}
	}
	slices.SortFunc(out, func(a, b TaskID) int {
		return cmp.Or(due[a].Compare(due[b]), cmp.Compare(a.Exercise, b.Exercise), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// scheduleReview schedules a review of the current task, which was answered right in an ordinary
// attempt, if its answer is judged by computing and its numbers depend on the seed.
func (s *Student) scheduleReview(w *Work) {
	if info := w.Info(); w.round != nil || !info.NeedsComputation() || !s.seedDependentTasks(w.exercise)[info.Name] {
		return
	}
	t := TaskID{w.ID(), w.Info().Name}
	s.storeReview(t, reviewAfter(w.record.Reviews[t.Name], s.options.Now(), recallOf(w.state())))
}

// updateReview schedules the current task of a round again, after an answer or when its
// solution is shown. It starts from the schedule that the task had when the round opened it,
// and rates how well the task has been answered so far. After the task's first right answer
// it changes nothing.
func (s *Student) updateReview(w *Work) {
	if r := w.round; r == nil || r.kind == TestingOut || r.lastRight > r.index {
		return
	}
	s.storeReview(TaskID{w.ID(), w.Info().Name}, reviewAfter(w.reviewBefore, s.options.Now(), recallOf(w.state())))
}

// storeReview stores a review and marks the document of its exercise as changed.
func (s *Student) storeReview(t TaskID, review progress.Review) {
	s.markChanged(s.setReview(t, review))
}

// setReview stores a review in the document of the exercise.
func (s *Student) setReview(t TaskID, review progress.Review) *record {
	r := s.recordOf(t.Exercise)
	reviews := maps.Clone(r.Reviews)
	if reviews == nil {
		reviews = map[string]progress.Review{}
	}
	reviews[t.Name] = review
	r.Reviews = reviews
	return r
}

// recallOf returns how well a task was answered.
func recallOf(s progress.Task) recall {
	switch {
	case !s.Done || s.Solution:
		return forgotten
	case s.Hints > 0 || s.Attempts > 1:
		return recalledWithHelp
	}
	return recalledAtOnce
}

// markChanged marks the document of an exercise as changed.
func (s *Student) markChanged(r *record) {
	s.onlyLooked = false
	r.Revision++
	r.Updated = s.options.Now()
}

// otherSeeds is the number of seeds with which the current seed is compared. A single
// other seed could draw the same numbers by chance.
const otherSeeds = 2

// seedDependentTasks returns the names of the tasks whose numbers depend on the seed. It
// caches them per exercise.
func (s *Student) seedDependentTasks(ex *exercises.Exercise) map[string]bool {
	if known, ok := s.seedDependent[ex.ID]; ok {
		return known
	}
	out := map[string]bool{}
	s.seedDependent[ex.ID] = out
	for i := range uint64(otherSeeds) {
		if v, ok := s.View(ex.ID); !ok || !v.UsesSeed {
			break
		}
		otherExercise, err := s.library.Open(ex.ID, exercises.Options{Seed: ex.Seed + 1 + i, Data: s.options.Data})
		if err != nil {
			break
		}
		for i, task := range ex.Tasks {
			a := task.Info()
			out[a.Name] = out[a.Name] || tasksDiffer(a, otherExercise.Tasks[i].Info())
		}
	}
	return out
}

// tasksDiffer reports whether two tasks differ. It ignores the introductions for tasks that
// are asked alone.
func tasksDiffer(a, b exercises.Info) bool {
	a.SetUp, b.SetUp = nil, nil
	return !reflect.DeepEqual(a, b)
}
