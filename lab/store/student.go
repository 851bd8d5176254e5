package store

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"sync"
	"sync/atomic"
	"time"

	"kernellab/lab/progress"
)

// Student is the part of the record (the database) that belongs to one student. It is a
// [progress.Store], and it logs events. Several processes may open the same student. Their changes
// are merged.
type Student struct {
	// OnSave, if not nil, is called after each save with the duration and the error. The
	// argument document is the id of an exercise, "" for the profile, or "events" for the log.
	// Calls may be concurrent.
	OnSave func(document string, took time.Duration, err error)

	db     *DB
	id     atomic.Pointer[string] // changes if this student is merged into another one, see ensureRow
	joined bool                   // whether the student has joined a class, see RecordLogin

	appendMu    sync.Mutex
	unconfirmed *progress.Event // the last event of Append, until its transaction is confirmed

	mu            sync.Mutex
	baseExercises map[string]progress.Exercise // what this process last loaded or saved
	baseProfile   progress.Profile
}

// Student returns the record of the student with an id. It writes nothing.
func (db *DB) Student(id string) *Student {
	s := &Student{db: db, baseExercises: map[string]progress.Exercise{}}
	s.id.Store(&id)
	return s
}

// StudentWithKey returns the record of the student whose public key has the given fingerprint. The
// id of the student is an HMAC of the fingerprint with a secret of the class, so that ids do not
// reveal keys. If the student was merged into another student, it returns the other one.
func (db *DB) StudentWithKey(ctx context.Context, fingerprint string) (*Student, error) {
	var secret string
	if err := db.query(ctx, `SELECT value FROM class WHERE key = 'secret'`, nil,
		func(r *sql.Rows) error { return r.Scan(&secret) }); err != nil {
		return nil, err
	}
	sum := hmac.New(sha256.New, []byte(secret))
	sum.Write([]byte(fingerprint))
	id := hex.EncodeToString(sum.Sum(nil)[:16])
	err := db.query(ctx, `SELECT student FROM aliases WHERE id = $1`, []any{id},
		func(r *sql.Rows) error { return r.Scan(&id) })
	return db.Student(id), err
}

// ID returns the id of the student in this record.
func (s *Student) ID() string { return *s.id.Load() }

// Students returns all students in the record, sorted by id.
func (db *DB) Students(ctx context.Context) (all []*Student, err error) {
	err = db.query(ctx, `SELECT id FROM students ORDER BY id`, nil, func(r *sql.Rows) error {
		var id string
		err := r.Scan(&id)
		all = append(all, db.Student(id))
		return err
	})
	return all, err
}

// Load reads all documents. If reading fails, or if the database is not writable, it returns a
// warning together with what it has read. The error is always nil.
func (s *Student) Load() (progress.State, []error, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var warnings []error
	state, err := s.Documents(context.Background())
	if err == nil {
		err = s.db.Connect(context.Background()) // also checks that the file is writable
	}
	if err != nil {
		warnings = append(warnings, err)
	}
	s.baseProfile = state.Profile
	for id, e := range state.Exercises {
		s.baseExercises[id] = e.Clone()
	}
	return state, warnings, nil
}

// Documents reads all documents. Unlike Load, it does not check whether the record can be
// written, and does not change s.
func (s *Student) Documents(ctx context.Context) (progress.State, error) {
	state := progress.State{Exercises: map[string]progress.Exercise{}}
	err := s.db.query(ctx, selectDocuments, []any{s.ID()}, decodeInto(&state))
	return state, err
}

// selectDocuments selects the documents of a student.
const selectDocuments = `SELECT exercise, body FROM documents WHERE student = $1`

// decodeInto returns a function that decodes the document in a row and adds it to state.
func decodeInto(state *progress.State) func(*sql.Rows) error {
	return func(r *sql.Rows) error {
		var id, body string
		if err := r.Scan(&id, &body); err != nil {
			return err
		}
		if id == "" {
			return json.Unmarshal([]byte(body), &state.Profile)
		}
		var e progress.Exercise
		err := json.Unmarshal([]byte(body), &e)
		state.Exercises[id] = e
		return err
	}
}

// SaveExercise writes e, merged with the changes of other processes since s last saved or
// loaded the exercise. It does nothing if s has saved or loaded a higher revision.
func (s *Student) SaveExercise(e progress.Exercise) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	base, known := s.baseExercises[e.ID]
	if known && e.Revision < base.Revision {
		return nil
	}
	e.Version = progress.Version
	err := saveDocument(s, e.ID, e, func(saved progress.Exercise) progress.Exercise {
		return progress.Merge(base, e, saved)
	})
	if err != nil {
		return fmt.Errorf("saving the progress of %s: %w", e.ID, err)
	}
	s.baseExercises[e.ID] = e.Clone()
	return nil
}

// SaveProfile writes p, merged with the changes of other processes. It does nothing if s
// has saved or loaded a higher revision.
func (s *Student) SaveProfile(p progress.Profile) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.Revision < s.baseProfile.Revision {
		return nil
	}
	p.Version = progress.Version
	err := saveDocument(s, "", p, func(saved progress.Profile) progress.Profile {
		return progress.MergeProfile(s.baseProfile, p, saved)
	})
	if err != nil {
		return fmt.Errorf("saving the profile: %w", err)
	}
	s.baseProfile = p
	return nil
}

// Import adds what an older kernellab has saved in a folder, unless the student has
// documents or events already. It does not change the folder. Warnings report files and
// lines that cannot be read.
func (s *Student) Import(ctx context.Context, dir string) (warnings []error, err error) {
	p, err := s.Person(ctx)
	if p.Bytes > 0 || err != nil {
		return nil, err
	}
	oldFolder, warnings, err := progress.ReadFolder(dir)
	if err != nil ||
		oldFolder.State.Profile.Version == 0 && len(oldFolder.State.Exercises) == 0 && len(oldFolder.Events) == 0 {
		return warnings, err
	}
	return warnings, s.db.save(func(ctx context.Context, tx *sql.Tx) error {
		if err := s.createRow(ctx, tx); err != nil {
			return err
		}
		result, err := tx.ExecContext(ctx, `UPDATE students SET folder = $1 WHERE id = $2 AND bytes = 0`,
			filepath.Base(dir), s.ID())
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); n == 0 || err != nil {
			return err // another process has imported the folder meanwhile
		}
		if err := s.addDocuments(ctx, tx, oldFolder.State); err != nil {
			return err
		}
		for _, e := range oldFolder.Events {
			if err := s.appendEvent(ctx, tx, e); err != nil {
				return err
			}
		}
		return nil
	})
}

// saveDocument writes a document. If there is one already, it writes the result of merge.
func saveDocument[T any](s *Student, id string, doc T, merge func(saved T) T) error {
	return s.save(id, func(ctx context.Context, tx *sql.Tx) error {
		var oldJSON string
		err := tx.QueryRowContext(ctx, `SELECT body FROM documents WHERE student = $1 AND exercise = $2`,
			s.ID(), id).Scan(&oldJSON)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return s.replaceDocument(ctx, tx, id, oldJSON, doc)
		case err != nil:
			return err
		}
		var saved T
		if err := json.Unmarshal([]byte(oldJSON), &saved); err != nil {
			return err
		}
		return s.replaceDocument(ctx, tx, id, oldJSON, merge(saved))
	})
}

// addDocuments adds documents of a student who has none.
func (s *Student) addDocuments(ctx context.Context, tx *sql.Tx, state progress.State) error {
	for id, e := range state.Exercises {
		if err := s.replaceDocument(ctx, tx, id, "", e); err != nil {
			return err
		}
	}
	return s.replaceDocument(ctx, tx, "", "", state.Profile)
}

// replaceDocument replaces the document whose JSON is oldJSON. If oldJSON is "", it adds the
// document.
func (s *Student) replaceDocument(ctx context.Context, tx *sql.Tx, id, oldJSON string, doc any) error {
	body, err := json.Marshal(doc)
	if err != nil {
		return err
	}
	if _, err := s.addToTotals(ctx, tx, len(body)-len(oldJSON), 0); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO documents (student, exercise, body) VALUES ($1, $2, $3)
		ON CONFLICT (student, exercise) DO UPDATE SET body = excluded.body`, s.ID(), id, string(body))
	return err
}

// Append adds an event at the end of the student's log. If it fails, the caller may call it
// again with the same event. The event is not added twice, even if the database has committed
// it and only the confirmation was lost.
func (s *Student) Append(e progress.Event) error {
	s.appendMu.Lock()
	defer s.appendMu.Unlock()
	err := s.save("events", func(ctx context.Context, tx *sql.Tx) error {
		logged, err := false, error(nil)
		if s.unconfirmed != nil && reflect.DeepEqual(*s.unconfirmed, e) {
			logged, err = s.endsWith(ctx, tx, e)
		}
		s.unconfirmed = &e
		if err != nil || logged {
			return err
		}
		return s.appendEvent(ctx, tx, e)
	})
	if err != nil {
		return fmt.Errorf("logging an event: %w", err)
	}
	s.unconfirmed = nil
	return nil
}

// endsWith reports whether e is the last event in the log.
func (s *Student) endsWith(ctx context.Context, tx *sql.Tx, e progress.Event) (bool, error) {
	text, err := eventJSON(e)
	if err != nil {
		return false, err
	}
	n := 0
	err = tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM events WHERE student = $1 AND body = $2 AND
		seq = (SELECT seq FROM students WHERE id = $1)`, s.ID(), text).Scan(&n)
	return n > 0, err
}

func (s *Student) appendEvent(ctx context.Context, tx *sql.Tx, e progress.Event) error {
	text, err := eventJSON(e)
	if err != nil {
		return err
	}
	seq, err := s.addToTotals(ctx, tx, len(text), 1)
	if err != nil {
		return err
	}
	return s.insertEvent(ctx, tx, seq, e, text)
}

// insertEvent adds an event with a number. text is its JSON.
func (s *Student) insertEvent(ctx context.Context, tx *sql.Tx, seq int64, e progress.Event, text string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO events (student, seq, at, kind, exercise, task, body)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		s.ID(), seq, e.Time.UnixMicro(), string(e.Kind), e.Exercise, e.Task, text)
	return err
}

// save executes do in a transaction, after ensureRow, and reports the result to s.OnSave.
func (s *Student) save(document string, do txFunc) error {
	start := time.Now()
	err := s.db.save(func(ctx context.Context, tx *sql.Tx) error {
		if err := s.ensureRow(ctx, tx); err != nil {
			return err
		}
		return do(ctx, tx)
	})
	if s.OnSave != nil {
		s.OnSave(document, time.Since(start), err)
	}
	return err
}

// createRow creates the row of the student if it does not exist.
func (s *Student) createRow(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO students (id) VALUES ($1) ON CONFLICT (id) DO NOTHING`, s.ID())
	return err
}

// addToTotals adds to the student's totals of bytes and events, and returns the number of the
// last event. It locks the row, so other hosts wait until the transaction ends. If the
// bytes grow beyond the quota, the error is a *progress.QuotaError.
func (s *Student) addToTotals(ctx context.Context, tx *sql.Tx, bytes, events int) (seq int64, err error) {
	var total int64
	err = tx.QueryRowContext(ctx, `UPDATE students SET bytes = bytes + $1, seq = seq + $2 WHERE id = $3 RETURNING bytes, seq`,
		bytes, events, s.ID()).Scan(&total, &seq)
	if err == nil && bytes > 0 && total > s.db.quota {
		err = &progress.QuotaError{Bytes: total, Max: s.db.quota}
	}
	return seq, err
}

// Events calls visit with every event of the student, in the order of their numbers. It stops at
// the first error. While visit runs, Events uses no connection to the database, so visit may wait
// for a slow client.
func (s *Student) Events(ctx context.Context, visit func(e progress.Event) error) error {
	const pageSize = 100
	for lastNumber := int64(0); ; {
		var page []progress.Event
		if err := s.db.query(ctx, `SELECT seq, body FROM events WHERE student = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
			[]any{s.ID(), lastNumber, pageSize}, func(r *sql.Rows) error {
				e, err := s.scanEvent(r)
				page = append(page, e)
				return err
			}); err != nil {
			return err
		}
		for _, e := range page {
			if err := visit(e); err != nil {
				return err
			}
			lastNumber = e.Seq
		}
		if len(page) < pageSize {
			return nil
		}
	}
}

// scanEvent reads an event from a row that consists of its number and its JSON.
func (s *Student) scanEvent(r *sql.Rows) (e progress.Event, err error) {
	var seq int64
	var body string
	if err := r.Scan(&seq, &body); err != nil {
		return e, err
	}
	if err := json.Unmarshal([]byte(body), &e); err != nil {
		return e, fmt.Errorf("event %d: %w", seq, err)
	}
	e.Student, e.Seq = s.ID(), seq
	return e, nil
}
