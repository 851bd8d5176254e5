package cli

import (
	"errors"
	"fmt"
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

// accepted reads a value, or says what it must be in place of what it is.
func accepted[T any](name, example, what string, read func(string) (v T, ok bool)) func(string) (T, error) {
	return func(s string) (T, error) {
		v, ok := read(s)
		if !ok {
			return v, usagef("write --"+name+" "+example, "--%s %s: it must be %s", name, s, what)
		}
		return v, nil
	}
}

// finite reads a finite number.
func finite(s string) (v float64, ok bool) {
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil && v-v == 0
}

// positive accepts finite numbers above 0.
func positive(name, example string) func(string) (float64, error) {
	return accepted(name, example, "a number greater than 0", func(s string) (float64, bool) {
		v, ok := finite(s)
		return v, ok && v > 0
	})
}

// notNegative accepts finite numbers from 0.
func notNegative(name, example string) func(string) (float64, error) {
	return accepted(name, example, "a number, 0 or more", func(s string) (float64, bool) {
		v, ok := finite(s)
		return v, ok && v >= 0
	})
}

// penalty accepts C: a number above 0, or inf for the hard margin.
func penalty() func(string) (float64, error) {
	return accepted("C", "10, or --C inf for the hard margin", "a number greater than 0, or inf", func(s string) (float64, bool) {
		switch strings.ToLower(s) {
		case "inf", "+inf", "infinity", "∞":
			return math.Inf(1), true
		}
		v, ok := finite(s)
		return v, ok && v > 0
	})
}

// count accepts whole numbers from 1 to most.
func count(name, example string, most int) func(string) (int, error) {
	return accepted(name, example, fmt.Sprintf("a whole number from 1 to %d", most), func(s string) (int, bool) {
		v, err := strconv.Atoi(s)
		return v, err == nil && v >= 1 && v <= most
	})
}

// fromZero accepts whole numbers from 0.
func fromZero(name, example string) func(string) (int, error) {
	return accepted(name, example, "a whole number, 0 or more", func(s string) (int, bool) {
		v, err := strconv.Atoi(s)
		return v, err == nil && v >= 0
	})
}

// seed accepts whole numbers from 0.
func seed() func(string) (uint64, error) {
	return accepted("seed", "41", "a whole number, 0 or more", func(s string) (uint64, bool) {
		v, err := strconv.ParseUint(s, 10, 64)
		return v, err == nil
	})
}
