package plain

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"kernellab/exercises"
)

// What a command takes stands in its usage: nothing; a number N; a word of its own,
// [back], that can be left out; or a text, which the command judges itself.

// rest is what a usage has after the name.
func (v verb) rest() string {
	_, rest, _ := strings.Cut(v.usage, " ")
	return rest
}

// word is the one word that a command takes and that can be left out; "" where it
// takes none, or anything else.
func (v verb) word() string {
	w := strings.Trim(v.rest(), "[]")
	if w == v.rest() || w != strings.ToLower(w) {
		return ""
	}
	return w
}

// misplaced says what is wrong with a text after a command that takes none, or one
// word only.
func (v verb) misplaced(arg string) string {
	name, word := v.names()[0], v.word()
	switch {
	case arg == "" || word == "" && v.rest() != "":
		return ""
	case word == "":
		return fmt.Sprintf("“%s” does nothing with “%s”: type it alone.", name, arg)
	case !alike(arg, word):
		return fmt.Sprintf("“%s” does nothing with “%s”: type it alone, or followed by “%s”.", name, arg, word)
	}
	return ""
}

// alike reports whether two words are one, with hyphens or without.
func alike(a, b string) bool {
	return strings.EqualFold(strings.ReplaceAll(a, "-", ""), strings.ReplaceAll(b, "-", ""))
}

// fits reports whether a text is of the form that a command takes.
func (v verb) fits(arg string) bool {
	if v.misplaced(arg) != "" {
		return false
	}
	if strings.Trim(v.rest(), "[]") == "N" {
		return arg == "" || numeral.MatchString(arg) || arg == "start" || arg == "end"
	}
	return true
}

var numeral = regexp.MustCompile(`^[-−+]?[0-9][0-9.]*$`)

// commands reports whether a line is a command where an answer is asked for: it
// begins with the name of one, of two letters or more, and takes what follows, or is
// nothing that could be an answer. A line with a colon before it always is one.
func (f *form) commands(line string) bool {
	if strings.HasPrefix(line, ":") {
		return true
	}
	name, arg := parse(line)
	v, known := find(name)
	if !known || utf8.RuneCountInString(name) < 2 || f.labels(line) {
		return false
	}
	return v.fits(arg) || !f.reads(line)
}

// labels reports whether a line is the label of a choice of the field that is asked
// for.
func (f *form) labels(line string) bool {
	field := f.fields[f.asking]
	return field.Kind == exercises.ChoiceField && utf8.RuneCountInString(line) > 1 && f.reads(line)
}

// reads reports whether a line can be an answer to the field that is asked for.
func (f *form) reads(line string) bool {
	_, problem := f.reading(f.fields[f.asking], line)
	return problem == ""
}

// whole reads a whole number between two, typed after a command; else it says what
// it would have to be: “x” is no step of this exercise. Type “step” and a number
// from 1 to 3.
func (v *voice) whole(command, arg, what string, from, to int) (n int, ok bool) {
	n, err := strconv.Atoi(strings.Replace(arg, "−", "-", 1))
	if err == nil && n >= from && n <= to {
		return n, true
	}
	say := fmt.Sprintf("Type “%s” and a number from %d to %d.", command, from, to)
	if from == to {
		say = fmt.Sprintf("Type “%s %d”: there is no other.", command, from)
	}
	if arg != "" {
		say = fmt.Sprintf("“%s” is no %s. ", arg, what) + say
	}
	v.say(say)
	return 0, false
}

// twice reports that a command which loses something was given twice in a row; else
// it says what is lost.
func (v *voice) twice(command, loss string) bool {
	if v.warned == command {
		return true
	}
	v.warning = command
	v.say(fmt.Sprintf("%s “%s” once more does it all the same.", loss, command))
	return false
}
