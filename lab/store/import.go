package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode"

	"kernellab/lab/progress"
)

// ImportEvents adds the events of an export to the record and returns how many it has
// added. It skips events that the record has already, so that importing twice changes
// nothing, and lines that it has read already. Events are the same although their times
// are written in different zones. An event keeps its number if that is free, else it gets the number after the
// last one. If a line cannot be read, the error is a *progress.LineError, and nothing is
// imported.
func (db *DB) ImportEvents(export io.Reader) (added int, err error) {
	logs := map[string][]progress.Event{}
	bad, err := progress.ReadEvents(export, func(line int, e progress.Event) error {
		if err := checkExported(e); err != nil {
			return &progress.LineError{Line: line, Err: err}
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

// maxSeq is the highest number of an event in an export. A program that reads JSON numbers
// as floats can tell it from its neighbours.
const maxSeq = 1 << 53

// checkExported returns what is wrong with an event of an export.
func checkExported(e progress.Event) error {
	switch {
	case e.Student == "":
		return errors.New("it has no student")
	case strings.ContainsFunc(e.Student, unicode.IsControl):
		return fmt.Errorf("student %q has a control character", e.Student)
	case e.Seq < 1 || e.Seq > maxSeq:
		return fmt.Errorf("seq must be from 1 to %d, not %d", maxSeq, e.Seq)
	case !slices.Contains(progress.EventKinds(), e.Kind):
		return fmt.Errorf("kind must be one of %q, not %q", progress.EventKinds(), e.Kind)
	}
	return nil
}

// mergeEvents adds the events that the student, or the one into whom the student was
// merged, does not have. It returns their number.
func (s *Student) mergeEvents(ctx context.Context, tx *sql.Tx, events []progress.Event) (added int, err error) {
	if err := s.followMerge(ctx, tx); err != nil && !errors.Is(err, sql.ErrNoRows) {
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
	add := func(e progress.Event) error {
		text, err := textOf(e)
		if err != nil {
			return err
		}
		next, bytes, added = max(next, e.Seq), bytes+len(text), added+1
		return s.insert(ctx, tx, e.Seq, e, text)
	}
	var others []progress.Event
	lines := map[string]bool{}
	for _, e := range events {
		text, err := inUTC(e)
		line := fmt.Sprint(e.Seq, text)
		switch {
		case err != nil || lines[line]:
		case known[text] > 0:
			known[text]--
		case taken[e.Seq]:
			others = append(others, e)
		default:
			taken[e.Seq] = true
			err = add(e)
		}
		if err != nil {
			return 0, err
		}
		lines[line] = true
	}
	for _, e := range others {
		e.Seq = next + 1
		if err := add(e); err != nil {
			return 0, err
		}
	}
	_, err = s.count(ctx, tx, bytes, int(next-last))
	return added, err
}

// logged returns the number of times each event is in the student's log, by its text in
// UTC, and the numbers that are taken.
func (s *Student) logged(ctx context.Context, tx *sql.Tx) (known map[string]int, taken map[int64]bool, err error) {
	known, taken = map[string]int{}, map[int64]bool{}
	err = eachRow(ctx, tx, `SELECT seq, body FROM events WHERE student = $1`, []any{s.ID()}, func(r *sql.Rows) error {
		e, err := s.scanEvent(r)
		if err != nil {
			return err
		}
		text, err := inUTC(e)
		known[text]++
		taken[e.Seq] = true
		return err
	})
	return known, taken, err
}

// inUTC returns the text of an event with its time in UTC, to compare events.
func inUTC(e progress.Event) (string, error) {
	e.Time = e.Time.UTC()
	return textOf(e)
}

// textOf returns the text of an event as the record keeps it: the student and the number
// are in columns of their own.
func textOf(e progress.Event) (string, error) {
	e.Student, e.Seq = "", 0
	text, err := json.Marshal(e)
	return string(text), err
}
