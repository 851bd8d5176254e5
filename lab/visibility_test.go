package lab

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/lab/exercise"
	"kernellab/lab/session"
	"kernellab/lab/study"
)

// The effect of every key is visible, at every size: the focused field, the verdict on
// an answer, a new hint.
func TestKeys_showTheirEffect(t *testing.T) {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range lessons(library) {
		for _, e := range u.Exercises {
			for _, size := range screens() {
				t.Run(fmt.Sprintf("%s/%dx%d", e.ID, size[0], size[1]), func(t *testing.T) {
					t.Parallel()
					b := newLessonBench(t, library, e.ID, size, ascii.TrueColor)
					for range e.Tasks {
						b.checkKeysShowEffect()
						b.keys("ctrl+n")
					}
				})
			}
		}
	}
}

// checkKeysShowEffect visits the fields of the task, asks for every hint, gives a wrong
// answer, and visits the fields again.
func (b *bench) checkKeysShowEffect() {
	b.t.Helper()
	s := &b.exercise().Task
	where := s.Work.ID() + " " + s.Info().Name
	for range s.Info().Fields {
		b.keys("tab")
		if s.Form.At() >= 0 && !b.fieldVisible() {
			b.t.Errorf("%s: want focused field %d on the screen, got\n%s", where, s.Form.At(), b.screen())
		}
	}
	if study.Foretelling(s.Work) {
		for i, f := range s.Info().Fields {
			s.Form.Fill(i, s.Info().Reference[f.Name])
		}
		s.StoreFields()
		b.keys("enter")
	}
	for n := range s.Info().Hints {
		b.keys("f1")
		b.inSight(where, fmt.Sprintf("Hint %d", n+1))
	}
	for _, m := range s.Info().Misconceptions[:min(1, len(s.Info().Misconceptions))] {
		for i, f := range s.Info().Fields {
			s.Form.Fill(i, m.Example[f.Name])
		}
		s.StoreFields()
		b.exercise().SetFocus(exercise.Focus{}) // on the stage
		b.keys("enter")
		if r := s.Report(); r != nil {
			b.inSight(where, r.FirstLine())
			b.atFirstWrongField(where)
		}
	}
	for range s.Info().Fields {
		b.keys("tab")
		if s.Form.At() >= 0 && !b.fieldVisible() {
			b.t.Errorf("%s: field %d has the keyboard after a verdict, out of sight:\n%s", where, s.Form.At(),
				b.screen())
		}
	}
}

// atFirstWrongField fails unless the keyboard is in the first field that needs another
// answer, and the cursor is visible.
func (b *bench) atFirstWrongField(where string) {
	b.t.Helper()
	s, r := &b.exercise().Task, b.exercise().Task.Report()
	if len(s.Info().Fields) == 0 || r.Accepted || b.m.top() != session.Screen(b.exercise()) {
		return
	}
	want := max(0, slices.IndexFunc(s.Info().Fields, func(f exercises.Field) bool {
		own, judged := r.Fields[f.Name]
		return judged && own.Open()
	}))
	if got := s.Form.At(); got != want {
		b.t.Errorf("%s: field %d has the keyboard after a wrong answer, want %d", where, got, want)
	}
	if s.Info().Fields[want].Kind == exercises.TextField && b.m.View().Cursor == nil || !b.fieldVisible() {
		b.t.Errorf("%s: want the cursor in sight after a wrong answer, got\n%s", where, b.screen())
	}
}

// fieldVisible reports whether the box of the field with the keyboard is on the
// screen.
func (b *bench) fieldVisible() bool {
	e := b.exercise()
	l := e.Regions()
	if l.Text.Empty() {
		return true // the other pane is shown
	}
	if e.Task.Form.At() < 0 {
		return true
	}
	name := "text/" + e.Task.Form.FieldName(e.Task.Form.At())
	_, ok := b.part(name)
	_, option := b.part(name + "/0")
	return ok || option
}

func (b *bench) inSight(where, text string) {
	b.t.Helper()
	head, _, _ := strings.Cut(text+" ", " ")
	if !strings.Contains(b.screen(), text) && !strings.Contains(b.screen(), "· "+head) { // it may be wrapped
		b.t.Errorf("%s: want %q on the screen, got\n%s", where, text, b.screen())
	}
}

// A student who returns to a draft sees it, however long the text above is.
func TestDraft_isVisible(t *testing.T) {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	b := newLessonBench(t, library, "7.5", [2]int{80, 24}, ascii.TrueColor)
	b.keys("9", "8", "7", "ctrl+n", "ctrl+b")
	if !strings.Contains(b.screen(), "987") {
		t.Errorf("want the draft on the screen, got\n%s", b.screen())
	}
}

// If a key is disabled in the focused zone, the reason names the key that works.
func TestKeys_disabledOneNamesAlternative(t *testing.T) {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		id   string
		step int
		size [2]int
		keys []string
		says string
	}{
		// a list beside a run
		{"6.1", 6, [2]int{120, 36}, []string{"tab", "right"}, "a number choose in a list; esc leads to the stage"},
		{"7.5", 5, [2]int{80, 24}, []string{"space"}, "a number choose in a list; tab leads to the sliders"},
		{"7.5", 2, [2]int{80, 24}, []string{"space"}, "a number choose in a list"},
		{"1.1", 0, [2]int{80, 24}, []string{"tab", "esc", "right"}, "nothing to step through here; tab leads to the sliders"},
	} {
		b := newLessonBench(t, library, c.id, c.size, ascii.TrueColor)
		b.toTaskAt(c.step)
		b.keys(c.keys...)
		b.sees(c.says)
	}
}
