package remote

import (
	"io"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// writeChunk is what has to get through within the limit: 400 bytes a second
// is enough to keep a session.
const writeChunk = 4 << 10

// patientWriter writes in small pieces and calls stalled when one of them
// takes longer than limit. Stalled must make the blocked write return.
type patientWriter struct {
	out     io.Writer
	limit   time.Duration
	stalled func()
}

var _ io.Writer = patientWriter{}

func (w patientWriter) Write(p []byte) (written int, err error) {
	for len(p) > 0 && err == nil {
		var n int
		n, err = w.writeOnce(p[:min(len(p), writeChunk)])
		written += n
		p = p[n:]
	}
	return written, err
}

func (w patientWriter) writeOnce(p []byte) (int, error) {
	watch := time.AfterFunc(w.limit, w.stalled)
	defer watch.Stop()
	n, err := w.out.Write(p)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	return n, err
}

// timedWriter measures how long it takes from a key to the first byte of its
// answer.
type timedWriter struct {
	out     io.Writer
	seconds prometheus.Histogram
	asked   atomic.Int64 // when the oldest key without an answer came; 0 if there is none
}

// pressed says that a key is on its way to the program.
func (w *timedWriter) pressed() { w.asked.CompareAndSwap(0, time.Now().UnixNano()) }

func (w *timedWriter) Write(p []byte) (int, error) {
	n, err := w.out.Write(p)
	if asked := w.asked.Swap(0); asked != 0 {
		w.seconds.Observe(time.Since(time.Unix(0, asked)).Seconds())
	}
	return n, err
}
