package kit

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels/expr"
)

// liveLines is a group of lines, shown next to the text of a task, that depend on the answers. In a
// line, {field} is replaced by the answer in that field as the program understands it, typeset.
type liveLines struct {
	p           *worksheets.Params
	controls    controlSet
	lines       []ascii.Line
	words       map[string]string // words that replace choices
	maskedUntil []string          // fields that must be right; until then a placeholder replaces each line
	hiddenUntil []string          // fields that must be right; until then the lines are hidden
}

// liveLinesOf reads a list of live lines, which may contain formulas of the sliders.
func liveLinesOf(p *worksheets.Params, name string, controls controlSet) []liveLines {
	var out []liveLines
	for _, part := range p.Parts(name, "line", "when", "once", "words") {
		l := liveLines{p: part, controls: controls, maskedUntil: part.Fields("when"), hiddenUntil: part.Fields("once"),
			words: part.TextMap("words")}
		for _, text := range part.Texts("line") {
			controls.read(part, "line", text)
			l.lines = append(l.lines, worksheets.Inked(text))
		}
		out = append(out, l)
	}
	return out
}

// visibleLines returns the lines of all groups that are not hidden, with the answers inserted.
func visibleLines(ctx context.Context, groups []liveLines, a exercises.Answers) []ascii.Line {
	var out []ascii.Line
	for _, l := range groups {
		out = append(out, l.visible(ctx, a)...)
	}
	return out
}

func (l liveLines) visible(ctx context.Context, a exercises.Answers) []ascii.Line {
	if len(l.hiddenUntil) > 0 && !l.p.Right(ctx, a, l.hiddenUntil...) {
		return nil
	}
	unmasked, out := l.p.Right(ctx, a, l.maskedUntil...), make([]ascii.Line, len(l.lines))
	for i, line := range l.lines {
		if out[i] = l.fillAnswers(ctx, line, a); !unmasked {
			out[i] = placeholder(line)
		}
		for j, s := range out[i] {
			out[i][j].Text = withMinusSigns(s.Text)
			if len(l.maskedUntil) > 0 && s.Ink == ascii.Text { // a line that was masked is green
				out[i][j].Ink = ascii.Good
			}
		}
	}
	return out
}

// isFound reports whether the lines were masked or hidden until some fields were right, and all of
// these fields are right now.
func (l liveLines) isFound(ctx context.Context, a exercises.Answers) bool {
	fields := slices.Concat(l.maskedUntil, l.hiddenUntil)
	return len(fields) > 0 && l.p.Right(ctx, a, fields...)
}

// placeholder returns what replaces a masked line: its indent, its first word, and an ellipsis.
func placeholder(line ascii.Line) ascii.Line {
	text := line.String()
	indent := text[:len(text)-len(strings.TrimLeft(text, " "))]
	firstWord, _, _ := strings.Cut(text[len(indent):], " ")
	return ascii.Line{{Text: indent + firstWord + " ", Ink: ascii.Dim}, {Text: "…", Ink: ascii.Dim}}
}

// fieldPlaceholder matches {field}.
var fieldPlaceholder = expr.Pattern(`\{([a-z][a-z0-9_-]*)\}`)

// fillAnswers inserts the answers into a line. A right answer is green, a wrong answer is followed
// by “(yours)”, and an answer that cannot be read becomes “…”. Braces that do not contain the
// name of a field remain unchanged.
func (l liveLines) fillAnswers(ctx context.Context, line ascii.Line, a exercises.Answers) ascii.Line {
	var out ascii.Line
	sliderValues := l.controls.values(a)
	for _, s := range line {
		rest := l.controls.fill(s.Text, sliderValues)
		for {
			match := fieldPlaceholder().FindStringSubmatchIndex(rest)
			if match == nil || !l.p.IsField(rest[match[2]:match[3]]) {
				break
			}
			out = append(out, ascii.Span{Text: rest[:match[0]], Ink: s.Ink},
				l.answerSpan(ctx, rest[match[2]:match[3]], a))
			rest = rest[match[1]:]
		}
		out = append(out, ascii.Span{Text: rest, Ink: s.Ink})
	}
	return out
}

// answerSpan returns the answer in a field.
func (l liveLines) answerSpan(ctx context.Context, field string, a exercises.Answers) ascii.Span {
	reading := l.p.Reading(ctx, a, field)
	words, chosen := l.words[a[field]]
	switch {
	case chosen:
		return ascii.Span{Text: words, Ink: ascii.Text}
	case reading == "":
		return ascii.Span{Text: "…", Ink: ascii.Dim}
	case l.p.Right(ctx, a, field):
		return ascii.Span{Text: reading, Ink: ascii.Good}
	}
	return ascii.Span{Text: reading + " (yours)", Ink: ascii.Warn}
}

// controlSet holds the sliders and switches of a scene, which is shown next to the text of a task.
// Each control has its initial value. The formulas of the scene may use the names of the controls
// as letters. A switch has values or words. In formulas, the letter of a switch is the chosen
// value, or the index of the chosen word.
type controlSet struct {
	list     []exercises.Control
	formulas map[string]answer.Func // the compiled formulas of all texts, by source
}

// readControls reads the parameter "sliders", a list of sliders and switches.
func readControls(p *worksheets.Params) controlSet {
	controls := controlSet{formulas: map[string]answer.Func{}}
	for _, part := range p.Parts("sliders", "name", "label", "from", "to", "at", "step", "log", "words", "values") {
		c := exercises.Control{Name: part.RequiredText("name"), Label: cmp.Or(part.Text("label"), part.Text("name")),
			Value: part.Text("at")}
		for i, word := range part.Texts("words") {
			c.Choices = append(c.Choices, exercises.Choice{Value: strconv.Itoa(i), Label: word})
		}
		for _, v := range part.Texts("values") {
			if _, err := strconv.ParseFloat(v, 64); err != nil {
				part.Fail("values", "write decimals, as 0.01", "%.60q is not a number", v)
			}
			c.Choices = append(c.Choices, exercises.Choice{Value: v, Label: withMinusSigns(v)})
		}
		if c.IsChoice() {
			c.Value = cmp.Or(c.Value, c.Choices[0].Value)
		} else {
			c.Min, c.Max, c.Log, c.Step = part.Float("from"), part.Float("to"), part.Flag("log"),
				cmp.Or(part.Float("step"), 1)
			if c.Min >= c.Max || c.Log && c.Min <= 0 {
				part.Fail("from", "from must be below to, and above 0 if log is true", "it goes from %v to %v", c.Min,
					c.Max)
			}
			c.Value = cmp.Or(c.Value, exercises.FormatNumber(c.Min))
		}
		controls.list = append(controls.list, c)
	}
	return controls
}

// letters returns the names of the controls, which formulas may use.
func (controls controlSet) letters() []string {
	out := make([]string, len(controls.list))
	for i, l := range controls.list {
		out[i] = l.Name
	}
	return out
}

// withAnswers returns the controls with their values in the answers.
func (controls controlSet) withAnswers(a exercises.Answers) []exercises.Control {
	out := slices.Clone(controls.list)
	for i, c := range out {
		if c.IsChoice() {
			out[i] = stage.ChoiceControl(c.Name, c.Label, a, c.Value, c.Choices...)
		} else {
			out[i].Value = stage.AnswerOr(a, c.Name, c.Value)
			if v := out[i].Number(); v == c.Min || v == c.Max { // Number limits a value from a task with a wider range
				out[i].Value = exercises.FormatNumber(v)
			}
		}
	}
	return out
}

// values returns the values that the controls have with the given answers, in the order in which the
// controls are listed.
func (controls controlSet) values(a exercises.Answers) []float64 {
	out := make([]float64, len(controls.list))
	for i, c := range controls.withAnswers(a) {
		if out[i] = c.Number(); c.IsChoice() {
			out[i], _ = strconv.ParseFloat(c.Value, 64)
		}
	}
	return out
}

// compile compiles a formula. The arguments of the returned function are the values of the extra
// letters, followed by those of the controls.
func (controls controlSet) compile(p *worksheets.Params, name, text string, extraLetters ...string) answer.Func {
	letters := slices.Concat(extraLetters, controls.letters())
	e, ok := expression(p, name, text, answer.Scope{Vars: letters, Logistic: true})
	f, err := e.Compile(letters...)
	if ok && err != nil {
		p.Fail(name, "", "%v", err)
	}
	return f
}

// formulaPlaceholder matches {= formula}, {= formula; format} and {? left < right: text | other}.
var formulaPlaceholder = expr.Pattern(
	`\{= ([^};]+)(?:; *([^}]+))?\}|\{\? ([^:}<>]+) ([<>]) ([^:}]+): ?([^|}]*)(?:\|([^}]*))?\}`,
)

// fieldStart matches the start of {field} and of {field: text}.
var fieldStart = expr.Pattern(`\{([a-z][a-z0-9_-]*)(?:\}|: )`)

// read compiles the formulas in a text, and checks the names of the fields in the text.
func (controls controlSet) read(p *worksheets.Params, name, text string) {
	for _, m := range fieldStart().FindAllStringSubmatch(text, -1) {
		p.CheckField(name, m[1])
	}
	for _, m := range formulaPlaceholder().FindAllStringSubmatch(text, -1) {
		for _, formula := range []string{m[1], m[3], m[5]} {
			if formula != "" {
				controls.formulas[formula] = controls.compile(p, name, formula)
			}
		}
	}
}

// title reads the title of a scene and returns a function that replaces its formulas by
// their values.
func (controls controlSet) title(p *worksheets.Params, name string) func(exercises.Answers) string {
	text := p.Text(name)
	controls.read(p, name, text)
	return func(a exercises.Answers) string { return withMinusSigns(controls.fill(text, controls.values(a))) }
}

// fill replaces the formulas in a text by their values.
func (controls controlSet) fill(text string, sliderValues []float64) string {
	if !strings.Contains(text, "{= ") && !strings.Contains(text, "{? ") {
		return text
	}
	return formulaPlaceholder().ReplaceAllStringFunc(text, func(match string) string {
		m := formulaPlaceholder().FindStringSubmatch(match)
		if m[1] != "" {
			return quantity(controls.formulas[m[1]].Value(sliderValues...), m[2])
		}
		left, right := controls.formulas[m[3]].Value(sliderValues...), controls.formulas[m[5]].Value(sliderValues...)
		if left < right && m[4] == "<" || left > right && m[4] == ">" {
			return m[6]
		}
		return m[7]
	})
}

// quantity formats a number. The format is a number of digits, % for percent, or the unit of the
// number, which then has a decimal prefix. If the format is empty, whole numbers have up to fifteen
// digits, and other numbers four.
func quantity(v float64, format string) string {
	digits, err := strconv.Atoi(format)
	switch {
	case math.IsInf(v, 0) || math.IsNaN(v):
		return "–"
	case format == "%":
		return minus(strconv.FormatFloat(100*v, 'f', 1, 64)) + " %"
	case format != "" && err != nil:
		return amount(v, format)
	case format == "" && v == math.Trunc(v) && math.Abs(v) < 1e15:
		return exercises.Grouped(v)
	case format == "":
		digits = 4
	}
	return minus(exercises.Typeset(anatomy.Plain(v, digits)))
}

// loneHyphen matches a hyphen that does not join words and therefore means a minus
// sign. A hyphen after a backtick is left alone: there it names class −1, as in `-|−1`.
var loneHyphen = expr.Pattern(`(^|[^\pL\d\x60])-`)

// withMinusSigns replaces the hyphens that mean minus signs by minus signs.
func withMinusSigns(s string) string {
	if !strings.Contains(s, "-") {
		return s
	}
	return loneHyphen().ReplaceAllString(s, "$1−")
}

func minus(s string) string { return strings.ReplaceAll(s, "-", "−") }
