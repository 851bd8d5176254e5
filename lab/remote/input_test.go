package remote

import (
	"context"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
)

// pumped runs a pump on a fake clock, writing each piece after a pause, and
// returns what arrived and when the last of it did.
func pumped(t *testing.T, pause time.Duration, pieces ...string) (got []string, last time.Duration) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		start := time.Now()
		chunks := make(chan []byte)
		p := &pump{
			send: func(m tea.Msg) {
				got = append(got, describe(m))
				last = time.Since(start)
			},
			active: func() {}, odd: func() {}, rate: newBucket(),
		}
		go readAll(t.Context(), r, chunks)
		go func() {
			for _, piece := range pieces {
				_, _ = io.WriteString(w, piece)
				time.Sleep(pause)
			}
			_ = w.Close()
		}()
		p.run(t.Context(), chunks)
	})
	return got, last
}

func TestPumpWaitsForTheRestOfASequence(t *testing.T) {
	for _, c := range []struct {
		name  string
		pause time.Duration
		want  string
	}{
		{"in time", 20 * time.Millisecond, "up"},
		{"too late", 200 * time.Millisecond, "esc [ A"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _ := pumped(t, c.pause, "\x1b", "[A")
			if strings.Join(got, " ") != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestPumpEndsAPasteThatHasNoEnd(t *testing.T) {
	got, _ := pumped(t, 10*time.Second, pasteStart+"abc", "x")
	if !slices.Equal(got, []string{"paste(abc)", "x"}) {
		t.Errorf("got %q", got)
	}
}

func TestPumpHoldsTheRate(t *testing.T) {
	got, last := pumped(t, 0, strings.Repeat("a", 400))
	if len(got) != 400 {
		t.Fatalf("%d keys arrived, want all 400", len(got))
	}
	// 100 at once and 300 at 50 a second.
	if last < 5900*time.Millisecond || last > 6100*time.Millisecond {
		t.Errorf("the last key came after %v on the fake clock, want 6s", last)
	}
}

func TestPumpDropsMouseMovementOverTheRate(t *testing.T) {
	got, last := pumped(t, 0, strings.Repeat("\x1b[<35;10;5M", 1000)+"q")
	if len(got) > eventBurst+1 || got[len(got)-1] != "q" {
		t.Errorf("%d events arrived, the last %q", len(got), got[len(got)-1])
	}
	if last > time.Second {
		t.Errorf("the key came after %v on the fake clock", last)
	}
}

// What follows the end of a session is still read, so that its end is seen.
func TestReaderDrainsAfterTheSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		r, w := io.Pipe()
		var ended atomic.Bool
		go func() {
			readAll(ctx, r, make(chan []byte))
			ended.Store(true)
		}()
		cancel()
		for range 100 {
			_, _ = io.WriteString(w, "more")
		}
		_ = w.Close()
		synctest.Wait()
		if !ended.Load() {
			t.Error("the reader did not see the end")
		}
	})
}

func TestPatientWriterReportsAStall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		stalled := 0
		out := patientWriter{w, stallLimit, func() {
			stalled++
			_ = w.CloseWithError(io.ErrClosedPipe)
		}}
		go func() { // reads two pieces slowly, then no more
			buf := make([]byte, writeChunk)
			for range 2 {
				time.Sleep(stallLimit - time.Second)
				_, _ = io.ReadFull(r, buf)
			}
		}()
		n, err := out.Write(make([]byte, 5*writeChunk))
		if err == nil || stalled != 1 || n != 2*writeChunk {
			t.Errorf("wrote %d with error %v and %d stalls, want two pieces, an error, one stall", n, err, stalled)
		}
	})
}
