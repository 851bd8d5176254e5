package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kernellab/lab/progress"
	"kernellab/lab/store"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// workOf fills the record of a host with the work of Ada, who was wrong in 1.2.
func workOf(t *testing.T, dir string) {
	t.Helper()
	db := store.Open(filepath.Join(dir, recordName), store.NoQuota)
	s := must.Value(db.StudentWithKey(t.Context(), "ada"))
	check.OK(t, s.Join("Ada", false))
	check.OK(t, s.Append(progress.Event{Kind: progress.AnswerGiven, Exercise: "1.2", Task: "threshold", Seed: 1,
		Time: time.Date(2026, 11, 27, 8, 0, 0, 0, time.UTC), Raw: map[string]string{"fewest": "0"}, Reading: "0",
		Status: "valid", Verdict: "not-equal", Misconception: "zero"}))
	check.OK(t, db.Close())
}

func TestClass_report(t *testing.T) {
	dir := t.TempDir()
	workOf(t, dir)
	db := store.Open(filepath.Join(dir, recordName), store.NoQuota)
	check.OK(t, db.Student("zoe").Join("Zoë", false)) // after Ada, whose work stays
	check.OK(t, db.Close())
	out, errs, code := classCall(t, dir, "", "report")
	for _, want := range []string{"zero: A perfect cut would make 0 errors", "“0”", "| 1.2 Lift the line | ░░░░░░░░░░ 0 of 1 |"} {
		check.Must(t, code == exitDone && strings.Contains(out, want) && !strings.Contains(out, "Ada"),
			"report: got exit %d, %s%s, want %q and no name", code, out, errs, want)
	}
	page, text := filepath.Join(dir, "r.html"), filepath.Join(dir, "r.md")
	out, errs, code = classCall(t, dir, "", "report", "--names", "--html", page, "--markdown", text)
	for _, file := range []string{page, text} {
		check.That(t, code == exitDone && out == "" && strings.Contains(contents(t, file), "Ada"),
			"report --names to files: got exit %d, %s%s, want Ada in %s", code, out, errs, file)
	}
	if out, _, _ = classCall(t, dir, "", "report", "--since", "2026-11-29"); !strings.Contains(out, "Nothing yet.") {
		t.Errorf("report on the days afterwards: got %s, want nothing", out)
	}
	for _, c := range []struct{ flag, value, want string }{
		{"--since", "today", `--since "today": it is not a day`},
		{"--exercise", "7.77", "--exercise 7.77: there is no such exercise"},
		{"--html", filepath.Join(dir, recordName), "the name must end in .html"},
		{"--markdown", page, "the name must end in .md"},
	} {
		if _, errs, code := classCall(t, dir, "", "report", c.flag, c.value); code != exitUsage || !strings.Contains(errs, c.want) {
			t.Errorf("report %s %s: got exit %d, %s, want %q", c.flag, c.value, code, errs, c.want)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, recordName)); err != nil {
		t.Errorf("the record afterwards: %v", err)
	}
}

// A teacher is in the list and in the export, but not in the report.
func TestClass_teacher(t *testing.T) {
	dir := t.TempDir()
	workOf(t, dir)
	db := store.Open(filepath.Join(dir, recordName), store.NoQuota)
	s := must.Value(db.StudentWithKey(t.Context(), "tess"))
	check.OK(t, s.Join("Tess", false))
	check.OK(t, s.Append(progress.Event{Kind: progress.TaskOpened, Exercise: "1.2", Task: "threshold", Time: time.Now()}))
	check.OK(t, db.Post(progress.Note{Key: "teacher " + s.ID(), Sender: s.ID(), Body: "{}"}))
	check.OK(t, db.Close())
	for _, c := range []struct {
		command string
		want    bool
	}{{"list", true}, {"export", true}, {"report --names", false}, {"board --plain", false}} {
		out, errs, code := classCall(t, dir, "", strings.Fields(c.command)...)
		check.That(t, code == exitDone && strings.Contains(out, "Ada") && strings.Contains(out, "Tess") == c.want,
			"%s: got exit %d, %s%s, want Ada, and Tess: %v", c.command, code, out, errs, c.want)
	}
}

// An archived class can be read and reported on, and its place is free for the next.
func TestClass_archive(t *testing.T) {
	dir := t.TempDir()
	workOf(t, dir)
	old := progress.StudentDir(dir, "eve")
	check.OK(t, os.MkdirAll(old, 0o700))
	file := filepath.Join(dir, "classes", "autumn.db")
	for _, c := range []struct {
		in   string
		args []string
		code int
		want string // in the output
	}{
		{"no\n", []string{"archive", "autumn"}, exitFailed, "Put the class with 1 student away as " + file + "? Type yes"},
		{"", []string{"archive", "../autumn"}, exitUsage, `"../autumn" cannot be a file name`},
		{"", []string{"archive", "a", "b"}, exitUsage, "archive takes 1 name, not 2"},
		{"yes\n", []string{"archive", "autumn"}, exitDone, "the class is empty now"},
		{"", []string{"archive", "autumn", "--yes"}, exitFailed, "no archived class is replaced"},
		{"", []string{"archive", "winter", "--yes"}, exitFailed, "there is nobody in the class"},
		{"", []string{"list"}, exitDone, "name  id  last seen  events\n"},
		{"", []string{"list", "--store", file}, exitDone, "Ada"},
		{"", []string{"report", "--store", file}, exitDone, "zero: A perfect cut would make 0 errors"},
		{"", []string{"export", "--store", file}, exitDone, "Ada,"},
	} {
		out, errs, code := classCall(t, dir, c.in, c.args...)
		check.That(t, code == c.code && strings.Contains(out+errs, c.want),
			"%q: got exit %d, %s%s, want %d and %q", c.args, code, out, errs, c.code, c.want)
	}
	if _, err := os.Stat(filepath.Join(dir, "classes", "autumn-students", filepath.Base(old))); err != nil {
		t.Errorf("the folder of an older program: %v", err)
	}
}
