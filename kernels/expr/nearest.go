package expr

import (
	"strings"
	"unicode/utf8"
)

// Nearest returns the known word that a typed one is most likely meant to be:
// the one with the fewest slips of typing, at most one in a word of up to three
// letters and two in a longer one. It is not ok where none is near.
func Nearest(typed string, known []string) (string, bool) {
	from := []rune(strings.ToLower(typed))
	most, best := 2, ""
	switch {
	case len(from) < 2:
		return "", false
	case len(from) <= 3:
		most = 1
	}
	for _, word := range known {
		if apart := len(from) - utf8.RuneCountInString(word); apart > most || apart < -most {
			continue // no fewer slips than the lengths differ by
		}
		to := []rune(strings.ToLower(word))
		if n := slips(from, to); n <= most && n < len(to) {
			best, most = word, n-1
		}
	}
	return best, best != ""
}

// slips is the number of letters to insert, leave out, replace or swap with
// their neighbour that lead from a to b (the optimal string alignment
// distance: Damerau 1964).
func slips(a, b []rune) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			replace := d[i-1][j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			d[i][j] = min(replace, d[i-1][j]+1, d[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}

// Listed writes words with commas between them, and a conjunction before the last.
func Listed(words []string, conjunction string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " " + conjunction + " " + words[last]
}
