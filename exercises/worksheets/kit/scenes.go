package kit

import (
	"context"
	"maps"
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
		"boxes":      made(boxesScene, "boxes", "rows", "sliders", "notes"),
		"chart":      made(chartScene, "chart", "x", "called", "from", "to", "low", "high", "curves", "typed", "points", "sliders", "log", "notes"),
		"derivation": made(derivationScene, "derivation", "lines", "count", "of", "wrap", "notes", "sliders"),
		"lines":      made(linesScene, "lines", "title", "how", "notes"),
		"table":      made(tableScene, "table", "columns", "rows", "notes", "sliders"),
		"regions":    made(regionsScene, "regions", "names", "data", "kernel", "bound", "sliders", "notes"),
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
