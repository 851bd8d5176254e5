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

// argumentUsage returns the usage without the name of the command.
func (c command) argumentUsage() string {
	_, rest, _ := strings.Cut(c.usage, " ")
	return rest
}

// accepts reports whether the command accepts arg. If its usage ends in an optional word, it
// accepts only that word, with any case and hyphens. If it ends in capitals, such as N or [TEXT],
// it accepts any text.
func (c command) accepts(arg string) bool {
	word, withoutHyphens := strings.Trim(c.argumentUsage(), "[]"), strings.NewReplacer("-", "")
	return arg == "" || word != strings.ToLower(word) ||
		strings.EqualFold(withoutHyphens.Replace(arg), withoutHyphens.Replace(word))
}

// fitsArgument is like accepts, but the argument of a command that takes a number must be empty, a
// number, "start" or "end".
func (c command) fitsArgument(arg string) bool {
	if arg == "" || strings.Trim(c.argumentUsage(), "[]") != "N" {
		return c.accepts(arg)
	}
	return numberPattern.MatchString(arg) || arg == "start" || arg == "end"
}

var numberPattern = regexp.MustCompile(`^[-−+]?[0-9][0-9.]*$`)

// isCommand reports whether a line is a command although an answer is expected. The line is a command
// if it begins with a command name of at least two letters and either its argument fits or the line
// cannot be an answer. A question mark and a line with a leading colon always are commands.
func (f *form) isCommand(line string) bool {
	if line == "?" || strings.HasPrefix(line, ":") {
		return true
	}
	name, arg := parseCommand(line)
	cmd, known := findCommand(name)
	if !known || utf8.RuneCountInString(name) < 2 || f.isChoice(line) {
		return false
	}
	return cmd.fitsArgument(arg) || !f.canParse(line)
}

// isChoice reports whether a line is one of the choices of the current field.
func (f *form) isChoice(line string) bool {
	field := f.fields[f.current]
	return field.Kind == exercises.ChoiceField && f.canParse(line)
}

// canParse reports whether a line can be an answer to the current field.
func (f *form) canParse(line string) bool {
	_, problem := f.parse(f.fields[f.current], line)
	return problem == ""
}

// wholeNumber parses the argument of a command as a whole number in [from, to]. If arg is
// not such a number, ok is false, and wholeNumber writes what is expected, such as: “x” is
// not a task of this exercise. Type “task” and a number from 1 to 3.
func (p *printer) wholeNumber(command, arg, noun string, from, to int) (n int, ok bool) {
	n, err := strconv.Atoi(strings.Replace(arg, "−", "-", 1))
	if err == nil && n >= from && n <= to {
		return n, true
	}
	p.sayProblem(arg, "“%s” is not a "+noun+".",
		fmt.Sprintf("Type “%s” and a number from %d to %d.", command, from, to))
	return 0, false
}

// isConfirmed reports whether a destructive command was given twice in a row. If not, it warns
// what would be lost.
func (p *printer) isConfirmed(command, loss string) bool {
	if p.warnedBefore == command {
		return true
	}
	p.warnedNow = command
	p.sayf("%s “%s” again does it anyway.", loss, command)
	return false
}

// commandForKey returns the command that does what a key does on the screen, or "" if there is none.
func commandForKey(key string) string {
	return map[string]string{
		"→": "next", "←": "back", "home": "start", "$": "end", "space": "next 10", "g": "goto", "n": "event",
		"N": "event back", "b": "until", "u": "line", "w": "why", "v": "ledger", "p": "predict", "y": "by-hand",
		"i": "what-if", "enter": "fork", "m": "changed", "o": "branches", "E": "record", "?": "help",
	}[key]
}

// withCommands returns a line of an exercise with code in quotes, keys replaced by commands, and
// “press” by “type”. Code is a key unless it is the name of a control.
func (p *printer) withCommands(l ascii.Line) string {
	out := ""
	for _, s := range l {
		if s.Ink == ascii.Accent {
			if command := commandForKey(s.Text); command != "" && !slices.Contains(p.controlNames, s.Text) {
				s.Text = command
				for words, spoken := range map[string]string{"Press ": "Type ", "press ": "type ",
					"ledger, ": "ledger, command ", "panel, ": "panel, command "} {
					if before, ok := strings.CutSuffix(out, words); ok {
						out = before + spoken
					}
				}
			}
			s.Text = "“" + s.Text + "”"
		}
		out += s.Text
	}
	return out
}

// spokenText returns the line of a block that is read aloud.
func spokenText(b exercises.Block) ascii.Line {
	if len(b.SpokenText) > 0 {
		return b.SpokenText
	}
	return b.Text
}

// writeBlocks writes the text of a task.
func (p *printer) writeBlocks(blocks []exercises.Block) {
	for _, b := range blocks {
		switch b.Kind {
		case exercises.Formula, exercises.Verbatim:
			p.writeIndented(b.Text.String())
		case exercises.Item:
			p.writeItem("  "+cmp.Or(b.Mark, "-")+" ", p.withCommands(spokenText(b)))
		default:
			p.say(p.withCommands(spokenText(b)))
		}
	}
}

// spellFormula prepares a formula for the ASCII profile, which writes each symbol as a word. It
// separates these words: "Σαᵢtᵢφ(xᵢ)" becomes "Σ alpha_ᵢ t_ᵢ φ(x_ᵢ)". It replaces α by "alpha",
// because the profile would write "a", which is another variable. It replaces a minus and a
// square by words, because speech synthesizers leave out - and ^.
func spellFormula(s string) string {
	var b strings.Builder
	last := otherRune
	s = squarePattern.ReplaceAllString(s, "$1 squared$2")
	for _, r := range s {
		current := runeKindOf(r)
		switch {
		case current == subscriptRune && last != subscriptRune:
			b.WriteByte('_')
		case current.isWord() && (last == subscriptRune || last == superscriptRune ||
			last.isWord() && !(current == last && current == latinRune)):
			b.WriteByte(' ')
		}
		switch {
		case r == 'α':
			b.WriteString("alpha")
		case r == '−':
			b.WriteString("minus")
		case r == 'ᵘ':
			b.WriteByte('u')
		default:
			b.WriteRune(r)
		}
		last = current
	}
	return b.String()
}

// squarePattern matches an exponent 2 with the characters beside it.
var squarePattern = regexp.MustCompile(`([^⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻])²([^⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ]|$)`)

// runeKind is the class of a rune in a formula.
type runeKind uint8

const (
	otherRune  runeKind = iota
	latinRune           // a letter of the alphabet, or a digit
	symbolRune          // a Greek letter or another symbol that is written as a word
	subscriptRune
	superscriptRune
)

// isWord reports whether a rune of this kind becomes a word or a part of a word in the
// ASCII profile.
func (k runeKind) isWord() bool { return k == latinRune || k == symbolRune }

func runeKindOf(r rune) runeKind {
	switch {
	case strings.ContainsRune("₀₁₂₃₄₅₆₇₈₉₊₋ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ", r):
		return subscriptRune
	case strings.ContainsRune("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱᵀᵗᵈᵏᵖᵘ", r):
		return superscriptRune
	case unicode.Is(unicode.Greek, r), strings.ContainsRune("∑∏√∞½¼¾ℓ−", r):
		return symbolRune
	case unicode.IsLetter(r), unicode.IsDigit(r):
		return latinRune
	}
	return otherRune
}
