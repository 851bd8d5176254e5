package store

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"kernellab/lab/progress"
	"kernellab/testdata/support/check"
)

// A record has one note for each key, and Notes returns only the notes after a number. Notes
// that hosts post at the same time get different numbers.
func TestDB_notes(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		a, b := open(), open()
		check.OK(t, a.Post(progress.Note{Key: "gate", Sender: "ada", Body: `{"Holds":true}`}))
		check.OK(t, b.Post(progress.Note{Key: "help bob", Sender: "bob", Body: "{}"}))
		check.OK(t, b.Post(progress.Note{Key: "gate", Sender: "eve"}))
		all, err := a.Notes(t.Context(), 0)
		check.OK(t, err)
		var got []string
		for _, n := range all {
			got = append(got, fmt.Sprint(n.Key, n.Number, n.Sender, n.Body))
			if age := time.Since(n.Posted); age < -time.Minute || age > time.Minute {
				t.Errorf("got a note of %v, want one of now", n.Posted)
			}
		}
		if want := []string{"help bob2bob{}", "gate3eve"}; !slices.Equal(got, want) {
			t.Errorf("got notes %q, want %q", got, want)
		}
		var posts sync.WaitGroup
		for i := range 8 {
			posts.Go(func() {
				if err := []*DB{a, b}[i%2].Post(progress.Note{Key: fmt.Sprint("pace ", i)}); err != nil {
					t.Errorf("Post: %v, want no error", err)
				}
			})
		}
		posts.Wait()
		all, err = b.Notes(t.Context(), 3)
		check.OK(t, err)
		check.That(t, len(all) == 8 && all[0].Number == 4 && all[7].Number == 11,
			"got notes %+v, want those with the numbers 4 to 11", all)
	})
}

// If one host posts a note, the other hosts are notified, unless the database is SQLite.
func TestDB_awaitNotes(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		a, b := open(), open()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		changed, ended := make(chan struct{}, 10), make(chan struct{})
		go func() {
			a.AwaitNotes(ctx, func() { changed <- struct{}{} })
			close(ended)
		}()
		if a.IsShared() {
			<-changed // AwaitNotes has connected
			check.OK(t, b.Post(progress.Note{Key: "gate"}))
			select {
			case <-changed:
			case <-time.After(5 * time.Second):
				t.Error("got no call after a note, want one")
			}
			cancel()
		}
		<-ended
	})
}

// NewEvents returns the new events of all students, in several calls if there are many.
func TestDB_activity(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		a, b := open(), open()
		after := map[string]int64{}
		read := func(most int) (got []string) {
			all, _, err := a.NewEvents(t.Context(), after, most)
			check.OK(t, err)
			for _, e := range all {
				got = append(got, fmt.Sprint(e.Student, e.Seq, e.Task))
			}
			slices.Sort(got)
			return got
		}
		check.OK(t, b.Student("ada").Append(progress.Event{Task: "x"}))
		check.OK(t, b.Student("ada").Append(progress.Event{Task: "y"}))
		check.OK(t, b.Student("bob").Append(progress.Event{Task: "z"}))
		first, second := read(1), read(1)
		all := slices.Sorted(slices.Values(slices.Concat(first, second)))
		if want := []string{"ada1x", "ada2y", "bob1z"}; len(first) == 3 || !slices.Equal(all, want) {
			t.Errorf("got events %q and %q, want %q in two parts", first, second, want)
		}
		check.OK(t, b.Student("bob").Append(progress.Event{Task: "x"}))
		if got := append(read(10), read(10)...); !slices.Equal(got, []string{"bob2x"}) {
			t.Errorf("got events %q, want only the new one", got)
		}
		check.OK(t, b.Student("bob").Join("Bob", true))
		_, names, err := a.NewEvents(t.Context(), nil, 0)
		if check.OK(t, err); len(names) != 1 || names["bob"] != "Bob" {
			t.Errorf("got names %v, want Bob's", names)
		}
	})
}
