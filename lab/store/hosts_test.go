package store

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kernellab/testdata/support/check"
)

// Notifications reach every listener of their kind in the same order. A listener whose
// connection is lost connects again. It then receives an empty text, because it may have
// missed notifications.
func TestDB_notices(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		a, b := open(), open()
		if !a.IsShared() {
			a.Listen(t.Context(), "board", nil)
			return
		}
		notices := func(db *DB, kind string) (next func(n int) []string) {
			got := make(chan string, 100)
			go db.Listen(t.Context(), kind, func(text string) error { got <- text; return nil })
			return func(n int) (all []string) {
				for range n {
					all = append(all, <-got)
				}
				return all
			}
		}
		first, second, gate := notices(a, "board"), notices(b, "board"), notices(b, "gate")
		for _, next := range []func(int) []string{first, second, gate} {
			next(1) // the empty text, after the listener has connected
		}
		var all sync.WaitGroup
		for _, db := range []*DB{a, b} {
			all.Go(func() {
				for _, text := range []string{"é '", "2", "3"} {
					notify(t, db, "board", text)
				}
			})
		}
		all.Wait()
		notify(t, a, "gate", "open")
		if one, two := first(6), second(6); !slices.Equal(one, two) {
			t.Errorf("got notices %q and %q, want the same", one, two)
		}
		disconnect(t, a)
		got := first(1)
		notify(t, b, "board", "4")
		if got = append(got, first(1)...); !slices.Equal(got, []string{"", "4"}) {
			t.Errorf("got %q after the connection was lost, want an empty notice and 4", got)
		}
		if got := gate(1); got[0] != "open" {
			t.Errorf("a listener for another kind got %q, want open", got)
		}
	})
}

// notify sends a notification to every process that listens for this kind.
func notify(t *testing.T, db *DB, kind, text string) {
	t.Helper()
	if _, err := db.pool.Exec(`SELECT pg_notify(`+channelName+`, $2)`, kind, text); err != nil {
		t.Errorf("sending a notice: %v, want no error", err)
	}
}

// disconnect ends the connections on which a process listens.
func disconnect(t *testing.T, db *DB) {
	t.Helper()
	_, err := db.pool.Exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1`, db.processName)
	check.OK(t, err)
}

// eachHost runs a test on PostgreSQL. open returns a host that shares the record. add also
// makes it listen for newer sessions.
func eachHost(t *testing.T, test func(t *testing.T, open func() *DB, add func() *DB)) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		if !open().IsShared() {
			return
		}
		test(t, open, func() *DB {
			db := open()
			go db.WatchSessions(t.Context())
			eventually(t, "the host listens", func() bool {
				n := 0
				check.OK(t, db.pool.QueryRow(`SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = $1`, db.processName).Scan(&n))
				return n > 0
			})
			return db
		})
	})
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for range 2000 {
		if holds() {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("want within 10 s: %s", what)
}

// running is a session for tests.
type running struct {
	replaced atomic.Bool
	end      func()
	waited   time.Duration
}

func begin(db *DB, limit time.Duration) (s *running, err error) {
	s, start := &running{}, time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	s.end, err = db.BeginSession(ctx, "ada", func() { s.replaced.Store(true) })
	s.waited = time.Since(start)
	return s, err
}

// A session ends the older one on another host, and begins when the older one has saved.
func TestDB_newestSessionRemains(t *testing.T) {
	eachHost(t, func(t *testing.T, _, add func() *DB) {
		a, b := add(), add()
		first, err := begin(a, time.Second)
		check.OK(t, err)
		const saving = 300 * time.Millisecond
		go func() {
			for !first.replaced.Load() {
				time.Sleep(time.Millisecond)
			}
			time.Sleep(saving)
			first.end()
		}()
		second, err := begin(b, 10*time.Second)
		check.OK(t, err)
		if second.waited < saving || second.replaced.Load() {
			t.Errorf("the second session waited %v, replaced %v, want at least %v, false", second.waited,
				second.replaced.Load(), saving)
		}
		disconnect(t, b) // sessions that begin meanwhile are noticed later
		third, err := begin(a, time.Second)
		eventually(t, "the second session is replaced", second.replaced.Load)
		second.end()
		third.end()
		n := -1
		check.OK(t, a.pool.QueryRow(`SELECT COUNT(*) FROM sessions`).Scan(&n))
		if n != 0 || len(a.running)+len(b.running) != 0 || err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %d sessions left, %v, %v, error %v, want none", n, a.running, b.running, err)
		}
	})
}

// A dead host delays no session. A host that does not answer delays one session, until the
// time limit.
func TestDB_deadHost(t *testing.T) {
	eachHost(t, func(t *testing.T, open, add func() *DB) {
		_, err := begin(open(), time.Second) // this host is dead: it does not listen
		check.OK(t, err)
		stuck, err := begin(add(), time.Second)
		if err != nil || stuck.waited > time.Second/2 {
			t.Errorf("after a dead host: got a wait of %v, error %v, want none", stuck.waited, err)
		}
		other := add()
		s, err := begin(other, time.Second/5)
		check.That(t, errors.Is(err, context.DeadlineExceeded) && stuck.replaced.Load(),
			"after a host that is stuck: got error %v, replaced %v, want %v, true", err, stuck.replaced.Load(),
			context.DeadlineExceeded)
		s.end()
		if s, err := begin(other, time.Second); err != nil || s.waited > time.Second/2 {
			t.Errorf("after it again: got a wait of %v, error %v, want none", s.waited, err)
		}
	})
}

// Purge removes the announcements of dead hosts, but not those of running sessions.
func TestDB_purgeRemovesSessions(t *testing.T) {
	eachHost(t, func(t *testing.T, open, add func() *DB) {
		_, err := begin(open(), time.Second) // on a dead host
		check.OK(t, err)
		db := add()
		s, err := begin(db, time.Second)
		check.OK(t, err)
		for _, want := range []int{1, 0} {
			check.OK(t, db.Purge())
			n := -1
			check.OK(t, db.pool.QueryRow(`SELECT COUNT(*) FROM sessions`).Scan(&n))
			check.That(t, n == want, "after Purge: got %d sessions, want %d", n, want)
			s.end()
		}
	})
}

// A whole class may log in at once: there are fewer connections than students.
func TestDB_manyAtOnce(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		db := open()
		var all sync.WaitGroup
		for range 300 {
			all.Go(func() {
				if _, err := db.StudentWithKey(context.Background(), "SHA256:ada"); err != nil {
					t.Errorf("StudentWithKey: %v, want no error", err)
				}
			})
		}
		all.Wait()
		if n := db.pool.Stats().OpenConnections; n > maxConnections {
			t.Errorf("got %d connections, want at most %d", n, maxConnections)
		}
	})
}
