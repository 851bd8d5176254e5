package cli

import (
	"context"
	"fmt"
	"path/filepath"

	"kernellab/lab/progress"
	"kernellab/lab/rehearse"
)

// checkRehearsal returns an error if the other flags do not allow a rehearsal, which is a host with
// simulated students.
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
	case f.rehearse > 0 && f.store != "":
		return usagef("leave out --store", "--rehearse: a rehearsal has a record of its own")
	}
	return nil
}

// folder returns the folder of the host. Rehearsals have one of their own in it.
func (f *serveFlags) folder(env func(string) string) (string, error) {
	dir, err := hostFolder(f.DataDir, env)
	if f.rehearse > 0 {
		dir = filepath.Join(dir, "rehearsal")
	}
	return dir, err
}

// rehearsalHint tells the operator how to open the board of a rehearsal. It returns "" if
// there is none.
func (f *serveFlags) rehearsalHint(dir string) string {
	if f.rehearse == 0 {
		return ""
	}
	return fmt.Sprintf("This is a rehearsal: %d simulated students log in within half a minute.\n"+
		"Open the teacher's board in another terminal: kernellab class board --data-dir %s\n", f.rehearse, dir)
}

// rehearsal configures n students who log in to the host at addr.
func (a *admission) rehearsal(n int, addr string) rehearse.Config {
	return rehearse.Config{Addr: addr, Students: n, Code: a.code, Library: a.labs.library, Pace: 1,
		Load: func(key string) (progress.State, error) {
			student, err := a.labs.db.StudentWithKey(context.Background(), key)
			if err != nil {
				return progress.State{}, err
			}
			state, _, err := student.Load()
			return state, err
		},
		Room:        a.labs.class.Room,
		ReportError: func(err error) { a.labs.watch.Log.Warn("simulated student", "cause", err.Error()) },
	}
}
