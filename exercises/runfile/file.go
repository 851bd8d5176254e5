// Package runfile reads and writes run files: what a run was made of, in a
// small text that a person can read and another machine can replay.
//
//	kernellab run 1
//	data built-in moons
//	kernel rbf(sigma=0.5)
//	solver smo C=10 tol=0.001 rule=second-order seed=0 max-updates=0
//	branch main
//	steps 12
//	branch fork-1 from main at 12
//	choose k=3 l=9 C=100
//	steps 40
//	ends running 31.25
//	end
//
// The first line names the format and its version, the last is "end", so that
// a file that was cut off is noticed. Blank lines and lines that begin with #
// are skipped. Points that are not built in stand in the file as CSV, a bar
// before each line:
//
//	data classification "my points"
//	| x1,x2,label
//	| 0.5,1,-1
//
// A branch other than the first leaves an earlier one at a step, by what it
// chooses; steps is the number of its last step. Numbers are written in the
// shortest form that reads back exactly. The package knows what a file says,
// not how to do it: package stage replays it.
//
// It also writes the steps of a trace for other programs: as CSV, and as JSON
// lines, which solve --trace writes too.
package runfile

import (
	"fmt"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/kernels/expr"
	"kernellab/solvers"
)

// File is what a run file says.
type File struct {
	Set     *dataset.Set
	BuiltIn bool // Set is the built-in one of its name
	Kernel  kernels.Kernel[[]float64]
	// Pair is the pair of columns drawn, from 0; the zero value is the first
	// two.
	Pair   [2]int
	Solver solvers.Solver // of the table in package anatomy
	// Branches are the runs, the first without origin; at least one.
	Branches []Branch
}

// Branch is one way that the solver went.
type Branch struct {
	Name string // letters, digits and hyphens
	// From names an earlier branch that this one leaves after step At, by what
	// Choose says; empty for the first.
	From   string
	At     int
	Choose exercises.Answers
	Steps  int // the number of the last step, from 0
	// Status and Objective are what the last step had where the file was
	// written; Status is empty where the file does not tell. They are for
	// comparison only.
	Status    string
	Objective float64
}

// Limits of what Read takes.
const (
	MaxBytes    = 8 << 20
	MaxPoints   = 2000
	MaxValues   = 1_000_000 // points × columns
	MaxBranches = 100
	MaxSteps    = 100_000
)

// Version is the version of the format that Write writes.
const Version = 1

// Error is what is wrong with a run file, where, and what would work. Line and
// Column count from 1; Column counts characters.
type Error struct {
	Line, Column int
	Problem      string
	Hint         string // what would work; may be empty
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

// Describable reports whether a run file can name a solver.
func Describable(s solvers.Solver) bool {
	_, ok := anatomy.OwnKind(s)
	return ok
}

// Solver reads a solver with its parameters as a run file has it: "smo C=1".
func Solver(text string) (solvers.Solver, error) {
	f, err := lineOf(text)
	if err != nil {
		return nil, err
	}
	return f.Solver, nil
}

func lineOf(text string) (f File, err *Error) {
	defer expr.Catch(&err)
	p := parser{lines: []string{"solver " + text}}
	p.solver(&f)
	return f, nil
}

// solver reads the solver and its parameters. What is left out has the solver's
// default; what it cannot do without has to be there.
func (p *parser) solver(f *File) {
	l := p.want("solver", "solver smo C=1")
	if len(l.words) == 0 {
		l.fail("solver smo C=1", "which solver?")
	}
	name := l.words[0]
	given := pairs(l.words[1:])
	k, ok := anatomy.KindNamed(name.text)
	if !ok {
		name.fail(known(), "there is no solver %s", short(name.text))
	}
	if _, ok := given[k.Needs]; k.Needs != "" && !ok {
		name.fail(k.Needs+"=1", "solver %s needs %s", name.text, k.Needs)
	}
	f.Solver = k.Specimen
	for _, p := range k.Parameters {
		f.Solver = p.Set(f.Solver, setting(p, given))
		delete(given, p.Name)
	}
	for left, w := range given {
		w.fail("", "solver %s has no parameter %s", name.text, short(left))
	}
}

// setting is a parameter's value as it is given, or its default.
func setting(p anatomy.Parameter, given map[string]word) string {
	w, ok := given[p.Name]
	if !ok {
		return p.Default()
	}
	value, wrong := p.Read(w.text)
	if wrong != "" {
		w.fail(p.Example(), "%s=%s is %s", p.Name, short(w.text), wrong)
	}
	return value
}

// known lists the solvers that there are.
func known() string {
	var names []string
	for _, k := range anatomy.All() {
		names = append(names, k.Name)
	}
	return expr.List(names, "or")
}

// Words is a solver with its parameters in one line, those left out that have
// their default.
func Words(s solvers.Solver) string {
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
