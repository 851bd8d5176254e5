package lab

import (
	"errors"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/exercise"
	"kernellab/lab/session"
	"kernellab/lab/ui"
	"kernellab/testdata/support/check"
)

func open(t testing.TB, w, h int, id string) *bench {
	t.Helper()
	return newBench(t, w, h, session.Config{Start: id})
}

func TestField_pasteTooLong(t *testing.T) {
	b := open(t, 120, 36, "1.2")
	b.keys("enter")
	b.send(tea.PasteMsg{Content: strings.Repeat("1", 64<<10)})
	got := b.exercise().Task.Work.Answers()["f"]
	check.That(t, len(got) == ui.FieldLimit, "the field holds %d characters, want the limit", len(got))
	b.sees("3000 characters fit; the last 62536 did not.")
	b.play(act{"ctrl+u", "", "characters fit"})
}

func TestScene_staysUntilTheNextArrives(t *testing.T) {
	gate := make(chan struct{}, 1)
	gate <- struct{}{}
	b := newBench(t, 120, 36, session.Config{Student: newStudent(t, fakeLibrary{slow: gate}), Start: "7.7"})
	b.play(act{"ctrl+n ctrl+n", "drawn for", ""})
	b.play(act{"'a'", "drawn for", "drawn for a"})
	b.hold = true
	b.typed("b")
	gate <- struct{}{}
	b.release()
	b.sees("drawn for ab")
}

// A message for a closed screen or an old generation changes nothing.
func TestMessages_ofOldScreensAreIgnored(t *testing.T) {
	b := open(t, 120, 36, "7.7")
	e := b.exercise()
	b.keys("l")
	before := b.screen()
	for gen := range 40 {
		to := core.Address{Owner: e.Owner, Gen: gen}
		stale := exercises.Scene{Notes: []ascii.Line{ascii.Plain("STALE")}}
		for _, msg := range []tea.Msg{
			exercise.SceneMsg{Address: to, Scene: stale},
			exercise.SceneMsg{Address: core.Address{Owner: e.Owner + 99, Gen: gen}, Scene: stale},
			exercise.ReportMsg{Address: to, Report: exercises.Report{Accepted: true, Headline: "STALE"}},
			exercise.EchoMsg{Address: to, Name: "f", Echo: exercises.Echo{Note: "STALE"}},
			core.TickMsg{Address: to},
		} {
			b.send(msg)
			after := b.screen()
			check.Must(t, after == before, "a %T of generation %d was taken, want it ignored:\n%s", msg, gen, after)
		}
	}
}

func TestExercise_leavingCancelsWork(t *testing.T) {
	gate := make(chan struct{})
	b := newBench(t, 120, 36, session.Config{Student: newStudent(t, fakeLibrary{slow: gate}), Start: "7.7"})
	b.keys("ctrl+n", "ctrl+n")
	e := b.exercise()
	check.Must(t, e.Stage.SceneJob.Busy(), "the slow scene is not being computed, want it to be")
	late := e.Stage.SceneJob.Address(e.Owner)
	b.keys("esc", "q")
	check.Must(t, !e.Stage.SceneJob.Busy(), "still busy after leaving, want no work")
	b.send(exercise.SceneMsg{Address: late})
	b.sees("kernel methods")
}

// The help lists the keys that work now, and begins with the keys of the focused zone. One
// line counts all other keys.
func TestHelp_listsWhatWorks(t *testing.T) {
	b := open(t, 120, 120, "1.2")
	b.plays(
		act{"?", "Keys | check the answer | that have no effect now are not listed. : searches all keys.",
			"one step forward | [             previous task | Under “what if”"},
		act{"? ] tab ?", "[             previous task", ""})
	if s := b.screen(); strings.Index(s, "On a slider") > strings.Index(s, "In a text field") {
		t.Errorf("want the keys of the focused slider first, got\n%s", s)
	}
	b.play(act{"?", "", "previous task"})
}

// Opening the settings changes and saves nothing. Changing a setting changes the screen and is
// saved.
func TestSettings_changeTheLook(t *testing.T) {
	b := newBench(t, 120, 36, session.Config{})
	dark, before := b.m.View().Content, b.m.Student.Settings()
	b.keys("f6", "down", "up")
	check.Equal(t, b.m.Student.Settings(), before, "the settings after a look at them")
	b.keys("enter", "esc")
	check.That(t, b.m.Student.Settings() != before, "a change was not saved, want it to be")
	check.That(t, b.m.View().Content != dark, "a light screen looks like a dark one, want a difference")
	b.send(tea.BackgroundColorMsg{})
	check.That(t, !b.m.Dark, "the terminal's answer undid the student's choice, want the choice")
}

// A terminal that is too small shows the size that the lab needs, and accepts every key.
func TestTooSmall_asksForRoom(t *testing.T) {
	for _, size := range []struct {
		w, h int
		want string
	}{{1, 1, ""}, {9, 3, "60×18"}, {59, 17, "kernellab needs 60×18"}} {
		b := newBench(t, size.w, size.h, session.Config{})
		b.sees(size.want)
		b.keys("enter", "x", "tab", ":", "?", "esc")
		b.send(tea.MouseClickMsg{X: 0, Y: 0, Button: tea.MouseLeft})
		b.send(tea.WindowSizeMsg{Width: 60, Height: 18})
		b.send(tea.WindowSizeMsg{})
		b.send(tea.WindowSizeMsg{Width: 80, Height: 24})
		b.sees("kernellab")
	}
}

// retitled is a library whose exercises have another title.
type retitled struct {
	fakeLibrary
	title string
}

func (l retitled) Open(id string, o exercises.Options) (*exercises.Exercise, error) {
	e, err := l.fakeLibrary.Open(id, o)
	e.Title = l.title
	return e, err
}

// While an author writes a worksheet, the lab shows its newest version at the same task, or
// the mistakes in it.
func TestReload_showsNewestVersion(t *testing.T) {
	var news exercises.Library
	var mistake error
	lib := fakeLibrary{}
	b := newBench(t, 120, 36, session.Config{Student: newStudent(t, lib), Start: "1.2",
		Reload: func() (exercises.Library, error) { return news, mistake }})
	fire := func() {
		all := b.later
		b.later = nil
		for _, msg := range all {
			b.send(msg(time.Time{}))
		}
	}
	b.play(act{"ctrl+n", "2 of 3", ""})
	b.play(act{"'x^2'", "", ""})
	fire() // nothing has changed
	b.sees("2 of 3", "x^2")
	mistake = errors.New("my.md:3:1: no judge \"numbr\"\nmy.md:4:1: no solution")
	fire()
	b.play(act{"", "The worksheet has a mistake | my.md:3:1 | 2 of 3", `numbr"my.md`})
	news, mistake = retitled{lib, "Lift it again"}, nil
	fire()
	b.play(act{"", "Lift it again | 2 of 3 | x^2", "mistake"})
}
