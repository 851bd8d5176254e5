package exercises_test

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/exercises/runfile"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/lab/progress"
	"kernellab/lab/study"
	"kernellab/lab/transcript"
)

// onThePage is the worksheet of doc.go.
func onThePage(t *testing.T) string {
	t.Helper()
	src, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(src), "//\t---\n")
	before, _, ok := strings.Cut(after, "// worksheets/FORMAT.md describes")
	if !ok {
		t.Fatal("doc.go: got no worksheet, want one before the mention of FORMAT.md")
	}
	var out []string
	for _, line := range strings.Split("//\t---\n"+before, "\n") {
		out = append(out, strings.TrimPrefix(strings.TrimPrefix(line, "//"), "\t"))
	}
	return strings.Join(out, "\n")
}

// toys is a library of the page's exercise alone.
func toys(t *testing.T) *catalogue.Catalogue {
	t.Helper()
	lib, err := catalogue.From(worksheets.Source{Sheets: fstest.MapFS{"unitT-toys.md": {Data: []byte(onThePage(t))}}})
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

func student(t *testing.T, lib exercises.Library, seed uint64) *study.Student {
	t.Helper()
	noon := func() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }
	s, _, err := study.Open(lib, &progress.Memory{}, study.Options{Seed: &seed, Now: noon})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// asked is α before the visit, as the step tells it.
func asked(t *testing.T, s exercises.Task) int {
	t.Helper()
	n, err := strconv.Atoi(regexp.MustCompile(`\d+`).FindString(s.Info().Text[0].Text.String()))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestDocExercise_passesTheAudit(t *testing.T) {
	lib := toys(t)
	seen := map[int]bool{}
	for seed := range uint64(50) {
		e, err := lib.Open("T.1", exercises.Options{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		for _, problem := range catalogue.Audit(t.Context(), e) {
			t.Error(problem)
		}
		seen[asked(t, e.Tasks[0])] = true
	}
	if len(seen) != 4 {
		t.Errorf("got α = %v over all seeds, want 4 different ones", seen)
	}
}

// TestDocExercise_canBeStudied works on the exercise of doc.go as the screens of the
// lab do.
func TestDocExercise_canBeStudied(t *testing.T) {
	w, err := student(t, toys(t), 41).Start("T.1")
	if err != nil {
		t.Fatal(err)
	}
	was := asked(t, w.Task())
	for _, c := range []struct {
		typed, says string
		done        bool
	}{
		{strconv.Itoa(was), "That is α before the visit.", false},
		{strconv.Itoa(was) + " + 1", "α counts mistakes.", true},
	} {
		w.Set("alpha", c.typed)
		r := w.Task().Check(t.Context(), w.Answers())
		w.Apply(t.Context(), w.Answers(), r)
		said := ""
		for _, l := range append(r.Fact, r.Advice...) {
			said += l.String() + "\n"
		}
		if w.TaskDone(0) != c.done || !strings.Contains(said, c.says) {
			t.Errorf("Check(%s): got done %v, %q, want %v and %q", c.typed, w.TaskDone(0), said, c.done, c.says)
		}
	}
}

func TestDocExercise_canBeReadAloud(t *testing.T) {
	lib := toys(t)
	e, err := lib.Open("T.1", exercises.Options{Seed: 41})
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{"", "", strconv.Itoa(asked(t, e.Tasks[0]) + 1), "", "next", "why", "quit"}
	var out bytes.Buffer
	err = transcript.Run(context.Background(), student(t, lib, 41), strings.NewReader(strings.Join(lines, "\n")+"\n"), &out,
		transcript.Options{Start: "T.1"})
	for _, want := range []string{"What is its α after this visit?", "α counts mistakes.", "See it count", "mistake"} {
		if err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("want %q in what is read aloud (error %v), got\n%s", want, err, out.String())
		}
	}
}

// TestDocExercise_runCanBeQuestioned checks that the laws of the run hold, that the
// true answers are accepted, and that its run file replays exactly.
func TestDocExercise_runCanBeQuestioned(t *testing.T) {
	e, err := toys(t).Open("T.1", exercises.Options{Seed: 41})
	if err != nil {
		t.Fatal(err)
	}
	longer, err := e.Tasks[1].Scene(t.Context(), nil).Run.Extend(t.Context(), 10, exercises.Break{})
	if err != nil {
		t.Fatal(err)
	}
	run := longer.(stage.Run)
	for i := range run.Len() {
		for _, law := range run.Invariants(i) {
			if !law.Holds {
				t.Errorf("frame %d: law %s does not hold, want it to: %s", i, law.Name, law.Note)
			}
		}
		if i+1 == run.Len() {
			break
		}
		for _, q := range run.Questions(i) {
			if r := q.Check(t.Context(), q.Info().Reference); !r.Accepted {
				t.Errorf("frame %d, %s: got the true answer refused, want it accepted", i, q.Info().Name)
			}
		}
	}
	var file, steps bytes.Buffer
	if err := run.Record(&file); err != nil {
		t.Fatal(err)
	}
	if err := run.Write(&steps, "csv", nil); err != nil || strings.Count(steps.String(), "\n") < run.Len() {
		t.Errorf("Write(csv) = %v, %q, want a row for each frame", err, steps.String())
	}
	f, err := runfile.Read(&file)
	if err != nil {
		t.Fatal(err)
	}
	branches, err := stage.Replay(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	if d := stage.Diff(run, branches[len(branches)-1].Run); !d.Same {
		t.Errorf("replay: got the differences %v, want none", d.Words)
	}
}
