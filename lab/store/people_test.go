package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kernellab/lab/progress"
	"kernellab/testdata/support/check"
)

// person returns the description of a student.
func person(t *testing.T, s *Student) Person {
	t.Helper()
	p, err := s.Person(context.Background())
	check.OK(t, err)
	return p
}

func TestStudent_joins(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		ctx, db := context.Background(), open()
		ada, bob := db.Student("ada"), db.Student("bob")
		if p := person(t, ada); p != (Person{}) {
			t.Errorf("before: got %+v, want nothing", p)
		}
		check.OK(t, ada.Join("brisk otter", true))
		if err := bob.Join("brisk otter", true); !errors.Is(err, ErrNameTaken) {
			t.Errorf("a name that must be unique: got error %v, want %v", err, ErrNameTaken)
		}
		check.OK(t, bob.Join("brisk otter", false))
		p := person(t, open().Student("ada"))
		if p.Name != "brisk otter" || time.Since(p.Joined) > time.Hour || p.LastSeen.Before(p.Joined) {
			t.Errorf("got %+v, want the name and when she joined and was seen", p)
		}
		check.OK(t, ada.Append(progress.Event{Time: day(1)}))
		all, err := db.People(ctx)
		check.That(t, len(all) == 2 && all[0].ID == "ada" && all[0].Events == 1 && err == nil,
			"People = %+v, %v, want ada with 1 event and bob", all, err)
	})
}

// Students take a place when they work, not when they only open tasks. Excepted students
// take none.
func TestDB_places(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		ctx, db := context.Background(), open()
		check.OK(t, db.Student("looks").Join("a", false))
		check.OK(t, db.Student("looks").SaveProfile(progress.Profile{Seed: 1, Revision: 1}))
		check.OK(t, db.Student("works").Append(progress.Event{Time: day(1)}))
		check.OK(t, db.Student("teaches").Append(progress.Event{Time: day(1)}))
		if n, all, err := db.CountStudents(ctx, nil); n != 2 || all != 3 || err != nil {
			t.Errorf("CountStudents() = %d of %d, %v, want 2 of 3", n, all, err)
		}
		if n, all, err := db.CountStudents(ctx, []string{"teaches", "absent"}); n != 1 || all != 2 || err != nil {
			t.Errorf("CountStudents(teaches) = %d of %d, %v, want 1 of 2", n, all, err)
		}
	})
}

// A code can claim its row only once. If the list is changed, names that remain on it keep
// their codes and students.
func TestDB_roster(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		ctx, db := context.Background(), open()
		check.OK(t, db.SetRoster([]RosterRow{{Name: "Ada"}, {Name: "Bob"}, {Name: "Eve", Student: "eve"},
			{Name: "Tim"}}))
		first, err := db.Roster(ctx)
		check.OK(t, err)
		if len(first) != 4 || len(first[0].Code) != codeLength || first[0].Code == first[1].Code || first[2].Code != "" {
			t.Fatalf("got %+v, want two codes, and none for Eve", first)
		}
		for _, c := range []struct{ student, code, want string }{
			{"ada", first[0].Code, "Ada"}, {"other", first[0].Code, ""}, {"other", "", ""}, {"other", "wrong", ""},
		} {
			if name, err := db.Student(c.student).Claim(c.code); name != c.want || err != nil {
				t.Errorf("%s claims %q: got %q, %v, want %q", c.student, c.code, name, err, c.want)
			}
		}
		check.OK(t, db.SetRoster([]RosterRow{{Name: "Ada"}, {Name: "Bob", Student: "bob"}, {Name: "Eve"}}))
		second, err := db.Roster(ctx)
		check.OK(t, err)
		want := []RosterRow{{"Ada", "ada", first[0].Code}, {"Bob", "bob", ""}, {"Eve", "eve", second[2].Code}}
		check.That(t, slices.Equal(second, want) && second[2].Code != "",
			"the changed list: got %+v, want %+v with a code for Eve", second, want)
	})
}

// If lists are set at the same time, one of them remains, not a mixture.
func TestDB_rostersAtOnce(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		db := open()
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() { check.OK(t, db.SetRoster([]RosterRow{{Name: fmt.Sprint(i)}})) })
		}
		all.Wait()
		if rows, err := db.Roster(context.Background()); len(rows) != 1 || err != nil {
			t.Errorf("got %+v, %v, want one list", rows, err)
		}
	})
}

// A list may have more rows than a statement of SQLite may have variables, which is 32766.
func TestDB_longRoster(t *testing.T) {
	db := Open(filepath.Join(t.TempDir(), "record.db"), NoQuota)
	defer db.Close()
	rows := make([]RosterRow, 33_000)
	for i := range rows {
		rows[i].Name = fmt.Sprint("student ", i)
	}
	check.OK(t, db.SetRoster(rows))
}

// Forget deletes everything of a student, and a running session saves nothing afterwards.
func TestDB_forget(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		ctx, db, session := context.Background(), open(), open().Student("ada")
		check.OK(t, db.SetRoster([]RosterRow{{Name: "Ada"}}))
		rows, err := db.Roster(ctx)
		check.OK(t, err)
		_, err = session.Claim(rows[0].Code)
		check.OK(t, err)
		check.OK(t, session.Join("Ada", false))
		check.OK(t, db.Student("bob").Append(progress.Event{Time: day(1)}))
		check.OK(t, session.Append(progress.Event{Time: day(1)}))
		check.OK(t, db.Forget("ada"))
		for _, err := range []error{session.SaveExercise(sample("7.7", 1)), session.Append(progress.Event{Time: day(1)})} {
			check.That(t, errors.Is(err, progress.ErrDeleted),
				"a save after Forget: got error %v, want %v", err, progress.ErrDeleted)
		}
		if p, n := person(t, session), len(load(t, session).Exercises); p.ID != "" || n != 0 {
			t.Errorf("got %+v and %d documents, want nothing", p, n)
		}
		if rows, err = db.Roster(ctx); rows[0].Student != "" || err != nil {
			t.Errorf("got %+v, %v, want the row free", rows, err)
		}
		if p := person(t, db.Student("bob")); p.Events != 1 {
			t.Errorf("another student has %d events, want 1", p.Events)
		}
		check.OK(t, db.Purge())
		if all, err := db.People(ctx); len(all) != 0 || err != nil {
			t.Errorf("after Purge: got %+v, %v, want nobody", all, err)
		}
	})
}

// No file of the record contains deleted text, even if a host has the record open.
func TestDB_deletesText(t *testing.T) {
	for name, deletes := range map[string]func(db *DB) error{
		"forget": func(db *DB) error { return db.Forget("ada") },
		"purge":  (*DB).Purge,
		"events": func(db *DB) error { return db.DeleteEvents(day(2)) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			host, db := openRecord(t, filepath.Join(dir, "class.db")), openRecord(t, filepath.Join(dir, "class.db"))
			for n := range 200 {
				for i, id := range []string{"ada", "bob"} {
					e := progress.Event{Time: day(1 + 2*i), Reading: strings.Repeat(id+" wrote this ", 1+n%20)}
					check.OK(t, host.Student(id).Append(e))
					if name != "events" {
						doc := sample("7.7", uint64(n))
						doc.Answers["x2"] = strings.Repeat(id+" wrote this ", 1+37*n%1000)
						keep(t, host.Student(id), doc)
					}
				}
			}
			check.OK(t, deletes(db))
			files, err := filepath.Glob(filepath.Join(dir, "*"))
			check.OK(t, err)
			for _, file := range files {
				text, err := os.ReadFile(file)
				check.OK(t, err)
				if n := bytes.Count(text, []byte("ada wrote this")); n > 0 {
					t.Errorf("%s holds the deleted text %d times, want none", filepath.Base(file), n)
				}
			}
		})
	}
}

// After old events are deleted, numbers continue, and only the remaining events count towards
// the size.
func TestDB_deleteEvents(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		ctx, db := context.Background(), open()
		s := db.Student("ada")
		for n := range 4 {
			check.OK(t, s.Append(progress.Event{Time: day(n + 1), Exercise: "1.1", Reading: "φ"}))
		}
		before := person(t, s).Bytes
		check.OK(t, db.DeleteEvents(day(3)))
		check.OK(t, s.Append(progress.Event{Time: day(9), Exercise: "1.1", Reading: "φ"}))
		var seqs []int64
		check.OK(t, s.Events(ctx, func(e progress.Event) error { seqs = append(seqs, e.Seq); return nil }))
		if p := person(t, s); !slices.Equal(seqs, []int64{3, 4, 5}) || p.Bytes != before/4*3 {
			t.Errorf("got events %v in %d bytes, want 3 to 5 in %d", seqs, p.Bytes, before/4*3)
		}
	})
}

// After a merge the work of both keys is under the first id, in order of time. A running
// session of the second key then saves there too.
func TestDB_merge(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		ctx, db := context.Background(), open()
		oldKey, err := db.StudentWithKey(ctx, "SHA256:old")
		check.OK(t, err)
		newKey, err := open().StudentWithKey(ctx, "SHA256:new")
		check.OK(t, err)
		check.OK(t, oldKey.Join("Ada", false))
		check.OK(t, newKey.Join("Ada again", false))
		for n, s := range []*Student{oldKey, newKey, oldKey, newKey, newKey} {
			check.OK(t, s.Append(progress.Event{Time: day(n + 1), Seed: uint64(n)}))
		}
		check.OK(t, oldKey.SaveProfile(progress.Profile{Seed: 41, LastExercise: "1.1", Revision: 3}))
		check.OK(t, newKey.SaveProfile(progress.Profile{Seed: 77, LastExercise: "7.7", Revision: 1}))
		keep(t, oldKey, sample("1.1", 1))
		keep(t, oldKey, sample("7.7", 4))
		mine := sample("7.7", 1)
		mine.Updated, mine.Answers = day(5), map[string]string{"x2": "newer"}
		keep(t, newKey, mine)
		lost := newKey.ID()
		check.OK(t, db.Merge(oldKey.ID(), lost))
		check.OK(t, newKey.Append(progress.Event{Time: day(9), Seed: 5}))

		again, err := db.StudentWithKey(ctx, "SHA256:new")
		check.OK(t, err)
		check.Must(t, again.ID() == oldKey.ID(), "the new key leads to %s, want %s", again.ID(), oldKey.ID())
		var got []uint64
		check.OK(t, again.Events(ctx, func(a progress.Event) error {
			if got = append(got, a.Seed); a.Seq != int64(len(got)) {
				t.Errorf("event %d has number %d", len(got), a.Seq)
			}
			return nil
		}))
		if want := []uint64{0, 1, 2, 3, 4, 5}; !slices.Equal(got, want) {
			t.Errorf("got the events %v, want %v", got, want)
		}
		state := load(t, again)
		if state.Profile.Seed != 41 || len(state.Exercises) != 2 || state.Exercises["7.7"].Answers["x2"] != "newer" ||
			state.Exercises["7.7"].Revision <= 4 {
			t.Errorf("got %+v, want the seed of the first key and the answers of the second", state)
		}
		all, err := db.People(ctx)
		check.That(t, len(all) == 1 && all[0].Name == "Ada" && all[0].Events == 6 && err == nil,
			"People = %+v, %v, want Ada with 6 events", all, err)
		if err := db.Merge(oldKey.ID(), oldKey.ID()); err == nil {
			t.Error("a merge with itself: got no error, want one")
		}
	})
}
