// Package kit contains what a worksheet may name: judges for its fields, scopes for the
// expressions in them, and scenes for the stage. Each is a maker that takes parameters
// from the worksheet. FORMAT.md documents all of them.
//
// A judge or a scene belongs here if all its words and numbers can come from the
// worksheet. If only one exercise needs it, it is Go code of that exercise.
//
// The package does not know any exercise by name, nor the terminal.
package kit

import (
	"cmp"
	"slices"

	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
)

// New returns the kit.
func New() worksheets.Kit { return worksheets.Kit{Judges: judges(), Scenes: scenes()} }

// expression reads a parameter that is an expression in a scope.
func expression(p *worksheets.Params, name, text string, s answer.Scope) (answer.Expr, bool) {
	e, err := answer.ParseOwn(text, s)
	if err != nil {
		p.Fail(name, "", "%q cannot be read: %v", text, err)
		return answer.Int(0), false
	}
	return e, true
}

// scopes returns the scopes of answers by name.
func scopes() map[string]worksheets.Maker[answer.Scope] {
	return map[string]worksheets.Maker[answer.Scope]{
		"letters": {Takes: []string{"letters", "positive", "signs", "bits", "unit", "alias", "values", "logistic"},
			Make: letters},
		"dual":    {Takes: []string{"dual", "targets", "signs", "bits", "scalars", "logistic"}, Make: dual},
		"machine": {Takes: []string{"machine", "labels", "alias", "scalars"}, Make: machine},
		"vectors": {Takes: []string{"vectors", "length", "letters", "positive", "signs", "bits", "unit", "sums",
			"logistic", "kernel"}, Make: vectors},
	}
}

// scopeOf reads the parameter "in": a list of letters or a scope by name. If it is left
// out, answers may contain only numbers.
func scopeOf(p *worksheets.Params) answer.Scope {
	if p.IsList("in") {
		return answer.Scope{Vars: p.Texts("in")}
	}
	s, _ := worksheets.Part(p, "in", scopes())
	return s
}

func letters(p *worksheets.Params) answer.Scope {
	s := lettersOf(p)
	switch {
	case p.IsMap("alias"):
		s.Alias = p.Words("alias")
	case p.Text("alias") != "":
		s.Alias = map[string]string{p.Text("alias"): s.Vars[0]}
	}
	if p.IsMap("values") {
		s.Values = p.Words("values")
	}
	return s
}

// lettersOf returns a scope of letters with the known properties of their values.
func lettersOf(p *worksheets.Params) answer.Scope {
	return answer.Scope{
		Vars: p.Texts("letters"), Positive: p.Texts("positive"), Signs: p.Texts("signs"), Bits: p.Texts("bits"),
		Unit:     p.Texts("unit"),
		Logistic: p.Flag("logistic"),
	}
}

func dual(p *worksheets.Params) answer.Scope {
	scalars := p.Texts("scalars")
	if len(scalars) == 0 {
		scalars = []string{"eta", "n"}
	}
	return answer.DualScope(answer.DualNames{
		Weights: cmp.Or(p.Text("dual"), "a"), Targets: cmp.Or(p.Text("targets"), "t"), Signs: p.Flag("signs"),
		Bits: p.Flag("bits"), Scalars: scalars, Logistic: p.Flag("logistic"),
	})
}

func machine(p *worksheets.Params) answer.Scope {
	s := answer.MachineScope(answer.MachineNames{
		Weights: cmp.Or(p.Text("machine"), "a"), Labels: p.Text("labels"), Scalars: p.Texts("scalars"),
	})
	if other := p.Text("alias"); other != "" {
		s.Alias = map[string]string{other: p.Text("labels")}
	}
	return s
}

func vectors(p *worksheets.Params) answer.Scope {
	s := lettersOf(p)
	length, count := 2, ""
	if text := p.Text("length"); slices.Contains(s.Vars, text) {
		count, length = text, 3
	} else {
		length = max(p.Int("length"), length)
	}
	if p.Flag("sums") {
		s.Indices, s.N = answer.IndexLetters(), length
	}
	for _, name := range p.Texts("vectors") {
		s.Arrays = append(s.Arrays, answer.Array{Name: name, Dims: []int{length}})
	}
	if k := p.Text("kernel"); k != "" {
		s = s.AtQuery(k)
	}
	if count != "" {
		return s.AnySize(count)
	}
	return s
}
