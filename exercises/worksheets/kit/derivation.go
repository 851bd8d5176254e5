package kit

import (
	"context"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// derivationScene is lines of a calculation that appear as the student finds
// them. Where it is done again they are left out, half of them or all.
func derivationScene(p *worksheets.Params) worksheets.SceneFunc {
	by := leversOf(p, "sliders")
	title, lines, notes := by.title(p, "derivation"), template{p.Text("derivation"), livesOf(p, "lines", by)}, livesOf(p, "notes", by)
	count, of, wrap := p.Fields("count"), p.Text("of"), p.Flag("wrap")
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		stand, slider, faded := lines.shown(ctx, a)
		block := ascii.TextBlock{Lines: stand, Wrap: wrap}
		s := exercises.Scene{Figures: []exercises.Figure{stage.Main(title(a), block)}, Controls: append(slider, by.controls(a)...), Notes: faded}
		if len(count) > 0 {
			s.Notes = append(s.Notes, ascii.Plainf("%d of %d %s stand.", stands(ctx, p, count, a), len(count), or(of, "lines")))
		}
		s.Notes = append(s.Notes, shown(ctx, notes, a)...)
		return s
	}
}

// stands counts the fields that are right.
func stands(ctx context.Context, p *worksheets.Params, fields []string, a exercises.Answers) int {
	n := 0
	for _, f := range fields {
		if p.Right(ctx, a, f) {
			n++
		}
	}
	return n
}
