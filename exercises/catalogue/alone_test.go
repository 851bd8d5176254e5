package catalogue

import (
	"context"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
)

// TestAloneTells: of each step of the catalogue that may be asked without those
// before it, it is told what its question speaks of.
func TestAloneTells(t *testing.T) {
	lib, err := Whole()
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range lib.Units() {
		for _, e := range u.Exercises {
			ex, err := lib.Open(e.ID, exercises.Options{Seed: 7})
			if err != nil {
				t.Fatal(err)
			}
			a := audit{ctx: context.Background()}
			for _, s := range ex.Steps[1:] {
				a.where = e.ID + " " + s.Info().Name
				a.alone(s)
			}
			for _, found := range a.found {
				t.Error(found)
			}
		}
	}
}

// TestAloneLacks: what a step lacks that is asked alone is found, and nothing of
// one that has it.
func TestAloneLacks(t *testing.T) {
	text := func(s string) []exercises.Block { return []exercises.Block{{Text: ascii.Plain(s)}} }
	field := []exercises.Field{{Name: "f", Label: "μ =", Judge: "number"}}
	for _, c := range []struct {
		info exercises.Info
		want string // "" where nothing is lacking
	}{
		{exercises.Info{Fields: field}, "no text"},
		{exercises.Info{Fields: field, Text: text("Shift them, by μ.")}, ""},
		{exercises.Info{Fields: field, Text: text("Both points, μ apart, move.")}, "points back"},
		{exercises.Info{Fields: field, Text: text("Both move."), Alone: text("Two points lie μ apart.")}, ""},
		{exercises.Info{Fields: field, Text: text("Points lie apart."), Alone: text("Two points.")}, "what μ is"},
		{exercises.Info{Fields: field, Text: text("μ′ᵢ is a place, and ημ is not."), Question: ascii.Plain("What is q₂?")}, "what q is"},
		{exercises.Info{Fields: []exercises.Field{{Name: "f", Judge: exercises.Prediction}}}, ""},
	} {
		a := audit{ctx: context.Background()}
		a.alone(fakeStep{info: c.info})
		switch got := strings.Join(a.found, "\n"); {
		case c.want == "" && got != "", c.want != "" && !strings.Contains(got, c.want):
			t.Errorf("%v: %q, want %q", c.info, got, c.want)
		}
	}
}
