package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kernellab/lab/progress"
	"kernellab/lab/store"
)

// workOf fills the record of a host with the work of Ada, who was wrong in 1.2.
func workOf(t *testing.T, dir string) {
	t.Helper()
	db := store.Open(filepath.Join(dir, recordName), store.NoQuota)
	s := must(db.Keyed(t.Context(), "ada"))
	check(t, s.Join("Ada", false))
	check(t, s.Append(progress.Event{Kind: progress.AnswerGiven, Exercise: "1.2", Task: "threshold", Seed: 1,
		Time: time.Date(2026, 11, 27, 8, 0, 0, 0, time.UTC), Raw: map[string]string{"fewest": "0"}, Reading: "0",
		Status: "valid", Verdict: "not-equal", Note: "zero"}))
	check(t, db.Close())
}

func TestClass_report(t *testing.T) {
	dir := t.TempDir()
	workOf(t, dir)
	out, errs, code := classCall(t, dir, "", "report")
	for _, want := range []string{"zero: A perfect cut would be 0 errors.", "“0”", "| 1.2 Lift the line | 1 | 0 |"} {
		if code != exitDone || !strings.Contains(out, want) || strings.Contains(out, "Ada") {
			t.Fatalf("report: got exit %d, %s%s, want %q and no name", code, out, errs, want)
		}
	}
	page, text := filepath.Join(dir, "r.html"), filepath.Join(dir, "r.md")
	out, errs, code = classCall(t, dir, "", "report", "--names", "--html", page, "--markdown", text)
	for _, file := range []string{page, text} {
		if code != exitDone || out != "" || !strings.Contains(contents(t, file), "Ada") {
			t.Errorf("report --names to files: got exit %d, %s%s, want Ada in %s", code, out, errs, file)
		}
	}
	if out, _, _ = classCall(t, dir, "", "report", "--since", "2026-11-29"); !strings.Contains(out, "Nothing yet.") {
		t.Errorf("report on the days afterwards: got %s, want nothing", out)
	}
	for _, c := range []struct{ flag, value, want string }{
		{"--since", "today", `--since "today": it is not a day`},
		{"--exercise", "7.77", "--exercise 7.77: there is no such exercise"},
		{"--html", filepath.Join(dir, recordName), "the name must end in .html, .htm"},
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
