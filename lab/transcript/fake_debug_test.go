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

// marking returns the fake library with a run in its second exercise that offers all
// that a run may, and asks about a step that is marked.
func marking() library {
	l := fake()
	plain := l.tasks
	l.tasks = func(id string, seed uint64) []exercises.Task {
		if id != "1.2" {
			return plain(id, seed)
		}
		return []exercises.Task{&marked{step{info: exercises.Info{Name: "walk", Title: "Walk"}, staged: true}}}
	}
	return l
}

type marked struct{ step }

func (m *marked) Scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	s := m.step.Scene(ctx, a)
	s.Run = asking{track: s.Run.(track)}
	return s
}

// asking is a track with all abilities. A fork of it is slower or faster.
type asking struct {
	track
	left int // the frame it left another at
	fork string
}

func (r asking) Abilities() exercises.Abilities {
	return exercises.Abilities{Breakpoints: r, Predictions: r, Branching: r, Export: r, Ledger: r.Invariants}
}
func (asking) Examples() []string                      { return nil }
func (asking) Change(int) (b exercises.Break, ok bool) { return b, false }
func (r asking) Named(string) exercises.Run            { return r }
func (asking) Forks() []exercises.Fork                 { return nil }
func (asking) Root() string                            { return "" }
func (asking) Gauges(int) string                       { return "" }
func (asking) Questions(i int) []exercises.Task {
	return []exercises.Task{
		&step{info: exercises.Info{Name: "q", Question: ascii.Plain(fmt.Sprintf("Where after %d?", i)),
			Fields:    []exercises.Field{{Name: "s", Label: "at ="}},
			Reference: exercises.Answers{"s": strconv.Itoa(i + 1)}}},
	}
}
func (r asking) ByHand(int) exercises.Task {
	info := addition()
	return &step{info: info}
}
func (r asking) Extend(ctx context.Context, n int, b exercises.Break) (exercises.Run, error) {
	longer, err := r.track.Extend(ctx, n, b)
	r.track = longer.(track)
	return r, err
}
func (r asking) UpTo(i int) exercises.Run {
	r.n = min(r.n, i+1)
	return r
}
func (asking) Holds(i int, b exercises.Break) bool {
	return b.Name == "post" && i == 4 || b.Name == "n > "+strconv.Itoa(i-1)
}
func (asking) Watch(text string) (exercises.Break, error) {
	var n int
	if k, _ := fmt.Sscanf(text, "n > %d", &n); k != 1 {
		return exercises.Break{}, &exercises.WatchError{Problem: "this is no condition", Fix: "n > 1"}
	}
	name := fmt.Sprintf("n > %d", n)
	return exercises.Break{Name: name, Label: name}, nil
}
func (asking) Complete(string, int) []exercises.Completion { return nil }
func (asking) Reading(_ exercises.Break, i int) string     { return fmt.Sprintf("n = %d", i) }
func (asking) Invariants(i int) []exercises.Invariant {
	return []exercises.Invariant{{Law: ascii.Plain("n ≥ 0"), Value: strconv.Itoa(i), Holds: true},
		{Law: ascii.Plain("n < 5"), Value: strconv.Itoa(i), Holds: i < 5, Note: "n is large"}}
}
func (r asking) Options(_ int, a exercises.Answers) []exercises.Control {
	value := a["speed"]
	if value == "" {
		value = r.speed
	}
	return []exercises.Control{{Name: "speed", Label: "speed", Value: value, Min: 0, Max: 4, Step: 1}}
}
func (r asking) Preview(i int, a exercises.Answers) (exercises.Frame, error) {
	if a["speed"] == "" {
		return exercises.Frame{}, errors.New("a speed is needed")
	}
	r.speed = a["speed"]
	return r.Frame(i + 1), nil
}
func (r asking) Fork(_ context.Context, i int, a exercises.Answers) (exercises.Run, error) {
	r.n, r.left, r.fork, r.speed = min(7, i+2), i, "speed "+a["speed"], a["speed"]
	return r, nil
}
func (r asking) Origin() (int, string, bool) { return r.left, r.fork, r.fork != "" }
func (r asking) Compare(other exercises.Run, i int) (exercises.Comparison, bool) {
	return exercises.Comparison{
		Facts:   []ascii.Line{ascii.Plain("speed " + r.speed + " here, " + other.(asking).speed + " there")},
		Figures: r.Frame(i).Figures,
	}, true
}
func (r asking) Write(w io.Writer, format string, _ []exercises.Run) error {
	for i := range 300 {
		if _, err := fmt.Fprintf(w, "%s,%d\n", format, i); err != nil {
			return err
		}
	}
	return nil
}
func (asking) Formats() []string { return []string{"run", "csv"} }
