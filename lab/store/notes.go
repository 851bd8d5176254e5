package store

import (
	"context"
	"database/sql"
	"time"

	"kernellab/lab/progress"
)

// noteKind is the kind of notifications about new notes, the messages to and from the teachers of a
// class. The text of such a notification is empty.
const noteKind = "note"

// Post stores a note with the next number and the current time. It ignores Number and Posted. It
// replaces the note that has the same key.
func (db *DB) Post(n progress.Note) error {
	return db.save(func(ctx context.Context, tx *sql.Tx) error { return db.post(ctx, tx, n) })
}

func (db *DB) post(ctx context.Context, tx *sql.Tx, n progress.Note) error {
	var number int64
	// The row stays locked until the transaction ends, so notes become visible in the order
	// of their numbers.
	if err := tx.QueryRowContext(ctx, `INSERT INTO class VALUES ('last note', '1') ON CONFLICT (key)
		DO UPDATE SET value = CAST(CAST(class.value AS BIGINT) + 1 AS TEXT) RETURNING CAST(value AS BIGINT)`,
	).Scan(&number); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO notes (key, number, sender, at, body) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (key) DO UPDATE SET number = excluded.number, sender = excluded.sender, at = excluded.at,
		body = excluded.body`, n.Key, number, n.Sender, time.Now().UnixMicro(), n.Body)
	if err != nil || !db.IsShared() {
		return err
	}
	_, err = tx.ExecContext(ctx, `SELECT pg_notify(`+channelName+`, '')`, noteKind)
	return err
}

// Notes returns the notes with numbers greater than lastNumber, in the order of their numbers.
func (db *DB) Notes(ctx context.Context, lastNumber int64) (all []progress.Note, err error) {
	err = db.query(ctx, `SELECT key, number, sender, at, body FROM notes WHERE number > $1 ORDER BY number`,
		[]any{lastNumber}, func(r *sql.Rows) error {
			var n progress.Note
			var at int64
			err := r.Scan(&n.Key, &n.Number, &n.Sender, &at, &n.Body)
			n.Posted = fromMicro(at)
			all = append(all, n)
			return err
		})
	return all, err
}

// AwaitNotes calls onChange whenever another host may have posted a note, until ctx ends.
// With SQLite it returns at once, because SQLite cannot notify other processes.
func (db *DB) AwaitNotes(ctx context.Context, onChange func()) {
	db.Listen(ctx, noteKind, func(string) error {
		onChange()
		return nil
	})
}

// NewEvents returns the events of all students whose numbers are greater than in lastKnown, which
// maps each student's id to the number of the last event that the caller knows. As soon as it has
// at least limit events, it leaves the remaining students for the next call. It updates lastKnown.
// It also returns the names of the students who have joined, by id.
func (db *DB) NewEvents(ctx context.Context, lastKnown map[string]int64, limit int) (all []progress.Event,
	names map[string]string, err error) {
	newest, names := map[string]int64{}, map[string]string{}
	if err := db.query(ctx, `SELECT id, seq, name FROM students`, nil, func(r *sql.Rows) error {
		var id, name string
		var seq int64
		err := r.Scan(&id, &seq, &name)
		if seq > lastKnown[id] {
			newest[id] = seq
		}
		if name != "" {
			names[id] = name
		}
		return err
	}); err != nil {
		return nil, nil, err
	}
	for id, last := range newest {
		if len(all) >= limit {
			break
		}
		s := db.Student(id)
		if err := db.query(ctx, `SELECT seq, body FROM events WHERE student = $1 AND seq > $2 ORDER BY seq`,
			[]any{id, lastKnown[id]}, func(r *sql.Rows) error {
				e, err := s.scanEvent(r)
				all, last = append(all, e), max(last, e.Seq)
				return err
			}); err != nil {
			return all, nil, err
		}
		lastKnown[id] = last
	}
	return all, names, nil
}
