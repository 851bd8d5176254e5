package cli

import (
	"context"
	"testing"
	"time"

	"kernellab/lab/class"
	"kernellab/lab/progress"
	"kernellab/lab/rehearse"
	"kernellab/lab/remote"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// Simulated students join with the code, work, make mistakes that the exercises recognise,
// follow and vote. Another rehearsal can then begin in their record, but not in the record of a
// real class.
func TestRehearsal_students(t *testing.T) {
	f := serveFlags{classFlags: classFlags{code: "gram", students: defaultStudents}, rehearse: 6,
		Config: remote.Config{Addr: "127.0.0.1:0", MaxSessions: remote.DefaultMaxSessions, IdleTimeout: time.Hour}}
	a := admit(t, f.classFlags, "")
	host := must.Value(listen(&f, a))
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	served := make(chan error, 1)
	go func() { served <- host.Serve(ctx) }()
	go a.labs.class.Run(ctx)
	teacher := a.labs.class.Join(class.Person{ID: "teacher", Teacher: true})
	check.OK(t, teacher.SetLead(class.Lead{Driver: "teacher", Name: "Teacher"}))
	check.OK(t, teacher.Show(class.Shown{Document: progress.Exercise{ID: "7.7",
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
		for _, e := range must.Value(a.labs.db.Activity(ctx, map[string]int64{}, 1000)) {
			kinds[string(e.Kind)]++
			if e.Accepted {
				kinds["right"]++
			}
			if e.Note != "" {
				kinds["recognised"]++
			}
		}
	}
	cancel()
	if err := <-served; ctx.Err() == context.DeadlineExceeded || err != nil {
		t.Errorf("got events %v, error %v, want right answers, recognised mistakes, votes and requests for help", kinds, err)
	}
	f.DataDir = a.labs.dir
	check.OK(t, f.prepareRehearsal(t.Context(), a))
	check.OK(t, a.labs.db.Student("ada").Append(progress.Event{Exercise: "1.2"}))
	if err := f.prepareRehearsal(t.Context(), a); err == nil {
		t.Error("a rehearsal in a real class: got no error, want one")
	}
}
