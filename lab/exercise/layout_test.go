package exercise

import (
	"cmp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/debug"
	"kernellab/lab/session"
	"kernellab/lab/ui"
	"kernellab/testdata/support/check"
)

// Every rectangle is on the screen, and no two overlap.
func TestLayoutExercise_noOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(0, 220).Draw(t, "w"), rapid.IntRange(0, 70).Draw(t, "h")
		l := LayoutExercise(w, h, pane(rapid.IntRange(0, 2).Draw(t, "pane")))
		checkDisjoint(t, ascii.Rect{W: w, H: h}, l.header, l.Text, l.question, l.Stage, l.footer)
	})
}

func checkDisjoint(t *rapid.T, within ascii.Rect, parts ...ascii.Rect) {
	for i, a := range parts {
		if a.Empty() {
			continue
		}
		check.Must(t, a.Intersect(within) == a, "part %d = %+v, want it inside %+v", i, a, within)
		for j, b := range parts[:i] {
			if !b.Empty() && !a.Intersect(b).Empty() {
				t.Fatalf("parts %d = %+v and %d = %+v overlap, want none to", j, b, i, a)
			}
		}
	}
}

// Texts and tables on the stage leave the rest of the columns to the task's text. Both
// stay on the screen and do not overlap.
func TestWithSplit_followsTheContent(t *testing.T) {
	for _, w := range []int{100, 120, 160, 200, 250} {
		for _, columns := range []int{5, 40, 70, 300} {
			l := LayoutExercise(w, 40, textPane)
			d := l.withSplit(columnSplit{textOnly: true, columns: columns})
			if d.Text.W < l.Text.W || d.Text.W > max(maxTextWidth, l.Text.W) {
				t.Errorf("%d columns, stage of %d: text width = %d, want %d to %d", w, columns, d.Text.W, l.Text.W,
					maxTextWidth)
			}
			if d.Text.X+d.Text.W >= d.Stage.X || d.Stage.X+d.Stage.W > w || d.Text.X < 2 {
				t.Errorf("%d columns, stage of %d: got overlapping text %v and stage %v", w, columns, d.Text, d.Stage)
			}
			check.Equal(t, l.withSplit(columnSplit{columns: columns}), l, "%d columns: withSplit for pictures", w)
		}
	}
}

// Every key that a footer can show can also be clicked.
func TestActions_footerKeysCanBePressed(t *testing.T) {
	all := Actions()
	for _, a := range all {
		if a.Rank == 0 {
			continue
		}
		name, _, _ := strings.Cut(cmp.Or(a.ShownKey, session.FirstKey(a.KeyBinding)), " ")
		k, ok := ui.KeyNamed(name)
		if !ok {
			t.Errorf("KeyNamed(%q) of %s is not ok, want a key", name, a.Name)
			continue
		}
		check.That(t, all.Match(a.Zone, k) != nil,
			"Match(%q, %q) for %q = nil, want an action", a.Zone.String(), k.String(), name)
	}
}

// The focus is always at an existing place, and moving forward and back by the same
// number of stops returns to the start.
func TestKeyboard_isAtAnExistingPlace(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(0, 3)
		info := exercises.Info{Fields: make([]exercises.Field, n.Draw(rt, "fields"))}
		k := keyboard{form: NewForm(t.Context(), mono(), &listener{}, info, nil, &FormJobs{}), Control: -1}
		k.update(n.Draw(rt, "controls"), rapid.Bool().Draw(rt, "points"))
		in := screenInfo{narrow: rapid.Bool().Draw(rt, "narrow"),
			panels: []debug.Panel{debug.WhyPanel, debug.LedgerPanel}[:rapid.IntRange(0, 2).Draw(rt, "panels")]}
		for range rapid.IntRange(0, 12).Draw(rt, "keys") {
			switch rapid.IntRange(0, 4).Draw(rt, "key") {
			case 0, 1:
				k.moveByTab(1, in)
			case 2:
				k.moveByTab(-1, in)
			case 3:
				k.leave(in.narrow, rapid.Bool().Draw(rt, "steps"))
			case 4:
				k.update(n.Draw(rt, "controls now"), rapid.Bool().Draw(rt, "points now"))
			}
			here := k.Focus()
			switch {
			case here.Kind == FieldFocus && (here.Index >= len(info.Fields) || k.Pane != textPane),
				here.Kind == ControlFocus && (here.Index >= k.controlCount || k.Pane != StagePane):
				fallthrough
			case here == pointsFocus() && !k.hasPoints, k.Pane == pointsPane && !k.hasPoints:
				rt.Fatalf("got focus %+v, want a place among %d fields and %d controls on pane %d", here,
					len(info.Fields),
					k.controlCount, k.Pane)
			}
		}
		if in.narrow {
			return // a key may change only the pane
		}
		home, steps := k.Focus(), rapid.IntRange(0, 9).Draw(rt, "steps")
		for range steps {
			k.moveByTab(1, in)
		}
		for range steps {
			k.moveByTab(-1, in)
		}
		if k.Focus() != home {
			rt.Fatalf("focus after %d stops forward and back = %+v, want %+v", steps, k.Focus(), home)
		}
	})
}

func TestKeyboard_nextName(t *testing.T) {
	info := exercises.Info{Fields: make([]exercises.Field, 2)}
	k := keyboard{form: NewForm(t.Context(), mono(), &listener{}, info, nil, &FormJobs{}), Control: -1}
	k.update(2, false)
	in := screenInfo{panels: []debug.Panel{debug.LedgerPanel}}
	for i, want := range []string{"next", "slider", "next slider", "ledger", "stage", "field"} {
		check.Equal(t, k.nextName(in), want, "nextName at stop %d", i)
		k.moveByTab(1, in)
	}
}
