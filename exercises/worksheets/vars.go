package worksheets

import (
	"maps"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/kernels/expr"
)

// variable matches {{name}}.
var variable = expr.Pattern(`\{\{([A-Za-z][A-Za-z0-9_]*)\}\}`)

// variables returns the names used in a text. wellFormed is true if every {{ begins a
// variable.
func variables(s string) (names []string, wellFormed bool) {
	found := variable().FindAllStringSubmatch(s, -1)
	for _, m := range found {
		names = append(names, m[1])
	}
	return names, strings.Count(s, "{{") == len(found)
}

// values maps names of variables to text. The first map that has a name is used.
type values []Vars

func (v values) lookup(name string) (string, bool) {
	for _, m := range v {
		if _, ok := m[name]; ok {
			return m.Text(name), true
		}
	}
	return "", false
}

// text fills in the values. It leaves unknown names unchanged.
func (v values) text(s string) string {
	return variable().ReplaceAllStringFunc(s, func(whole string) string {
		if text, ok := v.lookup(whole[2 : len(whole)-2]); ok {
			return text
		}
		return whole
	})
}

// typed fills the values into an answer or a parameter, where a minus sign is the one
// on the keyboard.
func (v values) typed(s string) string {
	if !strings.Contains(s, "{{") {
		return s
	}
	return strings.ReplaceAll(v.text(s), "−", "-")
}

// line fills in the values. A value has the ink of the span around it, and a line break
// in it becomes a space.
func (v values) line(l ascii.Line) ascii.Line {
	out := make(ascii.Line, len(l))
	for i, s := range l {
		out[i] = ascii.Span{Text: strings.ReplaceAll(v.text(s.Text), "\n", " "), Ink: s.Ink}
	}
	return out
}

// blocks fills in the values. In a formula or a verbatim block, a value of several
// lines, such as a table, makes one block per line.
func (v values) blocks(in []exercises.Block) []exercises.Block {
	var out []exercises.Block
	for _, b := range in {
		if b.Kind != exercises.Formula && b.Kind != exercises.Verbatim {
			b.Text = v.line(b.Text)
			if len(b.Aloud) > 0 {
				b.Aloud = v.line(b.Aloud)
			}
			out = append(out, b)
			continue
		}
		for _, l := range v.lines(b.Text) {
			out = append(out, exercises.Block{Kind: b.Kind, Mark: b.Mark, Text: l})
		}
	}
	return out
}

// lines fills in the values and breaks the line where a value does.
func (v values) lines(l ascii.Line) []ascii.Line {
	out := []ascii.Line{nil}
	for _, s := range l {
		for k, part := range strings.Split(v.text(s.Text), "\n") {
			if k > 0 {
				out = append(out, nil)
			}
			if last := len(out) - 1; part != "" {
				out[last] = append(out[last], ascii.Span{Text: part, Ink: s.Ink})
			}
		}
	}
	return out
}

// except returns the values without the given names, which are not filled in.
func (v values) except(names []string) values {
	out := make(values, len(v))
	for i, m := range v {
		out[i] = maps.Clone(m)
		for _, n := range names {
			delete(out[i], n)
		}
	}
	return out
}
