package plain

import (
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
)

// inPlaceOf is the command that does what a key of the screen does. Lessons name
// keys, as code.
func inPlaceOf(key string) (command string, ok bool) {
	command, ok = map[string]string{
		"→": "next", "←": "back", "0": "start", "$": "end", "space": "end", "g": "goto", "n": "event",
		"b": "until", "w": "why", "v": "ledger", "i": "what-if", "enter": "fork", "o": "original", "c": "compare",
	}[key]
	return command, ok
}

// onScreenOnly are the keys with no command.
func onScreenOnly() []string { return []string{"u", "B", "p", "y", "E"} }

// heard is a line of a lesson with commands in place of the screen's keys.
func (t *talk) heard(l ascii.Line) string {
	var out strings.Builder
	for _, s := range l {
		command, key := inPlaceOf(s.Text)
		if key && s.Ink == ascii.Accent {
			out.WriteString("“" + t.spelt(command) + "”")
			continue
		}
		out.WriteString(s.Text)
	}
	return out.String()
}

// missing says which keys that the text names have no command.
func (t *talk) missing(blocks []exercises.Block) {
	var keys []string
	for _, b := range blocks {
		for _, s := range b.Text {
			if s.Ink == ascii.Accent && slices.Contains(onScreenOnly(), s.Text) && !slices.Contains(keys, s.Text) {
				keys = append(keys, s.Text)
			}
		}
	}
	switch n := len(keys); n {
	case 0:
	case 1:
		t.voice.say(keys[0] + " is a key of the screen; nothing here does the same.")
	default:
		t.voice.say(strings.Join(keys[:n-1], ", ") + " and " + keys[n-1] + " are keys of the screen; nothing here does the same.")
	}
}
