package study

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"time"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

// TaskID identifies a task of an exercise that can be asked alone.
type TaskID struct{ Exercise, Name string }

// Due returns the tasks that are due for review today, the longest overdue first.
func (s *Student) Due() []TaskID {
	var out []TaskID
	since := map[TaskID]time.Time{}
	for _, u := range s.units {
		for _, e := range u.Exercises {
			r := s.records[e.ID]
			if r == nil {
				continue
			}
			for name, review := range r.Reviews {
				if t := (TaskID{e.ID, name}); slices.Contains(e.Tasks, name) && isDue(review, s.options.Now()) {
					out, since[t] = append(out, t), review.Due
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b TaskID) int {
		return cmp.Or(since[a].Compare(since[b]), cmp.Compare(a.Exercise, b.Exercise), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// remember schedules a review of the current task, which was answered right in its
// attempt.
func (s *Student) remember(w *Work) {
	if w.round != nil || !s.canAskAgain(w.exercise, w.Info()) {
		return
	}
	t := TaskID{w.ID(), w.Info().Name}
	s.reviewed(t, reviewAfter(w.record.Reviews[t.Name], s.options.Now(), recallOf(w.state())))
}

// adopt schedules reviews for tasks that were done before reviews existed. It does not
// mark the record as changed, so the reviews are saved with the student's next action in
// the exercise.
func (s *Student) adopt(w *Work) {
	if len(w.record.Reviews) > 0 {
		return
	}
	done := w.record.Updated
	for _, info := range w.infos {
		step := w.record.Steps[info.Name]
		if !step.Done || !s.canAskAgain(w.exercise, info) {
			continue
		}
		s.put(TaskID{w.ID(), info.Name}, reviewAfter(progress.Review{}, done, recallOf(step)))
	}
}

// recall updates the schedule with the state of a review, starting from what was known
// before it. Once the task is right, later answers change nothing.
func (s *Student) recall(w *Work) {
	if r := w.round; r == nil || r.kind == TestingOut || r.right > r.at {
		return
	}
	s.reviewed(TaskID{w.ID(), w.Info().Name}, reviewAfter(w.before, s.options.Now(), recallOf(w.state())))
}

// reviewed stores a review durably.
func (s *Student) reviewed(t TaskID, review progress.Review) { s.touch(s.put(t, review)) }

// put stores a review in the record of the exercise.
func (s *Student) put(t TaskID, review progress.Review) *record {
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
		return helped
	}
	return right
}

// touch marks a record as changed and durable.
func (s *Student) touch(r *record) {
	s.looking = false
	r.Revision++
	r.Updated = s.options.Now()
	r.durable = r.Revision
}

// canAskAgain reports whether a task can be asked again: it is judged by computing, and
// another seed changes it.
func (s *Student) canAskAgain(ex *exercises.Exercise, info exercises.Info) bool {
	return info.Computed() && s.drawnSteps(ex)[info.Name]
}

// otherSeeds is the number of seeds that are compared. One might draw the same numbers
// from a short list.
const otherSeeds = 2

// drawnSteps returns the names of the tasks that depend on the seed. It caches them per
// exercise.
func (s *Student) drawnSteps(ex *exercises.Exercise) map[string]bool {
	if known, ok := s.drawn[ex.ID]; ok {
		return known
	}
	out := map[string]bool{}
	s.drawn[ex.ID] = out
	for i := range uint64(otherSeeds) {
		if v, ok := s.View(ex.ID); !ok || !v.Drawn {
			break
		}
		other, err := s.library.Open(ex.ID, exercises.Options{Seed: ex.Seed + 1 + i, Data: s.options.Data})
		if err != nil {
			break
		}
		for i, step := range ex.Tasks {
			a := step.Info()
			out[a.Name] = out[a.Name] || differ(a, other.Tasks[i].Info())
		}
	}
	return out
}

// differ reports whether two tasks differ. It ignores the introduction that is shown
// when they are asked alone.
func differ(a, b exercises.Info) bool {
	a.Alone, b.Alone = nil, nil
	return !reflect.DeepEqual(a, b)
}
