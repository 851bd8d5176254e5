package cli

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/lab/progress"
	"kernellab/lab/store"
	"kernellab/lab/study"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// The printed board has the students of the record, what they do, and their wrong answers
// with an explanation from the worksheet.
func TestClass_board(t *testing.T) {
	dir := t.TempDir()
	db := store.Open(filepath.Join(dir, recordName), store.NoQuota)
	for _, name := range []string{"Ada", "Bob", "Eve"} {
		s := must.Value(db.StudentWithKey(t.Context(), name))
		check.OK(t, s.Join(name, false))
		for range 3 {
			check.OK(t, s.Append(progress.Event{Kind: progress.AnswerGiven, Exercise: "1.4", Task: "learned", Verdict: "not-equal",
				Misconception: "passes", Reading: "9", Raw: map[string]string{"n": "9"}, Time: time.Now()}))
		}
	}
	check.OK(t, db.Close())
	out, errs, code := classCall(t, dir, "", "board")
	check.Must(t, code == exitDone, "board: got exit %d, %s, want the board", code, errs)
	for _, want := range []string{"board   1.4  The boundary x₁ = x₂² + 5", "3 of 3 students, stuck first", "  Ada ", "3× passes",
		"0 of 3 done", "    3  passes\n", "That is the number of passes\n"} {
		check.That(t, strings.Contains(out, want), "board: want %q in\n%s", want, out)
	}
	check.That(t, !strings.Contains(out, "\x1b") && !strings.Contains(out, "host"),
		"board: want no escape sequences and no teacher in\n%q", out)
}

// A teacher on this machine can show a run file with all its branches.
func TestClass_boardWithRun(t *testing.T) {
	library := must.Value(catalogue.New())
	f := boardFlags{run: "../../testdata/old/runs/smo-forks.run"}
	student, start, err := f.open(t.Context(), streams{}, library)
	check.Must(t, err == nil && start == "S", "got exercise %q, error %v, want the sandbox", start, err)
	w := must.Value(student.Start(start))
	run, d := w.Task().Scene(t.Context(), study.StageAnswers(w)).Run, study.DebugOf(w)
	if root := exercises.AbilitiesOf(run).Branching.Root(); d.Root != root {
		t.Errorf("got branches of the run %s, want those of %s", d.Root, root)
	}
	if len(d.Branches) != 2 || d.Branches[1].Parent != 1 || len(d.Branches[1].Forks) != 2 || d.Branches[1].LastFrame != 13 {
		t.Errorf("got branches %+v, want the second forked from the first", d.Branches)
	}
	lost := boardFlags{run: "../../testdata/old/runs/lesson-perceptron.run"}
	if _, _, err := lost.open(t.Context(), streams{}, library); err == nil || !strings.Contains(err.Error(), "no controls") {
		t.Errorf("got error %v, want that the sandbox has no controls for it", err)
	}
}

// The board of a teacher on this machine reports it if nobody can see what it posts.
func TestClass_boardWithoutHost(t *testing.T) {
	dir := t.TempDir()
	db := store.Open(filepath.Join(dir, recordName), store.NoQuota)
	defer db.Close()
	post := func() error { return hostRecord{db, dir}.Post(progress.Note{Key: "announcement", Sender: "host"}) }
	host := must.Value(lockFolder(dir))
	check.OK(t, post())
	check.OK(t, host.Close())
	err := post()
	check.That(t, errors.Is(err, progress.ErrNoHost) && progress.Cause(err) == "the host is not running",
		"after the host: got %v, want %v", err, progress.ErrNoHost)
	check.OK(t, must.Value(lockFolder(dir)).Close()) // another host can start
}

// The board and the reports show the labels of choices, and an export has what is stored. An answer
// that could not be read is shown as typed.
func TestTypedAnswers_choices(t *testing.T) {
	library := must.Value(catalogue.New())
	e := progress.Event{Exercise: "1.2", Task: "place", Status: "valid", Reading: "h = 0; above it is class +1",
		Raw: map[string]string{"level": "0", "above": "plus"}}
	check.Equal(t, typedAnswers(library, true)(e), e.Reading, "with labels")
	check.Equal(t, typedAnswers(library, false)(e), "level=0; above=plus", "without labels")
	e.Status = "invalid"
	check.Equal(t, typedAnswers(library, true)(e), "level=0; above=plus", "an unreadable answer")
}
