package remote

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kernellab/lab/store"
	"kernellab/testdata/support/hosttest"
	"kernellab/testdata/support/postgrestest"
)

// classHost is a host of a class that keeps its record in PostgreSQL.
type classHost struct {
	*host
	crash context.CancelFunc // ends its connection, so that other hosts find it dead
}

// startClass starts a host. saving is how long it takes to save.
func startClass(t *testing.T, where string, saving time.Duration) classHost {
	t.Helper()
	db := store.Open(where, store.NoQuota)
	check(t, db.Connect(t.Context()))
	ctx, crash := context.WithCancel(context.Background())
	t.Cleanup(func() {
		crash()
		check(t, db.Close())
	})
	go db.ReplaceSessions(ctx)
	h := start(t, func(c *Config) {
		open := c.New
		c.New = func(ctx context.Context, client Client) (Lab, error) {
			lab, err := open(ctx, client)
			save := lab.Leave
			lab.Leave = func() error { time.Sleep(saving); return save() }
			return lab, err
		}
		c.Begin = func(ctx context.Context, client Client, replaced func()) (func(), error) {
			return db.Begin(ctx, client.ID, replaced)
		}
	})
	return classHost{h, crash}
}

// The newest session of a key ends the session on another host, and is opened when that one
// has saved. A host that has crashed delays nobody.
func TestServer_takesOverFromOtherHost(t *testing.T) {
	where := postgrestest.Schema(t)
	if where == "" {
		return
	}
	const saving = 300 * time.Millisecond
	a, b := startClass(t, where, saving), startClass(t, where, saving)
	key := hosttest.NewKey(t)
	first := open(t, a.host, "ada", key)
	first.sees("size=80x24")
	var before atomic.Int64
	opened := b.config.New
	b.config.New = func(ctx context.Context, c Client) (Lab, error) {
		before.Store(int64(a.savesOf(first)))
		return opened(ctx, c)
	}
	second := open(t, b.host, "ada", key)
	second.sees("size=80x24")
	if first.exits(); !strings.Contains(first.err.String(),
		"You logged in from elsewhere; this session has ended. Your progress is kept under your key.") {
		t.Errorf("the first session: got %q, want the reason", first.err.String())
	}
	first.mustBeRestored()
	if n := before.Load(); n != 1 {
		t.Errorf("before the second session was opened, the first had saved %d times, want once", n)
	}
	other := enter(t, a.host, "bob")
	b.crash()
	begun := time.Now()
	third := open(t, a.host, "ada", key)
	third.sees("size=80x24")
	if took := time.Since(begun); took > time.Second {
		t.Errorf("after a crash of the other host the login took %v, want at most 1s", took)
	}
	for _, s := range []*student{third, other} {
		s.typed("q")
		s.exits()
	}
}

// A session that cannot be announced in time begins nevertheless. It ends the session on
// another host when the database answers again.
func TestServer_takesOverLater(t *testing.T) {
	where := postgrestest.Schema(t)
	if where == "" {
		return
	}
	a, b := startClass(t, where, 0), startClass(t, where, 0)
	key := hosttest.NewKey(t)
	first := open(t, a.host, "ada", key)
	first.sees("size=80x24")
	db, err := sql.Open("pgx", where)
	check(t, err)
	defer db.Close()
	tx, err := db.Begin()
	check(t, err)
	_, err = tx.Exec(`LOCK TABLE sessions`) // nobody can read it either
	check(t, err)
	second := open(t, b.host, "ada", key)
	second.sees("size=80x24")
	if got := first.err.String(); got != "" {
		t.Fatalf("while the database does not answer: got %q for the first session, want nothing", got)
	}
	check(t, tx.Rollback())
	if first.exits(); !strings.Contains(first.err.String(), "You logged in from elsewhere") {
		t.Errorf("the first session: got %q, want the reason", first.err.String())
	}
	second.typed("q")
	second.exits()
	n := -1
	check(t, db.QueryRow(`SELECT COUNT(*) FROM sessions`).Scan(&n))
	if got := second.err.String(); got != "" || n != 0 {
		t.Errorf("the second session: got %q and %d rows, want none", got, n)
	}
}

// If sessions of a key begin at the same time on several hosts, one of them remains.
func TestServer_hostsAtOnce(t *testing.T) {
	where := postgrestest.Schema(t)
	if where == "" {
		return
	}
	hosts := []classHost{startClass(t, where, 0), startClass(t, where, 0), startClass(t, where, 0)}
	key := hosttest.NewKey(t)
	for range 10 {
		all := make([]*student, len(hosts))
		for i, h := range hosts {
			all[i] = dial(t, h.host, "ada", key)
			all[i].pty("xterm", 80, 24)
		}
		for _, s := range all {
			go s.shell()
		}
		var left []*student
		eventually(t, "one session remains", func() bool {
			left = slices.DeleteFunc(slices.Clone(all), func(s *student) bool {
				return strings.Contains(s.err.String(), "You logged in from elsewhere")
			})
			running := 0
			for _, h := range hosts {
				running += h.sessions.count()
			}
			return len(left) == 1 && running == 1
		})
		left[0].sees("size=80x24")
		left[0].typed("q")
		left[0].exits()
	}
}

// A session that cannot be announced begins nevertheless. A session that is replaced on
// another host tells the student why, and reports its end after it has saved.
func TestServer_announcesSessions(t *testing.T) {
	var replace atomic.Pointer[func()]
	var saves atomic.Int64
	saved := make(chan int64, 1)
	h := start(t, func(c *Config) {
		c.New = func(context.Context, Client) (Lab, error) {
			return Lab{Model: mirror{}, Leave: func() error { saves.Add(1); return nil }}, nil
		}
		c.Begin = func(_ context.Context, _ Client, replaced func()) (func(), error) {
			if replace.Swap(&replaced) == nil {
				return nil, errors.New("/secret/path")
			}
			return func() { saved <- saves.Load() }, nil
		}
	})
	first := enter(t, h, "ada")
	first.typed("q")
	first.exits()
	eventually(t, "the fault is in the log", func() bool { return strings.Contains(h.log.String(), "may not have ended") })
	if strings.Contains(h.log.String(), "secret") {
		t.Errorf("got log %s, want it without the text of the error", h.log.String())
	}
	second := enter(t, h, "bob")
	(*replace.Load())()
	if second.exits(); !strings.Contains(second.err.String(), "You logged in from elsewhere") {
		t.Errorf("got %q, want the reason", second.err.String())
	}
	if n := <-saved; n != 2 {
		t.Errorf("saved %d times when the end was reported, want twice", n)
	}
}
