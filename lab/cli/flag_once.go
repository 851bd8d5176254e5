package cli

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// once is a flag that may be given once, and whose text is read strictly: a
// second value, or one that cannot be used, is a wrong command line and not a
// silent choice between the two.
type once[T any] struct {
	name  string
	kind  string // what the value is, for help
	shown string // the default, for help
	value T
	isSet bool
	parse func(string) (T, error)
}

var _ pflag.Value = (*once[string])(nil)

// Set reads the flag's text.
func (o *once[T]) Set(s string) error {
	if o.isSet {
		return usagef("give it once", "--%s is given twice", o.name)
	}
	v, err := o.parse(s)
	if err != nil {
		return err
	}
	o.value, o.isSet = v, true
	return nil
}

// String returns the default for help.
func (o *once[T]) String() string { return o.shown }

// Type returns what the value is, for help.
func (o *once[T]) Type() string { return o.kind }

// addOnce defines a flag on a command.
func addOnce[T any](cmd *cobra.Command, o *once[T], name, kind, shown, usage string, fallback T, parse func(string) (T, error)) {
	*o = once[T]{name: name, kind: kind, shown: shown, value: fallback, parse: parse}
	flag := cmd.Flags().VarPF(o, name, "", usage)
	if kind == "bool" {
		flag.NoOptDefVal = "true"
	}
}

// flagError gives a flag's own complaint back in place of pflag's wrapping.
func flagError(cmd *cobra.Command, err error) error {
	var own *usageError
	if errors.As(err, &own) {
		return own
	}
	return usagef(cmd.CommandPath()+" --help shows the flags", "%v", err)
}

// text accepts any text but the empty one.
func text(name, example string) func(string) (string, error) {
	return func(s string) (string, error) {
		if s == "" {
			return "", usagef("write --"+name+" "+example, "--%s is empty", name)
		}
		return s, nil
	}
}

// boolean accepts true and false.
func boolean(name string) func(string) (bool, error) {
	return func(s string) (bool, error) {
		v, err := strconv.ParseBool(s)
		if err != nil {
			return false, usagef("write --"+name+" alone", "--%s=%s: it takes no value", name, s)
		}
		return v, nil
	}
}

// positive accepts finite numbers above 0.
func positive(name, example string) func(string) (float64, error) {
	return func(s string) (float64, error) {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil || !(v > 0) || math.IsInf(v, 0) {
			return 0, usagef("write --"+name+" "+example, "--%s %s: it must be a number greater than 0", name, s)
		}
		return v, nil
	}
}

// notNegative accepts finite numbers from 0.
func notNegative(name, example string) func(string) (float64, error) {
	return func(s string) (float64, error) {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil || !(v >= 0) || math.IsInf(v, 0) {
			return 0, usagef("write --"+name+" "+example, "--%s %s: it must be a number, 0 or more", name, s)
		}
		return v, nil
	}
}

// penalty accepts C: a number above 0, or inf for the hard margin.
func penalty(s string) (float64, error) {
	switch strings.ToLower(s) {
	case "inf", "+inf", "infinity", "∞":
		return math.Inf(1), nil
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || !(v > 0) || math.IsInf(v, 0) {
		return 0, usagef("write --C 10, or --C inf for the hard margin", "--C %s: it must be a number greater than 0, or inf", s)
	}
	return v, nil
}

// count accepts whole numbers from 1 to most.
func count(name, example string, most int) func(string) (int, error) {
	return func(s string) (int, error) {
		v, err := strconv.Atoi(s)
		if err != nil || v < 1 || v > most {
			return 0, usagef("write --"+name+" "+example, "--%s %s: it must be a whole number from 1 to %d", name, s, most)
		}
		return v, nil
	}
}

// seed accepts whole numbers from 0.
func seed(s string) (uint64, error) {
	v, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return 0, usagef("write --seed 41", "--seed %s: it must be a whole number, 0 or more", s)
	}
	return v, nil
}
