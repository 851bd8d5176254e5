package cli

import (
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/spf13/cobra"
	"golang.org/x/time/rate"

	"kernellab/lab/class"
	"kernellab/lab/join"
	"kernellab/lab/progress"
	"kernellab/lab/remote"
	"kernellab/lab/store"
)

// classFlags are the flags of serve that determine who belongs to the class and what it keeps.
type classFlags struct {
	code        string
	roster      string
	teachers    string
	keepDays    int
	maxStudents int
}

func (f *classFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.code, "code", "", "word that a student with a new key types once, to join")
	flags.StringVar(&f.roster, "roster", "", "list of the class, a CSV file: name, and the fingerprint of a key or nothing;"+
		" new keys need a code, see class create")
	flags.StringVar(&f.teachers, "teachers", "",
		"file of the teachers' public keys, like authorized_keys; they always get in")
	flags.IntVar(&f.keepDays, "keep-days", 0,
		"delete answers, hints and times after this number of days (default never)")
	flags.IntVar(&f.maxStudents, "max-students", defaultMaxStudents,
		"maximum number of keys whose work is saved; known keys always get in")
}

// check returns an error if a number is too small.
func (f *classFlags) check() error {
	switch {
	case f.maxStudents < 1:
		return usagef("write --max-students 2000", "--max-students %d: it must be 1 or more", f.maxStudents)
	case f.keepDays < 0:
		return usagef("write --keep-days 365", "--keep-days %d: it must be 0 or more", f.keepDays)
	}
	return nil
}

// defaultMaxStudents is the default maximum number of keys whose work a host saves. It
// suffices for many classes and fits on a small disk.
const defaultMaxStudents = 2000

// admission admits clients to a class. Each client gets a lab, which is the program on a screen of
// its own.
type admission struct {
	classFlags
	labs        hostedLabs
	teacherKeys []string // fingerprints

	mu              sync.Mutex
	wrongCodeLimits map[string]*rate.Limiter // limits wrong codes, by network
}

// newAdmission reads the files of the class, and stores its list of students in the record, the
// database of the class.
func newAdmission(ctx context.Context, f classFlags, labs hostedLabs) (*admission, error) {
	a := &admission{classFlags: f, labs: labs, wrongCodeLimits: map[string]*rate.Limiter{}}
	if f.teachers != "" {
		keys, err := readClassFile("--teachers", f.teachers, join.ReadTeacherKeys)
		if err != nil {
			return nil, err
		}
		a.teacherKeys = slices.Collect(maps.Keys(keys))
	}
	if f.roster != "" {
		return a, setRoster(ctx, labs.db, f.roster)
	}
	return a, nil
}

// readClassFile reads a file that a flag names.
func readClassFile[T any](flag, path string, read func(io.Reader) (T, error)) (out T, err error) {
	in, err := openFile(path)
	if err != nil {
		return out, failf(flag+" takes a file that this user may read", "%s: %v", flag, err)
	}
	defer in.Close()
	if out, err = read(in); err != nil {
		err = failf("correct that line", "%s, %v", path, err)
	}
	return out, err
}

// setRoster replaces the list of the class by the list in a file.
func setRoster(ctx context.Context, db *store.DB, path string) error {
	entries, err := readClassFile("--roster", path, join.ReadRoster)
	if err != nil {
		return err
	}
	if len(entries) == 0 {
		return failf("write a name into each line", "--roster: %s has no names; the list of the class stays as it is", path)
	}
	var rows []store.RosterRow
	for _, e := range entries {
		row := store.RosterRow{Name: e.Name}
		if e.Fingerprint != "" {
			student, err := db.StudentWithKey(ctx, e.Fingerprint)
			if err != nil {
				return err
			}
			row.Student = student.ID()
		}
		rows = append(rows, row)
	}
	return db.SetRoster(rows)
}

// teachersHint explains to the operator of a new class how to become a teacher.
const teachersHint = `Nobody is a teacher yet: put the public keys of teachers into a file, as in authorized_keys,
and start with --teachers FILE. Teachers need no code, and always get in, even if the lab is full.`

// hintForNewClass returns teachersHint if the database has no students and there is no file of
// teachers. Otherwise it returns "".
func (a *admission) hintForNewClass(ctx context.Context) string {
	if _, total, err := a.labs.db.CountStudents(ctx, nil); a.teachers != "" || total > 0 || err != nil {
		return ""
	}
	return teachersHint + "\n"
}

// deleteOldEvents deletes events that are older than keepDays, now and once a day.
func (a *admission) deleteOldEvents(ctx context.Context) {
	defer a.labs.panics.Recover()
	for a.keepDays > 0 && ctx.Err() == nil {
		if err := a.labs.db.DeleteEvents(time.Now().AddDate(0, 0, -a.keepDays)); err != nil {
			a.labs.panics.Log.Warn("old events not deleted", "cause", progress.Cause(err))
		}
		select {
		case <-ctx.Done():
		case <-time.After(24 * time.Hour):
		}
	}
}

const sentenceNewKey = "This lab keeps the work of as many students as it can, and your key is new here. Please connect with the key you used before, or ask whoever runs the lab for a place."

// open opens the lab of a client. At a student's first login, the screen of package join
// comes first.
func (a *admission) open(ctx context.Context, c remote.Client) (remote.Lab, error) {
	if c.IsAnonymous() {
		return a.labs.open(ctx, c, class.Person{})
	}
	student, p, err := a.findStudent(ctx, c)
	if err != nil {
		return remote.Lab{}, err
	}
	if !p.Joined.IsZero() {
		return a.labs.open(ctx, c, a.person(student, p.Name, c))
	}
	_, err = os.Stat(progress.StudentDir(a.labs.dir, c.ID))
	workedBefore := p.ID != "" || err == nil // the student worked here before students had names
	alwaysAdmitted := workedBefore || slices.Contains(a.teacherKeys, c.ID)
	if !alwaysAdmitted && !a.hasRoom(ctx) {
		return remote.Lab{}, &remote.Refusal{Reason: remote.ReasonNewKey, Sentence: sentenceNewKey}
	}
	return a.firstLogin(ctx, c, student, alwaysAdmitted)
}

// person returns what the class knows about a client: an ID, a name, and whether it is a teacher.
func (a *admission) person(student *store.Student, name string, c remote.Client) class.Person {
	return class.Person{ID: student.ID(), Name: name, Teacher: slices.Contains(a.teacherKeys, c.ID)}
}

const sentenceNotJoined = "Nothing is kept under your key here. Connect without a command to join, with the key that you will work with."

// export writes the events of a client in the format of the command store export.
func (a *admission) export(ctx context.Context, c remote.Client, out io.Writer) error {
	student, p, err := a.findStudent(ctx, c)
	if err != nil {
		return err
	}
	if p.Joined.IsZero() {
		return &remote.Refusal{Reason: remote.ReasonNotJoined, Sentence: sentenceNotJoined}
	}
	return student.Events(ctx, func(e progress.Event) error { return writeJSON(out, e) })
}

// findTimeout is how long a login waits for the database to answer.
const findTimeout = 5 * time.Second

// findStudent returns the student with the key of a client.
func (a *admission) findStudent(ctx context.Context, c remote.Client) (*store.Student, store.Person, error) {
	ctx, cancel := context.WithTimeout(ctx, findTimeout)
	defer cancel()
	student, err := a.labs.db.StudentWithKey(ctx, c.ID)
	if err != nil {
		return nil, store.Person{}, err
	}
	p, err := student.Person(ctx)
	return student, p, err
}

// maxStudentsFactor times --max-students is the maximum number of students in the database,
// including students who only look around. Otherwise thousands of generated keys could fill the
// disk.
const maxStudentsFactor = 10

// hasRoom reports whether the database may take another student. If it cannot check this, it
// returns true, so that the student is not turned away.
func (a *admission) hasRoom(ctx context.Context) bool {
	var teachers []string
	for _, key := range a.teacherKeys {
		if student, err := a.labs.db.StudentWithKey(ctx, key); err == nil {
			teachers = append(teachers, student.ID())
		}
	}
	working, total, err := a.labs.db.CountStudents(ctx, teachers)
	return err != nil || working < a.maxStudents && total < maxStudentsFactor*a.maxStudents
}

// firstLogin returns the screen of a first login. It asks for no code if the student is
// always admitted.
func (a *admission) firstLogin(ctx context.Context, c remote.Client, student *store.Student, alwaysAdmitted bool) (
	remote.Lab, error,
) {
	roster, err := a.labs.db.Roster(ctx)
	if err != nil {
		return remote.Lab{}, err
	}
	_, names, err := a.labs.db.NewEvents(ctx, nil, 0) // the names only
	if err != nil {
		return remote.Lab{}, err
	}
	takenNames := slices.Collect(maps.Values(names))
	o := join.Options{Profile: profileOf(c), KeepDays: a.keepDays,
		Suggestion: join.Pseudonym(takenNames)}
	if i := slices.IndexFunc(roster, func(r store.RosterRow) bool { return r.Student == student.ID() }); i >= 0 {
		o.Name = roster[i].Name
	}
	o.AsksCode = !alwaysAdmitted && o.Name == "" && (a.code != "" || len(roster) > 0)
	o.Check = func(code string) (string, error) { return a.checkCode(student, c.Network(), code) }
	session := &firstSession{}
	o.Join = func(name string, suggested bool) (tea.Model, error) {
		err := student.Join(name, suggested)
		if errors.Is(err, store.ErrNameTaken) {
			takenNames = append(takenNames, name)
			return nil, &join.TakenError{Next: join.Pseudonym(takenNames)}
		}
		if err != nil {
			return nil, err
		}
		clientLab, err := a.labs.open(ctx, c, a.person(student, name, c))
		if err == nil {
			err = session.setLab(clientLab)
		}
		return clientLab.Model, err
	}
	return remote.Lab{Model: join.New(o), Leave: session.leave}, nil
}

// checkCode checks a code, which may be the code of the class or a personal code. For a personal
// code it returns the name of its owner. After too many wrong codes from a network it returns
// join.ErrWait.
func (a *admission) checkCode(student *store.Student, network, code string) (name string, err error) {
	code = strings.ToLower(strings.TrimSpace(code))
	if code == "" {
		return "", join.ErrCode
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	maps.DeleteFunc(a.wrongCodeLimits, func(_ string, l *rate.Limiter) bool { return l.Tokens() >= maxWrongCodes })
	limiter := a.wrongCodeLimits[network]
	switch {
	case limiter != nil && limiter.Tokens() < 1:
		return "", join.ErrWait
	case code == strings.ToLower(a.code):
		return "", nil
	}
	if name, err = student.Claim(code); name != "" || err != nil {
		return name, err
	}
	if limiter == nil {
		limiter = rate.NewLimiter(rate.Every(time.Minute/maxWrongCodes), maxWrongCodes)
		a.wrongCodeLimits[network] = limiter
	}
	limiter.Allow()
	return "", join.ErrCode
}

// maxWrongCodes is the maximum number of wrong codes per minute from one network.
const maxWrongCodes = 5

// firstSession is a session that begins with a first login. It has no lab until the student
// has joined.
type firstSession struct {
	mu      sync.Mutex
	lab     remote.Lab
	hasLeft bool
}

// setLab records the lab of a student who has joined. If the session has ended meanwhile, it
// ends the lab.
func (s *firstSession) setLab(lab remote.Lab) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hasLeft {
		return lab.Leave()
	}
	s.lab = lab
	return nil
}

// leave ends the lab. If there is none, it returns remote.ErrNothingKept.
func (s *firstSession) leave() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hasLeft = true
	if s.lab.Leave == nil {
		return remote.ErrNothingKept
	}
	return s.lab.Leave()
}
