package study

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"kernellab/exercises"
)

// RoundKind is the purpose of a round.
type RoundKind uint8

// The kinds of round.
const (
	Reviewing  RoundKind = iota // tasks that are due for review
	WarmingUp                   // one due task before an exercise
	TestingOut                  // tasks that show whether the student knows a unit
)

// Words returns the name of the kind.
func (k RoundKind) Words() string {
	return [...]string{Reviewing: "Review", WarmingUp: "Warm-up", TestingOut: "Test-out"}[k]
}

// testOutLength is the number of consecutive right answers that a test-out requires.
const testOutLength = 3

// Round asks tasks one after the other, each with new numbers and outside of an attempt at its
// exercise. It belongs to its Student and to the same goroutine. Students may leave it at any time;
// tasks that were not asked stay due.
type Round struct {
	student *Student
	kind    RoundKind
	unit    exercises.Unit // the unit of a test-out
	tasks   []TaskID
	index   int
	work    *Work
	// lastRight is the number, from 1, of the last task that was answered right, or 0. In a test-out
	// it is the number of right answers.
	lastRight int
	failed    bool   // whether a wrong answer has ended the round
	message   string // sentence about the latest answer
}

// BeginReview returns a round of all tasks that are due, or nil if there are none.
func (s *Student) BeginReview() (*Round, error) {
	return s.newRound(Reviewing, exercises.Unit{}, s.DueTasks())
}

// newRound starts a round. It returns nil if there are no tasks.
func (s *Student) newRound(k RoundKind, u exercises.Unit, tasks []TaskID) (*Round, error) {
	if len(tasks) == 0 {
		return nil, nil
	}
	r := &Round{student: s, kind: k, unit: u, tasks: tasks, index: -1}
	if _, err := r.Next(); err != nil {
		return nil, err
	}
	return r, nil
}

// Kind returns the purpose of the round.
func (r *Round) Kind() RoundKind { return r.kind }

// AllowsHelp reports whether hints and solutions are allowed, which is false only for a
// test-out. r may be nil.
func (r *Round) AllowsHelp() bool { return r == nil || r.kind != TestingOut }

// Redact returns the part of a report on the current task that the student may see. In a
// test-out, which a wrong answer ends, it hides the verdicts on single fields until the
// answer is complete. Otherwise the student could try values without risk. r may be nil.
func (r *Round) Redact(report exercises.Report) exercises.Report {
	if r.AllowsHelp() {
		return report
	}
	return redactReport(report)
}

func redactReport(report exercises.Report) exercises.Report {
	if report.Verdict.CountsAsAttempt() || report.Accepted {
		return report
	}
	report.Fields = maps.Clone(report.Fields)
	maps.DeleteFunc(report.Fields, func(_ string, f exercises.FieldReport) bool { return f.Verdict.CountsAsAttempt() })
	return report
}

// Unit returns the ID and title of the unit of a test-out.
func (r *Round) Unit() (id, title string) { return r.unit.ID, r.unit.Title }

// Work returns the current task, as an exercise that has only this task. Its answers contain
// the reference answers to the earlier tasks of the original exercise.
func (r *Round) Work() *Work { return r.work }

// Place returns the number of the current task, from 1, and the number of tasks.
func (r *Round) Place() (number, total int) { return r.index + 1, len(r.tasks) }

// Finished reports whether the round has ended: a wrong answer ended it, or the last
// task is done.
func (r *Round) Finished() bool { return r.failed || r.index == len(r.tasks)-1 && r.work.TaskDone(0) }

// IsLast reports whether no other task follows the current one.
func (r *Round) IsLast() bool { return r.failed || r.index >= len(r.tasks)-1 }

// Next goes to the next task. moved is false if there is no next task, or if the current task of a
// test-out is not done.
func (r *Round) Next() (moved bool, err error) {
	if r.work != nil && r.IsLast() || r.kind == TestingOut && r.work != nil && !r.work.TaskDone(0) {
		return false, nil
	}
	w, err := r.student.openAlone(r.tasks[r.index+1], r)
	if err != nil {
		return false, err
	}
	r.index, r.work, r.message = r.index+1, w, ""
	return true, nil
}

// openAlone opens a task with new numbers. The record of the work is not saved.
func (s *Student) openAlone(t TaskID, r *Round) (*Work, error) {
	ex, err := s.library.Open(t.Exercise, exercises.Options{Seed: s.otherSeed(t.Exercise)})
	if err != nil {
		return nil, err
	}
	pos := slices.IndexFunc(ex.Tasks, func(task exercises.Task) bool { return task.Info().Name == t.Name })
	if pos < 0 {
		return nil, fmt.Errorf("exercise %s has no task %s", t.Exercise, t.Name)
	}
	earlierAnswers := exercises.Answers{}
	for _, task := range ex.Tasks[:pos] {
		info := task.Info()
		reference := maps.Clone(info.Reference)
		for _, f := range info.Fields {
			if f.IsPrediction() { // the student makes the predictions again
				delete(reference, f.Name)
			}
		}
		maps.Copy(earlierAnswers, reference)
	}
	single := *ex
	single.Tasks, single.Summary.Tasks, single.TaskTitles = ex.Tasks[pos:pos+1], ex.Summary.Tasks[pos:pos+1], nil
	w := &Work{student: s, record: &record{}, exercise: &single, infos: infosOf(&single), round: r}
	w.record.ID = t.Exercise
	w.infos[0].Text = slices.Concat(w.infos[0].SetUp, w.infos[0].Text)
	w.begin(ex.Seed, "")
	w.record.Answers = earlierAnswers
	if stored := s.records[t.Exercise]; stored != nil {
		w.reviewBefore = stored.Reviews[t.Name]
	}
	return w, nil
}

// Round returns the round that the work belongs to, or nil if it is an attempt at an
// exercise.
func (w *Work) Round() *Round { return w.round }

// recordAnswer records an answer to the current task.
func (r *Round) recordAnswer(w *Work, report exercises.Report) {
	isCounted := report.Verdict.CountsAsAttempt() || report.Accepted
	if !isCounted || r.failed {
		return
	}
	if r.kind == TestingOut {
		r.recordTestOut(w, report)
		return
	}
	if r.lastRight > r.index { // the current task was answered right before
		return
	}
	r.student.updateReview(w)
	r.message = "It comes again " + r.student.dueWords(w) + "."
	if w.TaskDone(0) {
		r.lastRight = r.index + 1
	}
}

// recordTestOut records an answer of a test-out. A wrong answer ends the round. After
// an answer that is right but not in the required form, the student may try again.
func (r *Round) recordTestOut(w *Work, report exercises.Report) {
	switch {
	case w.TaskDone(0) && r.lastRight <= r.index:
		r.lastRight = r.index + 1
		r.message = fmt.Sprintf("%d of %d in a row.", r.lastRight, len(r.tasks))
		if r.lastRight == len(r.tasks) {
			r.student.markTestedOut(r.unit)
			r.message = fmt.Sprintf(
				"%d in a row: you know unit %s. Its exercises count as tested out, and you can still open them.", r.lastRight,
				r.unit.ID,
			)
		}
	case report.Verdict == exercises.NotEqual || report.Verdict == exercises.Close:
		if !w.TaskDone(0) {
			r.failed = true
			r.message = fmt.Sprintf(
				"That ends the test-out, and nothing is lost. Exercise %s teaches this, with hints. You can test out again at any time.", w.ID(),
			)
		}
	}
}

// markTestedOut marks the exercises of a unit that are not done as tested out.
func (s *Student) markTestedOut(u exercises.Unit) {
	for _, e := range s.course.withoutHomework(u).Exercises {
		if v, _ := s.View(e.ID); v.State.Settled() {
			continue
		}
		r := s.recordOf(e.ID)
		if r.TestedOut = true; !r.hasAttempt() {
			r.Seed = s.Seed() // for old programs, which expect an attempt in every record
		}
		s.markChanged(r)
	}
}

// dueWords returns in words when a task is due again.
func (s *Student) dueWords(w *Work) string {
	due := s.records[w.ID()].Reviews[w.Info().Name].Due
	now := s.options.Now()
	switch days := int(due.Sub(now).Hours()/24 + 0.5); {
	case days <= 1:
		return "tomorrow"
	case days < 45:
		return fmt.Sprintf("in %d days", days)
	default:
		return fmt.Sprintf("in %d months", (days+15)/30)
	}
}

// WarmUpTask returns a task that may precede an exercise: a due task of an earlier unit. ok is false
// if no task of an earlier unit is due, or if the exercise or its warm-up has been begun.
func (s *Student) WarmUpTask(w *Work) (t TaskID, ok bool) {
	if w.round != nil || w.index != 0 || s.warmUpsBegun[w.ID()] || w.Judged() || w.TaskDone(0) {
		return TaskID{}, false
	}
	unit := s.unitIndex(w.ID())
	for _, t := range s.DueTasks() {
		if s.unitIndex(t.Exercise) < unit {
			return t, true
		}
	}
	return TaskID{}, false
}

// BeginWarmUp starts a round with the warm-up of an exercise, or returns nil if there is no
// warm-up. The warm-up is not offered again in this session.
func (s *Student) BeginWarmUp(w *Work) (*Round, error) {
	t, ok := s.WarmUpTask(w)
	if !ok {
		return nil, nil
	}
	s.warmUpsBegun[w.ID()] = true
	return s.newRound(WarmingUp, exercises.Unit{}, []TaskID{t})
}

// unitIndex returns the index of an exercise's unit in the library, or −1.
func (s *Student) unitIndex(id string) int {
	return slices.IndexFunc(s.units, func(u exercises.Unit) bool {
		return slices.ContainsFunc(u.Exercises, func(e exercises.Summary) bool { return e.ID == id })
	})
}

// PlanTestOut returns a function that chooses the tasks of a test-out. The tasks are from the
// unit of the given exercise, but only from exercises that are open and not homework. If the
// exercise belongs to no unit, the function chooses none. The function opens all exercises from
// which it chooses, and may run concurrently with the student.
func (s *Student) PlanTestOut(exercise string) func(context.Context) ([]TaskID, error) {
	var unit exercises.Unit
	if at := s.unitIndex(exercise); at >= 0 {
		unit = s.course.withoutHomework(s.units[at])
	}
	library := s.library
	return func(ctx context.Context) ([]TaskID, error) {
		var drawnPiles, fixedPiles [][]TaskID // by exercise; the numbers of the drawn tasks depend on the seed
		for _, e := range unit.Exercises {
			pile, seedDependent, err := shuffledTasks(library, e)
			if err = cmp.Or(err, ctx.Err()); err != nil {
				return nil, err
			}
			if seedDependent {
				drawnPiles = append(drawnPiles, pile)
			} else {
				fixedPiles = append(fixedPiles, pile)
			}
		}
		for _, piles := range [][][]TaskID{drawnPiles, fixedPiles} {
			rand.Shuffle(len(piles), func(i, j int) { piles[i], piles[j] = piles[j], piles[i] })
		}
		return deal(slices.Concat(drawnPiles, fixedPiles), testOutLength), nil
	}
}

// BeginTestOut starts a round of the given tasks, to test out of the unit to which an exercise
// belongs. It returns nil if there are no tasks.
func (s *Student) BeginTestOut(exercise string, tasks []TaskID) (*Round, error) {
	at := s.unitIndex(exercise)
	if at < 0 {
		return nil, fmt.Errorf("no exercise %q", exercise)
	}
	return s.newRound(TestingOut, s.units[at], tasks)
}

// shuffledTasks returns the tasks of an exercise that are judged by computing, shuffled. If some
// tasks depend on the seed, it returns only these tasks, and seeded is true.
func shuffledTasks(library exercises.Library, e exercises.Summary) (pile []TaskID, seeded bool, err error) {
	var infos [2][]exercises.Info
	seed := rand.Uint64N(9999)
	for i := range infos {
		ex, err := library.Open(e.ID, exercises.Options{Seed: seed + uint64(i)})
		if err != nil {
			return nil, false, err
		}
		infos[i] = infosOf(ex)
	}
	var fixedTasks []TaskID
	for i, info := range infos[0] {
		switch t := (TaskID{e.ID, info.Name}); {
		case !info.NeedsComputation():
		case !tasksDiffer(info, infos[1][i]):
			fixedTasks = append(fixedTasks, t)
		default:
			pile = append(pile, t)
		}
	}
	if seeded = len(pile) > 0; !seeded {
		pile = fixedTasks
	}
	rand.Shuffle(len(pile), func(i, j int) { pile[i], pile[j] = pile[j], pile[i] })
	return pile, seeded, nil
}

// deal takes n tasks from the piles, one from each pile in turn. If there are fewer than n
// tasks, it repeats tasks; each of them is asked with new numbers.
func deal(piles [][]TaskID, n int) []TaskID {
	var all []TaskID
	for i, more := 0, true; more; i++ {
		more = false
		for _, pile := range piles {
			if i < len(pile) {
				all, more = append(all, pile[i]), true
			}
		}
	}
	for len(all) > 0 && len(all) < n {
		all = append(all, all...)
	}
	return all[:min(n, len(all))]
}
