package cli

import (
	"errors"
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

// classOf returns the folder of a host whose students have one event on each given day.
func classOf(t *testing.T, students map[string][]int) string {
	t.Helper()
	dir := t.TempDir()
	db := store.Open(filepath.Join(dir, recordName), store.NoQuota)
	for key, days := range students {
		s := must.Value(db.StudentWithKey(t.Context(), key))
		check.OK(t, s.Join(strings.TrimRight(key, "'"), false))
		for _, day := range days {
			check.OK(t, s.Append(progress.Event{Time: time.Date(2026, 11, day, 8, 0, 0, 0, time.UTC)}))
		}
	}
	check.OK(t, db.Close())
	return dir
}

// classCall runs class with arguments on the folder of a host.
func classCall(t *testing.T, dir, in string, args ...string) (out, errs string, code int) {
	t.Helper()
	return call(t, in, append(append([]string{"class"}, args...), "--data-dir", dir)...)
}

func TestClass_create(t *testing.T) {
	dir, list := t.TempDir(), filepath.Join(t.TempDir(), "class.csv")
	check.OK(t, os.WriteFile(list, []byte("\"Lovelace, Ada\"\nBob,"+anyFingerprint+"\nEve\n"), 0o600))
	first, errs, code := classCall(t, dir, "", "create", "--roster", list)
	check.Must(t, code == exitDone && strings.Count(first, "\n") == 2 && strings.Contains(first, `"Lovelace, Ada",`),
		"create: got exit %d, %s%s, want codes for two students", code, first, errs)
	if again, _, _ := classCall(t, dir, "", "create", "--roster", list); again != first {
		t.Errorf("the same list again: got %s, want %s", again, first)
	}
	db := store.Open(filepath.Join(dir, recordName), store.NoQuota)
	eve, word, _ := strings.Cut(strings.Split(first, "\n")[0], ",")
	name, err := must.Value(db.StudentWithKey(t.Context(), "eve")).Claim(word)
	check.OK(t, errors.Join(err, db.Close()))
	if rest, _, _ := classCall(t, dir, "", "create", "--roster", list); name != eve || eve+","+word+"\n"+rest != first {
		t.Errorf("after %s has claimed the first code: got %s, want the other one of\n%s", name, rest, first)
	}
	for text, want := range map[string]string{"\n \n": "", "": "has no names",
		"Ada\nBob,SHA256:x\n": list + `, line 2: "SHA256:x" is not a fingerprint`} {
		check.OK(t, os.WriteFile(list, []byte(text), 0o600))
		if _, errs, code := classCall(t, dir, "", "create", "--roster", list); code != exitFailed || !strings.Contains(errs, want) {
			t.Errorf("the list %q: got exit %d, %s, want an error with %q", text, code, errs, want)
		}
	}
}

func TestClass_listAndMerge(t *testing.T) {
	dir := classOf(t, map[string][]int{"Ada": {1, 3}, "Ada'": {2}, "Bob": nil})
	out, _, _ := classCall(t, dir, "", "list")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	check.Must(t, len(lines) == 4 && len(strings.Fields(lines[3])) == 5 && strings.HasPrefix(lines[3], "Bob "),
		"list: got\n%s\nwant Ada twice and Bob, each with id, day, time and events", out)
	ids := map[string]string{} // by the number of events
	for _, l := range lines[1:] {
		fields := strings.Fields(l)
		ids[fields[4]] = fields[1]
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"merge", "ada", ids["1"]}, `"ada" may be Ada (`},
		{[]string{"merge", ids["2"], "Eve"}, `there is no student "Eve"`},
		{[]string{"merge", ids["2"], ids["2"]}, "it is the same student"},
		{[]string{"merge", "Bob"}, "merge takes 2 students, not 1"},
	} {
		if _, errs, code := classCall(t, dir, "", c.args...); code == exitDone || !strings.Contains(errs, c.want) {
			t.Errorf("%q: got exit %d, %s, want %q", c.args, code, errs, c.want)
		}
	}
	classCall(t, dir, "", "merge", ids["2"], ids["1"])
	out, _, _ = classCall(t, dir, "", "list")
	if lines := strings.Split(out, "\n"); len(lines) != 4 || !strings.HasSuffix(lines[1], "3") {
		t.Errorf("after the merge: got\n%s\nwant Ada once, with 3 events", out)
	}
}

// Deleting asks first, and also deletes what an older program saved.
func TestClass_forgetAndPurge(t *testing.T) {
	dir := classOf(t, map[string][]int{"Ada": {1, 2}, "Bob": {1}})
	old := progress.StudentDir(dir, "Eve")
	check.OK(t, os.MkdirAll(old, 0o700))
	check.OK(t, os.WriteFile(filepath.Join(old, "profile.json"), []byte(`{"version":1,"seed":41}`), 0o600))
	db := store.Open(filepath.Join(dir, recordName), store.NoQuota)
	eve := must.Value(db.StudentWithKey(t.Context(), "Eve"))
	check.OK(t, eve.Join("Eve", false))
	_, err := eve.Import(t.Context(), old)
	check.OK(t, err)
	check.OK(t, db.Close())
	for _, c := range []struct {
		in   string
		args []string
		want string // what stays
	}{
		{"no\n", []string{"forget", "Ada"}, "Ada Bob Eve"},
		{"", []string{"purge"}, "Ada Bob Eve"},
		{"yes\n", []string{"forget", "ada"}, "Bob Eve"},
		{"", []string{"forget", "Eve", "--yes"}, "Bob"},
		{"yes", []string{"purge"}, ""},
	} {
		_, errs, _ := classCall(t, dir, c.in, c.args...)
		if c.in == "yes" && !strings.HasPrefix(errs, "Delete the class, with its list and 1 student? Type yes") {
			t.Errorf("purge of one student: got %q, want a question", errs)
		}
		out, _, _ := classCall(t, dir, "", "list")
		var names []string
		for _, l := range strings.Split(strings.TrimSpace(out), "\n")[1:] {
			names = append(names, strings.Fields(l)[0])
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%q with %q: got %s, %s, want %s", c.args, c.in, got, errs, c.want)
		}
		if _, err := os.Stat(old); (err == nil) != strings.Contains(c.want, "Eve") {
			t.Errorf("%q: the old folder of Eve: %v", c.args, err)
		}
	}
	if _, err := os.Stat(progress.StudentsDir(dir)); err == nil {
		t.Error("after purge: got old folders, want none")
	}
}
