package transcript

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"kernellab/ascii"
	"kernellab/exercises"
)

// The usage of a command determines its argument: nothing; a number N; an optional word
// such as [back]; or a text, which the command checks itself.

// rest returns the usage after the name.
func (v verb) rest() string {
	_, rest, _ := strings.Cut(v.usage, " ")
	return rest
}

// takes reports whether the command accepts an argument: any text, or only its optional
// word, in any spelling.
func (v verb) takes(arg string) bool {
	rest, plain := strings.Trim(v.rest(), "[]"), strings.NewReplacer("-", "")
	return arg == "" || rest != strings.ToLower(rest) || strings.EqualFold(plain.Replace(arg), plain.Replace(rest))
}

// fits reports whether an argument has the form that a command accepts.
func (v verb) fits(arg string) bool {
	if arg == "" || strings.Trim(v.rest(), "[]") != "N" {
		return v.takes(arg)
	}
	return numeral.MatchString(arg) || arg == "start" || arg == "end"
}

var numeral = regexp.MustCompile(`^[-−+]?[0-9][0-9.]*$`)

// commands reports whether a line is a command although an answer is expected. It is one
// if it begins with a command name of at least two letters and either its argument fits
// or the line cannot be an answer. A line with a leading colon always is a command.
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

// labels reports whether a line is the label of a choice of the current field.
func (f *form) labels(line string) bool {
	field := f.fields[f.asking]
	return field.Kind == exercises.ChoiceField && utf8.RuneCountInString(line) > 1 && f.reads(line)
}

// reads reports whether a line can be an answer to the current field.
func (f *form) reads(line string) bool {
	_, problem := f.reading(f.fields[f.asking], line)
	return problem == ""
}

// whole parses the argument of a command as a whole number in [from, to]. If ok is
// false, it has written what is expected, such as: “x” is no step of this exercise. Type
// “step” and a number from 1 to 3.
func (v *voice) whole(command, arg, what string, from, to int) (n int, ok bool) {
	n, err := strconv.Atoi(strings.Replace(arg, "−", "-", 1))
	if err == nil && n >= from && n <= to {
		return n, true
	}
	say := fmt.Sprintf("Type “%s” and a number from %d to %d.", command, from, to)
	if arg != "" {
		say = fmt.Sprintf("“%s” is no %s. ", arg, what) + say
	}
	v.say(say)
	return 0, false
}

// confirmed reports whether a destructive command was given twice in a row. If not, it warns
// what would be lost.
func (v *voice) confirmed(command, loss string) bool {
	if v.warned == command {
		return true
	}
	v.warning = command
	v.sayf("%s “%s” once more does it all the same.", loss, command)
	return false
}

// commandForKey returns the command that corresponds to a key of the screen. Texts of
// exercises name keys as code.
func commandForKey(key string) (command string, ok bool) {
	command, ok = map[string]string{
		"→": "next", "←": "back", "0": "start", "$": "end", "space": "next 10", "g": "goto", "n": "event",
		"N": "event back", "b": "until", "u": "line", "w": "why", "v": "ledger", "p": "predict", "y": "by-hand",
		"i": "what-if", "enter": "fork", "m": "changed", "o": "branches", "E": "record", "?": "help",
	}[key]
	return command, ok
}

// isKey reports whether a span of text is code and not the name of a control.
func (v *voice) isKey(s ascii.Span) bool {
	return s.Ink == ascii.Accent && !slices.Contains(v.controls, s.Text)
}

// withCommands returns a line of an exercise with keys replaced by commands and “press” by
// “type”.
func (v *voice) withCommands(l ascii.Line) string {
	out := ""
	for _, s := range l {
		command, key := commandForKey(s.Text)
		if key && v.isKey(s) {
			out = replaceSuffix(out, "Press ", "Type ")
			out = replaceSuffix(out, "press ", "type ") + "“" + command + "”"
			continue
		}
		out += s.Text
	}
	return out
}

// replaceSuffix returns s with the suffix word replaced by instead.
func replaceSuffix(s, word, instead string) string {
	if before, ok := strings.CutSuffix(s, word); ok {
		return before + instead
	}
	return s
}

// spokenText returns the line of a block that is read aloud.
func spokenText(b exercises.Block) ascii.Line {
	if len(b.Aloud) > 0 {
		return b.Aloud
	}
	return b.Text
}

// blocks writes the text of a task.
func (v *voice) blocks(blocks []exercises.Block) {
	for _, b := range blocks {
		switch b.Kind {
		case exercises.Formula, exercises.Verbatim:
			v.keep(b.Text.String())
		case exercises.Item:
			v.hang("  "+cmp.Or(b.Mark, "-")+" ", v.withCommands(spokenText(b)))
		default:
			v.say(v.withCommands(spokenText(b)))
		}
	}
	v.missing(blocks)
}

// missing lists the keys in a text that have no command.
func (v *voice) missing(blocks []exercises.Block) {
	var keys []string
	for _, b := range blocks {
		for _, s := range spokenText(b) {
			if v.isKey(s) && slices.Contains([]string{"esc", "tab", "← →", "+", "-", "f"}, s.Text) &&
				!slices.Contains(keys, s.Text) {
				keys = append(keys, s.Text)
			}
		}
	}
	if len(keys) > 0 {
		v.say("Only the screen has these keys: " + strings.Join(keys, ", ") + ".")
	}
}

// spell prepares a formula for seven bits so that its words stay separate: "Σαᵢtᵢφ(xᵢ)"
// becomes "Σ α_i t_i φ(x_i)", and each sign is then written as its name. spell itself
// writes alpha, because the transliteration of the letter α is the a of ridge.
func spell(s string) string {
	var b strings.Builder
	last := other
	for _, r := range s {
		now := kindOf(r)
		switch {
		case now == sub && last != sub:
			b.WriteByte('_')
		case now.word() && last.word() && !(now == last && now == latin) || now.word() && (last == sub || last == sup):
			b.WriteByte(' ')
		}
		switch {
		case r == 'α':
			b.WriteString("alpha")
		case r == 'ᵘ':
			b.WriteByte('u')
		default:
			b.WriteRune(r)
		}
		last = now
	}
	return b.String()
}

// kind is the class of a rune in a formula.
type kind uint8

const (
	other kind = iota
	latin      // a letter of the alphabet, or a digit
	sign       // a letter or sign that is written as a word
	sub
	sup
)

// word reports whether a rune of the kind would run into a neighbour.
func (k kind) word() bool { return k == latin || k == sign }

func kindOf(r rune) kind {
	switch {
	case strings.ContainsRune("₀₁₂₃₄₅₆₇₈₉₊₋ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ", r):
		return sub
	case strings.ContainsRune("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱᵀᵗᵈᵏᵖᵘ", r):
		return sup
	case unicode.Is(unicode.Greek, r), strings.ContainsRune("∑∏√∞½¼¾ℓ", r):
		return sign
	case unicode.IsLetter(r), unicode.IsDigit(r):
		return latin
	}
	return other
}
