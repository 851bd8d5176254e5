package catalogue

import (
	"context"
	"maps"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
)

// fakeStep answers from a table of texts.
type fakeStep struct {
	info    exercises.Info
	reports map[string]exercises.Report
}

func (s fakeStep) Info() exercises.Info { return s.info }
func (s fakeStep) Scene(context.Context, exercises.Answers) exercises.Scene {
	return exercises.Scene{}
}
func (s fakeStep) Check(_ context.Context, a exercises.Answers) exercises.Report {
	return s.reports[a["f"]]
}

func report(v exercises.Verdict, id, advice string) exercises.Report {
	r := exercises.Report{Verdict: v, Accepted: v == exercises.Equal, Misconception: id}
	if advice != "" {
		r.Advice = []ascii.Line{ascii.Plain(advice)}
	}
	return r
}

// oneOf reports whether found is the one fault with the wanted words, or empty if no
// fault is wanted.
func oneOf(found []string, want string) bool {
	if want == "" {
		return len(found) == 0
	}
	return len(found) == 1 && strings.Contains(found[0], want)
}

func TestAudit_reportsFaults(t *testing.T) {
	for _, c := range []struct {
		name, text string
		r          exercises.Report
		second     string // the example of b
		want       string
	}{
		{"nothing wrong", "right", report(exercises.Equal, "", ""), "B", ""},
		{"reference close", "right", report(exercises.Close, "", ""), "B", "the reference"},
		{"empty accepted", "", report(exercises.Equal, "", ""), "B", "an empty form is accepted"},
		{"example accepted", "A", report(exercises.Equal, "", ""), "B", "is accepted"},
		{"another id", "A", report(exercises.NotEqual, "b", "one"), "B", `recognised as "b"`},
		{"no words", "A", report(exercises.NotEqual, "a", ""), "B", "nothing is said"},
		{"given away", "such", report(exercises.Equal, "", ""), "B", "the example of f is an answer to it"},
		{"one message", "B", report(exercises.NotEqual, "b", "one"), "B", "a and b get one message"},
		{"one example", " A", report(exercises.NotEqual, "b", "two"), " A", "have one example"},
	} {
		t.Run(c.name, func(t *testing.T) {
			info := exercises.Info{
				Name: "s", Fields: []exercises.Field{{Name: "f", Placeholder: "such"}},
				Reference: exercises.Answers{"f": "right"},
				Misconceptions: []exercises.Misconception{{ID: "a", Example: exercises.Answers{"f": "A"}},
					{ID: "b", Example: exercises.Answers{"f": c.second}}},
			}
			reports := map[string]exercises.Report{
				"right": report(exercises.Equal, "", ""), "A": report(exercises.NotEqual, "a", "one"),
				"B": report(exercises.NotEqual, "b", "two"),
			}
			maps.Copy(reports, map[string]exercises.Report{c.text: c.r})
			found := Audit(t.Context(), &exercises.Exercise{Tasks: []exercises.Task{fakeStep{info, reports}}})
			if !oneOf(found, c.want) {
				t.Errorf("Audit = %q, want %q", found, c.want)
			}
		})
	}
}

func TestAudit_taskAskedAlone(t *testing.T) {
	text := func(s string) []exercises.Block { return []exercises.Block{{Text: ascii.Plain(s)}} }
	field := []exercises.Field{{Name: "f", Label: "μ =", Judge: "number"}}
	for _, c := range []struct {
		info exercises.Info
		want string
	}{
		{exercises.Info{Fields: field}, "no text"},
		{exercises.Info{Fields: field, Text: text("Shift them, by μ.")}, ""},
		{exercises.Info{Fields: field, Text: text("Both points, μ apart, move.")}, "points back"},
		{exercises.Info{Fields: field, Text: text("Both move."), Alone: text("Two points lie μ apart.")}, ""},
		{exercises.Info{Fields: field, Text: text("Points lie apart."), Alone: text("Two points.")}, "what μ is"},
		{exercises.Info{Fields: field, Text: text("μ′ᵢ is a place, and ημ is not."),
			Question: ascii.Plain("What is q₂?")}, "what q is"},
		{exercises.Info{Fields: []exercises.Field{{Name: "f", Judge: exercises.Prediction}}}, ""},
	} {
		t.Run(c.want, func(t *testing.T) {
			a := audit{ctx: t.Context()}
			if a.checkAlone(fakeStep{info: c.info}); !oneOf(a.found, c.want) {
				t.Errorf("alone(%v) = %q, want %q", c.info, a.found, c.want)
			}
		})
	}
}

func TestAudit_whatAPictureHides(t *testing.T) {
	// steep is f = slope·x over four points of two classes, one pair near the boundary.
	steep := func(slope, near float64, levels ascii.Levels) ascii.Map {
		return ascii.Map{
			X: ascii.Range{Min: -2.05, Max: 2}, Y: ascii.Range{Min: -1, Max: 1}, Levels: levels,
			Field: ascii.FieldFunc(func(x, _ float64) float64 { return slope * x }),
			Marks: []ascii.Mark{{X: -1, Class: -1}, {X: 1, Class: 1}, {X: -near, Y: 0.5, Class: -1},
				{X: near, Y: 0.5, Class: 1}},
		}
	}
	for name, c := range map[string]struct {
		plot ascii.Figure
		want string
	}{
		"wide margins":              {steep(1, 0.5, ascii.WithMargins), ""},
		"margins in dots of a cell": {steep(18, 0.5, ascii.WithMargins), ""},
		"margins in one cell": {steep(400, 0.5, ascii.WithMargins),
			"the margin f = 1 is hidden the margin f = −1 is hidden"},
		"no margins drawn":         {steep(100, 0.5, ascii.BoundaryOnly), ""},
		"margins beyond it":        {steep(0.1, 0.5, ascii.WithMargins), ""},
		"two points in a cell":     {steep(1, 0.001, ascii.WithMargins), "points 3 and 4 of two classes share a cell"},
		"both on the wrong side":   {steep(-1, 0.001, ascii.WithMargins), ""},
		"lines that are not drawn": {steep(100, 0.001, ascii.NoLines), ""},
		"a figure that is no map":  {ascii.TextBlock{}, ""},
		"a lift with a wide margin": {
			ascii.Lift{F: func(x float64) float64 { return x * x },
				Marks: []ascii.Mark{{X: -1, Class: 1}, {X: 0, Class: -1}, {X: 1, Class: 1}}, HasLine: true, W2: 2,
				B: -1}, "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := strings.Join(hiddenParts(c.plot), " "); got != c.want {
				t.Errorf("hidden = %q, want %q", got, c.want)
			}
		})
	}
}
