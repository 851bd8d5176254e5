package transcript

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"kernellab/ascii"
	"kernellab/exercises"
)

// withFullRun returns the fake library whose exercise 1.2 has a run with every ability. The
// run poses a question about each step.
func withFullRun() library {
	l := fake()
	tasks := l.tasks
	l.tasks = func(id string, seed uint64) []exercises.Task {
		if id != "1.2" {
			return tasks(id, seed)
		}
		return []exercises.Task{&fullRunTask{step{info: exercises.Info{Name: "walk", Title: "Walk"}, staged: true}}}
	}
	return l
}

type fullRunTask struct{ step }

func (m *fullRunTask) Scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	s := m.step.Scene(ctx, a)
	s.Run = fullRun{track: s.Run.(track)}
	return s
}

// fullRun is a track with all abilities. A fork of it has another speed.
type fullRun struct {
	track
	forkedAt int    // the frame at which it was forked from another run
	fork     string // the choice, or "" if it is no fork
}

func (r fullRun) Abilities() exercises.Abilities {
	return exercises.Abilities{Breakpoints: r, Predictions: r, Branching: r, Export: r, Ledger: r.Invariants}
}
func (fullRun) Examples() []string                      { return nil }
func (fullRun) Change(int) (b exercises.Break, ok bool) { return b, false }
func (r fullRun) Named(string) exercises.Run            { return r }
func (fullRun) Forks() []exercises.Fork                 { return nil }
func (fullRun) Root() string                            { return "" }
func (fullRun) Gauges(int) string                       { return "" }
func (fullRun) Questions(i int) []exercises.Task {
	return []exercises.Task{
		&step{info: exercises.Info{Name: "q", Question: ascii.Plain(fmt.Sprintf("Where after %d?", i)),
			Fields:    []exercises.Field{{Name: "s", Label: "at ="}},
			Reference: exercises.Answers{"s": strconv.Itoa(i + 1)}}},
	}
}
func (r fullRun) ByHand(int) exercises.Task {
	info := addition()
	return &step{info: info}
}
func (r fullRun) Extend(ctx context.Context, n int, b exercises.Break) (exercises.Run, error) {
	longer, err := r.track.Extend(ctx, n, b)
	r.track = longer.(track)
	return r, err
}
func (r fullRun) UpTo(i int) exercises.Run {
	r.n = min(r.n, i+1)
	return r
}
func (fullRun) Holds(i int, b exercises.Break) bool {
	return b.Name == "post" && i == 4 || b.Name == "n > "+strconv.Itoa(i-1)
}
func (fullRun) ParseCondition(text string) (exercises.Break, error) {
	var n int
	if k, _ := fmt.Sscanf(text, "n > %d", &n); k != 1 {
		return exercises.Break{}, &exercises.BreakpointError{Problem: "this is no condition", Fix: "n > 1"}
	}
	name := fmt.Sprintf("n > %d", n)
	return exercises.Break{Name: name, Label: name}, nil
}
func (fullRun) Complete(string, int) []exercises.Completion { return nil }
func (fullRun) Reading(_ exercises.Break, i int) string     { return fmt.Sprintf("n = %d", i) }
func (fullRun) Invariants(i int) []exercises.Invariant {
	return []exercises.Invariant{{Law: ascii.Plain("n ≥ 0"), Value: strconv.Itoa(i), Holds: true},
		{Law: ascii.Plain("n < 5"), Value: strconv.Itoa(i), Holds: i < 5, Note: "n is large"}}
}
func (r fullRun) Options(_ int, a exercises.Answers) []exercises.Control {
	value := a["speed"]
	if value == "" {
		value = r.speed
	}
	return []exercises.Control{{Name: "speed", Label: "speed", Value: value, Min: 0, Max: 4, Step: 1}}
}
func (r fullRun) Preview(i int, a exercises.Answers) (exercises.Frame, error) {
	if a["speed"] == "" {
		return exercises.Frame{}, errors.New("a speed is needed")
	}
	r.speed = a["speed"]
	return r.Frame(i + 1), nil
}
func (r fullRun) Fork(_ context.Context, i int, a exercises.Answers) (exercises.Run, error) {
	r.n, r.forkedAt, r.fork, r.speed = min(7, i+2), i, "speed "+a["speed"], a["speed"]
	return r, nil
}
func (r fullRun) Origin() (int, string, bool) { return r.forkedAt, r.fork, r.fork != "" }
func (r fullRun) Compare(other exercises.Run, i int) (exercises.Comparison, bool) {
	return exercises.Comparison{
		Facts:   []ascii.Line{ascii.Plain("speed " + r.speed + " here, " + other.(fullRun).speed + " there")},
		Figures: r.Frame(i).Figures,
	}, true
}
func (r fullRun) Write(w io.Writer, format string, _ []exercises.Run) error {
	for i := range 300 {
		if _, err := fmt.Fprintf(w, "%s,%d\n", format, i); err != nil {
			return err
		}
	}
	return nil
}
func (fullRun) Formats() []string { return []string{"run", "csv"} }
