// Package runfile reads and writes run files. A run is the recorded work of a solver on a data set,
// step by step. A run file contains its settings, as a small text that a person can read and
// another machine can replay.
//
//	kernellab run 1
//	data built-in moons
//	kernel rbf(sigma=0.5)
//	solver smo C=10 tol=0.001 rule=second-order seed=0 max-updates=0
//	branch main
//	steps 12
//	branch branch-1 from main at 12
//	choose k=3 l=9 C=100
//	steps 40
//	ends running 31.25
//	end
//
// The first line names the format and its version. The last is "end", so that a
// truncated file is detected. Blank lines and lines that begin with # are skipped.
// Points that are not built in are included as CSV, with a bar before each line:
//
//	data classification "my points"
//	| x1,x2,label
//	| 0.5,1,-1
//
// A branch is a sequence of steps. Every branch except the first was forked from an earlier branch:
// it has the steps of that branch up to the given one, and then continues with another choice,
// such as another pair or another C. The line "steps" contains the number of the last step of the
// branch. Numbers are written in the shortest form that reads back exactly. The package does not
// know how to replay a run: package stage does that.
//
// The package also writes the steps of a trace for other programs, as CSV and as
// JSON lines. The command solve --trace uses the same JSON lines.
package runfile

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/kernels/expr"
	"kernellab/solvers"
)

// File is the content of a run file.
type File struct {
	Set     *dataset.Set
	BuiltIn bool // whether Set is the built-in set of its name
	Kernel  kernels.Kernel[[]float64]
	// Pair holds the indices of the two columns that are drawn, counted from 0. The zero value
	// means the first two columns.
	Pair   [2]int
	Solver solvers.Solver // one of those that package anatomy describes
	// Branches are the runs, at least one. From is empty for the first.
	Branches []Branch
}

// Branch is one branch of a run, a sequence of steps.
type Branch struct {
	Name string // letters, digits and hyphens
	// From names the earlier branch from which this one was forked, after step At. Choose is what
	// the student chose there: the pair or point of the next step, or other parameters of the
	// solver or kernel. All three are zero for the first branch.
	From   string
	At     int
	Choose exercises.Answers
	Steps  int // number of the last step, from 0
	// Status and Objective describe the last step when the file was written, for
	// comparison only. Status is empty if the file has no such line.
	Status    string
	Objective float64
}

// Limits of the files that Read accepts.
const (
	MaxBytes    = 8 << 20
	MaxPoints   = 2000
	MaxValues   = 1_000_000 // points × columns
	MaxBranches = 100
	MaxSteps    = 100_000
)

// Version is the version of the format that Write uses.
const Version = 1

// Error describes an error in a run file, its position, and a correction. Line and Column count
// from 1, or are 0 if they are not known. Column counts characters.
type Error struct {
	Line, Column int
	Problem      string
	Hint         string // a correction; may be empty
}

// Error returns one line.
func (e *Error) Error() string {
	switch {
	case e.Line == 0:
		return e.Problem
	case e.Column == 0:
		return fmt.Sprintf("line %d: %s", e.Line, e.Problem)
	}
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Problem)
}

// CanWriteSolver reports whether a run file can name a solver and its parameters.
func CanWriteSolver(s solvers.Solver) bool {
	_, ok := anatomy.OwnKind(s)
	return ok
}

// ParseSolver reads a solver with its parameters, in the form of a run file: "smo C=1".
func ParseSolver(text string) (solvers.Solver, error) {
	f, err := solverLine(text)
	if err != nil {
		return nil, err
	}
	return f.Solver, nil
}

func solverLine(text string) (f File, err *Error) {
	defer expr.Catch(&err)
	p := parser{lines: []string{"solver " + text}}
	p.solver(&f)
	return f, nil
}

// solver reads the solver and its parameters. Missing parameters get their defaults. A parameter
// without a default, such as C of SMO, must be present.
func (p *parser) solver(f *File) {
	l := p.expect("solver", "write, for example: solver smo C=1")
	if len(l.words) == 0 {
		l.fail("write, for example: solver smo C=1", "which solver?")
	}
	name := l.words[0]
	settings := pairs(l.words[1:])
	k, ok := anatomy.KindNamed(name.text)
	if !ok {
		name.fail(expr.JoinWords(anatomy.Names(), "or"), "there is no solver %s", shorten(name.text))
	}
	if _, ok := settings[k.RequiredParameter]; k.RequiredParameter != "" && !ok {
		name.fail(k.RequiredParameter+"=1", "solver %s needs %s", name.text, k.RequiredParameter)
	}
	f.Solver = k.Example
	for _, param := range k.Parameters {
		f.Solver = param.Set(f.Solver, setting(param, settings))
		delete(settings, param.Name)
	}
	for unknown, w := range settings {
		w.fail("", "solver %s has no parameter %s", name.text, shorten(unknown))
	}
}

// setting returns the value of a parameter among words, or its default.
func setting(p anatomy.Parameter, words map[string]word) string {
	w, ok := words[p.Name]
	if !ok {
		return p.Default()
	}
	value, mistake := p.Read(w.text)
	if mistake != "" {
		w.fail(p.Example(), "%s=%s is %s", p.Name, shorten(w.text), mistake)
	}
	return value
}

// SolverText returns the name of a solver and its parameters that are neither 0 nor false, in one
// line: "smo C=1".
func SolverText(s solvers.Solver) string {
	k, ok := anatomy.OwnKind(s)
	if !ok {
		return s.Name()
	}
	words := k.Name
	for _, p := range k.Parameters {
		if text := p.Text(s); text != "0" && text != "false" {
			words += " " + p.Name + "=" + text
		}
	}
	return words
}

// Write writes a file that Read accepts. It returns an error if a run file cannot
// name the solver, or if the file exceeds the limits of Read.
func Write(w io.Writer, f File) error {
	kind, ok := anatomy.OwnKind(f.Solver)
	switch {
	case !ok:
		return fmt.Errorf("a run of %s cannot be written to a file", f.Solver.Name())
	case len(f.Branches) == 0:
		return fmt.Errorf("a run file needs a branch")
	case len(f.Branches) > MaxBranches:
		return fmt.Errorf("this run was forked %d times; a run file holds at most %d branches", len(f.Branches)-1,
			MaxBranches)
	case slices.ContainsFunc(f.Branches, func(b Branch) bool { return b.Steps > MaxSteps }):
		return fmt.Errorf("a run file holds at most %d steps", MaxSteps)
	case !f.BuiltIn && f.Set.Len() > MaxPoints:
		return fmt.Errorf("a run file holds at most %d points, not %d", MaxPoints, f.Set.Len())
	}
	var b strings.Builder
	fmt.Fprintf(&b, "kernellab run %d\n", Version)
	if err := writeData(&b, f); err != nil {
		return err
	}
	fmt.Fprintf(&b, "kernel %s\n", f.Kernel)
	if f.Pair != [2]int{} {
		fmt.Fprintf(&b, "columns %d %d\n", f.Pair[0]+1, f.Pair[1]+1)
	}
	b.WriteString("solver " + kind.Name)
	for _, p := range kind.Parameters {
		if text := p.Text(f.Solver); text != p.Omitted {
			fmt.Fprintf(&b, " %s=%s", p.Name, text)
		}
	}
	b.WriteByte('\n')
	for _, br := range f.Branches {
		writeBranch(&b, br)
	}
	b.WriteString("end\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func writeData(b *strings.Builder, f File) error {
	if f.BuiltIn {
		fmt.Fprintf(b, "data built-in %s\n", f.Set.Name())
		return nil
	}
	fmt.Fprintf(b, "data %s %s\n", f.Set.Task(), strconv.Quote(f.Set.Name()))
	var csv strings.Builder
	if err := dataset.WriteCSV(&csv, f.Set); err != nil {
		return err
	}
	for line := range strings.Lines(csv.String()) {
		b.WriteString("| " + line)
	}
	return nil
}

func writeBranch(b *strings.Builder, br Branch) {
	b.WriteString("branch " + br.Name)
	if br.From != "" {
		fmt.Fprintf(b, " from %s at %d", br.From, br.At)
	}
	b.WriteByte('\n')
	if len(br.Choose) > 0 {
		b.WriteString("choose")
		for _, name := range choiceNames(br.Choose) {
			fmt.Fprintf(b, " %s=%s", name, br.Choose[name])
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(b, "steps %d\n", br.Steps)
	if br.Status != "" {
		fmt.Fprintf(b, "ends %s %s\n", br.Status, strconv.FormatFloat(br.Objective, 'g', -1, 64))
	}
}

// choiceNames returns the names in a choice. Names that belong to the step, such as k and l, come
// before parameters of the solver.
func choiceNames(a exercises.Answers) []string {
	var out []string
	for _, name := range anatomy.ForkChoices() {
		if a[name] != "" {
			out = append(out, name)
		}
	}
	return out
}

// IsBuiltin reports whether a set equals the built-in set of its name.
func IsBuiltin(s *dataset.Set) bool {
	other, err := dataset.Builtin(s.Name())
	if err != nil || other.Len() != s.Len() || other.Dim() != s.Dim() || !slices.Equal(other.Labels(), s.Labels()) {
		return false
	}
	for i := range s.Len() {
		if !slices.Equal(other.Point(i), s.Point(i)) {
			return false
		}
	}
	return true
}
