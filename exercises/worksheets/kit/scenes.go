package kit

import (
	"context"
	"maps"
	"slices"
	"strconv"

	"kernellab/exercises"
	"kernellab/exercises/worksheets"
)

// scenes are what the stage may show, by name.
func scenes() map[string]worksheets.Maker[worksheets.SceneFunc] {
	made := func(make func(*worksheets.Params) worksheets.SceneFunc, takes ...string) worksheets.Maker[worksheets.SceneFunc] {
		return worksheets.Maker[worksheets.SceneFunc]{Takes: takes, Make: make}
	}
	return map[string]worksheets.Maker[worksheets.SceneFunc]{
		"lesson":     made(lessonScene, "lesson", "sliders", "notes"),
		"bars":       made(barsScene, "bars", "most", "unit", "sliders", "rows", "marks", "notes"),
		"boxes":      made(boxesScene, "boxes", "rows", "sliders"),
		"chart":      made(chartScene, "chart", "x", "called", "from", "to", "low", "high", "curves", "typed", "points", "sliders", "notes"),
		"derivation": made(derivationScene, "derivation", "lines", "count", "of", "wrap", "notes"),
		"lines":      made(linesScene, "lines", "title", "how"),
		"table":      made(tableScene, "table", "columns", "rows", "notes", "sliders"),
		"regions":    made(regionsScene, "regions", "data", "kernel", "sliders"),
		"together":   made(togetherScene, "together", "beneath"),
		"run":        made(runScene, "run", "names", "data", "whole", "kernel", "kernels", "sliders", "last", "beside", "notes", "foretold"),
	}
}

// lessonScene is what the lesson draws, under a title and with sliders and notes of
// the worksheet. The answers that it is drawn for have the sliders' values.
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

// togetherScene is two scenes on one stage, with all notes, and all controls; one that
// both have stands there once. The first scene has the room of a table, and the other
// is the picture.
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
