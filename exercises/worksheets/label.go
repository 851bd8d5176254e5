package worksheets

import (
	"maps"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
)

// labels are what stands before the fields of an exercise, by their names. Students
// write it once more; here it is taken away, for judges, lessons and scenes alike.
type labels map[string]fieldLabel

// fieldLabel is one label, and other names of what it asks for.
type fieldLabel struct {
	text string
	also []string
}

// bare is a text without the label, and what is wrong with another statement.
func (l fieldLabel) bare(text string) (string, *answer.SyntaxError) {
	return answer.Unlabelled(text, l.text, l.also...)
}

// note keeps the label of a field, unless its judge reads statements.
func (l labels) note(f field, v values, j Judge) {
	if f.Kind == exercises.ChoiceField || j.Relates {
		return
	}
	label := fieldLabel{text: v.text(f.Label)}
	for _, name := range f.also {
		label.also = append(label.also, v.text(name))
	}
	l[f.Name] = label
}

// without is the answers without the labels of their fields. What has another
// statement before it stays as it is.
func (l labels) without(a exercises.Answers) exercises.Answers {
	var out exercises.Answers
	for name, text := range a {
		label, known := l[name]
		if !known {
			continue
		}
		if bare, err := label.bare(text); err == nil && bare != text {
			if out == nil {
				out = maps.Clone(a)
			}
			out[name] = bare
		}
	}
	if out == nil {
		return a
	}
	return out
}

// refused is a report on the first field whose text is a statement that is not its
// label's.
func (l labels) refused(fields []exercises.Field, a exercises.Answers) (exercises.Report, bool) {
	i := slices.IndexFunc(fields, func(f exercises.Field) bool { return l.fault(f.Name, a[f.Name]) != nil })
	if i < 0 {
		return exercises.Report{}, false
	}
	f := fields[i]
	err := l.fault(f.Name, a[f.Name])
	return exercises.Report{
		Verdict: exercises.Unreadable, Fact: []ascii.Line{ascii.Plain(err.Error())},
		Fields: map[string]exercises.FieldReport{f.Name: {Verdict: exercises.Unreadable, Message: err.Error(), At: err.At, Fix: err.Fix}},
	}, true
}

// fault is what is wrong with a statement before an answer; nil where nothing is.
func (l labels) fault(field, text string) *answer.SyntaxError {
	label, known := l[field]
	if !known {
		return nil
	}
	_, err := label.bare(text)
	return err
}
