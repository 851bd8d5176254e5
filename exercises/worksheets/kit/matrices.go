package kit

import (
	"context"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/answer/mats"
	"kernellab/exercises/worksheets"
)

// spaceOf reads what matrices are written in.
func spaceOf(p *worksheets.Params) mats.Space {
	s, err := mats.NewSpace(p.Texts("letters"), p.Texts("where"))
	if err != nil {
		p.Fail("where", "", "%v", err)
	}
	return s
}

// formula asks for a formula in matrices.
func formula(p *worksheets.Params) judge {
	t := mats.Task{Space: spaceOf(p), Want: p.Needed("formula")}
	if e := t.Echo(t.Want); e.Problem != "" {
		p.Fail("formula", "", "%q cannot be read: %s", t.Want, e.Problem)
		return judge{check: func(context.Context, string) answer.Result { return answer.Result{} }}
	}
	return judge{
		reference: t.Want,
		check:     func(ctx context.Context, text string) answer.Result { return mats.Judge(ctx, text, t) },
		echo:      func(_ context.Context, text string) exercises.Echo { return t.Echo(text) },
		same:      func(ctx context.Context, typed, example string) bool { return t.Same(ctx, typed, example) },
	}
}

// chain asks for the lines of a derivation in matrices.
func chain(p *worksheets.Params) worksheets.Judge {
	t := mats.Chain{
		Space: spaceOf(p), Goal: p.Needed("chain"), Without: p.Texts("without"), Through: p.Texts("through"), Given: p.Texts("given"), Reasons: reasonsOf(p),
	}
	if err := t.Reasoned(); err != nil {
		p.Fail("chain", "", "%v", err)
	}
	check := func(ctx context.Context, text string) answer.Result { return mats.JudgeLines(ctx, text, t) }
	return walker{lines: t.Lines, why: t.Reasons, judge: judge{
		reference: p.Text("solution"), check: check, relates: true,
		echo: func(_ context.Context, text string) exercises.Echo { return t.Echo(text) },
		same: t.SameSlip,
	}}
}
