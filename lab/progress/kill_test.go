package progress

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

// saverFolder names the variable that makes this test binary save for ever.
const saverFolder = "KERNELLAB_TEST_SAVER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(saverFolder); dir != "" {
		saveForEver(dir)
	}
	os.Exit(m.Run())
}

// saveForEver types one character after the other and saves each, and says on
// standard output which revision is saved. It ends only by being killed.
func saveForEver(dir string) {
	s := NewFiles(dir)
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
		if err := s.SaveExercise(e, Durability(e.Revision%7 == 0)); err != nil {
			fmt.Println("failed", err)
			os.Exit(1)
		}
		fmt.Println(e.Revision)
	}
}

// typed is what has been typed by a revision; its length varies, so that half
// a document would not parse.
func typed(revision uint64) string {
	return strings.Repeat("é", int(revision*37%900)) + strconv.FormatUint(revision, 10)
}

// A process killed at any moment loses at most the character being typed: the
// document is the one acknowledged last, or the one in flight.
func TestKilledWhileSaving(t *testing.T) {
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 40 {
		acknowledged := saveAndKill(t, dir, time.Duration(1+rng.IntN(25))*time.Millisecond)
		state, warnings, err := NewFiles(dir).Load()
		if err != nil || len(warnings) > 0 {
			t.Fatalf("round %d: %v, %q", round, err, warnings)
		}
		e := state.Exercises["7.7"]
		if e.Revision < acknowledged || e.Revision > acknowledged+1 || e.Answers["text"] != typed(e.Revision) {
			t.Fatalf("round %d: acknowledged %d, found revision %d with %q", round, acknowledged, e.Revision,
				e.Answers["text"])
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.damaged-*")); len(left) > 0 {
		t.Errorf("damaged: %q", left)
	}
}

// saveAndKill lets a process save until it has acknowledged something, and a
// little longer, and kills it. It returns the last revision acknowledged.
func saveAndKill(t *testing.T, dir string, longer time.Duration) uint64 {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), saverFolder+"="+dir)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	var last uint64
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		n, err := strconv.ParseUint(lines.Text(), 10, 64)
		if err != nil {
			t.Fatalf("the saver says %q", lines.Text())
		}
		if last == 0 {
			time.AfterFunc(longer, func() { _ = child.Process.Kill() })
		}
		last = n
	}
	_ = child.Wait() // it was killed
	if last == 0 {
		t.Fatal("nothing was saved")
	}
	return last
}
