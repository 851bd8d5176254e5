package store

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// saverFolder is the environment variable that makes this test binary save for ever.
const saverFolder = "KERNELLAB_TEST_SAVER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(saverFolder); dir != "" {
		saveForEver(dir)
	}
	os.Exit(m.Run())
}

// saveForEver types one character after another, saves each, and prints the revision that is
// saved. It ends only when it is killed.
func saveForEver(dir string) {
	s := Open(filepath.Join(dir, "class.db"), NoQuota).Student("ada")
	state, warnings, err := s.Load()
	if err != nil || len(warnings) > 0 {
		fmt.Println("failed", err, warnings)
		os.Exit(1)
	}
	e := state.Exercises["7.7"]
	e.ID, e.Started = "7.7", day(1)
	for {
		e.Revision++
		e.Answers = map[string]string{"text": typed(e.Revision)}
		if err := s.SaveExercise(e); err != nil {
			fmt.Println("failed", err)
			os.Exit(1)
		}
		fmt.Println(e.Revision)
	}
}

// typed returns what has been typed by a revision. Its length varies, so that half a document
// cannot be parsed.
func typed(revision uint64) string {
	return strings.Repeat("é", int(revision*37%900)) + strconv.FormatUint(revision, 10)
}

// A process that is killed loses at most the character being typed: the document is the one
// confirmed last or the one being written.
func TestStudent_killedWhileSaving(t *testing.T) {
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 100 {
		acknowledged := saveAndKill(t, dir, time.Duration(1+rng.IntN(15))*time.Millisecond)
		e := load(t, opened(t, filepath.Join(dir, "class.db")).Student("ada")).Exercises["7.7"]
		if e.Revision < acknowledged || e.Revision > acknowledged+1 || e.Answers["text"] != typed(e.Revision) {
			t.Fatalf("round %d: got revision %d with %q, want %d or the next", round, e.Revision, e.Answers["text"],
				acknowledged)
		}
	}
}

// saveAndKill kills a process that saves some time after it has confirmed a revision, and
// returns the last revision confirmed.
func saveAndKill(t *testing.T, dir string, longer time.Duration) uint64 {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), saverFolder+"="+dir)
	out, err := child.StdoutPipe()
	check(t, err)
	check(t, child.Start())
	var last uint64
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		n, err := strconv.ParseUint(lines.Text(), 10, 64)
		if err != nil {
			t.Fatalf("the saver prints %q, want a revision", lines.Text())
		}
		if last == 0 {
			time.AfterFunc(longer, func() { _ = child.Process.Kill() })
		}
		last = n
	}
	_ = child.Wait() // it was killed
	if last == 0 {
		t.Fatal("got no revision, want at least one")
	}
	return last
}
