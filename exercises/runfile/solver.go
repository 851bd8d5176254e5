package runfile

import (
	"strings"

	"kernellab/exercises/anatomy"
	"kernellab/kernels/expr"
	"kernellab/solvers"
)

// Describable reports whether a run file can name a solver.
func Describable(s solvers.Solver) bool {
	_, ok := anatomy.Exactly(s)
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
	k, ok := anatomy.Named(name.text)
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
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// Words is a solver with its parameters in one line, those left out that have
// their default.
func Words(s solvers.Solver) string {
	k, ok := anatomy.Exactly(s)
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
