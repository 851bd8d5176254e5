package ask

import (
	"context"
	"fmt"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/budget"
)

// task is a small step: what it says, and how it judges.
type task struct {
	info  exercises.Info
	check func(context.Context, exercises.Answers) exercises.Report
	scene func(context.Context, exercises.Answers) exercises.Scene // nil: none
}

var (
	_ exercises.Step   = task{}
	_ exercises.Echoer = task{}
)

// Info is what the task says.
func (t task) Info() exercises.Info { return t.info }

// Scene is what the stage may show beside it.
func (t task) Scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	if t.scene == nil {
		return exercises.Scene{}
	}
	return t.scene(budget.With(ctx, budget.Call()), t.bare(a))
}

// Check judges the answers.
func (t task) Check(ctx context.Context, a exercises.Answers) exercises.Report {
	return t.check(budget.With(ctx, budget.Call()), t.bare(a))
}

// Echo says how a number is read.
func (t task) Echo(ctx context.Context, field, text string) exercises.Echo {
	for _, f := range t.info.Fields {
		if f.Name == field && f.Kind == exercises.TextField {
			return exercises.WhileTyping(ctx, func(ctx context.Context) exercises.Echo {
				return answer.EchoOf(ctx, t.bare(exercises.Answers{field: text})[field], answer.NumberTask{}.Scope())
			})
		}
	}
	return exercises.Echo{At: -1}
}

// bare is the answers without the labels of their fields: of αℓ = 0.3 it is 0.3.
func (t task) bare(a exercises.Answers) exercises.Answers {
	for _, f := range t.info.Fields {
		if text, err := answer.Unlabelled(a[f.Name], f.Label); err == nil && text != a[f.Name] && f.Kind == exercises.TextField {
			a = a.With(f.Name, text)
		}
	}
	return a
}

// said is a paragraph.
func said(format string, args ...any) exercises.Block {
	return exercises.Block{Kind: exercises.Paragraph, Text: line(format, args...)}
}

// formula is a formula on a line of its own.
func formula(format string, args ...any) exercises.Block {
	return exercises.Block{Kind: exercises.Formula, Text: line(format, args...)}
}

func line(format string, args ...any) ascii.Line { return ascii.Plain(fmt.Sprintf(format, args...)) }

// numberField is a field for one number.
func numberField(name, label string) exercises.Field {
	return exercises.Field{Name: name, Label: label, Kind: exercises.TextField, Width: 12}
}

// inTable is many numbers side by side, in a table; none where there is a choice, of
// which the options are to be seen.
func inTable(fields []exercises.Field) []exercises.FieldTable {
	choice := func(f exercises.Field) bool { return f.Kind == exercises.ChoiceField }
	if len(fields) < 4 || slices.ContainsFunc(fields, choice) {
		return nil
	}
	return []exercises.FieldTable{exercises.SideBySide(fields, 2)}
}

// choiceField is a field of options that are their own values, or value and
// label.
func choiceField(name, label string, options ...exercises.Choice) exercises.Field {
	return exercises.Field{Name: name, Label: label, Kind: exercises.ChoiceField, Choices: options}
}

// yesNo are the options of a question.
func yesNo() []exercises.Choice { return exercises.Choices("yes", "no") }

// about is what a question says, but for its fields.
func about(name, title string, question ascii.Line, text ...exercises.Block) exercises.Info {
	return exercises.Info{Name: name, Title: title, Question: question, Text: text}
}

// choice is a question with options, of which some are right; right tells why,
// wrong what to look at instead.
type choice struct {
	info    exercises.Info // all but Fields and Reference
	label   string
	options []exercises.Choice
	accept  []string // the first is the reference
	right   ascii.Line
	wrong   ascii.Line
}

// field of a task that has one.
const field = "answer"

func (c choice) task() task {
	info := c.info
	info.Fields = []exercises.Field{choiceField(field, c.label, c.options...)}
	info.Reference = exercises.Answers{field: c.accept[0]}
	return task{info: info, check: func(ctx context.Context, a exercises.Answers) exercises.Report {
		if a[field] == "" {
			return exercises.Report{Verdict: exercises.Empty}
		}
		for _, v := range c.accept {
			if a[field] == v {
				return exercises.Report{Verdict: exercises.Equal, Accepted: true, Headline: "Right.", Fact: []ascii.Line{c.right}}
			}
		}
		return exercises.Report{Verdict: exercises.NotEqual, Headline: "Not so.", Fact: []ascii.Line{c.wrong}}
	}}
}

// single is a question for one number.
type single struct {
	info  exercises.Info // all but Fields and Reference
	entry entry
	right ascii.Line // the certificate, once the number is there
}

func (s single) task() task {
	s.entry.name = field
	form := sheet{s.entry}
	info := s.info
	info.Fields = form.fields()
	info.Reference = form.reference()
	return task{info: info, check: func(ctx context.Context, a exercises.Answers) exercises.Report {
		r := form.judge(ctx, a)
		if r.Accepted {
			r.Fact = []ascii.Line{s.right}
		}
		return r
	}}
}
