package lab

import (
	"slices"
	"testing"

	"kernellab/lab/contents"
	"kernellab/lab/exercise"
	"kernellab/lab/session"
)

// Every action has a unique name and unique keys in its zone, and a handler.
func TestActions_areComplete(t *testing.T) {
	type place struct {
		zone session.Zone
		text string
	}
	seen := map[place]bool{}
	once := func(p place) {
		if seen[p] {
			t.Errorf("%q is bound twice in %s, want once", p.text, p.zone)
		}
		seen[p] = true
	}
	for _, a := range exercise.Actions() {
		if !a.HasHandler() || a.Name == "" || a.Help().Desc == "" {
			t.Errorf("got action %+v, want a handler, a name and a description", a.KeyBinding)
		}
		if a.Rank > 0 && a.Word == "" && a.WordFunc == nil {
			t.Errorf("%q has a rank and no word, want both", a.Name)
		}
	}
	for _, b := range newKeyMap() {
		once(place{b.Zone, b.Name})
		for _, k := range slices.Compact(b.Keys()) {
			once(place{b.Zone, "key " + k})
		}
	}
}

// Every general key works in the contents or has a reason why it is disabled.
func TestActions_ofTheContents(t *testing.T) {
	bound := 0
	for _, a := range contents.Actions(newKeyMap()) {
		switch {
		case a.HasHandler():
			bound++
		case a.Disabled == nil && a.Name != "leave" && a.Name != "quit":
			t.Errorf("%q has neither a handler nor a reason in the contents, want one", a.Name)
		}
	}
	if bound < 18 {
		t.Errorf("got %d keys with handlers, want at least 18", bound)
	}
}

// Every name that a window matches is bound to a key.
func TestActions_namesAreBound(t *testing.T) {
	k := newKeyMap()
	for z, names := range map[session.Zone][]string{
		session.ZoneOverlay: {"up", "down", "less", "more", "leave", "answer", "pick", "page up", "page down",
			"next", "previous", "go to"},
		session.ZoneQuestion:    {"answer", "leave", "hint", "peek"},
		session.ZoneBreakpoints: {"up", "down", "accept", "answer", "forget", "leave"},
		session.ZoneField:       {"accept", "next", "previous", "reading", "back", "page up", "page down"},
		session.ZoneChoice:      {"up", "down", "pick"},
		session.ZoneStage:       {"why", "figure", "branches"},
	} {
		for _, name := range names {
			if k.Key(z, name) == "" {
				t.Errorf("Key(%q, %s) = \"\", want a key", name, z)
			}
		}
	}
}
