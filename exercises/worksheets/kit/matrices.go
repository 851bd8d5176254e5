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
func formula(p *worksheets.Params) worksheets.Judge {
	t := mats.Task{Space: spaceOf(p), Want: p.Needed("formula")}
	if e := t.Echo(t.Want); e.Problem != "" {
		p.Fail("formula", "", "%q cannot be read: %s", t.Want, e.Problem)
		return worksheets.Judge{}
	}
	return worksheets.Judge{
		Reference: t.Want,
		Check:     func(ctx context.Context, text string) answer.Result { return mats.Judge(ctx, text, t) },
		Echo:      func(_ context.Context, text string) exercises.Echo { return t.Echo(text) },
		Same:      func(ctx context.Context, typed, example string) bool { return t.Same(ctx, typed, example) },
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
	return worksheets.Judge{
		Reference: p.Text("solution"), Check: check, Relates: true, Same: t.SameSlip, Lines: linesOf(t.Lines), Reasons: t.Reasons.Shown(),
		Echo: func(_ context.Context, text string) exercises.Echo { return t.Echo(text) },
	}
}
