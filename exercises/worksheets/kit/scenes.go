package kit

import (
	"context"
	"maps"
	"slices"
	"strconv"

	"kernellab/exercises"
	"kernellab/exercises/bench"
	"kernellab/exercises/dataset"
	"kernellab/exercises/worksheets"
)

// scenes returns the scenes of the stage by name.
func scenes() map[string]worksheets.Maker[worksheets.SceneFunc] {
	made := func(make func(*worksheets.Params) worksheets.SceneFunc,
		takes ...string) worksheets.Maker[worksheets.SceneFunc] {
		return worksheets.Maker[worksheets.SceneFunc]{Takes: takes, Make: make}
	}
	return map[string]worksheets.Maker[worksheets.SceneFunc]{
		"lesson": made(lessonScene, "lesson", "sliders", "notes"),
		"bars":   made(barsScene, "bars", "most", "unit", "sliders", "rows", "marks", "notes"),
		"boxes":  made(boxesScene, "boxes", "rows", "sliders"),
		"chart": made(chartScene, "chart", "x", "called", "from", "to", "low", "high", "curves", "typed", "points",
			"sliders", "notes"),
		"derivation": made(derivationScene, "derivation", "lines", "wrap", "notes"),
		"lines":      made(linesScene, "lines", "title", "how"),
		"table":      made(tableScene, "table", "columns", "rows", "notes", "sliders"),
		"together":   made(togetherScene, "together", "beneath"),
		"run": made(runScene, "run", "names", "data", "whole", "kernel", "kernels", "sliders", "last", "beside",
			"notes", "foretold"),
	}
}

// lessonScene returns the lesson's scene with a title, sliders and notes from the
// worksheet. The answers passed to the lesson include the values of the sliders.
func lessonScene(p *worksheets.Params) worksheets.SceneFunc {
	by, draw := leversOf(p, "sliders"), p.Lesson()
	title, notes := by.title(p, "lesson"), livesOf(p, "notes", by)
	if draw == nil {
		p.Fail("lesson", "", "the lesson has no scene for this step")
	}
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		controls := by.controls(a)
		at := maps.Clone(a)
		if at == nil {
			at = exercises.Answers{}
		}
		for _, c := range controls {
			if at[c.Name] = c.Value; !c.IsChoice() {
				at[c.Name] = strconv.FormatFloat(c.Number(), 'g', -1, 64)
			}
		}
		s := draw(ctx, at)
		if text := title(a); text != "" {
			s.Figures[0].Title = text
		}
		s.Controls, s.Notes = append(controls, s.Controls...), append(shown(ctx, notes, a), s.Notes...)
		return s
	}
}

// togetherScene shows two scenes on one stage, with all notes and controls of both. A
// control that both have appears once. The first scene has the room of a table, and the
// second is the picture.
func togetherScene(p *worksheets.Params) worksheets.SceneFunc {
	first, one := worksheets.Part(p, "together", scenes())
	second, two := worksheets.Part(p, "beneath", scenes())
	if !one || !two {
		p.Fail("together", "give two scenes, together: {table: …} and beneath: {chart: …}", "a scene is missing")
		return nil
	}
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		s, below := first(ctx, a), second(ctx, a)
		for i := range s.Figures {
			s.Figures[i].Role = exercises.Table
		}
		s.Figures = append(s.Figures, below.Figures...)
		for _, c := range below.Controls {
			if !slices.ContainsFunc(s.Controls, func(o exercises.Control) bool { return o.Name == c.Name }) {
				s.Controls = append(s.Controls, c)
			}
		}
		s.Notes = append(s.Notes, below.Notes...)
		return s
	}
}

// runScene shows a run whose setting can be changed by controls (see package bench).
func runScene(p *worksheets.Params) worksheets.SceneFunc {
	b := bench.Bench{
		Run: p.Texts("run"), Names: p.Text("names"), Whole: p.Flag("whole"), Kernel: p.Text("kernel"),
		Kernels: p.Texts("kernels"),
		Second:  p.Choice("beside", "none", "primal", "form"), Notes: p.Texts("notes"), Last: p.Texts("last"),
	}
	for _, d := range p.Parts("data", "set", "label") {
		b.Data = append(b.Data, bench.Data{Set: d.Needed("set"), Label: d.Text("label")})
	}
	for _, s := range p.Parts("sliders", "name", "at", "from", "to", "step", "words") {
		b.Sliders = append(b.Sliders, bench.Slider{
			Name: s.Needed("name"), At: s.Text("at"), From: s.Float("from"), To: s.Float("to"), Step: s.Float("step"),
			Words: s.Texts("words"),
		})
	}
	if field := p.Field("foretold"); field != "" {
		b.Prediction = bench.Prediction{Field: field, Words: p.Labels(field)}
	}
	from := bench.Source{Own: p.Brief.Data, Sets: map[string]*dataset.Set{}}
	for name, data := range p.Sets {
		if set, ok := data.(*dataset.Set); ok {
			from.Sets[name] = set
		}
	}
	scene, err := b.Scene(from)
	if err != nil {
		p.Fail("run", "", "%v", err)
	}
	return scene
}
