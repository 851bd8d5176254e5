package worksheets

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/answer"
)

// Params are the parameters of one judge or scene as written in a worksheet, the Markdown file of
// an exercise, with the values of variables filled in. A judge decides whether the answer in a
// field is right, and a scene is what a task shows next to its text. A parameter that is left out
// has the zero value. The methods record problems with their places in the file, so the [Maker]
// that reads the parameters need not handle them.
type Params struct {
	description, name string // description begins messages, as in "the judge sign" for a judge called sign
	node              node
	parameterNames    []string
	*makerContext
}

// makerContext holds what a maker, a function that makes a judge or a scene, may use in addition to
// its parameters.
type makerContext struct {
	LessonInput LessonInput // what the lesson of the exercise gets
	problems    *problems
	// judges holds the judges of all fields of the exercise. It is filled while the judges and
	// scenes of all tasks are made. Scenes read it only when they are drawn, and by then it is
	// complete.
	judges        map[string]Judge
	judgeParams   map[string]*Params            // parameters of the judges, by field
	labelsToStrip labels                        // students may repeat them in an answer; they are removed first
	fields        []string                      // names of all fields of the exercise
	choices       map[string][]exercises.Choice // choices that the worksheet gives, by field
	fieldLabels   map[string]string             // labels of all fields as shown, by name
	Sets          map[string]exercises.Data     // data sets of the worksheet and of the lesson
	pendingScene  SceneFunc                     // the lesson's scene for the current task, until LessonScene returns it
}

// LessonScene returns the scene that the lesson, the Go code of the exercise, draws for this task.
// It returns nil if there is none or if the scene has been returned already.
func (mc *makerContext) LessonScene() SceneFunc {
	scene := mc.pendingScene
	mc.pendingScene = nil
	return scene
}

// Labels returns the labels of the choices of a field, by their values.
func (mc *makerContext) Labels(field string) map[string]string {
	out := map[string]string{}
	for _, c := range mc.choices[field] {
		out[c.Value] = c.Label
	}
	return out
}

// Fail records what is wrong with a parameter, and a hint that says what would work.
func (p *Params) Fail(name, hint, format string, args ...any) {
	at := p.node.at
	if v, ok := p.node.get(name); ok && v.kind != noNode {
		at = v.at
	}
	p.problems.add(at, hint, "%s: %s", p.description, fmt.Sprintf(format, args...))
}

// FailName records an unknown name at the place where the parameters contain it. kind is the kind
// of thing that the name should denote. The hint lists the known names.
func (p *Params) FailName(kind, name string, knownNames []string) {
	at := p.node.at
	p.node.eachText(func(n node) {
		if n.text == name {
			at = n.at
		}
	})
	p.problems.add(at, nearest(name, knownNames, "there are"), "%s: no %s %q", p.description, kind, name)
}

// value returns a parameter as written. It panics if the maker does not declare the parameter.
func (p *Params) value(name string) node {
	if !slices.Contains(p.parameterNames, name) {
		panic("worksheets: " + p.description + " does not declare " + name)
	}
	v, _ := p.node.get(name)
	return v
}

// IsList reports whether a parameter is a list.
func (p *Params) IsList(name string) bool { return p.value(name).kind == listNode }

// IsMap reports whether a parameter maps keys to texts.
func (p *Params) IsMap(name string) bool { return p.value(name).kind == mapNode }

// Text returns a parameter that is a text.
func (p *Params) Text(name string) string {
	v := p.value(name)
	if v.kind == listNode || v.kind == mapNode {
		p.Fail(name, "write it as one text", "%s must be a single text", name)
	}
	return v.text
}

// RequiredText is like Text, but records a problem if the parameter is left out.
func (p *Params) RequiredText(name string) string {
	s := p.Text(name)
	if strings.TrimSpace(s) == "" {
		p.Fail(name, "add it", "%s is missing", name)
	}
	return s
}

// Texts returns a parameter that is a list of texts or a single text.
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

// TextMap returns a parameter that maps keys to texts.
func (p *Params) TextMap(name string) map[string]string {
	v := p.value(name)
	if v.kind != noNode && v.kind != mapNode {
		p.Fail(name, "write {key: text}", "%s must map keys to texts", name)
	}
	out := map[string]string{}
	for _, e := range v.keys {
		out[e.key] = e.value.text
	}
	return out
}

// Int returns a parameter that is a whole number, or 0 if it is left out.
func (p *Params) Int(name string) int {
	s := p.Text(name)
	if s == "" {
		return 0
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		p.Fail(name, "", "%s is %.60q, which is not a whole number", name, s)
	}
	return n
}

// Float returns a parameter that is a decimal, or 0 if it is left out.
func (p *Params) Float(name string) float64 {
	s := p.Text(name)
	if s == "" {
		return 0
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		p.Fail(name, "", "%s is %.60q, which is not a number", name, s)
	}
	return v
}

// Flag returns a parameter that is true or false, or false if it is left out.
func (p *Params) Flag(name string) bool { return p.Choice(name, "false", "true") == "true" }

// Choice returns a parameter that is one of the given words, or the first of them if it
// is left out.
func (p *Params) Choice(name string, words ...string) string {
	s := p.Text(name)
	if s == "" {
		return words[0]
	}
	if !slices.Contains(words, s) {
		p.Fail(name, nearest(s, words, "it is one of"), "%s is %.60q", name, s)
	}
	return s
}

// Parts returns the entries of a list, each with its own parameters. An entry that is a map gives
// the parameters by name. An entry that is a text or a list is the value of parameterNames[0].
func (p *Params) Parts(name string, parameterNames ...string) []*Params {
	v := p.value(name)
	list := v.list
	if v.kind == textNode || v.kind == mapNode {
		list = []node{v}
	}
	var out []*Params
	for _, item := range list {
		if item.kind != mapNode {
			item = node{kind: mapNode, at: item.at, keys: []entry{{key: parameterNames[0], value: item, at: item.at}}}
		}
		part := &Params{description: p.description + ", " + name, node: item, parameterNames: parameterNames,
			makerContext: p.makerContext}
		if checkKeys(part.description, parameterNames, item, p.problems) {
			out = append(out, part)
		}
	}
	return out
}

// MakeNamed calls the maker that a parameter names, such as the maker dual for "in: dual". The
// parameter may also give parameters to this maker, as in "in: {dual: a}". ok is false if the
// parameter is left out, is a list, or names none of the makers.
func MakeNamed[T any](p *Params, name string, makers map[string]Maker[T]) (made T, ok bool) {
	v := p.value(name)
	if v.kind != textNode && v.kind != mapNode || !checkNames(name, makers, v, p.problems) {
		return made, false
	}
	return makeOf(name, makers, v, p.makerContext), true
}

// makeOf makes the judge or scene that a node names. All names in the node must be
// known.
func makeOf[T any](kind string, makers map[string]Maker[T], n node, mc *makerContext) T {
	p := paramsOf(kind, makers, n, mc)
	return makers[p.name].Make(p)
}

// paramsOf returns the parameters of the judge or scene that a node names.
func paramsOf[T any](kind string, makers map[string]Maker[T], n node, mc *makerContext) *Params {
	name, _ := n.name()
	return &Params{description: "the " + kind + " " + name, name: name, node: n.asMap(),
		parameterNames: makers[name].Takes,
		makerContext:   mc}
}

// Field returns a parameter that names a field of the exercise.
func (p *Params) Field(name string) string {
	s := p.Text(name)
	if s != "" {
		p.CheckField(name, s)
	}
	return s
}

// Fields returns a parameter that names fields of the exercise.
func (p *Params) Fields(name string) []string {
	list := p.Texts(name)
	for _, s := range list {
		p.CheckField(name, s)
	}
	return list
}

// IsField reports whether the exercise has a field with the given name.
func (mc *makerContext) IsField(field string) bool { return slices.Contains(mc.fields, field) }

// CheckField records a problem with a parameter if the exercise does not have the field.
func (p *Params) CheckField(name, field string) {
	if !p.IsField(field) {
		p.Fail(name, nearest(field, p.fields, "there are"), "no field %q in this exercise", field)
	}
}

// Right reports whether the answers in all of the fields are accepted and have been judged,
// so that the student knows the verdict.
func (mc *makerContext) Right(ctx context.Context, a exercises.Answers, fields ...string) bool {
	for _, f := range fields {
		j := mc.judges[f]
		if j.Check == nil || a.IsUnjudged(f) || !j.Check(ctx, a[f]).Accepted {
			return false
		}
	}
	return true
}

// Reading returns the answer in a field as the program understands it, typeset, or "" if it cannot
// be parsed.
func (mc *makerContext) Reading(ctx context.Context, a exercises.Answers, field string) string {
	j := mc.judges[field]
	if j.Echo == nil || strings.TrimSpace(a[field]) == "" {
		return ""
	}
	return j.Echo(ctx, a[field]).Reading
}

// Lines returns the judged lines of a field, or nil if its judge has none.
func (mc *makerContext) Lines(ctx context.Context, a exercises.Answers, field string) []answer.Line {
	if j := mc.judges[field]; j.Lines != nil {
		return j.Lines(ctx, a[field])
	}
	return nil
}

// JudgeParams returns the parameters of the judge of an earlier field, or nil.
func (mc *makerContext) JudgeParams(field string) *Params { return mc.judgeParams[field] }
