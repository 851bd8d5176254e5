package plain

import (
	"cmp"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
)

// inPlaceOf is the command that does what a key of the screen does. Lessons name
// keys, as code.
func inPlaceOf(key string) (command string, ok bool) {
	command, ok = map[string]string{
		"→": "next", "←": "back", "0": "start", "$": "end", "space": "next 10", "g": "goto", "n": "event",
		"N": "event back", "b": "until", "u": "line", "w": "why", "v": "ledger", "p": "predict", "y": "by-hand",
		"i": "what-if", "enter": "fork", "m": "changed", "o": "branches", "E": "record", "?": "help",
	}[key]
	return command, ok
}

// onScreenOnly are the keys with no command.
func onScreenOnly() []string {
	return []string{"esc", "tab", "← →", "+", "-", "f"}
}

// isKey reports whether a piece of text is code and no control's name.
func (v *voice) isKey(s ascii.Span) bool {
	return s.Ink == ascii.Accent && !slices.Contains(v.controls, s.Text)
}

// heard is a line of a lesson with commands in place of the screen's keys, to be
// typed and not pressed.
func (v *voice) heard(l ascii.Line) string {
	out := ""
	for _, s := range l {
		command, key := inPlaceOf(s.Text)
		if key && v.isKey(s) {
			out = typed(out, "Press ", "Type ")
			out = typed(out, "press ", "type ") + "“" + command + "”"
			continue
		}
		out += s.Text
	}
	return out
}

// typed is a text whose last word is put in another's place.
func typed(s, word, instead string) string {
	if before, ok := strings.CutSuffix(s, word); ok {
		return before + instead
	}
	return s
}

// said is the line of a block that is said.
func said(b exercises.Block) ascii.Line {
	if len(b.Aloud) > 0 {
		return b.Aloud
	}
	return b.Text
}

// blocks says the text of a step.
func (v *voice) blocks(blocks []exercises.Block) {
	for _, b := range blocks {
		switch b.Kind {
		case exercises.Formula, exercises.Verbatim:
			v.keep(b.Text.String())
		case exercises.Item:
			v.hang("  "+cmp.Or(b.Mark, "-")+" ", v.heard(said(b)))
		default:
			v.say(v.heard(said(b)))
		}
	}
	v.missing(blocks)
}

// missing says which keys that the text names have no command.
func (v *voice) missing(blocks []exercises.Block) {
	var keys []string
	for _, b := range blocks {
		for _, s := range said(b) {
			if v.isKey(s) && slices.Contains(onScreenOnly(), s.Text) && !slices.Contains(keys, s.Text) {
				keys = append(keys, s.Text)
			}
		}
	}
	switch n := len(keys); n {
	case 0:
	case 1:
		v.say(keys[0] + " is a key of the screen; nothing here does the same.")
	default:
		v.say(strings.Join(keys[:n-1], ", ") + " and " + keys[n-1] + " are keys of the screen; nothing here does the same.")
	}
}
