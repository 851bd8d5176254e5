package exercise

import (
	"context"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/budget"
	"kernellab/lab/core"
	"kernellab/lab/session"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
	"kernellab/testdata/support/check"
)

func mono() *theme.Theme { return theme.New(ascii.Mono, true) }

// listener is a task that records the contexts of its echoes.
type listener struct {
	exercises.Task
	contexts []context.Context
}

func (l *listener) Echo(ctx context.Context, _, text string) exercises.Echo {
	l.contexts = append(l.contexts, ctx)
	return exercises.Echo{Note: "later: " + text, At: -1}
}

// Texts are read in the session's context, and the echo is shown below the field.
func TestForm_echoesEndWithTheSession(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	step, fields := &listener{}, []exercises.Field{{Name: "a"}, {Name: "b"}}
	f := NewForm(ctx, mono(), step, exercises.Info{Fields: fields}, exercises.Answers{"a": "1"}, &FormJobs{})
	f.FillField(1, "2")
	end()
	check.Must(t, len(step.contexts) == 2, "got %d echoes, want 2", len(step.contexts))
	for i, c := range step.contexts {
		check.That(t, c.Err() != nil, "context of echo %d after the session: Err() = nil, want an error", i)
	}
	f.focus(1)
	d := ui.NewDocument(mono(), 60)
	f.WriteTo(d)
	if got := d.String(); !strings.Contains(got, "later: 2") || strings.Contains(got, "later: 1") {
		t.Errorf("below the field got\n%s\nwant only later: 2", got)
	}
}

// slowReader spends one unit of the budget for echoes on every letter that it reads.
type slowReader struct{ exercises.Task }

func (slowReader) Echo(ctx context.Context, _, text string) exercises.Echo {
	return exercises.EchoWhileTyping(ctx, func(ctx context.Context) exercises.Echo {
		if err := budget.OfCall(budget.StartCall(ctx, budget.EchoLimits())).Spend(len(text)); err != nil {
			return exercises.Echo{Problem: err.Error(), At: -1}
		}
		return exercises.Echo{Reading: text, At: -1}
	})
}

// A text that takes long to read is read in a command, one text at a time. If it changes
// meanwhile, it is read again and the late answer is ignored.
func TestForm_readsLongTextInACommand(t *testing.T) {
	long := func(letter string) string { return strings.Repeat(letter, 500) }
	fields := []exercises.Field{{Name: "a"}, {Name: "b"}}
	f := NewForm(t.Context(), mono(), slowReader{}, exercises.Info{Fields: fields},
		exercises.Answers{"a": long("1"), "b": "2"}, &FormJobs{})
	asker := session.Part{JobStarter: core.JobStarter{Owner: 1, Context: t.Context()}}
	check.Must(t, f.Echoes["b"].Reading == "2" && f.Echoes["a"].Reading == "",
		"echoes without a command = %+v, want only that of b", f.Echoes)
	late := f.requestEcho(asker)
	if late == nil || f.requestEcho(asker) != nil {
		t.Fatal("request: want one command at a time")
	}
	f.FillField(1, long("3"))
	f.receiveEcho(late().(EchoMsg))
	if e, ok := f.Echoes["a"]; ok {
		t.Errorf("echo after a late answer = %+v, want none", e)
	}
	for cmd := f.requestEcho(asker); cmd != nil; cmd = f.requestEcho(asker) {
		f.receiveEcho(cmd().(EchoMsg))
	}
	check.That(t, f.Echoes["a"].Reading == long("1") && f.Echoes["b"].Reading == long("3"),
		"echoes = %+v, want both texts", f.Echoes)
	f.FillField(0, "4")
	check.That(t, f.Echoes["a"].Reading == "4" && f.requestEcho(asker) == nil,
		"echo of a short text = %+v, want it without a command", f.Echoes["a"])
}

// Fields keep their marks until they change.
func TestForm_keepsMarksOfUnchangedFields(t *testing.T) {
	f := NewForm(t.Context(), mono(), &listener{}, exercises.Info{Fields: []exercises.Field{{Name: "a"}, {Name: "b"}}},
		nil, &FormJobs{})
	f.setReport(exercises.Report{Verdict: exercises.NotEqual, Fields: map[string]exercises.FieldReport{
		"a": {Verdict: exercises.Equal}, "b": {Verdict: exercises.NotEqual, Lines: make([]exercises.Verdict, 2)}}})
	if a, b := f.remarkFor(0), f.remarkFor(1); a.Mark != ui.Right || b.Mark != ui.NoMark || len(b.LineMarks) != 2 {
		t.Errorf("got marks %v and %v, want one for the field a, and for the lines of b", a, b)
	}
	f.focusFirst(func(r exercises.FieldReport) bool { return r.Verdict == exercises.NotEqual })
	check.Must(t, f.FocusIndex() == 1, "At = %d, want 1", f.FocusIndex())
	f.Update(tea.KeyPressMsg{Code: '7', Text: "7"})
	_, a := f.fieldReports["a"]
	_, b := f.fieldReports["b"]
	check.That(t, a && !b && f.report == nil,
		"after a change of b: verdict on a %v, on b %v, report %v, want only that on a", a, b, f.report)
}

// The marks of a group are inside the text, also in the last column.
func TestForm_marksOfAGroupAreVisible(t *testing.T) {
	var fields []exercises.Field
	report := exercises.Report{Fields: map[string]exercises.FieldReport{}}
	for _, name := range []string{"a₁′", "a₂′", "a₃′"} {
		fields = append(fields, exercises.Field{Name: name, Label: name, Width: 6, Group: "first"})
		report.Fields[name] = exercises.FieldReport{Verdict: exercises.NotEqual}
	}
	for width := 24; width < 70; width++ {
		f := NewForm(t.Context(), mono(), &listener{}, exercises.Info{Fields: fields}, exercises.Answers{}, &FormJobs{})
		f.setReport(report)
		d := ui.NewDocument(mono(), width)
		f.WriteTo(d)
		for i := range fields {
			at, _ := d.PartArea(fields[i].Name)
			row := []rune(d.Lines()[at.Y].String())
			if end := at.X + at.W; len(row) < end || !strings.HasPrefix(strings.TrimLeft(string(row[end:]), " "),
				"✗") ||
				len(row) > width {
				t.Errorf("width %d: got line %q, want the mark of field %d in it", width, string(row), i+1)
			}
		}
	}
}
