package catalogue

import (
	"context"
	"fmt"
	"os"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/budget"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// thorough returns nightly if THOROUGH is set, as in .ci/nightly, and otherwise usual.
func thorough(usual, nightly int) int {
	if os.Getenv("THOROUGH") != "" {
		return nightly
	}
	return usual
}

// task is a task of an exercise opened with some seed.
type task struct {
	exercises.Task
	exercise       *exercises.Exercise
	earlier        []task // the tasks of the exercise before this one
	info           exercises.Info
	earlierAnswers exercises.Answers // the references of the earlier tasks
	scene          exercises.Scene   // the stage before anything is answered
	reports        map[string]exercises.Report
}

// Check judges the same answers only once, unless a budget limits the work or ctx has ended.
func (s task) Check(ctx context.Context, a exercises.Answers) exercises.Report {
	key := fmt.Sprintf("%q", a)
	r, known := s.reports[key]
	if known && ctx.Err() == nil && budget.OfCall(ctx) == nil {
		return r
	}
	r = s.Task.Check(ctx, a)
	if ctx.Err() == nil && budget.OfCall(ctx) == nil {
		s.reports[key] = r
	}
	return r
}

func (s task) seed() uint64 { return s.exercise.Seed }

// answered returns the references up to and including the task's own.
func (s task) answered() exercises.Answers { return s.earlierAnswers.Joined(s.info.Reference) }

// with returns the reference answers with another text in one field.
func (s task) with(field, text string) exercises.Answers { return s.answered().With(field, text) }

// wholeLibrary returns the library with every worksheet read to its end.
func wholeLibrary(t testing.TB) *Catalogue {
	return must.Value(LoadAll())
}

// tasksOf returns the tasks of an exercise in order.
func tasksOf(ctx context.Context, e *exercises.Exercise) []task {
	var out []task
	before := exercises.Answers{}
	for i, s := range e.Tasks {
		out = append(out, task{s, e, out[:i:i], s.Info(), before, s.Scene(ctx, before),
			map[string]exercises.Report{}})
		before = before.Joined(s.Info().Reference)
	}
	return out
}

// seeds returns n seeds: small, large and arbitrary ones.
func seeds(n int) []uint64 {
	out := []uint64{0, 1, ^uint64(0)}
	for i := uint64(2); len(out) < n; i++ {
		out = append(out, i*0x9e3779b97f4a7c15)
	}
	return out[:n]
}

func library(t testing.TB) *Catalogue {
	return must.Value(New())
}

func open(t testing.TB, lib exercises.Library, id string, o exercises.Options) *exercises.Exercise {
	t.Helper()
	e, err := lib.Open(id, o)
	check.Must(t, err == nil, "Open(%q, seed %d): got error %v, want none", id, o.Seed, err)
	return e
}

// eachSummary calls f for every exercise of the contents.
func eachSummary(lib exercises.Library, f func(exercises.Summary)) {
	for _, u := range lib.Units() {
		for _, s := range u.Exercises {
			f(s)
		}
	}
}

// checks lists the checks of every task. gate and night are the numbers of seeds in the two kinds
// of runs. run gets the same task for each seed.
var checks = []struct {
	name        string
	gate, night int
	run         func(*testing.T, []task)
}{
	{"audit", 2, 50, forEachSeed(checkAudit)},
	{"texts", 3, 16, forEachSeed(checkTexts)},
	{"verdicts", 1, 16, forEachSeed(checkVerdicts)},
	{"nonsense", 1, 2, forEachSeed(checkNonsense)},
	{"odd forms", 1, 10, forEachSeed(checkOddForms)},
	{"budget", 1, 3, forEachSeed(checkBudgets)},
	{"leaks", 1, 50, forEachSeed(checkLeaks)},
	{"numbers", 10, 10, checkNumbers},
	{"follows the seed", 4, 20, checkFollows},
	{"stage", 1, 2, forEachSeed(checkStage)},
	{"figure names", 1, 1, forEachSeed(checkFigureNames)},
	{"run", 1, 1, forEachSeed(checkRun)},
}

// TestExercises_keepTheRules opens every exercise once per seed and makes every check on each task.
// To make a single check, run go test -run 'TestExercises_keepTheRules/7.7/$/leaks'.
func TestExercises_keepTheRules(t *testing.T) {
	lib, whole := library(t), wholeLibrary(t)
	most := 0
	for _, c := range checks {
		most = max(most, thorough(c.gate, c.night))
	}
	eachSummary(lib, func(summary exercises.Summary) {
		t.Run(summary.ID, func(t *testing.T) {
			t.Parallel()
			var drawn [][]task // by seed, by task
			for _, seed := range seeds(most) {
				e := open(t, lib, summary.ID, exercises.Options{Seed: seed})
				drawn = append(drawn, tasksOf(t.Context(), e))
			}
			t.Run("opens", func(t *testing.T) { checkOpening(t, lib, whole, summary, drawn) })
			for i, first := range drawn[0] {
				t.Run(first.info.Name, func(t *testing.T) {
					for _, c := range checks {
						var tasks []task
						for _, tasksOfSeed := range drawn[:thorough(c.gate, c.night)] {
							tasks = append(tasks, tasksOfSeed[i])
						}
						t.Run(c.name, func(t *testing.T) { c.run(t, tasks) })
					}
				})
			}
		})
	})
}

// forEachSeed makes a check on a task for every seed.
func forEachSeed(check func(*testing.T, task)) func(*testing.T, []task) {
	return func(t *testing.T, tasks []task) {
		for _, s := range tasks {
			t.Run(fmt.Sprint("seed ", s.seed()), func(t *testing.T) { check(t, s) })
		}
	}
}
