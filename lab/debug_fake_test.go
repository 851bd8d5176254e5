package lab

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/session"
)

// debugLibrary has one exercise, whose run supports every ability.
type debugLibrary struct {
	control bool
}

func (debugLibrary) Units() []exercises.Unit {
	return []exercises.Unit{{ID: "D", Title: "The step debugger", Exercises: []exercises.Summary{debugSummary()}}}
}

func (l debugLibrary) Open(id string, o exercises.Options) (*exercises.Exercise, error) {
	if id != "D.1" {
		return nil, fmt.Errorf("there is no exercise %q", id)
	}
	return &exercises.Exercise{Summary: debugSummary(), Unit: "The step debugger", Seed: o.Seed,
		Tasks: []exercises.Task{debugStep(l), groups{}}}, nil
}

func debugSummary() exercises.Summary {
	return exercises.Summary{ID: "D.1", Title: "Question a solver", Goal: "Ask a solver why.", Minutes: 20,
		Tasks: []string{"debug", "parabola"}}
}

// debugStep shows the run. If it has a control, each of its values has another run.
type debugStep debugLibrary

func (debugStep) Info() exercises.Info {
	return exercises.Info{Name: "debug", Title: "Question it",
		Text: []exercises.Block{para("Step through the updates, and ask the run whatever you like.")}}
}

func (d debugStep) Scene(_ context.Context, a exercises.Answers) exercises.Scene {
	out := exercises.Scene{Run: debugRun{fakeRun: fakeRun{n: 1}}}
	if d.control {
		c := exercises.Control{Name: "sigma", Label: "σ", Value: a["sigma"], Min: 1, Max: 5, Step: 1}
		if c.Value == "" {
			c.Value = "1"
		}
		out.Controls = []exercises.Control{c}
		out.Run = debugRun{fakeRun: fakeRun{n: 1}, root: c.Value}
	}
	return out
}

func (debugStep) Check(context.Context, exercises.Answers) exercises.Report {
	return exercises.Report{Verdict: exercises.Noted, Accepted: true}
}

// debugRun is a fakeRun with every ability: the multiplier of frame i is i/10, the pair
// after frame i is (i+1, 9), a sweep is five frames, and the third law breaks at frame
// 4.
type debugRun struct {
	fakeRun
	at     int    // of the fork
	choice string // "" for the original
	root   string
	forks  []exercises.Fork
}

func (r debugRun) Abilities() exercises.Abilities {
	return exercises.Abilities{Breakpoints: r, Predictions: r, Branching: r, Export: r, Ledger: r.Invariants}
}

func (r debugRun) Frame(i int) exercises.Frame {
	f := r.fakeRun.Frame(i)
	f.Figures[2].Plot = ascii.Chart{
		Series: []ascii.ChartSeries{{Name: "g", Y: r.objective()},
			{Name: "gap", Y: []float64{4, 2, 1, 0.5, 0.25, 0.125}}},
		HasCursor: true, Cursor: float64(i), XLabel: "step",
	}
	f.Why = nil
	if i > 0 {
		why := []ascii.Line{ascii.Plain(fmt.Sprintf("Pair (%d, 9): point %d violates the conditions most.", i, i))}
		for k := range 12 {
			why = append(why, ascii.Plain(fmt.Sprintf("  %2d   t = %+d   f = %.2f   E = %.2f   gain %.2f", k+1,
				1-2*(k%2), float64(k)/7, float64(i)/9, float64(k*i)/11)))
		}
		why = append(why, ascii.Plain("Point 9 gains most with it."))
		f.Why = func() []ascii.Line { return why }
	}
	if r.choice != "" && i > r.at {
		f.Notes = append(f.Notes, ascii.Plain("forked: "+r.choice))
	}
	return f
}

func (r debugRun) UpTo(int) exercises.Run { return r }

func (r debugRun) Named(string) exercises.Run { return r }

func (r debugRun) Examples() []string { return nil }

func (r debugRun) objective() []float64 {
	var out []float64
	for i := range r.n {
		out = append(out, float64(i*i)/4)
	}
	return out
}

func (r debugRun) Extend(ctx context.Context, n int, until exercises.Break) (exercises.Run, error) {
	for range n {
		if ctx.Err() != nil || r.n == fakeFrames {
			break
		}
		r.n++
		if r.Holds(r.n-1, until) {
			break
		}
	}
	return r, ctx.Err()
}

// The number of point i changes at every frame that i+2 divides.
func (r debugRun) Change(i int) (exercises.Break, bool) {
	return exercises.Break{Name: fmt.Sprint("every ", i+2), Label: fmt.Sprintf("α%d changes", i+1)}, true
}

func (r debugRun) Gauges(i int) string {
	return fmt.Sprintf("g = %.3g  gap %.2g", float64(i*i)/4, 1/float64(i+1))
}

func (r debugRun) Root() string { return "root" + r.root }

func (r debugRun) Forks() []exercises.Fork { return r.forks }

func (r debugRun) Holds(i int, b exercises.Break) bool {
	if one, others, several := strings.Cut(b.Name, "\n"); several {
		return r.Holds(i, exercises.Break{Name: one}) || r.Holds(i, exercises.Break{Name: others})
	}
	if n, ok := strings.CutPrefix(b.Name, "every "); ok {
		every, _ := strconv.Atoi(n)
		return i > 0 && i%every == 0
	}
	if n, ok := strings.CutPrefix(b.Name, "alpha == "); ok {
		v, _ := strconv.ParseFloat(n, 64)
		return v == float64(i)/10
	}
	return r.fakeRun.Holds(i, b)
}

func (r debugRun) Invariants(i int) []exercises.Invariant {
	out := []exercises.Invariant{
		{Name: "sum", Law: ascii.Plain("Σαt = 0"), Value: "3.1e−17", Holds: true},
		{Name: "box", Law: ascii.Plain("0 ≤ α ≤ C"), Value: fmt.Sprintf("α₃ = 0.%d", i), Holds: i != 4},
		{Name: "rise", Law: ascii.Plain("g does not fall"), Value: fmt.Sprintf("Δg = %d", i), Holds: true},
	}
	if i == 4 {
		out[1].Note = "α₃ = 1.2 lies above C = 1."
	}
	return out
}

func (r debugRun) Watch(text string) (exercises.Break, error) {
	fields := strings.Fields(text)
	if len(fields) == 0 || fields[0] != "alpha" {
		return exercises.Break{}, &exercises.WatchError{At: 0,
			Problem: "“" + text + "” is not a quantity of this run.", Fix: "alpha == 0.5"}
	}
	if len(fields) != 3 {
		return exercises.Break{}, &exercises.WatchError{At: len([]rune(text)), Problem: "A number is missing here."}
	}
	name := "alpha == " + fields[2]
	return exercises.Break{Name: name, Label: name}, nil
}

func (r debugRun) Complete(text string, at int) []exercises.Completion {
	var out []exercises.Completion
	for _, c := range []exercises.Completion{{Text: "alpha == ", Help: "the multiplier"},
		{Text: "alpha > ", Help: "the multiplier"}, {Text: "gap < ", Help: "the duality gap"}} {
		if strings.HasPrefix(c.Text, text) {
			c.At = len(c.Text)
			out = append(out, c)
		}
	}
	return out
}

func (r debugRun) Reading(b exercises.Break, i int) string {
	return fmt.Sprintf("α = %.1f", float64(i)/10)
}

// question is a small task: one field with one right text.
type question struct {
	name, ask, want string
	choices         []exercises.Choice
}

func (q question) Info() exercises.Info {
	in := exercises.Info{Name: q.name, Question: ascii.Plain(q.ask), Reference: exercises.Answers{q.name: q.want}}
	f := exercises.Field{Name: q.name, Label: q.name + " =", Width: 8, Choices: q.choices}
	if len(q.choices) > 0 {
		f.Kind, f.Label = exercises.ChoiceField, ""
	}
	in.Fields = []exercises.Field{f}
	return in
}

func (question) Scene(context.Context, exercises.Answers) exercises.Scene { return exercises.Scene{} }

func (q question) Check(_ context.Context, a exercises.Answers) exercises.Report {
	got := strings.TrimSpace(a[q.name])
	field := func(v exercises.Verdict, m string) map[string]exercises.FieldReport {
		return map[string]exercises.FieldReport{q.name: {Verdict: v, Message: m, At: -1}}
	}
	switch {
	case got == "":
		return exercises.Report{Verdict: exercises.Empty}
	case strings.Contains(got, "?"):
		return exercises.Report{Verdict: exercises.Unreadable, Fields: field(exercises.Unreadable, "“?” is no number")}
	case got == q.want:
		return exercises.Report{Verdict: exercises.Equal, Accepted: true, Fields: field(exercises.Equal, "")}
	}
	return exercises.Report{Verdict: exercises.NotEqual, Fact: []ascii.Line{ascii.Plain("It is " + q.want + ".")},
		Fields: field(exercises.NotEqual, "")}
}

func (r debugRun) Questions(i int) []exercises.Task {
	return []exercises.Task{question{name: "k", ask: "Which point moves first?", want: strconv.Itoa(i + 1)}}
}

// byHand has a blank for L and one for H.
type byHand struct{ i int }

func (b byHand) Info() exercises.Info {
	return exercises.Info{
		Name: "hand", Title: "The step by hand", Question: ascii.Plain("Fill in the step."),
		Fields:    []exercises.Field{{Name: "L", Label: "L =", Width: 8}, {Name: "H", Label: "H =", Width: 8}},
		Reference: exercises.Answers{"L": "0", "H": strconv.Itoa(b.i)},
	}
}

func (byHand) Scene(context.Context, exercises.Answers) exercises.Scene { return exercises.Scene{} }

func (b byHand) Check(_ context.Context, a exercises.Answers) exercises.Report {
	r := exercises.Report{Verdict: exercises.Equal, Accepted: true, Fields: map[string]exercises.FieldReport{}}
	for n, want := range b.Info().Reference {
		v := exercises.Equal
		if a[n] != want {
			v = exercises.NotEqual
			r.Verdict, r.Accepted = v, false
		}
		r.Fields[n] = exercises.FieldReport{Verdict: v, At: -1}
	}
	return r
}

func (r debugRun) ByHand(i int) exercises.Task { return byHand{i} }

func (r debugRun) Options(_ int, a exercises.Answers) []exercises.Control {
	k := exercises.Control{Name: "k", Label: "k", Value: a["k"],
		Choices: []exercises.Choice{{Value: "1", Label: "1"}, {Value: "2", Label: "2"}, {Value: "3", Label: "3"}}}
	if k.Value == "" {
		k.Value = "1"
	}
	c := exercises.Control{Name: "C", Label: "C", Value: a["C"], Min: 0.5, Max: 4, Step: 0.5}
	if c.Value == "" {
		c.Value = "1"
	}
	return []exercises.Control{k, c}
}

func (r debugRun) Preview(i int, a exercises.Answers) (exercises.Frame, error) {
	o := r.Options(i, a)
	if o[0].Value == "3" {
		return exercises.Frame{}, fmt.Errorf("point 3 has no partner: κ = 0")
	}
	next := debugRun{fakeRun: fakeRun{n: i + 2}}
	f := next.Frame(i + 1)
	f.Of = next
	f.Status = ascii.Plain("pair (" + o[0].Value + ", 9)")
	f.Formula = []ascii.Line{ascii.Plain("Δg = 0." + o[0].Value + "7, clipped at H = " + o[1].Value)}
	f.Notes = []ascii.Line{ascii.Plain("g would rise by 0." + o[0].Value + "7.")}
	return f, nil
}

func (r debugRun) Fork(_ context.Context, i int, a exercises.Answers) (exercises.Run, error) {
	o := r.Options(i, a)
	out := debugRun{fakeRun: fakeRun{n: i + 2}, at: i, choice: "k = " + o[0].Value + ", C = " + o[1].Value,
		root: r.root}
	for _, f := range r.forks {
		if f.At <= i {
			out.forks = append(out.forks, f)
		}
	}
	out.forks = append(out.forks, exercises.Fork{At: i, Choose: a})
	return out, nil
}

func (r debugRun) Origin() (int, string, bool) { return r.at, r.choice, r.choice != "" }

func (r debugRun) Compare(other exercises.Run, i int) (exercises.Comparison, bool) {
	o, ok := other.(debugRun)
	if !ok {
		return exercises.Comparison{}, false
	}
	return exercises.Comparison{
		Figures: []exercises.Figure{{Title: "This run", Plot: dots(5)}, {Title: "The other", Plot: dots(7)}},
		Facts:   []ascii.Line{ascii.Plain(fmt.Sprintf("max |Δα| = 0.%d, %d frames", i, o.n))},
	}, true
}

func (r debugRun) Write(w io.Writer, format string, _ []exercises.Run) error {
	text := "%s of %d steps\n"
	if format == "run" {
		text = "kernellab %s 1\nsteps %d\n"
	}
	_, err := fmt.Fprintf(w, text, format, r.n-1)
	return err
}

func (debugRun) Formats() []string { return []string{"run", "csv", "jsonl"} }

// openDebug opens the exercise whose run supports every ability.
func openDebug(t testing.TB, w, h int) *bench {
	t.Helper()
	return newBench(t, w, h, session.Config{Student: newStudent(t, debugLibrary{}), Background: session.Dark,
		Start: "D.1"})
}

func debugBreak(name string) exercises.Break { return exercises.Break{Name: name, Label: name} }
