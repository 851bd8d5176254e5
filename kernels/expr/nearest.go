package expr

import (
	"strings"
	"unicode/utf8"
)

// Nearest returns the known word closest to a typed one, if it is within one
// typing error for words of up to three letters or two for longer words. A
// single letter has no nearest word.
func Nearest(typed string, known []string) (string, bool) {
	from := []rune(strings.ToLower(typed))
	limit, best := 2, ""
	switch {
	case len(from) < 2:
		return "", false
	case len(from) <= 3:
		limit = 1
	}
	for _, word := range known {
		if diff := len(from) - utf8.RuneCountInString(word); diff > limit || diff < -limit {
			continue // the lengths differ by more than the permitted errors
		}
		to := []rune(strings.ToLower(word))
		if n := editDistance(from, to); n <= limit && n < len(to) {
			best, limit = word, n-1
		}
	}
	return best, best != ""
}

// editDistance returns the least number of letters to insert, delete, replace
// or swap with their neighbour to get from a to b (the optimal string alignment
// distance: Damerau 1964).
func editDistance(a, b []rune) int {
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

// List joins words by commas, with a conjunction before the last one.
func List(words []string, conjunction string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " " + conjunction + " " + words[last]
}
