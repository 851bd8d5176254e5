package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"kernellab/lab/progress"
)

// ErrNotEmpty is the error of [DB.Restore] if the record, which is the database of a class or a
// student, already contains more than the settings and notes of a class.
var ErrNotEmpty = errors.New("the record is not empty")

// Backup writes everything in the record, including the secret of the class, to a new
// SQLite file that only its owner can read. The record may be in use meanwhile: the file
// holds its state at one moment. If Backup fails, it leaves no new file.
func (db *DB) Backup(ctx context.Context, path string) error {
	source, release, err := db.reader(ctx)
	if err != nil {
		return err
	}
	defer release()
	snapshot, err := source.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelSnapshot, ReadOnly: true})
	if err != nil {
		return err
	}
	defer snapshot.Rollback()
	return writeBackup(ctx, snapshot, path)
}

// writeBackup writes everything in a record to a new SQLite file.
func writeBackup(ctx context.Context, source rowSource, path string) error {
	if _, err := os.Lstat(path); err == nil {
		return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	}
	return writeComplete(path, func(partPath string) error {
		out, err := openSQLite(ctx, partPath, url.Values{})
		if err != nil {
			return err
		}
		err = migration{}.run(ctx, out)
		if err == nil {
			err = inTransaction(ctx, out, func(ctx context.Context, tx *sql.Tx) error {
				return copyTables(ctx, source, tx)
			})
		}
		return errors.Join(err, out.Close())
	})
}

// Archive writes a backup and then does the same as Purge, in one transaction. No work is lost
// silently: if a student saves meanwhile, the work is in the backup or the save fails.
func (db *DB) Archive(path string) error {
	return db.erase(func(ctx context.Context, tx *sql.Tx) error {
		if db.IsShared() { // in SQLite, nobody else writes during a transaction
			lock := `LOCK TABLE ` + strings.Join(tables(len(schema)), ", ") + ` IN SHARE ROW EXCLUSIVE MODE`
			if _, err := tx.ExecContext(ctx, lock); err != nil {
				return err
			}
		}
		if err := writeBackup(ctx, tx, path); err != nil {
			return err
		}
		if err := execAll(ctx, tx, purge); err != nil {
			return errors.Join(err, os.Remove(path))
		}
		return nil
	})
}

// Restore fills a record from a backup, which an older program may have written. It does not
// change the backup. It replaces the settings and notes of the class. If the record contains
// anything else, the error is ErrNotEmpty.
func (db *DB) Restore(ctx context.Context, backup string) error {
	dir, err := os.MkdirTemp("", "kernellab-restore-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	copyPath := filepath.Join(dir, "backup.db") // the copy gets the latest schema
	if err := copyFile(backup, copyPath); err != nil {
		return err
	}
	source, err := openSQLite(ctx, copyPath, url.Values{})
	if err != nil {
		return translateError(err)
	}
	defer source.Close()
	var version int
	if err := source.QueryRowContext(ctx, `SELECT MAX(version) FROM schema_version`).Scan(&version); err != nil {
		return fmt.Errorf("it is not a backup of a record: %w", translateError(err))
	}
	if err := (migration{}).run(ctx, source); err != nil {
		return translateError(err)
	}
	return db.save(func(_ context.Context, tx *sql.Tx) error {
		for _, table := range tables(len(schema)) {
			n := 0
			if err := tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM `+table).Scan(&n); err != nil {
				return err
			}
			if n > 0 && table != "class" && table != "notes" {
				return ErrNotEmpty
			}
		}
		return copyTables(ctx, source, tx)
	})
}

// backUpTables copies every table of the given version of the schema into a new table of the
// same PostgreSQL database. The name of the copy ends in the version: students_v1, for example.
func backUpTables(ctx context.Context, tx *sql.Tx, version int) error {
	for _, table := range tables(version) {
		copyName := fmt.Sprintf("%s_v%d", table, version)
		if err := execAll(ctx, tx, []string{`DROP TABLE IF EXISTS ` + copyName,
			`CREATE TABLE ` + copyName + ` AS TABLE ` + table}); err != nil {
			return err
		}
	}
	return nil
}

// tables returns the names of the tables in a version of the schema. Each table comes
// after the tables that it references. The table sessions is left out, because its rows
// have no meaning once their hosts have ended.
func tables(version int) (names []string) {
	for _, s := range slices.Concat(schema[:version]...) {
		if m := regexp.MustCompile(`^CREATE TABLE (\w+)`).FindStringSubmatch(s); m != nil && m[1] != "sessions" {
			names = append(names, m[1])
		}
	}
	return names
}

// copyTables copies the rows of all tables from a source into a target. It replaces the settings
// and notes of the class. The other tables of the target must be empty. The secret of the class is
// copied too, so keys lead to the same students.
func copyTables(ctx context.Context, source rowSource, target *sql.Tx) error {
	if err := execAll(ctx, target, []string{`DELETE FROM class`, `DELETE FROM notes`}); err != nil {
		return err
	}
	for _, table := range tables(len(schema)) {
		if err := copyTable(ctx, source, target, table); err != nil {
			return fmt.Errorf("%s: %w", table, err)
		}
	}
	return nil
}

func copyTable(ctx context.Context, source rowSource, target *sql.Tx, table string) error {
	rows, err := source.QueryContext(ctx, `SELECT * FROM `+table)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	values, pointers, placeholders := make([]any, len(columns)), make([]any, len(columns)), make([]string, len(columns))
	for i := range columns {
		pointers[i], placeholders[i] = &values[i], fmt.Sprintf("$%d", i+1)
	}
	insert := fmt.Sprintf(`INSERT INTO %s (%s) VALUES (%s)`, table,
		strings.Join(columns, ", "), strings.Join(placeholders, ", "))
	for rows.Next() {
		if err := rows.Scan(pointers...); err != nil {
			return err
		}
		if _, err := target.ExecContext(ctx, insert, values...); err != nil {
			return err
		}
	}
	return rows.Err()
}

// writeComplete creates or replaces a file. It calls write with the path of an empty file,
// and renames that file to path when everything is on the disk.
func writeComplete(path string, write func(partPath string) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".part-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // does nothing if the file has been renamed
	defer f.Close()
	err = write(f.Name())
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	if dir, err := os.Open(filepath.Dir(path)); err == nil {
		_ = dir.Sync() // not every system can do this
		_ = dir.Close()
	}
	return nil
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// ImportEvents adds the events of an export to the record and returns the number of events
// added. It skips repeated lines, and events that the record has already, so a second
// import changes nothing. The time zone in which an event is written does not matter. An
// event keeps its number if no other event of the student has it. Otherwise its number is
// one more than the student's highest. If a line cannot be read, nothing is imported and the
// error is a *progress.LineError. If the record fails during the import, it contains for each
// student either all events of the export or none of them, and added counts the imported ones.
func (db *DB) ImportEvents(export io.Reader) (added int, err error) {
	logs := map[string][]progress.Event{}
	problems, err := progress.ReadEvents(export, func(line int, e progress.Event) error {
		if err := checkExported(e); err != nil {
			return &progress.LineError{Line: line, Err: err}
		}
		logs[e.Student] = append(logs[e.Student], e)
		return nil
	})
	if len(problems) > 0 {
		err = problems[0]
	}
	if err != nil {
		return 0, err
	}
	for _, id := range slices.Sorted(maps.Keys(logs)) { // a transaction for each, since a host may be running
		n := 0
		if err := db.save(func(ctx context.Context, tx *sql.Tx) (err error) {
			n, err = db.Student(id).mergeEvents(ctx, tx, logs[id])
			return err
		}); err != nil {
			return added, err
		}
		added += n
	}
	return added, nil
}

// maxSeq is the highest number of an event in an export. Up to this number, programs that
// read JSON numbers as floats distinguish all integers.
const maxSeq = 1 << 53

// checkExported returns an error if an event cannot come from an export.
func checkExported(e progress.Event) error {
	switch {
	case e.Student == "":
		return errors.New("it has no student")
	case strings.ContainsFunc(e.Student, unicode.IsControl):
		return fmt.Errorf("student %q has a control character", e.Student)
	case e.Seq < 1 || e.Seq > maxSeq:
		return fmt.Errorf("seq must be from 1 to %d, not %d", maxSeq, e.Seq)
	case !slices.Contains(progress.EventKinds(), e.Kind):
		return fmt.Errorf("kind must be one of %q, not %q", progress.EventKinds(), e.Kind)
	}
	return nil
}

// mergeEvents adds the events that are not in the student's log yet and returns how many
// it has added. If the student was merged into another student, it adds them to the log of
// the other student.
func (s *Student) mergeEvents(ctx context.Context, tx *sql.Tx, events []progress.Event) (added int, err error) {
	if err := s.followMerge(ctx, tx); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, err
	}
	if err := s.createRow(ctx, tx); err != nil {
		return 0, err
	}
	lastNumber, err := s.addToTotals(ctx, tx, 0, 0)
	if err != nil {
		return 0, err
	}
	counts, numbers, err := s.readLog(ctx, tx)
	if err != nil {
		return 0, err
	}
	highest, bytes := lastNumber, 0
	add := func(e progress.Event) error {
		text, err := eventJSON(e)
		if err != nil {
			return err
		}
		highest, bytes, added = max(highest, e.Seq), bytes+len(text), added+1
		return s.insertEvent(ctx, tx, e.Seq, e, text)
	}
	var toRenumber []progress.Event
	seenLines := map[string]bool{}
	for _, e := range events {
		text, err := eventJSONInUTC(e)
		line := fmt.Sprint(e.Seq, text)
		switch {
		case err != nil || seenLines[line]:
		case counts[text] > 0:
			counts[text]--
		case numbers[e.Seq]:
			toRenumber = append(toRenumber, e)
		default:
			numbers[e.Seq] = true
			err = add(e)
		}
		if err != nil {
			return 0, err
		}
		seenLines[line] = true
	}
	for _, e := range toRenumber {
		e.Seq = highest + 1
		if err := add(e); err != nil {
			return 0, err
		}
	}
	_, err = s.addToTotals(ctx, tx, bytes, int(highest-lastNumber))
	return added, err
}

// readLog reads the student's log. counts maps each text that eventJSONInUTC returns to the number
// of events with this text. numbers contains the numbers of all events.
func (s *Student) readLog(ctx context.Context, tx *sql.Tx) (counts map[string]int, numbers map[int64]bool, err error) {
	counts, numbers = map[string]int{}, map[int64]bool{}
	err = eachRow(ctx, tx, `SELECT seq, body FROM events WHERE student = $1`, []any{s.ID()}, func(r *sql.Rows) error {
		e, err := s.scanEvent(r)
		if err != nil {
			return err
		}
		text, err := eventJSONInUTC(e)
		counts[text]++
		numbers[e.Seq] = true
		return err
	})
	return counts, numbers, err
}

// eventJSONInUTC returns the JSON of an event with its time in UTC. It is the same for every time
// zone in which the event may be written.
func eventJSONInUTC(e progress.Event) (string, error) {
	e.Time = e.Time.UTC()
	return eventJSON(e)
}

// eventJSON returns the JSON of an event as the record keeps it. It lacks the student and the
// number, which are in columns of their own.
func eventJSON(e progress.Event) (string, error) {
	e.Student, e.Seq = "", 0
	text, err := json.Marshal(e)
	return string(text), err
}
