package runfile

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kernellab/solvers"
)

// parameter is a named number or word of a solver.
type parameter struct{ name, value string }

// describe lists what makes a solver what it is; not ok for one that a run
// file cannot name.
func describe(s solvers.Solver) (name string, ps []parameter, ok bool) {
	switch x := s.(type) {
	case solvers.SMO:
		return "smo", []parameter{
			{"C", real(x.C)}, {"tol", real(x.Tol)}, {"rule", x.Rule.String()}, {"seed", strconv.FormatUint(x.Seed, 10)}, {"max-updates", strconv.Itoa(x.MaxUpdates)},
		}, true
	case solvers.Perceptron:
		return "perceptron", []parameter{
			{"seed", strconv.FormatUint(x.Seed, 10)}, {"max-epochs", strconv.Itoa(x.MaxEpochs)}, {"every-visit", strconv.FormatBool(x.EveryVisit)}, {"no-bias", strconv.FormatBool(x.NoBias)},
		}, true
	case solvers.Logistic:
		form := "zero-one"
		if x.Form == solvers.PlusMinus {
			form = "plus-minus"
		}
		return "logistic", []parameter{{"gamma", real(x.Gamma)}, {"form", form}, {"max-steps", strconv.Itoa(x.MaxSteps)}, {"tol", real(x.Tol)}}, true
	case solvers.LeastSquares:
		return "least-squares", []parameter{{"eta", real(x.Eta)}, {"max-steps", strconv.Itoa(x.MaxSteps)}, {"tol", real(x.Tol)}}, true
	case solvers.Ridge:
		return "ridge", []parameter{{"lambda", real(x.Lambda)}}, true
	}
	return "", nil, false
}

// Describable reports whether a run file can name a solver.
func Describable(s solvers.Solver) bool {
	_, _, ok := describe(s)
	return ok
}

func real(v float64) string {
	if math.IsInf(v, 1) {
		return "inf"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
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

// solver builds the solver that a line names. What is left out has the
// solver's default; what it cannot do without has to be there.
func solver(name word, v *values) (solvers.Solver, error) {
	must := map[string]string{"smo": "C", "logistic": "gamma", "least-squares": "eta", "ridge": "lambda"}[name.text]
	if _, ok := v.given[must]; must != "" && !ok {
		return nil, &Error{Line: name.line, Column: name.column, Problem: fmt.Sprintf("solver %s needs %s", name.text, must), Hint: must + "=1"}
	}
	var s solvers.Solver
	switch name.text {
	case "smo":
		x := solvers.SMO{C: v.number("C", 0, true), Tol: v.number("tol", 0, false), Seed: v.whole("seed"), MaxUpdates: v.limit("max-updates")}
		x.Rule, _ = solvers.ParsePairRule(v.oneOf("rule", "second-order", "max-violation", "max-error", "max-error-literal", "random"))
		s = x
	case "perceptron":
		s = solvers.Perceptron{Seed: v.whole("seed"), MaxEpochs: v.limit("max-epochs"), EveryVisit: v.oneOf("every-visit", "false", "true") == "true", NoBias: v.oneOf("no-bias", "false", "true") == "true"}
	case "logistic":
		x := solvers.Logistic{Gamma: v.number("gamma", 0, false), MaxSteps: v.limit("max-steps"), Tol: v.number("tol", 0, false)}
		if v.oneOf("form", "zero-one", "plus-minus") == "plus-minus" {
			x.Form = solvers.PlusMinus
		}
		s = x
	case "least-squares":
		s = solvers.LeastSquares{Eta: v.number("eta", 0, false), MaxSteps: v.limit("max-steps"), Tol: v.number("tol", 0, false)}
	case "ridge":
		s = solvers.Ridge{Lambda: v.number("lambda", 0, false)}
	default:
		return nil, &Error{Line: name.line, Column: name.column, Problem: fmt.Sprintf("there is no solver %s", short(name.text)), Hint: "smo, perceptron, logistic, least-squares or ridge"}
	}
	for left, w := range v.given {
		v.fail(w, fmt.Sprintf("solver %s has no parameter %s", name.text, short(left)), "")
	}
	return s, v.err
}

// Words is a solver with its parameters in one line, those left out that have
// their default.
func Words(s solvers.Solver) string {
	name, params, ok := describe(s)
	if !ok {
		return s.Name()
	}
	for _, p := range params {
		if p.value != "0" && p.value != "false" {
			name += " " + p.name + "=" + p.value
		}
	}
	return name
}
