package worksheets

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
)

// Params are the parameters of one judge or scene as written, with the values
// of variables in place. A parameter that is left out is the zero value. What
// is wrong is noted with its place in the file; a maker goes on as if nothing
// were.
type Params struct {
	what, name string // "the judge number", for messages, and number
	node       node
	takes      []string
	*surroundings
}

// surroundings is what a maker may know beside its parameters.
type surroundings struct {
	brief    Brief
	problems *problems
	// judges are those of all fields of the exercise, filled in while its steps
	// are bound: a scene asks them only when it is drawn.
	judges  map[string]Judge
	made    map[string]*Params // what the judges of fields are made of
	labels  labels
	fields  []string                      // of the whole exercise
	choices map[string][]exercises.Choice // of those that have any in the worksheet
	asked   map[string]string             // the labels of all
	sets    map[string]exercises.Data     // those that the lesson has drawn
	lesson  SceneFunc                     // of the step that is being bound, until a scene shows it
}

// Brief is what the exercise is made for.
func (in *surroundings) Brief() Brief { return in.brief }

// Sets are the data that the lesson has drawn, by name.
func (in *surroundings) Sets() map[string]exercises.Data { return in.sets }

// Lesson returns the scene of the lesson for this step, nil if it has none.
func (in *surroundings) Lesson() SceneFunc {
	scene := in.lesson
	in.lesson = nil
	return scene
}

// Labels is what the choices of a field say, by their values.
func (in *surroundings) Labels(field string) map[string]string {
	out := map[string]string{}
	for _, c := range in.choices[field] {
		out[c.Value] = c.Label
	}
	return out
}

// Fail notes what is wrong with a parameter, and what would work.
func (p *Params) Fail(name, hint, format string, args ...any) {
	at := p.node.at
	if v, ok := p.node.get(name); ok && v.kind != noNode {
		at = v.at
	}
	p.problems.add(at, hint, "%s: %s", p.what, fmt.Sprintf(format, args...))
}

// value is a parameter as written. Asking for one that the maker does not
// declare is a mistake of its author.
func (p *Params) value(name string) node {
	if !slices.Contains(p.takes, name) {
		panic("worksheets: " + p.what + " does not declare " + name)
	}
	v, _ := p.node.get(name)
	return v
}

// IsList reports whether a parameter is a list.
func (p *Params) IsList(name string) bool { return p.value(name).kind == listNode }

// IsMap reports whether a parameter gives texts by key.
func (p *Params) IsMap(name string) bool { return p.value(name).kind == mapNode }

// Text is a parameter that is a text.
func (p *Params) Text(name string) string {
	v := p.value(name)
	if v.kind == listNode || v.kind == mapNode {
		p.Fail(name, "write it as one text", "%s is not one text", name)
	}
	return v.text
}

// Needed is Text for what cannot be left out.
func (p *Params) Needed(name string) string {
	s := p.Text(name)
	if strings.TrimSpace(s) == "" {
		p.Fail(name, "add it", "%s is missing", name)
	}
	return s
}

// Texts is a parameter that is a list of texts, or one text.
func (p *Params) Texts(name string) []string {
	v := p.value(name)
	if v.kind == textNode {
		return []string{v.text}
	}
	var out []string
	for _, item := range v.list {
		if item.kind != textNode {
			p.Fail(name, "write a list of texts, as [a, b]", "%s has an entry that is not a text", name)
			continue
		}
		out = append(out, item.text)
	}
	if v.kind == mapNode {
		p.Fail(name, "write a list of texts, as [a, b]", "%s is not a list", name)
	}
	return out
}

// Words is a parameter that gives texts by key.
func (p *Params) Words(name string) map[string]string {
	v := p.value(name)
	if v.kind != noNode && v.kind != mapNode {
		p.Fail(name, "write {key: text}", "%s is not texts by key", name)
	}
	out := map[string]string{}
	for _, e := range v.keys {
		out[e.key] = e.value.text
	}
	return out
}

// Int is a parameter that is a whole number, 0 where it is left out.
func (p *Params) Int(name string) int {
	s := p.Text(name)
	if s == "" {
		return 0
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		p.Fail(name, "", "%s is %q, which is no whole number", name, s)
	}
	return n
}

// Float is a parameter that is a decimal, 0 where it is left out.
func (p *Params) Float(name string) float64 {
	s := p.Text(name)
	if s == "" {
		return 0
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		p.Fail(name, "", "%s is %q, which is no number", name, s)
	}
	return v
}

// Flag is a parameter that is true or false, false where it is left out.
func (p *Params) Flag(name string) bool {
	switch s := p.Text(name); s {
	case "true":
		return true
	case "", "false":
	default:
		p.Fail(name, "write true or false", "%s is %q", name, s)
	}
	return false
}

// Choice is a parameter that is one of some words, the first where it is left
// out.
func (p *Params) Choice(name string, words ...string) string {
	s := p.Text(name)
	if s == "" {
		return words[0]
	}
	if !slices.Contains(words, s) {
		p.Fail(name, nearest(s, words, "it is one of"), "%s is %q", name, s)
	}
	return s
}

// Parts are the entries of a list, each with parameters of its own. An entry
// that is a text or a list is the value of the first name.
func (p *Params) Parts(name string, takes ...string) []*Params {
	v := p.value(name)
	list := v.list
	if v.kind == textNode || v.kind == mapNode {
		list = []node{v}
	}
	var out []*Params
	for _, item := range list {
		if item.kind != mapNode {
			item = node{kind: mapNode, at: item.at, keys: []entry{{key: takes[0], value: item, at: item.at}}}
		}
		part := &Params{what: p.what + ", " + name, node: item, takes: takes, surroundings: p.surroundings}
		if knownKeys(part.what, takes, item, p.problems) {
			out = append(out, part)
		}
	}
	return out
}

// Part is a parameter with a name and parameters of its own, as in
// "in: {dual: a}" or "in: dual"; nil where it is left out, is a list, or is
// none of the makers.
func Part[T any](p *Params, name string, makers map[string]Maker[T]) (made T, ok bool) {
	v := p.value(name)
	if v.kind != textNode && v.kind != mapNode || !known(name, makers, v, p.problems) {
		return made, false
	}
	return makeOf(name, makers, v, p.surroundings), true
}

// makeOf makes what a node names; the names in it are known.
func makeOf[T any](what string, makers map[string]Maker[T], n node, in *surroundings) T {
	p := paramsOf(what, makers, n, in)
	return makers[p.name].Make(p)
}

// paramsOf are the parameters of what a node names.
func paramsOf[T any](what string, makers map[string]Maker[T], n node, in *surroundings) *Params {
	name, _ := n.name()
	return &Params{what: "the " + what + " " + name, name: name, node: n.whole(), takes: makers[name].Takes, surroundings: in}
}

// Field is a parameter that names a field of the exercise.
func (p *Params) Field(name string) string {
	s := p.Text(name)
	if s != "" {
		p.isField(name, s)
	}
	return s
}

// Fields is a parameter that names fields of the exercise.
func (p *Params) Fields(name string) []string {
	list := p.Texts(name)
	for _, s := range list {
		p.isField(name, s)
	}
	return list
}

// IsField reports whether the exercise has such a field.
func (in *surroundings) IsField(field string) bool { return slices.Contains(in.fields, field) }

func (p *Params) isField(name, field string) {
	if !p.IsField(field) {
		p.Fail(name, nearest(field, p.fields, "there are"), "no field %q in this exercise", field)
	}
}

// Right reports whether what is typed into every one of the fields is accepted, and
// the student knows it: what has not been judged yet is not.
func (in *surroundings) Right(ctx context.Context, a exercises.Answers, fields ...string) bool {
	for _, f := range fields {
		j := in.judges[f]
		if j.Check == nil || a.Awaits(f) || !j.Check(ctx, a[f]).Accepted {
			return false
		}
	}
	return true
}

// Reading is what is typed into a field as the lab reads it, "" where it cannot
// be read.
func (in *surroundings) Reading(ctx context.Context, a exercises.Answers, field string) string {
	j := in.judges[field]
	if j.Echo == nil || strings.TrimSpace(a[field]) == "" {
		return ""
	}
	return j.Echo(ctx, a[field]).Reading
}

// Lines returns the judged lines of a field, or nil if its judge has none.
func (in *surroundings) Lines(ctx context.Context, a exercises.Answers, field string) []answer.Line {
	if j := in.judges[field]; j.Lines != nil {
		return j.Lines(ctx, a[field])
	}
	return nil
}

// JudgeOf returns the judge's parameters of a field earlier in the task, or nil.
func (in *surroundings) JudgeOf(field string) *Params { return in.made[field] }

// Inked returns a line of text in which code spans choose inks, as in a formula.
func Inked(text string) ascii.Line { return inked(text) }
