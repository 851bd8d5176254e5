package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"

	"kernellab/lab/progress"
)

// ImportEvents adds the events of an export to the record and returns how many it has
// added. It skips events that the record has already, so that importing twice changes
// nothing. An event keeps its number if that is free, else it gets the number after the
// last one. If a line cannot be read, the error is a *progress.LineError, and nothing is
// imported.
func (db *DB) ImportEvents(export io.Reader) (added int, err error) {
	logs := map[string][]progress.Event{}
	bad, err := progress.ReadEvents(export, func(line int, e progress.Event) error {
		if e.Student == "" || e.Seq < 1 {
			return &progress.LineError{Line: line, Err: errors.New("it has no student, or no seq from 1")}
		}
		logs[e.Student] = append(logs[e.Student], e)
		return nil
	})
	if len(bad) > 0 {
		err = bad[0]
	}
	if err != nil {
		return 0, err
	}
	for _, id := range slices.Sorted(maps.Keys(logs)) { // in a transaction each, since a host may be running
		n := 0
		if err := db.save(func(ctx context.Context, tx *sql.Tx) (err error) {
			n, err = db.Student(id).mergeEvents(ctx, tx, logs[id])
			return err
		}); err != nil {
			return added, err
		}
		added += n
	}
	return added, nil
}

// mergeEvents adds the events that the student, or the one into whom the student was
// merged, does not have. It returns their number.
func (s *Student) mergeEvents(ctx context.Context, tx *sql.Tx, events []progress.Event) (added int, err error) {
	err = tx.QueryRowContext(ctx, `SELECT student FROM aliases WHERE id = $1`, s.id).Scan(&s.id)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, err
	}
	if err := s.create(ctx, tx); err != nil {
		return 0, err
	}
	last, err := s.count(ctx, tx, 0, 0)
	if err != nil {
		return 0, err
	}
	known, taken, err := s.logged(ctx, tx)
	if err != nil {
		return 0, err
	}
	next, bytes := last, 0
	add := func(e progress.Event, text string) error {
		next, bytes, added = max(next, e.Seq), bytes+len(text), added+1
		return s.insert(ctx, tx, e.Seq, e, text)
	}
	var others []progress.Event
	for _, e := range events {
		text, err := textOf(e)
		switch {
		case err != nil:
		case known[text] > 0:
			known[text]--
		case taken[e.Seq]:
			others = append(others, e)
		default:
			taken[e.Seq] = true
			err = add(e, text)
		}
		if err != nil {
			return 0, err
		}
	}
	for _, e := range others {
		e.Seq = next + 1
		text, err := textOf(e)
		if err == nil {
			err = add(e, text)
		}
		if err != nil {
			return 0, err
		}
	}
	_, err = s.count(ctx, tx, bytes, int(next-last))
	return added, err
}

// logged returns the number of times each event is in the student's log, by its text, and
// the numbers that are taken.
func (s *Student) logged(ctx context.Context, tx *sql.Tx) (known map[string]int, taken map[int64]bool, err error) {
	rows, err := tx.QueryContext(ctx, `SELECT seq, body FROM events WHERE student = $1`, s.id)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	known, taken = map[string]int{}, map[int64]bool{}
	for rows.Next() {
		e, err := s.scanEvent(rows)
		if err != nil {
			return nil, nil, err
		}
		text, err := textOf(e)
		if err != nil {
			return nil, nil, err
		}
		known[text]++
		taken[e.Seq] = true
	}
	return known, taken, rows.Err()
}

// textOf returns the text of an event as the record keeps it: the student and the number
// are in columns of their own.
func textOf(e progress.Event) (string, error) {
	e.Student, e.Seq = "", 0
	text, err := json.Marshal(e)
	return string(text), err
}
