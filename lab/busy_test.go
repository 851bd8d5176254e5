package lab

import (
	"testing"

	"kernellab/lab/session"
)

// Work in progress is shown only after it has taken long, and only until it is done.
func TestBusy_isShownLate(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		b := open(t, size[0], size[1], "1.2")
		b.keys("enter")
		b.typed("x^2")
		b.hold = true
		b.keys("enter")
		b.lacks("checking")
		b.fireTimers()
		b.sees("⠋ checking …")
		b.release()
		b.lacks("checking")
		b.fireTimers()
		b.lacks("checking")

		b = openDebug(t, size[0], size[1])
		b.hold = true
		b.keys("$")
		b.lacks("computing")
		b.fireTimers()
		b.sees("⠋ computing; esc stops", "step 1 /")
		b.keys("esc")
		b.lacks("computing")
	}
}

func TestBusy_drawing(t *testing.T) {
	gate := make(chan struct{})
	b := newBench(t, 120, 36, session.Config{Student: newStudent(t, fakeLibrary{slow: gate}), Start: "7.7"})
	b.keys("]", "]")
	b.lacks("drawing")
	b.fireTimers()
	b.sees("⠋ drawing …")
	close(gate)
}

// Work that waits for other students' work shows its place in the queue.
func TestBusy_showsPlace(t *testing.T) {
	place := 3
	b := newBench(t, 80, 24, session.Config{Student: newStudent(t, fakeLibrary{}), Start: "1.2",
		Place: func() int { return place }})
	b.keys("enter")
	b.typed("x^2")
	b.hold = true
	b.keys("enter")
	b.fireTimers()
	b.sees("number 3 in the queue")
	place = 0
	b.m.Update(nil)
	b.sees("checking …")
	b.lacks("queue")
	b.release()
}
