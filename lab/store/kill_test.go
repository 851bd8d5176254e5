package store

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kernellab/lab/progress"
	"kernellab/testdata/support/check"
)

// saverRecord is the environment variable with the path or URL of a record. If it is set,
// this test binary saves to that record for ever.
const saverRecord = "KERNELLAB_TEST_SAVER"

func TestMain(m *testing.M) {
	if address := os.Getenv(saverRecord); address != "" {
		saveForEver(address)
	}
	os.Exit(m.Run())
}

// saveForEver saves one revision after another and prints its number when it is saved. It
// ends only when the process is killed.
func saveForEver(address string) {
	s := Open(address, NoQuota).Student("ada")
	state, warnings, err := s.Load()
	if err != nil || len(warnings) > 0 {
		fmt.Println("failed", err, warnings)
		os.Exit(1)
	}
	e := state.Exercises["7.7"]
	e.ID, e.Started = "7.7", day(1)
	for {
		e.Revision++
		e.Answers = map[string]string{"text": answerOf(e.Revision)}
		if err := s.SaveExercise(e); err != nil {
			fmt.Println("failed", err)
			os.Exit(1)
		}
		fmt.Println(e.Revision)
	}
}

// answerOf returns the answer in a revision. Answers differ in length, so that a mixture of two
// documents cannot be parsed.
func answerOf(revision uint64) string {
	return strings.Repeat("é", int(revision*37%900)) + strconv.FormatUint(revision, 10)
}

// A process that is killed loses at most the character being typed: the document is the one
// confirmed last or the one being written.
func TestStudent_killedWhileSaving(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		address, rng := open().address, rand.New(rand.NewPCG(1, 2))
		for round := range 40 {
			acknowledged := saveAndKill(t, address, time.Duration(1+rng.IntN(15))*time.Millisecond)
			db := Open(address, NoQuota)
			e := load(t, db.Student("ada")).Exercises["7.7"]
			check.OK(t, db.Close())
			if e.Revision < acknowledged || e.Revision > acknowledged+1 || e.Answers["text"] != answerOf(e.Revision) {
				t.Fatalf("round %d: got revision %d with %q, want %d or the next", round, e.Revision, e.Answers["text"],
					acknowledged)
			}
		}
	})
}

// saveAndKill starts a process that saves, kills it some time after the first confirmed
// revision, and returns the last confirmed revision.
func saveAndKill(t *testing.T, address string, longer time.Duration) uint64 {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), saverRecord+"="+address)
	out, err := child.StdoutPipe()
	check.OK(t, err)
	check.OK(t, child.Start())
	var last uint64
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		n, err := strconv.ParseUint(lines.Text(), 10, 64)
		check.Must(t, err == nil, "the saver prints %q, want a revision", lines.Text())
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

// Every event that PostgreSQL has confirmed is in the log exactly once after the server was
// killed and restarted by the command in KERNELLAB_TEST_RESTART, which .ci/nightly sets.
func TestStudent_serverKilled(t *testing.T) {
	restart := os.Getenv("KERNELLAB_TEST_RESTART")
	eachEngine(t, func(t *testing.T, open func() *DB) {
		db, ended := open(), atomic.Bool{}
		if !isPostgres(db.address) || restart == "" {
			return
		}
		var all sync.WaitGroup
		confirmed := make([]uint64, 8)
		for i := range confirmed {
			s := db.Student(strconv.Itoa(i))
			all.Go(func() {
				for !ended.Load() {
					if s.Append(progress.Event{Seed: confirmed[i] + 1}) == nil {
						confirmed[i]++
					} else {
						time.Sleep(10 * time.Millisecond)
					}
				}
			})
		}
		for range 20 {
			time.Sleep(50 * time.Millisecond)
			if out, err := exec.Command("sh", "-c", restart).CombinedOutput(); err != nil {
				t.Fatalf("starting PostgreSQL again: %v, %s", err, out)
			}
		}
		ended.Store(true)
		all.Wait()
		for i, last := range confirmed {
			n := uint64(0)
			check.OK(t, db.Student(strconv.Itoa(i)).Events(context.Background(), func(e progress.Event) error {
				if n++; e.Seed != n {
					t.Errorf("student %d: event %d is number %d, want each once", i, n, e.Seed)
				}
				return nil
			}))
			check.That(t, n >= last && n <= last+1 && last != 0,
				"student %d: got %d events, want the %d that were confirmed", i, n, last)
		}
		check.OK(t, db.Ready())
	})
}
