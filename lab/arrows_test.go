package lab

import (
	"testing"

	"kernellab/ascii"
	"kernellab/exercises/catalogue"
	"kernellab/lab/exercise"
	"kernellab/lab/session"
)

// ← and → in an empty field move the slider of the scene. In a field with text they
// move the cursor.
func TestArrows_moveASliderFromAnEmptyField(t *testing.T) {
	b := open(t, 120, 36, "1.2")
	b.keys("enter", "right", "right", "left", "shift+right")
	b.sees("2 errors at the threshold 1.1")
	b.typed("x1")
	b.keys("left", "left")
	b.typed("3")
	b.sees("2 errors at the threshold 1.1", "= 3x₁")
}

// On a narrow screen the slider that they move is shown with its effect. Tab leads back
// to the field.
func TestArrows_showTheirSliderOnANarrowScreen(t *testing.T) {
	b := open(t, 80, 24, "1.2")
	b.keys("enter", "right", "right", "left", "shift+right")
	b.sees("2 errors at the threshold 1.1", "threshold    ━")
	if b.exercise().Keyboard.Pane != exercise.StagePane || b.exercise().Zone() != session.ZoneControl {
		t.Errorf("got this screen, want the keyboard on the slider:\n%s", b.screen())
	}
}

// ← and → in an empty field step the run, as the text says, and do not move its
// sliders. In a field with text they move the cursor.
func TestArrows_stepTheRunFromAnEmptyField(t *testing.T) {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	b := newLessonBench(t, library, "7.5", [2]int{120, 36}, ascii.TrueColor)
	b.keys("ctrl+n", "ctrl+n", "ctrl+n", "ctrl+n")
	if b.atField() != "below" || !b.hasRun() {
		t.Fatalf("got this screen, want the run and its question:\n%s", b.screen())
	}
	before := b.exercise().Stage.Scene.Controls[0].Value
	b.keys("right", "right", "right", "left")
	b.at(2)
	b.keys("7", "left", "right")
	b.at(2)
	if now := b.exercise().Stage.Scene.Controls[0].Value; now != before {
		t.Errorf("η went from %s to %s, want no change", before, now)
	}
}
