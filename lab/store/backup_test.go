package store

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kernellab/lab/progress"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/postgrestest"
)

// A backup that is made while students work shows the record at one moment: the number in
// the student's row is the number of the last event. After a restore the same keys lead to
// the same students.
func TestDB_backupAndRestore(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		db, ctx, file := open(), context.Background(), filepath.Join(t.TempDir(), "backup.db")
		ada, err := db.StudentWithKey(ctx, "SHA256:ada")
		check.OK(t, err)
		keep(t, ada, sample("7.7", 1))
		check.OK(t, ada.Join("Ada", true))
		stop, done := make(chan struct{}), sync.WaitGroup{}
		done.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					check.OK(t, ada.Append(progress.Event{Time: day(1)}))
				}
			}
		})
		err = db.Backup(ctx, file)
		close(stop)
		done.Wait()
		check.OK(t, err)
		if err := db.Backup(ctx, file); !errors.Is(err, fs.ErrExist) {
			t.Errorf("a second backup to the same file: got %v, want %v", err, fs.ErrExist)
		}
		if names, err := os.ReadDir(filepath.Dir(file)); err != nil || len(names) != 1 {
			t.Errorf("got files %v, error %v, want only the backup", names, err)
		}
		for engine, to := range targets(t) {
			check.OK(t, to.Restore(ctx, file))
			again, err := to.StudentWithKey(ctx, "SHA256:ada")
			check.OK(t, err)
			p := person(t, again)
			var last int64
			check.OK(t, to.query(ctx, `SELECT seq FROM students`, nil, func(r *sql.Rows) error { return r.Scan(&last) }))
			if got, want := load(t, again), load(t, ada); !reflect.DeepEqual(got, want) || p.Name != "Ada" || p.Events != last {
				t.Errorf("%s: got %+v of %+v with last event %d, want %+v and all events", engine, got, p, last, want)
			}
			if err := to.Restore(ctx, file); !errors.Is(err, ErrNotEmpty) {
				t.Errorf("%s: a second restore: got %v, want %v", engine, err, ErrNotEmpty)
			}
		}
	})
}

// If students save while a class is archived, their work is in the archive or the save fails.
// The record is empty afterwards, and keys lead to the same ids.
func TestDB_archive(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		db, ctx, file := open(), context.Background(), filepath.Join(t.TempDir(), "class.db")
		ada, err := db.StudentWithKey(ctx, "SHA256:ada")
		check.OK(t, err)
		check.OK(t, ada.Join("Ada", false))
		check.OK(t, db.SetRoster([]RosterRow{{Name: "Ada"}}))
		var saved int64
		var working sync.WaitGroup
		begun := make(chan struct{})
		working.Go(func() {
			for err := error(nil); err == nil; time.Sleep(time.Millisecond) {
				if err = ada.Append(progress.Event{Time: day(1)}); err == nil {
					saved++
				}
				if err == nil && saved == 5 {
					close(begun)
				}
				if err != nil && (!errors.Is(err, progress.ErrDeleted) || !strings.Contains(err.Error(), "put away")) {
					t.Errorf("a save after the class was archived: got %v, want %v", err, progress.ErrDeleted)
				}
			}
		})
		<-begun
		check.OK(t, open().Archive(file))
		working.Wait()
		again, err := openRecord(t, file).StudentWithKey(ctx, "SHA256:ada")
		check.OK(t, err)
		if p := person(t, again); p.Name != "Ada" || p.Events != saved || again.ID() != ada.ID() {
			t.Errorf("got %+v in the archive, want Ada with %d events", p, saved)
		}
		people, err := db.People(ctx)
		check.OK(t, err)
		roster, err := db.Roster(ctx)
		check.OK(t, err)
		check.That(t, len(people)+len(roster) == 0,
			"got %v and the list %v in the record, want nothing", people, roster)
		if err := db.Archive(file); !errors.Is(err, fs.ErrExist) {
			t.Errorf("a second archive in the same file: got %v, want %v", err, fs.ErrExist)
		}
	})
}

// targets returns an empty record for each engine.
func targets(t *testing.T) map[string]*DB {
	all := map[string]*DB{"sqlite": openRecord(t, filepath.Join(t.TempDir(), "class.db"))}
	if address := postgrestest.Schema(t); address != "" {
		all["postgres"] = openRecord(t, address)
	}
	return all
}

// A file that is not a backup is refused, and a backup that fails leaves no file.
func TestDB_restoreRefuses(t *testing.T) {
	db, ctx, dir := openRecord(t, filepath.Join(t.TempDir(), "class.db")), context.Background(), t.TempDir()
	for name, text := range map[string]string{"empty": "", "text": "this is no database"} {
		file := filepath.Join(dir, name)
		check.OK(t, os.WriteFile(file, []byte(text), 0o600))
		if err := db.Restore(ctx, file); err == nil {
			t.Errorf("%s: got no error, want that it is no backup", name)
		}
	}
	check.OK(t, os.RemoveAll(dir))
	if err := db.Restore(ctx, filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: got %v, want %v", err, fs.ErrNotExist)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	dir = t.TempDir()
	if err := db.Backup(cancelled, filepath.Join(dir, "backup.db")); err == nil {
		t.Error("a backup that is interrupted: got no error, want one")
	}
	if names, _ := os.ReadDir(dir); len(names) > 0 {
		t.Errorf("it leaves %v, want nothing", names)
	}
}

// A record of version 1 is copied before its schema is changed. The changed record contains
// everything that the old one did.
func TestDB_copiesBeforeMigration(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		old, ctx := open(), context.Background()
		for _, table := range slices.Backward(append(tables(len(schema)), "sessions")) {
			_, err := old.pool.Exec(`DROP TABLE ` + table)
			check.OK(t, err)
		}
		check.OK(t, inTransaction(ctx, old.pool, func(ctx context.Context, tx *sql.Tx) error {
			return execAll(ctx, tx, append(schema[0], `DELETE FROM schema_version`, `INSERT INTO schema_version VALUES (1)`,
				`INSERT INTO class VALUES ('secret', 'old')`, `INSERT INTO students (id, seq, bytes) VALUES ('ada', 1, 2)`,
				`INSERT INTO documents VALUES ('ada', '', '{"seed":41}')`,
				`INSERT INTO events VALUES ('ada', 1, 0, 'answer', '1.1', 'a', '{"seed":7}')`))
		}))
		again := open()
		if seed, p := load(t, again.Student("ada")).Profile.Seed, person(t, again.Student("ada")); seed != 41 || p.Events != 1 {
			t.Errorf("got seed %d, %+v, want 41 and one event", seed, p)
		}
		copied, table := again.pool, "students_v1"
		if !isPostgres(again.address) {
			var err error
			copied, err = openSQLite(ctx, again.address+".v1", url.Values{})
			check.OK(t, err)
			defer copied.Close()
			table = "students"
		}
		var all string
		check.OK(t, copied.QueryRow(`SELECT id FROM `+table+` WHERE bytes = 2`).Scan(&all))
		if _, err := copied.Exec(`SELECT name FROM ` + table); all != "ada" || err == nil {
			t.Errorf("the copy has %q, error %v, want ada without a name", all, err)
		}
	})
}
