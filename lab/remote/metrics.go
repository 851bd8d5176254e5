package remote

import (
	"fmt"
	"log/slog"
	"net/http"
	runtimemetrics "runtime/metrics"
	"sync"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"golang.org/x/time/rate"
)

// Reason is the reason why a client was refused.
type Reason string

// The reasons for refusing a client, as logs and metrics name them.
const (
	ReasonOldest     Reason = "oldest_waiting" // this was the oldest of too many connections without a session
	ReasonLate       Reason = "late"           // no session began in time
	ReasonHandshake  Reason = "handshake"      // the handshake failed or ran out of time
	ReasonFull       Reason = "full"           // all sessions are taken
	ReasonClosing    Reason = "closing"        // the host closes
	ReasonNoKey      Reason = "no_key"         // no key, and the host requires one
	ReasonNewKey     Reason = "new_key"        // a new key, and the host has reached its limit of keys
	ReasonNotJoined  Reason = "not_joined"     // asks for the work of a key that has never joined
	ReasonNoTerminal Reason = "no_terminal"    // no terminal, or one that cannot place its cursor
	ReasonCommand    Reason = "command"        // a command instead of a session
	ReasonNoLab      Reason = "no_lab"         // the lab could not be opened
	ReasonSecond     Reason = "second_session" // a second session of one connection
	ReasonOften      Reason = "often"          // a key logs in too often, or too many new keys come from one network
	ReasonNoSession  Reason = "no_session"     // logged in for something else, such as files or forwarding
)

// Results of logins.
const (
	loginKey    = "key"    // admitted with a key
	loginNoKey  = "no_key" // admitted without a key, to receive an explanation
	loginFailed = "failed" // ended or was refused before it was complete
)

// Metrics holds the counters of one host, in a set of their own instead of the default set of package
// metrics. No label contains text from a client.
type Metrics struct {
	set *metrics.Set

	sessions   *metrics.Gauge
	panics     *metrics.Counter
	keyToFrame *metrics.PrometheusHistogram // seconds from the press of a key to the next output

	// For the code that saves the work of clients.
	Saves       *metrics.PrometheusHistogram // duration of each save in seconds
	FailedSaves *metrics.Counter
}

// NewMetrics returns metrics in which all counters exist and are zero, except those of
// [Metrics.Failures] and [Metrics.Answers], which exist after their first call.
func NewMetrics() *Metrics {
	s := metrics.NewSet()
	seconds := func(name string) *metrics.PrometheusHistogram {
		return s.NewPrometheusHistogramExt(name, []float64{.001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10})
	}
	m := &Metrics{
		set:         s,
		sessions:    s.NewGauge("kernellab_sessions", nil),
		panics:      s.NewCounter("kernellab_panics_total"),
		keyToFrame:  seconds("kernellab_key_to_frame_seconds"),
		Saves:       seconds("kernellab_save_seconds"),
		FailedSaves: s.NewCounter("kernellab_failed_saves_total"),
	}
	s.NewGauge("go_gc_heap_live_bytes", liveHeap)
	for _, result := range []string{loginKey, loginNoKey, loginFailed} {
		m.logins(result)
	}
	for _, reason := range []endReason{endedItself, endedIdle, endedByHost, endedStalled, endedByClient, endedByFault,
		endedByNewer} {
		m.endings(reason)
	}
	for _, reason := range []Reason{
		ReasonOldest, ReasonLate, ReasonHandshake, ReasonFull, ReasonClosing, ReasonNoKey, ReasonNewKey,
		ReasonNotJoined, ReasonNoTerminal, ReasonCommand, ReasonNoLab, ReasonSecond, ReasonOften, ReasonNoSession,
	} {
		m.refusals(reason)
	}
	return m
}

// liveHeap returns the number of bytes that the last garbage collection found in use.
func liveHeap() float64 {
	live := []runtimemetrics.Sample{{Name: "/gc/heap/live:bytes"}}
	runtimemetrics.Read(live)
	return float64(live[0].Value.Uint64())
}

// Gauge adds a metric whose value is read at every request for /metrics.
func (m *Metrics) Gauge(name string, read func() float64) { m.set.NewGauge(name, read) }

// Failures returns the counter of failed transactions of a kind.
func (m *Metrics) Failures(kind string) *metrics.Counter {
	return m.set.GetOrCreateCounter(fmt.Sprintf("kernellab_failed_transactions_total{kind=%q}", kind))
}

// Answers returns the counter of judged answers to an exercise. Each exercise adds two counters, so
// there must be few exercises.
func (m *Metrics) Answers(exercise string, accepted bool) *metrics.Counter {
	name := fmt.Sprintf(`kernellab_answers_total{exercise=%q,accepted="%t"}`, exercise, accepted)
	return m.set.GetOrCreateCounter(name)
}

// logins returns the counter of logins with the given result.
func (m *Metrics) logins(result string) *metrics.Counter {
	return m.set.GetOrCreateCounter(fmt.Sprintf("kernellab_logins_total{result=%q}", result))
}

// endings returns the counter of sessions that ended for the given reason.
func (m *Metrics) endings(reason endReason) *metrics.Counter {
	return m.set.GetOrCreateCounter(fmt.Sprintf("kernellab_sessions_closed_total{reason=%q}", reason))
}

// refusals returns the counter of clients that were refused for the given reason.
func (m *Metrics) refusals(reason Reason) *metrics.Counter {
	return m.set.GetOrCreateCounter(fmt.Sprintf("kernellab_refused_total{reason=%q}", reason))
}

// Handler serves /metrics, /livez, which answers while the process runs, and /readyz,
// which reports whether the host can accept clients. ready returns nil or the reason
// why it cannot.
func (m *Metrics) Handler(ready func() error) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		m.set.WritePrometheus(w)
		metrics.WriteProcessMetrics(w)
	})
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "alive") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		if err := ready(); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ready")
	})
	return mux
}

// Refusal is an error that refuses a client: its reason, and a sentence for the client.
// [Config.New] may return it. The text of any other error is not shown.
type Refusal struct {
	Reason   Reason
	Sentence string
}

func (r *Refusal) Error() string { return r.Sentence }

// refusalLog counts and logs refused clients. It writes at most one line per second for
// each reason, since one line per client would let an attack fill the disk.
type refusalLog struct {
	metrics  *Metrics
	log      *slog.Logger
	mu       sync.Mutex
	byReason map[Reason]*unloggedRefusals
}

// unloggedRefusals counts refusals for one reason that are not in the log yet.
type unloggedRefusals struct {
	count int
	lines rate.Sometimes // limits the lines in the log
}

func newRefusalLog(m *Metrics, log *slog.Logger) *refusalLog {
	return &refusalLog{metrics: m, log: log, byReason: map[Reason]*unloggedRefusals{}}
}

func (r *refusalLog) add(reason Reason) {
	r.metrics.refusals(reason).Inc()
	r.mu.Lock()
	defer r.mu.Unlock()
	u := r.byReason[reason]
	if u == nil {
		u = &unloggedRefusals{lines: rate.Sometimes{Interval: time.Second}}
		r.byReason[reason] = u
	}
	u.count++
	u.lines.Do(func() { r.write(reason, u) })
}

// flush logs all refusals that are not in the log yet.
func (r *refusalLog) flush() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for reason, u := range r.byReason {
		if u.count > 0 {
			r.write(reason, u)
		}
	}
}

func (r *refusalLog) write(reason Reason, u *unloggedRefusals) {
	r.log.Warn("refused", "why", string(reason), "count", u.count)
	u.count = 0
}
