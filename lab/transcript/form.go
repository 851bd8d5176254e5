package transcript

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"kernellab/exercises"
)

// noField is the value of form.current while no field is current.
const noField = -1

// form reads the answers of a task, one field per line. Its owner stores and judges the
// answers.
type form struct {
	ctx context.Context
	*printer
	task          exercises.Task
	fields        []exercises.Field
	storedAnswers func() exercises.Answers
	store         func(field, text string)

	current     int // the field that the next line answers, or noField
	listedField int // the field whose choices were listed last
}

// asks reports whether the form expects an answer.
func (f *form) asks() bool { return f.current != noField }

// begin makes the first field the current one. Its choices will be listed again.
func (f *form) begin() {
	f.current, f.listedField = 0, noField
}

// promptField asks for the current field and shows its choices and value.
func (f *form) promptField() {
	field := f.fields[f.current]
	if f.listedField != f.current {
		f.listedField = f.current
		for i, c := range field.Choices {
			f.writeItem("  "+optionLetter(i)+". ", c.Label)
		}
		f.listReasons(field)
	}
	label, stored := cmp.Or(field.Label, field.Name), f.storedAnswers()[field.Name]
	switch {
	case stored != "":
		label = fmt.Sprintf("(now %s; an empty line keeps it) %s", displayedValue(field, stored), label)
	case len(field.Choices) > 0:
		label = "(type a letter) " + label
	case field.Placeholder != "":
		label = fmt.Sprintf("(form: %s) %s", field.Placeholder, label)
	}
	if last, _ := utf8.DecodeLastRuneInString(label); unicode.IsLetter(last) || unicode.IsDigit(last) {
		label += ":"
	}
	f.prompt(label)
}

// listReasons lists the reasons that may follow a line of a derivation.
func (f *form) listReasons(field exercises.Field) {
	if len(field.Reasons) == 0 {
		return
	}
	f.say("After a line you can say why it follows: the word “by” and one of these, or its number, as in “by 1”.")
	for i, r := range field.Reasons {
		f.writeItem(fmt.Sprintf("  %d. ", i+1), r)
	}
}

// answer reads a line as the value of the current field and moves on to the next one. If it cannot
// read the line, it writes why. complete is true if the line was the answer to the last field.
func (f *form) answer(text string) (complete bool) {
	field := f.fields[f.current]
	if text != "" {
		value, problem := f.parse(field, text)
		if problem != "" {
			f.say(problem)
			return false
		}
		f.store(field.Name, value)
		f.readBack(field, text, value)
	}
	if next := f.current + 1; next < len(f.fields) {
		f.current = next
		return false
	}
	f.current = noField
	return true
}

// parse returns the value of a field that the student has typed as text, or a problem.
func (f *form) parse(field exercises.Field, text string) (value, problem string) {
	if field.Kind != exercises.ChoiceField {
		return text, f.parseProblem(field.Name, text)
	}
	return f.parseChoice(field.Choices, text)
}

// parseProblem returns why the task cannot parse a text, or "" if it can.
func (f *form) parseProblem(field, text string) string {
	e, ok := f.task.(exercises.Echoer)
	if !ok {
		return ""
	}
	echo := e.Echo(f.ctx, field, text)
	if echo.Problem == "" {
		return ""
	}
	out := "I cannot read this yet. " + withFullStop(capitalise(echo.Problem))
	if echo.At > 0 {
		out += fmt.Sprintf(" The mistake is at character %d.", echo.At+1)
	}
	return out + suggestionSentences(echo.Fix, echo.Readings)
}

// readBack writes how a text was read if the reading differs from the text.
func (f *form) readBack(field exercises.Field, text, value string) {
	if field.Kind == exercises.ChoiceField {
		if label := field.ValueWords(value); !strings.EqualFold(f.cleanText(label), f.cleanText(text)) {
			f.say("Taken: " + withFullStop(label))
		}
		return
	}
	e, ok := f.task.(exercises.Echoer)
	if !ok {
		return
	}
	if r := e.Echo(f.ctx, field.Name, text).Reading; r != "" && r != text {
		f.say("Read as " + withFullStop(r))
	}
}

// askFirstNotRight asks again for the first field that is not right, or for the first field if all
// are right.
func (f *form) askFirstNotRight(r exercises.Report) {
	for i, field := range f.fields {
		if fr, judged := r.Fields[field.Name]; !judged || fr.Verdict != exercises.Equal {
			f.current, f.listedField = i, i // its choices have just been listed
			return
		}
	}
	if len(f.fields) > 0 {
		f.current, f.listedField = 0, 0
	}
}

// manyFields is the minimum number of fields for which a report lists all right ones in
// one line.
const manyFields = 4

// writeReport writes the messages of a report about the fields and, if there are several fields,
// their verdicts.
func (f *form) writeReport(r exercises.Report) {
	var rightLabels []string
	for _, field := range f.fields {
		fr, ok := r.Fields[field.Name]
		suggestions := suggestionSentences(fr.Fix, fr.Readings)
		if !ok || fr.Verdict == exercises.Empty || len(f.fields) == 1 && fr.Message == "" && suggestions == "" {
			continue
		}
		if len(f.fields) >= manyFields && fr.Verdict == exercises.Equal && fr.Message == "" && suggestions == "" {
			rightLabels = append(rightLabels, strings.TrimRight(field.Label, " =:"))
			continue
		}
		s := field.Label + " " + displayedValue(field, f.storedAnswers()[field.Name]) + ": " + fr.Words()
		if fr.Message != "" {
			s += " " + withFullStop(fr.Message)
		}
		f.writeItem("  ", s+suggestions)
	}
	if len(rightLabels) > 0 && len(rightLabels) < len(f.fields) {
		f.writeItem("  ", "Right: "+strings.Join(rightLabels, "; ")+".")
	}
}

// optionLetter names option i: a … z, then aa, ab and so on.
func optionLetter(i int) string {
	s := string(rune('a' + i%26))
	if i < 26 {
		return s
	}
	return optionLetter(i/26-1) + s
}

// displayedValue returns the value of a field as the student sees it.
func displayedValue(f exercises.Field, text string) string {
	if i := exercises.ChoiceIndex(f.Choices, text); i >= 0 {
		return optionLetter(i) + ", " + f.Choices[i].Label
	}
	return text
}

// parseChoice returns the value of the choice whose label, value, letter or position is text. If
// there is no such choice, it returns a problem. A single letter can only be the letter of a choice.
// If all choices are numbers, a number is never a position.
func (p *printer) parseChoice(choices []exercises.Choice, text string) (value, problem string) {
	hasLabel := func(c exercises.Choice) bool {
		return strings.EqualFold(c.Label, text) || strings.EqualFold(p.cleanText(c.Label), text) ||
			strings.ContainsAny(text, "+-−") &&
				strings.TrimPrefix(c.Label, "class ") == strings.Replace(text, "-", "−", 1)
	}
	isLetter := len(text) == 1 && unicode.IsLetter(rune(text[0])) // text may be the letter of a choice
	if i := slices.IndexFunc(choices, func(c exercises.Choice) bool {
		return !isLetter && (hasLabel(c) || strings.EqualFold(c.Value, text))
	}); i >= 0 {
		return choices[i].Value, ""
	}
	firstNonNumber := slices.IndexFunc(choices, func(c exercises.Choice) bool {
		return !isNumber(c.Label) && !isNumber(c.Value)
	})
	for i, c := range choices {
		if strings.EqualFold(optionLetter(i), text) || firstNonNumber >= 0 && strconv.Itoa(i+1) == text {
			return c.Value, ""
		}
	}
	return "", fmt.Sprintf("“%s” is not one of the choices. Type a letter from a to %s.", text,
		optionLetter(len(choices)-1))
}

func isNumber(text string) bool {
	_, err := parseNumber(text)
	return err == nil
}

// suggestionSentences returns sentences with texts that could be typed instead.
func suggestionSentences(fix string, readings []exercises.Reading) string {
	var out strings.Builder
	if fix != "" {
		fmt.Fprintf(&out, " I could read “%s”.", fix)
	}
	for _, r := range readings {
		fmt.Fprintf(&out, " For %s, type “%s”.", r.Shown, r.Text)
	}
	return out.String()
}

// askAnswers asks for the answers of the task from the first field on.
func (l *lesson) askAnswers(string) {
	switch {
	case l.prediction != nil:
		l.prediction.form.begin()
	case len(l.info.Fields) == 0:
		l.say("This task has no answer to type.")
	default:
		l.form.begin()
	}
}

// answerWith reads a text as the answer, even if it begins with the name of a command.
// If the text is empty, it asks for the answers again.
func (l *lesson) answerWith(text string) {
	if text == "" || !l.currentForm().asks() {
		l.askAnswers("")
	}
	if text != "" && l.currentForm().asks() {
		l.answer(text)
	}
}

// currentForm returns the form that the next line answers: the form of the prediction if there is
// one, else the form of the task.
func (l *lesson) currentForm() *form {
	if l.prediction != nil {
		return l.prediction.form
	}
	return l.form
}

// answer reads a line as the value of the current field. After the last field it judges the
// answers. After an earlier field it updates the pictures and describes new notes and formulas.
func (l *lesson) answer(text string) {
	previousField := l.currentForm().current
	complete := l.currentForm().answer(text)
	switch {
	case complete && l.prediction != nil:
		l.judgePrediction()
	case complete && l.info.AsksNothing:
		l.stage.updateScene()
		l.stage.describeChanges()
	case complete:
		l.judge(text != "")
	case l.currentForm().current == previousField || text == "":
	case l.prediction != nil:
		l.prediction.writeScene(l)
	default:
		l.stage.updateScene()
		l.stage.writeFacts()
	}
}

// judge checks the answers and writes the report. It does not judge a wrong answer again
// if nothing was typed, because that would count as another wrong answer.
func (l *lesson) judge(hasInput bool) {
	if l.refusesAnswers() {
		return
	}
	answers := l.work.Answers()
	report := l.work.Task().Check(l.ctx, answers)
	if l.ctx.Err() != nil {
		return // the report of a cancelled check is not valid
	}
	if !hasInput && report.Verdict.CountsAsAttempt() && !report.Accepted && l.work.NothingNew(answers, report) {
		l.say("This answer has already been judged. Change it, or type “hint” or “skip”.")
		l.form.askFirstNotRight(report)
		return
	}
	outcome := l.work.Apply(l.ctx, answers, report)
	report = l.homework().Redact(report)
	l.save() // before the verdict is written
	l.writeLine("")
	l.say(report.FirstLine())
	for _, fact := range report.Fact {
		if !report.RepeatsFieldMessage(fact) {
			l.say(fact.String())
		}
	}
	l.advisedMisconception = ""
	for _, advice := range l.work.Advice(report) {
		l.say(l.withCommands(advice))
		l.advisedMisconception = report.Misconception
	}
	if outcome.Hinted {
		l.say(outcome.Message)
		l.writeLastHint()
	}
	l.form.writeReport(report)
	l.stage.updateScene()
	l.stage.describeIfChanged()
	l.stage.writeFacts()
	if outcome.Message != "" && !outcome.Hinted {
		l.say(outcome.Message)
	}
	switch {
	case l.work.Round() != nil && (l.roundEnded() || l.taskDone()):
		l.say(l.nextTaskSentence())
	case l.taskDone():
		l.say("This task is done. An empty line goes on.")
	case l.refusesAnswers():
	default:
		l.form.askFirstNotRight(report)
	}
}
