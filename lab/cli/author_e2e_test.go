//go:build e2e

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kernellab/testdata/support/check"
	"kernellab/testdata/support/hosttest"
	"kernellab/testdata/support/must"
)

// A teacher writes a worksheet, checks it, watches it in the lab while editing it, offers it to
// a class, and prints the grades.
func TestEndToEnd_author(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	folder := filepath.Join(home, "sheets")
	check.OK(t, os.Mkdir(folder, 0o700))
	file := filepath.Join(folder, "my.md")
	kernellab := func(args ...string) string {
		t.Helper()
		c := exec.Command(hosttest.Binary(t), args...)
		c.Env = []string{"HOME=" + home}
		out, err := c.CombinedOutput()
		check.Must(t, err == nil, "kernellab %q: got error %v, want none:\n%s", args, err, out)
		return string(out)
	}
	edit := func(old, with string) {
		t.Helper()
		text := string(must.Value(os.ReadFile(file)))
		check.Must(t, strings.Contains(text, old), "the worksheet lacks %q, want it in\n%s", old, text)
		put(t, file, strings.ReplaceAll(text, old, with))
	}

	kernellab("new", file)
	edit("A root and a run", "The root of a square")
	if out := kernellab("check", file, "--seeds", "3"); !strings.Contains(out, "nothing found") {
		t.Errorf("check: got %s, want nothing found", out)
	}

	term := openTerminal(t, 120, 36)
	term.line(hosttest.Binary(t) + " run " + file + "; echo status $?")
	term.waitFor("The root of a square", "Where is it zero?")
	edit("judge: {number:", "judge: {numbr:")
	mistake := regexp.MustCompile(`my\.md:\d+:\d+: .*numbr`)
	term.wait("the place of the mistake", func(s string) bool {
		return mistake.MatchString(strings.Join(strings.Fields(s), " "))
	})
	edit("judge: {numbr:", "judge: {number:")
	edit("Where is it zero?", "Where is the root?")
	term.wait("the edited task without the mistake", func(s string) bool {
		return strings.Contains(s, "Where is the root?") && !strings.Contains(s, "numbr")
	})
	term.press("C-c")
	term.waitFor("status 0")

	h := hosttest.Start(t, hosttest.Options{Args: []string{"--worksheets", folder}})
	c := h.Login(hosttest.Login{Key: hosttest.NewKey(t)})
	chooseExercise(c, "T.1")
	c.Type("0\r")
	waitForSentence(h, c, "At x = 0 the function is")
	root := regexp.MustCompile(`\(x − (\d)\)²`).FindStringSubmatch(c.Screen())
	check.Must(t, root != nil, "got the screen\n%s\nwant the function on it", c.Screen())
	c.Type(root[1] + "\r")
	c.Shows("Right.")
	row := regexp.MustCompile(`(?m)^.*,T\.1,root,done,no,2,0,no,`)
	h.Eventually("the grades have the task", func() bool {
		return row.MatchString(kernellab("grades", "--csv", "--store", filepath.Join(h.Dir, recordName), "--worksheets", folder))
	})
}
