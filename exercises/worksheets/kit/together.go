package kit

import (
	"context"
	"slices"

	"kernellab/exercises"
	"kernellab/exercises/worksheets"
)

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
