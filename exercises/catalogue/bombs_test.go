package catalogue

import (
	"context"
	"strings"
	"testing"
	"time"

	"kernellab/exercises"
	"kernellab/exercises/budget"
	"kernellab/testdata/support/bombs"
	"kernellab/testdata/support/check"
)

// target is a text field, with the task that contains it.
type target struct {
	task
	field string
}

// targets returns the text fields of all exercises, by the name of their judge. All fields that the
// lessons of one unit judge themselves have the same key.
func targets(t *testing.T) map[string][]target {
	t.Helper()
	out := map[string][]target{}
	lib := library(t)
	eachSummary(lib, func(summary exercises.Summary) {
		for _, s := range tasksOf(t.Context(), open(t, lib, summary.ID, exercises.Options{Seed: 1})) {
			for _, f := range s.info.Fields {
				judge := f.Judge
				if judge == exercises.LessonJudge {
					judge += " " + s.exercise.Unit
				}
				if f.Kind == exercises.TextField {
					out[judge] = append(out[judge], target{s, f.Name})
				}
			}
		}
	})
	return out
}

func (f target) String() string { return f.exercise.ID + " " + f.info.Name + " " + f.field }

// way is something that a task does with a text. work is the work that it may take. respond returns
// the words that result. Empty words count as a failure.
type way struct {
	name    string
	work    int64
	respond func(ctx context.Context, f target, text string) string
}

var ways = []way{
	{"scene", budget.CallLimits().Work, func(ctx context.Context, f target, text string) string {
		return strings.Join(texts(f.Scene(ctx, f.with(f.field, text)).Notes), "\n") + " "
	}},
	{"echo", budget.EchoLimits().Work, func(ctx context.Context, f target, text string) string {
		e, ok := f.Task.(exercises.Echoer)
		said := func(e exercises.Echo) string { return e.Problem + e.Reading + e.Note }
		if !ok || said(e.Echo(context.Background(), f.field, f.info.Reference[f.field])) == "" {
			return " " // the task uses this field only when the answer is submitted
		}
		return said(e.Echo(ctx, f.field, text))
	}},
	{"check", budget.CallLimits().Work, func(ctx context.Context, f target, text string) string {
		r := f.Check(ctx, f.with(f.field, text))
		words := strings.Join(texts(r.Fact), "\n")
		if r.Verdict == exercises.Unreadable || r.Verdict == exercises.Undecided {
			return words // these verdicts need an explanation
		}
		return r.Verdict.Words() + r.Headline + words
	}},
}

// cost holds the work, the memory in bytes and the time that one text took. words is the response
// to it.
type cost struct {
	work     int64
	memory   uint64
	duration time.Duration
	words    string
}

func (w way) cost(f target, text string) cost {
	ctx := budget.StartCall(context.Background(), budget.Limits{Work: 1 << 60, Time: time.Hour})
	before, start := bombs.Allocated(), time.Now()
	words := w.respond(ctx, f, text)
	return cost{budget.OfCall(ctx).Spent(), bombs.Allocated() - before, time.Since(start), words}
}

// TestTargets_surviveBombs puts every second bomb, a text built to take much time or memory, into a
// field of each judge. For each bomb it tests the picture, the echo or the verdict. In the nightly run
// it tests all three for every bomb in every field of every exercise. Each must return words within the
// limits of work, memory and time.
func TestTargets_surviveBombs(t *testing.T) {
	all := bombs.All()
	for judge, fields := range targets(t) {
		t.Run(judge, func(t *testing.T) {
			for i, b := range all {
				for k, f := range fields {
					for j, w := range ways {
						if k == i%len(fields) && (i+j)%(2*len(ways)) == 0 || thorough(0, 1) == 1 {
							w.survives(t, f, b)
						}
					}
				}
			}
		})
	}
}

func (w way) survives(t *testing.T, f target, b bombs.Bomb) {
	t.Helper()
	c := w.cost(f, b.Text)
	for range 2 { // the machine may have been busy
		if c.duration > bombs.Deadline {
			c = w.cost(f, b.Text)
		}
	}
	if c.duration > bombs.Deadline || c.memory > bombs.Memory || c.work > w.work {
		t.Errorf("%s: %s of %s took %v, %d MB and %d units, want at most %v, %d MB and %d", f, w.name, b.Name,
			c.duration,
			c.memory>>20, c.work, bombs.Deadline, bombs.Memory>>20, w.work)
	}
	check.That(t, c.words != "" && len(c.words) <= 8000 && !strings.Contains(c.words, "The lab failed"),
		"%s: %s of %s says %d bytes, %.200q, want 1 to 8000", f, w.name, b.Name, len(c.words), c.words)
}
