package store

import (
	"context"
	"database/sql"
	"errors"

	"kernellab/lab/progress"
)

// Merge moves everything of the student with id from to the student with id into. It
// merges the documents and numbers the events of both again in order of time. Afterwards
// the keys of both lead to the student with id into, whose name and seed stay the same.
func (db *DB) Merge(into, from string) error {
	if into == from {
		return errors.New("it is the same student")
	}
	return db.save(func(ctx context.Context, tx *sql.Tx) error {
		// This locks both rows, so other hosts wait.
		for _, id := range []string{min(into, from), max(into, from)} {
			if _, err := tx.ExecContext(ctx, `UPDATE students SET seen = seen WHERE id = $1`, id); err != nil {
				return err
			}
		}
		if err := db.Student(into).mergeDocuments(ctx, tx, from); err != nil {
			return err
		}
		for _, s := range []struct {
			query string
			args  []any
		}{
			// The new numbers are negative at first, so that they differ from all old ones.
			{`UPDATE events SET student = $1, seq = n FROM (SELECT student AS s, seq AS q,
				-ROW_NUMBER() OVER (ORDER BY at, student = $2, seq) AS n
				FROM events WHERE student IN ($1, $2)) AS numbered
				WHERE student = s AND seq = q`, []any{into, from}},
			{`UPDATE events SET seq = -seq WHERE student = $1`, []any{into}},
			{`UPDATE aliases SET student = $1 WHERE student = $2`, []any{into, from}},
			{`INSERT INTO aliases (id, student) VALUES ($2, $1)`, []any{into, from}},
			{`UPDATE roster SET student = $1 WHERE student = $2`, []any{into, from}},
			{`UPDATE students SET
				name = CASE WHEN name = '' THEN (SELECT name FROM students WHERE id = $2) ELSE name END,
				joined = CASE WHEN joined = 0 THEN (SELECT joined FROM students WHERE id = $2) ELSE joined END,
				folder = CASE WHEN folder = '' THEN (SELECT folder FROM students WHERE id = $2) ELSE folder END,
				seq = (SELECT COUNT(*) FROM events WHERE student = $1),
				bytes = (SELECT COALESCE(SUM(OCTET_LENGTH(body)), 0) FROM documents WHERE student = $1) +
					(SELECT COALESCE(SUM(OCTET_LENGTH(body)), 0) FROM events WHERE student = $1)
				WHERE id = $1`, []any{into, from}},
			{`DELETE FROM students WHERE id = $1`, []any{from}},
		} {
			if _, err := tx.ExecContext(ctx, s.query, s.args...); err != nil {
				return err
			}
		}
		return db.post(ctx, tx, progress.Note{Key: progress.Erased})
	})
}

// mergeDocuments moves the documents of another student to s. If both have a document for
// an exercise, it merges them, and the one that was changed last takes precedence.
func (s *Student) mergeDocuments(ctx context.Context, tx *sql.Tx, from string) error {
	mine, err := documentsOf(ctx, tx, s.ID())
	if err != nil {
		return err
	}
	theirs, err := documentsOf(ctx, tx, from)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM documents WHERE student IN ($1, $2)`, s.ID(), from); err != nil {
		return err
	}
	merged := progress.MergeProfile(progress.Profile{}, theirs.Profile, mine.Profile)
	merged.Version, merged.Revision = progress.Version, max(mine.Profile.Revision, theirs.Profile.Revision)+1
	docs := map[string]any{"": merged}
	for id, e := range theirs.Exercises {
		older, newer := mine.Exercises[id], e
		if older.Updated.After(newer.Updated) {
			older, newer = newer, older
		}
		if older.ID != "" {
			newer = progress.Merge(progress.Exercise{}, newer, older)
			newer.Revision = max(newer.Revision, older.Revision) + 1
		}
		docs[id] = newer
	}
	for id, e := range mine.Exercises {
		if docs[id] == nil {
			docs[id] = e
		}
	}
	for id, doc := range docs {
		if err := s.replace(ctx, tx, id, "", doc); err != nil {
			return err
		}
	}
	return nil
}

// documentsOf reads the documents of a student.
func documentsOf(ctx context.Context, tx *sql.Tx, id string) (progress.State, error) {
	state := progress.State{Exercises: map[string]progress.Exercise{}}
	err := eachRow(ctx, tx, selectDocuments, []any{id}, decodeInto(&state))
	return state, err
}
