package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"kernellab/lab/progress"
)

// save is something to write, and where to report the result.
type save struct {
	do   func(context.Context, *sql.Tx) error
	done chan<- error
}

// maxSaves is the maximum number of saves in a transaction. It bounds the time of one.
const maxSaves = 200

// errClosed reports a save after the record was closed.
var errClosed = errors.New("the record is closed")

// write executes the saves, one transaction after another, until the record is closed. A
// transaction includes every save that has arrived during the one before.
func (db *DB) write() {
	defer close(db.stopped)
	for {
		select {
		case first := <-db.saves:
			db.commit(db.arrived(first))
		case <-db.closing:
			return
		}
	}
}

// arrived returns first and the saves that wait after it.
func (db *DB) arrived(first save) []save {
	batch := []save{first}
	for len(batch) < maxSaves {
		select {
		case next := <-db.saves:
			batch = append(batch, next)
		default:
			return batch
		}
	}
	return batch
}

// commit executes saves in one transaction. If it fails, each is executed in one of its
// own, so that the failure of one student's save does not reach another's.
func (db *DB) commit(batch []save) {
	err := db.transaction(batch)
	if err != nil && len(batch) > 1 {
		for _, s := range batch {
			s.done <- db.transaction([]save{s})
		}
		return
	}
	for _, s := range batch {
		s.done <- err
	}
}

// transaction executes saves and commits them. It returns a panic of a save as an error,
// because nothing else recovers on the writer's goroutine. That a student has no more
// room does not count as a failure of the record.
func (db *DB) transaction(batch []save) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("internal error: %v", value)
		}
		_, full := errors.AsType[*progress.QuotaError](err)
		db.failing.Store(err != nil && !full)
	}()
	ctx := context.Background() // once begun, a save is completed
	if err := db.Connect(ctx); err != nil {
		return err
	}
	return explained(inTransaction(ctx, db.sql, func(tx *sql.Tx) error {
		for _, s := range batch {
			if err := s.do(ctx, tx); err != nil {
				return err
			}
		}
		return nil
	}))
}

// save executes do in a transaction and returns after its commit.
func (db *DB) save(do func(context.Context, *sql.Tx) error) error {
	done := make(chan error, 1)
	select {
	case db.saves <- save{do, done}:
		return <-done
	case <-db.stopped:
		return errClosed
	}
}
