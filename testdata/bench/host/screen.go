package main

// A screen is where students are while they are measured.
type screen string

// The screens: the contents, which every student comes to first, and the step of
// exercise 7.7 with the run of SMO on its stage.
const (
	contents screen = "contents"
	watchSMO screen = "7.7"
)

// goTo takes a student from the contents to a screen, by keys.
func (s *student) goTo(on screen) error {
	s.walk = walk{}
	if on == contents {
		return nil
	}
	// The palette and the exercise, its fourth step, and out of the field: by the
	// escape that cannot be taken for the beginning of the arrow after it.
	for _, keys := range []string{"\x107.7\r", "\x0e\x0e\x0e\x0e", "\x1b[27u"} {
		if err := s.types(keys); err != nil {
			return err
		}
	}
	return nil
}

// A walk is a way to and fro on a screen, on which every key changes something.
type walk struct{ taken int }

// stretch is how many steps a walk takes before it turns: fewer than the contents
// have lines and a run has steps.
const stretch = 10

// next is the key of the next step.
func (w *walk) next(on screen) string {
	there, back := "\x1b[C", "\x1b[D" // → ←
	if on == contents {
		there, back = "\x1b[B", "\x1b[A" // ↓ ↑
	}
	w.taken++
	if (w.taken-1)/stretch%2 == 0 {
		return there
	}
	return back
}
