package worksheets

import (
	"context"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/budget"
)

// bound is a step of a worksheet with its lesson's behaviour.
type bound struct {
	info           exercises.Info
	behaviour      Behaviour
	misconceptions map[string]said
	mistakes       []mistake // their examples as given, in the order of info's
	judgesFields   bool      // by the kit's judges, one by one
}

var (
	_ exercises.Step   = (*bound)(nil)
	_ exercises.Echoer = (*bound)(nil)
)

// Info returns the text of the step. It is shared: read it only.
func (b *bound) Info() exercises.Info { return b.info }

// Scene returns the lesson's stage, an empty one where there is none.
func (b *bound) Scene(ctx context.Context, a exercises.Answers) (s exercises.Scene) {
	defer sceneMishap(&s)
	if b.behaviour.Scene == nil {
		return exercises.Scene{}
	}
	return b.behaviour.Scene(budget.With(ctx, budget.Call()), a)
}

// Check judges the answers. A step that only wants to be read is done at once,
// with the verdict Noted. A choice that is not offered is unreadable and does
// not reach the lesson.
func (b *bound) Check(ctx context.Context, a exercises.Answers) (r exercises.Report) {
	defer checkMishap(&r)
	if !b.judged() {
		return exercises.Report{Verdict: exercises.Noted, Accepted: true, Headline: "Read."}
	}
	if r, bad := b.notOffered(a); bad {
		return r
	}
	ctx = budget.With(ctx, budget.Call())
	j := b.judge(ctx, a)
	if _, listed := b.misconceptions[j.Misconception]; j.Verdict.Counts() && !j.Accepted && !listed {
		if id := b.recognise(ctx, a); id != "" {
			j.Misconception, j.Advice = id, nil
		}
	}
	if s, ok := b.misconceptions[j.Misconception]; ok && len(j.Advice) == 0 {
		j.Advice = s.advice(j.Vars)
	}
	if j.Accepted && j.Verdict != exercises.Noted {
		j.Fact = append(slices.Clip(j.Fact), lines(b.info.Insight)...)
	}
	return j.Report
}

// notOffered reports the first choice that is none of its field's.
func (b *bound) notOffered(a exercises.Answers) (exercises.Report, bool) {
	for _, f := range b.info.Fields {
		if a[f.Name] == "" || offers(f, a[f.Name]) {
			continue
		}
		values := make([]string, len(f.Choices))
		for i, c := range f.Choices {
			values[i] = c.Value
		}
		message := "Choose one of: " + strings.Join(values, ", ") + "."
		return exercises.Report{
			Verdict: exercises.Unreadable, Fact: []ascii.Line{ascii.Plain(message)},
			Fields: map[string]exercises.FieldReport{f.Name: {Verdict: exercises.Unreadable, Message: message, At: -1}},
		}, true
	}
	return exercises.Report{}, false
}

func (b *bound) judge(ctx context.Context, a exercises.Answers) Judgement {
	if b.behaviour.Judge != nil {
		return b.behaviour.Judge(ctx, a)
	}
	return Judgement{Report: b.behaviour.Check(ctx, a)}
}

// recognise returns the id of the first misconception whose example the answers
// match in every field, or "".
func (b *bound) recognise(ctx context.Context, a exercises.Answers) string {
	for i, m := range b.info.Misconceptions {
		if b.judgesFields && len(b.mistakes[i].example) == 1 {
			continue // its field's judge has looked for it
		}
		if !slices.ContainsFunc(b.info.Fields, func(f exercises.Field) bool {
			return !b.same(ctx, f.Name, a[f.Name], m.Example[f.Name])
		}) {
			return m.ID
		}
	}
	return ""
}

// same tells whether two texts of a field are one answer.
func (b *bound) same(ctx context.Context, field, typed, example string) bool {
	if strings.TrimSpace(typed) == strings.TrimSpace(example) {
		return true
	}
	return b.behaviour.Same != nil && b.behaviour.Same(ctx, field, typed, example)
}

func (b *bound) judged() bool { return b.behaviour.Check != nil || b.behaviour.Judge != nil }

// Echo says how the lesson reads a field's text; nothing where it does not
// look at the text before it is sent.
func (b *bound) Echo(ctx context.Context, field, text string) (e exercises.Echo) {
	defer echoMishap(&e)
	if b.behaviour.Echo == nil {
		return exercises.Echo{At: -1}
	}
	return exercises.WhileTyping(ctx, func(ctx context.Context) exercises.Echo {
		return b.behaviour.Echo(ctx, field, text)
	})
}
