package remote

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Limits of a name that other people's screens may show.
const (
	maxNameCells    = 32
	maxMarksPerBase = 2
	maxNameRunes    = 3 * maxNameCells // some characters take no cell
)

// SanitiseName makes text that a client chose safe to show and to log. The
// result is valid UTF-8, contains no controls, format characters (bidirectional
// overrides, joiners), private-use characters or line and paragraph
// separators, at most two combining marks on a base character and none before
// the first, no blanks at its ends, and is at most 32 cells wide and 96 runes long. Sanitising
// twice is sanitising once. The result may be empty.
func SanitiseName(s string) string {
	name, runes, marks := "", 0, 0
	for _, r := range strings.TrimLeftFunc(strings.Map(keepInName, s), blankOrMark) {
		switch {
		case !unicode.Is(unicode.M, r):
			marks = 0
		case marks == maxMarksPerBase:
			continue
		default:
			marks++
		}
		longer := name + string(r)
		runes++
		if runes > maxNameRunes || ansi.StringWidth(longer) > maxNameCells {
			break
		}
		name = longer
	}
	return strings.TrimSpace(name)
}

// blankOrMark reports what cannot begin a name: a mark needs a base first.
func blankOrMark(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.M, r) }

// keepInName is the mapping for [strings.Map]: -1 drops the rune. Bytes that
// are no UTF-8 arrive as the replacement character and are dropped too.
func keepInName(r rune) rune {
	if r == utf8.RuneError || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp) {
		return -1
	}
	return r
}
