package kit

import (
	"context"

	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
)

// derivation asks for a chain of equal expressions, a line each.
func derivation(p *worksheets.Params) worksheets.Judge {
	s := scopeOf(p)
	t := answer.DerivationTask{Scope: s, From: p.Needed("derivation"), To: p.Needed("to"), Form: form(p), Least: p.Int("lines")}
	for _, name := range []string{"derivation", "to"} {
		if _, ok := expression(p, name, p.Text(name), s); !ok {
			t.From, t.To = "0", "0"
		}
	}
	check := func(ctx context.Context, text string) answer.Result { return answer.JudgeDerivation(ctx, text, t) }
	return worksheets.Judge{
		Check: check, Echo: t.Echo, Reference: or(p.Text("solution"), t.To), Relates: true,
		Lines: func(ctx context.Context, text string) (out []worksheets.Line) {
			for _, line := range t.Lines(ctx, text) {
				out = append(out, worksheets.Line{Text: line.Text, Follows: line.Follows, Broken: line.Broken})
			}
			return out
		},
		Same: func(ctx context.Context, typed, example string) bool {
			if _, err := answer.Parse(ctx, example, s); err != nil {
				return false
			}
			slip := t
			slip.Mistakes = []answer.Mistake{{ID: "this", Form: example}}
			return answer.JudgeDerivation(ctx, typed, slip).Misconception == "this"
		},
	}
}
