package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"kernellab/lab/progress"
)

// Merge moves everything of the student with id lost to the one with id kept: documents
// are merged, and the events of both are numbered again in order of time. From then on
// the key of the lost student leads to the kept one, which keeps its name and seed.
func (db *DB) Merge(kept, lost string) error {
	if kept == lost {
		return errors.New("it is the same student")
	}
	return db.save(func(ctx context.Context, tx *sql.Tx) error {
		// Both rows are locked, so another host waits.
		for _, id := range []string{min(kept, lost), max(kept, lost)} {
			if _, err := tx.ExecContext(ctx, `UPDATE students SET seen = seen WHERE id = $1`, id); err != nil {
				return err
			}
		}
		if err := mergeDocuments(ctx, tx, kept, lost); err != nil {
			return err
		}
		for _, s := range []struct {
			query string
			args  []any
		}{
			// Negative numbers keep apart the events that are numbered and those that are not.
			{`UPDATE events SET student = $1, seq = n FROM (SELECT student AS s, seq AS q,
				-ROW_NUMBER() OVER (ORDER BY at, student = $2, seq) AS n
				FROM events WHERE student IN ($1, $2)) AS numbered
				WHERE student = s AND seq = q`, []any{kept, lost}},
			{`UPDATE events SET seq = -seq WHERE student = $1`, []any{kept}},
			{`UPDATE aliases SET student = $1 WHERE student = $2`, []any{kept, lost}},
			{`INSERT INTO aliases (id, student) VALUES ($2, $1)`, []any{kept, lost}},
			{`UPDATE roster SET student = $1 WHERE student = $2`, []any{kept, lost}},
			{`UPDATE students SET
				name = CASE WHEN name = '' THEN (SELECT name FROM students WHERE id = $2) ELSE name END,
				joined = CASE WHEN joined = 0 THEN (SELECT joined FROM students WHERE id = $2) ELSE joined END,
				folder = CASE WHEN folder = '' THEN (SELECT folder FROM students WHERE id = $2) ELSE folder END,
				seq = (SELECT COUNT(*) FROM events WHERE student = $1),
				bytes = (SELECT COALESCE(SUM(OCTET_LENGTH(body)), 0) FROM documents WHERE student = $1) +
					(SELECT COALESCE(SUM(OCTET_LENGTH(body)), 0) FROM events WHERE student = $1)
				WHERE id = $1`, []any{kept, lost}},
			{`DELETE FROM students WHERE id = $1`, []any{lost}},
		} {
			if _, err := tx.ExecContext(ctx, s.query, s.args...); err != nil {
				return err
			}
		}
		return nil
	})
}

// mergeDocuments moves the documents of a student to another and merges those that both
// have. The one that was changed last counts as the newer one.
func mergeDocuments(ctx context.Context, tx *sql.Tx, kept, lost string) error {
	mine, err := documentsOf(ctx, tx, kept)
	if err != nil {
		return err
	}
	theirs, err := documentsOf(ctx, tx, lost)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM documents WHERE student IN ($1, $2)`, kept, lost); err != nil {
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
		body, err := json.Marshal(doc)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO documents (student, exercise, body) VALUES ($1, $2, $3)`, kept, id,
			string(body)); err != nil {
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
