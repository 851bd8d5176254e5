package catalogue

import (
	"strings"

	"kernellab/ascii"
)

// transliterates reports whether every rune of a text has a form in seven
// bits.
func transliterates(s string) bool {
	ascii7 := ascii.View{Profile: ascii.SevenBit}
	return !strings.ContainsFunc(s, func(r rune) bool { return r != '?' && ascii7.Transliterate(string(r)) == "?" })
}
