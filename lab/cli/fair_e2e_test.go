//go:build e2e

package cli

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kernellab/testdata/support/hosttest"
)

// The key that goes one step on in a run, and the one that goes one back.
const right, left = "\x1b[C", "\x1b[D"

// stepKey returns the n-th key of a walk to and fro in a run. Each key changes the
// picture.
func stepKey(n int) string {
	if n/15%2 == 0 {
		return right
	}
	return left
}

// atRun logs a student in and goes to the run of 7.7 by keys alone. A client
// without a screen waits until no more output comes.
func atRun(h *hosttest.Host, l hosttest.Login) (*hosttest.Client, error) {
	l.Blind = true
	c, err := h.TryLogin(l)
	if err != nil {
		return nil, err
	}
	// The palette and the exercise, its sixth step, and out of the field.
	for _, keys := range []string{"", "\x107.7\r", "\x0e\x0e\x0e\x0e\x0e", "\x1b[27u"} {
		if err := settled(c, keys); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// settled types and waits until output has come and stopped.
func settled(c *hosttest.Client, keys string) error {
	before := c.Received()
	if keys == "" {
		before = 3500 // more than the screen of a first login, less than the contents
	}
	if err := c.TryType(keys); err != nil {
		return err
	}
	last, since := before, time.Now()
	for deadline := time.Now().Add(hosttest.Patience); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		now := c.Received()
		if now > before && now == last && time.Since(since) > 150*time.Millisecond {
			return nil
		}
		if now != last {
			last, since = now, time.Now()
		}
	}
	return errors.New("the screen did not come to rest")
}

// atRuns takes n students to the run.
func atRuns(t *testing.T, h *hosttest.Host, n int, l hosttest.Login) []*hosttest.Client {
	t.Helper()
	out := make([]*hosttest.Client, n)
	inParallel(n, 8, func(i int) {
		var err error
		if out[i], err = atRun(h, l); err != nil {
			t.Errorf("student %d on the way to the run: got error %v, want none", i, err)
		}
	})
	if t.Failed() {
		t.FailNow()
	}
	return out
}

// answerTimes has students press a key every quarter of a second, not all at the
// same time, and returns the sorted times from each key to the first byte.
func answerTimes(t *testing.T, students []*hosttest.Client, span time.Duration) []time.Duration {
	t.Helper()
	var mu sync.Mutex
	var all []time.Duration
	end := time.Now().Add(span)
	inParallel(len(students), len(students), func(i int) {
		time.Sleep(rand.N(250 * time.Millisecond))
		for n := 0; time.Now().Before(end); n++ {
			took, err := answerTime(students[i], stepKey(n))
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			all = append(all, took)
			mu.Unlock()
			time.Sleep(250*time.Millisecond - took)
		}
	})
	slices.Sort(all)
	return all
}

func answerTime(c *hosttest.Client, key string) (time.Duration, error) {
	before, pressed := c.Received(), time.Now()
	if err := c.TryType(key); err != nil {
		return 0, err
	}
	for c.Received() == before {
		if time.Since(pressed) > hosttest.Patience {
			return 0, errors.New("a key was not answered")
		}
		time.Sleep(time.Millisecond)
	}
	return time.Since(pressed), nil
}

// While twenty students type keys that cannot be merged a thousand times a second, others on
// that run get an answer within ten times the aim. testdata/bench/host.sh measures what they
// notice of students who hold a key or resize their windows without end.
func TestHost_isFair(t *testing.T) {
	nightly(t)
	const aim = 60 * time.Millisecond
	h := hosttest.Start(t, hosttest.Options{})
	honest := atRuns(t, h, 10, hosttest.Login{})
	done := make(chan struct{})
	defer close(done)
	for i, c := range atRuns(t, h, 20, hosttest.Login{}) {
		// Zoom, the end of the run, the palette, and turns of the wheel in alternating directions.
		keys := []string{"z", "$f0", "\x10\x1b[27u", "\x1b[<64;90;20M\x1b[<65;90;20M"}[i%4]
		go func() {
			for c.TryType(strings.Repeat(keys, 1+50/len(keys))) == nil {
				select {
				case <-done:
					return
				case <-time.After(50 * time.Millisecond):
				}
			}
		}()
	}
	times := answerTimes(t, honest, 3*time.Second)
	p99 := times[len(times)*99/100]
	t.Logf("%d keys, p50 %v, p99 %v (aim %v)", len(times), times[len(times)/2], p99, aim)
	if p99 > 10*aim {
		t.Errorf("the 99th of 100 keys was answered after %v, want at most %v", p99, 10*aim)
	}
}
