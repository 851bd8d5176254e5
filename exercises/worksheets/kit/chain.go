package kit

import (
	"context"

	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
)

// lined is the judge of a chain of equal expressions, line by line.
type lined struct {
	judge
	task answer.DerivationTask
}

var _ worksheets.Liner = lined{}

// Lines are the lines typed so far.
func (l lined) Lines(ctx context.Context, text string) []worksheets.Line {
	var out []worksheets.Line
	for _, line := range l.task.Lines(ctx, text) {
		out = append(out, worksheets.Line{Text: line.Text, Follows: line.Follows, Broken: line.Broken})
	}
	return out
}

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
	return lined{task: t, judge: judge{
		check: check, echo: t.Echo, reference: or(p.Text("solution"), t.To), relates: true,
		same: func(ctx context.Context, typed, example string) bool {
			if _, err := answer.Parse(ctx, example, s); err != nil {
				return false
			}
			slip := t
			slip.Mistakes = []answer.Mistake{{ID: "this", Form: example}}
			return answer.JudgeDerivation(ctx, typed, slip).Misconception == "this"
		},
	}}
}
