package lab

import (
	"fmt"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises/catalogue"
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
		b.keys("enter")
		if r := s.Report(); r != nil {
			b.inSight(where, r.FirstLine())
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
		{"1.1", 0, [2]int{80, 24}, []string{"tab", "right"}, "nothing to step through here; tab leads to the sliders"},
	} {
		b := newLessonBench(t, library, c.id, c.size, ascii.TrueColor)
		b.toTaskAt(c.step)
		b.keys(c.keys...)
		b.sees(c.says)
	}
}
