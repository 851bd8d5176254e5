package kit

import (
	"context"

	"kernellab/exercises"
	"kernellab/exercises/worksheets"
)

// beforeScene is one scene until fields are right, and another from then on.
func beforeScene(p *worksheets.Params) worksheets.SceneFunc {
	first, one := worksheets.Part(p, "before", scenes())
	second, two := worksheets.Part(p, "after", scenes())
	once := p.Fields("once")
	if !one || !two || len(once) == 0 {
		p.Fail("before", "give two scenes and fields: before: {table: …}, once: field, after: {table: …}", "a scene is missing, or what it waits for")
		return nil
	}
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		if p.Right(ctx, a, once...) {
			return second(ctx, a)
		}
		return first(ctx, a)
	}
}
