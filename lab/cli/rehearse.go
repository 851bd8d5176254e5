package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"kernellab/lab/progress"
	"kernellab/lab/rehearse"
	"kernellab/lab/store"
)

// checkRehearsal returns an error if the other flags do not allow a rehearsal.
func (f *serveFlags) checkRehearsal() error {
	most := min(rehearse.MaxStudents, f.MaxSessions-1)
	switch {
	case f.rehearse < 0 || f.rehearse > most:
		return usagef("write --rehearse 30", "--rehearse %d: it must be from 1 to %d, less than --max-sessions",
			f.rehearse, most)
	case f.rehearse > 0 && f.roster != "":
		return usagef("leave out --roster", "--rehearse: the simulated students are not on the list of your class")
	case f.rehearse > 0 && len(f.proxies) > 0:
		return usagef("leave out --proxy", "--rehearse: the simulated students do not come through a proxy")
	}
	return nil
}

// inRehearsalFolder reports whether the host is for a rehearsal in a folder of its own.
func (f *serveFlags) inRehearsalFolder() bool {
	return f.rehearse > 0 && f.DataDir == "" && f.store == ""
}

// folder returns the folder of the host.
func (f *serveFlags) folder(env func(string) string) (string, error) {
	if !f.inRehearsalFolder() {
		return hostFolder(f.DataDir, env)
	}
	own, err := progress.DefaultDir(env)
	return filepath.Join(own, "rehearsal"), err
}

// rehearsalHint tells the operator how to open the board of a rehearsal. It returns "" if
// there is none.
func (f *serveFlags) rehearsalHint(dir string) string {
	if f.rehearse == 0 {
		return ""
	}
	where := "--data-dir " + dir
	if f.store != "" {
		where = "--store " + f.store
	}
	return fmt.Sprintf("This is a rehearsal: %d simulated students log in within half a minute.\n"+
		"Open the teacher's board in another terminal: kernellab class board %s\n", f.rehearse, where)
}

// prepareRehearsal empties the record if the rehearsal has a folder of its own. Otherwise it
// returns an error if the class has a list, or students who are not simulated.
func (f *serveFlags) prepareRehearsal(ctx context.Context, a *admission) error {
	db := a.labs.db
	if f.inRehearsalFolder() {
		return db.Purge()
	}
	roster, err := db.Roster(ctx)
	if err != nil {
		return err
	}
	people, err := db.People(ctx)
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, key := range slices.Concat(rehearse.Fingerprints(), a.teacherKeys) {
		student, err := db.Keyed(ctx, key)
		if err != nil {
			return err
		}
		known[student.ID()] = true
	}
	if len(roster) > 0 || slices.ContainsFunc(people, func(p store.Person) bool { return !known[p.ID] }) {
		return failf("leave out --data-dir and --store", "--rehearse: this is the record of a real class, which stays as it is")
	}
	return nil
}

// rehearsal configures n students who log in to the host at addr.
func (a *admission) rehearsal(n int, addr string) rehearse.Config {
	return rehearse.Config{Addr: addr, Students: n, Code: a.code, Library: a.labs.library, Pace: 1,
		Load: func(key string) (progress.State, error) {
			student, err := a.labs.db.Keyed(context.Background(), key)
			if err != nil {
				return progress.State{}, err
			}
			state, _, err := student.Load()
			return state, err
		},
		Room:   a.labs.class.Room,
		Failed: func(err error) { a.labs.watch.Log.Warn("simulated student", "cause", err.Error()) },
	}
}
