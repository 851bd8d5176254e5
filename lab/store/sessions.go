package store

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// run identifies a running session of a student. Of two sessions of a student, the one
// with the higher number is the newer.
type run struct {
	student string
	number  int64
}

// The kind of the notices about new sessions. Their text is the id of the student.
const sessionKind = "session"

// endPause is the time after which Begin asks again whether earlier sessions have ended,
// and removeLimit bounds the time for removing an announcement.
const (
	endPause    = 50 * time.Millisecond
	removeLimit = time.Second
)

// Begin announces a session of a student to the hosts that share the record, and waits
// until the earlier ones on other hosts have ended, or ctx ends. If the student begins a
// newer session on another host, it calls replaced, perhaps more than once, which must
// return at once. The caller must call end when the work of the session is saved. If end is
// nil, the session is not announced. It is for shared records.
//
// Of sessions that begin at the same time, the one with the highest number remains: each
// looks for newer ones after its own row is committed, and those that come later find
// that row. A host that is killed leaves rows behind. They do not count, because its
// connection has ended, see [DB.ReplaceSessions].
func (db *DB) Begin(ctx context.Context, student string, replaced func()) (end func(), err error) {
	r := run{student: student}
	for r.number == 0 { // another host may take the number
		err := db.query(ctx, `WITH announced AS (INSERT INTO sessions (student, number, host)
			SELECT $2, GREATEST(COALESCE(MAX(number) + 1, 1), EXTRACT(EPOCH FROM clock_timestamp()) * 1000000), $3
			FROM sessions WHERE student = $2 ON CONFLICT DO NOTHING RETURNING number)
			SELECT number, pg_notify(`+channelOf+`, $2)::text FROM announced`, []any{sessionKind, student, db.host},
			func(rows *sql.Rows) error {
				var void string // the result of pg_notify
				return rows.Scan(&r.number, &void)
			})
		if err != nil {
			return nil, err
		}
	}
	db.setReplaced(r, replaced)
	return func() { db.end(r) }, db.awaitEarlier(ctx, r, replaced)
}

// awaitEarlier waits until the earlier sessions of the student on other hosts have
// ended. It calls replaced if there is a newer one.
func (db *DB) awaitEarlier(ctx context.Context, r run, replaced func()) error {
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
			if errors.Is(ctx.Err(), context.DeadlineExceeded) { // so that no later session waits for them
				db.remove(`student = $1 AND number < $2`, r.student, r.number)
			}
			return ctx.Err()
		}
	}
}

// end removes a session that has ended.
func (db *DB) end(r run) {
	db.setReplaced(r, nil)
	db.remove(`student = $1 AND number = $2`, r.student, r.number)
}

// remove removes the announcements of sessions for which a condition holds.
func (db *DB) remove(condition string, args ...any) {
	ctx, cancel := context.WithTimeout(context.Background(), removeLimit)
	defer cancel()
	_ = db.query(ctx, `DELETE FROM sessions WHERE `+condition, args, nil)
}

// removeDead removes the announcements of hosts that have been killed.
func (db *DB) removeDead() {
	db.remove(`NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE application_name = host)`)
}

// setReplaced sets what to call when a session is replaced, or nothing if it is nil.
func (db *DB) setReplaced(r run, replaced func()) {
	db.mu.Lock()
	defer db.mu.Unlock()
	if replaced == nil {
		delete(db.running, r)
	} else {
		db.running[r] = replaced
	}
}

// ReplaceSessions reports to the sessions of this process which of them are replaced on
// other hosts, until ctx ends. Other hosts take sessions into account only while it runs.
func (db *DB) ReplaceSessions(ctx context.Context) {
	db.Listen(ctx, sessionKind, func(student string) error {
		if student == "" {
			db.removeDead()
		}
		return db.query(ctx, `SELECT student, MAX(number) FROM sessions WHERE student = $1 OR $1 = '' GROUP BY student`,
			[]any{student}, func(rows *sql.Rows) error {
				var newest run
				if err := rows.Scan(&newest.student, &newest.number); err != nil {
					return err
				}
				db.replace(newest)
				return nil
			})
	})
}

// replace reports to the sessions of a student on this host that another is newer.
func (db *DB) replace(newest run) {
	db.mu.Lock()
	defer db.mu.Unlock()
	for r, replaced := range db.running {
		if r.student == newest.student && r.number < newest.number {
			replaced()
		}
	}
}
