package explain

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/budget"
)

// Questions are small exercises about a step, in the order in which they are asked: a
// later one may tell what an earlier one asked for. Their texts give the numbers of
// the position before that the answer needs, and their answers are those of a sound
// step even if the solver's is not. There are none if no step led to the position.
//
// Numbers are judged to three significant digits, or to a ten-thousandth of the terms
// they are made of if these nearly cancel. A report on a wrong answer states a fact
// about the answer and never the value.
func Questions(a anatomy.Account) []exercises.Task {
	var out []exercises.Task
	if a.Move != nil {
		if q := a.Move(); q != nil {
			out = append(out, moveTask(*q, a.Now.Scores().Len()))
		}
	}
	for _, q := range questions(a) {
		out = append(out, question(a, q))
	}
	return out
}

// questions are those of the account. If it has none of its own, the last number of
// its derivation is asked for.
func questions(a anatomy.Account) []anatomy.Question {
	if a.Questions != nil {
		return a.Questions()
	}
	laws := a.Derivation.Formulas()
	if len(laws) == 0 {
		return nil
	}
	return []anatomy.Question{{Name: "value", Number: a.Derivation.Fixed(laws[len(laws)-1].Name)}}
}

// given are the formulas of a derivation, and the numbers that they start from. Of
// entries that follow each other by one formula the first stands for all.
func given(a anatomy.Account) []exercises.Block {
	block := func(text string) exercises.Block {
		return exercises.Block{Kind: exercises.Formula, Text: ascii.Plain(text)}
	}
	var laws, numbers []exercises.Block
	values := a.Derivation.Values()
	for i, q := range a.Derivation {
		number := q.Symbol + " = " + q.Shown(values)
		switch {
		case q.Context:
		case q.Formula == "" && q.Entry > 0 && q.Entry%2 == 0: // two entries stand side by side
			last := &numbers[len(numbers)-1].Text
			*last = append(*last, ascii.Span{Text: "   " + number})
		case q.Formula == "":
			numbers = append(numbers, block(number))
		case likewise(a.Derivation, i):
		case likewise(a.Derivation, i+1):
			laws = append(laws, block(a.Derivation.Law(q.Name).String()+", and so on"))
		default:
			laws = append(laws, block(a.Derivation.Law(q.Name).String()))
		}
	}
	for _, l := range a.Given {
		laws = append(laws, exercises.Block{Kind: exercises.Paragraph, Text: l})
	}
	return append(laws, numbers...)
}

// likewise reports whether quantity i is an entry that follows by the formula of the
// one before it, but for its number.
func likewise(d anatomy.Derivation, i int) bool {
	shape := func(q anatomy.Quantity) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsDigit(r) {
				return -1
			}
			return r
		}, q.Formula)
	}
	return i > 0 && i < len(d) && d[i].Entry > 1 && shape(d[i]) == shape(d[i-1])
}

// ByHand is a step as a form with a blank for each quantity, nil if there is nothing
// to fill in. Each entry is judged by itself: one that follows rightly from an earlier
// slip is marked so, and nothing more is said of it.
func ByHand(a anatomy.Account) exercises.Task {
	const name = "byhand"
	switch {
	case a.Instead != nil:
		q := a.Instead()
		if q == nil {
			return nil
		}
		q.Name = name
		return question(a, *q)
	case a.HandMove != nil:
		q := a.HandMove()
		q.Name = name
		return moveTask(*q, a.Now.Scores().Len())
	}
	blanks := blanks(a)
	if len(blanks) == 0 {
		return nil
	}
	f := formOf(blanks)
	t := task{info: exercises.Info{Name: name, Title: "One step by hand", Question: ascii.Plain("Fill in every number."), Text: given(a)}, scene: still(a.Scene)}
	f.describe(&t.info)
	t.check = func(ctx context.Context, answers exercises.Answers) exercises.Report {
		return answer.JudgeForm(ctx, answers, f.blanks(ctx, answers, true))
	}
	return t
}

// blanks are the quantities to fill in by hand. What has no blank is given.
func blanks(a anatomy.Account) anatomy.Derivation {
	out := a.Derivation.Formulas()
	if a.Blanks != nil {
		out = a.Derivation.Pick(a.Blanks...)
	}
	right := a.Derivation.Values()
	for i, q := range out {
		out[i].Compute = func(own anatomy.Numbers) float64 { return q.Compute(over(right, own)) }
	}
	return out
}

// over returns numbers with some of them replaced.
func over(n, own anatomy.Numbers) anatomy.Numbers {
	out := anatomy.Numbers{}
	for _, from := range []anatomy.Numbers{n, own} {
		for name, v := range from {
			out[name] = v
		}
	}
	return out
}

// task is a small exercise.
type task struct {
	info  exercises.Info
	check func(context.Context, exercises.Answers) exercises.Report
	scene func(context.Context, exercises.Answers) exercises.Scene // nil: none
}

var (
	_ exercises.Task   = task{}
	_ exercises.Echoer = task{}
)

// Info returns what the task says.
func (t task) Info() exercises.Info { return t.info }

// Scene returns what the stage may show beside it.
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

// bare returns the answers without the labels of their fields: of αℓ = 0.3 it is 0.3.
func (t task) bare(a exercises.Answers) exercises.Answers {
	for _, f := range t.info.Fields {
		if text, err := answer.Unlabelled(a[f.Name], f.Label); err == nil && text != a[f.Name] && f.Kind == exercises.TextField {
			a = a.With(f.Name, text)
		}
	}
	return a
}

// still is a scene that no answer changes, computed when it is asked for.
func still(scene func() exercises.Scene) func(context.Context, exercises.Answers) exercises.Scene {
	if scene == nil {
		return nil
	}
	return func(context.Context, exercises.Answers) exercises.Scene { return scene() }
}

// field is the name of the field of a task that has one.
const field = "answer"

// question is a question for a number, or with options.
func question(a anatomy.Account, q anatomy.Question) exercises.Task {
	if q.Options == nil {
		q.Title, q.Text = cmp.Or(q.Title, "The new "+q.Number.Symbol), cmp.Or(q.Text, "What is "+q.Number.Symbol+" after the step?")
		if q.Given == nil {
			q.Given = given(a)
		}
		if q.Right == "" {
			q.Right = q.Number.Fill(nil) + "."
		}
	}
	t := task{info: exercises.Info{Name: q.Name, Title: q.Title, Question: ascii.Plain(q.Text), Text: q.Given}, scene: still(q.Scene)}
	right, wrong := ascii.PlainLines(q.Right), ascii.PlainLines(q.Wrong)
	if q.Options != nil {
		t.info.Fields = []exercises.Field{{Name: field, Label: q.Label, Kind: exercises.ChoiceField, Choices: q.Options}}
		t.info.Reference = exercises.Answers{field: q.Accept[0]}
		t.check = func(_ context.Context, a exercises.Answers) exercises.Report {
			switch {
			case a[field] == "":
				return exercises.Report{Verdict: exercises.Empty}
			case slices.Contains(q.Accept, a[field]):
				return exercises.Report{Verdict: exercises.Equal, Accepted: true, Headline: "Right.", Fact: right}
			}
			return exercises.Report{Verdict: exercises.NotEqual, Headline: "Not so.", Fact: wrong}
		}
		return t
	}
	number := q.Number
	number.Name = field
	f := formOf(anatomy.Derivation{number})
	t.info.Fields, t.info.Reference = f.fields(), f.reference()
	t.check = func(ctx context.Context, a exercises.Answers) exercises.Report {
		r := answer.JudgeForm(ctx, a, f.blanks(ctx, a, true))
		if r.Accepted {
			r.Fact = right
		}
		return r
	}
	return t
}
