package store

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// IsShared reports whether several hosts can share the record, because it is in PostgreSQL.
func (db *DB) IsShared() bool { return isPostgres(db.address) }

// HostKey returns the fingerprint of the host key of the class. If none is recorded yet,
// it records the given one. Clients recognise a host by its key, so all hosts of a class
// must have the same key.
func (db *DB) HostKey(fingerprint string) (recorded string, err error) {
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

// sessionKind is the kind of notifications about new sessions. The text of such a
// notification is the id of the student.
const sessionKind = "session"

const (
	endPause      = 50 * time.Millisecond // between two checks whether earlier sessions have ended
	removeTimeout = time.Second           // maximum time for removing an announcement
)

// Begin announces a session of a student to the hosts that share the record. It returns
// when the student's earlier sessions on other hosts have ended, or with an error when ctx
// ends. When the student begins a newer session on another host, replaced is called, perhaps
// more than once. It must return at once, because other sessions wait meanwhile. If end is
// nil, the session could not be announced. Otherwise the caller must call end when the work
// of the session is saved. The record must be shared.
//
// If a student begins several sessions at the same time, the session with the highest number
// remains. Each session looks for newer ones after its own row is committed, so at least one
// of any two sessions finds the other. A host that is killed leaves its rows behind. They are
// ignored, because the host is no longer connected, see [DB.ReplaceSessions].
func (db *DB) Begin(ctx context.Context, student string, replaced func()) (end func(), err error) {
	r := runningSession{student: student}
	for r.number == 0 { // until no other host takes the same number
		err := db.query(ctx, `WITH announced AS (INSERT INTO sessions (student, number, host)
			SELECT $2, GREATEST(COALESCE(MAX(number) + 1, 1), EXTRACT(EPOCH FROM clock_timestamp()) * 1000000), $3
			FROM sessions WHERE student = $2 ON CONFLICT DO NOTHING RETURNING number)
			SELECT number, pg_notify(`+channelOf+`, $2)::text FROM announced`, []any{sessionKind, student, db.host},
			func(rows *sql.Rows) error {
				var void string // pg_notify returns nothing else
				return rows.Scan(&r.number, &void)
			})
		if err != nil {
			return nil, err
		}
	}
	db.setReplaced(r, replaced)
	return func() { db.end(r) }, db.awaitEarlier(ctx, r, replaced)
}

// awaitEarlier waits until the student's earlier sessions on other hosts have ended. If
// there is a newer session, it calls replaced and returns.
func (db *DB) awaitEarlier(ctx context.Context, r runningSession, replaced func()) error {
	for {
		var newer, earlier bool
		err := db.query(ctx, `SELECT number > $2, EXISTS (SELECT 1 FROM pg_stat_activity WHERE application_name = host)
			FROM sessions WHERE student = $1 AND number <> $2 AND host <> $3`, []any{r.student, r.number, db.host},
			func(rows *sql.Rows) error {
				var isNewer, isAlive bool
				err := rows.Scan(&isNewer, &isAlive)
				newer, earlier = newer || isNewer, earlier || isAlive && !isNewer
				return err
			})
		if err != nil {
			return err
		}
		if newer {
			replaced()
			return nil
		}
		if !earlier {
			return nil
		}
		select {
		case <-time.After(endPause):
		case <-ctx.Done():
			if errors.Is(ctx.Err(), context.DeadlineExceeded) { // later sessions need not wait for these
				db.remove(`student = $1 AND number < $2`, r.student, r.number)
			}
			return ctx.Err()
		}
	}
}

// end removes a session that has ended.
func (db *DB) end(r runningSession) {
	db.setReplaced(r, nil)
	db.remove(`student = $1 AND number = $2`, r.student, r.number)
}

// remove removes the announcements of sessions that meet a condition.
func (db *DB) remove(condition string, args ...any) {
	ctx, cancel := context.WithTimeout(context.Background(), removeTimeout)
	defer cancel()
	_ = db.query(ctx, `DELETE FROM sessions WHERE `+condition, args, nil)
}

// removeDead removes the announcements of hosts that are no longer connected.
func (db *DB) removeDead() {
	db.remove(`NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE application_name = host)`)
}

// setReplaced sets the function to call when a session is replaced. Nil removes it.
func (db *DB) setReplaced(r runningSession, replaced func()) {
	db.mu.Lock()
	defer db.mu.Unlock()
	if replaced == nil {
		delete(db.running, r)
	} else {
		db.running[r] = replaced
	}
}

// ReplaceSessions runs until ctx ends. When a student begins a newer session on another host,
// it calls the replaced functions of the student's sessions in this process. Other hosts wait
// for the sessions of this process only while ReplaceSessions runs.
func (db *DB) ReplaceSessions(ctx context.Context) {
	db.Listen(ctx, sessionKind, func(student string) error {
		if student == "" {
			db.removeDead()
		}
		return db.query(ctx, `SELECT student, MAX(number) FROM sessions WHERE student = $1 OR $1 = '' GROUP BY student`,
			[]any{student}, func(rows *sql.Rows) error {
				var newest runningSession
				if err := rows.Scan(&newest.student, &newest.number); err != nil {
					return err
				}
				db.replace(newest)
				return nil
			})
	})
}

// replace calls the replaced functions of the sessions on this host that are older than
// newest and belong to the same student.
func (db *DB) replace(newest runningSession) {
	db.mu.Lock()
	defer db.mu.Unlock()
	for r, replaced := range db.running {
		if r.student == newest.student && r.number < newest.number {
			replaced()
		}
	}
}
