package plain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"kernellab/exercises"
)

// ask asks for the answers of the step from the first.
func (l *lesson) ask(string) {
	if len(l.info.Fields) == 0 {
		l.voice.say("No answer is typed in this step.")
		return
	}
	l.askFor(0)
	l.offered = noField
}

// promptField asks for one field, with its choices and what it holds.
func (l *lesson) promptField() {
	f := l.info.Fields[l.asking]
	if l.offered != l.asking {
		l.offered = l.asking
		for i, c := range f.Choices {
			l.voice.hang("  "+letter(i)+". ", c.Label)
		}
	}
	label := f.Label
	if label == "" {
		label = f.Name
	}
	held := l.work.Answers()[f.Name]
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
	l.voice.prompt(label)
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
func (l *lesson) answer(text string) {
	f := l.info.Fields[l.asking]
	if word := strings.ToLower(text); len(word) >= 4 && isVerb(word) {
		l.voice.say("Here an answer is asked for, and nothing was judged. For the command, type “:" + word + "”.")
		return
	}
	if text != "" {
		value, problem := l.reading(f, text)
		if problem != "" {
			l.voice.say(problem)
			return
		}
		l.work.Set(f.Name, value)
		l.readBack(f.Name, value)
	}
	if next := l.asking + 1; next < len(l.info.Fields) {
		l.askFor(next)
		return
	}
	l.askFor(noField)
	l.judge()
}

// reading is the value that a line gives to a field, or what stands in the way.
func (l *lesson) reading(f exercises.Field, text string) (value, problem string) {
	if f.Kind != exercises.ChoiceField {
		return text, l.unreadable(f.Name, text)
	}
	return l.voice.chosen(f.Choices, text)
}

// chosen is the value of the choice that a text means by its label or value, its
// letter or its number, or what is wrong with the text.
func (v *voice) chosen(choices []exercises.Choice, text string) (value, problem string) {
	labelled := func(c exercises.Choice) bool {
		return strings.EqualFold(c.Label, text) || strings.EqualFold(v.clean(c.Label), text)
	}
	if i := slices.IndexFunc(choices, func(c exercises.Choice) bool {
		return labelled(c) && !isLetter(text) || strings.EqualFold(c.Value, text) && len(text) > 1
	}); i >= 0 {
		return choices[i].Value, ""
	}
	for i, c := range choices {
		if strings.EqualFold(letter(i), text) || strconv.Itoa(i+1) == text {
			return c.Value, ""
		}
	}
	return "", fmt.Sprintf("“%s” is none of the choices. Type a letter from a to %s, or a colon and a command.", text, letter(len(choices)-1))
}

// isLetter reports whether a text could be the letter of a choice.
func isLetter(text string) bool { return len(text) == 1 && unicode.IsLetter(rune(text[0])) }

// unreadable is what a step says of a text it cannot read, or empty.
func (l *lesson) unreadable(field, text string) string {
	e, ok := l.work.Step().(exercises.Echoer)
	if !ok {
		return ""
	}
	echo := e.Echo(l.ctx, field, text)
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
func (l *lesson) readBack(field, text string) {
	e, ok := l.work.Step().(exercises.Echoer)
	if !ok {
		return
	}
	if r := e.Echo(l.ctx, field, text).Reading; r != "" && r != text {
		l.voice.say("Read as " + sentence(r))
	}
}

// judge has the answers judged and says the report.
func (l *lesson) judge() {
	answers := l.work.Answers()
	report := l.work.Step().Check(l.ctx, answers)
	if l.ctx.Err() != nil {
		return // what a cancelled check returns is not used
	}
	outcome := l.work.Apply(l.ctx, answers, report)
	l.save() // before the verdict is said
	v := l.voice
	v.line("")
	v.say(report.FirstLine())
	for _, fact := range report.Fact {
		if !report.SaidOfAField(fact) {
			v.say(fact.String())
		}
	}
	l.advised = ""
	if outcome.Hinted {
		v.say(outcome.Say)
		l.lastHint()
	}
	for _, advice := range l.work.Advice(report, outcome) {
		v.say(v.heard(advice))
		l.advised = report.Misconception
	}
	l.fieldReports(report)
	l.stage.compose()
	l.stage.words()
	l.stage.facts()
	if outcome.Say != "" && !outcome.Hinted {
		v.say(outcome.Say)
	}
	switch {
	case l.work.Round() != nil && (l.ended() || l.work.StepDone(l.work.Index())):
		v.say(l.onwards())
	case l.work.StepDone(l.work.Index()):
		v.say("This step is done. An empty line goes on.")
	default:
		l.askOpen(report)
	}
}

// askOpen asks again from the first field that is not right.
func (l *lesson) askOpen(r exercises.Report) {
	for i, f := range l.info.Fields {
		if fr, judged := r.Fields[f.Name]; !judged || fr.Verdict != exercises.Equal {
			l.askFor(i)
			l.offered = i // its choices are known
			return
		}
	}
	if len(l.info.Fields) > 0 {
		l.askFor(0)
		l.offered = 0
	}
}

// fieldReports says the verdict on each of several fields, and every message.
func (l *lesson) fieldReports(r exercises.Report) {
	for _, f := range l.info.Fields {
		fr, ok := r.Fields[f.Name]
		more := clearer(fr.Fix, fr.Readings)
		if !ok || len(l.info.Fields) == 1 && fr.Message == "" && more == "" {
			continue
		}
		s := f.Label + " " + shownAs(f, l.work.Answers()[f.Name]) + ": " + fr.Words()
		if fr.Message != "" {
			s += " " + sentence(fr.Message)
		}
		l.voice.hang("  ", s+more)
	}
}
