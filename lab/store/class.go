package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kernellab/lab/progress"
)

// noteKind is the kind of notifications about new notes, the messages to and from the teachers of a
// class. The text of the notification is empty.
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

// NewEvents returns the events of all students that the caller does not know yet. lastKnown maps
// each student's id to the number of the last event that the caller knows. As soon as it has
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

// IsShared reports whether several hosts can share the record (all data of the class), because it
// is in PostgreSQL. A host is a process that offers the lab over SSH.
func (db *DB) IsShared() bool { return isPostgres(db.address) }

// RegisterHostKey records the fingerprint of the host key of the class, unless one is recorded
// already. It returns the recorded fingerprint. Clients recognise a host by its key, so all hosts
// of a class must have the same key.
func (db *DB) RegisterHostKey(fingerprint string) (recorded string, err error) {
	err = db.save(func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO class VALUES ('host key', $1) ON CONFLICT (key) DO NOTHING`,
			fingerprint); err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, `SELECT value FROM class WHERE key = 'host key'`).Scan(&recorded)
	})
	return recorded, err
}

// runningSession identifies a session of a student. Newer sessions have higher numbers.
type runningSession struct {
	student string
	number  int64
}

// sessionKind is the kind of notifications about new sessions. The text of the
// notification is the id of the student.
const sessionKind = "session"

const (
	endPollInterval = 50 * time.Millisecond // between two checks whether earlier sessions have ended
	removeTimeout   = time.Second           // maximum time for removing an announcement
)

// BeginSession announces a session of a student to the hosts that share the record. It returns
// when the student's earlier sessions on other hosts have ended, or with an error when ctx
// ends. When the student begins a newer session on another host, onReplaced is called, perhaps
// more than once. It must return at once, because other sessions wait meanwhile. If end is
// nil, the session could not be announced. Otherwise the caller must call end when the work
// of the session is saved. The record must be shared.
//
// If a student begins several sessions at the same time, the session with the highest number
// remains. Each session looks for newer ones after its own row is committed, so at least one
// of any two sessions finds the other. A host that is killed leaves its rows behind. They are
// ignored, because the host is no longer connected, see [DB.WatchSessions].
func (db *DB) BeginSession(ctx context.Context, student string, onReplaced func()) (end func(), err error) {
	r := runningSession{student: student}
	for r.number == 0 { // it stays 0 if another host takes the same number at the same time
		err := db.query(ctx, `WITH announced AS (INSERT INTO sessions (student, number, host)
			SELECT $2, GREATEST(COALESCE(MAX(number) + 1, 1), EXTRACT(EPOCH FROM clock_timestamp()) * 1000000), $3
			FROM sessions WHERE student = $2 ON CONFLICT DO NOTHING RETURNING number)
			SELECT number, pg_notify(`+channelName+`, $2)::text FROM announced`,
			[]any{sessionKind, student, db.processName}, func(rows *sql.Rows) error {
				var void string // pg_notify returns no value
				return rows.Scan(&r.number, &void)
			})
		if err != nil {
			return nil, err
		}
	}
	db.setOnReplaced(r, onReplaced)
	return func() { db.endSession(r) }, db.awaitEarlier(ctx, r, onReplaced)
}

// awaitEarlier waits until the student's earlier sessions on other hosts have ended. If
// there is a newer session, it calls onReplaced and returns.
func (db *DB) awaitEarlier(ctx context.Context, r runningSession, onReplaced func()) error {
	for {
		var newer, earlierAlive bool
		err := db.query(ctx, `SELECT number > $2, EXISTS (SELECT 1 FROM pg_stat_activity WHERE application_name = host)
			FROM sessions WHERE student = $1 AND number <> $2 AND host <> $3`,
			[]any{r.student, r.number, db.processName}, func(rows *sql.Rows) error {
				var isNewer, isAlive bool
				err := rows.Scan(&isNewer, &isAlive)
				newer, earlierAlive = newer || isNewer, earlierAlive || isAlive && !isNewer
				return err
			})
		if err != nil {
			return err
		}
		if newer {
			onReplaced()
			return nil
		}
		if !earlierAlive {
			return nil
		}
		select {
		case <-time.After(endPollInterval):
		case <-ctx.Done():
			if errors.Is(ctx.Err(), context.DeadlineExceeded) { // later sessions need not wait for the earlier ones
				db.removeSessions(`student = $1 AND number < $2`, r.student, r.number)
			}
			return ctx.Err()
		}
	}
}

// endSession removes a session that has ended.
func (db *DB) endSession(r runningSession) {
	db.setOnReplaced(r, nil)
	db.removeSessions(`student = $1 AND number = $2`, r.student, r.number)
}

// removeSessions removes the announcements of sessions that meet a condition.
func (db *DB) removeSessions(condition string, args ...any) {
	ctx, cancel := context.WithTimeout(context.Background(), removeTimeout)
	defer cancel()
	_ = db.query(ctx, `DELETE FROM sessions WHERE `+condition, args, nil)
}

// removeDeadSessions removes the announcements of hosts that are no longer connected.
func (db *DB) removeDeadSessions() {
	db.removeSessions(`NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE application_name = host)`)
}

// setOnReplaced sets the function to call when a session is replaced. Nil removes it.
func (db *DB) setOnReplaced(r runningSession, onReplaced func()) {
	db.mu.Lock()
	defer db.mu.Unlock()
	if onReplaced == nil {
		delete(db.running, r)
	} else {
		db.running[r] = onReplaced
	}
}

// WatchSessions runs until ctx ends. When a student begins a newer session on another host, it
// calls the functions onReplaced of the student's sessions in this process, which end them. Other
// hosts wait for the sessions of this process only while WatchSessions runs.
func (db *DB) WatchSessions(ctx context.Context) {
	db.Listen(ctx, sessionKind, func(student string) error {
		if student == "" {
			db.removeDeadSessions()
		}
		return db.query(ctx, `SELECT student, MAX(number) FROM sessions WHERE student = $1 OR $1 = '' GROUP BY student`,
			[]any{student}, func(rows *sql.Rows) error {
				var newest runningSession
				if err := rows.Scan(&newest.student, &newest.number); err != nil {
					return err
				}
				db.callReplaced(newest)
				return nil
			})
	})
}

// callReplaced calls the functions onReplaced of the sessions on this host that are older than
// newest and belong to the same student.
func (db *DB) callReplaced(newest runningSession) {
	db.mu.Lock()
	defer db.mu.Unlock()
	for r, onReplaced := range db.running {
		if r.student == newest.student && r.number < newest.number {
			onReplaced()
		}
	}
}
