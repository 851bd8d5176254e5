package lab

import (
	"context"
	"strings"
	"testing"

	"kernellab/exercises"
)

// listener is a step that notes the contexts in which it is asked to read.
type listener struct {
	exercises.Step
	heard []context.Context
}

func (l *listener) Echo(ctx context.Context, _, text string) exercises.Echo {
	l.heard = append(l.heard, ctx)
	return exercises.Echo{Note: "later: " + text, At: -1}
}

// What is typed is read in the session's context, and what cannot be read in time
// says so below the field.
func TestEchoesEndWithTheSession(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	step, fields := &listener{}, []exercises.Field{{Name: "a"}, {Name: "b"}}
	f := newForm(ctx, step, exercises.Info{Fields: fields}, exercises.Answers{"a": "1"}, &formJobs{})
	f.fill(1, "2")
	end()
	if len(step.heard) != 2 {
		t.Fatalf("asked %d times", len(step.heard))
	}
	for i, heard := range step.heard {
		if heard.Err() == nil {
			t.Errorf("echo %d goes on after the session", i)
		}
	}
	f.at = 1
	d := newDocument(pen{}, 60)
	f.lay(d)
	var said []string
	for _, l := range d.lines {
		said = append(said, l.String())
	}
	if got := strings.Join(said, "\n"); !strings.Contains(got, "later: 2") || strings.Contains(got, "later: 1") {
		t.Errorf("below the field stands\n%s", got)
	}
}
