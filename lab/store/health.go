package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"kernellab/lab/progress"
)

// The kinds of failed transactions.
const (
	failedQuota = "quota"       // a student has no more room
	failedBusy  = "busy"        // another process was writing for too long
	failedFull  = "disk_full"   // the disk of an SQLite file is full
	failedAway  = "unreachable" // the database does not answer, or is stopping
	failedOther = "other"
)

// FailureKinds returns the kinds of failed transactions, see [DB.Failed].
func FailureKinds() []string {
	return []string{failedQuota, failedBusy, failedFull, failedAway, failedOther}
}

// failureKind returns the kind of a failed transaction, or "" if there was no failure. It
// is none if a name is taken or the student has been deleted.
func failureKind(err error) string {
	_, full := errors.AsType[*progress.QuotaError](err)
	_, busy := errors.AsType[*progress.BusyError](err)
	switch {
	case err == nil || errors.Is(err, ErrNameTaken) || errors.Is(err, progress.ErrDeleted):
		return ""
	case full:
		return failedQuota
	case busy:
		return failedBusy
	case errors.Is(err, syscall.ENOSPC):
		return failedFull
	case isAway(err):
		return failedAway
	}
	return failedOther
}

// isAway reports whether an error means that the database does not answer.
func isAway(err error) bool {
	_, unconnected := errors.AsType[*pgconn.ConnectError](err)
	_, broken := errors.AsType[net.Error](err)
	answer, _ := errors.AsType[*pgconn.PgError](err)
	return unconnected || broken || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, driver.ErrBadConn) ||
		answer != nil && strings.HasPrefix(answer.Code, "57P") // it is stopping or starting
}

// finished records how a transaction has ended.
func (db *DB) finished(err error) {
	kind := failureKind(err)
	db.failing.Store(kind != "" && kind != failedQuota)
	if kind != "" && db.Failed != nil {
		db.Failed(kind)
	}
}

// Waiting returns the number of saves that have begun and are not committed.
func (db *DB) Waiting() int { return int(db.waiting.Load()) }

// reachLimit is the time in which a database has to answer.
const reachLimit = time.Second

// IsReached reports whether the database answers.
func (db *DB) IsReached() bool {
	ctx, cancel := context.WithTimeout(context.Background(), reachLimit)
	defer cancel()
	n := 0
	err := db.query(ctx, `SELECT 1`, nil, func(r *sql.Rows) error { return r.Scan(&n) })
	return err == nil
}

// Ready returns nil if the last transaction succeeded. Otherwise it begins one that
// changes nothing, so that it soon returns nil if the record works again, even if nobody
// saves anything. The error contains no path.
func (db *DB) Ready() error {
	if !db.failing.Load() {
		return nil
	}
	if db.trying.CompareAndSwap(false, true) {
		go func() {
			defer db.trying.Store(false)
			_ = db.save(func(ctx context.Context, tx *sql.Tx) error {
				_, err := tx.ExecContext(ctx, `UPDATE class SET value = value WHERE key = 'secret'`)
				return err
			})
		}()
	}
	return errors.New("students' work cannot be saved")
}
