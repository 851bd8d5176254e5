package exercises

import (
	"slices"
	"strings"
)

// LegacyField is where an older version saved an answer: as one of the entries, counted
// from 1, of a list in another field. The zero LegacyField means nowhere.
type LegacyField struct {
	Field string
	Entry int
}

// MigrateAnswers copies answers from a field that once held the entries of several to the
// fields of today. If one of these already has a text, all of them stay unchanged.
// The old text is kept.
func MigrateAnswers(fields []Field, a Answers) Answers {
	out := a
	for _, f := range fields {
		entries := entriesOf(a[f.Legacy.Field])
		anew := slices.ContainsFunc(fields,
			func(o Field) bool { return o.Legacy.Field == f.Legacy.Field && a[o.Name] != "" })
		if f.Legacy.Field != "" && f.Legacy.Entry <= len(entries) && !anew {
			out = out.With(f.Name, entries[f.Legacy.Entry-1])
		}
	}
	return out
}

// entriesOf returns the entries of a list, typed with or without brackets.
func entriesOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("[](){},; \t\n", r) })
}
