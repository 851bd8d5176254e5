package remote

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/testdata/support/check"
)

// takeTurns takes turns of the given length, one after another, until the context ends.
func takeTurns(ctx context.Context, u *usage, length time.Duration) {
	for {
		end, ok := u.awaitTurn(ctx)
		if !ok {
			return
		}
		time.Sleep(length)
		end()
	}
}

// However many sessions take turns all the time, a session that rarely does waits for at
// most one turn that has begun. The busy ones share the time equally.
func TestTurns_areFair(t *testing.T) {
	for _, n := range []int{1, 2, 4} {
		t.Run(fmt.Sprintf("%d at a time", n), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				const length = 10 * time.Millisecond
				ctx, stop := context.WithCancel(t.Context())
				shared := newScheduler(n)
				busy := make([]*usage, 20)
				var running sync.WaitGroup
				for i := range busy {
					busy[i] = &usage{scheduler: shared}
					running.Go(func() { takeTurns(ctx, busy[i], length) })
				}
				honest := &usage{scheduler: shared}
				time.Sleep(time.Second + length/2) // in the middle of a turn
				if waiting, taken := shared.turnCounts(); taken != n || waiting != len(busy)-n {
					t.Errorf("got %d turns waiting and %d taken, want %d and %d", waiting, taken, len(busy)-n, n)
				}
				for range 200 {
					time.Sleep(107 * time.Millisecond)
					asked := time.Now()
					end, _ := honest.awaitTurn(ctx)
					if waited := time.Since(asked); waited > length {
						t.Errorf("a rare turn waited %v, want at most %v", waited, length)
					}
					time.Sleep(time.Millisecond)
					end()
				}
				stop()
				running.Wait()
				var used []float64
				for _, a := range busy {
					used = append(used, a.recentSeconds())
				}
				if least, most := slices.Min(used), slices.Max(used); most-least > 2*length.Seconds() {
					t.Errorf("the busy sessions used %v to %v seconds, want equal shares", least, most)
				}
			})
		})
	}
}

// No more turns are taken at one time than allowed, and the others know their place.
func TestTurn_place(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shared := newScheduler(2)
		var ctxs []context.Context
		var cancels []func()
		taken := 0
		for i := range 5 {
			ctx, cancel := context.WithCancel(context.WithValue(t.Context(), computeKey{}, &usage{scheduler: shared}))
			ctxs, cancels = append(ctxs, ctx), append(cancels, cancel)
			go func() {
				end, ok := AwaitTurn(ctx)
				if ok {
					defer end()
					taken++
					<-ctx.Done()
				}
			}()
			synctest.Wait()
			if want := max(0, i-1); QueuePosition(ctx) != want {
				t.Errorf("session %d: Place = %d, want %d", i, QueuePosition(ctx), want)
			}
		}
		check.That(t, taken == 2, "%d computations run, want 2", taken)
		cancels[2]() // leaves the queue
		synctest.Wait()
		check.Equal(t, QueuePosition(ctxs[3]), 1, "after the first in the queue left: Place")
		cancels[0]() // ends its computation
		synctest.Wait()
		check.That(t, taken == 3 && QueuePosition(ctxs[3]) == 0 && QueuePosition(ctxs[4]) == 1,
			"after a computation ended: got %d begun, places %d and %d, want 3, 0 and 1", taken, QueuePosition(ctxs[3]),
			QueuePosition(ctxs[4]))
		for _, cancel := range cancels {
			cancel()
		}
	})
	if _, ok := AwaitTurn(t.Context()); !ok {
		t.Error("without a host, a computation waited")
	}
}

// slow is a model whose every message takes a while, as keys that cannot be merged do.
type slow struct {
	mirror
	each time.Duration
}

func (s slow) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, ok := msg.(tea.KeyPressMsg); ok {
		time.Sleep(s.each)
	}
	inner, cmd := s.mirror.Update(msg)
	s.mirror = inner.(mirror)
	return s, cmd
}

// A turn ends after some milliseconds, even if a thousand keys are waiting. The rest
// waits for the next turn and arrives in order.
func TestShield_limitsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var longest time.Duration
		s := &shield{alarm: newAlarm(func(any, []byte) {}), inner: slow{each: time.Millisecond},
			turn: func(work func()) {
				began := time.Now()
				work()
				longest = max(longest, time.Since(began))
			}}
		var input inputMessages
		for i := range maxQueuedMessages {
			input = append(input, tea.KeyPressMsg{Code: rune('a' + i%26), Text: string(rune('a' + i%26))})
		}
		rest := make(chan inputMessages, 1)
		for len(input) > 0 {
			s.Update(inputEvent{input, rest})
			input = <-rest
		}
		if longest > inputTurnLimit+time.Millisecond {
			t.Errorf("a turn took %v, want %v", longest, inputTurnLimit)
		}
		if got, want := s.inner.(slow).keys, "stuvwxyzabcdefghijkl"; got != want {
			t.Errorf("the last keys are %q, want %q", got, want)
		}
	})
}

// A session handles no key before it has its turn.
func TestServer_sessionsTakeTurns(t *testing.T) {
	h := start(t, nil)
	s, ends := enter(t, h, "ada"), []func(){}
	for range h.drawing.maxTurns {
		end, _ := (&usage{scheduler: h.drawing}).awaitTurn(t.Context())
		ends = append(ends, end)
	}
	s.typed("x\r")
	eventually(t, "the key waits", func() bool { waiting, _ := h.drawing.turnCounts(); return waiting > 0 })
	if strings.Contains(s.out.String(), "echo=x") {
		t.Error("a key was answered while others had all turns, want it to wait")
	}
	for _, end := range ends {
		end()
	}
	s.sees("echo=x")
}
