package kit

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels/expr"
)

// levers are the sliders and switches of a scene, each with its initial value. The
// formulas of the scene may use their names as letters. The value of a switch is the
// index of the chosen word or, if it has values, the chosen value.
type levers struct {
	list []exercises.Control
	laws map[string]answer.Func // the laws in texts, by their source
}

// leversOf reads a list of levers.
func leversOf(p *worksheets.Params, name string) levers {
	by := levers{laws: map[string]answer.Func{}}
	for _, part := range p.Parts(name, "name", "label", "from", "to", "at", "step", "log", "words", "values") {
		c := exercises.Control{Name: part.Needed("name"), Label: cmp.Or(part.Text("label"), part.Text("name")),
			Value: part.Text("at")}
		for i, word := range part.Texts("words") {
			c.Choices = append(c.Choices, exercises.Choice{Value: strconv.Itoa(i), Label: word})
		}
		for _, v := range part.Texts("values") {
			if _, err := strconv.ParseFloat(v, 64); err != nil {
				part.Fail("values", "write decimals, as 0.01", "%q is no number", v)
			}
			c.Choices = append(c.Choices, exercises.Choice{Value: v, Label: v})
		}
		if c.IsChoice() {
			c.Value = cmp.Or(c.Value, c.Choices[0].Value)
		} else {
			c.Min, c.Max, c.Log, c.Step = part.Float("from"), part.Float("to"), part.Flag("log"),
				cmp.Or(part.Float("step"), 1)
			if c.Min >= c.Max || c.Log && c.Min <= 0 {
				part.Fail("from", "give from below to; both above 0 where log is true", "it goes from %v to %v", c.Min,
					c.Max)
			}
			c.Value = cmp.Or(c.Value, exercises.FormatNumber(c.Min))
		}
		by.list = append(by.list, c)
	}
	return by
}

// letters returns the names that formulas may use.
func (by levers) letters() []string {
	out := make([]string, len(by.list))
	for i, l := range by.list {
		out[i] = l.Name
	}
	return out
}

// controls returns the levers with the values that the answers give them.
func (by levers) controls(a exercises.Answers) []exercises.Control {
	out := slices.Clone(by.list)
	for i, c := range out {
		if c.IsChoice() {
			out[i] = stage.ChoiceControl(c.Name, c.Label, a, c.Value, c.Choices...)
		} else {
			out[i].Value = stage.Chosen(a, c.Name, c.Value)
		}
	}
	return out
}

// values returns the values of the letters for some answers.
func (by levers) values(a exercises.Answers) []float64 {
	out := make([]float64, len(by.list))
	for i, c := range by.controls(a) {
		if out[i] = c.Number(); c.IsChoice() {
			out[i], _ = strconv.ParseFloat(c.Value, 64)
		}
	}
	return out
}

// law compiles a formula in the given further letters followed by those of the levers.
func (by levers) law(p *worksheets.Params, name, text string, further ...string) answer.Func {
	letters := slices.Concat(further, by.letters())
	e, ok := expression(p, name, text, answer.Scope{Vars: letters, Logistic: true})
	f, err := e.Compile(letters...)
	if ok && err != nil {
		p.Fail(name, "", "%v", err)
	}
	return f
}

// computed matches {= law} and {= law; how}, and {? left < right: text | other}.
var computed = expr.Pattern(
	`\{= ([^};]+)(?:; *([^}]+))?\}|\{\? ([^:}<>]+) ([<>]) ([^:}]+): ?([^|}]*)(?:\|([^}]*))?\}`,
)

// read compiles the laws of a text.
func (by levers) read(p *worksheets.Params, name, text string) {
	for _, m := range computed().FindAllStringSubmatch(text, -1) {
		for _, law := range []string{m[1], m[3], m[5]} {
			if law != "" {
				by.laws[law] = by.law(p, name, law)
			}
		}
	}
}

// title reads the title of a scene and returns a function that fills in its laws.
func (by levers) title(p *worksheets.Params, name string) func(exercises.Answers) string {
	text := p.Text(name)
	by.read(p, name, text)
	return func(a exercises.Answers) string { return trueMinus(by.fill(text, by.values(a))) }
}

// fill replaces the laws of a text by their values.
func (by levers) fill(text string, at []float64) string {
	if !strings.Contains(text, "{= ") && !strings.Contains(text, "{? ") {
		return text
	}
	return computed().ReplaceAllStringFunc(text, func(place string) string {
		m := computed().FindStringSubmatch(place)
		if m[1] != "" {
			return quantity(by.laws[m[1]].Value(at...), m[2])
		}
		left, right := by.laws[m[3]].Value(at...), by.laws[m[5]].Value(at...)
		if left < right && m[4] == "<" || left > right && m[4] == ">" {
			return m[6]
		}
		return m[7]
	})
}

// quantity formats a number as how asks: with a number of digits, in per cent, or as an
// amount of a unit. If how is empty, whole numbers are written in full, up to fifteen
// digits, and others with four digits.
func quantity(v float64, how string) string {
	digits, err := strconv.Atoi(how)
	switch {
	case math.IsInf(v, 0) || math.IsNaN(v):
		return "–"
	case how == "%":
		return minus(strconv.FormatFloat(100*v, 'f', 1, 64)) + " %"
	case how != "" && err != nil:
		return amount(v, how)
	case how == "" && v == math.Trunc(v) && math.Abs(v) < 1e15:
		return exercises.Grouped(v)
	case how == "":
		digits = 4
	}
	return minus(exercises.Typeset(anatomy.Plain(v, digits)))
}

// loneHyphen matches a hyphen that does not join words. Worksheets and variables write
// the minus sign as a hyphen.
var loneHyphen = expr.Pattern(`(^|[^\pL\d])-`)

// trueMinus replaces the hyphens that mean minus signs by minus signs.
func trueMinus(s string) string {
	if !strings.Contains(s, "-") {
		return s
	}
	return loneHyphen().ReplaceAllString(s, "$1−")
}

func minus(s string) string { return strings.ReplaceAll(s, "-", "−") }
