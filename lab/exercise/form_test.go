package exercise

import (
	"context"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/budget"
	"kernellab/lab/job"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

func mono() *theme.Theme { return theme.New(ascii.Mono, true) }

// listener is a step that notes the contexts in which it is asked to read.
type listener struct {
	exercises.Task
	heard []context.Context
}

func (l *listener) Echo(ctx context.Context, _, text string) exercises.Echo {
	l.heard = append(l.heard, ctx)
	return exercises.Echo{Note: "later: " + text, At: -1}
}

// What is typed is read in the session's context, and what cannot be read in time
// says so below the field.
func TestEchoesEndWithTheSession(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	step, fields := &listener{}, []exercises.Field{{Name: "a"}, {Name: "b"}}
	f := NewForm(ctx, mono(), step, exercises.Info{Fields: fields}, exercises.Answers{"a": "1"}, &FormJobs{})
	f.Fill(1, "2")
	end()
	if len(step.heard) != 2 {
		t.Fatalf("asked %d times", len(step.heard))
	}
	for i, heard := range step.heard {
		if heard.Err() == nil {
			t.Errorf("echo %d goes on after the session", i)
		}
	}
	f.focus(1)
	d := ui.NewDocument(mono(), 60)
	f.Lay(d)
	if got := d.String(); !strings.Contains(got, "later: 2") || strings.Contains(got, "later: 1") {
		t.Errorf("below the field stands\n%s", got)
	}
}

// slowReader reads letter by letter, which takes work.
type slowReader struct{ exercises.Task }

func (slowReader) Echo(ctx context.Context, _, text string) exercises.Echo {
	return exercises.WhileTyping(ctx, func(ctx context.Context) exercises.Echo {
		if err := budget.In(budget.With(ctx, budget.Echo())).Spend(len(text)); err != nil {
			return exercises.Echo{Problem: err.Error(), At: -1}
		}
		return exercises.Echo{Reading: text, At: -1}
	})
}

// What takes longer than a moment to read is read in a command, one text at a time;
// what has changed meanwhile is read anew, and the late answer refused.
func TestALongTextIsReadInACommand(t *testing.T) {
	long := func(letter string) string { return strings.Repeat(letter, 500) }
	fields := []exercises.Field{{Name: "a"}, {Name: "b"}}
	f := NewForm(t.Context(), mono(), slowReader{}, exercises.Info{Fields: fields}, exercises.Answers{"a": long("1"), "b": "2"}, &FormJobs{})
	asker := job.Asker{Owner: 1, Context: t.Context()}
	if f.Echoes["b"].Reading != "2" || f.Echoes["a"].Reading != "" {
		t.Fatalf("at a glance: %+v", f.Echoes)
	}
	late := f.request(asker)
	if late == nil || f.request(asker) != nil {
		t.Fatal("one question is to be under way")
	}
	f.Fill(1, long("3"))
	f.heard(late().(EchoMsg))
	if _, heard := f.Echoes["a"]; heard {
		t.Error("an answer of before the change was taken")
	}
	for cmd := f.request(asker); cmd != nil; cmd = f.request(asker) {
		f.heard(cmd().(EchoMsg))
	}
	if f.Echoes["a"].Reading != long("1") || f.Echoes["b"].Reading != long("3") {
		t.Error("the texts were not read")
	}
	f.Fill(0, "4")
	if f.Echoes["a"].Reading != "4" || f.request(asker) != nil {
		t.Error("a short text waits for a command")
	}
}

// A verdict stays with the fields that have not changed since.
func TestMarksStayWhereNothingChanged(t *testing.T) {
	f := NewForm(t.Context(), mono(), &listener{}, exercises.Info{Fields: []exercises.Field{{Name: "a"}, {Name: "b"}}}, nil, &FormJobs{})
	r := &exercises.Report{Fields: map[string]exercises.FieldReport{"a": {Verdict: exercises.Equal}, "b": {Verdict: exercises.NotEqual}}}
	f.report, f.marks = r, r
	f.focusFirst(func(r exercises.FieldReport) bool { return r.Verdict == exercises.NotEqual })
	if f.At() != 1 {
		t.Fatalf("the keyboard is in field %d", f.At())
	}
	f.Update(tea.KeyPressMsg{Code: '7', Text: "7"})
	_, a := f.verdicts().Fields["a"]
	_, b := f.verdicts().Fields["b"]
	if !a || b || f.report != nil {
		t.Errorf("verdicts after a change of b: a %v, b %v, report %v", a, b, f.report)
	}
}

// The mark of a field is within the text, in the last column of a group too.
func TestMarksOfAGroupAreInSight(t *testing.T) {
	var fields []exercises.Field
	report := exercises.Report{Fields: map[string]exercises.FieldReport{}}
	for _, name := range []string{"a₁′", "a₂′", "a₃′"} {
		fields = append(fields, exercises.Field{Name: name, Label: name, Width: 6, Group: "first"})
		report.Fields[name] = exercises.FieldReport{Verdict: exercises.NotEqual}
	}
	for width := 24; width < 70; width++ {
		f := NewForm(t.Context(), mono(), &listener{}, exercises.Info{Fields: fields}, exercises.Answers{}, &FormJobs{})
		f.report = &report
		d := ui.NewDocument(mono(), width)
		f.Lay(d)
		for i := range fields {
			at, _ := d.At(fields[i].Name)
			row := []rune(d.Lines()[at.Y].String())
			if end := at.X + at.W; len(row) < end || !strings.HasPrefix(strings.TrimLeft(string(row[end:]), " "), "✗") || len(row) > width {
				t.Errorf("width %d: the mark of field %d is not in the line %q", width, i+1, string(row))
			}
		}
	}
}
