package store

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// listener records the notices of a kind until the test ends.
type listener struct {
	mu      sync.Mutex
	notices []string
}

func listen(t *testing.T, db *DB, kind string) *listener {
	t.Helper()
	l := &listener{}
	var done sync.WaitGroup
	ctx, cancel := context.WithCancel(context.Background())
	done.Go(func() {
		db.Listen(ctx, kind, func(text string) error {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.notices = append(l.notices, text)
			return nil
		})
	})
	t.Cleanup(func() { cancel(); done.Wait() })
	return l
}

// hosts returns processes that share a record and report which sessions are replaced, or
// none if it is in SQLite.
func hosts(t *testing.T, open func() *DB, n int) (all []*DB) {
	t.Helper()
	for range n {
		db := open()
		if !isPostgres(db.where) {
			return nil
		}
		var done sync.WaitGroup
		ctx, cancel := context.WithCancel(context.Background())
		done.Go(func() { db.ReplaceSessions(ctx) })
		t.Cleanup(func() { cancel(); done.Wait() })
		all = append(all, db)
	}
	for _, db := range all {
		eventually(t, "the host listens", func() bool { return isListening(t, db) })
	}
	return all
}

func isListening(t *testing.T, db *DB) bool {
	t.Helper()
	n := 0
	check(t, db.sql.QueryRow(`SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = $1`, db.host).Scan(&n))
	return n > 0
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

// running is a session for tests. It ends when it is replaced.
type running struct {
	replaced atomic.Bool
	end      func()
}

func begin(t *testing.T, db *DB, limit time.Duration) (s *running, waited time.Duration, err error) {
	t.Helper()
	s, start := &running{}, time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	s.end, err = db.Begin(ctx, "ada", func() { s.replaced.Store(true) })
	return s, time.Since(start), err
}

// A session on another host ends the one before, and begins when that has saved.
func TestDB_newestSessionRemains(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		all := hosts(t, open, 2)
		if all == nil {
			return
		}
		first, _, err := begin(t, all[0], time.Second)
		check(t, err)
		const saving = 300 * time.Millisecond
		go func() {
			for !first.replaced.Load() {
				time.Sleep(time.Millisecond)
			}
			time.Sleep(saving)
			first.end()
		}()
		second, waited, err := begin(t, all[1], 10*time.Second)
		check(t, err)
		if waited < saving || second.replaced.Load() {
			t.Errorf("the second session waited %v, replaced %v, want at least %v, false", waited, second.replaced.Load(), saving)
		}
		disconnect(t, all[1]) // what is missed meanwhile is noticed later
		third, _, err := begin(t, all[0], time.Second/10)
		eventually(t, "the second session is replaced", second.replaced.Load)
		second.end()
		third.end()
		if last, waited, err := begin(t, all[1], time.Second); err != nil || waited > time.Second/2 {
			t.Errorf("with nobody there: got a wait of %v, error %v, want none", waited, err)
		} else {
			last.end()
		}
		n := -1
		check(t, all[0].sql.QueryRow(`SELECT COUNT(*) FROM sessions`).Scan(&n))
		if n != 0 || len(all[0].running)+len(all[1].running) != 0 {
			t.Errorf("got %d sessions left, %v, %v, want none", n, all[0].running, all[1].running)
		}
	})
}

// A host that is cut off or dead delays nobody, and one that does not answer only until
// the limit.
func TestDB_deadHost(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		all := hosts(t, open, 1)
		if all == nil {
			return
		}
		dead := open() // it does not listen
		_, _, err := begin(t, dead, time.Second)
		check(t, err)
		s, waited, err := begin(t, all[0], time.Second)
		if err != nil || waited > time.Second/2 {
			t.Errorf("after a dead host: got a wait of %v, error %v, want none", waited, err)
		}
		other := hosts(t, open, 1)[0]
		if _, waited, err := begin(t, other, time.Second/5); !errors.Is(err, context.DeadlineExceeded) || waited > time.Second {
			t.Errorf("after a host that is stuck: got a wait of %v, error %v, want %v", waited, err, context.DeadlineExceeded)
		}
		if !s.replaced.Load() {
			t.Error("the session of the stuck host is not replaced, want it to be")
		}
	})
}

// Of sessions that begin at the same time, one remains.
func TestDB_sessionsAtOnce(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		all := hosts(t, open, 3)
		if all == nil {
			return
		}
		for round := range 20 {
			var started sync.WaitGroup
			sessions := make([]*running, len(all))
			for i, db := range all {
				started.Go(func() {
					sessions[i] = &running{}
					end, err := db.Begin(t.Context(), "ada", func() { sessions[i].replaced.Store(true) })
					if err != nil {
						t.Errorf("Begin: %v, want no error", err)
					}
					for range 200 { // until it is replaced
						if sessions[i].replaced.Load() {
							end()
							return
						}
						time.Sleep(time.Millisecond)
					}
					sessions[i].end = end
				})
			}
			started.Wait()
			left := slices.DeleteFunc(sessions, func(s *running) bool { return s.end == nil })
			if len(left) != 1 {
				t.Fatalf("round %d: %d sessions remain, want 1", round, len(left))
			}
			left[0].end()
		}
	})
}

// got waits until there are n notices and returns all.
func (l *listener) got(t *testing.T, n int) []string {
	t.Helper()
	for range 2000 {
		l.mu.Lock()
		all := slices.Clone(l.notices)
		l.mu.Unlock()
		if len(all) >= n {
			return all
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("got %q, want %d notices", l.notices, n)
	return nil
}

// Notices reach every listener of their kind in the same order. A listener that was cut
// off connects again, and is told that it may have missed some.
func TestDB_notices(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		dbs := []*DB{open(), open()}
		a, b, other := listen(t, dbs[0], "board"), listen(t, dbs[1], "board"), listen(t, dbs[1], "gate")
		if !isPostgres(dbs[0].where) {
			check(t, dbs[0].Notify(context.Background(), "board", "x"))
			return
		}
		for _, l := range []*listener{a, b, other} {
			l.got(t, 1)
		}
		var all sync.WaitGroup
		for _, db := range dbs {
			all.Go(func() {
				for _, text := range []string{"é '", "2", "3"} {
					if err := db.Notify(context.Background(), "board", text); err != nil {
						t.Errorf("Notify: %v, want no error", err)
					}
				}
			})
		}
		all.Wait()
		if first, second := a.got(t, 7), b.got(t, 7); !slices.Equal(first, second) {
			t.Errorf("got notices %q and %q, want the same", first, second)
		}
		disconnect(t, dbs[0])
		if all := a.got(t, 8); all[7] != "" {
			t.Errorf("got %q after the connection was lost, want an empty notice", all[7])
		}
		check(t, dbs[1].Notify(context.Background(), "board", "4"))
		if all := a.got(t, 9); all[8] != "4" {
			t.Errorf("got %q after the connection was lost, want 4", all[8])
		}
		if all := other.got(t, 1); len(all) != 1 {
			t.Errorf("a listener for another kind got %q, want none", all)
		}
	})
}

// disconnect ends the connections on which a process listens.
func disconnect(t *testing.T, db *DB) {
	t.Helper()
	_, err := db.sql.Exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1`, db.host)
	check(t, err)
}

// A whole class may log in at once: there are fewer connections than students.
func TestDB_manyAtOnce(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		db := open()
		var all sync.WaitGroup
		for range 300 {
			all.Go(func() {
				if _, err := db.Keyed(context.Background(), "SHA256:ada"); err != nil {
					t.Errorf("Keyed: %v, want no error", err)
				}
			})
		}
		all.Wait()
		if n := db.sql.Stats().OpenConnections; n > maxConnections {
			t.Errorf("got %d connections, want at most %d", n, maxConnections)
		}
	})
}
