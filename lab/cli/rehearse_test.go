package cli

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"kernellab/lab/class"
	"kernellab/lab/progress"
	"kernellab/lab/rehearse"
	"kernellab/lab/remote"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// Simulated students join with the code, work, make mistakes that the exercises recognise, vote,
// and ask for help.
func TestRehearsal_students(t *testing.T) {
	f := serveFlags{classFlags: classFlags{code: "gram", maxStudents: defaultMaxStudents}, rehearse: 6,
		Config: remote.Config{Addr: "127.0.0.1:0", MaxSessions: remote.DefaultMaxSessions, IdleTimeout: time.Hour}}
	a := admit(t, f.classFlags, "")
	host := must.Value(listen(&f, a))
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	served := make(chan error, 1)
	go func() { served <- host.Serve(ctx) }()
	go a.labs.class.Run(ctx)
	teacher := a.labs.class.Join(class.Person{ID: "teacher", Teacher: true})
	check.OK(t, teacher.SetLead(class.Lead{LeaderID: "teacher", Name: "Teacher"}))
	check.OK(t, teacher.ShareExercise(class.SharedExercise{Document: progress.Exercise{ID: "7.7",
		Attempt: progress.Attempt{Seed: 1, Task: "watch"}}}))
	check.OK(t, teacher.SetVote(class.Vote{ID: 7, Question: "Which?", Options: []string{"a", "b"}, Round: 1,
		Open: true}))
	students := a.rehearsal(f.rehearse, host.Addr().String())
	students.Pace = 60
	go rehearse.Run(ctx, students)
	var kinds map[string]int
	for ctx.Err() == nil && (kinds["right"] < 6 || kinds["recognised"] < 4 || kinds["vote"] < 6 || kinds["help"] == 0) {
		time.Sleep(100 * time.Millisecond)
		kinds = map[string]int{}
		events, _, err := a.labs.db.NewEvents(ctx, map[string]int64{}, 1000)
		check.OK(t, err)
		for _, e := range events {
			kinds[string(e.Kind)]++
			if e.Accepted {
				kinds["right"]++
			}
			if e.Misconception != "" {
				kinds["recognised"]++
			}
		}
	}
	cancel()
	if err := <-served; ctx.Err() == context.DeadlineExceeded || err != nil {
		t.Errorf("got events %v, error %v, want right answers, recognised mistakes, votes and requests for help", kinds, err)
	}
}

// A rehearsal, which empties its record, does not touch the record of the class.
func TestRehearsal_ownRecord(t *testing.T) {
	f := serveFlags{rehearse: 2, Config: remote.Config{DataDir: "class", MaxSessions: 10}}
	if dir, err := f.folder(nil); dir != filepath.Join("class", "rehearsal") || err != nil {
		t.Errorf("got folder %s, error %v, want one of its own", dir, err)
	}
	check.OK(t, f.checkRehearsal())
	f.store = "postgres://lab@db/class"
	if err := f.checkRehearsal(); err == nil {
		t.Error("a rehearsal in a real class: got no error, want one")
	}
}
