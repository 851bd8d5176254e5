package catalogue

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kernellab/exercises/worksheets"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// TestSheets_exercisesNeedWhatTheyReferTo checks that an exercise needs, directly or
// through others, every earlier exercise that it mentions. The exceptions are listed.
func TestSheets_exercisesNeedWhatTheyReferTo(t *testing.T) {
	needs, order := map[string][]string{}, []string{}
	for _, u := range library(t).book.Units() {
		for _, e := range u.Exercises() {
			order = append(order, e.Summary().ID)
			for _, id := range e.Summary().Needs {
				needs[e.Summary().ID] = append(append(needs[e.Summary().ID], id), needs[id]...)
			}
		}
	}
	// This exercise is only mentioned: what the student needs from it is repeated.
	passing := []string{"6.7 → 6.6"}
	named := regexp.MustCompile(`\b(?:From|from|in|of|by|Remember|remember) ([1-9D]\.[1-9])\b`)
	for _, sheet := range worksheetTexts(t, unitSources()...) {
		id := ""
		for _, l := range strings.Split(sheet, "\n") {
			if m := regexp.MustCompile(`^# ([1-9D]\.[1-9]) `).FindStringSubmatch(l); m != nil {
				id = m[1]
			}
			for _, m := range named.FindAllStringSubmatch(l, -1) {
				before := slices.Index(order, m[1]) < slices.Index(order, id)
				if before && !slices.Contains(needs[id], m[1]) && !slices.Contains(passing, id+" → "+m[1]) {
					t.Errorf("%s mentions %s: want it among its needs, or no mention: %s", id, m[1], l)
				}
			}
		}
	}
}

// worksheetTexts returns the texts of all worksheets in some folders. The file that begins a unit
// precedes the files of its exercises.
func worksheetTexts(t *testing.T, folders ...worksheets.Source) (out []string) {
	t.Helper()
	for _, f := range folders {
		begins, err := fs.Glob(f.Worksheets, "unit*.md")
		rest, err2 := fs.Glob(f.Worksheets, "[1-9A-Z]*.md")
		check.Must(t, len(begins) == 1 && len(rest) != 0,
			"got %v and %v (errors %v, %v), want one unit file and some exercises", begins, rest, err, err2)
		for _, name := range slices.Concat(begins, rest) {
			text := must.Value(fs.ReadFile(f.Worksheets, name))
			out = append(out, string(text))
		}
	}
	return out
}
