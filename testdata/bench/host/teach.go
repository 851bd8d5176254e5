package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	labclass "kernellab/lab/class"
	"kernellab/lab/progress"
	"kernellab/lab/store"
)

// teacher is a teacher who works with the class while it is measured.
type teacher struct {
	*labclass.Member
	vote labclass.Vote
}

// teach logs in the teacher of a host, who looks at the board. Every three seconds the teacher
// sends an announcement, opens or closes a vote, or takes a step of a run that half of the class
// follows on its screens. The caller must call end.
func teach(h *host, o options) (end func(), err error) {
	login, err := logInAs(h.teacher, h.addr, o.width, o.height)
	if err != nil {
		return nil, err
	}
	db := store.Open(filepath.Join(h.dir, "record.db"), store.NoQuota)
	hub := labclass.NewHub(db, labclass.NewBoard(func(progress.Event) string { return "" }), nil)
	t := teacher{hub.Join(labclass.Person{ID: "teacher", Name: "Teacher"}),
		labclass.Vote{ID: 1, Question: "Which point is next?", Options: []string{"the first", "the second"}, Round: 1}}
	if err := errors.Join(t.act(1), t.SetLead(labclass.Lead{LeaderID: t.ID, Name: t.Name})); err != nil {
		return nil, err
	}
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		next := time.NewTicker(3 * time.Second)
		defer next.Stop()
		for i := 0; ; i++ {
			if err := t.act(i); err != nil {
				fmt.Fprintln(os.Stderr, "teacher:", err)
			}
			select {
			case <-over:
				return
			case <-next.C:
			}
		}
	}()
	return func() {
		close(over)
		<-ended
		_ = login.raw.Close()
		_ = db.Close()
	}, nil
}

// act does the next thing.
func (t *teacher) act(i int) error {
	switch i % 5 {
	case 0:
		return t.Announce(fmt.Sprintf("This is message %d.", i))
	case 2:
		t.vote.Open = !t.vote.Open
		return t.SetVote(t.vote)
	}
	return t.ShareExercise(labclass.SharedExercise{Document: progress.Exercise{ID: string(watchSMO),
		Attempt: progress.Attempt{Seed: 1, Task: "watch",
			Tasks: map[string]progress.Task{"watch": {Seen: true, Frame: i}}}}})
}

// follow makes every second student follow the leader.
func (c class) follow() (failed error) {
	for i := 0; i < len(c) && failed == nil; i += 2 {
		c[i].keys.follows = true
		failed = c[i].press(strings.Repeat("\x1b[19~", 5) + "\x1b[18~5") // f8, f7, the row after the vote
	}
	time.Sleep(10 * time.Second) // until all of them have opened it
	return failed
}
