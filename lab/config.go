package lab

import (
	"context"
	"io"

	"kernellab/ascii"
	"kernellab/lab/study"
)

// Background says whether the screen is dark or light.
type Background uint8

// The backgrounds. Ask asks the terminal, and takes it for dark until it
// answers.
const (
	Ask Background = iota
	Dark
	Light
)

// Config is what a lab needs to know. Student is required.
type Config struct {
	Student *study.Student
	// Profile is what the terminal shows.
	Profile ascii.Profile
	// Background of the terminal; a choice the student has saved wins.
	Background Background
	// Start is the id of the exercise to open at once, as after --unit 7.7;
	// empty for the contents.
	Start string
	// Warnings are shown before anything else, one paragraph each: what the
	// student must know of how their work is kept.
	Warnings []string
	// Held says that what cannot be saved when the lab ends is not lost with it:
	// a host holds it and tries again.
	Held bool
	// Write puts a file into the student's own folder, under the name or one
	// like it where there is such a file, and says where it is. Where the text
	// ends with an error there is no file. Nil where the
	// lab is hosted: nothing is written, and texts are shown to be copied. It is
	// called in a command, off the screen's goroutine.
	Write func(name string, text func(io.Writer) error) (where string, err error)
	// Turn waits until there is room for one more computation, which calls end
	// when it is over; nil where the lab has the machine to itself. It is called
	// in a command.
	Turn func(ctx context.Context) (end func())
	// Context ends every computation of the lab when it is done; nil means
	// never.
	Context context.Context
}
