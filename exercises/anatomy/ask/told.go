package ask

import (
	"context"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
)

// told is a step that is told by its sheet alone, as seen from the position
// before it.
type told struct {
	change
	sheet anatomy.Sheet
	n     anatomy.Numbers
}

// newTold reads the sheet of a step; not ok where it has none, or none of its
// quantities has a law.
func newTold(c change) (told, bool) {
	kind, ok := anatomy.Of(c.solver)
	if !ok || kind.Sheet == nil || c.problem.Primal() {
		return told{}, false
	}
	t := told{change: c, sheet: kind.Sheet(anatomy.Points{Gram: c.problem.Gram(), Y: c.problem.Labels()}, c.solver, c.prev, c.now)}
	t.n = t.sheet.Truth()
	return t, len(t.sheet.Laws()) > 0
}

// given are the laws, and the numbers that they start from.
func (t told) given() []exercises.Block {
	var laws, numbers []exercises.Block
	for _, q := range t.sheet {
		if q.Law == "" {
			numbers = append(numbers, formula("%s = %s", q.Sign, show(t.n[q.Name])))
		} else {
			laws = append(laws, formula("%s = %s", q.Sign, t.sheet.Symbols(q.Name)))
		}
	}
	return append(laws, numbers...)
}

// question asks for what the step comes to: the last number of its sheet.
func (t told) question() exercises.Step {
	laws := t.sheet.Laws()
	last := laws[len(laws)-1]
	e := entryOf(last, t.n)
	e.value, e.slips = func(numbers) float64 { return t.n[last.Name] }, nil
	return single{
		info:  about("value", "The new "+last.Sign, line("What is %s after the step?", last.Sign), t.given()...),
		entry: e,
		right: line("%s.", t.sheet.Filled(last.Name, t.n)),
	}.task()
}

// byHand is the step with a blank for every law.
func (t told) byHand() exercises.Step {
	form := sheetOf(t.sheet.Laws(), t.n)
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
