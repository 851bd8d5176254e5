package lab

import (
	"testing"

	"kernellab/exercises"
	"kernellab/lab/session"
)

// waitingLibrary has an exercise that should wait until a day after another one.
type waitingLibrary struct{ fakeLibrary }

func (l waitingLibrary) Units() []exercises.Unit {
	units := l.fakeLibrary.Units()
	units[0].Exercises[1].After = exercises.After{Exercise: "1.2", Hours: 24}
	return units
}

// An exercise that should wait shows a notice when it is opened, and opens at the
// second enter.
func TestContents_exerciseThatShouldWait(t *testing.T) {
	b := newBench(t, 120, 36, session.Config{Student: newStudent(t, waitingLibrary{fakeLibrary{slow: closedGate()}})})
	b.keys("down")
	b.sees("a day after 1.2")
	b.keys("enter")
	b.sees("Press enter again to begin it now")
	b.keys("up", "down", "enter")
	b.sees("Press enter again to begin it now")
	b.keys("enter")
	b.sees("Lifting › 1.3")
	b.lacks("kernel methods, step by step")
}
