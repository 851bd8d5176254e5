package lab

import (
	"errors"
	"testing"
	"time"

	"kernellab/exercises"
	"kernellab/lab/session"
)

// retitled is a library whose exercises have another title.
type retitled struct {
	fakeLibrary
	title string
}

func (l retitled) Open(id string, o exercises.Options) (*exercises.Exercise, error) {
	e, err := l.fakeLibrary.Open(id, o)
	e.Title = l.title
	return e, err
}

// While an author writes a worksheet, the lab shows its newest version at the same task, or
// the mistakes in it.
func TestReload_showsNewestVersion(t *testing.T) {
	var news exercises.Library
	var mistake error
	lib := fakeLibrary{slow: closedGate()}
	b := newBench(t, 120, 36, session.Config{Student: newStudent(t, lib), Start: "1.2",
		Reload: func() (exercises.Library, error) { return news, mistake }})
	fire := func() {
		all := b.later
		b.later = nil
		for _, msg := range all {
			b.send(msg(time.Time{}))
		}
	}
	b.keys("ctrl+n")
	b.sees("2 of 3")
	b.typed("x^2")
	fire() // nothing has changed
	b.sees("2 of 3", "x^2")
	mistake = errors.New("my.md:3:1: no judge \"numbr\"\nmy.md:4:1: no solution")
	fire()
	b.sees("The worksheet has a mistake", "my.md:3:1", "2 of 3")
	b.lacks("numbr\"my.md")
	news, mistake = retitled{lib, "Lift it again"}, nil
	fire()
	b.sees("Lift it again", "2 of 3", "x^2")
	b.lacks("mistake")
}
