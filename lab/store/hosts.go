package store

import (
	"context"
	"database/sql"
)

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
