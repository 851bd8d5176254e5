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

// ImportEvents adds the events of an export to the record and returns the number of events
// added. It skips repeated lines, and events that the record has already, so a second
// import changes nothing. The time zone in which an event is written does not matter. An
// event keeps its number if no other event of the student has it. Otherwise it gets the
// number after the last one. If a line cannot be read, nothing is imported and the error
// is a *progress.LineError.
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
	for _, id := range slices.Sorted(maps.Keys(logs)) { // a transaction for each, since a host may be running
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

// maxSeq is the highest number of an event in an export. Up to this number, programs that
// read JSON numbers as floats distinguish all integers.
const maxSeq = 1 << 53

// checkExported returns an error if an event cannot come from an export.
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

// mergeEvents adds the events that are not in the student's log yet and returns their
// number. If the student was merged into another one, it adds them to that one's log.
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

// logged reads the student's log. known counts the events by their text in UTC, and taken
// holds their numbers.
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

// inUTC returns the text of an event with its time in UTC. The same events have the same text.
func inUTC(e progress.Event) (string, error) {
	e.Time = e.Time.UTC()
	return textOf(e)
}

// textOf returns the JSON of an event as the record keeps it. It lacks the student and the
// number, which are in columns of their own.
func textOf(e progress.Event) (string, error) {
	e.Student, e.Seq = "", 0
	text, err := json.Marshal(e)
	return string(text), err
}
