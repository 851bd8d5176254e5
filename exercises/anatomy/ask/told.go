package ask

import (
	"context"
	"strings"
	"unicode"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
)

// Foretell asks for what the step of an account comes to; nothing where none of its
// quantities has a law.
func Foretell(a anatomy.Account) []exercises.Step {
	if len(a.Derivation.Formulas()) == 0 {
		return nil
	}
	return []exercises.Step{newTold(a).question()}
}

// Work is the step of an account with a blank for every law; nil where it has none.
func Work(a anatomy.Account) exercises.Step {
	if len(a.Derivation.Formulas()) == 0 {
		return nil
	}
	return newTold(a).byHand()
}

// accountOf is the account of a solver's step that is told by its sheet alone; an
// empty one where it is told otherwise.
func accountOf(c change) (a anatomy.Account) {
	kind, ok := anatomy.Of(c.solver)
	if !ok || kind.Derive == nil || c.problem.Primal() {
		return a
	}
	return kind.Account(anatomy.Points{Gram: c.problem.Gram(), Y: c.problem.Labels()}, c.solver, c.prev, c.now)
}

// told is a step that is told by its sheet alone, as seen from the position
// before it.
type told struct {
	anatomy.Account
	n anatomy.Numbers
}

func newTold(a anatomy.Account) told { return told{a, a.Derivation.Values()} }

// given are the laws, and what they start from. Of entries that follow each other by
// one law the first stands for all.
func (t told) given() []exercises.Block {
	var laws, rest []exercises.Block
	for i, q := range t.Derivation {
		switch {
		case q.Formula == "":
			rest = t.number(rest, q)
		case !t.likewise(i) && t.likewise(i+1):
			laws = append(laws, formula("%s = %s, and so on", q.Symbol, t.Derivation.Symbols(q.Name)))
		case !t.likewise(i):
			laws = append(laws, formula("%s = %s", q.Symbol, t.Derivation.Symbols(q.Name)))
		}
	}
	for _, l := range t.Given {
		laws = append(laws, exercises.Block{Kind: exercises.Paragraph, Text: l})
	}
	return append(laws, rest...)
}

// number is blocks with a number that is given; of entries two stand side by side.
func (t told) number(before []exercises.Block, q anatomy.Quantity) []exercises.Block {
	is := formula("%s = %s", q.Symbol, show(t.n[q.Name]))
	last := len(before) - 1
	if q.Entry == 0 || q.Entry%2 == 1 {
		return append(before, is)
	}
	before[last].Text = append(append(before[last].Text, ascii.Plain("   ")...), is.Text...)
	return before
}

// likewise reports whether quantity i is an entry that follows by the law of the one
// before it, but for its number.
func (t told) likewise(i int) bool {
	shape := func(q anatomy.Quantity) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsDigit(r) {
				return -1
			}
			return r
		}, q.Formula)
	}
	return i > 0 && i < len(t.Derivation) && t.Derivation[i].Entry > 1 && shape(t.Derivation[i]) == shape(t.Derivation[i-1])
}

// question asks for what the step comes to: the last number of its sheet.
func (t told) question() exercises.Step {
	laws := t.Derivation.Formulas()
	last := laws[len(laws)-1]
	e := entryOf(last, t.n)
	e.value, e.slips = func(numbers) float64 { return t.n[last.Name] }, nil
	return single{
		info:  about("value", "The new "+last.Symbol, line("What is %s after the step?", last.Symbol), t.given()...),
		entry: e,
		right: line("%s.", t.Derivation.Filled(last.Name, t.n)),
	}.task()
}

// byHand is the step with a blank for every law.
func (t told) byHand() exercises.Step {
	form := sheetOf(t.Derivation.Formulas(), t.n)
	given := t.n
	for i := range form { // what has no blank is given
		law := form[i].value
		form[i].value = func(own numbers) float64 { return law(over(given, own)) }
	}
	return form.task(exercises.Info{Title: "One step by hand", Question: line("Fill in every number."), Text: t.given()}, nil)
}

// over are numbers with some of them replaced.
func over(n, own anatomy.Numbers) anatomy.Numbers {
	out := anatomy.Numbers{}
	for name, v := range n {
		out[name] = v
	}
	for name, v := range own {
		out[name] = v
	}
	return out
}

// task is a form to be filled in by hand; scene may be nil.
func (s sheet) task(info exercises.Info, scene func() exercises.Scene) task {
	info.Name, info.Fields, info.Reference, info.Misconceptions = "byhand", s.fields(), s.reference(), s.misconceptions()
	info.Tables = inTable(info.Fields)
	t := task{info: info, check: func(ctx context.Context, a exercises.Answers) exercises.Report { return s.judge(ctx, a) }}
	if scene != nil {
		t.scene = func(context.Context, exercises.Answers) exercises.Scene { return scene() }
	}
	return t
}
