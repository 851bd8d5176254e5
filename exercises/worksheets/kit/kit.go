// Package kit is what a worksheet may name: judges for its fields, scopes for
// what is written there, and scenes for the stage. Each is a maker that takes
// parameters as the worksheet has them; FORMAT.md documents all of them.
//
// A judge or a scene belongs here when its words and numbers can all come from
// the worksheet. What only one exercise needs is Go in exercises/lessons.
//
// The package knows no exercise by its name, and no terminal.
package kit

import (
	"context"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
)

// New returns the kit.
func New() worksheets.Kit { return worksheets.Kit{Judges: judges(), Scenes: scenes()} }

// judge is a worksheets.Judge made of functions. What is nil is not known.
type judge struct {
	check     func(ctx context.Context, text string) answer.Result
	echo      func(ctx context.Context, text string) exercises.Echo
	same      func(ctx context.Context, typed, example string) bool
	rule      func(id, reference string) (example, say string, ok bool)
	reference string
	foretells bool
	relates   bool // its answers are statements, or may be
}

var (
	_ worksheets.Judge      = judge{}
	_ worksheets.Ruler      = judge{}
	_ worksheets.Referrer   = judge{}
	_ worksheets.Foreteller = judge{}
	_ worksheets.Relater    = judge{}
)

func (j judge) Check(ctx context.Context, text string) answer.Result { return j.check(ctx, text) }

func (j judge) Echo(ctx context.Context, text string) exercises.Echo {
	if j.echo == nil {
		return exercises.Echo{At: -1}
	}
	return j.echo(ctx, text)
}

func (j judge) Same(ctx context.Context, typed, example string) bool {
	return j.same != nil && j.same(ctx, typed, example)
}

func (j judge) Rule(id, reference string) (example, say string, ok bool) {
	if j.rule == nil {
		return "", "", false
	}
	return j.rule(id, reference)
}

func (j judge) Reference() string { return j.reference }
func (j judge) Foretells() bool   { return j.foretells }
func (j judge) Relates() bool     { return j.relates }

// written is the judge of a text in a scope: there it is read, and compared with
// an example.
func written(s answer.Scope, reference string, check func(context.Context, string) answer.Result) judge {
	same := answer.SameText(s)
	return judge{
		check: check, reference: reference,
		echo: func(ctx context.Context, text string) exercises.Echo { return answer.EchoOf(ctx, text, s) },
		same: func(ctx context.Context, typed, example string) bool { return same(ctx, "", typed, example) },
	}
}

// echoOf shows how a judge itself reads a text.
func echoOf(check func(context.Context, string) answer.Result) func(context.Context, string) exercises.Echo {
	return func(ctx context.Context, text string) exercises.Echo {
		r := check(ctx, text)
		if r.Verdict == exercises.Empty && text != "" { // of nothing that can be seen
			return answer.EchoOf(ctx, text, answer.Scope{})
		}
		return r.Echo()
	}
}

// expression reads a parameter that is an expression of a scope.
func expression(p *worksheets.Params, name, text string, s answer.Scope) (answer.Expr, bool) {
	e, err := answer.ParseOwn(text, s)
	if err != nil {
		p.Fail(name, "", "%q cannot be read: %v", text, err)
		return answer.Int(0), false
	}
	return e, true
}
