package exercise

import (
	"testing"

	"pgregory.net/rapid"

	"kernellab/exercises"
	"kernellab/lab/debug"
)

// The keyboard is always somewhere that is there, and as many stops forward as back
// lead home.
func TestTheKeyboardIsSomewhere(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(0, 3)
		info := exercises.Info{Fields: make([]exercises.Field, n.Draw(rt, "fields"))}
		k := newKeyboard(NewForm(t.Context(), mono(), &listener{}, info, nil, &FormJobs{}))
		k.have(n.Draw(rt, "controls"), rapid.Bool().Draw(rt, "points"))
		in := room{narrow: rapid.Bool().Draw(rt, "narrow"), panels: []debug.Panel{debug.WhyPanel, debug.LedgerPanel}[:rapid.IntRange(0, 2).Draw(rt, "panels")]}
		for range rapid.IntRange(0, 12).Draw(rt, "keys") {
			switch rapid.IntRange(0, 4).Draw(rt, "key") {
			case 0, 1:
				k.move(1, in)
			case 2:
				k.move(-1, in)
			case 3:
				k.leave(in.narrow)
			case 4:
				k.have(n.Draw(rt, "controls now"), rapid.Bool().Draw(rt, "points now"))
			}
			here := k.Focus()
			switch {
			case here.Kind == OnField && (here.I >= len(info.Fields) || k.Pane != textPane),
				here.Kind == OnControl && (here.I >= k.controls || k.Pane != StagePane):
				fallthrough
			case here == onPoints() && !k.points, k.Pane == statePane && !k.points:
				rt.Fatalf("the keyboard is at %+v of %d fields and %d controls, pane %d", here, len(info.Fields), k.controls, k.Pane)
			}
		}
		if in.narrow {
			return // a press can be for the pane alone
		}
		home, steps := k.Focus(), rapid.IntRange(0, 9).Draw(rt, "steps")
		for range steps {
			k.move(1, in)
		}
		for range steps {
			k.move(-1, in)
		}
		if k.Focus() != home {
			rt.Fatalf("%d there and back lead from %+v to %+v", steps, home, k.Focus())
		}
	})
}

// What tab leads to is called by what is there, not by what enter does.
func TestWhereTabLeads(t *testing.T) {
	info := exercises.Info{Fields: make([]exercises.Field, 2)}
	k := newKeyboard(NewForm(t.Context(), mono(), &listener{}, info, nil, &FormJobs{}))
	k.have(2, false)
	in := room{panels: []debug.Panel{debug.LedgerPanel}}
	for i, want := range []string{"next field", "slider", "next slider", "ledger", "stage", "field"} {
		if got := k.ahead(in); got != want {
			t.Errorf("stop %d: tab %q, want %q", i, got, want)
		}
		k.move(1, in)
	}
}
