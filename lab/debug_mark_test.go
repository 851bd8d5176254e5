package lab

import (
	"testing"

	"kernellab/lab/core"
	"kernellab/lab/session"
)

// The question about a marked step comes once: when → is pressed, or when playing
// reaches it.
func TestMarkedStep_isAskedOnce(t *testing.T) {
	b := openMarked(t, 3)
	b.keys("l", "l", "l")
	b.at(3)
	b.lacks("Predict step")
	b.keys("l")
	b.sees("Predict step 4")
	b.at(3)
	b.keys("alt+q") // closed without an answer
	b.lacks("Predict step")
	b.at(3)
	b.keys("l")
	b.at(4)
	b.keys("h", "l")
	b.at(4)
}

func TestMarkedStep_stopsPlaying(t *testing.T) {
	b := openMarked(t, 2)
	b.keys("space")
	p := &b.exercise().Stage.Debug.Player
	for range 6 {
		b.send(core.TickMsg{Address: core.Address{Owner: b.exercise().Owner, Gen: 1}})
	}
	b.sees("Predict step 3")
	b.at(2)
	if p.Clock.Playing() {
		t.Error("it plays on behind the question, want a pause")
	}
}

// An alternative to a marked step brings no question.
func TestMarkedStep_whatIf(t *testing.T) {
	b := openMarked(t, 2)
	b.keys("l", "l", "i", "l")
	b.lacks("Predict step")
}

func openMarked(t testing.TB, at int) *bench {
	t.Helper()
	return newBench(t, 120, 36, session.Config{Student: newStudent(t, debugLibrary{marked: at}),
		Background: session.Dark, Start: "D.1"})
}
