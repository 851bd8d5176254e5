package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"kernellab/lab/progress"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/postgrestest"
)

// eachEngine runs a test on SQLite, and on PostgreSQL if KERNELLAB_TEST_POSTGRES is the
// URL of a server, as it is in .ci/nightly. open may be called more than once in a
// test: each call opens the same record, as another process would.
func eachEngine(t *testing.T, test func(t *testing.T, open func() *DB)) {
	t.Run("sqlite", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "class.db")
		test(t, func() *DB { return openRecord(t, path) })
	})
	if address := postgrestest.Schema(t); address != "" {
		t.Run("postgres", func(t *testing.T) { test(t, func() *DB { return openRecord(t, address) }) })
	}
}

func openRecord(t testing.TB, address string) *DB {
	t.Helper()
	db := Open(address, NoQuota)
	check.OK(t, db.Connect(context.Background()))
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("Close: %v, want no error", err)
		}
	})
	return db
}

func load(t testing.TB, s *Student) progress.State {
	t.Helper()
	state, warnings, err := s.Load()
	check.Must(t, err == nil && len(warnings) == 0, "Load: %v and warnings %v, want none", err, warnings)
	return state
}

func day(n int) time.Time { return time.Date(2026, 11, n, 8, 0, 0, 0, time.UTC) }

func sample(id string, revision uint64) progress.Exercise {
	return progress.Exercise{
		Version: progress.Version, ID: id, Attempt: progress.Attempt{
			Seed: 1<<63 + 1, Data: "mine.csv (9 × 2)", Started: day(1), Task: "sum", Index: 1,
			Answers: map[string]string{"x2": "(x₁+1)² <&>'; DROP TABLE students", "b": ""},
			Tasks: map[string]progress.Task{"look": {Done: true, Seen: true},
				"sum": {Attempts: 2, LatestAnswers: []string{"a", "b"}, Hints: 1, Frame: 12}},
		},
		Seconds: 61.5, Updated: day(2), Revision: revision,
	}
}

func keep(t *testing.T, s *Student, e progress.Exercise) {
	t.Helper()
	check.OK(t, s.SaveExercise(e))
}

func TestStudent_savesAndLoads(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		s := open().Student("ada")
		e := sample("7.7", 1)
		p := progress.Profile{Version: progress.Version, Seed: 41, LastExercise: "7.7", Updated: day(2), Revision: 1}
		check.OK(t, s.SaveExercise(e))
		check.OK(t, s.SaveProfile(p))
		other := open()
		got := load(t, other.Student("ada"))
		if want := (progress.State{Profile: p, Exercises: map[string]progress.Exercise{"7.7": e}}); !reflect.DeepEqual(got, want) {
			t.Errorf("loaded\n%+v\nwant\n%+v", got, want)
		}
		if state := load(t, other.Student("bob")); len(state.Exercises) != 0 || state.Profile.Seed != 0 {
			t.Errorf("another student has %+v, want nothing", state)
		}
	})
}

func TestStudent_appendsInOrder(t *testing.T) {
	const students, answers = 8, 20
	eachEngine(t, func(t *testing.T, open func() *DB) {
		hosts := []*DB{open(), open()}
		var all sync.WaitGroup
		for i := range students {
			all.Go(func() {
				s := hosts[i%2].Student(fmt.Sprint(i))
				for n := range answers {
					if err := s.Append(progress.Event{Time: day(1), Exercise: "1.1", Task: "a", Seed: uint64(n)}); err != nil {
						t.Errorf("Append: %v, want no error", err)
					}
				}
			})
		}
		all.Wait()
		for i := range students {
			var seqs, seeds []int64
			check.OK(t, hosts[0].Student(fmt.Sprint(i)).Events(context.Background(), func(e progress.Event) error {
				seqs, seeds = append(seqs, e.Seq), append(seeds, int64(e.Seed))
				return nil
			}))
			for n := range answers {
				check.Must(t, len(seqs) == answers && seqs[n] == int64(n+1) && seeds[n] == int64(n),
					"student %d: events %v with seeds %v, want 1 to %d in order", i, seqs, seeds, answers)
			}
		}
		if all, err := hosts[1].Students(context.Background()); len(all) != students || err != nil {
			t.Errorf("Students = %v, %v, want %d", all, err, students)
		}
	})
}

// Saved is called with the document and the error of each save.
func TestStudent_reportsSaves(t *testing.T) {
	s := Open(filepath.Join(t.TempDir(), "class.db"), 2000).Student("ada")
	var got []string
	s.OnSave = func(what string, _ time.Duration, err error) { got = append(got, fmt.Sprint(what, " ", err == nil)) }
	keep(t, s, sample("7.7", 1))
	check.OK(t, s.SaveProfile(progress.Profile{Seed: 1, Revision: 1}))
	check.OK(t, s.Append(progress.Event{Exercise: "7.7"}))
	err := s.Append(progress.Event{Reading: strings.Repeat("x", 2000)})
	if _, full := errors.AsType[*progress.QuotaError](err); !full {
		t.Errorf("Append beyond the quota: got error %v, want a *progress.QuotaError", err)
	}
	if want := []string{"7.7 true", " true", "events true", "events false"}; !slices.Equal(got, want) {
		t.Errorf("got reports %q, want %q", got, want)
	}
	if err := s.db.Ready(); err != nil {
		t.Errorf("Ready after one student has reached the quota: got %v, want no error", err)
	}
	if n := len(load(t, s).Exercises); n != 1 {
		t.Errorf("got %d exercises, want what was saved before", n)
	}
}

// A panic in one save does not end the process, and a save after Close fails.
func TestDB_survives(t *testing.T) {
	db := Open(filepath.Join(t.TempDir(), "class.db"), NoQuota)
	if err := db.save(func(context.Context, *sql.Tx) error { panic("broken") }); err == nil {
		t.Error("a save that panics: got no error, want one")
	}
	s := db.Student("ada")
	keep(t, s, sample("7.7", 1))
	check.OK(t, db.Close())
	if err := s.SaveExercise(sample("7.7", 2)); !errors.Is(err, errClosed) {
		t.Errorf("a save after Close: got %v, want %v", err, errClosed)
	}
}

// A folder is imported only once, even if several processes start at the same time.
func TestStudent_importsOnce(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		dir := t.TempDir()
		check.OK(t, os.WriteFile(filepath.Join(dir, "profile.json"), []byte(`{"version":1,"seed":41}`), 0o600))
		check.OK(t, os.WriteFile(filepath.Join(dir, "answers.jsonl"), []byte(`{"exercise":"1.1"}`), 0o600))
		var all sync.WaitGroup
		for range 12 {
			db := open()
			all.Go(func() {
				if _, err := db.Student("ada").Import(context.Background(), dir); err != nil {
					t.Errorf("Import: %v, want no error", err)
				}
			})
		}
		all.Wait()
		s, n := open().Student("ada"), 0
		check.OK(t, s.Events(context.Background(), func(progress.Event) error { n++; return nil }))
		if seed := load(t, s).Profile.Seed; n != 1 || seed != 41 {
			t.Errorf("got %d answers, seed %d, want 1 and 41", n, seed)
		}
	})
}

// A record on a network file system has a rollback journal instead of a write-ahead log.
// Two processes may share it nevertheless.
func TestDB_networkJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "class.db")
	local := Open(path, NoQuota)
	check.OK(t, local.Student("ada").Append(progress.Event{}))
	check.OK(t, local.Close())
	var all sync.WaitGroup
	for range 2 {
		db := Open(path, NoQuota)
		defer db.Close()
		db.isOnNetwork = func(dir string) bool { return dir == filepath.Dir(path) }
		all.Go(func() {
			for range 20 {
				if err := db.Student("ada").Append(progress.Event{}); err != nil {
					t.Errorf("Append: %v, want no error", err)
				}
			}
			var journal string
			if err := db.pool.QueryRow(`PRAGMA journal_mode`).Scan(&journal); err != nil || journal != "delete" {
				t.Errorf("got journal %q, error %v, want delete", journal, err)
			}
		})
	}
	all.Wait()
	if p := person(t, openRecord(t, path).Student("ada")); p.Events != 41 {
		t.Errorf("got %d events, want 41", p.Events)
	}
}

// A record that a newer program has changed is neither read nor changed.
func TestDB_newerSchema(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		db := open()
		_, err := db.pool.Exec(`INSERT INTO schema_version VALUES (99)`)
		check.OK(t, err)
		again := Open(db.address, NoQuota)
		defer again.Close()
		err = again.Connect(context.Background())
		if newer, ok := errors.AsType[*progress.NewerError](err); !ok || newer.Version != 99 ||
			!strings.Contains(err.Error(), "newer kernellab") {
			t.Errorf("Connect: got %v, want a *progress.NewerError of version 99", err)
		}
		if words := progress.Explain(err); !strings.Contains(words, "the record was written by a newer kernellab") {
			t.Errorf("got words %q for the student, want that the record is newer", words)
		}
	})
}

// Hosts that start at the same time agree on the host key of the first.
func TestDB_hostKey(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		got := make([]string, 4)
		var all sync.WaitGroup
		for i := range got {
			db := open()
			all.Go(func() {
				var err error
				if got[i], err = db.RegisterHostKey(fmt.Sprint(i)); err != nil {
					t.Errorf("RegisterHostKey: %v, want no error", err)
				}
			})
		}
		all.Wait()
		check.That(t, len(slices.Compact(got)) == 1, "got recorded keys %q, want one", got)
	})
}

// Failed is called with the kind of each failure. When the record works again, it is ready
// even if nobody saves anything.
func TestDB_failures(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		db := open()
		var got []string
		db.OnFailure = func(kind string) { got = append(got, kind) }
		want := []string{otherFailure, diskFullFailure, otherFailure}
		for _, err := range []error{errors.New("broken"), syscall.ENOSPC, nil} {
			_ = db.save(func(_ context.Context, tx *sql.Tx) error {
				if err == nil {
					_, err = tx.Exec(`SELECT nothing`)
				}
				return err
			})
		}
		if isPostgres(db.address) {
			want = append(want, unreachableFailure)
			_ = db.save(func(_ context.Context, tx *sql.Tx) error {
				_, err := tx.Exec(`SELECT pg_terminate_backend(pg_backend_pid())`)
				return err
			})
		}
		check.That(t, slices.Equal(got, want), "got failures %q, want %q", got, want)
		if db.Ready() == nil {
			t.Error("Ready after a failure: got no error, want one")
		}
		eventually(t, "the record is ready", func() bool { return db.Ready() == nil })
		if n := db.WaitingSaves(); n != 0 || !db.IsReachable() {
			t.Errorf("got %d waiting saves, reached %v, want 0, true", n, db.IsReachable())
		}
	})
}
