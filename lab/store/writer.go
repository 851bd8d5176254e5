package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// save is a part of a transaction and the channel for its result.
type save struct {
	do   txFunc
	done chan<- error
}

// maxBatch is the time after which a transaction takes no further saves.
const maxBatch = 50 * time.Millisecond

// errClosed is the error of a save that begins after Close.
var errClosed = errors.New("the record is closed")

// write executes the saves, one transaction after another, until the record is closed.
func (db *DB) write() {
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
func (db *DB) commit(first save) {
	batch := []save{first}
	err := db.transaction(func(ctx context.Context, tx *sql.Tx) error {
		begun := time.Now()
		for i := 0; i < len(batch); i++ {
			if err := batch[i].do(ctx, tx); err != nil || time.Since(begun) >= maxBatch {
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
			s.done <- db.transaction(s.do)
		} else {
			s.done <- err
		}
	}
}

// transaction executes do and commits. If do panics, transaction returns an error, because
// a panic on the writer's goroutine would end the process.
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
	return explained(inTransaction(ctx, db.sql, do))
}

// save executes do in a transaction and returns after its commit.
func (db *DB) save(do txFunc) error {
	db.waiting.Add(1)
	defer db.waiting.Add(-1)
	done := make(chan error, 1)
	select {
	case db.saves <- save{do, done}:
		return <-done
	case <-db.stopped:
		return errClosed
	}
}
