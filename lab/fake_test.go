package lab

import (
	"cmp"
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

// fakeLibrary has one unit, whose exercises use everything that a lesson can contain. The last
// scene of 7.7 waits for slow, unless that is nil.
type fakeLibrary struct{ slow chan struct{} }

func (f fakeLibrary) Units() []exercises.Unit {
	one := f.exercise("1.2")
	two := f.exercise("7.7")
	return []exercises.Unit{
		{ID: "1", Title: "Lifting", Intro: "When no threshold on the line will do, bend the line.",
			Exercises: []exercises.Summary{one.Summary, f.exercise("1.3").Summary}},
		{ID: "7", Title: "Support vector machines", Intro: "Two multipliers at a time.",
			Exercises: []exercises.Summary{two.Summary}},
	}
}

func (f fakeLibrary) Open(id string, o exercises.Options) (*exercises.Exercise, error) {
	e := f.exercise(id)
	if e == nil {
		return nil, fmt.Errorf("there is no exercise %q", id)
	}
	e.Seed = o.Seed
	return e, nil
}

func (f fakeLibrary) exercise(id string) *exercises.Exercise {
	var e exercises.Exercise
	sum := func(title, goal, unit string, minutes int, tasks ...exercises.Task) {
		e.Summary = exercises.Summary{ID: id, Title: title, Goal: goal, Minutes: minutes, UsesSeed: true}
		e.Unit, e.Tasks = unit, tasks
	}
	switch id {
	case "1.2":
		sum("Lift the line", "Find a feature in which two classes on a line come apart.", "Lifting", 12, intro(),
			fakeStep{}, parabola())
	case "1.3":
		sum("A line up there is a parabola down here", "Read a parabola off a separating line.", "Lifting", 8, parabola())
	case "1.4": // not in the contents
		sum("Look at the end", "", "", 8, parabola(), intro())
	case "7.7":
		sum("Watch SMO", "Predict the pair that SMO takes and say why.", "Support vector machines", 20, watch(),
			choices(), slowTask(f.slow))
	default:
		return nil
	}
	for _, s := range e.Tasks {
		e.Summary.Tasks = append(e.Summary.Tasks, s.Info().Name)
	}
	return &e
}

func para(s string) exercises.Block { return exercises.Block{Text: ascii.Plain(s)} }

// staged is a task with a scene and a fixed report.
type staged struct {
	info   exercises.Info
	scene  func(context.Context, exercises.Answers) exercises.Scene
	report exercises.Report
}

func (s *staged) Info() exercises.Info { return s.info }

func (s *staged) Scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	return s.scene(ctx, a)
}

func (s *staged) Check(context.Context, exercises.Answers) exercises.Report { return s.report }

// stillTask returns a task that accepts every answer. Its scene does not depend on the answers.
func stillTask(info exercises.Info, scene exercises.Scene) *staged {
	return &staged{info, func(context.Context, exercises.Answers) exercises.Scene { return scene },
		exercises.Report{Verdict: exercises.Noted, Accepted: true}}
}

func intro() exercises.Task {
	return stillTask(exercises.Info{Name: "look", Title: "Look at the points", Text: []exercises.Block{
		para("Six points on a line. The class −1 sits near x = −1, the class +1 on both sides of it."),
		{Kind: exercises.Formula, Text: ascii.Plain("f(x₁) = w·φ(x₁) + b")},
		{Kind: exercises.Item, Text: ascii.Plain("a threshold cuts the line once")},
		{Kind: exercises.Item, Text: ascii.Plain("a curve that bends can be cut twice")},
	}}, exercises.Scene{Figures: []exercises.Figure{{Title: "The points", Role: exercises.Strip, Plot: dots(6)}}})
}

// fakeStep has a text field with a reading, controls and notes.
type fakeStep struct{}

func (fakeStep) Info() exercises.Info {
	return exercises.Info{
		Name: "feature", Title: "A second coordinate",
		Text: []exercises.Block{para("Give every point a second coordinate. A line in the new plane may then do " +
			"what no threshold could.")},
		Question: ascii.Plain("Which feature makes the classes separable?"),
		Fields:   []exercises.Field{{Name: "f", Label: "x₂ =", Placeholder: "3·x1 + 2"}},
		Hints: [][]exercises.Block{{para("Which curve passes below the middle?")}, {para("Try a square.")},
			{para("(x₁ + …)²")}},
		Solution:  []exercises.Block{para("Any curve that bends between the classes does it: (x₁+1)².")},
		Reference: exercises.Answers{"f": "(x1+1)^2"},
	}
}

func (fakeStep) Scene(_ context.Context, a exercises.Answers) exercises.Scene {
	control := exercises.Control{Name: "t", Label: "threshold", Value: cmp.Or(a["t"], "0"), Min: -2, Max: 2, Step: 0.1}
	kind := exercises.Control{Name: "kind", Label: "show", Value: cmp.Or(a["kind"], "line"),
		Choices: []exercises.Choice{{Value: "line", Label: "line"}, {Value: "plane", Label: "plane"}}}
	return exercises.Scene{
		Figures: []exercises.Figure{{Title: "The plane " + a["f"], Plot: dots(9)},
			{Title: "The line", Role: exercises.Strip, Plot: dots(6)}},
		Controls: []exercises.Control{control, kind},
		Notes:    []ascii.Line{ascii.Plain("2 errors at the threshold " + control.Value)},
		Formula:  []ascii.Line{{{Text: "w", Ink: ascii.Symbol1}, {Text: " = (0, 1)"}}},
		Inspect:  func(i int) []ascii.Line { return []ascii.Line{ascii.Plain("point " + strconv.Itoa(i))} },
	}
}

func (fakeStep) Check(_ context.Context, a exercises.Answers) exercises.Report {
	switch f := a["f"]; {
	case f == "":
		return exercises.Report{Verdict: exercises.Empty}
	case strings.Contains(f, "?"):
		return exercises.Report{Verdict: exercises.Unreadable,
			Fields: map[string]exercises.FieldReport{"f": {Verdict: exercises.Unreadable,
				Message: "A “?” is not a number or a name.", At: strings.Index(f, "?")}}}
	case strings.Contains(f, "ln*x"):
		return exercises.Report{Verdict: exercises.Unreadable,
			Advice: []ascii.Line{ascii.Plain("This I can read: ln(x)")}}
	case strings.HasSuffix(f, "/2x"):
		return exercises.Report{Verdict: exercises.Ambiguous,
			Fields: map[string]exercises.FieldReport{"f": {Verdict: exercises.Ambiguous, Readings: quotients(f),
				At: -1}}}
	case strings.Contains(f, "^2"):
		return exercises.Report{Verdict: exercises.Equal, Accepted: true, Headline: "Separable.",
			Fact:   []ascii.Line{ascii.Plain("The margin is 0.71.")},
			Fields: map[string]exercises.FieldReport{"f": {Verdict: exercises.Equal, At: -1}}}
	}
	return exercises.Report{
		Verdict: exercises.NotEqual, Headline: "Not separable.",
		Fact:          []ascii.Line{ascii.Plain("The points stay on a line: the best cut still has 2 errors.")},
		Misconception: "scale",
		Advice:        []ascii.Line{ascii.Plain("Adding and scaling moves the points but does not bend anything.")},
		Fields:        map[string]exercises.FieldReport{"f": {Verdict: exercises.NotEqual, At: -1}},
	}
}

func (fakeStep) Echo(_ context.Context, _, text string) exercises.Echo {
	if strings.HasSuffix(text, "/2x") {
		return exercises.Echo{Reading: "read from left to right", At: -1, Readings: quotients(text)}
	}
	if i := strings.Index(text, "ln*x"); i >= 0 {
		return exercises.Echo{Problem: "“ln” wants its argument in brackets", At: i,
			Fix: strings.Replace(text, "ln*x", "ln(x)", 1)}
	}
	if i := strings.Index(text, "?"); i >= 0 {
		return exercises.Echo{Problem: "“?” is not a number or a name", At: len([]rune(text[:i]))}
	}
	return exercises.Echo{Reading: strings.NewReplacer("^2", "²", "x1", "x₁").Replace(text), At: -1}
}

func quotients(text string) []exercises.Reading {
	a := strings.TrimSuffix(text, "/2x")
	return []exercises.Reading{
		{Shown: a + "/2 · x", Text: "(" + a + "/2)*x", Kind: "quotient"},
		{Shown: a + "/(2·x)", Text: a + "/(2*x)", Kind: "quotient"},
	}
}

// asked is a task that accepts its reference answer.
type asked exercises.Info

func (a asked) Info() exercises.Info { return exercises.Info(a) }

func (asked) Scene(context.Context, exercises.Answers) exercises.Scene { return exercises.Scene{} }

func (a asked) Check(_ context.Context, answers exercises.Answers) exercises.Report {
	r := exercises.Report{Verdict: exercises.Equal, Fields: map[string]exercises.FieldReport{}}
	empty := true
	for _, f := range a.Fields {
		name, got, field := f.Name, answers[f.Name], exercises.FieldReport{Verdict: exercises.Equal, At: -1}
		switch {
		case strings.Contains(got, "?"):
			field.Verdict, field.Message = exercises.Unreadable, "“?” is no number"
		case got != a.Reference[name]:
			field.Verdict = exercises.NotEqual
		}
		if r.Fields[name], empty = field, empty && got == ""; field.Verdict != exercises.Equal {
			r.Verdict = field.Verdict
		}
	}
	if empty {
		return exercises.Report{Verdict: exercises.Empty}
	}
	r.Accepted = r.Verdict == exercises.Equal
	return r
}

// parabola has fields next to each other.
func parabola() asked {
	in := asked{Name: "parabola", Title: "The parabola",
		Text:      []exercises.Block{para("Write the line as a·x₁² + b·x₁ + c.")},
		Question:  ascii.Plain("What are a, b and c?"),
		Reference: exercises.Answers{"a": "1", "b": "2", "c": "0"}}
	for _, n := range []string{"a", "b", "c"} {
		in.Fields = append(in.Fields, exercises.Field{Name: n, Label: n + " =", Width: 5, Group: "abc"})
	}
	return in
}

func choices() exercises.Task {
	return stillTask(exercises.Info{
		Name: "predict", Title: "Before you look", Text: []exercises.Block{para("One multiplier hits its bound " +
			"first.")}, Question: ascii.Plain("Which one, and by how much?"),
		Fields: []exercises.Field{
			{Name: "who", Label: "It will be", Kind: exercises.ChoiceField,
				Choices: []exercises.Choice{{Value: "k", Label: "αₖ, the one that violates the conditions most"},
					{Value: "l", Label: "αₗ, its partner"}, {Value: "none", Label: "neither"}}},
			{Name: "by", Label: "by", Width: 8},
		},
	}, exercises.Scene{Figures: []exercises.Figure{{Title: "Objective", Role: exercises.Chart, Plot: dots(4)}}})
}

func watch() exercises.Task {
	return stillTask(exercises.Info{Name: "watch", Title: "Watch it run",
		Text: []exercises.Block{para("Step through the updates. Two multipliers move at a time.")}},
		exercises.Scene{Run: fakeRun{n: 1}})
}

// slowTask returns a task whose scene is computed after a message on gate, or when gate is closed.
// If gate is nil, it is computed at once.
func slowTask(gate chan struct{}) exercises.Task {
	info := exercises.Info{Name: "slow", Title: "A slow picture", Question: ascii.Plain("Anything?"),
		Fields: []exercises.Field{{Name: "slow", Label: "t ="}}}
	return &staged{info, func(ctx context.Context, a exercises.Answers) exercises.Scene {
		if gate != nil {
			select {
			case <-ctx.Done():
			case <-gate:
			}
		}
		return exercises.Scene{Notes: []ascii.Line{ascii.Plain("drawn for " + a["slow"])}}
	}, exercises.Report{Verdict: exercises.Equal, Accepted: true}}
}

// fakeRun has at most 60 frames, and an event at every seventh frame. n is the number of
// frames computed.
type fakeRun struct{ n int }

const fakeFrames = 60

func (r fakeRun) Len() int { return r.n }

func (r fakeRun) Frame(i int) exercises.Frame {
	return exercises.Frame{
		Figures: []exercises.Figure{
			{Title: "Decision regions", Plot: dots(12 + i%3)},
			{Title: "Multipliers α", Role: exercises.Chart, Plot: bars(i)},
			{Title: "Objective g(α)", Role: exercises.Chart, Plot: bars(2 * i)},
		},
		Status: ascii.Plain(fmt.Sprintf("update %d, gap %.1e", i, 1/float64(i+1))),
		Formula: []ascii.Line{{{Text: "αₗ*", Ink: ascii.Symbol1},
			{Text: fmt.Sprintf(" = αₗ + tₗ(Eₖ − Eₗ)/κ = 0.31 + 1.%02d = −0.87", i)}},
			ascii.Plain("clip to [0, 0.62] → αₗ = 0")},
		Why: func() []ascii.Line {
			return []ascii.Line{ascii.Plain("Point 3 violates the conditions most: 2.00."),
				ascii.Plain("Point 9 gains most with it.")}
		},
		Notes: []ascii.Line{ascii.Plain(fmt.Sprintf("%d support vectors", i%5))},
		Inspect: func(p int) []ascii.Line {
			return []ascii.Line{ascii.Plain(fmt.Sprintf("point %d: α = 0.%d, f = 1", p, i))}
		},
	}
}

func (fakeRun) Abilities() exercises.Abilities { return exercises.Abilities{} }

func (r fakeRun) Event(i int) string {
	if i > 0 && i%7 == 0 {
		return fmt.Sprintf("α%d reaches C", i/7)
	}
	return ""
}

func (r fakeRun) Done() (string, bool) {
	if r.n == fakeFrames {
		return "converged: the gap is below 1e-3", true
	}
	return "", false
}

func (r fakeRun) Conditions() []exercises.Condition {
	return []exercises.Condition{{Name: "bound", Label: "a bound is hit"}, {Name: "gap", Label: "the gap is below 0.1"}}
}

func (r fakeRun) Extend(ctx context.Context, n int, until exercises.Condition) (exercises.Run, error) {
	for range n {
		if ctx.Err() != nil || r.n == fakeFrames {
			break
		}
		r.n++
		if until.Name == "bound" && r.Event(r.n-1) != "" {
			break
		}
	}
	return r, ctx.Err()
}

// dots is a figure of n marks on a diagonal that can be picked.
type dots int

func (n dots) Draw(g *ascii.Grid, area ascii.Rect, v ascii.View) {
	for y := area.Y; y < area.Y+area.H; y++ {
		for x := area.X; x < area.X+area.W; x++ {
			strength := (x - area.X) * ascii.FillSteps / max(1, area.W)
			if v.Profile <= ascii.Indexed256 {
				g.Set(x, y, ascii.Cell{Bg: ascii.FillNeg(strength)})
			}
		}
	}
	for i := range int(n) {
		if x, y, ok := n.Place(area, v, i); ok {
			c := g.At(x, y)
			c.Rune, c.Fg = '◆', ascii.FreePos
			if v.Profile == ascii.SevenBit {
				c.Rune = 'X'
			}
			g.Set(x, y, c)
		}
	}
}

func (n dots) Words() []string { return []string{fmt.Sprintf("%d points.", int(n))} }

func (n dots) Place(area ascii.Rect, _ ascii.View, i int) (int, int, bool) {
	if i < 0 || i >= int(n) || area.Empty() {
		return 0, 0, false
	}
	return area.X + area.W*(2*i+1)/(2*int(n)), area.Y + area.H*(2*i+1)/(2*int(n)), true
}

func (n dots) Pick(area ascii.Rect, v ascii.View, x, y int) (int, bool) {
	for i := range int(n) {
		if px, py, ok := n.Place(area, v, i); ok && px == x && py == y {
			return i, true
		}
	}
	return 0, false
}

type bars int

func (n bars) Draw(g *ascii.Grid, area ascii.Rect, v ascii.View) {
	for x := area.X; x < area.X+area.W; x += 2 {
		h := 1 + (x-area.X+int(n))%max(1, area.H)
		for y := area.Y + area.H - h; y < area.Y+area.H; y++ {
			if area.Contains(x, y) {
				r := '█'
				if v.Profile == ascii.SevenBit {
					r = '#'
				}
				g.Set(x, y, ascii.Cell{Rune: r, Fg: ascii.Series(x / 2 % 3)})
			}
		}
	}
}

func (n bars) Words() []string { return []string{"Bars."} }

// Holds reports that a bound is hit at every event. The gap is never small.
func (r fakeRun) Holds(i int, b exercises.Condition) bool {
	return b.Name == "bound" && r.Event(i) != ""
}

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
		Tasks: []exercises.Task{l.task(), parabola()}}, nil
}

func debugSummary() exercises.Summary {
	return exercises.Summary{ID: "D.1", Title: "Question a solver", Goal: "Ask a solver why.", Minutes: 20,
		Tasks: []string{"debug", "parabola"}}
}

// task returns the task with the run. If it has a control, each value of the control starts
// another run.
func (l debugLibrary) task() *staged {
	info := exercises.Info{Name: "debug", Title: "Question it",
		Text: []exercises.Block{para("Step through the updates, and ask the run whatever you like.")}}
	out := stillTask(info, exercises.Scene{Run: debugRun{fakeRun: fakeRun{n: 1}}})
	if l.control {
		out.scene = func(_ context.Context, a exercises.Answers) exercises.Scene {
			c := exercises.Control{Name: "sigma", Label: "σ", Value: cmp.Or(a["sigma"], "1"), Min: 1, Max: 5, Step: 1}
			return exercises.Scene{Controls: []exercises.Control{c}, Run: debugRun{fakeRun: fakeRun{n: 1}, root: c.Value}}
		}
	}
	return out
}

// debugRun is a fakeRun with every ability. The multiplier of frame i is i/10, the pair after
// frame i is (i+1, 9), a sweep has five frames, and the third law is violated at frame 4.
type debugRun struct {
	fakeRun
	at     int    // frame of the fork
	choice string // "" for the original
	root   string
	forks  []exercises.Fork
}

func (r debugRun) Abilities() exercises.Abilities {
	return exercises.Abilities{ConditionParser: r, Predictions: r, Branching: r, Export: r, Ledger: r.Invariants}
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

func (r debugRun) WithName(string) exercises.Run { return r }

func (r debugRun) Examples() []string { return nil }

func (r debugRun) objective() []float64 {
	var out []float64
	for i := range r.n {
		out = append(out, float64(i*i)/4)
	}
	return out
}

func (r debugRun) Extend(ctx context.Context, n int, until exercises.Condition) (exercises.Run, error) {
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

// ChangeCondition returns a breakpoint for point i, whose α changes at every frame divisible by i+2.
func (r debugRun) ChangeCondition(i int) (exercises.Condition, bool) {
	return exercises.Condition{Name: fmt.Sprint("every ", i+2), Label: fmt.Sprintf("α%d changes", i+1)}, true
}

func (r debugRun) ObjectiveText(i int) string {
	return fmt.Sprintf("g = %.3g  gap %.2g", float64(i*i)/4, 1/float64(i+1))
}

func (r debugRun) Root() string { return "root" + r.root }

func (r debugRun) Forks() []exercises.Fork { return r.forks }

func (r debugRun) Holds(i int, b exercises.Condition) bool {
	if one, others, several := strings.Cut(b.Name, "\n"); several {
		return r.Holds(i, exercises.Condition{Name: one}) || r.Holds(i, exercises.Condition{Name: others})
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

func (r debugRun) ParseCondition(text string) (exercises.Condition, error) {
	fields := strings.Fields(text)
	if len(fields) == 0 || fields[0] != "alpha" {
		return exercises.Condition{}, &exercises.ConditionError{At: 0,
			Problem: "“" + text + "” is not a quantity of this run.", Fix: "alpha == 0.5"}
	}
	if len(fields) != 3 {
		return exercises.Condition{}, &exercises.ConditionError{At: len([]rune(text)), Problem: "A number is missing here."}
	}
	name := "alpha == " + fields[2]
	return exercises.Condition{Name: name, Label: name}, nil
}

func (r debugRun) Complete(text string, at int) []exercises.Completion {
	var out []exercises.Completion
	for _, c := range []exercises.Completion{{Text: "alpha == ", Help: "the multiplier"},
		{Text: "alpha > ", Help: "the multiplier"}, {Text: "gap < ", Help: "the duality gap"}} {
		if strings.HasPrefix(c.Text, text) {
			c.Cursor = len(c.Text)
			out = append(out, c)
		}
	}
	return out
}

func (r debugRun) ValuesAt(b exercises.Condition, i int) string {
	return fmt.Sprintf("α = %.1f", float64(i)/10)
}

func (r debugRun) Questions(i int) []exercises.Task {
	return []exercises.Task{asked{Name: "k", Question: ascii.Plain("Which point moves first?"),
		Fields:    []exercises.Field{{Name: "k", Label: "k =", Width: 8}},
		Reference: exercises.Answers{"k": strconv.Itoa(i + 1)}}}
}

func (r debugRun) ByHand(i int) exercises.Task {
	return asked{Name: "hand", Title: "The step by hand", Question: ascii.Plain("Fill in the step."),
		Fields:    []exercises.Field{{Name: "L", Label: "L =", Width: 8}, {Name: "H", Label: "H =", Width: 8}},
		Reference: exercises.Answers{"L": "0", "H": strconv.Itoa(i)}}
}

func (r debugRun) Options(_ int, a exercises.Answers) []exercises.Control {
	return []exercises.Control{
		{Name: "k", Label: "k", Value: cmp.Or(a["k"], "1"),
			Choices: []exercises.Choice{{Value: "1", Label: "1"}, {Value: "2", Label: "2"}, {Value: "3", Label: "3"}}},
		{Name: "C", Label: "C", Value: cmp.Or(a["C"], "1"), Min: 0.5, Max: 4, Step: 0.5}}
}

func (r debugRun) Preview(i int, a exercises.Answers) (exercises.Frame, error) {
	o := r.Options(i, a)
	if o[0].Value == "3" {
		return exercises.Frame{}, fmt.Errorf("point 3 has no partner: κ = 0")
	}
	next := debugRun{fakeRun: fakeRun{n: i + 2}}
	f := next.Frame(i + 1)
	f.Owner = next
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
		if f.Frame <= i {
			out.forks = append(out.forks, f)
		}
	}
	out.forks = append(out.forks, exercises.Fork{Frame: i, Answers: a, Description: out.choice})
	return out, nil
}

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

func openDebug(t testing.TB, w, h int) *bench {
	t.Helper()
	return newBench(t, w, h, session.Config{Student: newStudent(t, debugLibrary{}),
		Start: "D.1"})
}
