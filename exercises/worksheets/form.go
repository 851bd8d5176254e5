package worksheets

import (
	"context"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
)

// form is the fields of a step with their judges.
type form struct {
	blanks   []blank
	judges   map[string]Judge // of all fields of the exercise
	mistakes []mistake
	hand     answer.Working // judges the fields together; nil: each by itself
	right    []ascii.Line   // said of an accepted form, in place of what the judges say
}

// blank is a field with its judge.
type blank struct {
	name, called string
	judge        Judge
	choice       bool
}

// mistake is an example of a misconception: the texts that the worksheet gives,
// by field.
type mistake struct {
	id      string
	example exercises.Answers
}

// check judges the fields one by one and adds up.
func (f *form) check(ctx context.Context, a exercises.Answers) exercises.Report {
	r := f.judge(ctx, a)
	if r.Accepted && len(f.right) > 0 {
		r.Fact = f.right
	}
	return r
}

func (f *form) judge(ctx context.Context, a exercises.Answers) exercises.Report {
	if f.hand != nil {
		return f.hand.Judge(ctx, a)
	}
	if len(f.blanks) == 1 {
		b := f.blanks[0]
		return f.decide(ctx, b, a[b.name]).Report(b.name)
	}
	blanks, noted := make([]answer.Blank, len(f.blanks)), true
	for i, b := range f.blanks {
		r := f.decide(ctx, b, a[b.name])
		noted = noted && r.Verdict == exercises.Noted
		blanks[i] = answer.Blank{Name: b.name, Label: b.called, Judge: func(context.Context, string) answer.Result { return r }}
		if !b.choice {
			blanks[i].Takes = func(ctx context.Context, text string) bool { return b.judge.Check(ctx, text).Accepted }
		}
	}
	r := answer.JudgeForm(ctx, a, blanks)
	if noted {
		r.Verdict = exercises.Noted
	}
	return r
}

// predicts reports whether every field takes down a prediction.
func (f *form) predicts() bool {
	return f.hand == nil && len(f.blanks) > 0 && !slices.ContainsFunc(f.blanks, func(b blank) bool { return !b.judge.Predicts })
}

// decide judges one field. What the worksheet says of a wrong answer wins over
// general advice.
func (f *form) decide(ctx context.Context, b blank, text string) answer.Result {
	r := b.judge.Check(ctx, text)
	if r.Accepted || !r.Verdict.Counts() {
		return r
	}
	if f.lists(r.Misconception) {
		r.Advice = nil
		return r
	}
	for _, m := range f.mistakes {
		example, only := m.example[b.name]
		if only && len(m.example) == 1 && f.same(ctx, b.name, text, example) {
			r.Misconception, r.Advice = m.id, nil
			return r
		}
	}
	return r
}

func (f *form) lists(id string) bool {
	return slices.ContainsFunc(f.mistakes, func(m mistake) bool { return m.id == id })
}

// same tells whether two texts of a field are one answer.
func (f *form) same(ctx context.Context, field, typed, example string) bool {
	if strings.TrimSpace(typed) == strings.TrimSpace(example) {
		return true
	}
	j := f.judges[field]
	return j.Same != nil && j.Same(ctx, typed, example)
}

// reference completes an answer by what the judges themselves ask for.
func (f *form) reference(written exercises.Answers) exercises.Answers {
	for _, b := range f.blanks {
		if written[b.name] == "" && b.judge.Reference != "" {
			written = written.With(b.name, b.judge.Reference)
		}
	}
	return written
}
