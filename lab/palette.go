package lab

import "strings"

// jumpAnswer is the exercise chosen in the palette.
type jumpAnswer struct{ exercise string }

// newPalette goes to any exercise by a part of its name.
func newPalette(s *session) screen {
	var all []item
	for _, u := range s.student.Units() {
		for _, e := range u.Exercises {
			all = append(all, item{label: e.ID + "  " + e.Title, detail: u.Title, value: jumpAnswer{e.ID}})
		}
	}
	w := newListWindow(s, "Go to", all)
	w.input, w.none = &editor{}, "nothing by that name"
	w.edited = func() { w.items = containing(all, w.input.value()) }
	return w
}

// containing are the items that contain every word of a text.
func containing(items []item, text string) []item {
	var out []item
	for _, it := range items {
		if hasWords(strings.ToLower(it.label+" "+it.detail), strings.Fields(strings.ToLower(text))) {
			out = append(out, it)
		}
	}
	return out
}

func hasWords(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}
