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

// TaskID is a step of an exercise that can be asked alone.
type TaskID struct{ Exercise, Name string }

// Due lists what is to be asked again today, what has waited longest first.
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

// remember has the step in hand asked again, now that it was answered right on its
// sheet: in time, and with other numbers.
func (s *Student) remember(w *Work) {
	if w.round != nil || !s.asksAnew(w.exercise, w.Info()) {
		return
	}
	t := TaskID{w.ID(), w.Info().Name}
	s.reviewed(t, reviewAfter(w.record.Reviews[t.Name], s.options.Now(), recallOf(w.state())))
}

// adopt has steps of a sheet asked again that were answered right before anybody
// kept when. Being opened changes nothing of what is kept: it is written down with
// the next thing that the student does there.
func (s *Student) adopt(w *Work) {
	if len(w.record.Reviews) > 0 {
		return
	}
	done := w.record.Updated
	for _, info := range w.infos {
		step := w.record.Steps[info.Name]
		if !step.Done || !s.asksAnew(w.exercise, info) {
			continue
		}
		s.put(TaskID{w.ID(), info.Name}, reviewAfter(progress.Review{}, done, recallOf(step)))
	}
}

// recall notes how a review goes, as far as it has gone: what is known of the step
// is what was known before it was asked, and this. Once it is right, it stands.
func (s *Student) recall(w *Work) {
	if r := w.round; r == nil || r.kind == TestingOut || r.right > r.at {
		return
	}
	s.reviewed(TaskID{w.ID(), w.Info().Name}, reviewAfter(w.before, s.options.Now(), recallOf(w.state())))
}

// reviewed notes a review, which must survive the machine.
func (s *Student) reviewed(t TaskID, review progress.Review) { s.touch(s.put(t, review)) }

// put puts a review into the exercise's record.
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

// recallOf is how a step went.
func recallOf(s progress.Task) recall {
	switch {
	case !s.Done || s.Solution:
		return forgotten
	case s.Hints > 0 || s.Attempts > 1:
		return helped
	}
	return right
}

// touch notes a change of a record that must survive the machine.
func (s *Student) touch(r *record) {
	s.looking = false
	r.Revision++
	r.Updated = s.options.Now()
	r.durable = r.Revision
}

// asksAnew reports whether a step of an exercise in hand can be asked again: it is
// judged by computing, and another seed asks it otherwise.
func (s *Student) asksAnew(ex *exercises.Exercise, info exercises.Info) bool {
	return info.Computed() && s.drawnSteps(ex)[info.Name]
}

// otherSeeds is how many seeds are tried for another question. Where it is drawn
// from a short list, one could bring the same.
const otherSeeds = 2

// drawnSteps are the steps of an exercise that other seeds ask otherwise. They are
// looked for once.
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
			out[a.Name] = out[a.Name] || otherwise(a, other.Tasks[i].Info())
		}
	}
	return out
}

// otherwise reports whether one step asks otherwise than another. What is told
// before it where it is asked alone is no part of that.
func otherwise(a, b exercises.Info) bool {
	a.Alone, b.Alone = nil, nil
	return !reflect.DeepEqual(a, b)
}
