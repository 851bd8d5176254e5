package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCheckFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	head := "---\nunit: \"1\"\ntitle: T\nintro: I.\n---\n# 1.1 Read\n\n```exercise\ngoal: See.\nminutes: 1\n```\n\n## look: Look\n\n"
	good := write("good.md", head+"Text.\n")
	bad := write("bad.md", head+"Text.\n\n```questions\nWhich?\n```\n")
	for _, c := range []struct {
		args   []string
		code   int
		stdout string
		stderr string
	}{
		{[]string{good}, 0, "1 worksheet, nothing found", ""},
		{[]string{bad}, 1, "bad.md:", "problem"},
		{[]string{good, bad}, 1, "bad.md:", ""},
		{[]string{filepath.Join(dir, "none.md")}, 1, "", "there is no such file"},
		{[]string{dir}, 1, "", "is a directory"},
		{[]string{good, "--seeds", "3"}, 2, "", "without files"},
		{[]string{"--seeds", "0"}, 2, "", "1 or more"},
		{[]string{"--exercise", "99.9"}, 2, "", "there is no exercise 99.9"},
	} {
		stdout, stderr, code := call(t, "", append([]string{"check"}, c.args...)...)
		if code != c.code || !strings.Contains(stdout, c.stdout) || !strings.Contains(stderr, c.stderr) {
			t.Errorf("%v: exit %d, %q, %q", c.args, code, stdout, stderr)
		}
	}
}

// TestCheckEverything holds every exercise to its own answers; the command does
// the same with 200 seeds.
func TestCheckEverything(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, every exercise: minutes under the race detector")
	}
	stdout, stderr, code := call(t, "", "check", "--seeds", "2")
	if code != 0 || !strings.Contains(stdout, "2 seeds each, nothing found") {
		t.Errorf("exit %d\n%s%s", code, stdout, stderr)
	}
}
