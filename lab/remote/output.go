package remote

import (
	"errors"
	"io"
	"sync"
	"time"
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

// sharedWriter is for several goroutines: what one of them writes arrives in one
// piece. A panic below is the session's and an error here, for a goroutine that
// is not ours would pass it on to the process.
type sharedWriter struct {
	mu    sync.Mutex
	out   io.Writer
	alarm *alarm
}

var _ io.Writer = (*sharedWriter)(nil)

var errBroken = errors.New("remote: the session is broken")

func (w *sharedWriter) Write(p []byte) (n int, err error) {
	err = errBroken
	defer w.alarm.guard()
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.out.Write(p)
}
