package watch

import "strings"

// nearest is the word that text is most likely meant to be: the one with the
// fewest slips of typing, at most a third of its letters and two; not ok where
// none is near.
func nearest(text string, words []string) (string, bool) {
	best, most := "", 3
	for _, w := range words {
		d := slips(strings.ToLower(text), strings.ToLower(w))
		if d < most && 3*d <= max(3, len([]rune(text))) && d < len([]rune(w)) {
			best, most = w, d
		}
	}
	return best, best != ""
}

// slips is the number of letters to insert, leave out, replace or swap with
// their neighbour that lead from a to b (the optimal string alignment
// distance: Damerau 1964).
func slips(a, b string) int {
	s, t := []rune(a), []rune(b)
	d := make([][]int, len(s)+1)
	for i := range d {
		d[i] = make([]int, len(t)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(s); i++ {
		for j := 1; j <= len(t); j++ {
			cost := 1
			if s[i-1] == t[j-1] {
				cost = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+cost)
			if i > 1 && j > 1 && s[i-1] == t[j-2] && s[i-2] == t[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(s)][len(t)]
}

// afterwards are the words that may follow a value.
func afterwards() []string {
	out := []string{"and", "or"}
	for _, v := range verbTexts {
		out = append(out, v)
	}
	return out
}
