package remote

import (
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"golang.org/x/time/rate"
)

// Reason is the reason why a client was refused.
type Reason string

// The reasons for refusing a client, as logs and metrics name them.
const (
	ReasonOldest     Reason = "oldest_waiting" // too many connections had no session, and this was the oldest
	ReasonLate       Reason = "late"           // no session in time
	ReasonHandshake  Reason = "handshake"      // the handshake failed or ran out of time
	ReasonFull       Reason = "full"           // all sessions are taken
	ReasonClosing    Reason = "closing"        // the host closes
	ReasonNoKey      Reason = "no_key"         // no key, and the host requires one
	ReasonNewKey     Reason = "new_key"        // a new key, and the host has reached its limit of keys
	ReasonNoTerminal Reason = "no_terminal"    // no terminal to draw on, or a dumb one
	ReasonCommand    Reason = "command"        // a command instead of a session
	ReasonNoLab      Reason = "no_lab"         // the lab could not be opened
	ReasonSecond     Reason = "second_session" // a second session of one connection
	ReasonOften      Reason = "often"          // one key logs in too often
	ReasonNoSession  Reason = "no_session"     // logged in for something else, such as files or forwarding
)

// Results of logins.
const (
	loginKey    = "key"    // admitted with a key
	loginNoKey  = "no_key" // admitted without a key, to receive an explanation
	loginFailed = "failed" // ended or was refused before it was complete
)

// Metrics holds the counters of one host, in a registry of its own. No label contains
// text from a client.
type Metrics struct {
	registry *prometheus.Registry

	sessions, waiting       prometheus.Gauge
	logins, closed, refused *prometheus.CounterVec
	panics                  prometheus.Counter
	keyToFrame              prometheus.Histogram

	// For the code that saves the work of clients.
	Saves       prometheus.Histogram // seconds of an attempt
	FailedSaves prometheus.Counter
	SetAside    prometheus.Counter // files that could not be used
}

// NewMetrics returns metrics with all labels, at zero.
func NewMetrics() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		sessions: prometheus.NewGauge(prometheus.GaugeOpts{Name: "kernellab_sessions", Help: "Sessions that run."}),
		waiting: prometheus.NewGauge(
			prometheus.GaugeOpts{Name: "kernellab_waiting_connections", Help: "Connections without a session."},
		),
		logins:  newCounts("kernellab_logins_total", "Logins by result.", "result"),
		closed:  newCounts("kernellab_sessions_closed_total", "Sessions that ended, by reason.", "reason"),
		refused: newCounts("kernellab_refused_total", "Clients that were not let in, by reason.", "reason"),
		panics:  newCount("kernellab_panics_total", "Panics that were caught."),

		keyToFrame:  newSeconds("kernellab_key_to_frame_seconds", "Time from a key to the first byte of its answer."),
		Saves:       newSeconds("kernellab_save_seconds", "Time of an attempt to save."),
		FailedSaves: newCount("kernellab_failed_saves_total", "Attempts to save that failed."),
		SetAside: newCount("kernellab_set_aside_total",
			"Files of students that could not be used and were set aside."),
	}
	m.registry.MustRegister(m.sessions, m.waiting, m.logins, m.closed, m.refused, m.panics, m.keyToFrame, m.Saves,
		m.FailedSaves, m.SetAside,
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		collectors.NewGoCollector(
			collectors.WithGoCollectorRuntimeMetrics(
				collectors.GoRuntimeMetricsRule{Matcher: regexp.MustCompile("^/gc/heap/live:bytes$")},
			),
		))
	for _, how := range []string{loginKey, loginNoKey, loginFailed} {
		m.logins.WithLabelValues(how)
	}
	for _, why := range []ending{byItself, byIdle, byHost, byStall, byClient, byFault, byNewer} {
		m.closed.WithLabelValues(string(why))
	}
	for _, why := range []Reason{
		ReasonOldest, ReasonLate, ReasonHandshake, ReasonFull, ReasonClosing, ReasonNoKey, ReasonNewKey,
		ReasonNoTerminal, ReasonCommand, ReasonNoLab, ReasonSecond, ReasonOften, ReasonNoSession,
	} {
		m.refused.WithLabelValues(string(why))
	}
	return m
}

func newCount(name, help string) prometheus.Counter {
	return prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
}

func newCounts(name, help, label string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, []string{label})
}

func newSeconds(name, help string) prometheus.Histogram {
	return prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: name, Help: help, Buckets: []float64{.001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10},
	})
}

// Handler serves /metrics, /livez, which answers while the process runs, and /readyz,
// which reports whether the host can accept clients. ready returns nil or the reason
// why it cannot.
func (m *Metrics) Handler(ready func() error) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "alive\n") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		if err := ready(); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, "ready\n")
	})
	return mux
}

// loggedIn counts a login by its result.
func (m *Metrics) loggedIn(how string) { m.logins.WithLabelValues(how).Inc() }

// Refusal is an error that refuses a client: its reason, and a sentence for the client.
// [Config.New] may return it. The text of any other error is not shown.
type Refusal struct {
	Why      Reason
	Sentence string
}

func (r *Refusal) Error() string { return r.Sentence }

// refusals counts and logs refused clients. It writes at most one line per second for
// each reason, since one line per client would let an attack fill the disk.
type refusals struct {
	metrics *Metrics
	log     *slog.Logger
	mu      sync.Mutex
	by      map[Reason]*unlogged
}

// unlogged counts refusals that are not in the log yet.
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

// flush logs all refusals that are not in the log yet.
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
