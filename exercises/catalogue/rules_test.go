package catalogue

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kernellab/ascii"
	"kernellab/exercises"
)

// The rules that every exercise is held to. A rule reports to a ledger, so
// that tests can show that each one does catch a bad lesson.

// ledger collects violations.
type ledger struct {
	where string
	found []string
}

func (l *ledger) add(format string, args ...any) {
	l.found = append(l.found, l.where+": "+fmt.Sprintf(format, args...))
}

// checkExercise holds an exercise to the rules about answers and text.
func checkExercise(e *exercises.Exercise) []string {
	l := &ledger{}
	seen := map[string]bool{}
	before := exercises.Answers{}
	for _, s := range e.Steps {
		in := s.Info()
		l.where = e.ID + " " + in.Name
		if seen[in.Name] {
			l.add("the name of the step occurs twice")
		}
		seen[in.Name] = true
		l.info(in)
		l.unsolved(s, before)
		l.reference(s, before)
		l.misconceptions(s, before)
		for _, name := range givenAway(context.Background(), s, before) {
			l.add("the example of %s is an answer to it", name)
		}
		before = over(before, in.Reference)
	}
	return l.found
}

// checkGarbage types nonsense into every field of an exercise. What is typed
// does not depend on the seed, and two seeds show what the checkers do with it.
func checkGarbage(e *exercises.Exercise) []string {
	l := &ledger{}
	before := exercises.Answers{}
	for _, s := range e.Steps {
		l.where = e.ID + " " + s.Info().Name
		l.garbage(s, before)
		before = over(before, s.Info().Reference)
	}
	return l.found
}

// over returns a with the answers of b on top.
func over(a, b exercises.Answers) exercises.Answers {
	out := exercises.Answers{}
	maps.Copy(out, a)
	maps.Copy(out, b)
	return out
}

// asks reports whether a step has something to do, rather than to read.
func asks(in exercises.Info) bool { return len(in.Fields) > 0 || len(in.Reference) > 0 }

// unsolved: before the student does anything the step is not done.
func (l *ledger) unsolved(s exercises.Step, before exercises.Answers) {
	in := s.Info()
	if !asks(in) {
		return
	}
	blank := over(before, nil)
	for _, f := range in.Fields {
		blank[f.Name] = "  "
	}
	for _, a := range []exercises.Answers{nil, before, blank} {
		if s.Check(context.Background(), a).Accepted {
			l.add("starts solved, with the answers %v", a)
		}
	}
}

// reference: the step's own answer is accepted.
func (l *ledger) reference(s exercises.Step, before exercises.Answers) {
	in := s.Info()
	r := s.Check(context.Background(), over(before, in.Reference))
	l.report(s, r)
	if !r.Accepted {
		l.add("the reference %v is not accepted: %s %v", in.Reference, r.FirstLine(), r.Fact)
	}
	if noted := r.Verdict == exercises.Noted && len(in.Fields) > 0; noted != in.Prediction {
		l.add("its answer is noted: %v; it is a prediction: %v", noted, in.Prediction)
	}
	if r.Misconception != "" {
		l.add("the reference is taken for the misconception %s", r.Misconception)
	}
}

// misconceptions: each example is recognised for what it is, and answered.
func (l *ledger) misconceptions(s exercises.Step, before exercises.Answers) {
	for _, m := range s.Info().Misconceptions {
		r := s.Check(context.Background(), over(before, m.Example))
		l.report(s, r)
		switch {
		case r.Accepted:
			l.add("misconception %s: its example %v is accepted", m.ID, m.Example)
		case r.Misconception != m.ID:
			l.add("misconception %s: its example %v is recognised as %q (%s)", m.ID, m.Example, r.Misconception, r.FirstLine())
		case len(r.Advice) == 0:
			l.add("misconception %s: no advice", m.ID)
		}
	}
}

// garbageTexts are what a cat on the keyboard types. None answers anything.
func garbageTexts() []string {
	return []string{"((", "x1 +", "^^", quoted, "\u202e", "1e999", "log(-1", "[1, 2", "= =", strings.Repeat("(", 3000), strings.Repeat("9+", 2000)}
}

// garbage: no text panics, is accepted, or is pointed at outside itself. A
// prediction may be any text: it is noted, not judged.
func (l *ledger) garbage(s exercises.Step, before exercises.Answers) {
	in := s.Info()
	for _, f := range in.Fields {
		for _, text := range garbageTexts() {
			a := over(before, in.Reference).With(f.Name, text)
			r := s.Check(context.Background(), a)
			l.report(s, r)
			if r.Accepted && r.Verdict != exercises.Noted {
				l.add("accepts %.20q for %s", text, f.Name)
			}
			if at := r.Fields[f.Name].At; at < -1 || at > utf8.RuneCountInString(text) {
				l.add("points at rune %d of %.20q", at, text)
			}
			l.echo(s, f.Name, text)
		}
	}
}

func (l *ledger) echo(s exercises.Step, field, text string) {
	echoer, ok := s.(exercises.Echoer)
	if !ok {
		return
	}
	e := echoer.Echo(context.Background(), field, text)
	if e.At < -1 || e.At > utf8.RuneCountInString(text) {
		l.add("the echo points at rune %d of %.20q", e.At, text)
	}
	if e.Problem != "" && e.Reading != "" {
		l.add("the echo of %.20q has both a reading and a problem", text)
	}
}

// report: what is said is text, about fields that exist.
func (l *ledger) report(s exercises.Step, r exercises.Report) {
	l.text("headline", r.Headline)
	l.lines("fact", r.Fact)
	l.lines("advice", r.Advice)
	for _, name := range slices.Sorted(maps.Keys(r.Fields)) {
		l.text("message of "+name, r.Fields[name].Message)
		if !slices.ContainsFunc(s.Info().Fields, func(f exercises.Field) bool { return f.Name == name }) {
			l.add("the report speaks of %q, which is no field", name)
		}
	}
}

// info: the fixed text of a step.
func (l *ledger) info(in exercises.Info) {
	l.text("title", in.Title)
	l.lines("question", []ascii.Line{in.Question})
	l.blocks("text", in.Text)
	l.blocks("solution", in.Solution)
	for _, h := range in.Hints {
		l.blocks("hint", h)
	}
	for _, s := range in.Tables {
		l.lines("table", s.Texts())
	}
	for _, f := range in.Fields {
		l.text("label", f.Label)
		l.text("example", f.Placeholder)
		for _, c := range f.Choices {
			l.text("choice", c.Label)
		}
	}
}

func (l *ledger) blocks(what string, blocks []exercises.Block) {
	for _, b := range blocks {
		l.text("mark", b.Mark)
		l.lines(what, []ascii.Line{b.Text, b.Aloud})
	}
}

func (l *ledger) lines(what string, lines []ascii.Line) {
	for _, line := range lines {
		l.text(what, line.String())
	}
}

// quoted is what a student typed and a message may repeat; seven bits have no
// form for it, and the screen shows its stated fallback.
const quoted = "🙂"

// text: it prints, has a form in seven bits, and no variable is left open.
func (l *ledger) text(what, s string) {
	switch {
	case strings.Contains(s, "{{"):
		l.add("%s: a variable without value: %q", what, s)
	case strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }):
		l.add("%s: characters that do not print: %q", what, s)
	case !transliterates(strings.ReplaceAll(s, quoted, "")):
		l.add("%s: no form in seven bits: %q", what, s)
	}
}

// sameExercise holds two openings with one seed to each other.
func sameExercise(a, b *exercises.Exercise) bool {
	if len(a.Steps) != len(b.Steps) {
		return false
	}
	for i := range a.Steps {
		if !reflect.DeepEqual(a.Steps[i].Info(), b.Steps[i].Info()) {
			return false
		}
	}
	return reflect.DeepEqual(a.Summary, b.Summary)
}
