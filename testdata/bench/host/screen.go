package main

// screen is the screen on which students are measured.
type screen string

// The screens: the contents, which every student sees first, and the task of exercise
// 7.7 with a run of SMO on its stage.
const (
	contents screen = "contents"
	watchSMO screen = "7.7"
)

// goTo presses the keys that lead from the contents to a screen.
func (s *student) goTo(on screen) error {
	s.keys = keyCycle{}
	if on == contents {
		return nil
	}
	// Open the exercise with the palette, go four tasks on, and leave the field
	// with an escape that cannot be taken for the beginning of a following arrow.
	for _, keys := range []string{"\x107.7\r", "\x0e\x0e\x0e\x0e", "\x1b[27u"} {
		if err := s.pressAndWait(keys); err != nil {
			return err
		}
	}
	return nil
}

// keyCycle chooses keys that move back and forth on a screen, so that every key changes
// something.
type keyCycle struct {
	pressed int
	follows bool // whether the student watches the leader, where other keys change nothing
}

// keysPerDirection is the number of keys in one direction before a keyCycle turns. The contents
// have more lines, and a run has more steps.
const keysPerDirection = 10

// next returns the next key.
func (w *keyCycle) next(on screen) string {
	if w.follows {
		return "f" // enlarges the next figure
	}
	there, back := "\x1b[C", "\x1b[D" // → ←
	if on == contents {
		there, back = "\x1b[B", "\x1b[A" // ↓ ↑
	}
	w.pressed++
	if (w.pressed-1)/keysPerDirection%2 == 0 {
		return there
	}
	return back
}
