package catalogue

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/worksheets"
)

// A tiny worksheet and its lesson show that the machinery works and that each
// rule catches a lesson that breaks it.

const tinySheet = "---\n" +
	"unit: \"1\"\ntitle: Tiny\nintro: One sum.\n" +
	"---\n" +
	"# 1.1 Add\n\n```exercise\ngoal: Add two numbers.\nminutes: 1\ndata: true\n```\n\n" +
	"## look: Look\n\nHere are {{a}} and {{b}}.\n\n" +
	"## sum: Add them\n\n" +
	"```question\nWhat is {{a}} + {{b}}?\n```\n\n" +
	"```fields\n- name: sum\n  label: \"=\"\n  example: \"0\"\n```\n\n" +
	"```hints\n- count\n- on your fingers\n- one more than {{almost}}\n```\n\n" +
	"```solution\nIt is {{sum}}.\n```\n\n" +
	"```reference\nsum: \"{{sum}}\"\n```\n\n" +
	"```misconceptions\n- id: product\n  example: {sum: \"30\"}\n  given: [typed]\n  say: \"{{typed}} is the product.\"\n```\n"

func tinyTable(l worksheets.Lesson) map[string]worksheets.Lesson {
	return map[string]worksheets.Lesson{"1.1": l}
}

func tinyLesson(b worksheets.Brief) (worksheets.Parts, error) {
	n := int(b.Seed % 5)
	digits := "123456789"
	sum := digits[n+3 : n+4] // a + 3, with a = n + 1
	judge := func(_ context.Context, a exercises.Answers) worksheets.Judgement {
		text := strings.TrimSpace(a["sum"])
		switch text {
		case "":
			return worksheets.Judgement{Report: exercises.Report{Verdict: exercises.Empty}}
		case sum:
			return worksheets.Judgement{Report: exercises.Report{Verdict: exercises.Equal, Accepted: true}}
		case "30":
			return worksheets.Judgement{
				Report: exercises.Report{Verdict: exercises.NotEqual, Misconception: "product"},
				Vars:   map[string]string{"typed": text},
			}
		}
		return worksheets.Judgement{Report: exercises.Report{Verdict: exercises.NotEqual}}
	}
	scene := func(_ context.Context, a exercises.Answers) exercises.Scene {
		return exercises.Scene{
			Figures:  []exercises.Figure{{Title: "numbers", Plot: dot{}}},
			Run:      tinyRun{1},
			Controls: []exercises.Control{{Name: "speed", Label: "speed", Value: "1", Min: 0, Max: 2, Step: 0.5}},
		}
	}
	return worksheets.Parts{
		Vars: map[string]string{"a": digits[n : n+1], "b": "3", "almost": digits[n+2 : n+3], "sum": sum},
		Steps: map[string]worksheets.Behaviour{
			"look": {},
			"sum": {
				Check: judge, Scene: scene,
			},
		},
	}, nil
}

// dot is a figure of one cell.
type dot struct {
	outside bool
	rune    rune
	dumb    bool
}

func (d dot) Draw(g *ascii.Grid, area ascii.Rect, _ ascii.View) {
	if d.outside {
		g.Set(area.X-1, area.Y, ascii.Cell{Rune: 'x'})
	}
	if !area.Empty() {
		g.Set(area.X, area.Y, ascii.Cell{Rune: d.rune})
	}
}

func (d dot) Words() []string {
	if d.dumb {
		return nil
	}
	return []string{"A dot."}
}

// tinyRun is a run of at most three frames.
type tinyRun struct{ n int }

func (r tinyRun) Len() int { return r.n }
func (r tinyRun) Frame(int) exercises.Frame {
	return exercises.Frame{Figures: []exercises.Figure{{Plot: dot{}}}}
}
func (r tinyRun) Event(int) string { return "" }
func (r tinyRun) Done() (string, bool) {
	if r.n < 3 {
		return "", false
	}
	return "Three frames are all.", true
}
func (r tinyRun) Breaks() []exercises.Break { return nil }
func (r tinyRun) Extend(_ context.Context, n int, _ exercises.Break) (exercises.Run, error) {
	return tinyRun{min(3, r.n+n)}, nil
}

func tiny(t *testing.T, l worksheets.Lesson) *Catalogue {
	t.Helper()
	c, err := From(fstest.MapFS{"unit1.md": {Data: []byte(tinySheet)}}, tinyTable(l))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestTinyKeepsTheRules(t *testing.T) {
	lib := tiny(t, tinyLesson)
	for _, seed := range seeds(10) {
		for _, e := range open(t, lib, seed) {
			for _, v := range append(append(checkExercise(e), checkGarbage(e)...), checkStages(e, stageOptions{frames: 9, sizes: []ascii.Rect{{}, {W: 3, H: 2}}})...) {
				t.Errorf("seed %d: %s", seed, v)
			}
		}
	}
	if u := lib.Units(); len(u) != 1 || u[0].Exercises[0].Title != "Add" || u[0].Exercises[0].Steps[1] != "sum" {
		t.Errorf("units %+v", u)
	}
}

// spoilt returns the tiny lesson with something wrong in its step sum.
func spoilt(f func(*worksheets.Behaviour)) worksheets.Lesson {
	return func(b worksheets.Brief) (worksheets.Parts, error) {
		p, err := tinyLesson(b)
		s := p.Steps["sum"]
		f(&s)
		p.Steps["sum"] = s
		return p, err
	}
}

// always returns a checker with one report for every answer.
func always(r exercises.Report) func(*worksheets.Behaviour) {
	return func(s *worksheets.Behaviour) {
		s.Check = func(context.Context, exercises.Answers) worksheets.Judgement { return worksheets.Judgement{Report: r} }
	}
}

// astray is a judge whose echo points outside the text.
type astray struct{ worksheets.Judge }

func (astray) Echo(context.Context, string) exercises.Echo { return exercises.Echo{At: 99999} }

// staged returns a step that always shows one scene.
func staged(sc exercises.Scene) func(*worksheets.Behaviour) {
	return func(s *worksheets.Behaviour) {
		s.Scene = func(context.Context, exercises.Answers) exercises.Scene { return sc }
	}
}

func shown(d dot) func(*worksheets.Behaviour) {
	return staged(exercises.Scene{Figures: []exercises.Figure{{Plot: d}}})
}

func TestRulesCatch(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(*worksheets.Behaviour)
		want  string
	}{
		{"solved at the start", always(exercises.Report{Accepted: true}), "starts solved"},
		{"garbage taken", always(exercises.Report{Accepted: true}), `accepts "(("`},
		{"reference refused", always(exercises.Report{}), "is not accepted"},
		{"misconception unseen", always(exercises.Report{}), `is recognised as ""`},
		{"misconception accepted", always(exercises.Report{Accepted: true}), "is accepted"},
		{"misconception without values", always(exercises.Report{Misconception: "product"}), "a variable without value"},
		{"no form in seven bits", always(exercises.Report{Headline: "字"}), "no form in seven bits"},
		{"unknown field", always(exercises.Report{Fields: map[string]exercises.FieldReport{"x": {}}}), `"x", which is no field`},
		{"escape", always(exercises.Report{Headline: "\x1b[2J"}), "do not print"},
		{"points outside", always(exercises.Report{Fields: map[string]exercises.FieldReport{"sum": {At: 9999}}}), "points at rune 9999"},
		{"example is the answer", func(s *worksheets.Behaviour) { s.Vars = map[string]string{"sum": "0"} }, "the example of sum is an answer to it"},
		{"echo points outside", func(s *worksheets.Behaviour) {
			s.Judges = map[string]worksheets.Judge{"sum": astray{}}
		}, "the echo points at"},
		{"draws outside", shown(dot{outside: true}), "draws outside its area"},
		{"eight bits", shown(dot{rune: '█'}), "in the seven-bit profile"},
		{"no words", shown(dot{dumb: true}), "says nothing in words"},
		{"no plot", staged(exercises.Scene{Figures: []exercises.Figure{{}}}), "has no plot"},
		{"no range", staged(exercises.Scene{Controls: []exercises.Control{{Name: "c"}}}), "range 0 to 0"},
		{"name taken", staged(exercises.Scene{Controls: []exercises.Control{{Name: "sum", Max: 1, Step: 1}}}), "its name is taken"},
		{"no frames", staged(exercises.Scene{Run: tinyRun{0}}), "a run without frames"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := open(t, tiny(t, spoilt(tt.spoil)), 1)[0]
			found := append(append(checkExercise(e), checkGarbage(e)...), checkStages(e, stageOptions{frames: 9, sizes: []ascii.Rect{{W: 3, H: 2}}})...)
			if !strings.Contains(strings.Join(found, "\n"), tt.want) {
				t.Errorf("no rule says %q, only %q", tt.want, found)
			}
		})
	}
}

func TestDataReachOnlyExercisesThatTakeThem(t *testing.T) {
	var got exercises.Data
	spy := func(b worksheets.Brief) (worksheets.Parts, error) {
		got = b.Data
		return tinyLesson(b)
	}
	for _, takes := range []bool{true, false} {
		sheet := tinySheet
		if !takes {
			sheet = strings.Replace(sheet, "data: true", "data: false", 1)
		}
		c, err := From(fstest.MapFS{"unit1.md": {Data: []byte(sheet)}}, tinyTable(spy))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Open("1.1", exercises.Options{Data: points{}}); err != nil {
			t.Fatal(err)
		}
		if (got != nil) != takes {
			t.Errorf("data: %v, lesson got %v", takes, got)
		}
	}
}

// points is a data set as seen from here.
type points struct{}

func (points) Name() string { return "points" }
func (points) Len() int     { return 2 }
func (points) Dim() int     { return 1 }
