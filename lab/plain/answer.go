package plain

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kernellab/ascii"
	"kernellab/exercises"
)

// ask asks for the answers of the step from the first.
func (t *talk) ask(string) {
	if len(t.info.Fields) == 0 {
		t.voice.say("No answer is typed in this step.")
		return
	}
	t.asking, t.offered = 0, noField
}

// promptField asks for one field, with its choices and what it holds.
func (t *talk) promptField() {
	f := t.info.Fields[t.asking]
	if t.offered != t.asking {
		t.offered = t.asking
		for i, c := range f.Choices {
			t.voice.hang("  "+letter(i)+". ", c.Label)
		}
	}
	label := f.Label
	if label == "" {
		label = f.Name
	}
	held := t.work.Answers()[f.Name]
	switch {
	case held != "":
		label = fmt.Sprintf("(now %s; an empty line keeps it) %s", shownAs(f, held), label)
	case len(f.Choices) > 0:
		label = "(type a letter) " + label
	case f.Placeholder != "":
		label = fmt.Sprintf("(form: %s) %s", f.Placeholder, label)
	}
	if last, _ := utf8.DecodeLastRuneInString(label); unicode.IsLetter(last) || unicode.IsDigit(last) {
		label += ":"
	}
	t.voice.prompt(label)
}

// letter names option i: a … z, then aa, ab and so on.
func letter(i int) string {
	s := string(rune('a' + i%26))
	if i < 26 {
		return s
	}
	return letter(i/26-1) + s
}

// shownAs is what a field holds as the student sees it.
func shownAs(f exercises.Field, text string) string {
	for i, c := range f.Choices {
		if c.Value == text {
			return letter(i) + ", " + c.Label
		}
	}
	return text
}

// answer takes a line for the field that is asked for, and asks for the next;
// after the last all are judged.
func (t *talk) answer(text string) {
	f := t.info.Fields[t.asking]
	if word := strings.ToLower(text); len(word) >= 4 && isVerb(word) {
		t.voice.say("Here an answer is asked for, and nothing was judged. For the command, type “:" + word + "”.")
		return
	}
	if text != "" {
		value, problem := t.reading(f, text)
		if problem != "" {
			t.voice.say(problem)
			return
		}
		t.work.Set(f.Name, value)
		t.readBack(f.Name, value)
	}
	if t.asking++; t.asking < len(t.info.Fields) {
		return
	}
	t.asking = noField
	t.judge()
}

// reading is the value that a line gives to a field, or what stands in the way.
func (t *talk) reading(f exercises.Field, text string) (value, problem string) {
	if f.Kind != exercises.ChoiceField {
		return text, t.unreadable(f.Name, text)
	}
	if i := slices.IndexFunc(f.Choices, func(c exercises.Choice) bool {
		return strings.EqualFold(c.Value, text) || strings.EqualFold(c.Label, text) || strings.EqualFold(t.voice.clean(c.Label), text)
	}); i >= 0 && len(text) > 1 {
		return f.Choices[i].Value, ""
	}
	for i, c := range f.Choices {
		if strings.EqualFold(letter(i), text) {
			return c.Value, ""
		}
	}
	return "", fmt.Sprintf("“%s” is none of the choices. Type a letter from a to %s, or a colon and a command.", text, letter(len(f.Choices)-1))
}

// unreadable is what a step says of a text it cannot read, or empty.
func (t *talk) unreadable(field, text string) string {
	e, ok := t.work.Step().(exercises.Echoer)
	if !ok {
		return ""
	}
	echo := e.Echo(t.ctx, field, text)
	if echo.Problem == "" {
		return ""
	}
	out := "I cannot read this yet. " + sentence(echo.Problem)
	if before, at, ok := splitAt(text, echo.At); ok {
		out += fmt.Sprintf(" It is at character %d, after “%s”, where “%s” begins.", echo.At+1, before, at)
	}
	return out + clearer(echo.Fix, echo.Readings)
}

// clearer says which texts would be read instead.
func clearer(fix string, readings []exercises.Reading) string {
	var out strings.Builder
	if fix != "" {
		fmt.Fprintf(&out, " “%s” could be read.", fix)
	}
	for _, r := range readings {
		fmt.Fprintf(&out, " For %s, type “%s”.", r.Shown, r.Text)
	}
	return out.String()
}

// splitAt cuts a text before the rune at; ok is false where there is none, or
// nothing before it.
func splitAt(text string, at int) (before, rest string, ok bool) {
	runes := []rune(text)
	if at <= 0 || at >= len(runes) {
		return "", "", false
	}
	return string(runes[:at]), string(runes[at:]), true
}

// readBack says how a text was read where that is not what was typed.
func (t *talk) readBack(field, text string) {
	e, ok := t.work.Step().(exercises.Echoer)
	if !ok {
		return
	}
	if r := e.Echo(t.ctx, field, text).Reading; r != "" && r != text {
		t.voice.say("Read as " + sentence(r))
	}
}

// judge has the answers judged and says the report.
func (t *talk) judge() {
	answers := t.work.Answers()
	report := t.work.Step().Check(t.ctx, answers)
	if t.ctx.Err() != nil {
		return // what a cancelled check returns is not used
	}
	outcome := t.work.Apply(t.ctx, answers, report)
	t.save() // before the verdict is said
	v := t.voice
	v.line("")
	v.say(report.FirstLine())
	for _, l := range report.Fact {
		if !report.SaidOfAField(l) {
			v.lines([]ascii.Line{l})
		}
	}
	hinted := outcome.Repeated && t.nextHint()
	t.advise(report, hinted)
	t.fieldReports(report)
	t.compose()
	t.words()
	t.facts()
	if outcome.Say != "" && !hinted {
		v.say(outcome.Say)
	}
	if t.work.StepDone(t.work.Index()) {
		v.say("This step is done. An empty line goes on.")
		return
	}
	t.askOpen(report)
}

// nextHint shows the next rung in place of words that were said before.
func (t *talk) nextHint() bool {
	if _, more := t.work.Hints(); !more {
		return false
	}
	t.voice.say("You gave this answer before, and it is judged the same. Here is a hint in place of the same words.")
	t.hint("")
	return true
}

// advise says what there is to say of a mistake, unless a hint has taken its
// place or the student has said that it is not theirs.
func (t *talk) advise(r exercises.Report, hinted bool) {
	t.advised = ""
	if hinted || t.work.Disputed(r.Misconception) {
		return
	}
	for _, l := range r.Advice {
		t.voice.say(t.heard(l))
	}
	if len(r.Advice) > 0 {
		t.advised = r.Misconception
	}
}

// askOpen asks again from the first field that is not right.
func (t *talk) askOpen(r exercises.Report) {
	for i, f := range t.info.Fields {
		if fr, judged := r.Fields[f.Name]; !judged || fr.Verdict != exercises.Equal {
			t.asking, t.offered = i, i // its choices are known
			return
		}
	}
	if len(t.info.Fields) > 0 {
		t.asking, t.offered = 0, 0
	}
}

// fieldReports says the verdict on each of several fields, and every message.
func (t *talk) fieldReports(r exercises.Report) {
	for _, f := range t.info.Fields {
		fr, ok := r.Fields[f.Name]
		more := clearer(fr.Fix, fr.Readings)
		if !ok || len(t.info.Fields) == 1 && fr.Message == "" && more == "" {
			continue
		}
		s := f.Label + " " + shownAs(f, t.work.Answers()[f.Name]) + ": " + fr.Verdict.Words()
		if fr.Message != "" {
			s += " " + sentence(fr.Message)
		}
		t.voice.hang("  ", s+more)
	}
}
