//go:build e2e && linux

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"kernellab/lab/progress"
	"kernellab/lab/store"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/hosttest"
	"kernellab/testdata/support/must"
)

// smallDisk mounts a disk of the given number of kilobytes. It skips the test if mounting is
// not allowed.
func smallDisk(t *testing.T, kilobytes string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("none", dir, "tmpfs", 0, "size="+kilobytes+"k,mode=777"); err != nil {
		t.Skipf("a small disk cannot be mounted here (%v)", err)
	}
	t.Logf("a disk of %s kB is mounted", kilobytes)
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// fill fills a disk with a file and returns the file's path. Removing the file makes room again.
func fill(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(dir, "filler")
	f := must.Value(os.Create(path))
	defer f.Close()
	for block := make([]byte, 64<<10); len(block) > 0; {
		if _, err := f.Write(block); err != nil {
			block = block[:len(block)/2]
		}
	}
	return path
}

// runningText returns the words of the screen on one line.
func runningText(c *hosttest.Client) string { return strings.Join(strings.Fields(c.Screen()), " ") }

// waitForSentence waits until the screen shows a sentence, in whatever way its lines are broken.
func waitForSentence(h *hosttest.Host, c *hosttest.Client, sentence string) {
	h.Eventually("the screen says "+sentence, func() bool { return strings.Contains(runningText(c), sentence) })
}

// dismiss closes the window with notices that precedes the work.
func dismiss(h *hosttest.Host, c *hosttest.Client) {
	c.Type("\x1b")
	h.Eventually("the window is closed", func() bool { return !strings.Contains(c.Screen(), "Before you begin") })
}

// onAFullDisk returns a host with a full disk and a student who has typed 7/9 and seen
// the warning. Removing the file filler makes room.
func onAFullDisk(t *testing.T, l hosttest.Login) (h *hosttest.Host, c *hosttest.Client, disk, filler string) {
	t.Helper()
	disk = smallDisk(t, "1024")
	h = hosttest.Start(t, hosttest.Options{Dir: filepath.Join(disk, "data")})
	c = h.Login(l)
	chooseExercise(c, "3.1")
	filler = fill(t, disk)
	c.Type("7/9")
	waitForSentence(h, c,
		"is not saved: the disk is full. It is kept in this window, and saving is tried again every few seconds.")
	return h, c, disk, filler
}

// If the disk fills up while a student types, the screen says so without a path, the
// work stays in the window, and it is saved when there is room.
func TestHost_fullDisk(t *testing.T) {
	h, c, disk, filler := onAFullDisk(t, hosttest.Login{Width: 80, Height: 24})
	if text := c.Screen(); strings.Contains(text, disk) || strings.Contains(text, "students") {
		t.Errorf("the screen shows a path, want none:\n%s", text)
	}
	for _, name := range []string{"kernellab_failed_saves_total", `kernellab_failed_transactions_total{kind="disk_full"}`} {
		check.That(t, h.Metric(name) != 0, "got 0 for %s, want more", name)
	}
	check.OK(t, os.Remove(filler))
	waitForSentence(h, c, "Saved again.")
	document(h, "7/9")
	if log := h.Log(); strings.Count(log, `"msg":"work not saved","session":1`) != 1 ||
		strings.Count(log, `"msg":"work saved again","session":1`) != 1 || strings.Contains(log, `""`) {
		t.Errorf("got log\n%s\nwant one line for the failure and one for the save", log)
	}
	c.Type("\x03")
	if code := c.Exit(); code != 0 || strings.Contains(c.Stderr(), "could not be saved") {
		t.Errorf("got exit code %d, %q, want 0 and everything saved", code, c.Stderr())
	}
	h.Signal(syscall.SIGTERM)
	check.Equal(t, h.Wait(), 0, "the host: exit code")
}

// A host that ends on a full disk does not claim that work is kept, and its exit code
// is 1.
func TestHost_drainOnFullDisk(t *testing.T) {
	h, c, _, _ := onAFullDisk(t, hosttest.Login{})
	h.Signal(syscall.SIGTERM)
	if code := c.Exit(); code != 1 || strings.Contains(c.Stderr(), "kept") ||
		!strings.Contains(c.Stderr(), "could not be saved: the disk is full") {
		t.Errorf("got exit code %d, %q, want 1 and that nothing could be saved", code, c.Stderr())
	}
	if !c.Restored() {
		t.Error("the terminal is not restored, want it restored")
	}
	if code := h.Wait(); code != 1 || !strings.Contains(h.Log(), "sessions whose work could not be saved: 1") {
		t.Errorf("the host: got exit code %d, want 1 and the number of sessions:\n%s", code, h.Log())
	}
	check.That(t, strings.Contains(h.Log(), `"saved":false`) && !strings.Contains(h.Log(), "7/9"),
		"got log\n%s\nwant saved = false and no text of a student", h.Log())
}

// leaveAllTheSame leaves with unsaved work. The lab asks first, and stays open when another
// key is pressed. At the second attempt, leaveAllTheSame confirms.
func leaveAllTheSame(h *hosttest.Host, c *hosttest.Client) {
	c.Type("\x03")
	waitForSentence(h, c, "the host keeps it in memory and tries again")
	c.Type("\x1b[C")
	waitForSentence(h, c, "It is kept in this window")
	c.Type("\x03")
	waitForSentence(h, c, "Press the same key again to leave anyway, or any other key to stay.")
	c.Type("\x03")
}

// Work that cannot be saved at the end of a session stays in the memory of the host. A student
// who returns continues with it. It is saved when there is room, whoever is logged in.
func TestHost_holdsUnsavedWork(t *testing.T) {
	nightly(t)
	key := hosttest.NewKey(t)
	h, c, _, filler := onAFullDisk(t, hosttest.Login{Key: key})
	leaveAllTheSame(h, c)
	if c.Exit(); !strings.Contains(c.Stderr(), "holds it in memory") {
		t.Errorf("got %q, want that the host holds the work in memory", c.Stderr())
	}
	again := h.Login(hosttest.Login{Key: key})
	waitForSentence(h, again, "The last of your work is not saved yet: the disk is full.")
	dismiss(h, again)
	chooseExercise(again, "3.1")
	again.Shows("7/9")
	again.Cut()
	h.Eventually("the session ends", func() bool { return h.Metric("kernellab_sessions") == 0 })
	check.OK(t, os.Remove(filler))
	document(h, "7/9")
	h.Signal(syscall.SIGTERM)
	if code := h.Wait(); code != 0 {
		t.Errorf("the host: got exit code %d, want 0:\n%s", code, h.Log())
	}
}

// A host whose folder cannot be written to does not start and names the flag.
func TestHost_unwritableFolder(t *testing.T) {
	for name, prepare := range map[string]func(t *testing.T) (dir string){
		"read-only disk": readOnlyFolder,
		"full disk":      func(t *testing.T) string { d := smallDisk(t, "64"); fill(t, d); return d },
	} {
		t.Run(name, func(t *testing.T) {
			dir := prepare(t)
			h := hosttest.Launch(t, hosttest.Options{Dir: dir})
			if code := h.Wait(); code != 1 || !strings.Contains(h.Log(), "--data-dir") {
				t.Errorf("got exit code %d, want 1 and --data-dir:\n%s%s", code, h.Output(), h.Log())
			}
		})
	}
}

// readOnlyFolder returns a folder on a disk to which not even root can write.
func readOnlyFolder(t *testing.T) string {
	dir := smallDisk(t, "64")
	if err := syscall.Mount("none", dir, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skipf("a disk cannot be made read-only here: %v", err)
	}
	return dir
}

// Damaged and newer documents of an older program are reported to the student without a
// path and to the log without their text. They are left as they are.
func TestHost_unreadableDocuments(t *testing.T) {
	for name, c := range map[string]struct{ text, log string }{
		"damaged": {`{"version":1,"answers":{"a":"SECRET`, "cannot be read"},
		"newer":   {`{"version":99,"answers":"SECRET"}`, "newer kernellab"},
	} {
		t.Run(name, func(t *testing.T) {
			key := hosttest.NewKey(t)
			h := hosttest.Start(t, hosttest.Options{})
			own := progress.StudentDir(h.Dir, gossh.FingerprintSHA256(key.PublicKey()))
			check.OK(t, os.MkdirAll(own, 0o700))
			path := filepath.Join(own, "exercise-3.1.json")
			put(t, path, c.text)
			put(t, filepath.Join(own, "profile.json"), `{"version":1,"seed":41}`)
			student := h.Login(hosttest.Login{Key: key, Width: 80, Height: 24})
			waitForSentence(h, student, "The saved work on exercise 3.1 could not be read. It is kept as it is")
			if s := student.Screen(); strings.Contains(s, h.Dir) || strings.Contains(s, "SECRET") {
				t.Errorf("got screen\n%s\nwant neither a path nor the text of the document", s)
			}
			if log := h.Log(); !strings.Contains(log, c.log) || strings.Contains(log, "SECRET") ||
				strings.Contains(log, own) {
				t.Errorf("got log\n%s\nwant %q and neither a path nor the text of the document", log, c.log)
			}
			if left := contents(t, path); left != c.text {
				t.Errorf("got file %s, want it unchanged", left)
			}
		})
	}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	check.OK(t, os.WriteFile(path, []byte(text), 0o600))
}

// On a full disk the lab reports on the screen and on stderr, with exit code 1.
func TestHost_aloneOnFullDisk(t *testing.T) {
	disk := smallDisk(t, "256")
	fill(t, disk)
	term := openTerminal(t, 80, 24)
	term.line("XDG_DATA_HOME=" + disk + " " + hosttest.Binary(t) + "; echo status $?")
	term.wait("the warning", func(s string) bool {
		return strings.Contains(s, "Before you begin") && strings.Contains(s, "the disk is full")
	})
	term.press("Escape")
	term.waitFor("enter start")
	term.press("Enter")
	term.waitFor("1 of")
	term.text("3/7")
	term.waitFor("disk is full")
	term.press("C-c")
	term.waitFor("leave anyway")
	term.press("C-c")
	s := term.wait("the exit code", regexp.MustCompile(`status \d`).MatchString)
	if !strings.Contains(s, "status 1") ||
		!strings.Contains(strings.Join(strings.Fields(s), " "), "not everything you did is saved: the disk is full") {
		t.Errorf("after leaving: got\n%s\nwant status 1 and the reason", s)
	}
}

// On a read-only or full disk the lab shows the work that is kept there and says that
// nothing can be saved.
func TestHost_aloneReadsRecord(t *testing.T) {
	for name, left := range map[string]bool{"read-only": false, "read-only, of a killed process": true, "full": false} {
		t.Run(name, func(t *testing.T) {
			disk, from := smallDisk(t, "4096"), t.TempDir()
			db := store.Open(filepath.Join(from, recordName), store.NoQuota)
			own := db.Student("home")
			check.OK(t, own.SaveProfile(progress.Profile{Seed: 41, LastExercise: "3.1", Revision: 1}))
			check.OK(t, own.SaveExercise(progress.Exercise{ID: "3.1", Done: true, Seconds: 60, Revision: 1}))
			if !left {
				check.OK(t, db.Close())
			}
			check.OK(t, os.CopyFS(filepath.Join(disk, "kernellab"), os.DirFS(from)))
			reason, _, _ := strings.Cut(name, ",")
			if reason == "full" {
				fill(t, disk)
			} else if err := syscall.Mount("none", disk, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
				t.Fatalf("making the disk read-only: %v, want no error", err)
			}
			c := exec.Command(hosttest.Binary(t), "list", "--json")
			c.Env = []string{"XDG_DATA_HOME=" + disk}
			var errs strings.Builder
			c.Stderr = &errs
			out, err := c.Output()
			if err != nil || !strings.Contains(string(out), `"done"`) ||
				!strings.Contains(errs.String(), "cannot be saved now: the disk is "+reason+". You can go on") {
				t.Errorf("list: got error %v, %s\n%s\nwant 3.1 done and the disk %s", err, errs.String(), out, reason)
			}
		})
	}
}
