package stage

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/exercises/runfile"
	"kernellab/kernels"
	"kernellab/solvers"
)

// TestAReplayIsBitEqual, whatever was forked on the way.
func TestAReplayIsBitEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRun(t)
		var text bytes.Buffer
		if err := r.Record(&text); err != nil {
			t.Fatal(err)
		}
		f, err := runfile.Read(bytes.NewReader(text.Bytes()))
		if err != nil {
			t.Fatalf("%v in\n%s", err, text.String())
		}
		branches, err := Replay(context.Background(), f, nil)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text.String())
		}
		again := branches[len(branches)-1]
		if again.Note != "" || again.Run.Len() != r.Len() {
			t.Fatalf("%d frames, want %d; %s\n%s", again.Run.Len(), r.Len(), again.Note, text.String())
		}
		for i := range r.Len() {
			same(t, "replayed", again.Run.Trace().At(i), r.Trace().At(i))
		}
		if d := Diff(r, again.Run); !d.Same {
			t.Errorf("diff: %+v", d)
		}
		var second bytes.Buffer
		if err := again.Run.Record(&second); err != nil || second.String() != text.String() {
			t.Errorf("recorded again\n%s\nwant\n%s", second.String(), text.String())
		}
	})
}

// TestAForkBackToTheOwnStepReplays: leaving a fork at its own frame for the
// step that the solver would take is told by both.
func TestAForkBackToTheOwnStepReplays(t *testing.T) {
	r := extended(t, beginnings()["smo moons"], 30)
	at := clippedAt(t, r)
	own := r.Trace().At(at + 1).Detail.(*solvers.SMODetail)
	back := exercises.Answers{"k": strconv.Itoa(own.K + 1), "l": strconv.Itoa(own.L + 1), "clip": "on"}
	for _, away := range []exercises.Answers{{"clip": "off"}, {"k": "1", "l": "9"}} {
		fork, err := r.Fork(t.Context(), at, away)
		if err != nil {
			t.Fatal(err)
		}
		again, err := extended(t, fork, 3).Fork(t.Context(), at, back)
		if err != nil {
			t.Fatal(err)
		}
		same(t, "the own step", again.(Run).Trace().At(at+1), r.Trace().At(at+1))
		replays(t, extended(t, again, 6))
	}
}

// TestAStepThatAParameterCoveredIsStillTheOwn: after a fork by a pair and one
// of C right after it, the same pair is nothing new.
func TestAStepThatAParameterCoveredIsStillTheOwn(t *testing.T) {
	r := extended(t, beginnings()["smo hard"], 0)
	pair := exercises.Answers{"l": "3"}
	fork, err := r.Fork(t.Context(), 0, pair)
	if err != nil {
		t.Fatal(err)
	}
	again, err := fork.(Run).Fork(t.Context(), 1, exercises.Answers{"C": "100"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := again.(Run).Fork(t.Context(), 0, pair); err != errNothing {
		t.Errorf("the pair that the run took is a fork of it: %v", err)
	}
	other, err := again.(Run).Fork(t.Context(), 0, exercises.Answers{"l": "2"})
	if err != nil {
		t.Fatal(err)
	}
	replays(t, other.(Run))
}

// TestBranchesKeepTheirNames: a run file calls branches as the lab does.
func TestBranchesKeepTheirNames(t *testing.T) {
	r := extended(t, beginnings()["smo moons"], 12)
	var run exercises.Run = r
	for i, name := range []string{"branch-2", "branch-7"} {
		fork, err := run.(Run).Fork(t.Context(), 2+2*i, exercises.Answers{"C": strconv.Itoa(30 + i)})
		if err != nil {
			t.Fatal(err)
		}
		run = extended(t, fork.(Run).Named(name), 6)
	}
	var text bytes.Buffer
	if err := run.(Run).Record(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"branch main\n", "branch branch-2 from main at 2", "branch branch-7 from branch-2 at 4"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
	replays(t, run.(Run))
}

func TestDiffNamesTheFirstStep(t *testing.T) {
	r := extended(t, beginnings()["smo moons"], 30)
	choice := exercises.Answers{"k": "1", "l": "2"}
	if _, err := r.Fork(t.Context(), 7, choice); err == nil || !strings.Contains(err.Error(), "pair (1, 2) cannot move") {
		t.Errorf("a pair that cannot move is a fork: %v", err)
	}
	fork, err := r.fork(t.Context(), 7, choice) // as a file of an older version has it
	if err != nil {
		t.Fatal(err)
	}
	d := Diff(r, extended(t, fork, 10))
	if d.Same || d.Step != 8 || !strings.Contains(strings.Join(d.Words, " "), "pair (1, 2) in the second") {
		t.Errorf("%+v", d)
	}
	if d := Diff(r, extended(t, beginnings()["smo moons"], 12)); d.Same || d.Step != 13 {
		t.Errorf("a shorter run: %+v", d)
	}
	if d := Diff(r, beginnings()["perceptron"]); d.Same || d.Step != -1 {
		t.Errorf("other data: %+v", d)
	}
}

func TestOwnPointsAreWrittenDown(t *testing.T) {
	set := dataset.NewClassification("mine", [][]float64{{0.1}, {1.0 / 3}, {-7e-300}}, []float64{1, -1, 1})
	r, err := Start(Model{Set: set, Kernel: kernels.Linear{}}, solvers.Perceptron{MaxEpochs: 5})
	if err != nil {
		t.Fatal(err)
	}
	r = extended(t, r, 8)
	var text bytes.Buffer
	if err := r.Record(&text); err != nil {
		t.Fatal(err)
	}
	f, err := runfile.Read(&text)
	if err != nil {
		t.Fatal(err)
	}
	branches, err := Replay(context.Background(), f, nil)
	if err != nil || !Diff(branches[0].Run, r).Same {
		t.Errorf("%v, %+v", err, branches)
	}
}

func TestFilesThatCannotBeReplayed(t *testing.T) {
	const head = "kernellab run 1\ndata built-in xor4\nkernel rbf(sigma=1)\n"
	for _, c := range []struct{ text, want string }{
		{"solver smo C=1\nbranch main\nsteps 5000\nend\n", "it ends at step"},
		{"solver smo C=1\nbranch main\nsteps 1\nbranch b from main at 1\nchoose k=9 l=1\nsteps 4\nend\n", "the points are 1 to 4"},
		{"solver smo C=1\nbranch main\nsteps 1\nbranch b from main at 1\nchoose k=1 l=4\nsteps 1\nend\n", "is chosen"},
		{"solver ridge lambda=1\nbranch main\nsteps 1\nbranch b from main at 1\nchoose k=1\nsteps 2\nend\n", "nothing is different"},
		{"solver logistic gamma=0\nbranch main\nsteps 1\nend\n", "γ"},
	} {
		f, err := runfile.Read(strings.NewReader(head + c.text))
		if err != nil {
			t.Errorf("%v in %s", err, c.text)
			continue
		}
		if _, err := Replay(context.Background(), f, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q, of %s", err, c.want, c.text)
		}
	}
}

func TestEveryStepIsExported(t *testing.T) {
	for name, r := range beginnings() {
		r = extended(t, r, 10)
		var text bytes.Buffer
		if err := r.Export(&text, "csv"); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&text).ReadAll()
		if err != nil || len(rows) != r.Len()+1 {
			t.Errorf("%s: %d rows for %d steps, error %v", name, len(rows), r.Len(), err)
		}
		text.Reset()
		if err := r.Export(&text, "jsonl"); err != nil {
			t.Fatal(err)
		}
		i := 0
		for line := range strings.Lines(text.String()) {
			var step struct {
				Step int
				Dual []float64
			}
			if err := json.Unmarshal([]byte(line), &step); err != nil {
				t.Fatalf("%s: %v in %s", name, err, line)
			}
			if step.Step != i || len(step.Dual) != r.Trace().At(i).Coef().Len() {
				t.Errorf("%s: line %d holds step %d with %d coefficients", name, i, step.Step, len(step.Dual))
			}
			for j, c := range step.Dual {
				if c != r.Trace().At(i).Coef().At(j) {
					t.Errorf("%s step %d: coefficient %d reads back as %v", name, i, j, c)
				}
			}
			i++
		}
		if i != r.Len() {
			t.Errorf("%s: %d lines for %d steps", name, i, r.Len())
		}
		if err := r.Export(&text, "xml"); err == nil {
			t.Errorf("%s: XML is written", name)
		}
	}
}
