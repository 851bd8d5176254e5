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
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// recordText returns the text of a run's file.
func recordText(t check.T, r Run, others ...exercises.Run) string {
	var text bytes.Buffer
	check.OK(t, r.WriteRunFile(&text, others...))
	return text.String()
}

// replayText returns the branches of a file.
func replayText(t check.T, text string) []ReplayedBranch {
	f, err := runfile.Read(strings.NewReader(text))
	check.Must(t, err == nil, "got error %v, want none in\n%s", err, text)
	out, err := Replay(context.Background(), f)
	check.Must(t, err == nil, "got error %v, want none in\n%s", err, text)
	return out
}

// checkReplay records a run and compares the replay of the file with it, bit by bit.
func checkReplay(t check.T, r Run) {
	text := recordText(t, r)
	branches := replayText(t, text)
	again := branches[len(branches)-1]
	if again.Note != "" || again.Run.Len() != r.Len() {
		t.Errorf("got %d frames, note %q, want %d and no note, for\n%s", again.Run.Len(), again.Note, r.Len(), text)
		return
	}
	for i := range r.Len() {
		sameSteps(t, "replayed", again.Run.Trace().At(i), r.Trace().At(i))
	}
	if d := Diff(r, again.Run); !d.Same {
		t.Errorf("Diff with the replay = %+v, want the same", d)
	}
	if second := recordText(t, again.Run); second != text {
		t.Errorf("recorded again: got\n%s\nwant\n%s", second, text)
	}
}

// The run file of a branch contains the branch and all other branches once. Replaying the file
// gives each of them again.
func TestRun_RecordHasForks(t *testing.T) {
	main := extendRun(t, beginnings()["smo second-order"], 6)
	fork := func(from Run, at int, c, name string) Run {
		t.Helper()
		next := must.Value(from.Fork(t.Context(), at, exercises.Answers{"C": c}))
		return extendRun(t, next.(Run).WithName(name).(Run), 3)
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
		again := replayText(t, recordText(t, r, others...))
		check.Must(t, len(again) == 4, "the file of run %d: got %d branches, want 4", i, len(again))
		for _, b := range again {
			want := map[string]Run{"main": main, "branch-1": one, "branch-2": two, "branch-3": three}[b.Name]
			check.That(t, b.Note == "" && b.Run.Len() == want.Len(),
				"%s: got %d frames, note %q, want %d and no note", b.Name, b.Run.Len(), b.Note, want.Len())
		}
	}
}

// A replay equals the run bit by bit, however it was forked.
func TestReplay_bitEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkReplay(t, drawRun(t)) })
}

// If a fork is forked again at its first frame, to the step that the solver would make, the
// file has both choices.
func TestReplay_forkBackToOwnStep(t *testing.T) {
	r := extendRun(t, beginnings()["smo moons"], 30)
	at := clippedAt(t, r)
	own := r.Trace().At(at + 1).Detail.(*solvers.SMODetail)
	back := exercises.Answers{"k": strconv.Itoa(own.K + 1), "l": strconv.Itoa(own.L + 1), "clip": "on"}
	for _, away := range []exercises.Answers{{"clip": "off"}, {"k": "1", "l": "9"}} {
		fork := must.Value(r.Fork(t.Context(), at, away))
		again := must.Value(extendRun(t, fork, 3).Fork(t.Context(), at, back))
		sameSteps(t, "the own step", again.(Run).Trace().At(at+1), r.Trace().At(at+1))
		checkReplay(t, extendRun(t, again, 6))
	}
}

// After a fork that chooses a pair and a second one that changes C, choosing the same pair
// again changes nothing.
func TestRun_ForkKnowsOwnStep(t *testing.T) {
	r := extendRun(t, beginnings()["smo hard"], 0)
	pair := exercises.Answers{"l": "3"}
	fork := must.Value(r.Fork(t.Context(), 0, pair))
	again := must.Value(fork.(Run).Fork(t.Context(), 1, exercises.Answers{"C": "100"}))
	if _, err := again.(Run).Fork(t.Context(), 0, pair); err != errUnchanged {
		t.Errorf("Fork by the pair that the run took: got error %v, want %v", err, errUnchanged)
	}
	other := must.Value(again.(Run).Fork(t.Context(), 0, exercises.Answers{"l": "2"}))
	checkReplay(t, other.(Run))
}

func TestDiff_namesFirstStep(t *testing.T) {
	r := extendRun(t, beginnings()["smo moons"], 30)
	choice := exercises.Answers{"k": "1", "l": "2"}
	if _, err := r.Fork(t.Context(), 7, choice); err == nil ||
		!strings.Contains(err.Error(), "pair (1, 2) cannot move") {
		t.Errorf("Fork by a pair that cannot move: got error %v, want one that names the pair", err)
	}
	fork := must.Value(r.fork(t.Context(), 7, choice)) // as in files of older versions
	d := Diff(r, extendRun(t, fork, 10))
	check.That(t, !d.Same && d.Step == 8 && strings.Contains(strings.Join(d.Words, " "), "pair (1, 2) in the second"),
		"Diff with a fork at frame 7 = %+v, want step 8 and the pair of the second", d)
	if d := Diff(r, extendRun(t, beginnings()["smo moons"], 12)); d.Same || d.Step != 13 {
		t.Errorf("Diff with a shorter run = %+v, want step 13", d)
	}
	if d := Diff(r, beginnings()["perceptron"]); d.Same || d.Step != -1 {
		t.Errorf("Diff with other data = %+v, want step -1", d)
	}
}

func TestReplay_errors(t *testing.T) {
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
			t.Errorf("Read of %s: got error %v, want none", c.text, err)
			continue
		}
		if _, err := Replay(context.Background(), f); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Replay of %s: got error %v, want one with %q", c.text, err, c.want)
		}
	}
}

// A run that its solver would never end stops at the limit of steps. It gives a reason and stays
// within the memory budget.
func TestRun_stepLimit(t *testing.T) {
	const most = 20 << 20
	for name, s := range map[string]solvers.Solver{
		"gradient still": solvers.Logistic{Gamma: .05},
		"violation":      solvers.SMO{C: 1e6, Tol: 1e-15, Rule: solvers.Random, Seed: 1, MaxUpdates: 1e9},
		"The run stops":  solvers.Perceptron{EveryVisit: true, MaxPasses: 1e9},
	} {
		if _, cheap := s.(solvers.Perceptron); !cheap && os.Getenv("THOROUGH") == "" {
			continue // takes seconds: .ci/nightly sets THOROUGH=1
		}
		m := trainingData("blobs_overlap", "linear")
		if s.Name() == "logistic" {
			m = trainingData("circles", "rbf(sigma=1)")
		}
		r := must.Value(Start(m, s))
		room := solvers.NewMemoryBudget(most, nil)
		ctx := solvers.WithMemoryBudget(t.Context(), room)
		for r.Len() < 2*maxSteps {
			longer := must.Value(r.Extend(ctx, 10_000, exercises.Condition{}))
			if longer.Len() == r.Len() {
				break
			}
			r = longer.(Run)
		}
		why, done := r.Done()
		if !done || r.Len() != maxSteps+1 ||
			!strings.HasPrefix(why, "The run stops after 100000 steps, the maximum. ") ||
			!strings.Contains(why, name) {
			t.Errorf("%s: got %d steps, done %v, %q, want %d and the reason %q", s.Name(), r.Len()-1, done, why,
				maxSteps, name)
		}
		if taken := room.Used(); taken > most {
			t.Errorf("%s takes %d bytes, want at most %d", s.Name(), taken, most)
		}
		if notes := r.Frame(r.Len() - 1).Notes; len(notes) == 0 || notes[len(notes)-1].String() != why {
			t.Errorf("%s: the last frame has notes %v, want %q", s.Name(), notes, why)
		}
		r.Frame(r.Len() / 2)
		if taken := room.Used(); taken > most+4<<20 {
			t.Errorf("%s takes %d bytes after a frame in between is shown, want at most %d", s.Name(), taken,
				most+4<<20)
		}
	}
}

// A descent without a tolerance ends when its gradient is 0 up to rounding. If a file contains more
// steps, the replay has them too.
func TestRun_descentComesToRest(t *testing.T) {
	m := trainingData("sine_reg", "poly(degree=2,c=1)")
	r := must.Value(Start(m, solvers.LeastSquares{Eta: .05}))
	rested := extendRun(t, r, maxSteps)
	why, done := rested.Done()
	if !done || rested.Len() > maxSteps ||
		!strings.Contains(why, "The gradient is 0 up to rounding, and the loss stays at ") {
		t.Fatalf("got %d steps, done %v, %q, want an end at rest", rested.Len()-1, done, why)
	}
	again := extendRun(t, rested, 10)
	check.That(t, again.Len() == rested.Len(),
		"at rest: got %d further steps, want none", again.Len()-rested.Len())
	f := runfile.File{Set: m.Set, BuiltIn: true, Kernel: m.Kernel, Solver: r.Trace().Solver(),
		Branches: []runfile.Branch{{Name: "main", Steps: rested.Len() + 20}}}
	branches, err := Replay(t.Context(), f)
	check.That(t, err == nil && branches[0].Run.Len() == rested.Len()+21,
		"Replay of a file that continues: got error %v, want %d frames", err, rested.Len()+21)
}

// Old files compared the tolerance with the gradient of the previous step, so their runs have one
// more step. Replay accepts them.
func TestReplay_descentConvergesSooner(t *testing.T) {
	m := trainingData("sine_reg", "poly(degree=2,c=1)")
	r := extendRun(t, must.Value(Start(m, solvers.LeastSquares{Eta: .05, Tol: 1e-3})), maxSteps)
	steps := r.Len() - 1
	f := runfile.File{Set: m.Set, BuiltIn: true, Kernel: m.Kernel, Solver: r.Trace().Solver(),
		Branches: []runfile.Branch{
			{Name: "main", Steps: steps + 1, Status: "converged", Objective: r.Trace().Last().Objective},
		}}
	branches, err := Replay(t.Context(), f)
	check.Must(t, err == nil && branches[0].Run.Len() == r.Len(),
		"Replay: got error %v, %d frames, want %d", err, branches[0].Run.Len(), r.Len())
	f.Branches[0].Status = "running"
	if _, err := Replay(t.Context(), f); err == nil {
		t.Error("Replay of a running branch that ends early: got no error, want one")
	}
}
