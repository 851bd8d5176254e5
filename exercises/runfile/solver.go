package runfile

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// Describable reports whether a run file can name a solver.
func Describable(s solvers.Solver) bool {
	_, ok := anatomy.Exactly(s)
	return ok
}

// values are the parameters that a line gives; reading takes them away, so
// that what is left is unknown.
type values struct {
	given map[string]word
	err   error
}

func (v *values) take(name string) (word, bool) {
	w, ok := v.given[name]
	delete(v.given, name)
	return w, ok
}

func (v *values) fail(w word, problem, hint string) {
	if v.err == nil {
		v.err = &Error{Line: w.line, Column: w.column, Problem: problem, Hint: hint}
	}
}

func (v *values) number(name string, otherwise float64, infinite bool) float64 {
	w, ok := v.take(name)
	if !ok {
		return otherwise
	}
	if infinite && w.text == "inf" {
		return math.Inf(1)
	}
	x, err := strconv.ParseFloat(w.text, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) || x < 0 {
		v.fail(w, fmt.Sprintf("%s=%s is no number from 0 on", name, short(w.text)), name+"=0.1")
	}
	return x
}

func (v *values) whole(name string) uint64 {
	w, ok := v.take(name)
	if !ok {
		return 0
	}
	x, err := strconv.ParseUint(w.text, 10, 64)
	if err != nil {
		v.fail(w, fmt.Sprintf("%s=%s is no whole number from 0 on", name, short(w.text)), name+"=1")
	}
	return x
}

// limit is a whole number that fits an int.
func (v *values) limit(name string) int {
	w := v.given[name]
	x := v.whole(name)
	if x > math.MaxInt32 {
		v.fail(w, fmt.Sprintf("%s=%s is too large", name, short(w.text)), "")
		return 0
	}
	return int(x)
}

func (v *values) oneOf(name string, options ...string) string {
	w, ok := v.take(name)
	if !ok {
		return options[0]
	}
	if !slices.Contains(options, w.text) {
		v.fail(w, fmt.Sprintf("%s=%s is none that there is", name, short(w.text)), "one of "+strings.Join(options, ", "))
	}
	return w.text
}

// text is a parameter's value as the line gives it, or its default.
func (v *values) text(p anatomy.Parameter) string {
	switch p.Nature {
	case anatomy.Word:
		return v.oneOf(p.Name, p.Words...)
	case anatomy.Seed:
		return strconv.FormatUint(v.whole(p.Name), 10)
	case anatomy.Count:
		return strconv.Itoa(v.limit(p.Name))
	}
	return anatomy.Exact(v.number(p.Name, 0, p.Infinite))
}

// solver builds the solver that a line names. What is left out has the
// solver's default; what it cannot do without has to be there.
func solver(name word, v *values) (solvers.Solver, error) {
	k, ok := anatomy.Named(name.text)
	if !ok {
		return nil, &Error{Line: name.line, Column: name.column, Problem: fmt.Sprintf("there is no solver %s", short(name.text)), Hint: known()}
	}
	if _, ok := v.given[k.Needs]; k.Needs != "" && !ok {
		return nil, &Error{Line: name.line, Column: name.column, Problem: fmt.Sprintf("solver %s needs %s", name.text, k.Needs), Hint: k.Needs + "=1"}
	}
	s := k.Specimen
	for _, p := range k.Parameters {
		s = p.Set(s, v.text(p))
	}
	for left, w := range v.given {
		v.fail(w, fmt.Sprintf("solver %s has no parameter %s", name.text, short(left)), "")
	}
	return s, v.err
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
