package lab

import (
	"slices"
	"strings"
	"testing"

	"kernellab/lab/exercise"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// find opens the palette and types.
func (b *bench) find(text string) {
	b.t.Helper()
	b.keys("ctrl+p")
	b.typed(text)
}

// The palette finds every action of the screen by its words, and shows its key.
func TestPalette_findsEveryAction(t *testing.T) {
	b := openDebug(t, 120, 36)
	b.keys("L")
	e := b.exercise()
	items := exercise.PaletteRows(e)
	for _, a := range e.Actions {
		if !slices.Contains([]session.Zone{session.ZoneStage, session.ZoneLab, session.ZoneEverywhere}, a.Zone) ||
			a.Name == "go to" {
			continue
		}
		i := slices.IndexFunc(items, func(r ui.Row) bool {
			v, ok := r.Value.(session.ActionAnswer)
			return ok && v.Name == a.Name
		})
		if i < 0 {
			t.Errorf("%q is not found, want a row", a.Name)
			continue
		}
		if v := items[i].Value.(session.ActionAnswer); v.Zone == a.Zone &&
			(!strings.HasPrefix(items[i].Detail, a.Help().Key) || items[i].Label != a.Help().Desc) {
			t.Errorf("row of %q = %+v, want its key and words", a.Name, items[i])
		}
	}
}

// The palette runs an action. For a disabled one it shows the reason.
func TestPalette_runsTheChosenRow(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		b := openDebug(t, size[0], size[1])
		b.find("one step forward")
		b.sees("Find", "one step forward", "→ l")
		b.keys("enter")
		b.at(1)
		b.find("ten steps for")
		b.keys("enter")
		b.at(11)
		b.find("lay another branch")
		b.sees("there is one branch only")
		b.keys("enter")
		b.sees("there is one branch only; “what if” makes another")
		b.find("no such thing")
		b.sees("nothing by that name")
	}
}

// In the contents it finds the actions of the contents.
func TestPalette_inTheContents(t *testing.T) {
	b := newBench(t, 120, 36, session.Config{Background: session.Dark})
	b.find("last exercise")
	b.sees("end $")
	b.keys("enter")
	b.sees("› ·  7.7")
	b.find("review")
	b.keys("enter")
	b.find("symbols and")
	b.keys("enter")
	b.sees("Symbols and conventions")
}

// It finds symbols and conventions too, and the settings.
func TestPalette_symbols(t *testing.T) {
	b := open(t, 120, 36, "1.2")
	b.find("ridge penalty")
	b.keys("enter")
	b.sees("½‖y − f‖² + ½λ‖w‖²")
	b.keys("esc")
	b.find("factors")
	b.sees("The SVM minimises")
	b.keys("esc")
	b.find("setting")
	b.sees("settings: dark or light")
}
