package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"kernellab/lab/progress"
)

// Person describes a student of a class, but not the student's work.
type Person struct {
	ID       string
	Name     string    // "" until the student has joined
	Joined   time.Time // zero until the student has joined
	LastSeen time.Time // last login or save; zero if unknown
	Folder   string    // name of the folder that Import has read, or ""
	Bytes    int64     // size of documents and events
	Events   int64     // number of events in the record
}

// People returns all students in the database, sorted by name.
func (db *DB) People(ctx context.Context) ([]Person, error) {
	return db.people(ctx, `ORDER BY name, id`)
}

func (db *DB) people(ctx context.Context, clauses string, args ...any) (all []Person, err error) {
	err = db.query(ctx, `SELECT id, name, joined, seen, folder, bytes,
		(SELECT COUNT(*) FROM events WHERE student = id) FROM students `+clauses, args,
		func(r *sql.Rows) error {
			var p Person
			var joined, seen int64
			err := r.Scan(&p.ID, &p.Name, &joined, &seen, &p.Folder, &p.Bytes, &p.Events)
			p.Joined, p.LastSeen = fromMicro(joined), fromMicro(seen)
			all = append(all, p)
			return err
		})
	return all, err
}

// fromMicro returns the time for a number of microseconds in the record. 0 is the zero time.
func fromMicro(t int64) time.Time {
	if t == 0 {
		return time.Time{}
	}
	return time.UnixMicro(t).UTC()
}

// Person describes the student. If the record contains nothing of the student, ID is "".
func (s *Student) Person(ctx context.Context) (Person, error) {
	all, err := s.db.people(ctx, `WHERE id = $1`, s.ID())
	if err != nil || len(all) == 0 {
		return Person{}, err
	}
	return all[0], nil
}

// CountStudents counts the students in the record, and how many of them are working. Students are
// working if they have done more than open tasks. If a student has no events, as after the use of an
// older program, the size of the documents decides. Students whose id is in except are not counted.
func (db *DB) CountStudents(ctx context.Context, except []string) (working, all int, err error) {
	const maxBytesWithoutWork = 4 << 10 // maximum size of the documents of a student who has only looked around
	args, placeholders := []any{maxBytesWithoutWork}, []string{"''"}
	for _, id := range except {
		args = append(args, id)
		placeholders = append(placeholders, fmt.Sprintf("$%d", len(args)))
	}
	err = db.query(ctx, `SELECT COUNT(CASE WHEN seq = 0 AND bytes > $1 OR
		EXISTS (SELECT 1 FROM events WHERE student = id AND kind <> 'opened') THEN 1 END), COUNT(*) FROM students
		WHERE id NOT IN (`+strings.Join(placeholders, ",")+`)`, args,
		func(r *sql.Rows) error { return r.Scan(&working, &all) })
	return working, all, err
}

// ErrNameTaken is the error of Join if another student has the name.
var ErrNameTaken = errors.New("somebody in the class has this name")

// Join records that the student has joined the class with a name. If unique is set and
// another student has the name, the error is [ErrNameTaken].
func (s *Student) Join(name string, unique bool) error {
	err := s.db.save(func(ctx context.Context, tx *sql.Tx) error {
		var namesakes int
		err := tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM students WHERE name = $1 AND id <> $2`,
			name, s.ID()).Scan(&namesakes)
		if err == nil && unique && namesakes > 0 {
			err = ErrNameTaken
		}
		if err == nil {
			err = s.createRow(ctx, tx)
		}
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `UPDATE students SET name = $1, joined = $2 WHERE id = $3`,
			name, time.Now().UnixMicro(), s.ID())
		return err
	})
	if err != nil {
		return fmt.Errorf("joining: %w", err)
	}
	return s.RecordLogin()
}

// RecordLogin records a login of a student of the class. If the student is deleted afterwards,
// saves by s write nothing and return [progress.ErrDeleted]. If the student is merged into
// another student, s saves to the record of the other student.
func (s *Student) RecordLogin() error {
	s.joined = true
	return s.db.save(s.ensureRow)
}

// ensureRow ensures that the student has a row. It creates none for a student who has joined a
// class, because that row is missing only if the student was deleted or merged into another one. If
// merged, ensureRow changes the id of s. Only the goroutine of runWriter calls ensureRow.
func (s *Student) ensureRow(ctx context.Context, tx *sql.Tx) error {
	if !s.joined {
		return s.createRow(ctx, tx)
	}
	for {
		result, err := tx.ExecContext(ctx, `UPDATE students SET seen = $1 WHERE id = $2`, time.Now().UnixMicro(),
			s.ID())
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); n > 0 || err != nil {
			return err
		}
		err = s.followMerge(ctx, tx)
		if errors.Is(err, sql.ErrNoRows) {
			return progress.ErrDeleted
		}
		if err != nil {
			return err
		}
	}
}

// followMerge sets the id of s to the id of the student into whom s was merged. If s was not
// merged, the error is sql.ErrNoRows.
func (s *Student) followMerge(ctx context.Context, tx *sql.Tx) error {
	var id string
	err := tx.QueryRowContext(ctx, `SELECT student FROM aliases WHERE id = $1`, s.ID()).Scan(&id)
	if err == nil {
		s.id.Store(&id)
	}
	return err
}

// RosterRow is a row of the list of a class.
type RosterRow struct {
	Name    string // unique
	Student string // id of the student; "" until a student has claimed the row
	Code    string // personal code for claiming the row; "" if the list has a fingerprint of the student's key
}

// Roster returns the list of the class, sorted by name.
func (db *DB) Roster(ctx context.Context) (all []RosterRow, err error) {
	err = db.query(ctx, `SELECT name, student, code FROM roster ORDER BY name`, nil, func(r *sql.Rows) error {
		var row RosterRow
		err := r.Scan(&row.Name, &row.Student, &row.Code)
		all = append(all, row)
		return err
	})
	return all, err
}

// SetRoster replaces the list of the class. It ignores Code. A row without a student gets a
// code or, if its name is already on the list, keeps the code and the student there.
func (db *DB) SetRoster(rows []RosterRow) error {
	return db.save(func(ctx context.Context, tx *sql.Tx) error {
		removed := map[string]bool{}
		if err := eachRow(ctx, tx, `SELECT name FROM roster`, nil, func(r *sql.Rows) error {
			var name string
			err := r.Scan(&name)
			removed[name] = true
			return err
		}); err != nil {
			return err
		}
		for _, row := range rows {
			delete(removed, row.Name)
		}
		for name := range removed {
			if _, err := tx.ExecContext(ctx, `DELETE FROM roster WHERE name = $1`, name); err != nil {
				return err
			}
		}
		for _, row := range rows {
			onConflict := `student = excluded.student, code = ''`
			if row.Student == "" {
				row.Code = strings.ToLower(rand.Text()[:codeLength])
				onConflict = `code = CASE WHEN roster.code = '' THEN excluded.code ELSE roster.code END`
			}
			if _, err := tx.ExecContext(ctx, `INSERT INTO roster (name, student, code) VALUES ($1, $2, $3)
				ON CONFLICT (name) DO UPDATE SET `+onConflict, row.Name, row.Student, row.Code); err != nil {
				return err
			}
		}
		return nil
	})
}

// codeLength is the number of characters of a personal code, with 5 bits each.
const codeLength = 8

// Claim assigns to the student the row of the list that has a code, and returns the name in that
// row. If no unclaimed row has the code, it returns "".
func (s *Student) Claim(code string) (name string, err error) {
	err = s.db.save(func(ctx context.Context, tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, `UPDATE roster SET student = $1 WHERE code = $2 AND code <> '' AND student = ''
			RETURNING name`, s.ID(), code).Scan(&name)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	return name, err
}

// Forget deletes everything of a student and makes the student's row of the list free again.
func (db *DB) Forget(id string) error {
	return db.erase(func(ctx context.Context, tx *sql.Tx) error {
		return execAll(ctx, tx, []string{
			`DELETE FROM documents WHERE student = $1`, `DELETE FROM events WHERE student = $1`,
			`DELETE FROM aliases WHERE student = $1`, `DELETE FROM notes WHERE sender = $1 OR key LIKE '%' || $1 OR body LIKE '%' || $1 || '%'`,
			`UPDATE roster SET student = '' WHERE student = $1`,
			`DELETE FROM students WHERE id = $1`,
		}, id)
	})
}

// Purge deletes every student, every note, and the list of the class.
func (db *DB) Purge() error {
	return db.erase(func(ctx context.Context, tx *sql.Tx) error { return execAll(ctx, tx, purge) })
}

// purge holds the statements of Purge.
var purge = []string{`DELETE FROM documents`, `DELETE FROM events`, `DELETE FROM aliases`, `DELETE FROM notes`,
	`DELETE FROM roster`, `DELETE FROM students`}

// DeleteEvents deletes all events before a time.
func (db *DB) DeleteEvents(before time.Time) error {
	return db.erase(func(ctx context.Context, tx *sql.Tx) error {
		return execAll(ctx, tx, []string{
			`UPDATE students SET bytes = bytes -
				(SELECT SUM(OCTET_LENGTH(body)) FROM events WHERE student = id AND at < $1)
				WHERE id IN (SELECT student FROM events WHERE at < $1)`,
			`DELETE FROM events WHERE at < $1`,
		}, before.UnixMicro())
	})
}

// erase executes do, which deletes, and posts a note that makes hosts read the record again. In
// SQLite it then empties the write-ahead log, which would still contain the deleted text. This
// can fail if another process reads from the log for long. In PostgreSQL it removes the entries
// of sessions on killed hosts.
func (db *DB) erase(do txFunc) error {
	err := db.save(func(ctx context.Context, tx *sql.Tx) error {
		if err := do(ctx, tx); err != nil {
			return err
		}
		return db.post(ctx, tx, progress.Note{Key: progress.ErasedKey})
	})
	if err == nil && db.IsShared() {
		db.removeDeadSessions()
	} else if err == nil {
		err = db.query(context.Background(), `PRAGMA wal_checkpoint(TRUNCATE)`, nil,
			func(*sql.Rows) error { return nil })
	}
	return err
}

// Merge moves everything of the student with sourceID to the student with targetID. It merges the
// documents and renumbers the events of both students in order of time. Afterwards the keys of both
// lead to the target, whose name and seed stay the same.
func (db *DB) Merge(targetID, sourceID string) error {
	if targetID == sourceID {
		return errors.New("it is the same student")
	}
	return db.save(func(ctx context.Context, tx *sql.Tx) error {
		// This locks both rows, so other hosts wait.
		for _, id := range []string{min(targetID, sourceID), max(targetID, sourceID)} {
			if _, err := tx.ExecContext(ctx, `UPDATE students SET seen = seen WHERE id = $1`, id); err != nil {
				return err
			}
		}
		if err := db.Student(targetID).mergeDocuments(ctx, tx, sourceID); err != nil {
			return err
		}
		for _, s := range []struct {
			query string
			args  []any
		}{
			// The new numbers are negative at first, so that they differ from all old ones.
			{`UPDATE events SET student = $1, seq = n FROM (SELECT student AS s, seq AS q,
				-ROW_NUMBER() OVER (ORDER BY at, student = $2, seq) AS n
				FROM events WHERE student IN ($1, $2)) AS numbered
				WHERE student = s AND seq = q`, []any{targetID, sourceID}},
			{`UPDATE events SET seq = -seq WHERE student = $1`, []any{targetID}},
			{`UPDATE aliases SET student = $1 WHERE student = $2`, []any{targetID, sourceID}},
			{`INSERT INTO aliases (id, student) VALUES ($2, $1)`, []any{targetID, sourceID}},
			{`UPDATE roster SET student = $1 WHERE student = $2`, []any{targetID, sourceID}},
			{`UPDATE students SET
				name = CASE WHEN name = '' THEN (SELECT name FROM students WHERE id = $2) ELSE name END,
				joined = CASE WHEN joined = 0 THEN (SELECT joined FROM students WHERE id = $2) ELSE joined END,
				folder = CASE WHEN folder = '' THEN (SELECT folder FROM students WHERE id = $2) ELSE folder END,
				seq = (SELECT COUNT(*) FROM events WHERE student = $1),
				bytes = (SELECT COALESCE(SUM(OCTET_LENGTH(body)), 0) FROM documents WHERE student = $1) +
					(SELECT COALESCE(SUM(OCTET_LENGTH(body)), 0) FROM events WHERE student = $1)
				WHERE id = $1`, []any{targetID, sourceID}},
			{`DELETE FROM students WHERE id = $1`, []any{sourceID}},
		} {
			if _, err := tx.ExecContext(ctx, s.query, s.args...); err != nil {
				return err
			}
		}
		return db.post(ctx, tx, progress.Note{Key: progress.ErasedKey})
	})
}

// mergeDocuments moves the documents of another student to s. If both have a document for
// an exercise, it merges them, and the document changed last takes precedence.
func (s *Student) mergeDocuments(ctx context.Context, tx *sql.Tx, sourceID string) error {
	mine, err := documentsOf(ctx, tx, s.ID())
	if err != nil {
		return err
	}
	theirs, err := documentsOf(ctx, tx, sourceID)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM documents WHERE student IN ($1, $2)`, s.ID(), sourceID); err != nil {
		return err
	}
	revision := max(mine.Profile.Revision, theirs.Profile.Revision) + 1
	mine.Profile = progress.MergeProfile(progress.Profile{}, theirs.Profile, mine.Profile)
	mine.Profile.Version, mine.Profile.Revision = progress.Version, revision
	for id, newer := range theirs.Exercises {
		if older, inBoth := mine.Exercises[id]; inBoth {
			if older.Updated.After(newer.Updated) {
				older, newer = newer, older
			}
			newer = progress.Merge(progress.Exercise{}, newer, older)
			newer.Revision = max(newer.Revision, older.Revision) + 1
		}
		mine.Exercises[id] = newer
	}
	return s.addDocuments(ctx, tx, mine)
}

// documentsOf reads the documents of a student.
func documentsOf(ctx context.Context, tx *sql.Tx, id string) (progress.State, error) {
	state := progress.State{Exercises: map[string]progress.Exercise{}}
	err := eachRow(ctx, tx, selectDocuments, []any{id}, decodeInto(&state))
	return state, err
}
