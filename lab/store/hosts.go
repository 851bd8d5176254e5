package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// IsShared reports whether several hosts can share the record, because it is in PostgreSQL.
func (db *DB) IsShared() bool { return isPostgres(db.where) }

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

// channelOf is an SQL expression for the name of the channel for notices of kind $1. It
// contains the schema, because several records in one database share its channels.
const channelOf = `'kernellab ' || current_schema() || ' ' || $1::text`

// listenPause is the time for which Listen waits before it connects again.
const listenPause = time.Second / 2

// Listen calls each with the text of every notice of a kind until ctx ends. If the
// connection is lost or each returns an error, it connects again. Whenever it has
// connected, it calls each with "", because it may have missed notices. All listeners
// receive notices in the same order. SQLite has no notices, so Listen returns at once.
func (db *DB) Listen(ctx context.Context, kind string, each func(text string) error) {
	for db.IsShared() && ctx.Err() == nil {
		_ = db.listen(ctx, kind, each) // the next transaction reports that the database is unreachable
		select {
		case <-time.After(listenPause):
		case <-ctx.Done():
		}
	}
}

// listen receives notices until an error occurs. It uses a separate connection that has
// the name of this process.
func (db *DB) listen(ctx context.Context, kind string, each func(text string) error) error {
	config, err := pgconn.ParseConfig(db.where)
	if err != nil {
		return err
	}
	config.RuntimeParams["application_name"] = db.host
	texts := []string{""} // of notices to pass to each
	config.OnNotification = func(_ *pgconn.PgConn, n *pgconn.Notification) { texts = append(texts, n.Payload) }
	conn, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer conn.Close(context.Background())
	var channel string
	err = db.query(ctx, `SELECT quote_ident(`+channelOf+`)`, []any{kind},
		func(r *sql.Rows) error { return r.Scan(&channel) })
	if err == nil {
		err = conn.Exec(ctx, `LISTEN `+channel).Close()
	}
	for err == nil {
		for _, text := range texts {
			if err := each(text); err != nil {
				return err
			}
		}
		texts = nil
		err = conn.WaitForNotification(ctx)
	}
	return err
}
