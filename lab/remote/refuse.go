package remote

import (
	"log/slog"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Refusal is why a client may not come in, in a sentence for them. It is an
// error that [Config.New] may return; the text of any other stays hidden.
type Refusal struct {
	Why      Reason
	Sentence string
}

func (r *Refusal) Error() string { return r.Sentence }

// refusals counts clients that are not let in and logs them, for each reason at
// most one line a second: a line for each would let an attack fill the disk.
type refusals struct {
	metrics *Metrics
	log     *slog.Logger
	mu      sync.Mutex
	by      map[Reason]*unlogged
}

// unlogged is how many refusals are not in the log yet.
type unlogged struct {
	count int
	lines rate.Sometimes
}

func newRefusals(m *Metrics, log *slog.Logger) *refusals {
	return &refusals{metrics: m, log: log, by: map[Reason]*unlogged{}}
}

func (r *refusals) add(why Reason) {
	r.metrics.refused.WithLabelValues(string(why)).Inc()
	r.mu.Lock()
	defer r.mu.Unlock()
	u := r.by[why]
	if u == nil {
		u = &unlogged{lines: rate.Sometimes{Interval: time.Second}}
		r.by[why] = u
	}
	u.count++
	u.lines.Do(func() { r.write(why, u) })
}

// flush logs what is not in the log yet.
func (r *refusals) flush() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for why, u := range r.by {
		if u.count > 0 {
			r.write(why, u)
		}
	}
}

func (r *refusals) write(why Reason, u *unlogged) {
	r.log.Warn("refused", "why", string(why), "count", u.count)
	u.count = 0
}
