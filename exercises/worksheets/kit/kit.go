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
	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
)

// New returns the kit.
func New() worksheets.Kit { return worksheets.Kit{Judges: judges(), Scenes: scenes()} }

// expression reads a parameter that is an expression of a scope.
func expression(p *worksheets.Params, name, text string, s answer.Scope) (answer.Expr, bool) {
	e, err := answer.ParseOwn(text, s)
	if err != nil {
		p.Fail(name, "", "%q cannot be read: %v", text, err)
		return answer.Int(0), false
	}
	return e, true
}
