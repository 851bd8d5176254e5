// Package kit contains what a worksheet, the Markdown file of an exercise, may name: judges, scopes
// and scenes. A judge decides whether the answer in a field is right. A scope says which letters an
// answer may contain. A letter is a symbol in a formula, such as x, α or eta. A scene is what a
// task shows on the stage, the part of the screen with the pictures: figures, notes, sliders and
// switches. Each judge, scope and scene is made by a function that takes parameters from the
// worksheet. FORMAT.md documents all of them.
//
// A judge or a scene belongs here if all its texts and numbers can come from the
// worksheet. A judge or a scene for only one exercise belongs to the Go code of that exercise.
//
// The package does not know any exercise by name, nor the terminal.
package kit

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/bench"
	"kernellab/exercises/dataset"
	"kernellab/exercises/worksheets"
)

// New returns the kit: all judges and scenes, by name.
func New() worksheets.Kit { return worksheets.Kit{Judges: judges(), Scenes: scenes()} }

// makerOf returns the maker of a judge, a scene or a scope, and the parameters that it takes.
func makerOf[T any](make func(*worksheets.Params) T, takes ...string) worksheets.Maker[T] {
	return worksheets.Maker[T]{Takes: takes, Make: make}
}

// expression reads a parameter that is an expression in a scope.
func expression(p *worksheets.Params, name, text string, s answer.Scope) (answer.Expr, bool) {
	e, err := answer.ParseTrusted(text, s)
	if err != nil {
		p.Fail(name, "", "%.60q cannot be read: %v", text, err)
		return answer.Int(0), false
	}
	return e, true
}

// scopes returns the scopes of answers by name.
func scopes() map[string]worksheets.Maker[answer.Scope] {
	return map[string]worksheets.Maker[answer.Scope]{
		"letters": makerOf(letters, "letters", "positive", "signs", "bits", "unit", "atMost", "alias", "values",
			"logistic"),
		"dual":    makerOf(dual, "dual", "targets", "signs", "bits", "scalars", "alias", "logistic"),
		"machine": makerOf(machine, "machine", "labels", "alias", "scalars"),
		"vectors": makerOf(vectors, "vectors", "points", "length", "letters", "positive", "signs", "bits", "unit",
			"alias", "sums", "logistic", "kernel"),
	}
}

// scopeOf reads the parameter "in": a list of letters or a scope by name. If it is left
// out, answers may contain only numbers.
func scopeOf(p *worksheets.Params) answer.Scope {
	if p.IsList("in") {
		return answer.Scope{Vars: p.Texts("in")}
	}
	s, _ := worksheets.MakeNamed(p, "in", scopes())
	return s
}

func letters(p *worksheets.Params) answer.Scope {
	s := lettersOf(p)
	s.AtMost = p.TextMap("atMost")
	s.Values = p.TextMap("values")
	return s
}

// aliases maps each other name that a task accepts for a letter to that letter. If the parameter
// alias is a single name, this name stands for the first of the given letters.
func aliases(p *worksheets.Params, letters []string) map[string]string {
	switch {
	case p.IsMap("alias"):
		return p.TextMap("alias")
	case p.Text("alias") == "":
		return nil
	case len(letters) == 0:
		p.Fail("alias", "write a map, as {a: alpha}", "there is no letter for %s", p.Text("alias"))
		return nil
	}
	return map[string]string{p.Text("alias"): letters[0]}
}

// lettersOf returns a scope of letters with the known properties of their values.
func lettersOf(p *worksheets.Params) answer.Scope {
	return answer.Scope{
		Vars: p.Texts("letters"), Positive: p.Texts("positive"), Signs: p.Texts("signs"), Bits: p.Texts("bits"),
		InUnitInterval: p.Texts("unit"), Alias: aliases(p, p.Texts("letters")),
		Logistic: p.Flag("logistic"),
	}
}

func dual(p *worksheets.Params) answer.Scope {
	scalars := p.Texts("scalars")
	if len(scalars) == 0 {
		scalars = []string{"eta", "n"}
	}
	s := answer.DualScope(answer.DualNames{
		Weights: cmp.Or(p.Text("dual"), "a"), Targets: cmp.Or(p.Text("targets"), "t"), Signs: p.Flag("signs"),
		Bits: p.Flag("bits"), Scalars: scalars, Logistic: p.Flag("logistic"),
	})
	s.Alias = aliases(p, scalars)
	return s
}

func machine(p *worksheets.Params) answer.Scope {
	s := answer.ExpansionScope(answer.ExpansionNames{
		Weights: cmp.Or(p.Text("machine"), "a"), Labels: p.Text("labels"), Scalars: p.Texts("scalars"),
	})
	s.Alias = aliases(p, p.Texts("labels"))
	return s
}

func vectors(p *worksheets.Params) answer.Scope {
	s := lettersOf(p)
	length, lengthLetter := 2, ""
	if text := p.Text("length"); slices.Contains(s.Vars, text) {
		lengthLetter, length = text, 3
	} else {
		length = max(p.Int("length"), length)
	}
	if p.Flag("sums") {
		s.Indices, s.N = answer.IndexLetters(), length
	}
	add := func(names []string, dims ...int) {
		for _, name := range names {
			s.Arrays = append(s.Arrays, answer.Array{Name: name, Dims: dims})
		}
	}
	add(p.Texts("vectors"), length)
	add(p.Texts("points"), length, length)
	if k := p.Text("kernel"); k != "" {
		s = s.WithQuery(k)
	}
	if lengthLetter != "" {
		return s.AnySize(lengthLetter)
	}
	return s
}

// scenes returns the scenes of the stage by name.
func scenes() map[string]worksheets.Maker[worksheets.SceneFunc] {
	return map[string]worksheets.Maker[worksheets.SceneFunc]{
		"lesson": makerOf(lessonScene, "lesson", "sliders", "notes"),
		"bars":   makerOf(barsScene, "bars", "most", "unit", "sliders", "rows", "marks", "notes"),
		"boxes":  makerOf(boxesScene, "boxes", "rows", "sliders"),
		"chart": makerOf(chartScene, "chart", "x", "called", "from", "to", "low", "high", "curves", "typed", "points",
			"sliders", "notes"),
		"derivation": makerOf(derivationScene, "derivation", "lines", "wrap", "notes"),
		"lines":      makerOf(linesScene, "lines", "title", "how"),
		"table":      makerOf(tableScene, "table", "columns", "rows", "notes", "sliders"),
		"together":   makerOf(togetherScene, "together", "beneath"),
		"plane": makerOf(planeScene, "plane", "axes", "from", "to", "low", "high", "square", "origin", "score",
			"perpendicular", "points", "lines", "right", "numbers", "sliders", "notes"),
		"run": makerOf(runScene, "run", "names", "data", "whole", "kernel", "kernels", "sliders", "last", "beside",
			"notes", "foretold"),
	}
}

// lessonScene returns the scene that the Go code of the exercise, its lesson, draws, with a title,
// sliders and notes from the worksheet. The answers passed to the lesson include the values of the
// sliders.
func lessonScene(p *worksheets.Params) worksheets.SceneFunc {
	controls, draw := readControls(p), p.LessonScene()
	title, notes := controls.title(p, "lesson"), liveLinesOf(p, "notes", controls)
	if draw == nil {
		p.Fail("lesson", "", "the lesson has no scene for this task")
	}
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		currentControls := controls.withAnswers(a)
		answersAndSliders := maps.Clone(a)
		if answersAndSliders == nil {
			answersAndSliders = exercises.Answers{}
		}
		for _, c := range currentControls {
			if answersAndSliders[c.Name] = c.Value; !c.IsChoice() {
				answersAndSliders[c.Name] = strconv.FormatFloat(c.Number(), 'g', -1, 64)
			}
		}
		s := draw(ctx, answersAndSliders)
		if text := title(a); text != "" {
			s.Figures[0].Title = text
		}
		s.Controls, s.Notes = append(currentControls, s.Controls...), append(visibleLines(ctx, notes, a), s.Notes...)
		return s
	}
}

// togetherScene shows two scenes on one stage, with all notes and controls of both. A control that
// both scenes have appears once. The first scene is placed like a table, the second like a picture.
func togetherScene(p *worksheets.Params) worksheets.SceneFunc {
	first, hasFirst := worksheets.MakeNamed(p, "together", scenes())
	second, hasSecond := worksheets.MakeNamed(p, "beneath", scenes())
	if !hasFirst || !hasSecond {
		p.Fail("together", "give two scenes, together: {table: …} and beneath: {chart: …}", "a scene is missing")
		return nil
	}
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		s, secondScene := first(ctx, a), second(ctx, a)
		for i := range s.Figures {
			s.Figures[i].Role = exercises.Table
		}
		s.Figures = append(s.Figures, secondScene.Figures...)
		for _, c := range secondScene.Controls {
			if !slices.ContainsFunc(s.Controls, func(o exercises.Control) bool { return o.Name == c.Name }) {
				s.Controls = append(s.Controls, c)
			}
		}
		s.Notes = append(s.Notes, secondScene.Notes...)
		return s
	}
}

// runScene shows a run whose settings can be changed by controls (see package bench).
func runScene(p *worksheets.Params) worksheets.SceneFunc {
	b := bench.Bench{
		Run: p.Texts("run"), NamePrefix: p.Text("names"), Whole: p.Flag("whole"), Kernel: p.Text("kernel"),
		Kernels: p.Texts("kernels"),
		Second:  p.Choice("beside", "none", "primal", "form"), Notes: p.Texts("notes"), Last: p.Texts("last"),
	}
	for _, d := range p.Parts("data", "set", "label") {
		b.Data = append(b.Data, bench.Data{Set: d.RequiredText("set"), Label: d.Text("label")})
	}
	for _, s := range p.Parts("sliders", "name", "at", "from", "to", "step", "words") {
		b.Sliders = append(b.Sliders, bench.Slider{
			Name: s.RequiredText("name"), Initial: s.Text("at"), From: s.Float("from"), To: s.Float("to"),
			Step:  s.Float("step"),
			Words: s.Texts("words"),
		})
	}
	if field := p.Field("foretold"); field != "" {
		b.Prediction = bench.Prediction{Field: field, Words: p.Labels(field)}
	}
	source := bench.Source{Own: p.LessonInput.Data, Sets: map[string]*dataset.Set{}}
	for name, data := range p.Sets {
		if set, ok := data.(*dataset.Set); ok {
			source.Sets[name] = set
		}
	}
	scene, err := b.Scene(source)
	if unknown, ok := errors.AsType[*bench.UnknownError](err); ok {
		p.FailName(unknown.What, unknown.Name, unknown.Known)
	} else if err != nil {
		p.Fail("run", "", "%v", err)
	}
	return scene
}
