package expr

import (
	"strconv"
	"strings"
)

// IsDigit reports whether r is an ASCII digit.
func IsDigit(r rune) bool { return r >= '0' && r <= '9' }

// NumberEnd returns the index after the number that begins at index at, such as
// 2, .5, 1. or 12.5e-3. If no number begins there, it returns at.
func NumberEnd(src []rune, at int) int {
	end := digitsEnd(src, at)
	if dot := end; dot < len(src) && src[dot] == '.' {
		if end = digitsEnd(src, dot+1); end == dot+1 && dot == at {
			return at // only a dot
		}
	}
	if end == at || end >= len(src) || src[end] != 'e' && src[end] != 'E' {
		return end
	}
	power := end + 1
	if power < len(src) && strings.ContainsRune("+-−–‐", src[power]) {
		power++
	}
	if last := digitsEnd(src, power); last > power {
		return last
	}
	return end
}

func digitsEnd(src []rune, at int) int {
	for at < len(src) && IsDigit(src[at]) {
		at++
	}
	return at
}

// ParseNumber returns the value of a number as delimited by NumberEnd.
func ParseNumber(text []rune) (float64, error) {
	return strconv.ParseFloat(strings.NewReplacer("−", "-", "–", "-", "‐", "-").Replace(string(text)), 64)
}
