package stage

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/runfile"
	"kernellab/kernels"
	"kernellab/solvers"
)

// WriteRunFile writes the run file, from which the run can be replayed. It contains the
// start of the run, a branch main, and a branch for each fork that led to this run or to one of the
// other runs. All runs must have the same start. Each branch comes after the branch from which it was
// forked. WriteRunFile returns an error if a file cannot hold one of the runs.
func (r Run) WriteRunFile(w io.Writer, others ...exercises.Run) error {
	f, err := runFile(r)
	if err != nil {
		return err
	}
	for _, o := range others {
		other, ok := o.(Run)
		if !ok {
			continue
		}
		more, err := runFile(other)
		if err != nil {
			return err
		}
		for _, b := range more.Branches {
			f.Branches = addBranch(f.Branches, b)
		}
	}
	return runfile.Write(w, f)
}

// addBranch adds a branch. If two branches have the same name, it keeps the longer one. If both are
// equally long, it keeps the branch whose end is known.
func addBranch(all []runfile.Branch, b runfile.Branch) []runfile.Branch {
	i := slices.IndexFunc(all, func(o runfile.Branch) bool { return o.Name == b.Name })
	switch {
	case i < 0:
		return append(all, b)
	case b.Steps > all[i].Steps, b.Steps == all[i].Steps && b.Status != "":
		all[i] = b
	}
	return all
}

// Formats lists the formats of Write.
func (r Run) Formats() []string { return append([]string{"run"}, runfile.Formats()...) }

// Write writes the run file with other branches, or the steps so far in another format.
func (r Run) Write(w io.Writer, format string, others []exercises.Run) error {
	if format == "run" {
		return r.WriteRunFile(w, others...)
	}
	return runfile.WriteSteps(w, r.traces[0], format)
}

// runFile returns the file of a run and of the forks that led to it.
func runFile(r Run) (runfile.File, error) {
	s := r.start
	switch {
	case s.hasFault():
		return runfile.File{},
			fmt.Errorf("a run with a planted error cannot be saved: the file would reveal the error")
	case s.primal() || s.data.Kernel == nil || !runfile.CanWriteSolver(s.solver()):
		return runfile.File{},
			fmt.Errorf("this run cannot be saved: a run file holds only runs in the dual whose kernel has a name")
	}
	if _, err := kernels.Parse(s.data.Kernel.String()); err != nil {
		return runfile.File{}, fmt.Errorf("the kernel %s cannot be written to a file", s.data.Kernel)
	}
	f := runfile.File{Set: s.data.Set, BuiltIn: runfile.IsBuiltin(s.data.Set), Kernel: s.data.Kernel,
		Pair:   s.data.DrawnColumns,
		Solver: s.solver()}
	if i, j := f.Pair[0], f.Pair[1]; i == j || min(i, j) < 0 || max(i, j) >= f.Set.Dim() {
		f.Pair = [2]int{}
	}
	f.Branches = []runfile.Branch{{Name: "main", Steps: r.Len() - 1}}
	for n, c := range r.choices {
		last := &f.Branches[n]
		last.Steps = c.Frame
		if n > 0 && c.Frame == last.At && r.choices[n-1].madeStep {
			last.Steps++ // the step that the previous fork took, although this run does not contain it
		}
		f.Branches = append(f.Branches,
			runfile.Branch{Name: cmp.Or(c.Name, fmt.Sprintf("branch-%d", n+1)), From: last.Name, At: c.Frame,
				Choose: c.Answers, Steps: r.Len() - 1})
	}
	last := r.traces[0].Last()
	end := &f.Branches[len(f.Branches)-1]
	end.Status, end.Objective = last.Status.String(), last.Objective
	return f, nil
}

// ReplayedBranch is a branch of a run file after replaying it.
type ReplayedBranch struct {
	Name, From string
	Run        Run
	// Note describes how the end of the run differs from the end in the file. Numbers are equal
	// bit by bit only on the same kind of processor.
	Note string
}

// Replay replays all branches of a file. It returns an error if a choice is impossible, or if a
// branch ends before the number of steps in the file.
func Replay(ctx context.Context, f runfile.File) ([]ReplayedBranch, error) {
	var out []ReplayedBranch
	for _, b := range f.Branches {
		run, err := replayBranch(ctx, f, b, out)
		if err != nil {
			return out, fmt.Errorf("branch %s: %w", b.Name, err)
		}
		out = append(out, ReplayedBranch{Name: b.Name, From: b.From, Run: run, Note: endNote(b, run.Trace().Last())})
	}
	return out, nil
}

func replayBranch(ctx context.Context, f runfile.File, b runfile.Branch,
	earlierBranches []ReplayedBranch) (Run, error) {
	run, err := startBranch(ctx, f, b, earlierBranches)
	if err != nil {
		return run, err
	}
	if run.Len()-1 > b.Steps {
		return run, fmt.Errorf("step %d is chosen, but the branch has %d steps", b.At+1, b.Steps)
	}
	if run, err = run.extendUntil(ctx, b.Steps-(run.Len()-1), nil); err != nil {
		return run, err
	}
	if run.Len()-1 < b.Steps && !convergesSooner(b, run) {
		why, _ := run.Done()
		return run, fmt.Errorf("it ends at step %d, but the file has %d steps. %s", run.Len()-1, b.Steps, why)
	}
	return run, nil
}

// convergesSooner reports whether a descent has converged before the step given in the file.
// Until November 2026, the tolerance was compared with the gradient of the previous
// step, and the gradient of least squares lacked its factor 2/n.
func convergesSooner(b runfile.Branch, r Run) bool {
	return r.lastSegment().kind.Descent != nil && b.Status == solvers.Converged.String() &&
		r.Trace().Last().Status == solvers.Converged
}

// startBranch returns the start of a branch.
func startBranch(ctx context.Context, f runfile.File, b runfile.Branch, earlierBranches []ReplayedBranch) (Run, error) {
	if b.From == "" {
		return Start(TrainingData{Set: f.Set, Kernel: f.Kernel, DrawnColumns: f.Pair}, f.Solver)
	}
	for _, r := range earlierBranches {
		if r.Name == b.From {
			fork, err := r.Run.fork(ctx, b.At, b.Choose)
			if err != nil {
				return Run{}, err
			}
			return fork.WithName(b.Name).(Run), nil
		}
	}
	return Run{}, fmt.Errorf("there is no branch %s before it", b.From)
}

// endNote describes how the end of a replayed branch differs from the end in the file. It returns
// "" if both ends are the same.
func endNote(b runfile.Branch, s solvers.Step) string {
	sameValue := s.Objective == b.Objective || math.IsNaN(s.Objective) && math.IsNaN(b.Objective)
	if b.Status == "" || b.Status == s.Status.String() && sameValue {
		return ""
	}
	return fmt.Sprintf("the file says %s with objective %s at step %d; here it is %s with %s at step %d", b.Status,
		anatomy.Exact(b.Objective), b.Steps, s.Status, anatomy.Exact(s.Objective), s.N)
}

// Difference describes where two runs first differ.
type Difference struct {
	Same bool
	// Step is the first step that differs. It is −1 if the runs have different points.
	Step  int
	Words []string // sentences about the differences
}

// Diff compares two runs step by step. Numbers must be equal bit by bit.
func Diff(a, b Run) Difference {
	if words := pointDifferences(a.start.data.Set, b.start.data.Set); words != "" {
		return Difference{Step: -1, Words: []string{words}}
	}
	setting := settingDifferences(a.start, b.start)
	for i := range min(a.Len(), b.Len()) {
		x, y := a.traces[0].At(i), b.traces[0].At(i)
		if words := stepDifferences(x, y, a.start.kind.Move(x), b.start.kind.Move(y)); len(words) > 0 {
			return Difference{Step: i, Words: append(setting, words...)}
		}
	}
	if a.Len() != b.Len() {
		return Difference{Step: min(a.Len(), b.Len()),
			Words: append(setting,
				fmt.Sprintf("The first has %d steps, the second %d; the steps that both have are equal.", a.Len()-1,
					b.Len()-1))}
	}
	return Difference{Same: true, Step: a.Len(), Words: setting}
}

// pointDifferences describes how two sets differ, or returns "".
func pointDifferences(a, b *dataset.Set) string {
	if a.Len() != b.Len() || a.Dim() != b.Dim() || a.Task() != b.Task() {
		return fmt.Sprintf("Other data: %s, and %s.", a, b)
	}
	for i := range a.Len() {
		for j, v := range a.Point(i) {
			if v != b.Point(i)[j] {
				return fmt.Sprintf("Other data: point %d has %s = %s in the first and %s in the second.", i+1,
					a.Columns()[j], anatomy.Exact(v), anatomy.Exact(b.Point(i)[j]))
			}
		}
		if a.Label(i) != b.Label(i) {
			return fmt.Sprintf("Other data: point %d is labelled %s in the first and %s in the second.", i+1,
				anatomy.Exact(a.Label(i)), anatomy.Exact(b.Label(i)))
		}
	}
	return ""
}

// settingDifferences describes how the kernels and solvers of two runs differ at the start.
func settingDifferences(a, b segment) []string {
	var out []string
	if a.data.Kernel.String() != b.data.Kernel.String() {
		out = append(out, fmt.Sprintf("Kernel %s in the first, %s in the second.", a.data.Kernel, b.data.Kernel))
	}
	if x, y := fmt.Sprintf("%s %+v", a.solver().Name(), a.solver()),
		fmt.Sprintf("%s %+v", b.solver().Name(), b.solver()); x != y {
		out = append(out, fmt.Sprintf("Solver %s in the first, %s in the second.", x, y))
	}
	return out
}

// stepDifferences describes how two steps and their moves differ.
func stepDifferences(a, b solvers.Step, moveA, moveB anatomy.Move) []string {
	var out []string
	differ := func(what string, x, y string) {
		if x != y {
			out = append(out, fmt.Sprintf("%s: %s in the first, %s in the second.", what, x, y))
		}
	}
	differ("Step", moveA.String(), moveB.String())
	if i, ok := firstDifferent(a.Coef(), b.Coef()); ok {
		if a.Coef().Len() != b.Coef().Len() {
			return append(out, "The coefficients differ in number.")
		}
		differ(fmt.Sprintf("Coefficient %d", i+1), anatomy.Exact(a.Coef().At(i)), anatomy.Exact(b.Coef().At(i)))
	}
	differ("b", anatomy.Exact(a.Bias), anatomy.Exact(b.Bias))
	differ("Objective", anatomy.Exact(a.Objective), anatomy.Exact(b.Objective))
	differ("Status", a.Status.String(), b.Status.String())
	if x, y := math.Abs(a.Objective-b.Objective), math.Abs(a.Objective); len(out) > 0 && x > 0 && x < 1e-12*y {
		out = append(out,
			fmt.Sprintf("The objectives differ by only %s: rounding, perhaps on another processor.", anatomy.Num(x)))
	}
	return out
}

// firstDifferent returns the index of the first entry that differs in any bit. Equal NaNs do not
// differ. If the vectors have different lengths, it returns 0.
func firstDifferent(a, b solvers.Vector) (int, bool) {
	if a.Len() != b.Len() {
		return 0, true
	}
	for i, v := range a.All() {
		if bits := math.Float64bits; bits(v) != bits(b.At(i)) {
			return i, true
		}
	}
	return 0, false
}
