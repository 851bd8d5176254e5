package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/jackc/pgx/v5"
)

// IsShared reports whether several hosts can share the record: it is in PostgreSQL.
func (db *DB) IsShared() bool { return isPostgres(db.where) }

// HostKey records the fingerprint of the host key of a class, unless one is recorded
// already, and returns the recorded one. Clients remember a host by its key, so all hosts
// of a class must have the same.
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

// channelOf is the name of PostgreSQL's channel for a kind of notice. Channels belong to a
// whole database, and records to a schema.
const channelOf = `'kernellab ' || current_schema() || ' ' || $1::text`

// listenPause is the time after which Listen connects again.
const listenPause = time.Second / 2

// Listen calls each with the text of every notice of a kind until ctx ends. If the
// connection is lost or each returns an error, it connects again. Notices may have been
// missed whenever it has connected, so it then calls each with "". All listeners get
// notices in the same order. With SQLite there are none, and it returns at once.
func (db *DB) Listen(ctx context.Context, kind string, each func(text string) error) {
	for db.IsShared() && ctx.Err() == nil {
		_ = db.listen(ctx, kind, each) // the next transaction reports that the database is away
		select {
		case <-time.After(listenPause):
		case <-ctx.Done():
		}
	}
}

// listen listens on a connection of its own, which has the name of this process, until
// an error.
func (db *DB) listen(ctx context.Context, kind string, each func(text string) error) error {
	config, err := pgx.ParseConfig(db.where)
	if err != nil {
		return err
	}
	config.RuntimeParams["application_name"] = db.host
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer conn.Close(context.Background())
	var channel string
	if err := conn.QueryRow(ctx, `SELECT `+channelOf, kind).Scan(&channel); err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, `LISTEN `+pgx.Identifier{channel}.Sanitize()); err != nil {
		return err
	}
	for text := ""; ; {
		if err := each(text); err != nil {
			return err
		}
		notice, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		text = notice.Payload
	}
}
