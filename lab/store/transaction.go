package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"kernellab/lab/progress"
)

// saveRequest is a function to be run in a transaction, and the channel for its result.
type saveRequest struct {
	do     txFunc
	result chan<- error
}

// maxBatchTime is the time after which a transaction takes no further saves.
const maxBatchTime = 50 * time.Millisecond

// errClosed is the error of a save that had not begun when Close was called.
var errClosed = errors.New("the record is closed")

// runWriter executes the saves, one transaction after another, until the database is closed.
func (db *DB) runWriter() {
	defer close(db.stopped)
	for {
		select {
		case first := <-db.saves:
			db.commit(first)
		case <-db.closing:
			return
		}
	}
}

// commit executes a save, and the saves that are waiting, in one transaction. If that
// fails, it executes each save in a transaction of its own, so that the failure of one
// student's save does not affect other students.
func (db *DB) commit(first saveRequest) {
	batch := []saveRequest{first}
	err := db.transaction(func(ctx context.Context, tx *sql.Tx) error {
		start := time.Now()
		for i := 0; i < len(batch); i++ {
			if err := batch[i].do(ctx, tx); err != nil || time.Since(start) >= maxBatchTime {
				return err
			}
			select {
			case next := <-db.saves:
				batch = append(batch, next)
			default:
			}
		}
		return nil
	})
	for _, s := range batch {
		if err != nil && len(batch) > 1 {
			s.result <- db.transaction(s.do)
		} else {
			s.result <- err
		}
	}
}

// transaction executes do and commits. If do panics, transaction returns an error, because
// a panic in the goroutine of runWriter would end the process.
func (db *DB) transaction(do txFunc) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("internal error: %v", value)
		}
		db.setResult(err)
	}()
	ctx := context.Background() // a save that has begun is not cancelled
	if err := db.Connect(ctx); err != nil {
		return err
	}
	return translateError(inTransaction(ctx, db.pool, do))
}

// save executes do in a transaction and returns after its commit.
func (db *DB) save(do txFunc) error {
	db.pendingSaves.Add(1)
	defer db.pendingSaves.Add(-1)
	done := make(chan error, 1)
	select {
	case db.saves <- saveRequest{do, done}:
		return <-done
	case <-db.stopped:
		return errClosed
	}
}

// The kinds of failed transactions.
const (
	quotaFailure       = "quota"       // a student has reached the quota
	busyFailure        = "busy"        // another process was writing for too long
	diskFullFailure    = "disk_full"   // the disk of an SQLite file is full
	unreachableFailure = "unreachable" // the database does not answer, or is stopping
	otherFailure       = "other"
)

// FailureKinds returns the kinds of failed transactions, see [DB.OnFailure].
func FailureKinds() []string {
	return []string{quotaFailure, busyFailure, diskFullFailure, unreachableFailure, otherFailure}
}

// failureKind returns the kind of the failure that caused an error of a transaction. It
// returns "" if err is nil, a name is taken, or the student has been deleted.
func failureKind(err error) string {
	_, overQuota := errors.AsType[*progress.QuotaError](err)
	_, busy := errors.AsType[*progress.BusyError](err)
	switch {
	case err == nil || errors.Is(err, ErrNameTaken) || errors.Is(err, progress.ErrDeleted):
		return ""
	case overQuota:
		return quotaFailure
	case busy:
		return busyFailure
	case errors.Is(err, syscall.ENOSPC):
		return diskFullFailure
	case isUnreachable(err):
		return unreachableFailure
	}
	return otherFailure
}

// isUnreachable reports whether an error means that the database does not answer.
func isUnreachable(err error) bool {
	_, connectFailed := errors.AsType[*pgconn.ConnectError](err)
	_, networkFailed := errors.AsType[net.Error](err)
	pgErr, _ := errors.AsType[*pgconn.PgError](err)
	return connectFailed || networkFailed || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, driver.ErrBadConn) ||
		pgErr != nil && strings.HasPrefix(pgErr.Code, "57P") // the database is stopping or starting
}

// setResult records the result of a transaction for Ready, and reports a failure to OnFailure. If a
// student reaches the quota, the database stays ready, but OnFailure is still called.
func (db *DB) setResult(err error) {
	kind := failureKind(err)
	db.lastFailed.Store(kind != "" && kind != quotaFailure)
	if kind != "" && db.OnFailure != nil {
		db.OnFailure(kind)
	}
}

// WaitingSaves returns the number of saves whose callers wait for the commit.
func (db *DB) WaitingSaves() int { return int(db.pendingSaves.Load()) }

// answerTimeout is the time in which the database has to answer IsReachable.
const answerTimeout = time.Second

// IsReachable reports whether the database answers.
func (db *DB) IsReachable() bool {
	ctx, cancel := context.WithTimeout(context.Background(), answerTimeout)
	defer cancel()
	n := 0
	err := db.query(ctx, `SELECT 1`, nil, func(r *sql.Rows) error { return r.Scan(&n) })
	return err == nil
}

// Ready returns an error, whose text contains no paths, if the last transaction failed, or if the
// database does not answer. After a failure it also starts a transaction that changes nothing. When the
// database works again, a later call therefore returns nil, even if nobody has saved anything.
func (db *DB) Ready() error {
	if !db.lastFailed.Load() {
		if db.IsReachable() {
			return nil
		}
		return errors.New("the record does not answer")
	}
	if db.retrying.CompareAndSwap(false, true) {
		go func() {
			defer db.retrying.Store(false)
			_ = db.save(func(ctx context.Context, tx *sql.Tx) error {
				_, err := tx.ExecContext(ctx, `UPDATE class SET value = value WHERE key = 'secret'`)
				return err
			})
		}()
	}
	return errors.New("students' work cannot be saved")
}

// translateError converts an error of SQLite to one that [progress.Cause] can explain, such as
// syscall.ENOSPC. It returns other errors unchanged.
func translateError(err error) error {
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return err
	}
	causes := map[int]error{
		lib.SQLITE_FULL: syscall.ENOSPC, lib.SQLITE_READONLY: syscall.EROFS, lib.SQLITE_CANTOPEN: syscall.EACCES,
		lib.SQLITE_PERM: syscall.EACCES, lib.SQLITE_IOERR: syscall.EIO,
		lib.SQLITE_NOTADB: progress.ErrDamaged, lib.SQLITE_CORRUPT: progress.ErrDamaged,
	}
	switch code := e.Code() & 0xff; { // the low byte is the primary code
	case e.Code() == lib.SQLITE_IOERR_SHMSIZE: // no room for the index of the write-ahead log
		return fmt.Errorf("%w (%w)", syscall.ENOSPC, err)
	case code == lib.SQLITE_BUSY:
		return &progress.BusyError{}
	case causes[code] != nil:
		return fmt.Errorf("%w (%w)", causes[code], err)
	}
	return err
}
