package exercise

import (
	"testing"

	"pgregory.net/rapid"

	"kernellab/exercises"
	"kernellab/lab/debug"
)

// The keyboard is always at an existing place, and moving forward and back by the same
// number of stops returns to the start.
func TestKeyboard_isAtAnExistingPlace(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(0, 3)
		info := exercises.Info{Fields: make([]exercises.Field, n.Draw(rt, "fields"))}
		k := newKeyboard(NewForm(t.Context(), mono(), &listener{}, info, nil, &FormJobs{}))
		k.update(n.Draw(rt, "controls"), rapid.Bool().Draw(rt, "points"))
		in := screenInfo{narrow: rapid.Bool().Draw(rt, "narrow"),
			panels: []debug.Panel{debug.WhyPanel, debug.LedgerPanel}[:rapid.IntRange(0, 2).Draw(rt, "panels")]}
		for range rapid.IntRange(0, 12).Draw(rt, "keys") {
			switch rapid.IntRange(0, 4).Draw(rt, "key") {
			case 0, 1:
				k.move(1, in)
			case 2:
				k.move(-1, in)
			case 3:
				k.leave(in.narrow)
			case 4:
				k.update(n.Draw(rt, "controls now"), rapid.Bool().Draw(rt, "points now"))
			}
			here := k.Focus()
			switch {
			case here.Kind == OnField && (here.I >= len(info.Fields) || k.Pane != textPane),
				here.Kind == OnControl && (here.I >= k.controls || k.Pane != StagePane):
				fallthrough
			case here == onPoints() && !k.points, k.Pane == pointsPane && !k.points:
				rt.Fatalf("got focus %+v, want a place among %d fields and %d controls on pane %d", here,
					len(info.Fields),
					k.controls, k.Pane)
			}
		}
		if in.narrow {
			return // a key may change only the pane
		}
		home, steps := k.Focus(), rapid.IntRange(0, 9).Draw(rt, "steps")
		for range steps {
			k.move(1, in)
		}
		for range steps {
			k.move(-1, in)
		}
		if k.Focus() != home {
			rt.Fatalf("focus after %d stops forward and back = %+v, want %+v", steps, k.Focus(), home)
		}
	})
}

func TestKeyboard_nextName(t *testing.T) {
	info := exercises.Info{Fields: make([]exercises.Field, 2)}
	k := newKeyboard(NewForm(t.Context(), mono(), &listener{}, info, nil, &FormJobs{}))
	k.update(2, false)
	in := screenInfo{panels: []debug.Panel{debug.LedgerPanel}}
	for i, want := range []string{"next field", "slider", "next slider", "ledger", "stage", "field"} {
		if got := k.nextName(in); got != want {
			t.Errorf("nextName at stop %d = %q, want %q", i, got, want)
		}
		k.move(1, in)
	}
}
