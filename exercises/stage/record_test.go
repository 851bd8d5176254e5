package stage

import (
	"bytes"
	"context"
	"os"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kernellab/exercises"
	"kernellab/exercises/runfile"
	"kernellab/solvers"
)

// replays writes a run down and runs the file again.
func replays(t *testing.T, r Run) {
	t.Helper()
	var text bytes.Buffer
	if err := r.Record(&text); err != nil {
		t.Fatal(err)
	}
	file, err := runfile.Read(&text)
	if err != nil {
		t.Fatal(err)
	}
	all, err := Replay(context.Background(), file, nil)
	if err != nil {
		t.Fatal(err)
	}
	again := all[len(all)-1].Run
	for i := range r.Len() {
		same(t, "replayed", again.Trace().At(i), r.Trace().At(i))
	}
}

// The run file of one branch has all that are given with it, once each, and
// replays each as it was: written from the original, too.
func TestARunFileHasTheForks(t *testing.T) {
	main := extended(t, beginnings()["smo second-order"], 6)
	fork := func(from Run, at int, c, name string) Run {
		t.Helper()
		next, err := from.Fork(t.Context(), at, exercises.Answers{"C": c})
		if err != nil {
			t.Fatal(err)
		}
		return extended(t, next.(Run).Named(name).(Run), 3)
	}
	one := fork(main, 3, "2", "branch-1")
	two := fork(one, 5, "3", "branch-2")
	three := fork(main, 1, "4", "branch-3")
	all := []Run{main, one, two, three}
	for i, r := range all {
		var others []exercises.Run
		for j, o := range all {
			if j != i {
				others = append(others, o)
			}
		}
		var text bytes.Buffer
		if err := r.Write(&text, "run", others); err != nil {
			t.Fatal(err)
		}
		f, err := runfile.Read(strings.NewReader(text.String()))
		if err != nil {
			t.Fatalf("%v:\n%s", err, text.String())
		}
		if len(f.Branches) != 4 {
			t.Fatalf("from run %d %d branches are written:\n%s", i, len(f.Branches), text.String())
		}
		again, err := Replay(t.Context(), f, nil)
		if err != nil {
			t.Fatalf("%v:\n%s", err, text.String())
		}
		for _, b := range again {
			want := map[string]Run{"main": main, "branch-1": one, "branch-2": two, "branch-3": three}[b.Name]
			if b.Note != "" || b.Run.Len() != want.Len() {
				t.Errorf("%s has %d frames, had %d; %s", b.Name, b.Run.Len(), want.Len(), b.Note)
			}
		}
	}
}

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

func TestDiffNamesTheFirstStep(t *testing.T) {
	r := extended(t, beginnings()["smo moons"], 30)
	choice := exercises.Answers{"k": "1", "l": "2"}
	if _, err := r.Fork(t.Context(), 7, choice); err == nil ||
		!strings.Contains(err.Error(), "pair (1, 2) cannot move") {
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

func TestFilesThatCannotBeReplayed(t *testing.T) {
	const head = "kernellab run 1\ndata built-in xor4\nkernel rbf(sigma=1)\n"
	for _, c := range []struct{ text, want string }{
		{"solver smo C=1\nbranch main\nsteps 5000\nend\n", "it ends at step"},
		{"solver smo C=1\nbranch main\nsteps 1\nbranch b from main at 1\nchoose k=9 l=1\nsteps 4\nend\n",
			"the points are 1 to 4"},
		{"solver smo C=1\nbranch main\nsteps 1\nbranch b from main at 1\nchoose k=1 l=4\nsteps 1\nend\n", "is chosen"},
		{"solver ridge lambda=1\nbranch main\nsteps 1\nbranch b from main at 1\nchoose k=1\nsteps 2\nend\n",
			"nothing is different"},
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

// TestEveryRunEnds: solvers that would go on for ever are ended, in words, by
// the steps that a run file holds, within the room there is.
func TestEveryRunEnds(t *testing.T) {
	const most = 20 << 20
	for name, s := range map[string]solvers.Solver{
		"gradient still": solvers.Logistic{Gamma: .05},
		"violation":      solvers.SMO{C: 1e6, Tol: 1e-15, Rule: solvers.Random, Seed: 1, MaxUpdates: 1e9},
		"No end":         solvers.Perceptron{EveryVisit: true, MaxEpochs: 1e9},
	} {
		if _, cheap := s.(solvers.Perceptron); !cheap && os.Getenv("THOROUGH") == "" {
			continue // takes seconds: .ci/nightly sets THOROUGH=1
		}
		m := model("blobs_overlap", "linear")
		if s.Name() == "logistic" {
			m = model("circles", "rbf(sigma=1)")
		}
		r := mustStart(m, s)
		room := solvers.NewMemoryBudget(most, nil)
		ctx := solvers.WithMemoryBudget(t.Context(), room)
		for r.Len() < 2*maxSteps {
			longer, err := r.Extend(ctx, 10_000, exercises.Break{})
			if err != nil {
				t.Fatal(err)
			}
			if longer.Len() == r.Len() {
				break
			}
			r = longer.(Run)
		}
		why, done := r.Done()
		if !done || r.Len() != maxSteps+1 ||
			!strings.HasPrefix(why, "No end in sight after 100000 steps: a run stops here. ") ||
			!strings.Contains(why, name) {
			t.Errorf("%s: %d steps, %v: %s", s.Name(), r.Len()-1, done, why)
		}
		if taken := room.Used(); taken > most {
			t.Errorf("%s takes %d bytes of %d", s.Name(), taken, most)
		}
		if notes := r.Frame(r.Len() - 1).Notes; len(notes) == 0 || notes[len(notes)-1].String() != why {
			t.Errorf("%s: the last frame does not say why: %v", s.Name(), notes)
		}
		r.Frame(r.Len() / 2)
		if taken := room.Used(); taken > most+4<<20 {
			t.Errorf("%s takes %d bytes of %d once a frame in between is shown", s.Name(), taken, most)
		}
	}
}

// TestADescentComesToRest where it was given no tolerance; a file that goes on
// is replayed as it is.
func TestADescentComesToRest(t *testing.T) {
	m := model("sine_reg", "poly(degree=2,c=1)")
	r := mustStart(m, solvers.LeastSquares{Eta: .05})
	rested := extended(t, r, maxSteps)
	why, done := rested.Done()
	if !done || rested.Len() > maxSteps ||
		!strings.Contains(why, "The gradient is 0 but for rounding, and the objective stays ") {
		t.Fatalf("%d steps, %v: %s", rested.Len()-1, done, why)
	}
	again := extended(t, rested, 10)
	if again.Len() != rested.Len() {
		t.Errorf("at rest it takes %d steps more", again.Len()-rested.Len())
	}
	f := runfile.File{Set: m.Set, BuiltIn: true, Kernel: m.Kernel, Solver: r.Trace().Solver(),
		Branches: []runfile.Branch{{Name: "main", Steps: rested.Len() + 20}}}
	branches, err := Replay(t.Context(), f, nil)
	if err != nil || branches[0].Run.Len() != rested.Len()+21 {
		t.Errorf("a file that goes on: %v", err)
	}
}

// TestADescentThatConvergesSoonerIsReplayed: in files of before the gradient
// held to the tolerance was that of the step before.
func TestADescentThatConvergesSoonerIsReplayed(t *testing.T) {
	m := model("sine_reg", "poly(degree=2,c=1)")
	r := extended(t, mustStart(m, solvers.LeastSquares{Eta: .05, Tol: 1e-3}), maxSteps)
	steps := r.Len() - 1
	f := runfile.File{Set: m.Set, BuiltIn: true, Kernel: m.Kernel, Solver: r.Trace().Solver(),
		Branches: []runfile.Branch{
			{Name: "main", Steps: steps + 1, Status: "converged", Objective: r.Trace().Last().Objective},
		}}
	told := 0
	branches, err := Replay(t.Context(), f, func(_ runfile.Branch, step int) { told = step })
	if err != nil || branches[0].Run.Len() != r.Len() || told != steps {
		t.Fatalf("%v, told of step %d of %d", err, told, steps)
	}
	f.Branches[0].Status = "running"
	if _, err := Replay(t.Context(), f, nil); err == nil {
		t.Error("a branch that ends before its last step is replayed")
	}
}
