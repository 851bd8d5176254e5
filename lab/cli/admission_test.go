package cli

import (
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"kernellab/exercises/catalogue"
	"kernellab/lab"
	"kernellab/lab/progress"
	"kernellab/lab/remote"
	"kernellab/lab/store"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// anyFingerprint has the form of a fingerprint. No key in these tests has it.
const anyFingerprint = "SHA256:uNiVztksCsDhcc0u9e8BrrQXVUpKZIDTMczCvj3tD2s"

// admit returns an admission with the given flags and a new record. roster is the text of its list.
func admit(t *testing.T, f classFlags, roster string) *admission {
	t.Helper()
	dir := t.TempDir()
	db := store.Open(filepath.Join(dir, recordName), store.NoQuota)
	t.Cleanup(func() { _ = db.Close() })
	if f.maxStudents == 0 {
		f.maxStudents = defaultMaxStudents
	}
	if roster != "" {
		f.roster = filepath.Join(dir, "class.csv")
		check.OK(t, os.WriteFile(f.roster, []byte(roster), 0o600))
	}
	panics := remote.PanicReporter{Metrics: remote.NewMetrics(), Log: slog.New(slog.DiscardHandler)}
	return must.Value(newAdmission(t.Context(), f, newHostedLabs(must.Value(catalogue.New()), dir, db, panics,
		hostRunBytes)))
}

// login is a client who has logged in, and the screen that the client sees.
type login struct {
	t     *testing.T
	model tea.Model
	leave func() error
}

// logIn logs in with a key, from an address.
func logIn(t *testing.T, a *admission, key, address string) *login {
	t.Helper()
	opened, err := a.open(t.Context(), remote.Client{ID: key, Remote: address, Log: slog.New(slog.DiscardHandler)})
	check.OK(t, err)
	l := &login{t, opened.Model, opened.Leave}
	l.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	return l
}

// send passes a message and, on the screen of a first login, what its command returns.
func (l *login) send(msg tea.Msg) {
	var cmd tea.Cmd
	if l.model, cmd = l.model.Update(msg); cmd != nil && !l.joined() {
		l.send(cmd())
	}
}

// types types a text and enter.
func (l *login) types(text string) {
	l.send(tea.PasteMsg{Content: text})
	l.send(tea.KeyPressMsg{Code: tea.KeyEnter})
}

func (l *login) joined() bool {
	_, ok := l.model.(*lab.Model)
	return ok
}

func (l *login) shows(text string) {
	l.t.Helper()
	if s := ansi.Strip(l.model.View().Content); !strings.Contains(strings.Join(strings.Fields(s), " "), text) {
		l.t.Errorf("got screen\n%s\nwant %q", s, text)
	}
}

// names returns the names of a class, separated by commas.
func names(t *testing.T, a *admission) string {
	t.Helper()
	var out []string
	for _, p := range must.Value(a.labs.db.People(t.Context())) {
		out = append(out, p.Name)
	}
	return strings.Join(out, ", ")
}

// Without a code or a list, everybody gets in by pressing enter at the first login. Later
// logins open the lab at once.
func TestAdmission_open(t *testing.T) {
	a := admit(t, classFlags{}, "")
	check.That(t, strings.Contains(a.hintForNewClass(t.Context()), "--teachers FILE"),
		"a new class: got hint %q, want one about --teachers", a.hintForNewClass(t.Context()))
	first := logIn(t, a, "ada", "")
	first.shows("If you type nothing, you get the name in the field.")
	if people := names(t, a); people != "" {
		t.Errorf("before joining: got %q in the record, want nobody", people)
	}
	first.types("")
	check.OK(t, first.leave())
	if !first.joined() || !logIn(t, a, "ada", "").joined() {
		t.Error("got another screen, want the lab after enter, and at once the next time")
	}
	logIn(t, a, "bob", "").types(" Bob\x1b ")
	if people := names(t, a); !strings.HasPrefix(people, "Bob, ") || a.hintForNewClass(t.Context()) != "" {
		t.Errorf("got %q and hint %q, want Bob and a pseudonym, and no hint", people, a.hintForNewClass(t.Context()))
	}
	if l := logIn(t, a, remote.AnonymousID, ""); !l.joined() {
		t.Error("a client without a key: got a question, want the lab")
	}
}

// A student needs the code of the class. From one address, five wrong codes a minute are checked.
func TestAdmission_code(t *testing.T) {
	a := admit(t, classFlags{code: "Gram"}, "")
	for n := range 6 {
		l := logIn(t, a, string(rune('a'+n)), "192.0.2.1:4000")
		l.types("")
		l.types("wrong")
		if want := "This is not a code of this class."; n < 5 {
			l.shows(want)
		} else {
			l.shows("There were too many wrong codes")
		}
	}
	other := logIn(t, a, "z", "192.0.2.2:4000")
	other.types("nearly")
	other.types("gram ")
	other.types("Zoe")
	check.That(t, other.joined() && names(t, a) == "Zoe",
		"the word from another address: got %q in the class, want Zoe", names(t, a))
}

// A fingerprint on the list and a personal code let a student in under the name on the list. A code works once.
func TestAdmission_roster(t *testing.T) {
	a := admit(t, classFlags{code: "gram"}, "Ada,"+anyFingerprint+"\nBob\n")
	ada := logIn(t, a, anyFingerprint, "")
	ada.shows("Welcome, Ada.")
	ada.types("")
	code := must.Value(a.labs.db.Roster(t.Context()))[1].Code
	bob := logIn(t, a, "bob", "")
	bob.types(code)
	bob.shows("Welcome, Bob.")
	if err := bob.leave(); !errors.Is(err, remote.ErrNothingKept) {
		t.Errorf("leaving before joining: got error %v, want that nothing is kept", err)
	}
	logIn(t, a, "bob", "").types("")
	second := logIn(t, a, "eve", "")
	second.types(code)
	second.shows("This is not a code of this class.")
	third := logIn(t, a, "tim", "")
	third.types("gram")
	third.types("Tim")
	if got := names(t, a); got != "Ada, Bob, Tim" || second.joined() {
		t.Errorf("got %q in the class, want Ada, Bob and Tim, who knows the word", got)
	}
}

// A student who worked here before students had names is asked for a name, never for a
// code. A teacher needs no code and takes no place.
func TestAdmission_invited(t *testing.T) {
	a := admit(t, classFlags{code: "gram", maxStudents: 1}, "")
	a.teacherKeys = []string{"teacher", "other teacher"}
	dir := progress.StudentDir(a.labs.dir, "old")
	check.OK(t, os.MkdirAll(dir, 0o700))
	body := must.Value(json.Marshal(progress.Profile{Version: progress.Version, Seed: 41}))
	check.OK(t, os.WriteFile(filepath.Join(dir, "profile.json"), body, 0o600))
	check.OK(t, must.Value(a.labs.db.StudentWithKey(t.Context(), "unnamed")).Append(progress.Event{}))
	for _, key := range []string{"teacher", "old", "unnamed"} {
		l := logIn(t, a, key, "")
		l.shows("What should the class call you?")
		l.types(key)
		student := must.Value(a.labs.db.StudentWithKey(t.Context(), key))
		check.OK(t, student.Append(progress.Event{}))
		if state, _, err := student.Load(); key == "old" && state.Profile.Seed != 41 || err != nil || !l.joined() {
			t.Errorf("%s: got profile %+v, %v, joined %v, want the old seed and the lab", key, state.Profile, err, l.joined())
		}
	}
	_, err := a.open(t.Context(), remote.Client{ID: "new"})
	if no, full := errors.AsType[*remote.Refusal](err); !full || no.Reason != remote.ReasonNewKey {
		t.Errorf("a new key in a full class: got error %v, want a refusal", err)
	}
	if !logIn(t, a, "old", "").joined() {
		t.Error("a known key in a full class: got another screen, want the lab")
	}
	logIn(t, a, "other teacher", "").types("")
}

// The seed of a student who only looks around is saved, but the student takes no place.
func TestAdmission_keepsPlace(t *testing.T) {
	a := admit(t, classFlags{maxStudents: 1}, "")
	for _, key := range []string{"looks", "looks too"} {
		l := logIn(t, a, key, "")
		l.types("")
		state, _, err := must.Value(a.labs.db.StudentWithKey(t.Context(), key)).Load()
		check.That(t, state.Profile.Seed == seedForKey(key) && err == nil,
			"%s: got %+v, %v, want the seed %d kept", key, state.Profile, err, seedForKey(key))
	}
}

// An error in a file of the class names the file, the line and the value.
func TestAdmission_badFiles(t *testing.T) {
	a, path := admit(t, classFlags{}, ""), filepath.Join(t.TempDir(), "file")
	check.OK(t, os.WriteFile(path, []byte("# ours\nAda,SHA256:x\n"), 0o600))
	for _, c := range []struct {
		flags classFlags
		want  string
	}{
		{classFlags{roster: path}, path + `, line 2: "SHA256:x" is not a fingerprint`},
		{classFlags{teachers: path}, path + ", line 2: this is not a public key"},
		{classFlags{teachers: path + "x"}, "--teachers: open " + path},
	} {
		if _, err := newAdmission(t.Context(), c.flags, a.labs); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: got error %v, want %q", c.flags, err, c.want)
		}
	}
	if all, err := parsePrefixes([]string{"10.0.0.2", "2001:db8::/32"}); err != nil || len(all) != 2 {
		t.Errorf("prefixes: got %v, %v, want two", all, err)
	}
	if _, err := parsePrefixes([]string{"proxy"}); err == nil || !strings.Contains(err.Error(), `"proxy"`) {
		t.Errorf("a proxy without an address: got error %v, want one with its text", err)
	}
}

// If a session ends while its lab is being opened, the lab ends too.
func TestFirstSession_leftEarly(t *testing.T) {
	ended := 0
	opened := remote.Lab{Leave: func() error { ended++; return nil }}
	early, late := &firstSession{}, &firstSession{}
	if err := early.leave(); !errors.Is(err, remote.ErrNothingKept) {
		t.Errorf("without a lab: got error %v, want that nothing is kept", err)
	}
	check.OK(t, errors.Join(early.setLab(opened), late.setLab(opened), late.leave()))
	check.That(t, ended == 2, "got %d labs ended, want 2", ended)
}
