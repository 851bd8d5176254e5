package worksheets

import (
	"context"
	"maps"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
)

// form judges the fields of a task.
type form struct {
	blanks   []blank
	judges   map[string]Judge // of all fields of the exercise
	mistakes []mistake
	hand     answer.Working // judges the fields together; if nil, each is judged alone
	right    []ascii.Line   // replaces the judges' messages if the form is accepted
}

// blank is a field with its judge.
type blank struct {
	name, called string
	judge        Judge
	choice       bool
}

// mistake is an example of a misconception: the texts that the worksheet gives, by
// field.
type mistake struct {
	id      string
	example exercises.Answers
}

// check judges the fields one by one and combines the results.
func (f *form) check(ctx context.Context, a exercises.Answers) exercises.Report {
	r := f.judge(ctx, a)
	for _, b := range f.blanks {
		if own, ok := r.Fields[b.name]; ok {
			own.Lines = b.lines(ctx, a[b.name])
			r.Fields[b.name] = own
		}
	}
	if r.Accepted && len(f.right) > 0 {
		r.Fact = f.right
	}
	return r
}

func (f *form) judge(ctx context.Context, a exercises.Answers) exercises.Report {
	if f.hand != nil {
		return f.recognised(ctx, a, f.hand.Judge(ctx, a))
	}
	if len(f.blanks) == 1 {
		b := f.blanks[0]
		return f.decide(ctx, b, a[b.name]).Report(b.name)
	}
	blanks, noted := make([]answer.Blank, len(f.blanks)), true
	for i, b := range f.blanks {
		r := f.decide(ctx, b, a[b.name])
		noted = noted && r.Verdict == exercises.Noted
		blanks[i] = answer.Blank{Name: b.name, Label: b.called,
			Judge: func(context.Context, string) answer.Result { return r }}
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

// lines returns the verdicts on the lines of a derivation, or nil for other fields.
func (b blank) lines(ctx context.Context, text string) (out []exercises.Verdict) {
	if b.judge.Lines == nil {
		return nil
	}
	for _, l := range b.judge.Lines(ctx, text) {
		switch {
		case l.Follows:
			out = append(out, exercises.Equal)
		case l.Broken:
			out = append(out, exercises.NotEqual)
		}
	}
	return out
}

// recognised adds to the report on a calculation the mistake of which a wrong number is
// an example, unless the calculation has found one itself.
func (f *form) recognised(ctx context.Context, a exercises.Answers, r exercises.Report) exercises.Report {
	if r.Accepted || !r.Verdict.Counts() || f.declared(r.Misconception) {
		return r
	}
	for _, b := range f.blanks {
		field := r.Fields[b.name]
		if field.Verdict != exercises.NotEqual && (field.Verdict != exercises.Close || field.Follows) {
			continue
		}
		if id := f.mistakeIn(ctx, b.name, a[b.name]); id != "" {
			r.Misconception, r.Advice = id, nil
			break
		}
	}
	return r
}

// declared reports whether the worksheet describes a mistake.
func (f *form) declared(id string) bool {
	return slices.ContainsFunc(f.mistakes, func(m mistake) bool { return m.id == id })
}

// mistakeIn returns the mistake of which a text is the example, or "".
func (f *form) mistakeIn(ctx context.Context, field, text string) string {
	for _, m := range f.mistakes {
		example, only := m.example[field]
		if only && len(m.example) == 1 && f.same(ctx, field, text, example) {
			return m.id
		}
	}
	return ""
}

// decide judges one field. If the worksheet has a message about a wrong answer, it
// replaces general advice.
func (f *form) decide(ctx context.Context, b blank, text string) answer.Result {
	r := b.judge.Check(ctx, text)
	if r.Accepted || !r.Verdict.Counts() {
		return r
	}
	if f.declared(r.Misconception) {
		r.Advice = nil
	} else if id := f.mistakeIn(ctx, b.name, text); id != "" {
		r.Misconception, r.Advice = id, nil
	}
	return r
}

// merged returns the answers of both. Those of b replace those of a.
func merged(a, b exercises.Answers) exercises.Answers {
	out := exercises.Answers{}
	maps.Copy(out, a)
	maps.Copy(out, b)
	return out
}

// same reports whether two texts are the same answer to a field.
func (f *form) same(ctx context.Context, field, typed, example string) bool {
	if strings.TrimSpace(typed) == strings.TrimSpace(example) {
		return true
	}
	j := f.judges[field]
	return j.Same != nil && j.Same(ctx, typed, example)
}

// reference adds the answers that the judges know themselves.
func (f *form) reference(written exercises.Answers) exercises.Answers {
	for _, b := range f.blanks {
		if written[b.name] == "" && b.judge.Reference != "" {
			written = written.With(b.name, b.judge.Reference)
		}
	}
	return written
}

// labels maps the fields of an exercise to their labels. Students sometimes repeat the
// label in an answer. It is removed before judges, lessons and scenes see the answer.
type labels map[string]fieldLabel

// fieldLabel is a label with other names for the quantity that it asks for.
type fieldLabel struct {
	text string
	also []string
}

// bare returns the text without the label. It returns an error if another statement
// precedes the answer.
func (l fieldLabel) bare(text string) (string, *answer.SyntaxError) {
	return answer.Unlabelled(text, l.text, l.also...)
}

// note records the label of a field, unless its judge accepts statements.
func (l labels) note(f field, v values, j Judge) {
	if f.Kind == exercises.ChoiceField || j.Relates {
		return
	}
	label := fieldLabel{text: v.text(f.Label)}
	for _, name := range f.also {
		label.also = append(label.also, v.text(name))
	}
	l[f.Name] = label
}

// without returns the answers without the labels of their fields. It leaves an answer
// unchanged if another statement precedes it.
func (l labels) without(a exercises.Answers) exercises.Answers {
	var out exercises.Answers
	for name, text := range a {
		label, known := l[name]
		if !known {
			continue
		}
		if bare, err := label.bare(text); err == nil && bare != text {
			if out == nil {
				out = maps.Clone(a)
			}
			out[name] = bare
		}
	}
	if out == nil {
		return a
	}
	return out
}

// refused reports on the first field whose text begins with a statement other than its
// label. ok is false if there is none.
func (l labels) refused(fields []exercises.Field, a exercises.Answers) (exercises.Report, bool) {
	i := slices.IndexFunc(fields, func(f exercises.Field) bool { return l.fault(f.Name, a[f.Name]) != nil })
	if i < 0 {
		return exercises.Report{}, false
	}
	f := fields[i]
	err := l.fault(f.Name, a[f.Name])
	return exercises.Report{
		Verdict: exercises.Unreadable, Fact: ascii.PlainLines(err.Error()),
		Fields: map[string]exercises.FieldReport{
			f.Name: {Verdict: exercises.Unreadable, Message: err.Error(), At: err.At, Fix: err.Fix},
		},
	}, true
}

// fault returns what is wrong with a statement before an answer, or nil.
func (l labels) fault(field, text string) *answer.SyntaxError {
	label, known := l[field]
	if !known {
		return nil
	}
	_, err := label.bare(text)
	return err
}
