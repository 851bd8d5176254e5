package exercises

import (
	"slices"
	"strings"
)

// Was says where an answer stood when a step asked for it otherwise: as one of the
// entries, counted from 1, of a text in another field. The zero Was, nowhere.
type Was struct {
	Field string
	Entry int
}

// Renewed returns answers with what stood in one field, when it held the entries of
// several, in those of today. Where something stands in one of these already,
// they stay as they are. The old text is kept.
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

// entriesOf are the entries of a list as it is typed, with brackets or without.
func entriesOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("[](){},; \t\n", r) })
}
