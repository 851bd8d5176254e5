package transcript

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
)

// library is a library whose exercises have the tasks that a function returns.
type library struct {
	units []exercises.Unit
	tasks func(id string, seed uint64) []exercises.Task
}

func (l library) Units() []exercises.Unit { return l.units }

func (l library) Open(id string, o exercises.Options) (*exercises.Exercise, error) {
	for _, u := range l.units {
		for _, e := range u.Exercises {
			if e.ID == id {
				return &exercises.Exercise{Summary: e, Unit: u.Title, Seed: o.Seed, Tasks: l.tasks(id, o.Seed)}, nil
			}
		}
	}
	return nil, fmt.Errorf("no exercise %q", id)
}

// fake returns a library of two exercises, which have one task of each kind.
func fake() library {
	return library{
		units: []exercises.Unit{{ID: "1", Title: "Small steps", Intro: "Sums and pictures.",
			Exercises: []exercises.Summary{
				{ID: "1.1", Title: "Sums", Goal: "Add and choose.", Minutes: 3, Tasks: []string{"look", "add", "choose"},
					UsesSeed: true},
				{ID: "1.2", Title: "What moves?", Minutes: 1, Tasks: []string{"walk"}},
			}}},
		tasks: func(id string, _ uint64) []exercises.Task {
			if id == "1.2" {
				return []exercises.Task{&step{staged: true, info: exercises.Info{Name: "walk", Title: "Walk",
					Question: ascii.Plain("Set the speed to 2.")}}}
			}
			return []exercises.Task{
				&step{info: exercises.Info{Name: "look", Title: "Look", Text: []exercises.Block{
					{Text: ascii.Plain(
						"A kernel is a function of two points. This paragraph is long enough to be wrapped at the width of the transcript.",
					)},
					{Kind: exercises.Formula, Text: ascii.Plain("k(x, z) = φ(x)ᵀφ(z)")},
					{Kind: exercises.Item, Mark: "1.", Text: ascii.Plain("first")},
				}}},
				&step{info: addition()}, &step{info: choosingTask()},
			}
		},
	}
}

func addition() exercises.Info {
	return exercises.Info{
		Name: "add", Title: "Add", Text: []exercises.Block{{Text: ascii.Plain("Here are 2 and 3.")}},
		Question:  ascii.Plain("What are their sum s and product p?"),
		Fields:    []exercises.Field{{Name: "s", Label: "s =", Placeholder: "7"}, {Name: "p", Label: "p ="}},
		Hints:     [][]exercises.Block{{{Text: ascii.Plain("Count.")}}, {{Text: ascii.Plain("On your fingers.")}}},
		Solution:  []exercises.Block{{Text: ascii.Plain("2 + 3 = 5 and 2·3 = 6.")}},
		Reference: exercises.Answers{"s": "5", "p": "6"},
	}
}

func choosingTask() exercises.Info {
	return exercises.Info{
		Name: "choose", Question: ascii.Plain("Which is even?"),
		Fields: []exercises.Field{
			{Name: "even", Label: "Even:", Kind: exercises.ChoiceField,
				Choices: []exercises.Choice{{Value: "three", Label: "3"}, {Value: "six", Label: "σ = 6"}}},
		},
		Reference: exercises.Answers{"even": "six"},
	}
}

// step is a task that accepts its reference answers or, if staged is set, the value 2 of the
// control speed. A staged task has a run.
type step struct {
	info   exercises.Info
	staged bool
}

func (s *step) Info() exercises.Info { return s.info }

func (s *step) Scene(_ context.Context, a exercises.Answers) exercises.Scene {
	if !s.staged {
		return exercises.Scene{
			Notes: []ascii.Line{ascii.Plain("s holds " + strconv.Itoa(len(a["s"])) + " characters.")},
		}
	}
	speed, mode := a["speed"], a["mode"]
	if speed == "" {
		speed = "1"
	}
	return exercises.Scene{Run: track{speed: speed, n: 1}, Controls: []exercises.Control{
		{Name: "speed", Label: "the speed", Value: speed, Min: 0, Max: 4, Step: 0.5},
		{Name: "mode", Label: "mode", Value: mode,
			Choices: []exercises.Choice{{Value: "slow", Label: "slowly"}, {Value: "fast", Label: "fast"}}},
	}}
}

func (s *step) Check(_ context.Context, a exercises.Answers) exercises.Report {
	if s.staged {
		ok := a["speed"] == "2"
		return exercises.Report{Verdict: verdict(ok), Accepted: ok}
	}
	if len(s.info.Fields) == 0 {
		return exercises.Report{Verdict: exercises.Noted, Accepted: true, Headline: "Read."}
	}
	r := exercises.Report{Verdict: exercises.Equal, Accepted: true, Fields: map[string]exercises.FieldReport{}}
	for _, f := range s.info.Fields {
		ok := a[f.Name] == s.info.Reference[f.Name]
		r.Fields[f.Name] = exercises.FieldReport{Verdict: verdict(ok), At: -1}
		if !ok {
			r.Verdict, r.Accepted = exercises.NotEqual, false
			r.Fact = []ascii.Line{ascii.Plain("Something differs in " + f.Name + ".")}
		}
	}
	return r
}

func verdict(ok bool) exercises.Verdict {
	if ok {
		return exercises.Equal
	}
	return exercises.NotEqual
}

// Echo parses whole numbers.
func (s *step) Echo(_ context.Context, _, text string) exercises.Echo {
	if i := strings.IndexFunc(text, func(r rune) bool { return (r < '0' || r > '9') && r != ' ' }); i >= 0 {
		return exercises.Echo{Problem: "This is no digit", At: len([]rune(text[:i]))}
	}
	return exercises.Echo{Reading: strings.ReplaceAll(text, " ", ""), At: -1}
}

// track is a run of seven frames.
type track struct {
	speed string
	n     int
}

func (r track) Len() int { return r.n }
func (r track) Frame(i int) exercises.Frame {
	return exercises.Frame{
		Figures: []exercises.Figure{{Title: "track", Plot: mover{i}}},
		Status:  ascii.Plain(fmt.Sprintf("update %d at speed %s", i, r.speed)),
		Formula: []ascii.Line{ascii.Plain("x ← x + v")},
		Why:     func() []ascii.Line { return []ascii.Line{ascii.Plain("because   it moves")} },
		Inspect: func(k int) []ascii.Line {
			return []ascii.Line{ascii.Plain(fmt.Sprintf("point %d of frame %d", k+1, i))}
		},
	}
}

func (r track) Event(i int) string {
	if i == 4 {
		return "it passes the post"
	}
	return ""
}

func (track) Abilities() exercises.Abilities { return exercises.Abilities{} }

func (track) Holds(i int, b exercises.Condition) bool { return b.Name == "post" && i == 4 }

func (r track) Done() (string, bool) { return "Seven frames are all", r.n == 7 }

func (r track) Conditions() []exercises.Condition {
	return []exercises.Condition{{Name: "post", Label: "it passes the post"}}
}

func (r track) Extend(_ context.Context, n int, until exercises.Condition) (exercises.Run, error) {
	for ; n > 0 && r.n < 7; n-- {
		r.n++
		if until.Name == "post" && r.n == 5 {
			break
		}
	}
	return r, nil
}

// mover is a picture with two points.
type mover struct{ at int }

func (mover) Draw(*ascii.Grid, ascii.Rect, ascii.View) {}
func (m mover) Words() []string                        { return []string{fmt.Sprintf("A dot at %d.", m.at)} }
func (mover) Pick(ascii.Rect, ascii.View, int, int) (int, bool) {
	return 0, false
}
func (mover) Place(_ ascii.Rect, _ ascii.View, i int) (x, y int, ok bool) {
	return i, 0, i >= 0 && i < 2
}

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
	forks []exercises.Fork
	fork  string // the choice, or "" if it is no fork
}

func (r fullRun) Abilities() exercises.Abilities {
	return exercises.Abilities{ConditionParser: r, Predictions: r, Branching: r, Export: r, Ledger: r.Invariants}
}
func (fullRun) Examples() []string                                   { return nil }
func (fullRun) ChangeCondition(int) (b exercises.Condition, ok bool) { return b, false }
func (r fullRun) WithName(string) exercises.Run                      { return r }
func (r fullRun) Forks() []exercises.Fork                            { return r.forks }
func (fullRun) Root() string                                         { return "" }
func (fullRun) ObjectiveText(int) string                             { return "" }
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
func (r fullRun) Extend(ctx context.Context, n int, b exercises.Condition) (exercises.Run, error) {
	longer, err := r.track.Extend(ctx, n, b)
	r.track = longer.(track)
	return r, err
}
func (r fullRun) UpTo(i int) exercises.Run {
	r.n = min(r.n, i+1)
	return r
}
func (fullRun) Holds(i int, b exercises.Condition) bool {
	return b.Name == "post" && i == 4 || b.Name == "n > "+strconv.Itoa(i-1)
}
func (fullRun) ParseCondition(text string) (exercises.Condition, error) {
	var n int
	if k, _ := fmt.Sscanf(text, "n > %d", &n); k != 1 {
		return exercises.Condition{}, &exercises.ConditionError{Problem: "this is no condition", Fix: "n > 1"}
	}
	name := fmt.Sprintf("n > %d", n)
	return exercises.Condition{Name: name, Label: name}, nil
}
func (fullRun) Complete(string, int) []exercises.Completion  { return nil }
func (fullRun) ValuesAt(_ exercises.Condition, i int) string { return fmt.Sprintf("n = %d", i) }
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
	r.n, r.speed = min(7, i+2), a["speed"]
	r.forks = []exercises.Fork{{Frame: i, Description: "speed " + r.speed}}
	return r, nil
}
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
