package lab

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/lab/exercise"
	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/study"
)

// A number typed with enter is never lost: whichever field, slider or pane of a task
// with a field has the keyboard, the number is in a field and judged.
func TestTypedNumber_reachesAField(t *testing.T) {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range lessons(library) {
		for _, x := range u.Exercises {
			b := newLessonBench(t, library, x.ID, [2]int{120, 36}, ascii.TrueColor)
			for range x.Tasks {
				b.typesFromEveryFocus()
				b.keys("ctrl+n")
			}
		}
	}
}

// typesFromEveryFocus types a number from everything in the current task that can have
// the keyboard, at three sizes.
func (b *bench) typesFromEveryFocus() {
	b.t.Helper()
	e := b.exercise()
	if info := e.Task.Info(); len(info.Fields) == 0 || info.Bench {
		return
	}
	b.hold = true // no scene and no verdict
	for _, size := range screens() {
		b.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		for _, f := range foci(e) {
			b.emptyFields()
			e.SetFocus(f)
			b.typesANumber(fmt.Sprintf("%s %s at %v, focus %v", e.Task.Work.ID(), e.Task.Info().Name, size, f))
		}
	}
	b.emptyFields()
	b.send(tea.WindowSizeMsg{Width: 120, Height: 36})
	b.hold, b.held = false, nil
	b.run(e.FieldsChanged())
}

// foci returns the stage, and every control and field.
func foci(e *exercise.Screen) []exercise.Focus {
	out := []exercise.Focus{{}}
	for i := range e.Stage.Scene.Controls {
		out = append(out, exercise.Focus{Kind: exercise.OnControl, I: i})
	}
	for i := range e.Task.Info().Fields {
		out = append(out, exercise.Focus{Kind: exercise.OnField, I: i})
	}
	return out
}

func (b *bench) emptyFields() {
	e := b.exercise()
	for i := range e.Task.Info().Fields {
		e.Task.Form.Fill(i, "")
	}
	e.Task.StoreFields()
}

// typesANumber types a number and enter. If every field that could take it has choices,
// it types the number of a choice.
func (b *bench) typesANumber(where string) {
	b.t.Helper()
	e := b.exercise()
	number, want := "-2,5", "-2,5"
	if at := e.Task.Form.At(); !hasText(e.Task.Info()) || at >= 0 && e.Task.Info().Fields[at].Kind != exercises.TextField {
		number, want = "1", ""
	}
	b.typed(number)
	b.keys("enter")
	var got []string
	for _, f := range e.Task.Info().Fields {
		if text := e.Task.Form.Answers[f.Name]; text != "" {
			got = append(got, text)
		}
	}
	if s := strings.Join(got, " "); s == "" || want != "" && s != want {
		b.t.Errorf("%s: after %q the fields hold %q, want the number", where, number, s)
	}
	if _, judged := b.m.top().(*exercise.Screen); !judged || !e.Task.Jobs.Check.Busy() {
		b.t.Errorf("%s: enter after %q does not judge the answer, want it to", where, number)
	}
	e.Task.Jobs.Check.Stop()
	for b.m.top() != session.Screen(e) {
		b.keys("esc")
	}
}

// hasText reports whether a task has a field for text.
func hasText(i exercises.Info) bool {
	for _, f := range i.Fields {
		if f.Kind == exercises.TextField {
			return true
		}
	}
	return false
}

// An unsent answer survives everything that can happen before it is sent: a resize, a
// terminal that is too small for a while, another task, another exercise, the end of
// the session, and a line that is cut.
func TestTypedNumber_survivesUnsent(t *testing.T) {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range lessons(library) {
		for _, x := range u.Exercises {
			store := &progress.Memory{}
			b := onStore(t, library, store, x.ID)
			want := map[string]string{}
			for range x.Tasks {
				b.hold = true
				if i := b.exercise().Task.Info(); hasText(i) && !i.Bench {
					b.typed("-2,5")
					want[b.exercise().Task.Form.FieldName(b.exercise().Task.Form.At())] = "-2,5"
				}
				b.send(tea.WindowSizeMsg{Width: 20, Height: 5})
				b.send(tea.WindowSizeMsg{Width: 80, Height: 24})
				b.hold, b.held = false, nil // nothing was written
				b.keys("ctrl+n")
			}
			b.cutLine()
			b = onStore(t, library, store, x.ID)
			e := b.exercise()
			for i := range x.Tasks {
				e.Task.Work.Go(i)
				e.Enter()
				for _, f := range e.Task.Info().Fields {
					if got := e.Task.Form.Answers[f.Name]; got != want[f.Name] {
						t.Errorf("%s %s: field %s holds %q after the line was cut, want %q", x.ID, e.Task.Info().Name,
							f.Name, got, want[f.Name])
					}
				}
			}
		}
	}
}

// onStore opens an exercise for the student whose record a store holds.
func onStore(t *testing.T, library *catalogue.Catalogue, store progress.Store, id string) *bench {
	t.Helper()
	s, _, err := study.Open(library, store, study.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return newPatientBench(t, 120, 36, session.Config{Student: s, Start: id, Background: session.Dark})
}

// cutLine ends the lab as a host does if a connection breaks.
func (b *bench) cutLine() {
	b.t.Helper()
	b.m.Close()
	if save := b.m.Student.Leave(); save != nil {
		if err := save(); err != nil {
			b.t.Fatal(err)
		}
	}
}

// An empty field never shows what could be an answer: a placeholder is in words or
// begins with "e.g.", and has more than numbers.
func TestPlaceholder_isNoAnswer(t *testing.T) {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range lessons(library) {
		for _, x := range u.Exercises {
			e, err := library.Open(x.ID, exercises.Options{Seed: 41})
			if err != nil {
				t.Fatal(err)
			}
			for _, task := range e.Tasks {
				for _, f := range task.Info().Fields {
					isWord := func(r rune) bool { return unicode.IsLetter(r) || r == '…' }
					if f.Placeholder != "" && !strings.ContainsFunc(f.Placeholder, isWord) {
						t.Errorf("%s %s: field %s shows %q, want no plausible answer", x.ID, task.Info().Name, f.Name,
							f.Example())
					}
				}
			}
		}
	}
}
