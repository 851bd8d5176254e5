package exercises

import (
	"slices"
	"strings"
)

// Was is where an older version saved an answer: as one of the entries, counted
// from 1, of a list in another field. The zero Was means nowhere.
type Was struct {
	Field string
	Entry int
}

// Renewed copies answers from a field that once held the entries of several to the
// fields of today. If one of these already has a text, all of them stay unchanged.
// The old text is kept.
func Renewed(fields []Field, a Answers) Answers {
	out := a
	for _, f := range fields {
		entries := entriesOf(a[f.Was.Field])
		anew := slices.ContainsFunc(fields, func(o Field) bool { return o.Was.Field == f.Was.Field && a[o.Name] != "" })
		if f.Was.Field != "" && f.Was.Entry <= len(entries) && !anew {
			out = out.With(f.Name, entries[f.Was.Entry-1])
		}
	}
	return out
}

// entriesOf returns the entries of a list, typed with or without brackets.
func entriesOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("[](){},; \t\n", r) })
}
