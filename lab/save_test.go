package lab

import (
	"bytes"
	"context"
	"strings"
	"syscall"
	"testing"

	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/exercise"
	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/transcript"
	"kernellab/testdata/support/check"
)

// countingStore counts saves of exercises and can fail.
type countingStore struct {
	progress.Memory
	saves int
	err   error
}

func (c *countingStore) SaveExercise(e progress.Exercise) error {
	c.saves++
	if c.err != nil {
		return c.err
	}
	return c.Memory.SaveExercise(e)
}

// withStore opens exercise 1.2 for the student whose record is in store.
func withStore(t *testing.T, size [2]int, store progress.Store, o study.Options) *bench {
	t.Helper()
	s := studentOf(t, fakeLibrary{}, store, o)
	return newBench(t, size[0], size[1], session.Config{Start: "1.2", Student: s})
}

func (c *countingStore) answer(t *testing.T, field string) string {
	t.Helper()
	state, _, err := c.Load()
	check.OK(t, err)
	return state.Exercises["1.2"].Answers[field]
}

// No save starts while another is running, and the next one contains the latest text.
func TestSave_oneAtATime(t *testing.T) {
	store := &countingStore{}
	b := withStore(t, [2]int{120, 36}, store, study.Options{})
	b.keys("enter")
	before := store.saves
	b.hold = true
	b.typed("x1 + 3 + 5")
	b.release()
	check.Equal(t, store.saves-before, 2, "saves for ten letters typed during one")
	check.Equal(t, store.answer(t, "f"), "x1 + 3 + 5", "the store")
}

func TestSave_whenQuitting(t *testing.T) {
	store := &countingStore{}
	b := withStore(t, [2]int{120, 36}, store, study.Options{})
	b.keys("enter")
	b.hold = true
	b.typed("x")
	b.held = nil // the save of the draft never runs
	b.hold = false
	b.keys("ctrl+c")
	check.Must(t, b.quit && store.answer(t, "f") == "x", "quit %v, the store holds %q, want true, x", b.quit,
		store.answer(t, "f"))
}

// While saving fails, the lab asks once before it quits, at every size and for both
// keys. The question explains what would be lost and how to leave anyway. Any other key
// cancels.
func TestLeaving_asksIfUnsaved(t *testing.T) {
	const question = "If you leave now, it is lost. Press the same key again to leave anyway, or any other key to stay."
	for _, size := range [][2]int{{60, 18}, {120, 36}} {
		for _, key := range []string{"ctrl+c", "q"} {
			b, store := failingLab(t, size[0], size[1], syscall.ENOSPC)
			b.keys("alt+q")
			before := store.saves
			b.keys(key)
			b.tells(question, "the disk is full")
			check.That(t, store.saves != before && !b.quit, "quit %v, want to try to save again and to stay", b.quit)
			b.keys("down")
			b.tells("It is kept in this window")
			b.lacks("If you leave now")
			b.keys(key, key)
			check.That(t, b.quit, "%v: %s twice: want to quit", size, key)
		}
	}
}

// The lab does not ask again if the save has succeeded meanwhile, and never asks if
// everything is saved.
func TestLeaving_doesNotAskIfSaved(t *testing.T) {
	b, store := failingLab(t, 80, 24, syscall.ENOSPC)
	store.err = nil
	b.play(act{"ctrl+c", "Saved again.", "If you leave now"})
	check.Must(t, !b.quit, "it quits without asking, want the question")
	b.keys("ctrl+c")
	check.That(t, b.quit, "want to quit, got no")
}

// A host keeps unsaved work in memory, and the question says so.
func TestLeaving_aHost(t *testing.T) {
	b, _ := failingLab(t, 80, 24, syscall.ENOSPC)
	b.m.Config.HostRetries = true
	b.keys("ctrl+c")
	b.tells("the host keeps it in memory and tries again; if the host ends before that succeeds, it is lost.")
}

// failingLab opens an exercise with a store that fails.
func failingLab(t *testing.T, w, h int, err error) (*bench, *countingStore) {
	t.Helper()
	store := &countingStore{err: err}
	b := withStore(t, [2]int{w, h}, store, study.Options{})
	b.patient = true
	b.m.Tick = dropTimer
	b.keys("enter")
	return b, store
}

// tells fails unless the screen has all texts, on however many lines.
func (b *bench) tells(texts ...string) {
	b.t.Helper()
	got := strings.Join(strings.Fields(b.screen()), " ")
	for _, text := range texts {
		check.Must(b.t, strings.Contains(got, text), "want %q on the screen, got\n%s", text, b.screen())
	}
}

// A failed save is reported in full, with its cause and without a path, at every size.
// The report stays until a save succeeds and “Saved again.” replaces it.
func TestSave_failureIsShownInFull(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {60, 18}, {120, 36}, {200, 60}} {
		for cause, err := range map[string]error{
			"the disk is full": &pathError{syscall.ENOSPC}, "the disk is read-only": &pathError{syscall.EROFS},
			"the folder is not writable": &pathError{syscall.EACCES}, "the disk reports a fault": &pathError{syscall.EIO},
		} {
			b, store := failingLab(t, size[0], size[1], err)
			for _, key := range []string{"", "x", "tab", "esc", "ctrl+g", "esc", "ctrl+p", "esc"} {
				if key != "" {
					b.keys(key)
				}
				b.tells("What you have done since ", "is not saved: "+cause+
					". It is kept in this window, and saving is tried again every few seconds.")
				b.lacks("/srv")
			}
			check.Equal(t, strings.Count(b.screen(), "\n"), size[1], "rows")
			store.err = nil
			b.send(session.RetryMsg{N: b.m.Saves.Count})
			b.play(act{"", "Saved again.", "not saved"})
			b.play(act{"esc", "", "Saved again."})
			check.That(t, b.m.Err() == nil && b.m.Height == size[1],
				"Err = %v, height %d, want nil and the whole screen",
				b.m.Err(), b.m.Height)
		}
	}
}

// pathError is an error of the operating system with a path of the host.
type pathError struct{ errno syscall.Errno }

func (e *pathError) Error() string { return "open /srv/students/7: " + e.errno.Error() }

func (e *pathError) Unwrap() error { return e.errno }

// A failed save is repeated without a key press, after growing pauses.
func TestSave_isRetried(t *testing.T) {
	b, store := failingLab(t, 80, 24, syscall.ENOSPC)
	for range 3 {
		before := store.saves
		b.send(session.RetryMsg{N: b.m.Saves.Count})
		check.Must(t, store.saves == before+1, "%d saves after a retry, want 1", store.saves-before)
	}
	before := store.saves
	b.send(session.RetryMsg{N: b.m.Saves.Count - 1}) // for a save after which another has begun
	check.That(t, store.saves == before, "a stale retry saves, want none")
	store.err = nil
	b.send(session.RetryMsg{N: b.m.Saves.Count})
	got, _, _ := store.Load()
	check.That(t, got.Exercises["1.2"].ID != "", "not saved when the disk is back, want the answer")
	before = store.saves
	b.send(session.RetryMsg{N: b.m.Saves.Count})
	check.That(t, store.saves == before, "a save without changes, want none")
}

// gatedLog is a log in memory. Append waits for a message on gate, or until gate is closed. It
// does not wait if gate is nil.
type gatedLog struct {
	gate chan struct{}
	kept []progress.Event
}

func (l *gatedLog) Append(a progress.Event) error {
	if l.gate != nil {
		<-l.gate
	}
	l.kept = append(l.kept, a)
	return nil
}

// Verdicts do not wait for the store. The screen shows how many answers the store has not
// confirmed yet, and is otherwise the same. Drafts do not count.
func TestVerdict_doesNotWaitForTheStore(t *testing.T) {
	for _, size := range [][2]int{{60, 18}, {80, 24}, {120, 36}} {
		begin := func(log *gatedLog) *bench {
			b := withStore(t, size, &progress.Memory{}, study.Options{Log: log})
			b.play(act{"enter x 1", "", "not yet saved"})
			b.keys("enter")
			return b
		}
		log := &gatedLog{gate: make(chan struct{})}
		b, saved := begin(log), begin(&gatedLog{})
		b.sees("Not separable.", "not yet saved (1)")
		saved.lacks("not yet saved")
		for y, row := range strings.Split(b.screen(), "\n") {
			want := strings.Split(saved.screen(), "\n")[y]
			check.That(t, y <= 1 || row == want, "%v, row %d: got %q, want %q as when all is saved", size, y, row, want)
		}
		b.play(act{"'^2'", "not yet saved (1)", ""})
		b.play(act{"enter", "not yet saved (2)", ""})
		r := b.exercise().Task.Report()
		check.Must(t, r != nil && r.Accepted, "%v: got report %v, want the second answer accepted", size, r)
		b.keys("enter", "1")
		if got := b.exercise().Task.Work.Index(); got != 2 || b.field(0).Empty() {
			t.Errorf("%v: got task %d, want the next one, with an answer begun", size, got+1)
		}
		close(log.gate)
		b.await()
		b.lacks("not yet saved")
		check.Equal(t, len(log.kept), 5, "%v, events in the log", size)
	}
}

// A failing disk does not prevent a verdict from being shown.
func TestVerdict_isShownIfTheSaveFails(t *testing.T) {
	b, _ := failingLab(t, 120, 36, syscall.ENOSPC)
	b.play(act{"'x1' enter", "", ""})
	check.Must(t, b.exercise().Task.Report() != nil, "got no verdict, want one")
	b.sees("the disk is full")
}

// A slow save shows a warning, and counts when it is done.
func TestSave_slowSaveWarns(t *testing.T) {
	b := withStore(t, [2]int{120, 36}, &countingStore{}, study.Options{})
	s := b.m.Session
	s.Saves.Count, s.Saves.Saving = 7, true
	done := make(chan error, 1)
	_, cmd := b.m.Update(session.SlowMsg{N: 7, Wait: func() error { return <-done }})
	b.sees("the disk does not answer")
	done <- nil
	b.run(cmd)
	b.lacks("the disk does not answer")
	check.That(t, s.Saves.Err == nil && !s.Saves.Saving, "got %+v, want no failed save", s.Saves)
}

// Warnings are shown in full when the lab starts.
func TestWarnings_areShownFirst(t *testing.T) {
	warnings := []string{"What was saved of exercise 7.7 could not be read.",
		"What you do cannot be saved now: the disk is full."}
	b := newBench(t, 80, 24, session.Config{Start: "1.2", Warnings: warnings})
	for _, w := range append(warnings, "Before you begin") {
		b.tells(strings.Fields(w)...)
	}
	b.play(act{"esc", "", "Before you begin"})
}

// A save that begins while screens open and close always ends.
func TestModel_savesWhenScreensChange(t *testing.T) {
	for name, in := range map[string]session.Intent{
		"another exercise": session.Open{Exercise: "1.3"}, "the contents": session.ToContents{}, "back": session.Pop{},
	} {
		b := newBench(t, 80, 24, session.Config{Start: "1.2", Student: studentOf(t, fakeLibrary{},
			&progress.Memory{}, study.Options{Log: &classRecord{}})})
		b.m.Student.Log(nil, progress.HelpAsked, progress.Faster, nil)
		b.run(b.m.perform(in))
		check.That(t, !b.m.Saves.Saving, "%s: got a save that does not end, want none", name)
	}
}

// reopenedLab returns a lab with the work in store, which another lab may have saved.
func reopenedLab(t *testing.T, store progress.Store, lib exercises.Library, w, h int) *bench {
	t.Helper()
	seed := uint64(41)
	s := studentOf(t, lib, store, study.Options{Seed: &seed})
	return newBench(t, w, h, session.Config{Student: s, Start: "D.1"})
}

func edit(t *testing.T, store progress.Store, change func(*progress.Debug)) {
	t.Helper()
	state, _, err := store.Load()
	check.OK(t, err)
	e := state.Exercises["D.1"]
	s := e.Tasks["debug"]
	change(s.Debug)
	e.Tasks["debug"], e.Revision = s, e.Revision+1
	check.OK(t, store.SaveExercise(e))
}

// interruptedSession returns a session with two branches and two breakpoints, one of which is
// switched off. The student has typed 12 as the step to go to, but not pressed enter.
func interruptedSession(t *testing.T, store *progress.Memory) *bench {
	t.Helper()
	b := reopenedLab(t, store, debugLibrary{}, 120, 36)
	b.plays(act{"L i enter l i right enter l b 'alpha == 0.5' enter b 'alpha == 1.9' enter", "", ""},
		act{"b down ctrl+o esc home g '12'", "", ""})
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
		len(d.OtherRuns) != 1 || len(d.OtherRuns[0].Branches) != 2 {
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
		d.ShownBranch, d.BranchesMade = 77, -3
		d.Branches = []progress.Branch{
			{Number: 1, Parent: 9, Forks: []progress.Fork{{Frame: -4}}, LastFrame: -1}, {Number: -2,
				Forks: good.Forks}, {Number: 4, LastFrame: 1 << 40},
			{Number: 5, Parent: 5, Forks: good.Forks, LastFrame: 1 << 40}, {Number: 5, Forks: good.Forks}, {Number: 6,
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
		Scene: debugLibrary{}.task().Scene(t.Context(), nil)})
	quick.m.Close()
	if write := s.Leave(); write != nil {
		check.OK(t, write())
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
	d.Breakpoints.Add(exercises.Condition{Name: "alpha == 0.5", Label: "alpha == 0.5"})
	again.send(press("x")) // after any message the run is restored
	again.play(act{"o", "└ branch 1", ""})
	state, _, _ := store.Load()
	now := state.Exercises["D.1"].Tasks["debug"].Debug
	check.Must(t, now != nil && len(now.Branches) == 1 && len(now.Conditions) == 1, "saved = %+v, want what was added",
		now)
}

// transcriptOf runs a session in the transcript on saved work, and returns its output in
// one line.
func transcriptOf(t *testing.T, store progress.Store, lines ...string) string {
	t.Helper()
	seed := uint64(41)
	s := studentOf(t, debugLibrary{}, store, study.Options{Seed: &seed})
	var out bytes.Buffer
	in := strings.NewReader(strings.Join(lines, "\n") + "\n")
	check.OK(t, transcript.Run(context.Background(), s, in, &out, transcript.Options{Start: "D.1", Echo: true}))
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
		check.Must(t, i >= 0, "%q is not said, or too early:\n%s", want, said)
		at += i
	}

	reopenedLab(t, store, debugLibrary{}, 120, 36).plays(
		act{"", "@14 | branch 3  update 14", ""},
		act{"b", "alpha == 1.7 | alpha == 1.9 | alpha == 0.5", "α = 1.4  off"},
		act{"esc o", "└ branch 1  from step 10: k = 1, C = 1 |   └ branch 2  from step 12: k = 2, C = 1", ""},
		act{"", "branch 3", ""})
}
