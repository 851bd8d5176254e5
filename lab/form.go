package lab

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
)

// form edits the fields of a step. It holds the editing state only (cursor,
// scroll, what the step reads in a text); the texts themselves live in the
// answers it is given.
type form struct {
	fields []exercises.Field
	inputs []editor         // one a field, unused by choices
	ctx    context.Context  // of the session: reading ends with it
	echoer exercises.Echoer // nil: the step has no reading
	echoes map[string]exercises.Echo
}

// newForm returns the form of a step with the answers in place.
func newForm(ctx context.Context, step exercises.Step, fields []exercises.Field, a exercises.Answers) *form {
	f := &form{ctx: ctx, fields: fields, inputs: make([]editor, len(fields)), echoes: exercises.EchoAll(ctx, step, fields, a)}
	f.echoer, _ = step.(exercises.Echoer)
	for i, field := range fields {
		f.inputs[i].set(a[field.Name])
	}
	return f
}

// isText reports whether field i is typed into.
func (f *form) isText(i int) bool {
	return i >= 0 && i < len(f.fields) && f.fields[i].Kind == exercises.TextField
}

// edit gives a key or a paste to the editor of field i and returns its text.
func (f *form) edit(i int, msg tea.Msg) (text string, changed bool) {
	before := f.inputs[i].value()
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		f.inputs[i].key(msg)
	case tea.PasteMsg:
		f.inputs[i].insert(msg.Content)
	}
	text = f.inputs[i].value()
	if text == before {
		return text, false
	}
	f.read(i)
	return text, true
}

// set replaces the text of field i.
func (f *form) set(i int, text string) {
	f.inputs[i].set(text)
	f.read(i)
}

// read asks the step how it reads field i.
func (f *form) read(i int) {
	name := f.fields[i].Name
	text := f.inputs[i].value()
	if f.echoer == nil || !f.isText(i) || strings.TrimSpace(text) == "" {
		delete(f.echoes, name)
		return
	}
	f.echoes[name] = f.echoer.Echo(f.ctx, name, text)
}

// choose moves the choice of field i by n, or takes the one at index at where
// n is 0, and returns its value.
func (f *form) choose(i, n, at int, a exercises.Answers) (value string, ok bool) {
	choices := f.fields[i].Choices
	if len(choices) == 0 {
		return "", false
	}
	if n == 0 {
		if at < 0 || at >= len(choices) {
			return "", false
		}
		return choices[at].Value, true
	}
	now := chosen(choices, a[f.fields[i].Name])
	switch {
	case now < 0 && n > 0:
		return choices[0].Value, true
	case now < 0:
		return choices[len(choices)-1].Value, true
	}
	return choices[max(0, min(now+n, len(choices)-1))].Value, true
}

// chosen is the index of a value among choices, or −1.
func chosen(choices []exercises.Choice, value string) int {
	for i, c := range choices {
		if c.Value == value && value != "" {
			return i
		}
	}
	return -1
}
