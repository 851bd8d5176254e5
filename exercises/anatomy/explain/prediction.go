package explain

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"unicode"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/budget"
)

// QuestionTasks returns the questions about a step as tasks, in the order in which they must be
// asked, because a later question may reveal the answer to an earlier one. The texts contain all
// numbers from before the step that the answer needs. The answers do not depend on the solver,
// which may make mistakes. The account of an initial state has no questions.
//
// Numbers are judged to three significant digits. If the terms of a sum nearly cancel, an
// error of a ten-thousandth of the terms is accepted. The report on a wrong answer never
// reveals the right value.
func QuestionTasks(a anatomy.Account) []exercises.Task {
	var out []exercises.Task
	if a.Move != nil {
		if q := a.Move(); q != nil {
			out = append(out, moveTask(*q, a.Now.Scores().Len()))
		}
	}
	for _, q := range accountQuestions(a) {
		out = append(out, questionTask(a, q))
	}
	return out
}

// accountQuestions returns the questions of the account, apart from the question of a.Move. If
// a.Questions is nil, it returns one question, which asks for the last number of the derivation.
func accountQuestions(a anatomy.Account) []anatomy.Question {
	if a.Questions != nil {
		return a.Questions()
	}
	formulas := a.Derivation.Formulas()
	if len(formulas) == 0 {
		return nil
	}
	return []anatomy.Question{{Name: "value", Number: a.Derivation.Fixed(formulas[len(formulas)-1].Name)}}
}

// givenBlocks returns the formulas of the derivation and its given numbers. If consecutive
// quantities have the same formula, only the first formula is written out.
func givenBlocks(a anatomy.Account) []exercises.Block {
	block := func(text string) exercises.Block {
		return exercises.Block{Kind: exercises.Formula, Text: ascii.Plain(text)}
	}
	var formulas, numbers []exercises.Block
	values := a.Derivation.Values()
	for i, q := range a.Derivation {
		number := q.Symbol + " = " + q.ForComputing(values)
		switch {
		case q.Context:
		case q.Formula == "" && q.Entry > 0 && q.Entry%2 == 0: // two entries share a line
			last := &numbers[len(numbers)-1].Text
			*last = append(*last, ascii.Span{Text: "   " + number})
		case q.Formula == "":
			numbers = append(numbers, block(number))
		case repeatsFormula(a.Derivation, i):
		case repeatsFormula(a.Derivation, i+1):
			formulas = append(formulas, block(a.Derivation.Definition(q.Name).String()+", and so on"))
		default:
			formulas = append(formulas, block(a.Derivation.Definition(q.Name).String()))
		}
	}
	for _, l := range a.FormulaNotes {
		formulas = append(formulas, exercises.Block{Kind: exercises.Paragraph, Text: l})
	}
	return append(formulas, numbers...)
}

// repeatsFormula reports whether the formulas of quantities i−1 and i of d differ only in their
// digits, and quantity i is an entry of a series such as beta[2].
func repeatsFormula(d anatomy.Derivation, i int) bool {
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

// ByHand returns the step as a form with a blank for each quantity, or nil if there is nothing to
// fill in. If the account has a question that replaces the form, ByHand returns that question.
// Entries are judged one by one. If an entry follows correctly from a wrong entry, its report has the
// field Follows set.
func ByHand(a anatomy.Account) exercises.Task {
	const name = "byhand"
	switch {
	case a.Replacement != nil:
		q := a.Replacement()
		if q == nil {
			return nil
		}
		q.Name = name
		return questionTask(a, *q)
	case a.HandMove != nil:
		q := a.HandMove()
		q.Name = name
		return moveTask(*q, a.Now.Scores().Len())
	}
	blanks := handBlanks(a)
	if len(blanks) == 0 {
		return nil
	}
	f := newForm(blanks)
	t := task{info: exercises.Info{Name: name, Title: "One step by hand",
		Question: ascii.Plain("Fill in every number."), Text: givenBlocks(a)}, scene: fixedScene(a.Scene)}
	f.describe(&t)
	t.check = func(ctx context.Context, answers exercises.Answers) exercises.Report {
		return answer.JudgeForm(ctx, answers, f.blanks(ctx, answers, true))
	}
	return t
}

// handBlanks returns the quantities to fill in by hand. Compute uses the student's numbers for
// quantities with a blank, and the right numbers for all other quantities.
func handBlanks(a anatomy.Account) anatomy.Derivation {
	out := a.Derivation.Formulas()
	if a.Blanks != nil {
		out = a.Derivation.Pick(a.Blanks...)
	}
	right := a.Derivation.Values()
	for i, q := range out {
		out[i].Compute = func(studentNumbers anatomy.Numbers) float64 {
			return q.Compute(overlay(right, studentNumbers))
		}
	}
	return out
}

// overlay returns a copy of n in which replacements replace the numbers of the same names.
func overlay(n, replacements anatomy.Numbers) anatomy.Numbers {
	out := maps.Clone(n)
	maps.Copy(out, replacements)
	return out
}

// task is a question about a step, or the whole step by hand, as an [exercises.Task].
type task struct {
	info  exercises.Info
	signs []string // names of the fields that ask for +1 or −1
	check func(context.Context, exercises.Answers) exercises.Report
	scene func(context.Context, exercises.Answers) exercises.Scene // may be nil
	// rightValues returns the right values, given the answers. If it is nil, they are always
	// info.Reference.
	rightValues func(exercises.Answers) exercises.Answers
}

var (
	_ exercises.Echoer   = task{}
	_ exercises.Revealer = task{}
)

// Info returns the texts and fields of the task.
func (t task) Info() exercises.Info { return t.info }

// Right returns the right values of the fields, given the answers.
func (t task) Right(a exercises.Answers) exercises.Answers {
	if t.rightValues == nil {
		return t.info.Reference
	}
	return t.rightValues(t.cleanAnswers(a))
}

// Scene returns the figures of the task.
func (t task) Scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	if t.scene == nil {
		return exercises.Scene{}
	}
	return t.scene(budget.StartCall(ctx, budget.CallLimits()), t.cleanAnswers(a))
}

// Check judges the answers.
func (t task) Check(ctx context.Context, a exercises.Answers) exercises.Report {
	return t.check(budget.StartCall(ctx, budget.CallLimits()), t.cleanAnswers(a))
}

// Echo shows how the task reads the number in a field.
func (t task) Echo(ctx context.Context, field, text string) exercises.Echo {
	for _, f := range t.info.Fields {
		if f.Name == field && f.Kind == exercises.TextField {
			return exercises.EchoWhileTyping(ctx, func(ctx context.Context) exercises.Echo {
				return answer.EchoOf(ctx, t.cleanAnswers(exercises.Answers{field: text})[field],
					answer.NumberTask{}.Scope())
			})
		}
	}
	return exercises.Echo{At: -1}
}

// cleanAnswers removes the labels of the fields from the answers: "αₗ = 0.3" becomes "0.3". In fields
// that ask for a sign, it completes a lone "+" or "−" to "+1" or "−1".
func (t task) cleanAnswers(a exercises.Answers) exercises.Answers {
	for _, f := range t.info.Fields {
		if text, err := answer.WithoutLabel(a[f.Name], f.Label); err == nil && text != a[f.Name] &&
			f.Kind == exercises.TextField {
			a = a.With(f.Name, text)
		}
	}
	for _, name := range t.signs {
		a = a.With(name, answer.CompleteSign(a[name]))
	}
	return a
}

// fixedScene converts a function without parameters to the scene of a task. It returns nil for nil.
func fixedScene(scene func() exercises.Scene) func(context.Context, exercises.Answers) exercises.Scene {
	if scene == nil {
		return nil
	}
	return func(context.Context, exercises.Answers) exercises.Scene { return scene() }
}

// field is the name of the field in tasks with one field.
const field = "answer"

// questionTask returns the task for a question, which asks for a number or for one of several
// options.
func questionTask(a anatomy.Account, q anatomy.Question) exercises.Task {
	if q.Options == nil {
		q.Title, q.Text = cmp.Or(q.Title, "The new "+q.Number.Symbol),
			cmp.Or(q.Text, "What is "+q.Number.Symbol+" after the step?")
		if q.Given == nil {
			q.Given = givenBlocks(a)
		}
		if q.Right == "" {
			q.Right = q.Number.Fill(nil) + "."
		}
	}
	t := task{info: exercises.Info{Name: q.Name, Title: q.Title, Question: ascii.Plain(q.Text), Text: q.Given},
		scene: fixedScene(q.Scene)}
	rightFact, wrongFact := ascii.PlainLines(q.Right), ascii.PlainLines(q.Wrong)
	if q.Options != nil {
		t.info.Fields = []exercises.Field{
			{Name: field, Label: q.Label, Kind: exercises.ChoiceField, Choices: q.Options},
		}
		t.info.Reference = exercises.Answers{field: q.Accept[0]}
		t.check = func(_ context.Context, a exercises.Answers) exercises.Report {
			switch {
			case a[field] == "":
				return exercises.Report{Verdict: exercises.Empty}
			case slices.Contains(q.Accept, a[field]):
				return exercises.Report{Verdict: exercises.Equal, Accepted: true, Fact: rightFact}
			}
			return exercises.Report{Verdict: exercises.NotEqual, Fact: wrongFact}
		}
		return t
	}
	number := q.Number
	number.Name = field
	f := newForm(anatomy.Derivation{number})
	t.info.Fields, t.info.Reference = f.fields(), f.reference()
	t.check = func(ctx context.Context, a exercises.Answers) exercises.Report {
		r := answer.JudgeForm(ctx, a, f.blanks(ctx, a, true))
		if r.Accepted {
			r.Fact = rightFact
		}
		return r
	}
	return t
}
