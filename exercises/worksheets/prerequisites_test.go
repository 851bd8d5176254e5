package worksheets

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What an exercise says of another one, "from 3.1" or "as in 7.7", it needs, itself or
// by what it needs; a word about what comes later is no such thing, and those of
// before are listed where they are only named.
func TestWhatIsReferredToIsNeeded(t *testing.T) {
	book, err := Outline(Embedded(), Kit{})
	if err != nil {
		t.Fatal(err)
	}
	needs, order := map[string][]string{}, []string{}
	for _, u := range book.Units() {
		for _, e := range u.Exercises() {
			order = append(order, e.Summary().ID)
			for _, id := range e.Summary().Needs {
				needs[e.Summary().ID] = append(append(needs[e.Summary().ID], id), needs[id]...)
			}
		}
	}
	// Named in passing: what is said there is told again, or is no part of a task.
	passing := []string{"6.7 → 6.6"}
	for _, c := range []struct{ id, wants string }{
		{"D.1", "7.6 7.5"}, {"D.2", "5.3 6.1 6.5 7.6"}, {"D.3", "4.2 5.1 7.3 7.8"}, {"7.9", "7.6 7.7"}, {"8.1", "6.4 6.6 7.3"}, {"8.2", "7.2"}, {"8.3", "1.1 7.2"}, {"9.3", "7.4"}, {"9.5", "7.3"},
	} {
		for _, id := range strings.Fields(c.wants) {
			if !slices.Contains(needs[c.id], id) {
				t.Errorf("%s does not need %s", c.id, id)
			}
		}
	}
	named := regexp.MustCompile(`\b(?:From|from|in|of|by|Remember|remember) ([1-9D]\.[1-9])\b`)
	for _, sheet := range embeddedSheets(t) {
		id := ""
		for _, l := range strings.Split(sheet, "\n") {
			if m := regexp.MustCompile(`^# ([1-9D]\.[1-9]) `).FindStringSubmatch(l); m != nil {
				id = m[1]
			}
			for _, m := range named.FindAllStringSubmatch(l, -1) {
				before := slices.Index(order, m[1]) < slices.Index(order, id)
				if before && !slices.Contains(needs[id], m[1]) && !slices.Contains(passing, id+" → "+m[1]) {
					t.Errorf("%s speaks of %s, which it does not need: %s", id, m[1], l)
				}
			}
		}
	}
}

// embeddedSheets are the texts of all worksheets.
func embeddedSheets(t *testing.T) (out []string) {
	t.Helper()
	names, err := fs.Glob(Embedded(), "unit*.md")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(Embedded(), name)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(text))
	}
	return out
}
