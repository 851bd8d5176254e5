package cli

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kernellab/lab/progress"
	"kernellab/lab/store"
	"kernellab/testdata/support/check"
)

// recordWith returns the path of a record with events of one student.
func recordWith(t *testing.T, events ...progress.Event) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), recordName)
	db := store.Open(path, store.NoQuota)
	for _, e := range events {
		check.OK(t, db.Student("ada").Append(e))
	}
	check.OK(t, db.Close())
	return path
}

// twoEvents returns a disputed answer with every field and a hint.
func twoEvents() []progress.Event {
	at := time.Date(2026, 11, 2, 8, 0, 0, 0, time.UTC)
	return []progress.Event{
		{Kind: progress.AnswerGiven, Time: at, Exercise: "3.2", Task: "phi", Seed: 1, Data: "mine", Reading: "x",
			Raw: map[string]string{"phi": "x"}, Status: "valid", Verdict: "equal", Misconception: "sign", Disputed: true, Solution: true,
			LastAttempt: true},
		{Kind: progress.HintShown, Time: at, Exercise: "3.2", Task: "phi", Seed: 1, Hints: 1},
	}
}

func TestStore_exportsEveryEvent(t *testing.T) {
	out, _, _ := call(t, "", "store", "export", "--store", recordWith(t, twoEvents()...))
	lines := objects(t, out)
	if len(lines) != 2 || lines[0]["seq"] != 1.0 || lines[1]["kind"] != "hint" || lines[1]["student"] != "ada" {
		t.Errorf("store export: got\n%s\nwant an answer and a hint of ada", out)
	}
	readPage(t).holds(t, "store export", lines)
}

// A record that is filled from an export or a backup has the same events.
func TestStore_importsAndRestores(t *testing.T) {
	from, dir := recordWith(t, twoEvents()...), t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	run := func(in string, args ...string) (out, errs string) {
		t.Helper()
		out, errs, code := call(t, in, append([]string{"store"}, args...)...)
		check.Must(t, code == exitDone, "store %q: got exit %d, %s, want 0", args, code, errs)
		return out, errs
	}
	events, _ := run("", "export", "--store", from)
	if _, errs := run(events, "import", "-", "--store", path("a.db")); errs != "2 events added\n" {
		t.Errorf("import: got %q, want that 2 events are added", errs)
	}
	if _, errs := run(events, "import", "-", "--store", path("a.db")); errs != "0 events added\n" {
		t.Errorf("the same again: got %q, want that none is added", errs)
	}
	run("", "backup", path("backup.db"), "--store", path("a.db"))
	run("", "restore", path("backup.db"), "--store", path("b.db"))
	if again, _ := run("", "export", "--store", path("b.db")); again != events {
		t.Errorf("got events\n%s\nwant\n%s", again, events)
	}
	for _, c := range []struct {
		in   string
		args []string
		want string
		code int
	}{
		{"", []string{"backup", path("backup.db"), "--store", from}, "backup.db exists", exitFailed},
		{"", []string{"restore", path("backup.db"), "--store", from}, "the record is not empty", exitFailed},
		{"", []string{"restore", path("none.db"), "--store", path("c.db")}, "nothing is restored", exitFailed},
		{"\n{", []string{"import", "-", "--store", from}, "standard input: line 2: ", exitFailed},
		{"", []string{"backup", path("x.db"), "--store", path("none.db")}, "there is no record", exitFailed},
		{"", []string{"backup"}, "takes 1 file, not 0", exitUsage},
	} {
		if _, errs, code := call(t, c.in, append([]string{"store"}, c.args...)...); code != c.code || !strings.Contains(errs, c.want) {
			t.Errorf("store %q: got exit %d, %s, want %d and %q", c.args, code, errs, c.code, c.want)
		}
	}
}

// Every command that opens a record of a newer program reports that it is newer.
func TestStore_newerRecord(t *testing.T) {
	path := recordWith(t, twoEvents()...)
	db, err := sql.Open("sqlite", path)
	check.OK(t, err)
	_, err = db.Exec(`INSERT INTO schema_version VALUES (99)`)
	check.OK(t, errors.Join(err, db.Close()))
	for _, args := range [][]string{{"store", "export", "--store", path}, {"serve", "--data-dir", filepath.Dir(path)}} {
		const want = "the record was written by a newer kernellab; open it with that one"
		if _, errs, code := call(t, "", args...); code != exitFailed || !strings.Contains(errs, want) {
			t.Errorf("%q: got exit %d, %s, want %d and %q", args, code, errs, exitFailed, want)
		}
	}
}

// The import of a large folder of an older program is announced, and happens once.
func TestRun_announcesLargeImport(t *testing.T) {
	home := t.TempDir()
	line := `{"exercise":"3.2","step":"phi","raw":{"phi":"` + strings.Repeat("x", 1<<19) + "\"}}\n"
	check.OK(t, os.Mkdir(filepath.Join(home, "kernellab"), 0o700))
	check.OK(t, os.WriteFile(filepath.Join(home, "kernellab", "answers.jsonl"), []byte(strings.Repeat(line, 17)),
		0o600))
	for i, want := range []string{"kernellab: importing what an older kernellab saved; this happens once and takes some seconds\n", ""} {
		if _, errs, code := runIn(home, "", "list"); code != exitDone || errs != want {
			t.Errorf("list %d: got exit %d, %q, want 0 and %q", i, code, errs, want)
		}
	}
}
