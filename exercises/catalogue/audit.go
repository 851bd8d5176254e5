package catalogue

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
)

// Audit checks an exercise against the answers that it contains.
//
// The reference of every task must be judged equal (or noted, for a prediction), and an empty
// answer must not be accepted. The placeholder of a field must not answer it. The example of every
// misconception must be recognised with its own message, and examples of different misconceptions
// may not be the same answer. Tasks of earlier versions of the exercise are checked as well.
//
// Audit returns the rules that are broken, or nil if ctx ended.
func Audit(ctx context.Context, e *exercises.Exercise) []string {
	a := audit{ctx: ctx, usesSeed: e.UsesSeed}
	earlierAnswers := exercises.Answers{}
	for _, t := range e.WithFormer().Tasks {
		a.place = e.ID + " " + t.Info().Name
		a.checkTask(t, earlierAnswers)
		if ctx.Err() != nil {
			return nil
		}
		earlierAnswers = earlierAnswers.Joined(t.Info().Reference)
	}
	return a.faults
}

type audit struct {
	ctx      context.Context
	place    string
	usesSeed bool // whether numbers depend on the seed, so that an example may be right by chance
	faults   []string
}

func (a *audit) add(format string, args ...any) {
	a.faults = append(a.faults, a.place+": "+fmt.Sprintf(format, args...))
}

func (a *audit) checkTask(t exercises.Task, earlierAnswers exercises.Answers) {
	info := t.Info()
	if len(info.Fields) == 0 && len(info.Reference) == 0 {
		return
	}
	if r := t.Check(a.ctx, earlierAnswers.Joined(info.Reference)); !r.Accepted ||
		r.Verdict != exercises.Equal && r.Verdict != exercises.Noted {
		a.add("the reference %v is %s %s", info.Reference, r.FirstLine(), messageOf(r))
	}
	empty := earlierAnswers.Joined(nil)
	for _, f := range info.Fields {
		empty[f.Name] = ""
	}
	if r := t.Check(a.ctx, empty); r.Accepted {
		a.add("an empty form is accepted")
	}
	for _, name := range revealingPlaceholders(a.ctx, t, earlierAnswers) {
		a.add("the placeholder of %s is an answer to it", name)
	}
	a.checkMisconceptions(t, earlierAnswers)
}

// revealingPlaceholders returns the fields whose placeholder would be accepted as an answer or, in a
// prediction, is the true outcome.
func revealingPlaceholders(ctx context.Context, t exercises.Task, earlierAnswers exercises.Answers) (names []string) {
	info := t.Info()
	for _, f := range info.Fields {
		if f.Placeholder == "" {
			continue
		}
		reveals := f.Placeholder == info.Reference[f.Name]
		if !info.OnlyPredictions && !reveals {
			reveals = t.Check(ctx, earlierAnswers.Joined(info.Reference).With(f.Name, f.Placeholder)).Accepted
		}
		if reveals {
			names = append(names, f.Name)
		}
	}
	return names
}

func (a *audit) checkMisconceptions(t exercises.Task, earlierAnswers exercises.Answers) {
	idByMessage := map[string]string{}
	list := t.Info().Misconceptions
	if a.usesSeed {
		list = exercises.Distinguishable(a.ctx, t)
	}
	for i, m := range list {
		r := t.Check(a.ctx, earlierAnswers.Joined(m.Example))
		message := messageOf(r)
		switch otherID, repeated := idByMessage[message]; {
		case r.Accepted:
			a.add("the example of %s, %v, is accepted", m.ID, m.Example)
		case r.Misconception != m.ID:
			a.add("the example of %s, %v, is recognised as %q", m.ID, m.Example, r.Misconception)
		case len(r.Advice) == 0:
			a.add("the example of %s gets no advice", m.ID)
		case repeated && otherID != m.ID:
			a.add("%s and %s get the same message: %s", otherID, m.ID, message)
		}
		idByMessage[message] = m.ID
		for _, other := range list[:i] {
			if other.ID != m.ID && sameAnswers(t.Info(), m.Example, other.Example) {
				a.add("%s and %s have the same example", other.ID, m.ID)
			}
		}
	}
}

// sameAnswers reports whether two answers to a task are the same texts. If the task has
// no fields, its controls are the answer.
func sameAnswers(info exercises.Info, a, b exercises.Answers) bool {
	if len(info.Fields) == 0 {
		return maps.Equal(a, b)
	}
	return !slices.ContainsFunc(info.Fields, func(f exercises.Field) bool {
		return strings.TrimSpace(a[f.Name]) != strings.TrimSpace(b[f.Name])
	})
}

// messageOf returns the message about a wrong answer as one text.
func messageOf(r exercises.Report) string {
	return ascii.Join(slices.Concat(r.Fact, r.Advice), " ", ascii.Line.String)
}

// NeverDistinguishable returns the misconceptions that no seed from 1 to n can show: with the
// numbers of every seed, the example is right or recognised as another misconception. Each name
// consists of a task and an ID.
func NeverDistinguishable(ctx context.Context, lib exercises.Library, id string, n int) (names []string, err error) {
	distinguished := map[string]bool{}
	for seed := range n {
		e, err := lib.Open(id, exercises.Options{Seed: uint64(seed) + 1})
		if err != nil {
			return nil, err
		}
		names = names[:0]
		for _, t := range e.WithFormer().Tasks {
			for _, m := range t.Info().Misconceptions {
				names = append(names, t.Info().Name+" "+m.ID)
			}
			for _, m := range exercises.Distinguishable(ctx, t) {
				distinguished[t.Info().Name+" "+m.ID] = true
			}
		}
	}
	return slices.DeleteFunc(names, func(name string) bool { return distinguished[name] }), nil
}

// RevealedAnswers describes the hints and scenes that contain an answer for every seed from 1 to n. It
// omits answers that occur in the text or the question. It also omits short answers that are the
// same for every seed, because these may occur by chance.
func RevealedAnswers(ctx context.Context, lib exercises.Library, id string, n int) (found []string, err error) {
	answersByMessage := map[string][]string{} // one answer for each seed that has the message
	for seed := range n {
		e, err := lib.Open(id, exercises.Options{Seed: uint64(seed) + 1})
		if err != nil {
			return nil, err
		}
		earlierAnswers := exercises.Answers{}
		for _, t := range e.Tasks {
			info := t.Info()
			texts := map[string]string{"the scene": sceneText(t.Scene(ctx, earlierAnswers))}
			for i, hint := range info.Hints {
				texts[fmt.Sprintf("hint %d", i+1)] = textOf(hint)
			}
			questionText := textOf(info.Text) + info.Question.String()
			for place, text := range texts {
				for _, f := range info.Fields {
					answer := info.Reference[f.Name]
					if f.Kind == exercises.TextField && contains(text, answer) && !contains(questionText, answer) {
						message := fmt.Sprintf("%s: %s gives the answer to %s away", info.Name, place, f.Name)
						answersByMessage[message] = append(answersByMessage[message], answer)
					}
				}
			}
			earlierAnswers = earlierAnswers.Joined(info.Reference)
		}
	}
	for _, message := range slices.Sorted(maps.Keys(answersByMessage)) {
		answers := answersByMessage[message]
		if len(answers) == n && (len([]rune(answers[0])) > 3 || slices.Max(answers) != slices.Min(answers)) {
			found = append(found, message)
		}
	}
	return found, nil
}

// contains reports whether a text contains an answer that is not part of a longer word or number.
func contains(text, answer string) bool {
	withHyphens := func(s string) string { return strings.ReplaceAll(s, "−", "-") }
	ok, _ := regexp.MatchString(`(?:^|[^\pL\d.^-])`+regexp.QuoteMeta(withHyphens(answer))+`(?:$|[^\pL\d.]|\.(?:\D|$))`,
		withHyphens(text))
	return ok && answer != ""
}

// textOf returns blocks as one text.
func textOf(blocks []exercises.Block) string {
	var b strings.Builder
	for _, block := range blocks {
		b.WriteString(block.Text.String() + "\n")
	}
	return b.String()
}

// sceneText returns the texts of a scene and its figures.
func sceneText(s exercises.Scene) string {
	var b strings.Builder
	for _, f := range s.Figures {
		b.WriteString(f.Title + "\n" + strings.Join(f.Plot.Words(), "\n") + "\n")
	}
	for _, l := range slices.Concat(s.Notes, s.Formula) {
		b.WriteString(l.String() + "\n")
	}
	return b.String()
}
