package remote

import (
	"log/slog"
	"runtime/debug"
)

// Watch is deferred around what runs for the whole host and for no session, in
// goroutines and timers of its own: a panic there is logged as panics of
// sessions are, without its words, and counted, and the host goes on. The zero
// Watch keeps the panic to itself.
type Watch struct {
	Log     *slog.Logger
	Metrics *Metrics
}

// Guard is what to defer.
func (w Watch) Guard() {
	if value := recover(); value != nil {
		w.tell("panic in the host", value, debug.Stack())
	}
}

// Guarded is what a timer calls.
func (w Watch) Guarded(do func()) func() {
	return func() {
		defer w.Guard()
		do()
	}
}

func (w Watch) tell(what string, value any, stack []byte) {
	if w.Metrics != nil {
		w.Metrics.panics.Inc()
	}
	if w.Log != nil {
		w.Log.Error(what, panicked(value, stack))
	}
}
