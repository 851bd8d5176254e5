package remote

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/testdata/support/hosttest"
)

// easel is a painter of a number, on a fake clock.
type easel struct {
	*painter
	number atomic.Int64
	views  atomic.Int64
	mu     sync.Mutex
	at     []time.Time // of each frame written
	last   string
}

func newEasel(t turns, w io.Writer) *easel {
	e := &easel{}
	whole := size{20, 2}
	if w == nil {
		w = e
	}
	e.painter = newPainter(w, t, newTerminal(whole, "xterm"), nil)
	e.view = func() (tea.View, size, bool) {
		e.views.Add(1)
		return tea.NewView(fmt.Sprintf("%08d", e.number.Load())), whole, true
	}
	return e
}

func (e *easel) Write(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.at, e.last = append(e.at, time.Now()), string(p)
	return len(p), nil
}

func (e *easel) set(n int64) {
	e.number.Store(n)
	e.changed()
}

// A change on a screen that rests is painted at once.
func TestAKeyIsPaintedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		e := newEasel(newTurns(1), nil)
		go func() { _ = e.run(ctx) }()
		for n := range int64(3) {
			time.Sleep(time.Second)
			pressed := time.Now()
			e.set(n + 1)
			synctest.Wait()
			if len(e.at) != int(n)+1 || e.at[n] != pressed {
				t.Fatalf("pressed at %v, painted at %v", pressed, e.at)
			}
		}
		cancel()
		<-e.done
	})
}

// However changes come, sixty frames a second are painted at most, and what is
// shown in the end is what there is.
func TestTheLastChangeIsAlwaysShown(t *testing.T) {
	for seed := range uint64(50) {
		synctest.Test(t, func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1))
			ctx, cancel := context.WithCancel(t.Context())
			e := newEasel(newTurns(1), nil)
			go func() { _ = e.run(ctx) }()
			began := time.Now()
			changes := 1 + r.IntN(300)
			for n := range changes {
				e.set(int64(n + 1))
				if r.IntN(3) > 0 {
					time.Sleep(time.Duration(r.IntN(30_000)) * time.Microsecond)
				}
			}
			took := time.Since(began)
			time.Sleep(2 * framePause)
			synctest.Wait()
			if n := e.terminal.shown.Content; n != fmt.Sprintf("%08d", changes) {
				t.Errorf("seed %d: after %d changes the screen shows %s", seed, changes, n)
			}
			if most := int64(took/framePause) + 2; e.views.Load() > most {
				t.Errorf("seed %d: painted %d times in %v, want %d at most", seed, e.views.Load(), took, most)
			}
			cancel()
			<-e.done
		})
	}
}

// Those who wait for a turn are served in the order in which they came, and who
// asks often waits as long as the others.
func TestTurnsAreFirstComeFirstServed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := newTurns(2)
		all.take(t.Context())
		all.take(t.Context())
		var served []int
		var mu sync.Mutex
		for i := range 20 {
			go func() {
				all.take(t.Context())
				mu.Lock()
				served = append(served, i)
				mu.Unlock()
				time.Sleep(time.Millisecond)
				all.give()
			}()
			synctest.Wait()
		}
		all.give()
		time.Sleep(time.Second)
		synctest.Wait()
		for i, n := range served {
			if i != n {
				t.Fatalf("served in the order %v", served)
			}
		}
		all.give()
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		full := newTurns(1)
		full.take(t.Context())
		if full.take(ended) {
			t.Error("a turn was taken under a context that has ended")
		}
	})
}

// A client that reads nothing holds no turn.
func TestAStalledReaderHoldsNoTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		r, w := io.Pipe()
		one := newTurns(1)
		slow, quick := newEasel(one, w), newEasel(one, nil)
		go func() { _ = slow.run(ctx) }()
		go func() { _ = quick.run(ctx) }()
		slow.set(1)
		synctest.Wait()
		quick.set(2)
		synctest.Wait()
		if !strings.Contains(quick.last, "2") {
			t.Errorf("beside a stalled reader another is shown %q", quick.last)
		}
		_ = r.Close()
		cancel()
		<-slow.done
		<-quick.done
	})
}

// sized counts the sizes it is told.
type sized struct {
	mirror
	told *atomic.Int64
}

func (s sized) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, ok := msg.(tea.WindowSizeMsg); ok {
		s.told.Add(1)
	}
	inner, cmd := s.mirror.Update(msg)
	s.mirror = inner.(mirror)
	return s, cmd
}

// A storm of window changes repaints ten times a second, and the last size is
// shown.
func TestAResizeStormRepaintsTenTimesASecond(t *testing.T) {
	told := &atomic.Int64{}
	h := start(t, func(c *Config) {
		c.New = func(context.Context, Client) (Opened, error) {
			return Opened{Model: sized{told: told}}, nil
		}
	})
	s := open(t, h, "ada", hosttest.NewKey(t))
	s.sees("size=80x24")
	told.Store(0)
	began := time.Now()
	for i := range uint32(600) {
		s.resize(40+i%50, 20+i%7)
		time.Sleep(time.Millisecond)
	}
	s.resize(123, 45)
	s.sees("123x45")
	if most := int64(time.Since(began)/resizePause) + 3; told.Load() > most {
		t.Errorf("the model was told %d sizes in %v, want %d at most", told.Load(), time.Since(began), most)
	}
}

// A model that is busy with a key holds no turn: others are painted.
func TestABusyModelHoldsNoTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		one, taken := newTurns(1), make(chan struct{})
		busy, other := newEasel(one, nil), newEasel(one, nil)
		busy.rest = func() { <-taken }
		for _, e := range []*easel{busy, other} {
			go func() { _ = e.run(ctx) }()
		}
		busy.set(1)
		synctest.Wait()
		other.set(1)
		synctest.Wait()
		if len(other.at) != 1 || len(busy.at) != 0 {
			t.Errorf("%d frames of the other, %d of the busy one", len(other.at), len(busy.at))
		}
		close(taken)
		synctest.Wait()
		if len(busy.at) != 1 {
			t.Error("the busy one is never painted")
		}
		cancel()
		<-busy.done
		<-other.done
	})
}
