package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	"kernellab/lab/progress"
)

// eachEngine runs a test on SQLite, and on PostgreSQL if KERNELLAB_TEST_POSTGRES is the
// URL of a server, as it is in .ci/nightly. open may be called more than once in a
// test: each call opens the same record, as another process would.
func eachEngine(t *testing.T, test func(t *testing.T, open func() *DB)) {
	t.Run("sqlite", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "class.db")
		test(t, func() *DB { return opened(t, path) })
	})
	if server := os.Getenv("KERNELLAB_TEST_POSTGRES"); server != "" {
		t.Run("postgres", func(t *testing.T) {
			where := emptySchema(t, server)
			test(t, func() *DB { return opened(t, where) })
		})
	}
}

func opened(t *testing.T, where string) *DB {
	t.Helper()
	db := Open(where)
	check(t, db.Connect(context.Background()))
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("Close: %v, want no error", err)
		}
	})
	return db
}

// emptySchema creates a schema for one test and returns the URL of a connection to it.
func emptySchema(t *testing.T, server string) string {
	t.Helper()
	admin, err := openPostgres(context.Background(), server)
	if err != nil {
		t.Fatalf("connecting: %v, want no error", err)
	}
	name := fmt.Sprintf("test_%d", time.Now().UnixNano())
	if _, err := admin.Exec("CREATE SCHEMA " + name); err != nil {
		t.Fatalf("creating a schema: %v, want no error", err)
	}
	t.Cleanup(func() {
		_, _ = admin.Exec("DROP SCHEMA " + name + " CASCADE")
		_ = admin.Close()
	})
	return server + "&search_path=" + name
}

func load(t testing.TB, s *Student) progress.State {
	t.Helper()
	state, warnings, err := s.Load()
	if err != nil || len(warnings) > 0 {
		t.Fatalf("Load: %v and warnings %v, want none", err, warnings)
	}
	return state
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("got error %v, want none", err)
	}
}

func day(n int) time.Time { return time.Date(2026, 11, n, 8, 0, 0, 0, time.UTC) }

func sample(id string, revision uint64) progress.Exercise {
	return progress.Exercise{
		Version: progress.Version, ID: id, Seed: 1<<63 + 1, Data: "mine.csv (9 × 2)", Started: day(1), Task: "sum", Index: 1,
		Answers: map[string]string{"x2": "(x₁+1)² <&>'; DROP TABLE students", "b": ""},
		Tasks: map[string]progress.Task{"look": {Done: true, Seen: true},
			"sum": {Attempts: 2, Tried: []string{"a", "b"}, Hints: 1, Frame: 12}},
		Seconds: 61.5, Updated: day(2), Revision: revision,
	}
}

func keep(t *testing.T, s *Student, e progress.Exercise) {
	t.Helper()
	check(t, s.SaveExercise(e))
}

func TestStudent_savesAndLoads(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		s := open().Student("ada")
		e := sample("7.7", 1)
		p := progress.Profile{Version: progress.Version, Seed: 41, Last: "7.7", Updated: day(2), Revision: 1}
		check(t, s.SaveExercise(e))
		check(t, s.SaveProfile(p))
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

func TestStudent_olderRevisionLoses(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		s := open().Student("ada")
		e, p := sample("1.1", 5), progress.Profile{Seed: 5, Revision: 5}
		keep(t, s, e)
		check(t, s.SaveProfile(p))
		old := sample("1.1", 4)
		old.Task = "look"
		keep(t, s, old)
		check(t, s.SaveProfile(progress.Profile{Seed: 4, Revision: 4}))
		if got := load(t, s); got.Exercises["1.1"].Task != e.Task || got.Profile.Seed != p.Seed {
			t.Errorf("got %+v, want that of the later revisions", got)
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
					if err := s.Append(progress.Answer{Time: day(1), Exercise: "1.1", Task: "a", Seed: uint64(n)}); err != nil {
						t.Errorf("Append: %v, want no error", err)
					}
				}
			})
		}
		all.Wait()
		for i := range students {
			var seqs, seeds []int64
			check(t, hosts[0].Student(fmt.Sprint(i)).Answers(context.Background(), func(seq int64, a progress.Answer) error {
				seqs, seeds = append(seqs, seq), append(seeds, int64(a.Seed))
				return nil
			}))
			for n := range answers {
				if len(seqs) != answers || seqs[n] != int64(n+1) || seeds[n] != int64(n) {
					t.Fatalf("student %d: events %v with seeds %v, want 1 to %d in order", i, seqs, seeds, answers)
				}
			}
		}
		if all, err := hosts[1].Students(context.Background()); len(all) != students || err != nil {
			t.Errorf("Students = %v, %v, want %d", all, err, students)
		}
	})
}
