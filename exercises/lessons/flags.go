package lessons

import (
	"context"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
)

// flagTask is a column of flags, one of a few words for each point: what a point may
// do, by the rule of the step. A field of that name and a number stands for each.
type flagTask struct {
	field string
	n     int
	of    func(i int) string // the flag of a point
	ask   func(i int) string // of a wrong flag that no rule explains: what to look at in its row
	slips []flagSlip
}

// flagSlip is a known wrong rule for the flags. It is recognised where it explains
// every flag that is wrong, and one that is whole where it explains the right ones
// as well.
type flagSlip struct {
	id    string
	of    func(i int) string
	whole bool
	says  func(i int) string // of a flag that follows from it; it does not tell the right one
}

func (f flagTask) name(i int) string { return f.field + number(i) }

// blank is the cell of a point's flag.
func (f flagTask) blank(i int) exercises.Cell { return exercises.Cell{Field: f.name(i)} }

// check judges each flag by itself, and looks for the rule that explains those that
// are wrong.
func (f flagTask) check(ctx context.Context, a exercises.Answers) exercises.Report {
	slip, found := f.slip(a)
	var blanks []answer.Blank
	for i := range f.n {
		blanks = append(blanks, answer.Blank{Name: f.name(i), Label: "point " + number(i), Judge: func(_ context.Context, text string) answer.Result {
			r := answer.JudgeChoice(text, answer.ChoiceTask{Want: f.of(i)})
			if r.Verdict == exercises.NotEqual {
				says := f.ask(i)
				if found {
					says = slip.says(i)
				}
				r.Fact = []ascii.Line{ascii.Plain(says)}
			}
			return r
		}})
	}
	r := answer.JudgeForm(ctx, a, blanks)
	if r.Verdict.Counts() && !r.Accepted {
		r.Misconception = slip.id
	}
	return r
}

// slip is the first wrong rule that explains the flags as far as they are filled in.
func (f flagTask) slip(a exercises.Answers) (flagSlip, bool) {
	for _, s := range f.slips {
		if f.explains(s, a) {
			return s, true
		}
	}
	return flagSlip{}, false
}

func (f flagTask) explains(s flagSlip, a exercises.Answers) bool {
	wrong := false
	for i := range f.n {
		flag := a[f.name(i)]
		if flag == "" {
			continue
		}
		if (s.whole || flag != f.of(i)) && flag != s.of(i) {
			return false
		}
		wrong = wrong || flag != f.of(i)
	}
	return wrong
}

// shows reports whether a wrong rule gives another flag to some point, which those
// before it do not explain.
func (f flagTask) shows() bool {
	for _, s := range f.slips {
		a := exercises.Answers{}
		for i := range f.n {
			a[f.name(i)] = s.of(i)
		}
		if first, found := f.slip(a); !found || first.id != s.id {
			return false
		}
	}
	return true
}

// vars are the flags and those of the wrong rules, for references and examples.
func (f flagTask) vars() worksheets.Vars {
	out := worksheets.Vars{}
	for i := range f.n {
		out[f.name(i)] = f.of(i)
		for _, s := range f.slips {
			out[strings.ReplaceAll(s.id, "-", "_")+number(i)] = s.of(i)
		}
	}
	return out
}
