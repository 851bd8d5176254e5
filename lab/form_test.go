package lab

import (
	"context"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/budget"
	"kernellab/lab/job"
	"kernellab/lab/theme"
	"kernellab/lab/ui"

	tea "charm.land/bubbletea/v2"
)

func mono() *theme.Theme { return theme.New(ascii.Mono, true) }

// listener is a step that notes the contexts in which it is asked to read.
type listener struct {
	exercises.Step
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
	f := newForm(ctx, mono(), step, exercises.Info{Fields: fields}, exercises.Answers{"a": "1"}, &formJobs{})
	f.fill(1, "2")
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
	f.lay(d)
	if got := d.String(); !strings.Contains(got, "later: 2") || strings.Contains(got, "later: 1") {
		t.Errorf("below the field stands\n%s", got)
	}
}

// slowReader reads letter by letter, which takes work.
type slowReader struct{ exercises.Step }

func (slowReader) Echo(ctx context.Context, _, text string) exercises.Echo {
	return exercises.WhileTyping(ctx, func(ctx context.Context) exercises.Echo {
		if err := budget.Of(ctx, budget.Echo()).Spend(len(text)); err != nil {
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
	f := newForm(t.Context(), mono(), slowReader{}, exercises.Info{Fields: fields}, exercises.Answers{"a": long("1"), "b": "2"}, &formJobs{})
	asker := job.Asker{Owner: 1, Context: t.Context()}
	if f.echoes["b"].Reading != "2" || f.echoes["a"].Reading != "" {
		t.Fatalf("at a glance: %+v", f.echoes)
	}
	late := f.ask(asker)
	if late == nil || f.ask(asker) != nil {
		t.Fatal("one question is to be under way")
	}
	f.fill(1, long("3"))
	f.heard(late().(echoMsg))
	if _, heard := f.echoes["a"]; heard {
		t.Error("an answer of before the change was taken")
	}
	for cmd := f.ask(asker); cmd != nil; cmd = f.ask(asker) {
		f.heard(cmd().(echoMsg))
	}
	if f.echoes["a"].Reading != long("1") || f.echoes["b"].Reading != long("3") {
		t.Error("the texts were not read")
	}
	f.fill(0, "4")
	if f.echoes["a"].Reading != "4" || f.ask(asker) != nil {
		t.Error("a short text waits for a command")
	}
}

// A verdict stays with the fields that have not changed since.
func TestMarksStayWhereNothingChanged(t *testing.T) {
	f := newForm(t.Context(), mono(), &listener{}, exercises.Info{Fields: []exercises.Field{{Name: "a"}, {Name: "b"}}}, nil, &formJobs{})
	r := &exercises.Report{Fields: map[string]exercises.FieldReport{"a": {Verdict: exercises.Equal}, "b": {Verdict: exercises.NotEqual}}}
	f.report, f.marks = r, r
	f.focusFirst(func(r exercises.FieldReport) bool { return r.Verdict == exercises.NotEqual })
	if f.at() != 1 {
		t.Fatalf("the keyboard is in field %d", f.at())
	}
	f.update(tea.KeyPressMsg{Code: '7', Text: "7"})
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
		f := newForm(t.Context(), mono(), &listener{}, exercises.Info{Fields: fields}, exercises.Answers{}, &formJobs{})
		f.report = &report
		d := ui.NewDocument(mono(), width)
		f.lay(d)
		for i := range fields {
			at, _ := d.At(fields[i].Name)
			row := []rune(d.Lines()[at.Y].String())
			if end := at.X + at.W; len(row) < end || !strings.HasPrefix(strings.TrimLeft(string(row[end:]), " "), "✗") || len(row) > width {
				t.Errorf("width %d: the mark of field %d is not in the line %q", width, i+1, string(row))
			}
		}
	}
}

// A field that names no width grows with its text: the whole answer is in sight,
// its cursor too, and one that is very long scrolls by rows.
func TestAFieldGrowsWithItsText(t *testing.T) {
	answer := "[1, sqrt(2)*x1, sqrt(2)*x2, x1^2, x2^2, sqrt(2)*x1*x2]"
	for _, size := range [][2]int{{60, 18}, {80, 24}, {120, 36}, {200, 60}} {
		b := open(t, size[0], size[1], "1.2")
		b.keys("enter")
		b.typed(answer)
		box := b.field(0)
		shown := ""
		rows := strings.Split(b.screen(), "\n")
		for y := range box.H {
			row := []rune(rows[box.Y+y])
			shown += strings.TrimRight(string(row[box.X:min(len(row), box.X+box.W)]), " ")
		}
		if strings.ReplaceAll(shown, " ", "") != strings.ReplaceAll(answer, " ", "") {
			t.Errorf("%v: the box shows %q", size, shown)
		}
		b.typed(strings.Repeat("1+", 400))
		if x, y, ok := b.exercise().cursor(); !ok || y >= size[1] || x >= size[0] {
			t.Errorf("%v: the cursor is at %d, %d", size, x, y)
		}
	}
}

// A verdict moves the keyboard to the first field that is wrong or empty, also where
// it was in another that is right, and nowhere once all are right.
func TestAVerdictLeadsToWhatIsOpen(t *testing.T) {
	b := newBench(t, 120, 36, Config{Student: newStudent(t, oneStep{fakeLibrary{slow: closedGate()}, groups{}}), Start: "1.3", Background: Dark})
	for _, c := range []struct{ typed, want string }{{"1 7 0", "b"}, {"5 2 0", "a"}, {"1 2 9", "c"}, {"1 2 0", "b"}} {
		for i, text := range strings.Fields(c.typed) {
			b.exercise().setFocus(focus{onField, i})
			b.keys("ctrl+u")
			b.typed(text)
		}
		b.exercise().setFocus(focus{onField, 1})
		b.keys("enter")
		if got := b.atField(); got != c.want {
			t.Errorf("%s: the keyboard is in %s, not %s", c.typed, got, c.want)
		}
	}
}
