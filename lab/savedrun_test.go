package lab

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/exercise"
	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/transcript"
)

// reopenedLab returns a lab with the work that another one has saved.
func reopenedLab(t *testing.T, store progress.Store, lib exercises.Library, w, h int) *bench {
	t.Helper()
	seed := uint64(41)
	s := studentOf(t, lib, store, study.Options{Seed: &seed})
	return newBench(t, w, h, session.Config{Student: s, Background: session.Dark, Start: "D.1"})
}

func edit(t *testing.T, store progress.Store, change func(*progress.Debug)) {
	t.Helper()
	state, _, err := store.Load()
	check(t, err)
	e := state.Exercises["D.1"]
	s := e.Tasks["debug"]
	change(s.Debug)
	e.Tasks["debug"], e.Revision = s, e.Revision+1
	check(t, store.SaveExercise(e))
}

// interruptedSession returns a session with two branches and two breakpoints, one of them off,
// that seeks step 12.
func interruptedSession(t *testing.T, store *progress.Memory) *bench {
	t.Helper()
	b := reopenedLab(t, store, debugLibrary{}, 120, 36)
	b.plays(act{"L i enter l i right enter l b 'alpha == 0.5' enter b 'alpha == 1.9' enter", "", ""},
		act{"b down ctrl+o esc 0 g '12'", "", ""})
	return b
}

// If the run has other parameters, the branches wait, and a sentence says so. A
// breakpoint that the run does not know is kept and stops nothing.
func TestSavedRun_waitsForItsRun(t *testing.T) {
	store := &progress.Memory{}
	b := reopenedLab(t, store, debugLibrary{control: true}, 120, 36)
	b.play(act{"L i enter i enter b 'alpha == 0.5' enter ctrl+c", "", ""})
	edit(t, store, func(d *progress.Debug) {
		d.Root = "another"
		d.Conditions = append(d.Conditions, progress.Condition{Text: "beta > 1"})
	})
	reopenedLab(t, store, debugLibrary{control: true}, 120, 36).plays(
		act{"", "branches waiting: 2 | without effect here: “beta > 1”", ""},
		act{"b", "alpha == 0.5 | beta > 1 | without effect: not in this run", ""},
		act{"down enter", "› beta > 1 | “beta > 1” is not a quantity of this run. | makes it alpha == 0.5", ""},
		act{"esc ctrl+c", "", ""})
	state, _, _ := store.Load()
	if d := state.Exercises["D.1"].Tasks["debug"].Debug; d == nil || len(d.Branches) > 0 || len(d.Conditions) != 2 ||
		len(d.Waiting) != 1 || len(d.Waiting[0].Branches) != 2 {
		t.Fatalf("saved = %+v, want two waiting branches", d)
	}
	reopenedLab(t, store, debugLibrary{control: true}, 120, 36).play(act{"", "branches waiting: 2", "gone"})
}

// A document that makes no sense is used as far as possible.
func TestSavedRun_oddDocument(t *testing.T) {
	store := &progress.Memory{}
	b := reopenedLab(t, store, debugLibrary{}, 120, 36)
	b.play(act{"L i enter b 'alpha == 0.5' enter ctrl+c", "", ""})
	edit(t, store, func(d *progress.Debug) {
		good := d.Branches[0]
		d.Shown, d.Made = 77, -3
		d.Branches = []progress.Branch{
			{Number: 1, Parent: 9, Forks: []progress.Fork{{Frame: -4}}, Last: -1}, {Number: -2,
				Forks: good.Forks}, {Number: 4, Last: 1 << 40},
			{Number: 5, Parent: 5, Forks: good.Forks, Last: 1 << 40}, {Number: 5, Forks: good.Forks}, {Number: 6,
				Forks: []progress.Fork{{Frame: 1 << 40}}},
		}
	})
	reopenedLab(t, store, debugLibrary{}, 120, 36).plays(act{"", "5 branches are gone", ""},
		act{"o", "└ branch 5", ""}, act{"esc i enter", "branch 6 forked from the original", ""})
}

// State that waits to be restored is not lost if the lab ends first.
func TestSavedRun_closingBeforeRestoring(t *testing.T) {
	store := &progress.Memory{}
	b := reopenedLab(t, store, debugLibrary{}, 120, 36)
	b.keys("L", "i", "enter", "ctrl+c")
	seed := uint64(41)
	s := studentOf(t, debugLibrary{}, store, study.Options{Seed: &seed})
	quick := &bench{t: t, m: New(session.Config{Student: s, Start: "D.1"}), hold: true}
	quick.begin(120, 36)
	e := quick.exercise()
	e.Stage.ReceiveScene(exercise.SceneMsg{Address: e.Stage.SceneJob.Address(e.Owner),
		Scene: debugStep{}.Scene(t.Context(), nil)})
	quick.m.Close()
	if write := s.Leave(); write != nil {
		check(t, write())
	}
	reopenedLab(t, store, debugLibrary{}, 120, 36).play(act{"o", "└ branch 1", ""})
}

// Breakpoints added while the run is being restored are kept, too.
func TestSavedRun_keepsWhatIsAddedWhileRestoring(t *testing.T) {
	store := &progress.Memory{}
	b := reopenedLab(t, store, debugLibrary{}, 120, 36)
	b.keys("L", "i", "enter", "ctrl+c")
	again := reopenedLab(t, store, debugLibrary{}, 120, 36)
	d := &again.exercise().Stage.Debug
	was := d.Document()
	d.ScheduleRestore(was, 0)
	d.Player.Branches = core.Branches{}
	d.Breakpoints.Add(debugBreak("alpha == 0.5"))
	again.send(press("x")) // any message has it brought back
	again.keys("o")
	again.sees("└ branch 1")
	state, _, _ := store.Load()
	if now := state.Exercises["D.1"].Tasks["debug"].Debug; now == nil || len(now.Branches) != 1 ||
		len(now.Conditions) != 1 {
		t.Fatalf("saved = %+v, want what was added", now)
	}
}

// transcriptOf runs a session in the transcript on saved work, and returns its output in
// one line.
func transcriptOf(t *testing.T, store progress.Store, lines ...string) string {
	t.Helper()
	seed := uint64(41)
	s := studentOf(t, debugLibrary{}, store, study.Options{Seed: &seed})
	var out bytes.Buffer
	in := strings.NewReader(strings.Join(lines, "\n") + "\n")
	if err := transcript.Run(context.Background(), s, in, &out,
		transcript.Options{Start: "D.1", Echo: true}); err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

// A session started on the screen continues in the transcript, with its branches and
// breakpoints, and back.
func TestSavedRun_betweenScreenAndTranscript(t *testing.T) {
	store := &progress.Memory{}
	b := interruptedSession(t, store)
	b.keys("enter", "ctrl+c")

	said := transcriptOf(t, store, "branches", "watch", "end", "what-if k 1", "fork", "watch alpha == 1.7", "arm 3",
		"goto 14", "quit")
	at := 0
	for _, want := range []string{
		"Branch 2, step 12", "Branches besides the original: 2.",
		"Branch 1 forked from the original at step 10", "Branch 2 forked from branch 1 at step 12", "You are here.",
		"1. alpha == 1.9, active", "2. alpha == 0.5, off", "Step 19", "A condition holds here: alpha == 1.9.",
		"This is branch 3 now.", "“alpha == 0.5” is active.", "step 14",
	} {
		i := strings.Index(strings.ToLower(said[at:]), strings.ToLower(want))
		if i < 0 {
			t.Fatalf("%q is not said, or too early:\n%s", want, said)
		}
		at += i
	}

	reopenedLab(t, store, debugLibrary{}, 120, 36).plays(
		act{"", "@14 | branch 3  update 14", ""},
		act{"b", "alpha == 1.7 | alpha == 1.9 | alpha == 0.5", "α = 1.4  off"},
		act{"esc o", "└ branch 1  from step 10: k = 1, C = 1 |   └ branch 2  from step 12: k = 2, C = 1", ""},
		act{"", "branch 3", ""})
}
