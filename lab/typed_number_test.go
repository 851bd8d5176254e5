package lab

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/study"
)

// An unsent answer survives everything that can happen before it is sent: a resize, a
// terminal that is too small for a while, another task, another exercise, the end of
// the session, and a line that is cut.
func TestTypedNumber_survivesUnsent(t *testing.T) {
	for _, u := range lessons() {
		for _, x := range u.Exercises {
			store := &progress.Memory{}
			b := onStore(t, store, x.ID)
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
			b = onStore(t, store, x.ID)
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
func onStore(t *testing.T, store progress.Store, id string) *bench {
	t.Helper()
	s, _, err := study.Open(lessonLibrary(), store, study.Options{})
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
