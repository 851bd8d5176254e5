package lab

import (
	"slices"
	"testing"
)

// Every act has a name of its own in its zone, keys that no other act of the
// zone takes, and something that it does.
func TestActsAreTold(t *testing.T) {
	type place struct {
		zone zone
		text string
	}
	seen := map[place]bool{}
	once := func(p place) {
		if seen[p] {
			t.Errorf("%q is there twice, %s", p.text, p.zone)
		}
		seen[p] = true
	}
	for _, a := range exerciseActs() {
		if a.do == nil || a.name == "" || a.Help().Desc == "" {
			t.Errorf("%+v is not a whole act", a.binding)
		}
		if a.foot.rank > 0 && a.foot.word == nil {
			t.Errorf("%q has a place in the footer and no word", a.name)
		}
	}
	for _, b := range newKeyMap() {
		once(place{b.zone, b.name})
		for _, k := range slices.Compact(b.Keys()) {
			once(place{b.zone, "key " + k})
		}
	}
}

// In the contents every key of everywhere does something, or says why not.
func TestActsOfTheContents(t *testing.T) {
	bound := 0
	for _, a := range contentsActs(newKeyMap()) {
		switch {
		case a.do != nil:
			bound++
		case a.why == nil && a.name != "leave" && a.name != "quit":
			t.Errorf("%q does nothing in the contents, and does not say why", a.name)
		}
	}
	if bound < 18 {
		t.Errorf("%d keys do something", bound)
	}
}

// What a window does by a name, a key does.
func TestNamesAreBound(t *testing.T) {
	k := newKeyMap()
	for z, names := range map[zone][]string{
		zoneOverlay: {"up", "down", "less", "more", "leave", "answer", "pick", "page up", "page down", "next", "previous", "go to"},
		zoneQuiz:    {"answer", "leave", "hint", "peek"},
		zoneWatch:   {"up", "down", "accept", "answer", "forget", "leave"},
		zoneField:   {"accept", "next", "previous", "reading", "back", "page up", "page down"},
		zoneChoice:  {"up", "down", "pick"},
		zoneStage:   {"why", "figure", "branches"},
	} {
		for _, name := range names {
			if k.key(z, name) == "" {
				t.Errorf("no key does %q, %s", name, z)
			}
		}
	}
}
