package ui

import (
	"testing"

	"charm.land/lipgloss/v2"
)

var yesNo = []Choice{{"n", "no"}, {"y", "yes"}}

func TestChoices_pictures(t *testing.T) {
	given := func(focused bool, value string, options ...Choice) func(w, h int) []*lipgloss.Layer {
		return func(w, h int) []*lipgloss.Layer {
			c := NewChoices(mono(), options...)
			c.Focus(focused)
			c.SetValue(value)
			return one(c.View(w))
		}
	}
	testPictures(t, []picture{
		{"none taken", given(false, "", yesNo...), 20, 3, `
		  ( ) no
		  ( ) yes`},
		{"with the keyboard", given(true, "y", yesNo...), 20, 3, `
		1 ( ) no
		2 (•) yes`},
		{"a long one", given(true, "", Choice{"a", "the kernel is not positive semidefinite"}), 20, 4, `
		1 ( ) the kernel is
		      not positive
		      semidefinite`},
	})
}

func TestChoices_update(t *testing.T) {
	for keys, want := range map[string]string{
		"↓": "n", "↓ ↓": "y", "↓ ↓ ↓": "y", "↑": "y", "↑ k": "n", "2": "y", "3": "", "space": "n",
		"space space space": "n", "j j": "y",
	} {
		c := NewChoices(mono(), yesNo...)
		if update(c, keys); c.Value() != want {
			t.Errorf("%s takes %q, want %q", keys, c.Value(), want)
		}
	}
	c := NewChoices(mono(), yesNo...)
	if a, b := update(c, "1"), update(c, "1"); a != Changed || b != Ignored {
		t.Errorf("update twice = %d, %d, want Changed and Ignored", a, b)
	}
}
