package lab

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises/catalogue"
	"kernellab/lab/exercise"
	"kernellab/lab/session"
)

// A click on a key of the footer presses it, in the contents and in an exercise, also
// if two keys share an entry.
func TestFooter_clicks(t *testing.T) {
	b := newBench(t, 120, 36, session.Config{Background: session.Dark})
	click := func(text string) {
		t.Helper()
		rows := strings.Split(b.screen(), "\n")
		for y := len(rows) - 1; y >= 0; y-- {
			if i := strings.Index(rows[y], text); i >= 0 {
				b.send(tea.MouseClickMsg{X: ascii.Width(rows[y][:i]), Y: y, Button: tea.MouseLeft})
				return
			}
		}
		t.Fatalf("want %q on the screen, got\n%s", text, b.screen())
	}
	click("↓ choose")
	b.sees("› ·  1.3")
	click("↑ ↓")
	b.sees("› ·  1.2")
	click("? help")
	b.sees("Keys", "first exercise")
	b.keys("esc")
	click("enter start")
	b.sees("Look at the points")
	click("q back")
	b.sees("0 of 2", "enter resume")
}

// stageKeys returns the footer's hints about keys of the stage.
func stageKeys(e *exercise.Screen) (out []string) {
	for _, k := range e.Footer().Keys {
		h := k.Help()
		for _, a := range e.Actions {
			if a.Zone == session.ZoneStage && a.Rank > 0 &&
				h.Key == cmp.Or(a.ShownKey, session.FirstKey(a.KeyBinding)) &&
				(h.Desc == a.Word || a.WordFunc != nil && h.Desc == a.WordFunc(e)) {
				out = append(out, h.Key+" "+h.Desc)
				break
			}
		}
	}
	return out
}

// Whatever a run supports, the footer has at most eight keys of the stage. The most
// important ones are among them.
func TestFooter_hasAtMostEightStageKeys(t *testing.T) {
	b := openDebug(t, 200, 60)
	b.keys("L", "i", "enter", "l")
	want := []string{"← → space step, play", "x point", "o branches", "w why", "i what if", "b run until", "p predict",
		"y by hand"}
	if got := stageKeys(b.exercise()); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	b.keys("f")
	if got := stageKeys(b.exercise()); len(got) != session.MaxFooterKeys || !slices.Contains(got, "f figure") {
		t.Errorf("at an enlarged figure got %q, want eight keys with f", got)
	}
}

// The same holds for every task of every exercise.
func TestFooter_hasFewKeysOnEveryTask(t *testing.T) {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range lessons(library) {
		for _, x := range u.Exercises {
			b := newLessonBench(t, library, x.ID, [2]int{200, 60}, ascii.TrueColor)
			for i := range x.Tasks {
				if i > 0 {
					b.keys("ctrl+n")
				}
				e := b.exercise()
				if !e.Stage.TextOnly && e.Zone() != session.ZoneStage {
					b.keys("esc")
				}
				if got := stageKeys(e); len(got) > session.MaxFooterKeys {
					t.Errorf("%s, task %d: got %d keys %q, want at most eight", x.ID, i+1, len(got), got)
				}
			}
		}
	}
}

// While an answer is asked for and something else has the keyboard, a wide footer shows
// the key that leads to the field. That field is the first to fill in.
func TestFooter_leadsToTheAnswer(t *testing.T) {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range lessons(library) {
		for _, x := range u.Exercises {
			b := newLessonBench(t, library, x.ID, [2]int{120, 36}, ascii.TrueColor)
			for range x.Tasks {
				e := b.exercise()
				info := e.Task.Info()
				for _, f := range foci(e) {
					if len(info.Fields) == 0 || info.Bench || f.Kind == exercise.OnField {
						continue
					}
					e.SetFocus(f)
					b.m.Layout()
					if !strings.Contains(b.screen(), " tab answer ") {
						t.Errorf("%s %s, focus %v: want tab answer in the footer, got\n%s", x.ID, info.Name, f, b.screen())
					}
					b.keys("tab")
					if got, want := e.Keyboard.Focus(), (exercise.Focus{Kind: exercise.OnField}); got != want {
						t.Errorf("%s %s, focus %v: tab leads to %v, want %v", x.ID, info.Name, f, got, want)
					}
				}
				b.keys("ctrl+n")
			}
		}
	}
}
